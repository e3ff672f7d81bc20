/* proto/reply.c - see reply.h.
 *
 * Every reply begins with a header like "$256\r\n": room is reserved once for the header and,
 * unless the value is large, for all of it, so that a reply is one contiguous write. */
#include "proto/reply.h"

#include "base/memory.h"
#include "base/number.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

enum {
    HEADER_MAX = 1 + NUMBER_TEXT_MAX + 2,
    CONTIGUOUS_MAX = 2048, /* larger values are split over blocks, so that blocks get full */
};

void (*reply_error_hook)(struct bytes text);

static inline char *put_crlf(char *p) {
    memcpy(p, "\r\n", 2);
    return p + 2;
}

/* "<kind><value>\r\n" at p, which has HEADER_MAX bytes; returns the place behind it. */
static inline char *put_header(char *p, char kind, uint64_t value) {
    *p++ = kind;
    if (value < 10) {
        *p++ = (char)('0' + value);
    } else if (value < 100) {
        *p++ = (char)('0' + value / 10);
        *p++ = (char)('0' + value % 10);
    } else {
        p += number_format_u64(p, value);
    }
    return put_crlf(p);
}

static inline void advance_to(struct reply *reply, const char *start, const char *end) {
    chain_advance(reply->out, (size_t)(end - start));
}

static inline void header(struct reply *reply, char kind, uint64_t value) {
    char *start = chain_reserve(reply->out, HEADER_MAX);
    advance_to(reply, start, put_header(start, kind, value));
}

static void raw(struct reply *reply, const char *text, size_t len) {
    memcpy(chain_reserve(reply->out, len), text, len);
    chain_advance(reply->out, len);
}

#define RAW(reply, literal) raw((reply), (literal), sizeof(literal) - 1)

/* ---- simple replies ---- */

void reply_status(struct reply *reply, const char *text) {
    size_t len = strlen(text);
    char *p = chain_reserve(reply->out, len + 3);
    *p = '+';
    memcpy(p + 1, text, len);
    put_crlf(p + 1 + len);
    chain_advance(reply->out, len + 3);
}

void reply_ok(struct reply *reply) {
    RAW(reply, "+OK\r\n");
}

void reply_error_bytes(struct reply *reply, struct bytes text) {
    reply->errors++;
    while (text.len > 0 && (text.data[text.len - 1] == '\n' || text.data[text.len - 1] == '\r')) {
        text.len--;
    }
    char *start = chain_reserve(reply->out, text.len + 3), *p = start;
    *p++ = '-';
    for (size_t i = 0; i < text.len; i++) {
        char c = text.data[i];
        *p++ = c == '\r' || c == '\n' ? ' ' : c;
    }
    if (reply_error_hook != NULL) {
        reply_error_hook(bytes_of(start + 1, text.len));
    }
    advance_to(reply, start, put_crlf(p));
}

void reply_error(struct reply *reply, const char *format, ...) {
    char few[512];
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int len = vsnprintf(few, sizeof few, format, args);
    assert(len >= 0); /* a bad format is a bug of ours */
    if ((size_t)len < sizeof few) {
        reply_error_bytes(reply, bytes_of(few, (size_t)len));
    } else {
        char *many = memory_alloc((size_t)len + 1);
        vsnprintf(many, (size_t)len + 1, format, again);
        reply_error_bytes(reply, bytes_of(many, (size_t)len));
        memory_free(many);
    }
    va_end(again);
    va_end(args);
}

void reply_integer(struct reply *reply, int64_t value) {
    char *start = chain_reserve(reply->out, HEADER_MAX), *p = start;
    if (value >= 0) {
        p = put_header(p, ':', (uint64_t)value);
    } else {
        *p++ = ':';
        p += number_format_i64(p, value);
        p = put_crlf(p);
    }
    advance_to(reply, start, p);
}

void reply_nil(struct reply *reply) {
    if (reply->version >= 3) {
        RAW(reply, "_\r\n");
    } else {
        RAW(reply, "$-1\r\n");
    }
}

void reply_nil_array(struct reply *reply) {
    if (reply->version >= 3) {
        RAW(reply, "_\r\n");
    } else {
        RAW(reply, "*-1\r\n");
    }
}

void reply_bool(struct reply *reply, bool value) {
    if (reply->version >= 3) {
        raw(reply, value ? "#t\r\n" : "#f\r\n", 4);
    } else {
        raw(reply, value ? ":1\r\n" : ":0\r\n", 4);
    }
}

/* ---- bulks ---- */

void reply_bulk(struct reply *reply, struct bytes bytes) {
    if (__builtin_expect(bytes.len <= CONTIGUOUS_MAX, 1)) {
        char *start = chain_reserve(reply->out, HEADER_MAX + bytes.len + 2);
        char *p = put_header(start, '$', bytes.len);
        if (bytes.len > 0) {
            memcpy(p, bytes.data, bytes.len);
        }
        advance_to(reply, start, put_crlf(p + bytes.len));
        return;
    }
    header(reply, '$', bytes.len);
    chain_append(reply->out, bytes);
    RAW(reply, "\r\n");
}

void reply_bulk_string(struct reply *reply, const char *text) {
    reply_bulk(reply, bytes_of_string(text));
}

void reply_bulk_integer(struct reply *reply, int64_t value) {
    char text[NUMBER_TEXT_MAX];
    reply_bulk(reply, bytes_of(text, number_format_i64(text, value)));
}

