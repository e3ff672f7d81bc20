/* command/stream_pending.c - entries that were delivered and not acknowledged: XACK, XPENDING, XCLAIM and
 * XAUTOCLAIM. */
#include "base/buffer.h"
#include "base/number.h"
#include "command/changes.h"
#include "command/families.h"
#include "command/stream_delivery.h"
#include "command/stream_parse.h"

/* ---- what they share ---- */

/* The stream and its group, argv[2], for a command that writes but counts as a read of the key; *group is NULL if
 * there is none of them. */
static bool open_group(struct call *call, struct cell *cell, struct stream_group **group) {
    if (!collection_open(call, &call->key, VALUE_STREAM, cell)) {
        return false;
    }
    store_count_look_up(call, &call->key, cell->entry);
    *group = cell->entry ? stream_group_find(cell->entry, call->argv[2]) : NULL;
    return true;
}

static void reply_error_no_group(struct call *call) {
    reply_error(call->reply, "NOGROUP No such key '%.*s' or consumer group '%.*s'",
                (int)call->argv[1].len, call->argv[1].data, (int)call->argv[2].len,
                call->argv[2].data);
}

static struct stream_id id_at(const struct buffer *ids, size_t index) {
    struct stream_id id;
    memcpy(&id, ids->data + index * sizeof(id), sizeof(id));
    return id;
}

static void add_id(struct buffer *ids, struct stream_id id) {
    buffer_append(ids, bytes_of((const char *)&id, sizeof(id)));
}

static size_t id_count(const struct buffer *ids) {
    return ids->len / sizeof(struct stream_id);
}

static void reply_ids(struct reply *reply, const struct buffer *ids) {
    reply_array(reply, id_count(ids));
    for (size_t i = 0; i < id_count(ids); i++) {
        stream_reply_id(reply, id_at(ids, i));
    }
}

/* All of these entries are there. */
static void reply_entries_of(struct reply *reply, const struct entry *stream,
                             const struct buffer *ids) {
    reply_array(reply, id_count(ids));
    for (size_t i = 0; i < id_count(ids); i++) {
        struct stream_walk walk;
        stream_walk(stream, id_at(ids, i), id_at(ids, i), false, &walk);
        stream_reply_entries(reply, &walk, 1);
    }
}

/* ---- XACK ---- */

static void xack(struct call *call) {
    struct cell cell;
    struct stream_group *group;
    if (!open_group(call, &cell, &group)) {
        return;
    }
    struct stream_id id;
    for (unsigned i = 3; group && i < call->argc; i++) {
        if (!stream_parse_strict_id(call, i, 0, &id)) {
            return; /* before anything is acknowledged */
        }
    }
    uint64_t acknowledged = 0;
    for (unsigned i = 3; group && i < call->argc; i++) {
        stream_id_parse(call->argv[i], 0, &id, NULL);
        acknowledged += stream_store_pending_remove(call, &cell, group, id);
    }
    reply_integer(call->reply, (int64_t)acknowledged);
}

/* ---- XPENDING ---- */

struct pending_options {
    bool is_short;
    int64_t idle_min_ms, count;
    struct stream_id start, end;
    unsigned consumer_arg; /* 0: of all consumers */
};

static bool parse_pending(struct call *call, struct pending_options *options) {
    *options = (struct pending_options){.is_short = call->argc == 3};
    if (options->is_short) {
        return true;
    }
    if (call->argc < 6 || call->argc > 9) {
        reply_error_syntax(call->reply);
        return false;
    }
    unsigned first = 3;
    if (arg_is(call, 3, "idle")) {
        if (!arg_integer(call, 4, &options->idle_min_ms)) {
            return false;
        }
        if (call->argc < 8) {
            reply_error_syntax(call->reply);
            return false;
        }
        first = 5;
    }
    options->consumer_arg = first + 3 < call->argc ? first + 3 : 0;
    return arg_integer(call, first + 2, &options->count) &&
           stream_parse_start(call, first, &options->start) &&
           stream_parse_end(call, first + 1, &options->end);
}

static void reply_pending_consumers(struct reply *reply, const struct stream_group *group) {
    struct reply_mark mark = reply_array_later(reply, '*');
    size_t count = 0;
    for (uint32_t i = 0; i < group->consumer_count; i++) {
        const struct stream_consumer *consumer = group->consumers[i];
        if (consumer->pending.count > 0) {
            reply_array(reply, 2);
            reply_bulk(reply, stream_consumer_name(consumer));
            reply_bulk_integer(reply, (int64_t)consumer->pending.count);
            count++;
        }
    }
    reply_array_close(reply, mark, count);
}

