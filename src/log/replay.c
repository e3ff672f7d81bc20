/* log/replay.c - records of effects, applied to a keyspace.
 *
 * One function for each op of a key; those whose records have kinds have one switch on the kind. The functions of
 * data/ may assume that what they are told makes sense, so all of that is looked at here. */
#include "log/replay.h"

#include <math.h>

#include "base/memory.h"
#include "data/draft_text.h"
#include "data/hash.h"
#include "data/lists.h"
#include "data/passage.h"
#include "data/set.h"
#include "data/value.h"
#include "data/zset.h"
#include "log/replay_stream.h"

/* A key that is being put together. The cell points at the key, the key at the name. A draft that is changed may
 * become empty, and is of its type nevertheless. */
struct replay_group {
    struct replay_group *next;
    struct cell draft;
    struct key key;
    enum value_type type;
    bool has_type; /* a part has come */
    char name[];
};

/* The key that a record is of, and what it holds now. */
struct target {
    struct replay *replay;
    const struct effect *effect;
    struct key key;
    struct entry *entry;
    struct replay_group *group; /* that is open, or NULL */
};

enum { LIST_NUMBER_BITS = 60 }; /* data/list.h: where its numbers and their distances are */

void replay_init(struct replay *replay, struct keyspace *keyspace) {
    *replay = (struct replay){.keyspace = keyspace};
}

bool replay_has_groups(const struct replay *replay) {
    return replay->groups != NULL;
}

/* ---- groups ---- */

struct replay_group *replay_group_of(struct replay *replay, unsigned db, const struct key *key) {
    struct replay_group *group = replay->groups;
    while (group && (group->key.hash != key->hash || !replay_group_is(group, db, key->name))) {
        group = group->next;
    }
    return group;
}

bool replay_group_is(const struct replay_group *group, unsigned db, struct bytes key) {
    return group->draft.db == db && bytes_equal(group->key.name, key);
}

static void remove_group(struct replay *replay, struct replay_group *group) {
    struct replay_group **at = &replay->groups;
    while (*at != group) {
        at = &(*at)->next;
    }
    *at = group->next;
    memory_free(group);
}

void replay_group_drop(struct replay *replay, struct replay_group *group) {
    cell_discard(&group->draft);
    remove_group(replay, group);
}

void replay_clear(struct replay *replay) {
    while (replay->groups) {
        replay_group_drop(replay, replay->groups);
    }
}

static bool has_group_in(const struct replay *replay, unsigned db) {
    for (const struct replay_group *group = replay->groups; group; group = group->next) {
        if (group->draft.db == db) {
            return true;
        }
    }
    return false;
}

/* What is in them is counted in their databases, which exchange their counts. */
static void swap_groups(struct replay *replay, unsigned db, unsigned db_other) {
    for (struct replay_group *group = replay->groups; group; group = group->next) {
        if (group->draft.db == db) {
            group->draft.db = db_other;
        } else if (group->draft.db == db_other) {
            group->draft.db = db;
        }
    }
}

static bool begin_group(struct target *target) {
    struct replay *replay = target->replay;
    struct bytes name = target->key.name;
    if (target->group) {
        return false;
    }
    struct replay_group *group = memory_alloc_zeroed(sizeof(*group) + name.len);
    if (name.len > 0) {
        memcpy(group->name, name.data, name.len);
    }
    group->key = target->key;
    group->key.name = bytes_of(group->name, name.len);
    group->draft = cell_draft(replay->keyspace, target->effect->db, &group->key, EXPIRE_NONE);
    group->next = replay->groups;
    replay->groups = group;
    return true;
}

static bool add_to_group(struct target *target) {
    struct replay_group *group = target->group;
    if (!group || !passage_load(&group->draft, target->effect->body)) {
        return false;
    }
    if (group->draft.entry && group->has_type && entry_type(group->draft.entry) != group->type) {
        return false; /* what has become empty does not become something else */
    }
    if (group->draft.entry) {
        group->type = entry_type(group->draft.entry);
        group->has_type = true;
    }
    return true;
}

static bool end_group(struct target *target) {
    const struct effect *effect = target->effect;
    struct replay_group *group = target->group;
    if (!group) {
        return false;
    }
    struct cell *draft = &group->draft;
    if (!draft->entry) {
        replay_group_drop(target->replay, group);
        return false; /* no part has come */
    }
    if (group->type == VALUE_STRING) {
        draft_text_publish(draft, target->entry, effect->expire_ms);
    } else {
        cell_publish(draft, target->entry);
        if (effect->expire_ms != EXPIRE_ABSENT) {
            keyspace_set_expire(target->replay->keyspace, effect->db, &target->key, draft->entry,
                                effect->expire_ms);
        }
    }
    remove_group(target->replay, group);
    return true;
}

