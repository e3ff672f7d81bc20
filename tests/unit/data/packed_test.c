/* A packed block does what an array of strings does, at both ends and in the middle, and a block
 * from elsewhere that is not exactly as it would have made it is refused. */
#include "check.h"

#include "counted.h"
#include "data/packed.h"

enum { MODEL_MAX = 17000, TEXT_MAX = 36000 };

struct model {
    char *texts[MODEL_MAX];
    size_t lens[MODEL_MAX];
    unsigned count;
};

static struct model model;
static struct counted counted;
static const struct allocator allocator = {counted_resize, &counted};
static char big[TEXT_MAX];

static void model_splice(unsigned index, unsigned removed, const struct bytes *elements,
                         unsigned n) {
    for (unsigned i = 0; i < removed; i++) free(model.texts[index + i]);
    unsigned after = model.count - index - removed;
    memmove(model.texts + index + n, model.texts + index + removed, after * sizeof(char *));
    memmove(model.lens + index + n, model.lens + index + removed, after * sizeof(size_t));
    for (unsigned i = 0; i < n; i++) {
        model.texts[index + i] = malloc(elements[i].len + 1);
        memcpy(model.texts[index + i], elements[i].data, elements[i].len);
        model.lens[index + i] = elements[i].len;
    }
    model.count += n - removed;
}

static void model_clear(void) {
    model_splice(0, model.count, NULL, 0);
}

/* Texts of all forms; long ones are rare, or blocks would hold nothing else. */
static struct bytes random_text(char *space) {
    static const char *const odd[] = {"",
                                      "-0",
                                      "007",
                                      "+1",
                                      "22",
                                      "23",
                                      "-1",
                                      "-",
                                      "127",
                                      "128",
                                      "-128",
                                      "-129",
                                      "32767",
                                      "32768",
                                      "2147483648",
                                      "-9223372036854775808",
                                      "9223372036854775807",
                                      "9223372036854775808",
                                      "99999999999999999999",
                                      "1 "};
    size_t len;
    switch (check_random_below(8)) {
    case 0:
        return bytes_of_string(odd[check_random_below(sizeof odd / sizeof odd[0])]);
    case 1:
    case 2: {
        int64_t integer = (int64_t)check_random() >> check_random_below(64);
        return bytes_of(space, (size_t)snprintf(space, 32, "%" PRId64, integer));
    }
    case 3:
        len =
            check_random_below(40) == 0 ? check_random_below(12000) : 180 + check_random_below(30);
        break;
    default:
        len = check_random_below(20);
    }
    for (size_t i = 0; i < len; i++) space[i] = (char)check_random();
    return bytes_of(space, len);
}

static void check_walks(const struct packed *block, unsigned from) {
    char scratch[NUMBER_TEXT_MAX];
    struct packed_element element;
    struct packed_cursor cursor = packed_seek(block, from);
    for (unsigned i = from; i < model.count; i++) {
        REQUIRE(packed_next(&cursor, &element));
        struct bytes text = packed_text(&element, scratch);
        CHECK_BYTES(text.data, text.len, model.texts[i], model.lens[i]);
    }
    CHECK(!packed_next(&cursor, &element));
    cursor = packed_seek(block, from);
    for (unsigned i = from; i-- > 0;) {
        REQUIRE(packed_prev(&cursor, &element));
        struct bytes text = packed_text(&element, scratch);
        CHECK_BYTES(text.data, text.len, model.texts[i], model.lens[i]);
    }
    CHECK(!packed_prev(&cursor, &element));
}

static void check_find(const struct packed *block, struct bytes text, unsigned first,
                       unsigned step) {
    struct packed_cursor cursor;
    unsigned i = first;
    while (i < model.count && !bytes_equal(bytes_of(model.texts[i], model.lens[i]), text))
        i += step;
    bool is_found = packed_find(block, text, first, step, &cursor);
    CHECK_EQ(is_found, i < model.count);
    if (is_found) CHECK_EQ(cursor.index, i);
}

static void check_block(const struct packed *block) {
    CHECK_EQ(packed_count(block), model.count);
    CHECK(packed_is_valid(block, packed_size(block)));
    size_t used = PACKED_HEAD;
    for (unsigned i = 0; i < model.count; i++)
        used += packed_cost(bytes_of(model.texts[i], model.lens[i]));
    CHECK_EQ(packed_used(block), used);
    CHECK(used <= 512 ? packed_size(block) == ((used + 7) & ~7u)
                      : packed_size(block) <= used + used / 4 + 72);
    CHECK_EQ(counted.bytes, packed_size(block));
}

