/* command/sort_items.c - puts items in order: runs of some items by insertion, then merged, each round twice as
 * long, from one array to another and back. */
#include "command/sort_items.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "sys/fiber.h"

enum { RUN_LEN = 8, STEPS_AT_ONCE = 8192 /* below 1 ms */ };

bool sort_parse_score(struct bytes text, double *score) {
    char *end;
    errno = 0;
    *score = strtod(text.data, &end);
    return *end == '\0' && errno != ERANGE && !isnan(*score);
}

void sort_items_step(struct sort_items *items) {
    if (++items->steps >= STEPS_AT_ONCE) {
        items->steps = 0;
        fiber_yield();
    }
}

static int order_of_weights(struct bytes a, struct bytes b) {
    if (!a.data || !b.data) {
        return (a.data != NULL) - (b.data != NULL);
    }
    return bytes_compare(a, b);
}

static int order_of(const struct sort_items *items, const struct sort_item *a,
                    const struct sort_item *b) {
    int order = 0;
    switch (items->kind) {
    case SORT_BY_SCORE:
        order = (a->score > b->score) - (a->score < b->score);
        order = order != 0 ? order : bytes_compare(a->text, b->text);
        break;
    case SORT_BY_TEXT:
        order = bytes_compare(a->text, b->text);
        break;
    case SORT_BY_WEIGHT:
        order = order_of_weights(a->weight, b->weight);
        break;
    }
    return items->is_descending ? -order : order;
}

static void sort_run(struct sort_items *items, struct sort_item *run, size_t count) {
    for (size_t i = 1; i < count; i++) {
        struct sort_item item = run[i];
        size_t at = i;
        while (at > 0 && order_of(items, &run[at - 1], &item) > 0) {
            run[at] = run[at - 1];
            at--;
        }
        run[at] = item;
        sort_items_step(items);
    }
}

/* [from, middle) and [middle, end) are in order; of equal ones those of the first part come first. */
static void merge(struct sort_items *items, const struct sort_item *source,
                  struct sort_item *target, size_t from, size_t middle, size_t end) {
    size_t left = from, right = middle;
    for (size_t at = from; at < end; at++) {
        bool takes_left =
            left < middle && (right == end || order_of(items, &source[left], &source[right]) <= 0);
        target[at] = source[takes_left ? left++ : right++];
        sort_items_step(items);
    }
}

static size_t at_most(size_t a, size_t b) {
    return a < b ? a : b;
}

void sort_items_sort(struct sort_items *items) {
    size_t count = items->count;
    for (size_t from = 0; from < count; from += RUN_LEN) {
        sort_run(items, items->items + from, at_most(RUN_LEN, count - from));
    }
    if (count <= RUN_LEN) {
        return;
    }
    struct sort_item *other = memory_alloc(count * sizeof(*other));
    for (size_t len = RUN_LEN; len < count; len *= 2) {
        for (size_t from = 0; from < count; from += 2 * len) {
            merge(items, items->items, other, from, at_most(from + len, count),
                  at_most(from + 2 * len, count));
        }
        struct sort_item *merged = other;
        other = items->items;
        items->items = merged;
    }
    memory_free(other);
}
