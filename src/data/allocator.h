/* data/allocator.h - where a collection's memory comes from: handed in by whoever owns it.
 *
 * One function does all, so that an owner can serve it from its slab and count what it gives.
 * It never returns NULL for a size above 0: running out of memory ends the program. */
#pragma once

#include <stddef.h>

struct allocator {
    /* block NULL: allocates; new_size 0: frees; else moves block, keeping what fits. 8-byte
     * aligned, 64-byte aligned if new_size is a multiple of 64. */
    void *(*resize)(void *arg, void *block, size_t old_size, size_t new_size);
    void *arg;
};

static inline void *allocator_alloc(const struct allocator *allocator, size_t size) {
    return allocator->resize(allocator->arg, NULL, 0, size);
}

static inline void *allocator_resize(const struct allocator *allocator, void *block,
                                     size_t old_size, size_t new_size) {
    return allocator->resize(allocator->arg, block, old_size, new_size);
}

static inline void allocator_free(const struct allocator *allocator, void *block, size_t size) {
    allocator->resize(allocator->arg, block, size, 0);
}
