/* command/streams.c - streams: adding, reading, deleting and trimming entries, and XSETID.
 *
 * Arguments are checked in Redis's order: options, then the key's type, then IDs against the stream. */
#include "base/memory.h"
#include "base/number.h"
#include "command/changes.h"
#include "command/families.h"
#include "command/stream_parse.h"
#include "engine/blocking.h"
#include "engine/stream_store.h"

/* ---- options of XADD and XTRIM ---- */

/* What stands before the ID. */
struct options {
    struct stream_trim trim;
    bool has_trim, has_limit, may_not_make;
    /* XADD: argv index of the ID, behind the last argument if there is none. */
    unsigned id_at;
    bool has_id, has_seq; /* else the time's, or the next in its millisecond */
    struct stream_id id;
};

enum parsed { PARSED, NOT_THIS, FAILED };

static bool is_sign(const struct call *call, unsigned index, char sign) {
    return call->argv[index].len == 1 && call->argv[index].data[0] == sign;
}

/* A whole number, not negative; name: of the option that it belongs to. */
static bool parse_amount(struct call *call, unsigned index, const char *name, uint64_t *value) {
    int64_t number;
    if (!arg_integer(call, index, &number)) {
        return false;
    }
    if (number < 0) {
        reply_error(call->reply, "ERR The %s argument must be >= 0.", name);
        return false;
    }
    *value = (uint64_t)number;
    return true;
}

/* MAXLEN or MINID at *i, which moves to its last argument. */
static enum parsed parse_strategy(struct call *call, unsigned *i, struct options *options) {
    bool is_by_id = arg_is(call, *i, "minid");
    if ((!is_by_id && !arg_is(call, *i, "maxlen")) || *i + 1 >= call->argc) {
        return NOT_THIS;
    }
    if (options->has_trim) {
        reply_error(call->reply, "ERR syntax error, MAXLEN and MINID options at the same time are "
                                 "not compatible");
        return FAILED;
    }
    bool has_sign =
        *i + 2 < call->argc && (is_sign(call, *i + 1, '~') || is_sign(call, *i + 1, '='));
    options->has_trim = true;
    options->trim.is_by_id = is_by_id;
    options->trim.is_approximate = has_sign && is_sign(call, *i + 1, '~');
    *i += has_sign ? 2 : 1;
    bool is_good = is_by_id ? stream_parse_strict_id(call, *i, 0, &options->trim.min_id)
                            : parse_amount(call, *i, "MAXLEN", &options->trim.max_length);
    return is_good ? PARSED : FAILED;
}

static enum parsed parse_limit(struct call *call, unsigned *i, struct options *options) {
    if (!arg_is(call, *i, "limit") || *i + 1 >= call->argc) {
        return NOT_THIS;
    }
    options->has_limit = true;
    return parse_amount(call, ++*i, "LIMIT", &options->trim.limit) ? PARSED : FAILED;
}

/* "ms", "ms-seq" or "ms-*". */
static bool parse_new_id(struct call *call, unsigned index, struct options *options) {
    struct bytes text = call->argv[index];
    options->has_seq =
        text.len < 2 || text.data[text.len - 1] != '*' || text.data[text.len - 2] != '-';
    options->has_id = true;
    if (options->has_seq) {
        return stream_parse_strict_id(call, index, 0, &options->id);
    }
    bool has_dash;
    bool is_good = stream_id_parse(bytes_of(text.data, text.len - 2), 0, &options->id, &has_dash);
    if (!is_good || has_dash) {
        stream_reply_error_id(call->reply);
        return false;
    }
    return true;
}

/* Without LIMIT a trim of whole blocks looks at about a hundred of them. */
static uint64_t usual_limit(const struct call *call) {
    enum { BLOCKS = 100, LIMIT_WITHOUT_BLOCKS = 10000, LIMIT_MAX = 1000000 };
    uint64_t entries = call->shard->core->settings->stream_node_max_entries;
    if (entries == 0) {
        return LIMIT_WITHOUT_BLOCKS;
    }
    return entries < LIMIT_MAX / BLOCKS ? entries * BLOCKS : LIMIT_MAX;
}

/* What can only be said when all options are known. */
static bool check_options(struct call *call, bool is_add, struct options *options) {
    if (options->trim.limit != 0 && !options->has_trim) {
        reply_error(call->reply, "ERR syntax error, LIMIT cannot be used without specifying a "
                                 "trimming strategy");
        return false;
    }
    if (!is_add && !options->has_trim) {
        reply_error(call->reply, "ERR syntax error, XTRIM must be called with a valid trimming "
                                 "strategy");
        return false;
    }
    if (options->has_limit && !options->trim.is_approximate) {
        reply_error(call->reply,
                    "ERR syntax error, LIMIT cannot be used without the special ~ option");
        return false;
    }
    if (!options->has_limit && options->trim.is_approximate) {
        options->trim.limit = usual_limit(call);
    }
    return true;
}

