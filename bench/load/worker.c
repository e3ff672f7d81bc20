/* worker.c - the event loop of one thread.
 *
 * Closed loop: each connection sends a batch of `pipeline` requests in one write and the next one
 * when all replies are in (or, sliding, refills with every read). Latency counts from the moment
 * the batch is put together.
 *
 * Open loop: request k of connection c is due at start + (k * connections + c) / rate, whatever
 * the server does. A connection sends what is due as far as its pipeline allows; what a slow
 * server holds up is sent later, but its latency counts from its due moment, so a stall is seen by
 * every request that should have been served in it ("coordinated omission" is avoided).
 *
 * Nothing is allocated per request: rings and buffers stay with the connection. */
#include "worker.h"

#include "connection.h"
#include "judge.h"

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { EVENTS_MAX = 64, RECEIVE_ROOM = 16 * 1024 };

static void start_due_requests(struct worker *worker, uint64_t now);
static void handle(struct worker *worker, struct connection *connection, uint32_t events);
static void fill(struct worker *worker, struct connection *connection);
static bool is_finished(const struct worker *worker, uint64_t now);
static struct timespec time_to_sleep(const struct worker *worker, uint64_t now);
static void give_up(struct worker *worker, struct connection *connection);

static void begin_phase(struct worker *worker, const struct phase *phase) {
    const struct options *options = worker->plan->options;
    worker->phase = phase;
    worker->pipeline = (unsigned)options->pipeline;
    if (phase->is_load && worker->pipeline < LOAD_PIPELINE && !options->protocol->pipeline_max)
        worker->pipeline = LOAD_PIPELINE;
    worker->end_ns =
        phase->duration_ns == UINT64_MAX ? UINT64_MAX : phase->start_ns + phase->duration_ns;
    worker->quota = phase->requests;
    if (phase->requests != UINT64_MAX)
        worker->quota = (phase->requests + options->threads - 1 - worker->index) / options->threads;
    worker->rate = phase->is_load ? options->load_rate : options->rate;
    worker->arrivals = 0;
    results_clear(worker->results);
    for (unsigned i = 0; i < worker->count; i++) worker->connections[i].due_count = 0;
}

static bool is_open_loop(const struct worker *worker) {
    return worker->rate > 0;
}

/* Relaxed: nothing else is passed along with the flags. */
static bool is_told_to_end(const struct worker *worker) {
    const struct plan *plan = worker->plan;
    if (atomic_load_explicit(&plan->stops, memory_order_relaxed)) return true;
    return worker->phase->awaits_signal &&
           atomic_load_explicit(&plan->begins, memory_order_relaxed);
}

void worker_run(struct worker *worker, const struct phase *phase) {
    struct epoll_event events[EVENTS_MAX];
    begin_phase(worker, phase);
    if (!is_open_loop(worker))
        for (unsigned i = 0; i < worker->count; i++) fill(worker, &worker->connections[i]);
    for (;;) {
        uint64_t now = worker_clock_ns();
        if (is_told_to_end(worker) && now < worker->end_ns) worker->end_ns = now;
        if (is_open_loop(worker)) start_due_requests(worker, now);
        if (is_finished(worker, now)) break;
        struct timespec sleep = time_to_sleep(worker, now);
        int count = epoll_pwait2(worker->epoll, events, EVENTS_MAX, &sleep, NULL);
        for (int i = 0; i < count; i++) handle(worker, events[i].data.ptr, events[i].events);
    }
    for (unsigned i = 0; i < worker->count; i++) give_up(worker, &worker->connections[i]);
}

uint64_t worker_clock_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* The due moment of request k of a connection. A load phase is paced in whole pipelines: spread
 * evenly, its requests would each pay for a system call of their own. */
static uint64_t due_ns(const struct worker *worker, const struct connection *connection,
                       uint64_t k) {
    uint64_t batch = worker->phase->is_load ? worker->pipeline : 1;
    uint64_t connections = worker->plan->options->connections;
    uint64_t place = (k / batch * connections + connection->index) * batch;
    return worker->phase->start_ns + (uint64_t)((double)place * 1e9 / worker->rate);
}

