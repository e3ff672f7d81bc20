/* command/hash_expiry.c - times to live of the fields of a hash, as in Redis 7.4.
 *
 * Fields that have expired are gone before a command looks (collection_find, collection_open). A time that
 * is past already deletes the field at once; a command that deletes fields this way tells "hdel" instead of
 * "hexpire". "hexpired" is told of fields whose time has come. */
#include "command/expiry.h"
#include "command/families.h"
#include "engine/collection.h"
#include "engine/core.h"

/* The latest time that Redis's 48 bits leave room for: 70,368,744,177,663 ms, in the year 4199. */
#define FIELD_EXPIRY_MAX ((INT64_C(1) << 46) - 1)

/* What is answered of a field. */
enum { NO_FIELD = -2, NO_EXPIRY = -1, NOT_MET = 0, IS_SET = 1, IS_DELETED = 2, IS_PERSISTED = 1 };

/* "FIELDS numfields field [field ...]" from argv[at] on, up to the end; they begin at argv[at + 2].
 * False: the error is written. */
static bool check_fields(struct call *call, unsigned at, const char *count_error) {
    int64_t count;
    if (!arg_is(call, at, "fields")) {
        reply_error(call->reply,
                    "ERR Mandatory argument FIELDS is missing or not at the right position");
        return false;
    }
    if (!number_parse_i64(call->argv[at + 1], &count) || count < 1) {
        reply_error(call->reply, "ERR %s", count_error);
        return false;
    }
    if (count != (int64_t)call->argc - (int64_t)at - 2) {
        reply_error(call->reply,
                    "ERR The `numfields` parameter must match the number of arguments");
        return false;
    }
    return true;
}

/* An array of answers for the fields from argv[first] on, none of which is there. */
static void reply_no_fields(struct call *call, unsigned first) {
    reply_array(call->reply, call->argc - first);
    for (unsigned i = first; i < call->argc; i++) {
        reply_integer(call->reply, NO_FIELD);
    }
}

/* ---- HEXPIRE and the like ---- */

enum condition { ALWAYS, IF_NONE, IF_SOME, IF_GREATER, IF_LESS };

static enum condition parse_condition(const struct call *call, unsigned index) {
    static const struct {
        const char *word;
        enum condition condition;
    } words[] = {{"nx", IF_NONE}, {"xx", IF_SOME}, {"gt", IF_GREATER}, {"lt", IF_LESS}};
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        if (arg_is(call, index, words[i].word)) {
            return words[i].condition;
        }
    }
    return ALWAYS;
}

/* A field without expiry counts as one that stays for ever. */
static bool is_met(enum condition condition, int64_t current_ms, int64_t when_ms) {
    bool has_expiry = current_ms != EXPIRE_NONE;
    switch (condition) {
    case ALWAYS:
        return true;
    case IF_NONE:
        return !has_expiry;
    case IF_SOME:
        return has_expiry;
    case IF_GREATER:
        return has_expiry && when_ms > current_ms;
    case IF_LESS:
        return !has_expiry || when_ms < current_ms;
    }
    return false;
}

/* argv[2] as an absolute time. */
static bool parse_when(struct call *call, int64_t unit_ms, int64_t base_ms, int64_t *when_ms) {
    if (!arg_integer(call, 2, when_ms)) {
        return false;
    }
    if (*when_ms < 0) {
        reply_error(call->reply, "ERR invalid expire time, must be >= 0");
        return false;
    }
    if (*when_ms > FIELD_EXPIRY_MAX / unit_ms || *when_ms * unit_ms > FIELD_EXPIRY_MAX - base_ms) {
        reply_error(call->reply, "ERR invalid expire time in '%s' command", call->command->name);
        return false;
    }
    *when_ms = *when_ms * unit_ms + base_ms;
    return true;
}

