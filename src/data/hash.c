/* A block holds field, value, field, value, ...; once a field got an expiry, it holds field, value,
 * expiry (0: none) (the variant). A table holds values with or without an expiry, and beside it a
 * tree orders the items that expire by when: so what has expired is found without looking at
 * the rest. */
#include "data/hash.h"

#include <assert.h>

#include "base/hash.h"
#include "data/inside.h"
#include "data/ordered.h"
#include "data/value.h"

struct hash_object {
    struct object head;
    struct table table;
    struct ordered expiries; /* score: when; no nodes while nothing expires */
};
_Static_assert(offsetof(struct hash_object, table) == offsetof(struct table_object, table),
               "it begins as a table_object");

static struct hash_object *object_of(const struct entry *hash) {
    return (struct hash_object *)(void *)entry_object(hash);
}

static const struct packed *packed_of(const struct entry *hash) {
    return (const struct packed *)(const void *)entry_value(hash);
}

static unsigned step_of(const struct entry *hash) {
    return hash->flags & FLAG_VARIANT ? 3 : 2;
}

static bool has_passed(int64_t expire_ms, int64_t now_ms) {
    return expire_ms != EXPIRE_NONE && expire_ms < now_ms; /* as keys do */
}

/* ---- reading ---- */

uint64_t hash_count(const struct entry *hash) {
    if (hash == NULL) return 0;
    const struct hash_object *object = object_of(hash);
    return object != NULL ? object->table.count : packed_count(packed_of(hash)) / step_of(hash);
}

static bool find_in_block(const struct entry *hash, struct bytes field,
                          struct packed_cursor *cursor) {
    return packed_find(packed_of(hash), field, 0, step_of(hash), cursor);
}

/* The value and, in a variant, the expiry that follow a field. */
static void read_value(const struct entry *hash, struct packed_cursor *cursor, char *scratch,
                       struct bytes *value, int64_t *expire_ms) {
    struct packed_element element;
    packed_next(cursor, &element);
    *value = packed_text(&element, scratch);
    *expire_ms = EXPIRE_NONE;
    if (step_of(hash) == 3) {
        packed_next(cursor, &element);
        *expire_ms = element.integer;
    }
}

bool hash_get(const struct entry *hash, struct bytes field, int64_t now_ms,
              struct hash_found *found) {
    if (hash == NULL) return false;
    const struct hash_object *object = object_of(hash);
    if (object != NULL) {
        const uint8_t *item = table_find(&object->table, hash_bytes(field), field);
        if (item == NULL) return false;
        found->value = item_value(item, &found->expire_ms);
    } else {
        struct packed_cursor cursor;
        struct packed_element ignored;
        if (!find_in_block(hash, field, &cursor)) return false;
        packed_next(&cursor, &ignored);
        read_value(hash, &cursor, found->scratch, &found->value, &found->expire_ms);
    }
    return !has_passed(found->expire_ms, now_ms);
}

struct hash_walk hash_walk(const struct entry *hash, int64_t now_ms) {
    struct hash_walk walk = {.hash = hash, .now_ms = now_ms};
    if (hash == NULL) return walk;
    const struct hash_object *object = object_of(hash);
    if (object != NULL)
        walk.table = table_walk(&object->table);
    else
        walk.cursor = packed_seek(packed_of(hash), 0);
    return walk;
}

static bool next_of_block(struct hash_walk *walk) {
    struct packed_element element;
    if (!packed_next(&walk->cursor, &element)) return false;
    walk->field = packed_text(&element, walk->scratch[0]);
    read_value(walk->hash, &walk->cursor, walk->scratch[1], &walk->value, &walk->expire_ms);
    return true;
}

static bool next_of_table(struct hash_walk *walk) {
    const uint8_t *item = table_next(&walk->table);
    if (item == NULL) return false;
    walk->field = member_text(item);
    walk->value = item_value(item, &walk->expire_ms);
    return true;
}

bool hash_next(struct hash_walk *walk) {
    if (walk->hash == NULL) return false;
    bool is_table = entry_object(walk->hash) != NULL;
    while (is_table ? next_of_table(walk) : next_of_block(walk))
        if (!has_passed(walk->expire_ms, walk->now_ms)) return true;
    return false;
}

