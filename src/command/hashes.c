/* command/hashes.c - hashes: one field or some, read and written. What reads whole hashes stands in
 * hash_reads.c, what gives fields a time to live in hash_expiry.c.
 *
 * collection_find and collection_open remove what has expired first, so nothing here looks at the time.
 * Commands with many fields fetch them in batches before they touch them: in a large hash that is in no
 * cache each field is otherwise a row of misses, one after the other. */
#include "base/number.h"
#include "command/families.h"
#include "data/value.h"
#include "engine/collection.h"
#include "engine/core.h"

/* Fetches the texts step apart that begin at argv[at], if a batch of them begins there. */
static void prefetch(const struct call *call, const struct entry *hash, unsigned first, unsigned at,
                     unsigned step) {
    if (((at - first) / step) % VALUE_PREFETCH_MAX == 0) {
        unsigned left = (call->argc - at + step - 1) / step;
        value_prefetch(hash, &call->argv[at], left < VALUE_PREFETCH_MAX ? left : VALUE_PREFETCH_MAX,
                       step);
    }
}

/* ---- setting ---- */

/* Returns how many fields are new, or -1 with the error written. */
static int64_t set_pairs(struct call *call) {
    struct cell cell;
    int64_t added = 0;
    if (call->argc % 2 != 0) {
        reply_error(call->reply, "ERR wrong number of arguments for '%s' command",
                    call->command->name);
        return -1;
    }
    if (!collection_open(call, &call->key, VALUE_HASH, &cell)) {
        return -1;
    }
    for (unsigned i = 2; i < call->argc; i += 2) {
        prefetch(call, cell.entry, 2, i, 2);
        added += collection_hash_set(call, &cell, call->argv[i], call->argv[i + 1], EXPIRE_NONE);
    }
    store_notify(call, NOTIFY_HASH, "hset", &call->key);
    return added;
}

static void hset(struct call *call) {
    int64_t added = set_pairs(call);
    if (added >= 0) {
        reply_integer(call->reply, added);
    }
}

static void hmset(struct call *call) {
    if (set_pairs(call) >= 0) {
        reply_ok(call->reply);
    }
}

static void hsetnx(struct call *call) {
    struct cell cell;
    struct hash_found found;
    if (!collection_open(call, &call->key, VALUE_HASH, &cell)) {
        return;
    }
    if (hash_get(cell.entry, call->argv[2], 0, &found)) {
        reply_integer(call->reply, 0);
        return;
    }
    collection_hash_set(call, &cell, call->argv[2], call->argv[3], EXPIRE_NONE);
    store_notify(call, NOTIFY_HASH, "hset", &call->key);
    reply_integer(call->reply, 1);
}

static void hdel(struct call *call) {
    struct cell cell;
    int64_t deleted = 0;
    if (!collection_open(call, &call->key, VALUE_HASH, &cell)) {
        return;
    }
    for (unsigned i = 2; i < call->argc && cell.entry; i++) {
        prefetch(call, cell.entry, 2, i, 1);
        deleted += collection_hash_delete(call, &cell, call->argv[i]);
    }
    if (deleted > 0) {
        store_notify(call, NOTIFY_HASH, "hdel", &call->key);
        if (!cell.entry) {
            store_notify(call, NOTIFY_GENERIC, "del", &call->key);
        }
    }
    reply_integer(call->reply, deleted);
}

/* ---- counting ---- */

/* The field as it is, for who writes it next: that ends the views, so its expiry is kept beside. */
static bool find_number(const struct cell *cell, struct bytes field, struct hash_found *found) {
    bool is_there = hash_get(cell->entry, field, 0, found);
    if (!is_there) {
        found->expire_ms = EXPIRE_NONE;
    }
    return is_there;
}

static void hincrby(struct call *call) {
    struct cell cell;
    struct hash_found found;
    int64_t value = 0, by;
    if (!arg_integer(call, 3, &by) || !collection_open(call, &call->key, VALUE_HASH, &cell)) {
        return;
    }
    if (find_number(&cell, call->argv[2], &found) && !number_parse_i64(found.value, &value)) {
        reply_error(call->reply, "ERR hash value is not an integer");
        return;
    }
    if (__builtin_add_overflow(value, by, &value)) {
        reply_error(call->reply, "ERR increment or decrement would overflow");
        return;
    }
    char text[NUMBER_TEXT_MAX];
    struct bytes sum = bytes_of(text, number_format_i64(text, value));
    collection_hash_set(call, &cell, call->argv[2], sum, found.expire_ms);
    store_notify(call, NOTIFY_HASH, "hincrby", &call->key);
    reply_integer(call->reply, value);
}

static bool is_finite(long double value) {
    return !__builtin_isnan(value) && !__builtin_isinf(value);
}

static bool parse_float_increment(struct call *call, long double *by) {
    if (!number_parse_long_double(call->argv[3], by)) {
        reply_error_not_float(call->reply);
        return false;
    }
    if (!is_finite(*by)) {
        reply_error(call->reply, "ERR value is NaN or Infinity");
        return false;
    }
    return true;
}

