/* Finding and deleting, and the keyspace as a whole. Values are data/string.c's, time
 * data/expiry.c's, whole databases data/flush.c's, walks data/scan.c's. */
#include "data/keyspace.h"

#include <assert.h>

#include "base/memory.h"
#include "data/access.h"
#include "data/inside.h"

static void start_database(struct keyspace *keyspace, struct database *database) {
    *database = (struct database){0};
    index_init(&database->index, &keyspace->slab, keyspace->options.partition_first,
               keyspace->options.partition_count);
    database->index.purge = keyspace_purge;
    database->index.arg = keyspace;
}

static const struct keyspace_limits default_limits = {.hash_entries = 128,
                                                      .hash_value = 64,
                                                      .intset_entries = 512,
                                                      .set_entries = 128,
                                                      .set_value = 64,
                                                      .zset_entries = 128,
                                                      .zset_value = 64,
                                                      .stream_node_bytes = 4096,
                                                      .stream_node_entries = 100};

struct keyspace *keyspace_create(const struct keyspace_options *options) {
    assert(options->partition_first + options->partition_count <= PARTITIONS);
    struct keyspace *keyspace = memory_alloc_zeroed(sizeof *keyspace);
    keyspace->options = *options;
    keyspace->removes_expired = true;
    keyspace->random = 1;
    slab_init(&keyspace->slab);
    heap_init(&keyspace->heap, &keyspace->slab);
    keyspace->limits = default_limits;
    keyspace->databases = memory_alloc(options->databases * sizeof *keyspace->databases);
    for (unsigned db = 0; db < options->databases; db++)
        start_database(keyspace, &keyspace->databases[db]);
    return keyspace;
}

void keyspace_destroy(struct keyspace *keyspace) {
    keyspace_set_hook(keyspace, NULL);
    for (unsigned db = 0; db < keyspace->options.databases; db++) keyspace_flush(keyspace, db);
    while (keyspace_free_some(keyspace, UINT32_MAX)) continue;
    slab_clear(&keyspace->slab);
    memory_free(keyspace->databases);
    memory_free(keyspace);
}

void keyspace_set_hook(struct keyspace *keyspace,
                       void (*hook)(void *arg, const struct mutation *mutation)) {
    keyspace->options.hook = hook;
}

unsigned keyspace_databases(const struct keyspace *keyspace) {
    return keyspace->options.databases;
}

bool keyspace_has_partition(const struct keyspace *keyspace, unsigned partition) {
    return partition - keyspace->options.partition_first < keyspace->options.partition_count;
}

void keyspace_set_limits(struct keyspace *keyspace, const struct keyspace_limits *limits) {
    keyspace->limits = *limits;
}

void keyspace_set_now(struct keyspace *keyspace, int64_t now_ms) {
    keyspace->now_ms = now_ms;
}

int64_t keyspace_now(const struct keyspace *keyspace) {
    return keyspace->now_ms;
}

void keyspace_set_expiring(struct keyspace *keyspace, bool removes) {
    keyspace->removes_expired = removes;
}

