/* Whole databases: emptied at once, freed piecemeal. */
#include <assert.h>

#include "base/memory.h"
#include "data/inside.h"

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
    struct database kept = keyspace->databases[db];
    keyspace->databases[db] = keyspace->databases[db_other];
    keyspace->databases[db_other] = kept;
}

struct freeing {
    struct keyspace *keyspace;
    struct dropped *dropped;
};

static void free_entry(void *arg, struct entry *entry) {
    struct freeing *freeing = arg;
    entry_destroy(freeing->keyspace, &freeing->dropped->database.entry_bytes, entry);
}

bool keyspace_free_some(struct keyspace *keyspace, unsigned budget) {
    struct dropped *dropped = keyspace->dropped;
    if (dropped == NULL) return slab_tidy(&keyspace->slab, budget / 16 + 1);
    struct freeing freeing = {keyspace, dropped};
    if (index_drop_some(&dropped->database.index, &dropped->spot, budget, free_entry, &freeing))
        return true;
    assert(dropped->database.index.count == 0 && dropped->database.entry_bytes == 0);
    index_clear(&dropped->database.index);
    keyspace->dropped = dropped->next;
    memory_free(dropped);
    return true;
}
