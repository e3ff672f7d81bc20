/* A block holds member, score, member, score, ... in the order of score and member. A score is an
 * integer where it is one, else four or eight bytes as in memory, the four where they are exact,
 * and a letter behind, so that they never look like an integer:
 *
 *   3 -> "3"     0.5 -> 0000003f 'f'     0.1 -> 9a9999999999b93f 'd'
 *
 * An object is a table of members with their scores, for ZSCORE, and a tree over the table's items
 * for everything about order. */
#include "data/zset.h"

#include <assert.h>

#include "base/hash.h"
#include "data/inside.h"
#include "data/value.h"

struct zset_object {
    struct object head;
    struct table table;
    struct ordered tree;
};
_Static_assert(offsetof(struct zset_object, table) == offsetof(struct table_object, table),
               "it begins as a table_object");

static struct zset_object *object_of(const struct entry *zset) {
    return (struct zset_object *)(void *)entry_object(zset);
}

static const struct packed *packed_of(const struct entry *zset) {
    return (const struct packed *)(const void *)entry_value(zset);
}

/* ---- scores in a block ---- */

#define EXACT_INTEGER 9007199254740992.0 /* 2^53 */

static struct bytes score_text(double score, char *scratch) {
    bool is_small = score > -EXACT_INTEGER && score < EXACT_INTEGER;
    if (is_small && (double)(int64_t)score == score && !(score == 0 && __builtin_signbit(score)))
        return bytes_of(scratch, number_format_i64(scratch, (int64_t)score));
    float narrow = (float)score;
    if ((double)narrow == score) {
        memcpy(scratch, &narrow, sizeof narrow);
        scratch[sizeof narrow] = 'f';
        return bytes_of(scratch, sizeof narrow + 1);
    }
    memcpy(scratch, &score, sizeof score);
    scratch[sizeof score] = 'd';
    return bytes_of(scratch, sizeof score + 1);
}

static double read_score(const struct packed_element *element) {
    float narrow;
    double score;
    if (element->text.data == NULL) return (double)element->integer;
    if (element->text.len == sizeof narrow + 1) {
        memcpy(&narrow, element->text.data, sizeof narrow);
        return (double)narrow;
    }
    memcpy(&score, element->text.data, sizeof score);
    return score;
}

/* Negative, 0 or positive, as in the order of a sorted set. */
static int compare(double a_score, struct bytes a, double b_score, struct bytes b) {
    if (a_score != b_score) return a_score < b_score ? -1 : 1;
    return bytes_compare(a, b);
}

/* ---- reading ---- */

uint64_t zset_count(const struct entry *zset) {
    if (zset == NULL) return 0;
    const struct zset_object *object = object_of(zset);
    return object != NULL ? object->table.count : packed_count(packed_of(zset)) / 2;
}

/* True, with its index among the members, if the block has the member. */
static bool find_in_block(const struct entry *zset, struct bytes member, unsigned *index,
                          double *score) {
    struct packed_cursor cursor;
    struct packed_element element;
    if (!packed_find(packed_of(zset), member, 0, 2, &cursor)) return false;
    *index = cursor.index / 2;
    packed_next(&cursor, &element);
    packed_next(&cursor, &element);
    *score = read_score(&element);
    return true;
}

bool zset_score(const struct entry *zset, struct bytes member, double *score) {
    if (zset == NULL) return false;
    const struct zset_object *object = object_of(zset);
    unsigned index;
    if (object == NULL) return find_in_block(zset, member, &index, score);
    const uint8_t *item = table_find(&object->table, hash_bytes(member), member);
    if (item != NULL) *score = item_score(item);
    return item != NULL;
}

bool zset_rank(const struct entry *zset, struct bytes member, uint64_t *rank, double *score) {
    if (zset == NULL) return false;
    const struct zset_object *object = object_of(zset);
    if (object == NULL) {
        unsigned index;
        if (!find_in_block(zset, member, &index, score)) return false;
        *rank = index;
        return true;
    }
    const uint8_t *item = table_find(&object->table, hash_bytes(member), member);
    if (item == NULL) return false;
    *score = item_score(item);
    *rank = ordered_rank(&object->tree, *score, item);
    return true;
}

