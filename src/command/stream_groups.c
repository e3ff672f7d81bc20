/* command/stream_groups.c - XGROUP: making, moving and destroying consumer groups and consumers. */
#include "base/number.h"
#include "command/changes.h"
#include "command/families.h"
#include "command/stream_delivery.h"
#include "command/stream_parse.h"
#include "engine/blocking.h"

/* What CREATE and SETID are given. */
struct group_options {
    bool makes_stream;
    int64_t entries_read;
};

static void reply_error_subcommand(struct call *call) {
    int len = (int)(call->argv[1].len < 128 ? call->argv[1].len : 128);
    reply_error(call->reply,
                "ERR unknown subcommand or wrong number of arguments for '%.*s'. Try XGROUP HELP.",
                len, call->argv[1].data);
}

static void reply_error_no_group(struct call *call) {
    reply_error(call->reply, "NOGROUP No such consumer group '%.*s' for key name '%.*s'",
                (int)call->argv[3].len, call->argv[3].data, (int)call->argv[2].len,
                call->argv[2].data);
}

static bool parse_options(struct call *call, bool is_create, struct group_options *options) {
    *options = (struct group_options){.entries_read = STREAM_READ_UNKNOWN};
    for (unsigned i = 5; i < call->argc; i++) {
        if (is_create && arg_is(call, i, "mkstream")) {
            options->makes_stream = true;
        } else if (arg_is(call, i, "entriesread") && i + 1 < call->argc) {
            if (!arg_integer(call, ++i, &options->entries_read)) {
                return false;
            }
            if (options->entries_read < STREAM_READ_UNKNOWN) {
                reply_error(call->reply, "ERR value for ENTRIESREAD must be positive or -1");
                return false;
            }
        } else {
            reply_error_subcommand(call);
            return false;
        }
    }
    return true;
}

/* The stream to be changed; there is one, unless it may be made. */
static bool open_stream(struct call *call, bool may_be_missing, struct cell *cell) {
    if (!collection_open(call, &call->key, VALUE_STREAM, cell)) {
        return false;
    }
    if (!cell->entry && !may_be_missing) {
        reply_error(call->reply,
                    "ERR The XGROUP subcommand requires the key to exist. Note that for CREATE you "
                    "may want to use the MKSTREAM option to create an empty stream automatically.");
        return false;
    }
    return true;
}

/* The same and its group, argv[3]. */
static bool open_group(struct call *call, struct cell *cell, struct stream_group **group) {
    if (!open_stream(call, false, cell)) {
        return false;
    }
    *group = stream_group_find(cell->entry, call->argv[3]);
    if (!*group) {
        reply_error_no_group(call);
    }
    return *group != NULL;
}

static bool is_dollar(struct bytes text) {
    return text.len == 1 && text.data[0] == '$';
}

static void xgroup_create(struct call *call) {
    enum { ARGUMENTS_MAX = 8 };
    struct group_options options;
    struct cell cell;
    if (!parse_options(call, true, &options) || !open_stream(call, options.makes_stream, &cell)) {
        return;
    }
    if (call->argc > ARGUMENTS_MAX) {
        reply_error_subcommand(call);
        return;
    }
    struct stream_id id = stream_head(cell.entry).last_id;
    if (!is_dollar(call->argv[4]) && !stream_parse_strict_id(call, 4, 0, &id)) {
        return;
    }
    if (!cell.entry) {
        stream_store_make(call, &cell);
    }
    if (stream_group_find(cell.entry, call->argv[3])) {
        reply_error(call->reply, "BUSYGROUP Consumer Group name already exists");
        return;
    }
    stream_store_group_create(call, &cell, call->argv[3], id, options.entries_read);
    store_notify(call, NOTIFY_STREAM, "xgroup-create", &call->key);
    reply_ok(call->reply);
}

static void xgroup_setid(struct call *call) {
    struct group_options options;
    struct cell cell;
    struct stream_group *group;
    if (!parse_options(call, false, &options) || !open_group(call, &cell, &group)) {
        return;
    }
    if (call->argc != 5 && call->argc != 7) {
        reply_error_subcommand(call);
        return;
    }
    struct stream_id id = stream_head(cell.entry).last_id;
    if (!is_dollar(call->argv[4]) && !stream_parse_id(call, 4, 0, &id)) {
        return;
    }
    stream_store_group_set(call, &cell, group, id, options.entries_read);
    store_notify(call, NOTIFY_STREAM, "xgroup-setid", &call->key);
    reply_ok(call->reply);
}

