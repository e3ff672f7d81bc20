/*   head | count | field 0, 1, ... | entry 0 | entry 1 | ...
 *
 *   entry    flags (1 byte) | ms | [seq] | [count] | texts | length of all this, read backwards
 *
 * Numbers are LEB128; the last one of an entry is written backwards, so that entries can be read
 * from the end. ms is the difference to the first entry's; seq is, too, within the same
 * millisecond, else it is whole; 0 is left out. A count stands where fields stand with the values.
 * A deleted entry has no texts.
 *
 * A text is a tag and, by the tag:
 *   0 to 183     so many bytes
 *   184 to 191   an integer of 1 to 8 bytes, little endian, sign-extended
 *   192 to 223   184 + 256 * (tag - 192) + a byte, then so many bytes
 *   224          four bytes, then so many bytes
 *   225 to 255   the integers 0 to 30
 * A canonical integer is stored as one, in the shortest way.
 *
 * Invariants
 *   B1  sizeof head + fields <= used <= size; the entries fill the rest.
 *   B2  IDs ascend from first on; the last entry is there, if only as deleted (but for
 *       stream_block_forget_last). */
#include "data/stream_block.h"

#include <assert.h>

enum {
    FLAG_DELETED = 1,
    FLAG_OTHER_FIELDS = 2,
    FLAG_HAS_SEQ = 4,

    TAG_INTEGER = 184,
    TAG_MEDIUM = 192,
    TAG_LONG = 224,
    TAG_SMALL = 225,
    MEDIUM_MIN = TAG_INTEGER,
    LONG_MIN = MEDIUM_MIN + (TAG_LONG - TAG_MEDIUM) * 256,
    SMALL_MAX = 255 - TAG_SMALL,

    VARINT_MAX = 10,
    EXACT_MAX = 512 /* above, there is room to spare */
};

/* ---- numbers ---- */

static size_t varint_size(uint64_t value) {
    return (63 - (unsigned)__builtin_clzll(value | 1)) / 7 + 1;
}

static uint8_t *varint_write(uint8_t *target, uint64_t value) {
    for (; value >= 0x80; value >>= 7) *target++ = (uint8_t)(value | 0x80);
    *target++ = (uint8_t)value;
    return target;
}

static const uint8_t *varint_read(const uint8_t *source, uint64_t *value) {
    *value = 0;
    for (unsigned shift = 0;; shift += 7) {
        *value |= (uint64_t)(*source & 0x7f) << shift;
        if (*source++ < 0x80) return source;
    }
}

static uint8_t *back_write(uint8_t *target, uint64_t value) {
    size_t size = varint_size(value);
    uint8_t *at = target + size;
    for (; at > target + 1; value >>= 7) *--at = (uint8_t)(value | 0x80);
    *target = (uint8_t)value;
    return target + size;
}

/* The number that ends at end; where it begins. */
static const uint8_t *back_read(const uint8_t *end, uint64_t *value) {
    *value = 0;
    for (unsigned shift = 0;; shift += 7) {
        uint8_t byte = *--end;
        *value |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80) return end;
    }
}

/* ---- texts ---- */

static bool parse_integer(struct bytes text, int64_t *integer) {
    if (text.len - 1 >= 20) return false;
    unsigned first = (unsigned char)text.data[0];
    return (first - '0' <= 9 || first == '-') && number_parse_i64(text, integer);
}

static unsigned integer_size(int64_t integer) {
    uint64_t magnitude = (uint64_t)(integer < 0 ? ~integer : integer);
    return (64 - (unsigned)__builtin_clzll(magnitude | 1)) / 8 + 1; /* one bit for the sign */
}

static size_t text_size(struct bytes text) {
    int64_t integer;
    if (parse_integer(text, &integer))
        return integer >= 0 && integer <= SMALL_MAX ? 1 : 1 + integer_size(integer);
    return text.len + (text.len < MEDIUM_MIN ? 1 : text.len < LONG_MIN ? 2 : 5);
}

static uint8_t *integer_write(uint8_t *target, int64_t integer) {
    if (integer >= 0 && integer <= SMALL_MAX) {
        *target = (uint8_t)(TAG_SMALL + integer);
        return target + 1;
    }
    unsigned size = integer_size(integer);
    *target = (uint8_t)(TAG_INTEGER + size - 1);
    memcpy(target + 1, &integer, size);
    return target + 1 + size;
}

