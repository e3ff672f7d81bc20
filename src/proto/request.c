/* proto/request.c - see request.h.
 *
 * Two parsers for one language. parse_whole knows only the ordinary case, a complete request of
 * few arguments with short canonical lengths, and knows it fast: one pass, nothing remembered,
 * no calls. Whenever it meets anything else (an end of input, a wrong byte, a long number) it
 * has done nothing, and parse_carefully begins again: it alone decides what is an error, and it
 * can stop at any byte and go on later.
 *
 *      *3\r\n $3\r\n SET\r\n $1\r\n k\r\n $5\r\n value\r\n
 *                                        ^ offset: here bulk_len is 5, items_left is 1
 *
 * Invariants of parse_carefully between two calls:
 *  P1. offset stands at the start of a line not yet read, or of a bulk whose length is read.
 *  P2. items_left > 0 iff the "*N" line was read; argc + items_left is its N.
 *  P3. bytes [offset, scanned) hold no line end; all offsets are relative to the request. */
#include "proto/request.h"

#include "base/memory.h"
#include "base/number.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>

enum {
    WHOLE_ITEMS_MAX = 1024,    /* parse_whole reserves its slots before it has seen the bytes */
    UNAUTH_ITEMS_MAX = 10,     /* Redis's number */
    ARENA_FIRST = 256,         /* slots */
    ARENA_KEPT_MAX = 64 * 1024 /* bytes kept over a reset */
};

const struct request_limits request_limits_default = {.bulk_max = 512ull << 20,
                                                      .items_max = INT_MAX,
                                                      .inline_max = 64 * 1024,
                                                      .unauth_bulk_max = 16 * 1024,
                                                      .unauthenticated = false};

/* ---- the arena ---- */

__attribute__((noinline)) static void grow_arena(struct request_arena *arena, size_t n) {
    if (arena->slots != NULL) {
        struct request_arena *outgrown = memory_alloc(sizeof *outgrown);
        *outgrown = *arena;
        arena->more = outgrown;
    }
    arena->size = arena->size * 2 > ARENA_FIRST ? arena->size * 2 : ARENA_FIRST;
    if (arena->size < n) {
        arena->size = n;
    }
    arena->slots = memory_alloc(arena->size * sizeof *arena->slots);
    arena->used = 0;
}

static inline struct bytes *take(struct request_arena *arena, size_t n) {
    if (__builtin_expect(arena->size - arena->used < n || arena->slots == NULL, 0)) {
        grow_arena(arena, n);
    }
    struct bytes *slots = arena->slots + arena->used;
    arena->used += n;
    return slots;
}

struct bytes *request_arena_take(struct request_arena *arena, size_t n) {
    return take(arena, n);
}

void request_arena_reset(struct request_arena *arena) {
    while (arena->more != NULL) {
        struct request_arena *outgrown = arena->more;
        arena->more = outgrown->more;
        memory_free(outgrown->slots);
        memory_free(outgrown);
    }
    arena->used = 0;
    if (arena->size * sizeof *arena->slots > ARENA_KEPT_MAX) {
        request_arena_clear(arena);
    }
}

void request_arena_clear(struct request_arena *arena) {
    size_t size = arena->size;
    arena->size = 0;
    if (size > 0) {
        request_arena_reset(arena);
        memory_free(arena->slots);
    }
    *arena = (struct request_arena){0};
}

/* ---- the parser's state ---- */

static void forget(struct request_parser *parser) {
    memory_free(parser->args);
    parser->args = NULL;
    parser->argc = parser->argv_size = 0;
    parser->offset = parser->scanned = parser->missing = 0;
    parser->items_left = 0;
    parser->bulk_len = -1;
}

void request_parser_init(struct request_parser *parser, const struct request_limits *limits) {
    *parser = (struct request_parser){.limits = limits, .bulk_len = -1};
}

void request_parser_clear(struct request_parser *parser) {
    forget(parser);
}

