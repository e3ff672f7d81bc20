/* data/hll.h - HyperLogLogs: sketches that estimate how many different elements they were given.
 *
 * A sketch is a string, byte for byte the one that Redis 7.0 keeps, since clients may GET and SET it:
 *
 *   "HYLL" | encoding 1 | unused 3 | estimate 8 | registers
 *
 * encoding   0 dense, 1 sparse
 * estimate   little endian, of the registers as they are; the highest bit set: of older ones
 * dense      16,384 registers of 6 bits, the first in the lowest bits of the first byte
 * sparse     runs of equal registers:  00nnnnnn           n + 1 zeros
 *                                      01nnnnnn nnnnnnnn  n + 1 zeros, high bits first
 *                                      1vvvvvnn           n + 1 registers of value v + 1
 *
 * An element's hash (MurmurHash64A) names a register by its lowest 14 bits; the register remembers the
 * greatest rank, the place of the lowest bit set in the rest. The estimate is by Otmar Ertl, "New
 * cardinality estimation algorithms for HyperLogLog sketches", arXiv:1702.01284, algorithm 6. */
#pragma once

#include "base/buffer.h"

enum {
    HLL_REGISTERS = 1 << 14,
    HLL_HEAD = 16,
    HLL_ESTIMATE_AT = 8,
    HLL_DENSE_SIZE = HLL_HEAD + HLL_REGISTERS * 6 / 8
};

enum hll_result { HLL_CORRUPT = -1, HLL_SAME = 0, HLL_CHANGED = 1 };

/* True if the head is one, and the length that of a dense sketch if it says so. The runs of a sparse one
 * may still be corrupt, which only those functions see that read them. */
bool hll_is_valid(struct bytes text);
/* Of a valid one, as is asked for by all that follows. */
bool hll_is_dense(struct bytes hll);

/* Where an element belongs. */
struct hll_place {
    uint32_t index;
    uint8_t rank; /* 1 to 51 */
};
struct hll_place hll_place_of(struct bytes element);

/* Appends an empty, sparse sketch to an empty buffer. */
void hll_make(struct buffer *hll);
/* Raises a register to this rank; the estimate is marked as old if that changes it. A sparse sketch
 * becomes dense rather than longer than sparse_max bytes. */
enum hll_result hll_raise(struct buffer *hll, struct hll_place place, uint64_t sparse_max);
/* False, and nothing has changed, if the runs are corrupt. */
bool hll_make_dense(struct buffer *hll);

/* One register of a dense sketch, whose bytes begin at hll. */
uint8_t hll_dense_get(const char *hll, unsigned index);
void hll_dense_set(char *hll, unsigned index, uint8_t value);
/* Where the first of the one or two bytes stands that this register touches. */
static inline size_t hll_dense_byte(unsigned index) {
    return HLL_HEAD + index * 6 / 8;
}

/* Raises registers[i] to those of the sketch. False if it is corrupt. */
bool hll_merge(uint8_t registers[HLL_REGISTERS], struct bytes hll);
/* False if it is corrupt. */
bool hll_estimate(struct bytes hll, uint64_t *estimate);
uint64_t hll_estimate_of(const uint8_t registers[HLL_REGISTERS]);

/* The estimate in the head; false if it is old. */
bool hll_kept_estimate(struct bytes hll, uint64_t *estimate);
void hll_keep_estimate(char *hll, uint64_t estimate);
void hll_mark_old(char *hll);

/* Appends the runs of a sparse sketch as PFDEBUG DECODE shows them: "Z:100 v:1,1 z:20". */
void hll_describe(struct bytes hll, struct buffer *text);
