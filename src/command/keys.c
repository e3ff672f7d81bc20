/* command/keys.c - commands on several keys of any type: deleting, counting, renaming, copying.
 *
 * Where all keys are on one shard they run there; else as transactions. RENAME and COPY over two
 * shards take two hops: the source is read and carried over, then both shards change. */
#include "base/memory.h"
#include "base/number.h"
#include "command/carry.h"
#include "command/families.h"
#include "engine/collection.h"
#include "engine/core.h"
#include "engine/store.h"
#include "engine/tx.h"

/* Commands that do one thing to every key and reply how many it applied to. */
struct key_count {
    bool (*one)(struct call *call, const struct key *key);
    uint64_t
        *counts; /* one place a core, padded by their distance in a reply this is not worth it */
};

static void count_part(struct tx_part *part) {
    struct key_count *count = part->tx->arg;
    uint64_t applied = 0;
    for (unsigned i = 0; i < part->key_count; i++) {
        applied += count->one(tx_part_call(part, i), &tx_part_key(part, i)->key);
    }
    count->counts[part->core->index] = applied;
}

static void count_keys(struct call *call, bool (*one)(struct call *call, const struct key *key)) {
    uint64_t sum = 0;
    if (call->shard) {
        for (unsigned i = 1; i < call->argc; i++) {
            struct key key = key_of(call->argv[i]);
            sum += one(call, &key);
        }
        reply_integer(call->reply, (int64_t)sum);
        return;
    }
    unsigned cores = call->client->core->engine->core_count;
    struct key_count count = {.one = one, .counts = memory_alloc_zeroed(cores * sizeof(uint64_t))};
    struct tx tx;
    tx_begin(&tx, call);
    tx_hop(&tx, count_part, &count, TX_CONCLUDE);
    tx_end(&tx);
    for (unsigned i = 0; i < cores; i++) {
        sum += count.counts[i];
    }
    memory_free(count.counts);
    reply_integer(call->reply, (int64_t)sum);
}

static bool del_one(struct call *call, const struct key *key) {
    struct entry *entry = store_peek(call, key);
    if (entry) {
        store_delete(call, key, entry);
        store_notify(call, NOTIFY_GENERIC, "del", key);
    }
    return entry != NULL;
}

static bool exists_one(struct call *call, const struct key *key) {
    struct entry *entry = store_peek(call, key);
    store_count_look_up(call, key, entry);
    return entry != NULL;
}

static bool touch_one(struct call *call, const struct key *key) {
    return store_find(call, key) != NULL;
}

static void del(struct call *call) {
    count_keys(call, del_one);
}
static void exists(struct call *call) {
    count_keys(call, exists_one);
}
static void touch(struct call *call) {
    count_keys(call, touch_one);
}

enum move_kind { MOVE_RENAME, MOVE_RENAMENX, MOVE_COPY };

struct transfer {
    enum move_kind kind;
    bool replaces;
    unsigned target_db;
    bool target_exists;
    struct carried carried;
};

static struct entry *find_source(struct call *call, const struct key *key,
                                 const struct transfer *transfer) {
    struct entry *entry = store_find(call, key);
    if (transfer->kind == MOVE_COPY) {
        store_count_look_up(call, key, entry);
    }
    return entry;
}

static bool may_put(const struct transfer *transfer) {
    return transfer->carried.exists && (transfer->replaces || !transfer->target_exists);
}

static void transfer_look(struct tx_part *part) {
    struct transfer *transfer = part->tx->arg;
    for (unsigned i = 0; i < part->key_count; i++) {
        const struct key *key = &tx_part_key(part, i)->key;
        if (tx_part_key_number(part, i) == 0) {
            struct call *call = tx_part_call(part, i);
            carry_take_up(call, find_source(call, key, transfer), &transfer->carried);
        } else {
            transfer->target_exists = store_peek(tx_part_call(part, i), key) != NULL;
        }
    }
}

/* The source may have expired since the first hop looked at it; then what was carried expires, too. */
static void remove_source(struct call *call, const struct key *key) {
    struct entry *entry = store_peek(call, key);
    if (entry) {
        store_delete(call, key, entry);
    }
}

static void notify_target(struct call *call, const struct key *key,
                          const struct transfer *transfer) {
    if (!transfer->carried.has_failed) {
        store_notify(call, NOTIFY_GENERIC, transfer->kind == MOVE_COPY ? "copy_to" : "rename_to",
                     key);
    }
}

enum transfer_step { STEP_PUT = 1, STEP_REMOVE = 2 };

