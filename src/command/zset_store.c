/* command/zset_store.c - hop one reads the source, hop two writes the target; on one shard, one after the
 * other. */
#include "command/zset_store.h"

#include "command/zset_carry.h"
#include "engine/tx.h"

static void read_source(struct call *call, const struct key *key, struct zset_store *store) {
    const struct entry *source = store_find(call, key);
    store_count_look_up(call, key, source);
    store->is_wrong_type = source && entry_type(source) != VALUE_ZSET;
    store->has_failed = store->is_wrong_type || !store->collect(store, call, source);
}

uint64_t zset_store_put(struct call *call, const struct key *key, struct bytes carried,
                        const char *event) {
    struct cell draft = cell_draft(call->shard->keyspace, call->db, key, EXPIRE_NONE);
    struct bytes member;
    double score;
    while (zset_carry_take(&carried, &member, &score)) {
        zset_set(&draft, member, score);
    }
    uint64_t count = zset_count(draft.entry);
    struct entry *old = store_peek(call, key);
    bool existed = old != NULL;
    collection_publish(call, &draft, old);
    if (count > 0) {
        store_notify(call, NOTIFY_ZSET, event, key);
    } else if (existed) {
        store_notify(call, NOTIFY_GENERIC, "del", key);
    }
    return count;
}

static void read_part(struct tx_part *part) {
    struct zset_store *store = part->tx->arg;
    for (unsigned i = 0; i < part->key_count; i++) {
        const struct tx_key *key = tx_part_key(part, i);
        if (key->arg == store->source_arg) {
            read_source(tx_part_call(part, i), &key->key, store);
        }
    }
}

static void write_part(struct tx_part *part) {
    struct zset_store *store = part->tx->arg;
    for (unsigned i = 0; i < part->key_count; i++) {
        const struct tx_key *key = tx_part_key(part, i);
        if (key->arg == store->target_arg) {
            store->count = zset_store_put(tx_part_call(part, i), &key->key,
                                          buffer_view(&store->carried), store->event);
        }
    }
}

static void run_over_shards(struct call *call, struct zset_store *store) {
    struct tx tx;
    tx_begin(&tx, call);
    tx_hop(&tx, read_part, store, TX_KEEP);
    if (!store->has_failed) {
        tx_hop(&tx, write_part, store, TX_CONCLUDE);
    }
    tx_end(&tx);
}

static void run_here(struct call *call, struct zset_store *store) {
    struct key source = key_of(call->argv[store->source_arg]);
    read_source(call, &source, store);
    if (!store->has_failed) {
        struct key target = key_of(call->argv[store->target_arg]);
        store->count = zset_store_put(call, &target, buffer_view(&store->carried), store->event);
    }
}

void zset_store_run(struct call *call, struct zset_store *store) {
    if (call->shard) {
        run_here(call, store);
    } else {
        run_over_shards(call, store);
    }
    buffer_clear(&store->carried);
    if (store->is_wrong_type) {
        reply_error_wrong_type(call->reply);
    } else if (store->has_failed) {
        reply_error(call->reply, "%s", store->error);
    } else {
        reply_integer(call->reply, (int64_t)store->count);
    }
}
