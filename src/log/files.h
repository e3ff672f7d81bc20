/* log/files.h - whole files from the disk. Blocking. */
#pragma once

#include "base/buffer.h"

/* Up to max bytes from the start of directory/name, in place of what target held. 0 or a negative errno. */
int files_read(const char *directory, const char *name, uint64_t max, struct buffer *target)
    __attribute__((warn_unused_result));
