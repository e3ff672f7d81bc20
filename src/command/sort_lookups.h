/* command/sort_lookups.h - values of keys whose names are made from a pattern, on any shard: what BY and GET of
 * SORT read.
 *
 * The coordinator makes the names; each shard reads those that are its own and copies what it finds into a
 * buffer of its own, in hops of bounded length, so that other connections get their turns. */
#pragma once

#include "engine/store.h"
#include "engine/tx.h"

/* The first * stands for the element; with -> and something behind it the value is a field of a hash. */
struct sort_pattern {
    struct bytes before, after; /* around the star */
    struct bytes field;         /* empty: the value is a string */
    bool has_star;
    bool is_self; /* "#": the element itself */
};
struct sort_pattern sort_pattern_of(struct bytes text);

struct sort_lookup {
    const struct sort_pattern *pattern;
    size_t name_at, name_len; /* in names */
    size_t value_at, value_len;
    uint16_t core;
    bool is_found;
};

struct sort_lookups {
    struct sort_lookup *items;
    size_t count, size;
    size_t first, end; /* of the hop under way */
    struct buffer names;
    struct buffer *values; /* one a core, each value with a NUL behind it */
    const struct engine *engine;
};

/* Room for size lookups. */
void sort_lookups_init(struct sort_lookups *lookups, const struct engine *engine, size_t size);
/* The pattern lives as long as the lookups; it is not "#". */
void sort_lookups_add(struct sort_lookups *lookups, const struct sort_pattern *pattern,
                      struct bytes element);
/* Reads them all; the transaction holds every shard. */
void sort_lookups_run(struct sort_lookups *lookups, struct tx *tx); /* waits */
/* What lookup i found, its data NULL if nothing; otherwise a NUL follows it. */
struct bytes sort_lookups_value(const struct sort_lookups *lookups, size_t i);
void sort_lookups_clear(struct sort_lookups *lookups);
