/* Where an entry lies changes with its block's size class; the index is told each time, at a place
 * that stays good from one edit to the next (keyspace->found), because edits insert and remove no
 * key. */
#include "data/cell.h"

#include <assert.h>

#include "data/change.h"
#include "data/hash.h"
#include "data/value.h"

static struct database *database_here(const struct cell *cell) {
    return database_of(cell->keyspace, cell->db);
}

static void begin_new(const struct cell *cell, struct change *change) {
    *change = (struct change){.keyspace = cell->keyspace,
                              .database = database_here(cell),
                              .key = cell->key,
                              .db = cell->db,
                              .expire_ms = cell->expire_ms};
}

/* ---- telling ---- */

void cell_tell(const struct cell *cell, struct bytes field) {
    struct keyspace *keyspace = cell->keyspace;
    struct entry *before = cell->entry;
    if (cell->is_draft) return;
    /* What has expired and is kept is replaced, not edited. */
    if (before == NULL) before = keyspace_settle(keyspace, cell->db, cell->key, NULL);
    if (keyspace->options.hook == NULL) return;
    struct mutation mutation = {.kind = cell->entry != NULL ? MUTATION_EDIT : MUTATION_PUT,
                                .db = cell->db,
                                .key = cell->key,
                                .field = field,
                                .before = before};
    keyspace->options.hook(keyspace->options.arg, &mutation);
}

/* ---- pieces ---- */

static size_t head_of(const struct entry *entry) {
    return (size_t)(entry_value(entry) - (const uint8_t *)entry);
}

/* keyspace->place is the entry's afterwards. */
static void find_place(const struct cell *cell) {
    struct keyspace *keyspace = cell->keyspace;
    if (cell->is_draft || keyspace->found == cell->entry) return;
    index_locate(&database_here(cell)->index, cell->key, cell->entry, &keyspace->place);
    keyspace->found = cell->entry;
}

static struct entry *make_entry(struct cell *cell, enum form form, size_t value_size,
                                uint8_t **value) {
    struct change change;
    begin_new(cell, &change);
    size_t head = entry_head_size(cell->key->name.len, cell->expire_ms != EXPIRE_NONE);
    struct entry *entry =
        make_piece(&change, head + value_size, flags_for(&change, form, cell->making), value);
    set_access(&change, entry, true);
    return cell->entry = entry;
}

/* Another piece for the same entry, with its first bytes. */
static struct entry *change_piece(struct cell *cell, size_t old_size, size_t size, size_t kept) {
    struct keyspace *keyspace = cell->keyspace;
    struct database *database = database_here(cell);
    struct entry *old = cell->entry;
    if (slab_class(old_size) == slab_class(size)) return old;
    find_place(cell);
    struct entry *entry = slab_alloc(&keyspace->slab, size);
    memcpy(entry, old, kept);
    slab_free(&keyspace->slab, old, old_size);
    database->entry_bytes += slab_class_size(slab_class(size));
    database->entry_bytes -= slab_class_size(slab_class(old_size));
    if (!cell->is_draft) {
        place_set(&keyspace->place, entry);
        keyspace->found = entry;
    }
    return cell->entry = entry;
}

static void *resize_block(void *arg, void *block, size_t old_size, size_t new_size) {
    struct cell *cell = arg;
    uint8_t *value;
    if (block == NULL) {
        make_entry(cell, FORM_BLOCK, new_size, &value);
        return value;
    }
    assert(new_size != 0); /* a collection without elements is deleted, not emptied */
    size_t head = (size_t)((uint8_t *)block - (uint8_t *)cell->entry);
    size_t kept = head + (old_size < new_size ? old_size : new_size);
    assert(head + new_size <= SLAB_SIZE_MAX);
    return (uint8_t *)change_piece(cell, head + old_size, head + new_size, kept) + head;
}

struct allocator cell_allocator(struct cell *cell) {
    return (struct allocator){resize_block, cell};
}

void *cell_block(const struct cell *cell) {
    return entry_value(cell->entry);
}

size_t cell_block_max(const struct cell *cell) {
    /* As if it had an expiry, because it may get one. */
    return SLAB_SIZE_MAX - entry_head_size(cell->key->name.len, true);
}

/* A packed block may get an eighth more than it needs. */
bool cell_has_room(const struct cell *cell, size_t used, size_t more) {
    return (used + more) * 9 / 8 + 16 <= cell_block_max(cell);
}

void cell_replace_block(struct cell *cell, struct bytes block, bool is_variant) {
    size_t head = head_of(cell->entry), old_size = entry_size(cell->entry);
    struct entry *entry = change_piece(cell, old_size, head + block.len, head);
    unsigned flags = cell->entry->flags & ~(unsigned)FLAG_VARIANT;
    entry->flags = (uint8_t)(flags | (is_variant ? FLAG_VARIANT : 0));
    memcpy((uint8_t *)entry + head, block.data, block.len);
}

/* ---- new ones ---- */

void cell_begin(struct cell *cell, uint8_t making) {
    assert(cell->entry == NULL);
    cell->making = making;
    cell->is_new = !cell->is_draft;
    cell->is_draft = true;
}

void cell_note_field_expiry(const struct cell *cell, int64_t expire_ms) {
    if (cell->is_draft || expire_ms == EXPIRE_NONE) return;
    find_place(cell);
    index_note_field_expiry(&database_here(cell)->index, &cell->keyspace->place, expire_ms);
}

