/* command/hash_reads.c - reading whole hashes, random fields, and step by step.
 *
 * Everything goes from the hash into the reply, field by field. HRANDFIELD with a positive count must not
 * answer a field twice. Where it wants most of the fields it walks over all and takes each with the
 * chance that is left (Knuth, TAOCP 3.4.2, algorithm S); else it draws, and draws again what it has had,
 * known by where the field lies: less than a third of the draws are in vain. */
#include "base/memory.h"
#include "command/element_draws.h"
#include "command/element_scan.h"
#include "command/families.h"
#include "data/value.h"
#include "engine/collection.h"
#include "engine/core.h"

/* ---- whole hashes ---- */

enum parts { FIELDS = 1, VALUES = 2 };

static void reply_walk(struct reply *reply, const struct entry *hash, unsigned parts) {
    struct hash_walk walk = hash_walk(hash, 0);
    while (hash_next(&walk)) {
        if (parts & FIELDS) {
            reply_bulk(reply, walk.field);
        }
        if (parts & VALUES) {
            reply_bulk(reply, walk.value);
        }
    }
}

static void reply_all(struct call *call, unsigned parts) {
    struct entry *hash;
    if (!collection_find(call, &call->key, VALUE_HASH, &hash)) {
        return;
    }
    if (parts == (FIELDS | VALUES)) {
        reply_map(call->reply, hash_count(hash));
    } else {
        reply_array(call->reply, hash_count(hash));
    }
    reply_walk(call->reply, hash, parts);
}

static void hgetall(struct call *call) {
    reply_all(call, FIELDS | VALUES);
}

static void hkeys(struct call *call) {
    reply_all(call, FIELDS);
}

static void hvals(struct call *call) {
    reply_all(call, VALUES);
}

/* ---- random fields ---- */

/* Redis takes any negative count, and fills the memory. */
enum { REPEATED_MAX = 1 << 24 };

struct drawing {
    struct call *call;
    const struct entry *hash;
    bool has_values;
};

static uint64_t random_number(const struct drawing *drawing) {
    return loop_random(drawing->call->shard->core->loop);
}

static void reply_head(const struct drawing *drawing, uint64_t count) {
    bool is_flat = drawing->has_values && drawing->call->reply->version == 2;
    reply_array(drawing->call->reply, is_flat ? count * 2 : count);
}

static void reply_drawn(const struct drawing *drawing, const struct hash_walk *drawn) {
    struct reply *reply = drawing->call->reply;
    if (drawing->has_values && reply->version > 2) {
        reply_array(reply, 2);
    }
    reply_bulk(reply, drawn->field);
    if (drawing->has_values) {
        reply_bulk(reply, drawn->value);
    }
}

static void draw_by_walk(const struct drawing *drawing, uint64_t count) {
    uint64_t left = hash_count(drawing->hash);
    struct hash_walk walk = hash_walk(drawing->hash, 0);
    while (count > 0 && hash_next(&walk)) {
        if (count == left || random_number(drawing) % left < count) {
            reply_drawn(drawing, &walk);
            count--;
        }
        left--;
    }
}

