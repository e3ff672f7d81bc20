/* command/hyperloglog.c - HyperLogLogs: PFADD, PFCOUNT, PFMERGE, and PFDEBUG, which looks into one.
 *
 * They are strings, edited in place: a dense one by the bytes of the registers that change, a sparse one in
 * a copy, because that is short and its bytes move. Over several shards the registers of all keys of a
 * shard are merged there, and what comes to the caller is one array a shard. */
#include "base/memory.h"
#include "command/families.h"
#include "data/hll.h"
#include "engine/core.h"
#include "engine/store.h"
#include "engine/tx.h"

static void reply_corrupt(struct call *call) {
    reply_error(call->reply, "INVALIDOBJ Corrupted HLL object detected");
}

enum kind { KIND_NONE, KIND_SPARSE, KIND_DENSE, KIND_OTHER_TYPE, KIND_OTHER_STRING, KIND_CORRUPT };

/* The text is the entry's own, or for what is no HyperLogLog of the shard's scratch memory. */
static enum kind kind_of(struct call *call, const struct entry *entry, struct bytes *hll) {
    *hll = bytes_of(NULL, 0);
    if (!entry) {
        return KIND_NONE;
    }
    if (entry_type(entry) != VALUE_STRING) {
        return KIND_OTHER_TYPE;
    }
    *hll = entry_text(entry, store_scratch(call));
    if (!hll_is_valid(*hll)) {
        return KIND_OTHER_STRING;
    }
    return hll_is_dense(*hll) ? KIND_DENSE : KIND_SPARSE;
}

/* True with the error written if the kind is one that no command takes. */
static bool refuse(struct call *call, enum kind kind) {
    if (kind == KIND_OTHER_TYPE) {
        reply_error_wrong_type(call->reply);
    } else if (kind == KIND_OTHER_STRING) {
        reply_error(call->reply, "WRONGTYPE Key is not a valid HyperLogLog string value.");
    } else if (kind == KIND_CORRUPT) {
        reply_corrupt(call);
    }
    return kind >= KIND_OTHER_TYPE;
}

/* Redis writes into the string, which makes it "raw" even where nothing changes. */
static void make_raw(struct call *call, const struct key *key, struct entry **entry) {
    if (strcmp(entry_encoding(*entry), "raw") != 0 &&
        store_edit_begin(call, key, *entry, entry_text_len(*entry), entry)) {
        store_edit_end(call, key, *entry, 0, 0);
    }
}

/* The whole of a new or changed HyperLogLog. False if there is no memory: the error is written. */
static bool put(struct call *call, const struct key *key, struct entry *old, struct bytes hll) {
    struct entry *entry;
    char *target = store_edit_begin(call, key, old, hll.len, &entry);
    if (target) {
        memcpy(target, hll.data, hll.len);
        store_edit_end(call, key, entry, 0, hll.len);
    }
    return target != NULL;
}

/* ---- PFADD ---- */

/* The bytes of an edit that have changed. */
struct touched {
    size_t first, end;
};

static void touch(struct touched *touched, size_t first, size_t end) {
    touched->first = touched->first < first ? touched->first : first;
    touched->end = touched->end > end ? touched->end : end;
}

static void touch_head(struct touched *touched, const char *hll) {
    uint64_t ignored;
    if (hll_kept_estimate(bytes_of(hll, HLL_HEAD), &ignored)) {
        touch(touched, HLL_ESTIMATE_AT, HLL_HEAD); /* else it is marked as old already */
    }
}

/* From argument i on, whose register was found to be lower: the first that changes anything. */
static bool add_to_dense(struct call *call, struct entry *entry, unsigned i) {
    char *hll = store_edit_begin(call, &call->key, entry, HLL_DENSE_SIZE, &entry);
    struct touched touched = {HLL_DENSE_SIZE, 0};
    if (!hll) {
        return false;
    }
    touch_head(&touched, hll);
    hll_mark_old(hll);
    for (; i < call->argc; i++) {
        struct hll_place place = hll_place_of(call->argv[i]);
        if (hll_dense_get(hll, place.index) < place.rank) {
            size_t at = hll_dense_byte(place.index);
            hll_dense_set(hll, place.index, place.rank);
            touch(&touched, at, at + 2 < HLL_DENSE_SIZE ? at + 2 : HLL_DENSE_SIZE);
        }
    }
    store_edit_end(call, &call->key, entry, touched.first, touched.end - touched.first);
    return true;
}

