/* data/ascii.h - text whose characters are all below 128, in 7 bits a character.
 *
 * Eight characters become seven bytes: character i of a group is bits 7i to 7i + 6 of a little
 * endian number of 56 bits. A group that is not full takes as many bytes as it has characters. */
#pragma once

#include "base/bytes.h"

static inline size_t ascii_packed_size(size_t len) {
    return len - len / 8;
}

bool ascii_is(struct bytes text);
/* target: ascii_packed_size(text.len) bytes; nothing behind them is written. */
void ascii_pack(uint8_t *target, struct bytes text);
/* len characters from the start; neither source nor target is touched behind its end. */
void ascii_unpack(char *target, const uint8_t *source, size_t len);
/* len characters from character offset on. */
void ascii_unpack_range(char *target, const uint8_t *source, size_t offset, size_t len);
/* Tests: leaves out the vector code (true), or uses what the machine has (the start value). */
void ascii_force_plain(bool is_plain);
