/* base/chain.c - see chain.h.
 *
 *      chain: head -> [block, full] -> [block, full] -> [block, len < size] <- tail
 *
 * Invariants:
 *  H1. chain->len is the sum of its blocks' len.
 *  H2. Only the last block may be empty; head == NULL iff tail == NULL.
 *  H3. A thread's free list holds at most FREE_MAX blocks, all of exactly BLOCK_SIZE. */
#include "base/chain.h"

#include "base/memory.h"

#include <assert.h>

#ifdef ANAX_LIBC_MALLOC
enum { FREE_MAX = 0 }; /* so that the sanitizers see a block used after its end */
#else
enum { FREE_MAX = 64 }; /* 1 MiB a thread */
#endif

enum {
    COPIED_MAX = 4096,    /* chain_move copies up to so much: cheaper than a half-empty block */
    PIECE_MAX = 1u << 30, /* a block's lengths have 32 bits */
};

static _Thread_local struct block *free_blocks;
static _Thread_local unsigned free_count;

struct block *block_create(size_t size_min) {
    struct block *block;
    if (size_min <= BLOCK_SIZE && free_blocks != NULL) {
        block = free_blocks;
        free_blocks = block->next;
        free_count--;
    } else {
        size_t size = size_min > BLOCK_SIZE ? size_min : BLOCK_SIZE;
        assert(size <= UINT32_MAX);
        block = memory_alloc(sizeof *block + size);
        block->size = (uint32_t)size;
    }
    block->next = NULL;
    block->len = 0;
    return block;
}

void block_destroy(struct block *block) {
    if (block->size != BLOCK_SIZE || free_count + 1 > FREE_MAX) {
        memory_free(block);
        return;
    }
    block->next = free_blocks;
    free_blocks = block;
    free_count++;
}

void block_trim(void) {
    while (free_blocks != NULL) {
        struct block *next = free_blocks->next;
        memory_free(free_blocks);
        free_blocks = next;
    }
    free_count = 0;
}

/* Takes the empty block that H2 allows at the end off the chain, before another is added. */
static void drop_empty_tail(struct chain *chain) {
    if (chain->tail == NULL || chain->tail->len > 0) return;
    struct block *before = NULL;
    for (struct block *block = chain->head; block != chain->tail; block = block->next) {
        before = block;
    }
    block_destroy(chain->tail);
    chain->tail = before;
    if (before == NULL) {
        chain->head = NULL;
    } else {
        before->next = NULL;
    }
}

static void add(struct chain *chain, struct block *first, struct block *last) {
    if (chain->tail == NULL) {
        chain->head = first;
    } else {
        chain->tail->next = first;
    }
    chain->tail = last;
}

char *chain_grow(struct chain *chain, size_t size_min) {
    drop_empty_tail(chain);
    struct block *block = block_create(size_min);
    add(chain, block, block);
    return block->data;
}

static size_t room(const struct chain *chain) {
    return chain->tail == NULL ? 0 : chain->tail->size - chain->tail->len;
}

void chain_append(struct chain *chain, struct bytes bytes) {
    while (bytes.len > 0) {
        size_t piece = room(chain);
        if (piece == 0) {
            chain_grow(chain, bytes.len < PIECE_MAX ? bytes.len : PIECE_MAX);
            piece = room(chain);
        }
        if (piece > bytes.len) piece = bytes.len;
        memcpy(chain->tail->data + chain->tail->len, bytes.data, piece);
        chain_advance(chain, piece);
        bytes = bytes_of(bytes.data + piece, bytes.len - piece);
    }
}

void chain_move(struct chain *target, struct chain *source) {
    if (source->len <= COPIED_MAX && source->len <= room(target)) {
        for (struct block *block = source->head; block != NULL; block = block->next) {
            chain_append(target, bytes_of(block->data, block->len));
        }
        chain_clear(source);
        return;
    }
    drop_empty_tail(target);
    add(target, source->head, source->tail);
    target->len += source->len;
    *source = (struct chain){0};
}

void chain_copy_range(struct chain *target, const struct chain *source, size_t offset, size_t len) {
    assert(offset <= source->len && len <= source->len - offset);
    for (const struct block *block = source->head; len > 0; block = block->next) {
        if (offset >= block->len) {
            offset -= block->len;
            continue;
        }
        size_t piece = block->len - offset;
        if (piece > len) piece = len;
        chain_append(target, bytes_of(block->data + offset, piece));
        offset = 0;
        len -= piece;
    }
}

void chain_read(struct chain_reader *reader, const struct chain *source, struct chain *target,
                size_t len) {
    while (len > 0) {
        if (!reader->block) {
            *reader = (struct chain_reader){.block = source->head};
        }
        size_t left = reader->block->len - reader->offset;
        if (left == 0) {
            *reader = (struct chain_reader){.block = reader->block->next};
            continue;
        }
        size_t take = len < left ? len : left;
        chain_append(target, bytes_of(reader->block->data + reader->offset, take));
        reader->offset += (uint32_t)take;
        len -= take;
    }
}

void chain_clear(struct chain *chain) {
    while (chain->head != NULL) {
        struct block *next = chain->head->next;
        block_destroy(chain->head);
        chain->head = next;
    }
    *chain = (struct chain){0};
}
