/* String values: which form a text takes, and how an entry gets it.
 *
 *   canonical integer            INTEGER, 0 to 8 bytes
 *   ASCII, if that saves a class PACKED
 *   else, up to 4 KiB in all     TEXT
 *   else                         OUTSIDE, in an allocation of its own, with room to grow
 *
 * The steps are always the same: choose the shape, get what may fail (memory for a big text), tell
 * the hook, make room (the same piece if the class stays, else a new one), write the value. */
#include <assert.h>

#include "base/memory.h"
#include "base/number.h"
#include "data/ascii.h"
#include "data/change.h"

enum {
    PACK_MIN = 32,             /* characters; below, packing rarely saves a class of 8 bytes */
    TEXT_GROWTH_MAX = 1 << 20, /* a growing text gets room for as much again, at most this */
    INTEGER_TEXT_MAX = 20
};

struct shape {
    enum form form;
    size_t payload;    /* bytes of the entry behind its head */
    int64_t integer;   /* FORM_INTEGER */
    struct text *text; /* FORM_OUTSIDE */
};

static inline struct shape shape_of_integer(int64_t value) {
    unsigned bytes = 0;
    if (value != 0) {
        uint64_t magnitude = (uint64_t)(value < 0 ? ~value : value);
        /* One more bit for the sign. */
        bytes = magnitude == 0 ? 1 : (64 - (unsigned)__builtin_clzll(magnitude)) / 8 + 1;
    }
    return (struct shape){.form = FORM_INTEGER, .payload = 1 + bytes, .integer = value};
}

static inline bool looks_like_integer(struct bytes text) {
    return text.len - 1 < INTEGER_TEXT_MAX &&
           ((text.data[0] >= '0' && text.data[0] <= '9') || text.data[0] == '-');
}

static inline struct shape shape_of_plain(size_t head, struct bytes text) {
    if (text.len > LENGTH_MAX)
        return (struct shape){.form = FORM_OUTSIDE, .payload = sizeof(void *)};
    size_t plain = length_bytes(text.len) + text.len;
    size_t packed = length_bytes(text.len) + ascii_packed_size(text.len);
    bool fits = head + plain <= SLAB_SIZE_MAX;
    bool saves = head + packed <= SLAB_SIZE_MAX &&
                 (!fits || slab_class(head + packed) != slab_class(head + plain));
    if (text.len >= PACK_MIN && saves && ascii_is(text))
        return (struct shape){.form = FORM_PACKED, .payload = packed};
    if (fits) return (struct shape){.form = FORM_TEXT, .payload = plain};
    return (struct shape){.form = FORM_OUTSIDE, .payload = sizeof(void *)};
}

static inline struct shape shape_of_text(size_t head, struct bytes text) {
    int64_t integer;
    if (looks_like_integer(text) && number_parse_i64(text, &integer))
        return shape_of_integer(integer);
    return shape_of_plain(head, text);
}

/* ---- big texts ---- */

static struct text *text_create(struct database *database, size_t size) {
    struct text *text = memory_try_alloc(sizeof *text + size);
    if (text == NULL) return NULL;
    text_init(text, 0, size);
    database->entry_bytes += memory_usable_size(text);
    return text;
}

static struct text *outside_text(const struct entry *entry) {
    bool is_text = entry != NULL &&
                   (entry->flags & (FLAG_FORM | FLAG_TYPE)) == FORM_OUTSIDE << FLAG_FORM_SHIFT;
    return is_text ? pointer_read(entry_value(entry)) : NULL;
}

/* ---- putting whole values ---- */

static void write_value(uint8_t *value, const struct shape *shape, struct bytes text) {
    switch (shape->form) {
    case FORM_TEXT:
        value = length_write(value, text.len);
        if (text.len != 0) memcpy(value, text.data, text.len);
        break;
    case FORM_PACKED:
        ascii_pack(length_write(value, text.len), text);
        break;
    case FORM_INTEGER:
        *value = (uint8_t)(shape->payload - 1);
        memcpy(value + 1, &shape->integer, shape->payload - 1);
        break;
    case FORM_OUTSIDE:
        memcpy(value, &shape->text, sizeof shape->text);
        memcpy(shape->text->data, text.data, text.len);
        shape->text->len = text.len;
        break;
    }
}

/* The block of the old text if it is not much too large for the new one, else a new block. */
static bool provide_text(struct change *change, struct shape *shape, size_t len) {
    struct text *old = outside_text(change->old);
    bool is_free = old != NULL && !change->keyspace->is_keeping;
    if (is_free && old->size >= len && old->size / 2 <= len)
        shape->text = old;
    else
        shape->text = text_create(change->database, len);
    return shape->text != NULL;
}

