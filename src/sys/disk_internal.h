/* sys/disk_internal.h - the table behind sys/disk.h: one per machine; private to sys/. */
#pragma once

#include "sys/disk.h"
#include "sys/machine_internal.h"

struct disk_file {
    int fd; /* or the simulated machine's number of the file */
    char path[];
};

/* As the functions of sys/disk.h that block; submit ends with request->done in a later turn. */
struct disk_backend {
    int (*open)(const char *path, unsigned flags, int *fd);
    void (*close)(struct disk_file *file);
    int (*size)(struct disk_file *file, uint64_t *size);
    int64_t (*read)(struct disk_file *file, uint64_t offset, char *target, size_t len);
    int (*write)(struct disk_file *file, uint64_t offset, struct bytes bytes, bool is_synced);
    int (*sync)(struct disk_file *file);
    int (*truncate)(struct disk_file *file, uint64_t size);
    int (*rename)(const char *path, const char *new_path);
    int (*link)(const char *path, const char *new_path);
    int (*links)(const char *path, uint64_t *count);
    int (*remove_directory)(const char *path);
    int (*sync_directory)(const char *path);
    int (*list)(const char *path, void (*found)(void *arg, const char *name), void *arg);
    int (*free)(const char *path, uint64_t *bytes);
    void (*submit)(struct disk_request *request);
    /* The file gets the mode of the one at path, if there is one. */
    int (*take_mode)(struct disk_file *file, const char *path);
    /* A sync has failed: pages may count as clean that were never written. NULL: nothing is to be done. */
    void (*lose)(struct disk_file *file);
};

extern const struct disk_backend disk_backend_real, disk_backend_simulated;

/* 0, or the fault that this operation shall have. */
int disk_decide(enum disk_op op, const char *path);