/* ---- whole keys ---- */

static bool put_value(struct target *target) {
    const struct effect *effect = target->effect;
    struct cell draft =
        cell_draft(target->replay->keyspace, effect->db, &target->key, effect->expire_ms);
    if (!value_load(&draft, effect->body) || !draft.entry) {
        cell_discard(&draft);
        return false;
    }
    cell_publish(&draft, target->entry);
    return true;
}

static bool put_page(const struct target *target) {
    const struct effect *effect = target->effect;
    struct entry *old = target->entry, *entry;
    if (target->group) { /* how long it is going to be, its last part says */
        return draft_text_change(&target->group->draft, effect->page * EFFECT_PAGE_SIZE,
                                 effect->body);
    }
    if (!old || entry_type(old) != VALUE_STRING) {
        return false;
    }
    char *text = keyspace_edit_string(target->replay->keyspace, effect->db, &target->key, old,
                                      effect->total, &entry);
    if (!text) {
        return false;
    }
    /* It lies within the text: effect_decode has looked. */
    if (effect->body.len > 0) {
        memcpy(text + effect->page * EFFECT_PAGE_SIZE, effect->body.data, effect->body.len);
    }
    return true;
}

/* ---- fields ---- */

/* What fields, bounds and deltas change: the draft of an open group, else what is in the keyspace. */
static struct cell *open_cell(const struct target *target, struct cell *place) {
    if (target->group) {
        return &target->group->draft;
    }
    *place = cell_of(target->replay->keyspace, target->effect->db, &target->key, target->entry);
    return place;
}

static bool is_type(const struct target *target, enum value_type type) {
    if (target->group) {
        return target->group->has_type && target->group->type == type;
    }
    return target->entry && entry_type(target->entry) == type;
}

/* Only drafts become empty: of other keys the last field goes with its key, by a K. */
static bool may_be_so(const struct target *target, const struct cell *cell) {
    return target->group || cell->entry;
}

static bool put_score(struct cell *cell, const struct effect *effect) {
    double score;
    if (effect->body.len != sizeof(score)) {
        return false;
    }
    memcpy(&score, effect->body.data, sizeof(score));
    if (isnan(score)) {
        return false;
    }
    zset_set(cell, effect->field, score);
    return true;
}

/* Numbers and their distances stay within what data/list.h counts by. */
static bool is_near(int64_t number, int64_t other) {
    int64_t limit = (int64_t)1 << LIST_NUMBER_BITS, distance;
    return number > -limit && number < limit && !__builtin_sub_overflow(number, other, &distance) &&
           distance > -limit && distance < limit;
}

static bool put_element(struct cell *cell, const struct effect *effect) {
    int64_t number;
    if (effect->field.len != sizeof(number)) {
        return false;
    }
    memcpy(&number, effect->field.data, sizeof(number));
    if (!is_near(number, cell->entry ? lists_first(cell->entry) : 0)) {
        return false;
    }
    lists_place(cell, number, effect->body);
    return true;
}

static bool put_field(const struct target *target, struct cell *cell) {
    const struct effect *effect = target->effect;
    switch (effect->kind) {
    case KIND_SET_MEMBER:
        if (!is_type(target, VALUE_SET) || effect->body.len > 0) {
            return false;
        }
        set_add(cell, effect->field);
        return true;
    case KIND_HASH_FIELD:
        if (!is_type(target, VALUE_HASH)) {
            return false;
        }
        hash_set(cell, effect->field, effect->body, effect->expire_ms);
        return true;
    case KIND_ZSET_MEMBER:
        return is_type(target, VALUE_ZSET) && put_score(cell, effect);
    case KIND_LIST_ELEMENT:
        return is_type(target, VALUE_LIST) && put_element(cell, effect);
    default:
        return false;
    }
}

static bool remove_field(const struct target *target, struct cell *cell) {
    const struct effect *effect = target->effect;
    switch (effect->kind) {
    case KIND_SET_MEMBER:
        return is_type(target, VALUE_SET) && set_remove(cell, effect->field);
    case KIND_HASH_FIELD:
        return is_type(target, VALUE_HASH) && hash_delete(cell, effect->field);
    case KIND_ZSET_MEMBER:
        return is_type(target, VALUE_ZSET) && zset_remove(cell, effect->field);
    default:
        return false;
    }
}

/* What goes was there. */
static bool apply_field(struct target *target) {
    const struct effect *effect = target->effect;
    struct cell place, *cell = open_cell(target, &place);
    if (is_type(target, VALUE_STREAM)) {
        return replay_stream(cell, effect);
    }
    return effect->flags & EFFECT_IS_ABSENT ? remove_field(target, cell) && may_be_so(target, cell)
                                            : put_field(target, cell);
}