static struct entry *put(struct change *change, struct shape *shape, struct bytes text) {
    struct text *old_text = outside_text(change->old);
    struct object *old_object = change->old != NULL ? entry_object(change->old) : NULL;
    if (shape->form == FORM_OUTSIDE && !provide_text(change, shape, text.len)) return NULL;
    tell(change->keyspace, MUTATION_PUT, change->db, change->key, change->old);
    uint8_t flags = flags_for(change, shape->form, 0);
    size_t size =
        entry_head_size(change->key->name.len, change->expire_ms != EXPIRE_NONE) + shape->payload;
    size_t old_size = change->old != NULL ? entry_size(change->old) : 0;
    struct entry *entry = change->old;
    if (entry != NULL && can_stay(change, old_size, size)) {
        refresh_in_place(change, flags);
        write_value(entry_value(entry), shape, text);
        set_access(change, entry, false);
    } else {
        uint8_t *value;
        entry = make_piece(change, size, flags, &value);
        write_value(value, shape, text);
        if (change->old != NULL) memcpy(entry->clock, change->old->clock, sizeof entry->clock);
        set_access(change, entry, change->old == NULL);
        install(change, entry, old_size);
    }
    if (old_text != NULL && old_text != shape->text)
        change->database->entry_bytes -= text_drop(change->keyspace, old_text);
    if (old_object != NULL) object_drop(change->keyspace, change->database, old_object);
    return entry;
}

struct entry *keyspace_put_string(struct keyspace *keyspace, unsigned db, const struct key *key,
                                  struct entry *old, struct bytes text, int64_t expire_ms) {
    struct change change;
    begin(&change, keyspace, db, key, old, expire_ms);
    size_t head = entry_head_size(key->name.len, expire_ms != EXPIRE_NONE);
    struct shape shape = shape_of_text(head, text);
    return put(&change, &shape, text);
}

struct entry *keyspace_put_text(struct keyspace *keyspace, unsigned db, const struct key *key,
                                struct entry *old, struct bytes text, int64_t expire_ms) {
    struct change change;
    begin(&change, keyspace, db, key, old, expire_ms);
    size_t head = entry_head_size(key->name.len, expire_ms != EXPIRE_NONE);
    struct shape shape = shape_of_plain(head, text);
    return put(&change, &shape, text);
}

struct entry *keyspace_put_integer(struct keyspace *keyspace, unsigned db, const struct key *key,
                                   struct entry *old, int64_t value, int64_t expire_ms) {
    struct change change;
    begin(&change, keyspace, db, key, old, expire_ms);
    struct shape shape = shape_of_integer(value);
    return put(&change, &shape, bytes_of(NULL, 0));
}

/* ---- editing ---- */

/* Copies the first bytes of old (NULL: none) and clears the rest. */
static void copy_and_clear(const struct entry *old, char *target, size_t len) {
    size_t old_len = old != NULL ? entry_text_len(old) : 0;
    size_t kept = old_len < len ? old_len : len;
    if (kept != 0) entry_text_copy_range(old, 0, kept, target);
    memset(target + kept, 0, len - kept);
}

/* A text inside its entry that stays in its piece. */
static char *edit_in_place(struct change *change, size_t len) {
    uint8_t *value = entry_value(change->old);
    size_t old_len;
    const uint8_t *old_text = length_read(value, &old_len);
    size_t kept = old_len < len ? old_len : len;
    change->old->flags |= FLAG_RAW;
    uint8_t *text = value + length_bytes(len);
    memmove(text, old_text, kept); /* the length may take one byte more */
    length_write(value, len);
    memset(text + kept, 0, len - kept);
    set_access(change, change->old, false);
    return (char *)text;
}

static char *edit_inside(struct change *change, size_t len, struct entry **entry) {
    size_t head = entry_head_size(change->key->name.len, change->expire_ms != EXPIRE_NONE);
    size_t size = head + length_bytes(len) + len;
    size_t old_size = change->old != NULL ? entry_size(change->old) : 0;
    if (change->old != NULL && entry_form(change->old) == FORM_TEXT &&
        can_stay(change, old_size, size)) {
        *entry = change->old;
        return edit_in_place(change, len);
    }
    uint8_t *value;
    *entry = make_piece(change, size, flags_for(change, FORM_TEXT, FLAG_RAW), &value);
    char *text = (char *)length_write(value, len);
    copy_and_clear(change->old, text, len);
    if (change->old != NULL) memcpy((*entry)->clock, change->old->clock, sizeof(*entry)->clock);
    set_access(change, *entry, change->old == NULL);
    install(change, *entry, old_size);
    return text;
}

