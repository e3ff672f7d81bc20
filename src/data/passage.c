/* data/passage.c - values in parts while they change: strings, tables and lists, and the way to streams.
 *
 * Lists. An insertion or removal in the middle gives other numbers to the elements behind it, and the first one keeps
 * its own (data/list.h). What has passed is [first, next): an insertion in it makes it longer by one, a
 * removal shorter by what it takes of it, and behind it nothing of it changes. */
#include "data/passage.h"

#include "base/hash.h"
#include "data/draft_text.h"
#include "data/layout.h"
#include "data/lists.h"
#include "data/stream_passage.h"
#include "data/table.h"
#include "data/value.h"

void passage_begin(struct passage *passage, const struct entry *entry) {
    *passage = (struct passage){.type = entry_type(entry)};
    if (passage->type == VALUE_LIST) passage->first = passage->next = lists_first(entry);
}

void passage_clear(struct passage *passage) {
    buffer_clear(&passage->stream.consumer);
}

/* ---- saving ---- */

static bool save_text(struct passage *passage, const struct entry *entry, size_t part_max,
                      struct buffer *out) {
    size_t len = entry_text_len(entry), offset = passage->place < len ? passage->place : len;
    size_t pages = part_max / PASSAGE_PAGE > 0 ? part_max / PASSAGE_PAGE : 1;
    size_t size = len - offset < pages * PASSAGE_PAGE ? len - offset : pages * PASSAGE_PAGE;
    part_begin(out, VALUE_STRING, 0);
    part_put_number(out, offset);
    part_put_number(out, len);
    entry_text_copy_range(entry, offset, size, buffer_reserve(out, size));
    out->len += size;
    passage->place = offset + size;
    return passage->place < len;
}

static bool save_list(struct passage *passage, const struct entry *entry, size_t part_max,
                      struct buffer *out) {
    int64_t first = lists_first(entry);
    uint64_t index = passage->next > first ? (uint64_t)(passage->next - first) : 0;
    uint64_t count = lists_count(entry);
    if (index > count) index = count;
    bool is_more = value_save(entry, &index, part_max, out);
    bool is_block = !value_is_large(entry);
    passage->next = first + (int64_t)(is_block ? count : index);
    return is_more;
}

/* So that small members, too, take some 0.1 ms: a part has about 1,000 of them. In memory a member takes about twice of
 * what it does in a part. */
static size_t table_part_max(const struct entry *entry, size_t part_max) {
    enum { MEMBERS_MAX = 1024 };
    const struct table_object *object = (const void *)entry_object(entry);
    if (object == NULL || object->table.count == 0) return part_max;
    size_t most = object->head.bytes / object->table.count * (MEMBERS_MAX / 2);
    return most < part_max ? most : part_max;
}

static bool save_table(struct passage *passage, const struct entry *entry, size_t part_max,
                       struct buffer *out) {
    part_max = table_part_max(entry, part_max);
    bool is_more = value_save(entry, &passage->place, part_max, out);
    if (!is_more) passage->place = TABLE_END;
    return is_more;
}

static bool save(struct passage *passage, const struct entry *entry, size_t part_max,
                 struct buffer *out) {
    switch (passage->type) {
    case VALUE_STRING:
        return save_text(passage, entry, part_max, out);
    case VALUE_LIST:
        return save_list(passage, entry, part_max, out);
    case VALUE_STREAM:
        return stream_passage_save(passage, entry, part_max, out);
    default:
        return save_table(passage, entry, part_max, out);
    }
}

bool passage_save(struct passage *passage, const struct entry *entry, size_t part_max,
                  struct buffer *out) {
    passage->is_done = !save(passage, entry, part_max, out);
    return !passage->is_done;
}

/* ---- loading ---- */

bool passage_load(struct cell *draft, struct bytes part) {
    struct bytes body;
    if (part_is(part, VALUE_STRING, &body)) return draft_text_load(draft, body);
    if (part_is(part, VALUE_STREAM, &body) && stream_passage_is(body))
        return stream_passage_load(draft, body);
    return value_load(draft, part);
}

/* ---- what has passed ---- */

bool passage_has_byte(const struct passage *passage, uint64_t offset) {
    return offset < passage->place;
}

bool passage_has_member(const struct passage *passage, struct bytes member) {
    return table_position(hash_bytes(member)) < passage->place;
}

bool passage_has_number(const struct passage *passage, int64_t number) {
    return number < passage->next;
}

bool passage_has_id(const struct passage *passage, struct stream_id id) {
    return !stream_id_less(passage->id, id);
}

void passage_note_number(struct passage *passage, int64_t number) {
    if (number < passage->first) passage->first = number;
}

void passage_note_bound(struct passage *passage, int64_t first) {
    passage->first = first;
}

/* As a place in the order of numbers. */
static int64_t number_at(const struct passage *passage, uint64_t index) {
    return passage->first + (int64_t)index;
}

bool passage_note_insert(struct passage *passage, uint64_t index) {
    if (number_at(passage, index) >= passage->next) return false;
    passage->next++;
    return true;
}

uint64_t passage_note_remove(struct passage *passage, uint64_t index, uint64_t count) {
    int64_t start = number_at(passage, index);
    if (start >= passage->next) return 0;
    uint64_t passed = (uint64_t)(passage->next - start);
    if (passed > count) passed = count;
    passage->next -= (int64_t)passed;
    return passed;
}
