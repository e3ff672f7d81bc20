/* data/slab.h - the allocator of entries and index segments: fine size classes, one core.
 *
 * The owner says how large a piece was when it gives it back, so a piece has no head of its own.
 * Classes go in steps of 8 bytes up to 1,024, 32 up to 2,048 and 64 up to 4,096
 * (at most 6 % above the size, above 128 bytes), and one more for the largest index segment. */
#pragma once

#include "base/bytes.h"

enum {
    SLAB_SIZE_MAX = 4096,     /* of entries */
    SLAB_SEGMENT_SIZE = 4672, /* fourteen of them fill a span but for 128 bytes */
    SLAB_CLASSES = 193,
    SPAN_BITS = 16,
    SPAN_SIZE = 1 << SPAN_BITS
};

struct span;
struct region;

struct slab_class_facts {
    uint32_t spans; /* spans of this class */
    uint64_t used;  /* pieces in use */
};

struct slab {
    struct span *current[SLAB_CLASSES]; /* where the next piece comes from; NULL: look */
    struct span *partial[SLAB_CLASSES]; /* others with room */
    struct slab_class_facts classes[SLAB_CLASSES];
    struct span *dirty; /* empty spans whose memory is still ours */
    struct span *clean; /* empty spans whose memory went back */
    struct region *regions;
    unsigned dirty_count;
    unsigned region_count;
    uint64_t used_bytes; /* in pieces handed out, rounded up to their class */
    uint64_t held_bytes; /* spans that belong to a class or are dirty */
};

void slab_init(struct slab *slab);
/* Gives every region back, whatever is still in use. */
void slab_clear(struct slab *slab);

/* size bytes, 1 to SLAB_SEGMENT_SIZE, 8-byte aligned (64-byte aligned if size is a multiple of 64);
 * not zeroed. Running out of memory ends the program. */
void *slab_alloc(struct slab *slab, size_t size);
/* size: as it was asked for, or any other size of the same class. */
void slab_free(struct slab *slab, void *piece, size_t size);
/* Gives the memory of at most budget empty spans back to the system; true if more are left. */
bool slab_tidy(struct slab *slab, unsigned budget);

/* Number of the class that serves this size. */
static inline unsigned slab_class(size_t size) {
    unsigned bytes = (unsigned)size;
    if (bytes <= 1024) return (bytes + 7) / 8 - (bytes != 0);
    if (bytes <= 2048) return 127 + (bytes - 1024 + 31) / 32;
    if (bytes <= 4096) return 159 + (bytes - 2048 + 63) / 64;
    return 192;
}

/* Bytes of a piece of this class. */
static inline size_t slab_class_size(unsigned class) {
    if (class < 128) return (class + 1) * 8u;
    if (class < 160) return 1024 + (class - 127) * 32u;
    if (class < 192) return 2048 + (class - 159) * 64u;
    return SLAB_SEGMENT_SIZE;
}
