/* command/string.c - commands on one string.
 *
 * All run on the shard of their key. A read replies straight from the entry into the output; a write says
 * what it did through engine/store.h, which also writes the effect. */
#include "base/memory.h"
#include "base/number.h"
#include "command/changes.h"
#include "command/expiry.h"
#include "command/families.h"
#include "engine/core.h"
#include "engine/store.h"

static void reply_text(struct call *call, const struct entry *entry) {
    entry_text_copy(entry, reply_bulk_reserve(call->reply, entry_text_len(entry)));
}

static void get(struct call *call) {
    struct entry *entry;
    if (!store_find_string(call, &call->key, &entry)) {
        return;
    }
    if (entry) {
        reply_text(call, entry);
    } else {
        reply_nil(call->reply);
    }
}

enum set_flag {
    SET_NX = 1 << 0,
    SET_XX = 1 << 1,
    SET_GET = 1 << 2,
    SET_KEEP_TTL = 1 << 3,
    SET_EXPIRE = 1 << 4,
    SET_PERSIST = 1 << 5
};

struct set_options {
    unsigned flags;
    unsigned expire_arg;
    size_t time_option; /* which of time_options it is */
    enum time_unit unit;
    bool is_absolute;
};

static const struct time_option {
    const char *word;
    enum time_unit unit;
    bool is_absolute;
} time_options[] = {
    {"ex", UNIT_SECONDS, false},
    {"px", UNIT_MILLISECONDS, false},
    {"exat", UNIT_SECONDS, true},
    {"pxat", UNIT_MILLISECONDS, true},
};

static bool parse_time_option(struct call *call, unsigned *index, struct set_options *options) {
    for (size_t i = 0; i < sizeof(time_options) / sizeof(time_options[0]); i++) {
        if (arg_is(call, *index, time_options[i].word)) {
            bool is_other = (options->flags & SET_EXPIRE) && options->time_option != i;
            if (is_other || (options->flags & (SET_KEEP_TTL | SET_PERSIST)) ||
                *index + 1 >= call->argc) {
                return false; /* the same option again is fine: the last one counts */
            }
            options->flags |= SET_EXPIRE;
            options->time_option = i;
            options->expire_arg = ++*index;
            options->unit = time_options[i].unit;
            options->is_absolute = time_options[i].is_absolute;
            return true;
        }
    }
    return false;
}

/* Options of SET and GETEX from argv[from] on; allowed says which of the single words may stand. False
 * with a syntax error written. */
static bool parse_options(struct call *call, unsigned from, unsigned allowed,
                          struct set_options *options) {
    static const struct {
        const char *word;
        unsigned flag, excludes;
    } words[] = {
        {"nx", SET_NX, SET_XX},
        {"xx", SET_XX, SET_NX},
        {"get", SET_GET, 0},
        {"keepttl", SET_KEEP_TTL, SET_EXPIRE | SET_PERSIST},
        {"persist", SET_PERSIST, SET_EXPIRE | SET_KEEP_TTL},
    };
    *options = (struct set_options){0};
    for (unsigned i = from; i < call->argc; i++) {
        bool is_known = false;
        for (size_t w = 0; w < sizeof(words) / sizeof(words[0]) && !is_known; w++) {
            if ((words[w].flag & allowed) && arg_is(call, i, words[w].word) &&
                !(options->flags & words[w].excludes)) {
                options->flags |= words[w].flag;
                is_known = true;
            }
        }
        if (!is_known && !parse_time_option(call, &i, options)) {
            reply_error_syntax(call->reply);
            return false;
        }
    }
    return true;
}

static void reply_old(struct call *call, const struct entry *old) {
    if (old) {
        reply_text(call, old);
    } else {
        reply_nil(call->reply);
    }
}

/* Replaces the value and replies OK, or what it was before. That is copied first, because the reply must
 * be written last: there may be no memory for the new value, and then the error is the reply. */
