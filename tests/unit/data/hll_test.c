/* A HyperLogLog has Redis's bytes and estimates, whatever its representation, and corrupt ones harm
 * nobody. The bytes expected here are those of redis-server 7.0.15. */
#include "check.h"

#include "data/hll.h"

enum { SPARSE_MAX = 3000 };

static enum hll_result add(struct buffer *hll, const char *text) {
    return hll_raise(hll, hll_place_of(bytes_of_string(text)), SPARSE_MAX);
}

static enum hll_result add_number(struct buffer *hll, uint64_t number, uint64_t sparse_max) {
    return hll_raise(hll, hll_place_of(bytes_of((const char *)&number, sizeof number)), sparse_max);
}

static struct buffer made(void) {
    struct buffer hll = {0};
    hll_make(&hll);
    return hll;
}

static void check_text(const struct buffer *hll, const char *expected) {
    struct buffer text = {0};
    hll_describe(buffer_view(hll), &text);
    CHECK_BYTES(text.data, text.len, expected, strlen(expected));
    buffer_clear(&text);
}

static uint64_t estimate_of(const struct buffer *hll) {
    uint64_t estimate = 0;
    CHECK(hll_estimate(buffer_view(hll), &estimate));
    return estimate;
}

/* A sparse sketch with these runs. */
static struct buffer sketch_of(const char *runs, size_t len) {
    struct buffer hll = made();
    hll.len = HLL_HEAD;
    buffer_append(&hll, bytes_of(runs, len));
    return hll;
}

TEST(an_empty_one_has_eighteen_bytes) {
    struct buffer hll = made();
    const char expected[] = "HYLL\1\0\0\0\0\0\0\0\0\0\0\0\x7f\xff";
    CHECK_BYTES(hll.data, hll.len, expected, sizeof expected - 1);
    CHECK_EQ(estimate_of(&hll), 0);
    buffer_clear(&hll);
}

TEST(elements_have_the_places_that_redis_gives_them) {
    struct buffer hll = made();
    CHECK_EQ(add(&hll, "hello"), HLL_CHANGED);
    CHECK_EQ(add(&hll, "hello"), HLL_SAME);
    const char one[] = "HYLL\1\0\0\0\0\0\0\0\0\0\0\x80"
                       "c\xff\x80[\xfe";
    CHECK_BYTES(hll.data, hll.len, one, sizeof one - 1);
    buffer_clear(&hll);

    hll = made();
    add(&hll, "a");
    add(&hll, "b");
    add(&hll, "c");
    check_text(&hll, "Z:8436 v:1,1 Z:4274 v:2,1 Z:3068 v:1,1 Z:603");
    CHECK_EQ(estimate_of(&hll), 3);
    add(&hll, "d");
    CHECK_BYTES(hll.data + HLL_HEAD, hll.len - HLL_HEAD,
                "\\{\x80"
                "Dv\x80P\xb1\x84K\xfb\x80"
                "BZ",
                14);
    buffer_clear(&hll);
}

TEST(an_estimate_is_kept_until_something_changes) {
    struct buffer hll = made();
    uint64_t estimate = 1;
    CHECK(hll_kept_estimate(buffer_view(&hll), &estimate));
    CHECK_EQ(estimate, 0);
    add(&hll, "a");
    CHECK(!hll_kept_estimate(buffer_view(&hll), &estimate));
    hll_keep_estimate(hll.data, 1);
    CHECK(hll_kept_estimate(buffer_view(&hll), &estimate));
    CHECK_EQ(estimate, 1);
    add(&hll, "a");
    CHECK(hll_kept_estimate(buffer_view(&hll), &estimate));
    CHECK(hll_make_dense(&hll)); /* the head goes along */
    CHECK(hll_kept_estimate(buffer_view(&hll), &estimate));
    CHECK_EQ(estimate, 1);
    add(&hll, "b");
    CHECK(!hll_kept_estimate(buffer_view(&hll), &estimate));
    buffer_clear(&hll);
}

