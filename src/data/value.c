/* The types, and the frame around their parts. */
#include "data/value.h"

#include "base/hash.h"
#include "data/layout.h"
#include "data/member.h"
#include "data/packed.h"
#include "data/stream.h"

const struct value_kind *const value_kinds[VALUE_TYPES] = {[VALUE_LIST] = &list_kind,
                                                           [VALUE_SET] = &set_kind,
                                                           [VALUE_HASH] = &hash_kind,
                                                           [VALUE_ZSET] = &zset_kind,
                                                           [VALUE_STREAM] = &stream_kind};

enum { PART_VERSION = 1, PART_HEAD = 4 };
enum part_form { PART_ELEMENTS, PART_BLOCK, PART_VARIANT };

bool value_save(const struct entry *entry, uint64_t *position, size_t part_max,
                struct buffer *out) {
    enum value_type type = entry_type(entry);
    const struct object *object = entry_object(entry);
    if (object == NULL) {
        bool is_variant = (entry->flags & FLAG_VARIANT) != 0;
        const uint8_t *block = entry_value(entry);
        char head[PART_HEAD] = {PART_VERSION, (char)type, is_variant ? PART_VARIANT : PART_BLOCK};
        buffer_append(out, bytes_of(head, sizeof head));
        size_t size = entry_block_size(entry, block);
        buffer_append(out, bytes_of((const char *)block, size));
        bool is_intset = type == VALUE_SET && !is_variant;
        if (!is_intset) packed_wipe(out->data + out->len - size);
        return false;
    }
    part_begin(out, type, object->flags);
    return value_kinds[type]->save(entry, position, part_max, out);
}

bool value_is_large(const struct entry *entry) {
    return entry_object(entry) != NULL;
}

/* A list of integers takes in memory nearly half of what their texts do. */
bool value_fits_part(const struct entry *entry, size_t part_max) {
    const struct object *object = entry_object(entry);
    return object == NULL || object->bytes <= part_max / 4;
}

static bool load_block(struct cell *draft, struct bytes block, enum value_type type,
                       bool is_variant) {
    if (draft->entry != NULL || !value_kinds[type]->is_block(block, is_variant)) return false;
    draft->making = (uint8_t)(type | (is_variant ? FLAG_VARIANT : 0));
    struct allocator allocator = cell_allocator(draft);
    memcpy(allocator_alloc(&allocator, block.len), block.data, block.len);
    return true;
}

/* A block that has no room beside a longer key: by elements, from a draft with the shortest key. */
static bool load_as_elements(struct cell *draft, struct bytes block, enum value_type type,
                             bool is_variant) {
    struct key key = key_of(bytes_of("", 0));
    struct cell shorter = cell_draft(draft->keyspace, draft->db, &key, EXPIRE_NONE);
    if (block.len > cell_block_max(&shorter) || !load_block(&shorter, block, type, is_variant))
        return false;
    struct buffer elements = {0};
    uint64_t position = 0;
    while (value_kinds[type]->save(shorter.entry, &position, SIZE_MAX, &elements)) continue;
    bool is_loaded = value_kinds[type]->load(draft, buffer_view(&elements), 0);
    buffer_clear(&elements);
    cell_discard(&shorter);
    return is_loaded;
}

bool value_load(struct cell *draft, struct bytes part) {
    if (part.len < PART_HEAD || part.data[0] != PART_VERSION) return false;
    unsigned number = (unsigned char)part.data[1], form = (unsigned char)part.data[2];
    if (number >= VALUE_TYPES || value_kinds[number] == NULL || form > PART_VARIANT) return false;
    enum value_type type = (enum value_type)number;
    if (draft->entry != NULL && entry_type(draft->entry) != type) return false;
    struct bytes body = bytes_of(part.data + PART_HEAD, part.len - PART_HEAD);
    if (form == PART_ELEMENTS) return value_kinds[type]->load(draft, body, (uint8_t)part.data[3]);
    if (body.len <= cell_block_max(draft))
        return load_block(draft, body, type, form == PART_VARIANT);
    return load_as_elements(draft, body, type, form == PART_VARIANT);
}

void value_prefetch(const struct entry *entry, const struct bytes *texts, unsigned count,
                    unsigned step) {
    uint64_t hashes[VALUE_PREFETCH_MAX];
    struct table_object *object = entry != NULL ? (void *)entry_object(entry) : NULL;
    if (object == NULL || object->head.type == VALUE_LIST || object->head.type == VALUE_STREAM)
        return;
    if (count > VALUE_PREFETCH_MAX) count = VALUE_PREFETCH_MAX;
    for (unsigned i = 0; i < count; i++) {
        hashes[i] = hash_bytes(texts[i * step]);
        table_prefetch(&object->table, hashes[i]);
    }
    for (unsigned i = 0; i < count; i++) table_prefetch_item(&object->table, hashes[i]);
}

static bool approach_table(const struct table *table, const struct bytes *element, unsigned step) {
    if (element == NULL) return false;
    uint64_t hash = hash_bytes(*element);
    if (step == 1)
        table_prefetch(table, hash);
    else
        table_prefetch_item(table, hash);
    return step == 1;
}

bool value_approach(const struct entry *entry, const struct bytes *element, unsigned step) {
    const struct object *object = entry != NULL ? entry_object(entry) : NULL;
    if (object == NULL) return false;
    if (step == 0) {
        __builtin_prefetch(object);
        __builtin_prefetch((const char *)object + 64);
        return true;
    }
    switch (object->type) {
    case VALUE_STREAM:
        return stream_approach_end(entry, step);
    case VALUE_SET:
    case VALUE_HASH:
    case VALUE_ZSET:
        return approach_table(&((const struct table_object *)(const void *)object)->table, element,
                              step);
    default:
        return false;
    }
}

/* ---- elements of parts ---- */

void part_begin(struct buffer *out, enum value_type type, uint8_t flags) {
    char head[PART_HEAD] = {PART_VERSION, (char)type, PART_ELEMENTS, (char)flags};
    buffer_append(out, bytes_of(head, sizeof head));
}

bool part_is(struct bytes part, enum value_type type, struct bytes *elements) {
    if (part.len < PART_HEAD || part.data[0] != PART_VERSION || part.data[1] != (char)type ||
        part.data[2] != PART_ELEMENTS)
        return false;
    *elements = bytes_of(part.data + PART_HEAD, part.len - PART_HEAD);
    return true;
}

void part_put(struct buffer *out, struct bytes text) {
    size_t size = member_size(text.len);
    member_write((uint8_t *)buffer_reserve(out, size), text);
    out->len += size;
}

bool part_take(struct bytes *rest, struct bytes *text) {
    static const uint8_t lengths[] = {1, 2, 5};
    if (rest->len == 0) return false;
    unsigned first = (unsigned char)rest->data[0];
    size_t width = lengths[(first >= MEMBER_ONE_BYTE) + (first == 255)];
    if (rest->len < width) return false;
    struct bytes found = member_text((const uint8_t *)rest->data);
    if (found.len > rest->len - width) return false;
    *text = found;
    *rest = bytes_of(found.data + found.len, rest->len - width - found.len);
    return true;
}

void part_put_number(struct buffer *out, uint64_t number) {
    buffer_append(out, bytes_of((const char *)&number, sizeof number));
}

bool part_take_number(struct bytes *rest, uint64_t *number) {
    if (rest->len < sizeof *number) return false;
    memcpy(number, rest->data, sizeof *number);
    *rest = bytes_of(rest->data + sizeof *number, rest->len - sizeof *number);
    return true;
}
