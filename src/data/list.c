/*   slots   | unused | slot | slot | slot | ... | unused |
 *                      |      |      |
 *                packed block |   a hole: only its count
 *                           large element
 *
 * Invariants
 *   L1  count is the sum of the slots' counts, holes that of the hole slots; no slot's count is 0.
 *   L2  A large slot's count is 1. A packed slot's count is its block's. */
#include "data/list.h"

#include <assert.h>

/* Tests compile this file a second time with tiny blocks. */
#ifndef LIST_BLOCK
#define LIST_BLOCK 8192
#endif

enum {
    BLOCK_USED_MAX = LIST_BLOCK,
    SMALL_COST_MAX = BLOCK_USED_MAX / 2, /* what takes more is a large element */
    BLOCK_SET_MAX = 2 * BLOCK_USED_MAX,  /* setting may let a block grow up to here */
    JOINED_MAX = BLOCK_USED_MAX / 4 * 3,
    SLOTS_MIN = 4
};

enum kind { KIND_PACKED, KIND_LARGE, KIND_HOLE };

struct list_slot {
    void *block; /* NULL: a hole */
    uint64_t count;
    enum kind kind;
};

struct large {
    size_t len;
    char data[];
};

/* ---- slots ---- */

static struct list_slot *slot_at(const struct list *list, unsigned i) {
    return &list->slots[list->start + i];
}

static void grow_slots(struct list *list, unsigned at, unsigned n) {
    unsigned room = (list->used + n) + (list->used + n) / 2;
    if (room < SLOTS_MIN) room = SLOTS_MIN;
    unsigned start = (room - list->used - n) / 2;
    struct list_slot *slots = allocator_alloc(list->allocator, room * sizeof *slots);
    if (list->used != 0) {
        memcpy(slots + start, slot_at(list, 0), at * sizeof *slots);
        memcpy(slots + start + at + n, slot_at(list, at), (list->used - at) * sizeof *slots);
    }
    if (list->slots != NULL)
        allocator_free(list->allocator, list->slots, list->room * sizeof *slots);
    list->bytes += (room - list->room) * sizeof *slots;
    list->slots = slots;
    list->start = start;
    list->room = room;
}

/* Makes n empty slots before slot at; the shorter side moves. */
static void open_slots(struct list *list, unsigned at, unsigned n) {
    unsigned behind = list->room - list->start - list->used;
    bool moves_head = at < list->used - at ? list->start >= n : behind < n && list->start >= n;
    if (moves_head) {
        memmove(slot_at(list, 0) - n, slot_at(list, 0), at * sizeof(struct list_slot));
        list->start -= n;
    } else if (behind >= n) {
        struct list_slot *slot = slot_at(list, at);
        memmove(slot + n, slot, (list->used - at) * sizeof(struct list_slot));
    } else {
        grow_slots(list, at, n);
    }
    list->used += n;
    memset(slot_at(list, at), 0, n * sizeof(struct list_slot));
}

static void close_slots(struct list *list, unsigned at, unsigned n) {
    unsigned after = list->used - at - n;
    if (at < after) {
        memmove(slot_at(list, n), slot_at(list, 0), at * sizeof(struct list_slot));
        list->start += n;
    } else {
        memmove(slot_at(list, at), slot_at(list, at + n), after * sizeof(struct list_slot));
    }
    list->used -= n;
}

/* The slot that holds element index, which exists, and its place in there. */
static unsigned find_slot(const struct list *list, uint64_t index, uint64_t *offset) {
    const struct list_slot *slots = slot_at(list, 0);
    unsigned i = 0;
    assert(index < list->count);
    if (index < list->count / 2) {
        while (index >= slots[i].count) index -= slots[i++].count;
        *offset = index;
        return i;
    }
    uint64_t left = list->count - index; /* elements from index to the end */
    for (i = list->used - 1; left > slots[i].count; i--) left -= slots[i].count;
    *offset = slots[i].count - left;
    return i;
}

/* ---- blocks ---- */

static bool is_large(struct bytes text) {
    return text.len > PACKED_ELEMENT_MAX || packed_cost(text) > SMALL_COST_MAX;
}

static struct bytes large_text(const struct list_slot *slot) {
    const struct large *large = slot->block;
    return bytes_of(large->data, large->len);
}

