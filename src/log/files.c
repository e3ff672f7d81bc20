/* log/files.c - whole files from the disk. */
#include "log/files.h"

#include <stdio.h>

#include "sys/disk.h"

int files_read(const char *directory, const char *name, uint64_t max, struct buffer *target) {
    char path[4200];
    struct disk_file *file;
    uint64_t size;
    snprintf(path, sizeof path, "%s/%s", directory, name);
    int result = disk_open(path, 0, &file);
    if (result < 0) return result;
    result = disk_size(file, &size);
    if (result == 0) {
        size = size < max ? size : max;
        target->len = 0;
        int64_t got = disk_read_now(file, 0, buffer_reserve(target, size), size);
        result = got < 0 ? (int)got : 0;
        target->len = got < 0 ? 0 : (size_t)got;
    }
    disk_close(file);
    return result;
}

uint64_t files_bytes(const char *directory, const char *name) {
    char path[4200];
    struct disk_file *file;
    uint64_t size = 0;
    snprintf(path, sizeof path, "%s/%s", directory, name);
    if (disk_open(path, 0, &file) < 0) return 0;
    int error = disk_size(file, &size);
    disk_close(file);
    return error < 0 ? 0 : size;
}

int files_use_again(const char *directory, const char *old_name, const char *name,
                    struct disk_file **file) {
    enum { PATH_LEN = 4200 };
    char path[PATH_LEN], old[PATH_LEN];
    uint64_t links = 0;
    snprintf(path, sizeof path, "%s/%s", directory, name);
    if (old_name != NULL) {
        snprintf(old, sizeof old, "%s/%s", directory, old_name);
        int error = disk_links(old, &links);
        if (error == 0) error = links > 1 ? disk_remove(old) : disk_rename(old, path);
        (void)error; /* a new one is made then */
    }
    return disk_open(path, DISK_WRITE | DISK_CREATE | DISK_DIRECT, file);
}
