/* sys/file.h - small files and durable publishing. Blocking: call before the loops run or in fiber_offload.
 * The simulated machine keeps files in memory. The faults of sys/disk.h reach these, too: replacing a file is
 * opening, writing, syncing and renaming as there. */
#pragma once

#include "base/buffer.h"

int file_read_all(const char *path, struct buffer *contents) __attribute__((warn_unused_result));
/* Write to a temporary name, fsync, rename over path, fsync the directory. 0 or -errno. */
int file_replace(const char *path, struct bytes contents) __attribute__((warn_unused_result));
/* The same for a file that is replaced again and again: what it was stays beside it, as path and ".spare", and is written the
 * next time, so that no file has to be made and none removed. A new file is made where anybody else has a name for it. */
int file_replace_often(const char *path, struct bytes contents) __attribute__((warn_unused_result));
/* The end of what file_replace does, for who writes himself. written: 0 if temporary has all its bytes, durably; then it
 * takes the place of path, durably. An error is passed on, and what has not come to path is removed. */
int file_publish(const char *temporary, const char *path, int written)
    __attribute__((warn_unused_result));
/* The directory that a path's name lives in: "." if it says none. */
void file_directory(const char *path, char *directory, size_t size);
int file_exists(const char *path); /* 1, 0 or -errno */
int file_remove(const char *path) __attribute__((warn_unused_result));
/* 0 also if it exists; its name is durable then. */
int directory_make(const char *path) __attribute__((warn_unused_result));
/* Keeps it from all other callers, of this process or another, until it is given back or the process ends. Its number, or
 * -EWOULDBLOCK: somebody has it. Where the file system knows no locks nobody is kept out. */
int directory_lock(const char *path) __attribute__((warn_unused_result));
void directory_unlock(int lock);
/* Full path of the current directory plus path if it is relative. */
int file_absolute(const char *path, char *text, size_t size) __attribute__((warn_unused_result));
