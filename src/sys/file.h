/* sys/file.h - small files and durable publishing. Blocking: call before the loops run or in fiber_offload.
 * The simulated machine keeps files in memory. The faults of sys/disk.h reach these, too: replacing a file is
 * opening, writing, syncing and renaming as there. */
#pragma once

#include "base/buffer.h"

int file_read_all(const char *path, struct buffer *contents) __attribute__((warn_unused_result));
/* Write to a temporary name, fsync, rename over path, fsync the directory. 0 or -errno. */
int file_replace(const char *path, struct bytes contents) __attribute__((warn_unused_result));
int file_exists(const char *path); /* 1, 0 or -errno */
int file_remove(const char *path) __attribute__((warn_unused_result));
/* 0 also if it exists; its name is durable then. */
int directory_make(const char *path) __attribute__((warn_unused_result));
/* Full path of the current directory plus path if it is relative. */
int file_absolute(const char *path, char *text, size_t size) __attribute__((warn_unused_result));
