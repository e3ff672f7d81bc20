/* command/key.c - commands on one key of any type: its type, its expiry, its database, its insides. */
#include "command/carry.h"
#include "command/families.h"
#include "engine/collection.h"
#include "engine/core.h"
#include "engine/store.h"

static void type(struct call *call) {
    const struct entry *entry = store_peek(call, &call->key);
    store_count_look_up(call, &call->key, entry);
    reply_status(call->reply, entry ? value_type_name(entry_type(entry)) : "none");
}

enum expire_flag { EXPIRE_NX = 1, EXPIRE_XX = 2, EXPIRE_GT = 4, EXPIRE_LT = 8 };

static bool parse_conditions(struct call *call, unsigned *flags) {
    static const char *const words[] = {"nx", "xx", "gt", "lt"};
    *flags = 0;
    for (unsigned i = 3; i < call->argc; i++) {
        unsigned w = 0;
        while (w < 4 && !arg_is(call, i, words[w])) {
            w++;
        }
        if (w == 4) {
            reply_error(call->reply, "ERR Unsupported option %.*s", (int)call->argv[i].len,
                        call->argv[i].data);
            return false;
        }
        *flags |= 1u << w;
    }
    if ((*flags & EXPIRE_NX) && (*flags & (EXPIRE_XX | EXPIRE_GT | EXPIRE_LT))) {
        reply_error(call->reply,
                    "ERR NX and XX, GT or LT options at the same time are not compatible");
        return false;
    }
    if ((*flags & EXPIRE_GT) && (*flags & EXPIRE_LT)) {
        reply_error(call->reply, "ERR GT and LT options at the same time are not compatible");
        return false;
    }
    return true;
}

/* A key without expiry counts as one that expires never: GT cannot pass it, LT always does. */
static bool conditions_hold(unsigned flags, int64_t current_ms, int64_t expire_ms) {
    bool has_expiry = current_ms != EXPIRE_NONE;
    if (((flags & EXPIRE_NX) && has_expiry) || ((flags & EXPIRE_XX) && !has_expiry)) {
        return false;
    }
    if ((flags & EXPIRE_GT) && (!has_expiry || expire_ms <= current_ms)) {
        return false;
    }
    return !((flags & EXPIRE_LT) && has_expiry && expire_ms >= current_ms);
}

/* Negative and past times delete the key, so only overflow is an error. */
static bool parse_when(struct call *call, int64_t unit_ms, int64_t base_ms, int64_t *when_ms) {
    if (!arg_integer(call, 2, when_ms)) {
        return false;
    }
    if (__builtin_mul_overflow(*when_ms, unit_ms, when_ms) ||
        __builtin_add_overflow(*when_ms, base_ms, when_ms)) {
        reply_error(call->reply, "ERR invalid expire time in '%s' command", call->command->name);
        return false;
    }
    return true;
}

static void set_expiry(struct call *call, int64_t unit_ms, int64_t base_ms) {
    unsigned flags;
    int64_t when_ms;
    if (!parse_conditions(call, &flags) || !parse_when(call, unit_ms, base_ms, &when_ms)) {
        return;
    }
    struct entry *entry = store_peek(call, &call->key);
    if (!entry || !conditions_hold(flags, entry_expire_ms(entry), when_ms)) {
        reply_integer(call->reply, 0);
        return;
    }
    if (when_ms <= call->now_ms) {
        store_delete(call, &call->key, entry);
        store_notify(call, NOTIFY_GENERIC, "del", &call->key);
    } else {
        store_set_expire(call, &call->key, entry, when_ms);
        store_notify(call, NOTIFY_GENERIC, "expire", &call->key);
    }
    reply_integer(call->reply, 1);
}

static void expire(struct call *call) {
    set_expiry(call, 1000, call->now_ms);
}
static void pexpire(struct call *call) {
    set_expiry(call, 1, call->now_ms);
}
static void expireat(struct call *call) {
    set_expiry(call, 1000, 0);
}
static void pexpireat(struct call *call) {
    set_expiry(call, 1, 0);
}

static void reply_expiry(struct call *call, int64_t since_ms, int64_t unit_ms) {
    const struct entry *entry = store_peek(call, &call->key);
    store_count_look_up(call, &call->key, entry);
    if (!entry) {
        reply_integer(call->reply, -2);
    } else if (entry_expire_ms(entry) == EXPIRE_NONE) {
        reply_integer(call->reply, -1);
    } else {
        int64_t left_ms = entry_expire_ms(entry) - since_ms;
        left_ms = left_ms < 0 ? 0 : left_ms;
        /* Redis rounds to the nearest unit; half of 1 ms is nothing. Divided first: no overflow. */
        reply_integer(call->reply,
                      left_ms / unit_ms + (left_ms % unit_ms >= (unit_ms + 1) / 2 && unit_ms > 1));
    }
}

static void ttl(struct call *call) {
    reply_expiry(call, call->now_ms, 1000);
}
static void pttl(struct call *call) {
    reply_expiry(call, call->now_ms, 1);
}
static void expiretime(struct call *call) {
    reply_expiry(call, 0, 1000);
}
static void pexpiretime(struct call *call) {
    reply_expiry(call, 0, 1);
}

