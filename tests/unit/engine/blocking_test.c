/* tests/unit/engine/blocking_test.c - waiting for keys on the simulated machine, whose mail between cores is delayed at
 * random, each pair by itself: so what would come between a push and those it serves does come, if anything lets it.
 *
 * Clients push tokens to a few lists, take them at once or wait for them, move them or wait to move them, over shards and
 * within transactions, and go away at any step. Every callback of this test's commands looks at the rules when it runs:
 * who takes finds nobody waiting before it, who looks at a list in one hop finds it the same in the next. At the end
 * every token was taken once or is still there. */
#include "check.h"

#include "base/memory.h"
#include "base/number.h"
#include "engine/collection.h"
#include "engine/connection.h"
#include "engine/exec.h"
#include "engine/shard.h"
#include "engine/waiter.h"
#include "rig.h"
#include "sys/sim.h"

enum { KEYS = 5, PLAYERS = 10, TOKENS_MAX = 20000, STEPS_MAX = 20000000 };

static struct engine *engine;
static unsigned pushed[TOKENS_MAX], taken[TOKENS_MAX]; /* how often */
static unsigned token_count, served_count, moved_count;

static unsigned number_of(struct bytes text) {
    int64_t number = -1;
    CHECK(number_parse_i64(text, &number));
    return (unsigned)number;
}

/* ---- lists ---- */

static struct cell cell_at(struct call *call, const struct key *key) {
    struct cell cell;
    CHECK(collection_open(call, key, VALUE_LIST, &cell));
    return cell;
}

static struct bytes head_of(const struct cell *cell, struct lists_walk *walk) {
    lists_walk(cell->entry, 0, walk);
    CHECK(lists_next(walk));
    return walk->text;
}

/* True if somebody waits for the list, before this waiter (NULL: at all). */
static bool somebody_waits(const struct call *call, const struct key *key,
                           const struct waiter *before) {
    const struct wait_queue *queue = wait_queue_find(call->shard, call->db, key);
    const struct wait *wait = queue ? queue->first : NULL;
    for (; wait && wait->waiter != before; wait = wait->next) {
        if (atomic_load(&wait->waiter->state) == WAITER_WAITS) {
            return true;
        }
    }
    return false;
}

static void push(struct call *call, const struct key *key, struct bytes token) {
    struct cell cell = cell_at(call, key);
    collection_list_push(call, &cell, false, token);
}

/* The first element; the reply may be NULL. */
static void take(struct call *call, struct cell *cell) {
    struct lists_walk walk;
    struct bytes token = head_of(cell, &walk);
    taken[number_of(token)]++;
    reply_bulk(call->reply, token);
    collection_list_remove(call, cell, 0, 1);
}

/* ---- commands ---- */

/* TPUSH key token [key token ...] */
static void push_part(struct tx_part *part) {
    for (unsigned i = 0; i < part->key_count; i++) {
        struct bytes token = part->call.argv[tx_part_key(part, i)->arg + 1];
        pushed[number_of(token)]++;
        push(tx_part_call(part, i), &tx_part_key(part, i)->key, token);
    }
}

static void run_push(struct call *call) {
    if (call->shard) {
        for (unsigned i = 1; i < call->argc; i += 2) {
            struct key key = key_of(call->argv[i]);
            pushed[number_of(call->argv[i + 1])]++;
            push(call, &key, call->argv[i + 1]);
        }
    } else {
        struct tx tx;
        tx_begin(&tx, call);
        tx_hop(&tx, push_part, NULL, TX_CONCLUDE);
        tx_end(&tx);
    }
    reply_ok(call->reply);
}

/* TPOP key: by itself it never finds something that others wait for. */
static void run_pop(struct call *call) {
    struct cell cell = cell_at(call, &call->key);
    if (!cell.entry) {
        reply_nil(call->reply);
        return;
    }
    CHECK(call->in_exec || !somebody_waits(call, &call->key, NULL)); /* K1 */
    take(call, &cell);
}

