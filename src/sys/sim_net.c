/* The simulated machine's sockets: listeners of the cores, and clients outside them.
 *
 *   client --sim_client_send--> [wire ~~delivery~~> arrived] --poll--> stream        to_server
 *   client <--sim_client_take-- [arrived <~~delivery~~ wire] <--flush-- stream       to_client
 *
 * A delivery moves a random number of bytes; so does a poll, a flush and the client's taking. The
 * wire to a client has a capacity, as a socket's send buffer has; what has arrived at a stream and
 * was not read is bounded too. A direction ends after its last byte (end), as with FIN. Bytes that
 * meet a client that has closed bring a reset back.
 *
 * A connection from one core to a listener is two of these, whose clients' ends are tied together: what
 * has arrived at the client of the one is put on the wire of the other (sim_connect).
 *
 * N1  A connection is on its core's ready list if the next poll has something to do for it: bytes
 * or an end that the stream wants, room for what it has to send, or the end of something that a
 *     flush or a shut began. (It may be there without need.)
 * N2  A connection is freed when the client has closed and the stream is gone. */
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "sys/sim_internal.h"

enum { WINDOW = 65536, PIECES_MAX = 8, CLIENT_PORT = 40000 };

struct queue { /* of bytes */
    struct buffer bytes;
    size_t head;
};

struct direction {
    struct sim_event delivery;
    struct queue wire, arrived;
    bool is_ended; /* nothing will be added to the wire */
    bool has_end_arrived;
};

struct sim_connection {
    struct direction to_server, to_client;
    unsigned number;
    unsigned host;         /* of the server's end */
    struct stream *stream; /* from stream_start to its being gone */
    struct sim_core *core;
    struct sim_connection *next;   /* of the ready list, or of those that wait to be accepted */
    struct sim_listener *listener; /* until accepted */
    size_t capacity;               /* of the wire to the client */
    size_t sent_later;             /* bytes put on that wire, which the stream has not heard of */
    uint16_t port;
    char path[64];   /* of a Unix socket, else empty */
    bool is_ready;   /* on the ready list */
    bool is_blocked; /* the stream waits for room on the wire */
    bool is_starved; /* waits for a receive buffer */
    bool is_end_told, is_reset, is_reset_told;
    bool is_shut_later; /* the next poll says that the stream is gone */
    bool is_gone;       /* the server's side is closed */
    bool has_client_closed, does_client_hold;
    bool is_broken;              /* nothing goes through any more */
    struct sim_connection *peer; /* whose client is tied to this one's, or NULL */
};

struct sim_listener {
    struct sim_listener *next;
    unsigned host;
    struct listener *listener;
    struct sim_connection *waiting, **waiting_end;
};

static struct sim_listener *listeners, **listeners_end = &listeners;
static struct sim_connection **connections; /* by number - 1; NULL: freed */
static unsigned connection_count;
static uint16_t port_next = 20000; /* for listeners that ask for any */
static unsigned accepts_to_fail;
static bool is_parted[SIM_HOSTS_MAX][SIM_HOSTS_MAX];

/* ---- queues of bytes ---- */

static size_t queue_len(const struct queue *queue) {
    return queue->bytes.len - queue->head;
}

static void queue_put(struct queue *queue, const char *data, size_t len) {
    buffer_append(&queue->bytes, bytes_of(data, len));
}

static const char *queue_data(const struct queue *queue) {
    return queue->bytes.data + queue->head;
}

/* Moves the rest to the front only when it is the smaller half; an empty queue holds no memory. */
static void queue_drop(struct queue *queue, size_t len) {
    assert(len <= queue_len(queue));
    queue->head += len;
    if (queue_len(queue) == 0) {
        buffer_clear(&queue->bytes);
        queue->head = 0;
    } else if (queue->head > queue->bytes.len / 2) {
        buffer_consume(&queue->bytes, queue->head);
        queue->head = 0;
    }
}

static void queue_clear(struct queue *queue) {
    queue_drop(queue, queue_len(queue));
}

/* How much of len > 0 bytes goes at once: a few bytes, a packet, or all. */
static size_t cut(size_t len) {
    switch (sim_random_below(8)) {
    case 0:
        return 1 + sim_random_below(len < 16 ? len : 16);
    case 1:
    case 2:
        return 1 + sim_random_below(len < 1500 ? len : 1500);
    default:
        return len;
    }
}

/* ---- connections ---- */

static void check_to_client(struct sim_connection *connection);

