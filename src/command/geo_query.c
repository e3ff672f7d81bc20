/* command/geo_query.c - the arguments are read in Redis's order, so that of several errors the same one is told: what
 * the source has to say about FROMMEMBER comes in the middle.
 *
 * Hits are found in the order of the intervals of data/geo.h, which is Redis's, too. */
#include "command/geo_query.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/number.h"

const char geo_query_unit_error[] = "ERR unsupported unit provided. please use M, KM, FT, MI";

/* ---- arguments ---- */

double geo_query_unit(struct bytes text) {
    static const struct {
        const char *name;
        double metres;
    } units[] = {{"m", 1}, {"km", 1000}, {"ft", 0.3048}, {"mi", 1609.34}};
    for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
        if (bytes_is(text, units[i].name)) {
            return units[i].metres;
        }
    }
    return 0;
}

bool geo_query_point(const struct bytes *args, struct geo_point *point, char *error, size_t size) {
    if (!number_parse_double(args[0], &point->longitude) ||
        !number_parse_double(args[1], &point->latitude)) {
        snprintf(error, size, "ERR value is not a valid float");
        return false;
    }
    if (!geo_is_valid(*point)) {
        snprintf(error, size, "ERR invalid longitude,latitude pair %f,%f", point->longitude,
                 point->latitude);
        return false;
    }
    return true;
}

/* While the arguments are read. */
struct reading {
    struct geo_query *query;
    const struct entry *source;
    const struct bytes *args; /* not yet read */
    unsigned left;
    bool has_member, has_point, has_radius, has_box;
};

__attribute__((format(printf, 2, 3))) static bool fail(struct reading *reading, const char *format,
                                                       ...) {
    va_list list;
    va_start(list, format);
    vsnprintf(reading->query->error, sizeof(reading->query->error), format, list);
    va_end(list);
    return false;
}

static bool is_search(const struct reading *reading) {
    enum geo_form form = reading->query->form;
    return form == GEO_SEARCH || form == GEO_SEARCH_STORE;
}

static bool read_point(struct reading *reading, const struct bytes *args) {
    struct geo_query *query = reading->query;
    return geo_query_point(args, &query->shape.center, query->error, sizeof(query->error));
}

static bool read_member(struct reading *reading, struct bytes member) {
    double score;
    if (!zset_score(reading->source, member, &score)) {
        return fail(reading, "ERR could not decode requested zset member");
    }
    reading->query->shape.center = geo_point(score);
    return true;
}

static bool read_length(struct reading *reading, struct bytes text, const char *name,
                        double *length) {
    return number_parse_double(text, length) || fail(reading, "ERR need numeric %s", name);
}

static bool read_unit(struct reading *reading, struct bytes text) {
    reading->query->shape.unit_m = geo_query_unit(text);
    return reading->query->shape.unit_m > 0 || fail(reading, "%s", geo_query_unit_error);
}

static bool read_radius(struct reading *reading, const struct bytes *args) {
    struct geo_shape *shape = &reading->query->shape;
    if (!read_length(reading, args[0], "radius", &shape->radius)) {
        return false;
    }
    if (shape->radius < 0) {
        return fail(reading, "ERR radius cannot be negative");
    }
    shape->is_box = false;
    return read_unit(reading, args[1]);
}

static bool read_box(struct reading *reading, const struct bytes *args) {
    struct geo_shape *shape = &reading->query->shape;
    if (!read_length(reading, args[0], "width", &shape->width) ||
        !read_length(reading, args[1], "height", &shape->height)) {
        return false;
    }
    if (shape->width < 0 || shape->height < 0) {
        return fail(reading, "ERR height or width cannot be negative");
    }
    shape->is_box = true;
    return read_unit(reading, args[2]);
}

static bool is_word(const struct reading *reading, const char *word) {
    return bytes_is(reading->args[0], word);
}

static void pass(struct reading *reading, unsigned count) {
    reading->args += count;
    reading->left -= count;
}