/* What a splice of up to three elements does, anywhere, or at one end if end says so. */
static struct packed *step(struct packed *block, unsigned adds, int end) {
    struct bytes texts[3];
    unsigned n = (unsigned)check_random_below(4), room = 0, removed = 0;
    bool is_adding = check_random_below(100) < adds;
    size_t cost = 0;
    for (unsigned i = 0; i < 3; i++) {
        texts[i] = random_text(big + i * 12000);
        if (i < n) cost += packed_cost(texts[i]);
    }
    if (!is_adding) {
        n = check_random_below(3) == 0 ? n : 0;
        if (n == 0) cost = 0;
        room = check_random_below(50) == 0 ? model.count : 3;
        removed = (unsigned)check_random_below(room + 1);
        if (removed > model.count) removed = model.count;
    }
    unsigned places = model.count - removed + 1, index = (unsigned)check_random_below(places);
    if (end != 0) index = end < 0 ? 0 : places - 1;
    struct packed *changed = packed_splice(block, &allocator, index, removed, texts, n);
    if (changed == NULL) {
        CHECK(n > 0 && (packed_used(block) + cost > PACKED_SIZE_MAX - 3 ||
                        model.count + n - removed > PACKED_COUNT_MAX));
        return block;
    }
    model_splice(index, removed, texts, n);
    return changed;
}

TEST(a_block_does_what_an_array_does) {
    for (unsigned round = 0; round < 30; round++) {
        struct packed *block = packed_create(&allocator);
        unsigned adds = 30 + (unsigned)check_random_below(70);
        int end = (int)check_random_below(4) - 1;
        for (unsigned i = 0; i < 1500; i++) {
            if (check_random_below(200) == 0) adds = 30 + (unsigned)check_random_below(70);
            if (check_random_below(100) == 0) end = (int)check_random_below(4) - 1;
            block = step(block, adds, end > 1 ? 0 : end);
            if (check_random_below(100) == 0) {
                block = packed_trim(block, &allocator);
                CHECK_EQ(packed_size(block), (packed_used(block) + 7) & ~7u);
            }
            check_block(block);
            if (i % 16 != 0) continue;
            check_walks(block, (unsigned)check_random_below(model.count + 1));
            check_find(block, random_text(big), (unsigned)check_random_below(3),
                       1 + (unsigned)check_random_below(3));
            if (model.count == 0) continue;
            unsigned wanted = (unsigned)check_random_below(model.count);
            check_find(block, bytes_of(model.texts[wanted], model.lens[wanted]), 0, 1);
            check_find(block, bytes_of(model.texts[wanted], model.lens[wanted]), wanted % 2, 2);
        }
        packed_destroy(block, &allocator);
        model_clear();
        CHECK_EQ(counted.blocks, 0);
    }
}

TEST(a_queue_moves_through_a_block_in_either_direction) {
    for (unsigned is_left = 0; is_left < 2; is_left++) {
        struct packed *block = packed_create(&allocator);
        char space[64];
        for (unsigned i = 0; i < 20000; i++) {
            size_t len = (size_t)snprintf(space, sizeof space, "element %u of the queue", i);
            struct bytes text = bytes_of(space, len);
            unsigned index = is_left ? 0 : model.count;
            block = packed_splice(block, &allocator, index, 0, &text, 1);
            model_splice(index, 0, &text, 1);
            if (model.count < 100 + i / 100) continue;
            index = is_left ? model.count - 1 : 0;
            block = packed_delete(block, &allocator, index, 1);
            model_splice(index, 1, NULL, 0);
            if (i % 64 == 0) check_walks(block, model.count / 2);
        }
        check_block(block);
        packed_destroy(block, &allocator);
        model_clear();
    }
}

TEST(a_split_block_joined_again_is_what_it_was) {
    for (unsigned round = 0; round < 3000; round++) {
        struct packed *block = packed_create(&allocator), *joined;
        unsigned steps = 1 + (unsigned)check_random_below(30);
        for (unsigned i = 0; i < steps; i++)
            block = step(block, 85, (int)check_random_below(3) - 1);
        unsigned index = (unsigned)check_random_below(model.count + 1);
        struct packed *right = packed_split(&block, &allocator, index);
        CHECK_EQ(packed_count(block), index);
        CHECK(packed_is_valid(block, packed_size(block)));
        CHECK(packed_is_valid(right, packed_size(right)));
        joined = packed_join(block, &allocator, right);
        REQUIRE(joined != NULL || packed_used(block) + packed_used(right) > PACKED_SIZE_MAX);
        if (joined != NULL) {
            packed_destroy(right, &allocator);
            check_block(joined);
            check_walks(joined, index);
            packed_destroy(joined, &allocator);
        } else {
            packed_destroy(right, &allocator);
            packed_destroy(block, &allocator);
        }
        model_clear();
        CHECK_EQ(counted.blocks, 0);
    }
}