/* TSHIFT source target: over shards by two hops, between which nothing may change. */
struct shift {
    bool is_there;
    struct buffer token;
};

static void look_part(struct tx_part *part) {
    struct shift *shift = part->tx->arg;
    for (unsigned i = 0; i < part->key_count; i++) {
        struct call *call = tx_part_call(part, i);
        struct cell cell = cell_at(call, &tx_part_key(part, i)->key);
        if (tx_part_key_number(part, i) == 0 && cell.entry) {
            struct lists_walk walk;
            CHECK(call->in_exec || !somebody_waits(call, cell.key, NULL)); /* K1 */
            buffer_append(&shift->token, head_of(&cell, &walk));
            shift->is_there = true;
        }
    }
}

static void shift_part(struct tx_part *part) {
    struct shift *shift = part->tx->arg;
    for (unsigned i = 0; i < part->key_count; i++) {
        struct call *call = tx_part_call(part, i);
        const struct key *key = &tx_part_key(part, i)->key;
        if (tx_part_key_number(part, i) == 1) {
            push(call, key, buffer_view(&shift->token));
        } else {
            struct cell cell = cell_at(call, key);
            struct lists_walk walk;
            struct bytes head = head_of(&cell, &walk);
            CHECK_BYTES(head.data, head.len, shift->token.data, shift->token.len);
            collection_list_remove(call, &cell, 0, 1);
        }
    }
}

static void shift_here(struct call *call) {
    struct key target = key_of(call->argv[2]);
    struct cell cell = cell_at(call, &call->key);
    if (cell.entry) {
        struct lists_walk walk;
        struct buffer token = {0};
        buffer_append(&token, head_of(&cell, &walk));
        push(call, &target, buffer_view(&token));
        cell = cell_at(call, &call->key);
        collection_list_remove(call, &cell, 0, 1);
        buffer_clear(&token);
    }
}

static void run_shift(struct call *call) {
    if (call->shard) {
        shift_here(call);
    } else {
        struct shift shift = {0};
        struct tx tx;
        tx_begin(&tx, call);
        tx_hop(&tx, look_part, &shift, TX_KEEP);
        if (shift.is_there) {
            tx_hop(&tx, shift_part, &shift, TX_CONCLUDE);
        }
        tx_end(&tx);
        buffer_clear(&shift.token);
    }
    reply_ok(call->reply);
}

/* TWAIT timeout key [key ...], TMOVE timeout source target */
static void serve(struct call *call, struct waiter *waiter, unsigned number) {
    CHECK_EQ(blocking_arg(waiter, number), number + 2);
    CHECK(waiter->waits[number].queue == NULL || !somebody_waits(call, &call->key, waiter));
    struct cell cell = cell_at(call, &call->key);
    CHECK(cell.entry);
    served_count += waiter->waits[number].queue != NULL;
    take(call, &cell);
}

static void read_token(struct call *call, const struct waiter *waiter, struct buffer *text) {
    CHECK(waiter->waits[0].queue == NULL || !somebody_waits(call, &call->key, waiter));
    struct cell cell = cell_at(call, &call->key);
    struct lists_walk walk;
    buffer_append(text, head_of(&cell, &walk));
}

static bool put_token(struct call *call, const struct waiter *waiter, struct bytes text) {
    CHECK(bytes_equal(call->key.name, waiter->target.name));
    push(call, &call->key, text);
    return true;
}

static void take_moved(struct call *call, const struct waiter *waiter, struct bytes text) {
    struct cell cell = cell_at(call, &call->key);
    struct lists_walk walk;
    struct bytes head = head_of(&cell, &walk);
    CHECK_BYTES(head.data, head.len, text.data, text.len); /* K5: nobody came between */
    moved_count += waiter->waits[0].queue != NULL;
    reply_bulk(call->reply, text);
    collection_list_remove(call, &cell, 0, 1);
}

