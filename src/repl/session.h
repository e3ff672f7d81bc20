/* repl/session.h - one session with the primary, from inside the replica's end: what link.c, flow.c, intake.c and
 * joint.c share. Only they include it.
 *
 *      link (a fiber on core 0)          flow 0 … n-1 (each on one core of ours)        owners (all cores)
 *      connects, says what we have ────> connect
 *      full: empties all, log off        intake: deals baseline and journal ──────────> loader of that core
 *      all flows at PUBLISH:             wait
 *      LSNs, log anew, readable ───────> journal: records that need not wait ─────────> apply_run
 *      joint: draws the line <────────── marks
 *             all shards locked ─────── what waited ──────────────────────────────────> apply_record
 *
 * Up to the cut (WIRE_PUBLISH) of one that continues there are no marks, so what comes until then is one transaction: all
 * flows hold it, and a joint applies it. Where one of them has more than CATCH_UP_MAX, clients are shown nothing until the
 * cut has been applied (link.c: hide), and records need not wait.
 *
 *      CATCHING_HELD ── the cut ──────────────────────────────────────┬─> CATCHING_LAST ── all is applied ──> CATCHING_NOT
 *            └── too much: hidden ──> CATCHING_HIDDEN ── the cut ─────┘
 *
 * Whatever travels between cores is an errand, or a parcel; they keep their order from one core to another. A session
 * is freed on core 0 when all flows have said that they are gone and no joint is under way. */
#pragma once

#include "engine/core.h"
#include "repl/assemble.h"
#include "repl/caller.h"
#include "repl/history.h"
#include "repl/link.h"
#include "repl/loader.h"
#include "repl/message.h"

enum { SESSION_ERROR = 300, HOST_MAX = 256 };

struct session;
struct intake;
struct run;

enum flow_state {
    FLOW_OPENING,
    FLOW_READY,   /* connected, paused until the link says go */
    FLOW_LOADING, /* baseline, and journal up to PUBLISH */
    FLOW_GLOBAL,  /* before a record without a key, until all flows have come to it */
    FLOW_WAITING, /* at PUBLISH, until all flows have come to theirs */
    FLOW_JOURNAL,
    FLOW_ENDED
};

/* What flows tell core 0, which counts them. */
enum flow_news {
    NEWS_READY,
    NEWS_AT_GLOBAL, /* before a record without a key */
    NEWS_WAITING,
    NEWS_HOLDS_MUCH, /* while it catches up */
    NEWS_CAUGHT_UP,
    NEWS_GONE,
    NEWS_KINDS
};

enum flow_catching { CATCHING_NOT, CATCHING_HELD, CATCHING_HIDDEN, CATCHING_LAST };

struct flow {
    struct session *session;
    unsigned number;
    struct core *core;
    enum flow_state state;
    struct caller caller;
    unsigned partition_first, partition_count;
    uint64_t *lsns; /* of a full sync, from BASELINE_END on; PARTITIONS */
    bool has_lsns;
    bool is_in_fiber, is_stopped, is_closed, is_gone; /* its life, flow.c */
    bool has_told;        /* core 0 that it stands (FLOW_GLOBAL, FLOW_WAITING) */
    size_t global_at;     /* where in the frame to go on, behind a record without a key */
    struct buffer global; /* that record */
    /* under way to other cores */
    uint64_t bytes_out;
    unsigned parcels_out;
    struct run *first_run, *last_run; /* the same, of the journal, in the order of the frames */
    bool is_paused;
    struct errand *deal;   /* of a joint: waits until nothing is under way */
    uint64_t joining_lsns; /* that its records take */
    struct intake *intake;
    struct assemble assemble;
    struct buffer more; /* of frames with WIRE_MORE */
    struct messages messages;
    enum flow_catching catching;
    bool has_told_size; /* that it holds much */
    uint64_t cut;       /* the LSN sum up to there, once it is known */
    /* LSN sums, over the partitions of this flow; applied: all up to there */
    uint64_t received, applied, durable;
    _Atomic uint64_t shown_received, shown_applied; /* for INFO */
    _Atomic uint64_t shown_stable;                  /* the primary's, for core 0 */
    _Atomic int64_t last_io_ns;
    _Atomic uint64_t bytes_in;
    bool is_ack_wanted, is_syncing;
    bool is_ack_wanted_at_once; /* and not only when it is synced */
    uint64_t stamp;             /* of the last ping */
    unsigned syncs_out;
    uint64_t sync_target;
    struct timer heartbeat;
};

