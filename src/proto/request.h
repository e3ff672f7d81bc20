/* proto/request.h - requests of the Redis protocol, parsed from bytes as they come.
 *
 * The parser makes views into the bytes it was given and copies nothing. It keeps no bytes: when
 * a request is incomplete the caller keeps them and calls again with the same bytes and more
 * behind them. It remembers how far it came (so that a large request that arrives in many
 * pieces is not parsed from its start each time: each call costs only what is new). The bytes
 * may lie elsewhere in memory at the next call.
 *
 * As lenient as Redis 7.0.15: the two bytes behind a bulk, and the byte behind the CR of a
 * length, may be anything. Stricter in one point: a NUL in a length line makes Redis wait for
 * more bytes for ever; here it is the error that any other wrong byte is. */
#pragma once

#include "base/bytes.h"

struct request_limits {
    uint64_t bulk_max;        /* proto-max-bulk-len, default 512 MiB */
    uint64_t items_max;       /* arguments of one request; Redis 7.0.15 has 2^31 - 1 */
    uint64_t inline_max;      /* bytes of an inline request or a length line, 64 KiB */
    uint64_t unauth_bulk_max; /* 16 KiB; applies while unauthenticated is set */
    bool unauthenticated;     /* also limits the arguments to 10 */
};

/* Redis's: 512 MiB, 2^31 - 1, 64 KiB, 16 KiB, authenticated. */
extern const struct request_limits request_limits_default;

enum request_status {
    REQUEST_COMPLETE,   /* argv holds a request; consumed says how many bytes it took */
    REQUEST_EMPTY,      /* an empty line or *0 / *-1: nothing to run; consumed > 0 */
    REQUEST_INCOMPLETE, /* wait for more; consumed == 0 */
    REQUEST_ERROR /* error says why in Redis's words ("Protocol error: …"); close after it */
};

enum { REQUEST_ERROR_MAX = 64 };

struct request_parser {
    const struct request_limits *limits;
    /* Private: where the parser stands within an incomplete request, as offsets from its start. */
    size_t offset;      /* of the line or bulk it stands at */
    size_t scanned;     /* no line ends before this one */
    size_t missing;     /* what request_missing says */
    int64_t items_left; /* 0: the "*N" line is not yet read */
    int64_t bulk_len;   /* of the bulk at offset; -1: its "$N" line is not yet read */
    uint32_t argc;
    uint32_t argv_size;
    struct request_arg {
        size_t offset, len;
    } * args; /* owned, grows, freed when the request is complete */
    char error[REQUEST_ERROR_MAX];
};

struct request {
    struct bytes *argv; /* in the arena given to request_parse; the bytes are in the input */
    uint32_t argc;
    size_t consumed;
    const char *error; /* good until the parser's next use */
};

/* Where argv arrays go: bump allocation, reset by the caller for each batch. {0} is empty. */
struct request_arena {
    struct bytes *slots;
    size_t used;
    size_t size;
    struct request_arena *more; /* outgrown arenas, freed at reset */
};

void request_parser_init(struct request_parser *parser, const struct request_limits *limits);
/* Frees what an incomplete request has taken, and forgets that request. */
void request_parser_clear(struct request_parser *parser);
/* Parses one request from the start of input. Inline requests with quotes need unescaped bytes:
 * those are written over the input in place (input is writable memory, request bytes only).
 * After REQUEST_ERROR the connection is to be closed; the parser must not be used again. */
enum request_status request_parse(struct request_parser *parser, struct bytes input,
                                  struct request_arena *arena, struct request *request);
/* How many bytes are still missing for certain of the incomplete request (0: not known): the
 * caller sizes its buffer by it. The client chose it, up to bulk_max; believe it in moderation. */
size_t request_missing(const struct request_parser *parser);

/* Frees all but one array of moderate size, which is used again. */
void request_arena_reset(struct request_arena *arena);
void request_arena_clear(struct request_arena *arena);
/* n slots that stay where they are until the reset. */
struct bytes *request_arena_take(struct request_arena *arena, size_t n);
