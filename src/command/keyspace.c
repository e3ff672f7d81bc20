/* command/keyspace.c - commands on whole databases: scanning, counting, flushing, swapping.
 *
 * SCAN visits one shard at a time, waits for the transactions there, and promises what Redis promises; KEYS, DBSIZE, RANDOMKEY, FLUSH and SWAPDB
 * hold all shards in one transaction, so that they see one instant. */
#include "base/glob.h"
#include "base/memory.h"
#include "base/number.h"
#include "command/element_scan.h"
#include "command/families.h"
#include "engine/core.h"
#include "engine/store.h"
#include "engine/tx.h"

enum { CURSOR_PARTITION_SHIFT = 53, SCAN_COUNT_DEFAULT = 10 };

/* Names found on a shard: lengths and bytes one after the other. */
struct names {
    struct bytes pattern; /* empty data: all */
    int type;             /* -1: any */
    unsigned count;       /* that match */
    uint64_t visited;
    struct buffer found;
};

static void names_add(void *arg, const struct entry *entry) {
    struct names *names = arg;
    names->visited++;
    struct bytes name = entry_key(entry);
    if (names->pattern.data && !glob_match(names->pattern, name, false)) {
        return;
    }
    if (names->type >= 0 && (int)entry_type(entry) != names->type) {
        return;
    }
    buffer_append(&names->found, bytes_of((const char *)&name.len, sizeof(name.len)));
    buffer_append(&names->found, name);
    names->count++;
}

static void names_reply(const struct names *names, struct reply *reply) {
    const char *at = names->found.data;
    for (unsigned i = 0; i < names->count; i++) {
        size_t len;
        memcpy(&len, at, sizeof(len));
        reply_bulk(reply, bytes_of(at + sizeof(len), len));
        at += sizeof(len) + len;
    }
}

struct scan {
    struct names names;
    unsigned db;
    uint64_t cursor, count;
};

static void scan_part(struct tx_part *part) {
    struct scan *scan = part->tx->arg;
    const struct core *core = part->core;
    uint64_t end = (uint64_t)(core->shard.partition_first + core->shard.partition_count)
                   << CURSOR_PARTITION_SHIFT;
    while (scan->cursor < end && scan->names.visited < scan->count) {
        scan->cursor =
            keyspace_scan(core->shard.keyspace, scan->db, scan->cursor, names_add, &scan->names);
    }
}

static int type_of_name(struct bytes name) {
    for (int type = 0; type < VALUE_TYPES; type++) {
        if (bytes_is(name, value_type_name((enum value_type)type))) {
            return type;
        }
    }
    return VALUE_TYPES; /* none has it */
}

static bool parse_scan(struct call *call, struct scan *scan) {
    if (!element_scan_parse_cursor(call->argv[1], &scan->cursor)) {
        reply_error(call->reply, "ERR invalid cursor");
        return false;
    }
    for (unsigned i = 2; i < call->argc; i += 2) {
        bool has_value = i + 1 < call->argc;
        if (has_value && arg_is(call, i, "count")) {
            int64_t count;
            if (!arg_integer(call, i + 1, &count)) {
                return false;
            }
            if (count < 1) {
                reply_error_syntax(call->reply);
                return false;
            }
            scan->count = (uint64_t)count;
        } else if (has_value && arg_is(call, i, "match")) {
            scan->names.pattern = call->argv[i + 1];
        } else if (has_value && arg_is(call, i, "type")) {
            scan->names.type = type_of_name(call->argv[i + 1]);
        } else {
            reply_error_syntax(call->reply);
            return false;
        }
    }
    return true;
}

static void scan(struct call *call) {
    struct scan scan = {.names.type = -1, .db = call->db, .count = SCAN_COUNT_DEFAULT};
    if (!parse_scan(call, &scan)) {
        return;
    }
    const struct engine *engine = call->client->core->engine;
    uint64_t end = (uint64_t)PARTITIONS << CURSOR_PARTITION_SHIFT;
    while (scan.cursor < end && scan.names.visited < scan.count) {
        uint16_t core = engine->core_of_partition[scan.cursor >> CURSOR_PARTITION_SHIFT];
        struct tx tx;
        tx_begin_shard(&tx, call, engine->cores[core]);
        tx_hop(&tx, scan_part, &scan, TX_CONCLUDE);
        tx_end(&tx);
    }
    char text[NUMBER_TEXT_MAX];
    size_t len = number_format_u64(text, scan.cursor < end ? scan.cursor : 0);
    reply_array(call->reply, 2);
    reply_bulk(call->reply, bytes_of(text, len));
    reply_array(call->reply, scan.names.count);
    names_reply(&scan.names, call->reply);
    buffer_clear(&scan.names.found);
}

