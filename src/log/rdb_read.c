/* log/rdb_read.c - reading values: see rdb.h.
 *
 * Every type has two kinds of forms: element by element, each a text of its own, or in blocks, which are
 * texts that hold many. Both feed the same sinks, which put elements into the draft and refuse what
 * a sound value has not: a member twice, a score that is none. */
#include "log/rdb.h"

#include <math.h>

#include "data/hash.h"
#include "data/lists.h"
#include "data/set.h"
#include "data/zset.h"
#include "log/rdb_block.h"

/* Redis's own limit, 2^48 - 2. */
#define FIELD_TIME_MAX ((UINT64_C(1) << 48) - 2)

/* ---- sinks ---- */

static bool add_to_list(struct cell *draft, struct rdb_element *element) {
    lists_push(draft, false, rdb_element_text(element));
    return true;
}

static bool add_to_set(struct cell *draft, struct rdb_element *member) {
    return set_add(draft, rdb_element_text(member));
}

static bool add_field(struct cell *draft, struct bytes field, struct bytes value, uint64_t time) {
    if (time > FIELD_TIME_MAX) return false;
    int64_t expire_ms = time == 0 ? EXPIRE_NONE : (int64_t)time;
    return hash_set(draft, field, value, expire_ms);
}

static bool add_to_hash(struct cell *draft, struct rdb_element *elements) {
    return add_field(draft, rdb_element_text(&elements[0]), rdb_element_text(&elements[1]), 0);
}

static bool add_to_hash_with_time(struct cell *draft, struct rdb_element *elements) {
    int64_t time;
    return rdb_element_integer(&elements[2], &time) && time >= 0 &&
           add_field(draft, rdb_element_text(&elements[0]), rdb_element_text(&elements[1]),
                     (uint64_t)time);
}

static bool add_member(struct cell *draft, struct bytes member, double score) {
    return !isnan(score) && zset_set(draft, member, score) == ZSET_ADDED;
}

static bool add_to_zset(struct cell *draft, struct rdb_element *elements) {
    int64_t integer;
    double score;
    if (rdb_element_integer(&elements[1], &integer)) {
        score = (double)integer;
    } else if (!number_parse_double(elements[1].text, &score)) {
        return false;
    }
    return add_member(draft, rdb_element_text(&elements[0]), score);
}

/* ---- blocks ---- */

enum { GROUP_MAX = 3 };

/* How the elements of a block belong together, and who takes such a group. */
struct sink {
    unsigned group;
    bool (*add)(struct cell *draft, struct rdb_element *elements);
};

static const struct sink list_sink = {1, add_to_list}, set_sink = {1, add_to_set},
                         hash_sink = {2, add_to_hash}, zset_sink = {2, add_to_zset},
                         hash_time_sink = {3, add_to_hash_with_time};

static bool read_block(struct cell *draft, enum rdb_block_kind kind, struct bytes bytes,
                       const struct sink *sink) {
    struct rdb_block block;
    struct rdb_element elements[GROUP_MAX];
    unsigned n = 0;
    if (!rdb_block_open(&block, kind, bytes)) return false;
    while (rdb_block_next(&block, &elements[n])) {
        if (++n < sink->group) continue;
        if (!sink->add(draft, elements)) return false;
        n = 0;
    }
    return n == 0 && rdb_block_is_whole(&block);
}

/* A block in a text of its own. */
static bool take_block(struct rdb_input *input, struct cell *draft, enum rdb_block_kind kind,
                       const struct sink *sink) {
    struct rdb_text text = {0};
    bool is_good = rdb_take_text(input, &text) && read_block(draft, kind, text.bytes, sink);
    rdb_text_clear(&text);
    return is_good;
}

/* ---- lists ---- */

static bool take_list(struct rdb_input *input, struct cell *draft) {
    uint64_t count;
    struct rdb_text text = {0};
    bool is_good = rdb_take_count(input, 1, &count);
    for (uint64_t i = 0; is_good && i < count; i++) {
        is_good = rdb_take_text(input, &text);
        if (is_good) lists_push(draft, false, text.bytes);
    }
    rdb_text_clear(&text);
    return is_good;
}

static bool take_node(struct rdb_input *input, struct cell *draft, unsigned type) {
    uint64_t container = RDB_NODE_PACKED;
    if (type == RDB_LIST_QUICKLIST) return take_block(input, draft, RDB_ZIPLIST, &list_sink);
    if (!rdb_take_length(input, &container)) return false;
    if (container == RDB_NODE_PACKED) return take_block(input, draft, RDB_LISTPACK, &list_sink);
    if (container != RDB_NODE_PLAIN) return false;
    struct rdb_text text = {0};
    bool is_good = rdb_take_text(input, &text);
    if (is_good) lists_push(draft, false, text.bytes);
    rdb_text_clear(&text);
    return is_good;
}

static bool take_quicklist(struct rdb_input *input, struct cell *draft, unsigned type) {
    uint64_t count;
    bool is_good = rdb_take_count(input, 1, &count);
    for (uint64_t i = 0; is_good && i < count; i++) is_good = take_node(input, draft, type);
    return is_good;
}

/* ---- the rest, element by element ---- */

static bool take_set(struct rdb_input *input, struct cell *draft) {
    uint64_t count;
    struct rdb_text text = {0};
    bool is_good = rdb_take_count(input, 1, &count);
    for (uint64_t i = 0; is_good && i < count; i++) {
        is_good = rdb_take_text(input, &text) && set_add(draft, text.bytes);
    }
    rdb_text_clear(&text);
    return is_good;
}

