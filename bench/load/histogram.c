/* histogram.c - a log-linear histogram in one flat array.
 *
 *   value    0 .. 2047      bucket = value                       (width 1)
 *   value 2048 .. 4095      bucket = 2048 + (value - 2048) / 2   (width 2)
 *   value 4096 .. 8191      bucket = 3072 + (value - 4096) / 4   (width 4), and so on.
 *
 * With shift = max(0, highest bit - 10) this is bucket = (shift << 10) + (value >> shift). */
#include "histogram.h"

#include <string.h>

static uint32_t bucket_of_value(uint64_t value) {
    int highest = 63 - __builtin_clzll(value | 1);
    int shift = highest > HISTOGRAM_HALF_BITS ? highest - HISTOGRAM_HALF_BITS : 0;
    return ((uint32_t)shift << HISTOGRAM_HALF_BITS) + (uint32_t)(value >> shift);
}

/* The largest value that falls into a bucket. */
static uint64_t top_of_bucket(uint32_t bucket) {
    uint32_t half = 1u << HISTOGRAM_HALF_BITS;
    if (bucket < 2 * half) return bucket;
    uint32_t shift = (bucket >> HISTOGRAM_HALF_BITS) - 1;
    uint64_t mantissa = (bucket & (half - 1)) + half;
    return ((mantissa + 1) << shift) - 1;
}

void histogram_record(struct histogram *histogram, uint64_t value) {
    if (value >> HISTOGRAM_VALUE_BITS) value = (1ull << HISTOGRAM_VALUE_BITS) - 1;
    histogram->counts[bucket_of_value(value)]++;
    histogram->total++;
    histogram->sum += (double)value;
    if (value > histogram->max) histogram->max = value;
    if (value < histogram->min) histogram->min = value;
}

void histogram_clear(struct histogram *histogram) {
    memset(histogram, 0, sizeof *histogram);
    histogram->min = UINT64_MAX;
}

void histogram_add(struct histogram *histogram, const struct histogram *other) {
    for (uint32_t i = 0; i < HISTOGRAM_BUCKETS; i++) histogram->counts[i] += other->counts[i];
    histogram->total += other->total;
    histogram->sum += other->sum;
    if (other->max > histogram->max) histogram->max = other->max;
    if (other->min < histogram->min) histogram->min = other->min;
}

uint64_t histogram_percentile(const struct histogram *histogram, double percent) {
    double wanted = percent / 100.0 * (double)histogram->total;
    uint64_t seen = 0;
    for (uint32_t i = 0; i < HISTOGRAM_BUCKETS; i++) {
        seen += histogram->counts[i];
        if (histogram->counts[i] && (double)seen >= wanted - 1e-6) {
            uint64_t top = top_of_bucket(i);
            return top < histogram->max ? top : histogram->max;
        }
    }
    return histogram->max;
}

double histogram_mean(const struct histogram *histogram) {
    return histogram->total ? histogram->sum / (double)histogram->total : 0.0;
}

void histogram_print(const struct histogram *histogram, FILE *file) {
    for (uint32_t i = 0; i < HISTOGRAM_BUCKETS; i++)
        if (histogram->counts[i])
            fprintf(file, "%llu %llu\n", (unsigned long long)top_of_bucket(i),
                    (unsigned long long)histogram->counts[i]);
}
