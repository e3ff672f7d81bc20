/* log/region.c - keys of one moment. */
#include "log/region.h"

static void on_entry(void *arg, const struct entry *entry) {
    const struct region_walk *walk = arg;
    struct key key = key_of(entry_key(entry));
    if (region_spot(key.partition) < walk->end) walk->emit(walk->arg, &key, entry);
}

uint64_t region_walk(const struct region_walk *walk, uint64_t spot) {
    struct keyspace *keyspace = walk->keyspace;
    int64_t now_ms = keyspace_now(keyspace);
    size_t enough = walk->out->len + walk->bytes;
    keyspace_set_now(keyspace, 0);
    for (unsigned i = 0; i < REGION_BUCKETS && spot < walk->end && walk->out->len < enough; i++)
        spot = keyspace_scan(keyspace, walk->db, spot, on_entry, (void *)(uintptr_t)walk);
    keyspace_set_now(keyspace, now_ms);
    return spot < walk->end ? spot : walk->end;
}
