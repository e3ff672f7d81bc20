/* data/change.h - how an entry gets a piece of memory and a place in the index, for the files of
 * this folder that make entries. Inline, because SET goes through all of it.
 *
 * The steps are always the same: begin, get what may fail, tell the hook, make room (the same piece
 * if the class stays, else a new one), write the value, install. */
#pragma once

#include "base/memory.h"
#include "data/access.h"
#include "data/inside.h"

enum { ENTRY_LINES_MAX = 6 };

/* A change of one entry under way. */
struct change {
    struct keyspace *keyspace;
    struct database *database;
    const struct key *key;
    struct entry *old; /* NULL: the key is new */
    unsigned db;
    int64_t expire_ms;
};

static inline void begin(struct change *change, struct keyspace *keyspace, unsigned db,
                         const struct key *key, struct entry *old, int64_t expire_ms) {
    change->keyspace = keyspace;
    change->database = database_of(keyspace, db);
    change->key = key;
    change->db = db;
    change->expire_ms = expire_ms;
    change->old = keyspace_settle(keyspace, db, key, old);
}

static inline struct text *key_outside(const struct change *change) {
    struct bytes name = change->key->name;
    if (change->old != NULL) return entry_layout(change->old).key_outside;
    struct text *text = memory_alloc(sizeof *text + name.len);
    text_init(text, name.len, name.len);
    memcpy(text->data, name.data, name.len);
    change->database->entry_bytes += memory_usable_size(text);
    return text;
}

/* Everything of an entry but its value; returns where that goes. */
static inline uint8_t *write_head(const struct change *change, struct entry *entry, uint8_t flags) {
    struct bytes name = change->key->name;
    bool is_inside = name.len <= KEY_INSIDE_MAX;
    uint8_t *at = entry->rest;
    entry->flags = flags;
    if (is_inside)
        at = length_write(at, name.len);
    else
        *at++ = LENGTH_OUTSIDE;
    if (flags & FLAG_EXPIRES) {
        memcpy(at, &change->expire_ms, sizeof change->expire_ms);
        at += sizeof change->expire_ms;
    }
    if (is_inside) {
        memcpy(at, name.data, name.len);
        return at + name.len;
    }
    struct text *outside = key_outside(change);
    memcpy(at, &outside, sizeof outside);
    return at + sizeof outside;
}

static inline uint8_t flags_for(const struct change *change, enum form form, uint8_t more) {
    unsigned flags = VALUE_STRING | (unsigned)form << FLAG_FORM_SHIFT | more;
    return (uint8_t)(flags | (change->expire_ms != EXPIRE_NONE ? FLAG_EXPIRES : 0));
}

/* True if the old entry's piece serves for the new size, the key staying where it is. */
static inline bool can_stay(const struct change *change, size_t old_size, size_t size) {
    return entry_expires(change->old) == (change->expire_ms != EXPIRE_NONE) &&
           slab_class(old_size) == slab_class(size);
}

/* A new piece with a head in it; not yet in the index. */
static inline struct entry *make_piece(const struct change *change, size_t size, uint8_t flags,
                                       uint8_t **value) {
    struct keyspace *keyspace = change->keyspace;
    struct entry *entry = slab_alloc(&keyspace->slab, size);
    change->database->entry_bytes += slab_class_size(slab_class(size));
    *value = write_head(change, entry, flags);
    return entry;
}

/* How much of an entry is worth fetching ahead. Beyond that, the processor sees the stream itself.
 */
static inline void learn_size(struct database *database) {
    uint64_t average = database->entry_bytes / database->index.count;
    unsigned lines = 1 + (unsigned)(average < 4096 ? (average + 31) / 64 : ENTRY_LINES_MAX);
    database->index.entry_lines = lines < ENTRY_LINES_MAX ? lines : ENTRY_LINES_MAX;
}

/* Puts the piece where old was, freeing old's piece only, or adds it to the index. */
static inline void install(struct change *change, struct entry *entry, size_t old_size) {
    struct keyspace *keyspace = change->keyspace;
    struct database *database = change->database;
    if (change->old == NULL) {
        index_insert(&database->index, change->key, entry, change->expire_ms);
        if (database->index.count % 256 == 1) learn_size(database);
        return;
    }
    index_note_expiry(&database->index, &change->keyspace->place, entry_expire_ms(change->old),
                      change->expire_ms);
    place_set(&change->keyspace->place, entry);
    slab_free(&keyspace->slab, change->old, old_size);
    database->entry_bytes -= slab_class_size(slab_class(old_size));
}

static inline void refresh_in_place(struct change *change, uint8_t flags) {
    struct entry *entry = change->old;
    if (flags & FLAG_EXPIRES) {
        index_note_expiry(&change->database->index, &change->keyspace->place,
                          entry_expire_ms(entry), change->expire_ms);
        memcpy(entry_expiry_field(entry), &change->expire_ms, sizeof change->expire_ms);
    }
    entry->flags = flags;
}

static inline void set_access(const struct change *change, struct entry *entry, bool is_new) {
    if (is_new)
        access_write(entry, keyspace_access_start(change->keyspace));
    else if (!change->keyspace->is_lfu)
        access_write(entry, access_seconds(change->keyspace->now_ms));
}
