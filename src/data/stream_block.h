/* data/stream_block.h - entries of a stream in one piece of memory, for data/stream*.c only.
 *
 * The block knows the fields of its first entry; an entry with the same ones holds its values only.
 * IDs are differences to the first one's. What is deleted leaves the block, but for the last entry,
 * of which the ID stays, and the counts, because Redis's blocks keep them and end accordingly: the
 * block also knows how many bytes Redis's listpack would have.
 *
 * Functions that change a block return where it is afterwards. */
#pragma once

#include "data/allocator.h"
#include "data/stream_id.h"

struct stream_block {
    struct stream_id first; /* of the first entry that it ever had */
    uint32_t size;          /* of the allocation */
    uint32_t used;          /* of it, this head included */
    uint32_t entries;       /* there ever were */
    uint32_t live;          /* are there */
    uint32_t listpack;      /* bytes of the listpack but for the two counts */
    uint32_t fields;        /* bytes of the first entry's fields */
    uint8_t bytes[];
};

/* An entry in a block. */
struct stream_slot {
    struct stream_id id;
    const uint8_t *start, *end; /* of the entry */
    const uint8_t *texts;       /* its values, or fields and values in turn */
    uint64_t count;             /* of fields */
    bool is_like_first, is_deleted;
};

/* A block that has this entry. texts: fields and values in turn, 2 * count of them. */
struct stream_block *stream_block_create(const struct allocator *allocator, struct stream_id id,
                                         const struct bytes *texts, uint64_t count);
void stream_block_destroy(struct stream_block *block, const struct allocator *allocator);
/* True if Redis would begin another listpack for this entry. */
bool stream_block_is_full(const struct stream_block *block, const struct bytes *texts,
                          uint64_t count, uint64_t bytes_max, uint64_t entries_max);
/* The ID is greater than all in the block. The texts may not lie in it. */
struct stream_block *stream_block_append(struct stream_block *block,
                                         const struct allocator *allocator, struct stream_id id,
                                         const struct bytes *texts, uint64_t count);
/* Takes the entries from slot on to before end out: count of them live. */
struct stream_block *stream_block_delete(struct stream_block *block,
                                         const struct allocator *allocator, const uint8_t *start,
                                         const uint8_t *end, unsigned count);
/* Forgets the ID of the last entry, which is deleted: the next one may have a smaller ID. */
void stream_block_forget_last(struct stream_block *block);
/* Gives free room back. */
struct stream_block *stream_block_fit(struct stream_block *block,
                                      const struct allocator *allocator);

/* The first slot is read at stream_block_start, the last one before stream_block_end. False if
 * there is none; deleted ones are given, too. */
static inline const uint8_t *stream_block_start(const struct stream_block *block) {
    return block->bytes + block->fields;
}

static inline const uint8_t *stream_block_end(const struct stream_block *block) {
    return (const uint8_t *)block + block->used;
}

bool stream_block_read(const struct stream_block *block, const uint8_t *at,
                       struct stream_slot *slot);
bool stream_block_read_before(const struct stream_block *block, const uint8_t *at,
                              struct stream_slot *slot);
/* The ID of the last entry that the block ever had. */
struct stream_id stream_block_last(const struct stream_block *block);

/* The fields of the first entry begin here; *count of them. */
const uint8_t *stream_block_fields(const struct stream_block *block, uint64_t *count);
/* The text at *at, which moves on: a view, or of scratch (NUMBER_TEXT_MAX). */
struct bytes stream_block_text(const uint8_t **at, char *scratch);

/* True if these bytes, from wherever, are a block as this file makes them. */
bool stream_block_is_valid(const void *bytes, size_t len);
