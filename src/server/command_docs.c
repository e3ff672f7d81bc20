/* server/command_docs.c - the documentation of commands as replies. */
#include "server/command_docs.h"

#include "server/synopsis.h"

static void reply_text(struct reply *reply, const char *name, const char *text) {
    reply_bulk_string(reply, name);
    reply_bulk_string(reply, text);
}

static unsigned count_arguments(const struct argument *first) {
    unsigned count = 0;
    for (; first; first = first->next) {
        count++;
    }
    return count;
}

static void reply_argument_flags(struct reply *reply, const struct argument *argument) {
    reply_bulk_string(reply, "flags");
    reply_set(reply, (size_t)argument->is_optional + argument->is_multiple);
    if (argument->is_optional) {
        reply_status(reply, "optional");
    }
    if (argument->is_multiple) {
        reply_status(reply, "multiple");
    }
}

static void reply_arguments(struct reply *reply, const struct argument *first) {
    reply_array(reply, count_arguments(first));
    for (const struct argument *argument = first; argument; argument = argument->next) {
        bool has_flags = argument->is_optional || argument->is_multiple;
        reply_map(reply, 2u + (argument->key_spec >= 0) + (argument->token[0] != 0) + has_flags +
                             (argument->first != NULL));
        reply_text(reply, "name", argument->name);
        reply_text(reply, "type", argument_type_name(argument->type));
        if (argument->key_spec >= 0) {
            reply_bulk_string(reply, "key_spec_index");
            reply_integer(reply, argument->key_spec);
        }
        if (argument->token[0]) {
            reply_text(reply, "token", argument->token);
        }
        if (has_flags) {
            reply_argument_flags(reply, argument);
        }
        if (argument->first) {
            reply_bulk_string(reply, "arguments");
            reply_arguments(reply, argument->first);
        }
    }
}

/* "6.2.0: text|7.0.0: text" as pairs. A text may hold a '|' itself, so only one that a version
 * follows ends it. */
static void reply_history(struct reply *reply, const char *history) {
    reply_bulk_string(reply, "history");
    struct reply_mark mark = reply_array_later(reply, '~');
    size_t count = 0;
    while (*history) {
        size_t version_len = strcspn(history, ":");
        const char *text = history + version_len + strlen(": ");
        const char *end = strchr(text, '|');
        while (end && !(end[1] >= '0' && end[1] <= '9')) {
            end = strchr(end + 1, '|');
        }
        size_t len = end ? (size_t)(end - text) : strlen(text);
        reply_array(reply, 2);
        reply_bulk(reply, bytes_of(history, version_len));
        reply_bulk(reply, bytes_of(text, len));
        history = text + len + (end != NULL);
        count++;
    }
    reply_array_close(reply, mark, count);
}

static void reply_deprecation(struct reply *reply, const char *deprecated) {
    size_t version_len = strcspn(deprecated, ":");
    reply_bulk_string(reply, "deprecated_since");
    reply_bulk(reply, bytes_of(deprecated, version_len));
    reply_text(reply, "replaced_by", deprecated + version_len + strlen(": "));
}

static void reply_docs(struct reply *reply, const struct command_entry *command) {
    const struct command *row = command->row;
    struct argument *arguments = synopsis_parse(row);
    size_t fields = (size_t)4 + (row->deprecated || row->is_system) + (row->deprecated ? 2 : 0) +
                    (row->history != NULL) + (arguments != NULL) + (command->child_count > 0);
    reply_bulk_string(reply, command->name);
    reply_map(reply, fields);
    reply_text(reply, "summary", row->summary);
    reply_text(reply, "since", row->since);
    reply_text(reply, "group", command_group_name(row->group));
    reply_text(reply, "complexity", row->complexity);
    if (row->deprecated || row->is_system) {
        reply_bulk_string(reply, "doc_flags");
        reply_set(reply, 1);
        reply_status(reply, row->deprecated ? "deprecated" : "syscmd");
    }
    if (row->deprecated) {
        reply_deprecation(reply, row->deprecated);
    }
    if (row->history) {
        reply_history(reply, row->history);
    }
    if (arguments) {
        reply_bulk_string(reply, "arguments");
        reply_arguments(reply, arguments);
    }
    if (command->child_count > 0) {
        reply_bulk_string(reply, "subcommands");
        reply_map(reply, command->child_count);
        for (unsigned i = 0; i < command->child_count; i++) {
            reply_docs(reply, command->children[i]);
        }
    }
    argument_destroy(arguments);
}

void command_docs(struct call *call) {
    struct reply_mark mark = reply_array_later(call->reply, '%');
    size_t count = 0;
    for (unsigned i = 0; call->argc == 2 && i < command_count(); i++) {
        if (!command_by_id(i)->parent) {
            reply_docs(call->reply, command_by_id(i));
            count++;
        }
    }
    for (unsigned i = 2; i < call->argc; i++) {
        const struct command_entry *command = command_find(call->argv[i]);
        if (command) {
            reply_docs(call->reply, command);
            count++;
        }
    }
    reply_array_close(call->reply, mark, count);
}
