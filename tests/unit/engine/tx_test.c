/* tests/unit/engine/tx_test.c - transactions, checked for strict serializability on the simulated
 * machine.
 *
 * Clients send commands of this test's own: reads and writes of one key, of several, of all, and
 * moves (two hops: look at the keys, then write them), and many of these in one EXEC. What the
 * values are does not matter. A key is a counter of its writes, and every access is recorded when it happens: who, which key, which version. So the
 * order of all versions is known, and the check is exact (Adya's serialization graph):
 *
 *      write of version v -> every read of v -> write of v + 1          an arrow: must come before
 *      a command that was answered -> a command that was sent later     (through points in time)
 *
 * The history is strictly serializable iff the graph has no cycle. The simulated machine delays
 * mail between cores at random, each pair by itself, which real machines do only once in a blue
 * moon. */
#include "check.h"

#include "base/memory.h"
#include "base/number.h"
#include "engine/connection.h"
#include "engine/exec.h"
#include "engine/shard.h"
#include "engine/tx.h"
#include "engine/watch.h"
#include "rig.h"
#include "sys/sim.h"

enum { KEYS_MAX = 64, CORES_MAX = 8, CLIENTS = 8, OPS_MAX = 4000, STEPS_MAX = 20000000 };

/* ---- the record ---- */

struct op {
    unsigned sent, answered; /* points in time; answered 0: never */
};

struct access {
    unsigned op, key, version;
    bool is_write;
};

/* A key was watched and read, then written by an EXEC, if that ran. */
struct compare_and_set {
    unsigned reader, writer, key;
};

static struct compare_and_set attempts[OPS_MAX];
static unsigned attempt_count;

static struct op ops[OPS_MAX];
static unsigned op_count;
static struct access *accesses;
static unsigned access_count, access_size;
static unsigned versions[KEYS_MAX]; /* of each key: how often it was written */
static unsigned key_count;
static char names[KEYS_MAX][12];
static struct engine *engine;

static void record(unsigned op, unsigned key, bool is_write) {
    if (access_count == access_size) {
        access_size = access_size ? 2 * access_size : 4096;
        accesses = memory_realloc(accesses, access_size * sizeof(*accesses));
    }
    versions[key] += is_write;
    accesses[access_count++] = (struct access){op, key, versions[key], is_write};
}

/* ---- the commands: "T… op key [key …]" ---- */

static unsigned number_of(struct bytes text) {
    int64_t number = -1;
    CHECK(number_parse_i64(text, &number));
    return (unsigned)number;
}

static unsigned key_number(struct bytes name) {
    return number_of(bytes_of(name.data + 1, name.len - 1));
}

/* So that a watch sees the write. */
static void change(struct shard *shard, const struct key *key) {
    struct entry *old = keyspace_find(shard->keyspace, 0, key, false);
    CHECK(keyspace_put_string(shard->keyspace, 0, key, old, key->name, EXPIRE_NONE));
}

static void touch_here(const struct call *call, bool is_write) {
    for (unsigned i = 2; i < call->argc; i++) {
        CHECK(core_of_key(engine, &(struct key){.partition = key_of(call->argv[i]).partition}) ==
              call->shard->core);
        record(number_of(call->argv[1]), key_number(call->argv[i]), is_write);
        struct key key = key_of(call->argv[i]);
        if (is_write) {
            change(call->shard, &key);
        }
    }
}

static void touch_part(struct tx_part *part, bool is_write) {
    CHECK(core_current() == part->core);
    for (unsigned i = 0; i < part->key_count; i++) {
        const struct key *key = &tx_part_key(part, i)->key;
        record(number_of(part->call.argv[1]), key_number(key->name), is_write);
        if (is_write) {
            change(&part->core->shard, key);
        }
    }
}

static void read_part(struct tx_part *part) {
    touch_part(part, false);
}
static void write_part(struct tx_part *part) {
    touch_part(part, true);
}

static void all_part(struct tx_part *part) {
    bool is_write = part->call.command->row->flags & WRITE;
    for (unsigned i = 0; i < key_count; i++) {
        struct key key = key_of(bytes_of_string(names[i]));
        if (core_of_key(engine, &key) == part->core) {
            record(number_of(part->call.argv[1]), i, is_write);
            if (is_write) {
                change(&part->core->shard, &key);
            }
        }
    }
}

static void reply_number(struct call *call) {
    reply_integer(call->reply, number_of(call->argv[1]));
}

