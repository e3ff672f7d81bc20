/* Linear hashing. There are homes buckets, numbered from 0; with 2^n <= homes < 2^(n+1), a member
 * is at home where the lowest n + 1 bits of its hash say, or, if there is no such bucket yet, the
 * lowest n. Growing splits bucket homes - 2^n into itself and a new one at the end; shrinking puts
 * the last one back. Each takes some thirty items, and the table is always as large as it should
 * be.
 *
 *   bucket (128 bytes)   20 fingerprints | 3 unused | next | 20 handles of 5 bytes
 *   chunks               16 buckets each, the first one smaller while there are fewer
 *
 * A bucket that overflows goes on in another one, next. Buckets that wait for their split hold
 * twice as many as those behind it: that is the price of the small steps. With 15 items a home,
 * measured from 1 to 2 million members of 16 bytes: 33.3 to 34.5 bytes each, 24 of them its own
 * piece (14: 33.6 to 34.8; 16: 33.1 to 34.3, and more of them in a second bucket).
 *
 * Bit-reversed, the hashes at home in a bucket are an interval, and a split halves it: so a walk in
 * that order needs only its position, as SCAN of Redis does.
 *
 * Invariants
 *   T1  In a chain of buckets all but the last are full, and only a home may be empty.
 *   T2  A piece that begins with 255 (no member in a piece of the slab is that long) holds a
 *       pointer to an item larger than SLAB_SIZE_MAX. */
#include "data/table.h"

#include <assert.h>

#include "base/hash.h"
#include "data/layout.h"
#include "data/segment.h"

enum {
    SLOTS_EACH = 20,
    SLOTS_ALL = (1 << SLOTS_EACH) - 1,
    CHUNK = 16,
    CHUNK_STEP = 4, /* in which the first one grows */
    ITEMS_MAX = 15, /* for a home, on average; more: one home more */
    ITEMS_MIN = 6,
    OUTSIDE_SIZE = 16, /* a piece that holds a pointer to the item (T2) */
    OUTSIDE_MARK = 255,
    RANDOM_FULL = 32, /* a bucket with more has no better chance than one with as many */
    RANDOM_TRIES = 100
};

struct table_bucket {
    uint8_t fingerprints[SLOTS_EACH];
    uint8_t unused[3];
    uint8_t next[5];
    uint8_t handles[SLOTS_EACH * 5];
};
_Static_assert(sizeof(struct table_bucket) == 128, "two cache lines");

struct table_chunk {
    struct table_bucket buckets[CHUNK];
};

void table_init(struct table *table, const struct allocator *allocator, enum table_kind kind) {
    *table = (struct table){.allocator = allocator, .kind = kind};
}

/* ---- buckets ---- */

static inline uint8_t fingerprint(uint64_t hash) {
    uint8_t high = (uint8_t)(hash >> 56);
    return high != 0 ? high : 1;
}

static inline uint32_t match(const struct table_bucket *bucket, uint8_t value) {
    return bucket_match((const struct bucket *)(const void *)bucket, value) & SLOTS_ALL;
}

static inline uint32_t used_slots(const struct table_bucket *bucket) {
    return ~match(bucket, 0) & SLOTS_ALL;
}

/* The three bytes before a handle are read with it, so as not to read beyond the bucket. */
static inline uint64_t read_handle(const uint8_t *handle) {
    uint64_t word;
    /* clang-tidy takes a loop over the buckets of a home for one that may find none. */
    memcpy(&word, handle - 3, sizeof word); /* NOLINT(clang-analyzer-core.NonNullParamChecker) */
    return word >> 24;
}

static inline uint64_t handle_at(const struct table_bucket *bucket, unsigned slot) {
    return read_handle(bucket->handles + slot * 5);
}

static inline void fill_slot(struct table_bucket *bucket, unsigned slot, uint8_t print,
                             uint64_t handle) {
    bucket->fingerprints[slot] = print;
    memcpy(bucket->handles + slot * 5, &handle, 5);
}

