/* engine/stream_store.c - data and effects of streams and their groups together.
 *
 * The data comes first, then the effect; where something goes, the other way round, because the effect needs
 * its name. What no one reads is not put together. */
#include "engine/stream_store.h"

#include "data/value.h"
#include "engine/core.h"

static struct effects *effects_of(const struct call *call) {
    return &call->shard->effects;
}

static bool has_reader(const struct call *call) {
    return effects_of(call)->sink.record != NULL;
}

/* ---- records ---- */

static void put_id(struct buffer *out, struct stream_id id) {
    part_put_number(out, id.ms);
    part_put_number(out, id.seq);
}

/* The texts of a field that has parts. */
struct field {
    struct bytes bytes;
    char id[STREAM_ID_BYTES];
};

static void field_of_id(struct field *field, struct stream_id id) {
    stream_id_write(field->id, id);
    field->bytes = bytes_of(field->id, sizeof(field->id));
}

static void tell(struct call *call, const struct cell *cell, enum effect_kind kind,
                 struct bytes field, struct bytes state) {
    effect_field(effects_of(call), cell->db, cell->key, kind, field, state, EXPIRE_NONE);
}

static void tell_absent(struct call *call, const struct cell *cell, enum effect_kind kind,
                        struct bytes field) {
    effect_field_absent(effects_of(call), cell->db, cell->key, kind, field);
}

static void tell_made(struct call *call, const struct cell *cell) {
    effect_value(effects_of(call), cell->db, cell->key, cell->entry);
    store_notify(call, NOTIFY_NEW, "new", cell->key);
}

static void tell_entry(struct call *call, const struct cell *cell, struct stream_id id,
                       const struct bytes *texts, uint64_t count) {
    struct buffer *state = store_scratch(call);
    struct field field;
    field_of_id(&field, id);
    if (has_reader(call)) {
        part_put_number(state, stream_head(cell->entry).entries_added);
        for (uint64_t i = 0; i < 2 * count; i++) {
            part_put(state, texts[i]);
        }
    }
    tell(call, cell, KIND_STREAM_ENTRY, field.bytes, buffer_view(state));
}

static void tell_head(struct call *call, const struct cell *cell) {
    struct stream_head head = stream_head(cell->entry);
    struct buffer *state = store_scratch(call);
    put_id(state, head.last_id);
    put_id(state, head.max_deleted);
    part_put_number(state, head.entries_added);
    tell(call, cell, KIND_STREAM_HEAD, bytes_of(NULL, 0), buffer_view(state));
}

/* After a trim: all before the first entry is gone, or all there was. */
static void tell_trim(struct call *call, const struct cell *cell) {
    struct stream_id gone = stream_first_id(cell->entry);
    bool is_empty = !stream_id_step_down(&gone);
    if (is_empty) {
        gone = stream_head(cell->entry).last_id;
    }
    effect_bound(effects_of(call), cell->db, cell->key, KIND_STREAM_ENTRY, (int64_t)gone.ms,
                 (int64_t)gone.seq);
    if (is_empty) {
        tell_head(call, cell); /* no entry says it any more */
    }
}

/* ---- entries ---- */

void stream_store_make(struct call *call, struct cell *cell) {
    stream_make(cell);
    call->shard->dirty++;
    tell_made(call, cell);
}

uint64_t stream_store_append(struct call *call, struct cell *cell, struct stream_id id,
                             const struct bytes *texts, uint64_t count,
                             const struct stream_trim *trim) {
    bool is_new = cell->entry == NULL;
    stream_append(cell, id, texts, count);
    if (!is_new) {
        tell_entry(call, cell, id, texts, count);
    }
    uint64_t gone = trim ? stream_trim(cell, trim) : 0;
    if (is_new) {
        tell_made(call, cell);
    } else if (gone > 0) {
        tell_trim(call, cell);
    }
    call->shard->dirty += 1 + gone;
    return gone;
}

uint64_t stream_store_trim(struct call *call, struct cell *cell, const struct stream_trim *trim) {
    uint64_t gone = stream_trim(cell, trim);
    if (gone > 0) {
        tell_trim(call, cell);
        call->shard->dirty += gone;
    }
    return gone;
}

uint64_t stream_store_delete(struct call *call, struct cell *cell, const struct stream_id *ids,
                             uint64_t count) {
    uint64_t gone = 0;
    for (uint64_t i = 0; i < count; i++) {
        struct field field;
        if (stream_delete(cell, ids[i])) {
            field_of_id(&field, ids[i]);
            tell_absent(call, cell, KIND_STREAM_ENTRY, field.bytes);
            gone++;
        }
    }
    if (gone > 0) {
        tell_head(call, cell);
        call->shard->dirty += gone;
    }
    return gone;
}

void stream_store_set_head(struct call *call, struct cell *cell, const struct stream_head *head) {
    stream_set_head(cell, head);
    tell_head(call, cell);
    call->shard->dirty++;
}

/* ---- groups ---- */

static void tell_group(struct call *call, const struct cell *cell,
                       const struct stream_group *group) {
    struct buffer *state = store_scratch(call);
    part_put_number(state, group->number);
    put_id(state, group->last_id);
    part_put_number(state, (uint64_t)group->entries_read);
    tell(call, cell, KIND_STREAM_GROUP, stream_group_name(group), buffer_view(state));
}

