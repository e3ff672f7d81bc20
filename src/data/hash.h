/* data/hash.h - hashes: a packed block of fields and values, or a table; each field may expire.
 *
 * Readers take the entry (of a hash; NULL is the empty hash), writers the cell (data/cell.h), whose
 * entry they keep up to date: NULL once the hash is empty. Texts given out are views, good until
 * the hash changes.
 *
 * A field whose time has come stays, and is counted, until hash_purge or hash_delete; who reads
 * with now_ms does not see it (0: sees everything). So a command on a hash with hash_expires_next
 * in the past purges first, and writes an effect for each field that goes.
 *
 * Effects (LOG.md): the field that makes the key, and the removal that ends it: K. Otherwise F of
 * the field with value and expiry, or its absence. A whole hash: K, or a K group of value_save's
 * parts. */
#pragma once

#include "base/number.h"
#include "data/cell.h"
#include "data/packed.h"
#include "data/table.h"

uint64_t hash_count(const struct entry *hash);

struct hash_found {
    struct bytes value;
    int64_t expire_ms; /* EXPIRE_NONE: stays */
    char scratch[NUMBER_TEXT_MAX];
};
bool hash_get(const struct entry *hash, struct bytes field, int64_t now_ms,
              struct hash_found *found);
/* Sets the field; true if it was not there. Neither text may be a view into this hash. HSET ends a
 * field's expiry, HINCRBY keeps it: the caller says. */
bool hash_set(struct cell *cell, struct bytes field, struct bytes value, int64_t expire_ms);
/* Another expiry for a field that is there, or EXPIRE_NONE. It may not be a view into this hash. */
void hash_set_expire(struct cell *cell, struct bytes field, int64_t expire_ms);
/* True if it was there, expired or not. It may be a view into this hash. */
bool hash_delete(struct cell *cell, struct bytes field);

/* When the next field expires, EXPIRE_NONE if none does. */
int64_t hash_expires_next(const struct entry *hash);
/* Removes at most budget fields that have expired, calling gone before each (may be NULL). True if
 * that was all. The key goes with its last field. */
bool hash_purge(struct cell *cell, unsigned budget, void (*gone)(void *arg, struct bytes field),
                void *arg);

/* All fields; the hash may not change on the way. Small ones come as they were put in. */
struct hash_walk {
    const struct entry *hash;
    int64_t now_ms;
    struct table_walk table;
    struct packed_cursor cursor;
    /* The field at hand, after hash_next. */
    struct bytes field, value;
    int64_t expire_ms;
    char scratch[2][NUMBER_TEXT_MAX];
};
struct hash_walk hash_walk(const struct entry *hash, int64_t now_ms);
bool hash_next(struct hash_walk *walk);
/* A random field of a hash that is not empty, expired or not, in the walk's fields. */
void hash_random(const struct entry *hash, uint64_t random, struct hash_walk *found);

/* As HSCAN: some count fields from cursor on; returns the next cursor, 0 at the end. A small hash
 * comes as a whole. */
uint64_t hash_scan(const struct entry *hash, uint64_t cursor, uint64_t count, int64_t now_ms,
                   void (*emit)(void *arg, struct bytes field, struct bytes value,
                                int64_t expire_ms),
                   void *arg);
