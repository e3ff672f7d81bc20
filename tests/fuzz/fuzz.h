/* What the fuzzers share: the input read piece by piece, and promises that end the run when broken.
 *
 * A fuzzer's input is a program: its bytes say what to do next. When they have run out every read
 * gives 0 or nothing, so that any input is a whole program. */
#pragma once

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct fuzz {
    const char *data;
    size_t left;
};

static inline struct fuzz fuzz_of(const uint8_t *data, size_t size) {
    return (struct fuzz){(const char *)data, size};
}

static inline uint8_t fuzz_byte(struct fuzz *fuzz) {
    if (fuzz->left == 0) return 0;
    fuzz->left--;
    return (uint8_t)*fuzz->data++;
}

/* A number below limit (at most 65,536). */
static inline unsigned fuzz_below(struct fuzz *fuzz, unsigned limit) {
    unsigned number = fuzz_byte(fuzz);
    if (limit > 256) number = number << 8 | fuzz_byte(fuzz);
    return number % limit;
}

static inline uint64_t fuzz_u64(struct fuzz *fuzz) {
    uint64_t number = 0;
    for (unsigned i = 0; i < 8; i++) number = number << 8 | fuzz_byte(fuzz);
    return number;
}

/* The next len bytes, or what is left. A view into the input. */
static inline struct bytes fuzz_take(struct fuzz *fuzz, size_t len) {
    if (len > fuzz->left) len = fuzz->left;
    struct bytes taken = bytes_of(fuzz->data, len);
    fuzz->data += len;
    fuzz->left -= len;
    return taken;
}

/* A copy of exactly these bytes, so that a look beyond them is seen. To be freed. */
static inline char *fuzz_copy(struct bytes bytes) {
    char *copy = malloc(bytes.len);
    if (bytes.len > 0) memcpy(copy, bytes.data, bytes.len);
    return copy;
}

static inline void fuzz_require(bool is_met, const char *claim) {
    if (is_met) return;
    fprintf(stderr, "broken promise: %s\n", claim);
    abort();
}
