/* log/rdb_block.c - see rdb_block.h.
 *
 * Numbers are little endian where not said otherwise.
 *
 *   listpack  size (4) | count (2) | element ... | 255
 *             element: code and data | how many bytes that was, readable from behind
 *   ziplist   size (4) | offset of the last element (4) | count (2) | element ... | 255
 *             element: size of the one before (1, or 254 and 4) | code and data
 *   zipmap    count (1) | field length (1, or 254 and 4), field, value length, free (1), value,
 *             free bytes | ... | 255
 *   intset    width (4) | count (4) | values, ascending
 *
 * A count of 65,535 (of a zipmap: 254) and more is not written: then the elements are to be counted. */
#include "log/rdb_block.h"

#include "base/buffer.h"

enum {
    LISTPACK_HEAD = 6,
    ZIPLIST_HEAD = 10,
    ZIPMAP_HEAD = 1,
    INTSET_HEAD_SIZE = 8,
    END_MARK = 255
};
enum { COUNT_MAX = 65535, ZIPMAP_COUNT_MAX = 254, LONG_LENGTH = 254 };

static uint32_t read_u32(const uint8_t *p) {
    uint32_t value;
    memcpy(&value, p, sizeof value);
    return value;
}

static unsigned read_u16(const uint8_t *p) {
    return p[0] | (unsigned)p[1] << 8;
}

/* A signed number of 1 to 8 bytes. */
static int64_t read_integer(const uint8_t *p, size_t width) {
    uint64_t bits = 0;
    memcpy(&bits, p, width);
    unsigned shift = 64 - 8 * (unsigned)width;
    return (int64_t)(bits << shift) >> shift;
}

/* ---- opening ---- */

/* What has a head with its own size, and a mark at its end. */
static bool open_framed(struct rdb_block *block, struct bytes bytes, size_t head) {
    const uint8_t *p = (const uint8_t *)bytes.data;
    if (bytes.len < head + 1 || read_u32(p) != bytes.len || p[bytes.len - 1] != END_MARK) {
        return false;
    }
    unsigned count = read_u16(p + head - 2);
    block->count = count == COUNT_MAX ? RDB_COUNT_UNKNOWN : count;
    block->at = p + head;
    block->end = p + bytes.len - 1;
    return true;
}

static bool open_zipmap(struct rdb_block *block, struct bytes bytes) {
    const uint8_t *p = (const uint8_t *)bytes.data;
    if (bytes.len < ZIPMAP_HEAD + 1 || p[bytes.len - 1] != END_MARK) return false;
    block->count = p[0] < ZIPMAP_COUNT_MAX ? 2 * (uint64_t)p[0] : RDB_COUNT_UNKNOWN;
    block->at = p + ZIPMAP_HEAD;
    block->end = p + bytes.len - 1;
    return true;
}

static bool open_intset(struct rdb_block *block, struct bytes bytes) {
    const uint8_t *p = (const uint8_t *)bytes.data;
    if (bytes.len < INTSET_HEAD_SIZE) return false;
    block->width = read_u32(p);
    block->count = read_u32(p + 4);
    block->at = p + INTSET_HEAD_SIZE;
    block->end = p + bytes.len;
    bool is_width = block->width == 2 || block->width == 4 || block->width == 8;
    return is_width && bytes.len - INTSET_HEAD_SIZE == block->count * block->width;
}

bool rdb_block_open(struct rdb_block *block, enum rdb_block_kind kind, struct bytes bytes) {
    *block = (struct rdb_block){.kind = kind};
    bool is_open = false;
    switch (kind) {
    case RDB_LISTPACK:
        is_open = open_framed(block, bytes, LISTPACK_HEAD);
        break;
    case RDB_ZIPLIST:
        is_open = open_framed(block, bytes, ZIPLIST_HEAD);
        if (is_open) block->tail = read_u32((const uint8_t *)bytes.data + 4);
        block->at_offset = ZIPLIST_HEAD;
        break;
    case RDB_ZIPMAP:
        is_open = open_zipmap(block, bytes);
        break;
    case RDB_INTSET:
        is_open = open_intset(block, bytes);
    }
    block->is_bad = !is_open;
    return is_open;
}

/* ---- elements ---- */

/* Steps over so many bytes, if there are. */
static const uint8_t *step(struct rdb_block *block, size_t len) {
    const uint8_t *p = block->at;
    if (len > (size_t)(block->end - block->at)) return NULL;
    block->at += len;
    return p;
}

