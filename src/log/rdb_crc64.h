/* log/rdb_crc64.h - the checksum of Redis's dumps: CRC-64 with David T. Jones's polynomial
 * 0xad93d23594c935a9, bits reflected, starting from 0 and not inverted. */
#pragma once

#include "base/bytes.h"

/* Of what follows bytes with this checksum; 0 at the start. */
uint64_t rdb_crc64(uint64_t crc, struct bytes bytes);
/* The same by tables on every machine: the instruction is tested against it. */
uint64_t rdb_crc64_by_table(uint64_t crc, struct bytes bytes);
