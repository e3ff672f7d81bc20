/* Outgoing connections, on all three machines: one core connects to another one, which echoes. */
#include "check.h"

#include <errno.h>
#include <string.h>

#include "base/memory.h"
#include "rig.h"
#include "sys/connect.h"
#include "sys/fiber.h"
#include "sys/sim.h"

enum { ROUNDS = 40, PIECE = 30000, SIM_PORT = 6379, STEPS_MAX = 20000000 };

struct echo {
    struct stream *stream;
};

static _Atomic(uint64_t) echoes_closed;
static bool echo_hangs_up; /* at the first byte */

static void echo_on_bytes(void *owner, struct rx *rx) {
    struct echo *echo = owner;
    struct chain out = {0};
    chain_append(&out, bytes_of(rx->data, rx->len));
    rx_give_back(stream_loop(echo->stream), rx);
    if (echo_hangs_up) {
        chain_clear(&out);
        stream_abort(echo->stream);
    } else {
        stream_send(echo->stream, &out);
    }
}

static void echo_on_closed(void *owner, int reason) {
    (void)reason;
    memory_free(owner);
    atomic_fetch_add(&echoes_closed, 1);
}

static const struct stream_handler echo_handler = {.on_bytes = echo_on_bytes,
                                                   .on_closed = echo_on_closed};

static void on_accept(void *arg, struct loop *loop, struct stream *stream) {
    (void)arg, (void)loop;
    struct echo *echo = memory_alloc_zeroed(sizeof *echo);
    echo->stream = stream;
    stream_start(stream, &echo_handler, echo);
}

/* ---- who connects ---- */

struct caller {
    struct loop *loop;
    uint16_t port;
    const char *host;
    struct stream *stream;
    struct event event;
    uint64_t sent, received;
    bool is_closed, is_wrong;
    int error;
    _Atomic(uint64_t) done;
};

static char byte_at(uint64_t at) {
    return (char)(at * 31 + at / 251);
}

static void caller_on_bytes(void *owner, struct rx *rx) {
    struct caller *caller = owner;
    for (uint32_t i = 0; i < rx->len; i++)
        caller->is_wrong |= rx->data[i] != byte_at(caller->received++);
    rx_give_back(caller->loop, rx);
    if (caller->received == caller->sent) event_signal(&caller->event);
}

static void caller_on_closed(void *owner, int reason) {
    struct caller *caller = owner;
    (void)reason;
    caller->is_closed = true;
    event_signal(&caller->event);
}

static const struct stream_handler caller_handler = {.on_bytes = caller_on_bytes,
                                                     .on_closed = caller_on_closed};

static void send_piece(struct caller *caller) {
    struct chain out = {0};
    char *piece = memory_alloc(PIECE);
    for (size_t i = 0; i < PIECE; i++) piece[i] = byte_at(caller->sent + i);
    chain_append(&out, bytes_of(piece, PIECE));
    memory_free(piece);
    caller->sent += PIECE;
    stream_send(caller->stream, &out);
}

static void call_on_fiber(void *arg) {
    struct caller *caller = arg;
    struct connect_options options = {
        .host = caller->host, .port = caller->port, .timeout_ms = 5000};
    caller->stream = stream_connect(&options, &caller->error);
    if (caller->stream != NULL) {
        CHECK(stream_loop(caller->stream) == caller->loop);
        stream_start(caller->stream, &caller_handler, caller);
        for (int i = 0; i < ROUNDS && !caller->is_closed; i++) {
            send_piece(caller);
            if (i % 3 == 0) event_wait(&caller->event);
        }
        while (!caller->is_closed && caller->received < caller->sent) event_wait(&caller->event);
        if (!caller->is_closed) stream_close(caller->stream, 1000);
        while (!caller->is_closed) event_wait(&caller->event);
    }
    atomic_fetch_add(&caller->done, 1);
}

static void call(void *arg) {
    fiber_start(FIBER_SMALL, call_on_fiber, arg);
}

static void check_echoed(const struct caller *caller) {
    CHECK_EQ(caller->error, 0);
    CHECK_EQ(caller->received, (uint64_t)ROUNDS * PIECE);
    CHECK(!caller->is_wrong);
}

