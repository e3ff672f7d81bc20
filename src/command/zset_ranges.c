/* command/zset_ranges.c - ranges of sorted sets: reading, storing, counting and removing them.
 *
 * ZRANGE and its older forms differ in what their options may say. Every range is an interval of ranks, whose ends are
 * found in the tree; members go straight from there into the reply. */
#include "command/changes.h"
#include "command/families.h"
#include "command/zset_bounds.h"
#include "command/zset_carry.h"
#include "command/zset_reply.h"
#include "command/zset_store.h"
#include "engine/core.h"

/* ---- what is asked for ---- */

/* What the command's name already says; the options say the rest. */
enum range_name {
    SAYS_KIND = 1 << 0,     /* by rank, score or bytes */
    SAYS_DIRECTION = 1 << 1 /* up or down */
};

struct range {
    enum zset_bounds_kind kind;
    bool is_reversed, with_scores;
    bool has_kind, has_direction; /* no (further) option may say so */
    int64_t offset, limit;        /* limit -1: all */
    struct zset_bounds bounds;
};

static struct range range_of(unsigned name, enum zset_bounds_kind kind, bool is_reversed) {
    return (struct range){
        .kind = kind,
        .is_reversed = is_reversed,
        .has_kind = name & SAYS_KIND,
        .has_direction = name & SAYS_DIRECTION,
        .limit = -1,
    };
}

static bool parse_word(const struct call *call, unsigned arg, bool is_store, struct range *range) {
    if (!is_store && arg_is(call, arg, "withscores")) {
        range->with_scores = true;
    } else if (!range->has_direction && arg_is(call, arg, "rev")) {
        range->has_direction = range->is_reversed = true;
    } else if (!range->has_kind && arg_is(call, arg, "bylex")) {
        range->has_kind = true;
        range->kind = ZSET_BY_LEX;
    } else if (!range->has_kind && arg_is(call, arg, "byscore")) {
        range->has_kind = true;
        range->kind = ZSET_BY_SCORE;
    } else {
        return false;
    }
    return true;
}

static bool parse_options(struct call *call, unsigned from, bool is_store, struct range *range) {
    for (unsigned i = from; i < call->argc; i++) {
        if (i + 2 < call->argc && arg_is(call, i, "limit")) {
            if (!arg_integer(call, i + 1, &range->offset) ||
                !arg_integer(call, i + 2, &range->limit)) {
                return false;
            }
            i += 2;
        } else if (!parse_word(call, i, is_store, range)) {
            reply_error_syntax(call->reply);
            return false;
        }
    }
    return true;
}

/* The arguments from the source's key on; false: the error is written. */
static bool parse_range(struct call *call, unsigned key_arg, bool is_store, struct range *range) {
    if (!parse_options(call, key_arg + 3, is_store, range)) {
        return false;
    }
    if (range->limit != -1 && range->kind == ZSET_BY_RANK) {
        reply_error(call->reply, "ERR syntax error, LIMIT is only supported in combination with "
                                 "either BYSCORE or BYLEX");
        return false;
    }
    if (range->with_scores && range->kind == ZSET_BY_LEX) {
        reply_error(call->reply,
                    "ERR syntax error, WITHSCORES not supported in combination with BYLEX");
        return false;
    }
    bool is_swapped = range->is_reversed && range->kind != ZSET_BY_RANK;
    unsigned min_arg = key_arg + (is_swapped ? 2 : 1), max_arg = key_arg + (is_swapped ? 1 : 2);
    bool is_good = zset_bounds_parse(call, min_arg, max_arg, range->kind, &range->bounds);
    range->bounds.is_reversed = range->is_reversed;
    return is_good;
}

/* The ranks meant, LIMIT included. */
static struct zset_interval find_range(const struct range *range, const struct entry *zset) {
    struct zset_interval found = zset_bounds_find(&range->bounds, zset);
    uint64_t count = found.end - found.first, offset = (uint64_t)range->offset;
    if (range->kind == ZSET_BY_RANK) {
        return found;
    }
    if (offset > count) { /* a negative one, too */
        offset = count;
    }
    count -= offset;
    if (range->limit >= 0 && (uint64_t)range->limit < count) {
        count = (uint64_t)range->limit;
    }
    if (range->is_reversed) {
        found.end -= offset;
        found.first = found.end - count;
    } else {
        found.first += offset;
        found.end = found.first + count;
    }
    return found;
}

static void walk_from(const struct range *range, const struct entry *zset,
                      struct zset_interval found, struct zset_walk *walk) {
    zset_walk(zset, range->is_reversed ? found.end : found.first, walk);
}

