/* A region is 4 MiB of the arena, 64 spans of 64 KiB. The first page of its first span describes
 * all of them, so that a span of 1,024-byte pieces holds 64 of them and the heads do not all fall
 * into the same set of the cache.
 *
 *   region  | head: struct span x 64 | span 0 (60 KiB) | span 1 | ... | span 63 |
 *   span    | piece | piece | free -> next free | piece | ... | untouched, from bump on |
 *
 * Invariants
 *   S1  A span is in exactly one place: current of its class, in the partial list of its class,
 * full (in no list), dirty, clean, or untouched behind region->spans_made. S2  Pieces behind bump
 * were never touched: their pages cost nothing. S3  A span with no piece in use is current, dirty
 * or clean. */
#include "data/slab.h"

#include <assert.h>

#include "data/arena.h"

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#define POISON(start, size) ASAN_POISON_MEMORY_REGION(start, size)
#define UNPOISON(start, size) ASAN_UNPOISON_MEMORY_REGION(start, size)
#else
#define POISON(start, size) ((void)(start), (void)(size))
#define UNPOISON(start, size) ((void)(start), (void)(size))
#endif

#include "base/pages.h"

enum {
    REGION_SPANS = REGION_SIZE / SPAN_SIZE,
    REGION_HEAD = 4096,
    NO_PIECE = 0xffff,
    DIRTY_MAX = 16,   /* 1 MiB: a span that empties and fills again costs no system call */
    SMALL_REGIONS = 8 /* huge pages only behind a keyspace of more than 32 MiB */
};

enum span_state { SPAN_CURRENT = 1, SPAN_PARTIAL, SPAN_FULL, SPAN_EMPTY };

struct span {
    struct span *next, *prev; /* in the list it is in */
    uint16_t free;            /* first free piece, in eight-byte steps from the span; NO_PIECE */
    uint16_t bump;            /* first untouched piece, in the same steps; may be 8192 */
    uint16_t used;            /* pieces in use */
    uint8_t class;
    uint8_t state;
};

struct region {
    struct span spans[REGION_SPANS];
    struct region *next;
    unsigned spans_made;
};
_Static_assert(sizeof(struct region) <= REGION_HEAD, "the head of a region is one page");

void slab_init(struct slab *slab) {
    arena_start();
    *slab = (struct slab){0};
}

void slab_clear(struct slab *slab) {
    for (struct region *region = slab->regions; region != NULL;) {
        struct region *next = region->next;
        UNPOISON(region, REGION_SIZE);
        arena_give_back(region);
        region = next;
    }
    *slab = (struct slab){0};
}

static struct region *region_of(const void *piece) {
    return (struct region *)((uintptr_t)piece & ~(uintptr_t)(REGION_SIZE - 1));
}

static struct span *span_of(const void *piece) {
    return &region_of(piece)->spans[((uintptr_t)piece >> SPAN_BITS) % REGION_SPANS];
}

static char *span_start(const struct span *span) {
    struct region *region = region_of(span);
    return (char *)region + ((size_t)(span - region->spans) << SPAN_BITS);
}

/* In eight-byte steps: where the first piece lies. The first span has the region's head in front.
 */
static uint16_t first_piece(const struct span *span) {
    return span == region_of(span)->spans ? REGION_HEAD / 8 : 0;
}

static void list_push(struct span **list, struct span *span) {
    span->prev = NULL;
    span->next = *list;
    if (*list != NULL) (*list)->prev = span;
    *list = span;
}

static void list_remove(struct span **list, struct span *span) {
    if (span->prev != NULL)
        span->prev->next = span->next;
    else
        *list = span->next;
    if (span->next != NULL) span->next->prev = span->prev;
}

static struct span *list_pop(struct span **list) {
    struct span *span = *list;
    if (span != NULL) list_remove(list, span);
    return span;
}

static struct span *make_span(struct slab *slab) {
    if (slab->regions == NULL || slab->regions->spans_made == REGION_SPANS) {
        struct region *region = arena_claim(slab->region_count >= SMALL_REGIONS);
        region->next = slab->regions;
        slab->regions = region;
        slab->region_count++;
    }
    struct region *region = slab->regions;
    return &region->spans[region->spans_made++];
}

