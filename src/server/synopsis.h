/* server/synopsis.h - the arguments of a command, read from the synopsis of its row.
 *
 *     key value [NX | XX] [GET] [EX seconds | PX milliseconds]
 *
 * WORD is a token that stands for itself, word an argument; [] may be left out, <> only groups, |
 * chooses;
 * "[word ...]" behind a word, or "..." behind a group, says that it may come again. A token with
 * something behind it belongs to that. The words of COMMAND DOCS: a group of several is a block, a
 * choice a oneof. */
#pragma once

#include "engine/command.h"

enum argument_type {
    ARGUMENT_STRING,
    ARGUMENT_INTEGER,
    ARGUMENT_DOUBLE,
    ARGUMENT_KEY,
    ARGUMENT_PATTERN,
    ARGUMENT_UNIX_TIME,
    ARGUMENT_PURE_TOKEN,
    ARGUMENT_ONEOF,
    ARGUMENT_BLOCK
};

struct argument {
    struct argument *next;  /* sibling */
    struct argument *first; /* child, of a oneof or a block */
    enum argument_type type;
    bool is_optional, is_multiple;
    int key_spec; /* of a KEY: number of its key specification; else -1 */
    char name[64];
    char token[32]; /* "" if it has none */
};

/* The arguments in their order; NULL if there are none. Freed by argument_destroy. */
struct argument *synopsis_parse(const struct command *row);
void argument_destroy(struct argument *first);           /* with siblings and children */
const char *argument_type_name(enum argument_type type); /* "pure-token" */
