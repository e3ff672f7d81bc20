/* data/lists.h - lists in the keyspace: a packed block, or a row of blocks (data/list.h).
 *
 * Readers take the entry (of a list; NULL is the empty list), writers the cell (data/cell.h), whose
 * entry they keep up to date: NULL once the list is empty. Texts given out are views, good until
 * the list changes.
 *
 * Every element has a number: that of the first is lists_first, and they go up by one. Pushes and
 * pops at either end leave the others' numbers alone. The field that the hook is told is the
 * number, in 8 bytes as in memory, for an element pushed, popped at an end or set; and a struct
 * lists_field for a change of more than one, or one that moves numbers. (Nothing: the key counts
 * as written, though nothing has changed.)
 *
 * Effects (LOG.md): the push that makes the key, and the removal that ends it: K. Otherwise a push
 * or a set is F of the number; pops and LTRIM are B of the bounds [first, first + count); an
 * insertion or removal in the middle is D. A whole list: K, or a K group of value_save's parts. */
#pragma once

#include "base/number.h"
#include "data/cell.h"
#include "data/list.h"

enum lists_what {
    LISTS_CUT,    /* these elements go, at an end: no other number changes */
    LISTS_REMOVE, /* these go, and the numbers of those behind them get smaller */
    LISTS_INSERT /* so many come before the element of this number, whose number and those behind get greater */
};
struct lists_field {
    int64_t number;
    uint64_t count;
    enum lists_what what;
};

uint64_t lists_count(const struct entry *list);
int64_t lists_first(const struct entry *list);

/* Stands at an index; lists_next gives the element there, lists_prev the one before it. */
struct lists_walk {
    const struct entry *list;
    struct list_cursor large;
    struct packed_cursor small;
    struct bytes text; /* after a step */
    char scratch[NUMBER_TEXT_MAX];
};
void lists_walk(const struct entry *list, uint64_t index, struct lists_walk *walk);
bool lists_next(struct lists_walk *walk);
bool lists_prev(struct lists_walk *walk);

/* Texts may not be views into this list. Indexes: as of before the call, within the list. */
void lists_push(struct cell *cell, bool at_head, struct bytes text);
void lists_set(struct cell *cell, uint64_t index, struct bytes text);
/* index: 0 to count. At an end it is a push. */
void lists_insert(struct cell *cell, uint64_t index, struct bytes text);
/* Takes out n elements from index on; the key goes with the last one. */
void lists_remove(struct cell *cell, uint64_t index, uint64_t n);

/* Replay. The element of this number is text, whatever was there; a list reaches up to it from
 * now on. Nothing is outside [first, end) any more. */
void lists_place(struct cell *cell, int64_t number, struct bytes text);
void lists_bound(struct cell *cell, int64_t first, int64_t end);