static void run_wait(struct call *call) {
    static const struct blocking_kind kind = {.type = VALUE_LIST, .serve = serve};
    int64_t timeout_ms;
    if (blocking_milliseconds(call, 1, &timeout_ms)) {
        blocking_pop(call, &kind, 2, call->argc - 2, timeout_ms);
    }
}

static void run_wait_to_move(struct call *call) {
    static const struct blocking_kind kind = {
        .type = VALUE_LIST, .read = read_token, .put = put_token, .take = take_moved};
    int64_t timeout_ms;
    if (blocking_milliseconds(call, 1, &timeout_ms)) {
        blocking_pop(call, &kind, 2, 2, timeout_ms);
    }
}

static void run_multi(struct call *call) {
    multi_begin(call->client);
    reply_ok(call->reply);
}

static void run_mark(struct call *call) {
    reply_status(call->reply, "done");
}

enum { WAITS = WRITE | BLOCKING | ON_FIBER };

static const struct command rows[] = {
    {"TPUSH", "key token [key token ...]", run_push, WRITE | MULTI_KEY | ORDERED,
     KEYS_FROM(1, -1, 2, KEY_RW)},
    {"TPOP", "key", run_pop, WRITE, KEY_AT(1, KEY_RW)},
    {"TSHIFT", "source target", run_shift, WRITE | MULTI_KEY, TWO_KEYS(KEY_RW, KEY_RW)},
    {"TWAIT", "timeout key [key ...]", run_wait, WAITS, KEYS_FROM(2, -1, 1, KEY_RW)},
    {"TMOVE", "timeout source target", run_wait_to_move, WAITS, KEYS_FROM(2, 3, 1, KEY_RW)},
    {"TMULTI", "", run_multi, ON_CONNECTION | RUNS_IN_MULTI, NO_KEYS},
    {"TEXEC", "", exec_run, ON_FIBER | RUNS_IN_MULTI, NO_KEYS},
    {"TMARK", "", run_mark, ON_CONNECTION, NO_KEYS},
    {0},
};

/* ---- the machine ---- */

static const struct settings settings = RIG_SETTINGS(1 << 20, 1);

static void begin(unsigned cores) {
    memset(pushed, 0, sizeof(pushed));
    memset(taken, 0, sizeof(taken));
    token_count = served_count = moved_count = 0;
    rig_choose_machine(rows, check_random());
    engine = rig_start(&settings, cores);
}

static void end(void) {
    CHECK(sim_run(STEPS_MAX));
    CHECK_EQ(engine->client_count, 0);
    for (unsigned i = 0; i < engine->core_count; i++) {
        struct shard *shard = &engine->cores[i]->shard;
        CHECK_EQ(lock_table_stats(shard->locks).queued, 0);
        CHECK(shard->waits == NULL); /* nobody is left in a queue */
        CHECK_EQ(shard->movers, 0);
        CHECK_EQ(engine->cores[i]->blocked_count, 0);
    }
    rig_stop(engine);
}

static struct shard *shard_of(struct bytes name, struct key *key) {
    *key = key_of(name);
    return &core_of_key(engine, key)->shard;
}

/* Nothing is under way: every token is in one place, and nobody waits for a list that is there. */
static void check_rest(void) {
    static unsigned there[TOKENS_MAX];
    memset(there, 0, sizeof(there));
    for (unsigned i = 0; i < KEYS; i++) {
        char name[8];
        snprintf(name, sizeof(name), "k%u", i);
        struct key key;
        struct shard *shard = shard_of(bytes_of_string(name), &key);
        struct entry *entry = keyspace_find(shard->keyspace, 0, &key, false);
        struct lists_walk walk;
        lists_walk(entry, 0, &walk);
        while (entry && lists_next(&walk)) {
            there[number_of(walk.text)]++;
        }
        struct call call = {.shard = shard};
        CHECK(!entry || !somebody_waits(&call, &key, NULL)); /* K1 */
    }
    for (unsigned token = 0; token < token_count; token++) {
        CHECK_EQ(there[token] + taken[token], pushed[token]);
        CHECK(pushed[token] <= 1);
    }
}

