/* sys/machine_internal.h - the table behind sys/machine.h: one per machine.
 *
 * The real machine (machine.c) serves io_uring and epoll, which differ in the loop's backend only;
 * the simulated one (sim*.c) fills every row. Only files of sys/ include this. */
#pragma once

#include "base/buffer.h"
#include "sys/loop_internal.h"
#include "sys/machine.h"

struct disk_backend; /* sys/disk_internal.h */

struct machine {
    const struct loop_backend *backend;
    const struct disk_backend *disk;
    int64_t (*wall_us)(void);
    int64_t (*monotonic_ns)(void);
    void (*random)(void *bytes, size_t len);
    void (*facts)(struct process_facts *facts);

    /* Files, as the functions of sys/file.h and disk_remove; directory_make returns 1 if it was made. */
    int (*file_read_all)(const char *path, struct buffer *contents);
    int (*file_exists)(const char *path);
    int (*file_remove)(const char *path);
    int (*directory_make)(const char *path);
    int (*directory_lock)(const char *path);
    void (*directory_unlock)(int lock);

    /* A blocking call: on a helper thread, then done(arg) on the loop. The simulated machine calls fn in
     * place and done in a later turn. */
    void (*offload)(struct loop *loop, void (*fn)(void *arg), void *arg, void (*done)(void *arg),
                    bool is_background);

    int (*pid)(void); /* NULL: the process's */
    bool drops_log_lines;
};

extern struct machine machine_simulated;
extern const struct machine *machine; /* the chosen one; the real one until then */
