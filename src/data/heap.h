/* data/heap.h - the allocator that a keyspace hands to its collections (data/allocator.h): its slab
 * up to SLAB_SIZE_MAX, the general allocator above. It counts what it gives out, so that an owner
 * knows by the difference what a change has cost.
 *
 * Blocks up to SLAB_SIZE_MAX lie in the arena: five bytes are enough to point at them. */
#pragma once

#include "data/allocator.h"
#include "data/slab.h"

struct heap {
    struct allocator allocator; /* its arg is this heap, which must not move */
    struct slab *slab;
    uint64_t bytes; /* given out, as they really lie in memory */
};

void heap_init(struct heap *heap, struct slab *slab);
