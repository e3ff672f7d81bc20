/* Walks over a database: SCAN, RANDOMKEY, DIGEST, and what INFO says of it. */
#include "data/inside.h"

enum { RANDOM_TRIES = 100, RANDOM_SEGMENTS = 64, TTL_SEGMENTS = 4, TTL_AGE_MS = 1000 };

struct emitting {
    struct keyspace *keyspace;
    void (*emit)(void *arg, const struct entry *entry);
    void *arg;
    uint64_t end; /* for emit_before_end */
};

static void emit_live(void *arg, struct entry *entry) {
    struct emitting *emitting = arg;
    if (!is_expired(emitting->keyspace, entry)) emitting->emit(emitting->arg, entry);
}

static void emit_before_end(void *arg, struct entry *entry) {
    struct emitting *emitting = arg;
    struct key key = key_of(entry_key(entry));
    if (spot_of(&key) < emitting->end) emit_live(arg, entry);
}

static uint64_t scan_home(const struct segment *segment, uint64_t cursor,
                          void (*visit)(void *arg, struct entry *entry),
                          struct emitting *emitting) {
    if (cursor < segment->start) cursor = segment->start;
    unsigned home = home_of_spot(cursor, segment->depth, segment->homes);
    segment_each_of_home(segment, home, cursor, visit, emitting);
    return segment_home_start(segment, home + 1);
}

/* D1: an entry's spot never changes, a call emits all entries with spots from the cursor up to the
 * cursor it returns, and the cursors of a scan leave no gap between them. */
uint64_t keyspace_scan(struct keyspace *keyspace, unsigned db, uint64_t cursor,
                       void (*emit)(void *arg, const struct entry *entry), void *arg) {
    struct index *index = &database_of(keyspace, db)->index;
    struct emitting emitting = {.keyspace = keyspace, .emit = emit, .arg = arg};
    uint64_t end = index_end(index);
    struct segment *segment = cursor < end ? index_segment_from(index, cursor) : NULL;
    return segment != NULL ? scan_home(segment, cursor, emit_live, &emitting) : end;
}

/* Inlined by order: gcc 12 finds a function that only prefetches pure, and drops the call. */
__attribute__((always_inline)) static inline void fetch(const struct entry *entry, unsigned lines) {
    for (unsigned line = 0; line < lines; line++)
        __builtin_prefetch((const char *)entry + line * 64);
}

/* Stash buckets with the others: nobody has to be asked whose home is where. */
static unsigned list_entries(const struct segment *segment, struct entry **list) {
    unsigned n = 0;
    for (unsigned i = 0; i < segment_buckets(segment); i++) {
        const struct bucket *bucket = &segment->buckets[i];
        for (uint32_t used = bucket_used(bucket); used != 0; used &= used - 1)
            list[n++] = bucket_entry(bucket, (unsigned)__builtin_ctz(used));
    }
    return n;
}

/* An entry lies anywhere in memory, and the CPU has some dozen lines under way at most: so many are fetched ahead
 * while others are emitted. Still farther ahead goes one line of each, for finding its page takes longest. (Of 54 ns for
 * an entry of a base that saves 4; with groups of 16 in one go instead it was 89.) */
static void emit_all(const struct index *index, const struct segment *segment,
                     struct emitting *emitting) {
    enum { AHEAD = 8, FAR_AHEAD = 24 };
    struct entry *list[SEGMENT_ENTRIES_MAX];
    unsigned n = list_entries(segment, list);
    for (unsigned i = 0; i < FAR_AHEAD && i < n; i++) __builtin_prefetch(list[i]);
    for (unsigned i = 0; i < AHEAD && i < n; i++) fetch(list[i], index->entry_lines);
    for (unsigned i = 0; i < n; i++) {
        if (i + FAR_AHEAD < n) __builtin_prefetch(list[i + FAR_AHEAD]);
        if (i + AHEAD < n) fetch(list[i + AHEAD], index->entry_lines);
        emit_live(emitting, list[i]);
    }
}

uint64_t keyspace_scan_far(struct keyspace *keyspace, unsigned db, uint64_t cursor, uint64_t end,
                           uint64_t bytes, void (*emit)(void *arg, const struct entry *entry),
                           void *arg) {
    const struct database *database = database_of(keyspace, db);
    const struct index *index = &database->index;
    struct emitting emitting = {.keyspace = keyspace, .emit = emit, .arg = arg, .end = end};
    if (cursor >= index_end(index) || index->count == 0) return index_end(index);
    const struct segment *segment = index_segment_from(index, cursor);
    if (segment == NULL) return index_end(index);
    uint64_t held =
        (database->entry_bytes + database->object_bytes) / index->count * segment->count;
    bool is_whole = cursor <= segment->start && segment_end(segment) <= end;
    if (!is_whole || held > bytes) return scan_home(segment, cursor, emit_before_end, &emitting);
    emit_all(index, segment, &emitting);
    return segment_end(segment);
}

/* ---- a random entry ---- */

/* A partition, each as likely as it has keys. */
static unsigned random_partition(const struct index *index, uint64_t random) {
    uint64_t left = random % index->count;
    unsigned i = 0;
    while (left >= index->counts[i]) left -= index->counts[i++];
    return index->first + i;
}