void zset_walk(const struct entry *zset, uint64_t rank, struct zset_walk *walk) {
    walk->zset = zset;
    if (zset == NULL) return;
    const struct zset_object *object = object_of(zset);
    if (object != NULL)
        ordered_seek_rank(&object->tree, rank, &walk->ordered);
    else
        walk->packed = packed_seek(packed_of(zset), (unsigned)rank * 2);
}

static bool take_ordered(struct zset_walk *walk, const struct ordered_entry *entry) {
    walk->member = member_text(entry->member);
    walk->score = entry->score;
    return true;
}

bool zset_next(struct zset_walk *walk) {
    struct packed_element element;
    struct ordered_entry entry;
    if (walk->zset == NULL) return false;
    if (entry_object(walk->zset) != NULL)
        return ordered_next(&walk->ordered, &entry) && take_ordered(walk, &entry);
    if (!packed_next(&walk->packed, &element)) return false;
    walk->member = packed_text(&element, walk->scratch);
    packed_next(&walk->packed, &element);
    walk->score = read_score(&element);
    return true;
}

bool zset_prev(struct zset_walk *walk) {
    struct packed_element element;
    struct ordered_entry entry;
    if (walk->zset == NULL) return false;
    if (entry_object(walk->zset) != NULL)
        return ordered_prev(&walk->ordered, &entry) && take_ordered(walk, &entry);
    if (!packed_prev(&walk->packed, &element)) return false;
    walk->score = read_score(&element);
    packed_prev(&walk->packed, &element);
    walk->member = packed_text(&element, walk->scratch);
    return true;
}

uint64_t zset_rank_of_score(const struct entry *zset, double score, bool is_after) {
    if (zset == NULL) return 0;
    const struct zset_object *object = object_of(zset);
    struct zset_walk walk;
    if (object != NULL) return ordered_seek_score(&object->tree, score, is_after, &walk.ordered);
    uint64_t rank = 0;
    zset_walk(zset, 0, &walk);
    while (zset_next(&walk) && (walk.score < score || (is_after && walk.score == score))) rank++;
    return rank;
}

uint64_t zset_rank_of_member(const struct entry *zset, struct bytes member, bool is_after) {
    if (zset == NULL) return 0;
    const struct zset_object *object = object_of(zset);
    struct zset_walk walk;
    if (object != NULL) return ordered_seek_member(&object->tree, member, is_after, &walk.ordered);
    uint64_t rank = 0;
    zset_walk(zset, 0, &walk);
    while (zset_next(&walk) && bytes_compare(walk.member, member) < (int)is_after) rank++;
    return rank;
}

void zset_random(const struct entry *zset, uint64_t random, struct zset_walk *found) {
    const struct zset_object *object = object_of(zset);
    found->zset = zset;
    if (object != NULL) {
        const uint8_t *item = table_random(&object->table, random);
        found->member = member_text(item);
        found->score = item_score(item);
        return;
    }
    zset_walk(zset, random % zset_count(zset), found);
    zset_next(found);
}

struct emitting {
    void (*emit)(void *arg, struct bytes member, double score);
    void *arg;
    uint64_t count;
};

static void emit_item(void *arg, uint8_t *item) {
    struct emitting *emitting = arg;
    emitting->emit(emitting->arg, member_text(item), item_score(item));
    emitting->count++;
}

uint64_t zset_scan(const struct entry *zset, uint64_t cursor, uint64_t count,
                   void (*emit)(void *arg, struct bytes member, double score), void *arg) {
    if (zset == NULL) return 0;
    const struct zset_object *object = object_of(zset);
    if (object == NULL) {
        struct zset_walk walk;
        zset_walk(zset, 0, &walk);
        while (zset_next(&walk)) emit(arg, walk.member, walk.score);
        return 0;
    }
    struct emitting emitting = {emit, arg, 0};
    do cursor = table_scan(&object->table, cursor, emit_item, &emitting);
    while (cursor != TABLE_END && emitting.count < count);
    return cursor != TABLE_END ? cursor : 0;
}

/* ---- objects ---- */

static void insert(struct zset_object *object, struct bytes member, double score) {
    uint8_t *item = table_insert(&object->table, hash_bytes(member), member, sizeof score);
    item_set_score(item, score);
    ordered_insert(&object->tree, score, item);
}

