/* What is dropped at once and freed piecemeal: whole databases, and big texts. The general
 * allocator gives 512 MB back within the call that frees them, which takes 90 ms; so their pages go
 * first, a few at a time. */
#include <assert.h>

#include "base/memory.h"
#include "base/pages.h"
#include "data/inside.h"
#include "data/value.h"

void keyspace_flush(struct keyspace *keyspace, unsigned db) {
    struct database *database = database_of(keyspace, db);
    tell(keyspace, MUTATION_FLUSH, db, NULL, NULL);
    keyspace->found = NULL;
    if (database->index.refs == NULL) return;
    struct dropped *dropped = memory_alloc(sizeof *dropped);
    *dropped = (struct dropped){*database, 0, keyspace->dropped};
    keyspace->dropped = dropped;
    struct index before = database->index;
    *database = (struct database){0};
    index_init(&database->index, before.slab, before.first, before.partitions);
    database->index.purge = before.purge;
    database->index.arg = before.arg;
}

void keyspace_swap(struct keyspace *keyspace, unsigned db, unsigned db_other) {
    struct mutation mutation = {.kind = MUTATION_SWAP, .db = db, .db_other = db_other};
    if (keyspace->options.hook != NULL) keyspace->options.hook(keyspace->options.arg, &mutation);
    keyspace->found = NULL; /* its place is in another database from now on */
    struct database kept = keyspace->databases[db];
    keyspace->databases[db] = keyspace->databases[db_other];
    keyspace->databases[db_other] = kept;
    keyspace->sweep_spot = 0; /* what it has seen of a database is in another */
}

struct freeing {
    struct keyspace *keyspace;
    struct dropped *dropped;
};

static void free_entry(void *arg, struct entry *entry) {
    struct freeing *freeing = arg;
    entry_destroy(freeing->keyspace, &freeing->dropped->database, entry);
}

enum {
    TEXT_BIG = 1 << 20,
    OBJECT_AT_ONCE = 200, /* elements freed as soon as they are dropped, so that freeing keeps up */
    BYTES_FOR_ENTRY = 1024 /* pages given back in the time it takes to free one entry */
};

void text_drop_kept(struct keyspace *keyspace, struct text *text) {
    keyspace->garbage_bytes -= memory_usable_size(text);
    text_drop(keyspace, text);
}

uint64_t text_drop(struct keyspace *keyspace, struct text *text) {
    uint64_t bytes = memory_usable_size(text);
    if (text->keepers != 0) {
        text->is_dropped = true;
        keyspace->garbage_bytes += bytes;
        return bytes;
    }
    if (bytes < TEXT_BIG) {
        memory_free(text);
        return bytes;
    }
    text->len = (size_t)(uintptr_t)keyspace->garbage;
    text->size = bytes; /* what is still there */
    keyspace->garbage = text;
    keyspace->garbage_bytes += bytes;
    return bytes;
}

/* Gives back pages from the end of the first big text, and in the end the block. */
static void free_text_pages(struct keyspace *keyspace, size_t bytes) {
    struct text *text = keyspace->garbage;
    size_t page = pages_size();
    if (text->size > bytes + 2 * page) {
        char *end = (char *)text + text->size;
        char *start = end - bytes;
        start -= (uintptr_t)start % page;
        end -= (uintptr_t)end % page;
        pages_discard(start, (size_t)(end - start));
        text->size = (size_t)(start - (char *)text);
        return;
    }
    keyspace->garbage = (struct text *)(uintptr_t)text->len;
    keyspace->garbage_bytes -= memory_usable_size(text);
    memory_free(text);
}

/* True if it is gone. */
static bool free_object(struct keyspace *keyspace, struct object *object, unsigned *budget) {
    return !value_kinds[object->type]->free_some(object, &keyspace->heap.allocator, budget);
}

void object_drop(struct keyspace *keyspace, struct database *database, struct object *object) {
    unsigned budget = OBJECT_AT_ONCE;
    uint64_t bytes = object->bytes, before = keyspace->heap.bytes;
    database->object_bytes -= bytes;
    if (object->keepers != 0) {
        object->is_dropped = true;
        keyspace->garbage_bytes += bytes;
        return;
    }
    if (free_object(keyspace, object, &budget)) return;
    keyspace->garbage_bytes += bytes - (before - keyspace->heap.bytes);
    object->next = keyspace->object_garbage;
    keyspace->object_garbage = object;
}

void object_drop_kept(struct keyspace *keyspace, struct object *object) {
    object->next = keyspace->object_garbage;
    keyspace->object_garbage = object;
}

static void free_some_objects(struct keyspace *keyspace, unsigned budget) {
    uint64_t before = keyspace->heap.bytes;
    while (keyspace->object_garbage != NULL && budget > 0) {
        struct object *object = keyspace->object_garbage, *next = object->next;
        if (free_object(keyspace, object, &budget)) keyspace->object_garbage = next;
    }
    keyspace->garbage_bytes -= before - keyspace->heap.bytes;
}

bool keyspace_has_garbage(const struct keyspace *keyspace) {
    return keyspace->dropped != NULL || keyspace->garbage != NULL ||
           keyspace->object_garbage != NULL;
}

bool keyspace_free_some(struct keyspace *keyspace, unsigned budget) {
    if (keyspace->garbage != NULL) {
        free_text_pages(keyspace, ((size_t)budget + 4) * BYTES_FOR_ENTRY);
        return true;
    }
    if (keyspace->object_garbage != NULL) {
        free_some_objects(keyspace, budget);
        return true;
    }
    struct dropped *dropped = keyspace->dropped;
    if (dropped == NULL) return slab_tidy(&keyspace->slab, budget / 16 + 1);
    struct freeing freeing = {keyspace, dropped};
    if (index_drop_some(&dropped->database.index, &dropped->spot, budget, free_entry, &freeing))
        return true;
    assert(dropped->database.index.count == 0 && dropped->database.entry_bytes == 0 &&
           dropped->database.object_bytes == 0);
    index_clear(&dropped->database.index);
    keyspace->dropped = dropped->next;
    memory_free(dropped);
    return true;
}