static void keys_part(struct tx_part *part) {
    struct names *names = &((struct names *)part->tx->arg)[part->core->index];
    const struct shard *shard = part->call.shard;
    uint64_t cursor = (uint64_t)shard->partition_first << CURSOR_PARTITION_SHIFT;
    uint64_t end = (uint64_t)(shard->partition_first + shard->partition_count)
                   << CURSOR_PARTITION_SHIFT;
    while (cursor < end) {
        cursor = keyspace_scan(shard->keyspace, part->call.db, cursor, names_add, names);
    }
}

static void keys(struct call *call) {
    unsigned cores = call->client->core->engine->core_count;
    struct names *names = memory_alloc_zeroed(cores * sizeof(*names));
    bool is_all = bytes_equal(call->argv[1], BYTES_LITERAL("*"));
    for (unsigned i = 0; i < cores; i++) {
        names[i].type = -1;
        names[i].pattern = is_all ? bytes_of(NULL, 0) : call->argv[1];
    }
    struct tx tx;
    tx_begin_all(&tx, call, false);
    tx_hop(&tx, keys_part, names, TX_CONCLUDE);
    tx_end(&tx);
    size_t count = 0;
    for (unsigned i = 0; i < cores; i++) {
        count += names[i].count;
    }
    reply_array(call->reply, count);
    for (unsigned i = 0; i < cores; i++) {
        names_reply(&names[i], call->reply);
        buffer_clear(&names[i].found);
    }
    memory_free(names);
}

static void count_part(struct tx_part *part) {
    struct keyspace_facts facts;
    keyspace_facts(part->call.shard->keyspace, part->call.db, &facts);
    ((uint64_t *)part->tx->arg)[part->core->index] = facts.keys;
}

static void dbsize(struct call *call) {
    unsigned cores = call->client->core->engine->core_count;
    uint64_t *counts = memory_alloc_zeroed(cores * sizeof(*counts));
    struct tx tx;
    tx_begin_all(&tx, call, false);
    tx_hop(&tx, count_part, counts, TX_CONCLUDE);
    tx_end(&tx);
    uint64_t sum = 0;
    for (unsigned i = 0; i < cores; i++) {
        sum += counts[i];
    }
    memory_free(counts);
    reply_integer(call->reply, (int64_t)sum);
}

struct random_key {
    uint64_t *counts;
    struct core *chosen;
    uint64_t random;
    bool is_found;
    struct buffer name;
};

static void random_count(struct tx_part *part) {
    struct random_key *random = part->tx->arg;
    struct keyspace_facts facts;
    keyspace_facts(part->call.shard->keyspace, part->call.db, &facts);
    random->counts[part->core->index] = facts.keys;
}

static void random_pick(struct tx_part *part) {
    struct random_key *random = part->tx->arg;
    if (part->core != random->chosen) {
        return;
    }
    const struct entry *entry =
        keyspace_random(part->call.shard->keyspace, part->call.db, random->random);
    if (entry) {
        random->is_found = true;
        buffer_append(&random->name, entry_key(entry));
    }
}

/* A shard by its share of the keys, then a key of it, in one transaction. */
static void randomkey(struct call *call) {
    struct core *own = call->client->core;
    struct engine *engine = own->engine;
    struct random_key random = {
        .counts = memory_alloc_zeroed(engine->core_count * sizeof(uint64_t)),
        .random = loop_random(own->loop),
    };
    struct tx tx;
    tx_begin_all(&tx, call, false);
    tx_hop(&tx, random_count, &random, TX_KEEP);
    uint64_t sum = 0;
    for (unsigned i = 0; i < engine->core_count; i++) {
        sum += random.counts[i];
    }
    uint64_t place = sum ? loop_random(own->loop) % sum : 0;
    for (unsigned i = 0; i < engine->core_count && sum > 0; i++) {
        if (place < random.counts[i]) {
            random.chosen = engine->cores[i];
            break;
        }
        place -= random.counts[i];
    }
    tx_hop(&tx, random_pick, &random, TX_CONCLUDE);
    tx_end(&tx);
    if (random.is_found) {
        reply_bulk(call->reply, buffer_view(&random.name));
    } else {
        reply_nil(call->reply);
    }
    memory_free(random.counts);
    buffer_clear(&random.name);
}

struct flush {
    unsigned first, end; /* databases */
};

static void flush_part(struct tx_part *part) {
    const struct flush *flush = part->tx->arg;
    for (unsigned db = flush->first; db < flush->end; db++) {
        store_flush(&part->call, db);
    }
}

