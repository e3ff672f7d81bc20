/* The order that SORT puts items in, and that a long sort lets others run. */
#include "check.h"

#include <math.h>

#include "command/sort_items.h"
#include "sys/fiber_internal.h"
#include "sys/loop_internal.h"

enum { TEXT_MAX = 16, MANY = 100000 };

static struct sort_item *make(size_t count, enum sort_kind kind, char (*texts)[TEXT_MAX]) {
    struct sort_item *items = calloc(count + 1, sizeof *items);
    for (size_t i = 0; i < count; i++) {
        size_t len = (size_t)snprintf(texts[i], TEXT_MAX, "%u", (unsigned)(check_random() % 500));
        items[i].text = bytes_of(texts[i], len);
        if (kind == SORT_BY_SCORE) {
            items[i].score = (double)(check_random() % 50) - 25;
        } else if (kind == SORT_BY_WEIGHT) {
            bool has = check_random() % 4 != 0;
            items[i].weight = has ? bytes_of(texts[i], 1) : bytes_of(NULL, 0);
        }
    }
    return items;
}

static int by_score(const struct sort_item *a, const struct sort_item *b) {
    int order = (a->score > b->score) - (a->score < b->score);
    return order ? order : bytes_compare(a->text, b->text);
}

static int by_weight(const struct sort_item *a, const struct sort_item *b) {
    if (!a->weight.data || !b->weight.data) {
        return (a->weight.data != NULL) - (b->weight.data != NULL);
    }
    return bytes_compare(a->weight, b->weight);
}

static int by_text(const struct sort_item *a, const struct sort_item *b) {
    return bytes_compare(a->text, b->text);
}

/* In order, and equal ones as they came: their texts lie in memory in that order. */
static void check_order(const struct sort_items *items,
                        int (*order)(const struct sort_item *a, const struct sort_item *b)) {
    for (size_t i = 1; i < items->count; i++) {
        const struct sort_item *a = &items->items[i - 1], *b = &items->items[i];
        int found = items->is_descending ? -order(a, b) : order(a, b);
        CHECK(found < 0 || (found == 0 && a->text.data < b->text.data));
    }
}

static void sort_some(size_t count, enum sort_kind kind, bool is_descending) {
    static char texts[1000][TEXT_MAX];
    struct sort_items items = {.items = make(count, kind, texts),
                               .count = count,
                               .kind = kind,
                               .is_descending = is_descending};
    sort_items_sort(&items);
    check_order(&items, kind == SORT_BY_SCORE  ? by_score
                        : kind == SORT_BY_TEXT ? by_text
                                               : by_weight);
    uint64_t seen = 0, sum = 0;
    for (size_t i = 0; i < count; i++) {
        seen += (uint64_t)(items.items[i].text.data - texts[0]) / TEXT_MAX;
        sum += i;
    }
    CHECK_EQ(seen, sum); /* nobody is lost */
    free(items.items);
}

/* Below 8,192 steps a sort does not wait, so it needs no fiber. */
TEST(items_of_any_number_and_kind_come_in_order_and_equal_ones_stay_as_they_are) {
    for (size_t count = 0; count < 100; count++) {
        for (int kind = SORT_BY_SCORE; kind <= SORT_BY_WEIGHT; kind++) {
            sort_some(count, (enum sort_kind)kind, false);
            sort_some(count, (enum sort_kind)kind, true);
        }
    }
    sort_some(500, SORT_BY_SCORE, false);
    sort_some(501, SORT_BY_WEIGHT, true);
}

static bool is_done;
static unsigned turns_of_others;

static void sort_many(void *arg) {
    sort_items_sort(arg);
    is_done = true;
}

static void be_another(void *arg) {
    (void)arg;
    while (!is_done) {
        turns_of_others++;
        fiber_yield();
    }
}

TEST(a_long_sort_gives_the_core_away_again_and_again) {
    static struct loop bare;
    bare.now_ns = 1;
    timer_wheel_init(&bare.timers, bare.now_ns);
    bare.fibers = fiber_scheduler_create(&bare);
    loop_enter(&bare);
    char(*texts)[TEXT_MAX] = calloc(MANY, TEXT_MAX);
    struct sort_items items = {
        .items = make(MANY, SORT_BY_SCORE, texts), .count = MANY, .kind = SORT_BY_SCORE};
    is_done = false;
    turns_of_others = 0;
    fiber_start(FIBER_SMALL, sort_many, &items);
    fiber_start(FIBER_SMALL, be_another, NULL);
    while (loop_has_ready(&bare)) {
        loop_run_ready(&bare);
    }
    CHECK(is_done);
    CHECK(turns_of_others > 100); /* 100,000 items are merged 14 times, 8,192 steps a turn */
    check_order(&items, by_score);
    fiber_scheduler_destroy(bare.fibers);
    loop_enter(NULL);
    free(items.items);
    free(texts);
}

TEST(scores_are_read_as_strtod_reads_them) {
    static const struct {
        const char *text;
        bool is_good;
        double score;
    } cases[] = {{"1", true, 1},       {"", true, 0},         {" 7", true, 7},
                 {"0x10", true, 16},   {"-1.5e1", true, -15}, {"inf", true, INFINITY},
                 {"1 ", false, 0},     {"nan", false, 0},     {"1e400", false, 0},
                 {"1e-400", false, 0}, {"abc", false, 0},     {"--1", false, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double score;
        bool is_good = sort_parse_score(bytes_of_string(cases[i].text), &score);
        CHECK_EQ(is_good, cases[i].is_good);
        CHECK(!is_good || score == cases[i].score);
    }
}
