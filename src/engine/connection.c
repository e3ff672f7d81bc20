/* engine/connection.c - a client's connection.
 *
 *      on_bytes ──> rx list ──> take_batch (parse) ──> batch_run ──> flush
 *                      ^                                  │ not finished
 *                      └────────── connection_resume <────┘
 *
 * C2  While a batch is under way its input stays where it is: rx pieces are only appended, partial is
 *     not touched. So the views in its requests stay good.
 * C3  A connection object outlives its stream while a batch is under way; it is destroyed by whoever
 *     comes last. */
#include "engine/connection.h"

#include <assert.h>

#include "base/memory.h"
#include "engine/blocking.h"
#include "engine/multi.h"
#include "engine/own_writes.h"
#include "engine/pubsub.h"
#include "engine/shard.h"

enum { RX_QUEUE_MAX = 8, LINGER_MS = 2000, GATHER_MAX = 1024 };

static void process(struct connection *connection);

void connection_refresh_limits(struct connection *connection) {
    const struct settings *settings = connection->client.core->settings;
    connection->limits = (struct request_limits){
        .bulk_max = settings->proto_max_bulk_len,
        .items_max = INT32_MAX,
        .inline_max = 64 * 1024,
        .unauth_bulk_max = 16 * 1024,
        .unauthenticated = !connection->client.is_authenticated,
    };
    if (connection->stream) {
        stream_set_careful(connection->stream, !connection->client.is_authenticated);
    }
}

static void link_client(struct core *core, struct client *client) {
    client->prev = core->clients_last;
    client->next = NULL;
    *(core->clients_last ? &core->clients_last->next : &core->clients_first) = client;
    core->clients_last = client;
    core->client_count++;
}

static void unlink_client(struct client *client) {
    struct core *core = client->core;
    *(client->prev ? &client->prev->next : &core->clients_first) = client->next;
    *(client->next ? &client->next->prev : &core->clients_last) = client->prev;
    core->client_count--;
}

void connection_begin_closing(struct connection *connection) {
    if (!connection->is_closing) {
        connection->is_closing = true;
        blocking_forget(&connection->client);
        rmw_sub(&connection->client.core->engine->client_count, 1, memory_order_relaxed);
    }
}

static void drop_rx(struct connection *connection) {
    while (connection->rx_first) {
        struct rx *rx = connection->rx_first;
        connection->rx_first = rx->next;
        rx_give_back(connection->client.core->loop, rx);
    }
    connection->rx_last = NULL;
    connection->rx_count = 0;
    connection->rx_offset = 0;
}

static void destroy(struct connection *connection) {
    struct client *client = &connection->client;
    if (client->is_monitor) {
        client->core->monitor_count--;
        rmw_sub(&client->core->engine->monitor_count, 1, memory_order_relaxed);
    }
    pubsub_forget(client);
    own_writes_clear(client);
    client->core->unsent_bytes -= connection->unsent_counted;
    multi_end(client);
    unlink_client(client);
    drop_rx(connection);
    buffer_clear(&connection->partial);
    request_parser_clear(&connection->parser);
    chain_clear(&connection->out);
    chain_clear(&connection->held_pushes);
    memory_free(client->name);
    memory_free(client->lib_name);
    memory_free(client->lib_ver);
    memory_free(connection);
}

static void end_takeover(struct client *client) {
    const struct client_takeover *takeover = client->takeover;
    if (takeover) {
        client->takeover = NULL;
        takeover->on_closed(client);
    }
}

static void on_closed(void *owner, int reason) {
    (void)reason;
    struct connection *connection = owner;
    connection->stream = NULL;
    end_takeover(&connection->client);
    connection_begin_closing(connection);
    bool is_under_way =
        connection->batch && !connection->client.is_paused && !connection->batch->is_held;
    if (is_under_way || connection->is_deferred) {
        return; /* C3: connection_resume, or process_again, destroys it */
    }
    if (connection->batch) {
        struct batch *batch = connection->batch;
        connection->batch = NULL;
        batch_give_back(batch);
    }
    destroy(connection);
}

static void close_stream(struct connection *connection) {
    if (connection->stream && !connection->is_closing) {
        connection_begin_closing(connection);
        pubsub_forget(&connection->client);
        stream_close(connection->stream, LINGER_MS);
    }
}

/* Bytes counted against client-query-buffer-limit. */
static size_t unread_bytes(const struct connection *connection) {
    size_t len = connection->partial.len - connection->partial_offset;
    for (const struct rx *rx = connection->rx_first; rx; rx = rx->next) {
        len += rx->len;
    }
    return len;
}