/* A big text that its own block has no room for, or that had none. */
static char *edit_moving_outside(struct change *change, size_t len, struct text *text,
                                 struct entry **entry) {
    struct text *old_text = outside_text(change->old);
    size_t head = entry_head_size(change->key->name.len, change->expire_ms != EXPIRE_NONE);
    size_t old_size = change->old != NULL ? entry_size(change->old) : 0;
    uint8_t flags = flags_for(change, FORM_OUTSIDE, FLAG_RAW), *value;
    copy_and_clear(change->old, text->data, len);
    text->len = len;
    if (old_text != NULL) {
        *entry = change->old;
        value = entry_value(*entry);
        (*entry)->flags = flags;
        memcpy(value, &text, sizeof text);
        change->database->entry_bytes -= text_drop(change->keyspace, old_text);
    } else {
        *entry = make_piece(change, head + sizeof text, flags, &value);
        memcpy(value, &text, sizeof text);
        if (change->old != NULL) memcpy((*entry)->clock, change->old->clock, sizeof(*entry)->clock);
        set_access(change, *entry, change->old == NULL);
        install(change, *entry, old_size);
    }
    return text->data;
}

static char *edit_roomy(struct change *change, size_t len, struct entry **entry) {
    struct text *text = outside_text(change->old);
    if (len > text->len) memset(text->data + text->len, 0, len - text->len);
    text->len = len;
    change->old->flags |= FLAG_RAW;
    set_access(change, change->old, false);
    *entry = change->old;
    return text->data;
}

/* Room for a text that has begun to grow; exact for a new one. */
static size_t size_to_grow(const struct entry *old, size_t len) {
    if (old == NULL || entry_text_len(old) == len) return len;
    return len + (len < TEXT_GROWTH_MAX ? len : TEXT_GROWTH_MAX);
}

static void tell_edit(const struct change *change, size_t len, struct text_range range) {
    struct keyspace *keyspace = change->keyspace;
    size_t old_len = change->old != NULL ? entry_text_len(change->old) : 0;
    if (keyspace->options.hook == NULL) return;
    if (len < old_len) { /* what is behind goes */
        range.offset = range.offset < len ? range.offset : len;
        range.len = old_len - range.offset;
    }
    struct mutation mutation = {.kind = change->old != NULL ? MUTATION_EDIT : MUTATION_PUT,
                                .db = change->db,
                                .key = change->key,
                                .field = bytes_of((const char *)&range, sizeof range),
                                .before = change->old};
    keyspace->options.hook(keyspace->options.arg, &mutation);
}

char *keyspace_edit_string(struct keyspace *keyspace, unsigned db, const struct key *key,
                           struct entry *old, size_t len, struct entry **entry) {
    struct text_range all = {0, SIZE_MAX};
    return keyspace_edit_range(keyspace, db, key, old, len, all, entry);
}

char *keyspace_edit_range(struct keyspace *keyspace, unsigned db, const struct key *key,
                          struct entry *old, size_t len, struct text_range range,
                          struct entry **entry) {
    int64_t expire_ms = old != NULL ? entry_expire_ms(old) : EXPIRE_NONE;
    struct change change;
    begin(&change, keyspace, db, key, old, expire_ms);
    if (old == NULL && change.old != NULL) {
        /* An expired entry nobody may see (replicas): the new text begins from nothing. */
        struct shape empty = shape_of_text(0, bytes_of("", 0));
        put(&change, &empty, bytes_of("", 0));
        begin(&change, keyspace, db, key, keyspace_find_any(keyspace, db, key), expire_ms);
    }
    size_t head = entry_head_size(key->name.len, expire_ms != EXPIRE_NONE);
    struct text *text = outside_text(change.old), *new_text = NULL;
    bool is_inside = text == NULL && head + length_bytes(len) + len <= SLAB_SIZE_MAX;
    if (!is_inside && (text == NULL || text->size < len)) {
        new_text = text_create(change.database, size_to_grow(change.old, len));
        if (new_text == NULL) return NULL;
    }
    tell_edit(&change, len, range);
    if (is_inside) return edit_inside(&change, len, entry);
    if (new_text != NULL) return edit_moving_outside(&change, len, new_text, entry);
    return edit_roomy(&change, len, entry);
}