static bool take_integer(struct rdb_block *block, size_t width, struct rdb_element *element) {
    const uint8_t *p = step(block, width);
    element->text = bytes_of(NULL, 0);
    element->integer = p != NULL ? read_integer(p, width) : 0;
    return p != NULL;
}

static bool take_small_integer(struct rdb_element *element, int64_t value) {
    element->text = bytes_of(NULL, 0);
    element->integer = value;
    return true;
}

static bool take_text(struct rdb_block *block, size_t len, struct rdb_element *element) {
    const uint8_t *p = step(block, len);
    element->text = bytes_of((const char *)p, len);
    return p != NULL;
}

/* The size of an element of a listpack, in groups of 7 bits; the first byte alone has no high bit. The
 * greatest size that two groups and more could hold takes one more: so Redis wrote it once, and so
 * it is. */
static size_t write_back_size(uint8_t *target, size_t size) {
    static const size_t most[] = {127, 16382, 2097150, 268435454};
    size_t len = 1;
    while (len < 5 && size > most[len - 1]) len++;
    for (size_t i = 0; i < len; i++) {
        uint8_t group = size >> 7 * (len - 1 - i) & 0x7f;
        target[i] = i == 0 ? group : group | 0x80;
    }
    return len;
}

/* 0nnnnnnn, 110nnnnn n: integers; 10llllll, 1110llll l, 11110000 llll: texts; 11110001 and on: integers. */
static bool take_of_listpack(struct rdb_block *block, struct rdb_element *element) {
    const uint8_t *p = step(block, 1);
    if (!p) return false;
    unsigned code = *p;
    if (code < 0x80) return take_small_integer(element, code);
    if (code < 0xc0) return take_text(block, code & 0x3f, element);
    if (code < 0xf0) {
        if (!(p = step(block, 1))) return false;
        unsigned low = (code & 0x1f) << 8 | *p;
        if (code >= 0xe0) return take_text(block, low & 0xfff, element);
        return take_small_integer(element, low < 4096 ? (int64_t)low : (int64_t)low - 8192);
    }
    switch (code) {
    case 0xf0:
        return (p = step(block, 4)) != NULL && take_text(block, read_u32(p), element);
    case 0xf1:
        return take_integer(block, 2, element);
    case 0xf2:
        return take_integer(block, 3, element);
    case 0xf3:
        return take_integer(block, 4, element);
    case 0xf4:
        return take_integer(block, 8, element);
    default:
        return false;
    }
}

static bool next_of_listpack(struct rdb_block *block, struct rdb_element *element) {
    const uint8_t *start = block->at;
    uint8_t expected[5];
    if (!take_of_listpack(block, element)) return false;
    size_t len = write_back_size(expected, (size_t)(block->at - start));
    const uint8_t *p = step(block, len);
    return p != NULL && memcmp(p, expected, len) == 0;
}

/* 00llllll, 01llllll l, 10000000 llll (the most significant byte first): texts; 11...: integers. */
static bool take_of_ziplist(struct rdb_block *block, struct rdb_element *element) {
    const uint8_t *p = step(block, 1);
    if (!p) return false;
    unsigned code = *p;
    switch (code >> 6) {
    case 0:
        return take_text(block, code, element);
    case 1:
        return (p = step(block, 1)) != NULL && take_text(block, (code & 0x3f) << 8 | *p, element);
    case 2:
        return (p = step(block, 4)) != NULL &&
               take_text(block, __builtin_bswap32(read_u32(p)), element);
    default:
        break;
    }
    switch (code) {
    case 0xc0:
        return take_integer(block, 2, element);
    case 0xd0:
        return take_integer(block, 4, element);
    case 0xe0:
        return take_integer(block, 8, element);
    case 0xf0:
        return take_integer(block, 3, element);
    case 0xfe:
        return take_integer(block, 1, element);
    default:
        return code > 0xf0 && code < 0xfe && take_small_integer(element, (int64_t)code - 0xf1);
    }
}

static bool next_of_ziplist(struct rdb_block *block, struct rdb_element *element) {
    const uint8_t *start = block->at;
    const uint8_t *p = step(block, 1);
    if (block->seen > 0) block->at_offset += block->last_size;
    size_t size_before = *p;
    if (size_before == END_MARK) return false;
    if (size_before == LONG_LENGTH) {
        if (!(p = step(block, 4))) return false;
        size_before = read_u32(p);
    }
    if (size_before != block->last_size || !take_of_ziplist(block, element)) return false;
    block->last_size = (size_t)(block->at - start);
    return true;
}

