/* repl/assemble.h - which records of a flow may be applied at once, and which have to wait for other flows, so that a
 * replica never shows half of what its primary did as one.
 *
 *   A1  A transaction over several cores of the primary has marks in the flows of all of them. It is shown when the line
 *       over the flows (log/line.h; places are those of records and marks in their flow) has passed all of them.
 *   A2  What one callback of the primary has logged stands together between two marks, in one frame. Where such a run goes
 *       to several cores of the replica it counts as a transaction of one part.
 *   A3  Behind a record that waits, all of its flow wait. What waits is applied together, from all flows as far as the
 *       line says: a joint. Each core of the replica sorts its share of it by assemble_merge.
 *   A4  A record without a key (FLUSHDB, SWAPDB) concerns all cores, so it always waits. The flows have the same ones in
 *       the same order, also where they come without marks (while a replica catches up), and a joint has each of them from every flow or from none: what came before it in any flow is
 *       applied before it.
 *
 * Pure. One struct assemble a flow, on the flow's core; the line is where all flows are known. */
#pragma once

#include "base/buffer.h"
#include "base/hash.h"

/* For the line: a transaction begins (parts 0), or has its mark. */
struct assemble_note {
    uint64_t tx, place;
    unsigned parts;
};

struct assemble {
    const uint16_t *core_of_partition; /* of the replica */
    unsigned flow, flows,
        partitions; /* which of how many; how many partitions a record without a key counts for */
    struct buffer held;     /* what waits, as in a frame */
    uint64_t place;         /* of the last record or mark that was held */
    uint64_t first;         /* of the first that is held now */
    uint64_t frame_first;   /* of the frame whose records are looked at */
    bool is_joining;        /* what was taken is not applied yet: all that comes waits */
    unsigned open;          /* transactions that have begun and have no mark yet */
    uint64_t runs, globals; /* for the names of those of A2, and of A4 without marks */
};

void assemble_init(struct assemble *assemble, unsigned flow, unsigned flows, unsigned partitions,
                   const uint16_t *core_of_partition);
void assemble_clear(struct assemble *assemble);
static inline bool assemble_holds(const struct assemble *assemble) {
    return assemble->held.len > 0;
}

/* A frame of the journal has come. lsns: how many LSNs its records take. */
enum assemble_way {
    ASSEMBLE_BAD,    /* it is malformed */
    ASSEMBLE_DIRECT, /* to be applied now, as a whole, on *core */
    ASSEMBLE_HELD /* kept; the line is to be told of the notes, and that the flow has come to assemble->place */
};
enum assemble_way assemble_frame(struct assemble *assemble, struct bytes payload, unsigned *core,
                                 uint64_t *lsns, struct buffer *notes);

/* Takes what is held up to that place: each record, marks left out, is appended (as in a frame) to the share of its core;
 * those without a key to all shares. Returns the LSNs that these records take. What comes before assemble_join, when they have been applied,
 * waits. */
uint64_t assemble_take(struct assemble *assemble, uint64_t place, struct buffer *shares,
                       unsigned cores);

static inline void assemble_join(struct assemble *assemble) {
    assemble->is_joining = false;
}

/* One core's shares of a joint, one from each flow, in the order in which to apply them. False if A4 does not hold. */
bool assemble_merge(struct bytes *shares, unsigned count,
                    bool (*apply)(void *arg, struct bytes record), void *arg);

/* FLUSHDB, SWAPDB, the in-sync set. */
bool assemble_is_global(struct bytes record);
/* The partition of a record with a key; false if it is malformed. */
bool assemble_partition(struct bytes record, uint16_t *partition);
