/* The simulated machine, with a small server on it: each core echoes what it receives, and every
 * chunk first travels to another core and back, so bytes, mail, fibers and timers are all in play.
 */
#include "check.h"

#include <errno.h>

#include "base/memory.h"
#include "sys/fiber.h"
#include "sys/file.h"
#include "sys/loop_internal.h"
#include "sys/mailbox.h"
#include "sys/sim.h"
#include "sys/stream.h"

enum { CORES_MAX = 1024, STEPS_MAX = 20000000 };

static struct loop *cores[CORES_MAX];
static unsigned core_count;
static struct listener *listener;

struct echo {
    struct stream *stream;
    struct loop *loop;
    uint64_t sent_out, come_back; /* chunks */
    unsigned pauses;
    bool is_ended, is_closed;
};

/* A chunk on its way over another core. */
struct parcel {
    struct mail mail;
    struct echo *echo;
    struct chain bytes;
    uint64_t order;
    bool is_on_way_back;
};

static uint64_t chunks, chunks_max_len, bytes_served, closes;
static int last_reason;
static unsigned echoes_per_core[CORES_MAX];
static bool with_pauses;

static void free_if_done(struct echo *echo) {
    if (echo->is_closed && echo->sent_out == echo->come_back) memory_free(echo);
}

static void deliver(struct mail *mail) {
    struct parcel *parcel = (struct parcel *)mail;
    struct echo *echo = parcel->echo;
    if (!parcel->is_on_way_back) {
        parcel->is_on_way_back = true;
        mail_post(echo->loop, mail);
        return;
    }
    CHECK(loop_current() == echo->loop);
    CHECK_EQ(parcel->order, echo->come_back); /* the same pairs of cores: the same order */
    echo->come_back++;
    if (echo->is_closed)
        chain_clear(&parcel->bytes);
    else
        stream_send(echo->stream, &parcel->bytes);
    if (!echo->is_closed && echo->is_ended && echo->come_back == echo->sent_out)
        stream_close(echo->stream, 1000);
    memory_free(parcel);
    free_if_done(echo);
}

static void unpause(void *arg) {
    struct echo *echo = arg;
    fiber_sleep(2000);
    if (!echo->is_closed) stream_resume(echo->stream);
    echo->come_back++; /* the fiber, too, keeps the echo alive */
    free_if_done(echo);
}

static void on_bytes(void *owner, struct rx *rx) {
    struct echo *echo = owner;
    chunks++;
    bytes_served += rx->len;
    if (rx->len > chunks_max_len) chunks_max_len = rx->len;
    struct parcel *parcel = memory_alloc_zeroed(sizeof *parcel);
    parcel->mail.deliver = deliver;
    parcel->echo = echo;
    parcel->order = echo->sent_out++;
    chain_append(&parcel->bytes, bytes_of(rx->data, rx->len));
    rx_give_back(echo->loop, rx);
    mail_post(cores[(loop_index(echo->loop) + 1) % core_count], &parcel->mail);
}

static void on_bytes_with_pauses(void *owner, struct rx *rx) {
    struct echo *echo = owner;
    bytes_served += rx->len;
    struct chain out = {0};
    chain_append(&out, bytes_of(rx->data, rx->len));
    stream_send(echo->stream, &out);
    rx_give_back(echo->loop, rx);
    if (loop_random(echo->loop) % 4 == 0) {
        stream_pause(echo->stream);
        echo->pauses++;
        echo->sent_out++;
        fiber_start(FIBER_SMALL, unpause, echo);
    }
}

static void on_end(void *owner) {
    struct echo *echo = owner;
    echo->is_ended = true;
    if (echo->come_back == echo->sent_out) stream_close(echo->stream, 1000);
}

static void on_closed(void *owner, int reason) {
    struct echo *echo = owner;
    closes++;
    last_reason = reason;
    echo->is_closed = true;
    free_if_done(echo);
}

static const struct stream_handler echo_handler = {
    .on_bytes = on_bytes, .on_closed = on_closed, .on_end = on_end};
