/* Places as scores: what Redis's documentation and a running redis-server say, and what must hold for any shape. */
#include "check.h"

#include <math.h>

#include "data/geo.h"

static const struct geo_point palermo = {13.361389, 38.115556}, catania = {15.087269, 37.502669};

static double random_between(double low, double high) {
    return low + (double)(check_random() >> 11) / (double)(1ull << 53) * (high - low);
}

static struct geo_point random_point(void) {
    double latitude = check_random() % 4 ? 85.05 : 10;
    return (struct geo_point){random_between(-180, 180), random_between(-latitude, latitude)};
}

TEST(scores_are_those_of_redis) {
    CHECK(geo_score(palermo) == 3479099956230698.0);
    CHECK(geo_score(catania) == 3479447370796909.0);
    CHECK(geo_score((struct geo_point){0, 0}) == 3377699720527872.0);
    CHECK(geo_score((struct geo_point){-180, -GEO_LATITUDE_MAX}) == 0);
    CHECK(geo_score((struct geo_point){180, GEO_LATITUDE_MAX}) == 13510798882111488.0);
}

TEST(a_score_stands_for_the_middle_of_its_cell) {
    struct geo_point point = geo_point(3479099956230698.0);
    CHECK(point.longitude == 13.36138933897018433);
    CHECK(point.latitude == 38.11555639549629859);
    for (int i = 0; i < 10000; i++) {
        struct geo_point before = random_point(), after = geo_point(geo_score(before));
        CHECK(fabs(before.longitude - after.longitude) < 360.0 / (1 << 26));
        CHECK(fabs(before.latitude - after.latitude) < 180.0 / (1 << 26));
        CHECK(geo_score(after) == geo_score(before));
    }
}

TEST(any_number_stands_for_a_valid_point) {
    static const double scores[] = {-1, 1e300, -1e300, 9007199254740991.0, 1.8e19, 0.5};
    for (size_t i = 0; i < sizeof scores / sizeof scores[0]; i++)
        CHECK(geo_is_valid(geo_point(scores[i])));
    CHECK(geo_point(-1).longitude == 180);
    CHECK(geo_point((double)INFINITY).longitude < -179.9999);
    CHECK(geo_point(-(double)INFINITY).longitude == 180);
}

TEST(texts_are_standard_geohashes) {
    char text[GEO_TEXT_LEN];
    geo_text(geo_score(palermo), text);
    CHECK(memcmp(text, "sqc8b49rny0", GEO_TEXT_LEN) == 0);
    geo_text(geo_score(catania), text);
    CHECK(memcmp(text, "sqdtr74hyu0", GEO_TEXT_LEN) == 0);
}

TEST(distances_are_those_of_redis) {
    struct geo_point a = geo_point(geo_score(palermo)), b = geo_point(geo_score(catania));
    CHECK(fabs(geo_distance(a, b) - 166274.1516) < 0.0001);
    CHECK(geo_distance(a, a) == 0);
}

/* Of points all over the shape, each that is inside lies in exactly one interval. Shapes stay away from the date line and
 * the poles, where Redis cuts them. */
TEST(no_point_of_a_shape_is_outside_the_intervals) {
    for (int i = 0; i < 3000; i++) {
        struct geo_shape shape = {
            .center = {random_between(-60, 60), random_between(-60, 60)},
            .is_box = check_random() % 2,
            .unit_m = check_random() % 2 ? 1000 : 1609.34,
        };
        double size = pow(10, random_between(-2, 3.4));
        shape.radius = size;
        shape.width = size * random_between(0.1, 2);
        shape.height = size * random_between(0.1, 2);
        struct geo_interval intervals[GEO_INTERVALS_MAX];
        unsigned count = geo_intervals(&shape, intervals);
        CHECK(count >= 1 && count <= GEO_INTERVALS_MAX);
        double degrees = size * shape.unit_m / 111000 * 1.2;
        for (int j = 0; j < 100; j++) {
            struct geo_point point = {shape.center.longitude +
                                          random_between(-2 * degrees, 2 * degrees),
                                      shape.center.latitude + random_between(-degrees, degrees)};
            if (!geo_is_valid(point)) continue;
            double score = geo_score(point), distance;
            if (!geo_contains(&shape, geo_point(score), &distance)) continue;
            unsigned holding = 0;
            for (unsigned k = 0; k < count; k++)
                holding += score >= intervals[k].first && score < intervals[k].end;
            CHECK_EQ(holding, 1);
        }
    }
}

TEST(a_shape_holds_what_is_within_its_radius_or_its_half_sides) {
    struct geo_shape circle = {.center = {0, 0}, .radius = 100, .unit_m = 1000};
    struct geo_shape box = {
        .center = {0, 0}, .is_box = true, .width = 400, .height = 20, .unit_m = 1000};
    double distance;
    CHECK(geo_contains(&circle, (struct geo_point){0.5, 0.5}, &distance));
    CHECK(fabs(distance - geo_distance(circle.center, (struct geo_point){0.5, 0.5})) < 1e-9);
    CHECK(!geo_contains(&circle, (struct geo_point){0.9, 0.9}, &distance));
    CHECK(geo_contains(&box, (struct geo_point){1.7, 0.05}, &distance));
    CHECK(!geo_contains(&box, (struct geo_point){1.9, 0.05}, &distance));
    CHECK(!geo_contains(&box, (struct geo_point){0, 0.1}, &distance));
}
