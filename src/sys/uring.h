/* sys/uring.h - whether this kernel, and whoever confines this process, lets us use io_uring. */
#pragma once

/* 0, or the negative errno of what is missing: -ENOSYS also for a kernel older than 6.0. */
int uring_probe(void);