static void reply_pending_short(struct reply *reply, const struct stream_group *group) {
    reply_array(reply, 4);
    reply_integer(reply, (int64_t)group->pending.count);
    if (group->pending.count == 0) {
        reply_nil(reply);
        reply_nil(reply);
        reply_nil_array(reply);
        return;
    }
    stream_reply_id(reply, stream_pending_first(&group->pending));
    stream_reply_id(reply, stream_pending_last(&group->pending));
    reply_pending_consumers(reply, group);
}

static void reply_pending_long(struct call *call, const struct stream_tree *list,
                               const struct pending_options *options) {
    struct reply *reply = call->reply;
    struct reply_mark mark = reply_array_later(reply, '*');
    int64_t replied = 0;
    struct stream_pending_walk walk = stream_pending_walk(list, options->start);
    while (replied < options->count && stream_pending_next(&walk) &&
           !stream_id_less(options->end, walk.id)) {
        int64_t idle_ms = call->now_ms - walk.pending->delivered_ms;
        if (options->idle_min_ms != 0 && idle_ms < options->idle_min_ms) {
            continue;
        }
        reply_array(reply, 4);
        stream_reply_id(reply, walk.id);
        reply_bulk(reply, stream_consumer_name(walk.pending->consumer));
        reply_integer(reply, idle_ms > 0 ? idle_ms : 0);
        reply_integer(reply, (int64_t)walk.pending->deliveries);
        replied++;
    }
    reply_array_close(reply, mark, (size_t)replied);
}

static void xpending(struct call *call) {
    struct pending_options options;
    struct entry *stream;
    if (!parse_pending(call, &options) ||
        !collection_find(call, &call->key, VALUE_STREAM, &stream)) {
        return;
    }
    const struct stream_group *group = stream_group_find(stream, call->argv[2]);
    if (!group) {
        reply_error_no_group(call);
        return;
    }
    if (options.is_short) {
        reply_pending_short(call->reply, group);
        return;
    }
    const struct stream_tree *list = &group->pending;
    if (options.consumer_arg > 0) {
        const struct stream_consumer *consumer =
            stream_consumer_find(group, call->argv[options.consumer_arg]);
        if (!consumer) {
            reply_array(call->reply, 0);
            return;
        }
        list = &consumer->pending;
    }
    reply_pending_long(call, list, &options);
}

/* ---- XCLAIM ---- */

/* One that claims pending entries, for as long as the command runs. */
struct claim {
    struct call *call;
    struct cell *cell;
    struct stream_group *group;
    struct stream_consumer *consumer; /* made when it is given something */
    int64_t idle_min_ms, delivered_ms;
    int64_t deliveries; /* RETRYCOUNT; negative: not given */
    bool is_forced, is_just_id;
    struct stream_id last_id;
    struct buffer claimed, deleted; /* IDs */
};

static bool parse_time(struct call *call, unsigned index, const char *option, int64_t *value) {
    if (number_parse_i64(call->argv[index], value)) {
        return true;
    }
    reply_error(call->reply, "ERR Invalid %s option argument for XCLAIM", option);
    return false;
}

/* argv[*index] and what belongs to it. */
static bool parse_claim_option(struct call *call, unsigned *index, struct claim *claim) {
    bool has_more = *index + 1 < call->argc;
    if (arg_is(call, *index, "force")) {
        claim->is_forced = true;
    } else if (arg_is(call, *index, "justid")) {
        claim->is_just_id = true;
    } else if (arg_is(call, *index, "idle") && has_more) {
        int64_t idle_ms;
        if (!parse_time(call, ++*index, "IDLE", &idle_ms)) {
            return false;
        }
        claim->delivered_ms = (int64_t)((uint64_t)call->now_ms - (uint64_t)idle_ms);
    } else if (arg_is(call, *index, "time") && has_more) {
        return parse_time(call, ++*index, "TIME", &claim->delivered_ms);
    } else if (arg_is(call, *index, "retrycount") && has_more) {
        return parse_time(call, ++*index, "RETRYCOUNT", &claim->deliveries);
    } else if (arg_is(call, *index, "lastid") && has_more) {
        return stream_parse_strict_id(call, ++*index, 0, &claim->last_id);
    } else {
        reply_error(call->reply, "ERR Unrecognized XCLAIM option '%.*s'",
                    (int)call->argv[*index].len, call->argv[*index].data);
        return false;
    }
    return true;
}

