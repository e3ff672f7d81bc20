/* command/zset_store.h - commands that make a sorted set of a part of another one, on any two shards: ZRANGESTORE,
 * GEOSEARCHSTORE, GEORADIUS … STORE.
 *
 * The source is read and what is to be stored is carried (zset_carry.h); then it replaces whatever is at the
 * target, with its expiry. Nothing to store deletes the target. */
#pragma once

#include "engine/collection.h"

struct zset_store {
    unsigned source_arg, target_arg; /* the latter may be known only when collect has run */
    const char *event;
    /* Appends members and scores of the source (NULL: there is no such key) to carried. It reads argv and
     * the source only; false: it has written an error into error, and nothing is stored. */
    bool (*collect)(struct zset_store *store, const struct call *call, const struct entry *source);
    void *arg; /* collect's */
    struct buffer carried;
    char error[1024];
    /* for zset_store_run */
    bool is_wrong_type, has_failed;
    uint64_t count;
};

/* All that these commands do once they know collect; replies. The call's keys are those of its command's
 * key specifications. */
void zset_store_run(struct call *call, struct zset_store *store);

/* Replaces what is at the key by the carried members, telling the event, or "del". Returns how many members it has now. */
uint64_t zset_store_put(struct call *call, const struct key *key, struct bytes carried,
                        const char *event);
