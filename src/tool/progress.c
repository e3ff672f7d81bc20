/* tool/progress.c - to stderr, one line that is written over. */
#include "tool/progress.h"

#include <stdio.h>

#include "sys/machine.h"

#define FIRST_NS 1000000000LL
#define NEXT_NS 200000000LL

void progress_tell(struct progress *progress, uint64_t done, uint64_t total) {
    if (!progress->is_shown) return;
    int64_t now_ns = clock_monotonic_ns();
    if (progress->shown_ns == 0) progress->shown_ns = now_ns + FIRST_NS - NEXT_NS;
    if (now_ns - progress->shown_ns < NEXT_NS) return;
    progress->shown_ns = now_ns;
    progress->has_line = true;
    double part = total > 0 ? 100.0 * (double)done / (double)total : 100.0;
    fprintf(stderr, "\r%s: %5.1f %% of %.1f MiB ", progress->what, part < 100 ? part : 100.0,
            (double)total / (1 << 20));
    fflush(stderr);
}

void progress_end(struct progress *progress) {
    if (progress->has_line) fprintf(stderr, "\r%*s\r", 70, "");
    progress->has_line = false;
    progress->shown_ns = 0;
}
