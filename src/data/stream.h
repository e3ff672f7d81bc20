/* data/stream.h - streams: entries of fields and values, in the order of their IDs.
 *
 * A stream is a tree (data/stream_tree.h) of packed blocks (data/stream_block.h) and a few numbers
 * beside it. Consumer groups are in data/stream_group.h.
 *
 * Readers take the entry of the keyspace (of a stream; NULL is the empty one), writers the cell
 * (data/cell.h), whose entry they keep up to date. A stream does not go with its last entry: the
 * cell has an entry until cell_delete. Texts given out are views, good until the stream changes or
 * the walk moves on.
 *
 * Blocks end where Redis's end (stream-node-max-bytes, stream-node-max-entries), to the byte, so
 * that trimming with ~ leaves what Redis leaves. What was deleted counts until its block is gone.
 *
 * The field that the hook is told: STREAM_FIELD_ENTRY and the ID for an entry, and so on; nothing
 * for a trim as a whole, and then STREAM_FIELD_TRIM for one block of it after the other.
 *
 * Effects (LOG.md), all written by engine/stream_store.h: the creation of the key is K, or a K group
 * of value_save's parts. Then F of an entry by its ID, with what entries_added is afterwards (it
 * also moves last_id); F of its absence; B of the last ID that is gone, after a trim; F of the head,
 * after deletions, XSETID and a trim that took all; and F of groups, consumers and pending entries.
 * So the latest of the last entry and the last F of the head says what the head is. */
#pragma once

#include "data/cell.h"
#include "data/stream_tree.h"

/* First byte of a field told to the hook, and what follows it. */
enum {
    STREAM_FIELD_ENTRY = 'e',    /* its ID, as stream_id_write */
    STREAM_FIELD_TRIM = 't',     /* an ID: of the entries up to it all or some are about to go */
    STREAM_FIELD_HEAD = 'h',     /* nothing */
    STREAM_FIELD_GROUP = 'g',    /* number of the group (8 bytes) */
    STREAM_FIELD_CONSUMER = 'c', /* number of the group, name of the consumer */
    STREAM_FIELD_PENDING = 'p'   /* number of the group, ID */
};

/* What XSETID sets and XADD moves. */
struct stream_head {
    struct stream_id last_id;     /* the greatest that there ever was */
    struct stream_id max_deleted; /* the greatest that XDEL took */
    uint64_t entries_added;
};

uint64_t stream_length(const struct entry *stream);
/* Of no stream: all zero. */
struct stream_head stream_head(const struct entry *stream);
/* The ID of the first entry; 0-0 if there is none. */
struct stream_id stream_first_id(const struct entry *stream);
/* How many blocks, and nodes of trees, there are (XINFO STREAM). */
uint64_t stream_blocks(const struct entry *stream);
uint64_t stream_nodes(const struct entry *stream);
bool stream_has(const struct entry *stream, struct stream_id id);

struct stream_block;

/* The entries from first to last (both included) in order, or from last to first. */
struct stream_walk {
    struct stream_id id;                  /* of the entry at hand, after a step */
    uint64_t field_count;                 /* how many fields with values it has */
    struct stream_inside {                /* for data/stream.c */
        struct stream_tree_cursor cursor; /* behind the block */
        const struct stream_block *block; /* NULL: nothing left */
        const uint8_t *at, *field, *text;
        struct stream_id bound;
        uint64_t fields_left;
        bool is_reverse;
        char scratch[2][NUMBER_TEXT_MAX];
    } inside;
};
void stream_walk(const struct entry *stream, struct stream_id first, struct stream_id last,
                 bool is_reverse, struct stream_walk *walk);
bool stream_next(struct stream_walk *walk);
/* The next field and value of the entry at hand; good until the next call. */
bool stream_next_field(struct stream_walk *walk, struct bytes *field, struct bytes *value);

/* ---- writing ---- */

/* Makes an empty stream; the cell has no entry. */
void stream_make(struct cell *cell);
/* As value_approach, for an entry that comes behind all others; from step 1. */
bool stream_approach_end(const struct entry *stream, unsigned step);
/* Appends an entry of count fields, each followed by its value (texts: 2 * count, views into
 * anything but this stream). The ID is greater than last_id. Makes the stream if need be, updates
 * the head. */
void stream_append(struct cell *cell, struct stream_id id, const struct bytes *texts,
                   uint64_t count);
/* True if it was there. The head's max_deleted moves. */
bool stream_delete(struct cell *cell, struct stream_id id);

/* XTRIM: keeps max_length entries, or those from min_id on. */
struct stream_trim {
    bool is_by_id;
    bool is_approximate; /* whole blocks only */
    uint64_t max_length;
    struct stream_id min_id;
    uint64_t limit; /* looks at no block that would take it past so many entries; 0: no limit */
};
/* Returns how many went. */
uint64_t stream_trim(struct cell *cell, const struct stream_trim *trim);
void stream_set_head(struct cell *cell, const struct stream_head *head);

/* ---- replay ---- */

/* The entry of this ID is as given, whatever was there; last_id becomes its ID if that is greater.
 * Anywhere, but only at the end it is fast. */
void stream_place(struct cell *cell, struct stream_id id, const struct bytes *texts,
                  uint64_t count);
/* The entry is not there (any more); the head stays. */
void stream_remove(struct cell *cell, struct stream_id id);
/* Nothing up to this ID is there any more. */
void stream_bound(struct cell *cell, struct stream_id last_gone);
