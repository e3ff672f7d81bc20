/* The program's own log, in Redis's form: "1234:M 30 Nov 2026 10:28:01.123 * Ready". One write per
 * line to a descriptor opened for appending, so lines of several threads do not mix. */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "sys/atomic.h"
#include "sys/machine_internal.h"

enum { LINE_MAX_LEN = 1024 };

static atomic_int log_fd = STDOUT_FILENO;
static atomic_int least_rank = 2; /* '*' */

static int rank_of(char level) {
    static const char levels[] = ".-*#";
    const char *found = strchr(levels, level);
    return found == NULL || level == '\0' ? 4 : (int)(found - levels); /* 4: above all */
}

void log_set_level(char least) {
    atomic_store_explicit(&least_rank, rank_of(least), memory_order_relaxed);
}

int log_open(const char *path) {
    int fd = STDOUT_FILENO;
    if (path[0] != '\0') {
        fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
        if (fd < 0) return -errno;
    }
    int before = rmw_exchange(&log_fd, fd, memory_order_relaxed);
    if (before != STDOUT_FILENO) close(before);
    return 0;
}

void log_line(char level, const char *format, ...) {
    if (machine->drops_log_lines ||
        rank_of(level) < atomic_load_explicit(&least_rank, memory_order_relaxed))
        return;
    char line[LINE_MAX_LEN + 2];
    int64_t now_us = clock_wall_us();
    time_t seconds = (time_t)(now_us / 1000000);
    struct tm local;
    localtime_r(&seconds, &local);
    char date[40];
    strftime(date, sizeof date, "%d %b %Y %H:%M:%S", &local);
    int pid = machine->pid != NULL ? machine->pid() : (int)getpid();
    int len = snprintf(line, LINE_MAX_LEN, "%d:M %s.%03d %c ", pid, date,
                       (int)(now_us / 1000 % 1000), level);
    va_list args;
    va_start(args, format);
    len += vsnprintf(line + len, LINE_MAX_LEN - (size_t)len, format, args);
    va_end(args);
    if (len >= LINE_MAX_LEN) len = LINE_MAX_LEN - 1;
    line[len++] = '\n';
    ssize_t ignored = write(atomic_load_explicit(&log_fd, memory_order_relaxed), line, (size_t)len);
    (void)ignored; /* there is nobody to tell */
}