static void step(const struct range *range, struct zset_walk *walk) {
    range->is_reversed ? zset_prev(walk) : zset_next(walk);
}

/* ---- reading ---- */

static void reply_range(struct call *call, struct range range) {
    struct entry *entry;
    if (!parse_range(call, 1, false, &range) ||
        !collection_find(call, &call->key, VALUE_ZSET, &entry)) {
        return;
    }
    struct zset_interval found = find_range(&range, entry);
    struct zset_walk walk;
    zset_reply_begin(call->reply, found.end - found.first, range.with_scores);
    walk_from(&range, entry, found, &walk);
    for (uint64_t i = found.first; i < found.end; i++) {
        step(&range, &walk);
        zset_reply_member(call->reply, walk.member, walk.score, range.with_scores);
    }
}

static void zrange(struct call *call) {
    reply_range(call, range_of(0, ZSET_BY_RANK, false));
}

static void zrevrange(struct call *call) {
    reply_range(call, range_of(SAYS_KIND | SAYS_DIRECTION, ZSET_BY_RANK, true));
}

static void zrangebyscore(struct call *call) {
    reply_range(call, range_of(SAYS_KIND | SAYS_DIRECTION, ZSET_BY_SCORE, false));
}

static void zrevrangebyscore(struct call *call) {
    reply_range(call, range_of(SAYS_KIND | SAYS_DIRECTION, ZSET_BY_SCORE, true));
}

static void zrangebylex(struct call *call) {
    reply_range(call, range_of(SAYS_KIND | SAYS_DIRECTION, ZSET_BY_LEX, false));
}

static void zrevrangebylex(struct call *call) {
    reply_range(call, range_of(SAYS_KIND | SAYS_DIRECTION, ZSET_BY_LEX, true));
}

/* ---- storing ---- */

/* In the order of the range, as Redis adds them: what is small when a negative zero comes decides on its sign. */
static bool collect_range(struct zset_store *store, const struct call *call,
                          const struct entry *source) {
    const struct range *range = store->arg;
    struct zset_interval found = find_range(range, source);
    struct zset_walk walk;
    (void)call;
    walk_from(range, source, found, &walk);
    for (uint64_t i = found.first; i < found.end; i++) {
        step(range, &walk);
        zset_carry_put(&store->carried, walk.member, walk.score);
    }
    return true;
}

static void zrangestore(struct call *call) {
    struct range range = range_of(0, ZSET_BY_RANK, false);
    if (parse_range(call, 2, true, &range)) {
        struct zset_store store = {
            .source_arg = 2,
            .target_arg = 1,
            .event = "zrangestore",
            .collect = collect_range,
            .arg = &range,
        };
        zset_store_run(call, &store);
    }
}

/* ---- counting ---- */

static void reply_count(struct call *call, enum zset_bounds_kind kind) {
    struct zset_bounds bounds;
    struct entry *entry;
    if (zset_bounds_parse(call, 2, 3, kind, &bounds) &&
        collection_find(call, &call->key, VALUE_ZSET, &entry)) {
        struct zset_interval found = zset_bounds_find(&bounds, entry);
        reply_integer(call->reply, (int64_t)(found.end - found.first));
    }
}

static void zcount(struct call *call) {
    reply_count(call, ZSET_BY_SCORE);
}

static void zlexcount(struct call *call) {
    reply_count(call, ZSET_BY_LEX);
}

/* ---- removing ---- */

static void remove_range(struct call *call, enum zset_bounds_kind kind, const char *event) {
    struct zset_bounds bounds;
    struct cell cell;
    if (!zset_bounds_parse(call, 2, 3, kind, &bounds) ||
        !collection_open(call, &call->key, VALUE_ZSET, &cell)) {
        return;
    }
    struct zset_interval found = zset_bounds_find(&bounds, cell.entry);
    uint64_t count = found.end - found.first;
    if (count > 0) {
        collection_zset_remove_range(call, &cell, found.first, count);
        store_notify(call, NOTIFY_ZSET, event, &call->key);
        if (!cell.entry) {
            store_notify(call, NOTIFY_GENERIC, "del", &call->key);
        }
    }
    reply_integer(call->reply, (int64_t)count);
}

static void zremrangebyrank(struct call *call) {
    remove_range(call, ZSET_BY_RANK, "zremrangebyrank");
}

static void zremrangebyscore(struct call *call) {
    remove_range(call, ZSET_BY_SCORE, "zremrangebyscore");
}

