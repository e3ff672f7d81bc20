/* A list does what an array of strings does, and its numbers stay with their elements whatever is
 * pushed or popped at either end. */
#include "check.h"

#include "counted.h"
#include "data/list.h"

enum { MODEL_MAX = 30000, TEXT_MAX = 70000 };

static struct {
    char *texts[MODEL_MAX];
    size_t lens[MODEL_MAX];
    unsigned count;
    int64_t first;
} model;
static struct counted counted;
static const struct allocator allocator = {counted_resize, &counted};
static struct list list;
static char space[TEXT_MAX];

static void model_insert(unsigned at, struct bytes text) {
    memmove(model.texts + at + 1, model.texts + at, (model.count - at) * sizeof(char *));
    memmove(model.lens + at + 1, model.lens + at, (model.count - at) * sizeof(size_t));
    model.texts[at] = malloc(text.len + 1);
    memcpy(model.texts[at], text.data, text.len);
    model.lens[at] = text.len;
    model.count++;
}

static void model_remove(unsigned at, unsigned n) {
    for (unsigned i = at; i < at + n; i++) free(model.texts[i]);
    unsigned after = model.count - at - n;
    memmove(model.texts + at, model.texts + at + n, after * sizeof(char *));
    memmove(model.lens + at, model.lens + at + n, after * sizeof(size_t));
    model.count -= n;
}

static void start(int64_t first) {
    list_init(&list, &allocator, first);
    model.first = first;
}

static void stop(void) {
    while (list_clear_some(&list, 2)) continue;
    CHECK_EQ(list.count, 0);
    CHECK_EQ(counted.blocks, 0);
    model_remove(0, model.count);
}

static struct bytes random_text(void) {
    size_t len = 0;
    switch (check_random_below(20)) {
    case 0:
        len = check_random_below(4) == 0 ? check_random_below(TEXT_MAX)
                                         : 3500 + check_random_below(1000);
        break;
    case 1:
    case 2:
        len = check_random_below(60);
        break;
    case 3:
    case 4:
        return bytes_of(space, (size_t)snprintf(space, 30, "%" PRId64, (int64_t)check_random()));
    default:
        return bytes_of(space,
                        (size_t)snprintf(space, 30, "e%u", (unsigned)check_random_below(100000)));
    }
    memset(space, (int)check_random_below(256), len);
    return bytes_of(space, len);
}

/* ---- comparing ---- */

static void check_element(const struct packed_element *element, unsigned i) {
    char scratch[NUMBER_TEXT_MAX];
    struct bytes text = packed_text(element, scratch);
    CHECK_BYTES(text.data, text.len, model.texts[i], model.lens[i]);
}

static void check_walk(unsigned from, unsigned limit) {
    struct list_cursor cursor;
    struct packed_element element;
    list_seek(&list, from, &cursor);
    for (unsigned i = from; i < model.count && i < from + limit; i++) {
        REQUIRE(list_next(&cursor, &element));
        check_element(&element, i);
    }
    if (model.count <= from + limit) CHECK(!list_next(&cursor, &element));
    list_seek(&list, from, &cursor);
    for (unsigned i = from; i > 0 && i + limit > from; i--) {
        REQUIRE(list_prev(&cursor, &element));
        check_element(&element, i - 1);
    }
    if (from <= limit) CHECK(!list_prev(&cursor, &element));
}

static void check_list(void) {
    CHECK_EQ(list.count, model.count);
    CHECK_EQ(list.first, model.first);
    CHECK(list_is_sound(&list));
    CHECK_EQ(list.bytes, counted.bytes);
    check_walk((unsigned)check_random_below(model.count + 1), 50);
}

/* ---- operations ---- */

static void insert(unsigned at, struct bytes text) {
    if (model.count == MODEL_MAX) return;
    list_insert(&list, at, text);
    model_insert(at, text);
    if (at == 0 && model.count > 1) model.first--;
}

static void remove_some(unsigned at, unsigned n) {
    if (n > model.count - at) n = model.count - at;
    list_remove(&list, at, n);
    model_remove(at, n);
    if (at == 0) model.first += n;
}

static void set(unsigned at, struct bytes text) {
    list_set(&list, at, text);
    model_remove(at, 1);
    model_insert(at, text);
}

static unsigned any_place(unsigned end) {
    if (end == 0) return 0;
    return end == 1 ? model.count : (unsigned)check_random_below(model.count + 1);
}

