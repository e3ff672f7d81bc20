/* log/rdb_write.c - writing values, and the payloads of DUMP: see rdb.h.
 *
 * Each value is written in the form in which Redis 7.0 itself would hold it: small ones and lists as
 * blocks, which it takes as they are. */
#include "log/rdb.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "data/hash.h"
#include "data/lists.h"
#include "data/set.h"
#include "data/zset.h"
#include "log/rdb_block.h"
#include "log/rdb_crc64.h"

enum {
    NODE_SIZE = 8192,            /* of a list's blocks, as list-max-listpack-size -2 */
    BLOCK_ELEMENT_MAX = 1 << 30, /* a longer one is a node of its own */
    BLOCK_SIZE_MAX = 1 << 26,    /* of a small collection: more only if somebody configured it */
    BLOCK_COUNT_MAX = 1 << 20
};

/* ---- which form ---- */

static bool is_encoded(const struct entry *entry, const char *encoding) {
    return strcmp(entry_encoding(entry), encoding) == 0;
}

static bool hash_has_times(const struct entry *hash) {
    return hash_expires_next(hash) != EXPIRE_NONE;
}

static bool hash_fits_block(const struct entry *hash) {
    size_t size = 0;
    if (!is_encoded(hash, "listpack") || hash_count(hash) > BLOCK_COUNT_MAX) return false;
    struct hash_walk walk = hash_walk(hash, 0);
    while (size <= BLOCK_SIZE_MAX && hash_next(&walk)) size += walk.field.len + walk.value.len;
    return size <= BLOCK_SIZE_MAX;
}

static bool zset_fits_block(const struct entry *zset) {
    size_t size = 0;
    struct zset_walk walk;
    if (!is_encoded(zset, "listpack") || zset_count(zset) > BLOCK_COUNT_MAX) return false;
    zset_walk(zset, 0, &walk);
    while (size <= BLOCK_SIZE_MAX && zset_next(&walk)) size += walk.member.len;
    return size <= BLOCK_SIZE_MAX;
}

enum rdb_type rdb_type_of(const struct entry *entry) {
    switch (entry_type(entry)) {
    case VALUE_STRING:
        return RDB_STRING;
    case VALUE_LIST:
        return RDB_LIST_QUICKLIST_2;
    case VALUE_SET:
        return is_encoded(entry, "intset") ? RDB_SET_INTSET : RDB_SET;
    case VALUE_ZSET:
        return zset_fits_block(entry) ? RDB_ZSET_LISTPACK : RDB_ZSET;
    case VALUE_HASH:
        if (hash_has_times(entry)) return RDB_HASH_TIMES;
        return hash_fits_block(entry) ? RDB_HASH_LISTPACK : RDB_HASH;
    case VALUE_STREAM:
        return RDB_STREAM_2;
    default:
        break;
    }
    assert(!"a value has a type");
    return RDB_STRING;
}

unsigned rdb_version_of(enum rdb_type type) {
    return type == RDB_HASH_TIMES ? RDB_VERSION_FIELD_TIMES : RDB_VERSION;
}

/* ---- lists ---- */

struct list_writing {
    struct rdb_writer *writer;
    struct buffer nodes; /* all of them; how many comes before */
    struct buffer block; /* the one at hand */
    uint64_t node_count, count;
};

static void end_node(struct list_writing *writing) {
    if (writing->count == 0) return;
    rdb_listpack_end(&writing->block, 0, writing->count);
    rdb_put_length(&writing->nodes, RDB_NODE_PACKED);
    rdb_put_text(&writing->nodes, buffer_view(&writing->block), writing->writer->compresses);
    writing->node_count++;
    writing->count = 0;
}

static void put_element(struct list_writing *writing, struct bytes text) {
    if (text.len > BLOCK_ELEMENT_MAX) {
        end_node(writing);
        rdb_put_length(&writing->nodes, RDB_NODE_PLAIN);
        rdb_put_text(&writing->nodes, text, writing->writer->compresses);
        writing->node_count++;
        return;
    }
    if (writing->count > 0 && writing->block.len + text.len > NODE_SIZE) end_node(writing);
    if (writing->count == 0) {
        writing->block.len = 0;
        rdb_listpack_begin(&writing->block);
    }
    rdb_listpack_add(&writing->block, text);
    writing->count++;
}

