/* Tags:
 *
 *   0 to 191     a text of that many bytes; data: the text
 *   192 to 199   an integer; data: its 1 to 8 bytes, little endian, sign-extended, as few as do
 *   200 to 231   a text of 192 to 8,383 bytes; 192 + 256 * (tag - 200) + a byte that stands
 *                before the text and again behind it, so that it can be read from both sides
 *   232          a longer text; its length in two bytes before it and again behind
 *   233 to 255   the integers 0 to 22; no data
 *
 * The head is 64 bits: size / 8 (12 bits), count (14), slack (8), start of the data (15), end of
 * the data (15). Offsets count from the start of the head.
 *
 * Invariants
 *   P1  PACKED_HEAD + slack + count <= data <= end <= size; the tags' data lengths sum up to end -
 * data. P2  A text that is a canonical integer is stored as one, in the shortest way, and lengths
 * too: equal elements have the same tag and the same data. */
#include "data/packed.h"

#include <assert.h>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "blocks are little endian, on disk and in memory"
#endif

enum {
    TAG_INTEGER = 192,
    TAG_MEDIUM = 200,
    TAG_LONG = 232,
    TAG_SMALL = 233,

    SHORT_MAX = TAG_INTEGER - 1,
    MEDIUM_MIN = SHORT_MAX + 1,
    LONG_MIN = MEDIUM_MIN + (TAG_LONG - TAG_MEDIUM) * 256,
    SMALL_MAX = 255 - TAG_SMALL,

    SLACK_MAX = 255,
    REMOVED_AT_HEAD_MAX = 128,
    EXACT_MAX = 512 /* above, room to spare */
};

struct packed {
    uint8_t bytes[PACKED_HEAD];
};

/* The head, unpacked. tags, data and end are offsets from the block's start. */
struct shape {
    unsigned size, count, tags, data, end;
};

/* What is stored for one text. */
struct piece {
    struct bytes text;
    int64_t integer;
    unsigned size; /* of the data */
    uint8_t tag;
};

static struct shape shape_of(const struct packed *block) {
    uint64_t head;
    memcpy(&head, block, sizeof head);
    return (struct shape){.size = (unsigned)(head & 0xfff) * 8,
                          .count = (unsigned)(head >> 12) & 0x3fff,
                          .tags = PACKED_HEAD + ((unsigned)(head >> 26) & 0xff),
                          .data = (unsigned)(head >> 34) & 0x7fff,
                          .end = (unsigned)(head >> 49)};
}

static void write_shape(struct packed *block, const struct shape *s) {
    uint64_t head = (uint64_t)s->size / 8 | (uint64_t)s->count << 12 |
                    (uint64_t)(s->tags - PACKED_HEAD) << 26 | (uint64_t)s->data << 34 |
                    (uint64_t)s->end << 49;
    memcpy(block, &head, sizeof head);
}

static unsigned used_by(const struct shape *s) {
    return PACKED_HEAD + s->count + s->end - s->data;
}

unsigned packed_count(const struct packed *block) {
    return shape_of(block).count;
}

size_t packed_size(const struct packed *block) {
    return shape_of(block).size;
}

size_t packed_used(const struct packed *block) {
    struct shape s = shape_of(block);
    return used_by(&s);
}

/* ---- pieces ---- */

static unsigned integer_size(int64_t integer) {
    uint64_t magnitude = (uint64_t)(integer < 0 ? ~integer : integer);
    return (64 - (unsigned)__builtin_clzll(magnitude | 1)) / 8 + 1; /* one bit for the sign */
}

static struct piece piece_of_integer(int64_t integer) {
    if (integer >= 0 && integer <= SMALL_MAX)
        return (struct piece){.integer = integer, .tag = (uint8_t)(TAG_SMALL + integer)};
    unsigned size = integer_size(integer);
    return (struct piece){
        .integer = integer, .size = size, .tag = (uint8_t)(TAG_INTEGER + size - 1)};
}

