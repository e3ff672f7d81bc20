/* Small files of the real machine, and the calls that pass on to the chosen one. */
#include "sys/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sys/machine_internal.h"
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

static int write_all(int fd, struct bytes contents) {
    while (contents.len > 0) {
        ssize_t put = write(fd, contents.data, contents.len);
        if (put < 0 && errno != EINTR) return -errno;
        if (put > 0) contents = bytes_of(contents.data + put, contents.len - (size_t)put);
    }
    return 0;
}

/* Makes the rename durable: a new name lives in its directory. */
static int sync_directory_of(const char *path) {
    char directory[PATH_SIZE];
    const char *slash = strrchr(path, '/');
    size_t len = slash == NULL ? 0 : (size_t)(slash - path);
    if (slash == path) len = 1;
    snprintf(directory, sizeof directory, "%.*s", slash == NULL ? 1 : (int)len,
             slash == NULL ? "." : path);
    int fd = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return -errno;
    int result = fsync(fd) < 0 ? -errno : 0;
    close(fd);
    return result;
}

/* Who may read the old file, and nobody else, may read the new one: it may hold a password. */
static int keep_mode(const char *path, int fd) {
    struct stat facts;
    if (stat(path, &facts) < 0) return errno == ENOENT ? 0 : -errno;
    return fchmod(fd, facts.st_mode & 07777) < 0 ? -errno : 0;
}

int file_real_replace(const char *path, struct bytes contents) {
    char temporary[PATH_SIZE];
    int len = snprintf(temporary, sizeof temporary, "%s.%d.tmp", path, (int)getpid());
    if (len >= (int)sizeof temporary) return -ENAMETOOLONG;
    int fd = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (fd < 0) return -errno;
    int result = keep_mode(path, fd);
    if (result == 0) result = write_all(fd, contents);
    if (result == 0 && fsync(fd) < 0) result = -errno;
    if (close(fd) < 0 && result == 0) result = -errno;
    if (result == 0 && rename(temporary, path) < 0) result = -errno;
    if (result == 0) return sync_directory_of(path);
    unlink(temporary);
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
    if (mkdir(path, 0755) == 0) return 0;
    int result = -errno;
    struct stat facts;
    if (result == -EEXIST && stat(path, &facts) == 0 && S_ISDIR(facts.st_mode)) return 0;
    return result;
}

int file_absolute(const char *path, char *text, size_t size) {
    char directory[PATH_SIZE] = "";
    if (path[0] != '/' && getcwd(directory, sizeof directory) == NULL) return -errno;
    int len = snprintf(text, size, "%s%s%s", directory, path[0] == '/' ? "" : "/", path);
    return len < 0 || (size_t)len >= size ? -ENAMETOOLONG : 0;
}

/* ---- what only passes on ---- */

int file_read_all(const char *path, struct buffer *contents) {
    return machine->file_read_all(path, contents);
}

int file_replace(const char *path, struct bytes contents) {
    return machine->file_replace(path, contents);
}

int file_exists(const char *path) {
    return machine->file_exists(path);
}

int file_remove(const char *path) {
    return machine->file_remove(path);
}

int directory_make(const char *path) {
    return machine->directory_make(path);
}
