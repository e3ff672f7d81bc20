/* Time: entries expire when they are met, when their segment would grow, and by the sweep. The
 * head of a segment knows how many of its entries expire and not before when, so that the sweep
 * looks only into segments that have something to give. */
#include <assert.h>

#include "data/hash.h"
#include "data/inside.h"

enum {
    FIELDS_AT_ONCE = 1000, /* of one hash, where nobody else removes them */
    SOON_MS = 2000
};

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

/* ---- fields of hashes ---- */

struct due {
    struct keyspace *keyspace;
    struct entry *hashes[SEGMENT_ENTRIES_MAX];
    unsigned count;
    int64_t earliest; /* of the others */
};

static bool look_at_fields(void *arg, struct entry *entry, struct bucket *bucket, unsigned slot) {
    struct due *due = arg;
    (void)bucket;
    (void)slot;
    if (entry_type(entry) != VALUE_HASH) return true;
    int64_t next_ms = hash_expires_next(entry);
    if (next_ms == EXPIRE_NONE) return true;
    if (next_ms < due->keyspace->now_ms)
        due->hashes[due->count++] = entry;
    else if (next_ms < due->earliest)
        due->earliest = next_ms;
    return true;
}

/* Which hashes have something to give; the segment forgets them (G4), they are noted again if
 * something is left. */
static void find_due(struct keyspace *keyspace, struct segment *segment, struct due *due) {
    due->keyspace = keyspace;
    due->count = 0;
    due->earliest = segment->fields_earliest;
    if (segment->fields_earliest >= keyspace->now_ms) return;
    due->earliest = INT64_MAX;
    segment_each(segment, look_at_fields, due);
    segment->fields_earliest = due->earliest;
}

/* False if there is more. */
static bool purge_hash(struct keyspace *keyspace, unsigned db, struct entry *hash) {
    struct buffer name = {0};
    buffer_append(&name, entry_key(hash)); /* the entry moves on the way */
    struct key key = key_of(buffer_view(&name));
    struct cell cell = cell_of(keyspace, db, &key, hash);
    if (keyspace->options.on_fields_expired != NULL)
        keyspace->options.on_fields_expired(keyspace->options.arg, db, &key, hash);
    else
        hash_purge(&cell, FIELDS_AT_ONCE, NULL, NULL);
    cell.entry = keyspace_find_any(keyspace, db, &key);
    int64_t next_ms = cell.entry != NULL ? hash_expires_next(cell.entry) : EXPIRE_NONE;
    cell_note_field_expiry(&cell, next_ms);
    buffer_clear(&name);
    return next_ms == EXPIRE_NONE || next_ms >= keyspace->now_ms;
}

/* ---- the sweep ---- */

/* Cleans one segment. False if there is more of it. */
static bool sweep_segment(struct keyspace *keyspace, struct index *index, struct segment *segment,
                          unsigned *removed, unsigned *visited) {
    struct due due; /* most of it stays unused */
    unsigned db = keyspace->sweep_db;
    unsigned gone = clean_segment(keyspace, db, segment);
    bool is_clean = true;
    find_due(keyspace, segment, &due);
    if (due.earliest < index->fields_pass) index->fields_pass = due.earliest;
    if (gone != 0) index_tighten(index, segment);
    for (unsigned i = 0; i < due.count; i++)
        is_clean = purge_hash(keyspace, db, due.hashes[i]) && is_clean;
    *removed += gone;
    *visited += 1 + due.count;
    return is_clean;
}

static bool is_worth_a_pass(const struct keyspace *keyspace, const struct index *index) {
    return index->expires != 0 || index->fields_earliest < keyspace->now_ms;
}

/* The segment where the sweep stands; NULL at the end of a database, whose fields are all known
 * then. */
static struct segment *next_to_sweep(struct keyspace *keyspace, struct index *index) {
    if (!is_worth_a_pass(keyspace, index)) return NULL;
    if (keyspace->sweep_spot == 0) index->fields_pass = INT64_MAX;
    struct segment *segment = index_segment_from(index, keyspace->sweep_spot);
    if (segment == NULL) index->fields_earliest = index->fields_pass;
    return segment;
}

unsigned keyspace_sweep(struct keyspace *keyspace, unsigned budget, bool *again) {
    unsigned removed = 0, visited = 0, databases_left = keyspace->options.databases + 1;
    *again = false;
    while (visited < budget && databases_left > 0 && keyspace->removes_expired) {
        struct index *index = &database_of(keyspace, keyspace->sweep_db)->index;
        struct segment *segment = next_to_sweep(keyspace, index);
        if (segment == NULL) {
            keyspace->sweep_db = (keyspace->sweep_db + 1) % keyspace->options.databases;
            keyspace->sweep_spot = 0;
            databases_left--;
            continue;
        }
        uint64_t start = segment->start;
        keyspace->sweep_spot = segment_end(segment);
        if (!sweep_segment(keyspace, index, segment, &removed, &visited)) {
            keyspace->sweep_spot = start; /* again, after others had their turn */
            *again = true;
            return removed;
        }
    }
    *again = visited == budget && removed > budget; /* more than one a segment: not done yet */
    return removed;
}

bool keyspace_has_expiring(const struct keyspace *keyspace) {
    for (unsigned db = 0; db < keyspace->options.databases; db++) {
        const struct index *index = &database_of(keyspace, db)->index;
        if (index->expires != 0 || index->fields_earliest < keyspace->now_ms + SOON_MS) return true;
    }
    return false;
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
