/* server/command_info.c - COMMAND: what the rows of all families say, in Redis's form. */
#include "base/glob.h"
#include "base/memory.h"
#include "engine/client.h"
#include "engine/core.h"
#include "server/command_docs.h"
#include "server/families.h"

static const struct {
    uint32_t flag;
    const char *name;
} flag_names[] = {
    {WRITE, "write"},
    {READONLY, "readonly"},
    {GROWS, "denyoom"},
    {ADMIN, "admin"},
    {PUBSUB, "pubsub"},
    {NOSCRIPT, "noscript"},
    {BLOCKING, "blocking"},
    {LOADING, "loading"},
    {STALE, "stale"},
    {SKIP_MONITOR, "skip_monitor"},
    {SKIP_SLOWLOG, "skip_slowlog"},
    {ASKING, "asking"},
    {FAST, "fast"},
    {NO_AUTH, "no_auth"},
    {NO_MANDATORY_KEYS, "no_mandatory_keys"},
    {NO_ASYNC_LOADING, "no_async_loading"},
    {NO_MULTI, "no_multi"},
    {MOVABLE_KEYS, "movablekeys"},
    {ALLOW_BUSY, "allow_busy"},
};
enum { FLAG_NAMES = sizeof(flag_names) / sizeof(flag_names[0]) };

static void reply_flags(struct reply *reply, uint32_t flags) {
    unsigned count = 0;
    for (unsigned i = 0; i < FLAG_NAMES; i++) {
        count += (flags & flag_names[i].flag) != 0;
    }
    reply_set(reply, count);
    for (unsigned i = 0; i < FLAG_NAMES; i++) {
        if (flags & flag_names[i].flag) {
            reply_status(reply, flag_names[i].name);
        }
    }
}

static void reply_categories(struct reply *reply, uint32_t categories) {
    reply_set(reply, (unsigned)__builtin_popcount(categories));
    for (unsigned i = 0; i < COMMAND_CATEGORIES; i++) {
        if (categories & (1u << i)) {
            char name[32] = "@";
            strcat(name, command_category_name(i));
            reply_status(reply, name);
        }
    }
}

static void reply_tips(struct reply *reply, const char *tips) {
    struct reply_mark mark = reply_array_later(reply, '~');
    size_t count = 0;
    while (tips && *tips) {
        size_t len = strcspn(tips, "|");
        reply_bulk(reply, bytes_of(tips, len));
        tips += len + (tips[len] == '|');
        count++;
    }
    reply_array_close(reply, mark, count);
}

static void reply_key_use(struct reply *reply, uint16_t use) {
    static const char *const names[] = {
        "RO",     "RW",     "OW",      "RM",         "access",        "update",
        "insert", "delete", "not_key", "incomplete", "variable_flags"};
    reply_set(reply, (unsigned)__builtin_popcount(use & KEY_SHOWN));
    for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (use & (1u << i)) {
            reply_status(reply, names[i]);
        }
    }
}

static void reply_field(struct reply *reply, const char *name, int64_t value) {
    reply_bulk_string(reply, name);
    reply_integer(reply, value);
}

static void reply_step(struct reply *reply, const char *name, const char *type, size_t fields) {
    reply_bulk_string(reply, name);
    reply_map(reply, 2);
    reply_bulk_string(reply, "type");
    reply_bulk_string(reply, type);
    reply_bulk_string(reply, "spec");
    reply_map(reply, fields);
}

static void reply_range(struct reply *reply, int last, int step, int limit) {
    reply_step(reply, "find_keys", "range", 3);
    reply_field(reply, "lastkey", last);
    reply_field(reply, "keystep", step > 0 ? step : 1);
    reply_field(reply, "limit", limit);
}

