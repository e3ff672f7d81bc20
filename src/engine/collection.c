/* engine/collection.c - data and effects of collections together.
 *
 * As in engine/store.c the data comes first, then the effect, which carries the state as it is now. A
 * member that goes may be a view into what it goes from, so where somebody reads the records its text is
 * kept until its effect has been written. */
#include "engine/collection.h"

#include <assert.h>
#include <limits.h>

#include "base/memory.h"
#include "engine/core.h"

enum {
    REMOVED_AT_ONCE = 1024, /* members of a sorted set: what the data layer takes in one go */
    EXPIRED_AT_ONCE = 1000  /* fields of a hash, by the sweep */
};

static struct effects *effects_of(const struct call *call) {
    return &call->shard->effects;
}

/* ---- finding ---- */

static bool has_expired_fields(const struct call *call, const struct entry *entry) {
    if (!entry || entry_type(entry) != VALUE_HASH) {
        return false;
    }
    int64_t next_ms = hash_expires_next(entry);
    return next_ms != EXPIRE_NONE && next_ms < keyspace_now(call->shard->keyspace);
}

bool collection_open(struct call *call, const struct key *key, enum value_type type,
                     struct cell *cell) {
    struct entry *entry = store_find(call, key);
    if (entry && entry_type(entry) != type) {
        reply_error_wrong_type(call->reply);
        return false;
    }
    *cell = cell_of(call->shard->keyspace, call->db, key, entry);
    if (__builtin_expect(has_expired_fields(call, entry), 0)) {
        collection_hash_purge(call, cell, UINT_MAX);
    }
    return true;
}

bool collection_find(struct call *call, const struct key *key, enum value_type type,
                     struct entry **entry) {
    struct cell cell;
    bool is_good = collection_open(call, key, type, &cell);
    *entry = is_good ? cell.entry : NULL;
    return is_good;
}

/* ---- what all types share ---- */

/* A text that outlives the change of the collection it may lie in. */
struct kept {
    struct bytes text;
    char *heap; /* NULL: in place */
    char place[256];
};

static void keep(const struct call *call, struct bytes text, struct kept *kept) {
    kept->text = text;
    kept->heap = NULL;
    if (!effects_of(call)->sink.record || text.len == 0) {
        return; /* nobody reads it */
    }
    kept->heap = text.len > sizeof(kept->place) ? memory_alloc(text.len) : NULL;
    char *copy = kept->heap ? kept->heap : kept->place;
    memcpy(copy, text.data, text.len);
    kept->text = bytes_of(copy, text.len);
}

static void kept_clear(struct kept *kept) {
    if (kept->heap) {
        memory_free(kept->heap);
    }
}

/* The first element has made the key. */
static void tell_made(struct call *call, const struct cell *cell) {
    effect_value(effects_of(call), cell->db, cell->key, cell->entry);
    store_notify(call, NOTIFY_NEW, "new", cell->key);
}

static void tell_field(struct call *call, const struct cell *cell, enum effect_kind kind,
                       struct bytes field, struct bytes state, int64_t expire_ms) {
    effect_field(effects_of(call), cell->db, cell->key, kind, field, state, expire_ms);
}

/* Of a field that is gone, and perhaps its key with it. */
static void tell_gone(struct call *call, const struct cell *cell, enum effect_kind kind,
                      struct bytes field) {
    if (cell->entry) {
        effect_field_absent(effects_of(call), cell->db, cell->key, kind, field);
    } else {
        effect_delete(effects_of(call), cell->db, cell->key, 0);
    }
    call->shard->dirty++;
}

static void delete_all(struct call *call, struct cell *cell, uint64_t count) {
    cell_delete(cell);
    effect_delete(effects_of(call), cell->db, cell->key, 0);
    call->shard->dirty += count;
}

/* ---- sets ---- */

bool collection_set_add(struct call *call, struct cell *cell, struct bytes member) {
    bool is_new = cell->entry == NULL;
    if (!set_add(cell, member)) {
        return false;
    }
    call->shard->dirty++;
    if (is_new) {
        tell_made(call, cell);
    } else {
        tell_field(call, cell, KIND_SET_MEMBER, member, bytes_of(NULL, 0), EXPIRE_NONE);
    }
    return true;
}

bool collection_set_remove(struct call *call, struct cell *cell, struct bytes member) {
    struct kept kept;
    keep(call, member, &kept);
    bool is_removed = set_remove(cell, member);
    if (is_removed) {
        tell_gone(call, cell, KIND_SET_MEMBER, kept.text);
    }
    kept_clear(&kept);
    return is_removed;
}

/* ---- sorted sets ---- */

