/* Reading entries. Making them is data/string.c's. */
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "data/entry.h"

#include <stdatomic.h>

#include "base/memory.h"
#include "base/number.h"
#include "data/access.h"
#include "data/ascii.h"
#include "data/value.h"

enum { EMBSTR_MAX = 44, SLOT_BYTES = 6 };

struct bytes entry_key(const struct entry *entry) {
    return entry_layout(entry).key;
}

enum value_type entry_type(const struct entry *entry) {
    return (enum value_type)(entry->flags & FLAG_TYPE);
}

const char *value_type_name(enum value_type type) {
    static const char *const names[VALUE_TYPES] = {"string", "list", "set",
                                                   "zset",   "hash", "stream"};
    return names[type];
}

int64_t entry_expire_ms(const struct entry *entry) {
    int64_t expire_ms = EXPIRE_NONE;
    if (entry_expires(entry)) memcpy(&expire_ms, entry_expiry_field(entry), sizeof expire_ms);
    return expire_ms;
}

size_t entry_head_size(size_t key_len, bool expires) {
    size_t key = key_len <= KEY_INSIDE_MAX ? length_bytes(key_len) + key_len : 1 + sizeof(void *);
    return ENTRY_HEAD + key + (expires ? sizeof(int64_t) : 0);
}

size_t entry_size(const struct entry *entry) {
    const uint8_t *value = entry_layout(entry).value;
    size_t head = (size_t)(value - (const uint8_t *)entry);
    enum form form = entry_form(entry);
    if (__builtin_expect(entry_is_block(entry), 0)) return head + entry_block_size(entry, value);
    if (form == FORM_OUTSIDE) return head + sizeof(void *);
    if (form == FORM_INTEGER) return head + 1 + *value;
    size_t len;
    length_read(value, &len);
    return head + length_bytes(len) + (form == FORM_PACKED ? ascii_packed_size(len) : len);
}

size_t entry_memory(const struct entry *entry) {
    struct layout layout = entry_layout(entry);
    size_t size = slab_class_size(slab_class(entry_size(entry))) + SLOT_BYTES;
    if (layout.key_outside != NULL) size += memory_usable_size(layout.key_outside);
    if (entry_object(entry) != NULL)
        size += entry_object(entry)->bytes;
    else if (entry_form(entry) == FORM_OUTSIDE)
        size += memory_usable_size(pointer_read(layout.value));
    return size;
}

static int64_t integer_read(const uint8_t *value) {
    unsigned bytes = *value;
    uint64_t word = 0;
    if (bytes == 0) return 0;
    memcpy(&word, value + 1, bytes);
    unsigned shift = 64 - 8 * bytes;
    return (int64_t)(word << shift) >> shift;
}

bool entry_integer(const struct entry *entry, int64_t *value) {
    const uint8_t *source = entry_value(entry);
    if (entry_form(entry) == FORM_INTEGER) {
        *value = integer_read(source);
        return true;
    }
    size_t len;
    if (entry_form(entry) == FORM_OUTSIDE)
        return number_parse_i64(bytes_of(pointer_read(source)->data, pointer_read(source)->len),
                                value);
    if (entry_form(entry) == FORM_PACKED) return false; /* longer than any integer */
    source = length_read(source, &len);
    return number_parse_i64(bytes_of((const char *)source, len), value);
}

size_t entry_text_len(const struct entry *entry) {
    const uint8_t *value = entry_value(entry);
    char digits[NUMBER_TEXT_MAX];
    size_t len;
    switch (entry_form(entry)) {
    case FORM_INTEGER:
        return number_format_i64(digits, integer_read(value));
    case FORM_OUTSIDE:
        return pointer_read(value)->len;
    default:
        length_read(value, &len);
        return len;
    }
}

void entry_text_copy_range(const struct entry *entry, size_t offset, size_t len, char *target) {
    const uint8_t *value = entry_value(entry);
    char digits[NUMBER_TEXT_MAX];
    size_t text_len;
    switch (entry_form(entry)) {
    case FORM_TEXT:
        memcpy(target, length_read(value, &text_len) + offset, len);
        break;
    case FORM_PACKED:
        ascii_unpack_range(target, length_read(value, &text_len), offset, len);
        break;
    case FORM_INTEGER:
        number_format_i64(digits, integer_read(value));
        memcpy(target, digits + offset, len);
        break;
    case FORM_OUTSIDE:
        memcpy(target, pointer_read(value)->data + offset, len);
        break;
    }
}