void hash_random(const struct entry *hash, uint64_t random, struct hash_walk *found) {
    const struct hash_object *object = object_of(hash);
    *found = (struct hash_walk){.hash = hash};
    if (object != NULL) {
        const uint8_t *item = table_random(&object->table, random);
        found->field = member_text(item);
        found->value = item_value(item, &found->expire_ms);
        return;
    }
    unsigned index = (unsigned)(random % hash_count(hash)) * step_of(hash);
    found->cursor = packed_seek(packed_of(hash), index);
    next_of_block(found);
}

struct emitting {
    void (*emit)(void *arg, struct bytes field, struct bytes value, int64_t expire_ms);
    void *arg;
    uint64_t count;
    int64_t now_ms;
};

static void emit_item(void *arg, uint8_t *item) {
    struct emitting *emitting = arg;
    int64_t expire_ms;
    struct bytes value = item_value(item, &expire_ms);
    emitting->count++;
    if (!has_passed(expire_ms, emitting->now_ms))
        emitting->emit(emitting->arg, member_text(item), value, expire_ms);
}

uint64_t hash_scan(const struct entry *hash, uint64_t cursor, uint64_t count, int64_t now_ms,
                   void (*emit)(void *arg, struct bytes field, struct bytes value,
                                int64_t expire_ms),
                   void *arg) {
    if (hash == NULL) return 0;
    const struct hash_object *object = object_of(hash);
    if (object == NULL) {
        struct hash_walk walk = hash_walk(hash, now_ms);
        while (hash_next(&walk)) emit(arg, walk.field, walk.value, walk.expire_ms);
        return 0;
    }
    struct emitting emitting = {emit, arg, 0, now_ms};
    do cursor = table_scan(&object->table, cursor, emit_item, &emitting);
    while (cursor != TABLE_END && emitting.count < count);
    return cursor != TABLE_END ? cursor : 0;
}

/* ---- tables ---- */

static void note_expiry(struct hash_object *object, int64_t expire_ms, const uint8_t *item) {
    if (expire_ms != EXPIRE_NONE) ordered_insert(&object->expiries, (double)expire_ms, item);
}

static void forget_expiry(struct hash_object *object, const uint8_t *item) {
    int64_t expire_ms;
    item_value(item, &expire_ms);
    if (expire_ms != EXPIRE_NONE) ordered_delete(&object->expiries, (double)expire_ms, item);
}

static void insert(struct hash_object *object, struct bytes field, struct bytes value,
                   int64_t expire_ms) {
    uint8_t *item = table_insert(&object->table, hash_bytes(field), field,
                                 item_value_size(value.len, expire_ms));
    item_set_value(item, value, expire_ms);
    note_expiry(object, expire_ms, item);
}

/* The cell's hash as an object, within cell_edit and cell_edited; the cell may have no entry
 * yet. */
static struct hash_object *make_object(struct cell *cell, const struct allocator *allocator) {
    struct hash_object *object = allocator_alloc(allocator, sizeof *object);
    object->head = (struct object){.type = VALUE_HASH};
    table_init(&object->table, allocator, TABLE_VALUES);
    ordered_init(&object->expiries, allocator);
    struct hash_walk walk = hash_walk(cell->entry, 0);
    while (hash_next(&walk)) insert(object, walk.field, walk.value, walk.expire_ms);
    cell->making = VALUE_HASH;
    cell_set_object(cell, &object->head);
    return object;
}

/* Within cell_edit. */
static void set_in_table(struct cell *cell, struct hash_object *object, struct bytes field,
                         struct bytes value, int64_t expire_ms) {
    const struct keyspace_limits *limits = &cell->keyspace->limits;
    uint64_t hash = hash_bytes(field);
    uint8_t *item = table_find(&object->table, hash, field);
    if (item == NULL) {
        insert(object, field, value, expire_ms);
    } else {
        forget_expiry(object, item);
        item = table_resize_item(&object->table, hash, item, item_value_size(value.len, expire_ms));
        item_set_value(item, value, expire_ms);
        note_expiry(object, expire_ms, item);
    }
    if (object->table.count > limits->hash_entries || field.len > limits->hash_value ||
        value.len > limits->hash_value)
        object->head.flags |= OBJECT_LOOKS_LARGE;
    cell_edited(cell, &object->head);
}

