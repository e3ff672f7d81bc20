/* What the kernel tells about this process and this computer. */
#include "sys/process.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

/* Reads a small file of /proc or /sys as text; false if it is not there. */
static bool read_text(const char *path, char *text, size_t size) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return false;
    size_t len = 0;
    ssize_t got;
    while (len < size - 1 && (got = read(fd, text + len, size - 1 - len)) > 0) len += (size_t)got;
    close(fd);
    text[len] = '\0';
    return true;
}

/* The number of kB behind a name such as "VmRSS:", in bytes. */
static uint64_t find_kilobytes(const char *text, const char *name) {
    const char *found = strstr(text, name);
    return found == NULL ? 0 : strtoull(found + strlen(name), NULL, 10) * 1024;
}

/* "max" and the huge numbers that cgroup v1 uses for no limit count as none: 0. */
static uint64_t read_limit(const char *path) {
    char text[64];
    if (!read_text(path, text, sizeof text)) return 0;
    uint64_t limit = strtoull(text, NULL, 10);
    return limit > (uint64_t)INT64_MAX / 2 ? 0 : limit;
}

static uint64_t count_open_files(void) {
    DIR *directory = opendir("/proc/self/fd");
    if (directory == NULL) return 0;
    uint64_t count = 0;
    struct dirent *entry;
    while ((entry = readdir(directory)) != NULL) count += entry->d_name[0] != '.';
    closedir(directory);
    return count - 1; /* opendir's own */
}

static uint64_t time_us(struct timeval time) {
    return (uint64_t)time.tv_sec * 1000000 + (uint64_t)time.tv_usec;
}

void process_facts_real(struct process_facts *facts) {
    char text[8192];
    *facts = (struct process_facts){.pid = (int)getpid()};
    if (read_text("/proc/self/status", text, sizeof text)) {
        facts->rss = find_kilobytes(text, "VmRSS:");
        facts->rss_peak = find_kilobytes(text, "VmHWM:");
    }
    if (read_text("/proc/meminfo", text, sizeof text))
        facts->memory_total = find_kilobytes(text, "MemTotal:");
    facts->memory_limit = read_limit("/sys/fs/cgroup/memory.max");
    if (facts->memory_limit == 0)
        facts->memory_limit = read_limit("/sys/fs/cgroup/memory/memory.limit_in_bytes");
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    facts->user_us = time_us(usage.ru_utime);
    facts->system_us = time_us(usage.ru_stime);
    getrusage(RUSAGE_CHILDREN, &usage);
    facts->children_user_us = time_us(usage.ru_utime);
    facts->children_system_us = time_us(usage.ru_stime);
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) facts->open_files_max = limit.rlim_cur;
    facts->open_files = count_open_files();
}

void machine_os(char *text, size_t size) {
    struct utsname name;
    if (machine_chosen() == MACHINE_SIM || uname(&name) != 0)
        snprintf(text, size, "Linux simulated");
    else
        snprintf(text, size, "%s %s %s", name.sysname, name.release, name.machine);
}

void machine_executable(char *text, size_t size) {
    ssize_t len = readlink("/proc/self/exe", text, size - 1);
    text[len < 0 ? 0 : len] = '\0';
}

uint64_t process_raise_open_files(uint64_t wanted) {
    struct rlimit limit;
    if (machine_chosen() == MACHINE_SIM) return wanted; /* its sockets are no files */
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 1024;
    if (limit.rlim_cur >= wanted) return limit.rlim_cur;
    struct rlimit higher = limit;
    if (higher.rlim_max < wanted) higher.rlim_max = wanted; /* only a privileged process may */
    higher.rlim_cur = wanted;
    if (setrlimit(RLIMIT_NOFILE, &higher) == 0) return wanted;
    higher = limit;
    higher.rlim_cur = wanted < limit.rlim_max ? wanted : limit.rlim_max;
    return setrlimit(RLIMIT_NOFILE, &higher) == 0 ? higher.rlim_cur : limit.rlim_cur;
}

static const char oom_path[] = "/proc/self/oom_score_adj";

int process_oom_score(int *score) {
    char text[16];
    if (machine_chosen() == MACHINE_SIM) {
        *score = 0;
        return 0;
    }
    if (!read_text(oom_path, text, sizeof text)) return -ENOENT;
    *score = atoi(text);
    return 0;
}

int process_set_oom_score(int score) {
    if (machine_chosen() == MACHINE_SIM) return 0;
    int fd = open(oom_path, O_WRONLY | O_CLOEXEC);
    if (fd < 0) return -errno;
    char text[16];
    int len = snprintf(text, sizeof text, "%d", score);
    int result = write(fd, text, (size_t)len) < 0 ? -errno : 0; /* lowering it takes a privilege */
    close(fd);
    return result;
}
