/* A block begins with the number of the first element, so an ordinary list, pushed at its tail,
 * pays one byte for it:
 *
 *   number of the first | first | second | ...
 *
 * It becomes an object when its entry has no room for it; OBJECT ENCODING of Redis 7.0 says
 * quicklist for both. */
#include "data/lists.h"

#include <assert.h>

#include "data/inside.h"
#include "data/value.h"

struct list_object {
    struct object head;
    struct list list;
};

static struct list_object *object_of(const struct entry *list) {
    return (struct list_object *)(void *)entry_object(list);
}

static struct packed *packed_of(const struct entry *list) {
    return (struct packed *)(void *)entry_value(list);
}

/* ---- reading ---- */

uint64_t lists_count(const struct entry *list) {
    if (list == NULL) return 0;
    const struct list_object *object = object_of(list);
    return object != NULL ? object->list.count : packed_count(packed_of(list)) - 1;
}

int64_t lists_first(const struct entry *list) {
    const struct list_object *object = object_of(list);
    if (object != NULL) return object->list.first;
    struct packed_cursor cursor = packed_seek(packed_of(list), 0);
    struct packed_element number;
    packed_next(&cursor, &number);
    return number.integer;
}

void lists_walk(const struct entry *list, uint64_t index, struct lists_walk *walk) {
    walk->list = list;
    if (list == NULL) return;
    const struct list_object *object = object_of(list);
    if (object != NULL)
        list_seek(&object->list, index, &walk->large);
    else
        walk->small = packed_seek(packed_of(list), (unsigned)index + 1);
}

bool lists_next(struct lists_walk *walk) {
    struct packed_element element;
    if (walk->list == NULL) return false;
    bool is_there = entry_object(walk->list) != NULL ? list_next(&walk->large, &element)
                                                     : packed_next(&walk->small, &element);
    if (is_there) walk->text = packed_text(&element, walk->scratch);
    return is_there;
}

bool lists_prev(struct lists_walk *walk) {
    struct packed_element element;
    if (walk->list == NULL) return false;
    bool is_there = entry_object(walk->list) != NULL
                        ? list_prev(&walk->large, &element)
                        : walk->small.index > 1 && packed_prev(&walk->small, &element);
    if (is_there) walk->text = packed_text(&element, walk->scratch);
    return is_there;
}

/* ---- forms ---- */

static struct bytes number_text(int64_t number, char *scratch) {
    return bytes_of(scratch, number_format_i64(scratch, number));
}

static void tell_number(const struct cell *cell, int64_t number) {
    cell_tell(cell, bytes_of((const char *)&number, sizeof number));
}

static void tell_many(const struct cell *cell, enum lists_what what, int64_t first, uint64_t n) {
    struct lists_field field;
    memset(&field, 0, sizeof field); /* it is compared as bytes */
    field.number = first;
    field.count = n;
    field.what = what;
    if (what == LISTS_CUT && n == 1)
        tell_number(cell, first);
    else
        cell_tell(cell, bytes_of((const char *)&field, sizeof field));
}

/* Room for the text, and for a number of the first that has become longer. */
static bool fits_block(const struct cell *cell, size_t used, struct bytes text) {
    return text.len <= PACKED_ELEMENT_MAX &&
           cell_has_room(cell, used, packed_cost(text) + sizeof(int64_t));
}

static bool fits(const struct cell *cell, struct bytes text) {
    return fits_block(cell, packed_used(packed_of(cell->entry)), text);
}

static void splice(struct cell *cell, uint64_t index, uint64_t removed, const struct bytes *texts,
                   unsigned n) {
    struct allocator allocator = cell_allocator(cell);
    struct packed *block =
        packed_splice(cell_block(cell), &allocator, (unsigned)index, (unsigned)removed, texts, n);
    assert(block != NULL); /* fits */
}