TEST_BOTH(what_is_sent_to_a_server_that_was_connected_to_comes_back) {
    struct rig rig;
    if (!rig_start(&rig, kind, 2, 0)) return;
    atomic_store(&echoes_closed, 0);
    echo_hangs_up = false;
    rig_listen(&rig, on_accept, NULL);
    for (int i = 0; i < 4; i++) {
        struct caller caller = {
            .loop = rig.loops[1], .port = rig.port, .host = i % 2 == 0 ? "127.0.0.1" : "localhost"};
        rig_call(rig.loops[1], call, &caller);
        CHECK(rig_await(&caller.done, 1));
        check_echoed(&caller);
        CHECK(rig_await(&echoes_closed, (uint64_t)i + 1));
    }
    rig_stop(&rig);
}

TEST_BOTH(a_port_where_nobody_listens_and_a_name_that_does_not_exist_are_errors) {
    struct rig rig;
    if (!rig_start(&rig, kind, 1, 0)) return;
    struct caller caller = {.loop = rig.loops[0], .port = 1, .host = "127.0.0.1"};
    rig_call(rig.loops[0], call, &caller);
    CHECK(rig_await(&caller.done, 1));
    CHECK_EQ(caller.error, -ECONNREFUSED);
    struct caller lost = {.loop = rig.loops[0], .port = 1, .host = "not a name"};
    rig_call(rig.loops[0], call, &lost);
    CHECK(rig_await(&lost.done, 1));
    CHECK_EQ(lost.error, -EHOSTUNREACH);
    rig_stop(&rig);
}

TEST_BOTH(a_server_that_hangs_up_is_heard_of) {
    struct rig rig;
    if (!rig_start(&rig, kind, 2, 0)) return;
    echo_hangs_up = true;
    rig_listen(&rig, on_accept, NULL);
    struct caller caller = {.loop = rig.loops[1], .port = rig.port, .host = "127.0.0.1"};
    rig_call(rig.loops[1], call, &caller);
    CHECK(rig_await(&caller.done, 1));
    CHECK(caller.is_closed);
    CHECK_EQ(caller.received, 0);
    rig_stop(&rig);
}

/* ---- the simulated machine ---- */

static uint64_t call_simulated(uint64_t seed, unsigned cores, unsigned callers, bool hangs_up) {
    struct loop *loops[4];
    struct caller all[6] = {0};
    char error[200] = "";
    struct listen_options options = {.address = "127.0.0.1", .port = SIM_PORT};
    sim_set_seed(seed);
    CHECK_EQ(machine_choose(MACHINE_SIM), 0);
    echo_hangs_up = hangs_up;
    atomic_store(&echoes_closed, 0);
    for (unsigned i = 0; i < cores; i++) loops[i] = loop_create(&(struct loop_options){.index = i});
    struct listener *listener =
        listener_open(loops, cores, &options, on_accept, NULL, error, sizeof error);
    for (unsigned i = 0; i < cores; i++) {
        all[i] = (struct caller){.loop = loops[i], .port = SIM_PORT, .host = "other"};
        loop_launch(loops[i], i < callers ? call : NULL, &all[i]);
    }
    CHECK(sim_run(STEPS_MAX));
    for (unsigned i = 0; i < callers; i++) {
        CHECK_EQ(all[i].done, 1);
        if (!hangs_up) check_echoed(&all[i]);
        CHECK(!all[i].is_wrong);
    }
    CHECK_EQ(echoes_closed, callers);
    listener_close(listener);
    CHECK(sim_run(STEPS_MAX));
    for (unsigned i = 0; i < cores; i++) loop_stop(loops[i]);
    for (unsigned i = 0; i < cores; i++) loop_join(loops[i]);
    CHECK(sim_is_stopped());
    for (unsigned i = 0; i < cores; i++) loop_destroy(loops[i]);
    return sim_trace_hash();
}

TEST(simulated_cores_connect_to_each_other_and_the_same_seed_gives_the_same_trace) {
    for (int i = 0; i < 30; i++) {
        uint64_t seed = check_random();
        unsigned cores = 1 + (unsigned)check_random_below(4);
        unsigned callers = 1 + (unsigned)check_random_below(cores);
        bool hangs_up = check_random_below(4) == 0;
        uint64_t hash = call_simulated(seed, cores, callers, hangs_up);
        if (i < 3) CHECK(call_simulated(seed, cores, callers, hangs_up) == hash);
    }
}