static inline struct table_bucket *next_of(const struct table_bucket *bucket) {
    uint64_t handle = read_handle(bucket->next);
    return handle != 0 ? handle_pointer(handle) : NULL;
}

static void set_next(struct table_bucket *bucket, const struct table_bucket *next) {
    uint64_t handle = next != NULL ? handle_of(next) : 0;
    memcpy(bucket->next, &handle, 5);
}

static inline uint8_t *item_of(uint64_t handle) {
    uint8_t *piece = handle_pointer(handle);
    if (__builtin_expect(*piece == OUTSIDE_MARK, 0)) memcpy(&piece, piece + 8, sizeof piece);
    return piece;
}

static inline struct table_bucket *home_number(const struct table *table, uint32_t number) {
    return &table->chunks[number / CHUNK]->buckets[number % CHUNK];
}

static inline uint32_t number_of(const struct table *table, uint32_t hash) {
    uint32_t number = hash & table->mask;
    return number < table->homes ? number : number & table->mask >> 1;
}

static inline struct table_bucket *home_of(const struct table *table, uint64_t hash) {
    return home_number(table, number_of(table, (uint32_t)hash));
}

/* ---- items ---- */

static size_t code_size(size_t number) {
    return member_size(number) - number;
}

struct bytes item_value(const uint8_t *item, int64_t *expire_ms) {
    struct bytes coded = member_text(item_payload(item));
    struct bytes value = bytes_of(coded.data, coded.len / 2);
    *expire_ms = 0;
    if (coded.len & 1) memcpy(expire_ms, value.data + value.len, sizeof *expire_ms);
    return value;
}

size_t item_value_size(size_t len, int64_t expire_ms) {
    size_t coded = 2 * len + (expire_ms != 0);
    return code_size(coded) + len + (expire_ms != 0 ? sizeof expire_ms : 0);
}

/* The value may be the item's own. */
void item_set_value(uint8_t *item, struct bytes value, int64_t expire_ms) {
    uint8_t *payload = item_payload(item);
    size_t coded = 2 * value.len + (expire_ms != 0);
    uint8_t *at = payload + code_size(coded);
    if (value.len != 0) memmove(at, value.data, value.len);
    if (expire_ms != 0) memcpy(at + value.len, &expire_ms, sizeof expire_ms);
    member_write_length(payload, coded);
}

static size_t item_size(const struct table *table, const uint8_t *item) {
    struct bytes member = member_text(item);
    size_t size = member_size(member.len);
    int64_t expire_ms;
    if (table->kind == TABLE_SCORES) return size + sizeof(double);
    if (table->kind == TABLE_MEMBERS) return size;
    struct bytes value = item_value(item, &expire_ms);
    return size + item_value_size(value.len, expire_ms);
}

/* Memory for an item; what stands for it in a slot. */
static uint8_t *create_item(struct table *table, size_t size, uint64_t *handle) {
    uint8_t *item = allocator_alloc(table->allocator, size), *piece = item;
    if (size > SLAB_SIZE_MAX) {
        piece = allocator_alloc(table->allocator, OUTSIDE_SIZE);
        memset(piece, 0, OUTSIDE_SIZE);
        piece[0] = OUTSIDE_MARK;
        memcpy(piece + 8, &item, sizeof item); /* T2 */
    }
    *handle = handle_of(piece);
    return item;
}

static void destroy_item(struct table *table, uint64_t handle) {
    uint8_t *item = item_of(handle), *piece = handle_pointer(handle);
    allocator_free(table->allocator, item, item_size(table, item));
    if (piece != item) allocator_free(table->allocator, piece, OUTSIDE_SIZE);
}

/* ---- finding ---- */

static inline bool has_member(const uint8_t *item, struct bytes member) {
    struct bytes text = member_text(item);
    return text.len == member.len && short_equal(text.data, member.data, member.len);
}

