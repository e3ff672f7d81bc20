/* The receive buffers of a loop, side by side in one region: | struct rx | RX_SIZE bytes | struct rx | ...
 *
 * The headers between the buffers are one cache line long. So the starts of the buffers, which small
 * requests touch and little else, fall on different sets of the caches; with a stride of a
 * power of two all of them would fight for the same few. */
#include "sys/rx_pool.h"

#include <assert.h>
#include <errno.h>
#include <sys/mman.h>

enum { RX_STRIDE = 64 + RX_SIZE };

_Static_assert(sizeof(struct rx) <= 64, "the header of a receive buffer has one cache line");

int rx_pool_init(struct rx_pool *pool, unsigned count) {
    assert(count > 0 && count <= 32768);
    *pool = (struct rx_pool){.count = count, .region_size = (size_t)count * RX_STRIDE};
    void *region = mmap(NULL, pool->region_size, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (region == MAP_FAILED) return -errno;
    /* Huge pages would make the whole region resident for the sake of a few buffers. */
    madvise(region, pool->region_size, MADV_NOHUGEPAGE);
    pool->region = region;
    return 0;
}

void rx_pool_clear(struct rx_pool *pool) {
    if (pool->region != NULL) munmap(pool->region, pool->region_size);
    *pool = (struct rx_pool){0};
}

struct rx *rx_pool_at(const struct rx_pool *pool, unsigned number) {
    return (struct rx *)(void *)(pool->region + (size_t)number * RX_STRIDE);
}

unsigned rx_pool_number(const struct rx_pool *pool, const struct rx *rx) {
    return (unsigned)((size_t)((const char *)rx - pool->region) / RX_STRIDE);
}

struct rx *rx_pool_take(struct rx_pool *pool) {
    struct rx *rx = pool->free;
    if (rx != NULL) {
        pool->free = rx->next;
    } else {
        if (pool->fresh == pool->count) return NULL;
        rx = rx_pool_at(pool, pool->fresh++);
        rx->data = (char *)rx + 64;
        rx->size = RX_SIZE;
    }
    pool->out++;
    rx->next = NULL;
    rx->len = 0;
    return rx;
}

void rx_pool_give_back(struct rx_pool *pool, struct rx *rx) {
    assert(pool->out > 0);
    pool->out--;
    rx->next = pool->free;
    pool->free = rx;
}

void rx_pool_trim(struct rx_pool *pool) {
    const uintptr_t page = 4096;
    for (struct rx *rx = pool->free; rx != NULL; rx = rx->next) {
        uintptr_t start = ((uintptr_t)rx->data + page - 1) & ~(page - 1);
        uintptr_t end = ((uintptr_t)rx->data + RX_SIZE) & ~(page - 1);
        madvise((void *)start, end - start, MADV_DONTNEED); /* fails only on bad arguments */
    }
}
