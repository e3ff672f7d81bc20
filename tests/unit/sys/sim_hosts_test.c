/* Several hosts on the simulated machine: a caller on host 1 talks to a server on host 0 that echoes, and which is killed, cut
 * off, or without power. */
#include "check.h"

#include <errno.h>

#include "base/memory.h"
#include "sys/connect.h"
#include "sys/fiber.h"
#include "sys/file.h"
#include "sys/loop_internal.h"
#include "sys/sim.h"

enum {
    PORT = 7000,
    STEPS_MAX = 20000000,
    TRIALS = 50,
    PIECE = 20000,
    PIECES = 10,
    KILLED_MAX = 1000
};

static struct loop *loops[2]; /* by host */
static struct listener *listener;
static struct loop *killed[KILLED_MAX]; /* so that their memory is no leak */
static unsigned killed_count;
static unsigned host_seen;

/* ---- host 0 ---- */

static unsigned echoes_closed;

static void echo_on_bytes(void *owner, struct rx *rx) {
    CHECK_EQ(host_seen, 0);
    struct stream *stream = *(struct stream **)owner;
    struct chain out = {0};
    chain_append(&out, bytes_of(rx->data, rx->len));
    rx_give_back(stream_loop(stream), rx);
    stream_send(stream, &out);
}

static void echo_on_closed(void *owner, int reason) {
    (void)reason;
    echoes_closed++;
    memory_free(owner);
}

static const struct stream_handler echo_handler = {.on_bytes = echo_on_bytes,
                                                   .on_closed = echo_on_closed};

static void on_accept(void *arg, struct loop *loop, struct stream *stream) {
    (void)arg, (void)loop;
    struct stream **owner = memory_alloc(sizeof *owner);
    *owner = stream;
    stream_start(stream, &echo_handler, owner);
}

static void start_server(void) {
    char error[200] = "";
    sim_choose_host(0);
    loops[0] = loop_create(&(struct loop_options){0});
    listener = listener_open(loops, 1, &(struct listen_options){.address = "0.0.0.0", .port = PORT},
                             on_accept, NULL, error, sizeof error);
    CHECK_STR(error, "");
    loop_launch(loops[0], NULL, NULL);
}

/* ---- host 1 ---- */

static struct {
    struct stream *stream;
    uint64_t sent, received;
    bool is_wrong, is_closed;
    int error;
} caller;

static char byte_at(uint64_t at) {
    return (char)(at * 31 + at / 251);
}

static void caller_on_bytes(void *owner, struct rx *rx) {
    (void)owner;
    CHECK_EQ(host_seen, 1);
    for (uint32_t i = 0; i < rx->len; i++)
        caller.is_wrong |= rx->data[i] != byte_at(caller.received++);
    rx_give_back(loops[1], rx);
}

static void caller_on_closed(void *owner, int reason) {
    (void)owner, (void)reason;
    caller.is_closed = true;
}

static const struct stream_handler caller_handler = {.on_bytes = caller_on_bytes,
                                                     .on_closed = caller_on_closed};

static void call_on_fiber(void *arg) {
    (void)arg;
    memset(&caller, 0, sizeof caller);
    struct connect_options options = {.host = "other", .port = PORT, .timeout_ms = 5000};
    caller.stream = stream_connect(&options, &caller.error);
    if (caller.stream == NULL) return;
    stream_start(caller.stream, &caller_handler, &caller);
    for (int i = 0; i < PIECES && !caller.is_closed; i++) {
        char piece[PIECE];
        struct chain out = {0};
        for (size_t j = 0; j < PIECE; j++) piece[j] = byte_at(caller.sent + j);
        chain_append(&out, bytes_of(piece, PIECE));
        caller.sent += PIECE;
        stream_send(caller.stream, &out);
        fiber_yield();
    }
}

static void call(struct mail *mail) {
    memory_free(mail);
    fiber_start(FIBER_LARGE, call_on_fiber, NULL);
}

static void begin_call(void) {
    struct mail *mail = memory_alloc_zeroed(sizeof *mail);
    mail->deliver = call;
    mail_post_from_outside(loops[1], mail);
}

static void close_caller(struct mail *mail) {
    memory_free(mail);
    if (caller.stream != NULL && !caller.is_closed) stream_abort(caller.stream);
}

static void end_call(void) {
    struct mail *mail = memory_alloc_zeroed(sizeof *mail);
    mail->deliver = close_caller;
    mail_post_from_outside(loops[1], mail);
    CHECK(sim_run(STEPS_MAX));
}

/* ---- both ---- */

static void see_host(unsigned host) {
    host_seen = host;
}

static void begin(uint64_t seed) {
    sim_set_seed(seed);
    CHECK_EQ(machine_choose(MACHINE_SIM), 0);
    host_seen = 0;
    sim_on_host(see_host);
    start_server();
    sim_choose_host(1);
    loops[1] = loop_create(&(struct loop_options){0});
    loop_launch(loops[1], NULL, NULL);
}

static void kill_server(void) {
    killed[killed_count++ % KILLED_MAX] = loops[0];
    sim_kill_host(0);
}

