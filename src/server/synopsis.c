/* server/synopsis.c - a parser by recursive descent.
 *
 *     choice   = sequence { '|' sequence }
 *     sequence = { item }
 *     item     = '[' choice ']' | '<' choice '>' | word | '...'
 *
 * A sequence is first read as a list of items, each with its text, and then put in order:
 * repetitions are folded into what they repeat, tokens go to what follows them. */
#include "server/synopsis.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>

#include "base/memory.h"

struct parser {
    const struct command *row;
    const char *at;
    int position;       /* in argv, of the next word; -1: depends on what was given */
    struct bytes token; /* the word just before, if it was a token */
};

/* An item with the text it came from. */
struct item {
    struct argument *argument;
    const char *text;
    size_t len;
    bool is_token;
    bool repeats; /* its text ended in "..." */
};

enum { ITEMS_MAX = 32 };
struct items {
    struct item items[ITEMS_MAX];
    unsigned count;
};

static struct argument *make(enum argument_type type) {
    struct argument *argument = memory_alloc_zeroed(sizeof(*argument));
    argument->type = type;
    argument->key_spec = -1;
    return argument;
}

void argument_destroy(struct argument *first) {
    while (first) {
        struct argument *next = first->next;
        argument_destroy(first->first);
        memory_free(first);
        first = next;
    }
}

const char *argument_type_name(enum argument_type type) {
    static const char *const names[] = {
        [ARGUMENT_STRING] = "string",         [ARGUMENT_INTEGER] = "integer",
        [ARGUMENT_DOUBLE] = "double",         [ARGUMENT_KEY] = "key",
        [ARGUMENT_PATTERN] = "pattern",       [ARGUMENT_UNIX_TIME] = "unix-time",
        [ARGUMENT_PURE_TOKEN] = "pure-token", [ARGUMENT_ONEOF] = "oneof",
        [ARGUMENT_BLOCK] = "block",
    };
    return names[type];
}

static enum argument_type type_of_name(const struct command *row, const char *name) {
    static const char *const integers[] = {
        "seconds",
        "milliseconds",
        "count",
        "start",
        "end",
        "index",
        "offset",
        "timeout",
        "db",
        "cursor",
        "bit",
        "len",
        "client-id",
        "protover",
        "index1",
        "index2",
        "numkeys",
        "decrement",
        "min-match-len",
        "min-len",
        "version",
        "numreplicas",
        "destination-db",
        "stop",
        "rank",
        "ttl",
        "frequency",
        "len",
    };
    if (strcmp(name, "increment") == 0) {
        return strstr(row->name, "FLOAT") ? ARGUMENT_DOUBLE : ARGUMENT_INTEGER;
    }
    if (strncmp(name, "unix-time", 9) == 0) {
        return ARGUMENT_UNIX_TIME;
    }
    if (strcmp(name, "pattern") == 0) {
        return ARGUMENT_PATTERN;
    }
    for (unsigned i = 0; i < sizeof(integers) / sizeof(integers[0]); i++) {
        if (strcmp(name, integers[i]) == 0) {
            return ARGUMENT_INTEGER;
        }
    }
    return ARGUMENT_STRING;
}

static bool is_word_of(const struct key_spec *spec, struct bytes token) {
    enum key_word word = (enum key_word)spec->count_at;
    const char *name = word == KEY_AFTER_STORE_UNSAID ? "STORE" : command_key_word_name(word);
    return token.len > 0 && name && bytes_equal(token, bytes_of_string(name));
}

/* The key specification that the word at this place in argv, or behind this token, belongs to; -1: none. */
static int key_spec_at(const struct command *row, int position, struct bytes token) {
    for (int s = 0; s < KEY_SPECS; s++) {
        const struct key_spec *spec = &row->keys[s];
        if (spec->count_at < 0) {
            if (is_word_of(spec, token)) {
                return s;
            }
        } else if (position <= 0) {
            continue;
        } else if (spec->count_at > 0) {
            if (position == spec->count_at + 1) {
                return s;
            }
        } else if (spec->first > 0 && position >= spec->first &&
                   (spec->last < 0 || position <= spec->last) &&
                   (position - spec->first) % (spec->step > 0 ? spec->step : 1) == 0) {
            return s;
        }
    }
    return -1;
}

