/* A set of integers is an intset, as in Redis: OBJECT ENCODING and the order of its members show
 * it. Redis 7.0 makes a hashtable of any other; here a small one is a packed block, which says
 * hashtable, too. A set never goes back to a smaller form, except by becoming empty. */
#include "data/set.h"

#include "base/hash.h"
#include "data/inside.h"
#include "data/value.h"

static struct table_object *object_of(const struct entry *set) {
    return (struct table_object *)(void *)entry_object(set);
}

static bool is_intset(const struct entry *set) {
    return (set->flags & FLAG_VARIANT) == 0;
}

static const uint8_t *intset_of(const struct entry *set) {
    return entry_value(set);
}

static const struct packed *packed_of(const struct entry *set) {
    return (const struct packed *)(const void *)entry_value(set);
}

static bool is_integer(struct bytes member, int64_t *integer) {
    return member.len - 1 < 20 && number_parse_i64(member, integer);
}

/* ---- reading ---- */

uint64_t set_count(const struct entry *set) {
    if (set == NULL) return 0;
    const struct table_object *object = object_of(set);
    if (object != NULL) return object->table.count;
    return is_intset(set) ? intset_count(intset_of(set)) : packed_count(packed_of(set));
}

bool set_has(const struct entry *set, struct bytes member) {
    if (set == NULL) return false;
    const struct table_object *object = object_of(set);
    if (object != NULL) return table_find(&object->table, hash_bytes(member), member) != NULL;
    if (is_intset(set)) {
        int64_t integer;
        unsigned index;
        return is_integer(member, &integer) && intset_find(intset_of(set), integer, &index);
    }
    struct packed_cursor cursor;
    return packed_find(packed_of(set), member, 0, 1, &cursor);
}

static struct bytes integer_text(int64_t integer, char *scratch) {
    return bytes_of(scratch, number_format_i64(scratch, integer));
}

struct bytes set_random(const struct entry *set, uint64_t random, char *scratch) {
    const struct table_object *object = object_of(set);
    if (object != NULL) return member_text(table_random(&object->table, random));
    unsigned index = (unsigned)(random % set_count(set));
    if (is_intset(set)) return integer_text(intset_at(intset_of(set), index), scratch);
    struct packed_cursor cursor = packed_seek(packed_of(set), index);
    struct packed_element element;
    packed_next(&cursor, &element);
    return packed_text(&element, scratch);
}

struct set_walk set_walk(const struct entry *set) {
    struct set_walk walk = {.set = set};
    if (set == NULL) return walk;
    const struct table_object *object = object_of(set);
    if (object != NULL)
        walk.table = table_walk(&object->table);
    else if (!is_intset(set))
        walk.cursor = packed_seek(packed_of(set), 0);
    return walk;
}

bool set_next(struct set_walk *walk, struct bytes *member) {
    const struct entry *set = walk->set;
    if (set == NULL) return false;
    if (entry_object(set) != NULL) {
        const uint8_t *item = table_next(&walk->table);
        if (item != NULL) *member = member_text(item);
        return item != NULL;
    }
    if (is_intset(set)) {
        if (walk->index == intset_count(intset_of(set))) return false;
        *member = integer_text(intset_at(intset_of(set), walk->index++), walk->scratch);
        return true;
    }
    struct packed_element element;
    if (!packed_next(&walk->cursor, &element)) return false;
    *member = packed_text(&element, walk->scratch);
    return true;
}

struct emitting {
    void (*emit)(void *arg, struct bytes member);
    void *arg;
    uint64_t count;
};

static void emit_item(void *arg, uint8_t *item) {
    struct emitting *emitting = arg;
    emitting->emit(emitting->arg, member_text(item));
    emitting->count++;
}

uint64_t set_scan(const struct entry *set, uint64_t cursor, uint64_t count,
                  void (*emit)(void *arg, struct bytes member), void *arg) {
    if (set == NULL) return 0;
    const struct table_object *object = object_of(set);
    if (object == NULL) {
        struct set_walk walk = set_walk(set);
        for (struct bytes member; set_next(&walk, &member);) emit(arg, member);
        return 0;
    }
    struct emitting emitting = {emit, arg, 0};
    do cursor = table_scan(&object->table, cursor, emit_item, &emitting);
    while (cursor != TABLE_END && emitting.count < count);
    return cursor != TABLE_END ? cursor : 0;
}

/* ---- changing forms ---- */

static void insert(struct table_object *object, struct bytes member) {
    table_insert(&object->table, hash_bytes(member), member, 0);
}

