/* server/debug_data.c - DEBUG on data: making keys, looking into them, digests.
 *
 * All of it runs as transactions over all shards or on the shard of a key, like any command. */
#include <openssl/sha.h>
#include <stdio.h>

#include "base/memory.h"
#include "base/number.h"
#include "data/value.h"
#include "engine/store.h"
#include "engine/core.h"
#include "engine/tx.h"
#include "log/shadow.h"
#include "server/debug.h"

/* ---- POPULATE ---- */

/* Every core makes the keys that are its own among [first, end), so that all work at once. A slice
 * is small enough to hold nobody up for more than about a millisecond. */
struct populate {
    struct bytes prefix;
    uint64_t first, end, value_len; /* 0: as long as the text */
    bool *lacks_memory;             /* one a core */
};

enum { SLICE_KEYS = 1024, SLICE_KEYS_MAX = 16384 };

/* The text of a number behind it; printf would be half of the whole cost. */
static void append_number(struct buffer *text, uint64_t number) {
    char digits[NUMBER_TEXT_MAX];
    buffer_append(text, bytes_of(digits, number_format_u64(digits, number)));
}

/* Some keys of this core at a time, so that the index is fetched for all before it is needed: half
 * the time of one after the other. */
enum { GROUP_KEYS = 16 };

struct group {
    unsigned count;
    uint64_t numbers[GROUP_KEYS];
    struct key keys[GROUP_KEYS]; /* views of names, which has room for all */
    struct buffer names, value;
};

static void group_fill(struct group *group, struct tx_part *part, const struct populate *populate,
                       uint64_t *next) {
    struct buffer *names = &group->names;
    names->len = 0;
    for (group->count = 0; *next < populate->end && group->count < GROUP_KEYS; ++*next) {
        size_t start = names->len;
        buffer_append(names, populate->prefix);
        buffer_append(names, BYTES_LITERAL(":"));
        append_number(names, *next);
        struct key key = key_of(bytes_of(names->data + start, names->len - start));
        if (core_of_key(part->core->engine, &key) != part->core) {
            names->len = start;
            continue;
        }
        keyspace_prefetch_bucket(part->call.shard->keyspace, part->call.db, &key);
        group->numbers[group->count] = *next;
        group->keys[group->count++] = key;
    }
    for (unsigned i = 0; i < group->count; i++) {
        keyspace_prefetch_entry(part->call.shard->keyspace, part->call.db, &group->keys[i]);
    }
}

static struct bytes value_of(struct buffer *value, uint64_t number, uint64_t len) {
    value->len = 0;
    buffer_append(value, BYTES_LITERAL("value:"));
    append_number(value, number);
    if (len > value->len) {
        size_t more = len - value->len;
        memset(buffer_reserve(value, more), 0, more);
        value->len += more;
    }
    return bytes_of(value->data, len > 0 ? len : value->len);
}

static void populate_part(struct tx_part *part) {
    const struct populate *populate = part->tx->arg;
    struct group group = {.count = 0};
    buffer_reserve(&group.names, GROUP_KEYS * (populate->prefix.len + 1 + NUMBER_TEXT_MAX));
    for (uint64_t next = populate->first; next < populate->end;) {
        group_fill(&group, part, populate, &next);
        for (unsigned i = 0; i < group.count; i++) {
            if (store_peek(&part->call, &group.keys[i])) {
                continue;
            }
            struct bytes value = value_of(&group.value, group.numbers[i], populate->value_len);
            if (!store_put_string(&part->call, &group.keys[i], NULL, value, EXPIRE_NONE)) {
                populate->lacks_memory[part->core->index] = true;
            }
        }
    }
    buffer_clear(&group.names);
    buffer_clear(&group.value);
}

static bool parse_positive(struct call *call, unsigned index, uint64_t *value) {
    int64_t number;
    if (!number_parse_i64(call->argv[index], &number) || number < 0) {
        reply_error(call->reply, "ERR value is out of range, must be positive");
        return false;
    }
    *value = (uint64_t)number;
    return true;
}