/* Most texts are no integers: the first and the last character tell at once. */
static bool may_be_integer(struct bytes text) {
    if (text.len - 1 >= 20) return false;
    unsigned first = (unsigned char)text.data[0], last = (unsigned char)text.data[text.len - 1];
    return (first - '0' <= 9 || first == '-') && last - '0' <= 9;
}

static struct piece piece_of(struct bytes text) {
    int64_t integer;
    if (may_be_integer(text) && number_parse_i64(text, &integer)) return piece_of_integer(integer);
    struct piece piece = {.text = text};
    if (text.len <= SHORT_MAX) {
        piece.tag = (uint8_t)text.len;
        piece.size = (unsigned)text.len;
    } else if (text.len < LONG_MIN) {
        piece.tag = (uint8_t)(TAG_MEDIUM + (text.len - MEDIUM_MIN) / 256);
        piece.size = (unsigned)text.len + 2;
    } else {
        piece.tag = TAG_LONG;
        piece.size = (unsigned)text.len + 4;
    }
    return piece;
}

static void write_piece(uint8_t *target, const struct piece *piece) {
    size_t len = piece->text.len;
    if (piece->tag <= SHORT_MAX) {
        if (len != 0) memcpy(target, piece->text.data, len);
    } else if (piece->tag < TAG_MEDIUM || piece->tag >= TAG_SMALL) {
        memcpy(target, &piece->integer, piece->size);
    } else {
        uint16_t length = (uint16_t)(piece->tag == TAG_LONG ? len : (len - MEDIUM_MIN) % 256);
        unsigned width = piece->tag == TAG_LONG ? 2 : 1;
        memcpy(target, &length, width);
        memcpy(target + width, piece->text.data, len);
        memcpy(target + width + len, &length, width);
    }
}

size_t packed_cost(struct bytes text) {
    return piece_of(text).size + 1;
}

/* ---- lengths of data ---- */

static bool is_prefixed(unsigned tag) {
    return tag - TAG_MEDIUM <= TAG_LONG - TAG_MEDIUM;
}

/* Length of the text of a prefixed tag; where: the length before it, or behind it. */
static unsigned prefixed_len(unsigned tag, const uint8_t *where) {
    if (tag != TAG_LONG) return MEDIUM_MIN + (tag - TAG_MEDIUM) * 256 + *where;
    uint16_t len;
    memcpy(&len, where, sizeof len);
    return len;
}

/* Bytes of data of a tag that is not prefixed. */
static unsigned plain_size(unsigned tag) {
    if (tag <= SHORT_MAX) return tag;
    return tag < TAG_MEDIUM ? tag - TAG_INTEGER + 1 : 0;
}

/* Bytes of data of an element whose data begins here. */
static inline unsigned size_ahead(unsigned tag, const uint8_t *data) {
    if (__builtin_expect(tag <= SHORT_MAX, 1)) return tag;
    if (!is_prefixed(tag)) return plain_size(tag);
    return prefixed_len(tag, data) + (tag == TAG_LONG ? 4 : 2);
}

/* Bytes of data of an element whose data ends here. */
static inline unsigned size_behind(unsigned tag, const uint8_t *end) {
    if (__builtin_expect(tag <= SHORT_MAX, 1)) return tag;
    if (!is_prefixed(tag)) return plain_size(tag);
    unsigned width = tag == TAG_LONG ? 2 : 1;
    return prefixed_len(tag, end - width) + 2 * width;
}

static const uint8_t *skip_ahead(const uint8_t *tag, unsigned n, const uint8_t *data) {
    for (unsigned i = 0; i < n; i++) data += size_ahead(tag[i], data);
    return data;
}

/* ---- making room ---- */

static unsigned round_up(unsigned size) {
    return (size + 7) & ~7u;
}

