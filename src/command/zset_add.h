/* command/zset_add.h - what ZADD, ZINCRBY and GEOADD do once their arguments are parsed. */
#pragma once

#include "engine/collection.h"

enum zset_add_flag {
    ZSET_NX = 1 << 0,  /* only new members */
    ZSET_XX = 1 << 1,  /* only those that are there */
    ZSET_GT = 1 << 2,  /* those that are there only to a greater score */
    ZSET_LT = 1 << 3,  /* or a smaller one */
    ZSET_CH = 1 << 4,  /* count the changed ones, too */
    ZSET_INCR = 1 << 5 /* the score is added to the one that is there; one member only */
};

struct zset_add {
    unsigned flags, count;
    const double *scores; /* not NaN */
    const struct bytes *members;
    unsigned step; /* from member to member */
};

/* Changes the sorted set at the call's key, tells the event and replies. */
void zset_add(struct call *call, const struct zset_add *add);
