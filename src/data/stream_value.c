/* A stream as a value of the keyspace: its digest, its end, and its way through bytes.
 *
 * What value_save writes is a row of items, each a letter and what belongs to it; texts as in
 * data/member.h, numbers of 8 bytes, IDs of two numbers. The position is an item's place in this
 * order, so that a stream of any size is saved in parts, found by rank:
 *
 *   H   last_id, max_deleted, entries_added, next number of a group
 *   B   text: a block                                             (each block in order)
 *   G   name, number, last_id, entries_read                       (each group: this,
 *   C   index of the group, name, seen_ms, active_ms               its consumers,
 *   P   indexes of group and consumer, ID, delivered_ms, times     its pending entries)
 *
 * Parts come in order. Nothing in them is believed: loading refuses what is not so. */
#include "base/hash.h"
#include "data/stream_inside.h"

static const char *encoding(const struct entry *stream) {
    (void)stream;
    return "stream";
}

/* ---- digest ---- */

static void put_id(struct buffer *out, struct stream_id id) {
    stream_id_write(buffer_reserve(out, STREAM_ID_BYTES), id);
    out->len += STREAM_ID_BYTES;
}

/* Begins the name of an element of the digest. */
static void begin_name(struct buffer *name, char what, uint64_t number) {
    name->len = 0;
    buffer_append(name, bytes_of(&what, 1));
    part_put_number(name, number);
}

static void digest_entries(const struct entry *stream, struct buffer *name, uint64_t sum[2]) {
    struct stream_walk walk;
    stream_walk(stream, STREAM_ID_MIN, STREAM_ID_MAX, false, &walk);
    while (stream_next(&walk)) {
        struct bytes field, value;
        for (uint64_t i = 0; stream_next_field(&walk, &field, &value); i++) {
            begin_name(name, STREAM_FIELD_ENTRY, i);
            put_id(name, walk.id);
            buffer_append(name, field);
            digest_element(sum, buffer_view(name), value, (int64_t)walk.field_count);
        }
    }
}

static void digest_group(const struct stream_group *group, struct buffer *name, uint64_t sum[2]) {
    begin_name(name, STREAM_FIELD_GROUP, group->number);
    put_id(name, group->last_id);
    digest_element(sum, buffer_view(name), stream_group_name(group), group->entries_read);
    for (uint32_t i = 0; i < group->consumer_count; i++) {
        const struct stream_consumer *consumer = group->consumers[i];
        begin_name(name, STREAM_FIELD_CONSUMER, group->number);
        part_put_number(name, (uint64_t)consumer->active_ms);
        digest_element(sum, buffer_view(name), stream_consumer_name(consumer), consumer->seen_ms);
    }
    struct stream_pending_walk walk = stream_pending_walk(&group->pending, STREAM_ID_MIN);
    while (stream_pending_next(&walk)) {
        begin_name(name, STREAM_FIELD_PENDING, group->number);
        put_id(name, walk.id);
        part_put_number(name, walk.pending->deliveries);
        digest_element(sum, buffer_view(name), stream_consumer_name(walk.pending->consumer),
                       walk.pending->delivered_ms);
    }
}

static void digest(const struct entry *stream, uint64_t sum[2]) {
    struct buffer name = {0};
    struct stream_head head = stream_head(stream);
    begin_name(&name, STREAM_FIELD_HEAD, head.entries_added);
    put_id(&name, head.last_id);
    put_id(&name, head.max_deleted);
    digest_element(sum, buffer_view(&name), bytes_of(NULL, 0), 0);
    digest_entries(stream, &name, sum);
    for (uint64_t i = 0; i < stream_group_count(stream); i++)
        digest_group(stream_group_at(stream, i), &name, sum);
    buffer_clear(&name);
}

/* ---- the end ---- */

static bool free_some(struct object *object, const struct allocator *allocator, unsigned *budget) {
    struct stream_object *stream = (struct stream_object *)(void *)object;
    struct stream_block *block;
    if (stream_groups_free_some(stream, allocator, budget)) return true;
    for (; *budget > 0; --*budget) {
        block = stream_tree_take_last(&stream->blocks, allocator);
        if (block == NULL) {
            allocator_free(allocator, stream, sizeof *stream);
            return false;
        }
        stream_block_destroy(block, allocator);
    }
    return true;
}

/* ---- saving ---- */

/* Where an item is: in the group at index (or before all groups), so many items on. */
struct item {
    uint32_t group;
    uint64_t rest;
    bool is_in_group;
};

static uint64_t group_items(const struct stream_group *group) {
    return 1 + group->consumer_count + group->pending.count;
}

static uint64_t own_items(const struct stream_object *object) {
    return 1 + object->blocks.count;
}

/* False if there is no such item. */
static bool find_item(const struct stream_object *object, uint64_t position, struct item *item) {
    *item = (struct item){.rest = position};
    if (position < own_items(object)) return true;
    item->is_in_group = true;
    item->rest -= own_items(object);
    while (item->group < object->group_count) {
        uint64_t items = group_items(object->groups[item->group]);
        if (item->rest < items) return true;
        item->rest -= items;
        item->group++;
    }
    return false;
}