static void end(bool has_server) {
    end_call();
    if (has_server) listener_close(listener);
    CHECK(sim_run(STEPS_MAX));
    for (unsigned i = !has_server; i < 2; i++) {
        loop_stop(loops[i]);
        loop_join(loops[i]);
        loop_destroy(loops[i]);
    }
    sim_on_host(NULL);
}

TEST(each_hosts_turns_are_announced) {
    begin(check_random());
    begin_call();
    CHECK(sim_run(STEPS_MAX));
    CHECK_EQ(caller.received, PIECES * PIECE);
    CHECK(!caller.is_wrong && !caller.is_closed);
    end(true);
}

TEST(who_talks_to_a_host_that_is_killed_gets_some_of_what_it_had_sent_and_then_the_end) {
    unsigned in_the_middle = 0;
    for (int i = 0; i < TRIALS; i++) {
        begin(check_random());
        begin_call();
        sim_run(check_random_below(1000));
        unsigned before = echoes_closed;
        kill_server();
        CHECK(sim_run(STEPS_MAX));
        CHECK(caller.is_closed || caller.error == -ECONNREFUSED);
        CHECK(!caller.is_wrong);
        CHECK_EQ(echoes_closed, before); /* what is dead hears of nothing */
        in_the_middle += caller.received > 0 && caller.received < PIECES * PIECE;
        begin_call();
        CHECK(sim_run(STEPS_MAX));
        CHECK_EQ(caller.error, -ECONNREFUSED);
        start_server(); /* on the port that is free again */
        begin_call();
        CHECK(sim_run(STEPS_MAX));
        CHECK_EQ(caller.received, PIECES * PIECE);
        end(true);
    }
    CHECK(in_the_middle > 0);
}

TEST(links_that_break_lose_what_is_under_way_and_both_sides_hear_of_it) {
    unsigned in_the_middle = 0;
    for (int i = 0; i < TRIALS; i++) {
        begin(check_random());
        begin_call();
        sim_run(50 + check_random_below(500));
        unsigned before = echoes_closed;
        sim_break_links(1, 0);
        CHECK(sim_run(STEPS_MAX));
        CHECK(caller.is_closed && !caller.is_wrong); /* nothing came behind a gap */
        CHECK_EQ(echoes_closed, before + 1);
        in_the_middle += caller.received > 0 && caller.received < PIECES * PIECE;
        begin_call();
        CHECK(sim_run(STEPS_MAX));
        CHECK_EQ(caller.received, PIECES * PIECE);
        end(true);
    }
    CHECK(in_the_middle > 0);
}

TEST(between_hosts_that_are_parted_nothing_goes_until_they_are_not) {
    for (int i = 0; i < TRIALS; i++) {
        begin(check_random());
        begin_call();
        sim_run(50 + check_random_below(300));
        sim_part(0, 1, true);
        CHECK(sim_run(STEPS_MAX));
        uint64_t received = caller.received;
        CHECK(sim_advance(100000));
        CHECK_EQ(caller.received, received);
        sim_part(0, 1, false);
        CHECK(sim_run(STEPS_MAX));
        CHECK_EQ(caller.received, PIECES * PIECE);
        CHECK(!caller.is_wrong && !caller.is_closed);
        sim_part(0, 1, true);
        end_call();
        begin_call();
        CHECK(sim_run(STEPS_MAX));
        CHECK_EQ(caller.error, -EHOSTUNREACH);
        sim_part(0, 1, false);
        end(true);
    }
}

static bool has_file(const char *path) {
    struct buffer contents = {0};
    bool is_there = file_read_all(path, &contents) == 0 &&
                    bytes_equal(buffer_view(&contents), BYTES_LITERAL("text"));
    buffer_clear(&contents);
    return is_there;
}

/* A file whose directory was not synced may be lost by a cut, but only by one of its host. */
TEST(the_power_of_one_host_is_not_that_of_another) {
    unsigned lost = 0;
    for (int i = 0; i < TRIALS; i++) {
        sim_set_seed(check_random());
        CHECK_EQ(machine_choose(MACHINE_SIM), 0);
        sim_choose_host(1);
        CHECK_EQ(directory_make("/own"), 0);
        CHECK_EQ(file_replace("/own/file", BYTES_LITERAL("text")), 0);
        sim_choose_host(0);
        CHECK_EQ(directory_make("/other"), 0);
        CHECK_EQ(file_replace("/other/file", BYTES_LITERAL("text")), 0);
        CHECK_EQ(file_remove("/other/file"), 0);
        sim_cut_power();
        CHECK(file_replace("/other/file", BYTES_LITERAL("new")) < 0);
        sim_choose_host(1);
        CHECK_EQ(file_replace("/own/more", BYTES_LITERAL("text")), 0); /* here there is power */
        CHECK(has_file("/own/file") && has_file("/own/more"));
        sim_choose_host(0);
        sim_restore_power();
        lost += !has_file("/other/file");
    }
    CHECK(lost > 0 && lost < TRIALS);
}
