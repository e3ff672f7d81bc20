/* The invariants of the index, said as code; called by tests. */
#include <assert.h>

#include "data/hash.h"
#include "data/index.h"
#include "data/layout.h"

enum { PARTITION_DEPTH = 10 };

struct checking {
    const struct segment *segment;
    unsigned count, expires;
};

static bool check_entry(void *arg, struct entry *entry, struct bucket *bucket, unsigned slot) {
    struct checking *checking = arg;
    const struct segment *segment = checking->segment;
    struct key key = key_of(entry_key(entry));
    uint64_t spot = spot_of(&key);
    assert(spot >= segment->start && spot < segment_end(segment)); /* X1 */
    assert(bucket->fingerprints[slot] == fingerprint_of(key.hash));
    unsigned home = home_of_spot(spot, segment->depth, segment->homes);
    assert(spot >= segment_home_start(segment, home));
    assert(spot < segment_home_start(segment, home + 1));
    unsigned number = (unsigned)(bucket - segment->buckets);
    assert(number == home ||
           (number >= segment->homes &&
            (segment->buckets[home].marks >> (number - segment->homes) & 1) != 0)); /* G1 */
    int64_t expire_ms = entry_expire_ms(entry);
    assert(expire_ms == EXPIRE_NONE || expire_ms >= segment->earliest); /* G3 */
    int64_t field_ms = entry_type(entry) == VALUE_HASH ? hash_expires_next(entry) : EXPIRE_NONE;
    assert(field_ms == EXPIRE_NONE || field_ms >= segment->fields_earliest); /* G4 */
    checking->count++;
    checking->expires += expire_ms != EXPIRE_NONE;
    return true;
}

static void check_directory(const struct directory *directory) {
    unsigned deepest = 0;
    for (size_t i = 0; i < (size_t)1 << directory->depth; i++) {
        uint64_t ref = directory->refs[i];
        deepest += ref != 0 && ref_segment(ref)->depth == PARTITION_DEPTH + directory->depth;
    }
    assert(deepest != 0 && deepest == directory->deepest); /* X2 */
}

/* All references of its range are those of the segment. */
static void check_range(const struct index *index, const struct segment *segment) {
    uint64_t end = segment_end(segment), step = UINT64_C(1) << 53;
    if (segment->depth > PARTITION_DEPTH) {
        uint64_t top = index->refs[(segment->start >> 53) - index->first];
        assert(top & REF_DIRECTORY);
        step >>= ref_directory(top)->depth;
    }
    assert(segment->start >= (uint64_t)index->first << 53 && end <= index_end(index));
    for (uint64_t spot = segment->start; spot < end; spot += step)
        assert(ref_segment(index_ref(index, spot)) == segment); /* X1 */
}

void index_check(const struct index *index) {
    uint64_t count = 0, expires = 0, counted = 0;
    struct segment *segment;
    for (uint64_t spot = 0; (segment = index_segment_from(index, spot)) != NULL;
         spot = segment_end(segment)) {
        struct checking checking = {.segment = segment};
        segment_each(segment, check_entry, &checking);
        assert(checking.count == segment->count && checking.expires == segment->expires);
        assert(segment->count != 0 && segment->fields_earliest >= index->fields_earliest);
        check_range(index, segment);
        count += checking.count;
        expires += checking.expires;
    }
    for (unsigned i = 0; index->refs != NULL && i < index->partitions; i++) {
        counted += index->counts[i];
        if (index->refs[i] & REF_DIRECTORY) check_directory(ref_directory(index->refs[i]));
    }
    assert(count == index->count && expires == index->expires && counted == index->count);
}
