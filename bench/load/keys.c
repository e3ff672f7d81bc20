/* keys.c - drawing key numbers and writing them as text.
 *
 * The scrambled zipfian order draws a rank and sends it through a bijection of the key space. YCSB
 * hashes the rank instead, which lets two ranks fall on one key and leaves a third of the keys
 * untouched; with a bijection the popularity of the keys is exactly the zipfian one. */
#include "keys.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static uint64_t zipf_next(const struct zipf *zipf, struct random *random);
static uint64_t shuffle_at(const struct shuffle *shuffle, uint64_t index);
static uint64_t latest_next(struct key_chooser *chooser);

uint64_t key_chooser_next(struct key_chooser *chooser) {
    switch (chooser->order) {
    case KEYS_UNIFORM:
        return random_below(&chooser->random, chooser->space->count);
    case KEYS_ZIPFIAN:
        return shuffle_at(&chooser->shuffle, zipf_next(&chooser->zipf, &chooser->random));
    case KEYS_LATEST:
        return latest_next(chooser);
    case KEYS_SEQUENTIAL:
    case KEYS_SHUFFLED:
        break;
    }
    uint64_t number = chooser->position % chooser->space->count;
    chooser->position += chooser->stride;
    return chooser->order == KEYS_SHUFFLED ? shuffle_at(&chooser->shuffle, number) : number;
}

/* The generalised harmonic number: the sum of i^-theta for i = 1 .. n. The first terms are added
 * up; the rest is Euler and Maclaurin's integral with two corrections, right to 12 digits. */
static double zeta(uint64_t n, double theta) {
    enum { EXACT_TERMS = 10000 };
    uint64_t exact = n < EXACT_TERMS ? n : EXACT_TERMS;
    double sum = 0;
    for (uint64_t i = 1; i <= exact; i++) sum += pow((double)i, -theta);
    if (n == exact) return sum;
    double a = (double)exact, b = (double)n, power = 1 - theta;
    double integral = (pow(b, power) - pow(a, power)) / power;
    double ends = (pow(b, -theta) - pow(a, -theta)) / 2;
    double slopes = theta * (pow(a, -theta - 1) - pow(b, -theta - 1)) / 12;
    return sum + integral + ends + slopes;
}

/* Everything that depends on n but not on the draw. */
static void zipf_refresh(struct zipf *zipf) {
    double power = 1 - zipf->theta;
    double zeta_2 = 1 + zipf->half_to_theta;
    zipf->eta = (1 - pow(2.0 / (double)zipf->n, power)) / (1 - zeta_2 / zipf->zeta_n);
}

static void zipf_init(struct zipf *zipf, uint64_t n, double theta) {
    zipf->n = n;
    zipf->theta = theta;
    zipf->half_to_theta = pow(0.5, theta);
    zipf->zeta_n = zeta(n, theta);
    zipf_refresh(zipf);
}

/* Follows a key space that has grown, at the price of one term for each new key. */
static void zipf_grow(struct zipf *zipf, uint64_t n) {
    if (n <= zipf->n) return;
    while (zipf->n < n) zipf->zeta_n += pow((double)++zipf->n, -zipf->theta);
    zipf_refresh(zipf);
}

static uint64_t zipf_next(const struct zipf *zipf, struct random *random) {
    double u = random_unit(random);
    double mass = u * zipf->zeta_n;
    if (mass < 1 || zipf->n < 2) return 0;
    if (mass < 1 + zipf->half_to_theta || zipf->n < 3) return 1;
    double base = zipf->eta * u - zipf->eta + 1;
    uint64_t rank = (uint64_t)((double)zipf->n * pow(base, 1 / (1 - zipf->theta)));
    return rank < zipf->n ? rank : zipf->n - 1;
}

static uint64_t latest_next(struct key_chooser *chooser) {
    struct key_space *space = chooser->space;
    /* Relaxed: a count a moment old only means a key a moment old. */
    uint64_t n = space->count + atomic_load_explicit(&space->acknowledged, memory_order_relaxed);
    zipf_grow(&chooser->zipf, n);
    return n - 1 - zipf_next(&chooser->zipf, &chooser->random);
}