/* The cell's set as an object, within cell_edit and cell_edited; the cell may have no entry yet. */
static struct zset_object *make_object(struct cell *cell, const struct allocator *allocator) {
    struct zset_object *object = allocator_alloc(allocator, sizeof *object);
    object->head = (struct object){.type = VALUE_ZSET};
    table_init(&object->table, allocator, TABLE_SCORES);
    ordered_init(&object->tree, allocator);
    struct zset_walk walk;
    zset_walk(cell->entry, 0, &walk);
    while (zset_next(&walk)) insert(object, walk.member, walk.score);
    cell->making = VALUE_ZSET;
    cell_set_object(cell, &object->head);
    return object;
}

/* Within cell_edit. */
static void add_to_object(struct cell *cell, struct zset_object *object, struct bytes member,
                          double score) {
    const struct keyspace_limits *limits = &cell->keyspace->limits;
    insert(object, member, score);
    if (object->table.count > limits->zset_entries || member.len > limits->zset_value)
        object->head.flags |= OBJECT_LOOKS_LARGE;
    cell_edited(cell, &object->head);
}

static void add_as_object(struct cell *cell, struct bytes member, double score) {
    struct zset_object *object = make_object(cell, cell_edit(cell));
    add_to_object(cell, object, member, score);
}

static enum zset_change set_in_object(struct cell *cell, struct zset_object *object,
                                      struct bytes member, double score) {
    uint8_t *item = table_find(&object->table, hash_bytes(member), member);
    double before = item != NULL ? item_score(item) : 0;
    if (item != NULL && before == score) return ZSET_SAME;
    cell_tell(cell, member);
    cell_edit(cell);
    if (item == NULL) {
        add_to_object(cell, object, member, score);
        return ZSET_ADDED;
    }
    ordered_update(&object->tree, before, score, item);
    item_set_score(item, score);
    cell_edited(cell, &object->head);
    return ZSET_UPDATED;
}

static void remove_from_object(struct cell *cell, struct zset_object *object, struct bytes member) {
    uint64_t hash = hash_bytes(member);
    uint8_t *item = table_find(&object->table, hash, member);
    cell_edit(cell);
    ordered_delete(&object->tree, item_score(item), item);
    table_delete(&object->table, hash, item);
    cell_edited(cell, &object->head);
}

/* ---- blocks ---- */

static bool fits_block(const struct cell *cell, struct bytes member, size_t used) {
    const struct keyspace_limits *limits = &cell->keyspace->limits;
    uint64_t count = zset_count(cell->entry);
    return member.len <= limits->zset_value && member.len <= PACKED_ELEMENT_MAX &&
           count < limits->zset_entries && count < PACKED_COUNT_MAX / 2 &&
           cell_has_room(cell, used, packed_cost(member) + 1 + sizeof(double) + 1);
}

/* How many members of the block come before. */
static unsigned position_in_block(const struct entry *zset, struct bytes member, double score) {
    struct zset_walk walk;
    unsigned index = 0;
    zset_walk(zset, 0, &walk);
    while (zset_next(&walk) && compare(walk.score, walk.member, score, member) < 0) index++;
    return index;
}

static void insert_in_block(struct cell *cell, struct bytes member, double score) {
    char scratch[NUMBER_TEXT_MAX];
    struct bytes texts[] = {member, score_text(score, scratch)};
    struct allocator allocator = cell_allocator(cell);
    unsigned index = position_in_block(cell->entry, member, score);
    struct packed *block = packed_splice(cell_block(cell), &allocator, index * 2, 0, texts, 2);
    assert(block != NULL); /* fits_block */
}

static void delete_in_block(struct cell *cell, unsigned index, unsigned n) {
    struct allocator allocator = cell_allocator(cell);
    struct packed *block = packed_delete(cell_block(cell), &allocator, index * 2, n * 2);
    assert(block != NULL);
}