static bool apply_bound(struct target *target) {
    const struct effect *effect = target->effect;
    struct cell place, *cell = open_cell(target, &place);
    switch (effect->kind) {
    case KIND_STREAM_ENTRY:
        return is_type(target, VALUE_STREAM) && replay_stream(cell, effect);
    case KIND_LIST_ELEMENT:
        if (!is_type(target, VALUE_LIST) || effect->first >= effect->end) {
            return false;
        }
        lists_bound(cell, effect->first, effect->end);
        return may_be_so(target, cell);
    default:
        return false;
    }
}

/* ---- deltas ---- */

static bool insert_element(struct cell *cell, const struct effect *effect) {
    if (effect->number > lists_count(cell->entry)) {
        return false;
    }
    lists_insert(cell, effect->number, effect->body);
    return true;
}

static bool remove_elements(struct cell *cell, const struct effect *effect) {
    uint64_t there = lists_count(cell->entry), count;
    if (effect->body.len != sizeof(count)) {
        return false;
    }
    memcpy(&count, effect->body.data, sizeof(count));
    if (effect->number > there || count > there - effect->number || count == there) {
        return false;
    }
    lists_remove(cell, effect->number, count);
    return true;
}

static bool apply_delta(struct target *target) {
    const struct effect *effect = target->effect;
    struct cell place, *cell = open_cell(target, &place);
    if (!cell->entry) {
        return false;
    }
    switch (effect->kind) {
    case KIND_LIST_INSERT:
        return is_type(target, VALUE_LIST) && insert_element(cell, effect);
    case KIND_LIST_REMOVE:
        return is_type(target, VALUE_LIST) && remove_elements(cell, effect);
    default:
        return false;
    }
}

/* ---- all ---- */

static bool apply_to_key(struct target *target) {
    struct keyspace *keyspace = target->replay->keyspace;
    const struct effect *effect = target->effect;
    switch (effect->op) {
    case EFFECT_SET:
        return keyspace_put_string(keyspace, effect->db, &target->key, target->entry, effect->body,
                                   effect->expire_ms) != NULL;
    case EFFECT_DELETE:
        if (target->entry) {
            keyspace_delete(keyspace, effect->db, &target->key, target->entry);
        }
        return true;
    case EFFECT_PAGE:
        return put_page(target);
    case EFFECT_EXPIRE:
        if (!target->entry) {
            return false;
        }
        keyspace_set_expire(keyspace, effect->db, &target->key, target->entry, effect->expire_ms);
        return true;
    case EFFECT_VALUE:
        return put_value(target);
    case EFFECT_BEGIN:
        return begin_group(target);
    case EFFECT_PART:
        return add_to_group(target);
    case EFFECT_END:
        return end_group(target);
    case EFFECT_FIELD:
        return apply_field(target);
    case EFFECT_BOUND:
        return apply_bound(target);
    case EFFECT_DELTA:
        return apply_delta(target);
    default:
        return false;
    }
}

/* A group holds its key's lock to its end, or is cancelled before its database goes. */
static bool apply_to_database(struct replay *replay, const struct effect *effect) {
    if (effect->op == EFFECT_FLUSH) {
        if (has_group_in(replay, effect->db)) {
            return false;
        }
        keyspace_flush(replay->keyspace, effect->db);
        return true;
    }
    if (effect->db_other >= keyspace_databases(replay->keyspace)) {
        return false;
    }
    swap_groups(replay, effect->db, effect->db_other);
    keyspace_swap(replay->keyspace, effect->db, effect->db_other);
    return true;
}

bool replay_effect(struct replay *replay, const struct effect *effect) {
    if (effect->db >= keyspace_databases(replay->keyspace)) {
        return false;
    }
    if (effect->op == EFFECT_MEMBERS) {
        return true;
    }
    if (effect_is_global(effect)) {
        return apply_to_database(replay, effect);
    }
    struct target target = {.replay = replay, .effect = effect, .key = key_of(effect->key)};
    if (!keyspace_has_partition(replay->keyspace, target.key.partition)) {
        return false;
    }
    target.entry = keyspace_find_any(replay->keyspace, effect->db, &target.key);
    if (replay->groups) {
        target.group = replay_group_of(replay, effect->db, &target.key);
    }
    return apply_to_key(&target);
}

bool replay_record(struct replay *replay, struct bytes record) {
    struct effect effect;
    return effect_decode(record, &effect) && replay_effect(replay, &effect);
}
