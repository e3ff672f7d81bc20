/* random.h - small fast random numbers for choosing keys and requests.
 *
 * SplitMix64 (Steele, Lea, Flood 2014): one addition and a mix of the state, good enough for
 * statistics and far from anything secret. The same seed gives the same sequence. */
#pragma once

#include <stdint.h>

struct random {
    uint64_t state;
};

/* Spreads the bits of a number over the whole word. It is a bijection of 64-bit numbers. */
static inline uint64_t random_mix(uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/* Returns the next 64 random bits. */
static inline uint64_t random_next(struct random *random) {
    random->state += 0x9e3779b97f4a7c15u;
    return random_mix(random->state);
}

/* Maps 64 random bits to [0, n) by the high word of the product; the bias is below n / 2^64. */
static inline uint64_t random_scale(uint64_t bits, uint64_t n) {
    return (uint64_t)(((unsigned __int128)bits * n) >> 64);
}

/* Returns a number in [0, n). */
static inline uint64_t random_below(struct random *random, uint64_t n) {
    return random_scale(random_next(random), n);
}

/* Returns a number in [0, 1). */
static inline double random_unit(struct random *random) {
    return (double)(random_next(random) >> 11) * 0x1p-53;
}
