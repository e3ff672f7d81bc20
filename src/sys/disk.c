/* sys/disk.c - files of the real machine, and the calls that pass on to the chosen one.
 *
 * A request goes to the ring where there is one (uring.c takes it), else to a helper thread. Faults
 * are decided before, so that they are the same everywhere. */
#include "sys/disk.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "base/memory.h"
#include "sys/disk_internal.h"
#include "sys/fiber.h"

static _Atomic(const struct disk_faults *) faults; /* written by tests, read by all threads */
static atomic_uint_fast64_t operations;

void disk_set_faults(const struct disk_faults *wanted) {
    /* Relaxed: whether an operation that runs now is still counted does not matter. */
    atomic_store_explicit(&operations, 0, memory_order_relaxed);
    atomic_store_explicit(&faults, wanted, memory_order_release);
}

int disk_decide(enum disk_op op, const char *path) {
    const struct disk_faults *now = atomic_load_explicit(&faults, memory_order_acquire);
    if (now == NULL) return 0;
    uint64_t number = atomic_fetch_add_explicit(&operations, 1, memory_order_relaxed) + 1;
    return now->decide(now->arg, op, path, number);
}

/* ---- the real machine ---- */

static int disk_real_open(const char *path, unsigned flags, int *fd) {
    int how = O_CLOEXEC | ((flags & DISK_WRITE) != 0 ? O_RDWR : O_RDONLY);
    if ((flags & DISK_CREATE) != 0) how |= O_CREAT;
    if ((flags & DISK_EXCLUSIVE) != 0) how |= O_EXCL;
    if ((flags & DISK_EMPTY) != 0) how |= O_TRUNC;
    *fd = open(path, how, 0644);
    return *fd < 0 ? -errno : 0;
}

static int real_open_direct(const char *path) {
    return open(path, O_CLOEXEC | O_RDWR | O_DIRECT);
}

static int real_size(struct disk_file *file, uint64_t *size) {
    struct stat facts;
    if (fstat(file->fd, &facts) < 0) return -errno;
    *size = (uint64_t)facts.st_size;
    return 0;
}

static int64_t real_read(struct disk_file *file, uint64_t offset, char *target, size_t len) {
    size_t done = 0;
    while (done < len) {
        ssize_t got = pread(file->fd, target + done, len - done, (off_t)(offset + done));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return -errno;
        if (got == 0) break;
        done += (size_t)got;
    }
    return (int64_t)done;
}

static int real_write(struct disk_file *file, uint64_t offset, struct bytes bytes, bool is_synced) {
    while (bytes.len > 0) {
        struct iovec piece = {.iov_base = (void *)(uintptr_t)bytes.data, .iov_len = bytes.len};
        bool is_direct = disk_is_direct(file, offset, bytes);
        ssize_t put = pwritev2(is_direct ? file->direct_fd : file->fd, &piece, 1, (off_t)offset,
                               is_synced ? RWF_DSYNC : 0);
        if (put < 0 && errno == EINTR) continue;
        if (put < 0 && errno == EINVAL && is_direct) {
            atomic_store_explicit(&file->is_not_direct, true, memory_order_relaxed);
            continue;
        }
        if (put < 0) return -errno;
        bytes = bytes_of(bytes.data + put, bytes.len - (size_t)put);
        offset += (uint64_t)put;
    }
    return 0;
}

static int real_sync(struct disk_file *file) {
    return fdatasync(file->fd) < 0 ? -errno : 0;
}

/* Not every file system can: then the sync has more to do. */
static int real_push(struct disk_file *file, uint64_t offset, uint64_t len, bool waits) {
    unsigned wait_flags = SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WAIT_AFTER;
    unsigned flags = SYNC_FILE_RANGE_WRITE | (waits ? wait_flags : 0);
    int result = sync_file_range(file->fd, (off_t)offset, (off_t)len, flags) < 0 ? -errno : 0;
    return result == -ENOSYS || result == -ESPIPE || result == -EINVAL ? 0 : result;
}

