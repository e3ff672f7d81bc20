/* command/geo.c - places: sorted sets whose scores are geohashes (data/geo.h).
 *
 * GEOSEARCH and the older GEORADIUS are one query (geo_query.h) with its reply; with STORE the query runs where the source
 * is, and what it found is carried to where the target is (zset_store.h). */
#include <stdio.h>

#include "base/memory.h"
#include "command/families.h"
#include "command/geo_query.h"
#include "command/zset_add.h"
#include "command/zset_carry.h"
#include "command/zset_store.h"

/* ---- places ---- */

/* Returns the argument where the places begin. */
static unsigned parse_add_options(const struct call *call, unsigned *flags) {
    unsigned arg = 2;
    for (; arg < call->argc; arg++) {
        if (arg_is(call, arg, "nx")) {
            *flags |= ZSET_NX;
        } else if (arg_is(call, arg, "xx")) {
            *flags |= ZSET_XX;
        } else if (arg_is(call, arg, "ch")) {
            *flags |= ZSET_CH;
        } else {
            break;
        }
    }
    return arg;
}

static bool parse_places(struct call *call, unsigned first, unsigned count, double *scores) {
    char error[GEO_ERROR_SIZE];
    for (unsigned i = 0; i < count; i++) {
        struct geo_point point;
        if (!geo_query_point(call->argv + first + 3 * i, &point, error, sizeof(error))) {
            reply_error(call->reply, "%s", error);
            return false;
        }
        scores[i] = geo_score(point);
    }
    return true;
}

static void geoadd(struct call *call) {
    enum { ON_STACK = 32 };
    double few[ON_STACK];
    unsigned flags = 0, first = parse_add_options(call, &flags), rest = call->argc - first;
    bool excludes_all = (flags & ZSET_NX) && (flags & ZSET_XX);
    if (rest % 3 != 0 || rest == 0 || excludes_all) {
        reply_error_syntax(call->reply);
        return;
    }
    unsigned count = rest / 3;
    double *scores = count <= ON_STACK ? few : memory_alloc(count * sizeof(*scores));
    if (parse_places(call, first, count, scores)) {
        zset_add(call, &(struct zset_add){flags, count, scores, call->argv + first + 2, 3});
    }
    if (scores != few) {
        memory_free(scores);
    }
}

static bool find(struct call *call, struct entry **entry) {
    return collection_find(call, &call->key, VALUE_ZSET, entry);
}

static void reply_point(struct reply *reply, struct geo_point point) {
    reply_array(reply, 2);
    reply_human_long_double(reply, point.longitude);
    reply_human_long_double(reply, point.latitude);
}

static void geopos(struct call *call) {
    struct entry *entry;
    if (!find(call, &entry)) {
        return;
    }
    reply_array(call->reply, call->argc - 2);
    for (unsigned i = 2; i < call->argc; i++) {
        double score;
        if (zset_score(entry, call->argv[i], &score)) {
            reply_point(call->reply, geo_point(score));
        } else {
            reply_nil_array(call->reply);
        }
    }
}

static void geohash(struct call *call) {
    struct entry *entry;
    if (!find(call, &entry)) {
        return;
    }
    reply_array(call->reply, call->argc - 2);
    for (unsigned i = 2; i < call->argc; i++) {
        double score;
        if (zset_score(entry, call->argv[i], &score)) {
            geo_text(score, reply_bulk_reserve(call->reply, GEO_TEXT_LEN));
        } else {
            reply_nil(call->reply);
        }
    }
}

/* A string in RESP3, too. */
static void reply_distance(struct reply *reply, double distance) {
    char text[64];
    int len = snprintf(text, sizeof(text), "%.4f", distance);
    reply_bulk(reply, bytes_of(text, (size_t)len));
}

static void geodist(struct call *call) {
    double unit_m = call->argc == 5 ? geo_query_unit(call->argv[4]) : 1;
    struct entry *entry;
    double a, b;
    if (unit_m == 0) {
        reply_error(call->reply, "%s", geo_query_unit_error);
    } else if (call->argc > 5) {
        reply_error_syntax(call->reply);
    } else if (!find(call, &entry)) {
        return;
    } else if (zset_score(entry, call->argv[2], &a) && zset_score(entry, call->argv[3], &b)) {
        reply_distance(call->reply, geo_distance(geo_point(a), geo_point(b)) / unit_m);
    } else {
        reply_nil(call->reply);
    }
}