static void persist(struct call *call) {
    struct entry *entry = store_peek(call, &call->key);
    bool has_expiry = entry && entry_expire_ms(entry) != EXPIRE_NONE;
    if (has_expiry) {
        store_set_expire(call, &call->key, entry, EXPIRE_NONE);
        store_notify(call, NOTIFY_GENERIC, "persist", &call->key);
    }
    reply_integer(call->reply, has_expiry);
}

/* The value itself goes over, if it fits; else a copy. False: no memory, and the error is written. */
static bool move_value(struct call *call, struct call *target, struct entry *entry) {
    struct keyspace *keyspace = call->shard->keyspace;
    struct cell from = cell_of(keyspace, call->db, &call->key, entry);
    struct cell to = cell_of(keyspace, target->db, &call->key, NULL);
    if (collection_move(call, &from, &to, entry_expire_ms(entry))) {
        return true;
    }
    if (!carry_copy(target, &call->key, NULL, entry)) {
        return false;
    }
    store_delete(call, &call->key, store_peek(call, &call->key));
    return true;
}

/* Both databases of a key are on its shard, so MOVE needs no transaction. */
static void move(struct call *call) {
    int64_t db;
    if (!arg_integer(call, 2, &db)) {
        return;
    }
    if (db < 0 || db >= (int64_t)call->shard->core->engine->databases) {
        reply_error(call->reply, "ERR DB index is out of range");
        return;
    }
    if ((unsigned)db == call->db) {
        reply_error(call->reply, "ERR source and destination objects are the same");
        return;
    }
    struct entry *source = store_peek(call, &call->key);
    struct call target = *call;
    target.db = (unsigned)db;
    if (!source || store_peek(&target, &call->key)) {
        reply_integer(call->reply, 0);
        return;
    }
    source = store_peek(call, &call->key); /* the look-up in the other database may have moved it */
    if (move_value(call, &target, source)) {
        store_notify(call, NOTIFY_GENERIC, "move_from", &call->key);
        store_notify(&target, NOTIFY_GENERIC, "move_to", &call->key);
        reply_integer(call->reply, 1);
    }
}

static const struct entry *object_entry(struct call *call) {
    const struct entry *entry = store_peek(call, &call->key);
    if (!entry) {
        reply_nil(call->reply);
    }
    return entry;
}

static void object_encoding(struct call *call) {
    const struct entry *entry = object_entry(call);
    if (entry) {
        reply_bulk_string(call->reply, entry_encoding(entry));
    }
}

/* Small integers are shared objects in Redis, and say so by a count that never falls. */
static void object_refcount(struct call *call) {
    const struct entry *entry = object_entry(call);
    int64_t value;
    if (entry) {
        bool is_shared = entry_type(entry) == VALUE_STRING && entry_encoding(entry)[0] == 'i' &&
                         entry_integer(entry, &value) && value >= 0 && value < 10000;
        reply_integer(call->reply, is_shared ? INT32_MAX : 1);
    }
}

static bool counts_frequency(const struct call *call) {
    enum maxmemory_policy policy = call->shard->core->settings->maxmemory_policy;
    return policy == POLICY_ALLKEYS_LFU || policy == POLICY_VOLATILE_LFU;
}

static void object_idletime(struct call *call) {
    const struct entry *entry = object_entry(call);
    if (!entry) {
        return;
    }
    if (counts_frequency(call)) {
        reply_error(call->reply,
                    "ERR An LFU maxmemory policy is selected, idle time not tracked. Please note "
                    "that when switching between policies at runtime LRU and LFU data will take "
                    "some time to adjust.");
        return;
    }
    reply_integer(call->reply, entry_idle_seconds(entry, call->now_ms));
}

static void object_freq(struct call *call) {
    const struct entry *entry = object_entry(call);
    if (!entry) {
        return;
    }
    if (!counts_frequency(call)) {
        reply_error(call->reply,
                    "ERR An LFU maxmemory policy is not selected, access frequency not tracked. "
                    "Please note that when switching between policies at runtime LRU and LFU data "
                    "will take some time to adjust.");
        return;
    }
    reply_integer(call->reply, entry_frequency(entry, call->now_ms));
}

static void object_help(struct call *call) {
    static const char *const lines[] = {
        "ENCODING <key>",
        "    Return the kind of internal representation used in order to store the value",
        "    associated with a <key>.",
        "FREQ <key>",
        "    Return the access frequency index of the <key>. The returned integer is",
        "    proportional to the logarithm of the recent access frequency of the key.",
        "IDLETIME <key>",
        "    Return the idle time of the <key>, that is the approximated number of",
        "    seconds elapsed since the last access to the key.",
        "REFCOUNT <key>",
        "    Return the number of references of the value associated with the specified",
        "    <key>.",
        NULL,
    };
    reply_help(call->reply, "OBJECT", lines);
}

