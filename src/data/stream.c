/* Entries, by the rules of Redis for where blocks end and what trimming leaves (data/stream.h).
 *
 * A block whose entries are all deleted goes at once, unless an exact trim stopped within it at a
 * last entry that was deleted before: then it stays, empty, as in Redis. */
#include "data/stream.h"

#include <assert.h>

#include "base/memory.h"
#include "data/stream_inside.h"

/* ---- reading ---- */

uint64_t stream_length(const struct entry *stream) {
    const struct stream_object *object = stream_object_of(stream);
    return object != NULL ? object->length : 0;
}

struct stream_head stream_head(const struct entry *stream) {
    const struct stream_object *object = stream_object_of(stream);
    return object != NULL ? object->head : (struct stream_head){0};
}

struct stream_id stream_first_id(const struct entry *stream) {
    const struct stream_object *object = stream_object_of(stream);
    return object != NULL ? object->first_id : STREAM_ID_MIN;
}

uint64_t stream_blocks(const struct entry *stream) {
    const struct stream_object *object = stream_object_of(stream);
    return object != NULL ? object->blocks.count : 0;
}

uint64_t stream_nodes(const struct entry *stream) {
    const struct stream_object *object = stream_object_of(stream);
    return object != NULL ? object->blocks.nodes : 0;
}

/* The block that this ID belongs to, if it is there: the last one that begins no later. */
static struct stream_block **block_place(const struct stream_object *object, struct stream_id id) {
    return (struct stream_block **)(void *)stream_tree_place(&object->blocks, id);
}

/* The live entry of this ID. */
static bool find_slot(const struct stream_block *block, struct stream_id id,
                      struct stream_slot *slot) {
    const uint8_t *at = stream_block_start(block);
    while (stream_block_read(block, at, slot) && stream_id_less(slot->id, id)) at = slot->end;
    return slot->end != at && stream_id_equal(slot->id, id) && !slot->is_deleted;
}

bool stream_has(const struct entry *stream, struct stream_id id) {
    const struct stream_object *object = stream_object_of(stream);
    struct stream_slot slot = {0};
    struct stream_block **place = object != NULL ? block_place(object, id) : NULL;
    return place != NULL && find_slot(*place, id, &slot);
}

void stream_walk(const struct entry *stream, struct stream_id first, struct stream_id last,
                 bool is_reverse, struct stream_walk *walk) {
    struct stream_inside *inside = &walk->inside;
    const struct stream_object *object = stream_object_of(stream);
    *inside = (struct stream_inside){.is_reverse = is_reverse, .bound = is_reverse ? first : last};
    if (object == NULL || object->length == 0 || stream_id_less(last, first)) return;
    struct stream_id start = is_reverse ? last : first;
    struct stream_block **place = block_place(object, start);
    if (is_reverse && place == NULL) return;
    stream_tree_seek(&object->blocks, place != NULL ? (*place)->first : STREAM_ID_MIN,
                     &inside->cursor);
    inside->block = stream_tree_next(&inside->cursor, NULL);
    struct stream_slot slot = {0};
    const uint8_t *at = stream_block_start(inside->block);
    while (stream_block_read(inside->block, at, &slot) &&
           (stream_id_less(slot.id, start) || (is_reverse && stream_id_equal(slot.id, start))))
        at = slot.end;
    inside->at = at;
}

/* Goes to the next block in the walk's direction; false if there is none. */
static bool change_block(struct stream_inside *inside) {
    if (inside->is_reverse) stream_tree_prev(&inside->cursor, NULL); /* the one at hand */
    inside->block = inside->is_reverse ? stream_tree_prev(&inside->cursor, NULL)
                                       : stream_tree_next(&inside->cursor, NULL);
    if (inside->block == NULL) return false;
    if (inside->is_reverse) stream_tree_next(&inside->cursor, NULL);
    inside->at =
        inside->is_reverse ? stream_block_end(inside->block) : stream_block_start(inside->block);
    return true;
}

static bool next_slot(struct stream_inside *inside, struct stream_slot *slot) {
    for (;;) {
        bool is_there = inside->is_reverse
                            ? stream_block_read_before(inside->block, inside->at, slot)
                            : stream_block_read(inside->block, inside->at, slot);
        if (!is_there) {
            if (!change_block(inside)) return false;
            continue;
        }
        inside->at = inside->is_reverse ? slot->start : slot->end;
        if (!slot->is_deleted) return true;
    }
}