static struct entry *random_entry(struct keyspace *keyspace, const struct index *index) {
    unsigned partition = random_partition(index, keyspace_random_next(keyspace));
    uint64_t spot = (uint64_t)partition << 53 | keyspace_random_next(keyspace) >> 11;
    struct segment *segment = index_segment_from(index, spot);
    if (segment == NULL) /* behind the last one of a directory with gaps */
        segment = index_segment_from(index, (uint64_t)partition << 53);
    return segment_nth(segment, (unsigned)(keyspace_random_next(keyspace) % segment->count));
}

struct searching {
    struct keyspace *keyspace;
    struct entry *live;
};

static bool is_last_look(void *arg, struct entry *entry, struct bucket *bucket, unsigned slot) {
    (void)bucket, (void)slot;
    struct searching *searching = arg;
    if (!is_expired(searching->keyspace, entry)) searching->live = entry;
    return searching->live == NULL;
}

/* Where expired entries stay and outnumber the others. */
static struct entry *first_live(struct keyspace *keyspace, const struct index *index) {
    struct searching searching = {keyspace, NULL};
    uint64_t spot = (uint64_t)random_partition(index, keyspace_random_next(keyspace)) << 53;
    for (unsigned i = 0; i < RANDOM_SEGMENTS && searching.live == NULL; i++) {
        struct segment *segment = index_segment_from(index, spot);
        if (segment == NULL) segment = index_segment_from(index, 0);
        segment_each(segment, is_last_look, &searching);
        spot = segment_end(segment);
    }
    return searching.live;
}

struct entry *keyspace_random(struct keyspace *keyspace, unsigned db, uint64_t random) {
    struct index *index = &database_of(keyspace, db)->index;
    keyspace->random ^= random;
    for (unsigned i = 0; i < RANDOM_TRIES && index->count != 0; i++) {
        struct entry *entry = random_entry(keyspace, index);
        if (!is_expired(keyspace, entry)) return entry;
        if (keyspace->removes_expired) {
            struct key key = key_of(entry_key(entry));
            keyspace_find(keyspace, db, &key, false); /* removes it */
        }
    }
    return index->count != 0 ? first_live(keyspace, index) : NULL;
}

/* ---- all of it ---- */

struct summing {
    struct keyspace *keyspace;
    unsigned db;
    unsigned char *sum;
};

static bool add_entry(void *arg, struct entry *entry, struct bucket *bucket, unsigned slot) {
    (void)bucket, (void)slot;
    struct summing *summing = arg;
    unsigned char digest[20];
    if (!is_expired(summing->keyspace, entry)) {
        entry_digest(entry, summing->db, digest);
        digest_add(summing->sum, digest);
    }
    return true;
}

void keyspace_digest(struct keyspace *keyspace, unsigned db, unsigned char digest[20]) {
    struct index *index = &database_of(keyspace, db)->index;
    struct summing summing = {keyspace, db, digest};
    struct segment *segment;
    memset(digest, 0, 20);
    for (uint64_t spot = 0; (segment = index_segment_from(index, spot)) != NULL;
         spot = segment_end(segment))
        segment_each(segment, add_entry, &summing);
}

struct averaging {
    int64_t now_ms;
    double sum_ms; /* far futures add up to more than 63 bits */
    unsigned count;
};

static bool add_ttl(void *arg, struct entry *entry, struct bucket *bucket, unsigned slot) {
    (void)bucket, (void)slot;
    struct averaging *averaging = arg;
    int64_t left_ms = entry_expires(entry) ? entry_expire_ms(entry) - averaging->now_ms : 0;
    if (left_ms > 0) {
        averaging->sum_ms += (double)left_ms;
        averaging->count++;
    }
    return true;
}

/* The average of a few segments: hashes make them a fair sample. */
static int64_t average_ttl(const struct index *index, int64_t now_ms) {
    struct averaging averaging = {.now_ms = now_ms};
    uint64_t spot = 0;
    for (unsigned i = 0; i < TTL_SEGMENTS; i++) {
        struct segment *segment = index_segment_from(index, spot);
        if (segment == NULL) break;
        segment_each(segment, add_ttl, &averaging);
        spot = segment_end(segment);
    }
    return averaging.count != 0 ? (int64_t)(averaging.sum_ms / averaging.count) : 0;
}

void keyspace_facts(const struct keyspace *keyspace, unsigned db, struct keyspace_facts *facts) {
    struct database *database = database_of(keyspace, db);
    const struct index *index = &database->index;
    int64_t age_ms = keyspace->now_ms - database->ttl_averaged_at_ms;
    *facts = (struct keyspace_facts){.keys = index->count,
                                     .expires = index->expires,
                                     .bytes = database->entry_bytes + database->object_bytes};
    if (index->expires == 0) return;
    if (age_ms < 0 || age_ms >= TTL_AGE_MS) {
        database->ttl_average_ms = average_ttl(index, keyspace->now_ms);
        database->ttl_averaged_at_ms = keyspace->now_ms;
    }
    facts->ttl_average_ms = database->ttl_average_ms;
}
