/* repl/sync_set.h - a primary's in-sync set (members.h): who is in it, whether all of it holds a write, whether it may
 * still be taken for granted.
 *
 *      followers ──who answers, who is in step──> fiber on core 0 ──a new set──> file (pledge.h) ──> record in all logs
 *                                                        │                                            │
 *                                                        └── gate, for all cores <── all of it hold the record
 *
 * The gate says which followers have to hold a write, and of which sets how many must have answered within the lease. A
 * core that asks reads it and what these followers have acknowledged: a few loads a member, no message and no lock.
 *
 * The lease. A ping carries the primary's clock, an acknowledgement brings back that of the last ping that had come before
 * it: so an answer counts from before it was given. A member waits for sync-lease-ms since its last answer before
 * it lets somebody else become the primary (promotion.h); so as long as `required` members' answers are not older than that
 * here, nobody else is. Both clocks have to go at the same rate, no more. */
#pragma once

#include "engine/core.h"
#include "repl/members.h"

struct sync_set;

void sync_set_create(struct engine *engine); /* before the cores run */
void sync_set_destroy(struct engine *engine);
/* On a fiber of core 0, when pledge and history are there. */
void sync_set_start(struct engine *engine);
void sync_set_stop(struct engine *engine); /* waits */
/* On core 0: followers, options or the role are others than before. */
void sync_set_look(struct engine *engine);
/* On core 0: this place of a follower is somebody else's from now on. */
void sync_set_forget_place(struct engine *engine, unsigned place);
/* On core 0: fewer members answer than min-sync-replicas says. */
bool sync_set_is_lonely(const struct engine *engine);
/* On a fiber of core 0: ANAX PROMOTE FORCE at a primary. The set is empty from now on, whoever may have gone on elsewhere. */
void sync_set_give_up(struct engine *engine);

/* Any core: how many of its LSNs all members hold. False: not all have said so, or too few have lately. */
bool sync_set_held(const struct core *core, uint64_t *lsns);

/* For INFO, on core 0. */
enum sync_set_state { SYNC_SET_NONE, SYNC_SET_COUNTS, SYNC_SET_CHANGES };
struct sync_set_facts {
    enum sync_set_state state;
    struct members members; /* that count; of a replica: that it knows */
    bool is_member;         /* of a replica */
    bool is_lonely, is_leased;
    struct sync_set_member {
        bool is_connected;
        int64_t answered_ms; /* ago; -1: never */
    } member[MEMBERS_MAX];
};
void sync_set_facts(const struct engine *engine, struct sync_set_facts *facts);
void sync_set_print(const struct sync_set_facts *facts, struct buffer *out);