static void add_dense(struct call *call, struct entry *entry, const char *hll) {
    unsigned i = 2;
    for (; i < call->argc; i++) {
        struct hll_place place = hll_place_of(call->argv[i]);
        if (hll_dense_get(hll, place.index) < place.rank) {
            break;
        }
    }
    if (i == call->argc) {
        reply_integer(call->reply, 0);
    } else if (add_to_dense(call, entry, i)) {
        store_notify(call, NOTIFY_STRING, "pfadd", &call->key);
        reply_integer(call->reply, 1);
    }
}

static uint64_t sparse_max(const struct call *call) {
    return call->shard->core->settings->hll_sparse_max_bytes;
}

/* Adds all elements to a copy. HLL_CORRUPT: what came before is in it nevertheless. */
static enum hll_result add_all(struct call *call, struct buffer *hll, bool *is_changed) {
    for (unsigned i = 2; i < call->argc; i++) {
        enum hll_result result = hll_raise(hll, hll_place_of(call->argv[i]), sparse_max(call));
        if (result == HLL_CORRUPT) {
            return result;
        }
        *is_changed |= result == HLL_CHANGED;
    }
    return *is_changed ? HLL_CHANGED : HLL_SAME;
}

static void add_sparse(struct call *call, struct entry *entry, struct bytes old) {
    struct buffer hll = {0};
    bool is_changed = !entry;
    if (entry) {
        buffer_append(&hll, old);
    } else {
        hll_make(&hll);
        hll_mark_old(hll.data);
    }
    enum hll_result result = add_all(call, &hll, &is_changed);
    bool is_put = !is_changed || put(call, &call->key, entry, buffer_view(&hll));
    buffer_clear(&hll);
    if (!is_put) {
        return;
    }
    if (result == HLL_CORRUPT) {
        reply_corrupt(call);
        return;
    }
    if (is_changed) {
        store_notify(call, NOTIFY_STRING, "pfadd", &call->key);
    }
    reply_integer(call->reply, is_changed);
}

static void pfadd(struct call *call) {
    struct bytes hll;
    struct entry *entry = store_find(call, &call->key);
    enum kind kind = kind_of(call, entry, &hll);
    if (refuse(call, kind)) {
        return;
    }
    if (entry) {
        make_raw(call, &call->key, &entry);
        hll = entry_text(entry, store_scratch(call));
    }
    if (kind == KIND_DENSE) {
        add_dense(call, entry, hll.data);
    } else {
        add_sparse(call, entry, hll);
    }
}

/* ---- unions ---- */

/* What the keys of one shard come to. */
struct merged {
    uint8_t registers[HLL_REGISTERS];
    bool has_dense;
};

static enum kind merge_key(struct call *call, const struct key *key, struct merged *merged) {
    struct bytes hll;
    struct entry *entry = store_find(call, key);
    if (!(call->command->row->flags & READONLY)) {
        store_count_look_up(call, key, entry); /* PFMERGE reads these, though it writes one */
    }
    enum kind kind = kind_of(call, entry, &hll);
    if (kind != KIND_SPARSE && kind != KIND_DENSE) {
        return kind;
    }
    merged->has_dense |= kind == KIND_DENSE;
    return hll_merge(merged->registers, hll) ? kind : KIND_CORRUPT;
}

/* Of all keys of the call, which are here. False: the error is written. */
static bool merge_here(struct call *call, struct merged *merged) {
    for (unsigned i = 1; i < call->argc; i++) {
        struct key key = key_of(call->argv[i]);
        if (refuse(call, merge_key(call, &key, merged))) {
            return false;
        }
    }
    return true;
}

struct union_of_shards {
    struct merged *merged; /* one a part; the first holds all of them in the end */
    uint8_t *kinds;        /* one a key */
    bool has_no_memory;
};

