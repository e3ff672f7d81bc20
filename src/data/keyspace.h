/* data/keyspace.h - all databases of one shard: index, entries, expiry.
 *
 * One keyspace a core; nothing here is thread safe and nothing waits. Time is handed in: now_ms is
 * set by the caller before each callback, so that a callback sees one instant.
 *
 * Keys are ordered by (partition, hash): partitions 0 to 1023, and within a partition by the upper
 * 53 bits of the hash. A cursor is a place in this order, partition << 53 | upper hash bits, so it
 * means the same whatever the size of the tables and the number of cores.
 *
 * Invariants
 *   D1  An entry that was in the keyspace from the first to the last call of a scan is
 *       emitted at least once, whatever splits, merges or mutations happen between the calls.
 *   D2  Before every change of an entry, the hook is told of its state before.
 *   D3  An expired entry is never returned, and its removal goes through on_expired.
 *   D4  No operation takes more than one segment's worth of work: no resize pause. */
#pragma once

#include "data/entry.h"

struct keyspace;

/* What is about to change. before is NULL if the key does not exist. */
enum mutation_kind {
    MUTATION_PUT,    /* the whole value is made or replaced */
    MUTATION_DELETE, /* the key goes (also by expiry) */
    MUTATION_EDIT,   /* a part of the value changes */
    MUTATION_EXPIRE, /* only the expiry changes */
    MUTATION_FLUSH,  /* a whole database goes; key is NULL */
    MUTATION_SWAP    /* db and db_other exchange numbers; key is NULL */
};

struct mutation {
    enum mutation_kind kind;
    unsigned db, db_other;
    const struct key *key;
    struct bytes
        field; /* types with fields: as their headers say; of strings: struct text_range; or empty */
    const struct entry *before;
};

struct keyspace_options {
    unsigned databases;
    unsigned partition_first, partition_count;                /* this shard's range */
    void (*hook)(void *arg, const struct mutation *mutation); /* NULL: nobody listens */
    /* The entry is about to be removed because it expired. */
    void (*on_expired)(void *arg, unsigned db, const struct key *key, const struct entry *entry);
    /* The sweep has met a hash with fields that have expired: removes them by hash_purge, or some
     * of them. NULL: they go without a word. */
    void (*on_fields_expired)(void *arg, unsigned db, const struct key *key, struct entry *hash);
    void *arg;
};

/* Up to where collections are small, by the names of Redis's options; for OBJECT ENCODING, too. */
struct keyspace_limits {
    uint32_t hash_entries, hash_value;
    uint32_t intset_entries, set_entries, set_value;
    uint32_t zset_entries, zset_value;
    uint64_t stream_node_bytes, stream_node_entries; /* of a block; 0: no limit */
};

struct keyspace *keyspace_create(const struct keyspace_options *options);
void keyspace_destroy(struct keyspace *keyspace);
void keyspace_set_hook(struct keyspace *keyspace,
                       void (*hook)(void *arg, const struct mutation *mutation));

unsigned keyspace_databases(const struct keyspace *keyspace);
/* Whether keys of this partition are here. */
bool keyspace_has_partition(const struct keyspace *keyspace, unsigned partition);

/* From now on; what is there stays as it is. At the start: Redis's defaults. */
void keyspace_set_limits(struct keyspace *keyspace, const struct keyspace_limits *limits);

/* The instant of what follows. */
void keyspace_set_now(struct keyspace *keyspace, int64_t now_ms);
int64_t keyspace_now(const struct keyspace *keyspace);
/* false: expired entries are invisible but are not removed when met (replicas, loading, DEBUG
 * SET-ACTIVE-EXPIRE does not touch this but stops the sweep). */
void keyspace_set_expiring(struct keyspace *keyspace, bool removes);
/* LFU counters instead of access clocks (maxmemory-policy allkeys-lfu, volatile-lfu). */
void keyspace_set_lfu(struct keyspace *keyspace, bool lfu, unsigned log_factor,
                      unsigned decay_minutes);

/* Two steps of prefetch for a batch of keys: first the bucket for all keys, then the entry for all
 * keys. */
void keyspace_prefetch_bucket(const struct keyspace *keyspace, unsigned db, const struct key *key);
void keyspace_prefetch_entry(const struct keyspace *keyspace, unsigned db, const struct key *key);
/* The entry even if it has expired, to look at: not an access, and nothing is noted. NULL: none. */
const struct entry *keyspace_peek(const struct keyspace *keyspace, unsigned db,
                                  const struct key *key);

/* The live entry of the key or NULL; touch: counts as an access. An expired one is removed. */
struct entry *keyspace_find(struct keyspace *keyspace, unsigned db, const struct key *key,
                            bool touch);

/* The entry even if it has expired, not counted as an access: for what a primary or a log says to
 * do. */
struct entry *keyspace_find_any(struct keyspace *keyspace, unsigned db, const struct key *key);

/* Makes or replaces a string. old: what keyspace_find just returned for this key (NULL if nothing).
 * text may not point into old. Overwrites in place where it fits. Returns the entry; NULL if there
 * is no memory for a big one (nothing has changed then and the hook was not called). */
