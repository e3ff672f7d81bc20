/* data/hll.c - HyperLogLogs.
 *
 * Reading is easy: both representations are walked as runs (value, length). Writing a sparse one is not,
 * because it has to give Redis's bytes: the run that holds the register is replaced by up to three, then
 * equal neighbours are joined, within five runs from the one before. */
#include "data/hll.h"

#include <assert.h>
#include <math.h>

enum {
    INDEX_BITS = 14,
    HASH_BITS = 64 - INDEX_BITS,
    RANK_MAX = HASH_BITS + 1,
    REGISTER_MAX = 63, /* what 6 bits hold, whatever the ranks are */
    DENSE = 0,
    SPARSE = 1,
    ENCODING_AT = 4,
    OLD_AT = HLL_HEAD - 1,
    OLD = 0x80,
    VALUE_RUN = 0x80,
    LONG_RUN = 0x40,
    ZEROS_MAX = 64, /* in a run of one byte */
    SPARSE_VALUE_MAX = 32,
    VALUE_RUN_MAX = 4,
    JOIN_RUNS = 5
};

/* ---- elements ---- */

static uint64_t mix(uint64_t word) {
    const uint64_t multiplier = UINT64_C(0xc6a4a7935bd1e995);
    word *= multiplier;
    word ^= word >> 47;
    return word * multiplier;
}

/* MurmurHash64A (Austin Appleby, public domain) with Redis's seed, on a little endian machine. */
static uint64_t hash_of(struct bytes text) {
    const uint64_t multiplier = UINT64_C(0xc6a4a7935bd1e995);
    uint64_t hash = UINT64_C(0xadc83b19) ^ (text.len * multiplier);
    size_t at = 0;
    for (; at + 8 <= text.len; at += 8) {
        uint64_t word;
        memcpy(&word, text.data + at, sizeof(word));
        hash = (hash ^ mix(word)) * multiplier;
    }
    if (at < text.len) {
        uint64_t rest = 0;
        memcpy(&rest, text.data + at, text.len - at);
        hash = (hash ^ rest) * multiplier;
    }
    hash = (hash ^ hash >> 47) * multiplier;
    return hash ^ hash >> 47;
}

struct hll_place hll_place_of(struct bytes element) {
    uint64_t hash = hash_of(element);
    uint64_t rest = hash >> INDEX_BITS | UINT64_C(1) << HASH_BITS;
    return (struct hll_place){.index = (uint32_t)(hash % HLL_REGISTERS),
                              .rank = (uint8_t)(__builtin_ctzll(rest) + 1)};
}

/* ---- the head ---- */

bool hll_is_valid(struct bytes text) {
    if (text.len < HLL_HEAD || memcmp(text.data, "HYLL", 4) != 0) {
        return false;
    }
    uint8_t encoding = (uint8_t)text.data[ENCODING_AT];
    return encoding == SPARSE || (encoding == DENSE && text.len == HLL_DENSE_SIZE);
}

bool hll_is_dense(struct bytes hll) {
    return hll.data[ENCODING_AT] == DENSE;
}

bool hll_kept_estimate(struct bytes hll, uint64_t *estimate) {
    memcpy(estimate, hll.data + HLL_ESTIMATE_AT, sizeof(*estimate));
    return ((uint8_t)hll.data[OLD_AT] & OLD) == 0;
}

void hll_keep_estimate(char *hll, uint64_t estimate) {
    memcpy(hll + HLL_ESTIMATE_AT, &estimate, sizeof(estimate));
}

void hll_mark_old(char *hll) {
    hll[OLD_AT] = (char)((uint8_t)hll[OLD_AT] | OLD);
}

/* ---- runs ---- */

struct run {
    unsigned len; /* registers */
    uint8_t value, size;
};

/* The second byte of a long run may be cut off; then it is read as 0. */
static struct run run_at(const uint8_t *at, const uint8_t *end) {
    if (*at & VALUE_RUN) {
        return (struct run){(*at & 3u) + 1, (uint8_t)((*at >> 2 & 31) + 1), 1};
    }
    if (*at & LONG_RUN) {
        unsigned low = at + 1 < end ? at[1] : 0;
        return (struct run){((*at & 63u) << 8 | low) + 1, 0, 2};
    }
    return (struct run){*at + 1u, 0, 1};
}

