/* tests/unit/engine/snapshot_test.c - a snapshot is the data of one moment, whatever is changed while it is written: on the
 * simulated machine, with values of all types, several snapshots at once and a disk that takes its time.
 *
 * The command that takes one holds every shard, writes all of it down in the plain way, lets the snapshot begin within the same
 * transaction, and lets go. What the snapshot brings must then be what was written down. In the broken variants the
 * snapshot is not told of some kind of change: that has to be noticed. */
#include "engine/snapshot.h"

#include "check.h"
#include "base/memory.h"
#include "base/number.h"
#include "data/hash.h"
#include "data/lists.h"
#include "data/set.h"
#include "data/stream.h"
#include "data/zset.h"
#include "engine/connection.h"
#include "engine/exec.h"
#include "engine/feed.h"
#include "engine/multi.h"
#include "engine/shard.h"
#include "engine/tx.h"
#include "log/rdb_crc64.h"
#include "log/rdb_file.h"
#include "rig.h"
#include "sys/sim.h"

enum {
    CORES_MAX = 4,
    DATABASES = 3,
    CLIENTS = 6,
    FIELDS = 100000,
    VALUE_LEN = 400, /* of TPUT */
    STEPS_MAX = 20000000,
    EVERYTHING = 0xff
};

static struct engine *engine;
static unsigned taken, wrong, flushed, ahead_seen, put_off_seen, noted_seen, under_way,
    most_at_once;
static uint64_t states_noted, ways_made, bytes_seen, most_ahead; /* the last two: of the last one */
static unsigned hidden_kinds; /* bits of enum mutation_kind that snapshots do not hear of */
static unsigned delay_max_ms, text_max;
static uint64_t stream_ms; /* of the last entry of any stream */

/* ---- what there is ---- */

struct sum {
    uint64_t words[3], keys;
};

struct summing {
    struct sum *sum;
    unsigned db;
};

/* Sums, so that their order does not matter. */
static void add_entry(void *arg, const struct entry *entry) {
    struct summing *summing = arg;
    unsigned char digest[20];
    uint64_t words[2];
    entry_digest(entry, summing->db, digest);
    memcpy(words, digest, sizeof words);
    summing->sum->words[0] += words[0];
    summing->sum->words[1] += words[1];
    summing->sum->words[2] += words[0] * ((uint64_t)entry_expire_ms(entry) + summing->db + 1);
    summing->sum->keys++;
}

static void sum_keyspace(struct keyspace *keyspace, unsigned first, unsigned count,
                         struct sum *sum) {
    int64_t now_ms = keyspace_now(keyspace);
    keyspace_set_now(keyspace, 0); /* what has expired is there until it is removed */
    for (unsigned db = 0; db < DATABASES; db++) {
        struct summing summing = {sum, db};
        uint64_t spot = (uint64_t)first << 53, end = (uint64_t)(first + count) << 53;
        while (spot < end) spot = keyspace_scan(keyspace, db, spot, add_entry, &summing);
    }
    keyspace_set_now(keyspace, now_ms);
}

static void sum_part(struct tx_part *part) {
    struct shard *shard = &part->core->shard;
    struct sum *sums = part->tx->arg;
    sum_keyspace(shard->keyspace, shard->partition_first, shard->partition_count,
                 &sums[part->core->index]);
}

static struct sum total(const struct sum sums[CORES_MAX]) {
    struct sum all = {0};
    for (unsigned i = 0; i < CORES_MAX; i++) {
        for (unsigned w = 0; w < 3; w++) all.words[w] += sums[i].words[w];
        all.keys += sums[i].keys;
    }
    return all;
}

/* ---- what a snapshot brings ---- */

