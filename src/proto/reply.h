/* proto/reply.h - replies of the Redis protocol, version 2 or 3, into a chain.
 *
 * One function a shape of reply; each takes care of the version. Errors never carry CR or LF to
 * the wire (they become spaces), whatever text is echoed in them. */
#pragma once

#include "base/chain.h"

struct reply {
    struct chain *out;
    uint8_t version; /* 2 or 3 */
    uint32_t errors; /* error replies written: callers count failed calls by it */
};

/* Told of every error reply (its text as sent, without '-' and CRLF), on the thread that writes
 * it: for statistics by error code. Set once at start; NULL: nobody is told. */
extern void (*reply_error_hook)(struct bytes text);

void reply_status(struct reply *reply, const char *text); /* +text */
void reply_ok(struct reply *reply);
/* "WRONGTYPE …" or "ERR …", printf-like; code and text without the leading '-'. */
void reply_error(struct reply *reply, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void reply_error_bytes(struct reply *reply, struct bytes text);
void reply_integer(struct reply *reply, int64_t value);
void reply_bulk(struct reply *reply, struct bytes bytes);
void reply_bulk_string(struct reply *reply, const char *text);
void reply_bulk_integer(struct reply *reply, int64_t value); /* the number's text as a bulk */
/* Writes the header of a bulk of len bytes and returns where its bytes go; the trailing CRLF is
 * already there. The pointer is good until the next call on this reply. */
char *reply_bulk_reserve(struct reply *reply, size_t len);
void reply_nil(struct reply *reply);       /* $-1 or _ */
void reply_nil_array(struct reply *reply); /* *-1 or _ */
void reply_array(struct reply *reply, size_t items);
void reply_map(struct reply *reply, size_t pairs);  /* RESP2: array of 2 x pairs */
void reply_set(struct reply *reply, size_t items);  /* RESP2: array */
void reply_push(struct reply *reply, size_t items); /* RESP2: array */
void reply_attribute(struct reply *reply, size_t pairs);
void reply_double(struct reply *reply, double value); /* RESP2: bulk */
void reply_human_long_double(struct reply *reply,
                             long double value);  /* the same in INCRBYFLOAT's form */
void reply_bool(struct reply *reply, bool value); /* RESP2: :1 or :0 */
void reply_big_number(struct reply *reply, struct bytes digits);
void reply_verbatim(struct reply *reply, const char *format3, struct bytes text); /* "txt" */
/* Array of help lines in Redis's form: "NAME <subcommand> …" first, then lines, then HELP. */
void reply_help(struct reply *reply, const char *name, const char *const *lines);

/* For an array whose length is known only after its items: reply_array_later writes a mark,
 * reply_array_close patches it. kind: '*', '%' (pairs) or '~'. Marks may be nested; they are closed
 * in the reverse order of their making, and the chain is neither moved nor sent in between. */
struct reply_mark {
    struct block *block;
    uint32_t offset;
    char kind;
};
struct reply_mark reply_array_later(struct reply *reply, char kind);
void reply_array_close(struct reply *reply, struct reply_mark mark, size_t items);

/* Texts that many commands use. */
void reply_error_syntax(struct reply *reply);      /* ERR syntax error */
void reply_error_not_integer(struct reply *reply); /* ERR value is not an integer or out of range */
void reply_error_not_float(struct reply *reply);   /* ERR value is not a valid float */
void reply_error_wrong_type(struct reply *reply);  /* WRONGTYPE Operation against a key … */
void reply_error_no_key(struct reply *reply);      /* ERR no such key */