static void skip_spaces(struct parser *parser) {
    while (*parser->at == ' ') {
        parser->at++;
    }
}

static bool is_token_text(const char *text, size_t len) {
    bool has_letter = false;
    for (size_t i = 0; i < len; i++) {
        if (islower((unsigned char)text[i])) {
            return false;
        }
        has_letter |= isupper((unsigned char)text[i]) != 0;
    }
    return has_letter;
}

static void parse_word(struct parser *parser, struct item *item) {
    size_t len = strcspn(parser->at, " []<>|");
    struct argument *argument = make(ARGUMENT_PURE_TOKEN);
    item->is_token = is_token_text(parser->at, len);
    snprintf(argument->name, sizeof(argument->name), "%.*s", (int)len, parser->at);
    if (item->is_token) {
        snprintf(argument->token, sizeof(argument->token), "%.*s", (int)len, parser->at);
        for (char *c = argument->name; *c; c++) {
            *c = (char)tolower((unsigned char)*c);
        }
        parser->token = bytes_of(parser->at, len);
    } else {
        argument->key_spec = key_spec_at(parser->row, parser->position, parser->token);
        parser->token = bytes_of(NULL, 0);
        argument->type =
            argument->key_spec >= 0 ? ARGUMENT_KEY : type_of_name(parser->row, argument->name);
    }
    parser->position += parser->position > 0;
    parser->at += len;
    item->argument = argument;
}

/* "nx_xx", or the first name alone where that would be long. */
static void name_by_children(struct argument *parent) {
    enum { NAME_MAX_LEN = 40 };
    size_t len = 0;
    for (const struct argument *child = parent->first; child; child = child->next) {
        size_t room = sizeof(parent->name) - len;
        size_t child_len = strlen(child->name);
        if (len > 0 && len + 1 + child_len > NAME_MAX_LEN) {
            return;
        }
        len += (size_t)snprintf(parent->name + len, room, "%s%s", len ? "_" : "", child->name);
    }
}

static struct argument *group(enum argument_type type, struct argument *first) {
    if (!first || !first->next) {
        return first;
    }
    struct argument *parent = make(type);
    parent->first = first;
    name_by_children(parent);
    return parent;
}

static struct argument *link_items(const struct item *items, unsigned count) {
    for (unsigned i = 0; i + 1 < count; i++) {
        items[i].argument->next = items[i + 1].argument;
    }
    return count > 0 ? items[0].argument : NULL;
}

static void remove_items(struct items *list, unsigned first, unsigned count) {
    memmove(&list->items[first], &list->items[first + count],
            (list->count - first - count) * sizeof(list->items[0]));
    list->count -= count;
}

/* How many of the items before index have together the text; 0: it is another text. */
static unsigned count_repeated(const struct items *list, unsigned index) {
    const struct item *item = &list->items[index];
    size_t len = item->len - strlen("[") - strlen(" ...]");
    for (unsigned k = 1; k <= index; k++) {
        const struct item *from = &list->items[index - k];
        const struct item *to = &list->items[index - 1];
        size_t before = (size_t)(to->text + to->len - from->text);
        if (before == len && memcmp(from->text, item->text + 1, len) == 0) {
            return k;
        }
    }
    return 0;
}

static bool is_token_at(const struct items *list, unsigned index) {
    return index < list->count && list->items[index].is_token;
}

/* Gives the token at index to the item behind it. */
static void give_token(struct items *list, unsigned index) {
    struct argument *token = list->items[index].argument;
    struct argument *owner = list->items[index + 1].argument;
    memcpy(owner->token, token->token, sizeof(owner->token));
    argument_destroy(token);
    remove_items(list, index, 1);
}

