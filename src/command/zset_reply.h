/* command/zset_reply.h - members with or without their scores, as ZRANGE and its like reply them: in RESP2 one
 * array of both in turn, in RESP3 an array of pairs. */
#pragma once

#include "proto/reply.h"

static inline void zset_reply_begin(struct reply *reply, size_t members, bool with_scores) {
    reply_array(reply, with_scores && reply->version < 3 ? 2 * members : members);
}

static inline void zset_reply_member(struct reply *reply, struct bytes member, double score,
                                     bool with_scores) {
    if (!with_scores) {
        reply_bulk(reply, member);
        return;
    }
    if (reply->version >= 3) {
        reply_array(reply, 2);
    }
    reply_bulk(reply, member);
    reply_double(reply, score);
}