static bool take_item(struct keyspace *keyspace, const struct rdb_item *item) {
    struct rdb_input input = rdb_input_of(item->body);
    struct rdb_text name = {0}, text = {0};
    int64_t expire_ms = item->has_expiry ? item->expire_ms : EXPIRE_NONE;
    bool is_good = item->db < DATABASES && rdb_take_text(&input, &name);
    struct key key = key_of(name.bytes);
    struct cell draft = cell_draft(keyspace, item->db, &key, expire_ms);
    is_good = is_good && !keyspace_find_any(keyspace, item->db, &key) && /* S1 */
              rdb_read_value(&input, item->type, &draft, &text) && rdb_left(&input) == 0;
    if (!is_good)
        cell_discard(&draft);
    else if (item->type == RDB_STRING)
        keyspace_put_string(keyspace, item->db, &key, NULL, text.bytes, expire_ms);
    else
        cell_publish(&draft, NULL);
    rdb_text_clear(&name);
    rdb_text_clear(&text);
    return is_good;
}

static bool sum_file(const struct buffer pieces[CORES_MAX], struct sum *sum) {
    struct keyspace_options options = {.databases = DATABASES, .partition_count = PARTITIONS};
    struct keyspace *keyspace = keyspace_create(&options);
    struct buffer bytes = {0};
    struct rdb_file file;
    enum rdb_file_next next = RDB_FILE_BAD;
    rdb_file_begin(&bytes, 0, 0);
    for (unsigned i = 0; i < CORES_MAX; i++) buffer_append(&bytes, buffer_view(&pieces[i]));
    rdb_file_end(&bytes);
    rdb_put_u64(&bytes, 0);
    bool is_good = rdb_file_open(&file, buffer_view(&bytes));
    while (is_good && (next = rdb_file_next(&file)) == RDB_FILE_ITEM)
        is_good = take_item(keyspace, &file.item);
    rdb_file_close(&file);
    buffer_clear(&bytes);
    sum_keyspace(keyspace, 0, PARTITIONS, sum);
    while (keyspace_free_some(keyspace, UINT16_MAX)) continue;
    keyspace_destroy(keyspace);
    return is_good && next == RDB_FILE_END;
}

/* ---- the disk ---- */

struct writing {
    struct timer timer;
    struct snapshot_part *part;
    size_t len;
};

static void has_written(void *arg) {
    struct writing *writing = arg;
    snapshot_wrote(writing->part, writing->len);
    memory_free(writing);
}

static void take_chunk(void *arg, struct snapshot_part *part, struct buffer *chunk) {
    struct core *core = snapshot_core(part);
    struct writing *writing = memory_alloc_zeroed(sizeof *writing);
    CHECK(core_current() == core);
    writing->part = part;
    writing->len = chunk->len;
    buffer_append(&((struct buffer *)arg)[core->index], buffer_view(chunk));
    buffer_clear(chunk);
    *chunk = (struct buffer){0};
    timer_init(&writing->timer, has_written, writing);
    timer_start(core->loop, &writing->timer,
                (int64_t)check_random_below(delay_max_ms * 1000000 + 1));
}

/* ---- the commands ---- */

static void hide_changes(void *arg, const struct mutation *mutation) {
    if (!(hidden_kinds >> mutation->kind & 1)) snapshot_note(arg, mutation);
}

static void hide_here(struct core *core, void *arg) {
    (void)arg;
    keyspace_set_hook(core->shard.keyspace, hide_changes);
}

static struct snapshot *begin_within(struct call *call, struct buffer *pieces, struct sum *before) {
    struct snapshot_sink sinks[CORES_MAX];
    struct sum sums[CORES_MAX] = {0};
    for (unsigned i = 0; i < CORES_MAX; i++)
        sinks[i] = (struct snapshot_sink){.take = take_chunk, .arg = pieces};
    struct tx tx;
    tx_begin_all(&tx, call, true);
    tx_hop(&tx, sum_part, sums, TX_KEEP);
    *before = total(sums);
    struct snapshot_options options = {
        .sinks = sinks,
        .compresses = check_random_below(2),
        .within = &tx,
        .big = check_random_below(3) == 0 ? 0 : 1, /* 1: whatever lies outside its entry */
    };
    struct snapshot *snapshot = snapshot_begin(engine, &options);
    if (hidden_kinds != 0) core_run_on_all(engine, hide_here, NULL);
    tx_end(&tx);
    return snapshot;
}

