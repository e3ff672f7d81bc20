/* engine/blocking.h - commands that wait until a key has something for them.
 *
 * A waiter is one such command of one client. It stands in a queue for each of its keys, in the table of that key's
 * shard. When a key is made, or a stream has got something, its queue is marked; at the end of the command or
 * transaction that did it, before its locks are given back and its reply leaves, those who wait there are served in
 * their order: the shard claims the waiter, takes the element, writes the reply, and sends it to the client's core.
 *
 *   K1  A waiter enters a queue while the key is locked exclusively and has nothing for it. So between transactions no
 *       key has what somebody in its queue waits for, and nobody comes between a push and those it serves.
 *   K2  A waiter is served or ended once: its state is changed by one compare-and-swap, by the shard that has something
 *       or by the client's core (time over, CLIENT UNBLOCK, connection gone). Whoever wins has the waiter; a shard takes
 *       nothing from a key before it has won.
 *   K3  Places in queues are linked and unlinked by the key's shard only. A waiter that is no longer waiting is passed
 *       over where it still stands; it tours its shards to be unlinked, and is freed when it is linked nowhere.
 *   K4  Of one transaction, queues are served in the order in which its commands marked them, over all its shards, while
 *       it holds its locks; what serving marks comes behind that.
 *   K5  Who moves (BLMOVE) writes to another key. A command that writes to a key where movers wait runs only with the
 *       locks of all that they may write to, and whoever waits there, and so on: it is a transaction over these from its
 *       beginning (tx.h), which keeps all of them until all are served; or its shard is quiet and has all of these keys.
 *
 * A client that waits holds no fiber, no batch and no input buffer. Requests behind a command that waits are not even
 * parsed before it is answered.
 *
 * A command that waits is ON_FIBER | BLOCKING, its keys are declared for writing (KEY_RW), so that its locks are exclusive.
 * Those that pop use blocking_pop. Others (XREAD) look at all their keys in a transaction of their own:
 *
 *     struct waiter *waiter = blocking_prepare(call, &kind, indices, count, state_size);
 *     tx_hop(&tx, look_at_all, …, TX_KEEP);                   // answers or not
 *     if (nothing was found and blocking_may_wait(call)) {
 *         tx_hop(&tx, enter_part, waiter, TX_CONCLUDE);       // calls blocking_enter(waiter, part->call.shard)
 *         tx_end(&tx);
 *         blocking_begin(waiter, call->client, timeout_ms);   // and returns, without a reply
 *     } else { … blocking_drop(waiter); }
 *
 * With a single part one concluding hop may do both. What a waiter needs to know of each key later (the ID that $ stood
 * for) goes into its state, which is zero at first; a shard may write to what concerns its own keys, when it enters. */
#pragma once

#include "engine/core.h"

struct waiter;
struct tx;

/* What a command waits for. Functions run on the shard of the waiter's key of that number (in the order of its indices; of a
 * name that comes twice the first counts), which is locked or just touched by the running command: call->shard, key, db,
 * argv (a copy), argc, now_ms are set, call->client is not. */
struct blocking_kind {
    uint8_t type; /* enum value_type that it waits for */
    /* It is woken also when the key goes, or becomes something of another type (XREADGROUP). */
    bool minds_loss;
    /* The key has a value of this type, or (minds_loss) has none, entry NULL: is that something for this waiter? Changes
     * nothing and replies nothing. NULL: a value always is. */
    bool (*look)(struct call *call, const struct waiter *waiter, unsigned number,
                 struct entry *entry);
    /* look has just said yes: takes it and replies, perhaps an error. */
    void (*serve)(struct call *call, struct waiter *waiter, unsigned number);
    /* The reply of the command within MULTI when there is nothing; NULL: a nil array. When the time is over it is always
     * a nil array. */
    void (*reply_nothing)(struct reply *reply);
    /* Movers only, else NULL. serve is not used by them; the element goes by `text` from the source, the first key, to
     * the target, the second key, which may be on another shard:
     *   read    copies what is to be moved from the source, a list
     *   put     on the target's shard (call->key is the target); false: wrong type, the error is written
     *   take    on the source's shard (call->key is the source), after put: removes it there and replies */
    void (*read)(struct call *call, const struct waiter *waiter, struct buffer *text);
    bool (*put)(struct call *call, const struct waiter *waiter, struct bytes text);
    void (*take)(struct call *call, const struct waiter *waiter, struct bytes text);
};

/* ---- for commands ---- */

/* Seconds ("0.1") or milliseconds (an integer) in an argument; 0: for ever. False, with Redis's error, if it is none. */
bool blocking_seconds(struct call *call, unsigned arg, int64_t *timeout_ms);
bool blocking_milliseconds(struct call *call, unsigned arg, int64_t *timeout_ms);

/* Takes from the first of the keys argv[first ... first + count) that has something, else waits (or, within MULTI, replies
 * nothing). A mover has its source at first, its target at first + 1. On a fiber; waits. */
void blocking_pop(struct call *call, const struct blocking_kind *kind, unsigned first,
                  unsigned count, int64_t timeout_ms);

/* False within MULTI. */
static inline bool blocking_may_wait(const struct call *call) {
    return !call->in_exec;
}
/* Copies what is needed of the call. indices: of the keys in argv. */
struct waiter *blocking_prepare(struct call *call, const struct blocking_kind *kind,
                                const unsigned *indices, unsigned count, size_t state_size);
/* On a shard, in the callback that has found nothing, with the keys locked: takes its places there (K1). */
void blocking_enter(struct waiter *waiter, struct shard *shard);
/* On the client's core when all shards have been entered; the waiter is no longer the caller's. The command then returns
 * without a reply. */
void blocking_begin(struct waiter *waiter, struct client *client, int64_t timeout_ms);
/* One that has entered nowhere. */
void blocking_drop(struct waiter *waiter);

void *blocking_state(const struct waiter *waiter);
/* Index in argv of its key of that number. */
unsigned blocking_arg(const struct waiter *waiter, unsigned number);

/* Who changes a key in a way that concerns waiters and that neither makes, replaces nor removes it says so: XADD, XGROUP
 * DESTROY. (Making, replacing and removing is seen by the keyspace's hook.) One branch if nobody waits on this shard. */
void blocking_mark(struct shard *shard, unsigned db, const struct key *key);
static inline void blocking_signal(const struct call *call, const struct key *key) {
    if (__builtin_expect(call->shard->waits != NULL, 0)) {
        blocking_mark(call->shard, call->db, key);
    }
}

/* ---- for clients, on the client's core ---- */

enum blocking_end { BLOCKING_TIMED_OUT, BLOCKING_UNBLOCKED /* an error */ };
/* Ends the waiting of a client with that answer; false if it does not wait (or has just been served). */
bool blocking_end(struct client *client, enum blocking_end how);
/* The client is going: nothing is taken for it from now on. */
void blocking_forget(struct client *client);

/* ---- for the engine ---- */

/* From the keyspace's hook (shard.c). */
void blocking_note(struct shard *shard, const struct mutation *mutation);
/* Serves all marked queues of the shard: at the end of a command that ran there by itself. */
void blocking_serve(struct shard *shard);
static inline void blocking_serve_if_any(struct shard *shard) {
    if (__builtin_expect(shard->ready_first != NULL, 0)) {
        blocking_serve(shard);
    }
}
void blocking_table_destroy(struct shard *shard); /* when the core ends */
