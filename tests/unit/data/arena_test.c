/* Regions go to many threads at once, some prepared ahead by another thread, and none to two. */
#include "check.h"

#include <pthread.h>
#include <stdatomic.h>

#include "data/arena.h"
#include "data/keyspace.h"
#include "data/slab.h"

static _Atomic bool is_over;

static void *prepare_regions(void *arg) {
    unsigned *prepared = arg;
    while (!atomic_load(&is_over)) {
        if (arena_is_short()) {
            arena_prepare(NULL);
            (*prepared)++;
        }
        usleep(100);
    }
    return NULL;
}

/* Marks pieces over more regions than the small ones, and finds its own marks again. */
static void *fill_and_check(void *arg) {
    enum { PIECES = 12000, SIZE = 4096 };
    uintptr_t mark = (uintptr_t)arg, wrong = 0;
    struct slab slab;
    slab_init(&slab);
    uintptr_t **pieces = malloc(PIECES * sizeof *pieces);
    for (unsigned i = 0; i < PIECES; i++) {
        pieces[i] = slab_alloc(&slab, SIZE);
        pieces[i][0] = mark;
        pieces[i][SIZE / sizeof mark - 1] = mark + i;
    }
    for (unsigned i = 0; i < PIECES; i++)
        wrong += pieces[i][0] != mark || pieces[i][SIZE / sizeof mark - 1] != mark + i;
    slab_clear(&slab);
    free(pieces);
    return (void *)wrong;
}

TEST(threads_never_share_a_region) {
    enum { THREADS = 6 };
    pthread_t threads[THREADS], helper;
    unsigned prepared = 0;
    REQUIRE(pthread_create(&helper, NULL, prepare_regions, &prepared) == 0);
    for (uintptr_t i = 0; i < THREADS; i++)
        REQUIRE(pthread_create(&threads[i], NULL, fill_and_check, (void *)(i << 32 | 7)) == 0);
    for (unsigned i = 0; i < THREADS; i++) {
        void *wrong;
        pthread_join(threads[i], &wrong);
        CHECK(wrong == NULL);
    }
    atomic_store(&is_over, true);
    pthread_join(helper, NULL);
    CHECK(prepared > 0);
}

TEST(handles_are_five_bytes_and_lead_back) {
    struct slab slab;
    slab_init(&slab);
    for (unsigned i = 0; i < 1000; i++) {
        char *piece = slab_alloc(&slab, 1 + check_random_below(SLAB_SIZE_MAX));
        uint64_t handle = handle_of(piece);
        CHECK(handle != 0 && handle >> 40 == 0);
        CHECK(handle_pointer(handle) == piece);
    }
    slab_clear(&slab);
}

TEST(a_thousand_keyspaces_fit_into_one_process) {
    enum { CORES = 1024 };
    struct keyspace **keyspaces = malloc(CORES * sizeof(struct keyspace *));
    for (unsigned i = 0; i < CORES; i++) {
        struct keyspace_options options = {
            .databases = 16, .partition_first = i, .partition_count = 1};
        keyspaces[i] = keyspace_create(&options);
    }
    char name[32];
    for (unsigned i = 0; i < 20000; i++) {
        struct key key = key_of(bytes_of(name, (size_t)snprintf(name, sizeof name, "k:%u", i)));
        keyspace_put_string(keyspaces[key.partition], 0, &key, NULL, key.name, EXPIRE_NONE);
    }
    uint64_t keys = 0;
    for (unsigned i = 0; i < CORES; i++) {
        struct keyspace_facts facts;
        keyspace_facts(keyspaces[i], 0, &facts);
        keys += facts.keys;
        keyspace_destroy(keyspaces[i]);
    }
    CHECK_EQ(keys, 20000);
    free(keyspaces);
}
