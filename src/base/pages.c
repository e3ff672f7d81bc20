/* Thin wrappers over mmap. Reserving is PROT_NONE, so that it costs nothing even where the
 * system does not overcommit; committing is mprotect, so that it is accounted honestly. */
#include "base/pages.h"

#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

void *pages_reserve(size_t size, size_t align) {
    size_t whole = size + align;
    char *start = mmap(NULL, whole, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (start == MAP_FAILED) return NULL;
    size_t skip = (size_t)(-(uintptr_t)start & (align - 1));
    if (skip != 0) munmap(start, skip);
    munmap(start + skip + size, align - skip);
    return start + skip;
}

bool pages_commit(void *start, size_t size) {
    return mprotect(start, size, PROT_READ | PROT_WRITE) == 0;
}

void pages_uncommit(void *start, size_t size) {
    madvise(start, size, MADV_DONTNEED);
    mprotect(start, size, PROT_NONE);
}

void pages_discard(void *start, size_t size) {
    madvise(start, size, MADV_DONTNEED);
}

void pages_advise_huge(void *start, size_t size, bool wanted) {
    madvise(start, size, wanted ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
}

void pages_touch(void *start, size_t size) {
    volatile char *bytes = start;
    /* Written, not MADV_POPULATE_WRITE: that holds the lock of the whole address space meanwhile. */
    for (size_t i = 0; i < size; i += pages_size()) bytes[i] = 0;
}

size_t pages_physical(void) {
    long pages = sysconf(_SC_PHYS_PAGES);
    return pages > 0 ? (size_t)pages * pages_size() : (size_t)1 << 30;
}

size_t pages_size(void) {
    return (size_t)sysconf(_SC_PAGESIZE);
}