static void release(struct sim_connection *connection) {
    if (!connection->has_client_closed || !connection->is_gone) return; /* N2 */
    assert(!connection->is_ready);
    sim_disable(&connection->to_server.delivery);
    sim_disable(&connection->to_client.delivery);
    queue_clear(&connection->to_server.wire);
    queue_clear(&connection->to_server.arrived);
    queue_clear(&connection->to_client.wire);
    queue_clear(&connection->to_client.arrived);
    connections[connection->number - 1] = NULL;
    if (connection->peer != NULL) {
        connection->peer->peer = NULL;
        check_to_client(connection->peer); /* nobody holds it up any more */
    }
    memory_free(connection);
}

static void make_ready(struct sim_connection *connection) {
    if (connection->is_ready || connection->stream == NULL) return;
    struct sim_core *core = connection->core;
    connection->is_ready = true;
    connection->next = NULL;
    *core->ready_end = connection;
    core->ready_end = &connection->next;
    sim_core_check(core);
}

static bool has_for_stream(const struct sim_connection *connection) {
    const struct direction *in = &connection->to_server;
    if (connection->is_reset && !connection->is_reset_told) return true;
    if (connection->is_starved || !connection->stream->wants_bytes) return false;
    return queue_len(&in->arrived) > 0 || (in->has_end_arrived && !connection->is_end_told);
}

/* Enables the delivery if it would change something (S2). */
static void check_to_server(struct sim_connection *connection) {
    struct direction *in = &connection->to_server;
    bool has_bytes = queue_len(&in->wire) > 0 && queue_len(&in->arrived) < WINDOW;
    bool has_end = queue_len(&in->wire) == 0 && in->is_ended && !in->has_end_arrived;
    if (has_bytes || has_end)
        sim_enable(&in->delivery);
    else
        sim_disable(&in->delivery);
}

static void check_to_client(struct sim_connection *connection) {
    struct direction *out = &connection->to_client;
    bool is_held = connection->does_client_hold ||
                   (connection->peer != NULL && !connection->has_client_closed &&
                    queue_len(&connection->peer->to_server.wire) >= connection->capacity);
    bool is_cut_off = connection->peer != NULL && !connection->is_broken &&
                      is_parted[connection->host][connection->peer->host];
    bool has_bytes = queue_len(&out->wire) > 0 && !is_held;
    bool has_end = queue_len(&out->wire) == 0 && out->is_ended && !out->has_end_arrived;
    if ((has_bytes || has_end) && !is_cut_off)
        sim_enable(&out->delivery);
    else
        sim_disable(&out->delivery);
}

static void move(struct direction *direction, size_t room) {
    size_t wire = queue_len(&direction->wire);
    if (wire == 0) {
        direction->has_end_arrived = true;
        return;
    }
    size_t len = cut(wire < room ? wire : room);
    sim_trace_bytes(queue_data(&direction->wire), len);
    queue_put(&direction->arrived, queue_data(&direction->wire), len);
    queue_drop(&direction->wire, len);
}

static void deliver_to_server(struct sim_event *event) {
    struct sim_connection *connection = (struct sim_connection *)(void *)event;
    move(&connection->to_server, WINDOW - queue_len(&connection->to_server.arrived));
    check_to_server(connection);
    if (connection->peer != NULL) check_to_client(connection->peer);
    if (connection->stream != NULL && has_for_stream(connection)) make_ready(connection);
}

/* Nobody is at the server's end any more: the peer hears of it behind the last byte, and has nobody to send to. */
static void end_peer(struct sim_connection *connection) {
    struct sim_connection *peer = connection->peer;
    peer->to_server.is_ended = true;
    peer->has_client_closed = connection->has_client_closed = true;
    if (peer->is_gone) return;
    check_to_server(peer);
    check_to_client(peer);
}

/* What has arrived at the client's end goes on to the server's end of the peer. */
static void pass_on(struct sim_connection *connection) {
    struct sim_connection *peer = connection->peer;
    struct queue *arrived = &connection->to_client.arrived;
    if (queue_len(arrived) > 0 && !peer->is_gone && !peer->is_shut_later && !peer->is_broken) {
        queue_put(&peer->to_server.wire, queue_data(arrived), queue_len(arrived));
        check_to_server(peer);
    }
    queue_clear(arrived);
    if (connection->to_client.has_end_arrived) end_peer(connection);
}

