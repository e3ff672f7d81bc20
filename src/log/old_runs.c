/* log/old_runs.c - finding, weighing and removing them. */
#include "log/old_runs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/buffer.h"
#include "base/memory.h"
#include "log/base.h"
#include "log/files.h"
#include "log/lineage.h"
#include "log/retention.h"
#include "log/segment.h"
#include "sys/disk.h"
#include "sys/file.h"

enum { PATH_LEN = 4200, REMOVED_AT_ONCE = 16 };

struct old_run {
    int64_t end_ms;
    uint64_t run, bytes;
    bool is_kept; /* for replicas */
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
    char name[RETENTION_NAME_MAX], path[PATH_LEN];
    int64_t time_ms = clock_wall_us() / 1000;
    do {
        retention_name(time_ms++, name);
        snprintf(path, sizeof path, "%.4000s/%s", root, name);
    } while (file_exists(path) == 1); /* one may have ended just before */
    return manifest_keep(root, name);
}

bool old_runs_oldest(const struct old_runs *runs, int64_t *end_ms, bool *is_kept) {
    if (runs->count == 0) return false;
    *end_ms = runs->runs[0].end_ms;
    *is_kept = runs->runs[0].is_kept;
    return true;
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
    files->bytes += files_bytes(files->directory, name);
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

/* ---- kept for replicas ---- */

struct log_file {
    uint64_t number, bytes;
};

/* Of one directory. */
struct trimming {
    char directory[LINEAGE_PATH];
    struct log_file *files;
    size_t count, size;
    struct buffer bases; /* names, each ended by a zero */
};

static void sort_name(void *arg, const char *name) {
    struct trimming *trimming = arg;
    uint64_t number;
    if (base_number(name, &number))
        buffer_append(&trimming->bases, bytes_of(name, strlen(name) + 1));
    if (!segment_number(name, &number)) return;
    trimming->files = memory_room_for_one(trimming->files, trimming->count, &trimming->size,
                                          sizeof *trimming->files);
    trimming->files[trimming->count++] =
        (struct log_file){number, files_bytes(trimming->directory, name)};
}

static int by_number(const void *one, const void *other) {
    const struct log_file *a = one, *b = other;
    return a->number < b->number ? -1 : a->number > b->number;
}

static void remove_in(const struct trimming *trimming, const char *name) {
    char path[PATH_LEN + 256];
    snprintf(path, sizeof path, "%s/%s", trimming->directory, name);
    int ignored = disk_remove(path); /* it is tried again when the runs are looked at next */
    (void)ignored;
}

/* Returns how many bytes stay. */
static uint64_t trim_directory(struct trimming *trimming, uint64_t keep_bytes) {
    char name[SEGMENT_NAME_MAX];
    uint64_t sum = 0;
    trimming->count = trimming->bases.len = 0;
    int ignored = disk_list(trimming->directory, sort_name, trimming);
    (void)ignored; /* what is not seen stays */
    if (trimming->count > 1)
        qsort(trimming->files, trimming->count, sizeof *trimming->files, by_number);
    for (size_t at = 0; at < trimming->bases.len; at += strlen(trimming->bases.data + at) + 1)
        remove_in(trimming, trimming->bases.data + at);
    for (size_t i = 0; i < trimming->count; i++) sum += trimming->files[i].bytes;
    for (size_t i = 0; i < trimming->count && sum > keep_bytes; i++) {
        segment_name(trimming->files[i].number, name);
        remove_in(trimming, name);
        sum -= trimming->files[i].bytes;
    }
    return sum;
}

/* Its root says so first: nobody is to miss what has gone. */
static int note_trimmed(const struct lineage *lineage, unsigned number) {
    char name[RETENTION_NAME_MAX];
    struct manifest_root root = lineage->runs[number].root;
    if (root.is_trimmed) return 0;
    root.is_trimmed = true;
    retention_name(lineage->runs[number].kept_ms, name);
    return manifest_write_root_as(lineage->root, name, &root);
}

static uint64_t trim_run(const struct lineage *lineage, unsigned number, uint64_t keep_bytes) {
    struct trimming *trimming = memory_alloc_zeroed(sizeof *trimming);
    unsigned cores = lineage->runs[number].root.cores;
    uint64_t bytes = 0;
    bool is_noted = note_trimmed(lineage, number) == 0;
    for (unsigned i = 0; i < cores && is_noted; i++) {
        lineage_path(lineage, number, i, trimming->directory);
        bytes += trim_directory(trimming, keep_bytes / cores);
    }
    memory_free(trimming->files);
    buffer_clear(&trimming->bases);
    memory_free(trimming);
    return bytes;
}

static void keep_run(struct old_runs *runs, const struct lineage *lineage, unsigned number,
                     uint64_t *keep_bytes, int64_t before_ms) {
    uint64_t bytes = 0;
    for (size_t i = 0; i < runs->count; i++) {
        struct old_run *run = &runs->runs[i];
        if (run->run != lineage->runs[number].root.run) continue;
        run->is_kept = true;
        if (run->end_ms <= before_ms && run->bytes > *keep_bytes)
            run->bytes = trim_run(lineage, number, *keep_bytes);
        bytes = run->bytes;
    }
    *keep_bytes -= bytes < *keep_bytes ? bytes : *keep_bytes;
}

static void keep_lineage(struct old_runs *runs, uint64_t keep_bytes, int64_t before_ms) {
    char error[MANIFEST_ERROR];
    struct lineage lineage;
    if (lineage_read(runs->root, &lineage, error) < 0) return;
    for (unsigned i = 1; i < lineage.count && keep_bytes > 0; i++)
        keep_run(runs, &lineage, i, &keep_bytes, before_ms);
    lineage_clear(&lineage);
}

static void forget(const struct old_runs *runs, int64_t end_ms) {
    char path[PATH_LEN], name[RETENTION_NAME_MAX];
    retention_name(end_ms, name);
    snprintf(path, sizeof path, "%.4000s/%s", runs->root, name);
    int ignored = disk_remove(path); /* it is tried again when the runs are looked at next */
    (void)ignored;
}

/* Once a run was to end when there was a crash, and it went on: then it is there twice, and ended the second time. */
static struct old_run *place_for(struct old_runs *runs, uint64_t run) {
    if (runs->count > 0 && runs->runs[runs->count - 1].run == run) {
        forget(runs, runs->runs[runs->count - 1].end_ms);
        return &runs->runs[runs->count - 1];
    }
    runs->runs = memory_room_for_one(runs->runs, runs->count, &runs->size, sizeof *runs->runs);
    return &runs->runs[runs->count++];
}

void old_runs_read(struct old_runs *runs, uint64_t keep_bytes, int64_t before_ms) {
    int64_t *times_ms;
    size_t count;
    struct manifest_root run;
    int result = retention_list(runs->root, &times_ms, &count);
    runs->count = 0;
    for (size_t i = 0; i < count && result == 0; i++) {
        if (!read_run(runs, times_ms[i], &run)) continue;
        *place_for(runs, run.run) =
            (struct old_run){.end_ms = times_ms[i], .run = run.run, .bytes = weigh(runs, &run)};
        manifest_clear_root(&run);
    }
    memory_free(times_ms);
    if (runs->count > 0 && keep_bytes > 0) keep_lineage(runs, keep_bytes, before_ms);
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
    forget(runs, runs->runs[0].end_ms);
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