static void step(unsigned adds) {
    unsigned what = (unsigned)check_random_below(100), n = 1;
    unsigned at = any_place((unsigned)check_random_below(4));
    if (what < adds) {
        insert(at, random_text());
    } else if (what < adds + 8 && model.count > 0) {
        set((unsigned)check_random_below(model.count), random_text());
    } else {
        if (check_random_below(20) == 0) n = (unsigned)check_random_below(model.count / 2 + 2);
        if (at == model.count) at = n < model.count ? model.count - n : 0;
        remove_some(at, n);
    }
}

TEST(a_list_does_what_an_array_does) {
    for (unsigned round = 0; round < 10; round++) {
        unsigned adds = 60;
        start((int64_t)check_random() >> 2);
        for (unsigned i = 0; i < 4000; i++) {
            if (check_random_below(500) == 0) adds = 35 + (unsigned)check_random_below(50);
            step(adds);
            if (i % 32 == 0) check_list();
        }
        check_walk(model.count / 2, MODEL_MAX);
        stop();
    }
}

TEST(a_queue_keeps_its_numbers_and_holds_no_more_than_it_needs) {
    for (unsigned way = 0; way < 2; way++) {
        start(0);
        for (unsigned i = 0; i < 40000; i++) {
            struct bytes text = bytes_of(space, (size_t)snprintf(space, 30, "queued %u", i));
            insert(way == 0 ? model.count : 0, text);
            if (model.count > 3000) remove_some(way == 0 ? 0 : model.count - 1, 1);
            if (i % 1000 == 0) check_list();
        }
        CHECK_EQ(list.first, way == 0 ? 37000 : -39999);
        CHECK(list.bytes < 3000 * 40);
        check_walk(0, MODEL_MAX);
        stop();
    }
}

TEST(elements_placed_by_number_in_any_order_make_the_same_list) {
    for (unsigned round = 0; round < 20; round++) {
        enum { COUNT = 500 };
        unsigned order[COUNT];
        int64_t first = (int64_t)check_random() >> 2;
        for (unsigned i = 0; i < COUNT; i++) {
            unsigned k = (unsigned)check_random_below(i + 1);
            order[i] = order[k];
            order[k] = i;
            model_insert(model.count, random_text());
        }
        start(0);
        if (round % 2) { /* in order, but for the first: the hole fills from one end */
            for (unsigned i = 0; i < COUNT; i++) order[i] = round % 4 == 1 ? i : COUNT - 1 - i;
            order[0] = COUNT - 1 - order[0];
            order[COUNT - 1] = COUNT - 1 - order[COUNT - 1];
        }
        for (unsigned i = 0; i < COUNT; i++) {
            unsigned k = order[i];
            list_place(&list, first + k, bytes_of(model.texts[k], model.lens[k]));
            CHECK(list_is_sound(&list));
        }
        CHECK_EQ(list.holes, 0);
        model.first = first;
        check_list();
        check_walk(0, COUNT);
        stop();
    }
}

TEST(a_hole_takes_no_memory_and_goes_with_the_bounds) {
    start(0);
    list_place(&list, 5, BYTES_LITERAL("five"));
    list_place(&list, 5000000000, BYTES_LITERAL("far away"));
    list_place(&list, -3000000000, BYTES_LITERAL("and far before"));
    CHECK_EQ(list.first, -3000000000);
    CHECK_EQ(list.count, 8000000001);
    CHECK(list.bytes < 1000);
    CHECK_EQ(list.holes, 8000000001 - 3);
    CHECK(list_is_sound(&list));
    list_remove(&list, 0, 8000000000);
    CHECK_EQ(list.first, 5000000000);
    CHECK_EQ(list.count, 1);
    CHECK_EQ(list.holes, 0);
    model_insert(0, BYTES_LITERAL("far away"));
    model.first = list.first;
    check_list();
    stop();
}

TEST(a_block_becomes_a_list_and_a_list_a_block) {
    start(100);
    struct packed *block = packed_create(&allocator);
    for (unsigned i = 0; i < 5; i++) {
        struct bytes text = bytes_of(space, (size_t)snprintf(space, 30, "element %u", i));
        block = packed_append(block, &allocator, text);
        REQUIRE(block != NULL);
        model_insert(i, text);
    }
    list_adopt(&list, block);
    check_list();
    memset(space, 'x', TEXT_MAX);
    insert(2, bytes_of(space, TEXT_MAX)); /* too large for a block */
    check_list();
    CHECK(list_release(&list) == NULL);
    remove_some(2, 1);
    check_list();
    block = list_release(&list);
    REQUIRE(block != NULL);
    CHECK_EQ(packed_count(block), 5);
    CHECK_EQ(list.bytes, 0);
    packed_destroy(block, &allocator);
    stop();
}