static void delete_from_table(struct cell *cell, struct hash_object *object, struct bytes field) {
    uint64_t hash = hash_bytes(field);
    uint8_t *item = table_find(&object->table, hash, field);
    cell_edit(cell);
    forget_expiry(object, item);
    table_delete(&object->table, hash, item);
    cell_edited(cell, &object->head);
}

/* ---- blocks ---- */

static struct bytes expiry_text(int64_t expire_ms, char *scratch) {
    return bytes_of(scratch, number_format_i64(scratch, expire_ms));
}

static size_t cost_of(struct bytes field, struct bytes value) {
    return packed_cost(field) + packed_cost(value) + sizeof(int64_t) + 1;
}

/* As a block, with a field more perhaps. */
static bool fits_block(const struct cell *cell, struct bytes field, struct bytes value, bool is_new,
                       size_t used) {
    const struct keyspace_limits *limits = &cell->keyspace->limits;
    return field.len <= limits->hash_value && value.len <= limits->hash_value &&
           field.len <= PACKED_ELEMENT_MAX && value.len <= PACKED_ELEMENT_MAX &&
           hash_count(cell->entry) + is_new <= limits->hash_entries &&
           hash_count(cell->entry) < PACKED_COUNT_MAX / 3 &&
           cell_has_room(cell, used, cost_of(field, value));
}

/* The block gets a place for an expiry behind each value. */
static void become_variant(struct cell *cell) {
    const struct allocator *heap = &cell->keyspace->heap.allocator;
    struct packed *block = packed_create(heap);
    struct hash_walk walk = hash_walk(cell->entry, 0);
    while (hash_next(&walk)) {
        struct bytes texts[] = {walk.field, walk.value, BYTES_LITERAL("0")};
        block = packed_splice(block, heap, packed_count(block), 0, texts, 3);
        assert(block != NULL); /* one byte a field more */
    }
    cell_replace_block(cell, bytes_of((const char *)block, packed_size(block)), true);
    packed_destroy(block, heap);
}

static bool set_in_block(struct cell *cell, struct bytes field, struct bytes value,
                         int64_t expire_ms) {
    struct packed_cursor cursor;
    char scratch[NUMBER_TEXT_MAX];
    bool is_new = !find_in_block(cell->entry, field, &cursor);
    unsigned count = packed_count(cell_block(cell)), step = step_of(cell->entry);
    struct bytes texts[] = {field, value, expiry_text(expire_ms, scratch)};
    struct allocator allocator = cell_allocator(cell);
    struct packed *block = is_new
                               ? packed_splice(cell_block(cell), &allocator, count, 0, texts, step)
                               : packed_splice(cell_block(cell), &allocator, cursor.index + 1,
                                               step - 1, texts + 1, step - 1);
    assert(block != NULL); /* fits_block */
    return is_new;
}

/* ---- writing ---- */

static void set_as_table(struct cell *cell, struct bytes field, struct bytes value,
                         int64_t expire_ms) {
    struct hash_object *object = make_object(cell, cell_edit(cell));
    set_in_table(cell, object, field, value, expire_ms);
}

static void set_in_new(struct cell *cell, struct bytes field, struct bytes value,
                       int64_t expire_ms) {
    cell_begin(cell, VALUE_HASH);
    if (fits_block(cell, field, value, true, PACKED_HEAD)) {
        if (expire_ms != EXPIRE_NONE) cell->making |= FLAG_VARIANT;
        struct allocator allocator = cell_allocator(cell);
        packed_create(&allocator);
        set_in_block(cell, field, value, expire_ms);
    } else {
        set_as_table(cell, field, value, expire_ms);
    }
    cell_insert(cell);
}

/* Bytes in use once the block can hold this expiry. */
static size_t used_for(const struct entry *hash, int64_t expire_ms) {
    size_t used = packed_used(packed_of(hash));
    bool grows = expire_ms != EXPIRE_NONE && step_of(hash) == 2;
    return grows ? used + hash_count(hash) : used;
}

static bool set_block(struct cell *cell, struct bytes field, struct bytes value, int64_t expire_ms,
                      bool is_new) {
    if (!fits_block(cell, field, value, is_new, used_for(cell->entry, expire_ms))) {
        set_as_table(cell, field, value, expire_ms);
        return is_new;
    }
    if (expire_ms != EXPIRE_NONE && step_of(cell->entry) == 2) become_variant(cell);
    return set_in_block(cell, field, value, expire_ms);
}