static void put_and_reply(struct call *call, struct entry *old, struct bytes text,
                          int64_t expire_ms, bool replies_old, bool sets_expiry) {
    struct buffer *before = store_scratch(call);
    if (replies_old && old) {
        entry_text_copy(old, buffer_reserve(before, entry_text_len(old)));
        before->len = entry_text_len(old);
    }
    bool existed = old != NULL;
    if (!store_put_string(call, &call->key, old, text, expire_ms)) {
        return;
    }
    store_notify(call, NOTIFY_STRING, "set", &call->key);
    if (sets_expiry) {
        store_notify(call, NOTIFY_GENERIC, "expire", &call->key);
    }
    if (!replies_old) {
        reply_ok(call->reply);
    } else if (existed) {
        reply_bulk(call->reply, buffer_view(before));
    } else {
        reply_nil(call->reply);
    }
}

static bool check_string(struct call *call, const struct entry *entry) {
    if (entry && entry_type(entry) != VALUE_STRING) {
        reply_error_wrong_type(call->reply);
        return false;
    }
    return true;
}

static void set_with_options(struct call *call) {
    struct set_options options;
    int64_t expire_ms = EXPIRE_NONE;
    if (!parse_options(call, 3, SET_NX | SET_XX | SET_GET | SET_KEEP_TTL, &options)) {
        return;
    }
    if ((options.flags & SET_EXPIRE) && !expiry_of_option(call, options.expire_arg, options.unit,
                                                          options.is_absolute, &expire_ms)) {
        return;
    }
    struct entry *old = store_find(call, &call->key);
    bool replies_old = options.flags & SET_GET;
    if (replies_old) {
        store_count_look_up(call, &call->key, old);
        if (!check_string(call, old)) {
            return;
        }
    }
    if (((options.flags & SET_NX) && old) || ((options.flags & SET_XX) && !old)) {
        reply_old(call, replies_old ? old : NULL);
        return;
    }
    if ((options.flags & SET_KEEP_TTL) && old) {
        expire_ms = entry_expire_ms(old);
    }
    put_and_reply(call, old, call->argv[2], expire_ms, replies_old, options.flags & SET_EXPIRE);
}

static void set(struct call *call) {
    if (call->argc > 3) {
        set_with_options(call);
        return;
    }
    struct entry *old = store_find(call, &call->key);
    put_and_reply(call, old, call->argv[2], EXPIRE_NONE, false, false);
}

static void setnx(struct call *call) {
    struct entry *old = store_find(call, &call->key);
    if (old) {
        reply_integer(call->reply, 0);
    } else if (store_put_string(call, &call->key, NULL, call->argv[2], EXPIRE_NONE)) {
        store_notify(call, NOTIFY_STRING, "set", &call->key);
        reply_integer(call->reply, 1);
    }
}

static void set_expiring(struct call *call, enum time_unit unit) {
    int64_t expire_ms;
    if (expiry_of_option(call, 2, unit, false, &expire_ms)) {
        struct entry *old = store_find(call, &call->key);
        put_and_reply(call, old, call->argv[3], expire_ms, false, true);
    }
}

static void setex(struct call *call) {
    set_expiring(call, UNIT_SECONDS);
}

static void psetex(struct call *call) {
    set_expiring(call, UNIT_MILLISECONDS);
}

static void getset(struct call *call) {
    struct entry *old = store_find(call, &call->key);
    store_count_look_up(call, &call->key, old);
    if (check_string(call, old)) {
        put_and_reply(call, old, call->argv[2], EXPIRE_NONE, true, false);
    }
}

static void getdel(struct call *call) {
    struct entry *entry = store_find(call, &call->key);
    store_count_look_up(call, &call->key, entry);
    if (!check_string(call, entry)) {
        return;
    }
    reply_old(call, entry);
    if (entry) {
        store_delete(call, &call->key, entry);
        store_notify(call, NOTIFY_GENERIC, "del", &call->key);
    }
}

static void getex(struct call *call) {
    struct set_options options;
    int64_t expire_ms = EXPIRE_NONE;
    if (!parse_options(call, 2, SET_PERSIST, &options)) {
        return;
    }
    struct entry *entry = store_find(call, &call->key);
    store_count_look_up(call, &call->key, entry);
    if (!check_string(call, entry)) {
        return;
    }
    if (!entry) {
        reply_nil(call->reply);
        return;
    }
    if ((options.flags & SET_EXPIRE) && !expiry_of_option(call, options.expire_arg, options.unit,
                                                          options.is_absolute, &expire_ms)) {
        return;
    }
    reply_text(call, entry);
    bool has_expiry = entry_expire_ms(entry) != EXPIRE_NONE;
    if (options.flags & SET_EXPIRE) {
        bool is_past = expire_ms <= call->now_ms;
        store_set_expire(call, &call->key, entry, expire_ms);
        store_notify(call, NOTIFY_GENERIC, is_past ? "del" : "expire", &call->key);
    } else if ((options.flags & SET_PERSIST) && has_expiry) {
        store_set_expire(call, &call->key, entry, EXPIRE_NONE);
        store_notify(call, NOTIFY_GENERIC, "persist", &call->key);
    }
}

