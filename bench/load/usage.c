/* usage.c - reads the CPU clock of a process, /proc/PID/stat, statm and task/<thread>/schedstat.
 *
 * The clock, not the sum over threads: it also holds what threads ran that have ended since. */
#include "usage.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int read_file(const char *path, char *out, size_t room) {
    FILE *file = fopen(path, "re");
    if (!file) return -errno;
    size_t size = fread(out, 1, room - 1, file);
    fclose(file);
    out[size] = 0;
    return size ? 0 : -EIO;
}

/* Adds up the threads' time waiting for a CPU. */
static int read_threads(struct usage *usage, uint64_t pid) {
    char path[512], text[128];
    snprintf(path, sizeof path, "/proc/%llu/task", (unsigned long long)pid);
    DIR *threads = opendir(path);
    if (!threads) return -errno;
    for (struct dirent *entry; (entry = readdir(threads));) {
        unsigned long long run, wait;
        if (*entry->d_name == '.') continue;
        snprintf(path, sizeof path, "/proc/%llu/task/%s/schedstat", (unsigned long long)pid,
                 entry->d_name);
        if (read_file(path, text, sizeof text) || sscanf(text, "%llu %llu", &run, &wait) != 2)
            continue; /* a thread may end while we look, or the kernel has no schedstat */
        usage->wait_ns += wait;
    }
    closedir(threads);
    return 0;
}

int usage_read(struct usage *usage, uint64_t pid) {
    char path[64], text[1024];
    unsigned long long user, system, pages;
    uint64_t tick_ns = 1000000000u / (uint64_t)sysconf(_SC_CLK_TCK);
    *usage = (struct usage){0};
    snprintf(path, sizeof path, "/proc/%llu/stat", (unsigned long long)pid);
    int result = read_file(path, text, sizeof text);
    if (result) return result;
    /* The name, field 2, is in parentheses and may contain anything; field 14 is user time. */
    const char *after_name = strrchr(text, ')');
    if (!after_name ||
        sscanf(after_name + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu", &user,
               &system) != 2)
        return -EIO;
    usage->user_ns = user * tick_ns;
    usage->system_ns = system * tick_ns;
    snprintf(path, sizeof path, "/proc/%llu/statm", (unsigned long long)pid);
    if (!read_file(path, text, sizeof text) && sscanf(text, "%*u %llu", &pages) == 1)
        usage->rss_bytes = pages * (uint64_t)sysconf(_SC_PAGESIZE);
    clockid_t clock;
    struct timespec used;
    if (!clock_getcpuclockid((pid_t)pid, &clock) && !clock_gettime(clock, &used))
        usage->cpu_ns = (uint64_t)used.tv_sec * 1000000000u + (uint64_t)used.tv_nsec;
    result = read_threads(usage, pid);
    if (!usage->cpu_ns) usage->cpu_ns = usage->user_ns + usage->system_ns;
    return result;
}

struct usage usage_between(const struct usage *before, const struct usage *after) {
    return (struct usage){
        .cpu_ns = after->cpu_ns - before->cpu_ns,
        .wait_ns = after->wait_ns - before->wait_ns,
        .user_ns = after->user_ns - before->user_ns,
        .system_ns = after->system_ns - before->system_ns,
        .rss_bytes = after->rss_bytes,
    };
}
