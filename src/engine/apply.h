/* engine/apply.h - a primary's records, applied on the core that owns their keys.
 *
 * A record changes the shard as log/replay.h says, goes to the shard's log and feeds as it is, with the next LSN of its
 * partition, and does what a write does besides: it spoils a WATCH, wakes who waits, is told to subscribers of events, counts
 * as a change.
 *
 * Records come in runs. One that is applied by itself waits for the locks that clients hold on the shard, in the order of
 * the runs (apply_run); one that belongs to a transaction over several shards is applied within it (apply_record). */
#pragma once

#include "engine/core.h"
#include "engine/locks.h"
#include "log/replay.h"

struct applier;

/* Of the core, made when first asked for; with the core it goes. */
struct applier *apply_of(struct core *core);
void apply_destroy(struct core *core);
/* Groups that are open are dropped: another history begins. No run is under way. */
void apply_forget(struct core *core);

/* In a callback that has the shard for itself. False: a record is malformed, or cannot be what follows. The state of
 * this core is then not the primary's. */
bool apply_begin(struct core *core);
bool apply_record(void *core,
                  struct bytes record); /* one; the argument as assemble_merge wants it */
void apply_end(struct core *core);

struct apply_run {
    struct apply_run *next;
    struct core *core;
    struct bytes records; /* each behind its length, a varint; they stay until done is called */
    bool is_good;
    void (*done)(struct apply_run *run); /* may come before apply_run returns */
};
void apply_run(struct apply_run *run);
/* The same at once; false if it would have to wait. */
bool apply_now(struct core *core, struct bytes records, bool *is_good);

/* This core belongs to a replica from now on, or no longer: what happens by itself is silent, and keys whose time is over are
 * hidden but not removed. */
void apply_set_replica(struct core *core, bool is_replica);