/* Writes the error and returns false if a string of this length may not be. */
static bool check_length(struct call *call, uint64_t old_len, uint64_t added) {
    uint64_t limit = call->shard->core->settings->proto_max_bulk_len;
    if (added > limit || old_len > limit - added) {
        reply_error(call->reply, "ERR string exceeds maximum allowed size (proto-max-bulk-len)");
        return false;
    }
    return true;
}

static void append(struct call *call) {
    struct entry *entry;
    struct bytes added = call->argv[2];
    if (!store_find_string(call, &call->key, &entry)) {
        return;
    }
    if (!entry) {
        if (store_put_string(call, &call->key, NULL, added, EXPIRE_NONE)) {
            store_notify(call, NOTIFY_STRING, "append", &call->key);
            reply_integer(call->reply, (int64_t)added.len);
        }
        return;
    }
    size_t len = entry_text_len(entry);
    char *text = NULL;
    if (check_length(call, len, added.len)) {
        struct text_range range = {len, added.len};
        text = store_edit_begin_range(call, &call->key, entry, len + added.len, range, &entry);
    }
    if (text) {
        if (added.len > 0) {
            memcpy(text + len, added.data, added.len);
        } else {
            store_touch(call, &call->key);
        }
        store_edit_end(call, &call->key, entry, len, added.len);
        store_notify(call, NOTIFY_STRING, "append", &call->key);
        reply_integer(call->reply, (int64_t)(len + added.len));
    }
}

static void string_len(struct call *call) {
    struct entry *entry;
    if (store_find_string(call, &call->key, &entry)) {
        reply_integer(call->reply, entry ? (int64_t)entry_text_len(entry) : 0);
    }
}

static void setrange(struct call *call) {
    int64_t offset;
    struct bytes text = call->argv[3];
    if (!arg_integer(call, 2, &offset)) {
        return;
    }
    if (offset < 0) {
        reply_error(call->reply, "ERR offset is out of range");
        return;
    }
    struct entry *entry;
    if (!store_find_string(call, &call->key, &entry)) {
        return;
    }
    size_t len = entry ? entry_text_len(entry) : 0;
    if (text.len == 0) {
        reply_integer(call->reply, (int64_t)len);
        return;
    }
    if (!check_length(call, (uint64_t)offset, text.len)) {
        return;
    }
    size_t end = (size_t)offset + text.len;
    struct text_range range = {(size_t)offset, text.len};
    char *target =
        store_edit_begin_range(call, &call->key, entry, end > len ? end : len, range, &entry);
    if (!target) {
        return;
    }
    memcpy(target + offset, text.data, text.len);
    store_edit_end(call, &call->key, entry, (size_t)offset, text.len);
    store_notify(call, NOTIFY_STRING, "setrange", &call->key);
    reply_integer(call->reply, (int64_t)(end > len ? end : len));
}

static void getrange(struct call *call) {
    int64_t start, end;
    struct entry *entry;
    if (!arg_integer(call, 2, &start) || !arg_integer(call, 3, &end) ||
        !store_find_string(call, &call->key, &entry)) {
        return;
    }
    int64_t len = entry ? (int64_t)entry_text_len(entry) : 0;
    bool is_reversed = start < 0 && end < 0 && start > end;
    start = start < 0 ? (start < -len ? 0 : len + start) : start;
    end = end < 0 ? (end < -len ? 0 : len + end) : end;
    end = end >= len ? len - 1 : end;
    if (is_reversed || start > end || len == 0) {
        reply_bulk(call->reply, bytes_of(NULL, 0));
        return;
    }
    size_t wanted = (size_t)(end - start) + 1;
    entry_text_copy_range(entry, (size_t)start, wanted, reply_bulk_reserve(call->reply, wanted));
}