/* The next one; false at the end. */
static bool step_item(const struct stream_object *object, struct item *item) {
    uint64_t items =
        item->is_in_group ? group_items(object->groups[item->group]) : own_items(object);
    if (++item->rest < items) return true;
    item->rest = 0;
    item->group += item->is_in_group;
    item->is_in_group = true;
    return item->group < object->group_count;
}

static void put_letter(struct buffer *out, char letter) {
    buffer_append(out, bytes_of(&letter, 1));
}

static void save_head(const struct stream_object *object, struct buffer *out) {
    put_letter(out, 'H');
    put_id(out, object->head.last_id);
    put_id(out, object->head.max_deleted);
    part_put_number(out, object->head.entries_added);
    part_put_number(out, object->next_number);
}

static void save_block(const struct stream_object *object, uint64_t rank, struct buffer *out) {
    struct stream_tree_cursor cursor;
    stream_tree_seek_rank(&object->blocks, rank, &cursor);
    const struct stream_block *block = stream_tree_next(&cursor, NULL);
    put_letter(out, 'B');
    part_put(out, bytes_of((const char *)block, block->used));
}

static uint32_t index_of(const struct stream_group *group, const struct stream_consumer *consumer) {
    uint32_t low = 0, high = group->consumer_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (bytes_compare(stream_consumer_name(group->consumers[middle]),
                          stream_consumer_name(consumer)) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void save_of_group(const struct stream_object *object, const struct item *item,
                          struct buffer *out) {
    const struct stream_group *group = object->groups[item->group];
    if (item->rest == 0) {
        put_letter(out, 'G');
        part_put(out, stream_group_name(group));
        part_put_number(out, group->number);
        put_id(out, group->last_id);
        part_put_number(out, (uint64_t)group->entries_read);
    } else if (item->rest <= group->consumer_count) {
        const struct stream_consumer *consumer = group->consumers[item->rest - 1];
        put_letter(out, 'C');
        part_put_number(out, item->group);
        part_put(out, stream_consumer_name(consumer));
        part_put_number(out, (uint64_t)consumer->seen_ms);
        part_put_number(out, (uint64_t)consumer->active_ms);
    } else {
        struct stream_tree_cursor cursor;
        struct stream_id id = STREAM_ID_MIN;
        stream_tree_seek_rank(&group->pending, item->rest - 1 - group->consumer_count, &cursor);
        const struct stream_pending *pending = stream_tree_next(&cursor, &id);
        put_letter(out, 'P');
        part_put_number(out, item->group);
        part_put_number(out, index_of(group, pending->consumer));
        put_id(out, id);
        part_put_number(out, (uint64_t)pending->delivered_ms);
        part_put_number(out, pending->deliveries);
    }
}

static bool save(const struct entry *stream, uint64_t *position, size_t part_max,
                 struct buffer *out) {
    const struct stream_object *object = stream_object_of(stream);
    size_t start = out->len;
    struct item item;
    bool is_there = find_item(object, *position, &item);
    while (is_there && out->len - start < part_max) {
        if (item.is_in_group)
            save_of_group(object, &item, out);
        else if (item.rest == 0)
            save_head(object, out);
        else
            save_block(object, item.rest - 1, out);
        ++*position;
        is_there = step_item(object, &item);
    }
    return is_there;
}

/* ---- loading ---- */

/* Within cell_edit, of a stream under way. */
struct loading {
    struct stream_object *object;
    const struct allocator *allocator;
    struct bytes rest;
};

static bool take_number(struct loading *loading, uint64_t *number) {
    return part_take_number(&loading->rest, number);
}

static bool take_signed(struct loading *loading, int64_t low, int64_t *number) {
    uint64_t bits;
    if (!take_number(loading, &bits)) return false;
    *number = (int64_t)bits;
    return *number >= low;
}

static bool take_id(struct loading *loading, struct stream_id *id) {
    return take_number(loading, &id->ms) && take_number(loading, &id->seq);
}

static bool load_head(struct loading *loading) {
    struct stream_object *object = loading->object;
    return object->blocks.count == 0 && object->group_count == 0 &&
           take_id(loading, &object->head.last_id) && take_id(loading, &object->head.max_deleted) &&
           take_number(loading, &object->head.entries_added) &&
           take_number(loading, &object->next_number);
}

/* The ID of the last entry that is there; 0-0 if there is none. */
static struct stream_id last_live(const struct stream_block *block) {
    struct stream_slot slot;
    const uint8_t *at = stream_block_end(block);
    while (stream_block_read_before(block, at, &slot)) {
        if (!slot.is_deleted) return slot.id;
        at = slot.start;
    }
    return STREAM_ID_MIN;
}

/* True if the block may come behind those that are there. */
static bool fits_behind(const struct stream_object *object, const struct stream_block *block) {
    struct stream_tree_cursor cursor;
    stream_tree_seek_end(&object->blocks, &cursor);
    const struct stream_block *last = stream_tree_prev(&cursor, NULL);
    return last == NULL || stream_id_less(stream_block_last(last), block->first);
}

/* NULL: it is none, or has no place here. */
static struct stream_block *take_block(struct loading *loading) {
    struct bytes text;
    if (!part_take(&loading->rest, &text) || text.len < sizeof(struct stream_block)) return NULL;
    size_t size = (text.len + 7) & ~(size_t)7;
    struct stream_block *block = allocator_alloc(loading->allocator, size);
    memcpy(block, text.data, text.len);
    block->size = (uint32_t)size;
    if (stream_block_is_valid(block, text.len) && fits_behind(loading->object, block)) return block;
    allocator_free(loading->allocator, block, size);
    return NULL;
}

static bool load_block(struct loading *loading) {
    struct stream_block *block = take_block(loading);
    if (block == NULL) return false;
    if (stream_id_less(loading->object->head.last_id, last_live(block))) {
        stream_block_destroy(block, loading->allocator);
        return false;
    }
    stream_add_block(loading->object, loading->allocator, block);
    return true;
}

bool stream_load_block(struct cell *draft, struct bytes *rest) {
    struct loading loading = {stream_object_of(draft->entry), cell_edit(draft), *rest};
    struct stream_block *block = take_block(&loading);
    if (block != NULL) {
        struct stream_head *head = &loading.object->head;
        if (stream_id_less(head->last_id, last_live(block))) head->last_id = last_live(block);
        stream_add_block(loading.object, loading.allocator, block);
    }
    cell_edited(draft, &loading.object->base);
    *rest = loading.rest;
    return block != NULL;
}

static bool load_group(struct loading *loading) {
    struct bytes name;
    uint64_t number;
    struct stream_id last_id;
    int64_t entries_read;
    struct stream_object *object = loading->object;
    if (!part_take(&loading->rest, &name) || !take_number(loading, &number) ||
        !take_id(loading, &last_id) || !take_signed(loading, STREAM_READ_UNKNOWN, &entries_read))
        return false;
    for (uint32_t i = 0; i < object->group_count; i++)
        if (object->groups[i]->number == number) return false;
    if (object->group_count != 0) { /* they come in order */
        const struct stream_group *last = object->groups[object->group_count - 1];
        if (bytes_compare(stream_group_name(last), name) >= 0) return false;
    }
    if (number == UINT64_MAX) return false; /* there is always a next one */
    struct stream_group *group = stream_group_add(object, loading->allocator, name, number);
    group->last_id = last_id;
    group->entries_read = entries_read;
    return true;
}

static struct stream_group *take_group(struct loading *loading) {
    uint64_t index;
    bool is_there = take_number(loading, &index) && index < loading->object->group_count;
    return is_there ? loading->object->groups[index] : NULL;
}

static bool load_consumer(struct loading *loading) {
    struct bytes name;
    int64_t seen_ms, active_ms;
    struct stream_group *group = take_group(loading);
    if (group == NULL || !part_take(&loading->rest, &name) ||
        !take_signed(loading, INT64_MIN, &seen_ms) || !take_signed(loading, -1, &active_ms) ||
        stream_consumer_find(group, name) != NULL)
        return false;
    struct stream_consumer *consumer = stream_consumer_add(group, loading->allocator, name);
    consumer->seen_ms = seen_ms;
    consumer->active_ms = active_ms;
    return true;
}

static bool load_pending(struct loading *loading) {
    uint64_t index, deliveries;
    struct stream_id id;
    int64_t delivered_ms;
    struct stream_group *group = take_group(loading);
    if (group == NULL || !take_number(loading, &index) || index >= group->consumer_count ||
        !take_id(loading, &id) || !take_signed(loading, INT64_MIN, &delivered_ms) ||
        !take_number(loading, &deliveries) || stream_pending_find(group, id) != NULL)
        return false;
    stream_pending_add(group->consumers[index], loading->allocator, id, delivered_ms, deliveries);
    return true;
}

static bool load_item(struct loading *loading) {
    char letter = loading->rest.data[0];
    loading->rest = bytes_of(loading->rest.data + 1, loading->rest.len - 1);
    switch (letter) {
    case 'H':
        return load_head(loading);
    case 'B':
        return load_block(loading);
    case 'G':
        return load_group(loading);
    case 'C':
        return load_consumer(loading);
    case 'P':
        return load_pending(loading);
    default:
        return false;
    }
}

static bool load(struct cell *draft, struct bytes elements, uint8_t flags) {
    (void)flags;
    if (draft->entry == NULL) stream_make(draft);
    struct loading loading = {stream_object_of(draft->entry), cell_edit(draft), elements};
    bool is_good = true;
    while (is_good && loading.rest.len != 0) is_good = load_item(&loading);
    cell_edited(draft, &loading.object->base);
    return is_good;
}

/* There are no small ones. */
static bool is_block(struct bytes block, bool is_variant) {
    (void)block;
    (void)is_variant;
    return false;
}

const struct value_kind stream_kind = {encoding, digest, free_some, save, load, is_block};