TEST(an_empty_text_without_an_address_is_a_text) {
    struct bytes nothing = {NULL, 0};
    struct packed *block = packed_append(packed_create(&allocator), &allocator, nothing);
    struct packed_cursor cursor;
    CHECK(packed_find(block, nothing, 0, 1, &cursor));
    CHECK(packed_find(block, BYTES_LITERAL(""), 0, 1, &cursor));
    CHECK(!packed_find(block, BYTES_LITERAL("0"), 0, 1, &cursor));
    packed_destroy(block, &allocator);
}

TEST(a_full_block_refuses_and_stays_as_it_is) {
    struct packed *block = packed_create(&allocator), *changed;
    struct bytes text = BYTES_LITERAL("7"); /* takes no more than its tag */
    while ((changed = packed_append(block, &allocator, text)) != NULL) block = changed;
    CHECK_EQ(packed_count(block), PACKED_COUNT_MAX);
    CHECK(packed_is_valid(block, packed_size(block)));
    block = packed_delete(block, &allocator, 0, PACKED_COUNT_MAX);
    CHECK_EQ(packed_size(block), PACKED_HEAD);
    memset(big, 'x', sizeof big);
    block = packed_append(block, &allocator, bytes_of(big, PACKED_ELEMENT_MAX));
    REQUIRE(block != NULL);
    CHECK(packed_prepend(block, &allocator, bytes_of(big, 1000)) == NULL);
    CHECK_EQ(packed_count(block), 1);
    block = packed_replace(block, &allocator, 0, bytes_of(big, 3));
    CHECK_EQ(packed_size(block), 16);
    packed_destroy(block, &allocator);
}

/* What Redis's listpack takes for the same: seven bytes a block, two to ten an element and, for
 * texts of 64 bytes and more, one or two more. */
static size_t listpack_cost(struct bytes text) {
    int64_t v;
    size_t entry;
    if (number_parse_i64(text, &v)) {
        entry = v >= 0 && v <= 127              ? 1
                : v >= -4096 && v <= 4095       ? 2
                : v == (int16_t)v               ? 3
                : v >= -8388608 && v <= 8388607 ? 4
                : v == (int32_t)v               ? 5
                                                : 9;
    } else {
        entry = text.len + (text.len < 64 ? 1 : text.len < 4096 ? 2 : 5);
    }
    return entry + (entry < 128 ? 1 : entry < 16384 ? 2 : 3);
}

TEST(no_element_takes_more_than_in_a_listpack) {
    for (unsigned i = 0; i < 200000; i++) {
        struct bytes text = random_text(big);
        CHECK(packed_cost(text) <= listpack_cost(text));
    }
}

TEST(bytes_from_elsewhere_are_read_no_further_than_they_go) {
    for (unsigned round = 0; round < 20000; round++) {
        struct packed *block = packed_create(&allocator);
        for (unsigned i = 0; i < 12; i++) block = step(block, 80, 0);
        size_t size = packed_size(block);
        unsigned char *copy = malloc(size); /* exactly as large: reading on is seen */
        memcpy(copy, block, size);
        unsigned changes = 1 + (unsigned)check_random_below(3);
        for (unsigned i = 0; i < changes; i++) {
            unsigned at =
                (unsigned)check_random_below(check_random_below(2) && size > 24 ? 24 : size);
            copy[at] =
                (unsigned char)(check_random_below(2) ? check_random()
                                                      : copy[at] + 1 - 2 * check_random_below(2));
        }
        if (packed_is_valid(copy, size)) { /* then it can be walked, and each element found */
            struct packed_element element;
            struct packed_cursor cursor = packed_seek((struct packed *)copy, 0), found;
            char scratch[NUMBER_TEXT_MAX];
            for (unsigned i = 0; packed_next(&cursor, &element); i++) {
                CHECK(packed_find((struct packed *)copy, packed_text(&element, scratch), i, 1,
                                  &found));
                CHECK_EQ(found.index, i);
            }
        }
        CHECK(!packed_is_valid(block, check_random_below(size)));
        free(copy);
        packed_destroy(block, &allocator);
        model_clear();
    }
}

TEST(an_integer_that_is_stored_as_text_is_refused) {
    struct bytes text = BYTES_LITERAL("x");
    struct packed *block = packed_append(packed_create(&allocator), &allocator, text);
    char *bytes = (char *)block;
    CHECK_EQ(bytes[PACKED_HEAD + 1], 'x');
    bytes[PACKED_HEAD + 1] = '5';
    CHECK(!packed_is_valid(block, packed_size(block)));
    bytes[PACKED_HEAD + 1] = 'y';
    CHECK(packed_is_valid(block, packed_size(block)));
    packed_destroy(block, &allocator);
}
