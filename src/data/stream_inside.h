/* data/stream_inside.h - the object of a stream, for data/stream*.c only. */
#pragma once

#include "data/inside.h"
#include "data/stream_block.h"
#include "data/stream_group.h"
#include "data/value.h"

/* Invariants
 *   E1  A block's key in the tree is its first, and its entries are before the next block's first.
 *   E2  length is the sum of the blocks' live; first_id is the ID of the first live entry, or 0-0.
 *   E3  No entry that is there is after head.last_id. (XSETID may put that before deleted ones.)
 *   E4  groups are in the order of their names; each has a number of its own below next_number. */
struct stream_object {
    struct object base;
    struct stream_tree blocks; /* of struct stream_block */
    uint64_t length;
    struct stream_head head;
    struct stream_id first_id;
    struct stream_group **groups;
    uint32_t group_count, group_room;
    uint64_t next_number;
};

static inline struct stream_object *stream_object_of(const struct entry *stream) {
    return stream != NULL ? (struct stream_object *)(void *)entry_object(stream) : NULL;
}

/* stream.c */
/* Puts a block that is whole and comes behind all others; updates length and first_id. */
void stream_add_block(struct stream_object *object, const struct allocator *allocator,
                      struct stream_block *block);

/* stream_group.c */
/* Puts a group that is in no stream yet in its place. */
struct stream_group *stream_group_add(struct stream_object *object,
                                      const struct allocator *allocator, struct bytes name,
                                      uint64_t number);
struct stream_consumer *stream_consumer_add(struct stream_group *group,
                                            const struct allocator *allocator, struct bytes name);
void stream_pending_add(struct stream_consumer *consumer, const struct allocator *allocator,
                        struct stream_id id, int64_t delivered_ms, uint64_t deliveries);
/* Frees about *budget of what belongs to the last group, and counts it down; false if there is no
 * group left. */
bool stream_groups_free_some(struct stream_object *object, const struct allocator *allocator,
                             unsigned *budget);
/* The first consumer whose name is behind this one (NULL: of all), or NULL. */
const struct stream_consumer *stream_consumer_after(const struct stream_group *group,
                                                    const struct buffer *name);

/* stream_value.c */
/* Takes a block's bytes and puts it behind all others; last_id is not before it afterwards. False: it is not
 * such a block. */
bool stream_load_block(struct cell *draft, struct bytes *rest);
