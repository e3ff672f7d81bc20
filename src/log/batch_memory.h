/* log/batch_memory.h - the memory of batches: pieces that begin at a page, so that the disk can take them as they are
 * (DISK_DIRECT of sys/disk.h), and that are used again while they are still in the cache.
 *
 * A piece is a struct buffer; it may be grown by what works on any buffer, too, but then it need not begin at a page. */
#pragma once

#include "base/buffer.h"

enum { BATCH_PIECE = 320 << 10, BATCH_PIECES_KEPT = 24 };

struct batch_memory {
    struct buffer pieces[BATCH_PIECES_KEPT]; /* that nobody uses */
    unsigned count;
};

/* An empty piece, now the caller's. */
struct buffer batch_memory_take(struct batch_memory *memory);
/* For batch_memory_grow, where there is not enough room. */
void batch_memory_move(struct buffer *piece, size_t extra);
/* There is room for so many bytes more behind its len; it may move, and begins at a page as before. */
static inline void batch_memory_grow(struct buffer *piece, size_t extra) {
    if (__builtin_expect(extra > piece->size - piece->len, 0)) batch_memory_move(piece, extra);
}
/* The caller has no use for it any more; it is {0} then. */
void batch_memory_give_back(struct batch_memory *memory, struct buffer *piece);
/* There is little to do: a few are enough. */
void batch_memory_trim(struct batch_memory *memory);
void batch_memory_clear(struct batch_memory *memory);