static void increment(struct call *call, int64_t by) {
    struct entry *entry;
    int64_t value = 0;
    if (!store_find_string(call, &call->key, &entry)) {
        return;
    }
    if (entry && !entry_integer(entry, &value)) {
        reply_error_not_integer(call->reply);
        return;
    }
    if (__builtin_add_overflow(value, by, &value)) {
        reply_error(call->reply, "ERR increment or decrement would overflow");
        return;
    }
    int64_t expire_ms = entry ? entry_expire_ms(entry) : EXPIRE_NONE;
    store_put_integer(call, &call->key, entry, value, expire_ms);
    store_notify(call, NOTIFY_STRING, "incrby", &call->key);
    reply_integer(call->reply, value);
}

static void incr(struct call *call) {
    increment(call, 1);
}

static void decr(struct call *call) {
    increment(call, -1);
}

static void incrby(struct call *call) {
    int64_t by;
    if (arg_integer(call, 2, &by)) {
        increment(call, by);
    }
}

static void decrby(struct call *call) {
    int64_t by;
    if (!arg_integer(call, 2, &by)) {
        return;
    }
    if (by == INT64_MIN) {
        reply_error(call->reply, "ERR decrement would overflow");
        return;
    }
    increment(call, -by);
}

static void incrbyfloat(struct call *call) {
    struct entry *entry;
    long double value = 0, by;
    if (!store_find_string(call, &call->key, &entry)) {
        return;
    }
    if ((entry && !number_parse_long_double(entry_text(entry, store_scratch(call)), &value)) ||
        !number_parse_long_double(call->argv[2], &by)) {
        reply_error_not_float(call->reply);
        return;
    }
    value += by;
    if (__builtin_isnan(value) || __builtin_isinf(value)) {
        reply_error(call->reply, "ERR increment would produce NaN or Infinity");
        return;
    }
    char text[LONG_DOUBLE_TEXT_MAX];
    struct bytes result = bytes_of(text, number_format_long_double(text, value));
    int64_t expire_ms = entry ? entry_expire_ms(entry) : EXPIRE_NONE;
    if (store_put_text(call, &call->key, entry, result, expire_ms)) {
        store_notify(call, NOTIFY_STRING, "incrbyfloat", &call->key);
        reply_bulk(call->reply, result);
    }
}

#define READS (KEY_RO | KEY_ACCESS)

/* Without GET it is not looked at what was there. */
static uint16_t set_key_use(const struct bytes *argv, unsigned argc) {
    for (unsigned i = 3; i < argc; i++) {
        if (bytes_is(argv[i], "get")) {
            return KEY_RW | KEY_ACCESS | KEY_UPDATE;
        }
    }
    return KEY_OW | KEY_UPDATE;
}