/* TSNAP: takes one, and checks it. */
static void run_snap(struct call *call) {
    struct buffer pieces[CORES_MAX] = {0};
    struct sum before, after = {0};
    struct snapshot_facts facts;
    struct snapshot *snapshot = begin_within(call, pieces, &before);
    under_way++;
    most_at_once = under_way > most_at_once ? under_way : most_at_once;
    bool is_whole = snapshot_wait(snapshot);
    snapshot_facts(snapshot, &facts);
    under_way--;
    taken++;
    ahead_seen += facts.regions_ahead > 0;
    put_off_seen += facts.values_put_off > 0;
    noted_seen += facts.states_noted > 0;
    states_noted += facts.states_noted;
    ways_made += facts.ways_made;
    bytes_seen = facts.bytes;
    most_ahead = facts.ahead_max;
    if (facts.was_flushed) {
        flushed++;
    } else {
        bool is_good = sum_file(pieces, &after);
        bool is_same = is_good && is_whole && memcmp(&before, &after, sizeof before) == 0 &&
                       facts.keys == before.keys && facts.keys_done == before.keys;
        wrong += !is_same;
        if (!is_same && hidden_kinds == 0)
            printf("  %s file, whole %d, keys %llu, in the snapshot %llu\n",
                   is_good ? "good" : "bad", is_whole, (unsigned long long)before.keys,
                   (unsigned long long)after.keys);
    }
    for (unsigned i = 0; i < CORES_MAX; i++) buffer_clear(&pieces[i]);
    snapshot_destroy(snapshot);
    reply_ok(call->reply);
}

static struct bytes random_text(char *text) {
    size_t len =
        check_random_below(20) == 0 ? check_random_below(text_max) : check_random_below(40);
    memset(text, 'a' + (int)check_random_below(26), len);
    return bytes_of(text, len);
}

static void edit(struct cell *cell, enum value_type type, struct bytes element) {
    bool removes = cell->entry && check_random_below(3) == 0;
    switch (type) {
    case VALUE_LIST:
        if (removes)
            lists_remove(cell, 0, 1);
        else
            lists_push(cell, check_random_below(2), element);
        break;
    case VALUE_SET:
        removes ? (void)set_remove(cell, element) : (void)set_add(cell, element);
        break;
    case VALUE_ZSET:
        removes ? (void)zset_remove(cell, element)
                : (void)zset_set(cell, element, (double)check_random_below(1000));
        break;
    case VALUE_HASH:
        removes ? (void)hash_delete(cell, element)
                : (void)hash_set(cell, element, element, EXPIRE_NONE);
        break;
    default:
        stream_append(cell, (struct stream_id){++stream_ms, 0}, (struct bytes[]){element, element},
                      1);
    }
}

/* Of this key on this shard, in this database, something else. */
static void change(struct shard *shard, unsigned db, const struct key *key) {
    struct keyspace *keyspace = shard->keyspace;
    struct entry *entry = keyspace_find(keyspace, db, key, false);
    char *text = memory_alloc(text_max + 40);
    struct bytes element = random_text(text);
    enum value_type type = (enum value_type)(key->hash % VALUE_TYPES);
    unsigned what = (unsigned)check_random_below(10);
    int64_t soon_ms = keyspace_now(keyspace) + 1 + (int64_t)check_random_below(40);
    if (entry && what == 0) {
        keyspace_delete(keyspace, db, key, entry);
    } else if (entry && what == 1) {
        keyspace_set_expire(keyspace, db, key, entry, check_random_below(2) ? soon_ms : 1 << 30);
    } else if (type == VALUE_STRING || what == 2) {
        CHECK(keyspace_put_string(keyspace, db, key, entry, element,
                                  check_random_below(8) ? EXPIRE_NONE : soon_ms));
    } else if (!entry || entry_type(entry) == type) {
        struct cell cell = cell_of(keyspace, db, key, entry);
        unsigned times = check_random_below(30) == 0 ? 300 : 1;
        while (times-- > 0 && (type != VALUE_STREAM || times < 2))
            edit(&cell, type, random_text(text));
    }
    memory_free(text);
}

