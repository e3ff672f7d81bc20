/* Cells. A depth of d halves the world d times along both axes: 4^d cells, each a number of 2d bits, longitude
 * in the odd bits, latitude in the even ones. A score is the number of a cell at depth 26.
 *
 *   A search takes the depth at which a cell is about as large as the shape, the cell of the center and
 *   its eight neighbours, and leaves out those that the shape's bounds do not reach:
 *
 *            NW | N | NE
 *            ---+---+---
 *             W | C | E        each is the interval of all scores that begin with its bits
 *            ---+---+---
 *            SW | S | SE
 *
 * The easternmost and northernmost edge belongs to a cell beyond the last one, whose number does not fit in 2d bits;
 * Redis lets it overflow, and so do we, because such scores are stored. */
#include "data/geo.h"

#include <math.h>
#include <string.h>

enum { DEPTH_MAX = 26 };

#define LATITUDE_BITS UINT64_C(0x5555555555555555)
#define LONGITUDE_BITS UINT64_C(0xaaaaaaaaaaaaaaaa)
#define EARTH_RADIUS_M 6372797.560856
#define MERCATOR_HALF_M 20037726.37 /* half of the way round the equator of the Mercator map */
#define RADIANS_A_DEGREE (M_PI / 180.0)

struct cell_number {
    uint64_t bits;
    unsigned depth;
};

struct area {
    double west, east, south, north;
};

/* ---- bits ---- */

/* Puts the bits of x at the even places. */
static uint64_t spread(uint32_t x) {
    uint64_t bits = x;
    bits = (bits | bits << 16) & UINT64_C(0x0000ffff0000ffff);
    bits = (bits | bits << 8) & UINT64_C(0x00ff00ff00ff00ff);
    bits = (bits | bits << 4) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    bits = (bits | bits << 2) & UINT64_C(0x3333333333333333);
    return (bits | bits << 1) & LATITUDE_BITS;
}

static uint32_t gather(uint64_t bits) {
    bits &= LATITUDE_BITS;
    bits = (bits | bits >> 1) & UINT64_C(0x3333333333333333);
    bits = (bits | bits >> 2) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    bits = (bits | bits >> 4) & UINT64_C(0x00ff00ff00ff00ff);
    bits = (bits | bits >> 8) & UINT64_C(0x0000ffff0000ffff);
    return (uint32_t)(bits | bits >> 16);
}

static struct cell_number cell_of(struct geo_point point, double latitude_max, unsigned depth) {
    double y = (point.latitude + latitude_max) / (2 * latitude_max);
    double x = (point.longitude + GEO_LONGITUDE_MAX) / (2 * GEO_LONGITUDE_MAX);
    double cells = (double)(UINT64_C(1) << depth);
    return (struct cell_number){
        spread((uint32_t)(y * cells)) | spread((uint32_t)(x * cells)) << 1,
        depth,
    };
}

static struct area area_of(struct cell_number cell) {
    double cells = (double)(UINT64_C(1) << cell.depth);
    uint32_t y = gather(cell.bits), x = gather(cell.bits >> 1);
    return (struct area){
        .west = -GEO_LONGITUDE_MAX + x / cells * (2 * GEO_LONGITUDE_MAX),
        .east = -GEO_LONGITUDE_MAX + (x + 1) / cells * (2 * GEO_LONGITUDE_MAX),
        .south = -GEO_LATITUDE_MAX + y / cells * (2 * GEO_LATITUDE_MAX),
        .north = -GEO_LATITUDE_MAX + (y + 1) / cells * (2 * GEO_LATITUDE_MAX),
    };
}

/* One axis of a cell's number goes one up or down, round the world; the bits of the other are as they were, the overflow
 * included. */