static size_t large_size(size_t len) {
    return sizeof(struct large) + len;
}

static void fill_large(struct list *list, struct list_slot *slot, struct bytes text) {
    struct large *large = allocator_alloc(list->allocator, large_size(text.len));
    large->len = text.len;
    memcpy(large->data, text.data, text.len);
    *slot = (struct list_slot){.block = large, .count = 1, .kind = KIND_LARGE};
    list->bytes += large_size(text.len);
}

/* The slot's block is another one now, or has changed: its count and the bytes follow. */
static void take_block(struct list *list, struct list_slot *slot, struct packed *block,
                       size_t old_size) {
    assert(block != NULL);
    slot->block = block;
    slot->count = packed_count(block);
    slot->kind = KIND_PACKED;
    list->bytes += packed_size(block) - old_size;
}

static void splice(struct list *list, struct list_slot *slot, uint64_t offset, uint64_t removed,
                   const struct bytes *text, unsigned n) {
    size_t old_size = packed_size(slot->block);
    struct packed *block =
        packed_splice(slot->block, list->allocator, (unsigned)offset, (unsigned)removed, text, n);
    take_block(list, slot, block, old_size);
}

static void fill_packed(struct list *list, struct list_slot *slot, struct bytes text) {
    take_block(list, slot, packed_create(list->allocator), 0);
    splice(list, slot, 0, 0, &text, 1);
}

static void fill_slot(struct list *list, unsigned at, struct bytes text) {
    if (is_large(text))
        fill_large(list, slot_at(list, at), text);
    else
        fill_packed(list, slot_at(list, at), text);
}

static void free_block(struct list *list, const struct list_slot *slot) {
    if (slot->kind == KIND_HOLE) {
        list->holes -= slot->count;
    } else if (slot->kind == KIND_LARGE) {
        size_t size = large_size(large_text(slot).len);
        list->bytes -= size;
        allocator_free(list->allocator, slot->block, size);
    } else {
        list->bytes -= packed_size(slot->block);
        packed_destroy(slot->block, list->allocator);
    }
}

static bool has_room_for(const struct list_slot *slot, struct bytes text) {
    return slot->kind == KIND_PACKED && slot->count < PACKED_COUNT_MAX && !is_large(text) &&
           packed_used(slot->block) + packed_cost(text) <= BLOCK_USED_MAX;
}

/* A block that pushes have left behind will hardly change: it gives back what it does not use. */
static void trim(struct list *list, unsigned i) {
    struct list_slot *slot = slot_at(list, i);
    if (slot->kind != KIND_PACKED) return;
    size_t old_size = packed_size(slot->block);
    take_block(list, slot, packed_trim(slot->block, list->allocator), old_size);
}

/* Two slots from one, which has at least two elements: offset of them stay. */
static void split(struct list *list, unsigned i, uint64_t offset) {
    open_slots(list, i + 1, 1);
    struct list_slot *left = slot_at(list, i), *right = left + 1;
    assert(left->kind != KIND_LARGE); /* L2 */
    if (left->kind == KIND_HOLE) {
        *right = (struct list_slot){.count = left->count - offset, .kind = KIND_HOLE};
        left->count = offset;
        return;
    }
    size_t old_size = packed_size(left->block);
    struct packed *block = left->block;
    take_block(list, right, packed_split(&block, list->allocator, (unsigned)offset), 0);
    take_block(list, left, block, old_size);
}

static void join(struct list *list, unsigned i) {
    if (i + 1 >= list->used) return;
    struct list_slot *left = slot_at(list, i), *right = left + 1;
    if (left->kind != KIND_PACKED || right->kind != KIND_PACKED) return;
    if (packed_used(left->block) + packed_used(right->block) > JOINED_MAX ||
        left->count + right->count > PACKED_COUNT_MAX)
        return;
    size_t old_size = packed_size(left->block);
    take_block(list, left, packed_join(left->block, list->allocator, right->block), old_size);
    free_block(list, right);
    close_slots(list, i + 1, 1);
}

/* ---- changes; put and take leave first, count and holes to their callers ---- */

