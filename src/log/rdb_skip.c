/* log/rdb_skip.c - finding the end of a value without making it: some lengths for a block, one for each
 * element otherwise. What is skipped here is read as it was by rdb_read.c, on the core that owns it. */
#include "log/rdb.h"

enum { STREAM_ID_BYTES = 16, TIME_BYTES = 8 };

/* So many texts, each with so many bytes behind it. */
static bool skip_texts(struct rdb_input *input, uint64_t count, size_t behind) {
    struct bytes bytes;
    for (uint64_t i = 0; i < count; i++) {
        if (!rdb_skip_text(input) || !rdb_take(input, behind, &bytes)) return false;
    }
    return true;
}

static bool skip_counted(struct rdb_input *input, unsigned texts_each, size_t behind) {
    uint64_t count;
    return rdb_take_count(input, texts_each + behind, &count) &&
           skip_texts(input, count * texts_each, behind);
}

static bool skip_scores_as_text(struct rdb_input *input) {
    enum { WITHOUT_TEXT = 253 }; /* from here on the length stands for a score */
    uint64_t count;
    uint8_t len = 0;
    struct bytes bytes;
    bool is_good = rdb_take_count(input, 2, &count);
    for (uint64_t i = 0; is_good && i < count; i++) {
        is_good = rdb_skip_text(input) && rdb_take_byte(input, &len) &&
                  (len >= WITHOUT_TEXT || rdb_take(input, len, &bytes));
    }
    return is_good;
}

static bool skip_quicklist_2(struct rdb_input *input) {
    uint64_t count, container;
    bool is_good = rdb_take_count(input, 2, &count);
    for (uint64_t i = 0; is_good && i < count; i++)
        is_good = rdb_take_length(input, &container) && rdb_skip_text(input);
    return is_good;
}

static bool skip_hash_with_times(struct rdb_input *input, unsigned type) {
    struct bytes least;
    uint64_t count, time;
    bool is_good = (type != RDB_HASH_TIMES || rdb_take(input, TIME_BYTES, &least)) &&
                   rdb_take_count(input, 3, &count);
    for (uint64_t i = 0; is_good && i < count; i++)
        is_good = rdb_take_length(input, &time) && skip_texts(input, 2, 0);
    return is_good;
}

static bool skip_lengths(struct rdb_input *input, unsigned count) {
    uint64_t length;
    while (count > 0 && rdb_take_length(input, &length)) count--;
    return count == 0;
}

static bool skip_consumer(struct rdb_input *input, unsigned type) {
    struct bytes bytes;
    uint64_t pendings;
    size_t times = type == RDB_STREAM_3 ? 2 * TIME_BYTES : TIME_BYTES;
    return rdb_skip_text(input) && rdb_take(input, times, &bytes) &&
           rdb_take_count(input, STREAM_ID_BYTES, &pendings) &&
           rdb_take(input, (size_t)pendings * STREAM_ID_BYTES, &bytes);
}

static bool skip_group(struct rdb_input *input, unsigned type) {
    struct bytes bytes;
    uint64_t pendings, consumers;
    bool is_good = rdb_skip_text(input) && skip_lengths(input, type == RDB_STREAM_1 ? 2 : 3) &&
                   rdb_take_count(input, STREAM_ID_BYTES + TIME_BYTES + 1, &pendings);
    for (uint64_t i = 0; is_good && i < pendings; i++)
        is_good = rdb_take(input, STREAM_ID_BYTES + TIME_BYTES, &bytes) && skip_lengths(input, 1);
    is_good = is_good && rdb_take_count(input, TIME_BYTES + 2, &consumers);
    for (uint64_t i = 0; is_good && i < consumers; i++) is_good = skip_consumer(input, type);
    return is_good;
}

static bool skip_stream(struct rdb_input *input, unsigned type) {
    uint64_t groups;
    /* entries; how many, last ID; first ID, greatest deleted ID, entries ever added */
    bool is_good = skip_counted(input, 2, 0) && skip_lengths(input, type == RDB_STREAM_1 ? 3 : 8) &&
                   rdb_take_count(input, 5, &groups);
    for (uint64_t i = 0; is_good && i < groups; i++) is_good = skip_group(input, type);
    return is_good;
}

