/* log/old_runs.h - logs that ended because the number of cores changed, or the log was begun anew: kept for a time.
 *
 * In the log's directory each has a copy of the root manifest that it had, named as in log/retention.h by the time at which it
 * ended. A crash may leave such a copy of the log that goes on: what is not older than the MANIFEST is none. Those that the log
 * goes on from (log/lineage.h) stay beyond their time, for replicas, up to so many bytes; of one that is larger the newest
 * log files do, without its bases: then it can be read back, but not gone back to. All of it is for a helper thread, but the
 * questions. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct old_runs;

struct old_runs *old_runs_create(const char *root); /* the log's directory */
void old_runs_destroy(struct old_runs *runs);
/* The root manifest is about to be replaced by one of other files. 0 or a negative errno. */
int old_runs_keep(const char *root) __attribute__((warn_unused_result));

/* On a helper: looks which there are, and which of them are kept for replicas, if so many bytes may be: what is too much of
 * those that have ended before that time goes. */
void old_runs_read(struct old_runs *runs, uint64_t keep_bytes, int64_t before_ms);
/* On a helper: removes some files of the oldest one, of the whole of it in the end. */
void old_runs_remove_some(struct old_runs *runs);

/* When the oldest one ended, and whether it is kept for replicas; false if there is none. */
bool old_runs_oldest(const struct old_runs *runs, int64_t *end_ms, bool *is_kept);
uint64_t old_runs_bytes(const struct old_runs *runs);