/* The due moment that the worker looks at next; the connections take turns. */
static uint64_t next_arrival_ns(const struct worker *worker) {
    const struct connection *next = &worker->connections[worker->arrivals % worker->count];
    return due_ns(worker, next, worker->arrivals / worker->count);
}

static bool may_start(const struct worker *worker, const struct connection *connection,
                      uint64_t now) {
    if (worker->quota == 0) return false;
    if (!is_open_loop(worker)) return now < worker->end_ns;
    uint64_t due = due_ns(worker, connection, connection->due_count);
    return due <= now && due < worker->end_ns;
}

static void start_due_requests(struct worker *worker, uint64_t now) {
    for (uint64_t next; (next = next_arrival_ns(worker)) <= now && next < worker->end_ns;) {
        struct connection *connection = &worker->connections[worker->arrivals % worker->count];
        if (may_start(worker, connection, now)) fill(worker, connection);
        worker->arrivals++;
        if (worker->quota == 0) break;
    }
}

/* When even the last replies are given up; never for a run that is counted in requests. */
static uint64_t deadline_ns(const struct worker *worker) {
    uint64_t drain_ns = (uint64_t)(worker->plan->options->drain_seconds * 1e9);
    return worker->end_ns == UINT64_MAX ? UINT64_MAX : worker->end_ns + drain_ns;
}

static bool is_finished(const struct worker *worker, uint64_t now) {
    if (worker->alive == 0 || now >= deadline_ns(worker)) return true;
    return worker->in_flight == 0 && (worker->quota == 0 || now >= worker->end_ns);
}

/* Until the next due moment, the end, or a second, whichever is first. */
static struct timespec time_to_sleep(const struct worker *worker, uint64_t now) {
    uint64_t sleep = 1000000000u;
    uint64_t limit = now < worker->end_ns ? worker->end_ns : deadline_ns(worker);
    if (limit - now < sleep) sleep = limit - now;
    if (is_open_loop(worker) && worker->quota && now < worker->end_ns) {
        uint64_t next = next_arrival_ns(worker);
        uint64_t until = next > now ? next - now : 0;
        if (until < sleep) sleep = until;
    }
    return (struct timespec){.tv_sec = (time_t)(sleep / 1000000000u),
                             .tv_nsec = (long)(sleep % 1000000000u)};
}

static enum request_kind choose_kind(struct worker *worker) {
    const struct plan *plan = worker->plan;
    if (worker->phase->is_load) return REQUEST_SET;
    if (plan->only_kind < REQUEST_KINDS) return (enum request_kind)plan->only_kind;
    uint64_t draw = random_below(&worker->random, plan->weight_sum);
    unsigned kind = 0;
    while (draw >= plan->cumulative[kind]) kind++;
    return (enum request_kind)kind;
}

static void choose_keys(struct worker *worker, enum request_kind kind, uint64_t *numbers) {
    struct key_chooser *chooser = worker->phase->is_load ? &worker->load_chooser : &worker->chooser;
    if (kind == REQUEST_INSERT) {
        struct key_space *space = chooser->space;
        numbers[0] = space->count +
                     /* Relaxed: every number is given out once, in no particular order. */
                     atomic_fetch_add_explicit(&space->issued, 1, memory_order_relaxed);
        return;
    }
    unsigned keys = worker->plan->forms[kind].keys_of_each;
    for (unsigned i = 0; i < keys; i++) numbers[i] = key_chooser_next(chooser);
}

static void append(struct worker *worker, struct connection *connection, enum request_kind form,
                   const uint64_t *numbers) {
    const struct plan *plan = worker->plan;
    const struct protocol *protocol = connection->protocol;
    if (!protocol->write) {
        request_form_write(&plan->forms[form], &plan->options->key_format, &plan->values, numbers,
                           &connection->out);
        return;
    }
    char key[KEY_SIZE_MAX];
    size_t key_size = key_format_write(&plan->options->key_format, numbers[0], key);
    protocol->write(connection->session, form, key, key_size,
                    value_of_key(&plan->values, numbers[0]), &connection->out);
}