static void merge_part(struct tx_part *part) {
    struct union_of_shards *all = part->tx->arg;
    struct merged *merged = &all->merged[part - part->tx->parts];
    for (unsigned i = 0; i < part->key_count; i++) {
        enum kind kind = merge_key(tx_part_call(part, i), &tx_part_key(part, i)->key, merged);
        all->kinds[tx_part_key_number(part, i)] = (uint8_t)kind;
    }
}

/* The first hop. False: the error is written. */
static bool merge_over_shards(struct tx *tx, struct call *call, struct union_of_shards *all,
                              enum tx_hop_kind hop) {
    tx_begin(tx, call);
    tx_make_parts(tx);
    *all = (struct union_of_shards){
        .merged = memory_alloc_zeroed(tx->part_count * sizeof(struct merged)),
        .kinds = memory_alloc_zeroed(tx->key_count),
    };
    tx_hop(tx, merge_part, all, hop);
    for (unsigned i = 0; i < tx->key_count; i++) {
        if (refuse(call, all->kinds[i])) {
            return false;
        }
    }
    struct merged *first = &all->merged[0];
    for (unsigned part = 1; part < tx->part_count; part++) {
        const struct merged *other = &all->merged[part];
        first->has_dense |= other->has_dense;
        for (unsigned i = 0; i < HLL_REGISTERS; i++) {
            uint8_t value = other->registers[i];
            first->registers[i] = first->registers[i] > value ? first->registers[i] : value;
        }
    }
    return true;
}

static void union_clear(struct union_of_shards *all) {
    memory_free(all->merged);
    memory_free(all->kinds);
}

/* ---- PFCOUNT ---- */

/* Of one key; the estimate is kept in it, as Redis does, although the command only reads. */
static void count_one(struct call *call) {
    struct bytes hll;
    uint64_t estimate;
    struct entry *entry = store_find(call, &call->key);
    enum kind kind = kind_of(call, entry, &hll);
    if (refuse(call, kind)) {
        return;
    }
    if (kind == KIND_NONE) {
        reply_integer(call->reply, 0);
        return;
    }
    make_raw(call, &call->key, &entry);
    hll = entry_text(entry, store_scratch(call));
    if (!hll_kept_estimate(hll, &estimate)) {
        if (!hll_estimate(hll, &estimate)) {
            reply_corrupt(call);
            return;
        }
        if (call->shard->effects.is_silent) { /* a replica's copy stays what its primary has */
            reply_integer(call->reply, (int64_t)estimate);
            return;
        }
        char *target = store_edit_begin(call, &call->key, entry, hll.len, &entry);
        if (!target) {
            return;
        }
        hll_keep_estimate(target, estimate);
        store_edit_end(call, &call->key, entry, HLL_ESTIMATE_AT, HLL_HEAD - HLL_ESTIMATE_AT);
    }
    reply_integer(call->reply, (int64_t)estimate);
}

static void count_here(struct call *call) {
    struct merged merged = {.has_dense = false};
    if (merge_here(call, &merged)) {
        reply_integer(call->reply, (int64_t)hll_estimate_of(merged.registers));
    }
}

static void count_over_shards(struct call *call) {
    struct union_of_shards all;
    struct tx tx;
    if (merge_over_shards(&tx, call, &all, TX_CONCLUDE)) {
        reply_integer(call->reply, (int64_t)hll_estimate_of(all.merged->registers));
    }
    tx_end(&tx);
    union_clear(&all);
}

static void pfcount(struct call *call) {
    if (call->argc == 2) {
        count_one(call);
    } else if (call->shard) {
        count_here(call);
    } else {
        count_over_shards(call);
    }
}

/* ---- PFMERGE ---- */

/* Into a copy of what the destination holds. False: it is corrupt. */
static bool apply_merged(struct call *call, struct buffer *hll, const struct merged *merged) {
    if (merged->has_dense && !hll_make_dense(hll)) {
        return false;
    }
    for (unsigned i = 0; i < HLL_REGISTERS; i++) {
        struct hll_place place = {i, merged->registers[i]};
        if (place.rank > 0 && hll_raise(hll, place, sparse_max(call)) == HLL_CORRUPT) {
            return false;
        }
    }
    hll_mark_old(hll->data);
    return true;
}

