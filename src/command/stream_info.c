/* command/stream_info.c - XINFO: what there is to know of a stream, its groups and their consumers. */
#include "command/families.h"
#include "command/stream_delivery.h"
#include "command/stream_parse.h"

enum { FULL_COUNT = 10 };

static void reply_field(struct reply *reply, const char *name, int64_t value) {
    reply_bulk_string(reply, name);
    reply_integer(reply, value);
}

static void reply_field_id(struct reply *reply, const char *name, struct stream_id id) {
    reply_bulk_string(reply, name);
    stream_reply_id(reply, id);
}

static void reply_field_text(struct reply *reply, const char *name, struct bytes text) {
    reply_bulk_string(reply, name);
    reply_bulk(reply, text);
}

static void reply_error_subcommand(struct call *call) {
    int len = (int)(call->argv[1].len < 128 ? call->argv[1].len : 128);
    reply_error(call->reply,
                "ERR unknown subcommand or wrong number of arguments for '%.*s'. Try XINFO HELP.",
                len, call->argv[1].data);
}

/* False, with the error written, if there is no stream. */
static bool find_stream(struct call *call, struct entry **stream) {
    if (!collection_find(call, &call->key, VALUE_STREAM, stream)) {
        return false;
    }
    if (!*stream) {
        reply_error_no_key(call->reply);
    }
    return *stream != NULL;
}

/* How far a group has read: of both XINFO GROUPS and XINFO STREAM FULL. */
static void reply_entries_read(struct reply *reply, const struct stream_group *group) {
    reply_bulk_string(reply, "entries-read");
    if (group->entries_read == STREAM_READ_UNKNOWN) {
        reply_nil(reply);
    } else {
        reply_integer(reply, group->entries_read);
    }
}

static void reply_lag(struct reply *reply, const struct entry *stream,
                      const struct stream_group *group) {
    int64_t lag;
    reply_bulk_string(reply, "lag");
    if (stream_lag(stream, group, &lag)) {
        reply_integer(reply, lag);
    } else {
        reply_nil(reply);
    }
}

/* ---- XINFO STREAM ---- */

static void reply_one_entry(struct reply *reply, const char *name, const struct entry *stream,
                            bool is_last) {
    struct stream_walk walk;
    stream_walk(stream, STREAM_ID_MIN, STREAM_ID_MAX, is_last, &walk);
    reply_bulk_string(reply, name);
    if (stream_reply_entries(reply, &walk, 1) == 0) {
        reply_nil(reply);
    }
}

static void reply_entries(struct reply *reply, const struct entry *stream, uint64_t count) {
    struct reply_mark mark = reply_array_later(reply, '*');
    struct stream_walk walk;
    stream_walk(stream, STREAM_ID_MIN, STREAM_ID_MAX, false, &walk);
    reply_array_close(reply, mark, stream_reply_entries(reply, &walk, count));
}

/* A list of pending entries, with the names of the consumers where it is a group's. */
static void reply_pending(struct reply *reply, const struct stream_tree *list, uint64_t count,
                          bool is_of_group) {
    struct reply_mark mark = reply_array_later(reply, '*');
    struct stream_pending_walk walk = stream_pending_walk(list, STREAM_ID_MIN);
    uint64_t replied = 0;
    while ((count == 0 || replied < count) && stream_pending_next(&walk)) {
        reply_array(reply, is_of_group ? 4 : 3);
        stream_reply_id(reply, walk.id);
        if (is_of_group) {
            reply_bulk(reply, stream_consumer_name(walk.pending->consumer));
        }
        reply_integer(reply, walk.pending->delivered_ms);
        reply_integer(reply, (int64_t)walk.pending->deliveries);
        replied++;
    }
    reply_array_close(reply, mark, replied);
}

static void reply_full_consumer(struct reply *reply, const struct stream_consumer *consumer,
                                uint64_t count) {
    reply_map(reply, 4);
    reply_field_text(reply, "name", stream_consumer_name(consumer));
    reply_field(reply, "seen-time", stream_consumer_last_seen(consumer));
    reply_field(reply, "pel-count", (int64_t)consumer->pending.count);
    reply_bulk_string(reply, "pending");
    reply_pending(reply, &consumer->pending, count, false);
}

static void reply_full_group(struct reply *reply, const struct entry *stream,
                             const struct stream_group *group, uint64_t count) {
    reply_map(reply, 7);
    reply_field_text(reply, "name", stream_group_name(group));
    reply_field_id(reply, "last-delivered-id", group->last_id);
    reply_entries_read(reply, group);
    reply_lag(reply, stream, group);
    reply_field(reply, "pel-count", (int64_t)group->pending.count);
    reply_bulk_string(reply, "pending");
    reply_pending(reply, &group->pending, count, true);
    reply_bulk_string(reply, "consumers");
    reply_array(reply, group->consumer_count);
    for (uint32_t i = 0; i < group->consumer_count; i++) {
        reply_full_consumer(reply, group->consumers[i], count);
    }
}

/* Both forms begin with these. */
static void reply_head(struct reply *reply, const struct entry *stream) {
    struct stream_head head = stream_head(stream);
    reply_field(reply, "length", (int64_t)stream_length(stream));
    reply_field(reply, "radix-tree-keys", (int64_t)stream_blocks(stream));
    reply_field(reply, "radix-tree-nodes", (int64_t)stream_nodes(stream));
    reply_field_id(reply, "last-generated-id", head.last_id);
    reply_field_id(reply, "max-deleted-entry-id", head.max_deleted);
    reply_field(reply, "entries-added", (int64_t)head.entries_added);
    reply_field_id(reply, "recorded-first-entry-id", stream_first_id(stream));
}

