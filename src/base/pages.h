/* base/pages.h - address space and pages straight from the system.
 *
 * For arenas that are reserved once and filled piece by piece. Addresses and sizes are multiples
 * of 4 KiB (of the page, where that is larger); nothing here is counted by base/memory.h. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Reserves address space aligned to align (a power of two) without memory behind it; NULL if
 * the system refuses that much. */
void *pages_reserve(size_t size, size_t align);
/* Makes reserved pages usable; they read as zero. False if the system refuses. */
bool pages_commit(void *start, size_t size);
/* The opposite: the memory goes back and touching it is an error again. */
void pages_uncommit(void *start, size_t size);
/* Gives the memory back but keeps the pages usable; they read as zero afterwards. */
void pages_discard(void *start, size_t size);
/* Asks for huge pages behind this range, or for none. */
void pages_advise_huge(void *start, size_t size, bool wanted);
/* Puts memory behind committed pages now rather than at their first use; they still read as zero.
 */
void pages_touch(void *start, size_t size);
/* Memory of the machine in bytes. */
size_t pages_physical(void);
size_t pages_size(void); /* bytes of one page */
