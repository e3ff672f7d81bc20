/* data/arena.h - the one stretch of address space that all entries and segments live in.
 *
 * It is reserved once for the whole process, some four times the machine's memory, and handed out
 * in regions of 4 MiB to the slabs of the cores. Because everything lies in it, five bytes are
 * enough to point at anything: (address - start) / 8, up to 8 TiB. One arena for all cores, not
 * one each, so that a thousand cores fit into 47 bits of address space and one core may still
 * fill the whole machine.
 *
 * Regions are claimed with an atomic exchange, once for 4 MiB: the only thing cores share here. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { REGION_BITS = 22, REGION_SIZE = 1 << REGION_BITS };

/* Reserves the arena on the first call; any thread. Ends the program if that is impossible. */
void arena_start(void);
/* A region of its own, zeroed, REGION_SIZE aligned; ends the program with a report if there is
 * none left. wants_huge: one with huge pages behind it, if one has been prepared. */
void *arena_claim(bool wants_huge);
void arena_give_back(void *region);

/* Huge pages make a miss a third cheaper (200 instead of 320 ns on a virtual machine), but the
 * first touch of one clears 2 MiB: 0.2 ms, and 6 ms where the host has to find the memory. No core
 * may wait for that, so a few regions are touched ahead by somebody who can: when arena_is_short
 * has said true (once for each time, cheap to ask at the end of every turn, any thread),
 * arena_prepare should run soon on a thread that may block. Where nobody does that, all pages are
 * small. rest (or NULL) is called after each huge page and should sleep for a moment: a core on
 * the same processor gets it back then, instead of after a time slice of some 3 ms. */
bool arena_is_short(void);
void arena_prepare(void (*rest)(void));

extern char *arena_base; /* fixed after arena_start */

/* Eight-byte steps from the start; never 0, because the first bytes of a region are its head. */
static inline uint64_t handle_of(const void *pointer) {
    return (uint64_t)((const char *)pointer - arena_base) >> 3;
}

static inline void *handle_pointer(uint64_t handle) {
    return arena_base + (handle << 3);
}
