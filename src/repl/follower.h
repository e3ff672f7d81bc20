/* repl/follower.h - the replicas of this server: a session each, with a control connection and a flow for each core.
 *
 *      ANAX SYNC ──> open ── ANAX FLOW, one a core ──> attach ── all are there ──> start ─┬─ continue: cut ─────────> online
 *                                                                                         └─ full: baselines ─ cut ─> online
 *
 * Start and cut are instants over all cores: a transaction that holds every shard. So all flows have the same records
 * without a key, and behind the cut either all or none of a transaction's parts.
 *
 * Sessions are core 0's. What a replica has acknowledged stands in places that every core may read: WAIT counts them on the
 * core of its client, and needs no message for that. */
#pragma once

#include "engine/core.h"
#include "repl/members.h"
#include "repl/outlet.h"

enum { FOLLOWERS_MAX = 32, FOLLOWER_PEER = 80 };

struct primary;

enum follower_state { FOLLOWER_WAITS /* for its flows */, FOLLOWER_SYNCS, FOLLOWER_ONLINE };

/* What a replica has of a core's records, as counts of effects->lsns_taken. Written by the core of the connection. */
struct follower_place {
    _Atomic uint64_t received, durable, applied;
    _Atomic uint64_t cut; /* of the follower: before it a transaction may be there in part */
};

struct follower {
    struct primary *primary;
    uint64_t id; /* 0: the place is free */
    enum follower_state state;
    bool is_full, is_closing, is_busy; /* busy: a fiber is in one of its instants */
    char peer[FOLLOWER_PEER];          /* address without the port */
    uint16_t port;                     /* that it listens on */
    char member[MEMBER_ID + 1];        /* its name in the in-sync set; "": it has none */
    bool wants_in;                     /* it is to be a member */
    bool takes_messages;               /* WIRE_MESSAGES */
    uint64_t *have;                    /* LSNs at the beginning; PARTITIONS */
    bool *is_claimed;                  /* one a core: its flow has come, */
    struct outlet **outlets;           /* and has been attached */
    struct outlet **dead;              /* detached while busy */
    unsigned claimed, attached, ended, dead_count;
    /* For all cores. */
    _Atomic bool is_counted; /* places are of a replica that has all */
    _Atomic int64_t acked_ms;
    _Atomic int64_t
        answered_ms; /* our clock, when the ping was made that it has answered last; 0: none */
    struct follower_place *places; /* one a core; they stay */
};

/* Makes engine->primary; before the cores run. */
void primary_create(struct engine *engine);
void primary_destroy(struct primary *primary); /* after the engine: its timer is a loop's */

/* ---- on core 0 ---- */

struct follower_request {
    const uint64_t *have;
    bool is_full, was_refused; /* refused: it asked to go on */
    const char *peer;
    uint16_t port;
    const char *member;
    bool wants_in;
    bool takes_messages;
    uint64_t members_version; /* that it knows */
    uint64_t fence;           /* the term that it has promised to somebody */
};
/* Returns its number, or 0: there are too many. */
uint64_t follower_open(struct engine *engine, const struct follower_request *request);
/* The one of that number, if that flow of it is to come yet; from now on it has come. */
struct follower *follower_claim(struct engine *engine, uint64_t id, unsigned core);
/* But its connection has gone. */
void follower_unclaim(struct follower *follower, unsigned core);
void follower_attach(struct follower *follower, struct outlet *outlet);
void follower_baseline_ended(struct follower *follower);
void follower_detach(struct follower *follower, struct outlet *outlet);
/* It is over: by its number, because it may be so already. */
void follower_close(struct engine *engine, uint64_t id);
void followers_close(struct engine *engine); /* all are */

/* Of the one with that name, or -1. */
int follower_place_of(const struct engine *engine, const char *member);
/* Who could be in the in-sync set; FOLLOWERS_MAX places. Returns how many. */
unsigned follower_candidates(const struct engine *engine, int64_t lease_ms,
                             struct member_candidate *candidates);
/* The greatest version of the in-sync set that any replica has said to know. */
uint64_t follower_seen_version(const struct engine *engine);
/* And the greatest term that any has promised to somebody. */
uint64_t follower_seen_fence(const struct engine *engine);
/* All shall say what they have. */
void follower_ask_all(struct engine *engine);

/* ---- on any core ---- */

/* engine_hooks.count_replicas: those that have all that the client has written. */
uint64_t follower_count(const struct client *client, bool on_disk);
/* engine_hooks.copied: up to which LSN count so many replicas, or the in-sync set, hold all synced. */
bool follower_copied(const struct core *core, unsigned level, uint64_t *lsns);
/* How many replicas have acknowledged something within so many seconds. */
unsigned follower_good(const struct engine *engine, int64_t now_ms, int64_t lag_s);
/* engine_hooks.on_cron: whether writes have to be refused (min-replicas-to-write). */
void follower_cron(struct core *core);
/* An acknowledgement has come; stamp: of the ping that it answers, or 0. */
void follower_note(struct follower *follower, int64_t stamp_ms);
/* Of the follower in that place (below FOLLOWERS_MAX): how many of that core's LSNs it holds synced, false before its cut
 * or when it is gone; and when it answered (answered_ms). */
bool follower_holds(const struct engine *engine, unsigned place, unsigned core, uint64_t *lsns);
int64_t follower_answered_ms(const struct engine *engine, unsigned place);
/* Somebody waits: replicas are asked to acknowledge each burst for a while. */
bool follower_wants_acks(const struct core *core);

struct follower_facts {
    char peer[FOLLOWER_PEER];
    uint16_t port;
    enum follower_state state;
    bool is_full;
    uint64_t offset; /* LSN sum of what it has applied */
    int64_t lag_s;
};
struct primary_facts {
    uint64_t sync_full, sync_partial_ok, sync_partial_err;
    unsigned count;
    struct follower_facts followers[FOLLOWERS_MAX];
    uint64_t lsn_sum, backlog_bytes, backlog_first;
    bool backlog_is_active;
    uint64_t sent_bytes, baseline_bytes, chunks, cancels, preemptions, from_disk, messages_dropped;
    unsigned behind, baselines; /* flows */
    double progress;            /* of the baseline that is least far; 1: none is under way */
};
/* On a fiber; waits. */
void primary_facts(struct engine *engine, struct primary_facts *facts);