static void xgroup_destroy(struct call *call) {
    struct cell cell;
    if (!open_stream(call, false, &cell)) {
        return;
    }
    struct stream_group *group = stream_group_find(cell.entry, call->argv[3]);
    if (group) {
        stream_store_group_destroy(call, &cell, group);
        blocking_signal(call, &call->key); /* who waits for its entries is told that it is gone */
        store_notify(call, NOTIFY_STREAM, "xgroup-destroy", &call->key);
    }
    reply_integer(call->reply, group != NULL);
}

static void xgroup_createconsumer(struct call *call) {
    struct cell cell;
    struct stream_group *group;
    if (!open_group(call, &cell, &group)) {
        return;
    }
    bool exists = stream_consumer_find(group, call->argv[4]) != NULL;
    if (!exists) {
        stream_consumer_open(call, &cell, group, call->argv[4]);
    }
    reply_integer(call->reply, !exists);
}

static void xgroup_delconsumer(struct call *call) {
    struct cell cell;
    struct stream_group *group;
    if (!open_group(call, &cell, &group)) {
        return;
    }
    struct stream_consumer *consumer = stream_consumer_find(group, call->argv[4]);
    uint64_t pending = 0;
    if (consumer) {
        pending = stream_store_consumer_destroy(call, &cell, consumer);
        store_notify(call, NOTIFY_STREAM, "xgroup-delconsumer", &call->key);
    }
    reply_integer(call->reply, (int64_t)pending);
}

static void xgroup_help(struct call *call) {
    static const char *const lines[] = {
        "CREATE <key> <groupname> <id|$> [option]",
        "    Make a consumer group that reads what comes after the ID. Options are:",
        "    * MKSTREAM",
        "      Make an empty stream if there is no such key.",
        "    * ENTRIESREAD <entries-read>",
        "      How many entries the group counts as having read.",
        "CREATECONSUMER <key> <groupname> <consumer>",
        "    Make a consumer of a group.",
        "DELCONSUMER <key> <groupname> <consumer>",
        "    Remove a consumer with its pending entries.",
        "DESTROY <key> <groupname>",
        "    Remove a group.",
        "SETID <key> <groupname> <id|$> [ENTRIESREAD <entries-read>]",
        "    Let a group read on from that ID.",
        NULL,
    };
    reply_help(call->reply, "xgroup", lines);
}

const struct command stream_groups_commands[] = {
    {"XGROUP", "", NULL, 0, NO_KEYS, "5.0.0", "Depends on subcommand.",
     "Commands on consumer groups.", GROUP_STREAM, NULL},
    {"XGROUP|CREATE", "key groupname <id | $> [MKSTREAM] [ENTRIESREAD entries_read]", xgroup_create,
     WRITE | GROWS, KEY_AT(2, KEY_RW | KEY_INSERT), "5.0.0", "O(1)",
     "Makes a consumer group of a stream.", GROUP_STREAM,
     "7.0.0: Added the `entries_read` named argument."},
    {"XGROUP|SETID", "key groupname <id | $> [ENTRIESREAD entries_read]", xgroup_setid, WRITE,
     KEY_AT(2, KEY_RW | KEY_UPDATE), "5.0.0", "O(1)", "Lets a consumer group read on from an ID.",
     GROUP_STREAM, "7.0.0: Added the optional `entries_read` argument."},
    {"XGROUP|DESTROY", "key groupname", xgroup_destroy, WRITE, KEY_AT(2, KEY_RW | KEY_DELETE),
     "5.0.0", "O(N) where N is the number of pending entries of the group",
     "Removes a consumer group with all its consumers.", GROUP_STREAM, NULL,
     .changes = changes_of_group_destroy},
    {"XGROUP|CREATECONSUMER", "key groupname consumername", xgroup_createconsumer, WRITE | GROWS,
     KEY_AT(2, KEY_RW | KEY_INSERT), "6.2.0", "O(1)", "Makes a consumer of a group.", GROUP_STREAM,
     NULL},
    {"XGROUP|DELCONSUMER", "key groupname consumername", xgroup_delconsumer, WRITE,
     KEY_AT(2, KEY_RW | KEY_DELETE), "5.0.0",
     "O(N) where N is the number of pending entries of the consumer",
     "Removes a consumer with its pending entries.", GROUP_STREAM, NULL,
     .changes = changes_of_consumer_destroy},
    {"XGROUP|HELP", "", xgroup_help, LOADING | STALE | ON_CONNECTION, NO_KEYS, "5.0.0", "O(1)",
     "Lists the subcommands.", GROUP_STREAM, NULL},
    {0},
};