static bool parse_options(struct call *call, bool is_add, struct options *options) {
    *options = (struct options){.id_at = call->argc};
    for (unsigned i = 2; i < call->argc; i++) {
        if (is_add && is_sign(call, i, '*')) {
            options->id_at = i;
            break;
        }
        enum parsed parsed = parse_strategy(call, &i, options);
        if (parsed == NOT_THIS) {
            parsed = parse_limit(call, &i, options);
        }
        if (parsed == FAILED) {
            return false;
        }
        if (parsed == PARSED) {
            continue;
        }
        if (is_add && arg_is(call, i, "nomkstream")) {
            options->may_not_make = true;
        } else if (is_add) {
            options->id_at = i;
            if (!parse_new_id(call, i, options)) {
                return false;
            }
            break;
        } else {
            reply_error_syntax(call->reply);
            return false;
        }
    }
    return check_options(call, is_add, options);
}

/* ---- XADD ---- */

/* The ID that the entry gets; false, with the error written, if there is none. */
static bool choose_id(struct call *call, const struct options *options, struct stream_id last,
                      struct stream_id *id) {
    *id = options->has_id ? options->id : (struct stream_id){(uint64_t)call->now_ms, 0};
    if (stream_id_equal(last, STREAM_ID_MAX)) {
        reply_error(call->reply,
                    "ERR The stream has exhausted the last possible ID, unable to add more items");
        return false;
    }
    if (!options->has_id && id->ms <= last.ms) {
        *id = last;
        stream_id_step_up(id);
    } else if (options->has_id && !options->has_seq && id->ms == last.ms) {
        if (last.seq == UINT64_MAX) {
            reply_error(call->reply, "ERR Elements are too large to be stored");
            return false;
        }
        id->seq = last.seq + 1;
    }
    if (!stream_id_less(last, *id)) {
        reply_error(call->reply, "ERR The ID specified in XADD is equal or smaller than the target "
                                 "stream top item");
        return false;
    }
    return true;
}

/* As much as Redis takes into one entry. */
static bool fits_entry(struct call *call, unsigned first) {
    enum { ENTRY_MAX = 1 << 30 };
    uint64_t size = 0;
    for (unsigned i = first; i < call->argc; i++) {
        size += call->argv[i].len;
    }
    if (size > ENTRY_MAX) {
        reply_error(call->reply, "ERR Elements are too large to be stored");
        return false;
    }
    return true;
}

static bool check_entry(struct call *call, const struct options *options) {
    if (options->id_at + 2 >= call->argc || (call->argc - options->id_at - 1) % 2 != 0) {
        reply_error(call->reply, "ERR wrong number of arguments for 'xadd' command");
        return false;
    }
    if (options->has_id && options->has_seq && stream_id_is_zero(options->id)) {
        reply_error(call->reply, "ERR The ID specified in XADD must be greater than 0-0");
        return false;
    }
    return true;
}

static void xadd(struct call *call) {
    struct options options;
    struct cell cell;
    struct stream_id id;
    if (!parse_options(call, true, &options) || !check_entry(call, &options) ||
        !collection_open(call, &call->key, VALUE_STREAM, &cell)) {
        return;
    }
    if (!cell.entry && options.may_not_make) {
        reply_nil(call->reply);
        return;
    }
    unsigned first = options.id_at + 1;
    if (!choose_id(call, &options, stream_head(cell.entry).last_id, &id) ||
        !fits_entry(call, first)) {
        return;
    }
    uint64_t gone =
        stream_store_append(call, &cell, id, call->argv + first, (call->argc - first) / 2,
                            options.has_trim ? &options.trim : NULL);
    store_notify(call, NOTIFY_STREAM, "xadd", &call->key);
    if (gone > 0) {
        store_notify(call, NOTIFY_STREAM, "xtrim", &call->key);
    }
    blocking_signal(call, &call->key);
    stream_reply_id(call->reply, id);
}

/* ---- less of it ---- */

static void xtrim(struct call *call) {
    struct options options;
    struct cell cell;
    if (!parse_options(call, false, &options) ||
        !collection_open(call, &call->key, VALUE_STREAM, &cell)) {
        return;
    }
    uint64_t gone = cell.entry ? stream_store_trim(call, &cell, &options.trim) : 0;
    if (gone > 0) {
        store_notify(call, NOTIFY_STREAM, "xtrim", &call->key);
    }
    reply_integer(call->reply, (int64_t)gone);
}

