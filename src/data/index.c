/* Finding is in front; then growing (widen, split), then shrinking (tighten, merge), which are all
 * the same act: list the entries of one segment or two buddies, build the new ones, set the
 * references. A segment grows through the sizes of data/segment.c and splits when it is full at
 * the largest; one that is full in one bucket only (a partition with many keys among neighbours
 * with few) splits early, because its other half may be empty and then costs nothing.
 *
 * What a spot's prefix means at each depth:
 *
 *   depth 0 .. 9    the segment is shared by 2^(10 - depth) partitions, aligned
 *   depth 10        it holds one partition, referred to from the table
 *   depth 10 + g    it is referred to from the partition's directory */
#include "data/index.h"

#include <assert.h>

#include "base/memory.h"
#include "data/layout.h"

enum { PARTITION_DEPTH = 10, DEPTH_MAX = 48 };

/* Entries of a segment and its buddy while they move. */
static _Thread_local struct loose_entry moving[SEGMENT_ENTRIES_MAX];

void index_init(struct index *index, struct slab *slab, unsigned first, unsigned partitions) {
    *index = (struct index){.slab = slab,
                            .first = first,
                            .partitions = partitions,
                            .fields_earliest = INT64_MAX,
                            .fields_pass = INT64_MAX,
                            .entry_lines = 1};
}

static uint64_t ref_of(const struct segment *segment) {
    return handle_of(segment) | (uint64_t)segment->depth << REF_DEPTH_SHIFT |
           (uint64_t)segment->homes << REF_HOMES_SHIFT;
}

static unsigned ref_depth(uint64_t ref) {
    return (unsigned)(ref >> REF_DEPTH_SHIFT) & 63;
}

/* ---- finding ---- */

static inline struct entry *find_in(struct bucket *bucket, const struct key *key, unsigned *slot) {
    uint32_t mask = bucket_match(bucket, fingerprint_of(key->hash));
    for (; mask != 0; mask &= mask - 1) {
        unsigned i = (unsigned)__builtin_ctz(mask);
        struct entry *entry = bucket_entry(bucket, i);
        if (__builtin_expect(entry_has_key(entry, key->name), 1)) {
            *slot = i;
            return entry;
        }
    }
    return NULL;
}

static struct entry *find_in_stash(struct segment *segment, unsigned marks, const struct key *key,
                                   struct place *place) {
    for (; marks != 0; marks &= marks - 1) {
        place->bucket = &segment->buckets[segment->homes + (unsigned)__builtin_ctz(marks)];
        struct entry *entry = find_in(place->bucket, key, &place->slot);
        if (entry != NULL) return entry;
    }
    return NULL;
}

struct entry *index_find(const struct index *index, const struct key *key, struct place *place) {
    uint64_t spot = spot_of(key);
    uint64_t ref = index->refs != NULL ? index_ref(index, spot) : 0;
    if (ref == 0) return NULL;
    struct bucket *home = ref_bucket(ref, spot);
    place->segment = ref_segment(ref);
    place->bucket = home;
    struct entry *entry = find_in(home, key, &place->slot);
    if (entry == NULL && home->marks != 0)
        entry = find_in_stash(place->segment, home->marks, key, place);
    return entry;
}

void index_prefetch_bucket(const struct index *index, const struct key *key) {
    uint64_t spot = spot_of(key);
    uint64_t ref = index->refs != NULL ? index_ref(index, spot) : 0;
    if (ref == 0) return;
    const char *bucket = (const char *)ref_bucket(ref, spot);
    __builtin_prefetch(bucket);
    __builtin_prefetch(bucket + 64);
}

void index_prefetch_entry(const struct index *index, const struct key *key) {
    uint64_t spot = spot_of(key);
    uint64_t ref = index->refs != NULL ? index_ref(index, spot) : 0;
    if (ref == 0) return;
    const struct bucket *home = ref_bucket(ref, spot);
    uint32_t mask = bucket_match(home, fingerprint_of(key->hash));
    for (; mask != 0; mask &= mask - 1) {
        const char *entry = (const char *)bucket_entry(home, (unsigned)__builtin_ctz(mask));
        for (unsigned line = 0; line < index->entry_lines; line++)
            __builtin_prefetch(entry + line * 64);
    }
}