/* ---- searching ---- */

static void reply_hit(struct reply *reply, const struct geo_query *query,
                      const struct geo_hit *hit) {
    unsigned options = (unsigned)(query->with_distance + query->with_hash + query->with_point);
    if (options > 0) {
        reply_array(reply, options + 1);
    }
    reply_bulk(reply, geo_query_member(query, hit));
    if (query->with_distance) {
        reply_distance(reply, hit->distance_m / query->shape.unit_m);
    }
    if (query->with_hash) {
        reply_integer(reply, (int64_t)hit->score);
    }
    if (query->with_point) {
        reply_point(reply, hit->point);
    }
}

static void search(struct call *call, struct geo_query *query) {
    struct entry *source = store_find(call, &call->key);
    if (!(call->command->row->flags & READONLY)) {
        store_count_look_up(call, &call->key, source); /* GEORADIUS reads, though it may write */
    }
    if (source && entry_type(source) != VALUE_ZSET) {
        reply_error_wrong_type(call->reply);
        return;
    }
    if (!geo_query_parse(query, call, source)) {
        reply_error(call->reply, "%s", query->error);
        return;
    }
    if (source) {
        geo_query_search(query, source);
    }
    reply_array(call->reply, query->wanted);
    for (size_t i = 0; i < query->wanted; i++) {
        reply_hit(call->reply, query, &query->hits[i]);
    }
}

static void search_and_reply(struct call *call, struct geo_query query) {
    search(call, &query);
    geo_query_clear(&query);
}

/* Carries what the query finds. */
static bool collect_hits(struct zset_store *store, const struct call *call,
                         const struct entry *source) {
    struct geo_query *query = store->arg;
    if (!geo_query_parse(query, call, source)) {
        snprintf(store->error, sizeof(store->error), "%s", query->error);
        return false;
    }
    store->target_arg = query->target_arg;
    if (source) {
        geo_query_search(query, source);
    }
    for (size_t i = 0; i < query->wanted; i++) {
        const struct geo_hit *hit = &query->hits[i];
        double distance = hit->distance_m / query->shape.unit_m;
        zset_carry_put(&store->carried, geo_query_member(query, hit),
                       query->stores_distance ? distance : hit->score);
    }
    return true;
}

static void search_and_store(struct call *call, struct geo_query query, unsigned source_arg,
                             const char *event) {
    struct zset_store store = {
        .source_arg = source_arg, .event = event, .collect = collect_hits, .arg = &query};
    zset_store_run(call, &store);
    geo_query_clear(&query);
}

static void geosearch(struct call *call) {
    search_and_reply(call, (struct geo_query){.form = GEO_SEARCH});
}

static void geosearchstore(struct call *call) {
    search_and_store(call, (struct geo_query){.form = GEO_SEARCH_STORE}, 2, "geosearchstore");
}

/* It stores if it has a second key. */
static void search_or_store(struct call *call, enum geo_form form) {
    struct geo_query query = {.form = form, .may_store = true};
    unsigned indices[2];
    if (command_keys(call->command, call->argv, call->argc, indices, NULL, 2) > 1) {
        search_and_store(call, query, 1, "georadiusstore");
    } else {
        search_and_reply(call, query);
    }
}

static void georadius(struct call *call) {
    search_or_store(call, GEO_RADIUS);
}

static void georadiusbymember(struct call *call) {
    search_or_store(call, GEO_RADIUS_BY_MEMBER);
}

static void georadius_ro(struct call *call) {
    search_and_reply(call, (struct geo_query){.form = GEO_RADIUS});
}

static void georadiusbymember_ro(struct call *call) {
    search_and_reply(call, (struct geo_query){.form = GEO_RADIUS_BY_MEMBER});
}

#define READS KEY_AT(1, KEY_RO | KEY_ACCESS)
#define UNIT "<M | KM | FT | MI>"
#define FROM_AND_BY                                             \
    "<FROMMEMBER member | FROMLONLAT longitude latitude> "      \
    "<BYRADIUS radius " UNIT " | BYBOX width height " UNIT "> " \
    "[ASC | DESC] [COUNT count [ANY]]"
#define SHOWN "[WITHCOORD] [WITHDIST] [WITHHASH] [COUNT count [ANY]] [ASC | DESC]"
#define STORED " [STORE key | STOREDIST key]"
#define SEARCH_COST                                                                              \
    "O(N+log(M)) where N is the number of members in the cells around the shape and M the size " \
    "of the sorted set"
