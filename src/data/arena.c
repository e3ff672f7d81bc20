/* Which regions are taken is one byte each; a claim walks on from a hint. The table covers the
 * largest arena and lives in zero pages until it is used. */
#include "data/arena.h"

#include <assert.h>
#include <stdatomic.h>

#include "base/pages.h"
#include "base/panic.h"

enum { STOCK = 2, HUGE_PAGE = 2 << 20 };

#define ARENA_SIZE_MAX ((size_t)1 << 43) /* 40 bits of eight-byte steps */
#define ARENA_SIZE_MIN ((size_t)1 << 30)
#define ARENA_SIZE_TSAN ((size_t)1 << 38)

char *arena_base;

static size_t region_count;
static _Atomic uint8_t region_taken[ARENA_SIZE_MAX >> REGION_BITS];
static _Atomic size_t region_hint; /* where to begin to look */
static _Atomic int start_state;    /* 0: not begun, 1: somebody reserves, 2: done */

static _Atomic(void *) stock[STOCK]; /* regions with huge pages behind them, untouched by anyone */
static _Atomic bool is_short;        /* somebody took one, or would have liked to */

static size_t wanted_size(void) {
    size_t size = (size_t)1 << 36;
    while (size < pages_physical() * 4 && size < ARENA_SIZE_MAX) size *= 2;
#ifdef __SANITIZE_THREAD__
    size = size < ARENA_SIZE_TSAN ? size : ARENA_SIZE_TSAN; /* it has little room for mappings */
#endif
    return size;
}

static void reserve(void) {
    for (size_t size = wanted_size(); size >= ARENA_SIZE_MIN; size /= 2) {
        arena_base = pages_reserve(size, REGION_SIZE);
        if (arena_base != NULL) {
            region_count = size >> REGION_BITS;
            return;
        }
    }
    panic("cannot reserve address space for the data (ulimit -v?)");
}

void arena_start(void) {
    int state = 0;
    /* acquire and release: who sees 2 sees the arena. Who sees 1 spins for the one mmap. */
    if (atomic_load_explicit(&start_state, memory_order_acquire) == 2) return;
    if (atomic_compare_exchange_strong_explicit(&start_state, &state, 1, memory_order_relaxed,
                                                memory_order_relaxed)) {
        reserve();
        atomic_store_explicit(&start_state, 2, memory_order_release);
    }
    while (atomic_load_explicit(&start_state, memory_order_acquire) != 2) continue;
}

/* An untouched region, committed; NULL if there is none or the system refuses. */
static void *take_region(void) {
    size_t hint = atomic_load_explicit(&region_hint, memory_order_relaxed);
    for (size_t n = 0, i = hint; n < region_count; n++, i = i + 1 < region_count ? i + 1 : 0) {
        /* acquire: what the previous owner did to the region came before. */
        if (atomic_exchange_explicit(&region_taken[i], 1, memory_order_acquire) != 0) continue;
        atomic_store_explicit(&region_hint, i + 1 < region_count ? i + 1 : 0, memory_order_relaxed);
        char *region = arena_base + (i << REGION_BITS);
        if (pages_commit(region, REGION_SIZE)) return region;
        atomic_store_explicit(&region_taken[i], 0, memory_order_release);
        return NULL;
    }
    return NULL;
}

/* acquire and release: the pages behind the region were set up by another thread. */
static void *take_prepared(void) {
    void *region = NULL;
    for (unsigned i = 0; i < STOCK && region == NULL; i++)
        region = atomic_exchange_explicit(&stock[i], NULL, memory_order_acquire);
    return region;
}

void *arena_claim(bool wants_huge) {
    void *region = NULL;
    if (wants_huge) {
        region = take_prepared();
        atomic_store_explicit(&is_short, true, memory_order_relaxed);
    }
    if (region == NULL) {
        region = take_region();
        if (region != NULL) pages_advise_huge(region, REGION_SIZE, false);
    }
    if (region == NULL) panic("out of memory: there are not another 4 MiB for the data");
    return region;
}

/* Relaxed: a moment earlier or later is the same. The load first: it is asked all the time. */
bool arena_is_short(void) {
    return atomic_load_explicit(&is_short, memory_order_relaxed) &&
           atomic_exchange_explicit(&is_short, false, memory_order_relaxed);
}

static void touch(char *region, void (*rest)(void)) {
    for (size_t i = 0; i < REGION_SIZE; i += HUGE_PAGE) {
        pages_touch(region + i, HUGE_PAGE);
        if (rest != NULL) rest();
    }
}

void arena_prepare(void (*rest)(void)) {
    arena_start(); /* synchronizes with the thread that did it first */
    for (unsigned i = 0; i < STOCK; i++) {
        if (atomic_load_explicit(&stock[i], memory_order_relaxed) != NULL) continue;
        void *region = take_region();
        if (region == NULL) return;
        pages_advise_huge(region, REGION_SIZE, true);
        touch(region, rest);
        void *expected = NULL;
        if (!atomic_compare_exchange_strong_explicit(&stock[i], &expected, region,
                                                     memory_order_release, memory_order_relaxed))
            arena_give_back(region);
    }
}

void arena_give_back(void *region) {
    size_t i = (size_t)((char *)region - arena_base) >> REGION_BITS;
    assert(region_taken[i] == 1);
    pages_uncommit(region, REGION_SIZE);
    atomic_store_explicit(&region_taken[i], 0, memory_order_release);
    /* Low regions first, so that a shrunken store is a compact one; a lost race costs nothing else.
     */
    if (i < atomic_load_explicit(&region_hint, memory_order_relaxed))
        atomic_store_explicit(&region_hint, i, memory_order_relaxed);
}