static enum zset_change set_in_block(struct cell *cell, struct bytes member, double score) {
    unsigned index;
    double before;
    bool is_there = find_in_block(cell->entry, member, &index, &before);
    if (is_there && before == score) return ZSET_SAME;
    cell_tell(cell, member);
    size_t used = packed_used(packed_of(cell->entry));
    if (is_there && cell_has_room(cell, used, sizeof score + 1)) {
        delete_in_block(cell, index, 1);
        insert_in_block(cell, member, score);
    } else if (!is_there && fits_block(cell, member, used)) {
        insert_in_block(cell, member, score);
    } else {
        if (!is_there) {
            add_as_object(cell, member, score);
            return ZSET_ADDED;
        }
        struct zset_object *object = make_object(cell, cell_edit(cell));
        uint8_t *item = table_find(&object->table, hash_bytes(member), member);
        ordered_update(&object->tree, before, score, item);
        item_set_score(item, score);
        cell_edited(cell, &object->head);
    }
    return is_there ? ZSET_UPDATED : ZSET_ADDED;
}

/* ---- writing ---- */

static void add_to_new(struct cell *cell, struct bytes member, double score) {
    cell_begin(cell, VALUE_ZSET);
    if (fits_block(cell, member, PACKED_HEAD)) {
        struct allocator allocator = cell_allocator(cell);
        packed_create(&allocator);
        insert_in_block(cell, member, score);
    } else {
        add_as_object(cell, member, score);
    }
    cell_insert(cell);
}

/* A negative zero loses its sign in what Redis would keep as a listpack, where it is an integer. */
static double kept_score(const struct cell *cell, struct bytes member, double score) {
    if (score != 0 || !__builtin_signbit(score)) return score;
    const struct keyspace_limits *limits = &cell->keyspace->limits;
    const struct object *object = cell->entry != NULL ? entry_object(cell->entry) : NULL;
    double before;
    bool grows = !zset_score(cell->entry, member, &before);
    bool is_large = object != NULL && object_looks_large(object);
    is_large = is_large || (grows && (zset_count(cell->entry) >= limits->zset_entries ||
                                      member.len > limits->zset_value));
    return is_large ? score : 0;
}

enum zset_change zset_set(struct cell *cell, struct bytes member, double score) {
    score = kept_score(cell, member, score);
    if (cell->entry == NULL) {
        cell_tell(cell, member);
        add_to_new(cell, member, score);
        return ZSET_ADDED;
    }
    struct zset_object *object = object_of(cell->entry);
    return object != NULL ? set_in_object(cell, object, member, score)
                          : set_in_block(cell, member, score);
}

bool zset_remove(struct cell *cell, struct bytes member) {
    double score;
    unsigned index = 0;
    if (!zset_score(cell->entry, member, &score)) return false;
    if (zset_count(cell->entry) == 1) {
        cell_delete(cell);
        return true;
    }
    cell_tell(cell, member);
    struct zset_object *object = object_of(cell->entry);
    if (object != NULL) {
        remove_from_object(cell, object, member);
    } else {
        find_in_block(cell->entry, member, &index, &score);
        delete_in_block(cell, index, 1);
    }
    return true;
}

static void delete_item(void *arg, const struct ordered_entry *entry) {
    struct zset_object *object = arg;
    uint8_t *item = (uint8_t *)(uintptr_t)entry->member;
    table_delete(&object->table, hash_bytes(member_text(item)), item);
}

uint64_t zset_remove_range(struct cell *cell, uint64_t rank, uint64_t count,
                           void (*gone)(void *arg, struct bytes member, double score), void *arg) {
    uint64_t all = zset_count(cell->entry), left = rank < all ? all - rank : 0;
    struct zset_walk walk;
    if (count > left) count = left;
    if (count == 0) return 0;
    zset_walk(cell->entry, rank, &walk);
    for (uint64_t i = 0; i < count && zset_next(&walk); i++) {
        if (count < all) cell_tell(cell, walk.member);
        if (gone != NULL) gone(arg, walk.member, walk.score);
    }
    struct zset_object *object = object_of(cell->entry);
    if (count == all) {
        cell_delete(cell);
    } else if (object == NULL) {
        delete_in_block(cell, (unsigned)rank, (unsigned)count);
    } else {
        cell_edit(cell);
        ordered_delete_range(&object->tree, rank, count, delete_item, object);
        cell_edited(cell, &object->head);
    }
    return count;
}

/* ---- for the keyspace ---- */

static const char *encoding(const struct entry *zset) {
    const struct object *object = entry_object(zset);
    return object != NULL && object_looks_large(object) ? "skiplist" : "listpack";
}