/* A client that does not read, or waits, may stay so for ever. What it has sent is copied out of the loop's buffers, but for
 * the one that its batch points into. */
static void take_off_input(struct connection *connection) {
    struct rx **link = connection->batch && connection->rx_first ? &connection->rx_first->next
                                                                 : &connection->rx_first;
    for (; *link; link = &(*link)->next) {
        *link = rx_take_off(connection->client.core->loop, *link);
        connection->rx_last = *link;
    }
}

static void update_receiving(struct connection *connection) {
    /* Who waits for an element is read all the time, so that its end is seen before it is given one. */
    bool has_room = connection->rx_count < RX_QUEUE_MAX || connection->client.is_blocked;
    bool wants = has_room && !connection->is_held_back;
    if ((connection->is_held_back || connection->client.is_blocked) && connection->stream) {
        take_off_input(connection);
    }
    if (!connection->stream || wants == connection->is_receiving) {
        return;
    }
    connection->is_receiving = wants;
    if (wants) {
        stream_resume(connection->stream);
    } else {
        stream_pause(connection->stream);
    }
}

static bool is_taken(const struct connection *connection) {
    const struct client_takeover *takeover = connection->client.takeover;
    return takeover && takeover->on_bytes;
}

/* All that was received goes to who has taken the connection over. */
static void give_to_taker(struct connection *connection) {
    struct client *client = &connection->client;
    struct buffer partial = connection->partial;
    size_t offset = connection->partial_offset;
    connection->partial = (struct buffer){0};
    connection->partial_offset = 0;
    bool is_good = true;
    if (partial.len > offset) {
        is_good = client->takeover->on_bytes(client,
                                             bytes_of(partial.data + offset, partial.len - offset));
    }
    buffer_clear(&partial);
    for (struct rx *rx = connection->rx_first; rx && is_good && is_taken(connection);
         rx = rx->next) {
        is_good = client->takeover->on_bytes(
            client, bytes_of(rx->data + connection->rx_offset, rx->len - connection->rx_offset));
        connection->rx_offset = 0;
    }
    drop_rx(connection);
    if (!is_good && !connection->is_closing) {
        client_close(client, false);
    }
}

static bool exceeds_query_limit(struct connection *connection) {
    struct client *client = &connection->client;
    if (unread_bytes(connection) <= client->core->settings->client_query_buffer_limit) {
        return false;
    }
    log_line('#', "Closing client that reached max query buffer length: id=%llu addr=%s",
             (unsigned long long)client->id, client->address.peer);
    client->core->stats.query_limit_closed++;
    connection_begin_closing(connection);
    stream_abort(connection->stream);
    return true;
}

static void on_bytes(void *owner, struct rx *rx) {
    struct connection *connection = owner;
    struct client *client = &connection->client;
    client->active_ms = loop_now_ns(client->core->loop) / 1000000;
    client->bytes_in += rx->len;
    if (connection->is_closing) {
        rx_give_back(client->core->loop, rx);
        return;
    }
    rx->next = NULL;
    *(connection->rx_last ? &connection->rx_last->next : &connection->rx_first) = rx;
    connection->rx_last = rx;
    connection->rx_count++;
    if (client->is_blocked && exceeds_query_limit(connection)) {
        return;
    }
    if (!connection->batch) {
        process(connection);
    } else {
        update_receiving(connection);
    }
}

static void on_sent(void *owner) {
    struct connection *connection = owner;
    connection->soft_limit_since_ns = 0;
    connection->client.core->unsent_bytes -= connection->unsent_counted;
    connection->unsent_counted = 0;
    if (connection->client.takeover && connection->client.takeover->on_sent) {
        connection->client.takeover->on_sent(&connection->client);
    }
    if (connection->is_held_back || !connection->is_receiving) {
        connection->is_held_back = false;
        update_receiving(connection);
        if (!connection->batch) {
            process(connection);
        } else if (connection->batch->is_held) {
            connection_resume(connection);
        }
    }
}

/* The peer sends nothing more (printf … | nc): it gets its replies, then the connection is closed. */
static void on_end(void *owner) {
    struct connection *connection = owner;
    connection->is_ended = true;
    if (connection->client.is_paused || (!connection->batch && !connection->is_held_back)) {
        close_stream(connection);
    }
}

static void log_output_limit(const struct connection *connection) {
    const struct client *client = &connection->client;
    log_line('#',
             "Client id=%llu addr=%s scheduled to be closed ASAP for overcoming of output buffer "
             "limits.",
             (unsigned long long)client->id, client->address.peer);
}