static bool locate_in(struct bucket *bucket, uint8_t fingerprint, uint64_t handle, unsigned *slot) {
    for (uint32_t mask = bucket_match(bucket, fingerprint); mask != 0; mask &= mask - 1) {
        *slot = (unsigned)__builtin_ctz(mask);
        if (bucket_handle(bucket, *slot) == handle) return true;
    }
    return false;
}

void index_locate(const struct index *index, const struct key *key, const struct entry *entry,
                  struct place *place) {
    uint64_t spot = spot_of(key), handle = handle_of(entry);
    uint8_t fingerprint = fingerprint_of(key->hash);
    uint64_t ref = index_ref(index, spot);
    struct bucket *home = ref_bucket(ref, spot);
    struct segment *segment = ref_segment(ref);
    place->segment = segment;
    place->bucket = home;
    bool is_found = locate_in(home, fingerprint, handle, &place->slot);
    for (unsigned marks = home->marks; !is_found && marks != 0; marks &= marks - 1) {
        place->bucket = &segment->buckets[segment->homes + (unsigned)__builtin_ctz(marks)];
        is_found = locate_in(place->bucket, fingerprint, handle, &place->slot);
    }
    assert(is_found); /* G1 */
}

/* ---- segments come and go ---- */

static struct segment *create_segment(struct index *index, uint64_t start, unsigned depth,
                                      unsigned homes) {
    size_t size = segment_size(homes, segment_stashes_for(homes));
    struct segment *segment = slab_alloc(index->slab, size);
    segment_init(segment, start, depth, homes);
    index->segment_bytes += slab_class_size(slab_class(size));
    return segment;
}

static void destroy_segment(struct index *index, struct segment *segment) {
    size_t size = segment_size(segment->homes, segment->stashes);
    index->segment_bytes -= slab_class_size(slab_class(size));
    slab_free(index->slab, segment, size);
}

static size_t directory_size(unsigned depth) {
    return sizeof(struct directory) + ((size_t)1 << depth) * sizeof(uint64_t);
}

static uint64_t create_directory(struct index *index, unsigned depth) {
    struct directory *directory = memory_alloc(directory_size(depth));
    directory->depth = depth;
    directory->deepest = 0;
    index->table_bytes += directory_size(depth);
    return REF_DIRECTORY | (uint64_t)depth << REF_GLOBAL_SHIFT | (uint64_t)(uintptr_t)directory;
}

static void destroy_directory(struct index *index, struct directory *directory) {
    index->table_bytes -= directory_size(directory->depth);
    memory_free(directory);
}

/* Makes the directory of this partition at least this deep. */
static void deepen_directory(struct index *index, uint64_t *top, unsigned depth) {
    uint64_t before = *top;
    unsigned depth_before =
        before & REF_DIRECTORY ? (unsigned)(before >> REF_GLOBAL_SHIFT) & 63 : 0;
    if (depth <= depth_before) return;
    *top = create_directory(index, depth);
    uint64_t *refs = ref_directory(*top)->refs;
    unsigned times = depth - depth_before; /* every reference is repeated 2^times */
    for (size_t i = 0; i < (size_t)1 << depth; i++)
        refs[i] = before & REF_DIRECTORY ? ref_directory(before)->refs[i >> times] : before;
    if (before & REF_DIRECTORY) destroy_directory(index, ref_directory(before));
}

/* Halves the directory while nobody needs its depth (X2). */
static void flatten_directory(struct index *index, uint64_t *top) {
    while (*top & REF_DIRECTORY && ref_directory(*top)->deepest == 0) {
        struct directory *before = ref_directory(*top);
        unsigned depth = before->depth - 1;
        if (depth == 0) {
            *top = before->refs[0];
            destroy_directory(index, before);
            return;
        }
        *top = create_directory(index, depth);
        struct directory *after = ref_directory(*top);
        for (size_t i = 0; i < (size_t)1 << depth; i++) {
            after->refs[i] = before->refs[2 * i];
            after->deepest +=
                after->refs[i] != 0 && ref_depth(after->refs[i]) == PARTITION_DEPTH + depth;
        }
        destroy_directory(index, before);
    }
}