static void run_touch(struct call *call) {
    bool is_write = call->command->row->flags & WRITE;
    if (call->shard) {
        touch_here(call, is_write);
    } else {
        struct tx tx;
        tx_begin(&tx, call);
        tx_hop(&tx, is_write ? write_part : read_part, NULL, TX_CONCLUDE);
        tx_end(&tx);
    }
    reply_number(call);
}

static void run_move(struct call *call) {
    if (call->shard) {
        touch_here(call, false);
        touch_here(call, true);
    } else {
        struct tx tx;
        tx_begin(&tx, call);
        tx_hop(&tx, read_part, NULL, TX_KEEP);
        if (number_of(call->argv[1]) % 4 != 0) { /* some only look, as MSETNX may */
            tx_hop(&tx, write_part, NULL, TX_CONCLUDE);
        }
        tx_end(&tx);
    }
    reply_number(call);
}

static void run_all(struct call *call) {
    bool is_write = call->command->row->flags & WRITE;
    struct tx tx;
    tx_begin_all(&tx, call, is_write);
    tx_hop(&tx, all_part, NULL, TX_CONCLUDE);
    tx_end(&tx);
    reply_number(call);
}

static void run_nothing(struct call *call) {
    reply_number(call);
}

static void run_multi(struct call *call) {
    multi_begin(call->client);
    reply_ok(call->reply);
}

static void run_watch(struct call *call) {
    watch_keys(call);
    reply_ok(call->reply);
}

static const struct command rows[] = {
    {"TGET", "op key", run_touch, READONLY, KEY_AT(2, KEY_RO)},
    {"TSET", "op key", run_touch, WRITE, KEY_AT(2, KEY_OW)},
    {"TREAD", "op key [key ...]", run_touch, READONLY | MULTI_KEY, KEYS_FROM(2, -1, 1, KEY_RO)},
    {"TWRITE", "op key [key ...]", run_touch, WRITE | MULTI_KEY, KEYS_FROM(2, -1, 1, KEY_OW)},
    {"TMOVE", "op key [key ...]", run_move, WRITE | MULTI_KEY, KEYS_FROM(2, -1, 1, KEY_RW)},
    /* As PFCOUNT: no write by its flags, but by what it may do to its keys. */
    {"TCOUNT", "op key [key ...]", run_move, READONLY | MAY_REPLICATE | MULTI_KEY,
     KEYS_FROM(2, -1, 1, KEY_RW)},
    {"TALL", "op", run_all, READONLY | ON_FIBER, NO_KEYS},
    {"TWIPE", "op", run_all, WRITE | ON_FIBER, NO_KEYS},
    {"TNOTHING", "op", run_nothing, ON_CONNECTION, NO_KEYS},
    {"TMULTI", "", run_multi, ON_CONNECTION | RUNS_IN_MULTI, NO_KEYS},
    {"TWATCH", "key [key ...]", run_watch, ON_FIBER | RUNS_IN_MULTI, KEYS_FROM(1, -1, 1, KEY_RO)},
    {"TEXEC", "", exec_run, ON_FIBER | RUNS_IN_MULTI, NO_KEYS},
    {0},
};

/* ---- the engine on the simulated machine ---- */

static const struct settings settings = RIG_SETTINGS(1 << 20, 1);

static void begin(uint64_t seed, unsigned cores, unsigned keys) {
    rig_choose_machine(rows, seed);
    op_count = access_count = attempt_count = 0;
    key_count = keys;
    for (unsigned i = 0; i < keys; i++) {
        versions[i] = 0;
        snprintf(names[i], sizeof(names[i]), "k%u", i);
    }
    engine = rig_start(&settings, cores);
}

static struct lock_stats lock_numbers(void) {
    struct lock_stats sum = {0};
    for (unsigned i = 0; i < engine->core_count; i++) {
        struct lock_stats stats = lock_table_stats(engine->cores[i]->shard.locks);
        sum.waits += stats.waits;
        sum.out_of_order += stats.out_of_order;
        sum.queued += stats.queued;
    }
    return sum;
}

static uint64_t retries(void) {
    uint64_t sum = 0;
    for (unsigned i = 0; i < engine->core_count; i++) {
        sum += engine->cores[i]->stats.tx_retries;
    }
    return sum;
}

static void end(void) {
    CHECK_EQ(lock_numbers().queued, 0);
    rig_stop(engine);
}

/* ---- clients ---- */

enum { PIPELINE_MAX = 4, EXEC_MAX = 6, REPLIES_MAX = PIPELINE_MAX * (EXEC_MAX + 1) };