void debug_populate(struct call *call) {
    struct populate populate = {.prefix = BYTES_LITERAL("key")};
    uint64_t count;
    if (!parse_positive(call, 2, &count) ||
        (call->argc > 4 && !parse_positive(call, 4, &populate.value_len))) {
        return;
    }
    if (populate.value_len > call->client->core->settings->proto_max_bulk_len) {
        reply_error(call->reply, "ERR string exceeds maximum allowed size (proto-max-bulk-len)");
        return;
    }
    if (call->argc > 3) {
        populate.prefix = call->argv[3];
    }
    uint64_t slice = (uint64_t)SLICE_KEYS * call->client->core->engine->core_count;
    slice = slice < SLICE_KEYS_MAX ? slice : SLICE_KEYS_MAX;
    slice = populate.value_len > 65536 ? 1 : slice;
    unsigned cores = call->client->core->engine->core_count;
    populate.lacks_memory = memory_alloc_zeroed(cores);
    bool is_full = false;
    while (populate.first < count && !is_full) {
        populate.end = count - populate.first < slice ? count : populate.first + slice;
        struct tx tx;
        tx_begin_all(&tx, call, true);
        tx_hop(&tx, populate_part, &populate, TX_CONCLUDE);
        tx_end(&tx);
        populate.first = populate.end;
        is_full = memchr(populate.lacks_memory, true, cores) != NULL;
    }
    memory_free(populate.lacks_memory);
    if (is_full) {
        reply_error(call->reply, "OOM there is no memory for more keys");
    } else {
        reply_ok(call->reply);
    }
}

/* ---- one key ---- */

struct look {
    const struct call *call;
    struct key key;
    bool is_found;
    unsigned long long hash; /* stands for the address, which is nobody's business */
    const char *encoding;
    size_t memory;
    uint32_t idle_s;
    unsigned char digest[SHA_DIGEST_LENGTH];
};

static const struct entry *find_here(struct core *core, const struct look *look) {
    return keyspace_find(core->shard.keyspace, look->call->db, &look->key, false);
}

static void look_here(struct core *core, void *arg) {
    struct look *look = arg;
    const struct entry *entry = find_here(core, look);
    look->is_found = entry != NULL;
    if (entry) {
        look->hash = look->key.hash;
        look->encoding = entry_encoding(entry);
        look->memory = entry_memory(entry);
        look->idle_s = entry_idle_seconds(entry, keyspace_now(core->shard.keyspace));
    }
}

static void look_at(struct look *look, void (*fn)(struct core *core, void *arg)) {
    core_run_on(core_of_key(look->call->client->core->engine, &look->key), fn, look);
}

void debug_object(struct call *call) {
    struct look look = {.call = call, .key = key_of(call->argv[2])};
    look_at(&look, look_here);
    if (!look.is_found) {
        reply_error_no_key(call->reply);
        return;
    }
    char text[200];
    int64_t clock = call->now_ms / 1000 - look.idle_s;
    snprintf(text, sizeof(text),
             "Value at:0x%llx refcount:1 encoding:%s serializedlength:%zu lru:%lld "
             "lru_seconds_idle:%u",
             look.hash, look.encoding, look.memory, (long long)(clock & 0xffffff), look.idle_s);
    reply_status(call->reply, text);
}

/* Of a collection, what is the same for the same elements, whatever its form. */
static void append_value(struct buffer *text, const struct entry *entry, struct buffer *scratch) {
    uint64_t sum[2] = {0};
    if (entry_type(entry) == VALUE_STRING) {
        buffer_append(text, entry_text(entry, scratch));
    } else {
        value_kinds[entry_type(entry)]->digest(entry, sum);
        buffer_append(text, bytes_of((const char *)sum, sizeof(sum)));
    }
}

/* Of the value alone, so that a copy under another name, or in another database, has the same. */
static void digest_value_here(struct core *core, void *arg) {
    struct look *look = arg;
    const struct entry *entry = find_here(core, look);
    if (!entry) {
        return;
    }
    struct buffer text = {0}, scratch = {0};
    bool expires = entry_expire_ms(entry) != EXPIRE_NONE;
    buffer_printf(&text, "%s %d ", value_type_name(entry_type(entry)), expires);
    append_value(&text, entry, &scratch);
    SHA1((const unsigned char *)text.data, text.len, look->digest);
    buffer_clear(&text);
    buffer_clear(&scratch);
}

static void reply_digest(struct reply *reply, const unsigned char digest[20]) {
    char text[41];
    for (unsigned i = 0; i < 20; i++) {
        snprintf(text + 2 * i, 3, "%02x", digest[i]);
    }
    reply_status(reply, text);
}