static uint8_t *text_write(uint8_t *target, struct bytes text) {
    int64_t integer;
    if (parse_integer(text, &integer)) return integer_write(target, integer);
    if (text.len < MEDIUM_MIN) {
        *target++ = (uint8_t)text.len;
    } else if (text.len < LONG_MIN) {
        *target++ = (uint8_t)(TAG_MEDIUM + (text.len - MEDIUM_MIN) / 256);
        *target++ = (uint8_t)((text.len - MEDIUM_MIN) % 256);
    } else {
        uint32_t len = (uint32_t)text.len;
        *target = TAG_LONG;
        memcpy(target + 1, &len, sizeof len);
        target += 1 + sizeof len;
    }
    if (text.len != 0) memcpy(target, text.data, text.len);
    return target + text.len;
}

/* What stands at the tag: bytes before the text, and its length; an integer has only the former. */
static size_t head_of_text(const uint8_t *at, size_t *len) {
    unsigned tag = *at;
    *len = 0;
    if (tag < TAG_INTEGER) {
        *len = tag;
        return 1;
    }
    if (tag < TAG_MEDIUM) return tag - TAG_INTEGER + 2;
    if (tag < TAG_LONG) {
        *len = MEDIUM_MIN + (tag - TAG_MEDIUM) * 256 + at[1];
        return 2;
    }
    if (tag >= TAG_SMALL) return 1;
    uint32_t length;
    memcpy(&length, at + 1, sizeof length);
    *len = length;
    return 1 + sizeof length;
}

struct bytes stream_block_text(const uint8_t **at, char *scratch) {
    unsigned tag = **at;
    size_t len, head = head_of_text(*at, &len);
    const uint8_t *source = *at;
    *at += head + len;
    if (tag - TAG_INTEGER >= TAG_MEDIUM - TAG_INTEGER && tag < TAG_SMALL)
        return bytes_of((const char *)source + head, len);
    int64_t integer = (int64_t)tag - TAG_SMALL;
    if (tag < TAG_SMALL) {
        uint64_t bits = 0;
        unsigned unused = 64 - 8 * (unsigned)(head - 1);
        memcpy(&bits, source + 1, head - 1);
        integer = (int64_t)(bits << unused) >> unused;
    }
    return bytes_of(scratch, number_format_i64(scratch, integer));
}

/* ---- the listpack that Redis would have ---- */

enum { LISTPACK_EMPTY = 7 };

/* Bytes of the length behind an element of so many bytes. */
static size_t listpack_back(size_t size) {
    return size <= 127 ? 1 : size < 16383 ? 2 : size < 2097151 ? 3 : size < 268435455 ? 4 : 5;
}

static size_t listpack_integer(int64_t integer) {
    static const uint8_t sizes[] = {0, 3, 3, 4, 5, 9, 9, 9, 9}; /* by bytes of the integer */
    if (integer >= 0 && integer <= 127) return 2;
    if (integer >= -4096 && integer <= 4095) return 3;
    return sizes[integer_size(integer)] + 1u;
}

static size_t listpack_text(struct bytes text) {
    int64_t integer;
    if (parse_integer(text, &integer)) return listpack_integer(integer);
    size_t size = text.len + (text.len < 64 ? 1 : text.len < 4096 ? 2 : 5);
    return size + listpack_back(size);
}

/* ---- entries ---- */

/* An entry that is about to be appended, and what it takes. */
struct plan {
    struct stream_id id, delta;
    const struct bytes *texts;
    uint64_t count;
    unsigned step; /* 2: values only */
    uint8_t flags;
    size_t size; /* without the length behind it */
};

const uint8_t *stream_block_fields(const struct stream_block *block, uint64_t *count) {
    return varint_read(block->bytes, count);
}

static bool has_same_fields(const struct stream_block *block, const struct bytes *texts,
                            uint64_t count) {
    char scratch[NUMBER_TEXT_MAX];
    uint64_t fields;
    const uint8_t *at = stream_block_fields(block, &fields);
    if (fields != count) return false;
    for (uint64_t i = 0; i < count; i++)
        if (!bytes_equal(stream_block_text(&at, scratch), texts[2 * i])) return false;
    return true;
}