/* Sets the references of an aligned range of spots. */
static void set_refs(struct index *index, uint64_t start, unsigned depth, uint64_t ref) {
    uint64_t *top = &index->refs[(start >> 53) - index->first];
    if (depth <= PARTITION_DEPTH) {
        for (size_t i = 0; i < (size_t)1 << (PARTITION_DEPTH - depth); i++) top[i] = ref;
        return;
    }
    unsigned below = depth - PARTITION_DEPTH;
    deepen_directory(index, top, below);
    struct directory *directory = ref_directory(*top);
    size_t first = (size_t)((start << 11) >> (64 - directory->depth));
    for (size_t i = 0; i < (size_t)1 << (directory->depth - below); i++)
        directory->refs[first + i] = ref;
}

static void link_segment(struct index *index, struct segment *segment) {
    set_refs(index, segment->start, segment->depth, ref_of(segment));
    if (segment->depth > PARTITION_DEPTH) {
        struct directory *directory =
            ref_directory(index->refs[(segment->start >> 53) - index->first]);
        directory->deepest += segment->depth == PARTITION_DEPTH + directory->depth;
    }
}

/* Afterwards its range refers to nothing; the directory may be deeper than needed. */
static void unlink_segment(struct index *index, const struct segment *segment) {
    set_refs(index, segment->start, segment->depth, 0);
    if (segment->depth > PARTITION_DEPTH) {
        struct directory *directory =
            ref_directory(index->refs[(segment->start >> 53) - index->first]);
        directory->deepest -= segment->depth == PARTITION_DEPTH + directory->depth;
    }
}

/* True if a range of spots lies in the shard and refers to nothing. */
static bool is_vacant(const struct index *index, uint64_t start, unsigned depth) {
    uint64_t first = start >> 53;
    if (depth > PARTITION_DEPTH) {
        uint64_t top = index->refs[first - index->first];
        if ((top & REF_DIRECTORY) == 0) return top == 0;
        unsigned global = ref_directory(top)->depth, below = depth - PARTITION_DEPTH;
        const uint64_t *refs = ref_directory(top)->refs + ((start << 11) >> (64 - global));
        for (size_t i = 0; i < (size_t)1 << (global > below ? global - below : 0); i++)
            if (refs[i] != 0) return false;
        return true;
    }
    uint64_t end = first + (UINT64_C(1) << (PARTITION_DEPTH - depth));
    if (first < index->first || end > index->first + index->partitions) return false;
    for (; first < end; first++)
        if (index->refs[first - index->first] != 0) return false;
    return true;
}

static uint64_t start_at_depth(uint64_t spot, unsigned depth) {
    return spot & ~((UINT64_C(1) << (SPOT_BITS - depth)) - 1);
}

static uint64_t buddy_start(uint64_t start, unsigned depth) {
    return start ^ UINT64_C(1) << (SPOT_BITS - depth);
}

/* An empty segment where a spot refers to nothing, over as wide a range as is vacant. */
static void create_at(struct index *index, uint64_t spot) {
    if (index->refs == NULL) {
        index->refs = memory_alloc_zeroed(index->partitions * sizeof *index->refs);
        index->counts = memory_alloc_zeroed(index->partitions * sizeof *index->counts);
        index->table_bytes += index->partitions * (sizeof *index->refs + sizeof *index->counts);
    }
    uint64_t top = index->refs[(spot >> 53) - index->first];
    unsigned depth = PARTITION_DEPTH;
    if (top & REF_DIRECTORY) depth += ref_directory(top)->depth;
    while (depth > 0 && is_vacant(index, buddy_start(start_at_depth(spot, depth), depth), depth))
        depth--;
    link_segment(index, create_segment(index, start_at_depth(spot, depth), depth, 1));
}