static void digest_member(void *arg, struct bytes member, double score) {
    int64_t bits;
    score += 0.0; /* -0 is 0 */
    memcpy(&bits, &score, sizeof bits);
    digest_element(arg, member, bytes_of(NULL, 0), bits);
}

static void digest(const struct entry *zset, uint64_t sum[2]) {
    zset_scan(zset, 0, UINT64_MAX, digest_member, sum);
}

enum {
    ELEMENTS_FOR_NODE = 4
}; /* freed in the time that a node takes: the path to it is in no cache */

static bool free_some(struct object *object, const struct allocator *allocator, unsigned *budget) {
    struct zset_object *zset = (struct zset_object *)(void *)object;
    unsigned nodes = *budget / ELEMENTS_FOR_NODE + 1;
    if (zset->tree.root != NULL && ordered_clear_some(&zset->tree, nodes)) {
        *budget = 0;
        return true;
    }
    if (table_free_some(&zset->table, budget)) return true;
    allocator_free(allocator, zset, sizeof *zset);
    return false;
}

/* An element: member, 8 bytes of score. */
static void save_member(void *arg, struct bytes member, double score) {
    uint64_t bits;
    memcpy(&bits, &score, sizeof bits);
    part_put(arg, member);
    part_put_number(arg, bits);
}

static bool save(const struct entry *zset, uint64_t *position, size_t part_max,
                 struct buffer *out) {
    size_t start = out->len;
    do *position = zset_scan(zset, *position, 1, save_member, out);
    while (*position != 0 && out->len - start < part_max);
    return *position != 0;
}

/* What was loaded before it was large may be a block. */
static void load_member(struct cell *draft, struct bytes member, double score, bool is_large) {
    double before;
    bool is_block = draft->entry == NULL || entry_object(draft->entry) == NULL;
    if (is_large && is_block && !zset_score(draft->entry, member, &before))
        add_as_object(draft, member, score);
    else
        zset_set(draft, member, score);
    struct object *object = entry_object(draft->entry);
    if (is_large && object != NULL) object->flags |= OBJECT_LOOKS_LARGE;
}

static bool take_member(struct bytes *elements, struct bytes *member, double *score) {
    uint64_t bits;
    if (!part_take(elements, member) || !part_take_number(elements, &bits)) return false;
    memcpy(score, &bits, sizeof bits);
    return *score == *score;
}

static bool load(struct cell *draft, struct bytes elements, uint8_t flags) {
    struct bytes members[VALUE_PREFETCH_MAX];
    double scores[VALUE_PREFETCH_MAX];
    while (elements.len != 0) {
        unsigned count = 0;
        for (; count < VALUE_PREFETCH_MAX && elements.len != 0; count++)
            if (!take_member(&elements, &members[count], &scores[count])) return false;
        value_prefetch(draft->entry, members, count, 1);
        for (unsigned i = 0; i < count; i++)
            load_member(draft, members[i], scores[i], (flags & OBJECT_LOOKS_LARGE) != 0);
    }
    return true;
}

static bool is_score(const struct packed_element *element) {
    if (element->text.data == NULL) return true;
    size_t len = element->text.len;
    if (len != sizeof(float) + 1 && len != sizeof(double) + 1) return false;
    double score = read_score(element);
    return score == score;
}

/* In order, and so no member twice with one score. */
static bool is_block(struct bytes block, bool is_variant) {
    if (is_variant || !packed_is_valid(block.data, block.len)) return false;
    const struct packed *packed = (const struct packed *)(const void *)block.data;
    struct packed_cursor cursor = packed_seek(packed, 0);
    struct packed_element member, score, member_before, score_before;
    char scratch[2][NUMBER_TEXT_MAX];
    if (cursor.count == 0 || cursor.count % 2 != 0) return false;
    for (bool is_first = true; packed_next(&cursor, &member); is_first = false) {
        packed_next(&cursor, &score);
        if (!is_score(&score)) return false;
        if (!is_first && compare(read_score(&score_before), packed_text(&member_before, scratch[0]),
                                 read_score(&score), packed_text(&member, scratch[1])) >= 0)
            return false;
        member_before = member;
        score_before = score;
    }
    return true;
}

const struct value_kind zset_kind = {encoding, digest, free_some, save, load, is_block};
