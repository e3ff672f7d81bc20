/* engine/load.h - starting with a log: what it says comes back, then it goes on.
 *
 * The cores run already and answer -LOADING. Each core loads, in slices between turns, what it had
 * written itself before; with another number of cores, the parts of the old ones are loaded aside,
 * dealt out by partition, and a new log begins with bases of what each core has now. The old one is
 * kept when the new one counts, as long as replicas, or this server as one, may want it (log/old_runs.h). */
#pragma once

#include "log/writer.h"

struct engine;

struct load_options {
    const char *directory;   /* of the log as a whole: its root manifest is here */
    const char *const *dirs; /* where cores' files go, in turn; none: below directory */
    unsigned dir_count;
    enum sync_policy policy;
    bool compacts;
    const uint64_t
        *limit;     /* load_log: nothing above these LSNs (PARTITIONS) comes back; NULL: all does */
    bool is_in_use; /* load_begin_log: clients write meanwhile */
};

enum { LOAD_ERROR = 1024 };

/* Reads the hash seed of the log that is there, before anything is hashed. 1: found; 0: there is no log; negative: the
 * reason is in error. Blocking. */
int load_hash_seed(const char *directory, uint64_t *seed, char *error);
/* On a fiber. False with the reason in error: nothing was changed then but what had been a torn end. With a limit a new log
 * begins with what came back, so that what is above it is gone. Where it has become a part of a base that is possible if the
 * log goes on from a run whose bases have less, or if all that was ever logged is still there (log/lineage.h). */
bool load_log(struct engine *engine, const struct load_options *options, char *error);

/* The same while the engine is in use and has no log: all that is there becomes the bases of a new one, which counts when
 * they are complete; writes go on. What an old log in that directory had does not count any more. */
bool load_begin_log(struct engine *engine, const struct load_options *options, char *error);
/* From now on both of them fail, and dump_load does, soon also those that are under way: the program ends. Any core. */
void load_cancel(struct engine *engine);
/* Sequentially consistent: who begins something after he has said so finds this out, or load_cancel's caller does. */
bool load_is_cancelled(const struct engine *engine);
/* No log any more: what was logged is durable, the files stay. On a fiber. */
void load_end_log(struct engine *engine);

/* On a fiber: what is there was brought by another way than the log. Test builds compare it with what is written from now
 * on. */
void load_fill_shadows(struct engine *engine);

/* At the end: others may have the directory of the log. */
void load_give_back_directory(struct engine *engine);

/* For INFO. */
struct load_progress {
    uint64_t bytes, bytes_done;
    int64_t started_ms;
};
void load_progress(const struct engine *engine, struct load_progress *progress);
