/* log/rdb_block.h - Redis's small collections, each in one piece of bytes, read element by element:
 * listpacks, ziplists, zipmaps and intsets.
 *
 *     struct rdb_block block;
 *     is_good = rdb_block_open(&block, RDB_LISTPACK, bytes);
 *     while (is_good && rdb_block_next(&block, &element)) use(rdb_element_text(&element));
 *     is_good = is_good && rdb_block_is_whole(&block);
 *
 * The bytes are checked on the way, so what was read before the end is believed only once the block
 * is whole: its frame, counts and back links are right, and it ends where its bytes end. */
#pragma once

#include "base/bytes.h"
#include "base/number.h"

enum rdb_block_kind { RDB_LISTPACK, RDB_ZIPLIST, RDB_ZIPMAP, RDB_INTSET };

struct rdb_block {
    enum rdb_block_kind kind;
    const uint8_t *at, *end; /* elements, without head and end mark */
    uint64_t count;          /* how many there should be; RDB_COUNT_UNKNOWN */
    uint64_t seen;           /* how many there were until now */
    size_t last_size;        /* of a ziplist: what the element before takes */
    size_t tail, at_offset;  /* of a ziplist: where its last element should be, and is */
    int64_t last_integer;    /* of an intset */
    unsigned width;          /* of an intset */
    bool is_bad;
};
#define RDB_COUNT_UNKNOWN UINT64_MAX

/* A text within the block, or an integer: text.data is NULL. */
struct rdb_element {
    struct bytes text;
    int64_t integer;
    char digits[NUMBER_TEXT_MAX];
};

bool rdb_block_open(struct rdb_block *block, enum rdb_block_kind kind, struct bytes bytes);
/* False at the end, or where it is bad. A zipmap's elements are fields and values by turns. */
bool rdb_block_next(struct rdb_block *block, struct rdb_element *element);
/* After the last element. */
bool rdb_block_is_whole(const struct rdb_block *block);

/* The text, which may lie in the element itself. */
struct bytes rdb_element_text(struct rdb_element *element);
/* The element as an integer: a text is none, though it looks like one. */
static inline bool rdb_element_integer(const struct rdb_element *element, int64_t *integer) {
    *integer = element->integer;
    return element->text.data == NULL;
}

/* ---- listpacks as they are written ---- */

struct buffer;

/* Begins one at the end of out; returns where it stands. */
size_t rdb_listpack_begin(struct buffer *out);
/* A text that is an integer is kept as one. */
void rdb_listpack_add(struct buffer *out, struct bytes text);
void rdb_listpack_add_integer(struct buffer *out, int64_t value);
/* count: of its elements. */
void rdb_listpack_end(struct buffer *out, size_t start, uint64_t count);
