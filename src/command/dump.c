/* command/dump.c - DUMP and RESTORE: values in Redis's format, from one server to another.
 *
 * What RESTORE is given is made into a value aside, which takes the place of the key when it is whole. */
#include <limits.h>

#include "command/families.h"
#include "engine/collection.h"
#include "engine/core.h"
#include "log/rdb.h"

/* The live entry; fields of a hash that have expired are gone, and so perhaps is the hash. */
static struct entry *find_live(struct call *call) {
    struct entry *entry = store_find(call, &call->key);
    if (!entry || entry_type(entry) != VALUE_HASH) {
        return entry;
    }
    struct cell cell = cell_of(call->shard->keyspace, call->db, &call->key, entry);
    collection_hash_purge(call, &cell, UINT_MAX);
    return cell.entry;
}

static void dump(struct call *call) {
    const struct entry *entry = find_live(call);
    if (!entry) {
        reply_nil(call->reply);
        return;
    }
    struct buffer payload = {0};
    struct rdb_writer writer = {.out = &payload,
                                .compresses = call->shard->core->settings->rdb_compression};
    rdb_write_payload(&writer, entry, store_scratch(call));
    reply_bulk(call->reply, buffer_view(&payload));
    buffer_clear(&payload);
}

/* ---- RESTORE ---- */

enum { UNSAID = -1 };

struct restore {
    bool replaces;
    bool is_absolute; /* ttl is a time */
    int64_t ttl;
    int64_t idle_seconds, frequency; /* UNSAID: as any new key */
};

static bool parse_number(struct call *call, unsigned index, int64_t max, const char *error,
                         int64_t *number) {
    if (!arg_integer(call, index, number)) {
        return false;
    }
    if (*number < 0 || *number > max) {
        reply_error(call->reply, "%s", error);
        return false;
    }
    return true;
}

static bool parse_options(struct call *call, struct restore *restore) {
    for (unsigned i = 4; i < call->argc; i++) {
        bool has_more = i + 1 < call->argc;
        if (arg_is(call, i, "replace")) {
            restore->replaces = true;
        } else if (arg_is(call, i, "absttl")) {
            restore->is_absolute = true;
        } else if (arg_is(call, i, "idletime") && has_more && restore->frequency == UNSAID) {
            if (!parse_number(call, ++i, INT64_MAX, "ERR Invalid IDLETIME value, must be >= 0",
                              &restore->idle_seconds)) {
                return false;
            }
        } else if (arg_is(call, i, "freq") && has_more && restore->idle_seconds == UNSAID) {
            if (!parse_number(call, ++i, UINT8_MAX,
                              "ERR Invalid FREQ value, must be >= 0 and <= 255",
                              &restore->frequency)) {
                return false;
            }
        } else {
            reply_error_syntax(call->reply);
            return false;
        }
    }
    return true;
}

/* When it expires. As in Redis, a time that no number holds has passed long ago. */
static int64_t expiry_of(const struct call *call, const struct restore *restore) {
    int64_t expire_ms = restore->ttl;
    if (restore->ttl == 0) {
        return EXPIRE_NONE;
    }
    if (!restore->is_absolute && __builtin_add_overflow(restore->ttl, call->now_ms, &expire_ms)) {
        return call->now_ms;
    }
    return expire_ms;
}

/* Only while that is what is counted, as in Redis. */
static void set_use(struct call *call, const struct restore *restore) {
    enum { IDLE_MAX = (1 << 24) - 1 };
    struct keyspace *keyspace = call->shard->keyspace;
    enum maxmemory_policy policy = call->shard->core->settings->maxmemory_policy;
    struct entry *entry = store_peek(call, &call->key);
    bool counts_frequency = policy == POLICY_ALLKEYS_LFU || policy == POLICY_VOLATILE_LFU;
    if (entry && counts_frequency && restore->frequency != UNSAID) {
        keyspace_set_frequency(keyspace, entry, (uint8_t)restore->frequency);
    } else if (entry && !counts_frequency && restore->idle_seconds != UNSAID) {
        int64_t idle = restore->idle_seconds < IDLE_MAX ? restore->idle_seconds : IDLE_MAX;
        keyspace_set_idle(keyspace, entry, (uint32_t)idle);
    }
}