size_t request_missing(const struct request_parser *parser) {
    return parser->missing;
}

static enum request_status fail(struct request_parser *parser, struct request *request,
                                const char *text) {
    forget(parser);
    request->error = text;
    return REQUEST_ERROR;
}

/* ---- the ordinary case ---- */

/* Reads "N\r\n" (the byte behind CR may be anything) with 1 to 8 digits and no leading zero;
 * returns the place behind it, or NULL for anything else. At least one byte of p must be there. */
static inline const char *read_length(const char *p, const char *end, size_t *value) {
    size_t sum = (uint8_t)(*p - '0');
    if (__builtin_expect(end - p < 3 || sum > 9, 0)) {
        return NULL;
    }
    p++;
    if (*p != '\r') {
        const char *last = end - p > 9 ? p + 8 : end - 1;
        if (sum == 0) {
            return NULL;
        }
        while (*p != '\r') {
            size_t digit = (uint8_t)(*p - '0');
            if (p >= last || digit > 9) {
                return NULL;
            }
            sum = sum * 10 + digit;
            p++;
        }
    }
    *value = sum;
    return end - p >= 2 ? p + 2 : NULL;
}

static bool parse_whole(const struct request_limits *limits, struct bytes input,
                        struct request_arena *arena, struct request *request) {
    const char *p = input.data, *end = p + input.len;
    size_t items, len;
    if (end - p < 2 || *p != '*' || (p = read_length(p + 1, end, &items)) == NULL || items == 0 ||
        items > WHOLE_ITEMS_MAX || items > limits->items_max || limits->unauthenticated) {
        return false;
    }
    struct bytes *argv = take(arena, items);
    for (size_t i = 0; i < items; i++) {
        if (end - p < 2 || *p != '$' || (p = read_length(p + 1, end, &len)) == NULL ||
            len > limits->bulk_max || (size_t)(end - p) < len + 2) {
            arena->used -= items;
            return false;
        }
        argv[i] = bytes_of(p, len);
        p += len + 2;
    }
    request->argv = argv;
    request->argc = (uint32_t)items;
    request->consumed = (size_t)(p - input.data);
    return true;
}

/* ---- every case ---- */

/* The number line at offset. INCOMPLETE if its end is not there; ERROR if it is too long; else
 * COMPLETE with the text between the mark and CR, and offset moved behind the line. */
static enum request_status take_line(struct request_parser *parser, struct bytes input,
                                     struct bytes *text) {
    const char *line = input.data + parser->offset;
    size_t from = parser->scanned > parser->offset ? parser->scanned : parser->offset;
    const char *cr = from < input.len ? memchr(input.data + from, '\r', input.len - from) : NULL;
    if (cr == NULL) {
        parser->scanned = input.len;
        bool is_too_long = input.len - parser->offset > parser->limits->inline_max;
        return is_too_long ? REQUEST_ERROR : REQUEST_INCOMPLETE;
    }
    size_t len = (size_t)(cr - line);
    if (len > parser->limits->inline_max) {
        return REQUEST_ERROR; /* as it would have been if the end had come later */
    }
    parser->scanned = parser->offset + len;
    if (parser->scanned + 2 > input.len) {
        return REQUEST_INCOMPLETE;
    }
    *text = bytes_of(line, len);
    parser->offset += len + 2;
    return REQUEST_COMPLETE;
}

static enum request_status read_items(struct request_parser *parser, struct bytes input,
                                      struct request *request) {
    struct bytes line;
    enum request_status status = take_line(parser, input, &line);
    if (status == REQUEST_ERROR) {
        return fail(parser, request, "Protocol error: too big mbulk count string");
    }
    if (status == REQUEST_INCOMPLETE) {
        return status;
    }
    int64_t items;
    if (!number_parse_i64(bytes_of(line.data + 1, line.len - 1), &items) ||
        (items > 0 && (uint64_t)items > parser->limits->items_max)) {
        return fail(parser, request, "Protocol error: invalid multibulk length");
    }
    if (items > UNAUTH_ITEMS_MAX && parser->limits->unauthenticated) {
        return fail(parser, request, "Protocol error: unauthenticated multibulk length");
    }
    if (items <= 0) {
        request->consumed = parser->offset;
        forget(parser);
        return REQUEST_EMPTY;
    }
    parser->items_left = items;
    return REQUEST_COMPLETE;
}

