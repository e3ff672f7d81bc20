/* command/zset_pop.h - taking members from an end of a sorted set: what ZPOPMIN, ZMPOP, BZPOPMIN and
 * BZMPOP have in common.
 *
 * What was taken is carried in a buffer, because who replies may be on another core than the set. */
#pragma once

#include "engine/collection.h"

enum zset_end { ZSET_MIN, ZSET_MAX };

/* "numkeys key [key ...] MIN | MAX [COUNT count]" */
struct zset_pop {
    unsigned first_key, key_count; /* arguments */
    enum zset_end end;
    uint64_t count;
};

/* Parses from the argument that is numkeys on; false: the error is written. */
bool zset_pop_parse(struct call *call, unsigned numkeys_arg, struct zset_pop *pop);

/* Takes up to count members, at least one, from an end of a set that has some: the one at the end first. Tells "zpopmin" or
 * "zpopmax" and, if it was the last, "del". They are appended to popped, which may be NULL. */
void zset_pop_take(struct call *call, struct cell *cell, enum zset_end end, uint64_t count,
                   struct buffer *popped);

/* ---- replies: popped is what zset_pop_take appended ---- */

/* The key and an array of pairs, as ZMPOP and BZMPOP. */
void zset_pop_reply_key_and_pairs(struct reply *reply, struct bytes key, struct bytes popped);
/* The key and one member with its score, as BZPOPMIN. */
void zset_pop_reply_key_and_one(struct reply *reply, struct bytes key, struct bytes popped);
