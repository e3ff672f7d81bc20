/* log/old_runs.c - finding, weighing and removing them. */
#include "log/old_runs.h"

#include <errno.h>
#include <stdio.h>

#include "base/buffer.h"
#include "base/memory.h"
#include "log/retention.h"
#include "sys/disk.h"

enum { PATH_LEN = 4200, REMOVED_AT_ONCE = 16 };

struct old_run {
    int64_t end_ms;
    uint64_t bytes;
};

struct old_runs {
    char *root;
    struct old_run *runs; /* ascending */
    size_t count, size;
};

struct old_runs *old_runs_create(const char *root) {
    struct old_runs *runs = memory_alloc_zeroed(sizeof *runs);
    runs->root = memory_copy_text(bytes_of_string(root));
    return runs;
}

void old_runs_destroy(struct old_runs *runs) {
    memory_free(runs->root);
    memory_free(runs->runs);
    memory_free(runs);
}

int old_runs_keep(const char *root) {
    char name[RETENTION_NAME_MAX];
    retention_name(clock_wall_us() / 1000, name);
    return manifest_keep(root, name);
}

bool old_runs_oldest(const struct old_runs *runs, int64_t *end_ms) {
    if (runs->count > 0) *end_ms = runs->runs[0].end_ms;
    return runs->count > 0;
}

uint64_t old_runs_bytes(const struct old_runs *runs) {
    uint64_t sum = 0;
    for (size_t i = 0; i < runs->count; i++) sum += runs->runs[i].bytes;
    return sum;
}

/* ---- looking ---- */

/* In one of its directories. */
struct run_files {
    char directory[PATH_LEN];
    struct buffer names; /* some of them, each ended by a zero */
    unsigned count;
    uint64_t bytes;
};

static void directory_of(const struct old_runs *runs, const struct manifest_root *run,
                         unsigned core, char path[PATH_LEN]) {
    const char *name = run->paths[core];
    if (name[0] == '/')
        snprintf(path, PATH_LEN, "%s", name);
    else
        snprintf(path, PATH_LEN, "%.3500s/%s", runs->root, name);
}

/* False if it cannot be read, or does not end before the log that goes on. */
static bool read_run(const struct old_runs *runs, int64_t end_ms, struct manifest_root *run) {
    char name[RETENTION_NAME_MAX], error[MANIFEST_ERROR];
    struct manifest_root counts;
    retention_name(end_ms, name);
    if (manifest_read_root_as(runs->root, name, run, error) < 0) return false;
    bool is_old = manifest_read_root(runs->root, &counts, error) == 0 && run->run < counts.run;
    manifest_clear_root(&counts);
    if (!is_old) manifest_clear_root(run);
    return is_old;
}

static void weigh_name(void *arg, const char *name) {
    struct run_files *files = arg;
    char path[PATH_LEN + 256];
    struct disk_file *file;
    uint64_t size = 0;
    snprintf(path, sizeof path, "%s/%s", files->directory, name);
    if (disk_open(path, 0, &file) < 0) return;
    if (disk_size(file, &size) == 0) files->bytes += size;
    disk_close(file);
}

static uint64_t weigh(const struct old_runs *runs, const struct manifest_root *run) {
    struct run_files *files = memory_alloc_zeroed(sizeof *files);
    for (unsigned i = 0; i < run->cores; i++) {
        directory_of(runs, run, i, files->directory);
        int ignored = disk_list(files->directory, weigh_name, files);
        (void)ignored; /* it is only to be looked at */
    }
    uint64_t bytes = files->bytes;
    memory_free(files);
    return bytes;
}

void old_runs_read(struct old_runs *runs) {
    int64_t *times_ms;
    size_t count;
    struct manifest_root run;
    int result = retention_list(runs->root, &times_ms, &count);
    runs->count = 0;
    for (size_t i = 0; i < count && result == 0; i++) {
        if (!read_run(runs, times_ms[i], &run)) continue;
        runs->runs = memory_room_for_one(runs->runs, runs->count, &runs->size, sizeof *runs->runs);
        runs->runs[runs->count++] = (struct old_run){times_ms[i], weigh(runs, &run)};
        manifest_clear_root(&run);
    }
    memory_free(times_ms);
}

/* ---- removing ---- */

static void take_name(void *arg, const char *name) {
    struct run_files *files = arg;
    if (files->count++ < REMOVED_AT_ONCE)
        buffer_append(&files->names, bytes_of(name, strlen(name) + 1));
}

/* Some files, or the directory itself when it is empty. False if there is no more to be done. */
static bool remove_some(struct run_files *files) {
    char path[PATH_LEN + 256];
    files->names.len = 0;
    files->count = 0;
    int error = disk_list(files->directory, take_name, files);
    if (error < 0 || files->count == 0) {
        if (error == 0) error = disk_remove_directory(files->directory);
        if (error < 0 && error != -ENOENT)
            log_line('#', "%s cannot be removed: %s", files->directory, strerror(-error));
        return false;
    }
    for (size_t at = 0; at < files->names.len; at += strlen(files->names.data + at) + 1) {
        snprintf(path, sizeof path, "%s/%s", files->directory, files->names.data + at);
        error = disk_remove(path);
        if (error < 0) log_line('#', "%s cannot be removed: %s", path, strerror(-error));
        if (error < 0) return false;
    }
    return true;
}

/* Its root goes last, so that the next start goes on with it. */
static void forget_oldest(struct old_runs *runs) {
    char path[PATH_LEN], name[RETENTION_NAME_MAX];
    retention_name(runs->runs[0].end_ms, name);
    snprintf(path, sizeof path, "%.4000s/%s", runs->root, name);
    int ignored = disk_remove(path); /* the next start tries again */
    (void)ignored;
    memmove(runs->runs, runs->runs + 1, --runs->count * sizeof *runs->runs);
}

void old_runs_remove_some(struct old_runs *runs) {
    struct run_files *files = memory_alloc_zeroed(sizeof *files);
    struct manifest_root run;
    bool is_more = false;
    if (read_run(runs, runs->runs[0].end_ms, &run)) {
        for (unsigned i = 0; i < run.cores && !is_more; i++) {
            directory_of(runs, &run, i, files->directory);
            is_more = remove_some(files);
        }
        manifest_clear_root(&run);
    }
    if (!is_more) forget_oldest(runs);
    buffer_clear(&files->names);
    memory_free(files);
}