/* What comes after the group: *ids_end is behind the last ID. */
static bool parse_claim(struct call *call, struct claim *claim, unsigned *ids_end) {
    enum { IDS_FIRST = 5, NOT_GIVEN = -1 };
    if (!number_parse_i64(call->argv[4], &claim->idle_min_ms)) {
        reply_error(call->reply, "ERR Invalid min-idle-time argument for XCLAIM");
        return false;
    }
    struct stream_id id;
    unsigned i = IDS_FIRST;
    while (i < call->argc && stream_id_parse(call->argv[i], 0, &id, NULL)) {
        i++;
    }
    *ids_end = i;
    claim->delivered_ms = NOT_GIVEN;
    claim->deliveries = NOT_GIVEN;
    for (; i < call->argc; i++) {
        if (!parse_claim_option(call, &i, claim)) {
            return false;
        }
    }
    if (claim->delivered_ms < 0 || claim->delivered_ms > call->now_ms) {
        claim->delivered_ms = call->now_ms;
    }
    return true;
}

static bool is_idle_enough(const struct claim *claim, const struct stream_pending *pending) {
    return claim->idle_min_ms <= 0 ||
           claim->call->now_ms - pending->delivered_ms >= claim->idle_min_ms;
}

/* The entry is there; deliveries: how often it had been delivered. */
static void give(struct claim *claim, struct stream_id id, uint64_t deliveries) {
    if (!claim->consumer) {
        claim->consumer =
            stream_consumer_open(claim->call, claim->cell, claim->group, claim->call->argv[3]);
    }
    if (claim->deliveries >= 0) {
        deliveries = (uint64_t)claim->deliveries;
    } else if (!claim->is_just_id) {
        deliveries++;
    }
    stream_store_pending_set(claim->call, claim->cell, claim->consumer, id, claim->delivered_ms,
                             deliveries);
    add_id(&claim->claimed, id);
}

static void claim_one(struct claim *claim, struct stream_id id) {
    const struct stream_pending *pending = stream_pending_find(claim->group, id);
    if (!stream_has(claim->cell->entry, id)) {
        if (pending) {
            stream_store_pending_remove(claim->call, claim->cell, claim->group, id);
        }
    } else if (pending ? is_idle_enough(claim, pending) : claim->is_forced) {
        give(claim, id, pending ? pending->deliveries : 1);
    }
}

static void finish_claim(struct claim *claim) {
    struct reply *reply = claim->call->reply;
    if (claim->consumer) {
        stream_consumer_seen(claim->call, claim->cell, claim->consumer, true);
    }
    if (claim->is_just_id) {
        reply_ids(reply, &claim->claimed);
    } else {
        reply_entries_of(reply, claim->cell->entry, &claim->claimed);
    }
}

static void xclaim(struct call *call) {
    struct cell cell;
    struct claim claim = {.call = call, .cell = &cell};
    unsigned ids_end;
    if (!open_group(call, &cell, &claim.group)) {
        return;
    }
    if (!claim.group) {
        reply_error_no_group(call);
        return;
    }
    if (!parse_claim(call, &claim, &ids_end)) {
        return;
    }
    if (stream_id_less(claim.group->last_id, claim.last_id)) {
        stream_store_group_set(call, &cell, claim.group, claim.last_id, claim.group->entries_read);
    }
    for (unsigned i = 5; i < ids_end; i++) {
        struct stream_id id;
        stream_id_parse(call->argv[i], 0, &id, NULL);
        claim_one(&claim, id);
    }
    finish_claim(&claim);
    buffer_clear(&claim.claimed);
}

/* ---- XAUTOCLAIM ---- */

enum {
    LOOKS_PER_CLAIM = 10
}; /* so many pending entries are looked at for each that may be claimed */

struct autoclaim_options {
    struct stream_id start;
    int64_t count;
};