/* STORE and STOREDIST may stand from here on. */
#define SOURCE_AND_STORES(from)                                                                    \
    {                                                                                              \
        {1, 1, 1, 0, KEY_RO | KEY_ACCESS}, {(from), 0, 1, KEY_AFTER_STORE, KEY_OW | KEY_UPDATE}, { \
            (from), 0, 1, KEY_AFTER_STOREDIST, KEY_OW | KEY_UPDATE                                 \
        }                                                                                          \
    }

const struct command geo_commands[] = {
    {"GEOADD", "key [NX | XX] [CH] longitude latitude member [longitude latitude member ...]",
     geoadd, WRITE | GROWS, KEY_AT(1, KEY_RW | KEY_UPDATE), "3.2.0",
     "O(log(N)) for each member, where N is the size of the sorted set",
     "Adds places to a sorted set, made if missing.", GROUP_GEO,
     "6.2.0: Added the `CH`, `NX` and `XX` options."},
    {"GEODIST", "key member1 member2 [M | KM | FT | MI]", geodist, READONLY, READS, "3.2.0",
     "O(log(N))", "Returns the distance between two places.", GROUP_GEO, NULL},
    {"GEOHASH", "key [member [member ...]]", geohash, READONLY, READS, "3.2.0",
     "O(1) for each member", "Returns places as geohash texts.", GROUP_GEO, NULL},
    {"GEOPOS", "key [member [member ...]]", geopos, READONLY, READS, "3.2.0",
     "O(N) where N is the number of members asked for", "Returns longitudes and latitudes.",
     GROUP_GEO, NULL},
    {"GEOSEARCH", "key " FROM_AND_BY " [WITHCOORD] [WITHDIST] [WITHHASH]", geosearch, READONLY,
     READS, "6.2.0", SEARCH_COST, "Finds the places within a circle or a box.", GROUP_GEO,
     "7.0.0: Added support for uppercase unit names."},
    {"GEOSEARCHSTORE", "destination source " FROM_AND_BY " [STOREDIST]", geosearchstore,
     WRITE | GROWS | MULTI_KEY, TWO_KEYS(KEY_OW | KEY_UPDATE, KEY_RO | KEY_ACCESS), "6.2.0",
     SEARCH_COST, "Stores the places within a circle or a box in another key.", GROUP_GEO,
     "7.0.0: Added support for uppercase unit names."},
    {"GEORADIUS", "key longitude latitude radius " UNIT " " SHOWN STORED, georadius,
     WRITE | GROWS | MOVABLE_KEYS | MULTI_KEY, SOURCE_AND_STORES(6), "3.2.0", SEARCH_COST,
     "Finds the places within a circle, or stores them.", GROUP_GEO,
     "6.2.0: Added the `ANY` option for `COUNT`.|7.0.0: Added support for uppercase unit names.",
     .deprecated = "6.2.0: `GEOSEARCH` and `GEOSEARCHSTORE` with the `BYRADIUS` argument"},
    {"GEORADIUS_RO", "key longitude latitude radius " UNIT " " SHOWN, georadius_ro, READONLY, READS,
     "3.2.10", SEARCH_COST, "Finds the places within a circle.", GROUP_GEO,
     "6.2.0: Added the `ANY` option for `COUNT`.",
     .deprecated = "6.2.0: `GEOSEARCH` with the `BYRADIUS` argument"},
    {"GEORADIUSBYMEMBER", "key member radius " UNIT " " SHOWN STORED, georadiusbymember,
     WRITE | GROWS | MOVABLE_KEYS | MULTI_KEY, SOURCE_AND_STORES(5), "3.2.0", SEARCH_COST,
     "Finds the places within a circle around a member, or stores them.", GROUP_GEO,
     "7.0.0: Added support for uppercase unit names.",
     .deprecated =
         "6.2.0: `GEOSEARCH` and `GEOSEARCHSTORE` with the `BYRADIUS` and `FROMMEMBER` arguments"},
    {"GEORADIUSBYMEMBER_RO", "key member radius " UNIT " " SHOWN, georadiusbymember_ro, READONLY,
     READS, "3.2.10", SEARCH_COST, "Finds the places within a circle around a member.", GROUP_GEO,
     NULL, .deprecated = "6.2.0: `GEOSEARCH` with the `BYRADIUS` and `FROMMEMBER` arguments"},
    {0},
};