static uint64_t step_axis(uint64_t bits, uint64_t axis, unsigned depth, int by) {
    uint64_t others = bits & ~axis, mask = axis >> (64 - 2 * depth), one = axis & -axis;
    uint64_t moved = bits & axis;
    if (by > 0)
        moved = ((moved | (~axis >> (64 - 2 * depth))) + one) & mask;
    else if (by < 0)
        moved = (moved - one) & mask;
    return moved | others;
}

static struct cell_number neighbour(struct cell_number cell, int east, int north) {
    cell.bits = step_axis(cell.bits, LONGITUDE_BITS, cell.depth, east);
    cell.bits = step_axis(cell.bits, LATITUDE_BITS, cell.depth, north);
    return cell;
}

/* ---- points ---- */

bool geo_is_valid(struct geo_point point) {
    return point.longitude >= -GEO_LONGITUDE_MAX && point.longitude <= GEO_LONGITUDE_MAX &&
           point.latitude >= -GEO_LATITUDE_MAX && point.latitude <= GEO_LATITUDE_MAX;
}

double geo_score(struct geo_point point) {
    return (double)cell_of(point, GEO_LATITUDE_MAX, DEPTH_MAX).bits;
}

/* As x86-64 converts; numbers that no place has come from ZADD. */
static uint64_t bits_of_score(double score) {
    const double top = 9223372036854775808.0; /* 2^63 */
    if (score >= 2 * top) return 0;
    if (score >= top) return (uint64_t)(int64_t)(score - top) ^ UINT64_C(1) << 63;
    return score >= -top ? (uint64_t)(int64_t)score : UINT64_C(1) << 63;
}

static double clamp(double value, double max) {
    return value > max ? max : value < -max ? -max : value;
}

struct geo_point geo_point(double score) {
    struct area area = area_of((struct cell_number){bits_of_score(score), DEPTH_MAX});
    return (struct geo_point){
        clamp((area.west + area.east) / 2, GEO_LONGITUDE_MAX),
        clamp((area.south + area.north) / 2, GEO_LATITUDE_MAX),
    };
}

void geo_text(double score, char *text) {
    static const char alphabet[] = "0123456789bcdefghjkmnpqrstuvwxyz";
    uint64_t bits = cell_of(geo_point(score), 90, DEPTH_MAX).bits;
    for (unsigned i = 0; i < GEO_TEXT_LEN - 1; i++)
        text[i] = alphabet[bits >> (2 * DEPTH_MAX - 5 * (i + 1)) & 31];
    text[GEO_TEXT_LEN - 1] = '0'; /* of its five bits two are known: Redis drops them */
}

/* ---- distances ---- */

static double radians(double degrees) {
    return degrees * RADIANS_A_DEGREE;
}

static double degrees(double angle) {
    return angle / RADIANS_A_DEGREE;
}

static double latitude_distance(double a, double b) {
    return EARTH_RADIUS_M * fabs(radians(b) - radians(a));
}

double geo_distance(struct geo_point a, struct geo_point b) {
    double a_longitude = radians(a.longitude), b_longitude = radians(b.longitude);
    double v = sin((b_longitude - a_longitude) / 2);
    if (v == 0) return latitude_distance(a.latitude, b.latitude); /* as Redis rounds it */
    double a_latitude = radians(a.latitude), b_latitude = radians(b.latitude);
    double u = sin((b_latitude - a_latitude) / 2);
    double h = u * u + cos(a_latitude) * cos(b_latitude) * v * v;
    return 2.0 * EARTH_RADIUS_M * asin(sqrt(h));
}

bool geo_contains(const struct geo_shape *shape, struct geo_point point, double *distance) {
    const struct geo_point *center = &shape->center;
    if (shape->is_box) {
        double height = shape->height * shape->unit_m, width = shape->width * shape->unit_m;
        struct geo_point beside = {center->longitude, point.latitude};
        if (latitude_distance(point.latitude, center->latitude) > height / 2 ||
            geo_distance(point, beside) > width / 2)
            return false;
        *distance = geo_distance(*center, point);
        return true;
    }
    *distance = geo_distance(*center, point);
    return !(*distance > shape->radius * shape->unit_m);
}