/* The cell's list as an object, within cell_edit and cell_edited. first: of a new one. */
static struct list_object *make_object(struct cell *cell, const struct allocator *allocator,
                                       int64_t first) {
    struct list_object *object = allocator_alloc(allocator, sizeof *object);
    object->head = (struct object){.type = VALUE_LIST};
    list_init(&object->list, allocator, cell->entry != NULL ? lists_first(cell->entry) : first);
    struct lists_walk walk;
    lists_walk(cell->entry, 0, &walk);
    while (lists_next(&walk)) list_push(&object->list, false, walk.text);
    cell->making = VALUE_LIST;
    cell_set_object(cell, &object->head);
    return object;
}

/* The object, made if need be, and cell_edit begun. */
static struct list *open_object(struct cell *cell) {
    struct list_object *object = object_of(cell->entry);
    const struct allocator *allocator = cell_edit(cell);
    if (object == NULL) object = make_object(cell, allocator, 0);
    return &object->list;
}

static void close_object(struct cell *cell) {
    cell_edited(cell, entry_object(cell->entry));
}

/* ---- writing ---- */

static void make(struct cell *cell, int64_t number, struct bytes text) {
    cell_begin(cell, VALUE_LIST);
    if (fits_block(cell, PACKED_HEAD, text)) {
        char scratch[NUMBER_TEXT_MAX];
        struct bytes texts[] = {number_text(number, scratch), text};
        struct allocator allocator = cell_allocator(cell);
        packed_create(&allocator);
        splice(cell, 0, 0, texts, 2);
    } else {
        struct list_object *object = make_object(cell, cell_edit(cell), number);
        list_push(&object->list, false, text);
        close_object(cell);
    }
    cell_insert(cell);
}

static void put_in(struct cell *cell, uint64_t index, struct bytes text) {
    bool is_object = entry_object(cell->entry) != NULL;
    if (!is_object && fits(cell, text)) {
        char scratch[NUMBER_TEXT_MAX];
        struct bytes texts[] = {text, text};
        if (index == 0) texts[0] = number_text(lists_first(cell->entry) - 1, scratch);
        if (index == 0)
            splice(cell, 0, 1, texts, 2);
        else
            splice(cell, index + 1, 0, texts, 1);
        return;
    }
    list_insert(open_object(cell), index, text);
    close_object(cell);
}

void lists_push(struct cell *cell, bool at_head, struct bytes text) {
    if (cell->entry == NULL) {
        tell_number(cell, 0);
        make(cell, 0, text);
        return;
    }
    uint64_t count = lists_count(cell->entry);
    int64_t first = lists_first(cell->entry);
    tell_number(cell, at_head ? first - 1 : first + (int64_t)count);
    put_in(cell, at_head ? 0 : count, text);
}

void lists_insert(struct cell *cell, uint64_t index, struct bytes text) {
    uint64_t count = lists_count(cell->entry);
    if (index == 0 || index == count) {
        lists_push(cell, index == 0 && count != 0, text);
        return;
    }
    tell_many(cell, LISTS_INSERT, lists_first(cell->entry) + (int64_t)index, 1);
    put_in(cell, index, text);
}

void lists_set(struct cell *cell, uint64_t index, struct bytes text) {
    tell_number(cell, lists_first(cell->entry) + (int64_t)index);
    if (entry_object(cell->entry) == NULL && fits(cell, text)) {
        splice(cell, index + 1, 1, &text, 1);
        return;
    }
    list_set(open_object(cell), index, text);
    close_object(cell);
}

void lists_remove(struct cell *cell, uint64_t index, uint64_t n) {
    uint64_t count = lists_count(cell->entry);
    int64_t first = lists_first(cell->entry);
    if (n == 0) return;
    if (n == count) {
        cell_delete(cell);
        return;
    }
    bool is_at_end = index == 0 || index + n == count;
    tell_many(cell, is_at_end ? LISTS_CUT : LISTS_REMOVE, first + (int64_t)index, n);
    if (entry_object(cell->entry) != NULL) {
        list_remove(open_object(cell), index, n);
        close_object(cell);
    } else if (index == 0) {
        char scratch[NUMBER_TEXT_MAX];
        struct bytes number = number_text(first + (int64_t)n, scratch);
        splice(cell, 0, n + 1, &number, 1);
    } else {
        splice(cell, index + 1, n, NULL, 0);
    }
}

