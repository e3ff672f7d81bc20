/* engine/watch.c - watched keys: the sets of the clients, the tables of the shards.
 *
 *      client ──> watch_set ──> watch ──> watch ──> watch        (the client's core)
 *                                 │         │         │
 *                              buckets of the tables of their keys' shards
 *
 * What counts as a change is what Redis takes for one: every call of a mutator, also one that puts the same value
 * again; expiry; a flush or swap that concerns a key which is there before or after. That a key goes which was not there
 * for readers when it was watched (it had expired, and nobody had noticed) is none. */
#include "engine/watch.h"

#include <assert.h>

#include "base/memory.h"
#include "data/stream.h"
#include "engine/key_table.h"
#include "engine/shard.h"

struct watch {
    struct key_link link; /* in its shard's table */
    struct watch *next_in_set;
    struct watch_set *set;
    struct core *core; /* of the key's shard */
    struct key key;
    unsigned db;
    bool existed;   /* when it was watched */
    bool is_linked; /* W1 */
    char name[];
};

struct watch_set {
    struct mail mail; /* tours the shards when the client has forgotten the set */
    _Atomic bool is_dirty;
    struct watch *first;
};

/* ---- the table of a shard ---- */

static void link_watch(struct shard *shard, struct watch *watch) {
    if (key_table_add(&shard->watches, &watch->link, watch->key.hash)) {
        shard_update_hook(shard);
    }
    watch->is_linked = true;
}

static void unlink_watch(struct shard *shard, struct watch *watch) {
    watch->is_linked = false;
    if (key_table_remove(&shard->watches, &watch->link)) {
        shard_update_hook(shard);
    }
}

static void mark(struct watch *watch) {
    /* Relaxed: who must know comes by a message that this shard answers (W2). */
    atomic_store_explicit(&watch->set->is_dirty, true, memory_order_relaxed);
}

static bool is_there(struct shard *shard, unsigned db, const struct key *key) {
    const struct entry *entry = keyspace_find_any(shard->keyspace, db, key);
    return entry && (entry_expire_ms(entry) == EXPIRE_NONE ||
                     entry_expire_ms(entry) >= keyspace_now(shard->keyspace));
}

/* All keys of a database go, or are replaced by those of another one. */
static void note_whole(struct shard *shard, unsigned db, const unsigned *replaced_by) {
    const struct key_table *table = shard->watches;
    for (unsigned i = 0; i < table->size; i++) {
        for (struct key_link *link = table->buckets[i]; link; link = link->next) {
            struct watch *watch = (struct watch *)link;
            if (watch->db == db &&
                (watch->existed || (replaced_by && is_there(shard, *replaced_by, &watch->key)))) {
                mark(watch);
            }
        }
    }
}

/* Groups, what they have read, and the head that XSETID sets are no change of the stream for Redis. Whether the edit of
 * a string changes more than its encoding is known at its end: store_edit_end says so. */
static bool is_beside_the_value(const struct mutation *mutation) {
    if (mutation->kind != MUTATION_EDIT || !mutation->before) {
        return false;
    }
    enum value_type type = entry_type(mutation->before);
    return type == VALUE_STRING || (type == VALUE_STREAM && mutation->field.len > 0 &&
                                    mutation->field.data[0] != STREAM_FIELD_ENTRY);
}

void watch_note_write(struct shard *shard, unsigned db, const struct key *key) {
    if (shard->watches) {
        watch_note(shard, &(struct mutation){.kind = MUTATION_PUT, .db = db, .key = key});
    }
}

void watch_note(struct shard *shard, const struct mutation *mutation) {
    if (is_beside_the_value(mutation)) {
        return;
    }
    if (mutation->kind == MUTATION_FLUSH) {
        note_whole(shard, mutation->db, NULL);
        return;
    }
    if (mutation->kind == MUTATION_SWAP) {
        note_whole(shard, mutation->db, &mutation->db_other);
        note_whole(shard, mutation->db_other, &mutation->db);
        return;
    }
    const struct key *key = mutation->key;
    struct key_link *link = key_table_first(shard->watches, key->hash);
    for (; link; link = key_table_next(link)) {
        struct watch *watch = (struct watch *)link;
        bool is_change = watch->existed || mutation->kind != MUTATION_DELETE;
        if (is_change && watch->db == mutation->db && bytes_equal(watch->key.name, key->name)) {
            mark(watch);
        }
    }
}

/* ---- the set of a client ---- */

