/* data/stream_passage.c - a stream in parts while it changes.
 *
 * What data/stream_value.c saves is found by rank, and a rank means another item when there is one more
 * before it. Here all is found by name, and what is said of an item needs no other item's place. The letters are small
 * ones; texts, numbers and IDs as there:
 *
 *   b   text: a block                                         (in the order of their IDs,
 *   e   ID, number of fields, fields and values in turn        the rest of a block that has passed in part)
 *   g   name, number, last_id, entries_read                   (each group, by its number: this,
 *   c   number of the group, name, seen_ms, active_ms          its consumers by their names,
 *   p   number of the group, name of the consumer, ID,         its pending entries by ID)
 *       delivered_ms, deliveries
 *   h   last_id, max_deleted, entries_added, next number of a group
 *
 * The head comes last because every new entry changes it. A group that came to be while this one was at hand has a
 * greater number, and one that is gone has no items; so no group is left out. */
#include "data/stream_passage.h"

#include "base/memory.h"
#include "data/stream_inside.h"

/* ---- saving ---- */

static void put_letter(struct buffer *out, char letter) {
    buffer_append(out, bytes_of(&letter, 1));
}

static void put_id(struct buffer *out, struct stream_id id) {
    part_put_number(out, id.ms);
    part_put_number(out, id.seq);
}

/* Entries from behind the passage's ID up to the end of their block, or of the part. */
static void save_rest(struct passage *passage, const struct entry *stream, struct stream_id last,
                      size_t out_max, struct buffer *out) {
    struct stream_walk walk;
    struct bytes field, value;
    struct stream_id first = passage->id;
    stream_id_step_up(&first);
    stream_walk(stream, first, last, false, &walk);
    while (stream_next(&walk)) {
        put_letter(out, 'e');
        put_id(out, walk.id);
        part_put_number(out, walk.field_count);
        while (stream_next_field(&walk, &field, &value)) {
            part_put(out, field);
            part_put(out, value);
        }
        passage->id = walk.id;
        if (out->len >= out_max) return;
    }
    passage->id = last;
}

static void save_entries(struct passage *passage, const struct entry *stream, size_t out_max,
                         struct buffer *out) {
    const struct stream_tree *blocks = &stream_object_of(stream)->blocks;
    struct stream_block **begun = (struct stream_block **)stream_tree_place(blocks, passage->id);
    if (begun != NULL && stream_id_less(passage->id, stream_block_last(*begun))) {
        save_rest(passage, stream, stream_block_last(*begun), out_max, out);
        return;
    }
    struct stream_tree_cursor cursor;
    struct stream_id next = passage->id;
    bool is_end = !stream_id_step_up(&next);
    stream_tree_seek(blocks, next, &cursor);
    const struct stream_block *block = is_end ? NULL : stream_tree_next(&cursor, NULL);
    if (block == NULL) {
        passage->id = STREAM_ID_MAX;
        passage->stream.phase = PASS_GROUPS;
        return;
    }
    put_letter(out, 'b');
    part_put(out, bytes_of((const char *)block, block->used));
    passage->id = stream_block_last(block);
}

static const struct stream_group *next_group(const struct entry *stream, uint64_t number) {
    const struct stream_group *next = NULL;
    for (uint64_t i = 0; i < stream_group_count(stream); i++) {
        const struct stream_group *group = stream_group_at(stream, i);
        if (group->number >= number && (next == NULL || group->number < next->number)) next = group;
    }
    return next;
}

static void save_group(struct passage *passage, const struct entry *stream, struct buffer *out) {
    struct stream_passage *at = &passage->stream;
    const struct stream_group *group = next_group(stream, at->group);
    if (group == NULL) {
        at->phase = PASS_HEAD;
        return;
    }
    put_letter(out, 'g');
    part_put(out, stream_group_name(group));
    part_put_number(out, group->number);
    put_id(out, group->last_id);
    part_put_number(out, (uint64_t)group->entries_read);
    at->group = group->number;
    at->phase = PASS_CONSUMERS;
    at->is_first = true;
}