static const struct stream_handler pausing_handler = {
    .on_bytes = on_bytes_with_pauses, .on_closed = on_closed, .on_end = on_end};

static void on_accept(void *arg, struct loop *loop, struct stream *stream) {
    (void)arg;
    struct echo *echo = memory_alloc_zeroed(sizeof *echo);
    echo->stream = stream;
    echo->loop = loop;
    echoes_per_core[loop_index(loop)]++;
    stream_start(stream, with_pauses ? &pausing_handler : &echo_handler, echo);
}

static void begin(uint64_t seed, unsigned count) {
    sim_set_seed(seed);
    CHECK_EQ(machine_choose(MACHINE_SIM), 0);
    core_count = count;
    chunks = chunks_max_len = bytes_served = closes = 0;
    memset(echoes_per_core, 0, sizeof echoes_per_core);
    with_pauses = false;
    for (unsigned i = 0; i < count; i++) cores[i] = loop_create(&(struct loop_options){.index = i});
    char error[200] = "";
    struct listen_options options = {.address = "127.0.0.1", .port = 6379};
    listener = listener_open(cores, count, &options, on_accept, NULL, error, sizeof error);
    CHECK_STR(error, "");
    for (unsigned i = 0; i < count; i++) loop_launch(cores[i], NULL, NULL);
    CHECK(sim_run(STEPS_MAX));
}

static void end(void) {
    listener_close(listener);
    CHECK(sim_run(STEPS_MAX));
    for (unsigned i = 0; i < core_count; i++) loop_stop(cores[i]);
    for (unsigned i = 0; i < core_count; i++) loop_join(cores[i]);
    CHECK(sim_is_stopped());
    for (unsigned i = 0; i < core_count; i++) loop_destroy(cores[i]);
}

/* Everything that the client has got so far, appended to got. */
static bool take(unsigned client, struct buffer *got) {
    bool is_closed;
    sim_client_take(client, got, &is_closed);
    return is_closed;
}

static char sample[300000];

static void fill_sample(void) {
    for (size_t i = 0; i < sizeof sample; i++) sample[i] = (char)(i * 31 + i / 251);
}

/* A conversation of several clients; returns the trace hash. */
static uint64_t converse(uint64_t seed, unsigned count) {
    enum { CLIENTS = 9 };
    begin(seed, count);
    unsigned clients[CLIENTS];
    for (int i = 0; i < CLIENTS; i++) clients[i] = sim_client_open();
    for (int round = 0; round < 20; round++) {
        for (int i = 0; i < CLIENTS; i++)
            sim_client_send(clients[i], bytes_of(sample + 100 * i, 100 + 50 * (size_t)round));
        if (round % 3 == 0) CHECK(sim_run(STEPS_MAX));
    }
    CHECK(sim_run(STEPS_MAX));
    for (int i = 0; i < CLIENTS; i++) {
        struct buffer got = {0};
        CHECK(!take(clients[i], &got));
        CHECK_EQ(got.len, 20 * 100 + 50 * 190);
        CHECK_BYTES(got.data, 100, sample + 100 * i, 100);
        buffer_clear(&got);
        sim_client_close(clients[i]);
    }
    CHECK(sim_run(STEPS_MAX));
    CHECK_EQ(closes, CLIENTS);
    end();
    return sim_trace_hash();
}

TEST(the_same_seed_gives_the_same_trace_and_another_seed_another) {
    fill_sample();
    uint64_t seed = check_random();
    uint64_t first = converse(seed, 4);
    CHECK(converse(seed, 4) == first);
    CHECK(converse(seed + 1, 4) != first);
    CHECK(converse(seed, 3) != first);
}

TEST(other_bytes_give_another_trace) {
    fill_sample();
    uint64_t seed = check_random();
    uint64_t first = converse(seed, 2);
    sample[150] ^= 1;
    CHECK(converse(seed, 2) != first);
}

TEST(many_seeds_lose_and_reorder_nothing) {
    fill_sample();
    for (int i = 0; i < 40; i++) converse(check_random(), 1 + (unsigned)check_random_below(8));
}

