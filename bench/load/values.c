/* values.c - slices of a random pool.
 *
 * The pool is 1 MiB and one value long: small enough for the second-level cache, and no compressor
 * of single values can see that slices overlap. */
#include "values.h"

#include "random.h"

#include <errno.h>
#include <stdlib.h>

enum { POOL_OFFSETS = 1 << 20 };

int value_source_create(struct value_source *source, enum value_content content, size_t size_min,
                        size_t size_max, uint64_t seed) {
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t size = POOL_OFFSETS + size_max;
    *source = (struct value_source){.size_min = size_min, .size_max = size_max};
    source->pool = malloc(size);
    if (!source->pool) return -ENOMEM;
    struct random random = {.state = random_mix(seed ^ 0x76616c756573u)};
    for (size_t i = 0; i < size; i++) {
        uint64_t bits = random_next(&random) >> 32;
        source->pool[i] = content == VALUES_ASCII ? letters[bits % 64] : (char)(bits & 255);
    }
    return 0;
}

void value_source_destroy(struct value_source *source) {
    free(source->pool);
    source->pool = NULL;
}

struct value value_of_key(const struct value_source *source, uint64_t number) {
    uint64_t bits = random_mix(number + 0x9e3779b97f4a7c15u);
    size_t spread = source->size_max - source->size_min + 1;
    size_t size = source->size_min + random_scale(bits << 32, spread);
    return (struct value){.data = source->pool + (bits >> 44), .size = size};
}
