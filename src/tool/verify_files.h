/* tool/verify_files.h - the files of one core, each looked at for itself. For tool/verify.c. */
#pragma once

#include "tool/loaded.h"
#include "tool/output.h"

struct verifying {
    const struct place *place;
    struct output *output;
    struct progress *progress;
    unsigned problems;
    unsigned core;             /* at hand */
    struct manifest *manifest; /* its */
    /* Of what is kept a file is counted, and not told of. */
    bool is_history;
    uint64_t history_files, history_bytes;
};

/* Prints one, and counts it. name: of a file of the core at hand. */
void verify_problem(struct verifying *verifying, const char *name, uint64_t offset,
                    const char *format, ...) __attribute__((format(printf, 4, 5)));
void verify_base(struct verifying *verifying, const struct manifest_base *base);
/* All that are there with numbers from the manifest's first one on, below this one. */
void verify_log_files(struct verifying *verifying, uint64_t before);
/* What the records of the log say about each other: counts, numbers, heads. */
void verify_records(struct verifying *verifying);
/* Of what is kept of this log (log/retention.h): the core at hand; all earlier runs. */
void verify_history(struct verifying *verifying);
void verify_old_runs(struct verifying *verifying, const char *directory);