static enum request_status read_bulk_len(struct request_parser *parser, struct bytes input,
                                         struct request *request) {
    struct bytes line;
    enum request_status status = take_line(parser, input, &line);
    if (status == REQUEST_ERROR) {
        return fail(parser, request, "Protocol error: too big bulk count string");
    }
    if (status == REQUEST_INCOMPLETE) {
        return status;
    }
    /* An empty line shows its CR: line.data[0] is always there. */
    char mark = line.data[0];
    if (mark != '$') {
        snprintf(parser->error, sizeof parser->error, "Protocol error: expected '$', got '%c'",
                 mark);
        return fail(parser, request, parser->error);
    }
    int64_t len;
    if (!number_parse_i64(bytes_of(line.data + 1, line.len - 1), &len) || len < 0 ||
        (uint64_t)len > parser->limits->bulk_max) {
        return fail(parser, request, "Protocol error: invalid bulk length");
    }
    if (parser->limits->unauthenticated && (uint64_t)len > parser->limits->unauth_bulk_max) {
        return fail(parser, request, "Protocol error: unauthenticated bulk length");
    }
    parser->bulk_len = len;
    return REQUEST_COMPLETE;
}

static void add_arg(struct request_parser *parser, size_t len) {
    if (parser->argc == parser->argv_size) {
        parser->argv_size = parser->argv_size == 0 ? 8 : parser->argv_size * 2;
        parser->args =
            memory_realloc(parser->args, (size_t)parser->argv_size * sizeof *parser->args);
    }
    parser->args[parser->argc++] = (struct request_arg){parser->offset, len};
}

static enum request_status parse_carefully(struct request_parser *parser, struct bytes input,
                                           struct request_arena *arena, struct request *request) {
    enum request_status status;
    if (parser->items_left == 0) {
        status = read_items(parser, input, request);
        if (status != REQUEST_COMPLETE) {
            return status;
        }
    }
    while (parser->items_left > 0) {
        if (parser->bulk_len < 0) {
            status = read_bulk_len(parser, input, request);
            if (status != REQUEST_COMPLETE) {
                return status;
            }
        }
        size_t len = (size_t)parser->bulk_len, there = input.len - parser->offset;
        if (there < len + 2) {
            parser->missing = len + 2 - there;
            return REQUEST_INCOMPLETE;
        }
        add_arg(parser, len);
        parser->offset += len + 2;
        parser->bulk_len = -1;
        parser->items_left--;
    }
    request->argc = parser->argc;
    request->argv = take(arena, parser->argc);
    for (uint32_t i = 0; i < parser->argc; i++) {
        request->argv[i] = bytes_of(input.data + parser->args[i].offset, parser->args[i].len);
    }
    request->consumed = parser->offset;
    forget(parser);
    return REQUEST_COMPLETE;
}

/* ---- inline requests: words as a shell would split them ---- */