static int expire_field(struct call *call, struct cell *cell, struct bytes field,
                        enum condition condition, int64_t when_ms) {
    struct hash_found found;
    if (!hash_get(cell->entry, field, 0, &found)) {
        return NO_FIELD;
    }
    if (!is_met(condition, found.expire_ms, when_ms)) {
        return NOT_MET;
    }
    if (when_ms <= call->now_ms) {
        collection_hash_delete(call, cell, field);
        return IS_DELETED;
    }
    collection_hash_set_expire(call, cell, field, when_ms);
    return IS_SET;
}

static void expire_fields(struct call *call, struct cell *cell, unsigned first,
                          enum condition condition, int64_t when_ms) {
    bool is_changed = false, is_deleted = false;
    reply_array(call->reply, call->argc - first);
    for (unsigned i = first; i < call->argc; i++) {
        int answer = expire_field(call, cell, call->argv[i], condition, when_ms);
        is_changed |= answer > 0;
        is_deleted |= answer == IS_DELETED;
        reply_integer(call->reply, answer);
    }
    if (is_changed) {
        store_notify(call, NOTIFY_HASH, is_deleted ? "hdel" : "hexpire", &call->key);
    }
    if (is_deleted && !cell->entry) {
        store_notify(call, NOTIFY_GENERIC, "del", &call->key);
    }
}

static void set_expiry(struct call *call, int64_t unit_ms, int64_t base_ms) {
    struct cell cell;
    int64_t when_ms;
    if (!collection_open(call, &call->key, VALUE_HASH, &cell) ||
        !parse_when(call, unit_ms, base_ms, &when_ms)) {
        return;
    }
    enum condition condition = parse_condition(call, 3);
    unsigned at = condition == ALWAYS ? 3 : 4;
    if (!check_fields(call, at, "Parameter `numFields` should be greater than 0")) {
        return;
    }
    if (cell.entry) {
        expire_fields(call, &cell, at + 2, condition, when_ms);
    } else {
        reply_no_fields(call, at + 2);
    }
}

static void hexpire(struct call *call) {
    set_expiry(call, 1000, call->now_ms);
}

static void hpexpire(struct call *call) {
    set_expiry(call, 1, call->now_ms);
}

static void hexpireat(struct call *call) {
    set_expiry(call, 1000, 0);
}

static void hpexpireat(struct call *call) {
    set_expiry(call, 1, 0);
}

/* ---- HTTL and the like, HPERSIST ---- */

enum { FIELDS_AT = 2 };

static bool check_fields_after_key(struct call *call) {
    return check_fields(call, FIELDS_AT, "Number of fields must be a positive integer");
}

/* Seconds are rounded up. */
static int64_t expiry_of(const struct entry *hash, struct bytes field, int64_t since_ms,
                         int64_t unit_ms) {
    struct hash_found found;
    if (!hash_get(hash, field, 0, &found)) {
        return NO_FIELD;
    }
    if (found.expire_ms == EXPIRE_NONE) {
        return NO_EXPIRY;
    }
    return (found.expire_ms - since_ms + unit_ms - 1) / unit_ms;
}

static void reply_expiry(struct call *call, int64_t since_ms, int64_t unit_ms) {
    struct entry *hash;
    if (!collection_find(call, &call->key, VALUE_HASH, &hash) || !check_fields_after_key(call)) {
        return;
    }
    unsigned first = FIELDS_AT + 2;
    reply_array(call->reply, call->argc - first);
    for (unsigned i = first; i < call->argc; i++) {
        reply_integer(call->reply, expiry_of(hash, call->argv[i], since_ms, unit_ms));
    }
}

static void httl(struct call *call) {
    reply_expiry(call, call->now_ms, 1000);
}

static void hpttl(struct call *call) {
    reply_expiry(call, call->now_ms, 1);
}

static void hexpiretime(struct call *call) {
    reply_expiry(call, 0, 1000);
}

static void hpexpiretime(struct call *call) {
    reply_expiry(call, 0, 1);
}

static int persist_field(struct call *call, struct cell *cell, struct bytes field) {
    struct hash_found found;
    if (!hash_get(cell->entry, field, 0, &found)) {
        return NO_FIELD;
    }
    if (found.expire_ms == EXPIRE_NONE) {
        return NO_EXPIRY;
    }
    collection_hash_set_expire(call, cell, field, EXPIRE_NONE);
    return IS_PERSISTED;
}