static void save_consumer(struct passage *passage, const struct entry *stream, struct buffer *out) {
    struct stream_passage *at = &passage->stream;
    const struct stream_group *group = stream_group_of_number(stream, at->group);
    const struct stream_consumer *consumer = NULL;
    if (group != NULL) consumer = stream_consumer_after(group, at->is_first ? NULL : &at->consumer);
    if (consumer == NULL) {
        at->phase = PASS_PENDING;
        at->pending = STREAM_ID_MIN;
        return;
    }
    put_letter(out, 'c');
    part_put_number(out, group->number);
    part_put(out, stream_consumer_name(consumer));
    part_put_number(out, (uint64_t)consumer->seen_ms);
    part_put_number(out, (uint64_t)consumer->active_ms);
    at->consumer.len = 0;
    buffer_append(&at->consumer, stream_consumer_name(consumer));
    at->is_first = false;
}

static void leave_group(struct stream_passage *at) {
    at->phase = PASS_GROUPS;
    at->group++;
}

/* As many as the part has room for. */
static void save_pending(struct passage *passage, const struct entry *stream, size_t out_max,
                         struct buffer *out) {
    struct stream_passage *at = &passage->stream;
    const struct stream_group *group = stream_group_of_number(stream, at->group);
    if (group == NULL) {
        leave_group(at);
        return;
    }
    struct stream_pending_walk walk = stream_pending_walk(&group->pending, at->pending);
    while (out->len < out_max) {
        if (!stream_pending_next(&walk)) {
            leave_group(at);
            return;
        }
        put_letter(out, 'p');
        part_put_number(out, group->number);
        part_put(out, stream_consumer_name(walk.pending->consumer));
        put_id(out, walk.id);
        part_put_number(out, (uint64_t)walk.pending->delivered_ms);
        part_put_number(out, walk.pending->deliveries);
        at->pending = walk.id;
        if (!stream_id_step_up(&at->pending)) {
            leave_group(at);
            return;
        }
    }
}

static void save_head(const struct entry *stream, struct buffer *out) {
    struct stream_head head = stream_head(stream);
    put_letter(out, 'h');
    put_id(out, head.last_id);
    put_id(out, head.max_deleted);
    part_put_number(out, head.entries_added);
    part_put_number(out, stream_object_of(stream)->next_number);
}

/* One more item, or a step to what comes behind. False: all has passed. */
static bool save_next(struct passage *passage, const struct entry *stream, size_t out_max,
                      struct buffer *out) {
    switch (passage->stream.phase) {
    case PASS_ENTRIES:
        save_entries(passage, stream, out_max, out);
        return true;
    case PASS_GROUPS:
        save_group(passage, stream, out);
        return true;
    case PASS_CONSUMERS:
        save_consumer(passage, stream, out);
        return true;
    case PASS_PENDING:
        save_pending(passage, stream, out_max, out);
        return true;
    default:
        save_head(stream, out);
        return false;
    }
}

/* Groups are found by their numbers, each by a look at all of them: where there are many, a part ends sooner. */
bool stream_passage_save(struct passage *passage, const struct entry *stream, size_t part_max,
                         struct buffer *out) {
    enum { LOOKS_MAX = 64 << 10 };
    part_begin(out, VALUE_STREAM, 0);
    size_t out_max = out->len + part_max;
    uint64_t looked = 0;
    while (out->len < out_max && looked < LOOKS_MAX) {
        if (!save_next(passage, stream, out_max, out)) return false;
        if (passage->stream.phase != PASS_ENTRIES) looked += stream_group_count(stream);
    }
    return true;
}

/* ---- loading ---- */

bool stream_passage_is(struct bytes elements) {
    return elements.len != 0 && elements.data[0] >= 'a' && elements.data[0] <= 'z';
}

static bool take_id(struct bytes *rest, struct stream_id *id) {
    return part_take_number(rest, &id->ms) && part_take_number(rest, &id->seq);
}

static bool take_signed(struct bytes *rest, int64_t low, int64_t *number) {
    uint64_t bits;
    if (!part_take_number(rest, &bits)) return false;
    *number = (int64_t)bits;
    return *number >= low;
}