/* The cell's set as an object, within cell_edit and cell_edited; the cell may have no entry yet. */
static struct table_object *make_object(struct cell *cell, const struct allocator *allocator) {
    struct table_object *object = allocator_alloc(allocator, sizeof *object);
    object->head = (struct object){.type = VALUE_SET};
    table_init(&object->table, allocator, TABLE_MEMBERS);
    struct set_walk walk = set_walk(cell->entry);
    for (struct bytes member; set_next(&walk, &member);) insert(object, member);
    cell->making = VALUE_SET;
    cell_set_object(cell, &object->head);
    return object;
}

static bool fits_packed(const struct cell *cell, struct bytes member) {
    const struct keyspace_limits *limits = &cell->keyspace->limits;
    return member.len <= limits->set_value && member.len <= PACKED_ELEMENT_MAX &&
           set_count(cell->entry) < limits->set_entries && limits->set_entries < PACKED_COUNT_MAX;
}

static bool has_room(const struct cell *cell, struct bytes member) {
    return cell_has_room(cell, packed_used(cell_block(cell)), packed_cost(member));
}

static void append(struct cell *cell, struct bytes member) {
    struct allocator allocator = cell_allocator(cell);
    struct packed *block = packed_append(cell_block(cell), &allocator, member);
    (void)block; /* the cell knows where; never NULL, because it fits */
}

/* An intset that gets something else. */
static void become_packed(struct cell *cell) {
    const struct allocator *heap = &cell->keyspace->heap.allocator;
    struct packed *block = packed_create(heap);
    struct set_walk walk = set_walk(cell->entry);
    for (struct bytes member; set_next(&walk, &member);)
        block = packed_append(block, heap, member); /* at most set_entries integers fit */
    cell_replace_block(cell, bytes_of((const char *)block, packed_size(block)), true);
    packed_destroy(block, heap);
}

static bool has_room_as_packed(const struct cell *cell, struct bytes member) {
    return cell_has_room(cell, PACKED_HEAD + set_count(cell->entry) * 9, packed_cost(member));
}

/* ---- adding ---- */

static void add_to_table(struct cell *cell, struct table_object *object, struct bytes member) {
    int64_t integer;
    insert(object, member);
    if (object->table.count > cell->keyspace->limits.intset_entries ||
        !is_integer(member, &integer))
        object->head.flags |= OBJECT_LOOKS_LARGE;
    cell_edited(cell, &object->head);
}

static void add_as_table(struct cell *cell, struct bytes member, bool looks_large) {
    struct table_object *object = make_object(cell, cell_edit(cell));
    if (looks_large) object->head.flags |= OBJECT_LOOKS_LARGE;
    add_to_table(cell, object, member);
}

static void add_to_new(struct cell *cell, struct bytes member) {
    int64_t integer;
    cell_begin(cell, VALUE_SET);
    struct allocator allocator = cell_allocator(cell);
    if (is_integer(member, &integer) && cell->keyspace->limits.intset_entries > 0) {
        intset_init(allocator_alloc(&allocator, INTSET_HEAD));
        intset_insert(cell_block(cell), &allocator, 0, integer);
    } else if (fits_packed(cell, member) && cell_has_room(cell, PACKED_HEAD, member.len + 5)) {
        cell->making = VALUE_SET | FLAG_VARIANT;
        packed_create(&allocator);
        append(cell, member);
    } else {
        add_as_table(cell, member, true);
    }
    cell_insert(cell);
}

static bool add_to_intset(struct cell *cell, struct bytes member) {
    int64_t integer;
    unsigned index = 0;
    bool is_like = is_integer(member, &integer);
    if (is_like && intset_find(intset_of(cell->entry), integer, &index)) return false;
    cell_tell(cell, member);
    uint8_t *block = cell_block(cell);
    unsigned count = intset_count(block);
    bool is_within = count < cell->keyspace->limits.intset_entries && count < INTSET_COUNT_MAX;
    struct allocator allocator = cell_allocator(cell);
    if (is_like && is_within && intset_size_with(block, integer) <= cell_block_max(cell)) {
        intset_insert(block, &allocator, index, integer);
    } else if (!is_like && fits_packed(cell, member) && has_room_as_packed(cell, member)) {
        become_packed(cell);
        append(cell, member);
    } else {
        add_as_table(cell, member, false);
    }
    return true;
}