/* The IDs argv[2], argv[3], …; NULL if one is none. */
static struct stream_id *parse_ids(struct call *call, struct stream_id *place, unsigned room) {
    unsigned count = call->argc - 2;
    struct stream_id *ids = count <= room ? place : memory_alloc(count * sizeof(*ids));
    for (unsigned i = 0; i < count; i++) {
        if (!stream_parse_strict_id(call, i + 2, 0, &ids[i])) {
            if (ids != place) {
                memory_free(ids);
            }
            return NULL;
        }
    }
    return ids;
}

static void xdel(struct call *call) {
    enum { IDS_IN_PLACE = 32 };
    struct stream_id place[IDS_IN_PLACE];
    struct cell cell;
    if (!collection_open(call, &call->key, VALUE_STREAM, &cell)) {
        return;
    }
    if (!cell.entry) {
        reply_integer(call->reply, 0);
        return;
    }
    struct stream_id *ids = parse_ids(call, place, IDS_IN_PLACE);
    if (!ids) {
        return;
    }
    uint64_t gone = stream_store_delete(call, &cell, ids, call->argc - 2);
    if (ids != place) {
        memory_free(ids);
    }
    if (gone > 0) {
        store_notify(call, NOTIFY_STREAM, "xdel", &call->key);
    }
    reply_integer(call->reply, (int64_t)gone);
}

/* ---- reading ---- */

static void xlen(struct call *call) {
    struct entry *stream;
    if (collection_find(call, &call->key, VALUE_STREAM, &stream)) {
        reply_integer(call->reply, (int64_t)stream_length(stream));
    }
}

/* COUNT, the last one counts; -1: none. */
static bool parse_count(struct call *call, int64_t *count) {
    *count = -1;
    for (unsigned i = 4; i < call->argc; i += 2) {
        if (!arg_is(call, i, "count") || i + 1 >= call->argc) {
            reply_error_syntax(call->reply);
            return false;
        }
        if (!arg_integer(call, i + 1, count)) {
            return false;
        }
        if (*count < 0) {
            *count = 0;
        }
    }
    return true;
}

static void reply_range(struct call *call, bool is_reverse) {
    struct stream_id first, last;
    int64_t count;
    struct entry *stream;
    if (!stream_parse_start(call, is_reverse ? 3 : 2, &first) ||
        !stream_parse_end(call, is_reverse ? 2 : 3, &last) || !parse_count(call, &count) ||
        !collection_find(call, &call->key, VALUE_STREAM, &stream)) {
        return;
    }
    if (stream && count == 0) {
        reply_nil_array(call->reply);
        return;
    }
    struct stream_walk walk;
    stream_walk(stream, first, last, is_reverse, &walk);
    struct reply_mark mark = reply_array_later(call->reply, '*');
    uint64_t replied = stream_reply_entries(call->reply, &walk, count > 0 ? (uint64_t)count : 0);
    reply_array_close(call->reply, mark, replied);
}

static void xrange(struct call *call) {
    reply_range(call, false);
}

static void xrevrange(struct call *call) {
    reply_range(call, true);
}

/* ---- XSETID ---- */

/* What XSETID is given; entries_added -1 and max_deleted 0-0 say nothing. */
struct wanted {
    struct stream_id last_id, max_deleted;
    int64_t entries_added;
};

static bool parse_wanted(struct call *call, struct wanted *wanted) {
    *wanted = (struct wanted){.entries_added = -1};
    if (!stream_parse_strict_id(call, 2, 0, &wanted->last_id)) {
        return false;
    }
    for (unsigned i = 3; i < call->argc; i += 2) {
        if (i + 1 < call->argc && arg_is(call, i, "entriesadded")) {
            if (!arg_integer(call, i + 1, &wanted->entries_added)) {
                return false;
            }
            if (wanted->entries_added < 0) {
                reply_error(call->reply, "ERR entries_added must be positive");
                return false;
            }
        } else if (i + 1 < call->argc && arg_is(call, i, "maxdeletedid")) {
            if (!stream_parse_strict_id(call, i + 1, 0, &wanted->max_deleted)) {
                return false;
            }
            if (stream_id_less(wanted->last_id, wanted->max_deleted)) {
                reply_error(call->reply, "ERR The ID specified in XSETID is smaller than the "
                                         "provided max_deleted_entry_id");
                return false;
            }
        } else {
            reply_error_syntax(call->reply);
            return false;
        }
    }
    return true;
}