/* TCHANGE db key */
static void run_change(struct call *call) {
    struct key key = key_of(call->argv[2]);
    change(call->shard, (unsigned)(call->argv[1].data[0] - '0'), &key);
    reply_ok(call->reply);
}

static void swap_part(struct tx_part *part) {
    keyspace_swap(part->core->shard.keyspace, 0, 1 + part->call.argc % 2);
}

static void flush_part(struct tx_part *part) {
    keyspace_flush(part->core->shard.keyspace, part->call.argc % DATABASES);
}

/* TSWAP, TFLUSH: the number of their arguments says which. */
static void run_on_all(struct call *call) {
    struct tx tx;
    bool is_swap = bytes_is(call->argv[0], "tswap");
    tx_begin_all(&tx, call, true);
    tx_hop(&tx, is_swap ? swap_part : flush_part, NULL, TX_CONCLUDE);
    tx_end(&tx);
    reply_ok(call->reply);
}

/* TCLEAR key: takes all members but one out of a hash. */
static void run_clear(struct call *call) {
    struct keyspace *keyspace = call->shard->keyspace;
    struct cell cell =
        cell_of(keyspace, 0, &call->key, keyspace_find(keyspace, 0, &call->key, false));
    char name[20];
    for (unsigned i = 1; i < FIELDS; i++)
        hash_delete(&cell, bytes_of(name, (size_t)snprintf(name, sizeof name, "f%u", i)));
    reply_ok(call->reply);
}

static uint64_t clear_changes(const struct bytes *argv, unsigned argc, const struct entry *value) {
    (void)argv, (void)argc;
    return value ? hash_count(value) : UINT64_MAX;
}

/* TFILL key: makes that hash. */
static void run_fill(struct call *call) {
    struct keyspace *keyspace = call->shard->keyspace;
    struct cell cell = cell_of(keyspace, 0, &call->key, NULL);
    char name[20];
    for (unsigned i = 0; i < FIELDS; i++)
        hash_set(&cell, bytes_of(name, (size_t)snprintf(name, sizeof name, "f%u", i)),
                 bytes_of_string("value"), EXPIRE_NONE);
    reply_ok(call->reply);
}

/* Of all kinds of bytes: nothing to compress. */
static void put_key(struct shard *shard, const struct key *key) {
    uint64_t words[VALUE_LEN / sizeof(uint64_t)];
    for (unsigned i = 0; i < VALUE_LEN / sizeof words[0]; i++) words[i] = check_random();
    CHECK(keyspace_put_string(shard->keyspace, 0, key,
                              keyspace_find(shard->keyspace, 0, key, false),
                              bytes_of((const char *)words, sizeof words), EXPIRE_NONE));
}

static void put_part(struct tx_part *part) {
    for (unsigned i = 0; i < part->key_count; i++)
        put_key(&part->core->shard, &tx_part_key(part, i)->key);
}

/* TPUT key [key ...]: strings. */
static void run_put(struct call *call) {
    for (unsigned i = 1; call->shard && i < call->argc; i++) {
        struct key key = key_of(call->argv[i]);
        put_key(call->shard, &key);
    }
    if (!call->shard) {
        struct tx tx;
        tx_begin(&tx, call);
        tx_hop(&tx, put_part, NULL, TX_CONCLUDE);
        tx_end(&tx);
    }
    reply_ok(call->reply);
}

static void run_multi(struct call *call) {
    multi_begin(call->client);
    reply_ok(call->reply);
}