/* The value is good: the draft, or the text of a string. */
static void publish(struct call *call, const struct restore *restore, struct cell *draft,
                    struct bytes text) {
    struct entry *old = store_peek(call, &call->key);
    bool existed = old != NULL;
    if (draft->expire_ms != EXPIRE_NONE && draft->expire_ms <= call->now_ms) {
        cell_discard(draft);
        if (existed) {
            store_delete(call, &call->key, old);
            store_notify(call, NOTIFY_GENERIC, "del", &call->key);
        }
        reply_ok(call->reply);
        return;
    }
    if (draft->entry) {
        collection_publish(call, draft, old);
    } else if (!store_put_string(call, &call->key, old, text, draft->expire_ms)) {
        return;
    }
    set_use(call, restore);
    if (existed) { /* else it has been told; Redis takes the old key away first */
        store_notify(call, NOTIFY_NEW, "new", &call->key);
    }
    store_notify(call, NOTIFY_GENERIC, "restore", &call->key);
    reply_ok(call->reply);
}

static void make_value(struct call *call, const struct restore *restore) {
    struct rdb_input input;
    struct rdb_text text = {0};
    unsigned type;
    struct cell draft =
        cell_draft(call->shard->keyspace, call->db, &call->key, expiry_of(call, restore));
    bool is_good = rdb_payload_open(call->argv[3], &type, &input) &&
                   rdb_read_value(&input, type, &draft, &text) && rdb_left(&input) == 0;
    if (is_good) {
        publish(call, restore, &draft, text.bytes);
    } else {
        cell_discard(&draft);
        reply_error(call->reply, "ERR Bad data format");
    }
    rdb_text_clear(&text);
}

static void restore_value(struct call *call) {
    struct restore restore = {.idle_seconds = UNSAID, .frequency = UNSAID};
    if (!parse_options(call, &restore)) {
        return;
    }
    if (!restore.replaces && find_live(call)) {
        reply_error(call->reply, "BUSYKEY Target key name already exists.");
        return;
    }
    if (!parse_number(call, 2, INT64_MAX, "ERR Invalid TTL value, must be >= 0", &restore.ttl)) {
        return;
    }
    if (!rdb_payload_is_whole(call->argv[3])) {
        reply_error(call->reply, "ERR DUMP payload version or checksum are wrong");
        return;
    }
    make_value(call, &restore);
}

#define RESTORE_SYNOPSIS \
    "key ttl serialized-value [REPLACE] [ABSTTL] [IDLETIME seconds] [FREQ frequency]"
#define RESTORE_COMPLEXITY "O(N) for a value of size N; O(N log(N)) for sorted sets"
#define RESTORE_HISTORY                                                                          \
    "3.0.0: Added the `REPLACE` modifier.|5.0.0: Added the `ABSTTL` modifier.|5.0.0: Added the " \
    "`IDLETIME` and `FREQ` options."

const struct command dump_commands[] = {
    {"DUMP", "key", dump, READONLY, KEY_AT(1, KEY_RO | KEY_ACCESS), "2.6.0",
     "O(N) for a value of size N", "Answers the value of a key as bytes that RESTORE takes.",
     GROUP_GENERIC, NULL, .tips = "nondeterministic_output"},
    {"RESTORE", RESTORE_SYNOPSIS, restore_value, WRITE | GROWS, KEY_AT(1, KEY_OW | KEY_UPDATE),
     "2.6.0", RESTORE_COMPLEXITY, "Makes a key of what DUMP answered, here or elsewhere.",
     GROUP_GENERIC, RESTORE_HISTORY, .categories = CATEGORY_DANGEROUS},
    {"RESTORE-ASKING", RESTORE_SYNOPSIS, restore_value, WRITE | GROWS | ASKING,
     KEY_AT(1, KEY_OW | KEY_UPDATE), "3.0.0", RESTORE_COMPLEXITY,
     "RESTORE into a slot that is on its way to this node of a cluster.", GROUP_SERVER,
     RESTORE_HISTORY, .categories = CATEGORY_DANGEROUS | CATEGORY_KEYSPACE, .is_system = true},
    {0},
};
