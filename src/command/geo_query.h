/* command/geo_query.h - GEOSEARCH and its relatives: arguments, searching, sorting.
 *
 *     struct geo_query query = {.form = GEO_SEARCH};
 *     if (geo_query_parse(&query, call, source) && source) geo_query_search(&query, source);
 *     … query.error, or query.hits …
 *     geo_query_clear(&query);
 *
 * Reads the arguments and the source only, so that it can run where the source is. Members are copied. */
#pragma once

#include "data/geo.h"
#include "engine/collection.h"

enum { GEO_ERROR_SIZE = 1024 }; /* two doubles by their digits, of which there may be 309 */

enum geo_form {
    GEO_RADIUS,           /* key longitude latitude radius unit … */
    GEO_RADIUS_BY_MEMBER, /* key member radius unit … */
    GEO_SEARCH,           /* key … */
    GEO_SEARCH_STORE      /* destination key … */
};

struct geo_hit {
    struct geo_point point;
    double distance_m, score;
    size_t member_at, member_len; /* in members */
};

struct geo_query {
    enum geo_form form;
    bool may_store; /* the form's STORE and STOREDIST */
    /* parsed */
    struct geo_shape shape;
    bool with_distance, with_hash, with_point;
    bool stores_distance, is_any;
    unsigned target_arg;        /* of STORE; 0: none */
    int sort;                   /* 1: from near to far, -1: the other way, 0: as found */
    int64_t count;              /* 0: all */
    char error[GEO_ERROR_SIZE]; /* "" if there is none */
    /* found: hits, used of them; wanted of them after sorting */
    struct geo_hit *hits;
    size_t used, size, wanted;
    struct buffer members;
};

/* source NULL: there is no such key; then what needs it is not looked at. False: query->error says why. */
bool geo_query_parse(struct geo_query *query, const struct call *call, const struct entry *source);
void geo_query_search(struct geo_query *query, const struct entry *source);
static inline struct bytes geo_query_member(const struct geo_query *query,
                                            const struct geo_hit *hit) {
    return bytes_of(query->members.data + hit->member_at, hit->member_len);
}
void geo_query_clear(struct geo_query *query);

/* "m", "km", "ft" or "mi" in metres; 0 for anything else. */
double geo_query_unit(struct bytes text);
extern const char geo_query_unit_error[];
/* Longitude and latitude from two arguments; false with the error, of at most size bytes. */
bool geo_query_point(const struct bytes *args, struct geo_point *point, char *error, size_t size);