/* False if the address is among them; size is a power of two. */
static bool remember(const char **drawn, size_t size, const char *address) {
    size_t at = ((uintptr_t)address * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (size - 1);
    while (drawn[at] && drawn[at] != address) {
        at = (at + 1) & (size - 1);
    }
    bool is_new = !drawn[at];
    drawn[at] = address;
    return is_new;
}

/* The hash is a table, so each of its fields lies in a place of its own. */
static void draw_different(const struct drawing *drawing, uint64_t count) {
    size_t size = 16;
    while (size < count * 2) {
        size *= 2;
    }
    const char **drawn = memory_alloc_zeroed(size * sizeof(*drawn));
    while (count > 0) {
        struct hash_walk found;
        hash_random(drawing->hash, random_number(drawing), &found);
        if (remember(drawn, size, found.field.data)) {
            reply_drawn(drawing, &found);
            count--;
        }
    }
    memory_free(drawn);
}

static void draw_repeated(const struct drawing *drawing, uint64_t count) {
    if (count > REPEATED_MAX) {
        reply_error(drawing->call->reply, "ERR value is out of range");
        return;
    }
    reply_head(drawing, count);
    for (uint64_t i = 0; i < count; i++) {
        struct hash_walk found;
        hash_random(drawing->hash, random_number(drawing), &found);
        reply_drawn(drawing, &found);
    }
}

static void draw(const struct drawing *drawing, int64_t wanted) {
    uint64_t total = hash_count(drawing->hash);
    uint64_t count = wanted < 0 ? -(uint64_t)wanted : (uint64_t)wanted;
    if (count == 0 || total == 0) {
        reply_array(drawing->call->reply, 0);
    } else if (wanted < 0) {
        draw_repeated(drawing, count);
    } else {
        count = count < total ? count : total;
        reply_head(drawing, count);
        if (count > total / 3 || !value_is_large(drawing->hash)) {
            draw_by_walk(drawing, count);
        } else {
            draw_different(drawing, count);
        }
    }
}

static void reply_one(struct call *call) {
    struct drawing drawing = {.call = call};
    struct entry *hash;
    if (!collection_find(call, &call->key, VALUE_HASH, &hash)) {
        return;
    }
    if (!hash) {
        reply_nil(call->reply);
        return;
    }
    struct hash_walk found;
    drawing.hash = hash;
    hash_random(hash, random_number(&drawing), &found);
    reply_drawn(&drawing, &found);
}

static void hrandfield(struct call *call) {
    int64_t wanted;
    struct drawing drawing = {.call = call};
    struct entry *hash;
    if (call->argc == 2) {
        reply_one(call);
        return;
    }
    if (element_draws_parse(call, "withvalues", &wanted, &drawing.has_values) &&
        collection_find(call, &call->key, VALUE_HASH, &hash)) {
        drawing.hash = hash;
        draw(&drawing, wanted);
    }
}

/* ---- step by step ---- */

static void emit(void *arg, struct bytes field, struct bytes value, int64_t expire_ms) {
    (void)expire_ms;
    if (element_scan_matches(arg, field)) {
        element_scan_emit(arg, field);
        element_scan_emit(arg, value);
    }
}

static void hscan(struct call *call) {
    struct element_scan scan = {0};
    struct entry *hash;
    if (!element_scan_cursor(call, &scan) ||
        !collection_find(call, &call->key, VALUE_HASH, &hash)) {
        return;
    }
    if (!hash) {
        element_scan_reply_nothing(call);
    } else if (element_scan_options(call, &scan)) {
        uint64_t next = hash_scan(hash, scan.cursor, scan.count, 0, emit, &scan);
        element_scan_reply(&scan, call, next);
    }
}

#define READS (KEY_RO | KEY_ACCESS)

const struct command hash_reads_commands[] = {
    {"HGETALL", "key", hgetall, READONLY, KEY_AT(1, READS), "2.0.0",
     "O(N) where N is the number of fields", "Returns all fields and values of a hash.", GROUP_HASH,
     NULL, .tips = "nondeterministic_output_order"},
    {"HKEYS", "key", hkeys, READONLY, KEY_AT(1, READS), "2.0.0",
     "O(N) where N is the number of fields", "Returns all fields of a hash.", GROUP_HASH, NULL,
     .tips = "nondeterministic_output_order"},
    {"HVALS", "key", hvals, READONLY, KEY_AT(1, READS), "2.0.0",
     "O(N) where N is the number of fields", "Returns all values of a hash.", GROUP_HASH, NULL,
     .tips = "nondeterministic_output_order"},
    {"HRANDFIELD", "key [count [WITHVALUES]]", hrandfield, READONLY, KEY_AT(1, READS), "6.2.0",
     "O(N) where N is the number of fields that are returned",
     "Returns one or more random fields of a hash.", GROUP_HASH, NULL,
     .tips = "nondeterministic_output"},
    {"HSCAN", "key cursor [MATCH pattern] [COUNT count]", hscan, READONLY, KEY_AT(1, READS),
     "2.8.0", "O(1) for a call, O(N) for all that it takes to see N fields",
     "Iterates over fields and values of a hash.", GROUP_HASH, NULL,
     .tips = "nondeterministic_output"},
    {0},
};