enum zset_change collection_zset_set(struct call *call, struct cell *cell, struct bytes member,
                                     double score) {
    bool is_new = cell->entry == NULL;
    enum zset_change change = zset_set(cell, member, score);
    if (change == ZSET_SAME) {
        return change;
    }
    call->shard->dirty++;
    if (is_new) {
        tell_made(call, cell);
    } else {
        tell_field(call, cell, KIND_ZSET_MEMBER, member,
                   bytes_of((const char *)&score, sizeof(score)), EXPIRE_NONE);
    }
    return change;
}

bool collection_zset_remove(struct call *call, struct cell *cell, struct bytes member) {
    struct kept kept;
    keep(call, member, &kept);
    bool is_removed = zset_remove(cell, member);
    if (is_removed) {
        tell_gone(call, cell, KIND_ZSET_MEMBER, kept.text);
    }
    kept_clear(&kept);
    return is_removed;
}

struct leaving {
    struct call *call;
    const struct cell *cell;
};

static void member_leaves(void *arg, struct bytes member, double score) {
    struct leaving *leaving = arg;
    const struct cell *cell = leaving->cell;
    (void)score;
    effect_field_absent(effects_of(leaving->call), cell->db, cell->key, KIND_ZSET_MEMBER, member);
}

uint64_t collection_zset_remove_range(struct call *call, struct cell *cell, uint64_t rank,
                                      uint64_t count) {
    uint64_t total = zset_count(cell->entry), removed = 0;
    if (rank == 0 && count >= total && total > 0) {
        delete_all(call, cell, total);
        return total;
    }
    struct leaving leaving = {call, cell};
    uint64_t n;
    do {
        uint64_t left = count - removed;
        n = zset_remove_range(cell, rank, left < REMOVED_AT_ONCE ? left : REMOVED_AT_ONCE,
                              member_leaves, &leaving);
        removed += n;
    } while (n == REMOVED_AT_ONCE && removed < count);
    call->shard->dirty += removed;
    return removed;
}

/* ---- hashes ---- */

bool collection_hash_set(struct call *call, struct cell *cell, struct bytes field,
                         struct bytes value, int64_t expire_ms) {
    bool is_new = cell->entry == NULL;
    bool is_added = hash_set(cell, field, value, expire_ms);
    call->shard->dirty++;
    if (is_new) {
        tell_made(call, cell);
    } else {
        tell_field(call, cell, KIND_HASH_FIELD, field, value, expire_ms);
    }
    return is_added;
}

void collection_hash_set_expire(struct call *call, struct cell *cell, struct bytes field,
                                int64_t expire_ms) {
    struct hash_found found;
    hash_set_expire(cell, field, expire_ms);
    call->shard->dirty++;
    if (!effects_of(call)->sink.record) {
        tell_field(call, cell, KIND_HASH_FIELD, field, bytes_of(NULL, 0), expire_ms);
        return; /* counted; nobody reads the value */
    }
    bool is_there = hash_get(cell->entry, field, 0, &found);
    assert(is_there);
    (void)is_there;
    tell_field(call, cell, KIND_HASH_FIELD, field, found.value, found.expire_ms);
}

bool collection_hash_delete(struct call *call, struct cell *cell, struct bytes field) {
    struct kept kept;
    keep(call, field, &kept);
    bool is_deleted = hash_delete(cell, field);
    if (is_deleted) {
        tell_gone(call, cell, KIND_HASH_FIELD, kept.text);
    }
    kept_clear(&kept);
    return is_deleted;
}

/* ---- fields that expire ---- */

struct expiring {
    struct shard *shard;
    const struct cell *cell;
};

static void field_expires(void *arg, struct bytes field) {
    struct expiring *expiring = arg;
    const struct cell *cell = expiring->cell;
    struct effects *effects = &expiring->shard->effects;
    if (hash_count(cell->entry) > 1) {
        effect_field_absent(effects, cell->db, cell->key, KIND_HASH_FIELD, field);
    } else {
        effect_delete(effects, cell->db, cell->key, EFFECT_IS_EXPIRY);
    }
    expiring->shard->dirty++;
}

static bool purge(struct shard *shard, struct cell *cell, unsigned budget) {
    struct expiring expiring = {shard, cell};
    return hash_purge(cell, budget, field_expires, &expiring);
}

bool collection_hash_purge(struct call *call, struct cell *cell, unsigned budget) {
    if (!has_expired_fields(call, cell->entry)) {
        return true;
    }
    bool is_all = purge(call->shard, cell, budget);
    store_notify(call, NOTIFY_HASH, "hexpired", cell->key);
    if (!cell->entry) {
        store_notify(call, NOTIFY_GENERIC, "del", cell->key);
    }
    return is_all;
}