/* ---- growing ---- */

/* A segment with these entries, not linked; NULL if they do not fit into this size. */
static struct segment *build(struct index *index, const struct loose_entry *list, unsigned count,
                             uint64_t start, unsigned depth, unsigned homes) {
    struct segment *segment = create_segment(index, start, depth, homes);
    for (unsigned i = 0; i < count; i++) {
        struct bucket *bucket;
        unsigned slot;
        if (!segment_put(segment, list[i].spot, (uint8_t)(list[i].handle >> 40), list[i].handle,
                         &bucket, &slot)) {
            destroy_segment(index, segment);
            return NULL;
        }
    }
    segment->count = (uint16_t)count;
    return segment;
}

/* The same in the smallest size that does, from homes on; NULL if none does. */
static struct segment *build_from(struct index *index, const struct loose_entry *list,
                                  unsigned count, uint64_t start, unsigned depth, unsigned homes) {
    for (;;) {
        struct segment *segment = build(index, list, count, start, depth, homes);
        unsigned next = segment_homes_after(homes);
        if (segment != NULL || next == homes) return segment;
        homes = next;
    }
}

static int64_t sooner(int64_t a, int64_t b) {
    return a < b ? a : b;
}

/* What the heads of the sources knew about expiry. Which half an entry with an expiry went to is
 * not known without another look, so that both halves of a split count by themselves. */
static void inherit_expiry(struct segment *segment, const struct loose_entry *list) {
    for (unsigned i = 0; i < segment->count; i++) {
        const struct entry *entry = handle_pointer(list[i].handle & REF_HANDLE);
        int64_t expire_ms = entry_expire_ms(entry);
        if (expire_ms != EXPIRE_NONE) {
            segment->expires++;
            segment->earliest = sooner(expire_ms, segment->earliest);
        }
    }
}

static void replace(struct index *index, struct segment *before, struct segment *after) {
    unlink_segment(index, before);
    destroy_segment(index, before);
    link_segment(index, after);
}

static bool resize(struct index *index, struct segment *segment, unsigned homes) {
    unsigned count = segment_list(segment, moving);
    struct segment *after = build(index, moving, count, segment->start, segment->depth, homes);
    if (after == NULL) return false;
    after->expires = segment->expires;
    after->earliest = segment->earliest;
    after->fields_earliest = segment->fields_earliest;
    replace(index, segment, after);
    return true;
}

/* Sorts the list into those below spot and the others; returns how many are below. */
static unsigned part(struct loose_entry *list, unsigned count, uint64_t spot) {
    unsigned below = 0;
    for (unsigned i = 0; i < count; i++) {
        struct loose_entry entry = list[i];
        if (entry.spot < spot) {
            list[i] = list[below];
            list[below++] = entry;
        }
    }
    return below;
}

static void make_half(struct index *index, struct segment *before, const struct loose_entry *list,
                      unsigned count, uint64_t start) {
    if (count == 0) return;
    unsigned depth = before->depth + 1u, homes = segment_homes_for(count);
    struct segment *half = build_from(index, list, count, start, depth, homes);
    if (half == NULL) {
        /* Each home of before becomes two: what fitted there fits here. */
        half = build(index, list, count, start, depth, before->homes);
    }
    assert(half != NULL);
    if (before->expires != 0) inherit_expiry(half, list);
    half->fields_earliest = before->fields_earliest;
    link_segment(index, half);
}

static void split(struct index *index, struct segment *segment) {
    assert(segment->depth < DEPTH_MAX);
    unsigned count = segment_list(segment, moving);
    uint64_t middle = buddy_start(segment->start, segment->depth + 1u);
    unsigned low = part(moving, count, middle);
    unlink_segment(index, segment);
    make_half(index, segment, moving, low, segment->start);
    make_half(index, segment, moving + low, count - low, middle);
    if (segment->depth >= PARTITION_DEPTH)
        flatten_directory(index, &index->refs[(segment->start >> 53) - index->first]);
    destroy_segment(index, segment);
}