static bool load_entry(struct cell *draft, struct bytes *rest) {
    struct stream_id id;
    uint64_t count;
    if (!take_id(rest, &id) || stream_id_is_zero(id) || !part_take_number(rest, &count) ||
        count == 0 || count > rest->len / 2)
        return false;
    struct bytes *texts = memory_alloc(2 * count * sizeof *texts);
    bool is_good = true;
    for (uint64_t i = 0; is_good && i < 2 * count; i++) is_good = part_take(rest, &texts[i]);
    if (is_good) stream_place(draft, id, texts, count);
    memory_free(texts);
    return is_good;
}

static bool load_group(struct cell *draft, struct bytes *rest) {
    struct bytes name;
    uint64_t number;
    struct stream_id last_id;
    int64_t entries_read;
    if (!part_take(rest, &name) || !part_take_number(rest, &number) || number == UINT64_MAX ||
        !take_id(rest, &last_id) || !take_signed(rest, STREAM_READ_UNKNOWN, &entries_read))
        return false;
    const struct stream_group *other = stream_group_of_number(draft->entry, number);
    if (other != NULL && !bytes_equal(stream_group_name(other), name)) return false;
    stream_group_place(draft, name, number, last_id, entries_read);
    return true;
}

static struct stream_group *take_group(const struct cell *draft, struct bytes *rest) {
    uint64_t number;
    return part_take_number(rest, &number) ? stream_group_of_number(draft->entry, number) : NULL;
}

static struct stream_consumer *consumer_of(struct cell *draft, struct stream_group *group,
                                           struct bytes name) {
    struct stream_consumer *consumer = stream_consumer_find(group, name);
    return consumer != NULL ? consumer : stream_consumer_create(draft, group, name, 0);
}

static bool load_consumer(struct cell *draft, struct bytes *rest) {
    struct bytes name;
    int64_t seen_ms, active_ms;
    struct stream_group *group = take_group(draft, rest);
    if (group == NULL || !part_take(rest, &name) || !take_signed(rest, INT64_MIN, &seen_ms) ||
        !take_signed(rest, -1, &active_ms))
        return false;
    stream_consumer_set_times(draft, consumer_of(draft, group, name), seen_ms, active_ms);
    return true;
}

static bool load_pending(struct cell *draft, struct bytes *rest) {
    struct bytes name;
    struct stream_id id;
    int64_t delivered_ms;
    uint64_t deliveries;
    struct stream_group *group = take_group(draft, rest);
    if (group == NULL || !part_take(rest, &name) || !take_id(rest, &id) ||
        !take_signed(rest, INT64_MIN, &delivered_ms) || !part_take_number(rest, &deliveries))
        return false;
    stream_pending_set(draft, consumer_of(draft, group, name), id, delivered_ms, deliveries);
    return true;
}

static struct stream_id last_entry(const struct entry *stream) {
    struct stream_walk walk;
    stream_walk(stream, STREAM_ID_MIN, STREAM_ID_MAX, true, &walk);
    return stream_next(&walk) ? walk.id : STREAM_ID_MIN;
}

static bool load_head(struct cell *draft, struct bytes *rest) {
    struct stream_head head;
    uint64_t next_number;
    struct stream_object *object = stream_object_of(draft->entry);
    if (!take_id(rest, &head.last_id) || !take_id(rest, &head.max_deleted) ||
        !part_take_number(rest, &head.entries_added) || !part_take_number(rest, &next_number) ||
        stream_id_less(head.last_id, last_entry(draft->entry)) || next_number < object->next_number)
        return false;
    stream_set_head(draft, &head);
    object->next_number = next_number;
    return true;
}

static bool load_item(struct cell *draft, struct bytes *rest) {
    char letter = rest->data[0];
    *rest = bytes_of(rest->data + 1, rest->len - 1);
    switch (letter) {
    case 'b':
        return stream_load_block(draft, rest);
    case 'e':
        return load_entry(draft, rest);
    case 'g':
        return load_group(draft, rest);
    case 'c':
        return load_consumer(draft, rest);
    case 'p':
        return load_pending(draft, rest);
    case 'h':
        return load_head(draft, rest);
    default:
        return false;
    }
}

bool stream_passage_load(struct cell *draft, struct bytes elements) {
    if (draft->entry == NULL) stream_make(draft);
    if (entry_type(draft->entry) != VALUE_STREAM) return false;
    while (elements.len != 0)
        if (!load_item(draft, &elements)) return false;
    return true;
}