/* Its head; what is behind that is added. */
static struct plan plan_head(const struct stream_block *block, struct stream_id id) {
    struct plan plan = {.id = id, .step = 2};
    plan.delta.ms = id.ms - block->first.ms;
    plan.delta.seq = plan.delta.ms == 0 ? id.seq - block->first.seq : id.seq;
    plan.size = 1 + varint_size(plan.delta.ms);
    if (plan.delta.seq != 0) {
        plan.flags |= FLAG_HAS_SEQ;
        plan.size += varint_size(plan.delta.seq);
    }
    return plan;
}

static struct plan plan_entry(const struct stream_block *block, struct stream_id id,
                              const struct bytes *texts, uint64_t count) {
    struct plan plan = plan_head(block, id);
    plan.texts = texts;
    plan.count = count;
    if (!has_same_fields(block, texts, count)) {
        plan.flags |= FLAG_OTHER_FIELDS;
        plan.size += varint_size(count);
        plan.step = 1;
    }
    for (uint64_t i = plan.step - 1; i < 2 * count; i += plan.step)
        plan.size += text_size(texts[i]);
    return plan;
}

static uint8_t *write_entry(uint8_t *target, const struct plan *plan) {
    *target++ = plan->flags;
    target = varint_write(target, plan->delta.ms);
    if (plan->flags & FLAG_HAS_SEQ) target = varint_write(target, plan->delta.seq);
    if (plan->flags & FLAG_OTHER_FIELDS) target = varint_write(target, plan->count);
    for (uint64_t i = plan->step - 1; i < 2 * plan->count; i += plan->step)
        target = text_write(target, plan->texts[i]);
    return back_write(target, plan->size);
}

static size_t listpack_entry(const struct stream_block *block, const struct plan *plan) {
    bool is_like_first = plan->step == 2;
    int64_t elements = (int64_t)plan->count * (is_like_first ? 1 : 2) + (is_like_first ? 3 : 4);
    size_t size = listpack_integer(is_like_first ? 2 : 0) + /* flags */
                  listpack_integer((int64_t)plan->delta.ms) +
                  listpack_integer((int64_t)(plan->id.seq - block->first.seq)) +
                  listpack_integer(elements);
    if (!is_like_first) size += listpack_integer((int64_t)plan->count);
    for (uint64_t i = plan->step - 1; i < 2 * plan->count; i += plan->step)
        size += listpack_text(plan->texts[i]);
    return size;
}

/* ---- making and growing ---- */

static size_t round_up(size_t size) {
    return (size + 7) & ~(size_t)7;
}

static struct stream_block *resize(struct stream_block *block, const struct allocator *allocator,
                                   size_t size) {
    if (size == block->size) return block;
    assert(size <=
           UINT32_MAX); /* Redis takes no entry into a block of 1 GiB, and none above that */
    block = allocator_resize(allocator, block, block->size, size);
    block->size = (uint32_t)size;
    return block;
}

struct stream_block *stream_block_append(struct stream_block *block,
                                         const struct allocator *allocator, struct stream_id id,
                                         const struct bytes *texts, uint64_t count) {
    struct plan plan = plan_entry(block, id, texts, count);
    size_t used = block->used + plan.size + varint_size(plan.size);
    if (used > block->size)
        block = resize(block, allocator, round_up(used <= EXACT_MAX ? used : used + used / 8));
    uint8_t *end = write_entry((uint8_t *)block + block->used, &plan);
    assert(end == (uint8_t *)block + used);
    (void)end;
    block->used = (uint32_t)used;
    block->listpack += (uint32_t)listpack_entry(block, &plan);
    block->entries++;
    block->live++;
    return block;
}