static void zremrangebylex(struct call *call) {
    remove_range(call, ZSET_BY_LEX, "zremrangebylex");
}

#define READS KEY_AT(1, KEY_RO | KEY_ACCESS)
#define REMOVES KEY_AT(1, KEY_RW | KEY_DELETE)
#define N_AND_M(what) "O(log(N)+M) where N is the size of the sorted set and M the number " what

const struct command zset_ranges_commands[] = {
    {"ZRANGE", "key start stop [BYSCORE | BYLEX] [REV] [LIMIT offset count] [WITHSCORES]", zrange,
     READONLY, READS, "1.2.0", N_AND_M("returned"),
     "Returns members in their order, by place, score or bytes.", GROUP_SORTED_SET,
     "6.2.0: Added the `REV`, `BYSCORE`, `BYLEX` and `LIMIT` options."},
    {"ZRANGESTORE", "dst src min max [BYSCORE | BYLEX] [REV] [LIMIT offset count]", zrangestore,
     WRITE | GROWS | MULTI_KEY, TWO_KEYS(KEY_OW | KEY_UPDATE, KEY_RO | KEY_ACCESS), "6.2.0",
     N_AND_M("stored"), "Stores a range of a sorted set in another key.", GROUP_SORTED_SET, NULL},
    {"ZREVRANGE", "key start stop [WITHSCORES]", zrevrange, READONLY, READS, "1.2.0",
     N_AND_M("returned"), "Returns members by place, from the greatest score down.",
     GROUP_SORTED_SET, NULL, .deprecated = "6.2.0: `ZRANGE` with the `REV` argument"},
    {"ZRANGEBYSCORE", "key min max [WITHSCORES] [LIMIT offset count]", zrangebyscore, READONLY,
     READS, "1.0.5", N_AND_M("returned"), "Returns members by score.", GROUP_SORTED_SET,
     "2.0.0: Added the `WITHSCORES` modifier.",
     .deprecated = "6.2.0: `ZRANGE` with the `BYSCORE` argument"},
    {"ZREVRANGEBYSCORE", "key max min [WITHSCORES] [LIMIT offset count]", zrevrangebyscore,
     READONLY, READS, "2.2.0", N_AND_M("returned"),
     "Returns members by score, from the greatest down.", GROUP_SORTED_SET,
     "2.1.6: `min` and `max` can be exclusive.",
     .deprecated = "6.2.0: `ZRANGE` with the `REV` and `BYSCORE` arguments"},
    {"ZRANGEBYLEX", "key min max [LIMIT offset count]", zrangebylex, READONLY, READS, "2.8.9",
     N_AND_M("returned"), "Returns members by their bytes, where all scores are equal.",
     GROUP_SORTED_SET, NULL, .deprecated = "6.2.0: `ZRANGE` with the `BYLEX` argument"},
    {"ZREVRANGEBYLEX", "key max min [LIMIT offset count]", zrevrangebylex, READONLY, READS, "2.8.9",
     N_AND_M("returned"),
     "Returns members by their bytes, from the last down, where all scores are equal.",
     GROUP_SORTED_SET, NULL, .deprecated = "6.2.0: `ZRANGE` with the `REV` and `BYLEX` arguments"},
    {"ZCOUNT", "key min max", zcount, READONLY | FAST, READS, "2.0.0",
     "O(log(N)) where N is the size of the sorted set",
     "Says how many members have scores in a range.", GROUP_SORTED_SET, NULL},
    {"ZLEXCOUNT", "key min max", zlexcount, READONLY | FAST, READS, "2.8.9",
     "O(log(N)) where N is the size of the sorted set",
     "Says how many members lie in a range of bytes, where all scores are equal.", GROUP_SORTED_SET,
     NULL},
    {"ZREMRANGEBYRANK", "key start stop", zremrangebyrank, WRITE, REMOVES, "2.0.0",
     N_AND_M("removed"), "Removes members by place.", GROUP_SORTED_SET, NULL,
     .changes = changes_of_zremrangebyrank},
    {"ZREMRANGEBYSCORE", "key min max", zremrangebyscore, WRITE, REMOVES, "1.2.0",
     N_AND_M("removed"), "Removes members by score.", GROUP_SORTED_SET, NULL,
     .changes = changes_of_zremrangebyscore},
    {"ZREMRANGEBYLEX", "key min max", zremrangebylex, WRITE, REMOVES, "2.8.9", N_AND_M("removed"),
     "Removes members by their bytes, where all scores are equal.", GROUP_SORTED_SET, NULL,
     .changes = changes_of_zremrangebylex},
    {0},
};
