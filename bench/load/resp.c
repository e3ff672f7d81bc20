/* resp.c - the protocol of Redis.
 *
 * A request is an array of bulk strings. An argument without placeholders becomes fixed text with
 * its size; an argument with __key__, __value__ or __number__ becomes a size piece, then its parts.
 *
 * A custom template may be several commands with a lone ; between them, which make one operation.
 * What stands between a lone [ and a lone ] comes --multi times, each time with a key of its own. */
#include "protocol.h"

#include <stdio.h>
#include <string.h>

static const char *const templates[REQUEST_KINDS] = {
    [REQUEST_GET] = "GET __key__",
    [REQUEST_SET] = "SET __key__ __value__",
    [REQUEST_INSERT] = "SET __key__ __value__",
    [REQUEST_MODIFY] = "GET __key__",
    /* Counters live beside the keys, whose values are no numbers. */
    [REQUEST_INCR] = "INCR counter:__key__",
    [REQUEST_DEL] = "DEL __key__",
    [REQUEST_PING] = "PING",
};

enum { ARGUMENTS_MAX = 256, ARGUMENT_SIZE_MAX = 4096, NESTING_MAX = 16 };

struct argument {
    char text[ARGUMENT_SIZE_MAX];
    size_t size;
};

static int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    c = (char)(c | 32);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Reads one escape of a double-quoted argument: \n, \r, \t, \xHH, or the character itself. */
static const char *read_escape(const char *text, char *out) {
    if (*text == 'x' && hex_digit(text[1]) >= 0 && hex_digit(text[2]) >= 0) {
        *out = (char)(hex_digit(text[1]) * 16 + hex_digit(text[2]));
        return text + 3;
    }
    *out = *text == 'n' ? '\n' : *text == 'r' ? '\r' : *text == 't' ? '\t' : *text;
    return text + 1;
}

/* Reads the next argument as redis-cli quotes it. Returns the rest of the text, or NULL at its
 * end or where it makes no sense. */
static const char *next_argument(const char *text, struct argument *argument) {
    text += strspn(text, " \t");
    if (!*text) return NULL;
    char quote = *text == '"' || *text == '\'' ? *text++ : 0;
    argument->size = 0;
    while (*text && (quote ? *text != quote : *text != ' ' && *text != '\t')) {
        if (argument->size == ARGUMENT_SIZE_MAX) return NULL;
        char *out = &argument->text[argument->size++];
        if (quote == '"' && *text == '\\' && text[1])
            text = read_escape(text + 1, out);
        else
            *out = *text++;
    }
    if (quote && *text++ != quote) return NULL;
    return text;
}

/* A part of the value: __part__ of the field drawn, __part0__ to __part9__ of that field. */
static bool find_part(const char *at, size_t left, struct piece *piece) {
    if (left < 8 || memcmp(at, "__part", 6) != 0) return false;
    bool has_digit = left >= 9 && at[6] >= '0' && at[6] <= '9';
    if (memcmp(at + 6 + has_digit, "__", 2) != 0) return false;
    *piece = (struct piece){.kind = PIECE_PART,
                            .parts = 1,
                            .field = has_digit ? (unsigned)(at[6] - '0') : FIELD_DRAWN,
                            .base = 8 + (size_t)has_digit};
    return true;
}

/* The next placeholder in [at, end), or NULL. */
static const char *find_placeholder(const char *at, const char *end, struct piece *piece) {
    for (; at < end; at++) {
        size_t left = (size_t)(end - at);
        if (left >= 7 && memcmp(at, "__key__", 7) == 0) {
            *piece = (struct piece){.kind = PIECE_KEY, .keys = 1, .base = 7};
            return at;
        }
        if (left >= 9 && memcmp(at, "__value__", 9) == 0) {
            *piece = (struct piece){.kind = PIECE_VALUE, .values = 1, .base = 9};
            return at;
        }
        if (left >= 9 && memcmp(at, "__field__", 9) == 0) {
            *piece = (struct piece){.kind = PIECE_FIELD, .base = 9};
            return at;
        }
        if (find_part(at, left, piece)) return at;
        if (left >= 10 && memcmp(at, "__number__", 10) == 0) {
            *piece = (struct piece){.kind = PIECE_NUMBER, .base = 10};
            return at;
        }
    }
    return NULL;
}