static const struct command rows[] = {
    {"MULTI", "", run_multi, ON_CONNECTION | RUNS_IN_MULTI, NO_KEYS},
    {"EXEC", "", exec_run, ON_FIBER | RUNS_IN_MULTI, NO_KEYS},
    {"TPUT", "key [key ...]", run_put, WRITE | MULTI_KEY, KEYS_FROM(1, -1, 1, KEY_OW)},
    {"TCLEAR", "key", run_clear, WRITE, KEY_AT(1, KEY_RW), .changes = clear_changes},
    {"TFILL", "key", run_fill, WRITE, KEY_AT(1, KEY_RW)},
    {"BGSAVE", "", run_snap, ADMIN | ON_FIBER, NO_KEYS}, /* whose row snapshots take part as */
    {"TSNAP", "", run_snap, READONLY | ON_FIBER, NO_KEYS},
    {"TCHANGE", "db key", run_change, WRITE, KEY_AT(2, KEY_RW)},
    {"TSWAP", "[x ...]", run_on_all, WRITE | ON_FIBER, NO_KEYS},
    {"TFLUSH", "[x ...]", run_on_all, WRITE | ON_FIBER, NO_KEYS},
    {0},
};

/* ---- the engine on the simulated machine ---- */

static struct settings settings = RIG_SETTINGS(1 << 20, DATABASES);

static void begin(unsigned cores) {
    rig_choose_machine(rows, check_random());
    taken = wrong = flushed = ahead_seen = put_off_seen = noted_seen = 0;
    under_way = most_at_once = 0;
    states_noted = ways_made = 0;
    engine = rig_start(&settings, cores);
    rig_drop_shadows(engine); /* what is written here has no effects, but expiry has */
}

static void end(void) {
    rig_stop(engine);
}

struct play {
    unsigned cores, keys, commands;
    unsigned snaps;    /* of a thousand commands */
    unsigned one_in;   /* swaps and flushes among them, each one in so many; 0: none */
    bool at_once;      /* several snapshots */
    unsigned delay_ms; /* of the disk, at most */
    unsigned text_max;
};

static void send_command(unsigned client, const struct play *play, bool may_snap) {
    char text[100];
    unsigned choice = (unsigned)check_random_below(1000);
    if (may_snap && choice < play->snaps) {
        snprintf(text, sizeof text, "TSNAP\r\n");
    } else if (play->one_in && check_random_below(play->one_in) == 0) {
        static const char *const words[] = {"TSWAP", "TSWAP x", "TFLUSH", "TFLUSH x", "TFLUSH x x"};
        snprintf(text, sizeof text, "%s\r\n", words[check_random_below(5)]);
    } else {
        snprintf(text, sizeof text, "TCHANGE %u k%u\r\n", (unsigned)check_random_below(DATABASES),
                 (unsigned)check_random_below(play->keys));
    }
    sim_client_send(client, bytes_of_string(text));
}

static void run_play(const struct play *play) {
    unsigned clients[CLIENTS], sent = 0;
    delay_max_ms = play->delay_ms;
    text_max = play->text_max;
    begin(play->cores);
    for (unsigned i = 0; i < CLIENTS; i++) clients[i] = sim_client_open();
    CHECK(sim_run(STEPS_MAX));
    for (unsigned db = 0; db < DATABASES; db++) {
        for (unsigned i = 0; i < play->keys; i++) {
            char text[40];
            snprintf(text, sizeof text, "TCHANGE %u k%u\r\n", db, i);
            sim_client_send(clients[i % CLIENTS], bytes_of_string(text));
        }
    }
    CHECK(sim_run(STEPS_MAX));
    while (sent < play->commands) {
        unsigned client = (unsigned)check_random_below(CLIENTS);
        send_command(clients[client], play, play->at_once || under_way == 0);
        sent++;
        if (check_random_below(4) == 0) sim_run(1 + check_random_below(20));
        if (check_random_below(50) == 0) CHECK(sim_advance(1 + (int64_t)check_random_below(5)));
    }
    for (unsigned i = 0; i < 1000 && (under_way > 0 || i < 3); i++) CHECK(sim_advance(20));
    CHECK_EQ(under_way, 0);
    for (unsigned i = 0; i < CLIENTS; i++) sim_client_close(clients[i]);
    CHECK(sim_run(STEPS_MAX));
    end();
}

/* ---- */

enum { SEEDS = 12 };

