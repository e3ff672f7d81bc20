/* keys.h - which key a request is about, and how that key is written.
 *
 * Keys are numbers from 0; a format turns a number into text. A chooser belongs to one thread and
 * draws numbers in one of five orders; the key space, shared by the threads, counts the keys that
 * inserts have added, which the order "latest" follows. */
#pragma once

#include "random.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

enum { KEY_SIZE_MAX = 256 };

/* A printf-like format with one %lu or %012lu: text, number, text. */
struct key_format {
    char prefix[128];
    char suffix[64];
    size_t prefix_size;
    size_t suffix_size;
    unsigned width;
};

/* Reads a format such as "k:%lu". Returns 0, or -1 if it is not one. */
int key_format_parse(struct key_format *format, const char *text);

/* Writes the key into `out`, which has room for KEY_SIZE_MAX bytes, and returns its size. */
size_t key_format_write(const struct key_format *format, uint64_t number, char *out);

/* The keys of a run, shared by all threads. */
struct key_space {
    uint64_t count;                /* keys [0, count) are there from the start. */
    _Atomic uint64_t issued;       /* numbers given to inserts so far, from count on. */
    _Atomic uint64_t acknowledged; /* inserts that were answered. */
};

enum key_order {
    KEYS_UNIFORM,
    KEYS_ZIPFIAN,    /* scrambled: popular keys lie anywhere in the key space. */
    KEYS_LATEST,     /* zipfian over age: the newest key is the most popular one. */
    KEYS_SEQUENTIAL, /* every key in turn, shared out over the threads. */
    KEYS_SHUFFLED,   /* every key once a round, in random order. */
};

/* The zipfian distribution over [0, n) after Gray et al., "Quickly generating billion-record
 * synthetic databases" (SIGMOD 1994), which is also what YCSB uses. */
struct zipf {
    uint64_t n;
    double theta;
    double zeta_n;
    double eta;
    double half_to_theta;
};

/* A bijection of [0, n) that looks random. */
struct shuffle {
    uint64_t n;
    unsigned half_bits;
    uint64_t seed;
};

struct key_chooser {
    enum key_order order;
    struct key_space *space;
    struct random random;
    struct zipf zipf;
    struct shuffle shuffle;
    uint64_t position; /* for the two orders that take every key in turn. */
    uint64_t stride;
};

/* Prepares a chooser for thread `index` of `threads`. Draws differ by thread, but the shuffle is
 * the same for all threads of one seed, so together they visit every key. */
void key_chooser_init(struct key_chooser *chooser, enum key_order order, struct key_space *space,
                      double theta, uint64_t seed, unsigned index, unsigned threads);

/* Returns the next key number. */
uint64_t key_chooser_next(struct key_chooser *chooser);

/* Reads "uniform", "zipfian", "latest", "sequential" or "shuffled". Returns -1 for other names. */
int key_order_parse(enum key_order *order, const char *name);

/* Returns the name of an order. */
const char *key_order_name(enum key_order order);
