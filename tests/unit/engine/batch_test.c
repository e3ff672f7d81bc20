/* tests/unit/engine/batch_test.c - pipelines whose replies are long, whose readers are slow, and whose ends come early.
 *
 * On the simulated machine: the replies of all commands must be there byte for byte and in order however the
 * pipeline was cut, wherever the keys are, and however often the reader stopped; and what the server keeps for a
 * reader that stands still is bounded. Commands of this test's own: "TBIG number key length" replies length
 * bytes made from number, on the key's shard; "TFAR number" does so from a fiber that visited all cores. */
#include "check.h"

#include "base/memory.h"
#include "base/number.h"
#include "engine/connection.h"
#include "engine/tx.h"
#include "rig.h"
#include "sys/sim.h"

enum { STEPS_MAX = 20000000, SHARE_MAX = 128 << 10, REPLY_MAX = 20000, KEYS = 16 };

static struct engine *engine;

static const struct settings settings = RIG_SETTINGS(1 << 16, 1);

static size_t number_of(struct bytes text) {
    int64_t number = -1;
    CHECK(number_parse_i64(text, &number));
    return (size_t)number;
}

static void fill(char *text, size_t number, size_t len) {
    for (size_t i = 0; i < len; i++) {
        text[i] = (char)('a' + (number * 7 + i * 3 + i / 100) % 26);
    }
}

static void run_big(struct call *call) {
    size_t len = number_of(call->argv[3]);
    fill(reply_bulk_reserve(call->reply, len), number_of(call->argv[1]), len);
}

static void visit(struct tx_part *part) {
    (void)part;
}

static void run_far(struct call *call) {
    struct tx tx;
    tx_begin_all(&tx, call, false);
    tx_hop(&tx, visit, NULL, TX_CONCLUDE);
    tx_end(&tx);
    char text[10];
    fill(text, number_of(call->argv[1]), sizeof(text));
    reply_bulk(call->reply, bytes_of(text, sizeof(text)));
}

static const struct command rows[] = {
    {"TBIG", "number key length", run_big, READONLY, KEY_AT(2, KEY_RO)},
    {"TFAR", "number", run_far, READONLY | ON_FIBER, NO_KEYS},
    {0},
};

static void begin(unsigned cores) {
    rig_choose_machine(rows, check_random());
    engine = rig_start(&settings, cores);
}

static void end(void) {
    CHECK(sim_run(STEPS_MAX));
    CHECK_EQ(engine->client_count, 0);
    for (unsigned i = 0; i < engine->core_count; i++) {
        CHECK_EQ(lock_table_stats(engine->cores[i]->shard.locks).queued, 0);
    }
    rig_stop(engine);
}

/* Appends count requests to out and what they must be answered with to wanted. */
static void append_pipeline(struct buffer *out, struct buffer *wanted, unsigned count,
                            size_t len_max) {
    static char text[REPLY_MAX];
    for (unsigned number = 0; number < count; number++) {
        char line[100];
        size_t len = 10;
        if (check_random_below(10) == 0) {
            snprintf(line, sizeof(line), "TFAR %u\r\n", number);
        } else {
            len = check_random_below(4) ? check_random_below(50) : check_random_below(len_max);
            snprintf(line, sizeof(line), "TBIG %u k%u %zu\r\n", number,
                     (unsigned)check_random_below(KEYS), len);
        }
        buffer_append(out, bytes_of_string(line));
        snprintf(line, sizeof(line), "$%zu\r\n", len);
        buffer_append(wanted, bytes_of_string(line));
        fill(text, number, len);
        buffer_append(wanted, bytes_of(text, len));
        buffer_append(wanted, BYTES_LITERAL("\r\n"));
    }
}

/* Everything that the server has for the client and the kernel has not taken. */
static size_t kept_for_clients(void) {
    size_t kept = 0;
    for (unsigned i = 0; i < engine->core_count; i++) {
        for (struct client *client = engine->cores[i]->clients_first; client;
             client = client->next) {
            struct connection *connection = connection_of(client);
            kept +=
                connection->out.len + (connection->stream ? stream_unsent(connection->stream) : 0);
            for (struct hop *hop = connection->batch ? connection->batch->hops : NULL; hop;
                 hop = hop->next) {
                kept += hop->out.len;
            }
        }
    }
    return kept;
}