struct player {
    unsigned client;                                       /* the simulated machine's number */
    unsigned wanted[REPLIES_MAX], wanted_count, got_count; /* op of each number that is to come */
    struct buffer in;
};

struct play {
    unsigned sent_max;
    unsigned keys_a_command;
    bool with_all;     /* commands on all shards at once */
    bool with_closing; /* clients go away with requests under way */
    bool with_exec;    /* several commands in one transaction */
    bool with_watch;   /* some of them compare and set */
};

static struct player players[CLIENTS];
static unsigned tick;

static void append_command(struct buffer *out, const struct play *play, unsigned op) {
    static const char *const keyed[] = {"TGET", "TSET", "TREAD", "TWRITE", "TMOVE", "TCOUNT"};
    char text[32];
    if (play->with_all && check_random_below(8) == 0) {
        buffer_append(out, bytes_of_string(check_random_below(3) ? "TALL" : "TWIPE"));
        snprintf(text, sizeof(text), " %u", op);
        buffer_append(out, bytes_of_string(text));
    } else {
        unsigned kind = (unsigned)check_random_below(6);
        buffer_append(out, bytes_of_string(keyed[kind]));
        snprintf(text, sizeof(text), " %u", op);
        buffer_append(out, bytes_of_string(text));
        unsigned count = kind < 2 ? 1 : 1 + (unsigned)check_random_below(play->keys_a_command);
        for (unsigned i = 0; i < count; i++) {
            snprintf(text, sizeof(text), " k%u", (unsigned)check_random_below(key_count));
            buffer_append(out, bytes_of_string(text));
        }
    }
    buffer_append(out, BYTES_LITERAL("\r\n"));
}

/* All commands of one EXEC are one op: they happen at once. */
static void append_exec(struct buffer *out, const struct play *play, struct player *player) {
    unsigned op = player->wanted[player->wanted_count - 1];
    buffer_append(out, BYTES_LITERAL("TMULTI\r\n"));
    unsigned count = 1 + (unsigned)check_random_below(EXEC_MAX);
    for (unsigned i = 0; i < count; i++) {
        if (check_random_below(8) == 0) {
            char text[32];
            snprintf(text, sizeof(text), "TNOTHING %u\r\n", op);
            buffer_append(out, bytes_of_string(text));
        } else {
            append_command(out, play, op);
        }
        if (i > 0) {
            player->wanted[player->wanted_count++] = op;
        }
    }
    buffer_append(out, BYTES_LITERAL("TEXEC\r\n"));
}

static unsigned add_op(struct player *player) {
    unsigned op = op_count++;
    ops[op] = (struct op){.sent = tick};
    player->wanted[player->wanted_count++] = op;
    return op;
}

/* TWATCH key, TGET key, then an EXEC that writes it first. */
static void append_compare_and_set(struct buffer *out, struct player *player) {
    unsigned key = (unsigned)check_random_below(key_count);
    unsigned other = (unsigned)check_random_below(key_count);
    unsigned reader = add_op(player), writer = add_op(player);
    attempts[attempt_count++] = (struct compare_and_set){reader, writer, key};
    char text[160];
    snprintf(text, sizeof(text),
             "TWATCH k%u k%u\r\nTGET %u k%u\r\nTMULTI\r\nTSET %u k%u\r\nTREAD %u k%u k%u\r\n"
             "TEXEC\r\n",
             key, other, reader, key, writer, key, writer, other, key);
    player->wanted[player->wanted_count++] = writer;
    buffer_append(out, bytes_of_string(text));
}

static void send_some(struct player *player, const struct play *play) {
    struct buffer out = {0};
    player->wanted_count = player->got_count = 0;
    unsigned count = 1 + (unsigned)check_random_below(PIPELINE_MAX);
    for (unsigned i = 0; i < count && op_count < play->sent_max; i++) {
        if (play->with_watch && check_random_below(3) == 0) {
            append_compare_and_set(&out, player);
            continue;
        }
        unsigned op = add_op(player);
        if (play->with_exec && check_random_below(3) == 0) {
            append_exec(&out, play, player);
        } else {
            append_command(&out, play, op);
        }
    }
    sim_client_send(player->client, buffer_view(&out));
    buffer_clear(&out);
}

/* Replies come in the order of the requests: each is its command's number. Those of an EXEC stand in an array, behind
 * what is said while they are queued. */