bool stream_next(struct stream_walk *walk) {
    struct stream_inside *inside = &walk->inside;
    struct stream_slot slot;
    if (inside->block == NULL) return false;
    bool is_there = next_slot(inside, &slot);
    if (!is_there || (inside->is_reverse ? stream_id_less(slot.id, inside->bound)
                                         : stream_id_less(inside->bound, slot.id))) {
        inside->block = NULL;
        return false;
    }
    walk->id = slot.id;
    walk->field_count = inside->fields_left = slot.count;
    inside->text = slot.texts;
    inside->field = slot.is_like_first ? stream_block_fields(inside->block, &slot.count) : NULL;
    return true;
}

bool stream_next_field(struct stream_walk *walk, struct bytes *field, struct bytes *value) {
    struct stream_inside *inside = &walk->inside;
    if (inside->fields_left == 0) return false;
    inside->fields_left--;
    const uint8_t **from = inside->field != NULL ? &inside->field : &inside->text;
    *field = stream_block_text(from, inside->scratch[0]);
    *value = stream_block_text(&inside->text, inside->scratch[1]);
    return true;
}

bool stream_approach_end(const struct entry *stream, unsigned step) {
    const struct stream_object *object = stream_object_of(stream);
    if (step == 1) {
        stream_tree_prefetch(&object->blocks);
        return true;
    }
    const struct stream_block *block = stream_tree_last_of_few(&object->blocks);
    if (block == NULL) return false; /* a long stream: its end is written all the time */
    if (step == 2) {
        __builtin_prefetch(block);
        return true;
    }
    const char *end = (const char *)stream_block_end(block);
    __builtin_prefetch(end - 64);
    __builtin_prefetch(end);
    return false;
}

/* ---- making ---- */

static void tell_id(const struct cell *cell, char what, struct stream_id id) {
    char field[1 + STREAM_ID_BYTES] = {what};
    stream_id_write(field + 1, id);
    cell_tell(cell, bytes_of(field, sizeof field));
}

static void tell_head(const struct cell *cell) {
    char field = STREAM_FIELD_HEAD;
    cell_tell(cell, bytes_of(&field, 1));
}

void stream_make(struct cell *cell) {
    tell_head(cell);
    cell_begin(cell, VALUE_STREAM);
    const struct allocator *allocator = cell_edit(cell);
    struct stream_object *object = allocator_alloc(allocator, sizeof *object);
    *object = (struct stream_object){.base = {.type = VALUE_STREAM}, .next_number = 1};
    cell_set_object(cell, &object->base);
    cell_edited(cell, &object->base);
    cell_insert(cell);
}

static void find_first(struct stream_object *object) {
    struct stream_tree_cursor cursor;
    struct stream_block *block;
    object->first_id = STREAM_ID_MIN;
    if (object->length == 0) return;
    stream_tree_seek(&object->blocks, STREAM_ID_MIN, &cursor);
    while ((block = stream_tree_next(&cursor, NULL)) != NULL) {
        struct stream_slot slot;
        const uint8_t *at = stream_block_start(block);
        for (; stream_block_read(block, at, &slot); at = slot.end) {
            if (slot.is_deleted) continue;
            object->first_id = slot.id;
            return;
        }
    }
}

void stream_add_block(struct stream_object *object, const struct allocator *allocator,
                      struct stream_block *block) {
    bool was_empty = object->length == 0;
    stream_tree_put(&object->blocks, allocator, block->first, block);
    object->length += block->live;
    if (was_empty) find_first(object);
}

static void drop_block(struct stream_object *object, const struct allocator *allocator,
                       struct stream_block *block) {
    stream_tree_take(&object->blocks, allocator, block->first);
    object->length -= block->live;
    stream_block_destroy(block, allocator);
}

/* The block that the entry is to stand at the end of, or NULL. After XSETID deleted entries may have
 * greater IDs: they are forgotten. */
static struct stream_block **block_for(struct stream_object *object,
                                       const struct allocator *allocator, struct stream_id id) {
    struct stream_block **place = block_place(object, id);
    while (place != NULL && !stream_id_less(stream_block_last(*place), id)) {
        if ((*place)->live != 0) {
            stream_block_forget_last(*place); /* a live one is before it */
            continue;
        }
        drop_block(object, allocator, *place);
        place = block_place(object, id);
    }
    return place;
}

