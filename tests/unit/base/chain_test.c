/* What base/chain.h promises: a chain is a string, however its blocks lie. */
#include "base/buffer.h"
#include "base/chain.h"
#include "base/memory.h"

#include "check.h"

/* The chain's bytes in one buffer; checks the chain's own sums on the way. */
static struct buffer flat(const struct chain *chain) {
    struct buffer all = {0};
    const struct block *last = NULL;
    for (const struct block *block = chain->head; block != NULL; block = block->next) {
        CHECK(block->len <= block->size);
        CHECK(block->len > 0 || block->next == NULL);
        buffer_append(&all, bytes_of(block->data, block->len));
        last = block;
    }
    CHECK(chain->tail == last);
    CHECK_EQ(chain->len, all.len);
    return all;
}

static void check_content(const struct chain *chain, struct bytes expected) {
    struct buffer all = flat(chain);
    CHECK(bytes_equal(buffer_view(&all), expected));
    buffer_clear(&all);
}

TEST(what_is_reserved_and_advanced_is_kept) {
    struct chain chain = {0};
    check_content(&chain, bytes_of(NULL, 0));
    memcpy(chain_reserve(&chain, 100), "abc", 3);
    check_content(&chain, bytes_of(NULL, 0));
    chain_advance(&chain, 3);
    memcpy(chain_reserve(&chain, 2), "de", 2);
    chain_advance(&chain, 2);
    check_content(&chain, BYTES_LITERAL("abcde"));
    chain_clear(&chain);
    CHECK(chain.head == NULL && chain.tail == NULL && chain.len == 0);
}

TEST(a_large_reservation_is_contiguous) {
    struct chain chain = {0};
    chain_append(&chain, BYTES_LITERAL("x"));
    char *place = chain_reserve(&chain, 1 << 20);
    memset(place, 'y', 1 << 20);
    chain_advance(&chain, 1 << 20);
    struct buffer all = flat(&chain);
    CHECK_EQ(all.len, (1 << 20) + 1);
    CHECK_EQ(all.data[0], 'x');
    CHECK_EQ(all.data[1 << 20], 'y');
    buffer_clear(&all);
    chain_clear(&chain);
}

TEST(an_unused_reservation_leaves_no_empty_block_inside) {
    struct chain chain = {0};
    chain_reserve(&chain, 10);
    chain_reserve(&chain, BLOCK_SIZE + 1);
    chain_reserve(&chain, BLOCK_SIZE + 2);
    check_content(&chain, bytes_of(NULL, 0));
    chain_append(&chain, BYTES_LITERAL("a"));
    chain_reserve(&chain, 2 * BLOCK_SIZE);
    struct chain other = {0};
    chain_append(&other, BYTES_LITERAL("b"));
    chain_move(&chain, &other);
    check_content(&chain, BYTES_LITERAL("ab"));
    chain_clear(&chain);
}

TEST(small_chains_are_copied_together_and_large_ones_linked) {
    struct chain target = {0}, source = {0};
    static char text[BLOCK_SIZE];
    chain_append(&target, BYTES_LITERAL("start"));
    const struct block *first = target.head;
    chain_append(&source, BYTES_LITERAL("small"));
    chain_move(&target, &source);
    CHECK(source.head == NULL && source.tail == NULL && source.len == 0);
    CHECK(target.tail == first);
    chain_append(&source, bytes_of(text, sizeof text));
    const struct block *large = source.head;
    chain_move(&target, &source);
    CHECK(target.tail == large && first->next == large);
    CHECK_EQ(target.len, 10 + BLOCK_SIZE);
    chain_move(&target, &source); /* an empty one changes nothing */
    CHECK_EQ(target.len, 10 + BLOCK_SIZE);
    chain_clear(&target);
}

TEST(many_small_chains_make_full_blocks) {
    struct chain target = {0};
    static const char text[300];
    for (int i = 0; i < 10000; i++) {
        struct chain source = {0};
        chain_append(&source, bytes_of(text, sizeof text));
        chain_move(&target, &source);
    }
    size_t blocks = 0;
    for (const struct block *block = target.head; block != NULL; block = block->next) {
        blocks++;
    }
    CHECK_EQ(target.len, 3000000);
    CHECK(blocks <= 3000000 / (BLOCK_SIZE - 300) + 1);
    chain_clear(&target);
}

/* A random range, as long as the chain allows. */
static void append_random(struct chain *chain, struct buffer *model) {
    static char text[3 * BLOCK_SIZE];
    size_t len = check_random_below(check_random_below(4) == 0 ? sizeof text : 200);
    for (size_t i = 0; i < len; i += 7) {
        text[i] = (char)check_random();
    }
    if (len < BLOCK_SIZE && check_random_below(2) == 0) {
        memcpy(chain_reserve(chain, len + check_random_below(100)), text, len);
        chain_advance(chain, len);
    } else {
        chain_append(chain, bytes_of(text, len));
    }
    buffer_append(model, bytes_of(text, len));
}

TEST(random_chains_equal_their_models) {
    for (int round = 0; round < 200; round++) {
        struct chain a = {0}, b = {0};
        struct buffer model_a = {0}, model_b = {0};
        for (int step = 0; step < 20; step++) {
            append_random(check_random_below(2) == 0 ? &a : &b, &model_a);
            /* The model of b is rebuilt below: what went to b is taken out of a's model. */
            if (a.len != model_a.len) {
                size_t len = model_a.len - a.len;
                buffer_append(&model_b, bytes_of(model_a.data + a.len, len));
                model_a.len = a.len;
            }
            size_t offset = check_random_below(b.len + 1);
            size_t len = check_random_below(b.len - offset + 1);
            chain_copy_range(&a, &b, offset, len);
            if (len > 0) {
                buffer_append(&model_a, bytes_of(model_b.data + offset, len));
            }
            if (check_random_below(4) == 0) {
                chain_move(&a, &b);
                buffer_append(&model_a, buffer_view(&model_b));
                model_b.len = 0;
            }
            check_content(&a, buffer_view(&model_a));
            check_content(&b, buffer_view(&model_b));
        }
        chain_clear(&a);
        chain_clear(&b);
        buffer_clear(&model_a);
        buffer_clear(&model_b);
    }
}

TEST(the_free_list_is_used_bounded_and_given_back) {
    block_trim();
    int64_t before = *memory_thread_counter();
    struct block *blocks[200];
    for (int i = 0; i < 200; i++) {
        blocks[i] = block_create(1);
        CHECK_EQ(blocks[i]->size, BLOCK_SIZE);
    }
    struct block *last = blocks[199];
    for (int i = 0; i < 199; i++) {
        block_destroy(blocks[i]);
    }
    int64_t kept = *memory_thread_counter() - before;
#ifdef ANAX_LIBC_MALLOC /* sanitizer builds keep nothing; last still lives */
    CHECK_EQ(kept, memory_usable_size(last));
#else
    CHECK(kept > 16384 * 2 && kept <= 65 * 17 * 1024);
#endif
    block_destroy(last);
    struct block *large = block_create(BLOCK_SIZE + 1);
    CHECK_EQ(large->size, BLOCK_SIZE + 1);
    block_destroy(large);
    CHECK(*memory_thread_counter() - before <= kept);
    block_trim();
    CHECK_EQ(*memory_thread_counter(), before);
}