uint8_t *table_find(const struct table *table, uint64_t hash, struct bytes member) {
    if (table->homes == 0) return NULL;
    const struct table_bucket *bucket = home_of(table, hash);
    do {
        __builtin_prefetch((const char *)bucket + 64); /* most handles are in the second line */
        for (uint32_t mask = match(bucket, fingerprint(hash)); mask != 0; mask &= mask - 1) {
            uint8_t *item = item_of(handle_at(bucket, (unsigned)__builtin_ctz(mask)));
            if (__builtin_expect(has_member(item, member), 1)) return item;
        }
        bucket = next_of(bucket);
    } while (bucket != NULL);
    return NULL;
}

void table_prefetch(const struct table *table, uint64_t hash) {
    if (table->homes == 0) return;
    const char *bucket = (const char *)home_of(table, hash);
    __builtin_prefetch(bucket);
    __builtin_prefetch(bucket + 64);
}

void table_prefetch_item(const struct table *table, uint64_t hash) {
    if (table->homes == 0) return;
    const struct table_bucket *bucket = home_of(table, hash);
    for (uint32_t mask = match(bucket, fingerprint(hash)); mask != 0; mask &= mask - 1)
        __builtin_prefetch(handle_pointer(handle_at(bucket, (unsigned)__builtin_ctz(mask))));
}

/* The slot of an item that is there. */
static struct table_bucket *locate(const struct table *table, uint64_t hash, const uint8_t *item,
                                   unsigned *slot) {
    for (struct table_bucket *bucket = home_of(table, hash); bucket != NULL;
         bucket = next_of(bucket)) {
        for (uint32_t mask = match(bucket, fingerprint(hash)); mask != 0; mask &= mask - 1) {
            *slot = (unsigned)__builtin_ctz(mask);
            if (item_of(handle_at(bucket, *slot)) == item) return bucket;
        }
    }
    assert(!"the item is in the table");
    __builtin_unreachable();
}

/* ---- chains ---- */

static void append(struct table *table, struct table_bucket *bucket, uint8_t print,
                   uint64_t handle) {
    struct table_bucket *next;
    while ((next = next_of(bucket)) != NULL) bucket = next; /* T1 */
    uint32_t vacant = match(bucket, 0);
    if (vacant == 0) {
        next = allocator_alloc(table->allocator, sizeof *next);
        memset(next, 0, sizeof *next);
        set_next(bucket, next);
        bucket = next;
        vacant = SLOTS_ALL;
    }
    fill_slot(bucket, (unsigned)__builtin_ctz(vacant), print, handle);
}

static void free_chain(struct table *table, struct table_bucket *bucket) {
    while (bucket != NULL) {
        struct table_bucket *next = next_of(bucket);
        allocator_free(table->allocator, bucket, sizeof *bucket);
        bucket = next;
    }
}

/* Empties a slot and fills it with an item from the end of the chain (T1). */
static void take_slot(struct table *table, struct table_bucket *home, struct table_bucket *bucket,
                      unsigned slot) {
    struct table_bucket *last = home, *before = NULL, *next;
    while ((next = next_of(last)) != NULL) before = last, last = next;
    unsigned end = 31 - (unsigned)__builtin_clz(used_slots(last));
    if (bucket != last)
        fill_slot(bucket, slot, last->fingerprints[end], handle_at(last, end));
    else
        end = slot;
    last->fingerprints[end] = 0;
    if (before != NULL && used_slots(last) == 0) {
        set_next(before, NULL);
        free_chain(table, last);
    }
}

/* ---- growing and shrinking ---- */

static void set_homes(struct table *table, uint32_t homes) {
    table->homes = homes;
    table->mask = homes != 0 ? (2u << (31 - (unsigned)__builtin_clz(homes))) - 1 : 0;
}

/* Buckets there is room for in the chunk of the last of this many homes. */
static uint32_t chunk_room(uint32_t homes) {
    return homes > CHUNK - CHUNK_STEP ? CHUNK : (homes + CHUNK_STEP - 1) & ~(CHUNK_STEP - 1u);
}

static size_t chunk_size(uint32_t homes) {
    return chunk_room(homes) * sizeof(struct table_bucket);
}