#define EXPIRE_SYNOPSIS(unit) "key " unit " [NX | XX | GT | LT]"
#define EXPIRE_HISTORY "7.0.0: Added options: `NX`, `XX`, `GT` and `LT`."

const struct command key_commands[] = {
    {"TYPE", "key", type, READONLY | FAST, KEY_AT(1, KEY_RO), "1.0.0", "O(1)",
     "Says which type of value a key holds.", GROUP_GENERIC, NULL},
    {"EXPIRE", EXPIRE_SYNOPSIS("seconds"), expire, WRITE | FAST, KEY_AT(1, KEY_RW | KEY_UPDATE),
     "1.0.0", "O(1)", "Sets the expiry of a key in seconds from now.", GROUP_GENERIC,
     EXPIRE_HISTORY},
    {"PEXPIRE", EXPIRE_SYNOPSIS("milliseconds"), pexpire, WRITE | FAST,
     KEY_AT(1, KEY_RW | KEY_UPDATE), "2.6.0", "O(1)",
     "Sets the expiry of a key in milliseconds from now.", GROUP_GENERIC, EXPIRE_HISTORY},
    {"EXPIREAT", EXPIRE_SYNOPSIS("unix-time-seconds"), expireat, WRITE | FAST,
     KEY_AT(1, KEY_RW | KEY_UPDATE), "1.2.0", "O(1)",
     "Sets the expiry of a key as a Unix time in seconds.", GROUP_GENERIC, EXPIRE_HISTORY},
    {"PEXPIREAT", EXPIRE_SYNOPSIS("unix-time-milliseconds"), pexpireat, WRITE | FAST,
     KEY_AT(1, KEY_RW | KEY_UPDATE), "2.6.0", "O(1)",
     "Sets the expiry of a key as a Unix time in milliseconds.", GROUP_GENERIC, EXPIRE_HISTORY},
    {"TTL", "key", ttl, READONLY | FAST, KEY_AT(1, KEY_RO | KEY_ACCESS), "1.0.0", "O(1)",
     "Says how many seconds a key has left.", GROUP_GENERIC, "2.8.0: Added the -2 reply.",
     .tips = "nondeterministic_output"},
    {"PTTL", "key", pttl, READONLY | FAST, KEY_AT(1, KEY_RO | KEY_ACCESS), "2.6.0", "O(1)",
     "Says how many milliseconds a key has left.", GROUP_GENERIC, "2.8.0: Added the -2 reply.",
     .tips = "nondeterministic_output"},
    {"EXPIRETIME", "key", expiretime, READONLY | FAST, KEY_AT(1, KEY_RO | KEY_ACCESS), "7.0.0",
     "O(1)", "Says when a key expires, as a Unix time in seconds.", GROUP_GENERIC, NULL},
    {"PEXPIRETIME", "key", pexpiretime, READONLY | FAST, KEY_AT(1, KEY_RO | KEY_ACCESS), "7.0.0",
     "O(1)", "Says when a key expires, as a Unix time in milliseconds.", GROUP_GENERIC, NULL},
    {"PERSIST", "key", persist, WRITE | FAST, KEY_AT(1, KEY_RW | KEY_UPDATE), "2.2.0", "O(1)",
     "Removes the expiry of a key.", GROUP_GENERIC, NULL},
    {"MOVE", "key db", move, WRITE | FAST, KEY_AT(1, KEY_RW | KEY_ACCESS | KEY_UPDATE), "1.0.0",
     "O(1)", "Moves a key to another database.", GROUP_GENERIC, NULL},
    {"OBJECT", "", NULL, 0, NO_KEYS, "2.2.3", "Depends on subcommand.",
     "A container for commands that look into values.", GROUP_GENERIC, NULL},
    {"OBJECT|ENCODING", "key", object_encoding, READONLY, KEY_AT(2, KEY_RO), "2.2.3", "O(1)",
     "Says how a value is encoded.", GROUP_GENERIC, NULL, .tips = "nondeterministic_output"},
    {"OBJECT|FREQ", "key", object_freq, READONLY, KEY_AT(2, KEY_RO), "4.0.0", "O(1)",
     "Says how often a key is used, on a logarithmic scale.", GROUP_GENERIC, NULL,
     .tips = "nondeterministic_output"},
    {"OBJECT|HELP", "", object_help, LOADING | STALE | ON_CONNECTION, NO_KEYS, "6.2.0", "O(1)",
     "Lists the subcommands.", GROUP_GENERIC, NULL},
    {"OBJECT|IDLETIME", "key", object_idletime, READONLY, KEY_AT(2, KEY_RO), "2.2.3", "O(1)",
     "Says for how many seconds a key was not used.", GROUP_GENERIC, NULL,
     .tips = "nondeterministic_output"},
    {"OBJECT|REFCOUNT", "key", object_refcount, READONLY, KEY_AT(2, KEY_RO), "2.2.3", "O(1)",
     "Says how many references a value has.", GROUP_GENERIC, NULL,
     .tips = "nondeterministic_output"},
    {0},
};
