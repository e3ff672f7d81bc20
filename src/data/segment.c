/* Everything here touches one segment only; data/index.c decides when segments are made. */
#include "data/segment.h"

#include <assert.h>

#include "data/layout.h"

/* How far ahead entries are fetched while a segment is walked: enough for a memory latency of 100
 * ns at some 10 ns of work an entry. */
enum { AHEAD = 16 };

static const uint8_t sizes[][2] = {{1, 0}, {2, 1}, {4, 1}, {8, 1}, {16, 2}, {24, 3}, {32, 4}};
enum { SIZES = sizeof sizes / sizeof sizes[0] };

static unsigned homes_limit = SEGMENT_HOMES_MAX;

void segment_limit(unsigned homes) {
    homes_limit = homes;
}

unsigned segment_limit_now(void) {
    return homes_limit;
}

unsigned segment_stashes_for(unsigned homes) {
    for (unsigned i = 0; i < SIZES; i++)
        if (sizes[i][0] == homes) return sizes[i][1];
    assert(!"a size that segments do not have");
    return 0;
}

unsigned segment_homes_for(unsigned count) {
    unsigned i = 0;
    while (i + 1 < SIZES && sizes[i + 1][0] <= homes_limit &&
           count * 4 > (unsigned)(sizes[i][0] + sizes[i][1]) * BUCKET_SLOTS * 3)
        i++;
    return sizes[i][0];
}

unsigned segment_homes_after(unsigned homes) {
    for (unsigned i = 0; i + 1 < SIZES; i++)
        if (sizes[i][0] == homes) return sizes[i + 1][0] <= homes_limit ? sizes[i + 1][0] : homes;
    return homes;
}

void segment_init(struct segment *piece, uint64_t start, unsigned depth, unsigned homes) {
    unsigned stashes = segment_stashes_for(homes);
    memset(piece, 0, segment_size(homes, stashes));
    piece->start = start;
    piece->earliest = piece->fields_earliest = INT64_MAX;
    piece->depth = (uint8_t)depth;
    piece->homes = (uint8_t)homes;
    piece->stashes = (uint8_t)stashes;
}

uint32_t bucket_match_plain(const struct bucket *bucket, uint8_t value) {
    uint32_t mask = 0;
    for (unsigned i = 0; i < BUCKET_SLOTS; i++)
        mask |= (uint32_t)(bucket->fingerprints[i] == value) << i;
    return mask;
}

static void fill(struct bucket *bucket, unsigned slot, uint8_t fingerprint, uint64_t handle) {
    bucket->fingerprints[slot] = fingerprint;
    bucket_set_handle(bucket, slot, handle);
}

bool segment_put(struct segment *segment, uint64_t spot, uint8_t fingerprint, uint64_t handle,
                 struct bucket **bucket, unsigned *slot) {
    unsigned homes = segment->homes, stashes = segment->stashes;
    unsigned number = home_of_spot(spot, segment->depth, homes);
    struct bucket *home = &segment->buckets[number];
    uint32_t vacant = bucket_match(home, 0);
    *bucket = home;
    /* Each home begins with another stash bucket, so that most have only one to look at. */
    for (unsigned i = 0; vacant == 0 && i < stashes; i++) {
        unsigned stash = (number + i) % stashes;
        *bucket = &segment->buckets[homes + stash];
        vacant = bucket_match(*bucket, 0);
        if (vacant != 0) home->marks |= (uint8_t)(1u << stash); /* G1 */
    }
    if (vacant == 0) return false;
    *slot = (unsigned)__builtin_ctz(vacant);
    fill(*bucket, *slot, fingerprint, handle);
    return true;
}

static bool stash_holds(const struct segment *segment, unsigned home, const struct bucket *bucket) {
    for (uint32_t used = bucket_used(bucket); used != 0; used &= used - 1) {
        const struct entry *entry = bucket_entry(bucket, (unsigned)__builtin_ctz(used));
        struct key key = key_of(entry_layout(entry).key);
        if (home_of_spot(spot_of(&key), segment->depth, segment->homes) == home) return true;
    }
    return false;
}

void segment_take(struct segment *segment, uint64_t spot, struct bucket *bucket, unsigned slot) {
    bucket->fingerprints[slot] = 0;
    if (bucket < segment->buckets + segment->homes) return;
    unsigned home = home_of_spot(spot, segment->depth, segment->homes);
    unsigned stash = (unsigned)(bucket - segment->buckets) - segment->homes;
    if (!stash_holds(segment, home, bucket))
        segment->buckets[home].marks &= (uint8_t) ~(1u << stash); /* G2 */
}

