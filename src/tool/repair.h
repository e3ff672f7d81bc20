/* tool/repair.h - what recovery would cut off is cut off durably; and of a damaged log what is before the
 * damage is kept, if that is wanted (salvage).
 *
 * Nothing of a salvage is removed: damaged files are copied, later ones renamed, to NAME.damaged, which a
 * server leaves alone. */
#pragma once

#include "tool/output.h"
#include "tool/progress.h"

struct repair_options {
    bool (*agrees)(void *arg, const char *question); /* NULL: yes to all */
    void *arg;
};

/* 0: it is, or has been made, whole; 1: it is still damaged; 2: there is no log, or the disk. */
int repair_run(const char *directory, const struct repair_options *options, struct output *output,
               struct progress *progress);