TEST(a_thousand_cores_are_turned_as_well_as_one) {
    fill_sample();
    converse(check_random(), CORES_MAX);
}

TEST(what_a_client_sends_arrives_whole_but_in_random_pieces) {
    fill_sample();
    begin(check_random(), 2);
    unsigned client = sim_client_open();
    for (int i = 0; i < 100; i++) {
        sim_client_send(client, bytes_of(sample, 64));
        CHECK(sim_run(STEPS_MAX));
    }
    CHECK(chunks > 110); /* some of the 100 sends were cut */
    CHECK_EQ(bytes_served, 6400);
    uint64_t chunks_before = chunks;
    sim_client_send(client, bytes_of(sample, sizeof sample));
    CHECK(sim_run(STEPS_MAX));
    CHECK(chunks - chunks_before > sizeof sample / RX_SIZE && chunks_max_len <= RX_SIZE);
    struct buffer got = {0};
    CHECK(!take(client, &got));
    REQUIRE(got.len == 6400 + sizeof sample);
    CHECK_BYTES(got.data + 6400, sizeof sample, sample, sizeof sample);
    buffer_clear(&got);
    sim_client_close(client);
    end();
}

TEST(connections_are_dealt_out_evenly) {
    begin(check_random(), 5);
    unsigned clients[100];
    for (int i = 0; i < 100; i++) clients[i] = sim_client_open();
    CHECK(sim_run(STEPS_MAX));
    for (int i = 0; i < 5; i++) CHECK_EQ(echoes_per_core[i], 20);
    for (int i = 0; i < 100; i++) sim_client_close(clients[i]);
    end();
}

TEST(a_client_that_ends_its_sending_still_gets_its_answers_then_the_end) {
    fill_sample();
    for (int i = 0; i < 20; i++) {
        begin(check_random(), 3);
        unsigned client = sim_client_open();
        sim_client_send(client, bytes_of(sample, 50000));
        sim_client_end(client);
        CHECK(sim_run(STEPS_MAX));
        struct buffer got = {0};
        CHECK(take(client, &got));
        CHECK_BYTES(got.data, got.len, sample, 50000);
        CHECK_EQ(last_reason, 0);
        buffer_clear(&got);
        sim_client_close(client);
        end();
    }
}

TEST(a_client_that_closes_with_answers_under_way_resets_the_stream_or_ends_it) {
    fill_sample();
    unsigned resets = 0;
    for (int i = 0; i < 40; i++) {
        begin(check_random(), 2);
        unsigned client = sim_client_open();
        sim_client_send(client, bytes_of(sample, 30000));
        sim_run(check_random_below(60));
        sim_client_close(client);
        CHECK(sim_run(STEPS_MAX));
        CHECK(closes == 1 && (last_reason == 0 || last_reason == -ECONNRESET));
        resets += last_reason == -ECONNRESET;
        end();
    }
    CHECK(resets > 0);
}

TEST(a_client_that_does_not_read_holds_back_what_is_sent_to_it_and_nothing_else) {
    fill_sample();
    begin(check_random(), 2);
    unsigned held = sim_client_open(), other = sim_client_open();
    CHECK(sim_run(STEPS_MAX));
    sim_client_hold(held, true);
    for (int i = 0; i < 10; i++) sim_client_send(held, bytes_of(sample, sizeof sample));
    sim_client_send(other, bytes_of(sample, 1000));
    CHECK(sim_run(STEPS_MAX));
    struct buffer got = {0};
    CHECK(!take(held, &got));
    CHECK_EQ(got.len, 0);
    CHECK(!take(other, &got));
    CHECK_EQ(got.len, 1000);
    size_t unsent = 0;
    for (unsigned i = 0; i < core_count; i++) {
        for (struct stream *stream = cores[i]->streams; stream != NULL; stream = stream->next)
            unsent += stream_unsent(stream);
    }
    CHECK(unsent > 9 * sizeof sample); /* the wire takes at most 256 KiB */
    sim_client_hold(held, false);
    CHECK(sim_run(STEPS_MAX));
    buffer_clear(&got);
    CHECK(!take(held, &got));
    CHECK_EQ(got.len, 10 * sizeof sample);
    buffer_clear(&got);
    sim_client_close(held);
    sim_client_close(other);
    end();
}