static void deliver_to_client(struct sim_event *event) {
    struct sim_connection *connection =
        (struct sim_connection *)(void *)((char *)event -
                                          offsetof(struct sim_connection, to_client));
    move(&connection->to_client, SIZE_MAX);
    if (connection->peer != NULL && !connection->has_client_closed) {
        pass_on(connection);
        if (connection->has_client_closed && connection->is_gone) {
            release(connection);
            return;
        }
    }
    if (connection->has_client_closed && queue_len(&connection->to_client.arrived) > 0) {
        queue_clear(&connection->to_client.arrived);
        queue_clear(&connection->to_client.wire);
        connection->is_reset = true;
    }
    check_to_client(connection);
    if (connection->is_blocked || connection->is_reset) make_ready(connection);
}

static struct sim_connection *connection_of(const struct stream *stream) {
    return stream->backend_data;
}

/* ---- a core's poll ---- */

static void receive_piece(struct sim_connection *connection) {
    struct queue *arrived = &connection->to_server.arrived;
    size_t len = queue_len(arrived);
    len = cut(len < RX_SIZE ? len : RX_SIZE);
    /* Sometimes not a byte more than came, so that ASan sees who reads past them. */
    size_t size = sim_chance(2) ? len : RX_SIZE;
    struct rx *rx = memory_alloc(sizeof *rx + size);
    *rx = (struct rx){.data = (char *)(rx + 1), .len = (uint32_t)len, .size = (uint32_t)size};
    memcpy(rx->data, queue_data(arrived), len);
    queue_drop(arrived, len);
    connection->core->rx_out++;
    stream_received(connection->stream, rx);
}

static void receive(struct sim_connection *connection) {
    struct sim_core *core = connection->core;
    struct stream *stream = connection->stream;
    struct direction *in = &connection->to_server;
    uint64_t pieces = 1 + sim_random_below(PIECES_MAX);
    for (; pieces > 0 && stream->wants_bytes && queue_len(&in->arrived) > 0; pieces--) {
        if (core->rx_out >= core->rx_max) {
            connection->is_starved = core->has_starved = true;
            return;
        }
        receive_piece(connection);
    }
    check_to_server(connection);
    if (stream->wants_bytes && queue_len(&in->arrived) == 0 && in->has_end_arrived &&
        !connection->is_end_told) {
        connection->is_end_told = true;
        stream_failed(stream, 0);
    }
}

/* What a flush put on the wire is reported; and the wire may have room again. */
static void go_on_sending(struct sim_connection *connection) {
    struct stream *stream = connection->stream;
    size_t len = connection->sent_later;
    if (len > 0) {
        connection->sent_later = 0;
        stream->is_sending = false;
        stream_was_sent(stream, len);
    } else if (connection->is_blocked &&
               queue_len(&connection->to_client.wire) < connection->capacity) {
        connection->is_blocked = false;
        stream->is_sending = false;
        stream_mark_dirty(stream);
    }
}

static void finish_shut(struct sim_connection *connection) {
    struct stream *stream = connection->stream;
    connection->stream = NULL;
    connection->is_gone = true;
    stream_is_gone(stream);
    release(connection);
}

static void serve(struct sim_connection *connection) {
    if (connection->is_shut_later) {
        finish_shut(connection);
        return;
    }
    go_on_sending(connection);
    if (!connection->is_starved) receive(connection);
    if (connection->is_reset && !connection->is_reset_told) {
        connection->is_reset_told = true;
        stream_failed(connection->stream, -ECONNRESET);
    }
    if (has_for_stream(connection)) make_ready(connection);
}

static void accept_waiting(struct sim_listener *sim_listener) {
    struct listener *listener = sim_listener->listener;
    while (sim_listener->waiting != NULL && listener->is_accepting) {
        if (accepts_to_fail > 0) {
            accepts_to_fail--;
            listener->is_accepting = false;
            listener_pause(listener, -EMFILE);
            return;
        }
        struct sim_connection *connection = sim_listener->waiting;
        sim_listener->waiting = connection->next;
        if (sim_listener->waiting == NULL) sim_listener->waiting_end = &sim_listener->waiting;
        connection->listener = NULL;
        listener_accepted(listener, (int)connection->number, connection);
    }
}

static bool can_accept(const struct sim_listener *sim_listener, const struct sim_core *core) {
    return sim_listener->listener->loop == core->loop && sim_listener->listener->is_accepting &&
           sim_listener->waiting != NULL;
}

bool sim_net_has_work(const struct sim_core *core) {
    if (core->ready != NULL) return true;
    for (const struct sim_listener *each = listeners; each != NULL; each = each->next) {
        if (can_accept(each, core)) return true;
    }
    return false;
}