/* Puts an entry behind those of its block, or into a new one. */
static void put_entry(struct stream_object *object, const struct allocator *allocator,
                      const struct keyspace_limits *limits, struct stream_id id,
                      const struct bytes *texts, uint64_t count) {
    struct stream_block **place = block_for(object, allocator, id);
    if (place != NULL && stream_block_is_full(*place, texts, count, limits->stream_node_bytes,
                                              limits->stream_node_entries)) {
        *place = stream_block_fit(*place, allocator);
        place = NULL;
    }
    if (place != NULL)
        *place = stream_block_append(*place, allocator, id, texts, count);
    else
        stream_tree_put(&object->blocks, allocator, id,
                        stream_block_create(allocator, id, texts, count));
    if (object->length == 0 || stream_id_less(id, object->first_id)) object->first_id = id;
    object->length++;
}

void stream_append(struct cell *cell, struct stream_id id, const struct bytes *texts,
                   uint64_t count) {
    if (cell->entry == NULL) stream_make(cell);
    struct stream_object *object = stream_object_of(cell->entry);
    assert(stream_id_less(object->head.last_id, id)); /* E3 */
    tell_id(cell, STREAM_FIELD_ENTRY, id);
    put_entry(object, cell_edit(cell), &cell->keyspace->limits, id, texts, count);
    object->head.last_id = id;
    if (object->head.entries_added < INT64_MAX) object->head.entries_added++; /* XSETID sets it */
    cell_edited(cell, &object->base);
}

void stream_set_head(struct cell *cell, const struct stream_head *head) {
    tell_head(cell);
    stream_object_of(cell->entry)->head = *head;
}

/* ---- deletion ---- */

/* Takes out the entry, if it is there. */
static bool remove_entry(struct cell *cell, struct stream_id id) {
    struct stream_slot slot = {0};
    struct stream_object *object = stream_object_of(cell->entry);
    struct stream_block **place = object != NULL ? block_place(object, id) : NULL;
    if (place == NULL || !find_slot(*place, id, &slot)) return false;
    tell_id(cell, STREAM_FIELD_ENTRY, id);
    const struct allocator *allocator = cell_edit(cell);
    if ((*place)->live == 1) {
        drop_block(object, allocator, *place);
    } else {
        *place = stream_block_delete(*place, allocator, slot.start, slot.end, 1);
        object->length--;
    }
    if (stream_id_equal(id, object->first_id)) find_first(object);
    cell_edited(cell, &object->base);
    return true;
}

void stream_remove(struct cell *cell, struct stream_id id) {
    remove_entry(cell, id);
}

bool stream_delete(struct cell *cell, struct stream_id id) {
    if (!remove_entry(cell, id)) return false;
    struct stream_object *object = stream_object_of(cell->entry);
    if (stream_id_less(object->head.max_deleted, id)) object->head.max_deleted = id;
    return true;
}

/* ---- trimming ---- */

/* What a trim does with a block. */
enum fate { STAYS, GOES, GOES_IN_PART };

static enum fate fate_of(const struct stream_object *object, const struct stream_block *block,
                         const struct stream_trim *trim, uint64_t gone) {
    bool goes;
    if (trim->limit != 0 && gone + block->live > trim->limit) return STAYS;
    if (trim->is_by_id) {
        bool is_idle = block->live != 0 && !stream_id_less(object->first_id, trim->min_id);
        goes = stream_id_less(stream_block_last(block), trim->min_id);
        if (is_idle && !goes) return STAYS;
    } else {
        if (object->length <= trim->max_length) return STAYS;
        goes = object->length - block->live >= trim->max_length;
    }
    return goes ? GOES : trim->is_approximate ? STAYS : GOES_IN_PART;
}

/* Deletes entries from the start of the block on; returns how many. */
static uint64_t trim_block(struct stream_object *object, const struct allocator *allocator,
                           struct stream_block *block, const struct stream_trim *trim) {
    struct stream_slot slot;
    const uint8_t *start = stream_block_start(block), *end = start;
    unsigned count = 0;
    for (; stream_block_read(block, end, &slot); end = slot.end) {
        if (trim->is_by_id ? !stream_id_less(slot.id, trim->min_id)
                           : object->length - count <= trim->max_length)
            break;
        count += !slot.is_deleted;
    }
    if (count == 0) return 0;
    struct stream_id first = block->first;
    block = stream_block_delete(block, allocator, start, end, count);
    *block_place(object, first) = block;
    object->length -= count;
    return count;
}

