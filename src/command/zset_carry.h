/* command/zset_carry.h - members and scores on their way from one core to another, or from one sorted set to
 * another, in a buffer: coded as the elements of a saved sorted set are (data/value.h). */
#pragma once

#include "data/value.h"

static inline void zset_carry_put(struct buffer *carried, struct bytes member, double score) {
    uint64_t bits;
    memcpy(&bits, &score, sizeof(bits));
    part_put(carried, member);
    part_put_number(carried, bits);
}

/* The next one, a view; false at the end. */
static inline bool zset_carry_take(struct bytes *carried, struct bytes *member, double *score) {
    uint64_t bits;
    if (!part_take(carried, member) || !part_take_number(carried, &bits)) {
        return false;
    }
    memcpy(score, &bits, sizeof(bits));
    return true;
}
