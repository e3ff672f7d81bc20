/* data/member.h - a string with its length before it: how the bytes of a collection's member lie in
 * memory, once, while hash tables and trees point at them.
 *
 *   length < 224         one byte
 *   length < 8,160       two: 224 + (length - 224) / 256, and the remainder
 *   longer               255, then four bytes, little endian */
#pragma once

#include "base/bytes.h"

enum { MEMBER_ONE_BYTE = 224, MEMBER_TWO_BYTES = MEMBER_ONE_BYTE + 31 * 256 };

/* Bytes that a member of this length takes. */
static inline size_t member_size(size_t len) {
    return len + (len < MEMBER_ONE_BYTE ? 1 : len < MEMBER_TWO_BYTES ? 2 : 5);
}

/* Writes the length alone, at most 4 GiB; returns how many bytes that took. */
static inline size_t member_write_length(uint8_t *target, size_t length) {
    uint32_t len = (uint32_t)length;
    if (len < MEMBER_ONE_BYTE) {
        *target = (uint8_t)len;
        return 1;
    }
    if (len < MEMBER_TWO_BYTES) {
        target[0] = (uint8_t)(MEMBER_ONE_BYTE + ((len - MEMBER_ONE_BYTE) >> 8));
        target[1] = (uint8_t)(len - MEMBER_ONE_BYTE);
        return 2;
    }
    target[0] = 255;
    memcpy(target + 1, &len, sizeof len);
    return 1 + sizeof len;
}

/* Writes member_size(text.len) bytes. */
static inline void member_write(uint8_t *target, struct bytes text) {
    target += member_write_length(target, text.len);
    if (text.len != 0) memcpy(target, text.data, text.len);
}

static inline struct bytes member_text(const uint8_t *member) {
    uint32_t len = *member++;
    if (len >= MEMBER_ONE_BYTE) {
        if (len != 255) {
            len = ((len - MEMBER_ONE_BYTE) << 8) + *member++ + MEMBER_ONE_BYTE;
        } else {
            memcpy(&len, member, sizeof len);
            member += sizeof len;
        }
    }
    return bytes_of((const char *)member, len);
}
