/* An allocator for tests: each block is one of malloc's, so that AddressSanitizer sees its bounds;
 * it always moves, and checks the sizes it is told. */
#pragma once

#include "data/allocator.h"

struct counted {
    uint64_t blocks, bytes;
};

static void *counted_resize(void *arg, void *block, size_t old_size, size_t new_size) {
    struct counted *counted = arg;
    size_t *old = block == NULL ? NULL : (size_t *)block - 8, *new = NULL;
    if (old != NULL && *old != old_size) {
        printf("a block of %zu bytes was given back as one of %zu\n", *old, old_size);
        abort();
    }
    if (new_size != 0) {
        new = malloc(new_size + 64);
        *new = new_size;
        memset(new + 8, 0xa5, new_size);
        if (old != NULL) memcpy(new + 8, old + 8, old_size < new_size ? old_size : new_size);
    }
    counted->blocks += (uint64_t)(new != NULL) - (uint64_t)(old != NULL);
    counted->bytes += new_size - old_size;
    free(old);
    return new == NULL ? NULL : new + 8;
}