/* Size of a block made for this content. */
static unsigned size_for(unsigned used) {
    if (used <= EXACT_MAX) return round_up(used);
    unsigned size = round_up(used + used / 8);
    return size < PACKED_SIZE_MAX ? size : PACKED_SIZE_MAX;
}

/* What a splice adds to the two rows, and on which side of it things move. */
struct change {
    int tags, data;
    bool at_head;
};

static unsigned positive(int n) {
    return n > 0 ? (unsigned)n : 0;
}

static bool has_room(const struct shape *s, const struct change *c) {
    int slack = (int)s->tags - PACKED_HEAD, gap = (int)(s->data - s->tags - s->count);
    if (c->at_head) return slack >= c->tags && slack - c->tags <= SLACK_MAX && gap >= c->data;
    return gap >= c->tags && (int)(s->size - s->end) >= c->data;
}

/* Moves both rows to their new places. What moves up goes last in memory first, so neither row
 * is overwritten before it has moved. */
static void place(struct packed *block, struct shape *s, unsigned tags, unsigned data) {
    uint8_t *base = (uint8_t *)block;
    bool is_up = data > s->data;
    if (!is_up) memmove(base + tags, base + s->tags, s->count);
    memmove(base + data, base + s->data, s->end - s->data);
    if (is_up) memmove(base + tags, base + s->tags, s->count);
    s->end = data + s->end - s->data;
    s->data = data;
    s->tags = tags;
}

/* The tags' part of spare bytes, as the content is now. */
static unsigned share_of(const struct shape *s, unsigned spare) {
    return spare * (s->count + 1) / (used_by(s) + 1);
}

/* Puts all free room to the side of the change. s->size is the size there is. */
static void arrange(struct packed *block, struct shape *s, const struct change *c) {
    unsigned tags = positive(c->tags), data = positive(c->data);
    unsigned spare = s->size - used_by(s) - tags - data, share = share_of(s, spare);
    if (c->at_head) {
        unsigned slack_max = SLACK_MAX - positive(-c->tags); /* those removed become slack, too */
        unsigned slack = tags + share < slack_max ? tags + share : slack_max;
        place(block, s, PACKED_HEAD + slack, s->size - (s->end - s->data));
    } else {
        place(block, s, PACKED_HEAD, PACKED_HEAD + s->count + tags + share);
    }
}

/* Only the tags move, if that is enough and will be for a while. */
static bool slide_tags(struct packed *block, struct shape *s, const struct change *c) {
    if (!c->at_head) return false;
    unsigned room = s->data - PACKED_HEAD - s->count;
    unsigned tags = positive(c->tags), data = positive(c->data);
    if (room < tags + data + s->size / 32) return false;
    unsigned slack = c->tags < 0 ? 0 : tags + share_of(s, room - tags - data);
    place(block, s, PACKED_HEAD + (slack < SLACK_MAX ? slack : SLACK_MAX), s->data);
    return true;
}

static struct packed *make_room(struct packed *block, const struct allocator *allocator,
                                struct shape *s, const struct change *c) {
    unsigned needed = used_by(s) + positive(c->tags) + positive(c->data);
    if (needed > PACKED_SIZE_MAX) return NULL;
    if (slide_tags(block, s, c)) return block;
    /* A large block that is nearly full grows now, or it would be rearranged at every push. */
    if (needed > s->size || (s->size > EXACT_MAX && s->size - needed < s->size / 16)) {
        unsigned size = size_for(needed);
        if (size > s->size) {
            block = allocator_resize(allocator, block, s->size, size);
            s->size = size;
        }
    }
    arrange(block, s, c);
    return block;
}

/* Gives room back when there is too much of it. */
static struct packed *shrink(struct packed *block, const struct allocator *allocator,
                             struct shape *s, bool at_head) {
    unsigned used = used_by(s), size = size_for(used);
    bool is_worth = used <= EXACT_MAX ? size < s->size : used + used / 4 + 64 < s->size;
    if (!is_worth) return block;
    unsigned old_size = s->size;
    s->size = size;
    arrange(block, s, &(struct change){.at_head = at_head});
    return allocator_resize(allocator, block, old_size, size);
}

