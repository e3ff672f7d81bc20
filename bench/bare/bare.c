/* A server without a store: the floor under every measurement of Anax.
 *
 * The same loops, streams, parser and reply writer as Anax, and nothing else: GET answers 256 fixed
 * bytes, everything else +OK. What Anax costs above it is the price of being a store.
 *
 *     bare --port 6400 --io uring|epoll|auto --cores 1 [--pin auto|no] */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buffer.h"
#include "base/memory.h"
#include "proto/reply.h"
#include "proto/request.h"
#include "sys/loop.h"
#include "sys/stream.h"

enum { CORES_MAX = 1024, VALUE_SIZE = 256 };

struct connection {
    struct stream *stream;
    struct request_parser parser;
    struct buffer rest; /* the start of a request whose end has not come */
};

static struct request_arena arenas[CORES_MAX];
static char value[VALUE_SIZE];

/* ---- answering ---- */

static void answer(const struct request *request, struct reply *reply) {
    if (bytes_is(request->argv[0], "get"))
        reply_bulk(reply, bytes_of(value, sizeof value));
    else if (bytes_is(request->argv[0], "config") || bytes_is(request->argv[0], "command"))
        reply_array(reply, 0);
    else
        reply_ok(reply);
}

/* Runs all whole requests of input; returns how many bytes they were, or SIZE_MAX after an error. */
static size_t run_requests(struct connection *connection, struct bytes input) {
    struct chain out = {0};
    struct reply reply = {.out = &out, .version = 2};
    struct request_arena *arena = &arenas[loop_index(loop_current())];
    size_t used = 0;
    enum request_status status;
    do {
        struct request request;
        status = request_parse(&connection->parser, bytes_of(input.data + used, input.len - used),
                               arena, &request);
        if (status == REQUEST_COMPLETE)
            answer(&request, &reply);
        else if (status == REQUEST_ERROR)
            reply_error(&reply, "ERR %s", request.error);
        if (status == REQUEST_COMPLETE || status == REQUEST_EMPTY) used += request.consumed;
    } while (used < input.len && status != REQUEST_INCOMPLETE && status != REQUEST_ERROR);
    request_arena_reset(arena);
    stream_send(connection->stream, &out);
    return status == REQUEST_ERROR ? SIZE_MAX : used;
}

static void on_bytes(void *owner, struct rx *rx) {
    struct connection *connection = owner;
    struct buffer *rest = &connection->rest;
    bool is_whole = rest->len == 0;
    if (!is_whole) buffer_append(rest, bytes_of(rx->data, rx->len));
    struct bytes input = is_whole ? bytes_of(rx->data, rx->len) : buffer_view(rest);
    size_t used = run_requests(connection, input);
    if (used == SIZE_MAX)
        stream_close(connection->stream, 1000);
    else if (is_whole && used < input.len)
        buffer_append(rest, bytes_of(input.data + used, input.len - used));
    else if (!is_whole)
        buffer_consume(rest, used);
    rx_give_back(stream_loop(connection->stream), rx);
}

static void on_closed(void *owner, int reason) {
    struct connection *connection = owner;
    (void)reason;
    request_parser_clear(&connection->parser);
    buffer_clear(&connection->rest);
    memory_free(connection);
}

static void on_accept(void *arg, struct loop *loop, struct stream *stream) {
    static const struct stream_handler handler = {.on_bytes = on_bytes, .on_closed = on_closed};
    struct connection *connection = memory_alloc_zeroed(sizeof *connection);
    (void)arg;
    (void)loop;
    connection->stream = stream;
    request_parser_init(&connection->parser, &request_limits_default);
    stream_start(stream, &handler, connection);
}

/* ---- the program ---- */

static const char *option(int argc, char **argv, const char *name, const char *otherwise) {
    for (int i = 1; i + 1 < argc; i += 2)
        if (strcmp(argv[i], name) == 0) return argv[i + 1];
    return otherwise;
}

static enum machine_kind machine_named(const char *name) {
    if (strcmp(name, "uring") == 0) return MACHINE_URING;
    return strcmp(name, "epoll") == 0 ? MACHINE_EPOLL : MACHINE_AUTO;
}

static void print_stats(struct loop *const *loops, unsigned cores) {
    for (unsigned i = 0; i < cores; i++) {
        const struct loop_stats *stats = loop_stats(loops[i]);
        printf("core %u: %llu turns, %llu sleeps, longest turn %llu us, busy %llu ms, in %llu, "
               "out %llu\n",
               i, (unsigned long long)stats->turns, (unsigned long long)stats->sleeps,
               (unsigned long long)stats->turn_max_ns / 1000,
               (unsigned long long)stats->busy_ns / 1000000, (unsigned long long)stats->bytes_in,
               (unsigned long long)stats->bytes_out);
    }
}

static int fail(const char *text) {
    fprintf(stderr, "bare: %s\n", text);
    return 1;
}

int main(int argc, char **argv) {
    static struct loop *loops[CORES_MAX];
    char error[300];
    unsigned cores = (unsigned)atoi(option(argc, argv, "--cores", "1"));
    if (cores < 1 || cores > CORES_MAX) return fail("--cores must be between 1 and 1024");
    memset(value, 'x', sizeof value);
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigprocmask(SIG_BLOCK, &signals, NULL);
    signal(SIGPIPE, SIG_IGN);
    process_raise_open_files(65536);
    if (machine_choose(machine_named(option(argc, argv, "--io", "auto"))) < 0)
        return fail("this kind of --io is not available");
    bool pin = strcmp(option(argc, argv, "--pin", "no"), "no") != 0;
    for (unsigned i = 0; i < cores; i++) {
        struct loop_options options = {.index = i, .pin = pin, .cores = cores};
        loops[i] = loop_create(&options);
        if (loops[i] == NULL) return fail("a loop cannot be made");
    }
    struct listen_options listening = {.address = option(argc, argv, "--bind", "127.0.0.1"),
                                       .port = (uint16_t)atoi(option(argc, argv, "--port", "6400")),
                                       .backlog = 511};
    if (listener_open(loops, cores, &listening, on_accept, NULL, error, sizeof error) == NULL)
        return fail(error);
    for (unsigned i = 0; i < cores; i++) loop_launch(loops[i], NULL, NULL);
    log_line('*', "%s, %u cores, ready", machine_name(), cores);
    int number;
    sigwait(&signals, &number);
    for (unsigned i = 0; i < cores; i++) loop_stop(loops[i]);
    for (unsigned i = 0; i < cores; i++) loop_join(loops[i]);
    print_stats(loops, cores);
    for (unsigned i = 0; i < cores; i++) loop_destroy(loops[i]);
    return 0;
}