static int add_fixed_argument(struct request_form *form, const struct argument *argument) {
    char head[32];
    int size = snprintf(head, sizeof head, "$%zu\r\n", argument->size);
    return request_form_add_text(form, head, (size_t)size) ||
           request_form_add_text(form, argument->text, argument->size) ||
           request_form_add_text(form, "\r\n", 2);
}

/* The size piece of an argument: its fixed bytes, and how many keys and values it contains.
 * `is_fixed` tells of an argument that is the same in every request. */
static struct piece measure(const struct argument *argument, bool *is_fixed) {
    const char *end = argument->text + argument->size;
    struct piece size = {.kind = PIECE_SIZE, .base = argument->size}, found;
    *is_fixed = !find_placeholder(argument->text, end, &found);
    for (const char *at = argument->text; (at = find_placeholder(at, end, &found));
         at += found.base) {
        size.base -= found.base;
        if (found.kind == PIECE_NUMBER) size.base += NUMBER_SIZE;
        if (found.kind == PIECE_FIELD) size.base += FIELD_SIZE;
        size.keys += found.keys;
        size.values += found.values;
        size.parts += found.parts;
    }
    return size;
}

static int add_argument(struct request_form *form, const struct argument *argument) {
    bool is_fixed;
    struct piece size = measure(argument, &is_fixed), found;
    if (is_fixed) return add_fixed_argument(form, argument);
    if (request_form_add_text(form, "$", 1) || request_form_add(form, size) ||
        request_form_add_text(form, "\r\n", 2))
        return -1;
    const char *end = argument->text + argument->size, *at = argument->text, *next;
    for (; (next = find_placeholder(at, end, &found)); at = next + found.base) {
        if (request_form_add_text(form, at, (size_t)(next - at)) ||
            request_form_add(form, (struct piece){.kind = found.kind, .field = found.field}))
            return -1;
    }
    return request_form_add_text(form, at, (size_t)(end - at)) ||
           request_form_add_text(form, "\r\n", 2);
}

static int add_arguments(struct request_form *form, const char *text) {
    struct argument argument;
    while ((text = next_argument(text, &argument)))
        if (add_argument(form, &argument)) return -1;
    return 0;
}

/* Counts the arguments of a template. Returns 0 for one that cannot be read. */
static unsigned count_arguments(const char *text) {
    struct argument argument;
    unsigned count = 0;
    const char *rest;
    while ((rest = next_argument(text, &argument))) {
        text = rest;
        count++;
    }
    return *(text + strspn(text, " \t")) || count > ARGUMENTS_MAX ? 0 : count;
}

static int add_head(struct request_form *form, unsigned arguments) {
    char head[32];
    int size = snprintf(head, sizeof head, "*%u\r\n", arguments);
    return request_form_add_text(form, head, (size_t)size);
}

static int compile_multi(struct request_form *form, const char *name, const char *group,
                         unsigned keys) {
    unsigned arguments = 1 + keys * count_arguments(group);
    form->keys_of_each = keys;
    if (add_head(form, arguments) || add_arguments(form, name)) return -1;
    request_form_begin_group(form);
    if (add_arguments(form, group)) return -1;
    request_form_end_group(form);
    return 0;
}

/* Copies the words up to the next lone ;, [ or ] into `command`, and says in `*sign` which it was
 * (0 at the end of the text). Returns the rest of the text, or NULL if the command is too long. */