/* ---- clients ---- */

struct player {
    unsigned client;
    bool is_busy; /* its last request was not answered */
    struct buffer in;
};

static unsigned any_key(void) {
    return (unsigned)check_random_below(KEYS);
}

static void append_pushes(struct buffer *out, unsigned keys) {
    buffer_append_text(out, "TPUSH");
    for (unsigned i = 0; i < keys; i++) {
        buffer_printf(out, " k%u %u", any_key(), token_count++);
    }
    buffer_append_text(out, "\r\n");
}

static void append_command(struct buffer *out, unsigned timeout_ms) {
    switch (check_random_below(8)) {
    case 0:
    case 1:
        buffer_printf(out, "TPOP k%u\r\n", any_key());
        break;
    case 2:
        buffer_printf(out, "TSHIFT k%u k%u\r\n", any_key(), any_key());
        break;
    case 3:
        buffer_printf(out, "TWAIT %u k%u k%u k%u\r\n", timeout_ms, any_key(), any_key(), any_key());
        break;
    case 4:
        buffer_printf(out, "TWAIT %u k%u\r\n", timeout_ms, any_key());
        break;
    case 5:
        buffer_printf(out, "TMOVE %u k%u k%u\r\n", timeout_ms, any_key(), any_key());
        break;
    default:
        append_pushes(out, 1 + (unsigned)check_random_below(2));
    }
}

static void send_some(struct player *player) {
    struct buffer out = {0};
    unsigned timeout_ms = check_random_below(4) ? 0 : 1 + (unsigned)check_random_below(20);
    bool in_exec = check_random_below(4) == 0;
    if (in_exec) {
        buffer_append_text(&out, "TMULTI\r\n");
    }
    for (unsigned i = 1 + (unsigned)check_random_below(3); i > 0; i--) {
        append_command(&out, timeout_ms);
    }
    if (in_exec) {
        buffer_append_text(&out, "TEXEC\r\n");
    }
    buffer_append_text(&out, "TMARK\r\n");
    sim_client_send(player->client, buffer_view(&out));
    buffer_clear(&out);
    player->is_busy = true;
}

static void take_replies(struct player *player) {
    static const char mark[] = "+done\r\n";
    bool is_closed;
    sim_client_take(player->client, &player->in, &is_closed);
    CHECK(!is_closed);
    size_t len = player->in.len;
    if (len >= sizeof(mark) - 1 &&
        memcmp(player->in.data + len - (sizeof(mark) - 1), mark, sizeof(mark) - 1) == 0) {
        player->is_busy = false;
        buffer_clear(&player->in);
    }
}

static void replace(struct player *player) {
    sim_client_close(player->client);
    buffer_clear(&player->in);
    *player = (struct player){.client = sim_client_open()};
}

static void play(unsigned cores, unsigned rounds) {
    static struct player players[PLAYERS];
    begin(cores);
    for (unsigned i = 0; i < PLAYERS; i++) {
        players[i] = (struct player){.client = sim_client_open()};
    }
    for (unsigned round = 0; round < rounds && check_failures == 0; round++) {
        sim_run(1 + check_random_below(12));
        if (check_random_below(20) == 0) {
            sim_advance((int64_t)check_random_below(10));
        }
        for (unsigned i = 0; i < PLAYERS && token_count < TOKENS_MAX - 20; i++) {
            take_replies(&players[i]);
            if (check_random_below(100) == 0) {
                replace(&players[i]);
            }
            if (!players[i].is_busy) {
                send_some(&players[i]);
            }
        }
        if (check_random_below(50) == 0) {
            CHECK(sim_run(STEPS_MAX));
            check_rest();
        }
    }
    CHECK(sim_run(STEPS_MAX));
    check_rest();
    for (unsigned i = 0; i < PLAYERS; i++) {
        sim_client_close(players[i].client);
        buffer_clear(&players[i].in);
    }
    end();
}

