/* data/draft_text.c - the draft is an entry whose text lies outside, whatever its size, with room for the whole. */
#include "data/draft_text.h"

#include "base/memory.h"
#include "data/inside.h"
#include "data/value.h"

static struct text *text_of(const struct cell *draft) {
    return pointer_read(entry_value(draft->entry));
}

static bool is_text(const struct cell *draft) {
    return draft->entry != NULL && entry_type(draft->entry) == VALUE_STRING;
}

/* Room beyond what has come, at least; else as much again: how long the whole is going to be may be a lie, and memory
 * follows bytes, not claims. */
enum { AHEAD_MIN = 1 << 20 };

/* The draft's text has room for size bytes. */
static bool provide(struct cell *draft, uint64_t size) {
    struct text *old = draft->entry != NULL ? text_of(draft) : NULL;
    struct database *database = database_of(draft->keyspace, draft->db);
    if (old != NULL && old->size >= size) return true;
    if (old != NULL && size < old->size + old->size / 4) size = old->size + old->size / 4;
    struct text *text = memory_try_alloc(sizeof *text + size);
    if (text == NULL) return false;
    text_init(text, old != NULL ? old->len : 0, size);
    if (old != NULL) memcpy(text->data, old->data, old->len);
    database->entry_bytes += memory_usable_size(text);
    if (old != NULL) {
        memcpy(entry_value(draft->entry), &text, sizeof text);
        database->entry_bytes -= text_drop(draft->keyspace, old);
    } else {
        draft->making = VALUE_STRING;
        cell_set_object(draft, (struct object *)(void *)text); /* that is: a pointer */
    }
    return true;
}

bool draft_text_load(struct cell *draft, struct bytes elements) {
    uint64_t offset, total;
    if (draft->entry != NULL && !is_text(draft)) return false;
    if (!part_take_number(&elements, &offset) || !part_take_number(&elements, &total)) return false;
    if (offset != (draft->entry != NULL ? text_of(draft)->len : 0) || total < offset ||
        elements.len > total - offset)
        return false;
    uint64_t come = offset + elements.len, ahead = come > AHEAD_MIN ? come : AHEAD_MIN;
    if (!provide(draft, total - come < ahead ? total : come + ahead)) return false;
    struct text *text = text_of(draft);
    if (elements.len != 0) memcpy(text->data + text->len, elements.data, elements.len);
    text->len += elements.len;
    return true;
}

bool draft_text_change(const struct cell *draft, uint64_t offset, struct bytes bytes) {
    if (!is_text(draft)) return false;
    struct text *text = text_of(draft);
    if (offset > text->len || bytes.len > text->len - offset) return false;
    if (bytes.len != 0) memcpy(text->data + offset, bytes.data, bytes.len);
    return true;
}

void draft_text_publish(struct cell *draft, struct entry *old, int64_t expire_ms) {
    struct keyspace *keyspace = draft->keyspace;
    struct text *text = text_of(draft);
    struct bytes bytes = bytes_of(text->data, text->len);
    if (text->len <= LENGTH_MAX &&
        keyspace_put_string(keyspace, draft->db, draft->key, old, bytes, expire_ms) != NULL) {
        cell_discard(draft);
        return;
    }
    cell_publish(draft, old);
    if (expire_ms != EXPIRE_NONE)
        keyspace_set_expire(keyspace, draft->db, draft->key, draft->entry, expire_ms);
}