static const char *cut_command(const char *text, char *command, size_t room, char *sign) {
    const char *start = text, *rest;
    struct argument argument;
    *sign = 0;
    for (; (rest = next_argument(text, &argument)); text = rest) {
        const char *word = text + strspn(text, " \t");
        if (rest != word + 1 || !strchr(";[]", *word)) continue;
        *sign = *word;
        break;
    }
    size_t size = (size_t)(text - start) + (*sign ? 0 : strlen(text));
    if (size >= room) return NULL;
    memcpy(command, start, size);
    command[size] = 0;
    return *sign ? rest : text + strlen(text);
}

/* Marks the border of a group. Returns -1 where there can be none. */
static int mark_group(struct request_form *form, char sign, bool *is_inside) {
    if (sign != '[' && sign != ']') return 0;
    if (*is_inside != (sign == ']') || (sign == '[' && form->group_end)) return -1;
    *is_inside = sign == '[';
    if (sign == '[')
        request_form_begin_group(form);
    else
        request_form_end_group(form);
    return 0;
}

static int compile_custom(struct request_form *form, unsigned keys, const char *text) {
    static char command[65536];
    bool is_inside = false;
    char sign;
    if (!text) return -1;
    form->replies = 0;
    do {
        if (!(text = cut_command(text, command, sizeof command, &sign))) return -1;
        if (command[strspn(command, " \t")]) {
            unsigned arguments = count_arguments(command);
            if (!arguments || add_head(form, arguments) || add_arguments(form, command)) return -1;
            form->replies += is_inside ? keys : 1;
        }
        if (mark_group(form, sign, &is_inside)) return -1;
    } while (sign);
    if (form->group_end > form->group_start) form->keys_of_each = keys;
    return is_inside || !form->replies ? -1 : 0;
}

/* The template of a request about a record, a hash of fields. A new one is written whole; a SET
 * changes one field. NULL for requests that have nothing to do with records. */
static const char *record_template(enum request_kind kind, unsigned fields) {
    static char text[512];
    if (kind == REQUEST_GET || kind == REQUEST_MODIFY) return "HGETALL __key__";
    if (kind == REQUEST_SET) return "HSET __key__ __field__ __part__";
    if (kind != REQUEST_INSERT) return NULL;
    int size = snprintf(text, sizeof text, "HSET __key__");
    for (unsigned i = 0; i < fields; i++)
        size += snprintf(text + size, sizeof text - (size_t)size, " field%u __part%u__", i, i);
    return text;
}

static int compile(struct request_form *form, enum request_kind kind,
                   const struct request_shape *shape) {
    *form = (struct request_form){.keys_of_each = 1, .replies = 1, .fields = shape->fields};
    if (kind == REQUEST_MGET) return compile_multi(form, "MGET", "__key__", shape->keys);
    if (kind == REQUEST_MSET) return compile_multi(form, "MSET", "__key__ __value__", shape->keys);
    if (kind == REQUEST_CUSTOM) return compile_custom(form, shape->keys, shape->custom);
    const char *text = shape->fields > 1 ? record_template(kind, shape->fields) : NULL;
    if (!text) text = templates[kind];
    unsigned arguments = text ? count_arguments(text) : 0;
    if (!arguments || add_head(form, arguments)) return -1;
    return add_arguments(form, text);
}

static void say(struct buffer *out, const char *name, const char *argument) {
    size_t bound = strlen(name) + strlen(argument) + 64;
    buffer_reserve(out, bound);
    int size = snprintf(out->data + out->size, bound, "*2\r\n$%zu\r\n%s\r\n$%zu\r\n%s\r\n",
                        strlen(name), name, strlen(argument), argument);
    out->size += (size_t)size;
}

static int greet(struct session *session, struct buffer *out, unsigned *replies,
                 const char *password, unsigned database, unsigned version) {
    char number[16];
    (void)session;
    *replies = 0;
    if (password) {
        say(out, "AUTH", password);
        ++*replies;
    }
    if (version == 3) {
        say(out, "HELLO", "3");
        ++*replies;
    }
    if (database) {
        snprintf(number, sizeof number, "%u", database);
        say(out, "SELECT", number);
        ++*replies;
    }
    return version == 2 || version == 3 ? 0 : -1;
}