void sim_net_poll(struct sim_core *core) {
    struct sim_connection *ready = core->ready;
    core->ready = NULL;
    core->ready_end = &core->ready;
    while (ready != NULL) {
        struct sim_connection *connection = ready;
        ready = connection->next;
        connection->is_ready = false;
        if (sim_chance(4))
            make_ready(connection); /* a later turn's */
        else
            serve(connection);
    }
    for (struct sim_listener *each = listeners; each != NULL; each = each->next) {
        if (can_accept(each, core)) accept_waiting(each);
    }
}

/* ---- streams: rows of the backend's table ---- */

/* Takes what came before the stream was started; called by the first of start and shut. */
static void attach(struct stream *stream) {
    struct sim_connection *connection = connection_of(stream);
    connection->stream = stream;
    connection->core = sim_core_of(stream->loop);
}

void sim_stream_start(struct stream *stream) {
    attach(stream);
    if (has_for_stream(connection_of(stream))) make_ready(connection_of(stream));
}

void sim_stream_receive(struct stream *stream) {
    struct sim_connection *connection = connection_of(stream);
    if (connection->stream != NULL && has_for_stream(connection)) make_ready(connection);
}

/* The first len bytes of what the stream has queued go on the wire. */
static void put_on_wire(struct sim_connection *connection, const struct stream *stream,
                        size_t len) {
    size_t offset = stream->out_offset;
    for (const struct block *block = stream->out.head; len > 0; block = block->next) {
        size_t part = block->len - offset < len ? block->len - offset : len;
        queue_put(&connection->to_client.wire, block->data + offset, part);
        len -= part;
        offset = 0;
    }
    check_to_client(connection);
}

void sim_stream_flush(struct stream *stream) {
    struct sim_connection *connection = connection_of(stream);
    size_t used = queue_len(&connection->to_client.wire);
    if (used >= connection->capacity) {
        stream->is_sending = connection->is_blocked = true;
        return;
    }
    size_t room = connection->capacity - used;
    size_t unsent = stream_unsent(stream);
    size_t len = cut(unsent < room ? unsent : room);
    put_on_wire(connection, stream, len);
    if (sim_chance(2)) { /* as epoll */
        stream_was_sent(stream, len);
    } else { /* as io_uring */
        stream->is_sending = true;
        connection->sent_later = len;
        make_ready(connection);
    }
}

void sim_stream_shut(struct stream *stream) {
    struct sim_connection *connection = connection_of(stream);
    attach(stream); /* it may never have been started */
    queue_clear(&connection->to_server.wire);
    queue_clear(&connection->to_server.arrived);
    check_to_server(connection);
    connection->to_client.is_ended = true;
    check_to_client(connection);
    if (sim_chance(2) || connection->is_ready) { /* the ready list must not outlive it */
        connection->is_shut_later = true;
        make_ready(connection);
    } else {
        finish_shut(connection);
    }
}

void sim_stream_address(const struct stream *stream, struct stream_address *address) {
    const struct sim_connection *connection = connection_of(stream);
    *address = (struct stream_address){.fd = stream->fd, .is_loopback = true};
    if (connection->path[0] != '\0') {
        address->is_unix = true;
        snprintf(address->peer, sizeof address->peer, "%s:0", connection->path);
        snprintf(address->local, sizeof address->local, "%s:0", connection->path);
    } else {
        snprintf(address->peer, sizeof address->peer, "127.0.0.1:%u",
                 CLIENT_PORT + connection->number % 20000);
        snprintf(address->local, sizeof address->local, "127.0.0.1:%u", connection->port);
    }
}

void sim_stream_keepalive(struct stream *stream, unsigned seconds) {
    (void)stream, (void)seconds; /* nobody is ever cut off silently here */
}

void sim_rx_give_back(struct loop *loop, struct rx *rx) {
    struct sim_core *core = sim_core_of(loop);
    assert(core->rx_out > 0);
    core->rx_out--;
    memory_free(rx);
    if (!core->has_starved) return;
    core->has_starved = false;
    for (struct stream *stream = loop->streams; stream != NULL; stream = stream->next) {
        struct sim_connection *connection = connection_of(stream);
        if (!connection->is_starved) continue;
        connection->is_starved = false;
        make_ready(connection);
    }
}

/* ---- listeners: rows of the backend's table ---- */

