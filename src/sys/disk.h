/* sys/disk.h - files that are written beside the work of a core: the log's.
 *
 * Two halves. What a loop must not wait for is submitted and ends with a call of done, in a later
 * turn of that loop: to the ring on io_uring, to helper threads on epoll, to the seeded schedule on
 * the simulated machine. The rest blocks: it is for the time before the loops run, for helper
 * threads (fiber_offload, loop_offload) and for tools.
 *
 * The simulated machine keeps for every file what is durable and what was written since; sim.h can
 * cut its power, which takes any part of the latter. */
#pragma once

#include "sys/loop.h"

struct disk_file;

enum disk_flag {
    DISK_WRITE = 1,     /* else only for reading */
    DISK_CREATE = 2,    /* made if it is not there */
    DISK_EXCLUSIVE = 4, /* with DISK_CREATE: an error if it is */
    DISK_EMPTY = 8,     /* what it had is gone */
    /* Requests whose memory, offset and length are multiples of DISK_ALIGN pass by the kernel's cache, where the file
     * system can: no copy, no thread of the kernel that copies, and a sync has nothing left to write. */
    DISK_DIRECT = 16
};
enum { DISK_ALIGN = 4096 };

/* All functions that return int: 0 (or what is said) or a negative errno. */
int disk_open(const char *path, unsigned flags, struct disk_file **file)
    __attribute__((warn_unused_result));
void disk_close(struct disk_file *file); /* nothing may be under way */
int disk_size(struct disk_file *file, uint64_t *size) __attribute__((warn_unused_result));

/* One write or sync under way; the owner's memory, which stays where it is until done. */
struct disk_request {
    /* For the owner. */
    void (*done)(struct disk_request *request);
    void *arg;
    int result; /* 0: all of it; else a negative errno: how much was written is not known */
    /* The rest belongs to the machine. */
    struct loop *loop;
    struct disk_file *file;
    struct bytes rest;
    uint64_t offset;
    struct task task;
    uint8_t op;
    bool is_direct;
};

/* bytes stay where they are until done. is_synced: with what it needs to be read again after a power
 * cut, as by fdatasync; of earlier writes that says nothing. */
void disk_write(struct loop *loop, struct disk_request *request, struct disk_file *file,
                uint64_t offset, struct bytes bytes, bool is_synced);
/* Everything written before, as by fdatasync. */
void disk_sync(struct loop *loop, struct disk_request *request, struct disk_file *file);

/* ---- blocking ---- */

/* Returns how many bytes were read: fewer only at the end of the file. */
int64_t disk_read_now(struct disk_file *file, uint64_t offset, char *target, size_t len)
    __attribute__((warn_unused_result));
int disk_write_now(struct disk_file *file, uint64_t offset, struct bytes bytes)
    __attribute__((warn_unused_result));
int disk_sync_now(struct disk_file *file) __attribute__((warn_unused_result));
/* Has the disk begin with what was written in this range, and, if waits says so, waits until it is through; nothing is durable
 * by that. For long files, so that the disk works from the start and a sync has little left to do. */
int disk_push_now(struct disk_file *file, uint64_t offset, uint64_t len, bool waits)
    __attribute__((warn_unused_result));
int disk_truncate(struct disk_file *file, uint64_t size) __attribute__((warn_unused_result));
/* The file is at least so long, zeros behind its end, and where the file system can there is room for them on the
 * disk. */
int disk_reserve(struct disk_file *file, uint64_t size) __attribute__((warn_unused_result));
/* A name is durable after disk_sync_directory of the directory that holds it. */
int disk_rename(const char *path, const char *new_path) __attribute__((warn_unused_result));
int disk_link(const char *path, const char *new_path) __attribute__((warn_unused_result));
/* How many names the file has. */
int disk_links(const char *path, uint64_t *count) __attribute__((warn_unused_result));
int disk_remove(const char *path) __attribute__((warn_unused_result));
int disk_remove_directory(const char *path) __attribute__((warn_unused_result)); /* empty */
int disk_sync_directory(const char *path) __attribute__((warn_unused_result));
/* Calls found for every name in the directory but "." and "..", in any order. */
int disk_list(const char *path, void (*found)(void *arg, const char *name), void *arg)
    __attribute__((warn_unused_result));

/* ---- faults, for tests ---- */

enum disk_op {
    DISK_OP_OPEN,
    DISK_OP_WRITE,
    DISK_OP_WRITE_SYNCED,
    DISK_OP_SYNC,
    DISK_OP_RENAME,
    DISK_OP_REMOVE,
    DISK_OP_SYNC_DIRECTORY,
    DISK_OP_READ,
    DISK_OP_MAKE_DIRECTORY
};

/* Asked before every operation of this file and of sys/file.h, from any thread; number counts all
 * operations from 1. 0: go on; a negative errno: fail with it (a write: after having written a part;
 * a sync: on the simulated machine some of what it should have made durable never will be). A test
 * may also cut the simulated machine's power here. NULL: no faults. */
struct disk_faults {
    int (*decide)(void *arg, enum disk_op op, const char *path, uint64_t number);
    void *arg;
};
void disk_set_faults(const struct disk_faults *faults);