struct entry *keyspace_put_string(struct keyspace *keyspace, unsigned db, const struct key *key,
                                  struct entry *old, struct bytes text, int64_t expire_ms);
/* The same, but never kept as an integer: encoding "embstr" or "raw" whatever it says
 * (INCRBYFLOAT). */
struct entry *keyspace_put_text(struct keyspace *keyspace, unsigned db, const struct key *key,
                                struct entry *old, struct bytes text, int64_t expire_ms);
/* The same for an integer's text (INCR): may be cheaper. */
struct entry *keyspace_put_integer(struct keyspace *keyspace, unsigned db, const struct key *key,
                                   struct entry *old, int64_t value, int64_t expire_ms);
/* Opens a string for changes in place: it becomes unpacked text of exactly len bytes (new ones are
 * 0), encoding "raw". The result is writable until the next call on this keyspace. old NULL makes
 * the key. *entry is set to the entry. Keeps the expiry. NULL: no memory, nothing has changed. */
char *keyspace_edit_string(struct keyspace *keyspace, unsigned db, const struct key *key,
                           struct entry *old, size_t len, struct entry **entry);
/* The same; only bytes of this range change, and those that come or go with the length. */
struct text_range {
    size_t offset, len;
};
char *keyspace_edit_range(struct keyspace *keyspace, unsigned db, const struct key *key,
                          struct entry *old, size_t len, struct text_range range,
                          struct entry **entry);
/* Sets or (EXPIRE_NONE) removes the expiry; the entry may move. */
struct entry *keyspace_set_expire(struct keyspace *keyspace, unsigned db, const struct key *key,
                                  struct entry *entry, int64_t expire_ms);
void keyspace_delete(struct keyspace *keyspace, unsigned db, const struct key *key,
                     struct entry *entry);
/* Sets the access clock so that idle_seconds is what OBJECT IDLETIME says, or the LFU counter. */
void keyspace_set_idle(struct keyspace *keyspace, struct entry *entry, uint32_t idle_seconds);
void keyspace_set_frequency(struct keyspace *keyspace, struct entry *entry, uint8_t frequency);

/* Emits all entries (expired ones not) of one unit from cursor on, in this shard; returns the next
 * cursor, (partition_last + 1) << 53 when the shard's range is done. emit may not change the keyspace. A
 * unit: a bucket or a few (some 20 entries). Cursors from other core counts or made up are fine. */
uint64_t keyspace_scan(struct keyspace *keyspace, unsigned db, uint64_t cursor,
                       void (*emit)(void *arg, const struct entry *entry), void *arg);
/* The same for what lies before end only, and in larger steps: a whole segment (some hundred entries, fetched ahead) at
 * once where one begins at the cursor and holds about `bytes` at most. What is returned may lie behind end. */
uint64_t keyspace_scan_far(struct keyspace *keyspace, unsigned db, uint64_t cursor, uint64_t end,
                           uint64_t bytes, void (*emit)(void *arg, const struct entry *entry),
                           void *arg);
/* A random live entry, every entry with about the same chance; NULL if the database is empty. */
struct entry *keyspace_random(struct keyspace *keyspace, unsigned db, uint64_t random);

/* Empties a database at once; its memory is freed piecemeal by keyspace_free_some. */
void keyspace_flush(struct keyspace *keyspace, unsigned db);
void keyspace_swap(struct keyspace *keyspace, unsigned db, unsigned db_other);
/* Frees up to about budget entries of flushed databases and of big dropped values; true while more
 * is left. */
bool keyspace_free_some(struct keyspace *keyspace, unsigned budget);
/* True if there is something for it to do: cheap, for the end of every turn. */
bool keyspace_has_garbage(const struct keyspace *keyspace);
/* Looks for expired entries and fields of hashes, visiting at most about budget segments from where
 * the last call stopped; returns how many entries were removed. true in *again: worth calling again
 * soon. */
unsigned keyspace_sweep(struct keyspace *keyspace, unsigned budget, bool *again);

/* True if the sweep may have something to do within two seconds. */
bool keyspace_has_expiring(const struct keyspace *keyspace);

struct keyspace_facts {
    uint64_t keys, expires;
    uint64_t bytes; /* of entries and of what hangs on them */
    int64_t ttl_average_ms;
};
void keyspace_facts(const struct keyspace *keyspace, unsigned db, struct keyspace_facts *facts);
struct keyspace_memory {
    uint64_t entries_bytes; /* live bytes in slabs and big allocations, collections included */
    uint64_t slab_bytes;    /* spans held, free places included */
    uint64_t index_bytes;
    uint64_t pending_free_bytes;
};
void keyspace_memory(const struct keyspace *keyspace, struct keyspace_memory *memory);
/* Bytes of the slab's pieces in use: what base/memory.h does not count. O(1). */
uint64_t keyspace_slab_used(const struct keyspace *keyspace);

/* Order-independent digest of a database's live contents (keys, types, values, expiry); the sum
 * over shards and databases is the dataset's. 20 bytes, combined by addition or xor. */
void keyspace_digest(struct keyspace *keyspace, unsigned db, unsigned char digest[20]);
