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
 *   T3  Writes happen only in a concluding hop, so nobody sees a half.
 *   T4  No part runs before all parts hold their locks: at that moment the transaction happens. If each part
 *       ran as soon as it could, a part could show a state to which another transaction, queued before
 *       this one elsewhere and still on its way here, was yet to be added; whoever saw the first and
 *       then missed the second would see time run backwards. */
#pragma once

#include "base/buffer.h"
#include "engine/command.h"
#include "engine/locks.h"
#include "sys/fiber.h"
#include "sys/mailbox.h"

struct tx;
struct core;

struct tx_key {
    struct key key;
    unsigned arg; /* index in call->argv */
    unsigned db;
    bool is_exclusive;
};

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
    void (*when_ready)(struct tx_part *part); /* what to do then, or NULL */
    struct buffer notices;                    /* of its keys' events, published at the end */
};

enum { TX_FEW = 8 };
enum tx_scope { TX_KEYS, TX_ALL_SHARED /* whole shards, reading */, TX_ALL_EXCLUSIVE };
enum tx_hop_kind { TX_KEEP, TX_CONCLUDE };

struct tx {
    struct call *call;
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
    bool
        keeps_notices; /* events are heard: they are published in order, while the locks are held */
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
void tx_begin_all(struct tx *tx, struct call *call, bool is_exclusive); /* every shard, whole */
/* Runs callback once on every involved shard (each part of it), in parallel; waits until all ran. The first
 * hop takes the locks; a TX_CONCLUDE hop gives them back. */
void tx_hop(struct tx *tx, void (*callback)(struct tx_part *part), void *arg,
            enum tx_hop_kind kind); /* waits */
void tx_end(struct tx *tx);         /* concludes if need be (waits), frees */

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
