/* engine/waiter.h - what a waiter is, for the files of engine/blocking.h only.
 *
 *      client ──> waiter ──> waits[0]   waits[1]   waits[2]      (one block of memory)
 *                               │          │          │
 *                             queues of the tables of their keys' shards
 *
 * While it waits, its memory is read by all its shards: only its state, and each shard's own places, are written. Who has
 * changed the state owns the rest: the shard that claimed it until the waiter's mail arrives, else the client's core. */
#pragma once

#include "engine/blocking.h"
#include "engine/key_table.h"
#include "engine/own_writes.h"
#include "engine/tx.h"

enum waiter_state { WAITER_WAITS, WAITER_CLAIMED, WAITER_ENDED };

/* The waiter's place at one of its keys. */
struct wait {
    struct wait *next, *prev;
    struct wait_queue *queue; /* NULL: not linked (K3) */
    struct waiter *waiter;
    struct core *core; /* of the key's shard */
    struct key key;
    unsigned arg;
};

struct waiter {
    struct mail mail;        /* to the client's core when it was served; then the tour */
    _Atomic unsigned state;  /* enum waiter_state (K2) */
    struct core *home;       /* the client's */
    struct client *client;   /* home only; NULL once it no longer waits */
    struct timer timer;      /* home only */
    bool has_begun, is_home; /* home only: blocking_begin was called; it was served before */
    const struct blocking_kind *kind;
    const struct command_entry *command;
    struct bytes *argv; /* copies */
    unsigned argc, db;
    uint8_t resp, durability;
    bool no_touch;
    void *state_bytes;
    /* A mover's. */
    struct key target;
    struct core *target_core;
    struct buffer text;
    bool is_put;
    /* Of the one who serves. */
    struct chain out;
    struct journal_wait durable; /* its answer waits for the disk, too */
    struct core *served_by;
    struct own_write written, put_there; /* by serving it, there and on a mover's target_core */
    uint32_t errors;
    uint64_t ns;
    unsigned count;
    struct wait waits[];
};

/* All waiters of one key, first come first. It is there while somebody stands in it or it is marked. */
struct wait_queue {
    struct key_link link; /* in the shard's table */
    struct wait *first, *last;
    unsigned of_type[VALUE_TYPES]; /* how many wait for what */
    unsigned minders;              /* kind->minds_loss */
    unsigned movers;
    struct wait_queue *next_ready; /* in the shard's list of marked ones, or in a part's */
    uint64_t order;                /* of the mark (K4) */
    struct wait_queue *next_seen;  /* during a walk over movers' targets */
    uint64_t seen;                 /* the number of that walk */
    struct key key;
    unsigned db;
    bool is_marked, is_held;
    char name[];
};

static inline bool waiter_is_mover(const struct waiter *waiter) {
    return waiter->kind->put != NULL;
}

/* A call as the kind's functions take it, at the key of that number. */
struct call waiter_call(const struct waiter *waiter, struct shard *shard, unsigned number,
                        struct reply *reply);
/* On the shard: read, put and take of a mover whose keys are both there. */
void waiter_move_here(struct waiter *waiter, struct shard *shard, struct reply *reply);
/* On home: a shard has served it. */
void waiter_came_home(struct waiter *waiter);
/* The reply as it stands goes to the reply of a command. */
void waiter_take_reply(struct waiter *waiter, struct reply *reply);
void waiter_destroy(struct waiter *waiter); /* linked nowhere */

/* ---- queues, on their shard ---- */

struct wait_queue *wait_queue_find(const struct shard *shard, unsigned db, const struct key *key);
/* The queues of the key in whatever database: the first, and the next one after queue. */
struct wait_queue *wait_queue_of_name(const struct shard *shard, const struct key *key);
struct wait_queue *wait_queue_next_of_name(const struct wait_queue *queue);
/* Unlinks all places of the waiter on this shard. */
void waiter_leave(struct waiter *waiter, struct shard *shard);
/* Serves who can be served in the queue, which is no longer marked, and frees it if it is not needed. Returns a mover
 * whose target is on another shard, if it meets one: it is claimed and its text read. Who moves it then calls
 * waiter_was_moved and this once more, for a queue that is not to be freed meanwhile (is_held). */
struct waiter *wait_queue_serve(struct shard *shard, struct wait_queue *queue);
/* After put on the other shard: takes from the source and sends the waiter home. */
void waiter_was_moved(struct waiter *waiter, struct shard *shard);

/* Marked queues, in order; the list of a shard or of a part. */
static inline struct wait_queue *wait_queue_take_ready(struct wait_queue **first,
                                                       struct wait_queue **last) {
    struct wait_queue *queue = *first;
    *first = queue->next_ready;
    if (!*first) {
        *last = NULL;
    }
    return queue;
}

/* A key that has to be locked because movers would go there (K5). */
struct extra_key {
    struct extra_key *next;
    struct key key;
    char name[];
};