static bool set_in_old(struct cell *cell, struct bytes field, struct bytes value,
                       int64_t expire_ms) {
    struct hash_object *object = object_of(cell->entry);
    if (object != NULL) {
        uint64_t before = object->table.count;
        cell_edit(cell);
        set_in_table(cell, object, field, value, expire_ms);
        return object->table.count != before;
    }
    struct packed_cursor cursor;
    return set_block(cell, field, value, expire_ms, !find_in_block(cell->entry, field, &cursor));
}

bool hash_set(struct cell *cell, struct bytes field, struct bytes value, int64_t expire_ms) {
    cell_tell(cell, field);
    if (cell->entry == NULL) {
        set_in_new(cell, field, value, expire_ms);
        return true;
    }
    bool is_added = set_in_old(cell, field, value, expire_ms);
    cell_note_field_expiry(cell, expire_ms);
    return is_added;
}

void hash_set_expire(struct cell *cell, struct bytes field, int64_t expire_ms) {
    struct hash_found found;
    struct hash_object *object = object_of(cell->entry);
    bool is_there = hash_get(cell->entry, field, 0, &found);
    assert(is_there);
    cell_tell(cell, field);
    if (object == NULL) {
        struct buffer copy = {0};
        buffer_append(&copy, found.value);
        set_block(cell, field, buffer_view(&copy), expire_ms, false);
        cell_note_field_expiry(cell, expire_ms);
        buffer_clear(&copy);
        return;
    }
    uint64_t hash = hash_bytes(field);
    uint8_t *item = table_find(&object->table, hash, field);
    cell_edit(cell);
    forget_expiry(object, item);
    item =
        table_resize_item(&object->table, hash, item, item_value_size(found.value.len, expire_ms));
    const char *value = member_text(item_payload(item)).data; /* behind the old head */
    item_set_value(item, bytes_of(value, found.value.len), expire_ms);
    note_expiry(object, expire_ms, item);
    cell_edited(cell, &object->head);
    cell_note_field_expiry(cell, expire_ms);
}

bool hash_delete(struct cell *cell, struct bytes field) {
    struct hash_found found;
    if (!hash_get(cell->entry, field, 0, &found)) return false;
    if (hash_count(cell->entry) == 1) {
        cell_delete(cell);
        return true;
    }
    cell_tell(cell, field);
    struct hash_object *object = object_of(cell->entry);
    if (object != NULL) {
        delete_from_table(cell, object, field);
        return true;
    }
    struct packed_cursor cursor;
    struct allocator allocator = cell_allocator(cell);
    find_in_block(cell->entry, field, &cursor);
    struct packed *block =
        packed_delete(cell_block(cell), &allocator, cursor.index, step_of(cell->entry));
    assert(block != NULL);
    return true;
}

/* ---- expiry ---- */

/* The field that expires first; false if none does. */
static bool first_to_expire(const struct entry *hash, struct hash_walk *first) {
    if (hash == NULL) return false;
    const struct hash_object *object = object_of(hash);
    first->expire_ms = EXPIRE_NONE;
    if (object != NULL) {
        struct ordered_cursor cursor;
        struct ordered_entry entry;
        if (object->expiries.count == 0) return false;
        ordered_seek_rank(&object->expiries, 0, &cursor);
        ordered_next(&cursor, &entry);
        first->field = member_text(entry.member);
        first->expire_ms = (int64_t)entry.score;
        return true;
    }
    if (step_of(hash) == 2) return false;
    struct hash_walk walk = hash_walk(hash, 0);
    while (hash_next(&walk)) {
        bool is_sooner = walk.expire_ms != EXPIRE_NONE &&
                         (first->expire_ms == EXPIRE_NONE || walk.expire_ms < first->expire_ms);
        if (!is_sooner) continue;
        first->expire_ms = walk.expire_ms;
        bool is_scratch = walk.field.data == walk.scratch[0];
        if (is_scratch) memcpy(first->scratch[0], walk.scratch[0], walk.field.len);
        first->field = is_scratch ? bytes_of(first->scratch[0], walk.field.len) : walk.field;
    }
    return first->expire_ms != EXPIRE_NONE;
}

int64_t hash_expires_next(const struct entry *hash) {
    struct hash_walk first;
    return first_to_expire(hash, &first) ? first.expire_ms : EXPIRE_NONE;
}