/* An empty span for this class, current from now on. */
static struct span *open_span(struct slab *slab, unsigned class) {
    struct span *span = list_pop(&slab->dirty);
    if (span != NULL) {
        slab->dirty_count--;
    } else {
        span = list_pop(&slab->clean);
        if (span == NULL) span = make_span(slab);
        slab->held_bytes += SPAN_SIZE;
    }
    span->free = NO_PIECE;
    span->bump = first_piece(span);
    span->used = 0;
    span->class = (uint8_t) class;
    slab->classes[class].spans++;
    POISON(span_start(span) + span->bump * 8u, SPAN_SIZE - span->bump * 8u);
    return span;
}

static struct span *next_current(struct slab *slab, unsigned class) {
    if (slab->current[class] != NULL) slab->current[class]->state = SPAN_FULL;
    struct span *span = list_pop(&slab->partial[class]);
    if (span == NULL) span = open_span(slab, class);
    span->state = SPAN_CURRENT;
    slab->current[class] = span;
    return span;
}

static inline void *take_piece(struct span *span, size_t size) {
    if (span->free != NO_PIECE) {
        char *piece = span_start(span) + span->free * 8u;
        UNPOISON(piece, size);
        memcpy(&span->free, piece, sizeof span->free);
        return piece;
    }
    if (span->bump * 8u + size > SPAN_SIZE) return NULL;
    char *piece = span_start(span) + span->bump * 8u;
    UNPOISON(piece, size);
    span->bump = (uint16_t)(span->bump + size / 8);
    return piece;
}

void *slab_alloc(struct slab *slab, size_t size) {
    assert(size <= SLAB_SEGMENT_SIZE);
    unsigned class = slab_class(size);
    size_t piece_size = slab_class_size(class);
    struct span *span = slab->current[class];
    void *piece = span != NULL ? take_piece(span, piece_size) : NULL;
    if (piece == NULL) {
        span = next_current(slab, class);
        piece = take_piece(span, piece_size);
    }
    span->used++;
    slab->classes[class].used++;
    slab->used_bytes += piece_size;
    return piece;
}

static void discard(struct slab *slab, struct span *span) {
    uint16_t first = first_piece(span);
    char *start = span_start(span) + first * 8u;
    UNPOISON(start, SPAN_SIZE - first * 8u);
    pages_discard(start, SPAN_SIZE - first * 8u);
    list_push(&slab->clean, span);
    slab->held_bytes -= SPAN_SIZE;
}

static void retire(struct slab *slab, struct span *span) {
    span->state = SPAN_EMPTY;
    slab->classes[span->class].spans--;
    if (slab->dirty_count < DIRTY_MAX) {
        slab->dirty_count++;
        list_push(&slab->dirty, span);
    } else {
        discard(slab, span);
    }
}

void slab_free(struct slab *slab, void *piece, size_t size) {
    struct span *span = span_of(piece);
    unsigned class = span->class;
    assert(class == slab_class(size) && span->used > 0);
    size_t piece_size = slab_class_size(class);
    memcpy(piece, &span->free, sizeof span->free);
    POISON(piece, piece_size);
    span->free = (uint16_t)(((uintptr_t)piece & (SPAN_SIZE - 1)) / 8);
    span->used--;
    slab->classes[class].used--;
    slab->used_bytes -= piece_size;
    if (span->used == 0 && span->state != SPAN_CURRENT) {
        if (span->state == SPAN_PARTIAL) list_remove(&slab->partial[class], span);
        retire(slab, span); /* S3 */
    } else if (span->state == SPAN_FULL) {
        span->state = SPAN_PARTIAL;
        list_push(&slab->partial[class], span);
    }
}

bool slab_tidy(struct slab *slab, unsigned budget) {
    /* A current span that has emptied goes too, so that a class nobody uses any more costs nothing.
     */
    for (unsigned class = 0; class < SLAB_CLASSES; class ++) {
        struct span *span = slab->current[class];
        if (span != NULL && span->used == 0) {
            slab->current[class] = NULL;
            retire(slab, span);
        }
    }
    for (; budget > 0 && slab->dirty != NULL; budget--) {
        slab->dirty_count--;
        discard(slab, list_pop(&slab->dirty));
    }
    return slab->dirty != NULL;
}