/* The destination was looked at: it is good, or not there. False if there is no memory; the error is written
 * if the call has a reply. */
static bool put_merged(struct call *call, const struct key *key, const struct merged *merged) {
    struct bytes old;
    struct buffer hll = {0};
    struct entry *entry = store_peek(call, key);
    kind_of(call, entry, &old);
    if (entry) {
        buffer_append(&hll, old);
    } else {
        hll_make(&hll);
    }
    bool is_good = apply_merged(call, &hll, merged) && put(call, key, entry, buffer_view(&hll));
    buffer_clear(&hll);
    if (is_good) {
        store_notify(call, NOTIFY_STRING, "pfadd", key);
    }
    return is_good;
}

static void put_merged_part(struct tx_part *part) {
    struct union_of_shards *all = part->tx->arg;
    for (unsigned i = 0; i < part->key_count; i++) {
        if (tx_part_key_number(part, i) == 0 &&
            !put_merged(tx_part_call(part, i), &tx_part_key(part, i)->key, &all->merged[0])) {
            all->has_no_memory = true;
        }
    }
}

static void merge_into_here(struct call *call) {
    struct merged merged = {.has_dense = false};
    if (merge_here(call, &merged) && put_merged(call, &call->key, &merged)) {
        reply_ok(call->reply);
    }
}

static void merge_into_over_shards(struct call *call) {
    struct union_of_shards all;
    struct tx tx;
    bool is_merged = merge_over_shards(&tx, call, &all, TX_KEEP);
    if (is_merged) {
        tx_hop(&tx, put_merged_part, &all, TX_CONCLUDE);
    }
    tx_end(&tx);
    if (is_merged && all.has_no_memory) {
        store_reply_no_memory(call->reply);
    } else if (is_merged) {
        reply_ok(call->reply);
    }
    union_clear(&all);
}

static void pfmerge(struct call *call) {
    if (call->shard) {
        merge_into_here(call);
    } else {
        merge_into_over_shards(call);
    }
}

/* ---- PFDEBUG ---- */

/* *entry becomes dense. False: the error is written. */
static bool make_dense(struct call *call, struct entry **entry) {
    struct buffer hll = {0};
    buffer_append(&hll, entry_text(*entry, store_scratch(call)));
    bool is_good = hll_make_dense(&hll);
    if (!is_good) {
        reply_corrupt(call);
    }
    is_good = is_good && put(call, &call->key, *entry, buffer_view(&hll));
    buffer_clear(&hll);
    if (is_good) {
        *entry = store_peek(call, &call->key);
    }
    return is_good;
}

static void debug_registers(struct call *call, struct entry *entry, bool is_dense) {
    if (!is_dense && !make_dense(call, &entry)) {
        return;
    }
    struct bytes hll = entry_text(entry, store_scratch(call));
    reply_array(call->reply, HLL_REGISTERS);
    for (unsigned i = 0; i < HLL_REGISTERS; i++) {
        reply_integer(call->reply, hll_dense_get(hll.data, i));
    }
}

static void debug_decode(struct call *call, struct bytes hll, bool is_dense) {
    if (is_dense) {
        reply_error(call->reply, "ERR HLL encoding is not sparse");
        return;
    }
    struct buffer text = {0};
    hll_describe(hll, &text);
    reply_bulk(call->reply, buffer_view(&text));
    buffer_clear(&text);
}

static void pfdebug(struct call *call) {
    struct bytes hll;
    struct entry *entry = store_find(call, &call->key);
    enum kind kind = kind_of(call, entry, &hll);
    bool is_dense = kind == KIND_DENSE;
    if (kind == KIND_NONE) {
        reply_error(call->reply, "ERR The specified key does not exist");
        return;
    }
    if (refuse(call, kind)) {
        return;
    }
    make_raw(call, &call->key, &entry);
    if (arg_is(call, 1, "getreg")) {
        debug_registers(call, entry, is_dense);
    } else if (arg_is(call, 1, "decode")) {
        debug_decode(call, entry_text(entry, store_scratch(call)), is_dense);
    } else if (arg_is(call, 1, "encoding")) {
        reply_status(call->reply, is_dense ? "dense" : "sparse");
    } else if (arg_is(call, 1, "todense")) {
        if (is_dense || make_dense(call, &entry)) {
            reply_integer(call->reply, !is_dense);
        }
    } else {
        reply_error(call->reply, "ERR Unknown PFDEBUG subcommand '%.*s'", (int)call->argv[1].len,
                    call->argv[1].data);
    }
}

