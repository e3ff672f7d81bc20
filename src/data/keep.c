/* Objects and texts count who keeps them. Where they would be freed (data/flush.c) that number decides whether they are, or
 * are only marked as dropped; then they are counted as garbage that waits. */
#include "data/keep.h"

#include <assert.h>

#include "base/hash.h"
#include "base/memory.h"
#include "data/inside.h"
#include "data/value.h"

static struct text *text_of(const struct entry *entry) {
    bool is_text = (entry->flags & (FLAG_FORM | FLAG_TYPE)) == FORM_OUTSIDE << FLAG_FORM_SHIFT;
    return is_text ? pointer_read(entry_value(entry)) : NULL;
}

bool keep_is_possible(const struct entry *entry) {
    return entry_object(entry) != NULL || text_of(entry) != NULL;
}

size_t keep_bytes(const struct entry *entry) {
    const struct object *object = entry_object(entry);
    return object != NULL ? object->bytes : text_of(entry)->size;
}

const void *keep_identity(const struct entry *entry) {
    const struct object *object = entry_object(entry);
    if (object != NULL) return object->keepers != 0 ? object : NULL;
    const struct text *text = text_of(entry);
    return text != NULL && text->keepers != 0 ? text : NULL;
}

struct entry *keep(const struct entry *entry) {
    enum { NO_KEY = 1 }; /* its length */
    struct entry *shell = memory_alloc(sizeof *shell + NO_KEY + sizeof(void *));
    struct object *object = entry_object(entry);
    assert(keep_is_possible(entry));
    *shell = (struct entry){.flags = (uint8_t)(entry->flags & ~(unsigned)FLAG_EXPIRES)};
    shell->rest[0] = 0;
    memcpy(shell->rest + NO_KEY, entry_value(entry), sizeof(void *));
    if (object != NULL)
        object->keepers++;
    else
        text_of(entry)->keepers++;
    return shell;
}

void keep_let_go(struct keyspace *keyspace, struct entry *shell) {
    struct object *object = entry_object(shell);
    struct text *text = text_of(shell);
    memory_free(shell);
    if (object != NULL && --object->keepers == 0 && object->is_dropped)
        object_drop_kept(keyspace, object);
    if (text != NULL && --text->keepers == 0 && text->is_dropped) text_drop_kept(keyspace, text);
}

void keep_begin(struct keyspace *keyspace, bool begins) {
    keyspace->is_keeping = begins;
}

/* ---- tables ---- */

const struct table *keep_table(const struct entry *shell) {
    return &((const struct table_object *)(void *)entry_object(shell))->table;
}

const uint8_t *keep_item(const struct entry *shell, struct bytes member) {
    return table_find(keep_table(shell), hash_bytes(member), member);
}

/* ---- notes ---- */

void notes_init(struct notes *notes, struct keyspace *keyspace) {
    heap_init(&notes->heap, &keyspace->slab);
    table_init(&notes->table, &notes->heap.allocator, TABLE_MEMBERS);
}

void notes_clear(struct notes *notes) {
    unsigned all = UINT32_MAX;
    while (table_free_some(&notes->table, &all)) continue;
}

bool notes_have(const struct notes *notes, struct bytes name) {
    return notes->table.count != 0 && table_find(&notes->table, hash_bytes(name), name) != NULL;
}

void notes_add(struct notes *notes, struct bytes name) {
    table_insert(&notes->table, hash_bytes(name), name, 0);
}
