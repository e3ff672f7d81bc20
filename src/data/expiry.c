/* Time: entries expire when they are met, when their segment would grow, and by the sweep. The
 * head of a segment knows how many of its entries expire and not before when, so that the sweep
 * looks only into segments that have something to give. */
#include <assert.h>

#include "data/inside.h"

void keyspace_expire(struct keyspace *keyspace, unsigned db, const struct key *key,
                     struct entry *entry, const struct place *place) {
    struct database *database = database_of(keyspace, db);
    keyspace->found = NULL;
    if (keyspace->options.on_expired != NULL)
        keyspace->options.on_expired(keyspace->options.arg, db, key, entry);
    tell(keyspace, MUTATION_DELETE, db, key, entry);
    index_take_quietly(&database->index, key, place, true);
    entry_destroy(keyspace, database, entry);
}

struct looking {
    struct keyspace *keyspace;
    struct segment *segment;
    unsigned db;
    unsigned removed;
    int64_t earliest;
};

static bool look(void *arg, struct entry *entry, struct bucket *bucket, unsigned slot) {
    struct looking *looking = arg;
    if (!entry_expires(entry)) return true;
    if (!is_expired(looking->keyspace, entry)) {
        int64_t expire_ms = entry_expire_ms(entry);
        looking->earliest = expire_ms < looking->earliest ? expire_ms : looking->earliest;
        return true;
    }
    struct key key = key_of(entry_key(entry));
    struct place place = {looking->segment, bucket, slot};
    keyspace_expire(looking->keyspace, looking->db, &key, entry, &place);
    looking->removed++;
    return true;
}

/* Removes what has expired from one segment and learns the next instant to look again. */
static unsigned clean_segment(struct keyspace *keyspace, unsigned db, struct segment *segment) {
    if (segment->expires == 0 || segment->earliest >= keyspace->now_ms) return 0;
    struct looking looking = {keyspace, segment, db, 0, INT64_MAX};
    segment_each(segment, look, &looking);
    segment->earliest = looking.earliest; /* G3 */
    return looking.removed;
}

bool keyspace_purge(void *arg, struct index *index, struct segment *segment) {
    struct keyspace *keyspace = arg;
    unsigned db = (unsigned)((struct database *)(void *)index - keyspace->databases);
    return keyspace->removes_expired && clean_segment(keyspace, db, segment) != 0;
}

unsigned keyspace_sweep(struct keyspace *keyspace, unsigned budget, bool *again) {
    unsigned removed = 0, visited = 0, databases_left = keyspace->options.databases + 1;
    *again = false;
    while (visited < budget && databases_left > 0 && keyspace->removes_expired) {
        struct index *index = &database_of(keyspace, keyspace->sweep_db)->index;
        struct segment *segment =
            index->expires != 0 ? index_segment_from(index, keyspace->sweep_spot) : NULL;
        if (segment == NULL) {
            keyspace->sweep_db = (keyspace->sweep_db + 1) % keyspace->options.databases;
            keyspace->sweep_spot = 0;
            databases_left--;
            continue;
        }
        keyspace->sweep_spot = segment_end(segment);
        unsigned gone = clean_segment(keyspace, keyspace->sweep_db, segment);
        if (gone != 0) index_tighten(index, segment);
        removed += gone;
        visited++;
    }
    *again = visited == budget && removed > budget; /* more than one a segment: not done yet */
    return removed;
}

struct entry *keyspace_set_expire(struct keyspace *keyspace, unsigned db, const struct key *key,
                                  struct entry *entry, int64_t expire_ms) {
    struct database *database = database_of(keyspace, db);
    entry = keyspace_settle(keyspace, db, key, entry);
    int64_t before_ms = entry_expire_ms(entry);
    tell(keyspace, MUTATION_EXPIRE, db, key, entry);
    index_note_expiry(&database->index, &keyspace->place, before_ms, expire_ms);
    if ((before_ms != EXPIRE_NONE) == (expire_ms != EXPIRE_NONE)) {
        if (expire_ms != EXPIRE_NONE)
            memcpy(entry_expiry_field(entry), &expire_ms, sizeof expire_ms);
        return entry;
    }
    /* The field comes or goes: the same bytes with a gap, or without it, in a new piece. */
    size_t size = entry_size(entry), front = (size_t)(entry_expiry_field(entry) - (uint8_t *)entry);
    bool comes = expire_ms != EXPIRE_NONE;
    size_t field = sizeof expire_ms, new_size = comes ? size + field : size - field;
    uint8_t *after = slab_alloc(&keyspace->slab, new_size);
    uint8_t *before = (uint8_t *)entry;
    memcpy(after, before, front);
    if (comes) memcpy(after + front, &expire_ms, field);
    memcpy(after + front + (comes ? field : 0), before + front + (comes ? 0 : field),
           size - front - (comes ? 0 : field));
    struct entry *moved = (struct entry *)(void *)after;
    moved->flags ^= FLAG_EXPIRES;
    place_set(&keyspace->place, moved);
    slab_free(&keyspace->slab, entry, size);
    database->entry_bytes += slab_class_size(slab_class(new_size));
    database->entry_bytes -= slab_class_size(slab_class(size));
    return moved;
}
