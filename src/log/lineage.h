/* log/lineage.h - the run of a log that counts, and those before it that it goes on from.
 *
 * A log whose number of cores changes, or that goes back to an earlier place, begins a new run, with bases of all there is. The
 * run before it stays for a while (log/old_runs.h): its records are the same history, up to where the new one began,
 * and what a replica has missed is read from there.
 *
 *      run 3, 2 cores   ────────────────┬── x x x (not ours any more: it went back)
 *      run 4, 4 cores                   └──────────┐
 *      run 5, 1 core                               └──────> counts
 *
 * Where a run began its first log files say, number 1 of each core. Once compaction has removed one of them there is a gap, and
 * the lineage ends there. A run that was begun with data from elsewhere (a full sync, a dump) goes on from none. */
#pragma once

#include "log/manifest.h"

enum { LINEAGE_PATH = 4096 };

struct lineage_run {
    struct manifest_root root;
    int64_t kept_ms; /* its root manifest is called so (retention_name); 0: it is the MANIFEST */
    bool has_start;  /* its log goes back to where it began: */
    uint64_t start[PARTITIONS]; /* the LSNs there */
    uint64_t end[PARTITIONS];   /* its records up to there are ours; UINT64_MAX: all */
};

struct lineage {
    char *root;               /* the log's directory */
    struct lineage_run *runs; /* the newest first */
    unsigned count;
};

/* Blocking. 0 or a negative errno, with one line in error (MANIFEST_ERROR). */
int lineage_read(const char *root, struct lineage *lineage, char *error)
    __attribute__((warn_unused_result));
void lineage_clear(struct lineage *lineage);
/* The directory of a core of that run. */
void lineage_path(const struct lineage *lineage, unsigned run, unsigned core,
                  char path[LINEAGE_PATH]);

/* Reads the head of a log file. False if it is not there, not begun, or not good. Blocking. */
struct segment_head;
bool lineage_head(const char *directory, uint64_t number, struct segment_head *head);
