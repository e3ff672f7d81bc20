/* Groups and consumers lie in arrays by name, pending entries in trees by ID: one of the group and
 * one of the consumer, which point at the same struct stream_pending. */
#include "data/stream_group.h"

#include <assert.h>

#include "data/stream_inside.h"

/* ---- arrays by name ---- */

static struct bytes name_of_group(const void *item) {
    return stream_group_name(item);
}

static struct bytes name_of_consumer(const void *item) {
    return stream_consumer_name(item);
}

/* How many items come before the name. */
static uint32_t place_of(void *const *items, uint32_t count, struct bytes name,
                         struct bytes (*name_at)(const void *item)) {
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (bytes_compare(name_at(items[middle]), name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Puts the item at a place; the array as it is afterwards. */
static void **put_item(void **items, uint32_t *count, uint32_t *room, uint32_t place, void *item,
                       const struct allocator *allocator) {
    if (*count == *room) {
        uint32_t wider = *room != 0 ? *room * 2 : 1;
        items = allocator_resize(allocator, items, *room * sizeof *items, wider * sizeof *items);
        *room = wider;
    }
    memmove(items + place + 1, items + place, (*count - place) * sizeof *items);
    items[place] = item;
    ++*count;
    return items;
}

/* The array goes with its last item. */
static void **remove_item(void **items, uint32_t *count, uint32_t *room, uint32_t place,
                          const struct allocator *allocator) {
    --*count;
    memmove(items + place, items + place + 1, (*count - place) * sizeof *items);
    if (*count != 0) return items;
    allocator_free(allocator, items, *room * sizeof *items);
    *room = 0;
    return NULL;
}

static void **groups_of(const struct stream_object *object) {
    return (void **)object->groups;
}

static void **consumers_of(const struct stream_group *group) {
    return (void **)group->consumers;
}

/* ---- finding ---- */

uint64_t stream_group_count(const struct entry *stream) {
    const struct stream_object *object = stream_object_of(stream);
    return object != NULL ? object->group_count : 0;
}

struct stream_group *stream_group_at(const struct entry *stream, uint64_t index) {
    return stream_object_of(stream)->groups[index];
}

struct stream_group *stream_group_find(const struct entry *stream, struct bytes name) {
    const struct stream_object *object = stream_object_of(stream);
    if (object == NULL) return NULL;
    uint32_t at = place_of(groups_of(object), object->group_count, name, name_of_group);
    bool is_there =
        at < object->group_count && bytes_equal(stream_group_name(object->groups[at]), name);
    return is_there ? object->groups[at] : NULL;
}

struct stream_group *stream_group_of_number(const struct entry *stream, uint64_t number) {
    const struct stream_object *object = stream_object_of(stream);
    for (uint32_t i = 0; object != NULL && i < object->group_count; i++)
        if (object->groups[i]->number == number) return object->groups[i];
    return NULL;
}

struct stream_consumer *stream_consumer_find(const struct stream_group *group, struct bytes name) {
    uint32_t at = place_of(consumers_of(group), group->consumer_count, name, name_of_consumer);
    bool is_there =
        at < group->consumer_count && bytes_equal(stream_consumer_name(group->consumers[at]), name);
    return is_there ? group->consumers[at] : NULL;
}

const struct stream_consumer *stream_consumer_after(const struct stream_group *group,
                                                    const struct buffer *name) {
    uint32_t at = 0;
    if (name != NULL) {
        struct bytes text = buffer_view(name);
        at = place_of(consumers_of(group), group->consumer_count, text, name_of_consumer);
        at += at < group->consumer_count &&
              bytes_equal(stream_consumer_name(group->consumers[at]), text);
    }
    return at < group->consumer_count ? group->consumers[at] : NULL;
}

struct stream_pending *stream_pending_find(const struct stream_group *group, struct stream_id id) {
    return stream_tree_find(&group->pending, id);
}

struct stream_pending_walk stream_pending_walk(const struct stream_tree *list,
                                               struct stream_id first) {
    struct stream_pending_walk walk = {.pending = NULL};
    stream_tree_seek(list, first, &walk.cursor);
    return walk;
}

bool stream_pending_next(struct stream_pending_walk *walk) {
    walk->pending = stream_tree_next(&walk->cursor, &walk->id);
    return walk->pending != NULL;
}

struct stream_id stream_pending_first(const struct stream_tree *list) {
    struct stream_pending_walk walk = stream_pending_walk(list, STREAM_ID_MIN);
    stream_pending_next(&walk);
    return walk.id;
}

struct stream_id stream_pending_last(const struct stream_tree *list) {
    struct stream_tree_cursor cursor;
    struct stream_id id = STREAM_ID_MIN;
    stream_tree_seek_end(list, &cursor);
    stream_tree_prev(&cursor, &id);
    return id;
}

/* ---- within cell_edit ---- */

struct stream_group *stream_group_add(struct stream_object *object,
                                      const struct allocator *allocator, struct bytes name,
                                      uint64_t number) {
    struct stream_group *group = allocator_alloc(allocator, sizeof *group + name.len);
    *group = (struct stream_group){.number = number, .name_len = (uint32_t)name.len};
    if (name.len != 0) memcpy(group->name, name.data, name.len);
    uint32_t at = place_of(groups_of(object), object->group_count, name, name_of_group);
    object->groups = (struct stream_group **)put_item(groups_of(object), &object->group_count,
                                                      &object->group_room, at, group, allocator);
    if (object->next_number <= number) object->next_number = number + 1;
    return group;
}

struct stream_consumer *stream_consumer_add(struct stream_group *group,
                                            const struct allocator *allocator, struct bytes name) {
    struct stream_consumer *consumer = allocator_alloc(allocator, sizeof *consumer + name.len);
    *consumer =
        (struct stream_consumer){.active_ms = -1, .group = group, .name_len = (uint32_t)name.len};
    if (name.len != 0) memcpy(consumer->name, name.data, name.len);
    uint32_t at = place_of(consumers_of(group), group->consumer_count, name, name_of_consumer);
    group->consumers =
        (struct stream_consumer **)put_item(consumers_of(group), &group->consumer_count,
                                            &group->consumer_room, at, consumer, allocator);
    return consumer;
}

void stream_pending_add(struct stream_consumer *consumer, const struct allocator *allocator,
                        struct stream_id id, int64_t delivered_ms, uint64_t deliveries) {
    struct stream_tree *list = &consumer->group->pending;
    struct stream_pending *pending = stream_tree_find(list, id);
    if (pending == NULL) {
        pending = allocator_alloc(allocator, sizeof *pending);
        pending->consumer = NULL;
        stream_tree_put(list, allocator, id, pending);
    }
    if (pending->consumer != consumer) {
        if (pending->consumer != NULL) stream_tree_take(&pending->consumer->pending, allocator, id);
        stream_tree_put(&consumer->pending, allocator, id, pending);
        pending->consumer = consumer;
    }
    pending->delivered_ms = delivered_ms;
    pending->deliveries = deliveries;
}

static void free_pending(struct stream_group *group, const struct allocator *allocator,
                         struct stream_id id, struct stream_pending *pending) {
    stream_tree_take(&group->pending, allocator, id);
    stream_tree_take(&pending->consumer->pending, allocator, id);
    allocator_free(allocator, pending, sizeof *pending);
}

static void free_consumer(struct stream_consumer *consumer, const struct allocator *allocator) {
    allocator_free(allocator, consumer, sizeof *consumer + consumer->name_len);
}

/* Frees what the group has, as far as the budget reaches; true if nothing is left. The entries go
 * consumer by consumer, and only then the group's own list, which is good for nothing meanwhile. */
static bool empty_group(struct stream_group *group, const struct allocator *allocator,
                        unsigned *budget) {
    struct stream_pending *pending;
    while (group->consumer_count != 0) {
        uint32_t last = group->consumer_count - 1;
        struct stream_consumer *consumer = group->consumers[last];
        for (; *budget > 0; --*budget) {
            pending = stream_tree_take_last(&consumer->pending, allocator);
            if (pending == NULL) break;
            allocator_free(allocator, pending, sizeof *pending);
        }
        if (*budget == 0) return false;
        --*budget;
        free_consumer(consumer, allocator);
        group->consumers = (struct stream_consumer **)remove_item(
            consumers_of(group), &group->consumer_count, &group->consumer_room, last, allocator);
    }
    for (; *budget > 0; --*budget)
        if (stream_tree_take_last(&group->pending, allocator) == NULL) return true;
    return false;
}

static void free_group(struct stream_object *object, const struct allocator *allocator,
                       uint32_t at) {
    struct stream_group *group = object->groups[at];
    allocator_free(allocator, group, sizeof *group + group->name_len);
    object->groups = (struct stream_group **)remove_item(groups_of(object), &object->group_count,
                                                         &object->group_room, at, allocator);
}

bool stream_groups_free_some(struct stream_object *object, const struct allocator *allocator,
                             unsigned *budget) {
    while (object->group_count != 0) {
        uint32_t last = object->group_count - 1;
        if (!empty_group(object->groups[last], allocator, budget)) return true;
        free_group(object, allocator, last);
    }
    return false;
}

/* ---- telling ---- */

enum { FIELD_NAME_MAX = 256 }; /* of a longer name the hook hears the beginning */

static void tell_field(const struct cell *cell, char what, uint64_t number, struct bytes rest) {
    char field[1 + sizeof number + FIELD_NAME_MAX] = {what};
    size_t len = rest.len < FIELD_NAME_MAX ? rest.len : FIELD_NAME_MAX;
    memcpy(field + 1, &number, sizeof number);
    if (len != 0) memcpy(field + 1 + sizeof number, rest.data, len);
    cell_tell(cell, bytes_of(field, 1 + sizeof number + len));
}

static void tell_group(const struct cell *cell, uint64_t number) {
    tell_field(cell, STREAM_FIELD_GROUP, number, bytes_of(NULL, 0));
}

static void tell_consumer(const struct cell *cell, const struct stream_group *group,
                          struct bytes name) {
    tell_field(cell, STREAM_FIELD_CONSUMER, group->number, name);
}

static void tell_pending(const struct cell *cell, const struct stream_group *group,
                         struct stream_id id) {
    char text[STREAM_ID_BYTES];
    stream_id_write(text, id);
    tell_field(cell, STREAM_FIELD_PENDING, group->number, bytes_of(text, sizeof text));
}

/* Before many go at once: who keeps what was needs each of them (engine/preimage_groups.c). */
static void tell_all_pending(const struct cell *cell, const struct stream_group *group,
                             const struct stream_tree *list) {
    struct stream_pending_walk walk = stream_pending_walk(list, STREAM_ID_MIN);
    if (cell->keyspace->options.hook == NULL) return;
    while (stream_pending_next(&walk)) tell_pending(cell, group, walk.id);
}

/* ---- writing ---- */

static struct stream_group *create(struct cell *cell, struct bytes name, uint64_t number,
                                   struct stream_id last_id, int64_t entries_read) {
    struct stream_object *object = stream_object_of(cell->entry);
    tell_group(cell, number);
    struct stream_group *group = stream_group_add(object, cell_edit(cell), name, number);
    group->last_id = last_id;
    group->entries_read = entries_read;
    cell_edited(cell, &object->base);
    return group;
}

struct stream_group *stream_group_create(struct cell *cell, struct bytes name,
                                         struct stream_id last_id, int64_t entries_read) {
    return create(cell, name, stream_object_of(cell->entry)->next_number, last_id, entries_read);
}

void stream_group_set(struct cell *cell, struct stream_group *group, struct stream_id last_id,
                      int64_t entries_read) {
    tell_group(cell, group->number);
    group->last_id = last_id;
    group->entries_read = entries_read;
}

void stream_group_destroy(struct cell *cell, struct stream_group *group) {
    struct stream_object *object = stream_object_of(cell->entry);
    uint32_t at =
        place_of(groups_of(object), object->group_count, stream_group_name(group), name_of_group);
    unsigned budget = UINT32_MAX;
    tell_all_pending(cell, group, &group->pending);
    tell_group(cell, group->number);
    const struct allocator *allocator = cell_edit(cell);
    while (!empty_group(group, allocator, &budget)) budget = UINT32_MAX;
    free_group(object, allocator, at);
    cell_edited(cell, &object->base);
}

struct stream_consumer *stream_consumer_create(struct cell *cell, struct stream_group *group,
                                               struct bytes name, int64_t seen_ms) {
    struct stream_object *object = stream_object_of(cell->entry);
    tell_consumer(cell, group, name);
    struct stream_consumer *consumer = stream_consumer_add(group, cell_edit(cell), name);
    consumer->seen_ms = seen_ms;
    cell_edited(cell, &object->base);
    return consumer;
}

void stream_consumer_set_times(struct cell *cell, struct stream_consumer *consumer, int64_t seen_ms,
                               int64_t active_ms) {
    tell_consumer(cell, consumer->group, stream_consumer_name(consumer));
    consumer->seen_ms = seen_ms;
    consumer->active_ms = active_ms;
    consumer->looked_ms = 0;
}

void stream_consumer_look(struct stream_consumer *consumer, int64_t now_ms) {
    consumer->looked_ms = now_ms;
}

void stream_consumer_destroy(struct cell *cell, struct stream_consumer *consumer) {
    struct stream_object *object = stream_object_of(cell->entry);
    struct stream_group *group = consumer->group;
    struct bytes name = stream_consumer_name(consumer);
    uint32_t at = place_of(consumers_of(group), group->consumer_count, name, name_of_consumer);
    struct stream_pending *pending;
    tell_all_pending(cell, group, &consumer->pending);
    tell_consumer(cell, group, name);
    const struct allocator *allocator = cell_edit(cell);
    while (consumer->pending.count != 0) {
        struct stream_id id = stream_pending_last(&consumer->pending);
        pending = stream_tree_take(&consumer->pending, allocator, id);
        stream_tree_take(&group->pending, allocator, id);
        allocator_free(allocator, pending, sizeof *pending);
    }
    free_consumer(consumer, allocator);
    group->consumers = (struct stream_consumer **)remove_item(
        consumers_of(group), &group->consumer_count, &group->consumer_room, at, allocator);
    cell_edited(cell, &object->base);
}

void stream_pending_set(struct cell *cell, struct stream_consumer *consumer, struct stream_id id,
                        int64_t delivered_ms, uint64_t deliveries) {
    struct stream_object *object = stream_object_of(cell->entry);
    tell_pending(cell, consumer->group, id);
    stream_pending_add(consumer, cell_edit(cell), id, delivered_ms, deliveries);
    cell_edited(cell, &object->base);
}

bool stream_pending_remove(struct cell *cell, struct stream_group *group, struct stream_id id) {
    struct stream_object *object = stream_object_of(cell->entry);
    struct stream_pending *pending = stream_tree_find(&group->pending, id);
    if (pending == NULL) return false;
    tell_pending(cell, group, id);
    free_pending(group, cell_edit(cell), id, pending);
    cell_edited(cell, &object->base);
    return true;
}

void stream_group_place(struct cell *cell, struct bytes name, uint64_t number,
                        struct stream_id last_id, int64_t entries_read) {
    struct stream_group *group = stream_group_find(cell->entry, name);
    if (group != NULL && group->number != number) {
        stream_group_destroy(cell, group);
        group = NULL;
    }
    if (group != NULL)
        stream_group_set(cell, group, last_id, entries_read);
    else
        create(cell, name, number, last_id, entries_read);
}
