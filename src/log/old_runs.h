/* log/old_runs.h - logs that ended because the number of cores changed, or the log was begun anew: kept as a whole for a time.
 *
 * In the log's directory each has a copy of the root manifest that it had, named as in log/retention.h by the time at which it
 * ended. A crash may leave such a copy of the log that goes on: what is not older than the MANIFEST is none. All of it is
 * for a helper thread, but the questions. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct old_runs;

struct old_runs *old_runs_create(const char *root); /* the log's directory */
void old_runs_destroy(struct old_runs *runs);
/* The root manifest is about to be replaced by one of other files. 0 or a negative errno. */
int old_runs_keep(const char *root) __attribute__((warn_unused_result));

/* On a helper: looks which there are. */
void old_runs_read(struct old_runs *runs);
/* On a helper: removes some files of the oldest one, of the whole of it in the end. */
void old_runs_remove_some(struct old_runs *runs);

/* When the oldest one ended; false if there is none. */
bool old_runs_oldest(const struct old_runs *runs, int64_t *end_ms);
uint64_t old_runs_bytes(const struct old_runs *runs);