static int real_take_mode(struct disk_file *file, const char *path) {
    struct stat facts;
    if (stat(path, &facts) < 0) return errno == ENOENT ? 0 : -errno;
    return fchmod(file->fd, facts.st_mode & 07777) < 0 ? -errno : 0;
}

static int real_truncate(struct disk_file *file, uint64_t size) {
    return ftruncate(file->fd, (off_t)size) < 0 ? -errno : 0;
}

static int real_reserve(struct disk_file *file, uint64_t size) {
    uint64_t now;
    if (fallocate(file->fd, 0, 0, (off_t)size) == 0) return 0;
    if (errno != EOPNOTSUPP) return -errno;
    int result = real_size(file, &now);
    return result < 0 || now >= size ? result : real_truncate(file, size);
}

static int real_rename(const char *path, const char *new_path) {
    return rename(path, new_path) < 0 ? -errno : 0;
}

static int real_link(const char *path, const char *new_path) {
    return link(path, new_path) < 0 ? -errno : 0;
}

static int real_links(const char *path, uint64_t *count) {
    struct stat facts;
    if (stat(path, &facts) < 0) return -errno;
    *count = (uint64_t)facts.st_nlink;
    return 0;
}

static int real_remove_directory(const char *path) {
    return rmdir(path) < 0 ? -errno : 0;
}

static int real_sync_directory(const char *path) {
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return -errno;
    int result = fsync(fd) < 0 ? -errno : 0;
    close(fd);
    return result;
}

static int real_list(const char *path, void (*found)(void *arg, const char *name), void *arg) {
    DIR *directory = opendir(path);
    if (directory == NULL) return -errno;
    const struct dirent *entry;
    while ((entry = readdir(directory)) != NULL) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            found(arg, entry->d_name);
    }
    closedir(directory);
    return 0;
}

static void real_close(struct disk_file *file) {
    if (file->direct_fd >= 0) close(file->direct_fd);
    close(file->fd);
}

static void run_request(void *arg) {
    struct disk_request *request = arg;
    request->result = request->op == DISK_OP_SYNC
                          ? real_sync(request->file)
                          : real_write(request->file, request->offset, request->rest,
                                       request->op == DISK_OP_WRITE_SYNCED);
}

static void end_request(void *arg) {
    struct disk_request *request = arg;
    request->done(request);
}

static void real_submit(struct disk_request *request) {
    if (request->loop->backend->disk_submit != NULL)
        request->loop->backend->disk_submit(request);
    else
        loop_offload(request->loop, run_request, request, end_request);
}

const struct disk_backend disk_backend_real = {
    .open = disk_real_open,
    .open_direct = real_open_direct,
    .close = real_close,
    .size = real_size,
    .read = real_read,
    .write = real_write,
    .sync = real_sync,
    .push = real_push,
    .truncate = real_truncate,
    .reserve = real_reserve,
    .rename = real_rename,
    .link = real_link,
    .links = real_links,
    .remove_directory = real_remove_directory,
    .sync_directory = real_sync_directory,
    .list = real_list,
    .submit = real_submit,
    .take_mode = real_take_mode,
};

/* ---- what passes on ---- */

int disk_open(const char *path, unsigned flags, struct disk_file **file) {
    int fd, result = disk_decide(DISK_OP_OPEN, path);
    if (result == 0) result = machine->disk->open(path, flags, &fd);
    if (result < 0) return result;
    size_t size = strlen(path) + 1;
    *file = memory_alloc(sizeof **file + size);
    (*file)->fd = fd;
    (*file)->direct_fd = -1;
    atomic_init(&(*file)->is_not_direct, false);
    if ((flags & DISK_DIRECT) != 0 && machine->disk->open_direct != NULL)
        (*file)->direct_fd = machine->disk->open_direct(path);
    memcpy((*file)->path, path, size);
    return 0;
}

void disk_close(struct disk_file *file) {
    machine->disk->close(file);
    memory_free(file);
}

int disk_size(struct disk_file *file, uint64_t *size) {
    return machine->disk->size(file, size);
}

int64_t disk_read_now(struct disk_file *file, uint64_t offset, char *target, size_t len) {
    int result = disk_decide(DISK_OP_READ, file->path);
    return result < 0 ? result : machine->disk->read(file, offset, target, len);
}

