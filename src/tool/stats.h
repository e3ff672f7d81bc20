/* tool/stats.h - how much of a log is still needed, by type and by file, as bars. */
#pragma once

#include "tool/output.h"
#include "tool/progress.h"

/* 0; 1: the log is damaged; 2: there is none. */
int stats_run(const char *directory, struct output *output, struct progress *progress);
