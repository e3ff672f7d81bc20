/* sys/rx_pool.h - the receive buffers of a loop; private to sys/.
 *
 * One reserved region of address space; pages become resident when a buffer is first filled, and
 * the buffer given back last is taken first, so a quiet loop touches few. */
#pragma once

#include "sys/stream.h"

struct rx_pool {
    char *region;
    size_t region_size;
    unsigned count; /* buffers there are */
    unsigned fresh; /* those from here on were never used */
    unsigned out;   /* taken and not given back */
    struct rx *free;
};

/* 0 or -errno. count: at most 32768, so that a number fits io_uring's buffer ids. */
int rx_pool_init(struct rx_pool *pool, unsigned count);
void rx_pool_clear(struct rx_pool *pool);
struct rx *rx_pool_take(struct rx_pool *pool); /* NULL if all are out */
void rx_pool_give_back(struct rx_pool *pool, struct rx *rx);
/* Hands the pages of unused buffers back to the system. */
void rx_pool_trim(struct rx_pool *pool);

/* Buffers have numbers from 0 to count - 1. */
struct rx *rx_pool_at(const struct rx_pool *pool, unsigned number);
unsigned rx_pool_number(const struct rx_pool *pool, const struct rx *rx);