static void reply_key_word(struct reply *reply, const struct key_spec *spec) {
    enum key_word word = (enum key_word)spec->count_at;
    const char *name = command_key_word_name(word);
    if (!name) {
        reply_step(reply, "begin_search", "unknown", 0);
        reply_step(reply, "find_keys", "unknown", 0);
        return;
    }
    reply_step(reply, "begin_search", "keyword", 2);
    reply_bulk_string(reply, "keyword");
    reply_bulk_string(reply, name);
    reply_field(reply, "startfrom", spec->first);
    bool is_streams = word == KEYS_AFTER_STREAMS;
    reply_range(reply, is_streams ? -1 : 0, 1, is_streams ? 2 : 0);
}

static void reply_key_spec(struct reply *reply, const struct key_spec *spec, struct bytes notes) {
    reply_map(reply, notes.len > 0 ? 4 : 3);
    if (notes.len > 0) {
        reply_bulk_string(reply, "notes");
        reply_bulk(reply, notes);
    }
    reply_bulk_string(reply, "flags");
    reply_key_use(reply, spec->use);
    if (spec->count_at < 0) {
        reply_key_word(reply, spec);
        return;
    }
    reply_step(reply, "begin_search", "index", 1);
    reply_field(reply, "index", spec->count_at > 0 ? spec->count_at : spec->first);
    if (spec->count_at > 0) {
        reply_step(reply, "find_keys", "keynum", 3);
        reply_field(reply, "keynumidx", 0);
        reply_field(reply, "firstkey", 1);
        reply_field(reply, "keystep", 1);
        return;
    }
    reply_range(reply, spec->last < 0 ? spec->last : spec->last - spec->first, spec->step, 0);
}

static void reply_key_specs(struct reply *reply, const struct command *row, unsigned count) {
    const char *notes = row->key_notes ? row->key_notes : "";
    reply_set(reply, count);
    for (unsigned i = 0; i < count; i++) {
        size_t len = strcspn(notes, "|");
        reply_key_spec(reply, &row->keys[i], bytes_of(notes, len));
        notes += len + (notes[len] == '|');
    }
}

static unsigned count_key_specs(const struct command *row) {
    unsigned count = 0;
    while (count < KEY_SPECS && (row->keys[count].first > 0 || row->keys[count].count_at != 0)) {
        count++;
    }
    return count;
}

/* The one range that all keys lie in, where there is one: for clients that know no key
 * specifications. Several specifications make one if each begins where the one before it ended. */
static struct key_spec whole_range(const struct command *row) {
    const struct key_spec none = {0};
    unsigned count = count_key_specs(row);
    struct key_spec range = row->keys[0];
    if (count == 0 || range.count_at != 0) {
        return none;
    }
    for (unsigned i = 1; i < count; i++) {
        const struct key_spec *spec = &row->keys[i];
        if (spec->count_at != 0) {
            continue; /* such a client does not see them */
        }
        if (spec->step != 1 || range.step != 1 || range.last < 0 || spec->first != range.last + 1) {
            return none;
        }
        range.last = spec->last;
    }
    return range;
}

static void reply_info(struct reply *reply, const struct command_entry *command) {
    const struct command *row = command->row;
    struct key_spec range = whole_range(row);
    reply_array(reply, 10);
    reply_bulk_string(reply, command->name);
    reply_integer(reply, command->arity);
    reply_flags(reply, row->flags);
    reply_integer(reply, range.first);
    reply_integer(reply, range.last);
    reply_integer(reply, range.step);
    reply_categories(reply, command_categories(row));
    reply_tips(reply, row->tips);
    reply_key_specs(reply, row, count_key_specs(row));
    reply_set(reply, command->child_count);
    for (unsigned i = 0; i < command->child_count; i++) {
        reply_info(reply, command->children[i]);
    }
}

static unsigned count_top(void) {
    unsigned count = 0;
    for (unsigned i = 0; i < command_count(); i++) {
        count += command_by_id(i)->parent == NULL;
    }
    return count;
}

static void reply_all_infos(struct reply *reply) {
    reply_array(reply, count_top());
    for (unsigned i = 0; i < command_count(); i++) {
        if (!command_by_id(i)->parent) {
            reply_info(reply, command_by_id(i));
        }
    }
}