TEST(runs_are_split_and_joined) {
    struct buffer hll = made();
    const struct {
        unsigned index;
        uint8_t rank;
        const char *text;
    } steps[] = {
        {0, 3, "v:3,1 Z:16383"},
        {16383, 3, "v:3,1 Z:16382 v:3,1"},
        {1, 3, "v:3,2 Z:16381 v:3,1"},
        {2, 3, "v:3,3 Z:16380 v:3,1"},
        {3, 3, "v:3,4 Z:16379 v:3,1"},
        {4, 3, "v:3,4 v:3,1 Z:16378 v:3,1"},
        {1, 5, "v:3,1 v:5,1 v:3,3 Z:16378 v:3,1"},
        {0, 4, "v:4,1 v:5,1 v:3,3 Z:16378 v:3,1"},
        {40, 1, "v:4,1 v:5,1 v:3,3 z:35 v:1,1 Z:16342 v:3,1"},
        {5, 1, "v:4,1 v:5,1 v:3,3 v:1,1 z:34 v:1,1 Z:16342 v:3,1"},
        {41, 32, "v:4,1 v:5,1 v:3,3 v:1,1 z:34 v:1,1 v:32,1 Z:16341 v:3,1"},
        {39, 32, "v:4,1 v:5,1 v:3,3 v:1,1 z:33 v:32,1 v:1,1 v:32,1 Z:16341 v:3,1"},
        {40, 32, "v:4,1 v:5,1 v:3,3 v:1,1 z:33 v:32,3 Z:16341 v:3,1"},
    };
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        struct hll_place place = {steps[i].index, steps[i].rank};
        CHECK_EQ(hll_raise(&hll, place, SPARSE_MAX), HLL_CHANGED);
        CHECK_EQ(hll_raise(&hll, place, SPARSE_MAX), HLL_SAME);
        check_text(&hll, steps[i].text);
    }
    struct hll_place high = {100, 33};
    CHECK_EQ(hll_raise(&hll, high, SPARSE_MAX), HLL_CHANGED); /* no run holds that */
    CHECK(hll_is_dense(buffer_view(&hll)));
    CHECK_EQ(hll.len, HLL_DENSE_SIZE);
    CHECK_EQ(hll_dense_get(hll.data, 100), 33);
    CHECK_EQ(hll_dense_get(hll.data, 16383), 3);
    CHECK_EQ(hll_dense_get(hll.data, 41), 32);
    buffer_clear(&hll);
}

/* Both representations of the same registers, and an array of them. */
static void check_same(const struct buffer *sparse, const struct buffer *dense,
                       const uint8_t *registers) {
    uint8_t merged[HLL_REGISTERS] = {0};
    CHECK(hll_merge(merged, buffer_view(sparse)));
    CHECK(memcmp(merged, registers, HLL_REGISTERS) == 0);
    memset(merged, 0, sizeof merged);
    CHECK(hll_merge(merged, buffer_view(dense)));
    CHECK(memcmp(merged, registers, HLL_REGISTERS) == 0);
    uint64_t estimate = estimate_of(sparse);
    CHECK_EQ(estimate_of(dense), estimate);
    CHECK_EQ(hll_estimate_of(registers), estimate);
    struct buffer copy = {0};
    buffer_append(&copy, buffer_view(sparse));
    CHECK(hll_make_dense(&copy));
    CHECK_BYTES(copy.data + HLL_HEAD, copy.len - HLL_HEAD, dense->data + HLL_HEAD,
                dense->len - HLL_HEAD);
    buffer_clear(&copy);
}

TEST(both_representations_hold_the_same_registers) {
    static uint8_t registers[HLL_REGISTERS];
    for (int round = 0; round < 20; round++) {
        struct buffer sparse = made(), dense = made();
        uint64_t span = round % 2 == 0 ? HLL_REGISTERS : 1 + check_random_below(300);
        unsigned steps = (unsigned)check_random_below(3000), rank_max = 1 + (unsigned)round % 32;
        CHECK(hll_make_dense(&dense));
        memset(registers, 0, sizeof registers);
        for (unsigned i = 0; i < steps; i++) {
            struct hll_place place = {(uint32_t)(HLL_REGISTERS - span + check_random_below(span)),
                                      (uint8_t)(1 + check_random_below(rank_max))};
            uint8_t *target = &registers[place.index];
            enum hll_result expected = *target < place.rank ? HLL_CHANGED : HLL_SAME;
            *target = *target < place.rank ? place.rank : *target;
            CHECK_EQ(hll_raise(&sparse, place, UINT64_MAX), expected);
            CHECK_EQ(hll_raise(&dense, place, UINT64_MAX), expected);
        }
        CHECK(!hll_is_dense(buffer_view(&sparse)));
        check_same(&sparse, &dense, registers);
        buffer_clear(&sparse);
        buffer_clear(&dense);
    }
}

TEST(a_sparse_one_never_grows_beyond_its_limit) {
    for (uint64_t sparse_max = 0; sparse_max < 4000; sparse_max += 97) {
        struct buffer hll = made();
        for (uint64_t i = 0; i < 3000; i++) {
            add_number(&hll, i, sparse_max);
            bool is_dense = hll_is_dense(buffer_view(&hll));
            CHECK(is_dense ? hll.len == HLL_DENSE_SIZE : hll.len <= sparse_max);
        }
        buffer_clear(&hll);
    }
}