void entry_text_copy(const struct entry *entry, char *target) {
    const uint8_t *value = entry_value(entry);
    size_t len;
    if (entry_form(entry) == FORM_PACKED) {
        const uint8_t *source = length_read(value, &len);
        ascii_unpack(target, source, len);
    } else {
        entry_text_copy_range(entry, 0, entry_text_len(entry), target);
    }
}

struct bytes entry_text(const struct entry *entry, struct buffer *scratch) {
    const uint8_t *value = entry_value(entry);
    enum form form = entry_form(entry);
    if (form == FORM_TEXT) {
        size_t len;
        const uint8_t *text = length_read(value, &len);
        return bytes_of((const char *)text, len);
    }
    if (form == FORM_OUTSIDE) {
        const struct text *text = pointer_read(value);
        return bytes_of(text->data, text->len);
    }
    size_t len = entry_text_len(entry);
    scratch->len = 0;
    entry_text_copy(entry, buffer_reserve(scratch, len));
    scratch->len = len;
    return buffer_view(scratch);
}

const char *entry_encoding(const struct entry *entry) {
    if (entry_type(entry) != VALUE_STRING) return value_kinds[entry_type(entry)]->encoding(entry);
    if (entry_form(entry) == FORM_INTEGER) return "int";
    return entry->flags & FLAG_RAW || entry_text_len(entry) > EMBSTR_MAX ? "raw" : "embstr";
}

/* ---- when it was used ---- */

/* Configuration of the process; every core sets the same. */
static _Atomic unsigned lfu_decay_minutes = 1;

void access_set_decay(unsigned minutes) {
    atomic_store_explicit(&lfu_decay_minutes, minutes, memory_order_relaxed);
}

uint32_t entry_idle_seconds(const struct entry *entry, int64_t now_ms) {
    return (access_seconds(now_ms) - access_read(entry)) & ACCESS_CLOCK_MAX;
}

uint8_t entry_frequency(const struct entry *entry, int64_t now_ms) {
    uint32_t word = access_read(entry);
    unsigned decay = atomic_load_explicit(&lfu_decay_minutes, memory_order_relaxed);
    uint32_t elapsed = (access_minutes(now_ms) - (word >> 8)) & 0xffff;
    uint32_t counter = word & 0xff, lost = decay != 0 ? elapsed / decay : 0;
    return (uint8_t)(counter > lost ? counter - lost : 0);
}

/* ---- digest ---- */

struct digest_head {
    uint64_t key_len, text_len;
    int64_t expire_ms;
    uint32_t db, type;
};

static void digest_text(const struct digest_head *head, struct bytes key, struct bytes text,
                        unsigned char digest[20]) {
    XXH3_state_t state;
    XXH3_128bits_reset(&state);
    XXH3_128bits_update(&state, head, sizeof *head);
    XXH3_128bits_update(&state, key.data, key.len);
    XXH3_128bits_update(&state, text.data, text.len);
    XXH128_hash_t hash = XXH3_128bits_digest(&state);
    uint32_t more = (uint32_t)XXH3_64bits_withSeed(&hash, sizeof hash, 1);
    memcpy(digest, &hash, sizeof hash);
    memcpy(digest + sizeof hash, &more, sizeof more);
}

void entry_digest(const struct entry *entry, unsigned db, unsigned char digest[20]) {
    struct bytes key = entry_key(entry), text;
    struct buffer scratch = {0};
    uint64_t sum[2] = {0};
    enum value_type type = entry_type(entry);
    if (type == VALUE_STRING) {
        text = entry_text(entry, &scratch);
    } else {
        value_kinds[type]->digest(entry, sum);
        text = bytes_of((const char *)sum, sizeof sum);
    }
    struct digest_head head = {key.len, text.len, entry_expire_ms(entry), db, (uint32_t)type};
    digest_text(&head, key, text, digest);
    buffer_clear(&scratch);
}

void digest_element(uint64_t sum[2], struct bytes first, struct bytes second, int64_t number) {
    struct {
        uint64_t first_len, second_len;
        int64_t number;
    } head = {first.len, second.len, number};
    XXH3_state_t state;
    XXH3_128bits_reset(&state);
    XXH3_128bits_update(&state, &head, sizeof head);
    XXH3_128bits_update(&state, first.data, first.len);
    XXH3_128bits_update(&state, second.data, second.len);
    XXH128_hash_t hash = XXH3_128bits_digest(&state);
    sum[0] += hash.low64;
    sum[1] += hash.high64;
}

void digest_add(unsigned char sum[20], const unsigned char digest[20]) {
    unsigned carry = 0;
    for (int i = 0; i < 20; i++) {
        carry += (unsigned)sum[i] + digest[i];
        sum[i] = (unsigned char)carry;
        carry >>= 8;
    }
}