static void send_in_pieces(unsigned client, struct bytes bytes) {
    while (bytes.len > 0) {
        size_t len = 1 + check_random_below(bytes.len < 30000 ? bytes.len : 30000);
        sim_client_send(client, bytes_of(bytes.data, len));
        bytes.data += len;
        bytes.len -= len;
        sim_run(check_random_below(30));
    }
}

static void converse(unsigned cores, bool with_holding) {
    begin(cores);
    unsigned client = sim_client_open();
    struct buffer out = {0}, wanted = {0}, got = {0};
    append_pipeline(&out, &wanted, 700, REPLY_MAX);
    bool is_closed = false;
    if (with_holding) {
        sim_client_hold(client, true);
    }
    send_in_pieces(client, buffer_view(&out));
    if (with_holding) {
        CHECK(sim_run(STEPS_MAX));
        size_t bound = settings.output_backpressure + (cores + 1) * (SHARE_MAX + REPLY_MAX);
        CHECK(kept_for_clients() <= bound);
    }
    for (unsigned round = 0; round < 10000 && got.len < wanted.len && !is_closed; round++) {
        sim_client_hold(client, with_holding && check_random_below(2));
        sim_run(with_holding ? check_random_below(200) : STEPS_MAX);
        sim_client_take(client, &got, &is_closed);
    }
    sim_client_hold(client, false);
    CHECK(sim_run(STEPS_MAX));
    sim_client_take(client, &got, &is_closed);
    CHECK(!is_closed);
    CHECK_BYTES(got.data, got.len, wanted.data, wanted.len);
    buffer_clear(&out);
    buffer_clear(&wanted);
    buffer_clear(&got);
    sim_client_close(client);
    end();
}

TEST(long_replies_come_whole_and_in_order) {
    for (unsigned i = 0; i < 12; i++) {
        converse(1 + i % 5, false);
    }
}

TEST(a_reader_that_stops_now_and_then_misses_nothing_and_little_is_kept_for_it) {
    for (unsigned i = 0; i < 20; i++) {
        converse(1 + i % 5, true);
    }
}

TEST(who_ends_its_sending_gets_all_replies_then_the_end) {
    for (unsigned i = 0; i < 60; i++) {
        begin(1 + i % 5);
        unsigned client = sim_client_open();
        struct buffer out = {0}, wanted = {0}, got = {0};
        append_pipeline(&out, &wanted, 1 + (unsigned)check_random_below(100),
                        i % 2 ? 100 : REPLY_MAX);
        sim_client_send(client, buffer_view(&out));
        sim_client_end(client);
        bool is_closed = false;
        for (unsigned round = 0; round < 50 && !is_closed; round++) {
            CHECK(sim_run(STEPS_MAX));
            sim_client_take(client, &got, &is_closed);
        }
        CHECK(is_closed);
        CHECK_BYTES(got.data, got.len, wanted.data, wanted.len);
        buffer_clear(&out);
        buffer_clear(&wanted);
        buffer_clear(&got);
        sim_client_close(client);
        end();
    }
}

/* At any step of a pipeline, held or not; others are answered and nothing is left behind. */
TEST(a_client_may_close_at_any_step) {
    for (unsigned i = 0; i < 400; i++) {
        begin(1 + i % 5);
        unsigned client = sim_client_open(), other = sim_client_open();
        struct buffer out = {0}, wanted = {0}, got = {0};
        append_pipeline(&out, &wanted, 1 + (unsigned)check_random_below(60), REPLY_MAX);
        sim_client_hold(client, check_random_below(2));
        sim_client_send(client, buffer_view(&out));
        sim_run(check_random_below(60));
        sim_client_close(client);
        bool is_closed;
        sim_client_send(other, BYTES_LITERAL("TFAR 1\r\n"));
        CHECK(sim_run(STEPS_MAX));
        sim_client_take(other, &got, &is_closed);
        CHECK_EQ(got.len, 17);
        sim_client_close(other);
        buffer_clear(&out);
        buffer_clear(&wanted);
        buffer_clear(&got);
        end();
    }
}