static bool exceeds_output_limit(struct connection *connection, size_t unsent) {
    const struct client *client = &connection->client;
    const struct output_limit *limit =
        &client->core->settings->output_limit[client_class_of(client)];
    if (limit->hard_bytes && unsent >= limit->hard_bytes) {
        return true;
    }
    if (!limit->soft_bytes || unsent < limit->soft_bytes) {
        connection->soft_limit_since_ns = 0;
        return false;
    }
    int64_t now_ns = loop_now_ns(client->core->loop);
    if (connection->soft_limit_since_ns == 0) {
        connection->soft_limit_since_ns = now_ns;
    }
    return now_ns - connection->soft_limit_since_ns > (int64_t)limit->soft_seconds * 1000000000;
}

bool connection_enforce_output_limit(struct connection *connection) {
    if (!connection->stream || connection->is_closing ||
        !exceeds_output_limit(connection, stream_unsent(connection->stream))) {
        return true;
    }
    log_output_limit(connection);
    connection->client.core->stats.output_limit_closed++;
    connection_begin_closing(connection);
    stream_abort(connection->stream);
    return false;
}

static void count_unsent(struct connection *connection, size_t unsent) {
    connection->client.core->unsent_bytes += unsent - connection->unsent_counted;
    connection->unsent_counted = unsent;
}

/* Many clients write a long pipeline to its end before they read the first reply: to hold one of them back is
 * to hang it. So a client may have more than its share unread as long as the core has something to spare; readers
 * that never read then share that. */
static size_t hold_back_at(const struct connection *connection) {
    const struct core *core = connection->client.core;
    size_t own = connection_output_max(connection, connection->client.core);
    if (!connection->client.is_authenticated) {
        return own;
    }
    uint64_t all = core->settings->output_backpressure_total / core->engine->core_count;
    return own + (all > core->unsent_bytes ? all - core->unsent_bytes : 0);
}

void connection_flush(struct connection *connection) {
    struct client *client = &connection->client;
    if (!connection->stream) {
        chain_clear(&connection->out);
        return;
    }
    if (connection->out.len == 0 || (connection->gathers && connection->out.len <= GATHER_MAX)) {
        return;
    }
    client->bytes_out += connection->out.len;
    stream_send(connection->stream, &connection->out);
    if (connection_enforce_output_limit(connection)) {
        size_t unsent = stream_unsent(connection->stream);
        count_unsent(connection, unsent);
        if (unsent > hold_back_at(connection) && !is_taken(connection)) {
            connection->is_held_back = true; /* until on_sent: it alone knows what has to go on */
        }
    }
}

bool connection_gather(struct connection *connection) {
    connection->gathers = connection->out.len > 0;
    return connection->gathers;
}

void connection_end_gather(struct connection *connection) {
    connection->gathers = false;
    connection_flush(connection);
}

/* Everything received goes behind the incomplete request. */
static void join_rx_to_partial(struct connection *connection) {
    struct buffer *partial = &connection->partial;
    if (connection->rx_first && connection->partial_offset > 0) {
        buffer_consume(partial, connection->partial_offset);
        connection->partial_offset = 0;
    }
    while (connection->rx_first) {
        struct rx *rx = connection->rx_first;
        /* What is missing is the client's claim: it gets no more room than it has filled. */
        size_t missing = request_missing(&connection->parser);
        size_t earned = partial->len + rx->len;
        buffer_reserve(partial, missing < earned ? missing : earned);
        buffer_append(partial,
                      bytes_of(rx->data + connection->rx_offset, rx->len - connection->rx_offset));
        connection->rx_first = rx->next;
        connection->rx_count--;
        connection->rx_offset = 0;
        connection->is_request_cut = false;
        rx_give_back(connection->client.core->loop, rx);
    }
    connection->rx_last = NULL;
}

/* The bytes to parse next. Whole requests in partial come before what was received since: a pipeline that arrives
 * faster than it runs must not pile up there. */
static struct bytes next_input(struct connection *connection) {
    struct buffer *partial = &connection->partial;
    if (partial->len > connection->partial_offset) {
        if (connection->is_request_cut) {
            join_rx_to_partial(connection);
        }
        return bytes_of(partial->data + connection->partial_offset,
                        partial->len - connection->partial_offset);
    }
    if (connection->rx_first) {
        return bytes_of(connection->rx_first->data + connection->rx_offset,
                        connection->rx_first->len - connection->rx_offset);
    }
    return bytes_of(NULL, 0);
}

static void consume(struct connection *connection, size_t len) {
    if (connection->partial.len > connection->partial_offset) {
        connection->partial_offset += len;
    } else {
        connection->rx_offset += (uint32_t)len;
    }
}

