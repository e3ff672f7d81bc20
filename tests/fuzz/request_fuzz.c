/* tests/fuzz/request_fuzz.c - any stream of bytes gives the same requests whole and in pieces.
 *
 * The first byte of the input chooses limits, the second the size of the pieces; the rest is what
 * the client sends. Each call of the parser gets a copy of exactly the bytes it may see, at a new
 * place. Requests that were not inline are written out again by the fuzzer and must be parsed to
 * the same arguments. */
#include "base/buffer.h"
#include "proto/request.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool is_met, const char *claim) {
    if (!is_met) {
        fprintf(stderr, "broken promise: %s\n", claim);
        abort();
    }
}

static void note(struct buffer *log, enum request_status status, const struct request *request) {
    buffer_printf(log, "%d %u", (int)status, status == REQUEST_ERROR ? 0 : request->argc);
    if (status == REQUEST_ERROR) {
        buffer_append_text(log, request->error);
        return;
    }
    for (uint32_t i = 0; i < request->argc; i++) {
        buffer_printf(log, " %zu:", request->argv[i].len);
        buffer_append(log, request->argv[i]);
    }
}

/* Parses all that is complete in the bytes; returns how many of them were used up. */
static size_t parse_all(struct request_parser *parser, const char *data, size_t len,
                        struct buffer *log, bool *is_closed) {
    struct request_arena arena = {0};
    size_t used = 0;
    for (;;) {
        size_t left = len - used;
        char *copy = malloc(left > 0 ? left : 1);
        memcpy(copy, data + used, left);
        struct request request;
        enum request_status status = request_parse(parser, bytes_of(copy, left), &arena, &request);
        if (status == REQUEST_INCOMPLETE) {
            require(request.consumed == 0, "an incomplete request consumes nothing");
            free(copy);
            break;
        }
        note(log, status, &request);
        for (uint32_t i = 0; status != REQUEST_ERROR && i < request.argc; i++) {
            struct bytes arg = request.argv[i];
            require(arg.data >= copy && arg.data + arg.len <= copy + left,
                    "arguments lie within the input");
        }
        free(copy);
        if (status == REQUEST_ERROR) {
            *is_closed = true;
            break;
        }
        require(request.consumed > 0 && request.consumed <= left, "consumed is within the input");
        used += request.consumed;
    }
    request_arena_clear(&arena);
    return used;
}

static struct buffer run(const struct request_limits *limits, const char *data, size_t len,
                         size_t piece) {
    struct request_parser parser;
    struct buffer log = {0};
    bool is_closed = false;
    request_parser_init(&parser, limits);
    size_t from = 0, to = 0;
    while (to < len && !is_closed) {
        to = len - to < piece ? len : to + piece;
        from += parse_all(&parser, data + from, to - from, &log, &is_closed);
    }
    request_parser_clear(&parser);
    return log;
}

/* Splits the input into arguments by its 0xff bytes and sends them as a request. */
static void round_trip(const char *data, size_t len) {
    struct buffer stream = {0}, expected = {0};
    size_t count = 1;
    for (size_t i = 0; i < len; i++) {
        count += (uint8_t)data[i] == 0xff;
    }
    buffer_printf(&stream, "*%zu\r\n", count);
    buffer_printf(&expected, "%d %zu", (int)REQUEST_COMPLETE, count);
    for (size_t from = 0; count > 0; count--) {
        const char *end = len == from ? NULL : memchr(data + from, 0xff, len - from);
        size_t arg_len = end == NULL ? len - from : (size_t)(end - data) - from;
        buffer_printf(&stream, "$%zu\r\n", arg_len);
        buffer_append(&stream, bytes_of(data + from, arg_len));
        buffer_append_text(&stream, "\r\n");
        buffer_printf(&expected, " %zu:", arg_len);
        buffer_append(&expected, bytes_of(data + from, arg_len));
        from += arg_len + 1;
    }
    struct buffer log = run(&request_limits_default, stream.data, stream.len, stream.len);
    require(bytes_equal(buffer_view(&log), buffer_view(&expected)), "a request comes out again");
    buffer_clear(&log);
    buffer_clear(&stream);
    buffer_clear(&expected);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 2) {
        return 0;
    }
    struct request_limits limits = request_limits_default;
    limits.unauthenticated = (data[0] & 1) != 0;
    if ((data[0] & 2) != 0) {
        limits.bulk_max = 8;
        limits.unauth_bulk_max = 4;
    }
    if ((data[0] & 4) != 0) {
        limits.items_max = 3;
    }
    if ((data[0] & 8) != 0) {
        limits.inline_max = 16;
    }
    const char *stream = (const char *)data + 2;
    size_t len = size - 2, piece = (size_t)data[1] % 16 + 1;
    struct buffer whole = run(&limits, stream, len, len + 1);
    struct buffer pieces = run(&limits, stream, len, piece);
    require(bytes_equal(buffer_view(&whole), buffer_view(&pieces)), "pieces change nothing");
    buffer_clear(&whole);
    buffer_clear(&pieces);
    round_trip(stream, len);
    return 0;
}