static void transfer_steps(struct tx_part *part, unsigned steps) {
    struct transfer *transfer = part->tx->arg;
    for (unsigned i = 0; i < part->key_count; i++) {
        const struct key *key = &tx_part_key(part, i)->key;
        struct call *call = tx_part_call(part, i);
        if (tx_part_key_number(part, i) == 1 && (steps & STEP_PUT)) {
            carry_put_down(call, key, store_peek(call, key), &transfer->carried);
            notify_target(call, key, transfer);
        }
        if (tx_part_key_number(part, i) == 0 && (steps & STEP_REMOVE) &&
            transfer->kind != MOVE_COPY) {
            remove_source(call, key);
            store_notify(call, NOTIFY_GENERIC, "rename_from", key);
        }
    }
}

static void transfer_put(struct tx_part *part) {
    transfer_steps(part, STEP_PUT);
}
static void transfer_remove(struct tx_part *part) {
    transfer_steps(part, STEP_REMOVE);
}
static void transfer_both(struct tx_part *part) {
    transfer_steps(part, STEP_PUT | STEP_REMOVE);
}

/* Only a big text can find no memory. Then it is put first, behind the locks, and the source is removed when
 * that has worked, so that nothing is lost. */
static void transfer_over_shards(struct call *call, struct transfer *transfer) {
    enum { NEVER_FAILS = 2048 };
    struct tx tx;
    tx_begin_empty(&tx, call);
    tx_add_key(&tx, 1, call->db, transfer->kind != MOVE_COPY);
    tx_add_key(&tx, 2, transfer->target_db, true);
    tx_hop(&tx, transfer_look, transfer, TX_KEEP);
    bool never_fails = !transfer->carried.is_text || transfer->carried.bytes.len <= NEVER_FAILS;
    if (may_put(transfer) && never_fails) {
        tx_hop(&tx, transfer_both, transfer, TX_CONCLUDE);
    } else if (may_put(transfer)) {
        tx_hop(&tx, transfer_put, transfer, TX_KEEP);
        if (!transfer->carried.has_failed) {
            tx_hop(&tx, transfer_remove, transfer, TX_CONCLUDE);
        }
    }
    tx_end(&tx);
    if (transfer->carried.has_failed) {
        store_reply_no_memory(call->reply);
    }
}

/* The value itself goes over, if it fits; else a copy. */
static void rename_here(struct call *call, const struct key *target, struct entry *from,
                        struct entry *old, struct carried *carried) {
    struct keyspace *keyspace = call->shard->keyspace;
    struct cell source = cell_of(keyspace, call->db, &call->key, from);
    struct cell end = cell_of(keyspace, call->db, target, old);
    if (!collection_move(call, &source, &end, entry_expire_ms(from))) {
        carried->has_failed = !carry_copy(call, target, old, from);
        if (!carried->has_failed) {
            remove_source(call, &call->key);
        }
    }
    if (!carried->has_failed) {
        store_notify(call, NOTIFY_GENERIC, "rename_from", &call->key);
    }
}

/* Both keys are here. */
static void transfer_here(struct call *call, struct transfer *transfer) {
    struct key target = key_of(call->argv[2]);
    struct call target_call = *call;
    struct carried *carried = &transfer->carried;
    target_call.db = transfer->target_db;
    carried->exists = find_source(call, &call->key, transfer) != NULL;
    struct entry *old = store_peek(&target_call, &target);
    transfer->target_exists = old != NULL;
    if (!may_put(transfer)) {
        return;
    }
    struct entry *source = store_peek(call, &call->key); /* it may have moved */
    if (transfer->kind == MOVE_COPY) {
        carried->has_failed = !carry_copy(&target_call, &target, old, source);
    } else {
        rename_here(call, &target, source, old, carried);
    }
    notify_target(&target_call, &target, transfer);
}

/* False if the error has been written. */
static bool transfer_run(struct call *call, struct transfer *transfer) {
    if (call->shard) {
        transfer_here(call, transfer);
    } else {
        transfer_over_shards(call, transfer);
    }
    carry_clear(&transfer->carried);
    return !transfer->carried.has_failed;
}

static bool is_same_key(const struct call *call) {
    return bytes_equal(call->argv[1], call->argv[2]);
}

static void rename_key(struct call *call) {
    struct transfer transfer = {.kind = MOVE_RENAME, .target_db = call->db};
    transfer.replaces = !is_same_key(call); /* onto itself: nothing changes, but it must exist */
    if (!transfer_run(call, &transfer)) {
        return;
    }
    if (transfer.carried.exists) {
        reply_ok(call->reply);
    } else {
        reply_error_no_key(call->reply);
    }
}