static bool has_watch(const struct watch *first, unsigned db, struct bytes name) {
    for (const struct watch *watch = first; watch; watch = watch->next_in_set) {
        if (watch->db == db && bytes_equal(watch->key.name, name)) {
            return true;
        }
    }
    return false;
}

static struct watch *create_watch(struct watch_set *set, struct core *own, unsigned db,
                                  struct bytes name) {
    struct watch *watch = memory_alloc(sizeof(*watch) + name.len);
    *watch = (struct watch){.set = set, .db = db, .next_in_set = set->first};
    if (name.len > 0) {
        memcpy(watch->name, name.data, name.len);
    }
    watch->key = key_of(bytes_of(watch->name, name.len));
    watch->core = core_of_key(own->engine, &watch->key);
    set->first = watch;
    return watch;
}

static void link_part(struct tx_part *part) {
    struct watch **watches = part->tx->arg; /* by the numbers of the keys */
    for (unsigned i = 0; i < part->key_count; i++) {
        struct watch *watch = watches[tx_part_key_number(part, i)];
        watch->existed = keyspace_find(part->core->shard.keyspace, watch->db, &watch->key, false);
        link_watch(&part->core->shard, watch);
    }
}

void watch_keys(struct call *call) {
    struct client *client = call->client;
    if (watch_is_dirty(client)) {
        return; /* EXEC will not run anyway */
    }
    if (!client->watches) {
        client->watches = memory_alloc_zeroed(sizeof(*client->watches));
    }
    struct watch **added = memory_alloc(call->argc * sizeof(struct watch *));
    struct tx tx;
    tx_begin_empty(&tx, call);
    for (unsigned i = 1; i < call->argc; i++) {
        if (!has_watch(client->watches->first, call->db, call->argv[i])) {
            added[tx.key_count] =
                create_watch(client->watches, client->core, call->db, call->argv[i]);
            tx_add_key(&tx, i, call->db, false);
        }
    }
    tx_hop(&tx, link_part, added, TX_CONCLUDE);
    tx_end(&tx);
    memory_free(added);
}

bool watch_set_is_dirty(const struct watch_set *set) {
    /* Relaxed: see mark. */
    return set && atomic_load_explicit(&set->is_dirty, memory_order_relaxed);
}

bool watch_is_dirty(const struct client *client) {
    return watch_set_is_dirty(client->watches);
}

bool watch_is_elsewhere(const struct client *client) {
    const struct watch *watch = client->watches ? client->watches->first : NULL;
    while (watch && watch->core == client->core) {
        watch = watch->next_in_set;
    }
    return watch != NULL;
}

void watch_add_keys(const struct watch_set *set, struct tx *tx) {
    for (const struct watch *watch = set->first; watch; watch = watch->next_in_set) {
        tx_add(tx, &watch->key, 0, watch->db, false);
    }
}

static void unlink_here(struct watch_set *set, struct core *core) {
    for (struct watch *watch = set->first; watch; watch = watch->next_in_set) {
        if (watch->core == core && watch->is_linked) {
            unlink_watch(&core->shard, watch);
        }
    }
}

void watch_settle(struct watch_set *set, struct core *core) {
    for (struct watch *watch = set->first; watch; watch = watch->next_in_set) {
        /* An expired key is removed now, which marks; but not while expiry stands still. */
        if (watch->core == core && watch->existed &&
            !keyspace_find(core->shard.keyspace, watch->db, &watch->key, false)) {
            mark(watch);
        }
    }
    unlink_here(set, core);
}

void watch_set_destroy(struct watch_set *set) {
    while (set->first) {
        struct watch *watch = set->first;
        assert(!watch->is_linked); /* W1 */
        set->first = watch->next_in_set;
        memory_free(watch);
    }
    memory_free(set);
}

/* ---- sets that nobody has any longer ---- */

static void tour(struct watch_set *set, struct core *here);

static void tour_arrived(struct mail *mail) {
    tour((struct watch_set *)mail, core_current());
}

/* Unlinks what is linked here, then travels to the next shard that has some; at the end it is freed. */
static void tour(struct watch_set *set, struct core *here) {
    unlink_here(set, here);
    const struct watch *watch = set->first;
    while (watch && (watch->core == here || !watch->is_linked)) {
        watch = watch->next_in_set;
    }
    if (!watch) {
        watch_set_destroy(set);
        return;
    }
    set->mail.deliver = tour_arrived;
    mail_post(watch->core->loop, &set->mail);
}

void watch_abandon(struct client *client) {
    struct watch_set *set = client->watches;
    client->watches = NULL;
    if (set) {
        tour(set, client->core);
    }
}