struct session {
    struct engine *engine;
    struct replica *replica;
    char host[HOST_MAX];
    uint16_t port;
    struct buffer user, password; /* for AUTH */
    uint64_t generation;          /* of the wish that it belongs to */
    uint64_t number;
    bool is_full;
    bool goes_back;
    uint64_t *lsns; /* where we stood when we asked, or are to go back to; PARTITIONS */
    struct caller control;
    struct history history; /* the primary's */
    unsigned flow_count;
    struct flow *flows;
    int64_t said_ns;         /* when a line of the log told how far a full sync is */
    struct loader **loaders; /* one a core, while loading */
    /* core 0's */
    struct event *changed;
    unsigned news[NEWS_KINDS]; /* flows that have told each */
    bool is_torn_at_first;     /* what was there when it began */
    bool is_standing;          /* flows wait for us */
    bool has_ended;            /* what still comes does not matter */
    struct buffer global;      /* the record that flows have come to */
    char error[SESSION_ERROR];
    /* joint.c */
    struct line *line;
    uint64_t *taken;   /* of each flow: applied up to here */
    uint64_t *first;   /* and the least place that it holds */
    bool *is_involved; /* in the joint under way */
    bool is_joint_running;
    uint64_t taken_sum; /* link.c: what was taken when it last looked, and since when that is so */
    int64_t taken_ns;
    /* link.c: batches that our cores' logs had come to, and the LSN sums that flows had brought then: when the primary
     * says that it holds these durably, the batches are stable here, too. */
    uint64_t *stable_batches, *stable_sums;
    bool has_sums;
    int64_t stable_ns; /* when it last looked */
    unsigned dealing;
    struct event dealt;
    struct buffer *shares; /* flow_count x core_count */
};

/* On core 0. */
static inline bool session_heard_all(const struct session *session, enum flow_news news) {
    return session->news[news] == session->flow_count;
}

/* ---- errands ---- */

struct errand {
    struct mail mail;
    void (*run)(struct errand *errand);
    struct flow *flow;
    uint64_t number, other;
    struct buffer bytes; /* run's to clear, with errand_free */
};
/* Takes bytes, which may be NULL. */
void errand_send(struct core *target, struct flow *flow, void (*run)(struct errand *errand),
                 uint64_t number, struct buffer *bytes);
struct errand *errand_make(struct flow *flow, void (*run)(struct errand *errand), uint64_t number,
                           struct buffer *bytes);
void errand_free(struct errand *errand);

/* ---- link.c ---- */

/* Who we are: AUTH, if options say so. Waits. */
bool session_greet(const struct session *session, struct caller *caller, int64_t due_ns);
/* Any core: the session ends, with this reason. */
void session_fail(struct flow *flow, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same, and it is no use to go on from what is here: the next session asks for all. */
void session_give_up(struct flow *flow, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* ---- flow.c ---- */

void flow_init(struct flow *flow, struct session *session, unsigned number);
void flow_open(struct flow *flow); /* from core 0 */
/* From core 0: FLOW_LOADING or FLOW_JOURNAL; received: the LSN sum so far, of one that continues. */
void flow_go(struct flow *flow, enum flow_state state, uint64_t received);
void flow_show_nothing(struct flow *flow); /* from core 0: clients are, so it need not hold */
void flow_stop(struct flow *flow);         /* from core 0: tells NEWS_GONE in the end */
void flow_clear(struct flow *flow);        /* on core 0, gone */
/* On the flow's core. */
void flow_look(struct flow *flow); /* goes on with what was received, if it may */
void flow_parcel_is_back(struct flow *flow, size_t bytes);
void flow_count_applied(struct flow *flow, uint64_t lsns);
void flow_is_less_busy(struct flow *flow); /* it may be gone after that */

/* ---- intake.c, on the flow's core ---- */

struct intake *intake_create(void);
void intake_destroy(struct intake *intake);
/* A frame of a baseline, or of its journal. False: the session has failed. *is_global: a record without a key stands at
 * *at, where the next call begins (0: at the beginning). */
bool intake_frame(struct flow *flow, unsigned kind, unsigned flags, struct bytes payload,
                  size_t *at, bool *is_global, struct bytes *global);

/* ---- joint.c ---- */

void joint_init(struct session *session);
void joint_clear(struct session *session);
/* On core 0: of a flow that holds. notes are taken. */
void joint_note(struct flow *flow, uint64_t place, uint64_t first, struct buffer *notes);
void joint_deal(
    struct flow *flow); /* on the flow's core, nothing is under way: hands out its part */
