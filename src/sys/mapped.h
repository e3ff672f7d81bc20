/* sys/mapped.h - a whole file to be read where it lies, without a copy in memory. Blocking; reading it may wait
 * for the disk. In the simulated machine it is a copy. */
#pragma once

#include "base/buffer.h"

struct mapped {
    struct bytes bytes;
    struct buffer copy; /* of the simulated machine */
};

/* 0 or a negative errno. The file is not to become shorter meanwhile. */
int mapped_open(const char *path, struct mapped *mapped) __attribute__((warn_unused_result));
void mapped_close(struct mapped *mapped);
