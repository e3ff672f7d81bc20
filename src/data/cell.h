/* data/cell.h - one key of one database, with its entry: what the functions on collections take and
 * keep up to date.
 *
 * A draft is a cell whose entry is in no index: a collection built aside, element by element, by
 * the same functions, then published in one step (STORE commands, COPY, RESTORE, loading). Nobody
 * is told of its edits. The entry of any other cell is what keyspace_find returned for this key,
 * and no other function may change the keyspace while the cell is used.
 *
 * The hook is told before every change: MUTATION_PUT when the key is made, MUTATION_EDIT with the
 * field when it is there, MUTATION_DELETE when the last element goes. */
#pragma once

#include "data/keyspace.h"

struct cell {
    struct keyspace *keyspace;
    const struct key *key;
    struct entry *entry;  /* NULL: there is no such key */
    int64_t expire_ms;    /* of an entry that this cell makes */
    uint64_t heap_before; /* while an object is edited */
    unsigned db;
    bool is_draft;
    bool is_new;    /* a draft until cell_insert only */
    uint8_t making; /* flags of an entry that this cell makes */
};

static inline struct cell cell_of(struct keyspace *keyspace, unsigned db, const struct key *key,
                                  struct entry *entry) {
    return (struct cell){.keyspace = keyspace, .key = key, .entry = entry, .db = db};
}

static inline struct cell cell_draft(struct keyspace *keyspace, unsigned db, const struct key *key,
                                     int64_t expire_ms) {
    return (struct cell){
        .keyspace = keyspace, .key = key, .expire_ms = expire_ms, .db = db, .is_draft = true};
}

/* Puts the draft where its key is; old: what keyspace_find just said is there. An empty draft only
 * deletes old. The cell is an ordinary one afterwards. */
void cell_publish(struct cell *draft, struct entry *old);
void cell_discard(struct cell *draft);
/* Renames or moves an entry of any type within the shard, whatever its size, in one step: target,
 * another key or database, gets the value of source and this expiry, source's key goes. Both
 * entries: what keyspace_find said is there. False, and nothing has changed, if the value has no
 * room beside a longer key: then save and load it, or put the text. */
bool cell_move(struct cell *source, struct cell *target, int64_t expire_ms)
    __attribute__((warn_unused_result));
/* The key goes, whatever it holds. */
void cell_delete(struct cell *cell);

/* ---- for the types ---- */

struct object;

/* Tells the hook that this field is about to change. */
void cell_tell(const struct cell *cell, struct bytes field);
/* The allocator for the block of the cell's entry: the block moves with its entry. A new block
 * makes the new entry. */
struct allocator cell_allocator(struct cell *cell);
/* Begins a new entry, of which the hook knows: it is as a draft until cell_insert. */
void cell_begin(struct cell *cell, uint8_t making);
void cell_insert(struct cell *cell);
/* The entry gets this block instead of its own, into which it may not point. */
void cell_replace_block(struct cell *cell, struct bytes block, bool is_variant);
/* The block of the cell's entry, which has one. */
void *cell_block(const struct cell *cell);
/* Bytes that a block of this cell may have at most, as the key is. */
size_t cell_block_max(const struct cell *cell);
/* True if so many more bytes of elements have room in a packed block that has so many in use. */
bool cell_has_room(const struct cell *cell, size_t used, size_t more);
/* Makes the entry point at this object, instead of holding a block or of not being there. */
void cell_set_object(struct cell *cell, struct object *object);
/* A field of the cell's hash, which is as it is now, expires then: for the sweep. */
void cell_note_field_expiry(const struct cell *cell, int64_t expire_ms);
/* Around every change of an object, its making included: memory is counted by the difference.
 * Returns the allocator to use. */
const struct allocator *cell_edit(struct cell *cell);
void cell_edited(struct cell *cell, struct object *object);