/* Reads the number that ends at `end`. Returns -1 if it is none. */
static int read_number(const char *text, const char *end, int64_t *number) {
    bool negative = text < end && *text == '-';
    int64_t result = 0;
    text += negative;
    if (text == end || end - text > 18) return -1;
    for (; text < end; text++) {
        if (*text < '0' || *text > '9') return -1;
        result = result * 10 + (*text - '0');
    }
    *number = negative ? -result : result;
    return 0;
}

/* A value of known size: the header's line, the bytes and a line end. */
static ssize_t parse_bulk(const char *data, size_t size, const char *line_end,
                          struct reply *reply) {
    int64_t length;
    if (read_number(data + 1, line_end, &length) || length < -1) return -1;
    size_t head = (size_t)(line_end - data) + 2;
    if (length == -1) {
        reply->kind = REPLY_NIL;
        return (ssize_t)head;
    }
    if (size < head + (size_t)length + 2) return 0;
    reply->kind = *data == '!' ? REPLY_ERROR : REPLY_VALUE;
    reply->data = data + head;
    reply->size = (size_t)length;
    if (memcmp(reply->data + length, "\r\n", 2) != 0) return -1;
    return (ssize_t)(head + (size_t)length + 2);
}

static ssize_t parse_nested(const char *data, size_t size, struct reply *reply, int depth);

static ssize_t parse_array(const char *data, size_t size, const char *line_end, struct reply *reply,
                           int depth) {
    int64_t count;
    if (read_number(data + 1, line_end, &count) || count < -1 || depth == NESTING_MAX) return -1;
    size_t at = (size_t)(line_end - data) + 2;
    reply->kind = count == -1 ? REPLY_NIL : REPLY_ARRAY;
    reply->data = data + at;
    reply->count = count == -1 ? 0 : (uint64_t)count;
    if (*data == '%') reply->count *= 2;
    for (uint64_t i = 0; i < reply->count; i++) {
        struct reply element;
        ssize_t used = parse_nested(data + at, size - at, &element, depth + 1);
        if (used <= 0) return used;
        if (element.kind == REPLY_ERROR || element.holds_error) reply->holds_error = true;
        at += (size_t)used;
    }
    reply->size = (size_t)(data + at - reply->data);
    return (ssize_t)at;
}

static ssize_t parse_nested(const char *data, size_t size, struct reply *reply, int depth) {
    static const char types[] = "+-:_,#($=!*~%>";
    const char *line_end = size >= 3 ? memchr(data + 1, '\r', size - 2) : NULL;
    if (!line_end) return size && !memchr(types, *data, sizeof types - 1) ? -1 : 0;
    if (line_end[1] != '\n') return -1;
    *reply = (struct reply){.data = data + 1, .size = (size_t)(line_end - data - 1)};
    switch (*data) {
    case '$':
    case '=':
    case '!':
        return parse_bulk(data, size, line_end, reply);
    case '*':
    case '~':
    case '%':
    case '>':
        return parse_array(data, size, line_end, reply, depth);
    case '+':
        reply->kind = REPLY_STATUS;
        break;
    case '-':
        reply->kind = REPLY_ERROR;
        break;
    case ':':
        reply->kind = REPLY_INTEGER;
        break;
    case '_':
        reply->kind = REPLY_NIL;
        break;
    case ',':
    case '#':
    case '(':
        reply->kind = REPLY_OTHER;
        break;
    default:
        return -1;
    }
    return (ssize_t)(reply->size + 3);
}

static ssize_t parse(struct session *session, const char *data, size_t size, struct reply *reply) {
    (void)session;
    return parse_nested(data, size, reply, 0);
}

const struct protocol protocol_resp = {
    .name = "resp",
    .compile = compile,
    .greet = greet,
    .parse = parse,
};

const struct protocol *protocol_find(const char *name) {
    static const struct protocol *const all[] = {&protocol_resp, &protocol_etcd};
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(name, all[i]->name) == 0) return all[i];
    return NULL;
}
