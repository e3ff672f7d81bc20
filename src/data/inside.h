/* data/inside.h - the keyspace's own structure, for the files of this folder only. */
#pragma once

#include "data/heap.h"
#include "data/index.h"
#include "data/keyspace.h"
#include "data/layout.h"

struct database {
    struct index index;
    uint64_t entry_bytes;   /* pieces of entries, and texts they point to */
    uint64_t object_bytes;  /* collections they point to */
    int64_t ttl_average_ms; /* as of the next field; a sample that costs some 100 us */
    int64_t ttl_averaged_at_ms;
};

/* A database that was flushed and waits to be freed. */
struct dropped {
    struct database database;
    uint64_t spot; /* everything before is gone */
    struct dropped *next;
};

struct keyspace {
    struct slab slab;
    struct heap heap; /* of the collections */
    struct keyspace_limits limits;
    struct database *databases;
    struct keyspace_options options;
    int64_t now_ms;
    bool removes_expired;
    bool is_keeping; /* data/keep.h */
    bool is_lfu;
    unsigned lfu_log_factor;
    uint64_t random;
    /* What the last lookup returned and where that is, so that the mutation that follows need not
     * look again. During a mutation, place is where its entry is. Not copied about: reading as a
     * whole what was just written in parts stalls for a dozen cycles. */
    struct entry *found;
    struct place place;
    struct dropped *dropped;
    struct text *garbage; /* big texts on their way back to the system, linked by their len */
    struct object *object_garbage;
    uint64_t garbage_bytes;
    unsigned sweep_db;
    uint64_t sweep_spot;
};

static inline struct database *database_of(const struct keyspace *keyspace, unsigned db) {
    return &keyspace->databases[db];
}

/* As in Redis, an entry lives in the millisecond of its expiry and is gone in the next. */
static inline bool is_expired(const struct keyspace *keyspace, const struct entry *entry) {
    return entry_expires(entry) && entry_expire_ms(entry) < keyspace->now_ms;
}

static inline void tell(struct keyspace *keyspace, enum mutation_kind kind, unsigned db,
                        const struct key *key, const struct entry *before) {
    if (keyspace->options.hook == NULL) return;
    struct mutation mutation = {.kind = kind, .db = db, .key = key, .before = before};
    keyspace->options.hook(keyspace->options.arg, &mutation);
}

uint64_t keyspace_random_next(struct keyspace *keyspace);
/* Frees an entry that is in no index any more; its bytes are counted in database. */
void entry_destroy(struct keyspace *keyspace, struct database *database, struct entry *entry);
/* Frees a collection that nothing refers to any more, a big one piece by piece later. */
void object_drop(struct keyspace *keyspace, struct database *database, struct object *object);
/* Frees a text that nothing refers to any more, a big one piece by piece later. Returns the bytes
 * it occupied. */
uint64_t text_drop(struct keyspace *keyspace, struct text *text);
/* The same for what somebody kept until now: it is counted as garbage already. */
void object_drop_kept(struct keyspace *keyspace, struct object *object);
void text_drop_kept(struct keyspace *keyspace, struct text *text);
/* Begins a mutation of old: keyspace->place is its place from now on. With old NULL, the same for
 * an expired entry that is still there. */
struct entry *keyspace_settle(struct keyspace *keyspace, unsigned db, const struct key *key,
                              struct entry *old);
/* Puts an access clock or counter as of now. */
void keyspace_touch(struct keyspace *keyspace, struct entry *entry);
uint32_t keyspace_access_start(const struct keyspace *keyspace);
/* Takes an expired entry out, telling on_expired and the hook; the segment stays as it is. */
void keyspace_expire(struct keyspace *keyspace, unsigned db, const struct key *key,
                     struct entry *entry, const struct place *place);
bool keyspace_purge(void *arg, struct index *index, struct segment *segment);