static void write_list(struct rdb_writer *writer, const struct entry *list) {
    struct list_writing writing = {.writer = writer};
    struct lists_walk walk;
    lists_walk(list, 0, &walk);
    while (lists_next(&walk)) put_element(&writing, walk.text);
    end_node(&writing);
    rdb_put_length(writer->out, writing.node_count);
    buffer_append(writer->out, buffer_view(&writing.nodes));
    buffer_clear(&writing.nodes);
    buffer_clear(&writing.block);
}

/* ---- sets ---- */

static void write_set(struct rdb_writer *writer, const struct entry *set) {
    struct set_walk walk = set_walk(set);
    struct bytes member;
    rdb_put_length(writer->out, set_count(set));
    while (set_next(&walk, &member)) rdb_put_text(writer->out, member, writer->compresses);
}

static int compare_integers(const void *a, const void *b) {
    const int64_t *left = a, *right = b;
    return (*left > *right) - (*left < *right);
}

static size_t width_of(const int64_t *values, size_t count) {
    int64_t least = values[0], most = values[count - 1];
    if (least >= INT16_MIN && most <= INT16_MAX) return 2;
    return least >= INT32_MIN && most <= INT32_MAX ? 4 : 8;
}

/* The set is held as integers, whatever its form: all members are some. */
static void write_intset(struct rdb_writer *writer, const struct entry *set) {
    struct set_walk walk = set_walk(set);
    struct bytes member;
    struct buffer values = {0}, block = {0};
    while (set_next(&walk, &member)) {
        int64_t value = 0;
        bool is_integer = number_parse_i64(member, &value);
        assert(is_integer);
        (void)is_integer;
        rdb_put_u64(&values, (uint64_t)value);
    }
    int64_t *sorted = (int64_t *)(void *)values.data;
    uint32_t count = (uint32_t)(values.len / sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, compare_integers);
    uint32_t width = (uint32_t)width_of(sorted, count);
    buffer_append(&block, bytes_of((const char *)&width, sizeof width));
    buffer_append(&block, bytes_of((const char *)&count, sizeof count));
    for (uint32_t i = 0; i < count; i++) {
        buffer_append(&block, bytes_of((const char *)&sorted[i], width));
    }
    rdb_put_text(writer->out, buffer_view(&block), writer->compresses);
    buffer_clear(&values);
    buffer_clear(&block);
}

/* ---- hashes ---- */

static void write_hash_block(struct rdb_writer *writer, const struct entry *hash) {
    struct buffer block = {0};
    struct hash_walk walk = hash_walk(hash, 0);
    rdb_listpack_begin(&block);
    while (hash_next(&walk)) {
        rdb_listpack_add(&block, walk.field);
        rdb_listpack_add(&block, walk.value);
    }
    rdb_listpack_end(&block, 0, 2 * hash_count(hash));
    rdb_put_text(writer->out, buffer_view(&block), writer->compresses);
    buffer_clear(&block);
}

static int64_t least_time(const struct entry *hash) {
    int64_t least = INT64_MAX;
    struct hash_walk walk = hash_walk(hash, 0);
    while (hash_next(&walk)) {
        if (walk.expire_ms != EXPIRE_NONE && walk.expire_ms < least) least = walk.expire_ms;
    }
    return least;
}

static void write_hash(struct rdb_writer *writer, enum rdb_type type, const struct entry *hash) {
    struct hash_walk walk = hash_walk(hash, 0);
    int64_t least = type == RDB_HASH_TIMES ? least_time(hash) : 0;
    if (type == RDB_HASH_TIMES) rdb_put_u64(writer->out, (uint64_t)least);
    rdb_put_length(writer->out, hash_count(hash));
    while (hash_next(&walk)) {
        if (type == RDB_HASH_TIMES) {
            bool stays = walk.expire_ms == EXPIRE_NONE;
            rdb_put_length(writer->out, stays ? 0 : (uint64_t)(walk.expire_ms - least + 1));
        }
        rdb_put_text(writer->out, walk.field, writer->compresses);
        rdb_put_text(writer->out, walk.value, writer->compresses);
    }
}

