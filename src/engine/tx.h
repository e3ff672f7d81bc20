/* engine/tx.h - transactions: commands that touch several keys, atomic over any number of shards.
 *
 * VLL ("VLL: a lock manager redesign for main memory database systems"), with a queue per locked
 * key: a transaction takes a number, asks every shard it touches for intent locks on its keys, and
 * runs hop by hop; what conflicts runs in the order of numbers, what does not conflict never
 * waits. Used on a fiber of the connection's core:
 *
 *     struct tx tx;
 *     tx_begin(&tx, call);                    // keys from the command's key specs and flags
 *     tx_hop(&tx, read_both, &rename, TX_KEEP);      // runs on every involved shard, in parallel
 *     tx_hop(&tx, write_both, &rename, TX_CONCLUDE); // releases the locks there
 *     tx_end(&tx);                                 // struct tx is large: it lives on the fiber's stack
 *
 * Invariants
 *   T1  A part runs only when nothing conflicting with a lower number is unfinished on its shard.
 *   T2  Waits go from higher numbers to lower ones only, so there is no deadlock: a part that
 *       would queue behind a conflicting higher number is refused and the transaction takes a new number.
 *   T3  Writes happen only in a concluding hop, or behind locks that are held to the end and keep everybody
 *       from what was written: so nobody sees a half.
 *   T4  No part runs before all parts hold their locks: at that moment the transaction happens. If each part
 *       ran as soon as it could, a part could show a state to which another transaction, queued before
 *       this one elsewhere and still on its way here, was yet to be added; whoever saw the first and
 *       then missed the second would see time run backwards.
 *
 * A transaction may carry several commands (exec.h). Then it is begun with the keys of all of them; single-shard
 * commands run in its own hops, and the handlers of the others begin a transaction *within* it (call->within): that
 * one takes no locks and gives none back, its hops run behind the outer one's. All hops see one instant.
 *
 * Where clients wait for keys (blocking.h), a transaction that has made some ready serves them before it gives the locks
 * of their shards back; and where movers wait for a key that it may fill, it finds out at its first hop, before anything
 * has run, takes a wider set of locks, and runs within these. */
#pragma once

#include "base/buffer.h"
#include "engine/command.h"
#include "engine/journal.h"
#include "engine/locks.h"
#include "engine/own_writes.h"
#include "sys/fiber.h"
#include "sys/mailbox.h"

struct tx;
struct core;

struct tx_key {
    struct key key;
    unsigned arg; /* index in call->argv */
    unsigned db;
    bool is_exclusive;
    bool is_only_taken; /* nothing is put there: who waits for it is not woken */
};

struct wait_queue;
struct extra_key;

/* The part of a transaction on one shard. Callbacks get it on that shard's core. */
struct tx_part {
    struct mail mail;
    struct tx *tx;
    struct core *core;
    struct call
        call; /* shard, db, now and argv are set; reply is not (write to memory of your own) */
    unsigned first_key, key_count; /* in tx->order: the keys of this part, in command order */
    struct lock_claim claim;       /* the locks it holds or waits for */
    bool is_entered;               /* claim stands in the queues */
    bool is_refused;
    bool is_waiting;                          /* when it had entered, its claim was not ready */
    bool has_run;                             /* as the last part to enter */
    bool is_wanted;                           /* it takes part in the next tx_hop_wanted */
    void (*when_ready)(struct tx_part *part); /* what to do then, or NULL */
    struct buffer notices;                    /* of its keys' events, published at the end */
    /* engine/blocking.h: queues that it has marked; keys that have to be locked, too. */
    struct wait_queue *ready_first, *ready_last;
    struct extra_key *extra_first;
    /* The log: what it wrote, and who waits until that is durable (engine/journal.h). Of the outermost transaction's part. */
    bool may_write, has_written, has_mark;
    struct journal_wait durable;
    uint64_t held_since;      /* cycles: the disk holds up its answer; 0: it does not */
    struct own_write written; /* where that was, if has_written, once it has ended */
    bool
        has_movers; /* movers wait for keys that it may fill, and all of their targets are locked */
};

enum { TX_FEW = 8 };
enum tx_scope { TX_KEYS, TX_ALL_SHARED /* whole shards, reading */, TX_ALL_EXCLUSIVE };
enum tx_hop_kind { TX_KEEP, TX_CONCLUDE };