/* After a batch: what was consumed goes, the tail of an rx that is no whole request moves to partial. */
static void release_input(struct connection *connection, bool is_tail_incomplete) {
    struct buffer *partial = &connection->partial;
    if (partial->len > 0) {
        if (connection->partial_offset == partial->len) {
            buffer_clear(partial);
        } else if (connection->partial_offset > 0 && is_tail_incomplete) {
            buffer_consume(partial, connection->partial_offset);
        } else {
            return;
        }
        connection->partial_offset = 0;
        return;
    }
    struct rx *rx = connection->rx_first;
    if (!rx || (!is_tail_incomplete && connection->rx_offset < rx->len)) {
        return;
    }
    if (connection->rx_offset < rx->len) {
        buffer_append(partial,
                      bytes_of(rx->data + connection->rx_offset, rx->len - connection->rx_offset));
    }
    connection->rx_first = rx->next;
    if (!rx->next) {
        connection->rx_last = NULL;
    }
    connection->rx_count--;
    connection->rx_offset = 0;
    rx_give_back(connection->client.core->loop, rx);
}

/* Parses what is there into the batch; false if the input ends in an incomplete request. */
static bool fill_batch(struct connection *connection, struct batch *batch) {
    struct bytes input = next_input(connection);
    while (batch->count < BATCH_MAX && input.len > 0) {
        struct request request;
        enum request_status status =
            request_parse(&connection->parser, input, &batch->arena, &request);
        if (status == REQUEST_INCOMPLETE) {
            connection->is_request_cut = true;
            return false;
        }
        if (status == REQUEST_ERROR) {
            batch->protocol_error = request.error;
            return true;
        }
        if (status == REQUEST_COMPLETE) {
            batch_add(batch, &request);
        }
        input.data += request.consumed;
        input.len -= request.consumed;
        consume(connection, request.consumed);
        if (!connection->client.is_authenticated && batch->count > 0) {
            break; /* the limits may change with AUTH: one request at a time */
        }
        if (batch_may_block(batch)) {
            break; /* a client that waits holds no batch: what is behind is not parsed yet */
        }
    }
    return true;
}

static void finish_batch(struct connection *connection) {
    struct batch *batch = connection->batch;
    struct client *client = &connection->client;
    connection->batch = NULL;
    client->is_busy = false;
    if (batch->protocol_error && !client->closes_after_reply) {
        struct reply reply = {.out = &connection->out, .version = client->resp};
        reply_error(&reply, "ERR %s", batch->protocol_error);
        client->closes_after_reply = true;
    }
    batch_give_back(batch);
    if (client->closes_after_reply) {
        connection_flush(connection);
        close_stream(connection);
        drop_rx(connection);
    }
}

static void process_again(void *arg) {
    struct connection *connection = arg;
    connection->is_deferred = false;
    if (!connection->stream) {
        destroy(connection);
    } else if (!connection->batch) {
        process(connection);
    }
}

/* After a flush: a held batch whose output went away otherwise than by on_sent goes on all the same. */
static void settle(struct connection *connection) {
    struct batch *batch = connection->batch;
    if (connection->is_closing || connection->is_held_back) {
        return;
    }
    if (batch && batch->is_held) {
        batch->is_held = false;
        loop_defer(batch->core->loop, &batch->resume);
    } else if (!batch && connection->is_full && !connection->is_deferred) {
        connection->is_deferred = true;
        connection->again = (struct task){.run = process_again, .arg = connection};
        loop_defer(connection->client.core->loop, &connection->again);
    } else if (!batch && connection->is_ended) {
        close_stream(connection);
    }
}

/* Takes and runs batches until input is used up, the output is full or something is under way. */
static void process(struct connection *connection) {
    struct client *client = &connection->client;
    if (is_taken(connection)) {
        connection_flush(connection); /* what its last command replied */
        give_to_taker(connection);
        return;
    }
    while (!connection->batch && !connection->is_closing && !connection->is_held_back &&
           !client->is_blocked && !is_taken(connection) &&
           connection->out.len <= connection_output_quantum(connection, connection->client.core)) {
        struct batch *batch = batch_take(client->core, connection);
        bool is_whole = fill_batch(connection, batch);
        if (batch->count == 0 && !batch->protocol_error) {
            batch_give_back(batch);
            bool had_input = connection->rx_first != NULL;
            release_input(connection, !is_whole);
            if (!is_whole && exceeds_query_limit(connection)) {
                return;
            }
            if (!connection->rx_first || !had_input) {
                break;
            }
            continue;
        }
        connection->batch = batch;
        client->is_busy = true;
        if (!batch_run(batch)) {
            break;
        }
        finish_batch(connection);
        release_input(connection, !is_whole);
    }
    connection->is_full =
        connection->out.len > connection_output_quantum(connection, connection->client.core);
    connection_flush(connection);
    update_receiving(connection);
    settle(connection);
}

