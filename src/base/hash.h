/* base/hash.h - slots, partitions, and the hash of a key.
 *
 * slot = CRC16 (XMODEM) of the key, or of what stands between its first '{' and the next '}'
 * if that is not empty, modulo 16384: as in Redis Cluster. A partition is 16 slots. */
#pragma once

#include "base/bytes.h"

enum { SLOTS = 16384, PARTITIONS = 1024, SLOTS_PER_PARTITION = SLOTS / PARTITIONS };

uint16_t crc16(struct bytes bytes); /* sliced tables: some 10 cycles for 8 bytes */

uint16_t slot_of_key(struct bytes key);

/* XXH3-64 with the process's seed. The seed is random, set once before any core runs, so that
 * clients cannot choose colliding keys; tests and the simulated machine fix it. */
uint64_t hash_bytes(struct bytes bytes);
void hash_set_seed(uint64_t seed);
uint64_t hash_seed(void);

/* A key with what is needed to find it. The name is borrowed. */
struct key {
    struct bytes name;
    uint64_t hash;
    uint16_t slot;
    uint16_t partition;
};

struct key key_of(struct bytes name);
