/* data/segment.h - a piece of the index: some hundred keys in buckets of 128 bytes.
 *
 * A segment covers an aligned range of spots: those that begin with the same depth bits. Its
 * home buckets divide the range evenly and in order, so a bucket, too, is a range of spots. What
 * finds no room in its home bucket goes to one of a few stash buckets behind them.
 *
 *   head (64 bytes) | home 0 | home 1 | ... | stash 0 | ...
 *   bucket: 21 fingerprints | marks of stash buckets | 21 handles of 5 bytes | 1 spare
 *
 * After Dash (arXiv 2003.07302), without its displacement to the neighbour: that would save a
 * few stash buckets, but an entry of a range would lie in another range's bucket. Segments come in
 * several sizes and grow before they split, so that tables are between half and nine tenths full at
 * any number of keys.
 *
 * Invariants
 *   G1  An entry with home bucket b is in bucket b or in a stash bucket marked in b.
 *   G2  A mark of b is set only if that stash bucket holds an entry of b.
 *   G3  No live expiry in the segment lies before earliest (it may be too small, never too big).
 *   G4  The same of the fields of hashes, and fields_earliest. */
#pragma once

#include "data/arena.h"
#include "data/entry.h"

enum {
    BUCKET_SLOTS = 21,
    SEGMENT_HOMES_MAX = 32,
    SEGMENT_BUCKETS_MAX = 36,
    SEGMENT_ENTRIES_MAX = SEGMENT_BUCKETS_MAX * BUCKET_SLOTS,
    SPOT_BITS = 63
};

struct bucket {
    uint8_t fingerprints[BUCKET_SLOTS]; /* 0: the slot is free */
    uint8_t marks;                      /* bit i: stash bucket i holds entries of this one */
    uint8_t handles[BUCKET_SLOTS * 5];
    uint8_t spare;
};
_Static_assert(sizeof(struct bucket) == 128, "two cache lines");

struct segment {
    uint64_t start;          /* first spot of its range */
    int64_t earliest;        /* G3; INT64_MAX: nothing expires */
    int64_t fields_earliest; /* G4 */
    uint16_t count;
    uint16_t expires; /* entries with an expiry */
    uint8_t depth;
    uint8_t homes;
    uint8_t stashes;
    uint8_t unused[33];
    struct bucket buckets[];
};
_Static_assert(sizeof(struct segment) == 64, "one cache line");

/* What a rebuild needs to know of an entry. */
struct loose_entry {
    uint64_t spot;
    uint64_t handle; /* its fingerprint above bit 40 */
};

/* The place of a key in the order of all keys: partition, then the upper 53 bits of its hash. */
static inline uint64_t spot_of(const struct key *key) {
    return (uint64_t)key->partition << 53 | key->hash >> 11;
}

/* From the bits of the hash that are in no spot; never 0. */
static inline uint8_t fingerprint_of(uint64_t hash) {
    uint8_t low = (uint8_t)hash;
    return low != 0 ? low : 1;
}

static inline unsigned home_of_spot(uint64_t spot, unsigned depth, unsigned homes) {
    return (unsigned)(((unsigned __int128)(spot << (1 + depth)) * homes) >> 64);
}

static inline unsigned segment_buckets(const struct segment *segment) {
    return segment->homes + (unsigned)segment->stashes;
}

static inline unsigned segment_slots(const struct segment *segment) {
    return segment_buckets(segment) * BUCKET_SLOTS;
}

static inline size_t segment_size(unsigned homes, unsigned stashes) {
    return sizeof(struct segment) + (homes + stashes) * sizeof(struct bucket);
}

static inline uint64_t bucket_handle(const struct bucket *bucket, unsigned slot) {
    uint64_t word; /* the handle and three bytes in front of it, so as not to read past the end */
    memcpy(&word, bucket->handles + slot * 5 - 3, sizeof word);
    return word >> 24;
}

static inline struct entry *bucket_entry(const struct bucket *bucket, unsigned slot) {
    return handle_pointer(bucket_handle(bucket, slot));
}

