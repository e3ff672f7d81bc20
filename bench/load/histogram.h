/* histogram.h - counts durations with three significant digits, as HdrHistogram does.
 *
 * Values below 2,048 have a bucket each; above, every power of two is cut into 1,024 buckets, so a
 * reported value is at most 0.1 % above the true one. Recording is a shift and an increment.
 * One thread records; histogram_add joins the threads' histograms after they have ended. */
#pragma once

#include <stdint.h>
#include <stdio.h>

enum {
    HISTOGRAM_HALF_BITS = 10,
    HISTOGRAM_VALUE_BITS = 43, /* 2^43 ns is more than two hours; longer ones are cut to that. */
    HISTOGRAM_BUCKETS = (HISTOGRAM_VALUE_BITS - HISTOGRAM_HALF_BITS + 1) << HISTOGRAM_HALF_BITS,
};

struct histogram {
    uint64_t total;
    uint64_t max;
    uint64_t min;
    double sum;
    uint64_t counts[HISTOGRAM_BUCKETS];
};

/* Empties the histogram. */
void histogram_clear(struct histogram *histogram);

/* Counts one value. */
void histogram_record(struct histogram *histogram, uint64_t value);

/* Adds all counts of `other`. */
void histogram_add(struct histogram *histogram, const struct histogram *other);

/* Returns the smallest recorded value, within 0.1 %, that `percent` of all values do not exceed;
 * 0 when nothing was recorded. */
uint64_t histogram_percentile(const struct histogram *histogram, double percent);

/* Returns the mean of the values as they were recorded, before rounding. */
double histogram_mean(const struct histogram *histogram);

/* Writes a line "value count" for every bucket that is not empty. */
void histogram_print(const struct histogram *histogram, FILE *file);