static void start_request(struct worker *worker, struct connection *connection, uint64_t start_ns) {
    enum request_kind kind = choose_kind(worker);
    uint64_t *numbers = connection_numbers(connection, connection->tail);
    choose_keys(worker, kind, numbers);
    bool is_new_record = worker->phase->is_load && worker->plan->options->fields > 1;
    append(worker, connection, is_new_record ? REQUEST_INSERT : kind, numbers);
    unsigned more = worker->plan->forms[kind].replies - 1;
    connection_push(connection,
                    (struct request){.start_ns = start_ns, .kind = kind, .more_replies = more});
    worker->in_flight++;
    worker->quota -= worker->quota != UINT64_MAX;
}

static void watch(struct worker *worker, struct connection *connection, bool awaits_room) {
    struct epoll_event event = {.events = EPOLLIN | (awaits_room ? (uint32_t)EPOLLOUT : 0),
                                .data.ptr = connection};
    epoll_ctl(worker->epoll, EPOLL_CTL_MOD, connection->fd, &event);
    connection->awaits_room = awaits_room;
}

static void lose(struct worker *worker, struct connection *connection, const char *why) {
    if (connection->fd < 0) return;
    close(connection->fd);
    connection->fd = -1;
    worker->alive--;
    worker->results->disconnects++;
    results_note_error(worker->results, why, strlen(why));
    give_up(worker, connection);
}

static void flush(struct worker *worker, struct connection *connection) {
    struct buffer *out = &connection->out;
    while (out->start < out->size) {
        ssize_t sent =
            send(connection->fd, out->data + out->start, out->size - out->start, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent < 0 && errno == EAGAIN) {
            if (!connection->awaits_room) watch(worker, connection, true);
            return;
        }
        if (sent < 0) {
            lose(worker, connection, strerror(errno));
            return;
        }
        out->start += (size_t)sent;
        worker->results->bytes_out += (uint64_t)sent;
    }
    out->start = out->size = 0;
    if (connection->awaits_room) watch(worker, connection, false);
}

/* Starts what may start now and sends it. */
static void fill(struct worker *worker, struct connection *connection) {
    if (connection->fd < 0) return;
    bool open_loop = is_open_loop(worker);
    bool sliding = open_loop || worker->plan->options->sliding;
    if (sliding || connection_in_flight(connection) == 0) {
        uint64_t now = worker_clock_ns();
        while (connection_in_flight(connection) < worker->pipeline &&
               may_start(worker, connection, now)) {
            uint64_t start = open_loop ? due_ns(worker, connection, connection->due_count) : now;
            connection->due_count++;
            start_request(worker, connection, start);
        }
    }
    flush(worker, connection);
}

/* The second half of a read-modify-write takes the place of the first. */
static void start_second(struct worker *worker, struct connection *connection, struct request first,
                         uint64_t number) {
    first.is_second = true;
    *connection_numbers(connection, connection->tail) = number;
    append(worker, connection, REQUEST_SET, &number);
    connection_push(connection, first);
    worker->in_flight++;
}

static void complete(struct worker *worker, struct connection *connection,
                     const struct reply *reply, uint64_t now) {
    struct results *results = worker->results;
    struct request request = *connection_oldest(connection);
    const uint64_t *numbers = connection_numbers(connection, connection->head);
    enum request_kind kind = request.is_second ? REQUEST_SET : request.kind;
    results->requests++;
    bool good = judge_reply(results, worker->plan, kind, numbers, reply);
    if (request.more_replies) {
        connection_oldest(connection)->more_replies--;
        if (!good) connection_oldest(connection)->has_failed = true;
        return;
    }
    connection->head++;
    worker->in_flight--;
    if (!good || request.has_failed) return;
    if (kind == REQUEST_MODIFY) {
        start_second(worker, connection, request, numbers[0]);
        return;
    }
    if (kind == REQUEST_INSERT) /* relaxed: see latest_next */
        atomic_fetch_add_explicit(&worker->chooser.space->acknowledged, 1, memory_order_relaxed);
    results->operations++;
    histogram_record(&results->latency, now > request.start_ns ? now - request.start_ns : 0);
}