static bool read_flag(struct reading *reading) {
    struct geo_query *query = reading->query;
    if (is_word(reading, "withdist")) {
        query->with_distance = true;
    } else if (is_word(reading, "withhash")) {
        query->with_hash = true;
    } else if (is_word(reading, "withcoord")) {
        query->with_point = true;
    } else if (is_word(reading, "any")) {
        query->is_any = true;
    } else if (is_word(reading, "asc")) {
        query->sort = 1;
    } else if (is_word(reading, "desc")) {
        query->sort = -1;
    } else if (query->form == GEO_SEARCH_STORE && is_word(reading, "storedist")) {
        query->stores_distance = true;
    } else {
        return false;
    }
    pass(reading, 1);
    return true;
}

static bool read_count(struct reading *reading) {
    if (!number_parse_i64(reading->args[1], &reading->query->count)) {
        return fail(reading, "ERR value is not an integer or out of range");
    }
    if (reading->query->count <= 0) {
        return fail(reading, "ERR COUNT must be > 0");
    }
    pass(reading, 2);
    return true;
}

/* FROMMEMBER, FROMLONLAT, BYRADIUS, BYBOX: each excludes its counterpart. */
static bool read_search_option(struct reading *reading) {
    const struct bytes *values = reading->args + 1;
    if (reading->left > 1 && !reading->has_point && is_word(reading, "frommember")) {
        reading->has_member = true;
        pass(reading, 2);
        return !reading->source || read_member(reading, values[0]);
    }
    if (reading->left > 2 && !reading->has_member && is_word(reading, "fromlonlat")) {
        reading->has_point = true;
        pass(reading, 3);
        return read_point(reading, values);
    }
    if (reading->left > 2 && !reading->has_box && is_word(reading, "byradius")) {
        reading->has_radius = true;
        pass(reading, 3);
        return read_radius(reading, values);
    }
    if (reading->left > 3 && !reading->has_radius && is_word(reading, "bybox")) {
        reading->has_box = true;
        pass(reading, 4);
        return read_box(reading, values);
    }
    return fail(reading, "ERR syntax error");
}

static bool read_options(struct reading *reading, unsigned argc) {
    struct geo_query *query = reading->query;
    while (reading->left > 0) {
        bool has_value = reading->left > 1;
        bool is_store = is_word(reading, "store"), is_distance = is_word(reading, "storedist");
        if (read_flag(reading)) {
            continue;
        }
        if (has_value && is_word(reading, "count")) {
            if (!read_count(reading)) {
                return false;
            }
        } else if (query->may_store && has_value && (is_store || is_distance)) {
            query->target_arg = argc - reading->left + 1;
            query->stores_distance = is_distance;
            pass(reading, 2);
        } else if (!is_search(reading)) {
            return fail(reading, "ERR syntax error");
        } else if (!read_search_option(reading)) {
            return false;
        }
    }
    return true;
}

/* name: the command as the client wrote it. */
static bool check_options(struct reading *reading, struct bytes name) {
    const struct geo_query *query = reading->query;
    bool is_shown = query->with_distance || query->with_hash || query->with_point;
    int name_len = (int)(name.len < 64 ? name.len : 64);
    if (query->target_arg > 0 && is_shown) {
        return fail(
            reading, "ERR %s is not compatible with WITHDIST, WITHHASH and WITHCOORD options",
            query->form == GEO_SEARCH_STORE ? "GEOSEARCHSTORE" : "STORE option in GEORADIUS");
    }
    if (is_search(reading) && !reading->has_member && !reading->has_point) {
        return fail(reading,
                    "ERR exactly one of FROMMEMBER or FROMLONLAT can be specified for %.*s",
                    name_len, name.data);
    }
    if (is_search(reading) && !reading->has_radius && !reading->has_box) {
        return fail(reading, "ERR exactly one of BYRADIUS and BYBOX can be specified for %.*s",
                    name_len, name.data);
    }
    return !query->is_any || query->count > 0 ||
           fail(reading, "ERR the ANY argument requires COUNT argument");
}

/* What the form has in fixed places. */
static bool read_places(struct reading *reading, const struct bytes *argv) {
    switch (reading->query->form) {
    case GEO_RADIUS:
        pass(reading, 6);
        return read_point(reading, argv + 2) && read_radius(reading, argv + 4);
    case GEO_RADIUS_BY_MEMBER:
        pass(reading, 5);
        return !reading->source ||
               (read_member(reading, argv[2]) && read_radius(reading, argv + 3));
    case GEO_SEARCH_STORE:
        reading->query->target_arg = 1;
        pass(reading, 3);
        return true;
    default:
        pass(reading, 2);
        return true;
    }
}

