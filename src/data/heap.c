/* Blocks come from two places; what crosses the border is copied. */
#include "data/heap.h"

#include "base/memory.h"

static void *take(struct heap *heap, size_t size) {
    if (size <= SLAB_SIZE_MAX) {
        heap->bytes += slab_class_size(slab_class(size));
        return slab_alloc(heap->slab, size);
    }
    void *block = size % 64 == 0 ? memory_alloc_aligned(size, 64) : memory_alloc(size);
    heap->bytes += memory_usable_size(block);
    return block;
}

static void give_back(struct heap *heap, void *block, size_t size) {
    if (size <= SLAB_SIZE_MAX) {
        heap->bytes -= slab_class_size(slab_class(size));
        slab_free(heap->slab, block, size);
        return;
    }
    heap->bytes -= memory_usable_size(block);
    memory_free(block);
}

static bool is_same_piece(size_t old_size, size_t new_size) {
    return old_size <= SLAB_SIZE_MAX && new_size <= SLAB_SIZE_MAX &&
           slab_class(old_size) == slab_class(new_size);
}

static void *resize(void *arg, void *block, size_t old_size, size_t new_size) {
    struct heap *heap = arg;
    if (block == NULL) return take(heap, new_size);
    void *moved = NULL;
    if (new_size != 0) {
        if (is_same_piece(old_size, new_size)) return block;
        moved = take(heap, new_size);
        memcpy(moved, block, old_size < new_size ? old_size : new_size);
    }
    give_back(heap, block, old_size);
    return moved;
}

void heap_init(struct heap *heap, struct slab *slab) {
    *heap = (struct heap){{resize, heap}, slab, 0};
}