static bool take_scored(struct rdb_input *input, unsigned type, struct rdb_text *text,
                        double *score) {
    return rdb_take_text(input, text) &&
           (type == RDB_ZSET ? rdb_take_double(input, score) : rdb_take_double_text(input, score));
}

static bool is_negative_zero(double score) {
    return score == 0 && signbit(score);
}

/* While the set was small its negative zeros lost their signs; if it has become a large one, they have them again, as in
 * Redis, which decides when all is read. */
static void sign_zeros(struct rdb_input input, struct cell *draft, unsigned type, uint64_t count) {
    struct rdb_text text = {0};
    double score, kept;
    for (uint64_t i = 0; i < count && take_scored(&input, type, &text, &score); i++) {
        if (is_negative_zero(score) && zset_score(draft->entry, text.bytes, &kept) &&
            !is_negative_zero(kept) && zset_count(draft->entry) > 1) {
            zset_remove(draft, text.bytes);
            zset_set(draft, text.bytes, score);
        }
    }
    rdb_text_clear(&text);
}

static bool take_zset(struct rdb_input *input, struct cell *draft, unsigned type) {
    uint64_t count;
    struct rdb_text text = {0};
    bool is_good = rdb_take_count(input, 2, &count), has_negative_zero = false;
    struct rdb_input start = *input;
    for (uint64_t i = 0; is_good && i < count; i++) {
        double score;
        is_good = take_scored(input, type, &text, &score) && add_member(draft, text.bytes, score);
        has_negative_zero |= is_good && is_negative_zero(score);
    }
    rdb_text_clear(&text);
    if (is_good && has_negative_zero && strcmp(entry_encoding(draft->entry), "skiplist") == 0) {
        sign_zeros(start, draft, type, count);
    }
    return is_good;
}

/* A field's time is absolute in the old form, else one more than the distance from the least of all
 * fields; 0 says that it stays. */
static bool take_field_time(struct rdb_input *input, unsigned type, uint64_t least,
                            uint64_t *time) {
    *time = 0;
    if (type == RDB_HASH) return true;
    if (!rdb_take_length(input, time)) return false;
    if (type == RDB_HASH_TIMES_OLD || *time == 0) return true;
    if (*time > FIELD_TIME_MAX || least > FIELD_TIME_MAX) return false;
    *time += least - 1;
    return *time > 0;
}

static bool take_hash(struct rdb_input *input, struct cell *draft, unsigned type) {
    uint64_t count, least = 0, time;
    struct rdb_text field = {0}, value = {0};
    bool is_good =
        (type != RDB_HASH_TIMES || rdb_take_u64(input, &least)) && rdb_take_count(input, 2, &count);
    for (uint64_t i = 0; is_good && i < count; i++) {
        is_good = take_field_time(input, type, least, &time) && rdb_take_text(input, &field) &&
                  rdb_take_text(input, &value) && add_field(draft, field.bytes, value.bytes, time);
    }
    rdb_text_clear(&field);
    rdb_text_clear(&value);
    return is_good;
}

static bool take_hash_with_times(struct rdb_input *input, struct cell *draft, unsigned type) {
    uint64_t least; /* known from the fields, too */
    return (type == RDB_HASH_TIMES_LISTPACK_OLD || rdb_take_u64(input, &least)) &&
           take_block(input, draft, RDB_LISTPACK, &hash_time_sink);
}

/* ---- all ---- */

static bool take_collection(struct rdb_input *input, unsigned type, struct cell *draft) {
    switch (type) {
    case RDB_LIST:
        return take_list(input, draft);
    case RDB_LIST_ZIPLIST:
        return take_block(input, draft, RDB_ZIPLIST, &list_sink);
    case RDB_LIST_QUICKLIST:
    case RDB_LIST_QUICKLIST_2:
        return take_quicklist(input, draft, type);
    case RDB_SET:
        return take_set(input, draft);
    case RDB_SET_INTSET:
        return take_block(input, draft, RDB_INTSET, &set_sink);
    case RDB_SET_LISTPACK:
        return take_block(input, draft, RDB_LISTPACK, &set_sink);
    case RDB_ZSET_TEXT:
    case RDB_ZSET:
        return take_zset(input, draft, type);
    case RDB_ZSET_ZIPLIST:
        return take_block(input, draft, RDB_ZIPLIST, &zset_sink);
    case RDB_ZSET_LISTPACK:
        return take_block(input, draft, RDB_LISTPACK, &zset_sink);
    case RDB_HASH:
    case RDB_HASH_TIMES:
    case RDB_HASH_TIMES_OLD:
        return take_hash(input, draft, type);
    case RDB_HASH_ZIPMAP:
        return take_block(input, draft, RDB_ZIPMAP, &hash_sink);
    case RDB_HASH_ZIPLIST:
        return take_block(input, draft, RDB_ZIPLIST, &hash_sink);
    case RDB_HASH_LISTPACK:
        return take_block(input, draft, RDB_LISTPACK, &hash_sink);
    case RDB_HASH_TIMES_LISTPACK:
    case RDB_HASH_TIMES_LISTPACK_OLD:
        return take_hash_with_times(input, draft, type);
    case RDB_STREAM_1:
    case RDB_STREAM_2:
    case RDB_STREAM_3:
        return rdb_read_stream(input, type, draft);
    default:
        return false;
    }
}

bool rdb_read_value(struct rdb_input *input, unsigned type, struct cell *draft,
                    struct rdb_text *text) {
    if (type == RDB_STRING) return rdb_take_text(input, text);
    /* No collection is empty, streams apart, whose cell has an entry then. */
    return take_collection(input, type, draft) && draft->entry != NULL;
}
