/* Sorted, so that finding is a binary search and SMEMBERS tells the order that Redis does. Widths
 * only grow, as in Redis: a set that had one wide value may get another. */
#include "data/intset.h"

static unsigned width_for(int64_t value) {
    if (value >= INT16_MIN && value <= INT16_MAX) return 2;
    return value >= INT32_MIN && value <= INT32_MAX ? 4 : 8;
}

static void set_count(uint8_t *block, unsigned count) {
    block[0] = (uint8_t)count;
    block[1] = (uint8_t)(count >> 8);
}

void intset_init(uint8_t *block) {
    memcpy(block, (const uint8_t[INTSET_HEAD]){0, 0, 2, 0}, INTSET_HEAD);
}

static int64_t read_at(const uint8_t *values, unsigned width, unsigned index) {
    int64_t bits = 0;
    memcpy(&bits, values + (size_t)index * width, width);
    unsigned shift = 64 - 8 * width;
    return (int64_t)((uint64_t)bits << shift) >> shift;
}

int64_t intset_at(const uint8_t *block, unsigned index) {
    return read_at(block + INTSET_HEAD, block[2], index);
}

bool intset_find(const uint8_t *block, int64_t value, unsigned *index) {
    unsigned low = 0, high = intset_count(block);
    while (low < high) {
        unsigned middle = (low + high) / 2;
        int64_t there = intset_at(block, middle);
        if (there == value) {
            *index = middle;
            return true;
        }
        if (there < value)
            low = middle + 1;
        else
            high = middle;
    }
    *index = low;
    return false;
}

size_t intset_size_with(const uint8_t *block, int64_t value) {
    unsigned width = width_for(value);
    if (width < block[2]) width = block[2];
    return INTSET_HEAD + ((size_t)intset_count(block) + 1) * width;
}

/* From the end, because the values get wider in place. */
static void widen(uint8_t *block, unsigned count, unsigned width) {
    uint8_t *values = block + INTSET_HEAD;
    for (unsigned i = count; i-- > 0;) {
        int64_t value = read_at(values, block[2], i);
        memcpy(values + (size_t)i * width, &value, width);
    }
    block[2] = (uint8_t)width;
}

uint8_t *intset_insert(uint8_t *block, const struct allocator *allocator, unsigned index,
                       int64_t value) {
    unsigned count = intset_count(block), width = width_for(value);
    block = allocator_resize(allocator, block, intset_size(block), intset_size_with(block, value));
    if (width > block[2]) widen(block, count, width);
    width = block[2];
    uint8_t *at = block + INTSET_HEAD + (size_t)index * width;
    memmove(at + width, at, (size_t)(count - index) * width);
    memcpy(at, &value, width);
    set_count(block, count + 1);
    return block;
}

uint8_t *intset_delete(uint8_t *block, const struct allocator *allocator, unsigned index) {
    unsigned count = intset_count(block), width = block[2];
    size_t old_size = intset_size(block);
    uint8_t *at = block + INTSET_HEAD + (size_t)index * width;
    memmove(at, at + width, (size_t)(count - index - 1) * width);
    set_count(block, count - 1);
    return allocator_resize(allocator, block, old_size, old_size - width);
}

bool intset_is_valid(const void *bytes, size_t len) {
    const uint8_t *block = bytes;
    if (len < INTSET_HEAD || (block[2] != 2 && block[2] != 4 && block[2] != 8) || block[3] != 0 ||
        intset_size(block) != len)
        return false;
    for (unsigned i = 1; i < intset_count(block); i++)
        if (intset_at(block, i - 1) >= intset_at(block, i)) return false;
    return true;
}