/* ---- PFSELFTEST ---- */

/* Adds numbers to a sketch that becomes dense on the way and to one that is dense from the start: their
 * registers and estimates must be the same, and the estimates near the truth, at most six standard errors
 * (0.81 %) away and for few elements one more. */
static bool test_sketches(struct buffer *sketch, struct buffer *dense) {
    enum { ELEMENTS = 100000, SPARSE_MAX = 3000 };
    uint64_t estimate, estimate_dense, next = 1;
    hll_make(sketch);
    hll_make(dense);
    if (!hll_make_dense(dense)) {
        return false;
    }
    for (uint64_t i = 1; i <= ELEMENTS; i++) {
        struct hll_place place = hll_place_of(bytes_of((const char *)&i, sizeof(i)));
        enum hll_result result = hll_raise(sketch, place, SPARSE_MAX);
        if (result == HLL_CORRUPT || hll_raise(dense, place, SPARSE_MAX) != result) {
            return false;
        }
        if (i < next && i < ELEMENTS) {
            continue;
        }
        next *= 2;
        uint64_t error_max = i * 6 * 81 / 10000 + 1;
        if (!hll_estimate(buffer_view(sketch), &estimate) ||
            !hll_estimate(buffer_view(dense), &estimate_dense) || estimate != estimate_dense ||
            estimate > i + error_max || estimate + error_max < i) {
            return false;
        }
    }
    return hll_is_dense(buffer_view(sketch)) &&
           bytes_equal(buffer_view(sketch), buffer_view(dense));
}

static void pfselftest(struct call *call) {
    struct buffer sketch = {0}, dense = {0};
    if (test_sketches(&sketch, &dense)) {
        reply_ok(call->reply);
    } else {
        reply_error(call->reply, "TESTFAILED Registers or estimates are wrong");
    }
    buffer_clear(&sketch);
    buffer_clear(&dense);
}

const struct command hyperloglog_commands[] = {
    {"PFADD", "key [element [element ...]]", pfadd, WRITE | GROWS | FAST,
     KEY_AT(1, KEY_RW | KEY_INSERT), "2.8.9", "O(1) for each element",
     "Adds elements to a HyperLogLog, made if missing.", GROUP_HYPERLOGLOG, NULL},
    {"PFCOUNT", "key [key ...]", pfcount, READONLY | MAY_REPLICATE | MULTI_KEY,
     KEYS_FROM(1, -1, 1, KEY_RW | KEY_ACCESS), "2.8.9",
     "O(1) for one key, O(N) where N is the number of keys for several",
     "Estimates how many different elements HyperLogLogs were given.", GROUP_HYPERLOGLOG, NULL,
     .key_notes = "RW because it may change the internal representation of the key, and "
                  "propagate to replicas"},
    {"PFMERGE",
     "destkey [sourcekey [sourcekey ...]]",
     pfmerge,
     WRITE | GROWS | MULTI_KEY,
     {{1, 1, 1, 0, KEY_RW | KEY_ACCESS | KEY_INSERT}, {2, -1, 1, 0, KEY_RO | KEY_ACCESS}},
     "2.8.9",
     "O(N) where N is the number of keys",
     "Merges HyperLogLogs into the first of them.",
     GROUP_HYPERLOGLOG,
     NULL},
    {"PFDEBUG", "subcommand key", pfdebug, WRITE | GROWS | ADMIN, KEY_AT(2, KEY_RW | KEY_ACCESS),
     "2.8.9", "N/A", "Shows the insides of a HyperLogLog.", GROUP_HYPERLOGLOG, NULL,
     .is_system = true},
    {"PFSELFTEST", "", pfselftest, ADMIN | ON_CONNECTION, NO_KEYS, "2.8.9", "N/A",
     "Tests the representations of HyperLogLogs.", GROUP_HYPERLOGLOG, NULL, .is_system = true},
    {0},
};
