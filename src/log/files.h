/* log/files.h - whole files from the disk. Blocking. */
#pragma once

#include "base/buffer.h"

/* Up to max bytes from the start of directory/name, in place of what target held. 0 or a negative errno. */
int files_read(const char *directory, const char *name, uint64_t max, struct buffer *target)
    __attribute__((warn_unused_result));

/* Its size; 0 if it cannot be had. */
uint64_t files_bytes(const char *directory, const char *name);

struct disk_file;
/* Opens directory/name for writing: the file old_name of the same directory under that name, its bytes as they are, unless
 * it has other names (a backup's) or is not there; else a new, empty one. old_name may be NULL. Making a file and
 * removing another costs more than writing over it. */
int files_use_again(const char *directory, const char *old_name, const char *name,
                    struct disk_file **file) __attribute__((warn_unused_result));