static void reserve_chunks(struct table *table, uint32_t chunks) {
    if (chunks <= table->chunks_room) return;
    uint32_t room = table->chunks_room != 0 ? table->chunks_room * 2 : 1;
    size_t each = sizeof(struct table_chunk *);
    table->chunks =
        allocator_resize(table->allocator, table->chunks, table->chunks_room * each, room * each);
    table->chunks_room = room;
}

/* An empty home at the end; the caller fills it. */
static void add_home(struct table *table) {
    uint32_t number = table->homes, chunk = number / CHUNK;
    reserve_chunks(table, chunk + 1);
    if (number % CHUNK == 0)
        table->chunks[chunk] = allocator_alloc(table->allocator, chunk_size(number + 1));
    else if (chunk_size(number) != chunk_size(number + 1))
        table->chunks[0] = allocator_resize(table->allocator, table->chunks[0], chunk_size(number),
                                            chunk_size(number + 1));
    set_homes(table, number + 1);
    memset(home_number(table, number), 0, sizeof(struct table_bucket));
}

static void remove_home(struct table *table) {
    uint32_t number = table->homes - 1, chunk = number / CHUNK;
    if (number % CHUNK == 0)
        allocator_free(table->allocator, table->chunks[chunk], chunk_size(number + 1));
    else if (chunk_size(number) != chunk_size(number + 1))
        table->chunks[0] = allocator_resize(table->allocator, table->chunks[0],
                                            chunk_size(number + 1), chunk_size(number));
    set_homes(table, number);
    if (number != 0) return;
    size_t each = sizeof(struct table_chunk *);
    allocator_free(table->allocator, table->chunks, table->chunks_room * each);
    table->chunks = NULL;
    table->chunks_room = 0;
}

/* Inlined by order: gcc 12 finds a function that only prefetches pure, and drops the call. */
__attribute__((always_inline)) static inline void
prefetch_items(const struct table_bucket *bucket) {
    for (uint32_t used = used_slots(bucket); used != 0; used &= used - 1)
        __builtin_prefetch(handle_pointer(handle_at(bucket, (unsigned)__builtin_ctz(used))));
}

/* The bucket that a new last home was, or would be, split from. */
static struct table_bucket *parent_of(const struct table *table, uint32_t number) {
    return home_number(table, number & ~(1u << (31 - (unsigned)__builtin_clz(number))));
}

/* Keeps in a chain what stays at home there, in place, and moves the others to the new home. */
static void split(struct table *table) {
    uint32_t number = table->homes;
    add_home(table);
    if (number == 0) return;
    uint32_t bit = 1u << (31 - (unsigned)__builtin_clz(number));
    struct table_bucket *kept = parent_of(table, number), *target = home_number(table, number);
    unsigned kept_slots = 0;
    for (struct table_bucket *bucket = kept; bucket != NULL; bucket = next_of(bucket))
        prefetch_items(bucket);
    for (struct table_bucket *bucket = kept; bucket != NULL; bucket = next_of(bucket)) {
        for (uint32_t used = used_slots(bucket); used != 0; used &= used - 1) {
            unsigned slot = (unsigned)__builtin_ctz(used);
            uint64_t handle = handle_at(bucket, slot);
            uint8_t print = bucket->fingerprints[slot];
            bucket->fingerprints[slot] = 0;
            if (hash_bytes(member_text(item_of(handle))) & bit) {
                append(table, target, print, handle);
                continue;
            }
            /* Never ahead of where it is read. */
            if (kept_slots == SLOTS_EACH) kept = next_of(kept), kept_slots = 0;
            fill_slot(kept, kept_slots++, print, handle);
        }
    }
    struct table_bucket *rest = next_of(kept);
    set_next(kept, NULL);
    free_chain(table, rest);
}