bool hash_purge(struct cell *cell, unsigned budget, void (*gone)(void *arg, struct bytes field),
                void *arg) {
    int64_t now_ms = keyspace_now(cell->keyspace);
    struct hash_walk first;
    while (first_to_expire(cell->entry, &first) && has_passed(first.expire_ms, now_ms)) {
        if (budget-- == 0) return false;
        if (gone != NULL) gone(arg, first.field);
        hash_delete(cell, first.field);
    }
    return true;
}

/* ---- for the keyspace ---- */

static const char *encoding(const struct entry *hash) {
    const struct object *object = entry_object(hash);
    if (object != NULL && object_looks_large(object)) return "hashtable";
    return object == NULL && step_of(hash) == 3 ? "listpackex" : "listpack";
}

static void digest(const struct entry *hash, uint64_t sum[2]) {
    struct hash_walk walk = hash_walk(hash, 0);
    while (hash_next(&walk)) digest_element(sum, walk.field, walk.value, walk.expire_ms);
}

static bool free_some(struct object *object, const struct allocator *allocator, unsigned *budget) {
    struct hash_object *hash = (struct hash_object *)(void *)object;
    if (table_free_some(&hash->table, budget)) return true;
    if (hash->expiries.root != NULL && ordered_clear_some(&hash->expiries, *budget)) {
        *budget = 0;
        return true;
    }
    allocator_free(allocator, hash, sizeof *hash);
    return false;
}

/* An element: field, value, 0 or 8 bytes of expiry. */
static void save_field(void *arg, struct bytes field, struct bytes value, int64_t expire_ms) {
    size_t width = expire_ms != EXPIRE_NONE ? sizeof expire_ms : 0;
    part_put(arg, field);
    part_put(arg, value);
    part_put(arg, bytes_of((const char *)&expire_ms, width));
}

static bool save(const struct entry *hash, uint64_t *position, size_t part_max,
                 struct buffer *out) {
    size_t start = out->len;
    do *position = hash_scan(hash, *position, 1, 0, save_field, out);
    while (*position != 0 && out->len - start < part_max);
    return *position != 0;
}

/* What was loaded before it was large may be a block. */
static bool load_field(struct cell *draft, const struct bytes *texts, bool is_large) {
    int64_t expire_ms = EXPIRE_NONE;
    if (texts[2].len == sizeof expire_ms) memcpy(&expire_ms, texts[2].data, sizeof expire_ms);
    if (expire_ms < 0 || expire_ms > (INT64_C(1) << 53)) return false;
    if (is_large && (draft->entry == NULL || entry_object(draft->entry) == NULL))
        set_as_table(draft, texts[0], texts[1], expire_ms);
    else
        hash_set(draft, texts[0], texts[1], expire_ms);
    if (is_large) entry_object(draft->entry)->flags |= OBJECT_LOOKS_LARGE;
    return true;
}

static bool load(struct cell *draft, struct bytes elements, uint8_t flags) {
    enum { EACH = 3 };
    struct bytes texts[VALUE_PREFETCH_MAX * EACH];
    while (elements.len != 0) {
        unsigned count = 0;
        for (; count < VALUE_PREFETCH_MAX * EACH && (elements.len != 0 || count % EACH != 0);
             count++)
            if (!part_take(&elements, &texts[count])) return false;
        value_prefetch(draft->entry, texts, count / EACH, EACH);
        for (unsigned i = 0; i < count; i += EACH)
            if (!load_field(draft, &texts[i], (flags & OBJECT_LOOKS_LARGE) != 0)) return false;
    }
    return true;
}

static bool is_block(struct bytes block, bool is_variant) {
    if (!packed_is_valid(block.data, block.len)) return false;
    const struct packed *packed = (const struct packed *)(const void *)block.data;
    unsigned count = packed_count(packed), step = is_variant ? 3 : 2;
    if (count == 0 || count % step != 0) return false;
    struct packed_cursor cursor = packed_seek(packed, 0);
    struct packed_element element;
    for (unsigned i = 0; packed_next(&cursor, &element); i++)
        if (i % step == 2 && (element.text.data != NULL || element.integer < 0)) return false;
    return true;
}

const struct value_kind hash_kind = {encoding, digest, free_some, save, load, is_block};