static bool is_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static int hex_digit(char c) {
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The byte that an escape within double quotes stands for; *p is behind the backslash and is
 * left at the escape's last byte. */
static char unescape(const char **p, const char *end) {
    const char *at = *p;
    if (*at == 'x' && end - at >= 3 && hex_digit(at[1]) >= 0 && hex_digit(at[2]) >= 0) {
        *p += 2;
        return (char)(hex_digit(at[1]) * 16 + hex_digit(at[2]));
    }
    switch (*at) {
    case 'n':
        return '\n';
    case 'r':
        return '\r';
    case 't':
        return '\t';
    case 'b':
        return '\b';
    case 'a':
        return '\a';
    default:
        return *at;
    }
}

/* Reads one word at *p, which is no space, and writes its plain form over it. False: a quote
 * is not closed, or something stands behind the closing one. */
static bool read_word(const char **p, const char *end, struct bytes *word) {
    const char *from = *p;
    /* The input is writable by contract, and the plain form is never longer. */
    char *start = (char *)(uintptr_t)from, *to = start;
    char quote = '\0';
    for (;; from++) {
        if (from == end) {
            if (quote != '\0') {
                return false;
            }
            break;
        }
        char c = *from;
        if (quote == '\0') {
            if (c == ' ' || c == '\n' || c == '\r' || c == '\t') {
                break;
            }
            if (c == '"' || c == '\'') {
                quote = c;
            } else {
                *to++ = c;
            }
        } else if (c == quote) {
            from++;
            if (from < end && !is_space(*from)) {
                return false;
            }
            break;
        } else if (c == '\\' && end - from >= 2 && (quote == '"' || from[1] == '\'')) {
            from++;
            *to++ = quote == '"' ? unescape(&from, end) : '\'';
        } else {
            *to++ = c;
        }
    }
    *word = bytes_of(start, (size_t)(to - start));
    *p = from;
    return true;
}

static bool split_words(struct bytes line, struct request_arena *arena, struct request *request) {
    const char *p = line.data, *end = p + line.len;
    struct bytes few[16], *words = few;
    size_t count = 0, size = sizeof few / sizeof few[0];
    bool is_balanced = true;
    for (;;) {
        while (p < end && is_space(*p)) {
            p++;
        }
        if (p == end) {
            break;
        }
        if (count == size) {
            /* Outgrown: the next array holds what can come at most, a word every two bytes. */
            struct bytes *many = take(arena, count + (size_t)(end - p + 1) / 2);
            memcpy(many, words, count * sizeof *words);
            words = many;
            size = count + (size_t)(end - p + 1) / 2;
        }
        if (!read_word(&p, end, &words[count])) {
            is_balanced = false;
            break;
        }
        count++;
    }
    if (words == few && is_balanced && count > 0) {
        words = take(arena, count);
        memcpy(words, few, count * sizeof *words);
    }
    request->argv = words;
    request->argc = (uint32_t)count;
    return is_balanced;
}

static enum request_status parse_inline(struct request_parser *parser, struct bytes input,
                                        struct request_arena *arena, struct request *request) {
    const char *from = input.data + parser->scanned;
    const char *newline = memchr(from, '\n', input.len - parser->scanned);
    size_t len = newline == NULL ? input.len : (size_t)(newline - input.data);
    if (len > parser->limits->inline_max) {
        return fail(parser, request, "Protocol error: too big inline request");
    }
    if (newline == NULL) {
        parser->scanned = len;
        return REQUEST_INCOMPLETE;
    }
    size_t consumed = len + 1;
    if (len > 0 && input.data[len - 1] == '\r') {
        len--;
    }
    forget(parser);
    if (!split_words(bytes_of(input.data, len), arena, request)) {
        return fail(parser, request, "Protocol error: unbalanced quotes in request");
    }
    request->consumed = consumed;
    return request->argc == 0 ? REQUEST_EMPTY : REQUEST_COMPLETE;
}

enum request_status request_parse(struct request_parser *parser, struct bytes input,
                                  struct request_arena *arena, struct request *request) {
    bool is_fresh = (parser->offset | parser->scanned) == 0;
    if (__builtin_expect(is_fresh && parse_whole(parser->limits, input, arena, request), 1)) {
        return REQUEST_COMPLETE;
    }
    *request = (struct request){0};
    parser->missing = 0;
    if (input.len == 0) {
        return REQUEST_INCOMPLETE;
    }
    assert(input.len >= parser->offset);
    if (input.data[0] != '*') {
        return parse_inline(parser, input, arena, request);
    }
    return parse_carefully(parser, input, arena, request);
}
