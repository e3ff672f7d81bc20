/* log/varint.h - numbers of few bytes where they are small: LEB128, seven bits a byte, the least
 * significant first, the high bit says that more follow. */
#pragma once

#include "base/buffer.h"

enum { VARINT_MAX = 10 };

/* Returns how many bytes were written, at most VARINT_MAX. */
static inline size_t varint_write(char *target, uint64_t value) {
    size_t len = 0;
    while (value >= 0x80) {
        target[len++] = (char)(value | 0x80);
        value >>= 7;
    }
    target[len++] = (char)value;
    return len;
}

static inline size_t varint_len(uint64_t value) {
    return (70u - (unsigned)__builtin_clzll(value | 1)) / 7;
}

static inline void varint_put(struct buffer *out, uint64_t value) {
    out->len += varint_write(buffer_reserve(out, VARINT_MAX), value);
}

/* Takes one off the front of input; false if there is none that fits 64 bits. */
static inline bool varint_take(struct bytes *input, uint64_t *value) {
    *value = 0;
    for (unsigned shift = 0; shift < 64 && input->len > 0; shift += 7) {
        unsigned char byte = (unsigned char)*input->data;
        input->data++;
        input->len--;
        *value |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80) return shift < 63 || byte <= 1;
    }
    return false;
}