static bool parse_autoclaim(struct call *call, struct claim *claim,
                            struct autoclaim_options *options) {
    if (!number_parse_i64(call->argv[4], &claim->idle_min_ms)) {
        reply_error(call->reply, "ERR Invalid min-idle-time argument for XAUTOCLAIM");
        return false;
    }
    if (!stream_parse_start(call, 5, &options->start)) {
        return false;
    }
    options->count = 100;
    for (unsigned i = 6; i < call->argc; i++) {
        if (arg_is(call, i, "count") && i + 1 < call->argc) {
            const int64_t count_max = INT64_MAX / (int64_t)sizeof(struct stream_id);
            if (!number_parse_i64(call->argv[++i], &options->count) || options->count < 1 ||
                options->count > count_max) {
                reply_error(call->reply, "ERR COUNT must be > 0");
                return false;
            }
        } else if (arg_is(call, i, "justid")) {
            claim->is_just_id = true;
        } else {
            reply_error_syntax(call->reply);
            return false;
        }
    }
    claim->delivered_ms = call->now_ms;
    claim->deliveries = -1;
    return true;
}

/* Returns the ID where the next one would go on, 0-0 at the end. The walk begins anew after each change. */
static struct stream_id claim_from(struct claim *claim, const struct autoclaim_options *options) {
    struct stream_pending_walk walk = stream_pending_walk(&claim->group->pending, options->start);
    int64_t looks = options->count * LOOKS_PER_CLAIM, left = options->count;
    while (stream_pending_next(&walk)) {
        struct stream_id id = walk.id;
        if (looks-- == 0 || left == 0) {
            return id;
        }
        if (!stream_has(claim->cell->entry, id)) {
            stream_store_pending_remove(claim->call, claim->cell, claim->group, id);
            add_id(&claim->deleted, id);
        } else if (is_idle_enough(claim, walk.pending)) {
            give(claim, id, walk.pending->deliveries);
        } else {
            continue;
        }
        left--;
        if (!stream_id_step_up(&id)) {
            break;
        }
        walk = stream_pending_walk(&claim->group->pending, id);
    }
    return STREAM_ID_MIN;
}

static void xautoclaim(struct call *call) {
    struct cell cell;
    struct claim claim = {.call = call, .cell = &cell};
    struct autoclaim_options options;
    if (!parse_autoclaim(call, &claim, &options) || !open_group(call, &cell, &claim.group)) {
        return;
    }
    if (!claim.group) {
        reply_error_no_group(call);
        return;
    }
    struct stream_id next = claim_from(&claim, &options);
    reply_array(call->reply, 3);
    stream_reply_id(call->reply, next);
    finish_claim(&claim);
    reply_ids(call->reply, &claim.deleted);
    buffer_clear(&claim.claimed);
    buffer_clear(&claim.deleted);
}

const struct command stream_pending_commands[] = {
    {"XACK", "key group id [id ...]", xack, WRITE | FAST, KEY_AT(1, KEY_RW | KEY_UPDATE), "5.0.0",
     "O(1) for each ID", "Acknowledges entries: they are not pending any more.", GROUP_STREAM,
     NULL},
    {"XPENDING", "key group [[IDLE min-idle-time] start end count [consumer]]", xpending, READONLY,
     KEY_AT(1, KEY_RO | KEY_ACCESS), "5.0.0",
     "O(N) where N is the number of entries that are looked at, or of consumers in the short form",
     "Tells what was delivered and not acknowledged.", GROUP_STREAM,
     "6.2.0: Added the `IDLE` option and exclusive range intervals.",
     .tips = "nondeterministic_output"},
    {"XCLAIM",
     "key group consumer min-idle-time id [id ...] [IDLE ms] [TIME unix-time-milliseconds] "
     "[RETRYCOUNT count] [FORCE] [JUSTID] [LASTID id]",
     xclaim, WRITE | FAST, KEY_AT(1, KEY_RW | KEY_UPDATE), "5.0.0", "O(log(N)) for each ID",
     "Gives pending entries to a consumer.", GROUP_STREAM, NULL, .tips = "nondeterministic_output"},
    {"XAUTOCLAIM", "key group consumer min-idle-time start [COUNT count] [JUSTID]", xautoclaim,
     WRITE | FAST, KEY_AT(1, KEY_RW | KEY_DELETE), "6.2.0", "O(1) if COUNT is small",
     "Gives pending entries from an ID on to a consumer.", GROUP_STREAM,
     "7.0.0: Added an element to the reply array, containing deleted entries the command cleared "
     "from the PEL",
     .changes = changes_of_xautoclaim, .tips = "nondeterministic_output"},
    {0},
};