struct stream_block *stream_block_create(const struct allocator *allocator, struct stream_id id,
                                         const struct bytes *texts, uint64_t count) {
    size_t fields = varint_size(count);
    for (uint64_t i = 0; i < count; i++) fields += text_size(texts[2 * i]);
    size_t size = round_up(sizeof(struct stream_block) + fields);
    struct stream_block *block = allocator_alloc(allocator, size);
    *block = (struct stream_block){.first = id,
                                   .size = (uint32_t)size,
                                   .used = (uint32_t)(sizeof *block + fields),
                                   .listpack = LISTPACK_EMPTY,
                                   .fields = (uint32_t)fields};
    uint8_t *at = varint_write(block->bytes, count);
    block->listpack += (uint32_t)(listpack_integer((int64_t)count) + listpack_integer(0));
    for (uint64_t i = 0; i < count; i++) {
        at = text_write(at, texts[2 * i]);
        block->listpack += (uint32_t)listpack_text(texts[2 * i]);
    }
    return stream_block_append(block, allocator, id, texts, count);
}

void stream_block_destroy(struct stream_block *block, const struct allocator *allocator) {
    allocator_free(allocator, block, block->size);
}

struct stream_block *stream_block_fit(struct stream_block *block,
                                      const struct allocator *allocator) {
    return resize(block, allocator, round_up(block->used));
}

bool stream_block_is_full(const struct stream_block *block, const struct bytes *texts,
                          uint64_t count, uint64_t bytes_max, uint64_t entries_max) {
    enum { LISTPACK_MAX = 1 << 30 };
    if (bytes_max == 0 || bytes_max > LISTPACK_MAX) bytes_max = LISTPACK_MAX;
    uint64_t bytes = block->listpack + listpack_integer(block->live) +
                     listpack_integer((int64_t)block->entries - block->live);
    for (uint64_t i = 0; i < 2 * count; i++) bytes += texts[i].len;
    return bytes >= bytes_max || (entries_max != 0 && block->entries >= entries_max);
}

/* ---- reading ---- */

bool stream_block_read(const struct stream_block *block, const uint8_t *at,
                       struct stream_slot *slot) {
    if (at == stream_block_end(block)) return false;
    struct stream_id delta = {0, 0};
    uint64_t count;
    slot->start = at;
    unsigned flags = *at++;
    at = varint_read(at, &delta.ms);
    if (flags & FLAG_HAS_SEQ) at = varint_read(at, &delta.seq);
    slot->id.ms = block->first.ms + delta.ms;
    slot->id.seq = delta.ms == 0 ? block->first.seq + delta.seq : delta.seq;
    slot->is_deleted = (flags & FLAG_DELETED) != 0;
    slot->is_like_first = (flags & FLAG_OTHER_FIELDS) == 0;
    slot->count = 0;
    if (!slot->is_deleted) {
        if (slot->is_like_first)
            stream_block_fields(block, &slot->count);
        else
            at = varint_read(at, &slot->count);
    }
    slot->texts = at;
    count = slot->is_like_first ? slot->count : 2 * slot->count;
    for (size_t len; count > 0; count--) at += head_of_text(at, &len) + len;
    slot->end = at + varint_size((uint64_t)(at - slot->start));
    return true;
}

bool stream_block_read_before(const struct stream_block *block, const uint8_t *at,
                              struct stream_slot *slot) {
    uint64_t size;
    if (at == stream_block_start(block)) return false;
    const uint8_t *back = back_read(at, &size);
    return stream_block_read(block, back - size, slot);
}

struct stream_id stream_block_last(const struct stream_block *block) {
    struct stream_slot slot = {0};
    stream_block_read_before(block, stream_block_end(block), &slot); /* B2 */
    return slot.id;
}

/* ---- deletion ---- */

/* Writes over the entry what remains of a deleted one; where that ends. */
static uint8_t *write_deleted(uint8_t *target, const struct stream_block *block,
                              struct stream_id id) {
    struct plan plan = plan_head(block, id);
    plan.flags |= FLAG_DELETED;
    return write_entry(target, &plan);
}

struct stream_block *stream_block_delete(struct stream_block *block,
                                         const struct allocator *allocator, const uint8_t *start,
                                         const uint8_t *end, unsigned count) {
    uint8_t *target = (uint8_t *)block + (start - (const uint8_t *)block);
    const uint8_t *block_end = stream_block_end(block);
    if (end == block_end) {
        target = write_deleted(target, block, stream_block_last(block));
    } else {
        memmove(target, end, (size_t)(block_end - end));
        target += block_end - end;
    }
    block->used = (uint32_t)(target - (uint8_t *)block);
    block->live -= count;
    bool is_wasteful = block->size - block->used > block->size / 4 + 64;
    return is_wasteful ? stream_block_fit(block, allocator) : block;
}

