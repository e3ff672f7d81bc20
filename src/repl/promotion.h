/* repl/promotion.h - how a member of an in-sync set becomes the primary: it hears from enough others first (M3 of members.h).
 *
 *      REPLICAOF NO ONE ─> no set is known ──────────────────────────────────────────────────────────> primary
 *                       ├> it is not in the newest set that it knows: refused
 *                       └> it promises itself the next term, leaves its primary, and answers -LOADING
 *                            │  each other member: ANAX FENCE ─> promises it, too, durably; leaves the primary;
 *                            │                                   waits for the lease since its last answer; says yes
 *                            ├─ count - required of them have said yes, and its own lease is over ─────> primary
 *                            ├─ one knows, or it hears itself, of a newer set without it ─> it is a replica as before
 *                            └─ one has promised a later term, or is a candidate, too ─> it tries a later one
 *
 * A term is promised to one nonce only, so two candidates never win the same one; the later term wins. Whoever has promised
 * follows no primary of an earlier term any more (pledge_refusal).
 *
 * Core 0's; for fibers. */
#pragma once

#include "engine/core.h"

enum promotion_way { PROMOTION_DONE, PROMOTION_GOES_ON, PROMOTION_REFUSED };

/* REPLICAOF NO ONE, ANAX PROMOTE. Refused: with the reason. */
enum promotion_way promotion_begin(struct engine *engine, const char **reason);
/* ANAX PROMOTE FORCE: nobody is asked. Of a primary: it opens a term beyond all that its replicas have promised to others,
 * and its set is empty from now on. */
void promotion_force(struct engine *engine);
/* It is to be somebody's replica, or the program ends: waits for the end of what is under way. */
void promotion_cancel(struct engine *engine);
void promotion_destroy(struct engine *engine);
bool promotion_goes_on(const struct engine *engine);

/* ANAX FENCE: what a member says to a candidate. Waits for the lease. */
struct fence {
    const char *candidate;
    uint64_t number, nonce, version; /* the term; of the set that it knows */
    bool is_granted;
    char reason[120];
    uint64_t least; /* term that could be promised */
};
void promotion_fence(struct engine *engine, struct fence *fence);

/* A line for INFO. */
void promotion_print(const struct engine *engine, struct buffer *out);
