/* A tree of pointers by ID does what a sorted array does. */
#include "check.h"

#include "counted.h"
#include "data/stream_tree.h"

enum { MODEL_MAX = 4000, IDS = 6000 };

static struct counted counted;
static const struct allocator allocator = {counted_resize, &counted};
static struct stream_tree tree;
static struct stream_id model[MODEL_MAX];
static unsigned model_count;
static char things[IDS]; /* what the pointers point at */

/* Some share their milliseconds. */
static struct stream_id id_of(uint64_t number) {
    return (struct stream_id){number / 3, number % 3};
}

static void *thing_of(struct stream_id id) {
    return &things[id.ms * 3 + id.seq];
}

static unsigned model_place(struct stream_id id) {
    unsigned at = 0;
    while (at < model_count && stream_id_less(model[at], id)) at++;
    return at;
}

static void put(struct stream_id id) {
    unsigned at = model_place(id);
    bool is_there = at < model_count && stream_id_equal(model[at], id);
    if (!is_there && model_count == MODEL_MAX) return;
    void *before = stream_tree_put(&tree, &allocator, id, thing_of(id));
    CHECK(before == (is_there ? thing_of(id) : NULL));
    if (is_there) return;
    memmove(model + at + 1, model + at, (model_count - at) * sizeof *model);
    model[at] = id;
    model_count++;
}

static void take(struct stream_id id) {
    unsigned at = model_place(id);
    bool is_there = at < model_count && stream_id_equal(model[at], id);
    void *taken = stream_tree_take(&tree, &allocator, id);
    CHECK(taken == (is_there ? thing_of(id) : NULL));
    if (!is_there) return;
    model_count--;
    memmove(model + at, model + at + 1, (model_count - at) * sizeof *model);
}

/* The cursor stands before element at of the model. */
static void check_cursor(struct stream_tree_cursor cursor, unsigned at) {
    struct stream_id id;
    struct stream_tree_cursor back = cursor;
    void *next = stream_tree_next(&cursor, &id);
    CHECK(next == (at < model_count ? thing_of(model[at]) : NULL));
    if (next != NULL) CHECK(stream_id_equal(id, model[at]));
    void *prev = stream_tree_prev(&back, &id);
    CHECK(prev == (at > 0 ? thing_of(model[at - 1]) : NULL));
    if (prev != NULL) CHECK(stream_id_equal(id, model[at - 1]));
}

static void check_at(struct stream_id id) {
    struct stream_tree_cursor cursor;
    unsigned at = model_place(id);
    bool is_there = at < model_count && stream_id_equal(model[at], id);
    CHECK(stream_tree_find(&tree, id) == (is_there ? thing_of(id) : NULL));
    void **place = stream_tree_place(&tree, id);
    unsigned last = at + is_there;
    CHECK(last > 0 ? place != NULL && *place == thing_of(model[last - 1]) : place == NULL);
    stream_tree_seek(&tree, id, &cursor);
    check_cursor(cursor, at);
    stream_tree_seek_rank(&tree, at, &cursor);
    check_cursor(cursor, at);
    stream_tree_seek_end(&tree, &cursor);
    check_cursor(cursor, model_count);
}

static void check_walks(void) {
    struct stream_tree_cursor cursor;
    struct stream_id id;
    CHECK_EQ(tree.count, model_count);
    CHECK(stream_tree_is_sound(&tree));
    stream_tree_seek(&tree, STREAM_ID_MIN, &cursor);
    for (unsigned i = 0; i < model_count; i++) {
        CHECK(stream_tree_next(&cursor, &id) == thing_of(model[i]));
        CHECK(stream_id_equal(id, model[i]));
    }
    CHECK(stream_tree_next(&cursor, &id) == NULL);
    for (unsigned i = model_count; i-- > 0;)
        CHECK(stream_tree_prev(&cursor, NULL) == thing_of(model[i]));
    CHECK(stream_tree_prev(&cursor, &id) == NULL);
}

static void clear(void) {
    while (stream_tree_take_last(&tree, &allocator) != NULL) continue;
    CHECK_EQ(tree.count, 0);
    CHECK_EQ(counted.blocks, 0);
    CHECK(tree.root == NULL);
    model_count = 0;
}

TEST(random_puts_and_takes_leave_what_a_sorted_array_has) {
    for (unsigned round = 0; round < 12; round++) {
        uint64_t range = round % 3 == 0 ? 40 : IDS;
        for (unsigned step = 0; step < 3000; step++) {
            struct stream_id id = id_of(check_random_below(range));
            bool grows = check_random_below(10) < (step < 1500 ? 7u : 3u);
            if (grows)
                put(id);
            else
                take(id);
            if (step % 50 == 0) check_at(id_of(check_random_below(range)));
            if (step % 500 == 0) check_walks();
        }
        check_walks();
        clear();
    }
}

TEST(what_is_put_behind_all_fills_the_nodes) {
    for (unsigned i = 0; i < MODEL_MAX; i++) put(id_of(i));
    check_walks();
    uint64_t full = counted.bytes;
    for (unsigned i = 0; i < MODEL_MAX; i += 2) take(id_of(i));
    check_walks();
    clear();
    for (unsigned i = 0; i < MODEL_MAX; i++) put(id_of((uint64_t)i * 1001 % MODEL_MAX));
    check_walks();
    CHECK(full <= counted.bytes); /* no order takes less */
    clear();
}

TEST(what_is_taken_from_the_front_gives_its_memory_back) {
    for (unsigned i = 0; i < 1000; i++) put(id_of(i));
    for (unsigned i = 1000; i < IDS; i++) {
        put(id_of(i));
        take(id_of(i - 1000));
        if (i % 1000 == 0) check_walks();
    }
    uint64_t held = counted.bytes;
    clear();
    for (unsigned i = 0; i < 1000; i++) put(id_of(i));
    CHECK(held < counted.bytes * 3 / 2);
    clear();
}