static void widen(struct index *index, struct segment *segment) {
    unsigned homes = segment_homes_after(segment->homes);
    bool is_lopsided =
        segment->depth < PARTITION_DEPTH && segment->count * 2u < segment_slots(segment);
    if (homes == segment->homes || is_lopsided || !resize(index, segment, homes))
        split(index, segment);
}

void index_insert(struct index *index, const struct key *key, struct entry *entry,
                  int64_t expire_ms) {
    uint64_t spot = spot_of(key);
    struct place place;
    for (;;) {
        uint64_t ref = index->refs != NULL ? index_ref(index, spot) : 0;
        if (ref == 0) {
            create_at(index, spot);
            continue;
        }
        place.segment = ref_segment(ref);
        if (segment_put(place.segment, spot, fingerprint_of(key->hash), handle_of(entry),
                        &place.bucket, &place.slot))
            break;
        if (index->purge == NULL || !index->purge(index->arg, index, place.segment))
            widen(index, place.segment);
    }
    place.segment->count++;
    index->counts[key->partition - index->first]++;
    index->count++;
    index_note_expiry(index, &place, EXPIRE_NONE, expire_ms);
}

void index_note_expiry(struct index *index, const struct place *place, int64_t before_ms,
                       int64_t after_ms) {
    if (before_ms == after_ms) return;
    struct segment *segment = place->segment;
    int change = (after_ms != EXPIRE_NONE) - (before_ms != EXPIRE_NONE);
    segment->expires = (uint16_t)(segment->expires + change);
    index->expires += (uint64_t)(int64_t)change;
    if (after_ms != EXPIRE_NONE && after_ms < segment->earliest)
        segment->earliest = after_ms; /* G3 */
    if (segment->expires == 0) segment->earliest = INT64_MAX;
}

void index_note_field_expiry(struct index *index, const struct place *place, int64_t expire_ms) {
    struct segment *segment = place->segment;
    segment->fields_earliest = sooner(segment->fields_earliest, expire_ms); /* G4 */
    index->fields_earliest = sooner(index->fields_earliest, expire_ms);
    index->fields_pass = sooner(index->fields_pass, expire_ms);
}

/* ---- shrinking ---- */

void index_take_quietly(struct index *index, const struct key *key, const struct place *place,
                        bool expires) {
    segment_take(place->segment, spot_of(key), place->bucket, place->slot);
    place->segment->count--;
    index->counts[key->partition - index->first]--;
    index->count--;
    if (expires) {
        index->expires--;
        if (--place->segment->expires == 0) place->segment->earliest = INT64_MAX;
    }
}

void index_remove(struct index *index, const struct key *key, const struct place *place,
                  bool expires) {
    index_take_quietly(index, key, place, expires);
    if (place->segment->count * 4u <= segment_slots(place->segment))
        index_tighten(index, place->segment);
}

static uint64_t *top_of(struct index *index, const struct segment *segment) {
    return &index->refs[(segment->start >> 53) - index->first];
}

static void remove_empty(struct index *index, struct segment *segment) {
    uint64_t *top = top_of(index, segment);
    unlink_segment(index, segment);
    destroy_segment(index, segment);
    flatten_directory(index, top);
}

/* The segment that could become one with this one: *buddy is NULL if its range is vacant. False if
 * there is none. */
static bool find_buddy(const struct index *index, const struct segment *segment,
                       struct segment **buddy) {
    *buddy = NULL;
    if (segment->depth == 0) return false;
    uint64_t start = buddy_start(segment->start, segment->depth);
    uint64_t first = start >> 53;
    if (first < index->first || first >= index->first + index->partitions) return false;
    uint64_t ref = index->refs[first - index->first];
    if (ref & REF_DIRECTORY && segment->depth <= PARTITION_DEPTH) return false;
    ref = index_ref(index, start);
    if (ref == 0) return is_vacant(index, start, segment->depth);
    *buddy = ref_segment(ref);
    return (*buddy)->depth == segment->depth;
}

