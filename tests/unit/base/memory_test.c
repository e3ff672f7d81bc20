/* What base/memory.h promises. */
#include "base/memory.h"

#include "check.h"

#include <pthread.h>

static int64_t counted(void) {
    return __atomic_load_n(memory_thread_counter(), __ATOMIC_RELAXED);
}

TEST(blocks_of_every_size_are_aligned_and_counted) {
    for (size_t size = 0; size < 3000; size++) {
        int64_t before = counted();
        char *block = memory_alloc(size);
        CHECK_EQ((uintptr_t)block % 16, 0);
        CHECK(memory_usable_size(block) >= size);
        CHECK_EQ(counted() - before, memory_usable_size(block));
        memset(block, 1, size);
        memory_free(block);
        CHECK_EQ(counted(), before);
    }
}

TEST(a_block_moves_with_its_content_and_its_count) {
    int64_t before = counted();
    char *block = memory_realloc(NULL, 3);
    memcpy(block, "abc", 3);
    for (size_t size = 4; size < 1 << 20; size *= 3) {
        block = memory_realloc(block, size);
        CHECK_BYTES(block, 3, "abc", 3);
        CHECK_EQ(counted() - before, memory_usable_size(block));
    }
    memory_free(block);
    memory_free(NULL);
    CHECK_EQ(counted(), before);
}

TEST(zeroed_memory_is_zero_and_aligned_memory_is_aligned) {
    int64_t before = counted();
    for (size_t size = 1; size < 100000; size = size * 2 + 1) {
        unsigned char *zeroed = memory_alloc_zeroed(size);
        for (size_t i = 0; i < size; i++) {
            REQUIRE(zeroed[i] == 0);
        }
        memset(zeroed, 255, size);
        memory_free(zeroed);
    }
    for (size_t align = 16; align <= 1 << 16; align *= 2) {
        void *block = memory_alloc_aligned(align * 3 / 2, align);
        CHECK_EQ((uintptr_t)block % align, 0);
        memory_free(block);
    }
    CHECK_EQ(counted(), before);
}

TEST(a_test_can_make_one_attempt_fail) {
    memory_fail_after(3);
    void *first = memory_try_alloc(10), *second = memory_try_alloc(10);
    void *third = memory_try_alloc(10), *fourth = memory_try_alloc(10);
    CHECK(first != NULL && second != NULL && third == NULL && fourth != NULL);
    memory_fail_after(1);
    memory_fail_after(0);
    void *fifth = memory_try_alloc(10);
    CHECK(fifth != NULL);
    memory_free(first);
    memory_free(second);
    memory_free(fourth);
    memory_free(fifth);
}

#ifndef ANAX_LIBC_MALLOC /* the sanitizers end the program themselves */
TEST(what_cannot_be_had_ends_the_program_or_returns_null) {
    volatile size_t too_much = SIZE_MAX / 4;
    CHECK(memory_try_alloc(too_much) == NULL);
    CHECK_ABORTS(memory_free(memory_alloc(too_much)));
}
#endif

static void *free_there(void *block) {
    memory_free(block);
    return (void *)(intptr_t)counted();
}

TEST(only_the_sum_over_threads_counts_a_block_freed_elsewhere) {
    int64_t before = counted();
    void *block = memory_alloc(1000), *result;
    int64_t size = (int64_t)memory_usable_size(block);
    pthread_t thread;
    REQUIRE(pthread_create(&thread, NULL, free_there, block) == 0);
    pthread_join(thread, &result);
    CHECK_EQ(counted() - before, size);
    CHECK_EQ((intptr_t)result, -size);
}

#ifndef ANAX_LIBC_MALLOC
static size_t resident(void) {
    FILE *file = fopen("/proc/self/statm", "r");
    unsigned long total = 0, pages = 0;
    if (file == NULL || fscanf(file, "%lu %lu", &total, &pages) != 2) {
        pages = 0;
    }
    if (file != NULL) {
        fclose(file);
    }
    return pages * (size_t)sysconf(_SC_PAGESIZE);
}

TEST(a_purge_gives_freed_memory_back) {
    enum { BLOCKS = 50000 };
    static void *blocks[BLOCKS];
    for (int i = 0; i < BLOCKS; i++) {
        blocks[i] = memory_alloc(1000);
        memset(blocks[i], 1, 1000);
    }
    size_t full = resident();
    for (int i = 0; i < BLOCKS; i++) {
        memory_free(blocks[i]);
    }
    memory_purge();
    CHECK(resident() < full - (size_t)BLOCKS * 900);
}
#endif