void stream_block_forget_last(struct stream_block *block) {
    struct stream_slot slot = {0};
    stream_block_read_before(block, stream_block_end(block), &slot);
    assert(slot.is_deleted);
    block->used = (uint32_t)(slot.start - (const uint8_t *)block);
}

/* ---- what comes from elsewhere ---- */

static bool check_varint(const uint8_t **at, const uint8_t *end, uint64_t *value) {
    const uint8_t *start = *at;
    size_t len = 0;
    while (len < VARINT_MAX && start + len < end && start[len] >= 0x80) len++;
    if (len == VARINT_MAX || start + len == end || (len == VARINT_MAX - 1 && start[len] > 1))
        return false;
    *at = varint_read(start, value);
    return varint_size(*value) == len + 1;
}

/* Skips a text that is as text_write would write it. */
static bool check_text(const uint8_t **at, const uint8_t *end) {
    char scratch[NUMBER_TEXT_MAX];
    const uint8_t *start = *at;
    size_t len, left = (size_t)(end - start);
    if (left == 0 || (*start >= TAG_MEDIUM && *start < TAG_LONG && left < 2) ||
        (*start == TAG_LONG && left < 5))
        return false;
    size_t head = head_of_text(start, &len);
    if (head > left || len > left - head) return false;
    struct bytes text = stream_block_text(at, scratch);
    return text_size(text) == (size_t)(*at - start);
}

/* An entry that ends before end and whose ID is not before *low; that becomes the next one. */
static bool check_entry(const struct stream_block *block, const uint8_t **at, const uint8_t *end,
                        struct stream_id *low, bool *is_deleted) {
    const uint8_t *start = *at;
    struct stream_id delta = {0, 0}, id;
    uint64_t count;
    unsigned flags = *(*at)++;
    *is_deleted = (flags & FLAG_DELETED) != 0;
    if (flags > 7 || (flags & 3) == 3 || !check_varint(at, end, &delta.ms)) return false;
    if (flags & FLAG_HAS_SEQ && (!check_varint(at, end, &delta.seq) || delta.seq == 0))
        return false;
    stream_block_fields(block, &count);
    if (*is_deleted) count = 0;
    if (flags & FLAG_OTHER_FIELDS && (!check_varint(at, end, &count) || count > block->used))
        return false;
    if (flags & FLAG_OTHER_FIELDS) count *= 2;
    for (; count > 0; count--)
        if (!check_text(at, end)) return false;
    uint8_t back[VARINT_MAX];
    size_t back_size = (size_t)(back_write(back, (uint64_t)(*at - start)) - back);
    if ((size_t)(end - *at) < back_size || memcmp(*at, back, back_size) != 0) return false;
    *at += back_size;
    id.ms = block->first.ms + delta.ms;
    id.seq = delta.ms == 0 ? block->first.seq + delta.seq : delta.seq;
    bool is_wrapped = id.ms < block->first.ms || (delta.ms == 0 && id.seq < block->first.seq);
    if (is_wrapped || stream_id_less(id, *low)) return false;
    *low = id;
    return stream_id_step_up(low) || *at == end;
}

bool stream_block_is_valid(const void *bytes, size_t len) {
    const struct stream_block *block = bytes;
    uint64_t count, live = 0, slots = 0;
    if (len < sizeof *block || len > UINT32_MAX || block->used != len || block->size < len ||
        block->fields > len - sizeof *block)
        return false;
    const uint8_t *at = block->bytes, *end = stream_block_start(block);
    if (!check_varint(&at, end, &count)) return false;
    for (; count > 0; count--)
        if (!check_text(&at, end)) return false;
    if (at != end) return false;
    struct stream_id low = block->first;
    bool is_deleted = true;
    for (end = stream_block_end(block); at != end; slots++, live += !is_deleted)
        if (!check_entry(block, &at, end, &low, &is_deleted)) return false;
    return slots != 0 && live == block->live && slots <= block->entries;
}