/* All of it in one text. */
static bool is_block(unsigned type) {
    switch (type) {
    case RDB_HASH_ZIPMAP:
    case RDB_LIST_ZIPLIST:
    case RDB_SET_INTSET:
    case RDB_ZSET_ZIPLIST:
    case RDB_HASH_ZIPLIST:
    case RDB_HASH_LISTPACK:
    case RDB_ZSET_LISTPACK:
    case RDB_SET_LISTPACK:
    case RDB_HASH_TIMES_LISTPACK_OLD:
        return true;
    default:
        return false;
    }
}

bool rdb_skip_value(struct rdb_input *input, unsigned type) {
    struct bytes least;
    if (is_block(type)) return rdb_skip_text(input);
    switch (type) {
    case RDB_STRING:
        return rdb_skip_text(input);
    case RDB_HASH_TIMES_LISTPACK:
        return rdb_take(input, TIME_BYTES, &least) && rdb_skip_text(input);
    case RDB_LIST:
    case RDB_SET:
    case RDB_LIST_QUICKLIST:
        return skip_counted(input, 1, 0);
    case RDB_HASH:
        return skip_counted(input, 2, 0);
    case RDB_ZSET:
        return skip_counted(input, 1, sizeof(double));
    case RDB_ZSET_TEXT:
        return skip_scores_as_text(input);
    case RDB_LIST_QUICKLIST_2:
        return skip_quicklist_2(input);
    case RDB_HASH_TIMES:
    case RDB_HASH_TIMES_OLD:
        return skip_hash_with_times(input, type);
    case RDB_STREAM_1:
    case RDB_STREAM_2:
    case RDB_STREAM_3:
        return skip_stream(input, type);
    default:
        return false;
    }
}

/* ---- empty ones ---- */

static bool take_empty_block(struct rdb_input *input, unsigned type) {
    static const char ziplist[] = "\x0b\0\0\0\x0a\0\0\0\0\0\xff", listpack[] = "\x07\0\0\0\0\0\xff";
    struct rdb_text text = {0};
    uint32_t numbers[2] = {0, 1};
    bool is_empty = rdb_take_text(input, &text);
    struct bytes block = text.bytes;
    if (!is_empty) return false;
    switch (type) {
    case RDB_HASH_ZIPMAP:
        is_empty = bytes_equal(block, bytes_of("\0\xff", 2));
        break;
    case RDB_SET_INTSET:
        if (block.len == sizeof numbers) memcpy(numbers, block.data, sizeof numbers);
        is_empty = numbers[1] == 0;
        break;
    case RDB_LIST_ZIPLIST:
    case RDB_LIST_QUICKLIST:
    case RDB_ZSET_ZIPLIST:
    case RDB_HASH_ZIPLIST:
        is_empty = bytes_equal(block, bytes_of(ziplist, sizeof ziplist - 1));
        break;
    default:
        is_empty = bytes_equal(block, bytes_of(listpack, sizeof listpack - 1));
    }
    rdb_text_clear(&text);
    return is_empty;
}

static bool has_empty_nodes(struct rdb_input *input, unsigned type) {
    uint64_t count, container = RDB_NODE_PACKED;
    bool is_empty = rdb_take_count(input, 1, &count);
    for (uint64_t i = 0; is_empty && i < count; i++) {
        is_empty = (type != RDB_LIST_QUICKLIST_2 || rdb_take_length(input, &container)) &&
                   container == RDB_NODE_PACKED && take_empty_block(input, type);
    }
    return is_empty;
}

bool rdb_value_is_empty(struct rdb_input input, unsigned type) {
    struct bytes least;
    uint64_t count;
    if (is_block(type)) return take_empty_block(&input, type);
    switch (type) {
    case RDB_LIST:
    case RDB_SET:
    case RDB_ZSET_TEXT:
    case RDB_HASH:
    case RDB_ZSET:
    case RDB_HASH_TIMES_OLD:
        return rdb_take_length(&input, &count) && count == 0;
    case RDB_HASH_TIMES:
        return rdb_take(&input, TIME_BYTES, &least) && rdb_take_length(&input, &count) &&
               count == 0;
    case RDB_HASH_TIMES_LISTPACK:
        return rdb_take(&input, TIME_BYTES, &least) && take_empty_block(&input, type);
    case RDB_LIST_QUICKLIST:
    case RDB_LIST_QUICKLIST_2:
        return has_empty_nodes(&input, type);
    default:
        return false;
    }
}