static void place_tokens(struct items *list) {
    bool is_all_of_first = list->count > 2 && is_token_at(list, 0);
    for (unsigned i = 1; i < list->count; i++) {
        is_all_of_first &= !list->items[i].is_token && !list->items[i].argument->is_optional;
    }
    if (is_all_of_first) { /* LIMIT offset count */
        struct argument *block =
            group(ARGUMENT_BLOCK, link_items(&list->items[1], list->count - 1));
        list->items[1].argument = block;
        list->count = 2;
    }
    for (unsigned i = 0; i + 1 < list->count; i++) {
        const struct argument *next = list->items[i + 1].argument;
        if (is_token_at(list, i) && !is_token_at(list, i + 1) && !next->is_optional &&
            !next->token[0]) {
            give_token(list, i);
        }
    }
}

/* "key value [key value ...]" becomes a block of key and value that may come again. */
static void fold_repetitions(struct items *list) {
    for (unsigned i = 0; i < list->count; i++) {
        struct item *item = &list->items[i];
        if (!item->repeats) {
            continue;
        }
        unsigned count = count_repeated(list, i);
        if (count == 0) {
            item->argument->is_multiple = true;
            continue;
        }
        argument_destroy(item->argument);
        unsigned first = i - count;
        struct items unit = {.count = count};
        memcpy(unit.items, &list->items[first], count * sizeof(unit.items[0]));
        place_tokens(&unit);
        struct argument *repeated = group(ARGUMENT_BLOCK, link_items(unit.items, unit.count));
        repeated->is_multiple = true;
        list->items[first].argument = repeated;
        list->items[first].is_token = false;
        remove_items(list, first + 1, count);
        i = first;
    }
}

static struct argument *parse_choice(struct parser *parser, bool *repeats);

static void parse_group(struct parser *parser, struct item *item) {
    char open = *parser->at++;
    char close = open == '[' ? ']' : '>';
    int position = parser->position;
    /* Optional things may be missing, and choices differ in length. */
    parser->position = -1;
    bool repeats = false;
    item->argument = parse_choice(parser, &repeats);
    parser->position = open == '<' && position > 0 ? position + 1 : -1;
    assert(*parser->at == close && item->argument);
    parser->at++;
    item->argument->is_optional |= open == '[';
    item->repeats = open == '[' && repeats;
    item->argument->is_multiple |= open == '<' && repeats;
    (void)close;
}

/* The items up to the end of the sequence; repeats: it ended in "...". */
static void parse_items(struct parser *parser, struct items *list, bool *repeats) {
    *repeats = false;
    for (skip_spaces(parser); *parser->at && !strchr("]>|", *parser->at); skip_spaces(parser)) {
        if (strncmp(parser->at, "...", 3) == 0) {
            parser->at += 3;
            if (list->count == 1 && !list->items[0].is_token && list->items[0].argument->first) {
                list->items[0].argument->is_multiple = true; /* "<a | b> ..." */
            } else {
                *repeats = true;
            }
            continue;
        }
        assert(list->count < ITEMS_MAX);
        struct item *item = &list->items[list->count++];
        *item = (struct item){.text = parser->at};
        if (*parser->at == '[' || *parser->at == '<') {
            parse_group(parser, item);
        } else {
            parse_word(parser, item);
        }
        item->len = (size_t)(parser->at - item->text);
    }
}

static struct argument *parse_sequence(struct parser *parser, bool *repeats) {
    struct items list = {.count = 0};
    parse_items(parser, &list, repeats);
    fold_repetitions(&list);
    place_tokens(&list);
    return link_items(list.items, list.count);
}

static struct argument *parse_choice(struct parser *parser, bool *repeats) {
    struct argument *first = NULL, **last = &first;
    unsigned count = 0;
    for (;;) {
        struct argument *branch = group(ARGUMENT_BLOCK, parse_sequence(parser, repeats));
        *last = branch;
        last = branch ? &branch->next : last;
        count++;
        if (*parser->at != '|') {
            break;
        }
        parser->at++;
    }
    return count > 1 ? group(ARGUMENT_ONEOF, first) : first;
}

struct argument *synopsis_parse(const struct command *row) {
    struct parser parser = {
        .row = row, .at = row->synopsis, .position = strchr(row->name, '|') ? 2 : 1};
    bool repeats;
    return parse_sequence(&parser, &repeats);
}