TEST(who_waits_is_served_before_anybody_else_and_nothing_is_lost) {
    unsigned served = 0, moved = 0;
    for (unsigned i = 0; i < 60 && check_failures == 0; i++) {
        play(1 + i % 5, 4000);
        served += served_count;
        moved += moved_count;
    }
    CHECK(served > 1000);
    CHECK(moved > 1000);
}

/* ---- single claims ---- */

static struct buffer got;

static void talk(unsigned client, const char *text) {
    sim_client_send(client, bytes_of_string(text));
    CHECK(sim_run(STEPS_MAX));
}

static void check_got(unsigned client, const char *wanted) {
    bool is_closed;
    buffer_clear(&got);
    sim_client_take(client, &got, &is_closed);
    CHECK_BYTES(got.data, got.len, wanted, strlen(wanted));
}

TEST(a_client_that_waits_holds_no_batch_and_what_it_sends_is_done_later) {
    begin(3);
    token_count = 10;
    unsigned waiter = sim_client_open(), other = sim_client_open();
    talk(waiter, "TWAIT 0 k1\r\nTPUSH k2 7\r\nTMA");
    for (unsigned i = 0; i < engine->core_count; i++) {
        struct client *client = engine->cores[i]->clients_first;
        for (; client; client = client->next) {
            CHECK(connection_of(client)->batch == NULL);
        }
    }
    check_got(waiter, "");
    CHECK_EQ(pushed[7], 0);
    talk(other, "TPUSH k1 1\r\n");
    check_got(waiter, "$1\r\n1\r\n+OK\r\n");
    talk(waiter, "RK\r\n");
    check_got(waiter, "+done\r\n");
    sim_client_close(waiter);
    sim_client_close(other);
    end();
}

TEST(time_over_unblock_and_going_away_leave_the_queue) {
    begin(4);
    token_count = 10;
    unsigned first = sim_client_open(), second = sim_client_open(), third = sim_client_open();
    talk(first, "TWAIT 5 k1 k2 k3 k4\r\n");
    talk(second, "TWAIT 0 k4 k3 k2 k1\r\n");
    talk(third, "TWAIT 0 k3\r\n");
    sim_advance(6);
    CHECK(sim_run(STEPS_MAX));
    check_got(first, "*-1\r\n");
    sim_client_close(second);
    CHECK(sim_run(STEPS_MAX));
    talk(first, "TPUSH k3 1\r\n");
    check_got(third, "$1\r\n1\r\n");
    talk(first, "TPOP k3\r\n");
    check_got(first, "+OK\r\n$-1\r\n");
    sim_client_close(first);
    sim_client_close(third);
    end();
}

TEST(movers_hand_on_from_shard_to_shard_before_the_push_is_answered) {
    for (unsigned cores = 1; cores < 8; cores++) {
        begin(cores);
        token_count = 10;
        unsigned movers[4], pusher = sim_client_open(), last = sim_client_open();
        talk(last, "TWAIT 0 k4\r\n");
        for (unsigned i = 0; i < 4; i++) { /* the last one of the chain first */
            char text[40];
            movers[i] = sim_client_open();
            snprintf(text, sizeof(text), "TMOVE 0 k%u k%u\r\n", 3 - i, 4 - i);
            talk(movers[i], text);
        }
        talk(pusher, "TPUSH k0 5\r\nTPOP k0\r\nTPOP k1\r\nTPOP k2\r\nTPOP k3\r\nTPOP k4\r\n");
        check_got(pusher, "+OK\r\n$-1\r\n$-1\r\n$-1\r\n$-1\r\n$-1\r\n");
        check_got(last, "$1\r\n5\r\n");
        for (unsigned i = 0; i < 4; i++) {
            check_got(movers[i], "$1\r\n5\r\n");
            sim_client_close(movers[i]);
        }
        sim_client_close(pusher);
        sim_client_close(last);
        end();
    }
    buffer_clear(&got);
}