/* ---- replay ---- */

void lists_place(struct cell *cell, int64_t number, struct bytes text) {
    if (cell->entry == NULL) {
        tell_number(cell, number);
        make(cell, number, text);
        return;
    }
    int64_t first = lists_first(cell->entry), end = first + (int64_t)lists_count(cell->entry);
    if (number >= first && number < end) {
        lists_set(cell, (uint64_t)(number - first), text);
    } else if (number == end || number == first - 1) {
        lists_push(cell, number != end, text);
    } else {
        tell_number(cell, number);
        list_place(open_object(cell), number, text);
        close_object(cell);
    }
}

void lists_bound(struct cell *cell, int64_t first, int64_t end) {
    if (cell->entry == NULL) return;
    int64_t first_now = lists_first(cell->entry);
    int64_t end_now = first_now + (int64_t)lists_count(cell->entry);
    if (first >= end_now || end <= first_now || first >= end) {
        cell_delete(cell);
        return;
    }
    if (end < end_now) lists_remove(cell, (uint64_t)(end - first_now), (uint64_t)(end_now - end));
    if (first > first_now) lists_remove(cell, 0, (uint64_t)(first - first_now));
}

/* ---- for the keyspace ---- */

static const char *encoding(const struct entry *list) {
    (void)list;
    return "quicklist";
}

static void digest(const struct entry *list, uint64_t sum[2]) {
    struct lists_walk walk;
    lists_walk(list, 0, &walk);
    for (int64_t index = 0; lists_next(&walk); index++)
        digest_element(sum, walk.text, bytes_of(NULL, 0), index);
}

static bool free_some(struct object *object, const struct allocator *allocator, unsigned *budget) {
    struct list_object *list = (struct list_object *)(void *)object;
    unsigned blocks = *budget / 4 + 1; /* freeing one costs some elements of a table */
    if (list_clear_some(&list->list, blocks)) {
        *budget = 0;
        return true;
    }
    allocator_free(allocator, list, sizeof *list);
    return false;
}

/* The position is an index. Elements follow the number of the first of them. */
static bool save(const struct entry *list, uint64_t *position, size_t part_max,
                 struct buffer *out) {
    struct lists_walk walk;
    lists_walk(list, *position, &walk);
    part_put_number(out, (uint64_t)lists_first(list) + *position);
    size_t start = out->len; /* at least one element, however small the part is to be */
    while (out->len - start < part_max && lists_next(&walk)) {
        part_put(out, walk.text);
        ++*position;
    }
    return *position < lists_count(list);
}

static bool load(struct cell *draft, struct bytes elements, uint8_t flags) {
    uint64_t number;
    struct bytes text;
    (void)flags;
    if (!part_take_number(&elements, &number)) return false;
    while (part_take(&elements, &text)) {
        /* Parts of a list come in order and leave nothing out; numbers stay far from the ends. */
        if ((int64_t)number > INT64_MAX / 2 || (int64_t)number < INT64_MIN / 2) return false;
        if (draft->entry != NULL &&
            (int64_t)number != lists_first(draft->entry) + (int64_t)lists_count(draft->entry))
            return false;
        lists_place(draft, (int64_t)number++, text);
    }
    return elements.len == 0;
}

static bool is_block(struct bytes block, bool is_variant) {
    if (is_variant || !packed_is_valid(block.data, block.len)) return false;
    struct packed_cursor cursor = packed_seek((const struct packed *)(const void *)block.data, 0);
    struct packed_element number;
    return cursor.count > 1 && packed_next(&cursor, &number) && number.text.data == NULL &&
           number.integer < INT64_MAX / 2 && number.integer > INT64_MIN / 2;
}

const struct value_kind list_kind = {encoding, digest, free_some, save, load, is_block};