static void take_replies(struct player *player) {
    bool is_closed;
    sim_client_take(player->client, &player->in, &is_closed);
    CHECK(!is_closed);
    const char *line_end;
    while (player->in.len > 0 && (line_end = memchr(player->in.data, '\n', player->in.len))) {
        size_t len = (size_t)(line_end - player->in.data) + 1;
        if (player->in.data[0] == '+' || player->in.data[0] == '*') {
            if (player->in.data[1] ==
                '-') { /* a watched key had changed: none of its numbers comes */
                unsigned op = player->wanted[player->got_count];
                while (player->got_count < player->wanted_count &&
                       player->wanted[player->got_count] == op) {
                    player->got_count++;
                }
            }
            buffer_consume(&player->in, len);
            continue;
        }
        REQUIRE(player->got_count < player->wanted_count && player->in.data[0] == ':' && len > 3);
        unsigned op = number_of(bytes_of(player->in.data + 1, len - 3));
        CHECK_EQ(op, player->wanted[player->got_count++]);
        ops[op].answered = tick;
        buffer_consume(&player->in, len);
    }
}

static void replace(struct player *player) {
    sim_client_close(player->client);
    buffer_clear(&player->in);
    *player = (struct player){.client = sim_client_open()};
}

/* Lets the clients talk until sent_max commands are sent and all are answered. */
static void run_play(const struct play *play) {
    for (unsigned i = 0; i < CLIENTS; i++) {
        players[i] = (struct player){.client = sim_client_open()};
    }
    tick = 1;
    bool is_done = false;
    while (!is_done && check_failures == 0) {
        bool ran_out = !sim_run(1 + check_random_below(6));
        is_done = !ran_out && op_count >= play->sent_max;
        for (unsigned i = 0; i < CLIENTS; i++) {
            take_replies(&players[i]);
        }
        tick++;
        for (unsigned i = 0; i < CLIENTS; i++) {
            struct player *player = &players[i];
            if (play->with_closing && check_random_below(200) == 0) {
                replace(player);
            }
            if (player->got_count == player->wanted_count && op_count < play->sent_max) {
                send_some(player, play);
            }
        }
    }
    CHECK(sim_run(STEPS_MAX));
    for (unsigned i = 0; i < CLIENTS; i++) {
        take_replies(&players[i]);
        CHECK_EQ(players[i].got_count, players[i].wanted_count); /* nothing hangs */
        sim_client_close(players[i].client);
        buffer_clear(&players[i].in);
    }
    CHECK(sim_run(STEPS_MAX));
    CHECK_EQ(engine->client_count, 0);
}

/* ---- the graph ---- */

enum { NO_EDGE = UINT32_MAX };

struct graph {
    unsigned nodes, edge_count, edge_size;
    unsigned *first, *before; /* of each node: its first edge; how many edges lead to it */
    struct edge {
        unsigned to, next; /* next: another edge from the same node */
    } * edges;
};

static void graph_init(struct graph *graph, unsigned nodes) {
    *graph = (struct graph){.nodes = nodes};
    graph->first = memory_alloc(nodes * sizeof(unsigned));
    graph->before = memory_alloc_zeroed(nodes * sizeof(unsigned));
    memset(graph->first, 0xff, nodes * sizeof(unsigned));
}

static void graph_clear(struct graph *graph) {
    memory_free(graph->first);
    memory_free(graph->before);
    memory_free(graph->edges);
}

static void add_edge(struct graph *graph, unsigned from, unsigned to) {
    if (from == to) {
        return;
    }
    if (graph->edge_count == graph->edge_size) {
        graph->edge_size = graph->edge_size ? 2 * graph->edge_size : 8192;
        graph->edges = memory_realloc(graph->edges, graph->edge_size * sizeof(*graph->edges));
    }
    graph->edges[graph->edge_count] = (struct edge){to, graph->first[from]};
    graph->first[from] = graph->edge_count++;
    graph->before[to]++;
}

/* Nodes: the commands, then the points in time. */
static void add_time_edges(struct graph *graph) {
    unsigned first = op_count;
    for (unsigned t = 0; t < tick; t++) {
        add_edge(graph, first + t, first + t + 1);
    }
    for (unsigned op = 0; op < op_count; op++) {
        add_edge(graph, first + ops[op].sent - 1, op);
        if (ops[op].answered) {
            add_edge(graph, op, first + ops[op].answered);
        }
    }
}