/* ---- the splice ---- */

/* Shifts what lies on the change's side of the spliced elements; s is the new shape afterwards. */
static void shift(struct packed *block, struct shape *s, const struct change *c, unsigned index,
                  unsigned offset, unsigned removed, unsigned removed_size) {
    uint8_t *tags = (uint8_t *)block + s->tags, *data = (uint8_t *)block + s->data;
    if (c->at_head) {
        if (c->tags != 0) memmove(tags - c->tags, tags, index);
        if (c->data != 0) memmove(data - c->data, data, offset);
        s->tags = (unsigned)((int)s->tags - c->tags);
        s->data = (unsigned)((int)s->data - c->data);
    } else {
        uint8_t *tags_after = tags + index + removed, *data_after = data + offset + removed_size;
        unsigned size_after = s->end - s->data - offset - removed_size;
        if (c->tags != 0) memmove(tags_after + c->tags, tags_after, s->count - index - removed);
        if (c->data != 0) memmove(data_after + c->data, data_after, size_after);
        s->end = (unsigned)((int)s->end + c->data);
    }
    s->count = (unsigned)((int)s->count + c->tags);
}

static unsigned make_pieces(struct piece *pieces, const struct bytes *elements, unsigned n) {
    unsigned size = 0;
    assert(n <= PACKED_SPLICE_MAX);
    for (unsigned i = 0; i < n; i++) {
        assert(elements[i].len <= PACKED_ELEMENT_MAX);
        pieces[i] = piece_of(elements[i]);
        size += pieces[i].size;
    }
    return size;
}

struct packed *packed_splice(struct packed *block, const struct allocator *allocator,
                             unsigned index, unsigned removed, const struct bytes *elements,
                             unsigned n) {
    struct piece pieces[PACKED_SPLICE_MAX];
    struct shape s = shape_of(block);
    assert(index <= s.count && removed <= s.count - index);
    if (s.count - removed + n > PACKED_COUNT_MAX) return NULL;
    unsigned size = make_pieces(pieces, elements, n);
    struct packed_cursor cursor = packed_seek(block, index);
    unsigned offset = (unsigned)(cursor.data - (const uint8_t *)block) - s.data;
    unsigned removed_size = (unsigned)(skip_ahead(cursor.tag, removed, cursor.data) - cursor.data);
    struct change c = {.tags = (int)n - (int)removed, .data = (int)size - (int)removed_size};
    unsigned size_after = s.end - s.data - offset - removed_size;
    c.at_head = c.tags >= -REMOVED_AT_HEAD_MAX &&
                (offset < size_after || (index == 0 && s.count != removed));
    if (!has_room(&s, &c)) {
        block = make_room(block, allocator, &s, &c);
        if (block == NULL) return NULL;
    }
    shift(block, &s, &c, index, offset, removed, removed_size);
    uint8_t *tag = (uint8_t *)block + s.tags + index, *data = (uint8_t *)block + s.data + offset;
    for (unsigned i = 0; i < n; i++) {
        tag[i] = pieces[i].tag;
        write_piece(data, &pieces[i]);
        data += pieces[i].size;
    }
    if (c.tags < 0 || c.data < 0) block = shrink(block, allocator, &s, c.at_head);
    write_shape(block, &s);
    return block;
}

struct packed *packed_trim(struct packed *block, const struct allocator *allocator) {
    struct shape s = shape_of(block);
    unsigned old_size = s.size, size = round_up(used_by(&s));
    if (size == old_size) return block;
    s.size = size;
    place(block, &s, PACKED_HEAD, PACKED_HEAD + s.count);
    block = allocator_resize(allocator, block, old_size, size);
    write_shape(block, &s);
    return block;
}

