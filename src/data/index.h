/* data/index.h - where the entries of one database of one shard are.
 *
 * Extendible hashing over spots (data/segment.h): a table with a reference for each partition of
 * the shard; as long as there are few keys, neighbouring partitions refer to the same segment; a
 * partition with many keys has a directory of its own, so one busy {tag} does not blow up the
 * others'.
 *
 *   partitions  | ref | ref | ref | ref | ...         ref: a segment, or nothing, or
 *                  |     |     `--> directory | ref | ref | ref | ref |
 *                  `--+--'                       |     |     `--+--'
 *                  segment                    segment segment segment
 *
 * A reference holds what is needed to go straight to the bucket: handle, depth and number of
 * home buckets. Ranges without keys refer to nothing at all.
 *
 * Invariants
 *   X1  Every spot of the shard is covered by exactly one segment or by nothing; all references of
 *       a segment's range are equal.
 *   X2  A directory of depth g has at least one segment that needs it: of depth 10 + g.
 *   X3  No call touches the entries of more than one segment and its buddy (D4). */
#pragma once

#include "data/segment.h"
#include "data/slab.h"

struct index {
    uint64_t *refs;   /* by partition - first; NULL while the database is empty */
    uint32_t *counts; /* keys by partition */
    unsigned first, partitions;
    struct slab *slab;
    uint64_t count;
    uint64_t expires;
    /* No field of a hash expires before that; INT64_MAX: none does. */
    int64_t fields_earliest;
    int64_t fields_pass;    /* what that is going to be when the sweep has passed all segments */
    uint64_t table_bytes;   /* tables and directories */
    uint64_t segment_bytes; /* from the slab */
    unsigned entry_lines;   /* cache lines of an average entry, for index_prefetch_entry */
    /* Removes what has expired before a segment grows; false: nothing had. May only use
     * index_take_quietly on the segment. */
    bool (*purge)(void *arg, struct index *index, struct segment *segment);
    void *arg;
};

/* Where an entry is; good until the next insertion or removal. */
struct place {
    struct segment *segment;
    struct bucket *bucket;
    unsigned slot;
};

enum { REF_DEPTH_SHIFT = 40, REF_HOMES_SHIFT = 48, REF_GLOBAL_SHIFT = 48 };
#define REF_HANDLE ((UINT64_C(1) << 40) - 1)
#define REF_POINTER ((UINT64_C(1) << 48) - 1)
#define REF_DIRECTORY (UINT64_C(1) << 63)

struct directory {
    unsigned depth;   /* 2^depth references */
    uint32_t deepest; /* segments of depth 10 + depth */
    uint64_t refs[];
};

static inline struct directory *ref_directory(uint64_t ref) {
    return (struct directory *)(uintptr_t)(ref & REF_POINTER);
}

static inline struct segment *ref_segment(uint64_t ref) {
    return handle_pointer(ref & REF_HANDLE);
}

/* The reference of a segment, or 0, for a spot of this shard; refs must be there. */
static inline uint64_t index_ref(const struct index *index, uint64_t spot) {
    uint64_t ref = index->refs[(spot >> 53) - index->first];
    if (ref & REF_DIRECTORY) {
        unsigned depth = (unsigned)(ref >> REF_GLOBAL_SHIFT) & 63;
        ref = ref_directory(ref)->refs[(spot << 11) >> (64 - depth)];
    }
    return ref;
}

static inline struct bucket *ref_bucket(uint64_t ref, uint64_t spot) {
    unsigned depth = (unsigned)(ref >> REF_DEPTH_SHIFT) & 63;
    unsigned homes = (unsigned)(ref >> REF_HOMES_SHIFT) & 63;
    return &ref_segment(ref)->buckets[home_of_spot(spot, depth, homes)];
}

void index_init(struct index *index, struct slab *slab, unsigned first, unsigned partitions);
/* Frees the tables; segments and entries must be gone (index_drop_some). */
void index_clear(struct index *index);

/* The entry of this key, or NULL. */
struct entry *index_find(const struct index *index, const struct key *key, struct place *place);
/* Fetch what index_find is going to touch: first the bucket, then (when that has arrived) the
 * entry. */
void index_prefetch_bucket(const struct index *index, const struct key *key);
void index_prefetch_entry(const struct index *index, const struct key *key);
/* Where this very entry is; it must be there. */
void index_locate(const struct index *index, const struct key *key, const struct entry *entry,
                  struct place *place);
static inline void place_set(const struct place *place, struct entry *entry) {
    bucket_set_handle(place->bucket, place->slot, handle_of(entry));
}
/* Adds an entry whose key is not there yet. May grow, split and purge. */
void index_insert(struct index *index, const struct key *key, struct entry *entry,
                  int64_t expire_ms);
/* Takes an entry out; the segment may shrink, merge or go. */
void index_remove(struct index *index, const struct key *key, const struct place *place,
                  bool expires);
/* The same, but the segment stays as it is: for walks, followed by index_tighten. */
void index_take_quietly(struct index *index, const struct key *key, const struct place *place,
                        bool expires);
/* Shrinks, merges or frees the segment if it has become sparse. */
void index_tighten(struct index *index, struct segment *segment);
/* Notes that an entry's expiry changes. */
void index_note_expiry(struct index *index, const struct place *place, int64_t before_ms,
                       int64_t after_ms);

/* Notes that a field of this entry, a hash, expires then. */
void index_note_field_expiry(struct index *index, const struct place *place, int64_t expire_ms);

/* The segment that holds spot or, if there is none, the first one behind it; NULL: none. */
struct segment *index_segment_from(const struct index *index, uint64_t spot);
/* End of the segment's range. */
static inline uint64_t segment_end(const struct segment *segment) {
    return segment->start + (UINT64_C(1) << (SPOT_BITS - segment->depth));
}
uint64_t index_end(const struct index *index); /* end of the shard's range */

/* Frees segments from *spot on, handing every entry to destroy, until about budget entries are
 * gone; true if more is left. Nothing else may be done with this index then but index_clear at the
 * end. */
bool index_drop_some(struct index *index, uint64_t *spot, unsigned budget,
                     void (*destroy)(void *arg, struct entry *entry), void *arg);
/* Aborts if an invariant does not hold; for tests. */
void index_check(const struct index *index);