static void add_access_edges(struct graph *graph) {
    unsigned *writer[KEYS_MAX]; /* by version; version 0 was there before all */
    for (unsigned key = 0; key < key_count; key++) {
        writer[key] = memory_alloc_zeroed((versions[key] + 1) * sizeof(unsigned));
    }
    for (unsigned i = 0; i < access_count; i++) {
        if (accesses[i].is_write) {
            writer[accesses[i].key][accesses[i].version] = accesses[i].op;
        }
    }
    for (unsigned i = 0; i < access_count; i++) {
        const struct access *access = &accesses[i];
        const unsigned *writers = writer[access->key];
        if (!access->is_write && access->version > 0) {
            add_edge(graph, writers[access->version], access->op);
        }
        if (access->version < versions[access->key]) {
            add_edge(graph, access->op, writers[access->version + 1]);
        }
    }
    for (unsigned key = 0; key < key_count; key++) {
        memory_free(writer[key]);
    }
}

/* Takes away what nothing stands before, until nothing is left (Kahn 1962); returns how many nodes
 * stay: those of cycles and behind them. */
static unsigned nodes_in_cycles(struct graph *graph) {
    unsigned *ready = memory_alloc(graph->nodes * sizeof(unsigned));
    unsigned ready_count = 0, taken = 0;
    for (unsigned node = 0; node < graph->nodes; node++) {
        if (graph->before[node] == 0) {
            ready[ready_count++] = node;
        }
    }
    while (taken < ready_count) {
        unsigned node = ready[taken++];
        for (unsigned i = graph->first[node]; i != NO_EDGE; i = graph->edges[i].next) {
            if (--graph->before[graph->edges[i].to] == 0) {
                ready[ready_count++] = graph->edges[i].to;
            }
        }
    }
    memory_free(ready);
    return graph->nodes - taken;
}

/* The version of the key that the op saw or made first; false if it did not come to that. */
static bool first_version(unsigned op, unsigned key, unsigned *version) {
    for (unsigned i = 0; i < access_count; i++) {
        if (accesses[i].op == op && accesses[i].key == key) {
            *version = accesses[i].version;
            return true;
        }
    }
    return false;
}

/* Every EXEC that ran wrote the version after the one that was read under its watch. Returns how many ran. */
static unsigned check_attempts(void) {
    unsigned ran = 0;
    for (unsigned i = 0; i < attempt_count; i++) {
        unsigned seen = 0, made = 0;
        if (first_version(attempts[i].writer, attempts[i].key, &made)) {
            CHECK(first_version(attempts[i].reader, attempts[i].key, &seen));
            CHECK_EQ(made, seen + 1);
            ran++;
        }
    }
    return ran;
}

static unsigned contradictions(void) {
    struct graph graph;
    graph_init(&graph, op_count + tick + 1);
    add_time_edges(&graph);
    add_access_edges(&graph);
    unsigned left = nodes_in_cycles(&graph);
    graph_clear(&graph);
    return left;
}

/* ---- the check itself ---- */

static void begin_history(unsigned count) {
    op_count = count;
    access_count = 0;
    key_count = 3;
    memset(versions, 0, sizeof(versions));
    for (unsigned i = 0; i < count; i++) {
        ops[i] = (struct op){.sent = 1, .answered = count + 1};
    }
    tick = count + 1;
}

TEST(the_check_accepts_what_overlaps_in_any_order) {
    begin_history(3);
    record(0, 0, false); /* reads before the write */
    record(1, 0, true);
    record(1, 1, true);
    record(2, 0, false); /* and after it */
    record(2, 1, false);
    CHECK_EQ(contradictions(), 0);
}

TEST(the_check_finds_a_read_of_half_a_write) {
    begin_history(2);
    record(0, 0, false);
    record(1, 0, true);
    record(1, 1, true);
    record(0, 1, false);
    CHECK(contradictions() > 0);
}

TEST(the_check_finds_a_read_of_the_past) {
    begin_history(2);
    record(0, 0, false);
    record(1, 0, true);
    CHECK_EQ(contradictions(), 0);
    ops[1].answered = 1; /* the write was done before the read was sent */
    ops[0].sent = 2;
    CHECK(contradictions() > 0);
}

TEST(the_check_finds_a_cycle_through_the_order_in_time) {
    begin_history(4);
    record(0, 0, false); /* 0 reads a before 1 writes it, and b after 3 wrote it */
    record(1, 0, true);
    record(2, 2, false); /* 2 follows 1 in time, and reads c before 3 writes it */
    record(3, 2, true);
    record(3, 1, true);
    record(0, 1, false);
    CHECK_EQ(contradictions(), 0);
    ops[1].answered = 1;
    ops[2].sent = 2;
    CHECK(contradictions() > 0);
}