static uint8_t value_run(unsigned len, uint8_t value) {
    return (uint8_t)(VALUE_RUN | (value - 1u) << 2 | (len - 1));
}

/* Writes the shortest run, or none for length 0; returns how many bytes that took. */
static size_t put_run(uint8_t *at, unsigned len, uint8_t value) {
    if (len == 0) {
        return 0;
    }
    if (value > 0) {
        *at = value_run(len, value);
        return 1;
    }
    if (len <= ZEROS_MAX) {
        *at = (uint8_t)(len - 1);
        return 1;
    }
    at[0] = (uint8_t)(LONG_RUN | (len - 1) >> 8);
    at[1] = (uint8_t)(len - 1);
    return 2;
}

static const uint8_t *runs_of(struct bytes hll, const uint8_t **end) {
    *end = (const uint8_t *)hll.data + hll.len;
    return (const uint8_t *)hll.data + HLL_HEAD;
}

void hll_make(struct buffer *hll) {
    uint8_t *head = (uint8_t *)buffer_reserve(hll, HLL_HEAD + 2);
    memset(head, 0, HLL_HEAD);
    memcpy(head, "HYLL", 4);
    head[ENCODING_AT] = SPARSE;
    hll->len = HLL_HEAD + put_run(head + HLL_HEAD, HLL_REGISTERS, 0);
}

/* ---- dense ---- */

uint8_t hll_dense_get(const char *hll, unsigned index) {
    const uint8_t *at = (const uint8_t *)hll + hll_dense_byte(index);
    unsigned shift = index * 6 % 8;
    unsigned bits = at[0];
    if (shift > 2) {
        bits |= (unsigned)at[1] << 8; /* the last register has no such byte */
    }
    return bits >> shift & REGISTER_MAX;
}

void hll_dense_set(char *hll, unsigned index, uint8_t value) {
    uint8_t *at = (uint8_t *)hll + hll_dense_byte(index);
    unsigned shift = index * 6 % 8;
    at[0] = (uint8_t)((at[0] & ~(REGISTER_MAX << shift)) | value << shift);
    if (shift > 2) {
        at[1] = (uint8_t)((at[1] & ~(REGISTER_MAX >> (8 - shift))) | value >> (8 - shift));
    }
}

/* Four registers are three bytes. */
static void unpack_four(const uint8_t *at, uint8_t registers[4]) {
    unsigned bits = at[0] | (unsigned)at[1] << 8 | (unsigned)at[2] << 16;
    registers[0] = bits & REGISTER_MAX;
    registers[1] = bits >> 6 & REGISTER_MAX;
    registers[2] = bits >> 12 & REGISTER_MAX;
    registers[3] = (uint8_t)(bits >> 18);
}

bool hll_make_dense(struct buffer *hll) {
    const uint8_t *end, *at = runs_of(buffer_view(hll), &end);
    if (hll_is_dense(buffer_view(hll))) {
        return true;
    }
    struct buffer dense = {0};
    char *target = buffer_reserve(&dense, HLL_DENSE_SIZE);
    dense.len = HLL_DENSE_SIZE;
    memset(target, 0, HLL_DENSE_SIZE);
    memcpy(target, hll->data, HLL_HEAD);
    target[ENCODING_AT] = DENSE;
    unsigned index = 0;
    while (at < end) {
        struct run run = run_at(at, end);
        if (run.len > HLL_REGISTERS - index) {
            break;
        }
        for (unsigned i = 0; i < run.len && run.value > 0; i++) {
            hll_dense_set(target, index + i, run.value);
        }
        index += run.len;
        at += run.size;
    }
    bool is_good = at >= end && index == HLL_REGISTERS;
    buffer_clear(is_good ? hll : &dense);
    if (is_good) {
        *hll = dense;
    }
    return is_good;
}

static enum hll_result raise_dense(struct buffer *hll, struct hll_place place) {
    if (hll_dense_get(hll->data, place.index) >= place.rank) {
        return HLL_SAME;
    }
    hll_dense_set(hll->data, place.index, place.rank);
    hll_mark_old(hll->data);
    return HLL_CHANGED;
}