static void shuffle_init(struct shuffle *shuffle, uint64_t n, uint64_t seed) {
    unsigned bits = n > 1 ? 64 - (unsigned)__builtin_clzll(n - 1) : 1;
    shuffle->n = n;
    shuffle->half_bits = (bits + 1) / 2;
    shuffle->seed = seed;
}

/* A Feistel network over the next even power of two, walked again until it lands below n (Black
 * and Rogaway, "Ciphers with arbitrary finite domains", 2002): at most four steps on average. */
static uint64_t shuffle_at(const struct shuffle *shuffle, uint64_t index) {
    uint64_t mask = (1ull << shuffle->half_bits) - 1;
    do {
        uint64_t left = index >> shuffle->half_bits, right = index & mask;
        for (uint64_t round = 1; round <= 3; round++) {
            uint64_t mixed = random_mix(right + (round << 32) + shuffle->seed);
            uint64_t next = (left ^ mixed) & mask;
            left = right;
            right = next;
        }
        index = (left << shuffle->half_bits) | right;
    } while (index >= shuffle->n);
    return index;
}

void key_chooser_init(struct key_chooser *chooser, enum key_order order, struct key_space *space,
                      double theta, uint64_t seed, unsigned index, unsigned threads) {
    *chooser = (struct key_chooser){.order = order, .space = space};
    chooser->random.state = random_mix(seed + index * 0x9e3779b97f4a7c15u + 1);
    chooser->position = index;
    chooser->stride = threads;
    shuffle_init(&chooser->shuffle, space->count, random_mix(seed));
    if (order == KEYS_ZIPFIAN || order == KEYS_LATEST)
        zipf_init(&chooser->zipf, space->count, theta);
}

static const char *const order_names[] = {
    [KEYS_UNIFORM] = "uniform",       [KEYS_ZIPFIAN] = "zipfian",   [KEYS_LATEST] = "latest",
    [KEYS_SEQUENTIAL] = "sequential", [KEYS_SHUFFLED] = "shuffled",
};

int key_order_parse(enum key_order *order, const char *name) {
    for (unsigned i = 0; i < sizeof order_names / sizeof *order_names; i++) {
        if (strcmp(order_names[i], name) == 0) {
            *order = (enum key_order)i;
            return 0;
        }
    }
    return -1;
}

const char *key_order_name(enum key_order order) {
    return order_names[order];
}

/* Copies a literal part of a format; "%%" stands for a per cent sign. Returns -1 if it is too
 * long or has another conversion. */
static int copy_literal(char *out, size_t room, size_t *size, const char *text, size_t length) {
    *size = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '%' && (i + 1 == length || text[++i] != '%')) return -1;
        if (*size == room) return -1;
        out[(*size)++] = text[i];
    }
    return 0;
}

/* Finds the one conversion, skipping "%%". */
static const char *find_conversion(const char *text) {
    for (; *text; text++) {
        if (*text != '%') continue;
        if (text[1] != '%') return text;
        text++;
    }
    return NULL;
}

int key_format_parse(struct key_format *format, const char *text) {
    const char *start = find_conversion(text);
    if (!start) return -1;
    char *end;
    unsigned long width = 0;
    const char *cursor = start + 1;
    if (*cursor == '0') {
        width = strtoul(cursor, &end, 10);
        cursor = end;
    }
    cursor += *cursor == 'l';
    cursor += *cursor == 'l';
    if ((*cursor != 'u' && *cursor != 'd') || width > 40) return -1;
    format->width = (unsigned)width;
    cursor++;
    if (copy_literal(format->prefix, sizeof format->prefix, &format->prefix_size, text,
                     (size_t)(start - text)))
        return -1;
    return copy_literal(format->suffix, sizeof format->suffix, &format->suffix_size, cursor,
                        strlen(cursor));
}

size_t key_format_write(const struct key_format *format, uint64_t number, char *out) {
    char digits[48];
    char *first = digits + sizeof digits;
    do {
        *--first = (char)('0' + number % 10);
        number /= 10;
    } while (number);
    while ((size_t)(digits + sizeof digits - first) < format->width) *--first = '0';
    size_t count = (size_t)(digits + sizeof digits - first);
    memcpy(out, format->prefix, format->prefix_size);
    memcpy(out + format->prefix_size, first, count);
    memcpy(out + format->prefix_size + count, format->suffix, format->suffix_size);
    return format->prefix_size + count + format->suffix_size;
}