struct packed *packed_split(struct packed **block, const struct allocator *allocator,
                            unsigned index) {
    struct shape s = shape_of(*block);
    struct packed_cursor cursor = packed_seek(*block, index);
    unsigned count = s.count - index;
    unsigned size = s.end - (unsigned)(cursor.data - (const uint8_t *)*block);
    struct shape t = {.size = size_for(PACKED_HEAD + count + size),
                      .count = count,
                      .tags = PACKED_HEAD,
                      .data = PACKED_HEAD + count};
    t.end = t.data + size;
    struct packed *right = allocator_alloc(allocator, t.size);
    memcpy((uint8_t *)right + t.tags, cursor.tag, count);
    memcpy((uint8_t *)right + t.data, cursor.data, size);
    write_shape(right, &t);
    *block = packed_delete(*block, allocator, index, count);
    return right;
}

struct packed *packed_join(struct packed *block, const struct allocator *allocator,
                           const struct packed *other) {
    struct shape s = shape_of(block), t = shape_of(other);
    struct change c = {.tags = (int)t.count, .data = (int)(t.end - t.data)};
    if (s.count + t.count > PACKED_COUNT_MAX) return NULL;
    if (!has_room(&s, &c)) {
        block = make_room(block, allocator, &s, &c);
        if (block == NULL) return NULL;
    }
    uint8_t *base = (uint8_t *)block;
    memcpy(base + s.tags + s.count, (const uint8_t *)other + t.tags, t.count);
    memcpy(base + s.end, (const uint8_t *)other + t.data, t.end - t.data);
    s.count += t.count;
    s.end += t.end - t.data;
    write_shape(block, &s);
    return block;
}

struct packed *packed_create(const struct allocator *allocator) {
    struct packed *block = allocator_alloc(allocator, PACKED_HEAD);
    write_shape(block, &(struct shape){.size = PACKED_HEAD,
                                       .tags = PACKED_HEAD,
                                       .data = PACKED_HEAD,
                                       .end = PACKED_HEAD});
    return block;
}

void packed_destroy(struct packed *block, const struct allocator *allocator) {
    allocator_free(allocator, block, packed_size(block));
}

/* ---- walking ---- */

struct packed_cursor packed_seek(const struct packed *block, unsigned index) {
    struct shape s = shape_of(block);
    const uint8_t *base = (const uint8_t *)block, *tags = base + s.tags;
    assert(index <= s.count);
    struct packed_cursor cursor = {tags + index, base + s.data, index, s.count};
    if (index <= s.count / 2) {
        cursor.data = skip_ahead(tags, index, cursor.data);
    } else {
        cursor.data = base + s.end;
        for (unsigned i = s.count; i > index; i--)
            cursor.data -= size_behind(tags[i - 1], cursor.data);
    }
    return cursor;
}

/* Reads the eight bytes that end with the integer: there are always as many, the head at least. */
static int64_t read_integer(const uint8_t *data, unsigned size) {
    int64_t bits;
    memcpy(&bits, data + size - sizeof bits, sizeof bits);
    return bits >> (64 - 8 * size);
}

static inline void read_element(unsigned tag, const uint8_t *data, unsigned size,
                                struct packed_element *element) {
    if (__builtin_expect(tag <= SHORT_MAX, 1)) {
        element->text = bytes_of((const char *)data, tag);
    } else if (is_prefixed(tag)) {
        unsigned width = tag == TAG_LONG ? 2 : 1;
        element->text = bytes_of((const char *)data + width, size - 2 * width);
    } else {
        element->text = bytes_of(NULL, 0);
        element->integer = size != 0 ? read_integer(data, size) : (int)tag - TAG_SMALL;
    }
}

bool packed_next(struct packed_cursor *cursor, struct packed_element *element) {
    if (cursor->index == cursor->count) return false;
    unsigned tag = *cursor->tag, size = size_ahead(tag, cursor->data);
    read_element(tag, cursor->data, size, element);
    cursor->tag++;
    cursor->data += size;
    cursor->index++;
    return true;
}

