/* base/memory.h - the one seam to the general allocator.
 *
 * Every heap byte of the program is asked for here (slabs ask for their spans here too), so
 * that memory is counted, and so that a test can make the Nth allocation fail.
 * Counting is per thread: a block may be freed by another thread than the one that made it,
 * so one thread's count may be negative; only the sum over threads means something. */
#pragma once

#include "base/bytes.h"

/* At least size bytes, 16-byte aligned; never NULL: running out ends the program with a report,
 * except inside memory_try_alloc. size may be 0. */
void *memory_alloc(size_t size) __attribute__((malloc, alloc_size(1), returns_nonnull));
void *memory_alloc_zeroed(size_t size) __attribute__((malloc, alloc_size(1), returns_nonnull));
void *memory_realloc(void *block, size_t size) __attribute__((alloc_size(2), returns_nonnull));
/* As memory_alloc, but NULL when the allocation fails: for sizes that a client chose. */
void *memory_try_alloc(size_t size) __attribute__((malloc, alloc_size(1), warn_unused_result));
/* align: a power of two of at least 16. Freed with memory_free. */
void *memory_alloc_aligned(size_t size, size_t align) __attribute__((malloc, returns_nonnull));
void memory_free(void *block);
/* An array with room for one more item of bytes each: items itself, or a copy twice as large, with *size set to how
 * many it has room for. items may be NULL, with *size 0. */
void *memory_room_for_one(void *items, size_t count, size_t *size, size_t bytes);
/* The bytes as a C string of their own. Freed with memory_free. */
char *memory_copy_text(struct bytes text) __attribute__((malloc, returns_nonnull));

/* What the block really occupies, in bytes. */
size_t memory_usable_size(const void *block);

/* Where this thread's counter lives: bytes allocated minus bytes freed by this thread. Another
 * core may read it at any time (relaxed); only the sum over all threads is meaningful. */
int64_t *memory_thread_counter(void);

/* Hands freed memory back to the system (MEMORY PURGE). */
void memory_purge(void);

/* Tests: the Nth memory_try_alloc from now returns NULL, once; 0 turns it off. */
void memory_fail_after(uint64_t n);
