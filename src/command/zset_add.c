/* command/zset_add.c - gives members of a sorted set their scores. */
#include "command/zset_add.h"

#include "data/value.h"

enum outcome { REFUSED, SAME, ADDED, UPDATED, NOT_A_NUMBER };

/* Whether the flags let the member have this score, which ZSET_INCR makes the sum. */
static enum outcome judge(const struct cell *cell, unsigned flags, struct bytes member,
                          double *score) {
    double before;
    if (!zset_score(cell->entry, member, &before)) {
        return flags & ZSET_XX ? REFUSED : ADDED;
    }
    if (flags & ZSET_NX) {
        return REFUSED;
    }
    if (flags & ZSET_INCR) {
        *score += before;
        if (__builtin_isnan(*score)) {
            return NOT_A_NUMBER; /* inf - inf */
        }
    }
    if (((flags & ZSET_LT) && *score >= before) || ((flags & ZSET_GT) && *score <= before)) {
        return REFUSED;
    }
    return UPDATED;
}

static enum outcome add_one(struct call *call, struct cell *cell, unsigned flags,
                            struct bytes member, double *score) {
    if (flags & ~(unsigned)ZSET_CH) {
        enum outcome outcome = judge(cell, flags, member, score);
        if (outcome == REFUSED || outcome == NOT_A_NUMBER) {
            return outcome;
        }
    }
    switch (collection_zset_set(call, cell, member, *score)) {
    case ZSET_ADDED:
        return ADDED;
    case ZSET_UPDATED:
        return UPDATED;
    default:
        return SAME;
    }
}

static void reply_sum(struct call *call, enum outcome outcome, double score) {
    if (outcome == NOT_A_NUMBER) {
        reply_error(call->reply, "ERR resulting score is not a number (NaN)");
    } else if (outcome == REFUSED) {
        reply_nil(call->reply);
    } else {
        reply_double(call->reply, score);
    }
}

void zset_add(struct call *call, const struct zset_add *add) {
    struct cell cell;
    if (!collection_open(call, &call->key, VALUE_ZSET, &cell)) {
        return;
    }
    int64_t added = 0, updated = 0;
    enum outcome outcome = REFUSED;
    double score = 0;
    for (unsigned i = 0; i < add->count; i++) {
        if (i % VALUE_PREFETCH_MAX == 0 && add->count > 1) {
            unsigned left = add->count - i;
            value_prefetch(cell.entry, add->members + (size_t)i * add->step,
                           left < VALUE_PREFETCH_MAX ? left : VALUE_PREFETCH_MAX, add->step);
        }
        score = add->scores[i];
        outcome = add_one(call, &cell, add->flags, add->members[(size_t)i * add->step], &score);
        added += outcome == ADDED;
        updated += outcome == UPDATED;
    }
    if (added + updated > 0) {
        store_notify(call, NOTIFY_ZSET, add->flags & ZSET_INCR ? "zincr" : "zadd", &call->key);
    }
    if (add->flags & ZSET_INCR) {
        reply_sum(call, outcome, score);
    } else {
        reply_integer(call->reply, add->flags & ZSET_CH ? added + updated : added);
    }
}