/* Makes one of two buddies (the second one may be nothing). */
static bool merge(struct index *index, struct segment *segment, struct segment *buddy) {
    unsigned count = segment->count + (buddy != NULL ? buddy->count : 0u);
    unsigned most = (segment_limit_now() + segment_stashes_for(segment_limit_now())) * BUCKET_SLOTS;
    if (count * 2 > most) return false;
    unsigned n = segment_list(segment, moving);
    if (buddy != NULL) n += segment_list(buddy, moving + n);
    unsigned depth = segment->depth - 1u;
    struct segment *both = build_from(index, moving, n, start_at_depth(segment->start, depth),
                                      depth, segment_homes_for(n));
    if (both == NULL) return false;
    both->expires = segment->expires;
    both->earliest = segment->earliest;
    both->fields_earliest = segment->fields_earliest;
    if (buddy != NULL) {
        both->expires = (uint16_t)(both->expires + buddy->expires);
        both->earliest = sooner(buddy->earliest, both->earliest);
        both->fields_earliest = sooner(buddy->fields_earliest, both->fields_earliest);
        unlink_segment(index, buddy);
        destroy_segment(index, buddy);
    }
    unlink_segment(index, segment);
    destroy_segment(index, segment);
    if (depth == PARTITION_DEPTH)
        flatten_directory(index, top_of(index, both)); /* it goes: nothing else is in it */
    link_segment(index, both);
    flatten_directory(index, top_of(index, both));
    return true;
}

void index_tighten(struct index *index, struct segment *segment) {
    struct segment *buddy;
    if (segment->count == 0) {
        remove_empty(index, segment);
        return;
    }
    if (segment->count * 4u > segment_slots(segment)) return;
    if (find_buddy(index, segment, &buddy) && merge(index, segment, buddy)) return;
    unsigned homes = segment_homes_for(segment->count);
    if (homes < segment->homes) resize(index, segment, homes);
}

/* ---- walking ---- */

uint64_t index_end(const struct index *index) {
    return (uint64_t)(index->first + index->partitions) << 53;
}

struct segment *index_segment_from(const struct index *index, uint64_t spot) {
    uint64_t end = index_end(index);
    if (index->refs == NULL) return NULL;
    if (spot < (uint64_t)index->first << 53) spot = (uint64_t)index->first << 53;
    while (spot < end) {
        uint64_t top = index->refs[(spot >> 53) - index->first];
        uint64_t ref = index_ref(index, spot);
        if (ref != 0) return ref_segment(ref);
        unsigned depth = PARTITION_DEPTH + (top & REF_DIRECTORY ? ref_directory(top)->depth : 0);
        spot = start_at_depth(spot, depth) + (UINT64_C(1) << (SPOT_BITS - depth));
    }
    return NULL;
}

struct dropping {
    void (*destroy)(void *arg, struct entry *entry);
    void *arg;
};

static bool drop_entry(void *arg, struct entry *entry, struct bucket *bucket, unsigned slot) {
    (void)bucket, (void)slot;
    struct dropping *dropping = arg;
    dropping->destroy(dropping->arg, entry);
    return true;
}

bool index_drop_some(struct index *index, uint64_t *spot, unsigned budget,
                     void (*destroy)(void *arg, struct entry *entry), void *arg) {
    struct dropping dropping = {destroy, arg};
    for (unsigned done = 0; done < budget;) {
        struct segment *segment = index_segment_from(index, *spot);
        if (segment == NULL) return false;
        *spot = segment_end(segment);
        done += segment->count;
        index->count -= segment->count;
        segment_each(segment, drop_entry, &dropping);
        destroy_segment(index, segment);
    }
    return true;
}

void index_clear(struct index *index) {
    if (index->refs == NULL) return;
    for (unsigned i = 0; i < index->partitions; i++)
        if (index->refs[i] & REF_DIRECTORY) destroy_directory(index, ref_directory(index->refs[i]));
    memory_free(index->refs);
    memory_free(index->counts);
    index->refs = NULL;
    index->counts = NULL;
    index->table_bytes = 0;
}
