/* base/chain.h - output bytes as a chain of owned blocks.
 *
 * Replies are written into a chain; a chain is sent, moved to another core, or appended to
 * another chain without copying. Blocks of BLOCK_SIZE come from a small free list of each
 * thread, larger ones from the general allocator; a block may be freed on any thread.
 * {0} is an empty chain. Its last block may hold no bytes; only the last. */
#pragma once

#include "base/bytes.h"

struct block {
    struct block *next;
    uint32_t len;  /* bytes used */
    uint32_t size; /* bytes there are */
    char data[];
};

/* Data bytes of a pooled block: 16 KiB with its header, a size that the allocator has. */
enum { BLOCK_SIZE = 16384 - sizeof(struct block) };

struct chain {
    struct block *head;
    struct block *tail;
    size_t len; /* bytes in all blocks */
};

/* size is at least max(size_min, BLOCK_SIZE); size_min is below 4 GiB. */
struct block *block_create(size_t size_min);
void block_destroy(struct block *block);
/* Frees this thread's free list: before a thread ends, and for MEMORY PURGE. */
void block_trim(void);

/* Adds an empty block of at least size_min bytes and returns its data: chain_reserve's slow half.
 */
char *chain_grow(struct chain *chain, size_t size_min);

/* Room for len contiguous bytes at the end; the caller fills them, then calls chain_advance
 * with how many it used (at most len). */
static inline char *chain_reserve(struct chain *chain, size_t len) {
    struct block *tail = chain->tail;
    if (__builtin_expect(tail == NULL || tail->size - tail->len < len, 0)) {
        return chain_grow(chain, len);
    }
    return tail->data + tail->len;
}

static inline void chain_advance(struct chain *chain, size_t len) {
    chain->tail->len += (uint32_t)len;
    chain->len += len;
}

/* May split the bytes over two blocks. */
void chain_append(struct chain *chain, struct bytes bytes);
/* Moves all of source to the end of target; source is empty afterwards. Small sources
 * are copied into target's tail when they fit, so that a chain stays a chain of full blocks. */
void chain_move(struct chain *target, struct chain *source);
/* Copies [offset, offset + len) of source to the end of target; the range lies within source. */
void chain_copy_range(struct chain *target, const struct chain *source, size_t offset, size_t len);
/* Where a reading of a chain stands; {0} is its start. The chain may grow meanwhile, but not shrink. */
struct chain_reader {
    const struct block *block;
    uint32_t offset;
};
/* Copies the next len bytes of source, which has them, to the end of target. */
void chain_read(struct chain_reader *reader, const struct chain *source, struct chain *target,
                size_t len);
void chain_clear(struct chain *chain);
