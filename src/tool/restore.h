/* tool/restore.h - a new log, or a dump file, with the data as it was at some point.
 *
 * Batches of a core say when they were sealed; the point is a batch of each core, and what the line
 * (log/line.h) makes of them, so that no transaction is torn. It can lie as far back as files are kept
 * (log/retention.h), also in runs of another number of cores. */
#pragma once

#include "tool/output.h"
#include "tool/progress.h"

struct restore_options {
    const char *to; /* a time (tool/text.h), "CORE:BATCH", "lsn:PARTITION:LSN", or "end" */
    /* A directory that is not there, or empty; NULL: only say what is possible. */
    const char *out;
    bool is_rdb;     /* out is a file instead: a dump that Redis loads (tool/export.h) */
    unsigned clock;  /* enum history_clock: which, if the clock was set back */
    bool is_partial; /* a damaged log counts up to its damage */
    bool is_brief;   /* only the earliest possible point */
};

/* 0; 1: damage; 2: not possible, or the disk. */
int restore_run(const char *directory, const struct restore_options *options, struct output *output,
                struct progress *progress);
