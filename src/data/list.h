/* data/list.h - a long list: a row of packed blocks whose elements are numbered.
 *
 * Element i has the number first + i: 64 bits, growing at both ends, so that a push or a pop
 * changes no other element's number and the log can name elements (LOG.md: F by number, B for the
 * bounds). An insertion or removal in the middle moves the numbers of those behind it.
 *
 * Blocks hold about 8 KiB; an element of more than half of that has an allocation of its own. The
 * row of blocks is an array with the number of elements in each, so finding an index skips 24 bytes
 * a block. A list that fits into one block is better off as that block alone: list_adopt and
 * list_release go from one to the other. */
#pragma once

#include "data/packed.h"

struct list_slot;

struct list {
    const struct allocator *allocator;
    struct list_slot *slots;
    unsigned start, used, room; /* of slots */
    uint64_t count;
    int64_t first;  /* number of element 0 */
    uint64_t holes; /* elements that list_place has yet to bring */
    uint64_t bytes; /* of all allocations */
};

/* Stands before an element or behind the last; good until the list changes. */
struct list_cursor {
    const struct list *list;
    unsigned slot;
    uint64_t at; /* in a slot that is no packed block */
    struct packed_cursor inner;
};

/* An empty list whose first element will have this number. */
void list_init(struct list *list, const struct allocator *allocator, int64_t first);
/* Frees at most budget blocks, from the end; true while more are left. */
bool list_clear_some(struct list *list, unsigned budget);

/* An empty list takes a block over. */
void list_adopt(struct list *list, struct packed *block);
/* Gives the elements up as one block if they are in one already, which leaves the list empty;
 * else NULL. */
struct packed *list_release(struct list *list);

/* index: 0 to count; count appends. At index 0 of a list that is not empty, its number is first
 * - 1. */
void list_insert(struct list *list, uint64_t index, struct bytes text);
void list_set(struct list *list, uint64_t index, struct bytes text);
/* Takes out n elements from index on. From index 0: first grows by n. */
void list_remove(struct list *list, uint64_t index, uint64_t n);

static inline void list_push(struct list *list, bool at_head, struct bytes text) {
    list_insert(list, at_head ? 0 : list->count, text);
}

/* Sets the element of a number, for replay: where it lies outside, the list reaches up to it from
 * now on, and what lies between is a hole, in little memory, until it is placed or removed. */
void list_place(struct list *list, int64_t number, struct bytes text);

/* A cursor before element index (0 to count). */
void list_seek(const struct list *list, uint64_t index, struct list_cursor *cursor);
/* Steps over the element behind (before) the cursor and returns it; false at the end (start). Holes
 * are empty texts. The element is good until the list changes. */
bool list_next(struct list_cursor *cursor, struct packed_element *element);
bool list_prev(struct list_cursor *cursor, struct packed_element *element);

/* Whether the list's counts are those of its blocks, for tests. */
bool list_is_sound(const struct list *list);