TEST(a_snapshot_is_the_data_of_one_moment) {
    unsigned ahead = 0, put_off = 0, noted = 0;
    for (unsigned i = 0; i < SEEDS && check_failures == 0; i++) {
        struct play play = {.cores = 1 + i % CORES_MAX,
                            .keys = 800,
                            .commands = 1000,
                            .snaps = 10,
                            .delay_ms = i % 3 * 4,
                            .text_max = i % 5 == 0 ? 60000 : 300};
        run_play(&play);
        CHECK_EQ(wrong, 0);
        CHECK(taken > 0);
        ahead += ahead_seen;
        put_off += put_off_seen;
        noted += noted_seen;
    }
    CHECK(ahead > SEEDS); /* else nothing was changed while it was written */
    CHECK(put_off > SEEDS && noted > 0);
}

TEST(several_at_once_do_not_mind_each_other) {
    unsigned most = 0;
    for (unsigned i = 0; i < SEEDS && check_failures == 0; i++) {
        struct play play = {.cores = 1 + i % CORES_MAX,
                            .keys = 500,
                            .commands = 600,
                            .snaps = 30,
                            .at_once = true,
                            .delay_ms = 10,
                            .text_max = 1000};
        run_play(&play);
        CHECK_EQ(wrong, 0);
        most = most_at_once > most ? most_at_once : most;
    }
    CHECK(most > 2);
}

TEST(databases_may_go_and_change_places_meanwhile) {
    for (unsigned i = 0; i < SEEDS && check_failures == 0; i++) {
        struct play play = {.cores = 1 + i % CORES_MAX,
                            .keys = 400,
                            .commands = 1000,
                            .snaps = 20,
                            .one_in = 100,
                            .at_once = true,
                            .delay_ms = 5,
                            .text_max = i % 2 ? 30000 : 300};
        run_play(&play);
        CHECK_EQ(wrong, 0);
        CHECK_EQ(flushed, 0); /* they are small */
    }
}

/* S3. */
TEST(a_flush_of_much_ends_it) {
    for (unsigned i = 0, seen = 0; i < SEEDS && seen == 0; i++) {
        struct play play = {.cores = 1,
                            .keys = 12000,
                            .commands = 600,
                            .snaps = 100,
                            .one_in = 100,
                            .at_once = true,
                            .delay_ms = 5,
                            .text_max = 4000};
        run_play(&play);
        CHECK_EQ(wrong, 0);
        seen += flushed;
        CHECK(seen > 0 || i + 1 < SEEDS);
    }
}

/* S2. In a transaction as well, and whichever core its client is on; what is little does not wait. */
TEST(a_command_that_changes_much_waits_until_the_value_is_written) {
    static const char *const big[] = {"TCLEAR a\r\nTCLEAR b\r\nTCLEAR c\r\n",
                                      "MULTI\r\nTCLEAR a\r\nTCLEAR b\r\nTCLEAR c\r\nEXEC\r\n"};
    uint64_t made = 0;
    for (unsigned i = 0; i < 6 && check_failures == 0; i++) {
        delay_max_ms = 4, text_max = 300;
        begin(1 + i % 3);
        unsigned one = sim_client_open(), other = sim_client_open(), third = sim_client_open();
        CHECK(sim_run(STEPS_MAX));
        sim_client_send(one, bytes_of_string("TFILL a\r\nTFILL b\r\nTFILL c\r\nTCHANGE 0 x\r\n"));
        CHECK(sim_run(STEPS_MAX));
        sim_client_send(one, bytes_of_string("TSNAP\r\n"));
        while (under_way == 0) sim_run(1);
        sim_client_send(other, bytes_of_string(big[i % 2]));
        sim_client_send(third, bytes_of_string("TCHANGE 0 x\r\nTCHANGE 0 y\r\n"));
        for (unsigned n = 0; n < 1000 && under_way > 0; n++) CHECK(sim_advance(20));
        CHECK_EQ(under_way, 0);
        CHECK_EQ(wrong, 0);
        CHECK_EQ(taken, 1);
        CHECK(states_noted < FIELDS / 100);
        made += ways_made; /* where it was not written already */
        CHECK(sim_run(STEPS_MAX));
        sim_client_send(third, bytes_of_string("TSNAP\r\n")); /* they have run: little is there */
        for (unsigned n = 0; n < 100 && taken < 2; n++) CHECK(sim_advance(20));
        CHECK(taken == 2 && wrong == 0 && bytes_seen < 300000);
        sim_client_close(one);
        sim_client_close(other);
        sim_client_close(third);
        CHECK(sim_run(STEPS_MAX));
        end();
    }
    CHECK(made > 3);
}

