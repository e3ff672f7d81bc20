/* How many CPUs this process may use: those of its affinity mask, cut by the quota of every control
 * group it is in (a container with "--cpus 2" sees all CPUs of its host, but gets the time of two). */
#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sys/process.h"

/* The mask of this process; grown until the kernel's fits. Free it with CPU_FREE. */
static cpu_set_t *read_affinity(size_t *size, int *cpus) {
    for (*cpus = 1024; *cpus <= 1 << 20; *cpus *= 2) {
        cpu_set_t *set = CPU_ALLOC((size_t)*cpus);
        *size = CPU_ALLOC_SIZE((size_t)*cpus);
        if (set == NULL) return NULL;
        if (sched_getaffinity(0, *size, set) == 0) return set;
        CPU_FREE(set);
    }
    return NULL;
}

/* cpu.max of version 2: "QUOTA PERIOD", or "max PERIOD". 0: no limit. */
static double read_quota_v2(const char *folder) {
    char path[512];
    char quota[32];
    double period;
    snprintf(path, sizeof path, "%s/cpu.max", folder);
    FILE *file = fopen(path, "re");
    if (file == NULL) return 0;
    int fields = fscanf(file, "%31s %lf", quota, &period);
    fclose(file);
    return fields == 2 && period > 0 && strcmp(quota, "max") != 0 ? atof(quota) / period : 0;
}

static double read_number(const char *folder, const char *name) {
    char path[512];
    double value = 0;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "re");
    if (file == NULL) return 0;
    if (fscanf(file, "%lf", &value) != 1) value = 0;
    fclose(file);
    return value;
}

static double read_quota_v1(const char *folder) {
    double quota = read_number(folder, "cpu.cfs_quota_us"); /* -1: none */
    double period = read_number(folder, "cpu.cfs_period_us");
    return quota > 0 && period > 0 ? quota / period : 0;
}

/* The least quota of the group at root + path and of all its parents. */
static double least_quota(const char *root, const char *path, double (*read_quota)(const char *)) {
    char folder[400];
    double least = 0;
    snprintf(folder, sizeof folder, "%s%s", root, path);
    for (;;) {
        double quota = read_quota(folder);
        if (quota > 0 && (least == 0 || quota < least)) least = quota;
        char *slash = strrchr(folder, '/');
        if (slash == NULL || strlen(folder) <= strlen(root)) return least;
        *slash = '\0';
    }
}

/* /proc/self/cgroup: lines "0::/path" (version 2) and "N:cpu,cpuacct:/path" (version 1). */
static double cgroup_quota(void) {
    FILE *file = fopen("/proc/self/cgroup", "re");
    if (file == NULL) return 0;
    char line[400];
    double least = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        char *controllers = strchr(line, ':');
        char *path = controllers == NULL ? NULL : strchr(controllers + 1, ':');
        if (path == NULL) continue;
        *path++ = '\0';
        if (strcmp(path, "/") == 0) path++;
        double quota = 0;
        if (controllers[1] == '\0')
            quota = least_quota("/sys/fs/cgroup", path, read_quota_v2);
        else if (strncmp(controllers + 1, "cpu", 3) == 0 && strcmp(controllers + 1, "cpuset") != 0)
            quota = least_quota("/sys/fs/cgroup/cpu", path, read_quota_v1);
        if (quota > 0 && (least == 0 || quota < least)) least = quota;
    }
    fclose(file);
    return least;
}

unsigned machine_affinity(void) {
    size_t size;
    int cpus;
    cpu_set_t *set = read_affinity(&size, &cpus);
    unsigned count = set == NULL ? 1 : (unsigned)CPU_COUNT_S(size, set);
    CPU_FREE(set);
    return count;
}

unsigned machine_cpus(void) {
    unsigned count = machine_affinity();
    double quota = cgroup_quota();
    if (quota > 0 && ceil(quota) < count) count = (unsigned)ceil(quota);
    return count > 0 ? count : 1;
}

void cpu_pin(unsigned nth) {
    size_t size;
    int cpus;
    cpu_set_t *set = read_affinity(&size, &cpus);
    if (set == NULL) return;
    unsigned wanted = nth % (unsigned)CPU_COUNT_S(size, set);
    for (int cpu = 0; cpu < cpus; cpu++) {
        if (!CPU_ISSET_S((size_t)cpu, size, set) || wanted-- > 0) continue;
        CPU_ZERO_S(size, set);
        CPU_SET_S((size_t)cpu, size, set);
        if (sched_setaffinity(0, size, set) != 0)
            log_line('#', "Core %u could not be pinned to CPU %d", nth, cpu);
        break;
    }
    CPU_FREE(set);
}