/* Puts the cell's entry where old is (keyspace->place), or into the index. */
static void link_entry(struct cell *cell, struct entry *old) {
    struct keyspace *keyspace = cell->keyspace;
    struct database *database = database_here(cell);
    int64_t expire_ms = entry_expire_ms(cell->entry);
    cell->is_draft = cell->is_new = false;
    if (old == NULL) {
        index_insert(&database->index, cell->key, cell->entry, expire_ms);
        if (database->index.count % 256 == 1) learn_size(database);
        return;
    }
    index_note_expiry(&database->index, &keyspace->place, entry_expire_ms(old), expire_ms);
    place_set(&keyspace->place, cell->entry);
    entry_destroy(keyspace, database, old);
}

static void put_into_index(struct cell *cell, struct entry *old) {
    link_entry(cell, old);
    if (entry_type(cell->entry) == VALUE_HASH)
        cell_note_field_expiry(cell, hash_expires_next(cell->entry));
}

void cell_insert(struct cell *cell) {
    if (!cell->is_new) return;
    put_into_index(cell, keyspace_settle(cell->keyspace, cell->db, cell->key, NULL));
}

void cell_publish(struct cell *draft, struct entry *old) {
    struct keyspace *keyspace = draft->keyspace;
    if (draft->entry == NULL) {
        if (old != NULL) keyspace_delete(keyspace, draft->db, draft->key, old);
        draft->is_draft = false;
        return;
    }
    old = keyspace_settle(keyspace, draft->db, draft->key, old);
    tell(keyspace, MUTATION_PUT, draft->db, draft->key, old);
    put_into_index(draft, old);
}

void cell_discard(struct cell *draft) {
    if (draft->entry != NULL) entry_destroy(draft->keyspace, database_here(draft), draft->entry);
    draft->entry = NULL;
}

void cell_delete(struct cell *cell) {
    if (cell->is_draft) {
        cell_discard(cell);
        return;
    }
    keyspace_delete(cell->keyspace, cell->db, cell->key, cell->entry);
    cell->entry = NULL;
}

/* ---- objects ---- */

const struct allocator *cell_edit(struct cell *cell) {
    cell->heap_before = cell->keyspace->heap.bytes;
    return &cell->keyspace->heap.allocator;
}

void cell_edited(struct cell *cell, struct object *object) {
    uint64_t bytes = cell->keyspace->heap.bytes - cell->heap_before; /* may wrap around */
    object->bytes += bytes;
    database_here(cell)->object_bytes += bytes;
}

void cell_set_object(struct cell *cell, struct object *object) {
    uint8_t *value;
    if (cell->entry == NULL) {
        make_entry(cell, FORM_OUTSIDE, sizeof object, &value);
    } else {
        size_t head = head_of(cell->entry), old_size = entry_size(cell->entry);
        change_piece(cell, old_size, head + sizeof object, head);
        unsigned flags = cell->entry->flags & ~(unsigned)(FLAG_FORM | FLAG_VARIANT);
        cell->entry->flags = (uint8_t)(flags | FORM_OUTSIDE << FLAG_FORM_SHIFT);
        value = (uint8_t *)cell->entry + head;
    }
    memcpy(value, &object, sizeof object);
}

/* ---- moving ---- */

/* Bytes outside the piece that move with the value. */
static void move_counts(struct database *source, struct database *target,
                        const struct entry *entry) {
    struct object *object = entry_object(entry);
    if (object != NULL) {
        source->object_bytes -= object->bytes;
        target->object_bytes += object->bytes;
    } else if (entry_form(entry) == FORM_OUTSIDE) {
        uint64_t bytes = memory_usable_size(pointer_read(entry_value(entry)));
        source->entry_bytes -= bytes;
        target->entry_bytes += bytes;
    }
}

/* The entry goes, what it points to but its key stays. */
static void remove_shell(struct cell *cell) {
    struct database *database = database_here(cell);
    struct text *key = entry_layout(cell->entry).key_outside;
    size_t size = entry_size(cell->entry);
    keyspace_settle(cell->keyspace, cell->db, cell->key, cell->entry);
    index_remove(&database->index, cell->key, &cell->keyspace->place, entry_expires(cell->entry));
    if (key != NULL) database->entry_bytes -= text_drop(cell->keyspace, key);
    database->entry_bytes -= slab_class_size(slab_class(size));
    slab_free(&cell->keyspace->slab, cell->entry, size);
    cell->entry = NULL;
}

bool cell_move(struct cell *source, struct cell *target, int64_t expire_ms) {
    struct keyspace *keyspace = source->keyspace;
    struct entry *from = source->entry, *old = target->entry;
    size_t value_size = entry_size(from) - head_of(from);
    uint8_t *value;
    if (entry_head_size(target->key->name.len, true) + value_size > SLAB_SIZE_MAX) return false;
    old = keyspace_settle(keyspace, target->db, target->key, old);
    tell(keyspace, MUTATION_PUT, target->db, target->key, old);
    tell(keyspace, MUTATION_DELETE, source->db, source->key, from);
    target->entry = NULL;
    target->expire_ms = expire_ms;
    target->making = from->flags & (FLAG_TYPE | FLAG_VARIANT);
    make_entry(target, entry_form(from), value_size, &value);
    memcpy(value, entry_value(from), value_size);
    memcpy(target->entry->clock, from->clock, sizeof from->clock);
    move_counts(database_here(source), database_here(target), from);
    remove_shell(source);
    if (old != NULL)
        index_locate(&database_here(target)->index, target->key, old, &keyspace->place);
    put_into_index(target, old);
    return true;
}