static struct stream_block *first_block(const struct stream_object *object) {
    struct stream_tree_cursor cursor;
    stream_tree_seek_rank(&object->blocks, 0, &cursor);
    return stream_tree_next(&cursor, NULL);
}

uint64_t stream_trim(struct cell *cell, const struct stream_trim *trim) {
    struct stream_object *object = stream_object_of(cell->entry);
    struct stream_block *block = object != NULL ? first_block(object) : NULL;
    uint64_t gone = 0;
    if (block == NULL || fate_of(object, block, trim, 0) == STAYS) return 0;
    cell_tell(cell, bytes_of(NULL, 0));
    const struct allocator *allocator = cell_edit(cell);
    enum fate fate = GOES;
    while (fate == GOES && (block = first_block(object)) != NULL) {
        fate = fate_of(object, block, trim, gone);
        if (fate != STAYS) tell_id(cell, STREAM_FIELD_TRIM, stream_block_last(block));
        if (fate == GOES) {
            gone += block->live;
            drop_block(object, allocator, block);
        } else if (fate == GOES_IN_PART) {
            gone += trim_block(object, allocator, block, trim);
        }
    }
    if (gone != 0) find_first(object);
    cell_edited(cell, &object->base);
    return gone;
}

void stream_bound(struct cell *cell, struct stream_id last_gone) {
    struct stream_trim trim = {.min_id = last_gone};
    trim.is_by_id = stream_id_step_up(&trim.min_id); /* else all is gone */
    stream_trim(cell, &trim);
}

/* ---- replay ---- */

/* Texts of an entry of a block that is about to go, integers included. */
struct copy {
    struct bytes *texts; /* then a scratch for each */
    uint64_t room;
};

static void copy_texts(struct copy *copy, const struct stream_block *block,
                       const struct stream_slot *slot) {
    if (2 * slot->count > copy->room) {
        copy->room = 2 * slot->count;
        copy->texts =
            memory_realloc(copy->texts, copy->room * (sizeof *copy->texts + NUMBER_TEXT_MAX));
    }
    uint64_t fields;
    const uint8_t *field = stream_block_fields(block, &fields), *at = slot->texts;
    char *scratch = (char *)(copy->texts + copy->room);
    for (uint64_t i = 0; i < 2 * slot->count; i++) {
        bool is_field = i % 2 == 0;
        const uint8_t **from = is_field && slot->is_like_first ? &field : &at;
        copy->texts[i] = stream_block_text(from, scratch + i * NUMBER_TEXT_MAX);
    }
}

/* The block anew, with the entry among those that it has, or in the place of one. */
static void rebuild(struct stream_object *object, const struct allocator *allocator,
                    const struct keyspace_limits *limits, struct stream_block *block,
                    struct stream_id id, const struct bytes *texts, uint64_t count) {
    struct copy copy = {0};
    struct stream_slot slot;
    bool is_put = false;
    stream_tree_take(&object->blocks, allocator, block->first);
    object->length -= block->live;
    for (const uint8_t *at = stream_block_start(block); stream_block_read(block, at, &slot);
         at = slot.end) {
        if (!is_put && !stream_id_less(slot.id, id)) {
            put_entry(object, allocator, limits, id, texts, count);
            is_put = true;
        }
        if (slot.is_deleted || stream_id_equal(slot.id, id)) continue;
        copy_texts(&copy, block, &slot);
        put_entry(object, allocator, limits, slot.id, copy.texts, slot.count);
    }
    assert(is_put); /* or else it would have been appended */
    memory_free(copy.texts);
    stream_block_destroy(block, allocator);
}

void stream_place(struct cell *cell, struct stream_id id, const struct bytes *texts,
                  uint64_t count) {
    if (cell->entry == NULL) stream_make(cell);
    struct stream_object *object = stream_object_of(cell->entry);
    const struct keyspace_limits *limits = &cell->keyspace->limits;
    tell_id(cell, STREAM_FIELD_ENTRY, id);
    const struct allocator *allocator = cell_edit(cell);
    struct stream_block **place = block_place(object, id);
    if (place == NULL || stream_id_less(stream_block_last(*place), id))
        put_entry(object, allocator, limits, id, texts, count);
    else
        rebuild(object, allocator, limits, *place, id, texts, count);
    if (stream_id_less(object->head.last_id, id)) object->head.last_id = id;
    cell_edited(cell, &object->base);
}