static void hincrbyfloat(struct call *call) {
    struct cell cell;
    struct hash_found found;
    long double value = 0, by;
    if (!parse_float_increment(call, &by) ||
        !collection_open(call, &call->key, VALUE_HASH, &cell)) {
        return;
    }
    if (find_number(&cell, call->argv[2], &found) &&
        !number_parse_long_double(found.value, &value)) {
        reply_error(call->reply, "ERR hash value is not a float");
        return;
    }
    value += by;
    if (!is_finite(value)) {
        reply_error(call->reply, "ERR increment would produce NaN or Infinity");
        return;
    }
    char text[LONG_DOUBLE_TEXT_MAX];
    struct bytes sum = bytes_of(text, number_format_long_double(text, value));
    collection_hash_set(call, &cell, call->argv[2], sum, found.expire_ms);
    store_notify(call, NOTIFY_HASH, "hincrbyfloat", &call->key);
    reply_bulk(call->reply, sum);
}

/* ---- reading ---- */

static void hget(struct call *call) {
    struct entry *hash;
    struct hash_found found;
    if (!collection_find(call, &call->key, VALUE_HASH, &hash)) {
        return;
    }
    if (hash_get(hash, call->argv[2], 0, &found)) {
        reply_bulk(call->reply, found.value);
    } else {
        reply_nil(call->reply);
    }
}

static void hmget(struct call *call) {
    struct entry *hash;
    struct hash_found found;
    if (!collection_find(call, &call->key, VALUE_HASH, &hash)) {
        return;
    }
    reply_array(call->reply, call->argc - 2);
    for (unsigned i = 2; i < call->argc; i++) {
        prefetch(call, hash, 2, i, 1);
        if (hash_get(hash, call->argv[i], 0, &found)) {
            reply_bulk(call->reply, found.value);
        } else {
            reply_nil(call->reply);
        }
    }
}

static void hexists(struct call *call) {
    struct entry *hash;
    struct hash_found found;
    if (collection_find(call, &call->key, VALUE_HASH, &hash)) {
        reply_integer(call->reply, hash_get(hash, call->argv[2], 0, &found));
    }
}

static void hstrlen(struct call *call) {
    struct entry *hash;
    struct hash_found found;
    if (collection_find(call, &call->key, VALUE_HASH, &hash)) {
        reply_integer(call->reply,
                      hash_get(hash, call->argv[2], 0, &found) ? (int64_t)found.value.len : 0);
    }
}

static void hlen(struct call *call) {
    struct entry *hash;
    if (collection_find(call, &call->key, VALUE_HASH, &hash)) {
        reply_integer(call->reply, (int64_t)hash_count(hash));
    }
}

const struct command hashes_commands[] = {
    {"HSET", "key field value [field value ...]", hset, WRITE | GROWS | FAST,
     KEY_AT(1, KEY_RW | KEY_UPDATE), "2.0.0", "O(N) where N is the number of fields",
     "Sets fields of a hash, made if missing.", GROUP_HASH,
     "4.0.0: Accepts multiple `field` and `value` arguments."},
    {"HMSET", "key field value [field value ...]", hmset, WRITE | GROWS | FAST,
     KEY_AT(1, KEY_RW | KEY_UPDATE), "2.0.0", "O(N) where N is the number of fields",
     "Sets fields of a hash, made if missing.", GROUP_HASH, NULL,
     .deprecated = "4.0.0: `HSET` with multiple field-value pairs"},
    {"HSETNX", "key field value", hsetnx, WRITE | GROWS | FAST, KEY_AT(1, KEY_RW | KEY_INSERT),
     "2.0.0", "O(1)", "Sets a field of a hash if it is not there.", GROUP_HASH, NULL},
    {"HDEL", "key field [field ...]", hdel, WRITE | FAST, KEY_AT(1, KEY_RW | KEY_DELETE), "2.0.0",
     "O(N) where N is the number of fields",
     "Deletes fields of a hash, and the hash with the last.", GROUP_HASH,
     "2.4.0: Accepts multiple `field` arguments."},
    {"HINCRBY", "key field increment", hincrby, WRITE | GROWS | FAST,
     KEY_AT(1, KEY_RW | KEY_ACCESS | KEY_UPDATE), "2.0.0", "O(1)",
     "Adds to the integer in a field of a hash, 0 if missing.", GROUP_HASH, NULL},
    {"HINCRBYFLOAT", "key field increment", hincrbyfloat, WRITE | GROWS | FAST,
     KEY_AT(1, KEY_RW | KEY_ACCESS | KEY_UPDATE), "2.6.0", "O(1)",
     "Adds to the number in a field of a hash, 0 if missing.", GROUP_HASH, NULL},
    {"HGET", "key field", hget, READONLY | FAST, KEY_AT(1, KEY_RO | KEY_ACCESS), "2.0.0", "O(1)",
     "Returns the value of a field of a hash.", GROUP_HASH, NULL},
    {"HMGET", "key field [field ...]", hmget, READONLY | FAST, KEY_AT(1, KEY_RO | KEY_ACCESS),
     "2.0.0", "O(N) where N is the number of fields", "Returns the values of fields of a hash.",
     GROUP_HASH, NULL},
    {"HEXISTS", "key field", hexists, READONLY | FAST, KEY_AT(1, KEY_RO), "2.0.0", "O(1)",
     "Tells whether a hash has a field.", GROUP_HASH, NULL},
    {"HSTRLEN", "key field", hstrlen, READONLY | FAST, KEY_AT(1, KEY_RO), "3.2.0", "O(1)",
     "Returns the length of the value of a field of a hash.", GROUP_HASH, NULL},
    {"HLEN", "key", hlen, READONLY | FAST, KEY_AT(1, KEY_RO), "2.0.0", "O(1)",
     "Returns the number of fields of a hash.", GROUP_HASH, NULL},
    {0},
};
