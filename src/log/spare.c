/* log/spare.c - making the next file, removing old ones.
 *
 * Both run on helper threads, on jobs that own all they touch. A few old files are kept to be used
 * again, because writing zeros to a new one writes all its bytes twice; the others are removed at
 * once, so that the disk's space follows the data's size. */
#include "log/spare.h"

#include <errno.h>
#include <stdio.h>

#include "base/memory.h"
#include "log/files.h"
#include "log/retention.h"
#include "log/segment.h"
#include "sys/fiber.h"

enum { PATH_MAX_LEN = 4096, ZEROS = 1 << 20, OLD_KEPT = 8 };

struct spare_job {
    struct spare *spare;
    char directory[PATH_MAX_LEN];
    uint64_t number, size, old; /* old: to be used again, or removed; 0: none */
    struct disk_file *file;
    bool is_filled;
    int error;
};

static void path_of(const struct spare_job *job, uint64_t number, char path[PATH_MAX_LEN + 64]) {
    char name[SEGMENT_NAME_MAX];
    segment_name(number, name);
    snprintf(path, PATH_MAX_LEN + 64, "%s/%s", job->directory, name);
}

static int fill(struct disk_file *file, uint64_t from, uint64_t size) {
    char *zeros = memory_alloc_aligned(ZEROS, DISK_ALIGN);
    memset(zeros, 0, ZEROS); /* pages that are there: the kernel stumbles over others */
    int error = 0;
    while (from < size && error == 0) {
        uint64_t len = size - from < ZEROS ? size - from : ZEROS;
        error = disk_write_now(file, from, bytes_of(zeros, len));
        from += len;
    }
    memory_free(zeros);
    return error;
}

static void make_file(void *arg) {
    struct spare_job *job = arg;
    char name[SEGMENT_NAME_MAX], old[SEGMENT_NAME_MAX];
    segment_name(job->number, name);
    segment_name(job->old, old);
    uint64_t len = 0;
    job->error = files_use_again(job->directory, job->old != 0 ? old : NULL, name, &job->file);
    if (job->error < 0) return;
    job->error = disk_size(job->file, &len);
    if (job->error == 0 && job->is_filled)
        job->error = fill(job->file, len, job->size);
    else if (job->error == 0 && len < job->size)
        job->error = disk_reserve(job->file, job->size);
    if (job->error == 0 && len > job->size) job->size = len;
    if (job->error == 0) job->error = disk_sync_now(job->file);
    if (job->error == 0) job->error = disk_sync_directory(job->directory);
    if (job->error == 0) return;
    char path[PATH_MAX_LEN + 64];
    disk_close(job->file);
    job->file = NULL;
    path_of(job, job->number, path);
    int ignored = disk_remove(path); /* a file whose sync has failed is never synced again (W2) */
    (void)ignored;
}

static void made(void *arg) {
    struct spare_job *job = arg;
    struct spare *spare = job->spare;
    spare->is_making = false;
    spare->error = job->error;
    spare->file = job->file;
    spare->number = job->number;
    spare->size = job->size;
    memory_free(job);
    spare->changed(spare->arg);
}

static void remove_file(void *arg) {
    struct spare_job *job = arg;
    char path[PATH_MAX_LEN + 64];
    path_of(job, job->old, path);
    job->error = disk_remove(path); /* what stays behind is removed at the next start */
}

static void remove_some(struct spare *spare);

static void removed(void *arg) {
    struct spare_job *job = arg;
    struct spare *spare = job->spare;
    spare->is_removing = false;
    memory_free(job);
    remove_some(spare);
}

static uint64_t take_old(struct spare *spare) {
    if (spare->old_count == 0) return 0;
    uint64_t number = spare->old[0];
    memmove(spare->old, spare->old + 1, --spare->old_count * sizeof *spare->old);
    return number;
}

static struct spare_job *new_job(struct spare *spare) {
    struct spare_job *job = memory_alloc_zeroed(sizeof *job);
    job->spare = spare;
    snprintf(job->directory, sizeof job->directory, "%s", spare->directory);
    return job;
}

static void run(struct spare *spare, struct spare_job *job, void (*fn)(void *arg),
                void (*done)(void *arg)) {
    if (spare->loop != NULL) {
        loop_offload(spare->loop, fn, job, done);
    } else {
        fn(job);
        done(job);
    }
}

static void remove_some(struct spare *spare) {
    if (spare->is_removing || spare->old_count <= OLD_KEPT) return;
    struct spare_job *job = new_job(spare);
    job->old = take_old(spare);
    spare->is_removing = true;
    run(spare, job, remove_file, removed);
}

void spare_init(struct spare *spare, const char *directory, void (*changed)(void *arg), void *arg) {
    *spare = (struct spare){
        .directory = memory_copy_text(bytes_of_string(directory)), .changed = changed, .arg = arg};
}

void spare_clear(struct spare *spare) {
    if (spare->file != NULL) disk_close(spare->file);
    memory_free(spare->directory);
    memory_free(spare->old);
}

void spare_make(struct spare *spare, uint64_t number, uint64_t size, bool is_filled) {
    if (spare->is_making || spare->file != NULL) return;
    struct spare_job *job = new_job(spare);
    job->number = number;
    job->size = size;
    job->is_filled = is_filled;
    job->old = take_old(spare);
    spare->is_making = true;
    run(spare, job, make_file, made);
}

struct disk_file *spare_take(struct spare *spare) {
    struct disk_file *file = spare->file;
    spare->file = NULL;
    return file;
}

/* By nobody, not even for its history. */
static void take_back(void *arg, uint64_t number) {
    struct spare *spare = arg;
    spare->old =
        memory_room_for_one(spare->old, spare->old_count, &spare->old_size, sizeof *spare->old);
    spare->old[spare->old_count++] = number;
    remove_some(spare);
}

void spare_release(struct spare *spare, uint64_t number, uint64_t bytes) {
    if (spare->retention == NULL || !retention_takes_segment(spare->retention, number, bytes))
        take_back(spare, number);
}

void spare_set_retention(struct spare *spare, struct retention *retention) {
    spare->retention = retention;
    retention_on_release(retention, take_back, spare);
}
