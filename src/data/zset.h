/* data/zset.h - sorted sets: a packed block of members and scores in order, or a table of members
 * with a B+tree beside it.
 *
 * Readers take the entry (of a sorted set; NULL is the empty one), writers the cell (data/cell.h),
 * whose entry they keep up to date: NULL once the set is empty. Members given out are views, good
 * until the set changes. Every range of ZRANGE and its like is an interval of ranks: find both ends
 * by zset_rank_of_*, then walk.
 *
 * Effects (LOG.md): the member that makes the key, and the removal that ends it: K. Otherwise F of
 * the member with its score, or its absence. A whole set: K, or a K group of value_save's parts. */
#pragma once

#include "base/number.h"
#include "data/cell.h"
#include "data/ordered.h"
#include "data/packed.h"
#include "data/table.h"

uint64_t zset_count(const struct entry *zset);
bool zset_score(const struct entry *zset, struct bytes member, double *score);

enum zset_change { ZSET_SAME, ZSET_ADDED, ZSET_UPDATED };
/* Sets the score (not NaN) of a member; the hook is told unless it is the same. The member may not
 * be a view into this set. */
enum zset_change zset_set(struct cell *cell, struct bytes member, double score);
/* True if it was there. It may be a view into this set. */
bool zset_remove(struct cell *cell, struct bytes member);
/* Removes count members from rank on, as far as there are any; gone (may be NULL) is called for
 * each before the first goes. Returns how many. Cost: count and log n; the caller bounds count. */
uint64_t zset_remove_range(struct cell *cell, uint64_t rank, uint64_t count,
                           void (*gone)(void *arg, struct bytes member, double score), void *arg);

/* The rank, from 0, and the score; false if it is not there. */
bool zset_rank(const struct entry *zset, struct bytes member, uint64_t *rank, double *score);
/* How many members have a smaller score; is_after: or this one. */
uint64_t zset_rank_of_score(const struct entry *zset, double score, bool is_after);
/* How many members are smaller, where all scores are equal; is_after: or equal. */
uint64_t zset_rank_of_member(const struct entry *zset, struct bytes member, bool is_after);

/* From a rank (up to the count) up, by zset_next, or down, by zset_prev, which begins with the
 * member before it. */
struct zset_walk {
    const struct entry *zset;
    struct packed_cursor packed;
    struct ordered_cursor ordered;
    /* The member at hand, after a step. */
    struct bytes member;
    double score;
    char scratch[NUMBER_TEXT_MAX];
};
void zset_walk(const struct entry *zset, uint64_t rank, struct zset_walk *walk);
bool zset_next(struct zset_walk *walk);
bool zset_prev(struct zset_walk *walk);
/* A random member of a set that is not empty, in the walk's fields. */
void zset_random(const struct entry *zset, uint64_t random, struct zset_walk *found);

/* As ZSCAN: some count members from cursor on; returns the next cursor, 0 at the end. A small set
 * comes as a whole. */
uint64_t zset_scan(const struct entry *zset, uint64_t cursor, uint64_t count,
                   void (*emit)(void *arg, struct bytes member, double score), void *arg);
