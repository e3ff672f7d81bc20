/* usage.h - processor time and memory of a process, from /proc. */
#pragma once

#include <stdint.h>

/* All fields grow while the process lives; take two and subtract. */
struct usage {
    uint64_t cpu_ns;  /* run by all threads, ended ones included, to the nanosecond */
    uint64_t wait_ns; /* runnable, but another task had the CPU: the machine was busy */
    uint64_t user_ns; /* the split of cpu_ns, in ticks of 10 ms */
    uint64_t system_ns;
    uint64_t rss_bytes; /* as it is now */
};

/* Reads the usage of a process. Returns 0 or a negative errno. Time of threads that ended is only
 * in user_ns and system_ns; where the process's clock cannot be read, cpu_ns is their sum. */
int usage_read(struct usage *usage, uint64_t pid);

/* Returns what was used between two readings; memory is that of `after`. */
struct usage usage_between(const struct usage *before, const struct usage *after);