/* Puts the text before slot i: into it, into the one before, or into a new one between. */
static void put_between(struct list *list, unsigned i, struct bytes text) {
    if (i > 0 && has_room_for(slot_at(list, i - 1), text)) {
        struct list_slot *slot = slot_at(list, i - 1);
        splice(list, slot, slot->count, 0, &text, 1);
    } else if (i < list->used && has_room_for(slot_at(list, i), text)) {
        splice(list, slot_at(list, i), 0, 0, &text, 1);
    } else {
        if (i == list->used && i > 0) trim(list, i - 1);
        if (i == 0 && list->used > 0) trim(list, 0);
        open_slots(list, i, 1);
        fill_slot(list, i, text);
    }
}

static void put(struct list *list, uint64_t index, struct bytes text) {
    uint64_t offset = 0;
    unsigned i = index == list->count ? list->used : find_slot(list, index, &offset);
    if (offset != 0 && has_room_for(slot_at(list, i), text)) {
        splice(list, slot_at(list, i), offset, 0, &text, 1);
        return;
    }
    if (offset != 0) split(list, i++, offset);
    put_between(list, i, text);
}

/* Takes n elements, or fewer, out of slot i, from offset on, but not all; returns how many. */
static uint64_t take_part(struct list *list, unsigned i, uint64_t offset, uint64_t n) {
    struct list_slot *slot = slot_at(list, i);
    if (n > slot->count - offset) n = slot->count - offset;
    if (slot->kind == KIND_HOLE) {
        slot->count -= n;
        list->holes -= n;
    } else {
        splice(list, slot, offset, n, NULL, 0);
    }
    return n;
}

static void take(struct list *list, uint64_t index, uint64_t n) {
    uint64_t offset, rest = n;
    unsigned i = find_slot(list, index, &offset), whole = 0;
    if (offset != 0) rest -= take_part(list, i++, offset, rest);
    while (rest != 0 && i + whole < list->used && rest >= slot_at(list, i + whole)->count) {
        rest -= slot_at(list, i + whole)->count;
        free_block(list, slot_at(list, i + whole++));
    }
    if (whole != 0) close_slots(list, i, whole);
    if (rest != 0) take_part(list, i, 0, rest);
    list->count -= n;
    if (index != 0 && index != list->count && i > 0) join(list, i - 1);
}

void list_insert(struct list *list, uint64_t index, struct bytes text) {
    assert(index <= list->count);
    put(list, index, text);
    if (index == 0 && list->count != 0) list->first--;
    list->count++;
}

void list_remove(struct list *list, uint64_t index, uint64_t n) {
    assert(index <= list->count && n <= list->count - index);
    if (n == 0) return;
    take(list, index, n);
    if (index == 0) list->first += (int64_t)n;
}

void list_set(struct list *list, uint64_t index, struct bytes text) {
    uint64_t offset;
    struct list_slot *slot = slot_at(list, find_slot(list, index, &offset));
    if (slot->kind == KIND_PACKED && !is_large(text) &&
        packed_used(slot->block) + packed_cost(text) <= BLOCK_SET_MAX) {
        splice(list, slot, offset, 1, &text, 1);
        return;
    }
    take(list, index, 1);
    put(list, index, text);
    list->count++;
}

/* Puts a hole of n elements before slot i. */
static void put_hole(struct list *list, unsigned i, uint64_t n) {
    if (n == 0) return;
    open_slots(list, i, 1);
    *slot_at(list, i) = (struct list_slot){.count = n, .kind = KIND_HOLE};
    list->holes += n;
    list->count += n;
}

void list_place(struct list *list, int64_t number, struct bytes text) {
    if (list->count == 0) list->first = number;
    /* Numbers are compared by their distance, which may not pass 2^62. */
    int64_t index = (int64_t)((uint64_t)number - (uint64_t)list->first);
    assert(index < (int64_t)1 << 61 && index > -((int64_t)1 << 61));
    if (index < 0) {
        put_hole(list, 0, (uint64_t)(-index - 1));
        put(list, 0, text);
        list->first = number;
        list->count++;
    } else if ((uint64_t)index >= list->count) {
        put_hole(list, list->used, (uint64_t)index - list->count);
        put(list, list->count, text);
        list->count++;
    } else {
        list_set(list, (uint64_t)index, text);
    }
}

/* ---- the whole ---- */

void list_init(struct list *list, const struct allocator *allocator, int64_t first) {
    *list = (struct list){.allocator = allocator, .first = first};
}

