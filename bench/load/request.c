/* request.c - forms of requests, and writing requests from them. */
#include "request.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

/* Everything that the pieces need to know about one key. */
struct subject {
    char key[KEY_SIZE_MAX];
    size_t key_size;
    struct value value;
    unsigned field; /* drawn at random for each request */
    size_t part_size;
};

static char *write_decimal(char *out, size_t number) {
    char digits[24];
    unsigned count = 0;
    do {
        digits[count++] = (char)('0' + number % 10);
        number /= 10;
    } while (number);
    while (count) *out++ = digits[--count];
    return out;
}

static char *write_bytes(char *out, const char *data, size_t size) {
    memcpy(out, data, size);
    return out + size;
}

/* Draws a number without a zero in front, so that all have the same size. The thread's own row of
 * draws is enough: what it stands for (a score, a price) only has to differ from time to time. */
static char *write_number(char *out) {
    static _Thread_local uint64_t draws;
    write_decimal(out, 100000000 + random_mix(++draws) % 900000000);
    return out + NUMBER_SIZE;
}

/* The thread's own row of draws again: every field is as likely as any other. */
static unsigned draw_field(unsigned fields) {
    static _Thread_local uint64_t draws;
    return (unsigned)random_scale(random_mix(++draws + 0x6669656c64u), fields);
}

static char *write_field(const struct subject *subject, char *out) {
    out = write_bytes(out, "field", FIELD_SIZE - 1);
    *out++ = (char)('0' + subject->field);
    return out;
}

static char *write_part(const struct piece *piece, const struct subject *subject, char *out) {
    unsigned field = piece->field == FIELD_DRAWN ? subject->field : piece->field;
    return write_bytes(out, subject->value.data + field * subject->part_size, subject->part_size);
}

static char *write_pieces(const struct piece *piece, const struct piece *end,
                          const struct subject *subject, char *out) {
    for (; piece < end; piece++) {
        switch (piece->kind) {
        case PIECE_TEXT:
            out = write_bytes(out, piece->text, piece->base);
            break;
        case PIECE_KEY:
            out = write_bytes(out, subject->key, subject->key_size);
            break;
        case PIECE_VALUE:
            out = write_bytes(out, subject->value.data, subject->value.size);
            break;
        case PIECE_NUMBER:
            out = write_number(out);
            break;
        case PIECE_FIELD:
            out = write_field(subject, out);
            break;
        case PIECE_PART:
            out = write_part(piece, subject, out);
            break;
        case PIECE_SIZE:
            out = write_decimal(out, piece->base + piece->keys * subject->key_size +
                                         piece->values * subject->value.size +
                                         piece->parts * subject->part_size);
            break;
        }
    }
    return out;
}

static void look_up(struct subject *subject, const struct key_format *format,
                    const struct value_source *values, uint64_t number) {
    subject->key_size = key_format_write(format, number, subject->key);
    subject->value = value_of_key(values, number);
}

void request_form_write(const struct request_form *form, const struct key_format *format,
                        const struct value_source *values, const uint64_t *numbers,
                        struct buffer *buffer) {
    size_t largest = values->size_max > KEY_SIZE_MAX ? values->size_max : KEY_SIZE_MAX;
    buffer_reserve(buffer, (form->text_size + form->dynamic * largest) * form->keys_of_each);
    const struct piece *pieces = form->pieces;
    struct subject subject;
    look_up(&subject, format, values, numbers[0]);
    if (form->fields > 1) subject.field = draw_field(form->fields);
    subject.part_size = subject.value.size / form->fields;
    char *out = buffer->data + buffer->size;
    out = write_pieces(pieces, pieces + form->group_start, &subject, out);
    for (unsigned i = 0; i < form->keys_of_each && form->group_end > form->group_start; i++) {
        if (i) look_up(&subject, format, values, numbers[i]);
        out = write_pieces(pieces + form->group_start, pieces + form->group_end, &subject, out);
    }
    out = write_pieces(pieces + form->group_end, pieces + form->count, &subject, out);
    buffer->size = (size_t)(out - buffer->data);
    assert(buffer->size <= buffer->room);
}

int request_form_add(struct request_form *form, struct piece piece) {
    if (form->count == REQUEST_PIECES_MAX) return -1;
    form->pieces[form->count++] = piece;
    form->dynamic += piece.kind != PIECE_TEXT;
    return 0;
}

int request_form_add_text(struct request_form *form, const char *text, size_t size) {
    struct piece *last = form->count ? &form->pieces[form->count - 1] : NULL;
    bool at_border = form->count == form->group_start || form->count == form->group_end;
    if (!last || last->kind != PIECE_TEXT || at_border) {
        if (request_form_add(form, (struct piece){.kind = PIECE_TEXT})) return -1;
        last = &form->pieces[form->count - 1];
    }
    char *joined = realloc(last->text, last->base + size + 1);
    if (!joined) return -1;
    memcpy(joined + last->base, text, size);
    last->text = joined;
    last->base += size;
    form->text_size += size;
    return 0;
}

void request_form_begin_group(struct request_form *form) {
    form->group_start = form->group_end = form->count;
}

void request_form_end_group(struct request_form *form) {
    form->group_end = form->count;
}

void request_form_clear(struct request_form *form) {
    for (unsigned i = 0; i < form->count; i++) free(form->pieces[i].text);
    *form = (struct request_form){0};
}

static const char *const kind_names[REQUEST_KINDS] = {
    [REQUEST_GET] = "get",       [REQUEST_SET] = "set",   [REQUEST_INSERT] = "insert",
    [REQUEST_MODIFY] = "modify", [REQUEST_INCR] = "incr", [REQUEST_MGET] = "mget",
    [REQUEST_MSET] = "mset",     [REQUEST_DEL] = "del",   [REQUEST_PING] = "ping",
    [REQUEST_CUSTOM] = "custom",
};

const char *request_kind_name(enum request_kind kind) {
    return kind_names[kind];
}

int request_kind_parse(enum request_kind *kind, const char *name) {
    for (unsigned i = 0; i < REQUEST_KINDS; i++) {
        if (strcmp(kind_names[i], name) == 0) {
            *kind = (enum request_kind)i;
            return 0;
        }
    }
    return -1;
}