static void command_all(struct call *call) {
    reply_all_infos(call->reply);
}

static void command_info(struct call *call) {
    if (call->argc == 2) {
        reply_all_infos(call->reply);
        return;
    }
    reply_array(call->reply, call->argc - 2);
    for (unsigned i = 2; i < call->argc; i++) {
        const struct command_entry *command = command_find(call->argv[i]);
        if (command) {
            reply_info(call->reply, command);
        } else {
            reply_nil(call->reply);
        }
    }
}

static void command_size(struct call *call) {
    reply_integer(call->reply, count_top());
}

enum filter_kind { FILTER_NONE, FILTER_CATEGORY, FILTER_PATTERN, FILTER_MODULE };

static uint32_t category_of_name(struct bytes name) {
    for (unsigned i = 0; i < COMMAND_CATEGORIES; i++) {
        if (bytes_is(name, command_category_name(i))) {
            return 1u << i;
        }
    }
    return 0;
}

static bool passes(const struct command_entry *command, enum filter_kind kind, struct bytes text) {
    switch (kind) {
    case FILTER_NONE:
        return true;
    case FILTER_CATEGORY:
        return (command_categories(command->row) & category_of_name(text)) != 0;
    case FILTER_PATTERN:
        return glob_match(text, bytes_of_string(command->name), true);
    default:
        return false; /* there are no modules */
    }
}

static void command_list(struct call *call) {
    enum filter_kind kind = FILTER_NONE;
    struct bytes text = bytes_of(NULL, 0);
    if (call->argc == 5 && bytes_is(call->argv[2], "filterby")) {
        text = call->argv[4];
        kind = bytes_is(call->argv[3], "module")    ? FILTER_MODULE
               : bytes_is(call->argv[3], "aclcat")  ? FILTER_CATEGORY
               : bytes_is(call->argv[3], "pattern") ? FILTER_PATTERN
                                                    : FILTER_NONE;
    }
    if (call->argc > 2 && kind == FILTER_NONE) {
        reply_error_syntax(call->reply);
        return;
    }
    struct reply_mark mark = reply_array_later(call->reply, '*');
    size_t count = 0;
    for (unsigned i = 0; i < command_count(); i++) {
        if (passes(command_by_id(i), kind, text)) {
            reply_bulk_string(call->reply, command_by_id(i)->name);
            count++;
        }
    }
    reply_array_close(call->reply, mark, count);
}

/* Channels are found as keys are, but are none. */
static bool has_key_arguments(const struct command *row) {
    unsigned count = count_key_specs(row);
    return count > 0 && !(row->keys[0].use & KEY_NOT_KEY);
}

/* What the request in argv[2] and after does with its keys: how many there are; -1 with an error.
 */
static int find_keys(struct call *call, unsigned *indices, uint16_t *use) {
    const struct bytes *argv = call->argv + 2;
    unsigned argc = call->argc - 2;
    const struct command_entry *command = command_of(argv, argc, NULL);
    if (!command) {
        reply_error(call->reply, "ERR Invalid command specified");
        return -1;
    }
    if (!has_key_arguments(command->row)) {
        reply_error(call->reply, "ERR The command has no key arguments");
        return -1;
    }
    if (!command_check_arity(command, argc, NULL)) {
        reply_error(call->reply, "ERR Invalid number of arguments specified for command");
        return -1;
    }
    int count = command_keys(command, argv, argc, indices, use, argc);
    if (count < 0 || (count == 0 && !(command->row->flags & NO_MANDATORY_KEYS))) {
        reply_error(call->reply, "ERR Invalid arguments specified for command");
        return -1;
    }
    if (count > 0 && command->row->key_use) {
        use[0] = command->row->key_use(argv, argc);
    }
    return count;
}