static void free_slots(struct list *list) {
    if (list->slots != NULL)
        allocator_free(list->allocator, list->slots, list->room * sizeof(struct list_slot));
    list_init(list, list->allocator, list->first);
}

bool list_clear_some(struct list *list, unsigned budget) {
    for (; budget > 0 && list->used > 0; budget--) {
        struct list_slot *slot = slot_at(list, list->used - 1);
        list->count -= slot->count;
        free_block(list, slot);
        list->used--;
    }
    if (list->used > 0) return true;
    free_slots(list);
    return false;
}

void list_adopt(struct list *list, struct packed *block) {
    assert(list->used == 0 && packed_count(block) != 0);
    open_slots(list, 0, 1);
    take_block(list, slot_at(list, 0), block, 0);
    list->count = packed_count(block);
}

struct packed *list_release(struct list *list) {
    if (list->used != 1 || slot_at(list, 0)->kind != KIND_PACKED) return NULL;
    struct packed *block = slot_at(list, 0)->block;
    free_slots(list);
    return block;
}

/* ---- walking ---- */

/* At the start of the slot, or at its end. */
static void enter(struct list_cursor *cursor, unsigned slot, bool at_end) {
    const struct list_slot *into = slot_at(cursor->list, slot);
    cursor->slot = slot;
    cursor->at = at_end ? into->count : 0;
    if (into->kind == KIND_PACKED) cursor->inner = packed_seek(into->block, (unsigned)cursor->at);
}

void list_seek(const struct list *list, uint64_t index, struct list_cursor *cursor) {
    uint64_t offset;
    assert(index <= list->count);
    *cursor = (struct list_cursor){.list = list};
    if (list->count == 0) return;
    if (index == list->count) {
        enter(cursor, list->used - 1, true);
        return;
    }
    cursor->slot = find_slot(list, index, &offset);
    cursor->at = offset;
    const struct list_slot *slot = slot_at(list, cursor->slot);
    if (slot->kind == KIND_PACKED) cursor->inner = packed_seek(slot->block, (unsigned)offset);
}

/* The element of a slot that is no packed block. */
static struct packed_element other_element(const struct list_slot *slot) {
    struct bytes text = slot->kind == KIND_LARGE ? large_text(slot) : BYTES_LITERAL("");
    return (struct packed_element){.text = text};
}

bool list_next(struct list_cursor *cursor, struct packed_element *element) {
    const struct list *list = cursor->list;
    for (;;) {
        if (cursor->slot >= list->used) return false;
        const struct list_slot *slot = slot_at(list, cursor->slot);
        if (slot->kind == KIND_PACKED) {
            if (packed_next(&cursor->inner, element)) return true;
        } else if (cursor->at < slot->count) {
            cursor->at++;
            *element = other_element(slot);
            return true;
        }
        if (cursor->slot + 1 == list->used) return false;
        enter(cursor, cursor->slot + 1, false);
    }
}

bool list_prev(struct list_cursor *cursor, struct packed_element *element) {
    const struct list *list = cursor->list;
    for (;;) {
        if (cursor->slot >= list->used) return false;
        const struct list_slot *slot = slot_at(list, cursor->slot);
        if (slot->kind == KIND_PACKED) {
            if (packed_prev(&cursor->inner, element)) return true;
        } else if (cursor->at > 0) {
            cursor->at--;
            *element = other_element(slot);
            return true;
        }
        if (cursor->slot == 0) return false;
        enter(cursor, cursor->slot - 1, true);
    }
}

bool list_is_sound(const struct list *list) {
    uint64_t count = 0, holes = 0, bytes = list->room * sizeof(struct list_slot);
    for (unsigned i = 0; i < list->used; i++) {
        const struct list_slot *slot = slot_at(list, i);
        if (slot->count == 0) return false; /* L1 */
        count += slot->count;
        if (slot->kind == KIND_HOLE) {
            holes += slot->count;
        } else if (slot->kind == KIND_LARGE) {
            if (slot->count != 1) return false; /* L2 */
            bytes += large_size(large_text(slot).len);
        } else {
            if (slot->count != packed_count(slot->block)) return false; /* L2 */
            if (!packed_is_valid(slot->block, packed_size(slot->block))) return false;
            bytes += packed_size(slot->block);
        }
    }
    return count == list->count && holes == list->holes && bytes == list->bytes; /* L1 */
}