static void send_puts(unsigned client, unsigned keys, bool is_one) {
    struct buffer text = {0};
    char word[40];
    buffer_append(&text, bytes_of_string(is_one ? "TPUT" : "MULTI\r\n"));
    for (unsigned i = 0; i < keys; i++) {
        const char *form = is_one ? " k%u" : "TPUT k%u\r\n";
        buffer_append(&text, bytes_of(word, (size_t)snprintf(word, sizeof word, form, i)));
    }
    buffer_append(&text, bytes_of_string(is_one ? "\r\n" : "EXEC\r\n"));
    sim_client_send(client, buffer_view(&text));
    buffer_clear(&text);
}

/* S2. However many regions have to be written for them, no more is held than the budget and a chunk. */
TEST(a_command_of_many_keys_keeps_to_the_budget) {
    enum { KEYS = 8000, BUDGET = 300 << 10, CHUNK = 300 << 10 };
    for (unsigned i = 0; i < 6 && check_failures == 0; i++) {
        unsigned cores = 1 + i % 3;
        delay_max_ms = 30;
        settings.snapshot_budget = cores * BUDGET;
        begin(cores);
        unsigned one = sim_client_open(), other = sim_client_open();
        send_puts(one, KEYS, true);
        CHECK(sim_run(STEPS_MAX));
        sim_client_send(one, bytes_of_string("TSNAP\r\n"));
        while (under_way == 0) sim_run(1);
        send_puts(other, KEYS, i % 2);
        for (unsigned n = 0; n < 1000 && under_way > 0; n++) CHECK(sim_advance(20));
        CHECK(taken == 1 && wrong == 0 && ahead_seen == 1 && bytes_seen > KEYS * VALUE_LEN);
        CHECK(most_ahead <= cores * (BUDGET + CHUNK));
        CHECK(sim_run(STEPS_MAX));
        sim_client_close(one);
        sim_client_close(other);
        CHECK(sim_run(STEPS_MAX));
        end();
    }
    settings.snapshot_budget = 0;
}

/* The tests above must be able to fail: a snapshot that is not told of a kind of change is wrong soon. */
static unsigned wrong_without(unsigned kinds) {
    unsigned sum = 0;
    bool is_global = kinds == 1 << MUTATION_FLUSH || kinds == 1 << MUTATION_SWAP;
    hidden_kinds = kinds;
    for (unsigned i = 0; i < 5 * SEEDS && sum == 0; i++) {
        struct play play = {.cores = 1 + i % CORES_MAX,
                            .keys = 800,
                            .commands = 1000,
                            .snaps = 20,
                            .one_in = is_global ? 20 : 200,
                            .delay_ms = 5,
                            .text_max = is_global ? 60000 : 300};
        run_play(&play);
        sum += wrong;
    }
    hidden_kinds = 0;
    return sum;
}

TEST(without_being_told_of_changes_it_would_be_wrong) {
    CHECK(wrong_without(EVERYTHING) > 0);
    CHECK(wrong_without(1 << MUTATION_PUT) > 0);
    CHECK(wrong_without(1 << MUTATION_DELETE) > 0);
    CHECK(wrong_without(1 << MUTATION_EDIT) > 0);
    CHECK(wrong_without(1 << MUTATION_EXPIRE) > 0);
    CHECK(wrong_without(1 << MUTATION_FLUSH) > 0);
    CHECK(wrong_without(1 << MUTATION_SWAP) > 0);
}