void collection_on_fields_expired(void *arg, unsigned db, const struct key *key,
                                  struct entry *hash) {
    struct shard *shard = arg;
    struct cell cell = cell_of(shard->keyspace, db, key, hash);
    purge(shard, &cell, EXPIRED_AT_ONCE);
    notify(shard, db, NOTIFY_HASH, "hexpired", key->name);
    if (!cell.entry) {
        notify(shard, db, NOTIFY_GENERIC, "del", key->name);
    }
}

/* ---- lists ---- */

/* The element at this index is as it is now. */
static void tell_element(struct call *call, const struct cell *cell, uint64_t index,
                         struct bytes text) {
    int64_t number = lists_first(cell->entry) + (int64_t)index;
    tell_field(call, cell, KIND_LIST_ELEMENT, bytes_of((const char *)&number, sizeof(number)), text,
               EXPIRE_NONE);
}

/* All that is outside what is there now is gone. */
static void tell_bounds(struct call *call, const struct cell *cell) {
    int64_t first = lists_first(cell->entry);
    effect_bound(effects_of(call), cell->db, cell->key, KIND_LIST_ELEMENT, first,
                 first + (int64_t)lists_count(cell->entry));
}

void collection_list_push(struct call *call, struct cell *cell, bool at_head, struct bytes text) {
    bool is_new = cell->entry == NULL;
    lists_push(cell, at_head, text);
    call->shard->dirty++;
    if (is_new) {
        tell_made(call, cell);
    } else {
        tell_element(call, cell, at_head ? 0 : lists_count(cell->entry) - 1, text);
    }
}

void collection_list_set(struct call *call, struct cell *cell, uint64_t index, struct bytes text) {
    lists_set(cell, index, text);
    call->shard->dirty++;
    tell_element(call, cell, index, text);
}

void collection_list_insert(struct call *call, struct cell *cell, uint64_t index,
                            struct bytes text) {
    uint64_t count = lists_count(cell->entry);
    if (index == 0 || index == count) {
        collection_list_push(call, cell, index == 0 && count > 0, text);
        return;
    }
    lists_insert(cell, index, text);
    call->shard->dirty++;
    effect_delta(effects_of(call), cell->db, cell->key, KIND_LIST_INSERT, index, text);
}

void collection_list_remove(struct call *call, struct cell *cell, uint64_t index, uint64_t count) {
    uint64_t total = lists_count(cell->entry);
    if (count == 0) {
        return;
    }
    if (count == total) {
        delete_all(call, cell, total);
        return;
    }
    lists_remove(cell, index, count);
    call->shard->dirty += count;
    if (index == 0 || index + count == total) {
        tell_bounds(call, cell);
    } else {
        effect_delta(effects_of(call), cell->db, cell->key, KIND_LIST_REMOVE, index,
                     bytes_of((const char *)&count, sizeof(count)));
    }
}

void collection_list_keep(struct call *call, struct cell *cell, uint64_t index, uint64_t count) {
    uint64_t total = lists_count(cell->entry);
    if (count == total) {
        return;
    }
    if (count == 0) {
        delete_all(call, cell, total);
        return;
    }
    lists_remove(cell, index + count, total - index - count);
    lists_remove(cell, 0, index);
    call->shard->dirty += total - count;
    tell_bounds(call, cell);
}

/* ---- whole values ---- */

bool collection_publish(struct call *call, struct cell *draft, struct entry *old) {
    bool is_past = draft->expire_ms != EXPIRE_NONE && draft->expire_ms < call->now_ms;
    if (is_past || !draft->entry) {
        cell_discard(draft);
        if (old) {
            struct cell cell = cell_of(draft->keyspace, draft->db, draft->key, old);
            delete_all(call, &cell, 1);
        }
        return !is_past;
    }
    cell_publish(draft, old);
    effect_value(effects_of(call), draft->db, draft->key, draft->entry);
    call->shard->dirty++;
    if (!old) {
        store_notify(call, NOTIFY_NEW, "new", draft->key);
    }
    return true;
}

static void tell_whole(struct call *call, const struct cell *cell) {
    struct effects *effects = effects_of(call);
    if (entry_type(cell->entry) == VALUE_STRING) {
        effect_set(effects, cell->db, cell->key, entry_text(cell->entry, &call->shard->scratch),
                   entry_expire_ms(cell->entry));
    } else {
        effect_value(effects, cell->db, cell->key, cell->entry);
    }
}

bool collection_move(struct call *call, struct cell *source, struct cell *target,
                     int64_t expire_ms) {
    struct call there = *call;
    there.db = target->db;
    if (!cell_move(source, target, expire_ms)) {
        return false;
    }
    effect_delete(effects_of(call), source->db, source->key, 0);
    tell_whole(call, target);
    call->shard->dirty++;
    store_notify(&there, NOTIFY_NEW, "new", target->key);
    return true;
}