TEST(a_paused_stream_receives_nothing_until_it_is_resumed_and_then_all) {
    fill_sample();
    for (int i = 0; i < 20; i++) {
        begin(check_random(), 2);
        with_pauses = true;
        unsigned client = sim_client_open();
        sim_client_send(client, bytes_of(sample, sizeof sample));
        sim_client_end(client);
        CHECK(sim_run(STEPS_MAX));
        for (int ms = 0; ms < 100; ms++) CHECK(sim_advance(1));
        struct buffer got = {0};
        CHECK(take(client, &got));
        CHECK_BYTES(got.data, got.len, sample, sizeof sample);
        buffer_clear(&got);
        sim_client_close(client);
        end();
    }
}

TEST(running_out_of_descriptors_pauses_accepting_and_does_not_stop_it) {
    begin(check_random(), 2);
    sim_fail_accepts(3);
    unsigned client = sim_client_open();
    sim_client_send(client, BYTES_LITERAL("hello"));
    CHECK(sim_run(STEPS_MAX));
    struct buffer got = {0};
    take(client, &got);
    CHECK_EQ(got.len, 0);
    CHECK(sim_advance(1000));
    take(client, &got);
    CHECK_BYTES(got.data, got.len, "hello", 5);
    buffer_clear(&got);
    sim_client_close(client);
    end();
}

TEST(a_port_in_use_is_refused_in_one_line) {
    begin(check_random(), 1);
    char error[200] = "";
    struct listen_options options = {.address = "127.0.0.1", .port = 6379};
    CHECK(listener_open(cores, 1, &options, on_accept, NULL, error, sizeof error) == NULL);
    CHECK(strstr(error, "6379") != NULL && strstr(error, "in use") != NULL);
    options.port = 0;
    struct listener *other =
        listener_open(cores, 1, &options, on_accept, NULL, error, sizeof error);
    REQUIRE(other != NULL);
    CHECK(listener_port(other) != 0);
    listener_close(other);
    end();
}

TEST(clients_of_a_server_that_has_stopped_see_the_end) {
    begin(check_random(), 3);
    unsigned clients[6];
    for (int i = 0; i < 6; i++) clients[i] = sim_client_open();
    CHECK(sim_run(STEPS_MAX));
    end();
    CHECK_EQ(closes, 6);
    sim_run(STEPS_MAX);
    struct buffer got = {0};
    for (int i = 0; i < 6; i++) CHECK(take(clients[i], &got));
    unsigned late = sim_client_open();
    CHECK(take(late, &got));
}

/* ---- time ---- */

static int64_t woke_ns;

static void sleep_for_an_hour(void *arg) {
    (void)arg;
    fiber_sleep(INT64_C(3600) * 1000000000);
    woke_ns = loop_now_ns(loop_current());
}

static void start_sleeper(void *arg) {
    (void)arg;
    fiber_start(FIBER_SMALL, sleep_for_an_hour, NULL);
}

TEST(timers_fire_at_their_time_when_the_clock_is_moved_and_not_before) {
    sim_set_seed(check_random());
    CHECK_EQ(machine_choose(MACHINE_SIM), 0);
    struct loop *loop = loop_create(&(struct loop_options){0});
    loop_launch(loop, start_sleeper, NULL);
    CHECK(sim_run(STEPS_MAX));
    int64_t started_ns = clock_monotonic_ns(), wall_us = clock_wall_us();
    woke_ns = 0;
    CHECK(sim_advance(3600 * 1000 - 1));
    CHECK_EQ(woke_ns, 0);
    CHECK(sim_advance(1));
    CHECK(woke_ns >= started_ns && woke_ns - started_ns < INT64_C(3600001) * 1000000);
    CHECK((clock_wall_us() - wall_us) / 1000000 == 3600);
    CHECK(loop_stats(loop)->turns < 200); /* an hour of nothing costs nothing */
    loop_stop(loop);
    loop_join(loop);
    loop_destroy(loop);
}

