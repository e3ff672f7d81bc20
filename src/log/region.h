/* log/region.h - a walk over the keys of a database that is made of regions, each of one moment.
 *
 * What bases and traversals (repl/traversal.h) have in common: expired entries that have not been removed are
 * there, because nobody has said that they are gone; a region ends where enough has come of it, or at the end of the
 * segment of the index where that is so. */
#pragma once

#include "base/buffer.h"
#include "data/keyspace.h"

enum { REGION_BYTES = 64 << 10, REGION_BUCKETS = 64 };

struct region_walk {
    struct keyspace *keyspace;
    unsigned db;
    uint64_t end;             /* spots up to here, the start of a partition */
    const struct buffer *out; /* its growth by about so many bytes ends the region */
    size_t bytes;
    bool names_only; /* of the key only its name is wanted: the rest is not computed */
    void (*emit)(void *arg, const struct key *key, const struct entry *entry);
    void *arg;
};

static inline uint64_t region_spot(unsigned partition) {
    return (uint64_t)partition << 53;
}

static inline uint64_t region_spot_of(const struct key *key) {
    return region_spot(key->partition) | key->hash >> 11;
}

/* Emits all keys from spot on to the end of a region, and returns that. */
uint64_t region_walk(const struct region_walk *walk, uint64_t spot);
