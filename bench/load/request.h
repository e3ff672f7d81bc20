/* request.h - what a request looks like, apart from any protocol.
 *
 * A protocol compiles each kind of request once into a form: a row of pieces that are either fixed
 * text or stand for the key, the value, or a size. Sending a request then means copying pieces, so
 * the same few lines serve every protocol and every command. */
#pragma once

#include "buffer.h"
#include "keys.h"
#include "values.h"

#include <stdint.h>

enum request_kind {
    REQUEST_GET,
    REQUEST_SET,
    REQUEST_INSERT, /* a SET of a key that did not exist */
    REQUEST_MODIFY, /* YCSB's read-modify-write: a GET, then a SET of the same key */
    REQUEST_INCR,
    REQUEST_MGET,
    REQUEST_MSET,
    REQUEST_DEL,
    REQUEST_PING,
    REQUEST_CUSTOM,
    REQUEST_KINDS
};

/* Returns the name that options and reports use. */
const char *request_kind_name(enum request_kind kind);

/* Reads such a name. Returns 0 or -1. */
int request_kind_parse(enum request_kind *kind, const char *name);

enum piece_kind {
    PIECE_TEXT,   /* `text`, as it is */
    PIECE_KEY,    /* the key */
    PIECE_VALUE,  /* the value's bytes */
    PIECE_NUMBER, /* a random decimal of NUMBER_SIZE digits */
    PIECE_FIELD,  /* the name of a random field of a record, as long as FIELD_SIZE */
    PIECE_PART,   /* the part of the value that belongs to a field */
    PIECE_SIZE,   /* a decimal: base + keys * key size + values * value size + parts * part size */
};

struct piece {
    enum piece_kind kind;
    char *text;
    size_t base; /* PIECE_TEXT: the text's size */
    unsigned keys;
    unsigned values;
    unsigned parts;
    unsigned field; /* PIECE_PART: whose; FIELD_DRAWN for the field that PIECE_FIELD names */
};

enum { REQUEST_PIECES_MAX = 96, NUMBER_SIZE = 9, FIELD_SIZE = 6, FIELDS_MAX = 10 };
enum { FIELD_DRAWN = FIELDS_MAX };

/* The pieces [0, group_start) come once, [group_start, group_end) once for each key of the request,
 * the rest once. Outside the group, key and value are those of the first key. */
struct request_form {
    struct piece pieces[REQUEST_PIECES_MAX];
    unsigned count;
    unsigned group_start;
    unsigned group_end;
    size_t text_size;      /* all fixed text of the pieces, for bounds */
    unsigned dynamic;      /* pieces that are not fixed text */
    unsigned keys_of_each; /* how many keys one request takes */
    unsigned replies;      /* how many replies it gets: it may be several commands */
    unsigned fields;       /* of a record, each with its part of the value; else 1 */
};

/* Appends fixed text; texts that meet are joined. Returns 0, or -1 when the form is full. */
int request_form_add_text(struct request_form *form, const char *text, size_t size);

/* Appends a piece that is filled in for each request. Returns 0, or -1 when the form is full. */
int request_form_add(struct request_form *form, struct piece piece);

/* Marks the start, then the end, of the group that repeats for each key. */
void request_form_begin_group(struct request_form *form);
void request_form_end_group(struct request_form *form);

/* Frees the texts. */
void request_form_clear(struct request_form *form);

/* Appends one request about the keys `numbers` to `out`. */
void request_form_write(const struct request_form *form, const struct key_format *format,
                        const struct value_source *values, const uint64_t *numbers,
                        struct buffer *out);