static bool next_of_zipmap(struct rdb_block *block, struct rdb_element *element) {
    const uint8_t *p = step(block, 1);
    bool is_value = block->seen % 2 == 1;
    size_t len = *p, free_len = 0;
    if (len > LONG_LENGTH) return false;
    if (len == LONG_LENGTH) {
        if (!(p = step(block, 4))) return false;
        len = read_u32(p);
        if (len < LONG_LENGTH) return false; /* nobody wrote it so; Redis, too, refuses it */
    }
    if (is_value) {
        if (!(p = step(block, 1))) return false;
        free_len = *p;
    }
    return take_text(block, len, element) && step(block, free_len) != NULL;
}

static bool next_of_intset(struct rdb_block *block, struct rdb_element *element) {
    if (!take_integer(block, block->width, element)) return false;
    bool is_in_order = block->seen == 0 || element->integer > block->last_integer;
    block->last_integer = element->integer;
    return is_in_order;
}

bool rdb_block_next(struct rdb_block *block, struct rdb_element *element) {
    if (block->is_bad || block->at == block->end) return false;
    bool is_good = false;
    switch (block->kind) {
    case RDB_LISTPACK:
        is_good = next_of_listpack(block, element);
        break;
    case RDB_ZIPLIST:
        is_good = next_of_ziplist(block, element);
        break;
    case RDB_ZIPMAP:
        is_good = next_of_zipmap(block, element);
        break;
    case RDB_INTSET:
        is_good = next_of_intset(block, element);
    }
    block->is_bad = !is_good;
    block->seen += is_good;
    return is_good;
}

bool rdb_block_is_whole(const struct rdb_block *block) {
    if (block->is_bad || block->at != block->end) return false;
    if (block->kind == RDB_ZIPLIST && block->tail != block->at_offset) return false;
    return block->count == RDB_COUNT_UNKNOWN || block->count == block->seen;
}

struct bytes rdb_element_text(struct rdb_element *element) {
    if (element->text.data != NULL) return element->text;
    return bytes_of(element->digits, number_format_i64(element->digits, element->integer));
}

/* ---- writing listpacks ---- */

size_t rdb_listpack_begin(struct buffer *out) {
    size_t start = out->len;
    memset(buffer_reserve(out, LISTPACK_HEAD), 0, LISTPACK_HEAD);
    out->len += LISTPACK_HEAD;
    return start;
}

static void add_back_size(struct buffer *out, size_t size) {
    out->len += write_back_size((uint8_t *)buffer_reserve(out, 5), size);
}

/* A code, perhaps with bits of what follows, and width bytes of a number. */
static void add_code(struct buffer *out, unsigned code, uint64_t number, size_t width) {
    char *place = buffer_reserve(out, 1 + sizeof number);
    place[0] = (char)code;
    memcpy(place + 1, &number, width);
    out->len += 1 + width;
}

void rdb_listpack_add_integer(struct buffer *out, int64_t value) {
    size_t start = out->len;
    uint64_t bits = (uint64_t)value;
    if (value >= 0 && value < 128) {
        add_code(out, (unsigned)value, 0, 0);
    } else if (value >= -4096 && value < 4096) {
        add_code(out, 0xc0 | (bits >> 8 & 0x1f), bits & 0xff, 1);
    } else if (value == (int16_t)value) {
        add_code(out, 0xf1, bits, 2);
    } else if (value >= -(1 << 23) && value < 1 << 23) {
        add_code(out, 0xf2, bits, 3);
    } else if (value == (int32_t)value) {
        add_code(out, 0xf3, bits, 4);
    } else {
        add_code(out, 0xf4, bits, 8);
    }
    add_back_size(out, out->len - start);
}

void rdb_listpack_add(struct buffer *out, struct bytes text) {
    int64_t integer;
    if (number_parse_i64(text, &integer)) {
        rdb_listpack_add_integer(out, integer);
        return;
    }
    size_t start = out->len;
    if (text.len < 64) {
        add_code(out, 0x80 | (unsigned)text.len, 0, 0);
    } else if (text.len < 4096) {
        add_code(out, 0xe0 | (unsigned)(text.len >> 8), text.len & 0xff, 1);
    } else {
        add_code(out, 0xf0, text.len, 4);
    }
    buffer_append(out, text);
    add_back_size(out, out->len - start);
}

void rdb_listpack_end(struct buffer *out, size_t start, uint64_t count) {
    *buffer_reserve(out, 1) = (char)END_MARK;
    out->len++;
    uint32_t size = (uint32_t)(out->len - start);
    uint16_t shown = (uint16_t)(count < COUNT_MAX ? count : COUNT_MAX);
    memcpy(out->data + start, &size, sizeof size);
    memcpy(out->data + start + sizeof size, &shown, sizeof shown);
}
