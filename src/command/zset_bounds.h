/* command/zset_bounds.h - which part of a sorted set is meant: by places, by scores or by the members' bytes.
 *
 * Whatever is meant is an interval of ranks: parse, then find both ends, then walk. Bounds are views of
 * the arguments. */
#pragma once

#include "engine/collection.h"

enum zset_bounds_kind { ZSET_BY_RANK, ZSET_BY_SCORE, ZSET_BY_LEX };

struct zset_bounds {
    enum zset_bounds_kind kind;
    bool is_reversed; /* ranks are counted from the end */
    struct zset_bound {
        bool is_exclusive;
        int64_t rank; /* negative: from the end */
        double score;
        enum { LEX_FIRST, LEX_TEXT, LEX_LAST } lex; /* before all members, this text, behind all */
        struct bytes text;
    } min, max;
};

/* The smaller and the greater bound; false: they are malformed. */
bool zset_bounds_read(struct bytes min, struct bytes max, enum zset_bounds_kind kind,
                      struct zset_bounds *bounds);
/* The same of arguments; false: the error is written. */
bool zset_bounds_parse(struct call *call, unsigned min_arg, unsigned max_arg,
                       enum zset_bounds_kind kind, struct zset_bounds *bounds);

/* Ranks [first, end); end is first where nothing is inside. */
struct zset_interval {
    uint64_t first, end;
};
struct zset_interval zset_bounds_find(const struct zset_bounds *bounds, const struct entry *zset);
