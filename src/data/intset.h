/* data/intset.h - a set of integers in one block: sorted, as wide as the widest needs. The small
 * form of a set of integers; OBJECT ENCODING calls it intset.
 *
 *   count (2 bytes) | width: 2, 4 or 8 | 0 | values, little endian, ascending
 *
 * The block may lie at any address. */
#pragma once

#include "base/bytes.h"
#include "data/allocator.h"

enum { INTSET_HEAD = 4, INTSET_COUNT_MAX = 65535 };

static inline unsigned intset_count(const uint8_t *block) {
    return block[0] | (unsigned)block[1] << 8;
}

static inline size_t intset_size(const uint8_t *block) {
    return INTSET_HEAD + (size_t)intset_count(block) * block[2];
}

/* Writes the head of an empty one, INTSET_HEAD bytes. */
void intset_init(uint8_t *block);
int64_t intset_at(const uint8_t *block, unsigned index);
/* True if the value is there; *index: where it is, or belongs. */
bool intset_find(const uint8_t *block, int64_t value, unsigned *index);
/* What the block's size would be with one more value. */
size_t intset_size_with(const uint8_t *block, int64_t value);
/* Each returns where the block is afterwards. The value is not there yet, and belongs at index. */
uint8_t *intset_insert(uint8_t *block, const struct allocator *allocator, unsigned index,
                       int64_t value);
uint8_t *intset_delete(uint8_t *block, const struct allocator *allocator, unsigned index);
/* True if these bytes, from wherever, are a block as this file makes them. */
bool intset_is_valid(const void *bytes, size_t len);