struct tx {
    struct call *call;
    struct core *home; /* of the fiber that runs it */
    uint64_t id;
    enum tx_scope scope;
    struct tx_key *keys; /* in the order of the arguments */
    unsigned key_count;
    unsigned *order; /* key numbers grouped by part */
    struct tx_part *parts;
    unsigned part_count;
    struct event done;
    unsigned pending;      /* parts that have not answered the message under way */
    enum tx_hop_kind kind; /* of the hop under way */
    void (*callback)(struct tx_part *part);
    void *arg;
    bool is_scheduled;
    bool has_parts;
    bool is_begun; /* a hop was made */
    bool
        keeps_notices; /* events are heard: they are published in order, while the locks are held */
    bool is_writer;    /* some command in it writes */
    bool keeps_all; /* movers may go from any of its shards to any: no part leaves before the end */
    bool has_one_instant; /* all hops see the time when the locks were held */
    int64_t now_ms;       /* that time, once it is known; 0: the time of each hop */
    struct tx *outer;     /* that it runs within, or NULL */
    struct tx *wide;      /* the same, made because its keys alone did not do (K5 of blocking.h) */
    struct extra_key *extras;   /* of a wide one: where names of its keys stand */
    const struct tx_key **held; /* of a wide one: its keys in the order of their hashes */
    uint64_t mark_order;        /* of what the hop marks (K4) */
    unsigned writers;   /* parts that may write, each of which ends with a mark in its log */
    uint8_t durability; /* of its client, enum durability */
    struct core *only;  /* the one shard that is locked whole, or NULL: all */
    unsigned keys_size;
    struct tx_key few_keys[TX_FEW];
    unsigned few_order[TX_FEW];
    struct tx_part few_parts[2];
};

/* Keys as the command's key specs find them; exclusive where the spec says RW, OW or RM. */
void tx_begin(struct tx *tx, struct call *call);
/* For commands whose keys are elsewhere (COPY … DB n, SWAPDB): begin without keys, add, then hop. */
void tx_begin_empty(struct tx *tx, struct call *call);
void tx_add_key(struct tx *tx, unsigned arg, unsigned db, bool is_exclusive);
void tx_add(struct tx *tx, const struct key *key, unsigned arg, unsigned db, bool is_exclusive);
void tx_begin_all(struct tx *tx, struct call *call, bool is_exclusive); /* every shard, whole */
/* One shard, whole, for reading (SCAN). */
void tx_begin_shard(struct tx *tx, struct call *call, struct core *core);
/* Finds the parts, which the first hop does otherwise: for who wants to know their number before. */
void tx_make_parts(struct tx *tx);
/* Runs callback once on every involved shard (each part of it), in parallel; waits until all ran. The first
 * hop takes the locks; a TX_CONCLUDE hop gives them back. */
void tx_hop(struct tx *tx, void (*callback)(struct tx_part *part), void *arg,
            enum tx_hop_kind kind); /* waits */
/* A TX_KEEP hop, not the first one, that runs on the parts whose is_wanted is set. */
void tx_hop_wanted(struct tx *tx, void (*callback)(struct tx_part *part), void *arg); /* waits */
/* Publishes the events that the parts have kept, in the order of their numbers: for who runs several commands (EXEC);
 * tx_end does it for the others. Its locks are still held, so who hears of a key sees it as it is then. */
void tx_publish_notices(struct tx *tx);
void tx_end(struct tx *tx); /* serves who waits, concludes if need be (waits), frees */

/* It, or what it runs within, has written already. On its coordinator's core, between hops. */
bool tx_has_written(const struct tx *tx);

/* The part on that core, or NULL. */
struct tx_part *tx_part_on(const struct tx *tx, const struct core *core);

/* The i-th key of a part. */
static inline const struct tx_key *tx_part_key(const struct tx_part *part, unsigned i) {
    return &part->tx->keys[part->tx->order[part->first_key + i]];
}
/* Number of that key in the order of the command's keys (for results in reply order). */
static inline unsigned tx_part_key_number(const struct tx_part *part, unsigned i) {
    return part->tx->order[part->first_key + i];
}
/* The part's call with its db set to that of key i: what store_* functions take. */
static inline struct call *tx_part_call(struct tx_part *part, unsigned i) {
    part->call.db = tx_part_key(part, i)->db;
    part->call.notice_number = tx_part_key_number(part, i);
    return &part->call;
}