bool set_add(struct cell *cell, struct bytes member) {
    if (cell->entry == NULL) {
        cell_tell(cell, member);
        add_to_new(cell, member);
        return true;
    }
    struct table_object *object = object_of(cell->entry);
    if (object == NULL && is_intset(cell->entry)) return add_to_intset(cell, member);
    if (set_has(cell->entry, member)) return false;
    cell_tell(cell, member);
    if (object != NULL) {
        cell_edit(cell);
        add_to_table(cell, object, member);
    } else if (fits_packed(cell, member) && has_room(cell, member)) {
        append(cell, member);
    } else {
        add_as_table(cell, member, true);
    }
    return true;
}

/* ---- removing ---- */

static void remove_from_table(struct cell *cell, struct table_object *object, struct bytes member) {
    uint64_t hash = hash_bytes(member);
    cell_edit(cell);
    table_delete(&object->table, hash, table_find(&object->table, hash, member));
    cell_edited(cell, &object->head);
}

static void remove_from_block(struct cell *cell, struct bytes member) {
    struct allocator allocator = cell_allocator(cell);
    if (is_intset(cell->entry)) {
        int64_t integer = 0;
        unsigned index;
        number_parse_i64(member, &integer);
        intset_find(intset_of(cell->entry), integer, &index);
        intset_delete(cell_block(cell), &allocator, index);
    } else {
        struct packed_cursor cursor;
        packed_find(packed_of(cell->entry), member, 0, 1, &cursor);
        (void)!packed_delete(cell_block(cell), &allocator, cursor.index, 1);
    }
}

bool set_remove(struct cell *cell, struct bytes member) {
    if (!set_has(cell->entry, member)) return false;
    if (set_count(cell->entry) == 1) {
        cell_delete(cell);
        return true;
    }
    cell_tell(cell, member);
    struct table_object *object = object_of(cell->entry);
    if (object != NULL)
        remove_from_table(cell, object, member);
    else
        remove_from_block(cell, member);
    return true;
}

/* ---- for the keyspace ---- */

static const char *encoding(const struct entry *set) {
    const struct object *object = entry_object(set);
    bool is_large = object != NULL ? object_looks_large(object) : !is_intset(set);
    return is_large ? "hashtable" : "intset";
}

static void digest(const struct entry *set, uint64_t sum[2]) {
    struct set_walk walk = set_walk(set);
    for (struct bytes member; set_next(&walk, &member);)
        digest_element(sum, member, bytes_of(NULL, 0), 0);
}

static bool free_some(struct object *object, const struct allocator *allocator, unsigned *budget) {
    struct table_object *set = (struct table_object *)(void *)object;
    if (table_free_some(&set->table, budget)) return true;
    allocator_free(allocator, set, sizeof *set);
    return false;
}

static void save_member(void *arg, struct bytes member) {
    part_put(arg, member);
}

static bool save(const struct entry *set, uint64_t *position, size_t part_max, struct buffer *out) {
    size_t start = out->len;
    do *position = set_scan(set, *position, 1, save_member, out);
    while (*position != 0 && out->len - start < part_max);
    return *position != 0;
}

/* What was loaded before it was large may be a block. */
static void load_member(struct cell *draft, struct bytes member, bool is_large) {
    bool is_block = draft->entry == NULL || entry_object(draft->entry) == NULL;
    if (is_large && is_block && !set_has(draft->entry, member))
        add_as_table(draft, member, true);
    else
        set_add(draft, member);
    struct object *object = entry_object(draft->entry);
    if (is_large && object != NULL) object->flags |= OBJECT_LOOKS_LARGE;
}

static bool load(struct cell *draft, struct bytes elements, uint8_t flags) {
    struct bytes members[VALUE_PREFETCH_MAX];
    unsigned count;
    do {
        for (count = 0; count < VALUE_PREFETCH_MAX; count++)
            if (!part_take(&elements, &members[count])) break;
        value_prefetch(draft->entry, members, count, 1);
        for (unsigned i = 0; i < count; i++)
            load_member(draft, members[i], (flags & OBJECT_LOOKS_LARGE) != 0);
    } while (count == VALUE_PREFETCH_MAX);
    return elements.len == 0;
}

static bool is_block(struct bytes block, bool is_variant) {
    if (!is_variant)
        return intset_is_valid(block.data, block.len) &&
               intset_count((const uint8_t *)block.data) != 0;
    return packed_is_valid(block.data, block.len) &&
           packed_count((const struct packed *)(const void *)block.data) != 0;
}

const struct value_kind set_kind = {encoding, digest, free_some, save, load, is_block};