static void reply_short(struct reply *reply, const struct entry *stream) {
    reply_map(reply, 10);
    reply_head(reply, stream);
    reply_field(reply, "groups", (int64_t)stream_group_count(stream));
    reply_one_entry(reply, "first-entry", stream, false);
    reply_one_entry(reply, "last-entry", stream, true);
}

static void reply_full(struct reply *reply, const struct entry *stream, uint64_t count) {
    reply_map(reply, 9);
    reply_head(reply, stream);
    reply_bulk_string(reply, "entries");
    reply_entries(reply, stream, count);
    uint64_t groups = stream_group_count(stream);
    reply_bulk_string(reply, "groups");
    reply_array(reply, groups);
    for (uint64_t i = 0; i < groups; i++) {
        reply_full_group(reply, stream, stream_group_at(stream, i), count);
    }
}

static void xinfo_stream(struct call *call) {
    struct entry *stream;
    if (!find_stream(call, &stream)) {
        return;
    }
    if (call->argc == 3) {
        reply_short(call->reply, stream);
        return;
    }
    bool has_count = call->argc == 6;
    if ((call->argc != 4 && !has_count) || !arg_is(call, 3, "full") ||
        (has_count && !arg_is(call, 4, "count"))) {
        reply_error_subcommand(call);
        return;
    }
    int64_t count = FULL_COUNT;
    if (has_count && !arg_integer(call, 5, &count)) {
        return;
    }
    reply_full(call->reply, stream, count < 0 ? FULL_COUNT : (uint64_t)count);
}

/* ---- XINFO GROUPS, XINFO CONSUMERS ---- */

static void xinfo_groups(struct call *call) {
    struct entry *stream;
    if (!find_stream(call, &stream)) {
        return;
    }
    struct reply *reply = call->reply;
    uint64_t count = stream_group_count(stream);
    reply_array(reply, count);
    for (uint64_t i = 0; i < count; i++) {
        const struct stream_group *group = stream_group_at(stream, i);
        reply_map(reply, 6);
        reply_field_text(reply, "name", stream_group_name(group));
        reply_field(reply, "consumers", group->consumer_count);
        reply_field(reply, "pending", (int64_t)group->pending.count);
        reply_field_id(reply, "last-delivered-id", group->last_id);
        reply_entries_read(reply, group);
        reply_lag(reply, stream, group);
    }
}

static void xinfo_consumers(struct call *call) {
    struct entry *stream;
    if (!find_stream(call, &stream)) {
        return;
    }
    struct reply *reply = call->reply;
    const struct stream_group *group = stream_group_find(stream, call->argv[3]);
    if (!group) {
        reply_error(reply, "NOGROUP No such consumer group '%.*s' for key name '%.*s'",
                    (int)call->argv[3].len, call->argv[3].data, (int)call->argv[2].len,
                    call->argv[2].data);
        return;
    }
    reply_array(reply, group->consumer_count);
    for (uint32_t i = 0; i < group->consumer_count; i++) {
        const struct stream_consumer *consumer = group->consumers[i];
        int64_t idle_ms = call->now_ms - stream_consumer_last_seen(consumer);
        reply_map(reply, 3);
        reply_field_text(reply, "name", stream_consumer_name(consumer));
        reply_field(reply, "pending", (int64_t)consumer->pending.count);
        reply_field(reply, "idle", idle_ms > 0 ? idle_ms : 0);
    }
}

static void xinfo_help(struct call *call) {
    static const char *const lines[] = {
        "CONSUMERS <key> <groupname>",
        "    Tell about the consumers of a group.",
        "GROUPS <key>",
        "    Tell about the groups of a stream.",
        "STREAM <key> [FULL [COUNT <count>]]",
        "    Tell about a stream; FULL: with its entries, groups, consumers and pending entries,",
        "    at most <count> (10) of each, 0 for all.",
        NULL,
    };
    reply_help(call->reply, "xinfo", lines);
}

const struct command stream_info_commands[] = {
    {"XINFO", "", NULL, 0, NO_KEYS, "5.0.0", "Depends on subcommand.",
     "Commands that tell about streams.", GROUP_STREAM, NULL},
    {"XINFO|STREAM", "key [FULL [COUNT count]]", xinfo_stream, READONLY,
     KEY_AT(2, KEY_RO | KEY_ACCESS), "5.0.0", "O(1)", "Tells about a stream.", GROUP_STREAM,
     "6.0.0: Added the `FULL` modifier.|7.0.0: Added the `max-deleted-entry-id`, `entries-added`, "
     "`recorded-first-entry-id`, `entries-read` and `lag` fields"},
    {"XINFO|GROUPS", "key", xinfo_groups, READONLY, KEY_AT(2, KEY_RO | KEY_ACCESS), "5.0.0", "O(1)",
     "Tells about the consumer groups of a stream.", GROUP_STREAM,
     "7.0.0: Added the `entries-read` and `lag` fields"},
    {"XINFO|CONSUMERS", "key groupname", xinfo_consumers, READONLY, KEY_AT(2, KEY_RO | KEY_ACCESS),
     "5.0.0", "O(1)", "Tells about the consumers of a group.", GROUP_STREAM, NULL,
     .tips = "nondeterministic_output"},
    {"XINFO|HELP", "", xinfo_help, LOADING | STALE | ON_CONNECTION, NO_KEYS, "5.0.0", "O(1)",
     "Lists the subcommands.", GROUP_STREAM, NULL},
    {0},
};
