/* data/access.h - the three bytes of an entry that say when or how often it was used, for the files
 * of this folder only: a clock of 24 bits in seconds, or as Redis's LFU 16 bits of minutes and
 * a logarithmic counter. Which of the two is the keyspace's mode. */
#pragma once

#include "data/layout.h"

enum { ACCESS_CLOCK_MAX = 0xffffff, ACCESS_COUNTER_START = 5 };

static inline uint32_t access_read(const struct entry *entry) {
    return entry->clock[0] | (uint32_t)entry->clock[1] << 8 | (uint32_t)entry->clock[2] << 16;
}

/* Writes only what changes, so that a read does not make the line dirty every time. */
static inline void access_write(struct entry *entry, uint32_t word) {
    if (access_read(entry) == word) return;
    entry->clock[0] = (uint8_t)word;
    entry->clock[1] = (uint8_t)(word >> 8);
    entry->clock[2] = (uint8_t)(word >> 16);
}

static inline uint32_t access_seconds(int64_t now_ms) {
    return (uint32_t)(now_ms / 1000) & ACCESS_CLOCK_MAX;
}

static inline uint32_t access_minutes(int64_t now_ms) {
    return (uint32_t)(now_ms / 60000) & 0xffff;
}

static inline uint32_t access_lfu(int64_t now_ms, uint32_t counter) {
    return access_minutes(now_ms) << 8 | counter;
}

void access_set_decay(unsigned minutes);
