/* command/sort_items.h - the elements that SORT puts in order, on the coordinator's core.
 *
 * A merge sort, because it is stable, has no bad cases and goes through memory in order. It runs on the fiber of the
 * command and gives the core away now and then, so that a long sort keeps nobody waiting. */
#pragma once

#include "base/bytes.h"

struct sort_item {
    struct bytes text; /* a NUL follows it */
    union {
        double score;
        struct bytes weight; /* data NULL: there is none */
    };
};

enum sort_kind {
    SORT_BY_SCORE, /* equal ones by their texts */
    SORT_BY_TEXT,
    SORT_BY_WEIGHT /* as texts; who has none comes first; equal ones stay as they are */
};

struct sort_items {
    struct sort_item *items;
    size_t count;
    enum sort_kind kind;
    bool is_descending;
    unsigned steps; /* since the core was given away */
};

/* As Redis reads scores (strtod); false if the text, a NUL behind it, is none. */
bool sort_parse_score(struct bytes text, double *score);
/* Counts a step of work; sometimes other fibers run. */
void sort_items_step(struct sort_items *items); /* waits */
void sort_items_sort(struct sort_items *items); /* waits */
