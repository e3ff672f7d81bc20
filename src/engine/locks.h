/* engine/locks.h - the intent locks of one shard: a queue of requests for each key that is wanted.
 *
 * A lock is a place in a table, found by the key's hash and database; colliding hashes share a lock, which only
 * delays. Requests of a lock are served in order of arrival: a request is granted when it
 * is compatible with all requests before it. Besides the keys there is one lock for the whole shard; whoever
 * locks keys holds it in an intent mode.
 *
 * The table is empty on a quiet shard, and then locks_are_quiet() is the only branch that a
 * single-key command pays. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum lock_mode { LOCK_SHARED, LOCK_EXCLUSIVE, LOCK_INTENT_SHARED, LOCK_INTENT_EXCLUSIVE };

struct lock;
struct lock_claim;

/* One claim's wish for one lock. */
struct lock_request {
    struct lock *lock;
    struct lock_claim *claim;
    struct lock_request *next, *prev; /* in the lock's queue */
    uint8_t mode;
    bool is_granted;
};

/* All that one transaction part, or one single-key command, wants on this shard. */
struct lock_claim {
    uint64_t id;      /* order among conflicting claims, over all shards */
    unsigned waiting; /* requests not yet granted */
    unsigned request_count;
    struct lock_request *requests; /* requests[0] is the whole shard's */
    struct lock_request few[3];    /* storage for the common case */
    struct lock_claim *next_ready;
    void (*on_ready)(struct lock_claim *claim); /* all granted, called from locks_serve */
};

struct lock_table;
struct lock_table *lock_table_create(void);
void lock_table_destroy(struct lock_table *table);

/* True if nobody holds or wants anything here. */
static inline bool locks_are_quiet(const struct lock_table *table) {
    return *(const unsigned *)(const void *)table == 0; /* first member: number of claims */
}

/* Would a single request be granted at once? */
bool locks_are_free(const struct lock_table *table, uint64_t fingerprint, enum lock_mode mode);

void lock_claim_init(struct lock_claim *claim, uint64_t id, unsigned keys_max,
                     enum lock_mode whole_mode);
void lock_claim_clear(struct lock_claim *claim); /* frees storage, after release */
/* Enters the claim into the queues: call with the whole-shard mode first (init did), then each
 * key. Returns false if it would stand behind a conflicting claim with a higher id; the caller
 * then releases what was entered and comes back with a new id. */
bool lock_claim_enter_whole(struct lock_table *table, struct lock_claim *claim);
bool lock_claim_enter(struct lock_table *table, struct lock_claim *claim, uint64_t fingerprint,
                      enum lock_mode mode);
/* Leaves all queues; claims that become ready are kept for locks_serve. */
void lock_claim_release(struct lock_table *table, struct lock_claim *claim);
/* Calls on_ready of claims that became ready, until there are none (on_ready may release). */
void locks_serve(struct lock_table *table);

static inline bool lock_claim_is_ready(const struct lock_claim *claim) {
    return claim->waiting == 0;
}

struct lock_stats {
    uint64_t waits;        /* claims that had to wait */
    uint64_t out_of_order; /* claims granted while an older one waited on this shard */
    uint64_t queued;       /* claims now in the table */
};
/* A claim that was granted at once notes whether an older one is waiting. */
void locks_count_out_of_order(struct lock_table *table);
struct lock_stats lock_table_stats(const struct lock_table *table);