/* ---- sorted sets ---- */

/* Whole numbers are kept as integers, which have no -0. */
static void add_score(struct buffer *block, double score) {
    char text[DOUBLE_TEXT_MAX];
    if (fabs(score) < 9007199254740992.0 && score == trunc(score)) {
        rdb_listpack_add_integer(block, (int64_t)score);
    } else {
        rdb_listpack_add(block, bytes_of(text, number_format_double(text, score)));
    }
}

static void write_zset_block(struct rdb_writer *writer, const struct entry *zset) {
    struct buffer block = {0};
    struct zset_walk walk;
    zset_walk(zset, 0, &walk);
    rdb_listpack_begin(&block);
    while (zset_next(&walk)) {
        rdb_listpack_add(&block, walk.member);
        add_score(&block, walk.score);
    }
    rdb_listpack_end(&block, 0, 2 * zset_count(zset));
    rdb_put_text(writer->out, buffer_view(&block), writer->compresses);
    buffer_clear(&block);
}

/* The greatest first, as Redis does: who reads it builds its list from the end, which is fast. */
static void write_zset(struct rdb_writer *writer, const struct entry *zset) {
    struct zset_walk walk;
    zset_walk(zset, zset_count(zset), &walk);
    rdb_put_length(writer->out, zset_count(zset));
    while (zset_prev(&walk)) {
        rdb_put_text(writer->out, walk.member, writer->compresses);
        buffer_append(writer->out, bytes_of((const char *)&walk.score, sizeof walk.score));
    }
}

/* ---- all ---- */

void rdb_write_value(struct rdb_writer *writer, enum rdb_type type, const struct entry *entry,
                     struct buffer *scratch) {
    switch (type) {
    case RDB_STRING:
        rdb_put_text(writer->out, entry_text(entry, scratch), writer->compresses);
        break;
    case RDB_LIST_QUICKLIST_2:
        write_list(writer, entry);
        break;
    case RDB_SET:
        write_set(writer, entry);
        break;
    case RDB_SET_INTSET:
        write_intset(writer, entry);
        break;
    case RDB_HASH_LISTPACK:
        write_hash_block(writer, entry);
        break;
    case RDB_HASH:
    case RDB_HASH_TIMES:
        write_hash(writer, type, entry);
        break;
    case RDB_ZSET_LISTPACK:
        write_zset_block(writer, entry);
        break;
    case RDB_ZSET:
        write_zset(writer, entry);
        break;
    case RDB_STREAM_2:
        rdb_write_stream(writer, entry);
        break;
    default:
        assert(!"rdb_type_of says which");
    }
}

/* ---- payloads ---- */

void rdb_write_footer(struct buffer *out, size_t start, unsigned version) {
    rdb_put_byte(out, (uint8_t)version);
    rdb_put_byte(out, (uint8_t)(version >> 8));
    rdb_put_u64(out, rdb_crc64(0, bytes_of(out->data + start, out->len - start)));
}

void rdb_write_payload(struct rdb_writer *writer, const struct entry *entry,
                       struct buffer *scratch) {
    size_t start = writer->out->len;
    enum rdb_type type = rdb_type_of(entry);
    rdb_put_byte(writer->out, (uint8_t)type);
    rdb_write_value(writer, type, entry, scratch);
    rdb_write_footer(writer->out, start, rdb_version_of(type));
}

bool rdb_payload_is_whole(struct bytes payload) {
    uint64_t crc;
    if (payload.len < RDB_FOOTER) return false;
    const char *footer = payload.data + payload.len - RDB_FOOTER;
    unsigned version = (uint8_t)footer[0] | (unsigned)(uint8_t)footer[1] << 8;
    memcpy(&crc, footer + 2, sizeof crc);
    return version <= RDB_VERSION_MAX &&
           crc == rdb_crc64(0, bytes_of(payload.data, payload.len - sizeof crc));
}

bool rdb_payload_open(struct bytes payload, unsigned *type, struct rdb_input *input) {
    uint8_t first;
    *input = rdb_input_of(bytes_of(payload.data, payload.len - RDB_FOOTER));
    if (!rdb_take_byte(input, &first)) return false;
    *type = first;
    return true;
}