bool packed_prev(struct packed_cursor *cursor, struct packed_element *element) {
    if (cursor->index == 0) return false;
    unsigned tag = *--cursor->tag, size = size_behind(tag, cursor->data);
    cursor->data -= size;
    cursor->index--;
    read_element(tag, cursor->data, size, element);
    return true;
}

/* Whether the data of an element with the piece's tag is the piece's. */
static bool has_data(const uint8_t *data, const struct piece *piece) {
    const char *text = piece->text.data;
    size_t len = piece->text.len;
    if (text == NULL) return memcmp(data, &piece->integer, piece->size) == 0;
    if (is_prefixed(piece->tag)) {
        unsigned width = piece->tag == TAG_LONG ? 2 : 1;
        return prefixed_len(piece->tag, data) == len && memcmp(data + width, text, len) == 0;
    }
    /* The last character differs more often than the first: "field:1", "field:2". */
    return len == 0 ||
           (data[len - 1] == (uint8_t)text[len - 1] && memcmp(data, text, len - 1) == 0);
}

bool packed_find(const struct packed *block, struct bytes text, unsigned first, unsigned step,
                 struct packed_cursor *cursor) {
    if (text.len > PACKED_ELEMENT_MAX) return false;
    struct piece piece = piece_of(text);
    struct shape s = shape_of(block);
    const uint8_t *tags = (const uint8_t *)block + s.tags, *data = (const uint8_t *)block + s.data;
    unsigned wanted = first;
    for (unsigned i = 0; i < s.count; i++) {
        unsigned tag = tags[i];
        if (i == wanted) {
            if (tag == piece.tag && has_data(data, &piece)) {
                *cursor = (struct packed_cursor){tags + i, data, i, s.count};
                return true;
            }
            wanted += step;
        }
        data += size_ahead(tag, data);
    }
    return false;
}

/* ---- bytes from elsewhere ---- */

static bool is_shortest_integer(unsigned tag, const uint8_t *data, unsigned size) {
    struct piece piece = piece_of_integer(read_integer(data, size));
    return piece.tag == tag;
}

/* The element at data, of which room bytes are there, is as P2 says; its size. */
static bool check_element(unsigned tag, const uint8_t *data, size_t room, unsigned *size) {
    unsigned width = is_prefixed(tag) ? (tag == TAG_LONG ? 2 : 1) : 0;
    if (room < 2 * width) return false;
    *size = size_ahead(tag, data);
    if (*size > room) return false;
    if (tag > SHORT_MAX && width == 0)
        return tag >= TAG_SMALL || is_shortest_integer(tag, data, *size);
    unsigned len = *size - 2 * width;
    if (width != 0 && memcmp(data, data + width + len, width) != 0) return false;
    if (tag == TAG_LONG && len < LONG_MIN) return false;
    if (len > PACKED_ELEMENT_MAX) return false;
    return piece_of(bytes_of((const char *)data + width, len)).tag == tag;
}

void packed_wipe(void *bytes) {
    struct shape s = shape_of(bytes);
    uint8_t *at = bytes;
    memset(at + PACKED_HEAD, 0, s.tags - PACKED_HEAD);
    memset(at + s.tags + s.count, 0, s.data - s.tags - s.count);
    memset(at + s.end, 0, s.size - s.end);
}

bool packed_is_valid(const void *bytes, size_t len) {
    if (len < PACKED_HEAD) return false;
    struct shape s = shape_of(bytes);
    if (s.size != len || s.tags + s.count > s.data || s.data > s.end || s.end > s.size)
        return false; /* P1 */
    const uint8_t *tags = (const uint8_t *)bytes + s.tags, *data = (const uint8_t *)bytes + s.data;
    size_t room = s.end - s.data;
    for (unsigned i = 0; i < s.count; i++) {
        unsigned size;
        if (!check_element(tags[i], data, room, &size)) return false; /* P2 */
        data += size;
        room -= size;
    }
    return room == 0;
}
