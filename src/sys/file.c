/* Small files of the real machine, and what is made of the calls of sys/disk.h for any machine. */
#include "sys/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sys/disk_internal.h"
#include "sys/process.h"

enum { PATH_SIZE = 4096, READ_STEP = 65536 };

int file_real_read_all(const char *path, struct buffer *contents) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return -errno;
    ssize_t got;
    do {
        got = read(fd, buffer_reserve(contents, READ_STEP), READ_STEP);
        if (got > 0) contents->len += (size_t)got;
    } while (got > 0 || (got < 0 && errno == EINTR));
    int result = got < 0 ? -errno : 0;
    close(fd);
    return result;
}

int file_real_exists(const char *path) {
    if (access(path, F_OK) == 0) return 1;
    return errno == ENOENT || errno == ENOTDIR ? 0 : -errno;
}

int file_real_remove(const char *path) {
    return unlink(path) < 0 ? -errno : 0;
}

int file_real_directory_make(const char *path) {
    if (mkdir(path, 0755) == 0) return 1;
    int result = -errno;
    struct stat facts;
    if (result == -EEXIST && stat(path, &facts) == 0 && S_ISDIR(facts.st_mode)) return 0;
    return result;
}

extern int flock(int fd, int operation); /* the system's <sys/file.h> is hidden by ours */

/* flock goes with the last descriptor of this opening, so also with kill -9; and it leaves no file behind. */
int file_real_directory_lock(const char *path) {
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return -errno;
    if (flock(fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return fd;
    close(fd);
    return -EWOULDBLOCK;
}

void file_real_directory_unlock(int lock) {
    close(lock);
}

int file_absolute(const char *path, char *text, size_t size) {
    char directory[PATH_SIZE] = "";
    if (path[0] != '/' && getcwd(directory, sizeof directory) == NULL) return -errno;
    int len = snprintf(text, size, "%s%s%s", directory, path[0] == '/' ? "" : "/", path);
    return len < 0 || (size_t)len >= size ? -ENAMETOOLONG : 0;
}

/* ---- on any machine ---- */

int file_read_all(const char *path, struct buffer *contents) {
    int result = disk_decide(DISK_OP_READ, path);
    return result < 0 ? result : machine->file_read_all(path, contents);
}

void file_directory(const char *path, char *directory, size_t size) {
    const char *slash = strrchr(path, '/');
    int len = slash == NULL || slash == path ? 1 : (int)(slash - path);
    snprintf(directory, size, "%.*s", len, slash == NULL ? "." : path);
}

/* Makes a new name durable. */
static int sync_directory_of(const char *path) {
    char directory[PATH_SIZE];
    file_directory(path, directory, sizeof directory);
    return disk_sync_directory(directory);
}

/* Who may read the old file, and nobody else, may read the new one: it may hold a password. */
static int write_durably(const char *path, const char *old_path, bool is_spare,
                         struct bytes contents) {
    struct disk_file *file;
    int result =
        disk_open(path, DISK_WRITE | DISK_CREATE | (is_spare ? 0u : (unsigned)DISK_EMPTY), &file);
    if (result < 0) return result;
    result = machine->disk->take_mode(file, old_path);
    if (result == 0) result = disk_write_now(file, 0, contents);
    if (result == 0 && is_spare) result = disk_truncate(file, contents.len);
    if (result == 0) result = disk_sync_now(file);
    disk_close(file);
    return result;
}

int file_replace(const char *path, struct bytes contents) {
    char temporary[PATH_SIZE];
    int len = snprintf(temporary, sizeof temporary, "%s.%d.tmp", path, (int)getpid());
    if (len >= (int)sizeof temporary) return -ENAMETOOLONG;
    return file_publish(temporary, path, write_durably(temporary, path, false, contents));
}

int file_publish(const char *temporary, const char *path, int written) {
    int result = written == 0 ? disk_rename(temporary, path) : written;
    if (result == 0) return sync_directory_of(path);
    int ignored = disk_remove(temporary); /* it may never have been there */
    (void)ignored;
    return result;
}

static void remove_both(const char *spare, const char *old) {
    int ignored = disk_remove(spare); /* they may not be there */
    ignored = disk_remove(old);
    (void)ignored;
}

/* What is durable under the name of path is never written to: the spare was that before the last replacing, which ended
 * well, or else it is gone. Only its one name may be known, as a backup may have linked it. */
int file_replace_often(const char *path, struct bytes contents) {
    char spare[PATH_SIZE], old[PATH_SIZE];
    uint64_t links = 0;
    int len = snprintf(spare, sizeof spare, "%s.spare", path);
    snprintf(old, sizeof old, "%s.old", path);
    if (len >= (int)sizeof spare) return -ENAMETOOLONG;
    bool is_spare = disk_links(spare, &links) == 0 && links == 1;
    if (!is_spare) remove_both(spare, old);
    int result = write_durably(spare, path, is_spare, contents);
    bool is_kept = result == 0 && disk_link(path, old) == 0;
    if (result == 0) result = disk_rename(spare, path);
    if (result == 0 && is_kept && disk_rename(old, spare) < 0) remove_both(spare, old);
    if (result == 0) result = sync_directory_of(path);
    if (result < 0) remove_both(spare, old);
    return result;
}

int file_exists(const char *path) {
    return machine->file_exists(path);
}

int file_remove(const char *path) {
    return disk_remove(path);
}

/* One that was there may have been made by a process that died before this: its name is made durable as well, if that is
 * possible. */
int directory_make(const char *path) {
    int made = disk_decide(DISK_OP_MAKE_DIRECTORY, path);
    if (made == 0) made = machine->directory_make(path);
    if (made < 0) return made;
    int result = sync_directory_of(path);
    return made == 0 || result == -EACCES ? 0 : result;
}

int directory_lock(const char *path) {
    return machine->directory_lock(path);
}

void directory_unlock(int lock) {
    machine->directory_unlock(lock);
}