static inline void bucket_set_handle(struct bucket *bucket, unsigned slot, uint64_t handle) {
    memcpy(bucket->handles + slot * 5, &handle, 5);
}

/* Bit i: fingerprint i equals value. */
uint32_t bucket_match_plain(const struct bucket *bucket, uint8_t value);

#if defined(__SSE2__)
#include <emmintrin.h>
static inline uint32_t bucket_match(const struct bucket *bucket, uint8_t value) {
    __m128i wanted = _mm_set1_epi8((char)value);
    const __m128i *bytes = (const __m128i *)(const void *)bucket;
    uint32_t low = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_loadu_si128(bytes), wanted));
    uint32_t high = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_loadu_si128(bytes + 1), wanted));
    return (low | high << 16) & ((1u << BUCKET_SLOTS) - 1);
}
#elif defined(__aarch64__)
#include <arm_neon.h>
static inline uint32_t bucket_match(const struct bucket *bucket, uint8_t value) {
    static const uint8_t weights[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    const uint8_t *bytes = bucket->fingerprints;
    uint8x16_t bits = vld1q_u8(weights), wanted = vdupq_n_u8(value);
    uint8x16_t low = vandq_u8(vceqq_u8(vld1q_u8(bytes), wanted), bits);
    uint8x16_t high = vandq_u8(vceqq_u8(vld1q_u8(bytes + 16), wanted), bits);
    uint32_t mask = vaddv_u8(vget_low_u8(low)) | (uint32_t)vaddv_u8(vget_high_u8(low)) << 8 |
                    (uint32_t)vaddv_u8(vget_low_u8(high)) << 16;
    return mask & ((1u << BUCKET_SLOTS) - 1);
}
#else
static inline uint32_t bucket_match(const struct bucket *bucket, uint8_t value) {
    return bucket_match_plain(bucket, value);
}
#endif

static inline uint32_t bucket_used(const struct bucket *bucket) {
    return ~bucket_match(bucket, 0) & ((1u << BUCKET_SLOTS) - 1);
}

/* Stash buckets that go with this number of home buckets. */
unsigned segment_stashes_for(unsigned homes);
/* The smallest number of home buckets that leaves count entries room to grow (at most three
 * quarters full), and the next larger one; both at most the limit. */
unsigned segment_homes_for(unsigned count);
unsigned segment_homes_after(unsigned homes);
/* Tests: the largest number of home buckets, a size of segment.c up to SEGMENT_HOMES_MAX (the start value). Small ones
 * make splits and merges frequent. */
void segment_limit(unsigned homes);
unsigned segment_limit_now(void);

/* Makes piece (segment_size bytes) an empty segment. */
void segment_init(struct segment *piece, uint64_t start, unsigned depth, unsigned homes);
/* Puts a handle into a free slot; false if home and stash are full. Counts are the caller's. */
bool segment_put(struct segment *segment, uint64_t spot, uint8_t fingerprint, uint64_t handle,
                 struct bucket **bucket, unsigned *slot);
/* Frees the slot. Counts are the caller's. */
void segment_take(struct segment *segment, uint64_t spot, struct bucket *bucket, unsigned slot);
/* Lists all entries, at most SEGMENT_ENTRIES_MAX; returns how many. Reads every key. */
unsigned segment_list(struct segment *segment, struct loose_entry *list);
/* Calls visit for each entry, with prefetching; stops when it returns false. visit may take the
 * entry out, but put nothing in. */
bool segment_each(struct segment *segment,
                  bool (*visit)(void *arg, struct entry *entry, struct bucket *bucket,
                                unsigned slot),
                  void *arg);
/* The entries of one home bucket, stash included, from spot first on. */
void segment_each_of_home(const struct segment *segment, unsigned home, uint64_t first,
                          void (*visit)(void *arg, struct entry *entry), void *arg);
/* First spot of home bucket home; home == homes: end of the segment's range. */
uint64_t segment_home_start(const struct segment *segment, unsigned home);
/* Entry number i in storage order, i < count. */
struct entry *segment_nth(const struct segment *segment, unsigned i);
