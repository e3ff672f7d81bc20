/* engine/key_table.c - buckets of links, twice as many when there are as many links. */
#include "engine/key_table.h"

#include "base/memory.h"

enum { BUCKETS_FIRST = 16 };

static void put_in(struct key_table *table, struct key_link *link) {
    struct key_link **bucket = &table->buckets[(link->hash >> 20) & (table->size - 1)];
    link->next = *bucket;
    link->back = bucket;
    if (link->next) {
        link->next->back = &link->next;
    }
    *bucket = link;
}

static void resize(struct key_table *table, unsigned size) {
    struct key_link **old = table->buckets;
    unsigned old_size = table->size;
    table->buckets = memory_alloc_zeroed(size * sizeof(struct key_link *));
    table->size = size;
    for (unsigned i = 0; i < old_size; i++) {
        for (struct key_link *link = old[i]; link;) {
            struct key_link *next = link->next;
            put_in(table, link);
            link = next;
        }
    }
    memory_free(old);
}

bool key_table_add(struct key_table **table, struct key_link *link, uint64_t hash) {
    bool is_new = !*table;
    if (is_new) {
        *table = memory_alloc_zeroed(sizeof(**table));
        resize(*table, BUCKETS_FIRST);
    } else if ((*table)->count == (*table)->size) {
        resize(*table, 2 * (*table)->size);
    }
    link->hash = hash;
    put_in(*table, link);
    (*table)->count++;
    return is_new;
}

bool key_table_remove(struct key_table **table, struct key_link *link) {
    *link->back = link->next;
    if (link->next) {
        link->next->back = link->back;
    }
    if (--(*table)->count > 0) {
        return false;
    }
    key_table_destroy(*table);
    *table = NULL;
    return true;
}

void key_table_destroy(struct key_table *table) {
    if (table) {
        memory_free(table->buckets);
        memory_free(table);
    }
}
