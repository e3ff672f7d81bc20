/* data/geo.h - places on the earth as scores of a sorted set, and which of them lie within a shape.
 *
 * A score holds 26 bits of latitude and 26 of longitude, interleaved (a geohash, Niemeyer 2008; the latitudes end at
 * those of the Mercator map), so that what is near is mostly near in the order of scores, too: a search
 * is at most nine intervals of it. All numbers are those of Redis 7.0.15, to the last bit. Pure: it knows no sets. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define GEO_LONGITUDE_MAX 180.0
#define GEO_LATITUDE_MAX 85.05112878

struct geo_point {
    double longitude, latitude; /* degrees */
};

/* What GEOADD accepts. */
bool geo_is_valid(struct geo_point point);
double geo_score(struct geo_point point); /* a valid one */
/* The middle of the cell that a score stands for; any number will do. */
struct geo_point geo_point(double score);

/* The standard geohash, over latitudes up to 90, as far as 52 bits know it. */
enum { GEO_TEXT_LEN = 11 };
void geo_text(double score, char *text); /* not terminated */

/* Metres on a sphere (haversine). */
double geo_distance(struct geo_point a, struct geo_point b);

/* A circle, or a box along the meridians. */
struct geo_shape {
    struct geo_point center;
    bool is_box;
    double radius, width, height; /* in units of unit_m metres */
    double unit_m;
};

/* True if the point is inside or on the edge: then *distance is how far it is from the center, in metres. */
bool geo_contains(const struct geo_shape *shape, struct geo_point point, double *distance);

/* Scores [first, end), and what is not in one of them is not in the shape; in the order in which they are to be searched.
 * Circles and boxes do not reach over the poles, boxes a little over the date line. Returns how many. */
struct geo_interval {
    double first, end;
};
enum { GEO_INTERVALS_MAX = 9 };
unsigned geo_intervals(const struct geo_shape *shape, struct geo_interval *intervals);