/* ---- sparse ---- */

/* A run, and the one before it; offsets in the sketch, because its bytes move when it grows. */
struct found {
    size_t at, before; /* before: of the first run, if there is none */
    unsigned first;    /* register */
    struct run run;
};

static bool find_run(const struct buffer *hll, unsigned index, struct found *found) {
    const uint8_t *bytes = (const uint8_t *)hll->data, *end = bytes + hll->len;
    *found = (struct found){.at = HLL_HEAD, .before = HLL_HEAD};
    while (found->at < hll->len) {
        found->run = run_at(bytes + found->at, end);
        if (index < found->first + found->run.len) {
            return true;
        }
        found->before = found->at;
        found->at += found->run.size;
        found->first += found->run.len;
    }
    return false;
}

/* Joins runs of one value that follow each other, and fit into one. */
static void join_runs(struct buffer *hll, size_t offset) {
    uint8_t *at = (uint8_t *)hll->data + offset, *end = (uint8_t *)hll->data + hll->len;
    for (int left = JOIN_RUNS; at < end && left > 0; left--) {
        struct run run = run_at(at, end);
        if (run.value > 0 && at + 1 < end) {
            struct run next = run_at(at + 1, end);
            if (next.value == run.value && run.len + next.len <= VALUE_RUN_MAX) {
                at[1] = value_run(run.len + next.len, run.value);
                memmove(at, at + 1, (size_t)(end - at) - 1);
                end--;
                continue; /* with what is joined, and its next */
            }
        }
        at += run.size;
    }
    hll->len = (size_t)(end - (uint8_t *)hll->data);
}

static enum hll_result promote(struct buffer *hll, struct hll_place place) {
    if (!hll_make_dense(hll)) {
        return HLL_CORRUPT;
    }
    enum hll_result result = raise_dense(hll, place);
    assert(result == HLL_CHANGED); /* no run holds so much */
    return result;
}

/* Puts the run's pieces, with the register in their midst, in its place. */
static void replace_run(struct buffer *hll, const struct found *found, const uint8_t *pieces,
                        size_t size) {
    buffer_reserve(hll, size);
    size_t len = hll->len + size - found->run.size, rest = found->at + found->run.size;
    if (rest < hll->len) {
        memmove(hll->data + found->at + size, hll->data + rest, hll->len - rest);
    }
    memcpy(hll->data + found->at, pieces, size);
    hll->len = len;
}

static enum hll_result raise_sparse(struct buffer *hll, struct hll_place place,
                                    uint64_t sparse_max) {
    struct found found;
    if (place.rank > SPARSE_VALUE_MAX) {
        return promote(hll, place);
    }
    if (!find_run(hll, place.index, &found)) {
        return HLL_CORRUPT;
    }
    if (found.run.value >= place.rank) {
        return HLL_SAME;
    }
    uint8_t pieces[5];
    unsigned before = place.index - found.first;
    size_t size = put_run(pieces, before, found.run.value);
    size += put_run(pieces + size, 1, place.rank);
    size += put_run(pieces + size, found.run.len - before - 1, found.run.value);
    if (size > found.run.size && hll->len + size - found.run.size > sparse_max) {
        return promote(hll, place);
    }
    replace_run(hll, &found, pieces, size);
    join_runs(hll, found.before);
    hll_mark_old(hll->data);
    return HLL_CHANGED;
}

enum hll_result hll_raise(struct buffer *hll, struct hll_place place, uint64_t sparse_max) {
    return hll_is_dense(buffer_view(hll)) ? raise_dense(hll, place)
                                          : raise_sparse(hll, place, sparse_max);
}

/* ---- reading ---- */

static void raise_register(uint8_t *target, uint8_t value) {
    *target = *target > value ? *target : value;
}

