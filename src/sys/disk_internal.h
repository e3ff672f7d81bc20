/* sys/disk_internal.h - the table behind sys/disk.h: one per machine; private to sys/. */
#pragma once

#include <stdatomic.h>

#include "sys/disk.h"
#include "sys/machine_internal.h"

struct disk_file {
    int fd;                    /* or the simulated machine's number of the file */
    int direct_fd;             /* of DISK_DIRECT; -1: there is none */
    atomic_bool is_not_direct; /* a direct write has shown that the file system takes none */
    char path[];
};

/* As the functions of sys/disk.h that block; submit ends with request->done in a later turn. */
struct disk_backend {
    int (*open)(const char *path, unsigned flags, int *fd);
    int (*open_direct)(const char *path); /* the same file; -1, or NULL: it cannot */
    void (*close)(struct disk_file *file);
    int (*size)(struct disk_file *file, uint64_t *size);
    int64_t (*read)(struct disk_file *file, uint64_t offset, char *target, size_t len);
    int (*write)(struct disk_file *file, uint64_t offset, struct bytes bytes, bool is_synced);
    int (*sync)(struct disk_file *file);
    int (*push)(struct disk_file *file, uint64_t offset, uint64_t len, bool waits); /* or NULL */
    int (*truncate)(struct disk_file *file, uint64_t size);
    int (*reserve)(struct disk_file *file, uint64_t size);
    int (*rename)(const char *path, const char *new_path);
    int (*link)(const char *path, const char *new_path);
    int (*links)(const char *path, uint64_t *count);
    int (*remove_directory)(const char *path);
    int (*sync_directory)(const char *path);
    int (*list)(const char *path, void (*found)(void *arg, const char *name), void *arg);
    void (*submit)(struct disk_request *request);
    /* The file gets the mode of the one at path, if there is one. */
    int (*take_mode)(struct disk_file *file, const char *path);
    /* A sync has failed: pages may count as clean that were never written. NULL: nothing is to be done. */
    void (*lose)(struct disk_file *file);
};

extern const struct disk_backend disk_backend_real, disk_backend_simulated;

/* 0, or the fault that this operation shall have. */
int disk_decide(enum disk_op op, const char *path);

/* What to write these bytes by. */
static inline bool disk_is_direct(const struct disk_file *file, uint64_t offset,
                                  struct bytes bytes) {
    /* Relaxed: who has not heard of it yet meets the same error, and writes again. */
    return file->direct_fd >= 0 && (offset | bytes.len | (uintptr_t)bytes.data) % DISK_ALIGN == 0 &&
           !atomic_load_explicit(&file->is_not_direct, memory_order_relaxed);
}