struct stored {
    uint8_t bucket, slot;
};

/* Where everything is, without touching an entry. */
static unsigned list_slots(const struct segment *segment, struct stored *list) {
    unsigned n = 0;
    for (unsigned i = 0; i < segment_buckets(segment); i++) {
        for (uint32_t used = bucket_used(&segment->buckets[i]); used != 0; used &= used - 1)
            list[n++] = (struct stored){(uint8_t)i, (uint8_t)__builtin_ctz(used)};
    }
    return n;
}

/* Inlined by order: gcc 12 finds a function that only prefetches pure, and drops the call. */
__attribute__((always_inline)) static inline void
fetch(const struct segment *segment, const struct stored *list, unsigned i, unsigned n) {
    if (i < n) __builtin_prefetch(bucket_entry(&segment->buckets[list[i].bucket], list[i].slot));
}

bool segment_each(struct segment *segment,
                  bool (*visit)(void *arg, struct entry *entry, struct bucket *bucket,
                                unsigned slot),
                  void *arg) {
    struct stored list[SEGMENT_ENTRIES_MAX];
    unsigned n = list_slots(segment, list);
    for (unsigned i = 0; i < AHEAD; i++) fetch(segment, list, i, n);
    for (unsigned i = 0; i < n; i++) {
        fetch(segment, list, i + AHEAD, n);
        struct bucket *bucket = &segment->buckets[list[i].bucket];
        if (!visit(arg, bucket_entry(bucket, list[i].slot), bucket, list[i].slot)) return false;
    }
    return true;
}

static bool add_to_list(void *arg, struct entry *entry, struct bucket *bucket, unsigned slot) {
    struct loose_entry **next = arg;
    struct key key = key_of(entry_layout(entry).key);
    uint64_t fingerprint = bucket->fingerprints[slot];
    **next = (struct loose_entry){spot_of(&key), bucket_handle(bucket, slot) | fingerprint << 40};
    (*next)++;
    return true;
}

unsigned segment_list(struct segment *segment, struct loose_entry *list) {
    struct loose_entry *next = list;
    segment_each(segment, add_to_list, &next);
    return (unsigned)(next - list);
}

/* A filter may look at the keys of 21 entries; without one, the home bucket's own need no look. */
static void visit_bucket(const struct segment *segment, const struct bucket *bucket, unsigned home,
                         uint64_t first, bool all, void (*visit)(void *arg, struct entry *entry),
                         void *arg) {
    uint32_t used = bucket_used(bucket);
    for (uint32_t rest = used; rest != 0; rest &= rest - 1)
        __builtin_prefetch(bucket_entry(bucket, (unsigned)__builtin_ctz(rest)));
    for (; used != 0; used &= used - 1) {
        struct entry *entry = bucket_entry(bucket, (unsigned)__builtin_ctz(used));
        if (!all) {
            struct key key = key_of(entry_layout(entry).key);
            uint64_t spot = spot_of(&key);
            if (spot < first || home_of_spot(spot, segment->depth, segment->homes) != home)
                continue;
        }
        visit(arg, entry);
    }
}

void segment_each_of_home(const struct segment *segment, unsigned home, uint64_t first,
                          void (*visit)(void *arg, struct entry *entry), void *arg) {
    const struct bucket *bucket = &segment->buckets[home];
    bool all = first <= segment_home_start(segment, home);
    visit_bucket(segment, bucket, home, first, all, visit, arg);
    for (unsigned marks = bucket->marks; marks != 0; marks &= marks - 1) {
        unsigned stash = segment->homes + (unsigned)__builtin_ctz(marks);
        visit_bucket(segment, &segment->buckets[stash], home, first, false, visit, arg);
    }
}

uint64_t segment_home_start(const struct segment *segment, unsigned home) {
    /* The smallest x with x * homes / 2^range >= home. */
    unsigned range = SPOT_BITS - segment->depth;
    unsigned __int128 x = ((unsigned __int128)home << range) + segment->homes - 1;
    return segment->start + (uint64_t)(x / segment->homes);
}

struct entry *segment_nth(const struct segment *segment, unsigned i) {
    for (unsigned b = 0; b < segment_buckets(segment); b++) {
        uint32_t used = bucket_used(&segment->buckets[b]);
        unsigned n = (unsigned)__builtin_popcount(used);
        if (i < n) {
            for (; i > 0; i--) used &= used - 1;
            return bucket_entry(&segment->buckets[b], (unsigned)__builtin_ctz(used));
        }
        i -= n;
    }
    assert(!"count is larger than the number of entries");
    return NULL;
}