static void renamenx(struct call *call) {
    struct transfer transfer = {.kind = MOVE_RENAMENX, .replaces = false, .target_db = call->db};
    if (!transfer_run(call, &transfer)) {
        return;
    }
    if (transfer.carried.exists) {
        reply_integer(call->reply, may_put(&transfer));
    } else {
        reply_error_no_key(call->reply);
    }
}

static const struct engine *engine_of(const struct call *call) {
    return call->shard ? call->shard->core->engine : call->client->core->engine;
}

static bool parse_copy(struct call *call, struct transfer *transfer) {
    for (unsigned i = 3; i < call->argc; i++) {
        if (arg_is(call, i, "replace")) {
            transfer->replaces = true;
        } else if (arg_is(call, i, "db") && i + 1 < call->argc) {
            int64_t db;
            if (!number_parse_i64(call->argv[++i], &db)) {
                reply_error_not_integer(call->reply);
                return false;
            }
            if (db < INT32_MIN || db > INT32_MAX) {
                reply_error(call->reply, "ERR value is out of range, value must between %d and %d",
                            INT32_MIN, INT32_MAX);
                return false;
            }
            if (db < 0 || db >= (int64_t)engine_of(call)->databases) {
                reply_error(call->reply, "ERR DB index is out of range");
                return false;
            }
            transfer->target_db = (unsigned)db;
        } else {
            reply_error_syntax(call->reply);
            return false;
        }
    }
    return true;
}

static void copy(struct call *call) {
    struct transfer transfer = {.kind = MOVE_COPY, .target_db = call->db};
    if (!parse_copy(call, &transfer)) {
        return;
    }
    if (transfer.target_db == call->db && is_same_key(call)) {
        reply_error(call->reply, "ERR source and destination objects are the same");
        return;
    }
    if (transfer_run(call, &transfer)) {
        reply_integer(call->reply, may_put(&transfer));
    }
}

const struct command keys_commands[] = {
    {"DEL", "key [key ...]", del, WRITE | MULTI_KEY, KEYS_FROM(1, -1, 1, KEY_RM | KEY_DELETE),
     "1.0.0", "O(N) where N is the number of keys", "Deletes keys.", GROUP_GENERIC, NULL,
     .tips = "request_policy:multi_shard|response_policy:agg_sum"},
    {"UNLINK", "key [key ...]", del, WRITE | FAST | MULTI_KEY,
     KEYS_FROM(1, -1, 1, KEY_RM | KEY_DELETE), "4.0.0", "O(1) for each key",
     "Deletes keys; large values are freed in the background, as with DEL.", GROUP_GENERIC, NULL,
     .tips = "request_policy:multi_shard|response_policy:agg_sum"},
    {"EXISTS", "key [key ...]", exists, READONLY | FAST | MULTI_KEY, KEYS_FROM(1, -1, 1, KEY_RO),
     "1.0.0", "O(N) where N is the number of keys", "Says how many of the keys exist.",
     GROUP_GENERIC, "3.0.3: Accepts multiple `key` arguments.",
     .tips = "request_policy:multi_shard|response_policy:agg_sum"},
    {"TOUCH", "key [key ...]", touch, READONLY | FAST | MULTI_KEY, KEYS_FROM(1, -1, 1, KEY_RO),
     "3.2.1", "O(N) where N is the number of keys",
     "Counts as an access to each of the keys, and says how many exist.", GROUP_GENERIC, NULL,
     .tips = "request_policy:multi_shard|response_policy:agg_sum"},
    {"RENAME", "key newkey", rename_key, WRITE | MULTI_KEY,
     TWO_KEYS(KEY_RW | KEY_ACCESS | KEY_DELETE, KEY_OW | KEY_UPDATE), "1.0.0", "O(1)",
     "Renames a key, replacing the one that has the new name.", GROUP_GENERIC, NULL},
    {"RENAMENX", "key newkey", renamenx, WRITE | FAST | MULTI_KEY,
     TWO_KEYS(KEY_RW | KEY_ACCESS | KEY_DELETE, KEY_OW | KEY_INSERT), "1.0.0", "O(1)",
     "Renames a key if no key has the new name.", GROUP_GENERIC,
     "3.2.0: The command no longer returns an error when source and destination names are the "
     "same."},
    {"COPY", "source destination [DB destination-db] [REPLACE]", copy, WRITE | GROWS | MULTI_KEY,
     TWO_KEYS(KEY_RO | KEY_ACCESS, KEY_OW | KEY_UPDATE), "6.2.0", "O(N) for a value of size N",
     "Copies the value of a key to another key.", GROUP_GENERIC, NULL},
    {0},
};