/* ---- searching ---- */

/* How far the shape reaches, degrees. At the edge that is nearer to the pole a degree of longitude is shortest. */
static struct area bounds_of(const struct geo_shape *shape) {
    const struct geo_point *center = &shape->center;
    double height = shape->unit_m * (shape->is_box ? shape->height / 2 : shape->radius);
    double width = shape->unit_m * (shape->is_box ? shape->width / 2 : shape->radius);
    double up = degrees(height / EARTH_RADIUS_M);
    double polar = center->latitude < 0 ? center->latitude - up : center->latitude + up;
    double aside = degrees(width / EARTH_RADIUS_M / cos(radians(polar)));
    return (struct area){
        .west = center->longitude - aside,
        .east = center->longitude + aside,
        .south = center->latitude - up,
        .north = center->latitude + up,
    };
}

/* The depth at which nine cells hold what is within a radius, nearly always. */
static unsigned depth_of(double radius_m, double latitude) {
    int depth = -1;
    if (radius_m == 0) return DEPTH_MAX;
    while (ldexp(radius_m, depth + 1) < MERCATOR_HALF_M) depth++;
    depth -= fabs(latitude) > 66; /* cells are narrower there */
    depth -= fabs(latitude) > 80;
    return depth < 1 ? 1 : depth > DEPTH_MAX ? DEPTH_MAX : (unsigned)depth;
}

/* Whether the neighbours end before the bounds do: then the cells are too small. */
static bool is_too_deep(struct cell_number cell, struct area bounds) {
    return area_of(neighbour(cell, 0, 1)).north < bounds.north ||
           area_of(neighbour(cell, 0, -1)).south > bounds.south ||
           area_of(neighbour(cell, 1, 0)).east < bounds.east ||
           area_of(neighbour(cell, -1, 0)).west > bounds.west;
}

static double reach_of(const struct geo_shape *shape) {
    double half_width = shape->width / 2, half_height = shape->height / 2;
    return shape->unit_m * (shape->is_box
                                ? sqrt(half_width * half_width + half_height * half_height)
                                : shape->radius);
}

static struct geo_interval interval_of(struct cell_number cell) {
    unsigned shift = 2 * (DEPTH_MAX - cell.depth);
    return (struct geo_interval){(double)(cell.bits << shift), (double)((cell.bits + 1) << shift)};
}

unsigned geo_intervals(const struct geo_shape *shape, struct geo_interval *intervals) {
    static const struct {
        int east, north;
    } order[GEO_INTERVALS_MAX] = {{0, 0}, {0, 1},  {0, -1}, {1, 0},  {-1, 0},
                                  {1, 1}, {-1, 1}, {1, -1}, {-1, -1}};
    double reach_m = reach_of(shape);
    unsigned depth = depth_of(reach_m, shape->center.latitude), count = 0;
    struct cell_number cell = cell_of(shape->center, GEO_LATITUDE_MAX, depth);
    struct area bounds = bounds_of(shape);
    if (depth > 1 && is_too_deep(cell, bounds))
        cell = cell_of(shape->center, GEO_LATITUDE_MAX, --depth);
    struct area own = area_of(cell);
    uint64_t last_bits = 0;
    bool has_last = false; /* the center's own cell does not count: Redis's order depends on it */
    for (unsigned i = 0; i < GEO_INTERVALS_MAX; i++) {
        int east = order[i].east, north = order[i].north;
        bool is_needless =
            (east > 0 && own.east > bounds.east) || (east < 0 && own.west < bounds.west) ||
            (north > 0 && own.north > bounds.north) || (north < 0 && own.south < bounds.south);
        struct cell_number next = neighbour(cell, east, north);
        if ((depth >= 2 && is_needless) || (has_last && next.bits == last_bits)) continue;
        intervals[count++] = interval_of(next);
        last_bits = next.bits;
        has_last = i > 0;
    }
    return count;
}
