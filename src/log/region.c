/* log/region.c - keys of one moment. */
#include "log/region.h"

static void on_entry(void *arg, const struct entry *entry) {
    const struct region_walk *walk = arg;
    struct bytes name = entry_key(entry);
    struct key key = walk->names_only ? (struct key){.name = name} : key_of(name);
    walk->emit(walk->arg, &key, entry);
}

uint64_t region_walk(const struct region_walk *walk, uint64_t spot) {
    struct keyspace *keyspace = walk->keyspace;
    int64_t now_ms = keyspace_now(keyspace);
    size_t enough = walk->out->len + (walk->bytes + 1) / 2; /* a segment may follow */
    keyspace_set_now(keyspace, 0);
    for (unsigned i = 0; i < REGION_BUCKETS && spot < walk->end && walk->out->len < enough; i++)
        spot = keyspace_scan_far(keyspace, walk->db, spot, walk->end, walk->bytes, on_entry,
                                 (void *)(uintptr_t)walk);
    keyspace_set_now(keyspace, now_ms);
    return spot < walk->end ? spot : walk->end;
}
