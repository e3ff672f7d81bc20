/* engine/key_table.h - what hangs on keys of one shard, by their hashes: watches, queues of who waits.
 *
 * What is in a table belongs to its owner, and begins with its link. A table is there only while something is in it: so
 * a shard without one pays a look at a NULL. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct key_link {
    struct key_link *next, **back; /* in its bucket; back: what points here */
    uint64_t hash;                 /* the key's */
};

struct key_table {
    unsigned count, size; /* size is a power of two */
    struct key_link **buckets;
};

/* True if the table was made for it. */
bool key_table_add(struct key_table **table, struct key_link *link, uint64_t hash);
/* True if it was the last: the table has gone. */
bool key_table_remove(struct key_table **table, struct key_link *link);
void key_table_destroy(struct key_table *table); /* not what is in it; may be NULL */

/* The first one behind link with that hash; what of them is of the key says the owner. */
static inline struct key_link *key_link_find(struct key_link *link, uint64_t hash) {
    while (link && link->hash != hash) {
        link = link->next;
    }
    return link;
}

/* All with that hash, one by one; the table may be NULL. */
static inline struct key_link *key_table_first(const struct key_table *table, uint64_t hash) {
    return table ? key_link_find(table->buckets[(hash >> 20) & (table->size - 1)], hash) : NULL;
}
static inline struct key_link *key_table_next(const struct key_link *link) {
    return key_link_find(link->next, link->hash);
}
