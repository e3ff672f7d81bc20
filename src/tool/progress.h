/* tool/progress.h - a line on the terminal that says how far long work is. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct progress {
    bool is_shown; /* stderr is a terminal, or it was asked for */
    const char *what;
    int64_t shown_ns;
    bool has_line;
};

/* Often: prints at most some times a second, and nothing within the first second. */
void progress_tell(struct progress *progress, uint64_t done, uint64_t total);
/* Before anything else is printed. */
void progress_end(struct progress *progress);
