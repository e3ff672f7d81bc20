/* log/spare.h - the next file of a core's log, made ahead by a helper thread, and old ones removed.
 *
 * A spare has its final name, and where every write is synced all its bytes: zeros, or those of an
 * old file, whose head is of another number. They are durable before it is ready, so that writing to
 * it makes no metadata of the file system wait. */
#pragma once

#include "sys/disk.h"

struct retention;
struct spare_job;

struct spare {
    struct loop *loop; /* NULL before it turns: then everything blocks */
    char *directory;
    struct disk_file *file; /* ready, or NULL */
    uint64_t number, size;  /* of what is ready */
    uint64_t *old;          /* released files that wait to be used again or removed, ascending */
    unsigned old_count;
    size_t old_size;
    struct retention *retention; /* what it takes is not released; NULL: there is none */
    int error;                   /* of the last try */
    bool is_making, is_removing;
    void (*changed)(void *arg); /* one was made, or could not be */
    void *arg;
};

void spare_init(struct spare *spare, const char *directory, void (*changed)(void *arg), void *arg);
void spare_clear(struct spare *spare); /* nothing is under way */
/* Makes file number, to be size long, unless one is being made or is ready. is_filled: its bytes are written now; else
 * there is room for them on the disk, which is as good where syncs are few. */
void spare_make(struct spare *spare, uint64_t number, uint64_t size, bool is_filled);
/* The file that is ready, now the caller's; NULL if there is none. */
struct disk_file *spare_take(struct spare *spare);
/* The file of this number is not needed any more, but perhaps for its history; bytes are in it. */
void spare_release(struct spare *spare, uint64_t number, uint64_t bytes);
/* From now on asks it; what it gives back is used again, or removed. */
void spare_set_retention(struct spare *spare, struct retention *retention);
static inline bool spare_is_busy(const struct spare *spare) {
    return spare->is_making || spare->is_removing;
}
