/* The bridge in front of a one-core server that answers each piece in capital letters and closes at
 * a "Q". */
#include "check.h"

#include <ctype.h>
#include <errno.h>

#include "base/memory.h"
#include "sys/loop_internal.h"
#include "sys/sim.h"
#include "sys/sim_bridge.h"
#include "sys/stream.h"

static struct loop *core;
static struct listener *listener;
static int to_bridge[2], from_bridge[2];

static void on_bytes(void *owner, struct rx *rx) {
    struct stream *stream = *(struct stream **)owner;
    bool quits = memchr(rx->data, 'Q', rx->len) != NULL;
    for (uint32_t i = 0; i < rx->len; i++) rx->data[i] = (char)toupper(rx->data[i]);
    struct chain out = {0};
    chain_append(&out, bytes_of(rx->data, rx->len));
    rx_give_back(core, rx);
    stream_send(stream, &out);
    if (quits) stream_close(stream, 1000);
}

static void on_closed(void *owner, int reason) {
    (void)reason;
    memory_free(owner);
}

static void on_end(void *owner) {
    stream_close(*(struct stream **)owner, 1000);
}

static const struct stream_handler handler = {on_bytes, NULL, on_closed, on_end};

static void on_accept(void *arg, struct loop *loop, struct stream *stream) {
    (void)arg, (void)loop;
    struct stream **owner = memory_alloc(sizeof *owner);
    *owner = stream;
    stream_start(stream, &handler, owner);
}

static void begin(void) {
    char error[200] = "";
    sim_set_seed(check_random());
    CHECK_EQ(machine_choose(MACHINE_SIM), 0);
    core = loop_create(&(struct loop_options){0});
    listener = listener_open(&core, 1, &(struct listen_options){.address = "127.0.0.1", .port = 1},
                             on_accept, NULL, error, sizeof error);
    loop_launch(core, NULL, NULL);
    CHECK(pipe(to_bridge) == 0 && pipe(from_bridge) == 0);
}

static void put(char op, uint32_t connection, const void *payload, uint32_t len) {
    char frame[9 + 256] = {op};
    memcpy(frame + 1, &connection, 4); /* this test runs on little-endian machines */
    memcpy(frame + 5, &len, 4);
    memcpy(frame + 9, payload, len);
    CHECK_EQ(write(to_bridge[1], frame, 9 + len), 9 + (ssize_t)len);
}

static void say(char op, uint32_t connection, const char *text) {
    put(op, connection, text, (uint32_t)strlen(text));
}

static char answer[65536];
static size_t answer_len;
static const char *reading; /* the frame to be read next */

/* Runs the bridge on what was put; its answer is then read by expect. */
static int run(void) {
    close(to_bridge[1]);
    int result = sim_bridge_run(to_bridge[0], from_bridge[1]);
    close(from_bridge[1]);
    ssize_t got;
    answer_len = 0;
    while ((got = read(from_bridge[0], answer + answer_len, sizeof answer - answer_len)) > 0)
        answer_len += (size_t)got;
    close(from_bridge[0]);
    close(to_bridge[0]);
    reading = answer;
    return result;
}

static void end(void) {
    CHECK(reading == answer + answer_len);
    listener_close(listener);
    CHECK(sim_run(100000));
    loop_stop(core);
    loop_join(core);
    loop_destroy(core);
}

static void expect(char op, uint32_t connection, const char *payload, size_t len) {
    uint32_t number, got;
    REQUIRE(answer + answer_len - reading >= 9);
    CHECK_EQ(reading[0], op);
    memcpy(&number, reading + 1, 4);
    memcpy(&got, reading + 5, 4);
    CHECK_EQ(number, connection);
    if (payload != NULL)
        CHECK_BYTES(reading + 9, got, payload, len);
    else
        CHECK_EQ(got, len);
    reading += 9 + got;
}

TEST(what_the_server_sends_comes_after_each_run_by_connection_then_the_hash) {
    begin();
    say('O', 7, "");
    say('O', 3, "");
    say('D', 7, "seven");
    say('R', 0, "");
    say('D', 3, "three");
    say('D', 7, "again");
    say('R', 0, "");
    say('R', 0, "");
    CHECK_EQ(run(), 0);
    expect('D', 7, "SEVEN", 5);
    expect('I', 0, NULL, 8);
    expect('D', 3, "THREE", 5);
    expect('D', 7, "AGAIN", 5);
    expect('I', 0, NULL, 8);
    expect('I', 0, NULL, 8);
    end();
}

TEST(a_close_by_the_server_is_reported_once_and_later_frames_of_it_are_ignored) {
    begin();
    say('O', 0, "");
    say('D', 0, "byeQ");
    say('R', 0, "");
    say('D', 0, "more");
    say('C', 0, "");
    say('R', 0, "");
    say('O', 0, ""); /* the number is free again */
    say('D', 0, "new");
    say('R', 0, "");
    CHECK_EQ(run(), 0);
    expect('D', 0, "BYEQ", 4);
    expect('C', 0, "", 0);
    expect('I', 0, NULL, 8);
    expect('I', 0, NULL, 8);
    expect('D', 0, "NEW", 3);
    expect('I', 0, NULL, 8);
    end();
}

TEST(a_client_can_hold_end_and_close) {
    begin();
    say('O', 1, "");
    put('H', 1, "\1", 1);
    say('D', 1, "text");
    say('R', 0, "");
    put('H', 1, "\0", 1);
    say('E', 1, "");
    say('R', 0, "");
    say('O', 2, "");
    say('R', 0, "");
    say('C', 2, "");
    say('R', 0, "");
    CHECK_EQ(run(), 0);
    expect('I', 0, NULL, 8);
    expect('D', 1, "TEXT", 4);
    expect('C', 1, "", 0);
    expect('I', 0, NULL, 8);
    expect('I', 0, NULL, 8);
    expect('I', 0, NULL, 8);
    CHECK_EQ(core->streams_open, 0);
    end();
}

TEST(the_clock_moves_by_what_the_frame_says) {
    begin();
    int64_t before_us = clock_wall_us();
    uint64_t ms = 86400000;
    put('A', 0, &ms, 8);
    say('R', 0, "");
    CHECK_EQ(run(), 0);
    expect('I', 0, NULL, 8);
    CHECK_EQ((clock_wall_us() - before_us) / 1000000, 86400);
    end();
}

TEST(what_is_no_frame_ends_the_bridge) {
    for (int i = 0; i < 5; i++) {
        begin();
        if (i == 4) say('S', 0, ""); /* nobody has said who starts programs */
        if (i == 0) say('X', 0, "");
        if (i == 1) say('A', 0, "short");
        if (i == 2) say('O', 1000000, "");
        if (i == 3) CHECK_EQ(write(to_bridge[1], "R\0\0", 3), 3);
        CHECK_EQ(run(), -EPROTO);
        end();
    }
}