/* What a fault leaves behind: half of what was to be written, and pages that pass for clean. */
static void fail(struct disk_file *file, enum disk_op op, uint64_t offset, struct bytes bytes) {
    int ignored = 0;
    if (op != DISK_OP_SYNC)
        ignored = machine->disk->write(file, offset, bytes_of(bytes.data, bytes.len / 2), false);
    if (op != DISK_OP_WRITE && machine->disk->lose != NULL) machine->disk->lose(file);
    (void)ignored;
}

int disk_write_now(struct disk_file *file, uint64_t offset, struct bytes bytes) {
    int result = disk_decide(DISK_OP_WRITE, file->path);
    if (result < 0) fail(file, DISK_OP_WRITE, offset, bytes);
    return result < 0 ? result : machine->disk->write(file, offset, bytes, false);
}

int disk_sync_now(struct disk_file *file) {
    int result = disk_decide(DISK_OP_SYNC, file->path);
    if (result < 0) fail(file, DISK_OP_SYNC, 0, (struct bytes){0});
    return result < 0 ? result : machine->disk->sync(file);
}

int disk_push_now(struct disk_file *file, uint64_t offset, uint64_t len, bool waits) {
    return machine->disk->push ? machine->disk->push(file, offset, len, waits) : 0;
}

int disk_truncate(struct disk_file *file, uint64_t size) {
    int result = disk_decide(DISK_OP_WRITE, file->path);
    return result < 0 ? result : machine->disk->truncate(file, size);
}

int disk_reserve(struct disk_file *file, uint64_t size) {
    int result = disk_decide(DISK_OP_WRITE, file->path);
    return result < 0 ? result : machine->disk->reserve(file, size);
}

int disk_rename(const char *path, const char *new_path) {
    int result = disk_decide(DISK_OP_RENAME, path);
    return result < 0 ? result : machine->disk->rename(path, new_path);
}

int disk_link(const char *path, const char *new_path) {
    int result = disk_decide(DISK_OP_RENAME, path);
    return result < 0 ? result : machine->disk->link(path, new_path);
}

int disk_links(const char *path, uint64_t *count) {
    return machine->disk->links(path, count);
}

int disk_remove(const char *path) {
    int result = disk_decide(DISK_OP_REMOVE, path);
    return result < 0 ? result : machine->file_remove(path);
}

int disk_remove_directory(const char *path) {
    int result = disk_decide(DISK_OP_REMOVE, path);
    return result < 0 ? result : machine->disk->remove_directory(path);
}

int disk_sync_directory(const char *path) {
    int result = disk_decide(DISK_OP_SYNC_DIRECTORY, path);
    return result < 0 ? result : machine->disk->sync_directory(path);
}

int disk_list(const char *path, void (*found)(void *arg, const char *name), void *arg) {
    int result = disk_decide(DISK_OP_READ, path);
    return result < 0 ? result : machine->disk->list(path, found, arg);
}

static void fail_later(void *arg) {
    end_request(arg);
}

/* A fault comes in a later turn as ever. */
static void submit(struct disk_request *request) {
    request->result = disk_decide((enum disk_op)request->op, request->file->path);
    if (request->result == 0) {
        machine->disk->submit(request);
        return;
    }
    fail(request->file, (enum disk_op)request->op, request->offset, request->rest);
    request->task = (struct task){.run = fail_later, .arg = request};
    loop_defer(request->loop, &request->task);
}

void disk_write(struct loop *loop, struct disk_request *request, struct disk_file *file,
                uint64_t offset, struct bytes bytes, bool is_synced) {
    request->loop = loop;
    request->file = file;
    request->offset = offset;
    request->rest = bytes;
    request->op = is_synced ? DISK_OP_WRITE_SYNCED : DISK_OP_WRITE;
    submit(request);
}

void disk_sync(struct loop *loop, struct disk_request *request, struct disk_file *file) {
    request->loop = loop;
    request->file = file;
    request->op = DISK_OP_SYNC;
    submit(request);
}