int sim_listener_open(struct listener *listener, char *error, size_t error_size) {
    listener->is_unix = listener->address[0] == '/';
    for (const struct sim_listener *each = listeners; each != NULL; each = each->next) {
        const struct listener *other = each->listener;
        if (listener->is_unix && each->host != sim_host()) continue;
        if (other->port == listener->port && strcmp(other->address, listener->address) == 0 &&
            (listener->is_unix || listener->port != 0)) {
            snprintf(error, error_size, "%s:%u: %s", listener->address, listener->port,
                     strerror(EADDRINUSE));
            return -EADDRINUSE;
        }
    }
    if (!listener->is_unix && listener->port == 0) listener->port = port_next++;
    struct sim_listener *sim_listener = memory_alloc_zeroed(sizeof *sim_listener);
    sim_listener->listener = listener;
    sim_listener->host = sim_host();
    sim_listener->waiting_end = &sim_listener->waiting;
    *listeners_end = sim_listener;
    listeners_end = &sim_listener->next;
    listener->backend_data = sim_listener;
    return 0;
}

void sim_listener_start(struct listener *listener) {
    listener->is_accepting = true;
    sim_core_check(sim_core_of(listener->loop));
}

/* The server's side of a connection that nobody accepts is closed at once. */
static void refuse(struct sim_connection *connection) {
    connection->listener = NULL;
    connection->is_gone = true;
    connection->to_client.is_ended = connection->to_client.has_end_arrived = true;
    if (connection->peer != NULL) end_peer(connection);
}

void sim_listener_close(struct listener *listener) {
    struct sim_listener *sim_listener = listener->backend_data;
    struct sim_listener **link = &listeners;
    while (*link != sim_listener) link = &(*link)->next;
    *link = sim_listener->next;
    if (sim_listener->next == NULL) listeners_end = link;
    while (sim_listener->waiting != NULL) {
        struct sim_connection *connection = sim_listener->waiting;
        sim_listener->waiting = connection->next;
        refuse(connection);
        release(connection);
    }
    memory_free(sim_listener);
    listener_is_gone(listener);
}

/* ---- clients ---- */

static struct sim_connection *client_of(unsigned client) {
    assert(client > 0 && client <= connection_count && connections[client - 1] != NULL);
    return connections[client - 1];
}

static struct sim_connection *create_connection(void) {
    struct sim_connection *connection = memory_alloc_zeroed(sizeof *connection);
    if ((connection_count & (connection_count + 1)) == 0)
        connections = memory_realloc(connections,
                                     2 * (connection_count + 1) * sizeof(struct sim_connection *));
    connections[connection_count] = connection;
    connection->number = ++connection_count;
    connection->to_server.delivery.run = deliver_to_server;
    connection->to_client.delivery.run = deliver_to_client;
    connection->to_server.delivery.number = 2 * connection->number;
    connection->to_client.delivery.number = 2 * connection->number + 1;
    connection->capacity = (size_t)4096 << sim_random_below(7);
    return connection;
}

static void wait_to_be_accepted(struct sim_connection *connection,
                                struct sim_listener *sim_listener) {
    const struct listener *listener = sim_listener->listener;
    connection->host = sim_listener->host;
    connection->port = listener->port;
    if (listener->is_unix)
        snprintf(connection->path, sizeof connection->path, "%.63s", listener->address);
    connection->listener = sim_listener;
    *sim_listener->waiting_end = connection;
    sim_listener->waiting_end = &connection->next;
}

unsigned sim_client_open(void) {
    struct sim_connection *connection = create_connection();
    if (listeners == NULL)
        refuse(connection);
    else
        wait_to_be_accepted(connection, listeners);
    return connection->number;
}

static struct sim_listener *listener_at(uint16_t port) {
    struct sim_listener *found = listeners;
    while (found != NULL && (found->listener->is_unix || found->listener->port != port))
        found = found->next;
    return found;
}

unsigned sim_client_open_at(uint16_t port) {
    struct sim_connection *connection = create_connection();
    struct sim_listener *found = listener_at(port);
    if (found == NULL)
        refuse(connection);
    else
        wait_to_be_accepted(connection, found);
    return connection->number;
}

/* Whatever the host is called: a port is a server's. */
int sim_connect(const struct connect_options *options, void **backend_data) {
    struct sim_listener *found = listener_at(options->port);
    if (found == NULL) return -ECONNREFUSED;
    if (is_parted[sim_host()][found->host]) return -EHOSTUNREACH;
    struct sim_connection *here = create_connection(), *there = create_connection();
    here->peer = there;
    there->peer = here;
    here->host = sim_host();
    here->port = options->port;
    wait_to_be_accepted(there, found);
    sim_core_check(sim_core_of(found->listener->loop));
    *backend_data = here;
    return (int)here->number;
}