TEST(a_stopped_core_with_a_timer_that_is_due_does_not_hold_up_the_clock) {
    begin(check_random(), 2);
    listener_close(listener);
    CHECK(sim_run(STEPS_MAX));
    static struct timer timer;
    timer_init(&timer, sleep_for_an_hour, NULL);
    timer_start(cores[0], &timer, 1000000);
    loop_stop(cores[0]);
    CHECK(sim_run(STEPS_MAX));
    CHECK(cores[0]->is_stopped && !sim_is_stopped());
    int64_t before_ns = clock_monotonic_ns();
    CHECK(sim_advance(1000));
    CHECK(clock_monotonic_ns() - before_ns >= INT64_C(1000000000));
    loop_stop(cores[1]);
    loop_join(cores[1]);
    for (int i = 0; i < 2; i++) loop_destroy(cores[i]);
}

static void yield_for_ever(void *arg) {
    (void)arg;
    for (;;) fiber_yield();
}

static void start_yielder(void *arg) {
    (void)arg;
    fiber_start(FIBER_SMALL, yield_for_ever, NULL);
}

TEST(a_run_that_never_comes_to_rest_is_given_up) {
    sim_set_seed(1);
    CHECK_EQ(machine_choose(MACHINE_SIM), 0);
    struct loop *loop = loop_create(&(struct loop_options){0});
    loop_launch(loop, start_yielder, NULL);
    CHECK(!sim_run(10000));
    loop_stop(loop);
    loop_join(loop);
    loop_destroy(loop);
}

/* ---- mail, helpers, files, random numbers ---- */

struct numbered {
    struct mail mail;
    unsigned from, number;
};

enum { LETTERS = 300 };
enum { WRITERS = 6 };
static unsigned next_number[WRITERS][WRITERS];
static unsigned delivered, overtakes, last_from[CORES_MAX];

static void read_letter(struct mail *mail) {
    struct numbered *letter = (struct numbered *)mail;
    unsigned self = loop_index(loop_current());
    CHECK_EQ(letter->number, next_number[letter->from][self]);
    next_number[letter->from][self]++;
    delivered++;
    overtakes += letter->from < last_from[self];
    last_from[self] = letter->from;
    memory_free(letter);
}

static void write_letters(void *arg) {
    (void)arg;
    unsigned self = loop_index(loop_current());
    for (unsigned i = 0; i < LETTERS; i++) {
        for (unsigned to = 0; to < core_count; to++) {
            struct numbered *letter = memory_alloc_zeroed(sizeof *letter);
            *letter = (struct numbered){.mail.deliver = read_letter, .from = self, .number = i};
            mail_post(cores[to], &letter->mail);
        }
        if (loop_random(loop_current()) % 3 == 0) fiber_yield();
    }
}

static void start_writer(void *arg) {
    fiber_start(FIBER_SMALL, write_letters, arg);
}

TEST(mail_of_one_core_to_another_keeps_its_order_while_cores_overtake_each_other) {
    begin(check_random(), WRITERS);
    memset(next_number, 0, sizeof next_number);
    delivered = overtakes = 0;
    for (unsigned i = 0; i < core_count; i++) {
        static struct task tasks[CORES_MAX];
        tasks[i].run = start_writer;
        loop_defer(cores[i], &tasks[i]);
    }
    CHECK(sim_run(STEPS_MAX));
    CHECK_EQ(delivered, LETTERS * WRITERS * WRITERS);
    CHECK(overtakes > 100);
    end();
}

static unsigned helped;

static void help(void *arg) {
    helped += *(unsigned *)arg;
}

static void ask_for_help(void *arg) {
    (void)arg;
    for (unsigned i = 1; i <= 10; i++) {
        unsigned before = helped;
        fiber_offload(help, &i);
        CHECK_EQ(helped - before, i);
    }
    helped += 1000;
}

