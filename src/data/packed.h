/* data/packed.h - a sequence of byte strings in one block of memory: the small form of lists,
 * hashes, sets and sorted sets, and the links of a long list.
 *
 *   head (8) | slack | tag 0, tag 1, ... | gap | data 0, data 1, ... | end
 *
 * A tag is one byte and says how long the element's data is, so both ways of walking, finding and
 * counting to an index read the tags side by side and never wait for one element to know where
 * the next begins. (Redis's listpack spends two bytes an element and seven a block; this one and
 * eight: integers of 128 to 4,095 take the same, everything else less.) Both rows have free room at
 * both sides, so pushing and popping at either end moves nothing.
 *
 * Texts that are canonical 64-bit integers are kept as integers, always: equal texts have equal
 * bytes.
 *
 * The owner holds a pointer to the block, 8-byte aligned or not; the functions that change it
 * return where it is afterwards. Up to 512 bytes a block is as large as its content (rounded up to
 * 8); larger ones have up to an eighth to spare. */
#pragma once

#include "base/bytes.h"
#include "base/number.h"
#include "data/allocator.h"

enum {
    PACKED_HEAD = 8,
    PACKED_SIZE_MAX = 32760,
    PACKED_COUNT_MAX = 16383,
    PACKED_ELEMENT_MAX = 32000, /* bytes of one text; longer ones are the owner's business */
    PACKED_SPLICE_MAX = 8       /* elements put in by one call */
};

struct packed;

/* An element: a text inside the block, good until the block changes, or an integer. */
struct packed_element {
    struct bytes text; /* data is NULL for an integer */
    int64_t integer;
};

/* Stands before an element or behind the last; good until the block changes. */
struct packed_cursor {
    const uint8_t *tag;  /* of the element after it */
    const uint8_t *data; /* of the same */
    unsigned index, count;
};

/* An empty block. */
struct packed *packed_create(const struct allocator *allocator) __attribute__((returns_nonnull));
void packed_destroy(struct packed *block, const struct allocator *allocator);

unsigned packed_count(const struct packed *block);
/* Bytes of the block's allocation. */
size_t packed_size(const struct packed *block);
/* Bytes of the content: what the block would take without any free room. */
size_t packed_used(const struct packed *block);
/* Bytes that this text takes in a block. */
size_t packed_cost(struct bytes text);

/* Replaces removed elements from index on by n others (at most PACKED_SPLICE_MAX, none pointing
 * into the block, none longer than PACKED_ELEMENT_MAX). Returns the block, which may have moved;
 * NULL if it would pass PACKED_SIZE_MAX or PACKED_COUNT_MAX: then nothing has changed. Never NULL
 * if n is 0. */
struct packed *packed_splice(struct packed *block, const struct allocator *allocator,
                             unsigned index, unsigned removed, const struct bytes *elements,
                             unsigned n) __attribute__((warn_unused_result));
/* Gives all free room back, when a block will not change for long. */
struct packed *packed_trim(struct packed *block, const struct allocator *allocator)
    __attribute__((warn_unused_result, returns_nonnull));

/* Takes the elements from index on out of the block into a new one, which is returned. */
struct packed *packed_split(struct packed **block, const struct allocator *allocator,
                            unsigned index) __attribute__((warn_unused_result, returns_nonnull));
/* Appends all elements of another block, which stays as it is. NULL as with packed_splice. */
struct packed *packed_join(struct packed *block, const struct allocator *allocator,
                           const struct packed *other) __attribute__((warn_unused_result));

static inline struct packed *packed_append(struct packed *block, const struct allocator *allocator,
                                           struct bytes text) {
    return packed_splice(block, allocator, packed_count(block), 0, &text, 1);
}

static inline struct packed *packed_prepend(struct packed *block, const struct allocator *allocator,
                                            struct bytes text) {
    return packed_splice(block, allocator, 0, 0, &text, 1);
}

static inline struct packed *packed_replace(struct packed *block, const struct allocator *allocator,
                                            unsigned index, struct bytes text) {
    return packed_splice(block, allocator, index, 1, &text, 1);
}

static inline struct packed *packed_delete(struct packed *block, const struct allocator *allocator,
                                           unsigned index, unsigned n) {
    return packed_splice(block, allocator, index, n, NULL, 0);
}

/* A cursor before element index (0 to count); O(index or count - index), whichever is less. */
struct packed_cursor packed_seek(const struct packed *block, unsigned index);
/* Steps over the element behind (before) the cursor and returns it; false at the end (start). */
bool packed_next(struct packed_cursor *cursor, struct packed_element *element);
bool packed_prev(struct packed_cursor *cursor, struct packed_element *element);
/* The first element equal to text among first, first + step, ...: true, and the cursor before it.
 */
bool packed_find(const struct packed *block, struct bytes text, unsigned first, unsigned step,
                 struct packed_cursor *cursor);

/* The element's text: inside the block, or of scratch (NUMBER_TEXT_MAX bytes) for an integer. */
static inline struct bytes packed_text(const struct packed_element *element, char *scratch) {
    if (element->text.data != NULL) return element->text;
    return bytes_of(scratch, number_format_i64(scratch, element->integer));
}

/* Makes the free room of a copy of a block zeros: what memory held before is nobody's business. */
void packed_wipe(void *bytes);

/* True if these bytes, from wherever, are a block as this file makes them; reads nothing beyond. */
bool packed_is_valid(const void *bytes, size_t len);