void connection_resume(struct connection *connection) {
    assert(connection->batch);
    if (!connection->stream) {
        connection->client.closes_after_reply = true; /* nobody reads: the rest is dropped */
    }
    if (!batch_run(connection->batch)) {
        connection_flush(connection);
        settle(connection);
        return;
    }
    finish_batch(connection);
    if (!connection->stream) {
        destroy(connection);
        return;
    }
    release_input(connection, false);
    process(connection);
}

void connection_continue(struct connection *connection) {
    chain_clear(&connection->client.core->discarded); /* the answer, if it is not wanted */
    if (connection->stream && !connection->batch && !connection->is_deferred) {
        process(connection);
    }
}

static const struct stream_handler stream_events = {
    .on_bytes = on_bytes,
    .on_sent = on_sent,
    .on_closed = on_closed,
    .on_end = on_end,
};

static void turn_away(struct stream *stream, const char *text) {
    struct chain chain = {0};
    chain_append(&chain, bytes_of_string(text));
    stream_send(stream, &chain);
    stream_close(stream, LINGER_MS);
}

static void ignore_bytes(void *owner, struct rx *rx) {
    rx_give_back(((struct core *)owner)->loop, rx);
}
static void ignore_sent(void *owner) {
    (void)owner;
}
static void ignore_closed(void *owner, int reason) {
    (void)owner;
    (void)reason;
}
static const struct stream_handler turned_away_events = {
    .on_bytes = ignore_bytes,
    .on_sent = ignore_sent,
    .on_closed = ignore_closed,
};

static const char protected_text[] =
    "-DENIED Anax is running in protected mode because no password is set and it listens beyond "
    "loopback. Only connections from loopback are accepted. To accept others: set a password "
    "(CONFIG SET requirepass, or requirepass in the configuration file), or turn protected-mode "
    "off, or bind to loopback only.\r\n";

static const char *reason_to_refuse(struct core *core, const struct stream_address *address) {
    const struct settings *settings = core->settings;
    unsigned clients = rmw_add(&core->engine->client_count, 1, memory_order_relaxed);
    if (clients >= settings->maxclients) {
        return "-ERR max number of clients reached\r\n";
    }
    bool is_near = address->is_loopback || address->is_unix;
    if (settings->protected_mode && settings->requirepass_len == 0 && !is_near) {
        return protected_text;
    }
    return NULL;
}

static struct connection *make(struct core *core, struct stream *stream,
                               const struct stream_address *address) {
    struct connection *connection = memory_alloc_zeroed(sizeof(*connection));
    struct client *client = &connection->client;
    client->core = core;
    client->id = rmw_add(&core->engine->client_id, 1, memory_order_relaxed) + 1;
    client->resp = 2;
    client->address = *address;
    client->user = "default";
    client->is_authenticated = core->settings->requirepass_len == 0;
    client->created_ms = client->active_ms = loop_now_ns(core->loop) / 1000000;
    connection->stream = stream;
    connection->is_receiving = true;
    connection_refresh_limits(connection);
    request_parser_init(&connection->parser, &connection->limits);
    link_client(core, client);
    stream_start(stream, &stream_events, connection);
    if (!address->is_unix) {
        stream_set_keepalive(stream, (unsigned)core->settings->tcp_keepalive_seconds);
    }
    return connection;
}

void connection_accept(void *engine, struct loop *loop, struct stream *stream) {
    struct core *core = ((struct engine *)engine)->cores[loop_index(loop)];
    struct stream_address address;
    stream_address(stream, &address);
    const char *refusal = reason_to_refuse(core, &address);
    if (refusal) {
        rmw_sub(&core->engine->client_count, 1, memory_order_relaxed);
        core->stats.connections_rejected++;
        stream_start(stream, &turned_away_events, core);
        turn_away(stream, refusal);
        return;
    }
    core->stats.connections_received++;
    make(core, stream, &address);
}

struct connection *connection_adopt(struct core *core, int fd) {
    struct stream *stream = stream_adopt(fd);
    struct stream_address address;
    stream_address(stream, &address);
    rmw_add(&core->engine->client_count, 1, memory_order_relaxed);
    struct connection *connection = make(core, stream, &address);
    connection->client.is_authenticated = true;
    connection_refresh_limits(connection);
    return connection;
}
