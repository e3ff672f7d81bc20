/* data/set.h - sets: an intset, a packed block, or a table of members.
 *
 * Readers take the entry (of a set; NULL is the empty set), writers the cell (data/cell.h), whose
 * entry they keep up to date: NULL once the set is empty. Members given out are views, good until
 * the set changes.
 *
 * Effects (LOG.md): the addition that makes the key, and the removal that ends it: K. Otherwise F
 * of the member, there or not. A whole set (STORE, COPY, RESTORE): K, or a K group of value_save's
 * parts. */
#pragma once

#include "base/number.h"
#include "data/cell.h"
#include "data/packed.h"
#include "data/table.h"

uint64_t set_count(const struct entry *set);
bool set_has(const struct entry *set, struct bytes member);
/* True if it was not there; then the hook was told. The member may not be a view into this set. */
bool set_add(struct cell *cell, struct bytes member);
/* True if it was there. It may be a view into this set, and is gone afterwards. */
bool set_remove(struct cell *cell, struct bytes member);

/* A random member of a set that is not empty, each with about the same chance; scratch has
 * NUMBER_TEXT_MAX bytes. */
struct bytes set_random(const struct entry *set, uint64_t random, char *scratch);

/* All members; the set may not change on the way. Integers of small sets come in order. */
struct set_walk {
    const struct entry *set;
    struct table_walk table;
    struct packed_cursor cursor;
    unsigned index;
    char scratch[NUMBER_TEXT_MAX];
};
struct set_walk set_walk(const struct entry *set);
/* The member may lie in walk's scratch: good until the next call. */
bool set_next(struct set_walk *walk, struct bytes *member);

/* As SSCAN: emits some count members from cursor on; returns the next cursor, 0 at the end. A small
 * set comes as a whole. */
uint64_t set_scan(const struct entry *set, uint64_t cursor, uint64_t count,
                  void (*emit)(void *arg, struct bytes member), void *arg);