/* All are gathered first: while this waits, MONITOR's lines may come between. */
void debug_digest_value(struct call *call) {
    unsigned count = call->argc - 2;
    struct look *looks = memory_alloc_zeroed((count + 1) * sizeof(*looks));
    for (unsigned i = 0; i < count; i++) {
        looks[i] = (struct look){.call = call, .key = key_of(call->argv[i + 2])};
        look_at(&looks[i], digest_value_here);
    }
    reply_array(call->reply, count);
    for (unsigned i = 0; i < count; i++) {
        reply_digest(call->reply, looks[i].digest);
    }
    memory_free(looks);
}

/* ---- all keys ---- */

struct digest {
    unsigned char bytes[20];
};

static void digest_part(struct tx_part *part) {
    struct digest *sum = &((struct digest *)part->tx->arg)[part->core->index];
    for (unsigned db = 0; db < part->core->engine->databases; db++) {
        unsigned char digest[20];
        keyspace_digest(part->call.shard->keyspace, db, digest);
        digest_add(sum->bytes, digest);
    }
}

void debug_digest(struct call *call) {
    unsigned cores = call->client->core->engine->core_count;
    struct digest *sums = memory_alloc_zeroed(cores * sizeof(*sums));
    struct tx tx;
    tx_begin_all(&tx, call, false);
    tx_hop(&tx, digest_part, sums, TX_CONCLUDE);
    tx_end(&tx);
    for (unsigned i = 1; i < cores; i++) {
        digest_add(sums[0].bytes, sums[i].bytes);
    }
    reply_digest(call->reply, sums[0].bytes);
    memory_free(sums);
}

/* The first database of each core whose shadow differs, plus one; 0: none does. */
static void shadow_part(struct tx_part *part) {
    unsigned *differing = part->tx->arg;
    struct shard *shard = part->call.shard;
    for (unsigned db = 0; db < part->core->engine->databases; db++) {
        unsigned char own[20], shadows[20];
        keyspace_digest(shard->keyspace, db, own);
        shadow_digest(shard->shadow, keyspace_now(shard->keyspace), db, shadows);
        if (memcmp(own, shadows, sizeof(own)) != 0) {
            differing[part->core->index] = db + 1;
            return;
        }
    }
}

void debug_shadow(struct call *call) {
    struct engine *engine = call->client->core->engine;
    if (!call->client->core->shard.shadow) {
        reply_error(call->reply, "ERR only test builds (make MODE=debug) keep a shadow");
        return;
    }
    unsigned *differing = memory_alloc_zeroed(engine->core_count * sizeof(*differing));
    struct tx tx;
    tx_begin_all(&tx, call, false);
    tx_hop(&tx, shadow_part, differing, TX_CONCLUDE);
    tx_end(&tx);
    unsigned core = 0;
    while (core < engine->core_count && !differing[core]) {
        core++;
    }
    if (core == engine->core_count) {
        reply_ok(call->reply);
    } else {
        reply_error(call->reply, "ERR effects and data differ on core %u in database %u", core,
                    differing[core] - 1);
    }
    memory_free(differing);
}

struct table_part {
    unsigned db;
    struct keyspace_facts *facts; /* one a core */
};

static void table_part_here(struct core *core, void *arg) {
    const struct table_part *part = arg;
    keyspace_facts(core->shard.keyspace, part->db, &part->facts[core->index]);
}

void debug_htstats(struct call *call) {
    struct engine *engine = call->client->core->engine;
    int64_t db;
    if (!arg_integer(call, 2, &db)) {
        return;
    }
    if (db < 0 || db >= engine->databases) {
        reply_error(call->reply, "ERR Out of range database");
        return;
    }
    struct table_part part = {.db = (unsigned)db};
    part.facts = memory_alloc_zeroed(engine->core_count * sizeof(*part.facts));
    core_run_on_all(engine, table_part_here, &part);
    struct buffer text = {0};
    buffer_append_text(&text, "[Index]\n");
    for (unsigned i = 0; i < engine->core_count; i++) {
        buffer_printf(&text, "core %u: %llu keys, %llu expire\n", i,
                      (unsigned long long)part.facts[i].keys,
                      (unsigned long long)part.facts[i].expires);
    }
    reply_verbatim(call->reply, "txt", buffer_view(&text));
    buffer_clear(&text);
    memory_free(part.facts);
}