bool geo_query_parse(struct geo_query *query, const struct call *call, const struct entry *source) {
    struct reading reading = {
        .query = query, .source = source, .args = call->argv, .left = call->argc};
    if (!read_places(&reading, call->argv) || !read_options(&reading, call->argc) ||
        !check_options(&reading, call->argv[0])) {
        return false;
    }
    if (query->count > 0 && query->sort == 0 && !query->is_any) {
        query->sort = 1; /* the nearest ones */
    }
    return true;
}

/* ---- searching ---- */

static void add_hit(struct geo_query *query, struct bytes member, double score,
                    struct geo_point point, double distance) {
    if (query->used == query->size) {
        query->size = query->size > 0 ? 2 * query->size : 32;
        query->hits = memory_realloc(query->hits, query->size * sizeof(*query->hits));
    }
    query->hits[query->used++] =
        (struct geo_hit){point, distance, score, query->members.len, member.len};
    buffer_append(&query->members, member);
}

static bool is_enough(const struct geo_query *query) {
    return query->is_any && query->used >= (size_t)query->count;
}

static void search_interval(struct geo_query *query, const struct entry *source,
                            struct geo_interval interval) {
    uint64_t first = zset_rank_of_score(source, interval.first, false);
    uint64_t end = zset_rank_of_score(source, interval.end, false);
    struct zset_walk walk;
    zset_walk(source, first, &walk);
    for (uint64_t i = first; i < end && !is_enough(query) && zset_next(&walk); i++) {
        struct geo_point point = geo_point(walk.score);
        double distance;
        if (geo_contains(&query->shape, point, &distance)) {
            add_hit(query, walk.member, walk.score, point, distance);
        }
    }
}

static int compare_near(const void *a, const void *b) {
    double near = ((const struct geo_hit *)a)->distance_m;
    double far = ((const struct geo_hit *)b)->distance_m;
    return near < far ? -1 : near > far;
}

static int compare_far(const void *a, const void *b) {
    return compare_near(b, a);
}

/* Brings the wanted first ones of the hits to the front, in any order (Hoare's algorithm FIND, Communications of the ACM
 * 4, 7). */
static void select_first(struct geo_hit *hits, int64_t used, int64_t wanted,
                         int (*compare)(const void *, const void *)) {
    int64_t low = 0, high = used; /* the border lies between */
    while (high - low > 1) {
        struct geo_hit pivot = hits[low + (high - low) / 2];
        int64_t i = low, j = high - 1;
        while (i <= j) {
            for (; compare(&hits[i], &pivot) < 0; i++) {
            }
            for (; compare(&hits[j], &pivot) > 0; j--) {
            }
            if (i <= j) {
                struct geo_hit hit = hits[i];
                hits[i++] = hits[j];
                hits[j--] = hit;
            }
        }
        if (wanted <= j) {
            high = j + 1;
        } else if (wanted > i) {
            low = i;
        } else {
            return; /* what lies between j and i equals the pivot */
        }
    }
}

static void sort_hits(struct geo_query *query) {
    int (*compare)(const void *, const void *) = query->sort > 0 ? compare_near : compare_far;
    if (query->wanted < query->used) {
        select_first(query->hits, (int64_t)query->used, (int64_t)query->wanted, compare);
    }
    qsort(query->hits, query->wanted, sizeof(*query->hits), compare);
}

void geo_query_search(struct geo_query *query, const struct entry *source) {
    struct geo_interval intervals[GEO_INTERVALS_MAX];
    unsigned count = geo_intervals(&query->shape, intervals);
    for (unsigned i = 0; i < count && !is_enough(query); i++) {
        search_interval(query, source, intervals[i]);
    }
    query->wanted = query->used;
    if (query->count > 0 && (uint64_t)query->count < query->used) {
        query->wanted = (size_t)query->count;
    }
    if (query->sort != 0 && query->used > 0) {
        sort_hits(query);
    }
}

void geo_query_clear(struct geo_query *query) {
    memory_free(query->hits);
    buffer_clear(&query->members);
}
