/* engine/journal.h - the log of a core as the engine sees it: when it is written, how far it counts, and
 * who waits for that.
 *
 * What a command logs is in the open batch of its shard's writer (log/writer.h). Its number is a
 * ticket: the answer may leave, if it has to wait at all, when the line of that core (log/line.h)
 * has reached it. The line is what is durable, but for transactions over several cores: from the
 * first one on that is not known to be whole, core 0 draws the line for all. A core without such
 * transactions never asks it, so single-key load pays nothing.
 *
 *   J1  An answer that has to wait leaves only when the line of each core it comes from has reached the
 *       tickets of what it tells: of what its command wrote, and, if it read, of the last writes
 *       to what it read. (For reads a table of 4,096 places by the key's hash holds the greatest
 *       ticket; who shares a place only waits longer.)
 *   J2  Locks are not held for that: others go on with what is not durable yet, and wait in their turn.
 *
 * Without a log (`appendonly no`) a core has no journal, and every question is one branch. */
#pragma once

#include "engine/feed.h"
#include "log/writer.h"
#include "sys/mailbox.h"
#include "sys/timer.h"

struct compactor;
struct copies;
struct core;
struct engine;
struct key;
struct manifest;
struct recovery;
struct retention;
struct settings;

enum { JOURNAL_PLACES = 4096 };

struct journal_wait {
    struct journal_wait *next;
    uint64_t ticket;
    /* Of those that wait for replicas, too (engine/copies.h). */
    uint64_t lsns;
    int64_t since_ns;
    bool is_late; /* it leaves without their having it */
    void (*ready)(struct journal_wait *wait);
};

struct journal {
    struct core *core;
    struct writer *writer;
    struct compactor *compactor;
    struct retention *retention;
    struct feed feed;      /* by which it reads the effects, and marks */
    struct copies *copies; /* who waits for replicas; NULL: nobody has yet */
    bool gates;            /* answers wait (appendfsync always, min-sync-replicas) */
    uint64_t line;         /* of this core */
    /* Marks of transactions: the batch of the first that is not known to be of a whole one (0: none), of the
     * last, and those that core 0 does not know yet. */
    uint64_t unsure_from, last_mark;
    struct buffer unreported;
    uint64_t reported;                       /* what core 0 knows to be durable */
    struct journal_wait *waits, **waits_end; /* by ticket */
    struct timer hurry; /* somebody waits for transactions whose other cores have to be told */
    int64_t hurry_ns;   /* its next delay */
    uint64_t places[JOURNAL_PLACES];
    uint64_t place_of_all; /* the least that each of them counts as */
    bool has_asked;        /* core 0, for the lines of all, for the compactor */
    unsigned run;          /* engine->log_run when it was opened */
    uint8_t told_state;    /* enum log_state, as the engine knows it */
    uint64_t delayed;      /* how often writes had to wait because too much was not synced */
    int64_t looked_ns; /* when the compactor was last asked to look, and how much is not synced */
    char *directory;
    char *root;              /* of the log as a whole */
    uint64_t kept_for_bytes; /* what journal_keep_for_replicas has asked for last */
};

/* Whether log files that nothing else needs, and earlier runs, are kept for replicas. */
enum journal_keeping {
    KEEPING_UNKNOWN, /* yet: what is there stays */
    KEEPING_NOTHING, /* there has been no replica, nor is this one */
    KEEPING_SOME     /* repl-log-retention */
};

struct journal_options {
    const char *directory; /* of this core's files */
    const char *root;      /* of the log */
    bool
        is_partial; /* its bases are still to be made: no point of its history, until journal_set_retention */
    enum sync_policy policy;
    uint64_t first_batch, first_segment;
    const struct manifest *manifest; /* on the disk */
    const struct recovery *recovery; /* what was found, or NULL */
    bool compacts;
};

/* Makes the journal of a core, on that core, on a fiber: waits. Effects go there from now on. 0, or a
 * negative errno. */
int journal_open(struct core *core, const struct journal_options *options);
/* Effects go nowhere from now on; waits until all is on the disk. On a fiber of that core. */
void journal_close(struct core *core);
/* After all have been closed, on core 0: the numbers of batches begin anew with the next log. */
void journal_forget_line(struct engine *engine);
/* When the core ends; nothing is under way. */
void journal_destroy(struct journal *journal);

/* ---- tickets ---- */

/* Of everything that this shard has logged so far. */
static inline uint64_t journal_ticket(const struct journal *journal) {
    return writer_last_batch(journal->writer);
}
/* The key was written to: its readers wait for this ticket, too. */
void journal_note_write(struct journal *journal, const struct key *key);
/* What who has read this key waits for; never 0. */
uint64_t journal_ticket_of(const struct journal *journal, const struct key *key);
static inline bool journal_has_reached(const struct journal *journal, uint64_t ticket) {
    return ticket <= journal->line;
}
/* True if answers wait: durability is the client's (enum durability of engine/client.h). */
bool journal_gates(const struct journal *journal, unsigned durability);
/* They wait for replicas, too. */
bool journal_wants_copies(const struct journal *journal, unsigned durability);
/* More keys were written to than one would like to name: all readers wait for that. */
void journal_note_write_of_all(struct journal *journal);
/* Calls ready now if the line has reached the ticket, and replicas have it if they are to, else later. Of a client that
 * asks for more than the policy, the disk is told to hurry. */
void journal_wait_or_go(struct journal *journal, struct journal_wait *wait, uint64_t ticket,
                        unsigned durability);
/* On a fiber: everything that any core has logged so far is durable when it returns. */
void journal_sync_all(struct engine *engine);
/* ready is called on this core, later, when the line has reached the ticket. */
void journal_wait(struct journal *journal, struct journal_wait *wait, uint64_t ticket);

/* ---- now and then ---- */

enum { JOURNAL_LOOK_EVERY_NS = 2000000 };
void journal_look_now(struct journal *journal);
/* Before requests run: in the time since its last turn this core may have had no CPU, and too much be unsynced. */
static inline void journal_look(struct journal *journal, int64_t now_ns) {
    if (now_ns - journal->looked_ns >= JOURNAL_LOOK_EVERY_NS) journal_look_now(journal);
}

void journal_turn_end(struct journal *journal);
/* FLUSHDB, FLUSHALL, SWAPDB have run on this shard. */
void journal_note_global(struct journal *journal);
/* BGREWRITEAOF. */
void journal_compact(struct journal *journal);
void journal_set_policy(struct journal *journal, enum sync_policy policy);
/* auto-aof-rewrite-percentage, auto-aof-rewrite-min-size */
void journal_set_growth(struct journal *journal, const struct settings *settings);
/* What the core's replica_keeping and settings say, which may have changed. */
void journal_keep_for_replicas(struct core *core);
/* Superseded files are kept for so long (log/retention.h). */
void journal_set_retention(struct journal *journal, uint64_t keep_ms);
