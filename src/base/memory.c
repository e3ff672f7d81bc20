/* base/memory.c - the general allocator is jemalloc, linked statically; see memory.h.
 *
 * Why jemalloc and not mimalloc: both were measured on Debian 12 (jemalloc 5.3.0, mimalloc
 * 2.0.9) with two threads that each kept 100,000 blocks of 24 bytes to 256 KiB and replaced four
 * million of them at random, writing to each:
 *
 *                                              jemalloc   mimalloc   glibc
 *      replace one block, counted (ns)          605-695    490-530   780-815
 *      malloc, count and free, 16-271 B (ns)      16-17      16-17        20
 *      resident per byte of usable memory          1.15       1.09      1.05
 *      free blocks of the other thread (ns)     104-112      60-76   210-480
 *      resident after all was freed (MB)          27-47        515         3
 *
 * mimalloc is somewhat faster, but gives nothing back when the freeing thread is not the
 * allocating one, which is how blocks of replies live; small entries, where speed counts, come
 * from our own slabs, and what is left to the library must shrink after a FLUSHALL. Debian also
 * has no static library of mimalloc.
 *
 * With ANAX_LIBC_MALLOC (sanitizer and cross builds) it is the C library's malloc, which the
 * sanitizers replace by their own: that one finds the mistakes. */
#include "base/memory.h"

#include "base/panic.h"

#include <assert.h>
#include <stdlib.h>

#ifdef ANAX_LIBC_MALLOC
#include <malloc.h>
#else
#include <jemalloc/jemalloc.h>

/* Dirty pages go back after 5 s, given back by jemalloc's own threads so that no core ever stops
 * for the madvise calls. Read by jemalloc before main. */
const char *malloc_conf = "background_thread:true,dirty_decay_ms:5000,muzzy_decay_ms:0";
#endif

/* jemalloc aligns blocks below 16 bytes to 8 only; we promise 16. */
enum { SIZE_MIN = 16 };

static _Thread_local int64_t counter;
static _Thread_local uint64_t fail_countdown;

static void count(int64_t bytes) {
    /* Relaxed: only this thread writes; others may read a value that is a little old. */
    __atomic_store_n(&counter, counter + bytes, __ATOMIC_RELAXED);
}

static void *counted(void *block) {
    count((int64_t)malloc_usable_size(block));
    return block;
}

static size_t at_least_min(size_t size) {
    return size < SIZE_MIN ? SIZE_MIN : size;
}

__attribute__((cold)) static _Noreturn void run_out(size_t size) {
    panic("out of memory: an allocation of %zu bytes failed", size);
}

void *memory_alloc(size_t size) {
    void *block = malloc(at_least_min(size));
    if (__builtin_expect(block == NULL, 0)) run_out(size);
    return counted(block);
}

void *memory_alloc_zeroed(size_t size) {
    void *block = calloc(1, at_least_min(size));
    if (__builtin_expect(block == NULL, 0)) run_out(size);
    return counted(block);
}

void *memory_realloc(void *block, size_t size) {
    int64_t before = block == NULL ? 0 : (int64_t)malloc_usable_size(block);
    void *moved = realloc(block, at_least_min(size));
    if (__builtin_expect(moved == NULL, 0)) run_out(size);
    count((int64_t)malloc_usable_size(moved) - before);
    return moved;
}

void *memory_try_alloc(size_t size) {
    if (fail_countdown > 0 && --fail_countdown == 0) return NULL;
    void *block = malloc(at_least_min(size));
    return block == NULL ? NULL : counted(block);
}

void *memory_alloc_aligned(size_t size, size_t align) {
    assert(align >= 16 && (align & (align - 1)) == 0);
    void *block = NULL;
    if (posix_memalign(&block, align, at_least_min(size)) != 0) run_out(size);
    return counted(block);
}

void memory_free(void *block) {
    if (block == NULL) return;
    count(-(int64_t)malloc_usable_size(block));
    free(block);
}

void *memory_room_for_one(void *items, size_t count, size_t *size, size_t bytes) {
    enum { AT_FIRST = 16 };
    if (count < *size) return items;
    *size = *size == 0 ? AT_FIRST : 2 * *size;
    char *more = memory_alloc(*size * bytes);
    if (count > 0) memcpy(more, items, count * bytes);
    memory_free(items);
    return more;
}

char *memory_copy_text(struct bytes text) {
    char *copy = memory_alloc(text.len + 1);
    if (text.len > 0) memcpy(copy, text.data, text.len);
    copy[text.len] = 0;
    return copy;
}

size_t memory_usable_size(const void *block) {
    /* The allocators differ in whether the parameter is const. */
    return malloc_usable_size((void *)(uintptr_t)block);
}

int64_t *memory_thread_counter(void) {
    return &counter;
}

void memory_purge(void) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    /* The sanitizer's own heap is in use: trimming the C library's, which was never set up, can crash. */
#elif defined(ANAX_LIBC_MALLOC)
    malloc_trim(0);
#else
    _Static_assert(MALLCTL_ARENAS_ALL == 4096, "the names below hold this number");
    mallctl("thread.tcache.flush", NULL, NULL, NULL, 0);
    mallctl("arena.4096.purge", NULL, NULL, NULL, 0);
#endif
}

void memory_fail_after(uint64_t n) {
    fail_countdown = n;
}