/* Takes all complete replies out of the receive buffer. */
static void take_replies(struct worker *worker, struct connection *connection, uint64_t now) {
    const struct protocol *protocol = worker->plan->options->protocol;
    struct buffer *in = &connection->in;
    while (in->start < in->size) {
        struct reply reply;
        ssize_t used = protocol->parse(connection->session, in->data + in->start,
                                       in->size - in->start, &reply);
        if (used == 0) break;
        if (used > 0 && reply.kind == REPLY_NONE) {
            in->start += (size_t)used;
            continue;
        }
        if (used < 0 || connection_in_flight(connection) == 0) {
            worker->results->errors++;
            lose(worker, connection, used < 0 ? "not a reply" : "a reply that nothing asked for");
            return;
        }
        complete(worker, connection, &reply, now);
        in->start += (size_t)used;
    }
    if (in->start == 0) return;
    memmove(in->data, in->data + in->start, in->size - in->start);
    in->size -= in->start;
    in->start = 0;
}

static void receive(struct worker *worker, struct connection *connection) {
    struct buffer *in = &connection->in;
    buffer_reserve(in, RECEIVE_ROOM);
    ssize_t got = recv(connection->fd, in->data + in->size, in->room - in->size, 0);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (got <= 0) {
        lose(worker, connection, got ? strerror(errno) : "closed by the server");
        return;
    }
    in->size += (size_t)got;
    worker->results->bytes_in += (uint64_t)got;
    take_replies(worker, connection, worker_clock_ns());
    fill(worker, connection);
}

static void handle(struct worker *worker, struct connection *connection, uint32_t events) {
    if (connection->fd >= 0 && (events & EPOLLOUT)) flush(worker, connection);
    if (connection->fd >= 0 && (events & (EPOLLIN | EPOLLHUP | EPOLLERR)))
        receive(worker, connection);
}

/* Counts what never got its reply, and what was due but never sent, with the age it has. */
static void give_up(struct worker *worker, struct connection *connection) {
    struct results *results = worker->results;
    uint64_t now = worker_clock_ns();
    while (connection_in_flight(connection)) {
        uint64_t start = connection_oldest(connection)->start_ns;
        histogram_record(&results->latency, now > start ? now - start : 0);
        results->unanswered++;
        connection->head++;
        worker->in_flight--;
    }
    if (!is_open_loop(worker)) return;
    for (; may_start(worker, connection, now); connection->due_count++) {
        histogram_record(&results->latency,
                         now - due_ns(worker, connection, connection->due_count));
        results->unanswered++;
        worker->quota -= worker->quota != UINT64_MAX;
    }
}

int worker_create(struct worker *worker, const struct plan *plan, unsigned index) {
    const struct options *options = plan->options;
    unsigned threads = (unsigned)options->threads, connections = (unsigned)options->connections;
    unsigned pipeline =
        options->pipeline > LOAD_PIPELINE ? (unsigned)options->pipeline : LOAD_PIPELINE;
    *worker = (struct worker){.plan = plan, .index = index};
    worker->random.state = random_mix(options->seed * 31 + index + 77);
    key_chooser_init(&worker->chooser, options->order, plan->space, options->theta, options->seed,
                     index, threads);
    key_chooser_init(&worker->load_chooser, options->load_order, plan->space, options->theta,
                     options->seed, index, threads);
    worker->count = (connections + threads - 1 - index) / threads;
    worker->connections = calloc(worker->count, sizeof *worker->connections);
    worker->results = malloc(sizeof *worker->results);
    worker->epoll = epoll_create1(EPOLL_CLOEXEC);
    if (!worker->connections || !worker->results || worker->epoll < 0) return -1;
    for (unsigned i = 0; i < worker->count; i++) {
        struct connection *connection = &worker->connections[i];
        connection->index = index + i * threads;
        if (connection_create(connection, options, pipeline, plan->keys_max)) return -1;
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = connection};
        epoll_ctl(worker->epoll, EPOLL_CTL_ADD, connection->fd, &event);
        worker->alive++;
    }
    return 0;
}

void worker_destroy(struct worker *worker) {
    for (unsigned i = 0; i < worker->count; i++) connection_destroy(&worker->connections[i]);
    free(worker->connections);
    free(worker->results);
    close(worker->epoll);
}
