/* Which regions are taken is one byte each; a claim walks on from a hint. The table covers the
 * largest arena and lives in zero pages until it is used. */
#include "data/arena.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/pages.h"

#define ARENA_SIZE_MAX ((size_t)1 << 43) /* 40 bits of eight-byte steps */
#define ARENA_SIZE_MIN ((size_t)1 << 30)
#define ARENA_SIZE_TSAN ((size_t)1 << 38)

char *arena_base;

static size_t region_count;
static _Atomic uint8_t region_taken[ARENA_SIZE_MAX >> REGION_BITS];
static _Atomic size_t region_hint; /* no free region below this one, most of the time */
static pthread_once_t arena_once = PTHREAD_ONCE_INIT;

static void die(const char *why) {
    fprintf(stderr, "anax: %s\n", why);
    abort();
}

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
    die("cannot reserve address space for the data (ulimit -v?)");
}

void arena_start(void) {
    pthread_once(&arena_once, reserve);
}

void *arena_claim(int huge) {
    for (size_t i = atomic_load_explicit(&region_hint, memory_order_relaxed); i < region_count;
         i++) {
        /* acquire: what the previous owner did to the region came before. */
        if (atomic_exchange_explicit(&region_taken[i], 1, memory_order_acquire) != 0) continue;
        atomic_store_explicit(&region_hint, i + 1, memory_order_relaxed);
        char *region = arena_base + (i << REGION_BITS);
        if (!pages_commit(region, REGION_SIZE))
            die("out of memory: the system refuses another 4 MiB of data");
        pages_advise_huge(region, REGION_SIZE, huge);
        return region;
    }
    /* Another core may have moved the hint past a region given back at the same moment. */
    if (atomic_exchange_explicit(&region_hint, 0, memory_order_relaxed) != 0)
        return arena_claim(huge);
    die("out of address space for the data");
    return NULL;
}

void arena_give_back(void *region) {
    size_t i = (size_t)((char *)region - arena_base) >> REGION_BITS;
    assert(region_taken[i] == 1);
    pages_uncommit(region, REGION_SIZE);
    atomic_store_explicit(&region_taken[i], 0, memory_order_release);
    if (i < atomic_load_explicit(&region_hint, memory_order_relaxed))
        atomic_store_explicit(&region_hint, i, memory_order_relaxed);
}