static struct stream_id last_entry_id(const struct entry *stream) {
    struct stream_walk walk;
    stream_walk(stream, STREAM_ID_MIN, STREAM_ID_MAX, true, &walk);
    return stream_next(&walk) ? walk.id : STREAM_ID_MIN;
}

/* The stream may be so: no entry would be behind its end, and there were not fewer than there are. */
static bool may_be(struct call *call, const struct entry *stream, const struct wanted *wanted) {
    if (stream_id_less(wanted->last_id, last_entry_id(stream))) {
        reply_error(call->reply, "ERR The ID specified in XSETID is smaller than the target stream "
                                 "top item");
        return false;
    }
    if (wanted->entries_added >= 0 && (uint64_t)wanted->entries_added < stream_length(stream)) {
        reply_error(call->reply, "ERR The entries_added specified in XSETID is smaller than the "
                                 "target stream length");
        return false;
    }
    return true;
}

static void xsetid(struct call *call) {
    struct wanted wanted;
    struct cell cell;
    if (!parse_wanted(call, &wanted) || !collection_open(call, &call->key, VALUE_STREAM, &cell)) {
        return;
    }
    if (!cell.entry) {
        reply_error_no_key(call->reply);
        return;
    }
    if (!may_be(call, cell.entry, &wanted)) {
        return;
    }
    struct stream_head head = stream_head(cell.entry);
    head.last_id = wanted.last_id;
    if (wanted.entries_added >= 0) {
        head.entries_added = (uint64_t)wanted.entries_added;
    }
    if (!stream_id_is_zero(wanted.max_deleted)) {
        head.max_deleted = wanted.max_deleted;
    }
    stream_store_set_head(call, &cell, &head);
    store_notify(call, NOTIFY_STREAM, "xsetid", &call->key);
    reply_ok(call->reply);
}

const struct command streams_commands[] = {
    {"XADD",
     "key [NOMKSTREAM] [<MAXLEN | MINID> [= | ~] threshold [LIMIT count]] <* | id> field value "
     "[field value ...]",
     xadd, WRITE | GROWS | FAST, KEY_AT(1, KEY_RW | KEY_UPDATE), "5.0.0",
     "O(1) for a new entry, O(N) for N entries that are trimmed",
     "Appends an entry to a stream, which is made if it is missing.", GROUP_STREAM,
     "6.2.0: Added the `NOMKSTREAM` option, `MINID` trimming strategy and the `LIMIT` option.|"
     "7.0.0: Added support for the `<ms>-*` explicit ID form.",
     .changes = changes_of_stream_trim, .tips = "nondeterministic_output",
     .key_notes = "UPDATE instead of INSERT because of the optional trimming feature"},
    {"XLEN", "key", xlen, READONLY | FAST, KEY_AT(1, KEY_RO), "5.0.0", "O(1)",
     "Returns the number of entries.", GROUP_STREAM, NULL},
    {"XRANGE", "key start end [COUNT count]", xrange, READONLY, KEY_AT(1, KEY_RO | KEY_ACCESS),
     "5.0.0", "O(N) where N is the number of entries returned",
     "Returns the entries from one ID to another.", GROUP_STREAM, "6.2.0: Added exclusive ranges."},
    {"XREVRANGE", "key end start [COUNT count]", xrevrange, READONLY,
     KEY_AT(1, KEY_RO | KEY_ACCESS), "5.0.0", "O(N) where N is the number of entries returned",
     "Returns the entries from one ID back to another.", GROUP_STREAM,
     "6.2.0: Added exclusive ranges."},
    {"XDEL", "key id [id ...]", xdel, WRITE | FAST, KEY_AT(1, KEY_RW | KEY_DELETE), "5.0.0",
     "O(1) for each entry", "Deletes entries.", GROUP_STREAM, NULL},
    {"XTRIM", "key <MAXLEN | MINID> [= | ~] threshold [LIMIT count]", xtrim, WRITE,
     KEY_AT(1, KEY_RW | KEY_DELETE), "5.0.0", "O(N) where N is the number of entries trimmed",
     "Deletes the oldest entries.", GROUP_STREAM,
     "6.2.0: Added the `MINID` trimming strategy and the `LIMIT` option.",
     .changes = changes_of_stream_trim, .tips = "nondeterministic_output"},
    {"XSETID", "key last-id [ENTRIESADDED entries-added] [MAXDELETEDID max-deleted-id]", xsetid,
     WRITE | GROWS | FAST, KEY_AT(1, KEY_RW | KEY_UPDATE), "5.0.0", "O(1)",
     "Sets the greatest ID that a stream ever had.", GROUP_STREAM,
     "7.0.0: Added the `entries_added` and `max_deleted_entry_id` arguments."},
    {0},
};
