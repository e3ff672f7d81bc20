/* The size classes, and that pieces neither overlap nor leak. */
#include "check.h"

#include "data/slab.h"

TEST(a_class_is_at_most_six_percent_larger_than_the_size) {
    unsigned last = 0;
    for (size_t size = 1; size <= SLAB_SEGMENT_SIZE; size++) {
        unsigned class = slab_class(size);
        size_t piece = slab_class_size(class);
        CHECK(piece >= size);
        CHECK(class == last || class == last + 1);
        CHECK(size > 4096 || size <= 128 || (piece - size) * 100 <= size * 6);
        CHECK(class == 0 || slab_class_size(class - 1) < size);
        last = class;
    }
    CHECK_EQ(last, SLAB_CLASSES - 1);
}

TEST(pieces_do_not_overlap_and_everything_goes_back) {
    enum { PIECES = 20000 };
    static struct {
        unsigned char *piece;
        size_t size;
    } held[PIECES];
    struct slab slab;
    slab_init(&slab);
    for (unsigned step = 0; step < 400000; step++) {
        unsigned i = (unsigned)check_random_below(PIECES);
        if (held[i].piece != NULL) {
            bool is_whole = true;
            for (size_t at = 0; at < held[i].size; at++)
                is_whole = is_whole && held[i].piece[at] == (unsigned char)i;
            CHECK(is_whole);
            slab_free(&slab, held[i].piece, held[i].size);
            held[i].piece = NULL;
            continue;
        }
        size_t size = 1 + check_random_below(check_random_below(2) ? 100 : SLAB_SEGMENT_SIZE);
        held[i].piece = slab_alloc(&slab, size);
        held[i].size = size;
        CHECK_EQ((uintptr_t)held[i].piece % (size % 64 == 0 ? 64 : 8), 0);
        memset(held[i].piece, (int)i, size);
    }
    for (unsigned i = 0; i < PIECES; i++)
        if (held[i].piece != NULL) slab_free(&slab, held[i].piece, held[i].size);
    CHECK_EQ(slab.used_bytes, 0);
    while (slab_tidy(&slab, 10)) continue;
    CHECK_EQ(slab.held_bytes, 0);
    slab_clear(&slab);
}

TEST(regions_of_a_dead_slab_are_used_again) {
    for (unsigned i = 0; i < 20000; i++) { /* more than fit into the arena at once */
        struct slab slab;
        slab_init(&slab);
        memset(slab_alloc(&slab, 100), 1, 100);
        slab_clear(&slab);
    }
}