static void hpersist(struct call *call) {
    struct cell cell;
    bool is_changed = false;
    if (!collection_open(call, &call->key, VALUE_HASH, &cell) || !check_fields_after_key(call)) {
        return;
    }
    unsigned first = FIELDS_AT + 2;
    reply_array(call->reply, call->argc - first);
    for (unsigned i = first; i < call->argc; i++) {
        int answer = persist_field(call, &cell, call->argv[i]);
        is_changed |= answer == IS_PERSISTED;
        reply_integer(call->reply, answer);
    }
    if (is_changed) {
        store_notify(call, NOTIFY_HASH, "hpersist", &call->key);
    }
}

#define O_FIELDS "O(N) where N is the number of fields"

const struct command hash_expiry_commands[] = {
    {"HEXPIRE", "key seconds [NX | XX | GT | LT] FIELDS numfields field [field ...]", hexpire,
     WRITE | GROWS | FAST, KEY_AT(1, KEY_RW | KEY_UPDATE), "7.4.0", O_FIELDS,
     "Sets the expiry of fields of a hash in seconds.", GROUP_HASH, NULL},
    {"HPEXPIRE", "key milliseconds [NX | XX | GT | LT] FIELDS numfields field [field ...]",
     hpexpire, WRITE | GROWS | FAST, KEY_AT(1, KEY_RW | KEY_UPDATE), "7.4.0", O_FIELDS,
     "Sets the expiry of fields of a hash in milliseconds.", GROUP_HASH, NULL},
    {"HEXPIREAT", "key unix-time-seconds [NX | XX | GT | LT] FIELDS numfields field [field ...]",
     hexpireat, WRITE | GROWS | FAST, KEY_AT(1, KEY_RW | KEY_UPDATE), "7.4.0", O_FIELDS,
     "Sets the expiry of fields of a hash as a Unix time in seconds.", GROUP_HASH, NULL},
    {"HPEXPIREAT",
     "key unix-time-milliseconds [NX | XX | GT | LT] FIELDS numfields field [field ...]",
     hpexpireat, WRITE | GROWS | FAST, KEY_AT(1, KEY_RW | KEY_UPDATE), "7.4.0", O_FIELDS,
     "Sets the expiry of fields of a hash as a Unix time in milliseconds.", GROUP_HASH, NULL},
    {"HTTL", "key FIELDS numfields field [field ...]", httl, READONLY | FAST,
     KEY_AT(1, KEY_RO | KEY_ACCESS), "7.4.0", O_FIELDS,
     "Returns the time to live of fields of a hash in seconds.", GROUP_HASH, NULL,
     .tips = "nondeterministic_output"},
    {"HPTTL", "key FIELDS numfields field [field ...]", hpttl, READONLY | FAST,
     KEY_AT(1, KEY_RO | KEY_ACCESS), "7.4.0", O_FIELDS,
     "Returns the time to live of fields of a hash in milliseconds.", GROUP_HASH, NULL,
     .tips = "nondeterministic_output"},
    {"HEXPIRETIME", "key FIELDS numfields field [field ...]", hexpiretime, READONLY | FAST,
     KEY_AT(1, KEY_RO | KEY_ACCESS), "7.4.0", O_FIELDS,
     "Returns the expiry of fields of a hash as a Unix time in seconds.", GROUP_HASH, NULL},
    {"HPEXPIRETIME", "key FIELDS numfields field [field ...]", hpexpiretime, READONLY | FAST,
     KEY_AT(1, KEY_RO | KEY_ACCESS), "7.4.0", O_FIELDS,
     "Returns the expiry of fields of a hash as a Unix time in milliseconds.", GROUP_HASH, NULL},
    {"HPERSIST", "key FIELDS numfields field [field ...]", hpersist, WRITE | FAST,
     KEY_AT(1, KEY_RW | KEY_UPDATE), "7.4.0", O_FIELDS, "Removes the expiry of fields of a hash.",
     GROUP_HASH, NULL},
    {0},
};