static void merge(struct table *table) {
    uint32_t number = table->homes - 1;
    struct table_bucket *source = home_number(table, number), *target = parent_of(table, number);
    for (const struct table_bucket *bucket = source; bucket != NULL; bucket = next_of(bucket)) {
        for (uint32_t used = used_slots(bucket); used != 0; used &= used - 1) {
            unsigned slot = (unsigned)__builtin_ctz(used);
            append(table, target, bucket->fingerprints[slot], handle_at(bucket, slot));
        }
    }
    free_chain(table, next_of(source));
    remove_home(table);
}

/* ---- changes ---- */

uint8_t *table_insert(struct table *table, uint64_t hash, struct bytes member,
                      size_t payload_size) {
    uint64_t handle;
    if (table->count >= (uint64_t)table->homes * ITEMS_MAX && table->homes != UINT32_MAX / 2)
        split(table);
    uint8_t *item = create_item(table, member_size(member.len) + payload_size, &handle);
    member_write(item, member);
    append(table, home_of(table, hash), fingerprint(hash), handle);
    table->count++;
    return item;
}

uint8_t *table_resize_item(struct table *table, uint64_t hash, uint8_t *item, size_t payload_size) {
    struct bytes member = member_text(item);
    size_t size = member_size(member.len) + payload_size, old_size = item_size(table, item);
    unsigned slot;
    if (old_size <= SLAB_SIZE_MAX && size <= SLAB_SIZE_MAX &&
        slab_class(old_size) == slab_class(size))
        return item;
    struct table_bucket *bucket = locate(table, hash, item, &slot);
    uint64_t old_handle = handle_at(bucket, slot), handle;
    uint8_t *moved = create_item(table, size, &handle);
    memcpy(moved, item, old_size < size ? old_size : size);
    fill_slot(bucket, slot, fingerprint(hash), handle);
    destroy_item(table, old_handle);
    return moved;
}

void table_delete(struct table *table, uint64_t hash, uint8_t *item) {
    unsigned slot;
    struct table_bucket *bucket = locate(table, hash, item, &slot);
    uint64_t handle = handle_at(bucket, slot);
    take_slot(table, home_of(table, hash), bucket, slot);
    destroy_item(table, handle);
    table->count--;
    if (table->homes > 1 && table->count < (uint64_t)table->homes * ITEMS_MIN) merge(table);
}

bool table_free_some(struct table *table, unsigned *budget) {
    while (table->homes != 0 && *budget > 0) {
        uint32_t number = table->homes - 1;
        struct table_bucket *home = home_number(table, number);
        if (number != 0) prefetch_items(home_number(table, number - 1));
        for (struct table_bucket *bucket = home; bucket != NULL; bucket = next_of(bucket)) {
            for (uint32_t used = used_slots(bucket); used != 0; used &= used - 1) {
                destroy_item(table, handle_at(bucket, (unsigned)__builtin_ctz(used)));
                table->count--;
                *budget -= *budget > 0;
            }
        }
        free_chain(table, next_of(home));
        remove_home(table);
    }
    return table->homes != 0;
}

/* ---- walking ---- */

static uint32_t reverse(uint32_t bits) {
    bits = __builtin_bswap32(bits);
    bits = (bits & 0x0f0f0f0f) << 4 | (bits >> 4 & 0x0f0f0f0f);
    bits = (bits & 0x33333333) << 2 | (bits >> 2 & 0x33333333);
    return (bits & 0x55555555) << 1 | (bits >> 1 & 0x55555555);
}

uint64_t table_position(uint64_t hash) {
    return reverse((uint32_t)hash);
}

/* How many bits of the hash all members at home there share. */
static unsigned bits_of(const struct table *table, uint32_t number) {
    uint32_t half = (table->mask >> 1) + 1; /* 2^n */
    unsigned bits = 31 - (unsigned)__builtin_clz(half);
    return bits + (number >= half || number < table->homes - half);
}

