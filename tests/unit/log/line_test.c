/* The line against all cuts there are: on inputs that are small enough, the greatest cut that tears no
 * transaction is found by trying each. */
#include "check.h"

#include "log/line.h"

enum { CORES = 4, TRANSACTIONS = 8, BATCHES = 6, ROUNDS = 4000 };

struct part {
    uint64_t first, last; /* batches; first 0: the core knows nothing of it; last 0: no mark yet */
};

/* Everything that was said so far. */
struct story {
    unsigned cores, count;
    unsigned parts[TRANSACTIONS]; /* how many each has in the end, on which cores */
    bool is_on[TRANSACTIONS][CORES];
    bool has_begun[TRANSACTIONS][CORES]; /* written to, in a hop before the last */
    struct part part[TRANSACTIONS][CORES];
    uint64_t open[CORES], reach[CORES];
};

static unsigned below(unsigned limit) {
    return (unsigned)check_random_below(limit);
}

static bool is_torn(const struct story *story, unsigned tx, const uint64_t *cut) {
    unsigned there = 0, touched = 0;
    for (unsigned i = 0; i < story->cores; i++) {
        const struct part *part = &story->part[tx][i];
        touched += part->first != 0 && part->first <= cut[i];
        there += part->last != 0 && part->last <= cut[i];
    }
    return touched > 0 && there != story->parts[tx];
}

/* The greatest of all cuts that tear nothing: two of them joined tear nothing, either. */
static void try_all(const struct story *story, uint64_t *greatest) {
    uint64_t cut[CORES] = {0};
    memset(greatest, 0, CORES * sizeof *greatest);
    for (bool has_more = true; has_more;) {
        bool is_good = true;
        for (unsigned tx = 0; tx < story->count; tx++) is_good &= !is_torn(story, tx, cut);
        for (unsigned i = 0; i < story->cores && is_good; i++)
            if (cut[i] > greatest[i]) greatest[i] = cut[i];
        has_more = false;
        for (unsigned i = 0; i < story->cores && !has_more; i++) {
            has_more = cut[i] < story->reach[i];
            cut[i] = has_more ? cut[i] + 1 : 0;
        }
    }
}

static struct story new_story(void) {
    struct story story = {.cores = 1 + below(CORES), .count = below(TRANSACTIONS + 1)};
    for (unsigned i = 0; i < story.cores; i++) story.open[i] = 1;
    for (unsigned tx = 0; tx < story.count; tx++) {
        while (story.parts[tx] == 0) {
            for (unsigned i = 0; i < story.cores; i++) {
                if (story.is_on[tx][i] || below(2) == 0) continue;
                story.is_on[tx][i] = true;
                story.parts[tx]++;
            }
        }
    }
    return story;
}

/* Something is written, sealed, or becomes durable; the line, if any, is told. */
static void go_on(struct story *story, struct line *line) {
    unsigned core = below(story->cores), tx = story->count > 0 ? below(story->count) : 0;
    struct part *part = &story->part[tx][core];
    unsigned what = below(6);
    if (what == 0 && story->open[core] <= BATCHES) {
        story->open[core]++;
    } else if (what == 1) {
        uint64_t last = story->open[core] - 1;
        if (story->reach[core] < last)
            story->reach[core] += 1 + below((unsigned)(last - story->reach[core]));
        if (line != NULL) line_reach(line, core, story->reach[core]);
    } else if (story->count > 0 && story->is_on[tx][core] && part->last == 0) {
        bool ends = below(2) == 0;
        if (part->first == 0) part->first = story->open[core];
        if (ends) part->last = story->open[core];
        if (line == NULL) return;
        if (ends)
            line_mark(line, core, tx + 1, story->parts[tx], story->open[core]);
        else
            line_begin(line, core, tx + 1, story->open[core]);
    }
}

TEST(the_line_is_the_greatest_cut_that_tears_nothing_and_never_goes_back) {
    for (unsigned round = 0; round < ROUNDS; round++) {
        struct story story = new_story();
        struct line *line = line_create(story.cores);
        uint64_t before[CORES] = {0}, wanted[CORES];
        for (unsigned step = 0; step < 60; step++) {
            go_on(&story, line);
            if (below(4) != 0) continue;
            bool has_moved = line_draw(line), is_other = false;
            try_all(&story, wanted);
            for (unsigned i = 0; i < story.cores; i++) {
                CHECK_EQ(line_of(line, i), wanted[i]);
                CHECK(line_of(line, i) >= before[i]);
                is_other |= line_of(line, i) != before[i];
                before[i] = line_of(line, i);
            }
            CHECK_EQ(has_moved, is_other);
        }
        line_destroy(line);
    }
}

/* All of the story anew, as after a crash; what stood at or below the floors is left out on some cores. */
static void tell_again(const struct story *story, struct line *line, const uint64_t *floors,
                       const bool *forgets) {
    for (unsigned i = 0; i < story->cores; i++) {
        for (unsigned tx = 0; tx < story->count; tx++) {
            const struct part *part = &story->part[tx][i];
            if (part->first == 0 || part->first > story->reach[i]) continue;
            if (part->first < part->last || part->last == 0) {
                if (!forgets[i] || part->first > floors[i])
                    line_begin(line, i, tx + 1, part->first);
            }
            if (part->last == 0 || part->last > story->reach[i]) continue;
            if (!forgets[i] || part->last > floors[i])
                line_mark(line, i, tx + 1, story->parts[tx], part->last);
        }
        line_reach(line, i, story->reach[i]);
    }
}

TEST(with_the_floors_of_an_earlier_line_what_is_below_it_may_be_forgotten) {
    for (unsigned round = 0; round < ROUNDS; round++) {
        struct story story = new_story();
        uint64_t floors[CORES], wanted[CORES];
        bool forgets[CORES];
        for (unsigned step = 0; step < 40; step++) go_on(&story, NULL);
        try_all(&story, floors);
        for (unsigned step = 0; step < 30; step++) go_on(&story, NULL);
        try_all(&story, wanted);
        struct line *line = line_create(story.cores);
        for (unsigned i = 0; i < story.cores; i++) {
            forgets[i] = below(2) == 0;
            line_floor(line, i, floors[i]);
        }
        tell_again(&story, line, floors, forgets);
        line_draw(line);
        for (unsigned i = 0; i < story.cores; i++) CHECK_EQ(line_of(line, i), wanted[i]);
        line_destroy(line);
    }
}

TEST(what_stands_behind_a_torn_transaction_goes_with_it) {
    struct line *line = line_create(3);
    line_mark(line, 0, 1, 2, 2); /* its other part is not there */
    line_mark(line, 0, 2, 2, 3); /* whole, but behind it on core 0 */
    line_mark(line, 1, 2, 2, 1);
    line_begin(line, 1, 3, 4);
    line_mark(line, 1, 3, 2, 6);
    line_mark(line, 2, 3, 2, 9);
    for (unsigned i = 0; i < 3; i++) line_reach(line, i, 10);
    CHECK(line_draw(line));
    CHECK_EQ(line_of(line, 0), 1);
    CHECK_EQ(line_of(line, 1), 0);
    CHECK_EQ(line_of(line, 2), 8);
    line_mark(line, 2, 1, 2, 10);
    CHECK(line_draw(line));
    for (unsigned i = 0; i < 3; i++) CHECK_EQ(line_of(line, i), 10);
    CHECK(!line_draw(line));
    line_destroy(line);
}
