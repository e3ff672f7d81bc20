/* data/layout.h - the bytes of an entry, for the files of this folder only.
 *
 *   flags | clock x 3 | key length | [expiry x 8] | key | [value length] | value
 *
 *   flags         type (3 bits), has an expiry (1), form (2), raw or variant (1), one spare
 *   key length    1 or 2 bytes; or 255: a pointer to a struct text stands for the key
 *   value, by form
 *     TEXT        length, bytes
 *     PACKED      length of the text, the text in 7 bits a character (data/ascii.h)
 *     INTEGER     number of bytes, 0 to 8 bytes, little endian, sign-extended
 *     OUTSIDE     a pointer of 8 bytes to a struct text
 *   of a collection
 *     BLOCK       a block that knows its own size (data/packed.h, data/intset.h)
 *     OUTSIDE     a pointer of 8 bytes to a struct object (data/value.h)
 *
 * The value's length stands behind the key so that a new value of the same class never moves the
 * key. */
#pragma once

#include "data/entry.h"
#include "data/intset.h"
#include "data/packed.h"
#include "data/slab.h"

enum form { FORM_TEXT, FORM_PACKED, FORM_INTEGER, FORM_OUTSIDE, FORM_BLOCK = FORM_TEXT };

enum {
    FLAG_TYPE = 7,
    FLAG_EXPIRES = 8,
    FLAG_FORM_SHIFT = 4,
    FLAG_FORM = 3 << FLAG_FORM_SHIFT,
    FLAG_RAW = 64, /* was opened for editing: OBJECT ENCODING says raw */
    /* The block of a set is packed, not an intset; that of a hash holds expiries of its fields. */
    FLAG_VARIANT = 64,

    LENGTH_ONE_BYTE = 224,                       /* shorter ones take one byte */
    LENGTH_MAX = LENGTH_ONE_BYTE + 31 * 256 - 1, /* 8,159 */
    LENGTH_OUTSIDE = 255,
    KEY_INSIDE_MAX = 3000,
    ENTRY_HEAD = 4 /* flags and clock */
};

struct entry {
    uint8_t flags;
    uint8_t clock[3];
    uint8_t rest[]; /* length of the key, and so on */
};

/* Bytes with an allocation of their own. */
struct text {
    size_t len;
    size_t size;      /* bytes there are room for */
    uint32_t keepers; /* data/keep.h */
    bool is_dropped;  /* has no entry any more */
    char data[];
};

static inline void text_init(struct text *text, size_t len, size_t size) {
    *text = (struct text){.len = len, .size = size};
}

static inline size_t length_bytes(size_t len) {
    return len < LENGTH_ONE_BYTE ? 1 : 2;
}

static inline uint8_t *length_write(uint8_t *target, size_t len) {
    if (len < LENGTH_ONE_BYTE) {
        *target = (uint8_t)len;
        return target + 1;
    }
    size_t rest = len - LENGTH_ONE_BYTE;
    target[0] = (uint8_t)(LENGTH_ONE_BYTE + (rest >> 8));
    target[1] = (uint8_t)rest;
    return target + 2;
}

static inline const uint8_t *length_read(const uint8_t *source, size_t *len) {
    size_t first = source[0];
    if (first < LENGTH_ONE_BYTE) {
        *len = first;
        return source + 1;
    }
    *len = ((first - LENGTH_ONE_BYTE) << 8 | source[1]) + LENGTH_ONE_BYTE;
    return source + 2;
}

static inline struct text *pointer_read(const uint8_t *source) {
    struct text *text;
    memcpy(&text, source, sizeof text);
    return text;
}

static inline enum form entry_form(const struct entry *entry) {
    return (enum form)((entry->flags & FLAG_FORM) >> FLAG_FORM_SHIFT);
}

static inline bool entry_expires(const struct entry *entry) {
    return (entry->flags & FLAG_EXPIRES) != 0;
}

static inline bool entry_is_block(const struct entry *entry) {
    return (entry->flags & FLAG_TYPE) != 0 && entry_form(entry) == FORM_BLOCK;
}

/* Where the parts of an entry lie. */
struct layout {
    struct bytes key;
    const uint8_t *value; /* value length, or the pointer of FORM_OUTSIDE */
    struct text *key_outside;
};

static inline struct layout entry_layout(const struct entry *entry) {
    const uint8_t *at = entry->rest;
    size_t expiry = (size_t)(entry->flags & FLAG_EXPIRES); /* 0 or 8: also its size */
    if (__builtin_expect(*at == LENGTH_OUTSIDE, 0)) {
        struct text *text = pointer_read(at + 1 + expiry);
        return (struct layout){bytes_of(text->data, text->len), at + 9 + expiry, text};
    }
    size_t len;
    at = length_read(at, &len) + expiry;
    return (struct layout){bytes_of((const char *)at, len), at + len, NULL};
}

static inline uint8_t *entry_value(const struct entry *entry) {
    return (uint8_t *)(uintptr_t)entry_layout(entry).value;
}

struct object;

/* The collection outside, or NULL. */
static inline struct object *entry_object(const struct entry *entry) {
    if ((entry->flags & FLAG_TYPE) == 0 || entry_form(entry) != FORM_OUTSIDE) return NULL;
    struct object *object;
    memcpy(&object, entry_value(entry), sizeof object);
    return object;
}

/* Size of the block of an entry with one. */
static inline size_t entry_block_size(const struct entry *entry, const uint8_t *block) {
    if ((entry->flags & (FLAG_TYPE | FLAG_VARIANT)) == VALUE_SET) return intset_size(block);
    return packed_size((const struct packed *)(const void *)block);
}

static inline uint8_t *entry_expiry_field(const struct entry *entry) {
    const uint8_t *at = entry->rest;
    at += *at == LENGTH_OUTSIDE ? 1 : length_bytes(*at);
    return (uint8_t *)(uintptr_t)at;
}

/* Equal to bytes_equal, but without a call for short ones: most keys are short. */
static inline bool short_equal(const char *a, const char *b, size_t len) {
    uint64_t x, y;
    if (len >= 8) {
        for (size_t i = 0; i + 8 < len; i += 8) {
            memcpy(&x, a + i, 8);
            memcpy(&y, b + i, 8);
            if (x != y) return false;
        }
        memcpy(&x, a + len - 8, 8);
        memcpy(&y, b + len - 8, 8);
        return x == y;
    }
    if (len >= 4) {
        uint32_t p, q, r, s;
        memcpy(&p, a, 4);
        memcpy(&q, b, 4);
        memcpy(&r, a + len - 4, 4);
        memcpy(&s, b + len - 4, 4);
        return ((p ^ q) | (r ^ s)) == 0;
    }
    for (size_t i = 0; i < len; i++)
        if (a[i] != b[i]) return false;
    return true;
}

static inline bool entry_has_key(const struct entry *entry, struct bytes name) {
    struct bytes key = entry_layout(entry).key;
    return key.len == name.len && short_equal(key.data, name.data, name.len);
}

/* Bytes of the entry itself, what it points to not included. */
size_t entry_size(const struct entry *entry);
/* Bytes from the entry's start to its value length. */
size_t entry_head_size(size_t key_len, bool expires);