uint64_t table_scan(const struct table *table, uint64_t position,
                    void (*emit)(void *arg, uint8_t *item), void *arg) {
    if (table->homes == 0 || position >= TABLE_END) return TABLE_END;
    uint32_t number = number_of(table, reverse((uint32_t)position));
    uint64_t start = reverse(number), end = start + (TABLE_END >> bits_of(table, number));
    for (const struct table_bucket *bucket = home_number(table, number); bucket != NULL;
         bucket = next_of(bucket)) {
        prefetch_items(bucket);
        for (uint32_t used = used_slots(bucket); used != 0; used &= used - 1) {
            uint8_t *item = item_of(handle_at(bucket, (unsigned)__builtin_ctz(used)));
            if (position == start || table_position(hash_bytes(member_text(item))) >= position)
                emit(arg, item);
        }
    }
    return end;
}

static uint64_t mix(uint64_t x) {
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

static unsigned chain_count(const struct table_bucket *bucket) {
    unsigned count = 0;
    for (; bucket != NULL; bucket = next_of(bucket))
        count += (unsigned)__builtin_popcount(used_slots(bucket));
    return count;
}

static uint8_t *chain_nth(const struct table_bucket *bucket, unsigned n) {
    for (; n >= SLOTS_EACH; n -= SLOTS_EACH) bucket = next_of(bucket); /* T1 */
    uint32_t used = used_slots(bucket);
    for (; n > 0; n--) used &= used - 1;
    return item_of(handle_at(bucket, (unsigned)__builtin_ctz(used)));
}

/* A place in the order of hashes is drawn, and its bucket taken with a chance that grows with the
 * number of items for its share of the order. */
uint8_t *table_random(const struct table *table, uint64_t random) {
    if (table->count == 0) return NULL;
    unsigned bits_max = bits_of(table, 0); /* the first to be split */
    for (unsigned i = 0;; i++) {
        random = mix(random + UINT64_C(0x9e3779b97f4a7c15));
        uint32_t number = number_of(table, (uint32_t)random);
        const struct table_bucket *home = home_number(table, number);
        unsigned count = chain_count(home);
        unsigned full = RANDOM_FULL << (bits_max - bits_of(table, number));
        if (count == 0 || (i < RANDOM_TRIES && (random >> 32) % full >= count)) continue;
        random = mix(random);
        return chain_nth(home, (unsigned)(random >> 32) % count);
    }
}

struct table_walk table_walk(const struct table *table) {
    struct table_walk walk = {.table = table};
    if (table->homes != 0) {
        walk.bucket = home_number(table, 0);
        walk.rest = used_slots(walk.bucket);
        prefetch_items(walk.bucket);
    }
    return walk;
}

static bool step(struct table_walk *walk) {
    const struct table_bucket *next = next_of(walk->bucket);
    if (next == NULL) {
        if (++walk->home >= walk->table->homes) return false;
        next = home_number(walk->table, walk->home);
    }
    walk->bucket = next;
    walk->rest = used_slots(next);
    prefetch_items(next);
    return true;
}

uint8_t *table_next(struct table_walk *walk) {
    if (walk->bucket == NULL) return NULL;
    while (walk->rest == 0) {
        if (!step(walk)) {
            walk->bucket = NULL;
            return NULL;
        }
    }
    unsigned slot = (unsigned)__builtin_ctz(walk->rest);
    walk->rest &= walk->rest - 1;
    return item_of(handle_at(walk->bucket, slot));
}

/* ---- checking ---- */

void table_check(const struct table *table) {
    uint64_t count = 0;
    for (uint32_t number = 0; number < table->homes; number++) {
        const struct table_bucket *home = home_number(table, number);
        for (const struct table_bucket *b = home; b != NULL; b = next_of(b)) {
            uint32_t used = used_slots(b);
            if (next_of(b) != NULL) assert(used == SLOTS_ALL); /* T1 */
            if (b != home) assert(used != 0);
            for (; used != 0; used &= used - 1) {
                unsigned slot = (unsigned)__builtin_ctz(used);
                uint64_t hash = hash_bytes(member_text(item_of(handle_at(b, slot))));
                assert(home_of(table, hash) == home && b->fingerprints[slot] == fingerprint(hash));
                count++;
            }
        }
    }
    assert(count == table->count);
}
