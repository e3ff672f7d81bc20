/* The pool of receive buffers. */
#include "check.h"

#include <sys/mman.h>

#include "sys/rx_pool.h"

static unsigned resident_pages(const struct rx_pool *pool) {
    static unsigned char pages[65536];
    unsigned count = 0;
    size_t size = (pool->region_size + 4095) / 4096;
    if (mincore(pool->region, pool->region_size, pages) != 0) return 0;
    for (size_t i = 0; i < size; i++) count += pages[i] & 1;
    return count;
}

TEST(buffers_do_not_overlap_and_run_out) {
    enum { COUNT = 100 };
    struct rx_pool pool;
    struct rx *taken[COUNT];
    CHECK_EQ(rx_pool_init(&pool, COUNT), 0);
    for (int i = 0; i < COUNT; i++) {
        taken[i] = rx_pool_take(&pool);
        REQUIRE(taken[i] != NULL);
        memset(taken[i]->data, i, RX_SIZE);
        CHECK_EQ(rx_pool_number(&pool, taken[i]), i);
        CHECK(rx_pool_at(&pool, (unsigned)i) == taken[i]);
    }
    CHECK(rx_pool_take(&pool) == NULL);
    for (int i = 0; i < COUNT; i++) {
        CHECK_EQ(taken[i]->size, RX_SIZE);
        CHECK_EQ(taken[i]->data[0], i);
        CHECK_EQ(taken[i]->data[RX_SIZE - 1], i);
    }
    rx_pool_give_back(&pool, taken[7]);
    rx_pool_give_back(&pool, taken[3]);
    CHECK(rx_pool_take(&pool) == taken[3]); /* the warmest first */
    CHECK(rx_pool_take(&pool) == taken[7]);
    rx_pool_clear(&pool);
}

TEST(buffers_cost_memory_only_once_used_and_until_trimmed) {
    enum { COUNT = 200 };
    struct rx_pool pool;
    struct rx *taken[COUNT];
    CHECK_EQ(rx_pool_init(&pool, 2048), 0);
    CHECK_EQ(resident_pages(&pool), 0);
    for (int i = 0; i < COUNT; i++) {
        taken[i] = rx_pool_take(&pool);
        memset(taken[i]->data, 1, RX_SIZE);
    }
    CHECK(resident_pages(&pool) >= COUNT * (RX_SIZE / 4096));
    for (int i = 1; i < COUNT; i++) rx_pool_give_back(&pool, taken[i]);
    rx_pool_trim(&pool);
    CHECK(resident_pages(&pool) <= COUNT * 2 + 5); /* the pages with headers stay */
    CHECK_EQ(taken[0]->data[RX_SIZE - 1], 1);      /* not given back, so kept */
    struct rx *again = rx_pool_take(&pool);
    CHECK(again == taken[COUNT - 1]);
    CHECK_EQ(again->size, RX_SIZE);
    rx_pool_clear(&pool);
}
