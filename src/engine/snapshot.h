/* engine/snapshot.h - the data as it was at one moment, written out while it changes.
 *
 * A snapshot begins in a transaction that holds every shard: so it is between all others, over all
 * cores. From then on each core writes its shard out in slices between turns, in the order of the
 * keys' hashes, region by region (some 4 KiB, at most 32 keys). Before the first change in a region that is not
 * written yet the region is written at once, as it still is (the keyspace's hook, D2 of
 * data/keyspace.h): no fork, no second copy of the data, no write that waits for the disk.
 *
 *   S1  Each region is written once, before anything in it has changed since the beginning.
 *   S2  What is written but not yet on its way to the disk is bounded: the slices pause above AHEAD_MAX, and
 *       above the budget (3 % of the data) writes wait as they do for a log that is full. What is noted of big values, and
 *       such as are kept only for the snapshot, counts as well. A command that would change much of a big value at once waits
 *       until that is written, which comes next; one of many keys has their regions written bit by bit before (engine/way.h).
 *   S3  FLUSHALL, and FLUSHDB of more than a few keys, end the snapshot, as FLUSHALL does in Redis: what was
 *       to be written is gone.
 *
 * Several may be under way, each by itself. Costs: a bit for a region; a region more to be written for
 * the first change in it (4 KiB: some 2 microseconds, and what a turn brings may be a thousand such). A big value in it is not written then: it
 * is put off, and of what changes in it meanwhile the old state is noted (engine/preimage.h). */
#pragma once

#include "engine/core.h"

struct snapshot;
struct snapshot_part;
struct mutation;
struct preimage_wait;

/* What is written goes here, on the part's core: words of dump files (log/rdb_file.h), which begin with their database. */
struct snapshot_sink {
    /* Takes what chunk holds, and leaves it empty; calls snapshot_wrote when it is written. With snapshot_is_within the
     * next one of this part goes on with the same value: in a common file nobody else's may come between. */
    void (*take)(void *arg, struct snapshot_part *part, struct buffer *chunk);
    void *arg;
};

struct snapshot_options {
    const struct snapshot_sink *sinks; /* one for each core */
    bool compresses;
    struct tx *within; /* that holds every shard already; or NULL */
    size_t big;        /* values from so many bytes on are written bit by bit; 0: PREIMAGE_BIG */
};

/* On a fiber; returns when the moment has passed. */
struct snapshot *snapshot_begin(struct engine *engine, const struct snapshot_options *options);
/* On the same fiber: waits until all is written. False if it was cancelled. */
bool snapshot_wait(struct snapshot *snapshot);
void snapshot_destroy(struct snapshot *snapshot); /* after that */

/* From any core: what is not written yet will not be; snapshot_wait returns soon. */
void snapshot_cancel(struct snapshot *snapshot);

/* On the part's core: so many bytes that were taken are written, or will never be. */
void snapshot_wrote(struct snapshot_part *part, size_t bytes);
struct core *snapshot_core(const struct snapshot_part *part);
struct snapshot *snapshot_of(const struct snapshot_part *part);
bool snapshot_is_within(const struct snapshot_part *part);

struct snapshot_facts {
    uint64_t keys, keys_done; /* that there were, and that are encoded */
    uint64_t regions_ahead;   /* written because they were about to change */
    uint64_t bytes;
    uint64_t
        ahead_max; /* bytes encoded and not written, or noted: the most there were, summed over cores */
    uint64_t values_put_off; /* big ones, written bit by bit */
    uint64_t states_noted;   /* of what was about to change in them */
    uint64_t ways_made;      /* how often a command waited for a value to be written */
    uint64_t stalls;         /* how often the budget was spent, so that writes waited */
    uint64_t slice_max;      /* the most bytes encoded in one turn */
    unsigned version;        /* of the format that is needed to read it */
    bool was_flushed;
};
/* Any time; counts of other cores may be a little old. */
void snapshot_facts(const struct snapshot *snapshot, struct snapshot_facts *facts);

/* A snapshot has begun and is not destroyed. Any core; certain where its moment has passed. */
static inline bool snapshots_are_under_way(const struct engine *engine) {
    /* Relaxed: the transaction of the moment brings it to each core. */
    return atomic_load_explicit(&engine->snapshot_count, memory_order_relaxed) > 0;
}
/* On the key's shard: a command is about to change so many elements of this key's value. What else of its region would have to
 * be written then is written now. If the change is too much for a snapshot to note (S2), the value is written next, and the
 * wait told when it is (engine/preimage.h); if the budget is spent, when no more than half of it is. True: one of them. */
bool snapshot_is_in_the_way(struct shard *shard, unsigned db, const struct key *key,
                            uint64_t elements, struct preimage_wait *wait);

/* ---- for engine/shard.c ---- */

void snapshot_note(struct shard *shard, const struct mutation *mutation);
