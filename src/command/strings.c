/* command/strings.c - commands on several strings: MGET, MSET, MSETNX. */
#include "base/memory.h"
#include "command/families.h"
#include "command/gather.h"
#include "engine/core.h"

/* All keys are here: replies straight from the entries. */
static void mget_here(struct call *call) {
    reply_array(call->reply, call->argc - 1);
    for (unsigned i = 1; i < call->argc; i++) {
        struct key key = key_of(call->argv[i]);
        const struct entry *entry = store_find(call, &key);
        if (entry && entry_type(entry) == VALUE_STRING) {
            entry_text_copy(entry, reply_bulk_reserve(call->reply, entry_text_len(entry)));
        } else {
            reply_nil(call->reply);
        }
    }
}

static void mget(struct call *call) {
    if (call->shard) {
        mget_here(call);
        return;
    }
    struct gather gather;
    gather_init(&gather, call, 0, call->argc - 1);
    struct tx tx;
    tx_begin(&tx, call);
    tx_hop(&tx, gather_part, &gather, TX_CONCLUDE);
    tx_end(&tx);
    reply_array(call->reply, gather.count);
    for (unsigned i = 0; i < gather.count; i++) {
        if (gather.items[i].exists && !gather.items[i].is_wrong_type) {
            reply_bulk(call->reply, gather_text(&gather, i));
        } else {
            reply_nil(call->reply);
        }
    }
    gather_clear(&gather);
}

static bool put(struct call *call, const struct key *key, struct bytes text) {
    struct entry *old = store_peek(call, key);
    if (!store_put_string(call, key, old, text, EXPIRE_NONE)) {
        return false;
    }
    store_notify(call, NOTIFY_STRING, "set", key);
    return true;
}

/* arg: whether there was no memory for some value. */
static void put_part(struct tx_part *part) {
    const struct bytes *argv = part->tx->call->argv;
    for (unsigned i = 0; i < part->key_count; i++) {
        const struct tx_key *key = tx_part_key(part, i);
        if (!put(tx_part_call(part, i), &key->key, argv[key->arg + 1])) {
            atomic_store_explicit((_Atomic bool *)part->tx->arg, true, memory_order_relaxed);
            return;
        }
    }
}

static bool put_all_here(struct call *call) {
    for (unsigned i = 1; i < call->argc; i += 2) {
        struct key key = key_of(call->argv[i]);
        if (!put(call, &key, call->argv[i + 1])) {
            return false;
        }
    }
    return true;
}

static bool has_pairs(struct call *call) {
    if (call->argc % 2 == 0) {
        reply_error(call->reply, "ERR wrong number of arguments for '%s' command",
                    call->command->name);
        return false;
    }
    return true;
}

static void mset(struct call *call) {
    if (!has_pairs(call)) {
        return;
    }
    if (call->shard) {
        if (put_all_here(call)) { /* else the error is written */
            reply_ok(call->reply);
        }
        return;
    }
    _Atomic bool has_failed = false;
    struct tx tx;
    tx_begin(&tx, call);
    tx_hop(&tx, put_part, &has_failed, TX_CONCLUDE);
    tx_end(&tx);
    if (has_failed) {
        store_reply_no_memory(call->reply);
    } else {
        reply_ok(call->reply);
    }
}

static void look_part(struct tx_part *part) {
    bool *exists = part->tx->arg; /* one place a key */
    for (unsigned i = 0; i < part->key_count; i++) {
        exists[tx_part_key_number(part, i)] =
            store_peek(tx_part_call(part, i), &tx_part_key(part, i)->key) != NULL;
    }
}

static bool any_exists_here(struct call *call) {
    for (unsigned i = 1; i < call->argc; i += 2) {
        struct key key = key_of(call->argv[i]);
        if (store_peek(call, &key)) {
            return true;
        }
    }
    return false;
}

/* False if the error has been written. */
static bool msetnx_over_shards(struct call *call, bool *is_set) {
    unsigned keys = call->argc / 2;
    bool *exists = memory_alloc_zeroed(keys);
    bool any = false;
    struct tx tx;
    tx_begin(&tx, call);
    tx_hop(&tx, look_part, exists, TX_KEEP);
    for (unsigned i = 0; i < keys; i++) {
        any |= exists[i];
    }
    _Atomic bool has_failed = false;
    if (!any) {
        tx_hop(&tx, put_part, &has_failed, TX_CONCLUDE);
    }
    tx_end(&tx);
    memory_free(exists);
    *is_set = !any;
    if (has_failed) {
        store_reply_no_memory(call->reply);
    }
    return !has_failed;
}

static void msetnx(struct call *call) {
    if (!has_pairs(call)) {
        return;
    }
    bool is_set, is_good = true;
    if (call->shard) {
        is_set = !any_exists_here(call);
        is_good = !is_set || put_all_here(call);
    } else {
        is_good = msetnx_over_shards(call, &is_set);
    }
    if (is_good) {
        reply_integer(call->reply, is_set);
    }
}

const struct command strings_commands[] = {
    {"MGET", "key [key ...]", mget, READONLY | FAST | MULTI_KEY,
     KEYS_FROM(1, -1, 1, KEY_RO | KEY_ACCESS), "1.0.0", "O(N) where N is the number of keys",
     "Returns the string values of several keys.", GROUP_STRING, NULL,
     .tips = "request_policy:multi_shard"},
    {"MSET", "key value [key value ...]", mset, WRITE | GROWS | MULTI_KEY,
     KEYS_FROM(1, -1, 2, KEY_OW | KEY_UPDATE), "1.0.1", "O(N) where N is the number of keys",
     "Sets the string values of several keys at once.", GROUP_STRING, NULL,
     .tips = "request_policy:multi_shard|response_policy:all_succeeded"},
    {"MSETNX", "key value [key value ...]", msetnx, WRITE | GROWS | MULTI_KEY,
     KEYS_FROM(1, -1, 2, KEY_OW | KEY_INSERT), "1.0.1", "O(N) where N is the number of keys",
     "Sets the string values of several keys if none of them exists.", GROUP_STRING, NULL,
     .tips = "request_policy:multi_shard|response_policy:agg_min"},
    {0},
};