/* ASYNC and SYNC are the same: memory is always freed in slices between turns. */
static void flush_databases(struct call *call, unsigned first, unsigned end) {
    bool is_valid = call->argc == 1 ||
                    (call->argc == 2 && (arg_is(call, 1, "sync") || arg_is(call, 1, "async")));
    if (!is_valid) {
        reply_error_syntax(call->reply);
        return;
    }
    struct flush flush = {.first = first, .end = end};
    struct tx tx;
    tx_begin_all(&tx, call, true);
    tx_hop(&tx, flush_part, &flush, TX_CONCLUDE);
    tx_end(&tx);
    reply_ok(call->reply);
}

static void flushdb(struct call *call) {
    flush_databases(call, call->db, call->db + 1);
}

static void flushall(struct call *call) {
    struct core *core = call->client->core;
    flush_databases(call, 0, core->engine->databases);
    if (core->engine->hooks.on_flushall) {
        core->engine->hooks.on_flushall(core);
    }
}

static void swap_part(struct tx_part *part) {
    const unsigned *dbs = part->tx->arg;
    store_swap(&part->call, dbs[0], dbs[1]);
}

static void swapdb(struct call *call) {
    unsigned dbs[2];
    for (unsigned i = 0; i < 2; i++) {
        int64_t db;
        if (!number_parse_i64(call->argv[i + 1], &db) || db < INT32_MIN || db > INT32_MAX) {
            reply_error(call->reply, "ERR invalid %s DB index", i == 0 ? "first" : "second");
            return;
        }
        dbs[i] = (unsigned)(int)db;
    }
    unsigned databases = call->client->core->engine->databases;
    if (dbs[0] >= databases || dbs[1] >= databases) {
        reply_error(call->reply, "ERR DB index is out of range");
        return;
    }
    if (dbs[0] != dbs[1]) {
        struct tx tx;
        tx_begin_all(&tx, call, true);
        tx_hop(&tx, swap_part, dbs, TX_CONCLUDE);
        tx_end(&tx);
    }
    reply_ok(call->reply);
}

const struct command keyspace_commands[] = {
    {"SCAN", "cursor [MATCH pattern] [COUNT count] [TYPE type]", scan, READONLY | ON_FIBER, NO_KEYS,
     "2.8.0", "O(1) for every call, O(N) for a complete iteration",
     "Iterates over the names of all keys.", GROUP_GENERIC, "6.0.0: Added the `TYPE` subcommand.",
     .tips = "nondeterministic_output|request_policy:special"},
    {"KEYS", "pattern", keys, READONLY | ON_FIBER, NO_KEYS, "1.0.0",
     "O(N) where N is the number of keys", "Returns all names that match a pattern.", GROUP_GENERIC,
     NULL, .categories = CATEGORY_DANGEROUS,
     .tips = "request_policy:all_shards|nondeterministic_output_order"},
    {"DBSIZE", "", dbsize, READONLY | FAST | ON_FIBER, NO_KEYS, "1.0.0", "O(1) for each core",
     "Returns the number of keys.", GROUP_SERVER, NULL, .categories = CATEGORY_KEYSPACE,
     .tips = "request_policy:all_shards|response_policy:agg_sum"},
    {"RANDOMKEY", "", randomkey, READONLY | ON_FIBER, NO_KEYS, "1.0.0", "O(1) for each core",
     "Returns the name of a random key.", GROUP_GENERIC, NULL,
     .tips = "request_policy:all_shards|nondeterministic_output"},
    {"FLUSHDB", "[ASYNC | SYNC]", flushdb, WRITE | ON_FIBER, NO_KEYS, "1.0.0", "O(1)",
     "Removes all keys of the selected database.", GROUP_SERVER,
     "4.0.0: Added the `ASYNC` flushing mode modifier.|"
     "6.2.0: Added the `SYNC` flushing mode modifier.",
     .categories = CATEGORY_KEYSPACE | CATEGORY_DANGEROUS,
     .tips = "request_policy:all_shards|response_policy:all_succeeded"},
    {"FLUSHALL", "[ASYNC | SYNC]", flushall, WRITE | ON_FIBER, NO_KEYS, "1.0.0", "O(1)",
     "Removes all keys of all databases.", GROUP_SERVER,
     "4.0.0: Added the `ASYNC` flushing mode modifier.|"
     "6.2.0: Added the `SYNC` flushing mode modifier.",
     .categories = CATEGORY_KEYSPACE | CATEGORY_DANGEROUS,
     .tips = "request_policy:all_shards|response_policy:all_succeeded"},
    {"SWAPDB", "index1 index2", swapdb, WRITE | FAST | ON_FIBER, NO_KEYS, "4.0.0", "O(1)",
     "Exchanges two databases.", GROUP_SERVER, NULL,
     .categories = CATEGORY_KEYSPACE | CATEGORY_DANGEROUS},
    {0},
};