static void start_asker(void *arg) {
    fiber_start(FIBER_SMALL, ask_for_help, arg);
}

TEST(helpers_work_is_done_and_its_end_comes_back) {
    begin(check_random(), 2);
    helped = 0;
    static struct task task;
    task = (struct task){.run = start_asker};
    loop_defer(cores[1], &task);
    CHECK(sim_run(STEPS_MAX));
    CHECK_EQ(helped, 1055);
    end();
}

TEST(files_are_kept_in_memory_until_the_next_seed) {
    sim_set_seed(1);
    CHECK_EQ(machine_choose(MACHINE_SIM), 0);
    struct buffer got = {0};
    CHECK_EQ(file_read_all("/etc/passwd", &got), -ENOENT);
    CHECK_EQ(file_replace("/etc/passwd", BYTES_LITERAL("one")), 0);
    CHECK_EQ(file_replace("/etc/passwd", BYTES_LITERAL("another")), 0);
    CHECK_EQ(file_read_all("/etc/passwd", &got), 0);
    CHECK_BYTES(got.data, got.len, "another", 7);
    CHECK_EQ(file_exists("/etc/passwd"), 1);
    CHECK_EQ(directory_make("/etc/passwd"), -EEXIST);
    CHECK_EQ(file_remove("/etc/passwd"), 0);
    CHECK_EQ(file_exists("/etc/passwd"), 0);
    CHECK_EQ(file_remove("/etc/passwd"), -ENOENT);
    CHECK_EQ(directory_make("/d"), 0);
    CHECK_EQ(directory_make("/d"), 0);
    CHECK_EQ(file_replace("/d", BYTES_LITERAL("x")), -EISDIR);
    sim_set_seed(1);
    CHECK_EQ(file_exists("/d"), 0);
    buffer_clear(&got);
}

TEST(the_machines_random_numbers_follow_the_seed) {
    uint64_t a[2], b[2], c[2];
    sim_set_seed(5);
    CHECK_EQ(machine_choose(MACHINE_SIM), 0);
    machine_random(a, sizeof a);
    sim_set_seed(5);
    machine_random(b, sizeof b);
    sim_set_seed(6);
    machine_random(c, sizeof c);
    CHECK_BYTES(a, sizeof a, b, sizeof b);
    CHECK(memcmp(a, c, sizeof a) != 0);
}

/* ---- many ---- */

TEST(fifty_thousand_idle_connections_hold_little_memory_and_still_answer) {
    enum { IDLE = 50000 };
    begin(check_random(), 4);
    static unsigned clients[IDLE];
    int64_t before = *memory_thread_counter();
    for (int i = 0; i < IDLE; i++) {
        clients[i] = sim_client_open();
        sim_client_send(clients[i], BYTES_LITERAL("hello"));
    }
    CHECK(sim_run(STEPS_MAX));
    struct buffer got = {0};
    for (int i = 0; i < IDLE; i++) take(clients[i], &got);
    CHECK_EQ(got.len, 5 * IDLE);
    buffer_clear(&got);
    double each = (double)(*memory_thread_counter() - before) / IDLE;
    printf(
        "  bytes an idle connection: %zu the stream, %zu its owner here, %.0f with the simulated "
        "socket\n",
        sizeof(struct stream), sizeof(struct echo), each);
    CHECK(sizeof(struct stream) < 512 && each < 2048);
    for (int i = 0; i < 100; i++) {
        unsigned client = clients[check_random_below(IDLE)];
        sim_client_send(client, BYTES_LITERAL("again"));
        CHECK(sim_run(STEPS_MAX));
        take(client, &got);
        CHECK_BYTES(got.data, got.len, "again", 5);
        buffer_clear(&got);
    }
    for (int i = 0; i < IDLE; i++) sim_client_close(clients[i]);
    CHECK(sim_run(STEPS_MAX));
    CHECK_EQ(closes, IDLE);
    end();
}