static void reply_keys(struct call *call, bool with_use) {
    unsigned *indices = memory_alloc(call->argc * sizeof(*indices));
    uint16_t *use = memory_alloc(call->argc * sizeof(*use));
    int count = find_keys(call, indices, use);
    if (count >= 0) {
        reply_array(call->reply, (size_t)count);
    }
    for (int i = 0; i < count; i++) {
        if (with_use) {
            reply_array(call->reply, 2);
        }
        reply_bulk(call->reply, call->argv[2 + indices[i]]);
        if (with_use) {
            reply_key_use(call->reply, use[i]);
        }
    }
    memory_free(indices);
    memory_free(use);
}

static void command_getkeys(struct call *call) {
    reply_keys(call, false);
}
static void command_getkeysandflags(struct call *call) {
    reply_keys(call, true);
}

static void command_help(struct call *call) {
    static const char *const lines[] = {
        "(no subcommand)",
        "    Return details about all commands.",
        "COUNT",
        "    Return the total number of commands in this server.",
        "LIST",
        "    Return a list of all commands in this server. FILTERBY with MODULE <name>,",
        "    ACLCAT <category> or PATTERN <pattern> chooses some.",
        "INFO [<command-name> ...]",
        "    Return details about multiple commands.",
        "    If no command names are given, details for all commands are returned.",
        "DOCS [<command-name> ...]",
        "    Return documentation details about multiple commands.",
        "    If no command names are given, details for all commands are returned.",
        "GETKEYS <full-command>",
        "    Return the keys from a full command.",
        "GETKEYSANDFLAGS <full-command>",
        "    Return the keys and the access flags from a full command.",
        NULL,
    };
    reply_help(call->reply, "command", lines);
}

enum { ALWAYS = LOADING | STALE | ON_CONNECTION };
#define UNORDERED .categories = CATEGORY_CONNECTION, .tips = "nondeterministic_output_order"

const struct command command_commands[] = {
    {"COMMAND", "...", command_all, ALWAYS, NO_KEYS, "2.8.13",
     "O(N) where N is the total number of commands", "Tells about all commands.", GROUP_SERVER,
     NULL, UNORDERED},
    {"COMMAND|COUNT", "", command_size, ALWAYS, NO_KEYS, "2.8.13", "O(1)",
     "Returns the number of commands.", GROUP_SERVER, NULL, .categories = CATEGORY_CONNECTION},
    {"COMMAND|INFO", "[command-name [command-name ...]]", command_info, ALWAYS, NO_KEYS, "2.8.13",
     "O(N) where N is the number of commands to look up", "Tells about some or all commands.",
     GROUP_SERVER, "7.0.0: Allowed to be called with no argument to get info on all commands.",
     UNORDERED},
    {"COMMAND|DOCS", "[command-name [command-name ...]]", command_docs, ALWAYS, NO_KEYS, "7.0.0",
     "O(N) where N is the number of commands to look up", "Says what commands are for, in words.",
     GROUP_SERVER, NULL, UNORDERED},
    {"COMMAND|LIST", "[FILTERBY <MODULE module-name | ACLCAT category | PATTERN pattern>]",
     command_list, ALWAYS, NO_KEYS, "7.0.0", "O(N) where N is the total number of commands",
     "Returns the names of commands.", GROUP_SERVER, NULL, UNORDERED},
    {"COMMAND|GETKEYS", "command arg [arg ...]", command_getkeys, ALWAYS, NO_KEYS, "2.8.13",
     "O(N) where N is the number of arguments to the command",
     "Returns the keys in a full command.", GROUP_SERVER, NULL, .categories = CATEGORY_CONNECTION},
    {"COMMAND|GETKEYSANDFLAGS", "command arg [arg ...]", command_getkeysandflags, ALWAYS, NO_KEYS,
     "7.0.0", "O(N) where N is the number of arguments to the command",
     "Returns the keys in a full command and what is done with each.", GROUP_SERVER, NULL,
     .categories = CATEGORY_CONNECTION},
    {"COMMAND|HELP", "", command_help, ALWAYS, NO_KEYS, "5.0.0", "O(1)", "Lists the subcommands.",
     GROUP_SERVER, NULL, .categories = CATEGORY_CONNECTION},
    {0},
};