TEST(estimates_are_near_the_truth) {
    struct buffer hll = made();
    uint64_t offset = check_random();
    for (uint64_t i = 1; i <= 1000000; i++) {
        add_number(&hll, offset + i, SPARSE_MAX);
        if (i < 20 || (i & (i - 1)) == 0) {
            double error = (double)estimate_of(&hll) - (double)i;
            double error_max = 0.0081 * 6 * (double)i + 1; /* six standard errors */
            CHECK(error < error_max && error > -error_max);
        }
    }
    buffer_clear(&hll);
}

TEST(only_what_looks_like_one_is_valid) {
    struct buffer hll = made();
    CHECK(hll_is_valid(buffer_view(&hll)));
    CHECK(hll_is_valid(bytes_of(hll.data, HLL_HEAD)));
    CHECK(!hll_is_valid(bytes_of(hll.data, HLL_HEAD - 1)));
    CHECK(!hll_is_valid(bytes_of("", 0)));
    hll.data[4] = 0;
    CHECK(!hll_is_valid(buffer_view(&hll))); /* too short for a dense one */
    hll.data[4] = 2;
    CHECK(!hll_is_valid(buffer_view(&hll)));
    hll.data[4] = 1;
    hll.data[3] = 'M';
    CHECK(!hll_is_valid(buffer_view(&hll)));
    buffer_clear(&hll);
}

/* What every reader says of it. */
static void check_corrupt(struct buffer hll) {
    static uint8_t registers[HLL_REGISTERS];
    uint64_t estimate;
    CHECK(hll_is_valid(buffer_view(&hll)));
    CHECK(!hll_estimate(buffer_view(&hll), &estimate));
    CHECK(!hll_merge(registers, buffer_view(&hll)));
    CHECK(!hll_make_dense(&hll));
    CHECK(!hll_is_dense(buffer_view(&hll)));
    buffer_clear(&hll);
}

TEST(corrupt_runs_are_found_by_who_reads_them) {
    check_corrupt(sketch_of("", 0));
    check_corrupt(sketch_of("\x7f\xfe", 2));             /* a register too few */
    check_corrupt(sketch_of("\x7f\xff\0", 3));           /* too many */
    check_corrupt(sketch_of("\x7f\xff\x80", 3));         /* in another way */
    check_corrupt(sketch_of("\x7f\xff\x7f\xff", 4));     /* twice as many */
    check_corrupt(sketch_of("\x7f", 1));                 /* cut off */
    check_corrupt(sketch_of("\x80\x7f\xff\x7f\xff", 5)); /* beyond the end by one */
    struct buffer hll = sketch_of("\x7f\xfe", 2);
    struct hll_place last = {16383, 1}, other = {16382, 1};
    CHECK_EQ(hll_raise(&hll, last, SPARSE_MAX), HLL_CORRUPT);
    CHECK_EQ(hll_raise(&hll, other, SPARSE_MAX), HLL_CHANGED);
    last.rank = 33;
    CHECK_EQ(hll_raise(&hll, last, SPARSE_MAX), HLL_CORRUPT);
    buffer_clear(&hll);
}

/* The last long run may lack its second byte, which counts as 0 then, as in Redis; what is put into that run loses its own. */
static bool is_cut_off(const char *runs, size_t len) {
    size_t at = 0;
    while (at < len) at += (runs[at] & 0xc0) == 0x40 ? 2 : 1;
    return at > len;
}

TEST(random_runs_harm_nobody) {
    static uint8_t registers[HLL_REGISTERS];
    for (int round = 0; round < 20000; round++) {
        char runs[40];
        size_t len = check_random_below(sizeof runs + 1);
        for (size_t i = 0; i < len; i++) runs[i] = (char)check_random();
        struct buffer hll = sketch_of(runs, len), text = {0};
        char *exact = malloc(hll.len); /* so that a sanitizer sees a byte too much */
        memcpy(exact, hll.data, hll.len);
        struct bytes view = bytes_of(exact, hll.len);
        uint64_t estimate;
        bool is_good = hll_estimate(view, &estimate);
        CHECK_EQ(hll_merge(registers, view), is_good);
        hll_describe(view, &text);
        for (int i = 0; i < 10; i++) {
            struct hll_place place = {(uint32_t)check_random_below(HLL_REGISTERS),
                                      (uint8_t)(1 + check_random_below(i == 9 ? 51 : 32))};
            enum hll_result result = hll_raise(&hll, place, SPARSE_MAX);
            CHECK(!is_good || is_cut_off(runs, len) || result != HLL_CORRUPT);
        }
        free(exact);
        buffer_clear(&hll);
        buffer_clear(&text);
    }
}