static bool merge_runs(uint8_t registers[HLL_REGISTERS], struct bytes hll) {
    const uint8_t *end, *at = runs_of(hll, &end);
    unsigned index = 0;
    while (at < end) {
        struct run run = run_at(at, end);
        if (run.len > HLL_REGISTERS - index) {
            return false;
        }
        for (unsigned i = 0; i < run.len && run.value > 0; i++) {
            raise_register(&registers[index + i], run.value);
        }
        index += run.len;
        at += run.size;
    }
    return index == HLL_REGISTERS;
}

bool hll_merge(uint8_t registers[HLL_REGISTERS], struct bytes hll) {
    if (!hll_is_dense(hll)) {
        return merge_runs(registers, hll);
    }
    const uint8_t *at = (const uint8_t *)hll.data + HLL_HEAD;
    for (unsigned i = 0; i < HLL_REGISTERS; i += 4, at += 3) {
        uint8_t four[4];
        unpack_four(at, four);
        for (unsigned j = 0; j < 4; j++) {
            raise_register(&registers[i + j], four[j]);
        }
    }
    return true;
}

void hll_describe(struct bytes hll, struct buffer *text) {
    const uint8_t *end, *at = runs_of(hll, &end);
    while (at < end) {
        struct run run = run_at(at, end);
        const char *space = text->len > 0 ? " " : "";
        if (run.value > 0) {
            buffer_printf(text, "%sv:%u,%u", space, run.value, run.len);
        } else {
            buffer_printf(text, "%s%c:%u", space, run.size == 2 ? 'Z' : 'z', run.len);
        }
        at += run.size;
    }
}

/* ---- the estimate ---- */

/* Ertl's functions, by their series; x is a share of the registers. */
static double sigma(double x) {
    if (x == 1) {
        return INFINITY;
    }
    double sum = x, factor = 1, before;
    do {
        x *= x;
        before = sum;
        sum += x * factor;
        factor += factor;
    } while (sum != before);
    return sum;
}

static double tau(double x) {
    if (x == 0 || x == 1) {
        return 0;
    }
    double sum = 1 - x, factor = 1, before;
    do {
        x = sqrt(x);
        before = sum;
        factor *= 0.5;
        sum -= (1 - x) * (1 - x) * factor;
    } while (sum != before);
    return sum / 3;
}

/* counts: of registers with each value. */
static uint64_t estimate_counts(const unsigned counts[REGISTER_MAX + 1]) {
    const double m = HLL_REGISTERS, alpha = 0.721347520444481703680; /* 1 / (2 ln 2) */
    double z = m * tau((m - counts[RANK_MAX]) / m);
    for (int rank = HASH_BITS; rank > 0; rank--) {
        z = (z + counts[rank]) * 0.5;
    }
    z += m * sigma(counts[0] / m);
    return (uint64_t)llroundl(alpha * m * m / z);
}

uint64_t hll_estimate_of(const uint8_t registers[HLL_REGISTERS]) {
    unsigned counts[REGISTER_MAX + 1] = {0};
    for (unsigned i = 0; i < HLL_REGISTERS; i++) {
        counts[registers[i] & REGISTER_MAX]++;
    }
    return estimate_counts(counts);
}

static void count_dense(struct bytes hll, unsigned counts[REGISTER_MAX + 1]) {
    const uint8_t *at = (const uint8_t *)hll.data + HLL_HEAD;
    for (unsigned i = 0; i < HLL_REGISTERS; i += 4, at += 3) {
        uint8_t four[4];
        unpack_four(at, four);
        for (unsigned j = 0; j < 4; j++) {
            counts[four[j]]++;
        }
    }
}

static bool count_runs(struct bytes hll, unsigned counts[REGISTER_MAX + 1]) {
    const uint8_t *end, *at = runs_of(hll, &end);
    uint64_t index = 0;
    while (at < end) {
        struct run run = run_at(at, end);
        counts[run.value] += run.len;
        index += run.len;
        at += run.size;
    }
    return index == HLL_REGISTERS;
}

bool hll_estimate(struct bytes hll, uint64_t *estimate) {
    unsigned counts[REGISTER_MAX + 1] = {0};
    if (hll_is_dense(hll)) {
        count_dense(hll, counts);
    } else if (!count_runs(hll, counts)) {
        return false;
    }
    *estimate = estimate_counts(counts);
    return true;
}
