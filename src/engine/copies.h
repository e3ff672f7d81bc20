/* engine/copies.h - how far replicas hold a core's log, and the answers that wait for that.
 *
 * An answer waits at a level: of so many replicas, whichever they are (ANAX DURABILITY replicas N), or of the in-sync set
 * (min-sync-replicas). What it needs is known when it begins to wait: the ticket of its batch, for this disk, and the
 * number of LSNs that the shard had taken by then (effects->lsns_taken), for the others. Replicas say how many of this
 * core's LSNs they hold (repl/follower.h); the hook engine_hooks.copied says what that means for a level.
 *
 *   P1  An answer leaves when this core's line (journal.h) has reached its ticket, and its level its count.
 *   P2  One that has waited for min-sync-timeout leaves too, but is late: whoever gave it says so in its place. What it
 *       has written stays in the log, and may come to be held all the same.
 *
 * What it costs. Waiting is an append to a list, in the order of what is needed. A turn of a core in which somebody began
 * to wait ends with one question to each replica, behind what the turn has written; a replica answers with one sync for
 * all that came meanwhile. An answer concerns one core, and lets go from the head of its lists: so the cost is a few frames
 * a turn and replica, however many connections wait and cores there are; a core's answers never wait for another
 * core's, but for transactions that wrote on both. An acknowledgement that comes to a connection on another core costs one
 * mail.
 *
 * The core's own. */
#pragma once

#include "engine/core.h"

struct journal;
struct journal_wait;

enum { COPIES_SET, /* the in-sync set; above it: so many replicas */ COPIES_MAX = 32 };

struct copies;
struct copies *copies_create(struct journal *journal);
/* Nobody waits any more, or the loop has ended. */
void copies_destroy(struct copies *copies);

/* The open batch of the log is another one than before: the one before ends with these LSNs. */
void copies_note_batch(struct copies *copies, uint64_t batch, uint64_t lsns);
/* How many LSNs were taken when the batch was at its end, or a little later; of one that is still open, now. */
uint64_t copies_needed(const struct copies *copies, uint64_t batch);

/* Calls ready now or later (P1, P2). */
void copies_wait_or_go(struct copies *copies, struct journal_wait *wait, unsigned level);
/* Something is new: this core's line, an acknowledgement, a set. */
void copies_look(struct copies *copies);
/* All who wait are late, now: this core belongs to a replica from now on. */
void copies_give_up(struct copies *copies);

/* At the end of a turn, for who asks the replicas: somebody has begun to wait since the last time. */
bool copies_take_wish(struct core *core);
/* Somebody waits: what is sent is to be acknowledged. */
static inline bool copies_are_awaited(const struct core *core) {
    return atomic_load_explicit(&core->copies_awaited, memory_order_relaxed) > 0;
}
/* From any core: replicas hold more of what that core has logged. */
void copies_acknowledged(struct core *core);

#define COPIES_LATE_ERROR                                                                  \
    "NOREPLICAS Not enough replicas have confirmed this in time. A write stays in the log" \
    " and may still come to be held by them."
