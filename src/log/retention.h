/* log/retention.h - what one core's log was: files that compaction has superseded, kept for a time.
 *
 * Nothing is copied and nothing is moved but manifests: bases and log files stay where they are under their names, which a
 * start passes over because the manifest does not name them. What can be done with them is said by points:
 *
 *     kept-0001795000000000    a manifest that was, named by the Unix time in ms at which it was installed
 *
 * From a point's bases, and the log from its first file on, every later moment can be had (`anax-log restore`). So a log file
 * is kept as long as some point needs it, and a base as long as some point names it. A point is made of the manifest that
 * is just being replaced, when the last point is an eighth of the time to be kept older; bases of those in between
 * go at once. A point goes when the next one, or the manifest that counts, is as old as the time to be kept: so the
 * oldest is between one and nine eighths of it old.
 *
 * Logs of another number of cores stay as a whole, and for replicas, too (log/old_runs.h).
 *
 *   H1  A point is durable before the manifest that replaces it; it is removed before what only it needs. Where the disk
 *       failed at that, a point may be there whose files are not: it does not count.
 *   H2  History holds up nothing: where a point cannot be made, compaction goes on without.
 *   H3  Numbers of transactions do not come again in what is kept, also after restarts that find none of the earlier ones
 *       in the log: where history is kept a server begins with the time in microseconds. */
#pragma once

#include "log/manifest.h"
#include "sys/loop.h"

struct retention;

/* Reads what is kept in the directory of a core, whose manifest this is; root: the log's directory, for the one core that
 * removes older runs, else NULL. Blocking. What cannot be read is passed over, and said in the server's log. */
struct retention *retention_open(const char *directory, const struct manifest *manifest,
                                 const char *root);
/* 0, or the negative errno with which the disk refused to say what is kept: then nothing may go because nobody seems to
 * need it. */
int retention_error(const struct retention *retention) __attribute__((warn_unused_result));
/* From now on its functions are called on this loop's thread; what is kept since then needs its clock. */
void retention_start(struct retention *retention, struct loop *loop);
void retention_close(struct retention *retention); /* it is not busy */
/* Superseded files are kept for so long; 0: none, and those that are go. Before it is called the log is not complete: no
 * manifest of it becomes a point, and nothing that is kept goes. */
void retention_set(struct retention *retention, int64_t keep_ms);

/* True if some point needs the file of this name. */
bool retention_needs(const struct retention *retention, const char *name);
/* Above the numbers of all bases that are kept. */
uint64_t retention_next_base(const struct retention *retention);

/* ---- around the replacing of a manifest ---- */

/* The base is not in the next manifest: true if its file is kept, or removed, from here. */
bool retention_takes_base(struct retention *retention, uint64_t number, uint64_t bytes);
void retention_before_install(struct retention *retention);
void retention_install(
    struct retention *retention); /* on a helper, before the manifest is written */
void retention_after_install(struct retention *retention, bool is_good);
/* The log file is below what the manifest needs: true if it is kept. */
bool retention_takes_segment(struct retention *retention, uint64_t number, uint64_t bytes);
/* Who gets the log files that are not kept any longer. */
void retention_on_release(struct retention *retention, void (*release)(void *arg, uint64_t number),
                          void *arg);

/* ---- now and then ---- */

/* Removes some of what is too old. */
void retention_look(struct retention *retention);
/* A run of the log has ended, and is kept. */
void retention_look_for_runs(struct retention *retention);
/* Those that the log goes on from stay, up to so many bytes, for replicas; before it is called they all do. */
void retention_keep_runs(struct retention *retention, uint64_t bytes);
bool retention_is_busy(const struct retention *retention);

struct retention_facts {
    uint64_t bytes;
    int64_t since_ms; /* all moments since then can be had; 0: nothing is kept, nor shall be */
};
void retention_facts(const struct retention *retention, struct retention_facts *facts);

/* ---- going back ---- */

/* The newest manifest in the directory, MANIFEST or a point, that holds nothing of any core beyond these batches: in manifest,
 * and what it is called. False if there is none, with the reason in error if one cannot be read (MANIFEST_ERROR bytes).
 * Blocking. */
enum { RETENTION_NAME_MAX = 32 };
bool retention_find(const char *directory, const uint64_t *batches, struct manifest *manifest,
                    char name[RETENTION_NAME_MAX], char *error);
/* The oldest one. */
bool retention_oldest(const char *directory, struct manifest *manifest,
                      char name[RETENTION_NAME_MAX], char *error);

/* ---- names ---- */

void retention_name(int64_t time_ms, char name[RETENTION_NAME_MAX]);
bool retention_time(const char *name, int64_t *time_ms); /* false if it is no such name */
/* The times of all points, or runs, in a directory, ascending; the caller frees them. 0 or a negative errno. */
int retention_list(const char *directory, int64_t **times_ms, size_t *count)
    __attribute__((warn_unused_result));