/* ---- claims ---- */

struct totals {
    struct lock_stats locks;
    uint64_t retries;
    unsigned attempts, ran; /* of EXEC under WATCH */
};

static struct totals play_seeds(const struct play *play, unsigned seeds, unsigned keys) {
    struct totals totals = {0};
    for (unsigned i = 0; i < seeds && check_failures == 0; i++) {
        uint64_t seed = check_random();
        begin(seed, 2 + (unsigned)check_random_below(CORES_MAX - 1), keys);
        run_play(play);
        CHECK_EQ(contradictions(), 0);
        totals.attempts += attempt_count;
        totals.ran += check_attempts();
        struct lock_stats locks = lock_numbers();
        totals.locks.waits += locks.waits;
        totals.locks.out_of_order += locks.out_of_order;
        totals.retries += retries();
        end();
    }
    return totals;
}

TEST(histories_on_few_hot_keys_are_strictly_serializable) {
    struct play play = {.sent_max = 600, .keys_a_command = 3};
    struct totals totals = play_seeds(&play, 150, 5);
    CHECK(totals.locks.waits > 1000 && totals.retries > 100);
}

TEST(histories_on_many_keys_are_strictly_serializable) {
    struct play play = {.sent_max = 1000, .keys_a_command = 12};
    struct totals totals = play_seeds(&play, 60, KEYS_MAX);
    CHECK(totals.locks.waits > 1000 && totals.locks.out_of_order > 100);
}

TEST(histories_with_commands_on_all_keys_are_strictly_serializable) {
    struct play play = {.sent_max = 600, .keys_a_command = 3, .with_all = true};
    struct totals totals = play_seeds(&play, 80, 8);
    CHECK(totals.locks.waits > 1000);
}

TEST(histories_with_exec_are_strictly_serializable) {
    struct play play = {.sent_max = 500, .keys_a_command = 3, .with_exec = true};
    struct totals totals = play_seeds(&play, 120, 5);
    CHECK(totals.locks.waits > 1000 && totals.retries > 100);
}

TEST(histories_with_exec_on_all_and_many_keys_are_strictly_serializable) {
    struct play play = {.sent_max = 600, .keys_a_command = 4, .with_all = true, .with_exec = true};
    struct totals totals = play_seeds(&play, 60, 24);
    CHECK(totals.locks.waits > 1000);
}

TEST(an_exec_runs_only_if_nothing_watched_has_changed) {
    struct play play = {
        .sent_max = 600, .keys_a_command = 3, .with_exec = true, .with_watch = true};
    struct totals totals = play_seeds(&play, 100, 6);
    CHECK(totals.ran > totals.attempts / 20 && totals.ran < totals.attempts);
}

TEST(clients_that_go_away_within_exec_leave_no_lock_and_no_half) {
    struct play play = {.sent_max = 600,
                        .keys_a_command = 4,
                        .with_all = true,
                        .with_closing = true,
                        .with_exec = true,
                        .with_watch = true};
    play_seeds(&play, 60, 8);
}

TEST(clients_that_go_away_leave_no_lock_and_no_half) {
    struct play play = {
        .sent_max = 800, .keys_a_command = 4, .with_all = true, .with_closing = true};
    play_seeds(&play, 80, 8);
}

/* Each client has keys of its own: nobody has a reason to wait. */
TEST(disjoint_commands_wait_for_nobody) {
    begin(check_random(), 4, KEYS_MAX);
    tick = 1;
    unsigned clients[CLIENTS];
    for (unsigned i = 0; i < CLIENTS; i++) {
        clients[i] = sim_client_open();
    }
    for (unsigned round = 0; round < 50; round++) {
        for (unsigned i = 0; i < CLIENTS; i++) {
            char text[80];
            snprintf(text, sizeof(text), "TWRITE %u k%u k%u k%u k%u\r\n", op_count++, 4 * i,
                     4 * i + 1, 4 * i + 2, 4 * i + 3);
            sim_client_send(clients[i], bytes_of_string(text));
        }
        CHECK(sim_run(STEPS_MAX));
    }
    struct lock_stats locks = lock_numbers();
    CHECK_EQ(locks.waits, 0);
    CHECK_EQ(retries(), 0);
    CHECK_EQ(access_count, 50 * CLIENTS * 4);
    for (unsigned i = 0; i < CLIENTS; i++) {
        sim_client_close(clients[i]);
    }
    CHECK(sim_run(STEPS_MAX));
    end();
}
