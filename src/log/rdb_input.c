/* log/rdb_input.c - see rdb_input.h.
 *
 *   00nnnnnn               a length below 64
 *   01nnnnnn n             below 16,384, the most significant bits first
 *   10000000 n n n n       32 bits, the most significant byte first
 *   10000001 n (8 times)   64 bits, the same
 *   11000000 i             in place of a length: a text that is a number of 8 bits,
 *   11000001 i i           of 16,
 *   11000010 i i i i       of 32, the least significant byte first;
 *   11000011 c u bytes     a compressed one: its length packed, its length, and the packed bytes */
#include "log/rdb_input.h"

#include <math.h>

#include "base/memory.h"
#include "log/rdb_lzf.h"

enum { LENGTH_32 = 0x80, LENGTH_64 = 0x81 };
enum { FORM_INT8 = 0xc0, FORM_INT16 = 0xc1, FORM_INT32 = 0xc2, FORM_LZF = 0xc3 };
enum { SCORE_NAN = 253, SCORE_INF = 254, SCORE_MINUS_INF = 255 };
enum { COMPRESSED_MIN = 21 }; /* shorter ones Redis leaves alone */

void rdb_text_clear(struct rdb_text *text) {
    buffer_clear(&text->unpacked);
    *text = (struct rdb_text){0};
}

/* ---- reading ---- */

bool rdb_take(struct rdb_input *input, size_t len, struct bytes *bytes) {
    if (len > rdb_left(input)) return false;
    *bytes = bytes_of(input->at, len);
    input->at += len;
    return true;
}

bool rdb_take_byte(struct rdb_input *input, uint8_t *byte) {
    if (input->at == input->end) return false;
    *byte = (uint8_t)*input->at++;
    return true;
}

bool rdb_take_u64(struct rdb_input *input, uint64_t *value) {
    struct bytes bytes;
    if (!rdb_take(input, sizeof *value, &bytes)) return false;
    memcpy(value, bytes.data, sizeof *value);
    return true;
}

/* A number of so many bytes, the most significant first. */
static bool take_big_endian(struct rdb_input *input, size_t len, uint64_t *value) {
    struct bytes bytes;
    if (!rdb_take(input, len, &bytes)) return false;
    *value = 0;
    for (size_t i = 0; i < len; i++) *value = *value << 8 | (uint8_t)bytes.data[i];
    return true;
}

/* What follows the first byte of a length. */
static bool take_rest_of_length(struct rdb_input *input, uint8_t first, uint64_t *length) {
    if (first < 0x40) {
        *length = first;
        return true;
    }
    if (first < LENGTH_32) {
        uint8_t second;
        if (!rdb_take_byte(input, &second)) return false;
        *length = (uint64_t)(first & 0x3f) << 8 | second;
        return true;
    }
    if (first == LENGTH_32) return take_big_endian(input, 4, length);
    return first == LENGTH_64 && take_big_endian(input, 8, length);
}

bool rdb_take_length(struct rdb_input *input, uint64_t *length) {
    uint8_t first;
    return rdb_take_byte(input, &first) && take_rest_of_length(input, first, length);
}

bool rdb_take_count(struct rdb_input *input, size_t min_size, uint64_t *count) {
    return rdb_take_length(input, count) && *count <= rdb_left(input) / min_size;
}

static bool take_integer_text(struct rdb_input *input, size_t width, struct rdb_text *text) {
    struct bytes bytes;
    if (!rdb_take(input, width, &bytes)) return false;
    uint32_t bits = 0;
    memcpy(&bits, bytes.data, width);
    unsigned shift = 32 - 8 * (unsigned)width;
    int32_t value = (int32_t)(bits << shift) >> shift;
    text->bytes = bytes_of(text->digits, number_format_i64(text->digits, value));
    return true;
}

/* Room for len bytes, which somebody else chose. */
static bool reserve_unpacked(struct buffer *buffer, size_t len) {
    if (buffer->size >= len) return true;
    buffer_clear(buffer);
    *buffer = (struct buffer){0};
    buffer->data = memory_try_alloc(len);
    if (!buffer->data) return false;
    buffer->size = len;
    return true;
}

static bool take_compressed_text(struct rdb_input *input, struct rdb_text *text) {
    uint64_t packed_len, len;
    struct bytes packed;
    if (!rdb_take_length(input, &packed_len) || !rdb_take_length(input, &len) ||
        packed_len > rdb_left(input) || !rdb_take(input, (size_t)packed_len, &packed)) {
        return false;
    }
    if (len == 0 || len > RDB_TEXT_MAX || len / RDB_LZF_RATIO_MAX > packed_len) return false;
    if (!reserve_unpacked(&text->unpacked, (size_t)len)) return false;
    text->bytes = bytes_of(text->unpacked.data, (size_t)len);
    return rdb_lzf_expand(packed, text->unpacked.data, (size_t)len);
}

