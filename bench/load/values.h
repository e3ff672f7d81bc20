/* values.h - the value that belongs to a key.
 *
 * A value is a slice of one pool of random bytes, chosen by the key's number: always the same for
 * the same key, so a reply can be checked, and free to make, so the generator stays cheap. */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum value_content {
    VALUES_RANDOM, /* bytes 0 to 255 */
    VALUES_ASCII,  /* printable characters */
};

struct value_source {
    size_t size_min;
    size_t size_max;
    char *pool;
};

struct value {
    const char *data;
    size_t size;
};

/* Allocates the pool. Values have sizes from size_min to size_max, spread evenly over the keys.
 * Returns 0 or -ENOMEM. */
int value_source_create(struct value_source *source, enum value_content content, size_t size_min,
                        size_t size_max, uint64_t seed);

/* Frees the pool. */
void value_source_destroy(struct value_source *source);

/* Returns the value of a key; it lives as long as the source. */
struct value value_of_key(const struct value_source *source, uint64_t number);
