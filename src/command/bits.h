/* command/bits.h - strings as arrays of bits: offsets in arguments, counting and searching.
 *
 * Bit 0 is the most significant bit of byte 0, as in Redis. */
#pragma once

#include "engine/store.h"

/* argv[index] as a bit offset below 8 * proto-max-bulk-len. multiple_of > 0: "#n" means n * multiple_of. False with
 * "ERR bit offset is not an integer or out of range". */
bool bits_parse_offset(struct call *call, unsigned index, unsigned multiple_of, uint64_t *offset);

/* Ones in the bits [first, last] of text, both within it. */
uint64_t bits_count(struct bytes text, uint64_t first, uint64_t last);
/* Place of the first bit of that value in [first, last]; -1 if there is none. */
int64_t bits_find(struct bytes text, bool bit, uint64_t first, uint64_t last);

/* width (1 to 64) bits from offset, most significant first; those behind the end are 0. */
uint64_t bits_get(struct bytes text, uint64_t offset, unsigned width);
/* All of them within the text. */
void bits_set(char *text, uint64_t offset, unsigned width, uint64_t value);