/* splitmix64 */
uint64_t keyspace_random_next(struct keyspace *keyspace) {
    uint64_t x = keyspace->random += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

/* ---- when keys were used ---- */

void keyspace_set_lfu(struct keyspace *keyspace, bool lfu, unsigned log_factor,
                      unsigned decay_minutes) {
    keyspace->is_lfu = lfu;
    keyspace->lfu_log_factor = log_factor;
    access_set_decay(decay_minutes);
}

uint32_t keyspace_access_start(const struct keyspace *keyspace) {
    return keyspace->is_lfu ? access_lfu(keyspace->now_ms, ACCESS_COUNTER_START)
                            : access_seconds(keyspace->now_ms);
}

/* Redis's rule: the fuller the counter, the rarer it grows. */
static uint32_t grown_counter(struct keyspace *keyspace, uint32_t counter) {
    if (counter == 255) return 255;
    uint32_t base = counter > ACCESS_COUNTER_START ? counter - ACCESS_COUNTER_START : 0;
    uint64_t one_in = (uint64_t)base * keyspace->lfu_log_factor + 1;
    return counter + (keyspace_random_next(keyspace) % one_in == 0);
}

void keyspace_touch(struct keyspace *keyspace, struct entry *entry) {
    if (!keyspace->is_lfu) {
        access_write(entry, access_seconds(keyspace->now_ms));
        return;
    }
    uint32_t counter = entry_frequency(entry, keyspace->now_ms);
    access_write(entry, access_lfu(keyspace->now_ms, grown_counter(keyspace, counter)));
}

void keyspace_set_idle(struct keyspace *keyspace, struct entry *entry, uint32_t idle_seconds) {
    access_write(entry, (access_seconds(keyspace->now_ms) - idle_seconds) & ACCESS_CLOCK_MAX);
}

void keyspace_set_frequency(struct keyspace *keyspace, struct entry *entry, uint8_t frequency) {
    access_write(entry, access_lfu(keyspace->now_ms, frequency));
}

/* ---- finding ---- */

void keyspace_prefetch_bucket(const struct keyspace *keyspace, unsigned db, const struct key *key) {
    index_prefetch_bucket(&database_of(keyspace, db)->index, key);
}

void keyspace_prefetch_entry(const struct keyspace *keyspace, unsigned db, const struct key *key) {
    index_prefetch_entry(&database_of(keyspace, db)->index, key);
}

static void remove_met(struct keyspace *keyspace, unsigned db, const struct key *key,
                       struct entry *entry) {
    struct place place = keyspace->place;
    keyspace_expire(keyspace, db, key, entry, &place);
    index_tighten(&database_of(keyspace, db)->index, place.segment);
}

struct entry *keyspace_find(struct keyspace *keyspace, unsigned db, const struct key *key,
                            bool touch) {
    struct entry *entry = index_find(&database_of(keyspace, db)->index, key, &keyspace->place);
    if (entry == NULL) return keyspace->found = NULL; /* the place is that of a miss */
    if (__builtin_expect(is_expired(keyspace, entry), 0)) {
        if (keyspace->removes_expired) remove_met(keyspace, db, key, entry);
        keyspace->found = NULL;
        return NULL; /* D3 */
    }
    keyspace->found = entry;
    if (touch) keyspace_touch(keyspace, entry);
    return entry;
}

struct entry *keyspace_find_any(struct keyspace *keyspace, unsigned db, const struct key *key) {
    struct index *index = &database_of(keyspace, db)->index;
    return keyspace->found = index_find(index, key, &keyspace->place);
}

const struct entry *keyspace_peek(const struct keyspace *keyspace, unsigned db,
                                  const struct key *key) {
    struct place place;
    return index_find(&database_of(keyspace, db)->index, key, &place);
}

struct entry *keyspace_settle(struct keyspace *keyspace, unsigned db, const struct key *key,
                              struct entry *old) {
    const struct index *index = &database_of(keyspace, db)->index;
    if (old == NULL) {
        /* Invisible, but it must not get a twin. */
        if (!keyspace->removes_expired) old = index_find(index, key, &keyspace->place);
    } else if (old != keyspace->found) {
        index_locate(index, key, old, &keyspace->place);
    }
    keyspace->found = NULL;
    return old;
}

void entry_destroy(struct keyspace *keyspace, struct database *database, struct entry *entry) {
    struct layout layout = entry_layout(entry);
    size_t size = entry_size(entry);
    uint64_t bytes = slab_class_size(slab_class(size));
    if (layout.key_outside != NULL) bytes += text_drop(keyspace, layout.key_outside);
    if (entry_object(entry) != NULL)
        object_drop(keyspace, database, entry_object(entry));
    else if (entry_form(entry) == FORM_OUTSIDE)
        bytes += text_drop(keyspace, pointer_read(layout.value));
    slab_free(&keyspace->slab, entry, size);
    database->entry_bytes -= bytes;
}

void keyspace_delete(struct keyspace *keyspace, unsigned db, const struct key *key,
                     struct entry *entry) {
    struct database *database = database_of(keyspace, db);
    entry = keyspace_settle(keyspace, db, key, entry);
    tell(keyspace, MUTATION_DELETE, db, key, entry);
    index_remove(&database->index, key, &keyspace->place, entry_expires(entry));
    entry_destroy(keyspace, database, entry);
}

/* ---- figures ---- */

uint64_t keyspace_slab_used(const struct keyspace *keyspace) {
    return keyspace->slab.used_bytes;
}

void keyspace_memory(const struct keyspace *keyspace, struct keyspace_memory *memory) {
    *memory = (struct keyspace_memory){.slab_bytes = keyspace->slab.held_bytes,
                                       .pending_free_bytes = keyspace->garbage_bytes};
    for (unsigned db = 0; db < keyspace->options.databases; db++) {
        const struct database *database = &keyspace->databases[db];
        memory->entries_bytes += database->entry_bytes + database->object_bytes;
        memory->index_bytes += database->index.table_bytes + database->index.segment_bytes;
    }
    for (const struct dropped *dropped = keyspace->dropped; dropped != NULL;
         dropped = dropped->next)
        memory->pending_free_bytes +=
            dropped->database.entry_bytes + dropped->database.object_bytes +
            dropped->database.index.table_bytes + dropped->database.index.segment_bytes;
}