bool rdb_take_text(struct rdb_input *input, struct rdb_text *text) {
    uint8_t first;
    uint64_t len;
    if (!rdb_take_byte(input, &first)) return false;
    switch (first) {
    case FORM_INT8:
        return take_integer_text(input, 1, text);
    case FORM_INT16:
        return take_integer_text(input, 2, text);
    case FORM_INT32:
        return take_integer_text(input, 4, text);
    case FORM_LZF:
        return take_compressed_text(input, text);
    default:
        return take_rest_of_length(input, first, &len) && len <= RDB_TEXT_MAX &&
               rdb_take(input, (size_t)len, &text->bytes);
    }
}

bool rdb_skip_text(struct rdb_input *input) {
    uint8_t first;
    uint64_t len, unpacked;
    struct bytes bytes;
    if (!rdb_take_byte(input, &first)) return false;
    if (first >= FORM_INT8 && first <= FORM_INT32)
        return rdb_take(input, (size_t)1 << (first - FORM_INT8), &bytes);
    bool is_good = first == FORM_LZF
                       ? rdb_take_length(input, &len) && rdb_take_length(input, &unpacked)
                       : take_rest_of_length(input, first, &len);
    return is_good && len <= rdb_left(input) && rdb_take(input, (size_t)len, &bytes);
}

bool rdb_take_double_text(struct rdb_input *input, double *value) {
    uint8_t len;
    struct bytes text;
    if (!rdb_take_byte(input, &len) || len == SCORE_NAN) return false;
    if (len == SCORE_INF || len == SCORE_MINUS_INF) {
        *value = len == SCORE_INF ? INFINITY : -INFINITY;
        return true;
    }
    return rdb_take(input, len, &text) && number_parse_double(text, value);
}

bool rdb_take_double(struct rdb_input *input, double *value) {
    struct bytes bytes;
    if (!rdb_take(input, sizeof *value, &bytes)) return false;
    memcpy(value, bytes.data, sizeof *value);
    return !isnan(*value);
}

/* ---- writing ---- */

void rdb_put_byte(struct buffer *out, uint8_t byte) {
    *buffer_reserve(out, 1) = (char)byte;
    out->len++;
}

void rdb_put_u64(struct buffer *out, uint64_t value) {
    buffer_append(out, bytes_of((const char *)&value, sizeof value));
}

static void put_big_endian(struct buffer *out, size_t len, uint64_t value) {
    for (size_t i = len; i-- > 0;) rdb_put_byte(out, (uint8_t)(value >> 8 * i));
}

void rdb_put_length(struct buffer *out, uint64_t length) {
    if (length < 0x40) {
        rdb_put_byte(out, (uint8_t)length);
    } else if (length < 0x4000) {
        put_big_endian(out, 2, 0x4000 | length);
    } else if (length <= UINT32_MAX) {
        rdb_put_byte(out, LENGTH_32);
        put_big_endian(out, 4, length);
    } else {
        rdb_put_byte(out, LENGTH_64);
        put_big_endian(out, 8, length);
    }
}

static bool put_as_integer(struct buffer *out, struct bytes text) {
    int64_t value;
    if (text.len > 11 || !number_parse_i64(text, &value) || value < INT32_MIN ||
        value > INT32_MAX) {
        return false;
    }
    unsigned form = value == (int8_t)value    ? FORM_INT8
                    : value == (int16_t)value ? FORM_INT16
                                              : FORM_INT32;
    rdb_put_byte(out, (uint8_t)form);
    buffer_append(out, bytes_of((const char *)&value, (size_t)1 << (form - FORM_INT8)));
    return true;
}

/* The packed bytes go where they belong if both lengths took as much room as they can. */
static bool put_compressed(struct buffer *out, struct bytes text) {
    enum { LENGTHS_MAX = 1 + 9 + 9, GAIN_MIN = 4 };
    char *room = buffer_reserve(out, LENGTHS_MAX + text.len);
    size_t packed_len = rdb_lzf_pack(text, room + LENGTHS_MAX, text.len - GAIN_MIN);
    if (packed_len == 0) return false;
    size_t start = out->len;
    rdb_put_byte(out, FORM_LZF);
    rdb_put_length(out, packed_len);
    rdb_put_length(out, text.len);
    memmove(out->data + out->len, out->data + start + LENGTHS_MAX, packed_len);
    out->len += packed_len;
    return true;
}

void rdb_put_text(struct buffer *out, struct bytes text, bool compresses) {
    if (put_as_integer(out, text)) return;
    if (compresses && text.len >= COMPRESSED_MIN && put_compressed(out, text)) return;
    rdb_put_length(out, text.len);
    buffer_append(out, text);
}
