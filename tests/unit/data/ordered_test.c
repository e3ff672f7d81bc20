/* An ordered tree does what a sorted array does: by score, by bytes, by rank, in both directions.
 */
#include "check.h"

#include <float.h>
#include <math.h>

#include "counted.h"
#include "data/member.h"
#include "data/ordered.h"

#ifndef TREE_IS_FULL_SIZE
#define TREE_IS_FULL_SIZE true
#endif

enum { MODEL_MAX = 6000, TEXT_MAX = 9000 };

static struct ordered_entry model[MODEL_MAX];
static unsigned model_count;
static struct counted counted;
static const struct allocator allocator = {counted_resize, &counted};
static struct ordered tree;
static char space[TEXT_MAX];

static int compare(double score, struct bytes text, const struct ordered_entry *entry) {
    if (score != entry->score) return score < entry->score ? -1 : 1;
    return bytes_compare(text, member_text(entry->member));
}

/* The first place whose entry is not before. */
static unsigned model_place(double score, struct bytes text) {
    unsigned low = 0, high = model_count;
    while (low < high) {
        unsigned middle = (low + high) / 2;
        if (compare(score, text, &model[middle]) > 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static uint8_t *make_member(struct bytes text) {
    uint8_t *member = malloc(member_size(text.len));
    member_write(member, text);
    return member;
}

static void insert(double score, struct bytes text) {
    unsigned at = model_place(score, text);
    if (at < model_count && compare(score, text, &model[at]) == 0) return;
    if (model_count == MODEL_MAX) return;
    uint8_t *member = make_member(text);
    memmove(model + at + 1, model + at, (model_count - at) * sizeof model[0]);
    model[at] = (struct ordered_entry){score, member};
    model_count++;
    ordered_insert(&tree, score, member);
}

static void forget(unsigned at, unsigned n) {
    for (unsigned i = 0; i < n; i++) free((void *)(uintptr_t)model[at + i].member);
    memmove(model + at, model + at + n, (model_count - at - n) * sizeof model[0]);
    model_count -= n;
}

static void start(void) {
    ordered_init(&tree, &allocator);
}

static void stop(void) {
    while (ordered_clear_some(&tree, 3)) continue;
    CHECK_EQ(counted.blocks, 0);
    forget(0, model_count);
}

/* ---- comparing ---- */

static void check_walk(struct ordered_cursor cursor, uint64_t rank) {
    struct ordered_entry entry;
    struct ordered_cursor back = cursor;
    for (uint64_t i = rank; i < model_count && i < rank + 200; i++) {
        REQUIRE(ordered_next(&cursor, &entry));
        CHECK(entry.member == model[i].member);
        CHECK_DOUBLE(entry.score, model[i].score);
    }
    if (model_count <= rank + 200) CHECK(!ordered_next(&cursor, &entry));
    for (uint64_t i = rank; i > 0 && i + 200 > rank; i--) {
        REQUIRE(ordered_prev(&back, &entry));
        CHECK(entry.member == model[i - 1].member);
    }
    if (rank <= 200) CHECK(!ordered_prev(&back, &entry));
    if (rank < model_count && ordered_next(&back, &entry)) /* and forward again */
        CHECK(entry.member == model[rank <= 200 ? 0 : rank - 200].member);
}

static void check_tree(void) {
    CHECK_EQ(tree.count, model_count);
    CHECK(ordered_is_sound(&tree));
    CHECK_EQ(tree.bytes, counted.bytes);
    struct ordered_cursor cursor;
    uint64_t rank = check_random_below(model_count + 2), limit = model_count;
    CHECK_EQ(ordered_seek_rank(&tree, rank, &cursor), rank < limit ? rank : limit);
    check_walk(cursor, rank < limit ? rank : limit);
}

static void check_score(double score) {
    for (int is_after = 0; is_after < 2; is_after++) {
        unsigned expected = 0;
        while (expected < model_count &&
               (model[expected].score < score || (is_after && model[expected].score == score)))
            expected++;
        struct ordered_cursor cursor;
        CHECK_EQ(ordered_seek_score(&tree, score, is_after, &cursor), expected);
        check_walk(cursor, expected);
    }
}

static void check_member(struct bytes text) { /* all scores are equal */
    for (int is_after = 0; is_after < 2; is_after++) {
        unsigned expected = 0;
        while (expected < model_count) {
            int order = bytes_compare(member_text(model[expected].member), text);
            if (order > 0 || (order == 0 && !is_after)) break;
            expected++;
        }
        struct ordered_cursor cursor;
        CHECK_EQ(ordered_seek_member(&tree, text, is_after, &cursor), expected);
        check_walk(cursor, expected);
    }
}

static void check_rank(unsigned at) {
    CHECK_EQ(ordered_rank(&tree, model[at].score, model[at].member), at);
}

/* ---- random operations ---- */

static struct bytes random_text(void) {
    size_t len;
    switch (check_random_below(10)) {
    case 0: /* long ones with long prefixes in common */
        len = check_random_below(20) == 0 ? 8100 + check_random_below(100)
                                          : 220 + check_random_below(9);
        memset(space, 'p', len);
        for (size_t i = len - 2; i < len; i++) space[i] = (char)check_random();
        return bytes_of(space, len);
    case 1:
        len = check_random_below(5);
        for (size_t i = 0; i < len; i++) space[i] = (char)check_random();
        return bytes_of(space, len);
    default:
        return bytes_of(space,
                        (size_t)snprintf(space, 40, "m%u", (unsigned)check_random_below(5000)));
    }
}

static double random_score(unsigned kind) {
    static const double odd[] = {0.0, -0.0, INFINITY, -INFINITY, DBL_MIN, -DBL_MAX, 1e-320, 1};
    switch (kind) {
    case 0: /* all equal */
        return 7;
    case 1: /* many equal */
        return (double)check_random_below(20) - 10;
    case 2:
        return odd[check_random_below(8)];
    default:
        return (double)(int64_t)check_random() / 1e10;
    }
}

static void note(void *arg, const struct ordered_entry *entry) {
    unsigned *at = arg;
    CHECK(entry->member == model[*at].member);
    ++*at;
}

static void delete_some(void) {
    unsigned at = (unsigned)check_random_below(model_count);
    if (check_random_below(20) != 0) {
        ordered_delete(&tree, model[at].score, model[at].member);
        forget(at, 1);
        return;
    }
    unsigned n = (unsigned)check_random_below(check_random_below(2) ? 10 : 300), seen = at;
    unsigned there = n < model_count - at ? n : model_count - at;
    CHECK_EQ(ordered_delete_range(&tree, at, n, note, &seen), there);
    CHECK_EQ(seen, at + there);
    forget(at, there);
}

static void update_some(unsigned kind) {
    unsigned at = (unsigned)check_random_below(model_count);
    struct ordered_entry entry = model[at];
    struct bytes text = member_text(entry.member);
    double score = check_random_below(2) ? random_score(kind) : entry.score + 1e-3;
    unsigned target = model_place(score, text);
    if (target < model_count && compare(score, text, &model[target]) == 0) return;
    ordered_update(&tree, entry.score, score, entry.member);
    memmove(model + at, model + at + 1, (model_count - at - 1) * sizeof model[0]);
    model_count--;
    target = model_place(score, text);
    memmove(model + target + 1, model + target, (model_count - target) * sizeof model[0]);
    model[target] = (struct ordered_entry){score, entry.member};
    model_count++;
}

static void relocate_some(void) {
    struct ordered_entry *entry = &model[check_random_below(model_count)];
    uint8_t *target = make_member(member_text(entry->member));
    ordered_relocate(&tree, entry->score, entry->member, target);
    free((void *)(uintptr_t)entry->member);
    entry->member = target;
}

static void run_round(unsigned kind, unsigned steps) {
    unsigned inserts = 30 + (unsigned)check_random_below(60);
    start();
    for (unsigned i = 0; i < steps; i++) {
        if (check_random_below(1000) == 0) inserts = 20 + (unsigned)check_random_below(70);
        unsigned what = (unsigned)check_random_below(100);
        if (what < inserts || model_count == 0)
            insert(random_score(kind), random_text());
        else if (what % 8 == 0 && kind != 0)
            update_some(kind);
        else if (what % 8 == 1)
            relocate_some();
        else
            delete_some();
        if (model_count != 0) check_rank((unsigned)check_random_below(model_count));
        if (i % 64 != 0) continue;
        check_tree();
        check_score(random_score(kind));
        if (kind == 0) check_member(random_text());
        if (model_count == 0) continue;
        struct ordered_entry *entry = &model[check_random_below(model_count)];
        check_score(entry->score);
        if (kind == 0) check_member(member_text(entry->member));
    }
    stop();
}

TEST(a_tree_does_what_a_sorted_array_does) {
    for (unsigned round = 0; round < 12; round++)
        run_round(round % 4, 2000 + (unsigned)check_random_below(6000));
}

TEST(sequences_fill_nodes_and_random_order_at_least_two_thirds) {
    enum { MEMBERS = MODEL_MAX };
    static const char *const ways[] = {"ascending", "descending", "random"};
    for (unsigned way = 0; way < 3; way++) {
        start();
        for (unsigned i = 0; i < MEMBERS; i++) {
            double score = way == 0   ? i
                           : way == 1 ? MEMBERS - i
                                      : (double)check_random_below(1u << 30);
            size_t len = (size_t)snprintf(space, 20, "m%u", i);
            insert(score, bytes_of(space, len));
        }
        CHECK(ordered_is_sound(&tree));
        double most = (way < 2 ? 16.5 : 19.5) * MEMBERS;
        if (sizeof(void *) == 8 && TREE_IS_FULL_SIZE && (double)tree.bytes > most)
            printf("%s: %.1f bytes a member\n", ways[way], (double)tree.bytes / MEMBERS);
        CHECK(!TREE_IS_FULL_SIZE || (double)tree.bytes <= most);
        stop();
    }
}

TEST(an_emptied_tree_holds_nothing_and_can_be_filled_again) {
    start();
    for (unsigned round = 0; round < 3; round++) {
        for (unsigned i = 0; i < 2000; i++) insert(random_score(3), random_text());
        while (model_count > 0) {
            unsigned at = round == 0 ? 0 : model_count - 1;
            if (round == 2) at = (unsigned)check_random_below(model_count);
            ordered_delete(&tree, model[at].score, model[at].member);
            forget(at, 1);
            if (model_count % 50 == 0) CHECK(ordered_is_sound(&tree));
        }
        CHECK_EQ(tree.bytes, 0);
        CHECK_EQ(counted.blocks, 0);
        struct ordered_cursor cursor;
        struct ordered_entry entry;
        CHECK_EQ(ordered_seek_rank(&tree, 5, &cursor), 0);
        CHECK(!ordered_next(&cursor, &entry) && !ordered_prev(&cursor, &entry));
        CHECK_EQ(ordered_seek_score(&tree, 1, false, &cursor), 0);
        CHECK(!ordered_next(&cursor, &entry));
    }
    stop();
}

TEST(a_score_that_is_no_number_is_a_fault_of_ours) {
    start();
    uint8_t *member = make_member(BYTES_LITERAL("m"));
    CHECK_ABORTS(ordered_insert(&tree, NAN, member));
    free(member);
    stop();
}