const struct command string_commands[] = {
    {"GET", "key", get, READONLY | FAST, KEY_AT(1, READS), "1.0.0", "O(1)",
     "Returns the string value of a key.", GROUP_STRING, NULL},
    {"SET",
     "key value [NX | XX] [GET] [EX seconds | PX milliseconds | EXAT unix-time-seconds | "
     "PXAT unix-time-milliseconds | KEEPTTL]",
     set, WRITE | GROWS, KEY_AT(1, KEY_RW | KEY_ACCESS | KEY_UPDATE | KEY_VARIABLE), "1.0.0",
     "O(1)", "Sets the string value of a key, whatever it held before.", GROUP_STRING,
     "2.6.12: Added the `EX`, `PX`, `NX` and `XX` options.|6.0.0: Added the `KEEPTTL` option.|"
     "6.2.0: Added the `GET`, `EXAT` and `PXAT` option.|"
     "7.0.0: Allowed the `NX` and `GET` options to be used together.",
     .key_notes = "RW and ACCESS due to the optional `GET` argument", .key_use = set_key_use},
    {"SETNX", "key value", setnx, WRITE | GROWS | FAST, KEY_AT(1, KEY_OW | KEY_INSERT), "1.0.0",
     "O(1)", "Sets the string value of a key that does not exist.", GROUP_STRING, NULL},
    {"SETEX", "key seconds value", setex, WRITE | GROWS, KEY_AT(1, KEY_OW | KEY_UPDATE), "2.0.0",
     "O(1)", "Sets the string value of a key and its expiry in seconds.", GROUP_STRING, NULL},
    {"PSETEX", "key milliseconds value", psetex, WRITE | GROWS, KEY_AT(1, KEY_OW | KEY_UPDATE),
     "2.6.0", "O(1)", "Sets the string value of a key and its expiry in milliseconds.",
     GROUP_STRING, NULL},
    {"GETSET", "key value", getset, WRITE | GROWS | FAST,
     KEY_AT(1, KEY_RW | KEY_ACCESS | KEY_UPDATE), "1.0.0", "O(1)",
     "Sets the string value of a key and returns the one before.", GROUP_STRING, NULL,
     .deprecated = "6.2.0: `SET` with the `!GET` argument"},
    {"GETDEL", "key", getdel, WRITE | FAST, KEY_AT(1, KEY_RW | KEY_ACCESS | KEY_DELETE), "6.2.0",
     "O(1)", "Returns the string value of a key and deletes it.", GROUP_STRING, NULL},
    {"GETEX",
     "key [EX seconds | PX milliseconds | EXAT unix-time-seconds | PXAT unix-time-milliseconds | "
     "PERSIST]",
     getex, WRITE | FAST, KEY_AT(1, KEY_RW | KEY_ACCESS | KEY_UPDATE), "6.2.0", "O(1)",
     "Returns the string value of a key and sets or removes its expiry.", GROUP_STRING, NULL,
     .key_notes = "RW and UPDATE because it changes the TTL"},
    {"APPEND", "key value", append, WRITE | GROWS | FAST, KEY_AT(1, KEY_RW | KEY_INSERT), "2.0.0",
     "O(1), amortized over the growth of the string",
     "Appends a text to the string at a key, made if missing.", GROUP_STRING, NULL},
    {"STRLEN", "key", string_len, READONLY | FAST, KEY_AT(1, KEY_RO), "2.2.0", "O(1)",
     "Returns the length of the string at a key.", GROUP_STRING, NULL},
    {"SETRANGE", "key offset value", setrange, WRITE | GROWS, KEY_AT(1, KEY_RW | KEY_UPDATE),
     "2.2.0", "O(N) where N is the length of the value",
     "Overwrites a part of a string, padding with zero bytes up to the offset.", GROUP_STRING, NULL,
     .changes = changes_of_setrange},
    {"GETRANGE", "key start end", getrange, READONLY, KEY_AT(1, READS), "2.4.0",
     "O(N) where N is the length of the part", "Returns a part of the string at a key.",
     GROUP_STRING, NULL},
    {"SUBSTR", "key start end", getrange, READONLY, KEY_AT(1, READS), "1.0.0",
     "O(N) where N is the length of the part", "Returns a part of the string at a key.",
     GROUP_STRING, NULL, .deprecated = "2.0.0: `GETRANGE`"},
    {"INCR", "key", incr, WRITE | GROWS | FAST, KEY_AT(1, KEY_RW | KEY_ACCESS | KEY_UPDATE),
     "1.0.0", "O(1)", "Adds one to the integer at a key, 0 if missing.", GROUP_STRING, NULL},
    {"DECR", "key", decr, WRITE | GROWS | FAST, KEY_AT(1, KEY_RW | KEY_ACCESS | KEY_UPDATE),
     "1.0.0", "O(1)", "Subtracts one from the integer at a key, 0 if missing.", GROUP_STRING, NULL},
    {"INCRBY", "key increment", incrby, WRITE | GROWS | FAST,
     KEY_AT(1, KEY_RW | KEY_ACCESS | KEY_UPDATE), "1.0.0", "O(1)",
     "Adds a number to the integer at a key, 0 if missing.", GROUP_STRING, NULL},
    {"DECRBY", "key decrement", decrby, WRITE | GROWS | FAST,
     KEY_AT(1, KEY_RW | KEY_ACCESS | KEY_UPDATE), "1.0.0", "O(1)",
     "Subtracts a number from the integer at a key, 0 if missing.", GROUP_STRING, NULL},
    {"INCRBYFLOAT", "key increment", incrbyfloat, WRITE | GROWS | FAST,
     KEY_AT(1, KEY_RW | KEY_ACCESS | KEY_UPDATE), "2.6.0", "O(1)",
     "Adds a floating point number to the number at a key, 0 if missing.", GROUP_STRING, NULL},
    {0},
};