char *reply_bulk_reserve(struct reply *reply, size_t len) {
    char *start = chain_reserve(reply->out, HEADER_MAX + len + 2);
    char *data = put_header(start, '$', len);
    advance_to(reply, start, put_crlf(data + len));
    return data;
}

/* A double in version 3, else a bulk. */
static void put_double(struct reply *reply, struct bytes text) {
    if (reply->version < 3) {
        reply_bulk(reply, text);
        return;
    }
    char *p = chain_reserve(reply->out, text.len + 3);
    *p = ',';
    memcpy(p + 1, text.data, text.len);
    put_crlf(p + 1 + text.len);
    chain_advance(reply->out, text.len + 3);
}

void reply_double(struct reply *reply, double value) {
    char text[DOUBLE_TEXT_MAX];
    put_double(reply, bytes_of(text, number_format_double(text, value)));
}

void reply_human_long_double(struct reply *reply, long double value) {
    char text[LONG_DOUBLE_TEXT_MAX];
    put_double(reply, bytes_of(text, number_format_long_double(text, value)));
}

void reply_big_number(struct reply *reply, struct bytes digits) {
    if (reply->version < 3) {
        reply_bulk(reply, digits);
        return;
    }
    RAW(reply, "(");
    chain_append(reply->out, digits);
    RAW(reply, "\r\n");
}

void reply_verbatim(struct reply *reply, const char *format3, struct bytes text) {
    assert(strlen(format3) == 3);
    if (reply->version < 3) {
        reply_bulk(reply, text);
        return;
    }
    header(reply, '=', text.len + 4);
    raw(reply, format3, 3);
    RAW(reply, ":");
    chain_append(reply->out, text);
    RAW(reply, "\r\n");
}

/* ---- headers of aggregates ---- */

void reply_array(struct reply *reply, size_t items) {
    header(reply, '*', items);
}

void reply_map(struct reply *reply, size_t pairs) {
    if (reply->version >= 3) {
        header(reply, '%', pairs);
    } else {
        header(reply, '*', pairs * 2);
    }
}

void reply_set(struct reply *reply, size_t items) {
    header(reply, reply->version >= 3 ? '~' : '*', items);
}

void reply_push(struct reply *reply, size_t items) {
    header(reply, reply->version >= 3 ? '>' : '*', items);
}

void reply_attribute(struct reply *reply, size_t pairs) {
    assert(reply->version >= 3); /* version 2 has no place for them */
    header(reply, '|', pairs);
}

void reply_help(struct reply *reply, const char *name, const char *const *lines) {
    size_t count = 0;
    while (lines[count] != NULL) {
        count++;
    }
    char upper[64];
    size_t len = 0;
    for (; name[len] != '\0' && len < sizeof upper - 1; len++) {
        char c = name[len];
        upper[len] = c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
    }
    reply_array(reply, count + 3);
    RAW(reply, "+");
    raw(reply, upper, len);
    RAW(reply, " <subcommand> [<arg> [value] [opt] ...]. Subcommands are:\r\n");
    for (size_t i = 0; i < count; i++) {
        reply_status(reply, lines[i]);
    }
    reply_status(reply, "HELP");
    reply_status(reply, "    Print this help.");
}

/* ---- aggregates whose length comes later ---- */

/* The mark keeps HEADER_MAX bytes free; when the length is known the header is written there and
 * what follows it in the same block moves down to it: at most 16 KiB, usually a few bytes. */
struct reply_mark reply_array_later(struct reply *reply, char kind) {
    assert(kind == '*' || kind == '%' || kind == '~');
    chain_reserve(reply->out, HEADER_MAX);
    struct block *block = reply->out->tail;
    struct reply_mark mark = {block, block->len, kind};
    chain_advance(reply->out, HEADER_MAX);
    return mark;
}

void reply_array_close(struct reply *reply, struct reply_mark mark, size_t items) {
    char kind = mark.kind;
    if (reply->version < 3) {
        items *= kind == '%' ? 2 : 1;
        kind = '*';
    }
    struct block *block = mark.block;
    char text[HEADER_MAX];
    size_t len = (size_t)(put_header(text, kind, items) - text);
    size_t unused = HEADER_MAX - len;
    char *place = block->data + mark.offset;
    size_t behind = block->len - mark.offset - HEADER_MAX;
    memcpy(place, text, len);
    memmove(place + len, place + HEADER_MAX, behind);
    block->len -= (uint32_t)unused;
    reply->out->len -= unused;
}

/* ---- texts that many commands use ---- */

void reply_error_syntax(struct reply *reply) {
    reply_error_bytes(reply, BYTES_LITERAL("ERR syntax error"));
}

void reply_error_not_integer(struct reply *reply) {
    reply_error_bytes(reply, BYTES_LITERAL("ERR value is not an integer or out of range"));
}

void reply_error_not_float(struct reply *reply) {
    reply_error_bytes(reply, BYTES_LITERAL("ERR value is not a valid float"));
}

void reply_error_wrong_type(struct reply *reply) {
    reply_error_bytes(
        reply, BYTES_LITERAL("WRONGTYPE Operation against a key holding the wrong kind of value"));
}

void reply_error_no_key(struct reply *reply) {
    reply_error_bytes(reply, BYTES_LITERAL("ERR no such key"));
}
