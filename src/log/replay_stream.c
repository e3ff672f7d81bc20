/* log/replay_stream.c - records of streams and their groups.
 *
 * What engine/stream_store.c writes. A pending entry names its consumer, who is made if need be: the record of
 * the consumer may have been replaced by a later one. */
#include "log/replay_stream.h"

#include "base/memory.h"
#include "data/stream_group.h"
#include "data/value.h"

static bool take_id(struct bytes *rest, struct stream_id *id) {
    return part_take_number(rest, &id->ms) && part_take_number(rest, &id->seq);
}

static bool take_signed(struct bytes *rest, int64_t *number) {
    uint64_t bits;
    bool is_there = part_take_number(rest, &bits);
    *number = is_there ? (int64_t)bits : 0;
    return is_there;
}

/* ---- entries ---- */

/* The texts up to the end, in memory that is the caller's to free; NULL if they are malformed. */
static struct bytes *take_texts(struct bytes rest, uint64_t *count) {
    struct bytes text, all = rest;
    *count = 0;
    while (part_take(&rest, &text)) {
        ++*count;
    }
    if (rest.len > 0 || *count == 0 || *count % 2 != 0) {
        return NULL;
    }
    struct bytes *texts = memory_alloc(*count * sizeof(*texts));
    for (uint64_t i = 0; i < *count; i++) {
        part_take(&all, &texts[i]);
    }
    return texts;
}

static bool put_entry(struct cell *cell, struct stream_id id, struct bytes state) {
    uint64_t entries_added, count;
    if (stream_id_is_zero(id) || !part_take_number(&state, &entries_added)) {
        return false;
    }
    struct bytes *texts = take_texts(state, &count);
    if (!texts) {
        return false;
    }
    stream_place(cell, id, texts, count / 2);
    memory_free(texts);
    struct stream_head head = stream_head(cell->entry);
    head.entries_added = entries_added;
    stream_set_head(cell, &head);
    return true;
}

static bool apply_entry(struct cell *cell, const struct effect *effect) {
    struct bytes field = effect->field;
    struct stream_id id;
    if (!take_id(&field, &id) || field.len > 0) {
        return false;
    }
    if (effect->flags & EFFECT_IS_ABSENT) {
        stream_remove(cell, id);
        return true;
    }
    return put_entry(cell, id, effect->body);
}

static struct stream_id last_entry_id(const struct entry *stream) {
    struct stream_walk walk;
    stream_walk(stream, STREAM_ID_MIN, STREAM_ID_MAX, true, &walk);
    return stream_next(&walk) ? walk.id : STREAM_ID_MIN;
}

static bool apply_head(struct cell *cell, const struct effect *effect) {
    struct stream_head head;
    struct bytes state = effect->body;
    if (effect->flags & EFFECT_IS_ABSENT || effect->field.len > 0 ||
        !take_id(&state, &head.last_id) || !take_id(&state, &head.max_deleted) ||
        !part_take_number(&state, &head.entries_added) || state.len > 0 ||
        stream_id_less(head.last_id, last_entry_id(cell->entry))) {
        return false;
    }
    stream_set_head(cell, &head);
    return true;
}

/* ---- groups ---- */

static bool apply_group(struct cell *cell, const struct effect *effect) {
    struct stream_group *group = stream_group_find(cell->entry, effect->field);
    if (effect->flags & EFFECT_IS_ABSENT) {
        if (group) {
            stream_group_destroy(cell, group);
        }
        return true;
    }
    struct bytes state = effect->body;
    uint64_t number;
    struct stream_id last_id;
    int64_t entries_read;
    if (!part_take_number(&state, &number) || number == UINT64_MAX || !take_id(&state, &last_id) ||
        !take_signed(&state, &entries_read) || entries_read < STREAM_READ_UNKNOWN ||
        state.len > 0) {
        return false;
    }
    const struct stream_group *other = stream_group_of_number(cell->entry, number);
    if (other && other != group) {
        return false;
    }
    stream_group_place(cell, effect->field, number, last_id, entries_read);
    return true;
}

static struct stream_consumer *consumer_of(struct cell *cell, struct stream_group *group,
                                           struct bytes name) {
    struct stream_consumer *consumer = stream_consumer_find(group, name);
    return consumer ? consumer : stream_consumer_create(cell, group, name, 0);
}

static bool apply_consumer(struct cell *cell, const struct effect *effect,
                           struct stream_group *group, struct bytes name) {
    struct bytes state = effect->body;
    int64_t seen_ms, active_ms;
    if (effect->flags & EFFECT_IS_ABSENT) {
        struct stream_consumer *consumer = stream_consumer_find(group, name);
        if (consumer) {
            stream_consumer_destroy(cell, consumer);
        }
        return true;
    }
    if (!take_signed(&state, &seen_ms) || !take_signed(&state, &active_ms) || active_ms < -1 ||
        state.len > 0) {
        return false;
    }
    stream_consumer_set_times(cell, consumer_of(cell, group, name), seen_ms, active_ms);
    return true;
}

static bool apply_pending(struct cell *cell, const struct effect *effect,
                          struct stream_group *group, struct bytes field) {
    struct stream_id id;
    struct bytes state = effect->body;
    int64_t delivered_ms;
    uint64_t deliveries;
    if (!take_id(&field, &id) || field.len > 0) {
        return false;
    }
    if (effect->flags & EFFECT_IS_ABSENT) {
        stream_pending_remove(cell, group, id);
        return true;
    }
    if (!take_signed(&state, &delivered_ms) || !part_take_number(&state, &deliveries)) {
        return false;
    }
    stream_pending_set(cell, consumer_of(cell, group, state), id, delivered_ms, deliveries);
    return true;
}

static bool apply_in_group(struct cell *cell, const struct effect *effect) {
    struct bytes field = effect->field;
    uint64_t number;
    if (!part_take_number(&field, &number)) {
        return false;
    }
    struct stream_group *group = stream_group_of_number(cell->entry, number);
    if (!group) {
        return true;
    }
    return effect->kind == KIND_STREAM_CONSUMER ? apply_consumer(cell, effect, group, field)
                                                : apply_pending(cell, effect, group, field);
}

bool replay_stream(struct cell *cell, const struct effect *effect) {
    if (effect->op == EFFECT_BOUND) {
        stream_bound(cell, (struct stream_id){(uint64_t)effect->first, (uint64_t)effect->end});
        return effect->kind == KIND_STREAM_ENTRY;
    }
    switch (effect->kind) {
    case KIND_STREAM_ENTRY:
        return apply_entry(cell, effect);
    case KIND_STREAM_HEAD:
        return apply_head(cell, effect);
    case KIND_STREAM_GROUP:
        return apply_group(cell, effect);
    case KIND_STREAM_CONSUMER:
    case KIND_STREAM_PENDING:
        return apply_in_group(cell, effect);
    default:
        return false;
    }
}