void sim_client_send(unsigned client, struct bytes bytes) {
    struct sim_connection *connection = client_of(client);
    assert(!connection->to_server.is_ended);
    if (connection->is_gone || connection->is_shut_later) return;
    queue_put(&connection->to_server.wire, bytes.data, bytes.len);
    check_to_server(connection);
}

void sim_client_end(unsigned client) {
    struct sim_connection *connection = client_of(client);
    connection->to_server.is_ended = true;
    if (!connection->is_gone) check_to_server(connection);
}

void sim_client_hold(unsigned client, bool holds) {
    struct sim_connection *connection = client_of(client);
    connection->does_client_hold = holds;
    check_to_client(connection);
}

void sim_client_close(unsigned client) {
    struct sim_connection *connection = client_of(client);
    connection->has_client_closed = true;
    connection->does_client_hold = false;
    queue_clear(&connection->to_client.arrived);
    check_to_client(connection);
    sim_client_end(client);
    release(connection);
}

void sim_client_take(unsigned client, struct buffer *bytes, bool *is_closed) {
    struct sim_connection *connection = client_of(client);
    struct queue *arrived = &connection->to_client.arrived;
    if (queue_len(arrived) > 0) {
        buffer_append(bytes, bytes_of(queue_data(arrived), queue_len(arrived)));
        queue_clear(arrived);
    }
    *is_closed = connection->to_client.has_end_arrived;
}

void sim_fail_accepts(unsigned count) {
    accepts_to_fail = count;
}

/* ---- hosts ---- */

/* What it had handed to the network arrives, or some of it does not: power has gone, or the machine it was on. */
static void kill_end(struct sim_connection *connection) {
    connection->is_ready = false;
    connection->stream = NULL;
    connection->core = NULL;
    connection->listener = NULL;
    connection->is_gone = true;
    queue_clear(&connection->to_server.wire);
    queue_clear(&connection->to_server.arrived);
    connection->to_server.is_ended = false; /* an end that it would hear of */
    check_to_server(connection);
    if (sim_chance(2)) queue_clear(&connection->to_client.wire);
    connection->to_client.is_ended = true;
    check_to_client(connection);
    if (connection->peer != NULL) check_to_client(connection->peer);
    release(connection);
}

void sim_net_kill(unsigned host) {
    for (struct sim_listener **link = &listeners; *link != NULL;) {
        struct sim_listener *each = *link;
        if (each->host != host) {
            link = &each->next;
            continue;
        }
        *link = each->next;
        memory_free(each);
    }
    for (listeners_end = &listeners; *listeners_end != NULL;)
        listeners_end = &(*listeners_end)->next;
    for (unsigned i = 0; i < connection_count; i++) {
        struct sim_connection *connection = connections[i];
        if (connection != NULL && connection->host == host && !connection->is_gone)
            kill_end(connection);
    }
}

static void break_end(struct sim_connection *connection) {
    connection->is_broken = true;
    queue_clear(&connection->to_server.wire);
    queue_clear(&connection->to_client.wire);
    check_to_server(connection);
    check_to_client(connection);
    if (connection->is_gone) return;
    connection->is_reset = true;
    make_ready(connection);
}

static bool is_between(const struct sim_connection *connection, unsigned one, unsigned other) {
    return connection != NULL && connection->peer != NULL && connection->host == one &&
           connection->peer->host == other;
}

void sim_break_links(unsigned one, unsigned other) {
    for (unsigned i = 0; i < connection_count; i++) {
        if (!is_between(connections[i], one, other)) continue;
        break_end(connections[i]->peer);
        break_end(connections[i]);
    }
}

void sim_part(unsigned one, unsigned other, bool parts) {
    is_parted[one][other] = is_parted[other][one] = parts;
    for (unsigned i = 0; i < connection_count; i++) {
        if (connections[i] != NULL) check_to_client(connections[i]);
    }
}

void sim_net_reset(void) {
    assert(listeners == NULL);
    for (unsigned i = 0; i < connection_count; i++) {
        struct sim_connection *connection = connections[i];
        if (connection == NULL) continue;
        connection->has_client_closed = connection->is_gone = true;
        connection->is_ready = false; /* its core is gone */
        release(connection);
    }
    memory_free(connections);
    connections = NULL;
    connection_count = 0;
    accepts_to_fail = 0;
    memset(is_parted, 0, sizeof is_parted);
    port_next = 20000;
}