struct stream_group *stream_store_group_create(struct call *call, struct cell *cell,
                                               struct bytes name, struct stream_id last_id,
                                               int64_t entries_read) {
    struct stream_group *group = stream_group_create(cell, name, last_id, entries_read);
    tell_group(call, cell, group);
    call->shard->dirty++;
    return group;
}

void stream_store_group_set(struct call *call, struct cell *cell, struct stream_group *group,
                            struct stream_id last_id, int64_t entries_read) {
    if (stream_id_equal(group->last_id, last_id) && group->entries_read == entries_read) {
        return;
    }
    stream_group_set(cell, group, last_id, entries_read);
    tell_group(call, cell, group);
    call->shard->dirty++;
}

/* Its number tells what is of it and comes later in the log that it is gone. */
void stream_store_group_destroy(struct call *call, struct cell *cell, struct stream_group *group) {
    tell_absent(call, cell, KIND_STREAM_GROUP, stream_group_name(group));
    stream_group_destroy(cell, group);
    call->shard->dirty++;
}

/* ---- consumers ---- */

/* Fields and states that begin with names are put together in this order: number, name, state. */
static struct bytes consumer_field(struct buffer *scratch, const struct stream_consumer *consumer) {
    part_put_number(scratch, consumer->group->number);
    buffer_append(scratch, stream_consumer_name(consumer));
    return buffer_view(scratch);
}

static void tell_consumer(struct call *call, const struct cell *cell,
                          const struct stream_consumer *consumer) {
    struct buffer *field = store_scratch(call);
    char state[2 * sizeof(int64_t)];
    memcpy(state, &consumer->seen_ms, sizeof(int64_t));
    memcpy(state + sizeof(int64_t), &consumer->active_ms, sizeof(int64_t));
    tell(call, cell, KIND_STREAM_CONSUMER, consumer_field(field, consumer),
         bytes_of(state, sizeof(state)));
}

struct stream_consumer *stream_store_consumer_create(struct call *call, struct cell *cell,
                                                     struct stream_group *group, struct bytes name,
                                                     int64_t seen_ms) {
    struct stream_consumer *consumer = stream_consumer_create(cell, group, name, seen_ms);
    tell_consumer(call, cell, consumer);
    call->shard->dirty++;
    return consumer;
}

void stream_store_consumer_set_times(struct call *call, struct cell *cell,
                                     struct stream_consumer *consumer, int64_t seen_ms,
                                     int64_t active_ms) {
    if (consumer->seen_ms == seen_ms && consumer->active_ms == active_ms) {
        return;
    }
    stream_consumer_set_times(cell, consumer, seen_ms, active_ms);
    tell_consumer(call, cell, consumer);
}

/* ---- pending entries ---- */

static void field_of_pending(char field[sizeof(uint64_t) + STREAM_ID_BYTES],
                             const struct stream_group *group, struct stream_id id) {
    memcpy(field, &group->number, sizeof(group->number));
    stream_id_write(field + sizeof(group->number), id);
}

static void tell_not_pending(struct call *call, const struct cell *cell,
                             const struct stream_group *group, struct stream_id id) {
    char field[sizeof(uint64_t) + STREAM_ID_BYTES];
    field_of_pending(field, group, id);
    tell_absent(call, cell, KIND_STREAM_PENDING, bytes_of(field, sizeof(field)));
}

void stream_store_pending_set(struct call *call, struct cell *cell,
                              struct stream_consumer *consumer, struct stream_id id,
                              int64_t delivered_ms, uint64_t deliveries) {
    char field[sizeof(uint64_t) + STREAM_ID_BYTES];
    struct buffer *state = store_scratch(call);
    stream_pending_set(cell, consumer, id, delivered_ms, deliveries);
    field_of_pending(field, consumer->group, id);
    part_put_number(state, (uint64_t)delivered_ms);
    part_put_number(state, deliveries);
    buffer_append(state, stream_consumer_name(consumer));
    tell(call, cell, KIND_STREAM_PENDING, bytes_of(field, sizeof(field)), buffer_view(state));
    call->shard->dirty++;
}

bool stream_store_pending_remove(struct call *call, struct cell *cell, struct stream_group *group,
                                 struct stream_id id) {
    if (!stream_pending_remove(cell, group, id)) {
        return false;
    }
    tell_not_pending(call, cell, group, id);
    call->shard->dirty++;
    return true;
}

/* Its pending entries one by one: a later consumer of the name does not have them. */
uint64_t stream_store_consumer_destroy(struct call *call, struct cell *cell,
                                       struct stream_consumer *consumer) {
    uint64_t count = consumer->pending.count;
    struct stream_pending_walk walk = stream_pending_walk(&consumer->pending, STREAM_ID_MIN);
    while (stream_pending_next(&walk)) {
        tell_not_pending(call, cell, consumer->group, walk.id);
    }
    struct buffer *field = store_scratch(call);
    tell_absent(call, cell, KIND_STREAM_CONSUMER, consumer_field(field, consumer));
    stream_consumer_destroy(cell, consumer);
    call->shard->dirty++;
    return count;
}
