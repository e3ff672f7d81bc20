/* tests/fuzz/effect_fuzz.c - any bytes are a record of an effect or are refused; records read back, and
 * replay takes them or refuses them.
 *
 * The whole input is first taken for a record: whatever is read from it lies within it, and what
 * was read, written again, reads the same. Then the input is taken for a program of writes, each of
 * which must come back from its record as it was, and then for a row of records that are replayed
 * on a keyspace with something of every type: it must stay sound whatever they say. */
#include "log/replay.h"

#include "data/hash.h"
#include "data/lists.h"
#include "data/set.h"
#include "data/stream.h"
#include "data/stream_group.h"
#include "data/zset.h"
#include "fuzz.h"

enum { TEXT_MAX = 3 * EFFECT_PAGE_SIZE };

/* The last record that was written. */
struct written {
    unsigned count;
    uint64_t lsn;
    struct buffer record;
};

static void keep(void *arg, uint16_t partition, uint64_t lsn, struct bytes record) {
    struct written *written = arg;
    fuzz_require(partition < PARTITIONS, "a record has a partition");
    written->count++;
    written->lsn = lsn;
    written->record.len = 0;
    buffer_append(&written->record, record);
}

static bool decode_copy(struct bytes record, struct effect *effect, char **copy) {
    *copy = fuzz_copy(record);
    return effect_decode(bytes_of(*copy, record.len), effect);
}

static bool lies_within(struct bytes inner, const char *start, size_t len) {
    return inner.len == 0 || (inner.data >= start && inner.data + inner.len <= start + len);
}

static bool is_same(const struct effect *a, const struct effect *b) {
    return a->op == b->op && a->db == b->db && a->db_other == b->db_other &&
           a->expire_ms == b->expire_ms && a->page == b->page && a->total == b->total &&
           bytes_equal(a->key, b->key) && bytes_equal(a->body, b->body) && a->kind == b->kind &&
           bytes_equal(a->field, b->field) && a->first == b->first && a->end == b->end &&
           a->number == b->number;
}

/* A page is written out of the whole text; only its own bytes matter. */
static void write_page(struct effects *effects, const struct key *key,
                       const struct effect *effect) {
    size_t start = effect->page * EFFECT_PAGE_SIZE;
    char *text = calloc(effect->total, 1);
    memcpy(text + start, effect->body.data, effect->body.len);
    effect_pages(effects, effect->db, key, bytes_of(text, effect->total), start, effect->body.len);
    free(text);
}

/* False if nobody would write such a record (a page cut short, a text too big for this fuzzer). */
static bool write_effect(struct effects *effects, const struct effect *effect) {
    struct key key = key_of(effect->key);
    switch (effect->op) {
    case EFFECT_SET:
        effect_set(effects, effect->db, &key, effect->body, effect->expire_ms);
        return true;
    case EFFECT_DELETE:
        effect_delete(effects, effect->db, &key, effect->flags & EFFECT_IS_EXPIRY);
        return effect->expire_ms == EXPIRE_ABSENT;
    case EFFECT_EXPIRE:
        effect_expire(effects, effect->db, &key, effect->expire_ms);
        return true;
    case EFFECT_FLUSH:
        effect_flush(effects, effect->db);
        return effect->key.len == 0 && effect->expire_ms == EXPIRE_ABSENT;
    case EFFECT_SWAP:
        effect_swap(effects, effect->db, effect->db_other);
        return effect->key.len == 0 && effect->expire_ms == EXPIRE_ABSENT;
    case EFFECT_MEMBERS:
        effect_members(effects, effect->body);
        return effect->expire_ms == EXPIRE_ABSENT;
    case EFFECT_PAGE:
        if (effect->total > TEXT_MAX || effect->expire_ms != EXPIRE_ABSENT) return false;
        if (effect->body.len == 0) return false;
        write_page(effects, &key, effect);
        return effect->body.len == EFFECT_PAGE_SIZE ||
               effect->page * EFFECT_PAGE_SIZE + effect->body.len == effect->total;
    case EFFECT_FIELD:
        if (effect->flags & EFFECT_IS_ABSENT) {
            effect_field_absent(effects, effect->db, &key, effect->kind, effect->field);
            return effect->expire_ms == EXPIRE_ABSENT;
        }
        effect_field(effects, effect->db, &key, effect->kind, effect->field, effect->body,
                     effect->expire_ms);
        return true;
    case EFFECT_BOUND:
        effect_bound(effects, effect->db, &key, effect->kind, effect->first, effect->end);
        return effect->expire_ms == EXPIRE_ABSENT;
    case EFFECT_DELTA:
        effect_delta(effects, effect->db, &key, effect->kind, effect->number, effect->body);
        return effect->expire_ms == EXPIRE_ABSENT;
    default:
        return false; /* values are written from entries: data/value.h has a fuzzer of its own */
    }
}

static void require_that_it_reads_back(const struct written *written, const struct effect *effect) {
    char *copy;
    struct effect again;
    bool is_read = decode_copy(buffer_view(&written->record), &again, &copy);
    fuzz_require(is_read && is_same(effect, &again), "what was written reads back");
    free(copy);
}

static void read_record(struct effects *effects, struct written *written, struct bytes record) {
    char *copy;
    struct effect effect;
    if (decode_copy(record, &effect, &copy)) {
        fuzz_require(lies_within(effect.key, copy, record.len), "the key lies within the record");
        fuzz_require(lies_within(effect.body, copy, record.len), "the body lies within the record");
        fuzz_require(effect.expire_ms >= 0, "an expiry is a time");
        if (effect.op == EFFECT_PAGE) {
            fuzz_require(effect.page <= effect.total / EFFECT_PAGE_SIZE &&
                             effect.page * EFFECT_PAGE_SIZE + effect.body.len <= effect.total,
                         "a page lies within its text");
        }
        if (write_effect(effects, &effect)) require_that_it_reads_back(written, &effect);
    }
    free(copy);
}

static void run_program(struct effects *effects, struct written *written, struct fuzz fuzz) {
    while (fuzz.left > 0) {
        struct effect effect = {.op = (enum effect_op)(1 + fuzz_below(&fuzz, EFFECT_DELTA))};
        if (effect.op >= EFFECT_VALUE && effect.op <= EFFECT_END) continue;
        bool has_key = !effect_is_global(&effect);
        bool may_expire = effect.op == EFFECT_SET || effect.op == EFFECT_EXPIRE;
        effect.db = fuzz_below(&fuzz, 1 << 16);
        if (has_key) effect.key = fuzz_take(&fuzz, fuzz_byte(&fuzz));
        if (may_expire) effect.expire_ms = (int64_t)(fuzz_u64(&fuzz) >> 1);
        if (effect.op == EFFECT_SWAP) effect.db_other = fuzz_below(&fuzz, 1 << 16);
        if (effect.op == EFFECT_SET) effect.body = fuzz_take(&fuzz, fuzz_below(&fuzz, 1 << 16));
        if (effect.op == EFFECT_PAGE) {
            effect.body = fuzz_take(&fuzz, 1 + fuzz_below(&fuzz, EFFECT_PAGE_SIZE));
            effect.page = fuzz_below(&fuzz, 2);
            effect.total = effect.page * EFFECT_PAGE_SIZE + effect.body.len;
            if (effect.body.len == 0) continue;
        }
        if (effect.op >= EFFECT_FIELD) {
            effect.kind = (enum effect_kind)fuzz_byte(&fuzz);
            if (effect.op == EFFECT_FIELD) effect.field = fuzz_take(&fuzz, fuzz_byte(&fuzz));
            if (effect.op == EFFECT_BOUND) effect.first = (int64_t)fuzz_u64(&fuzz);
            if (effect.op == EFFECT_BOUND) effect.end = (int64_t)fuzz_u64(&fuzz);
            if (effect.op == EFFECT_DELTA) effect.number = fuzz_u64(&fuzz);
            if (effect.op != EFFECT_BOUND) effect.body = fuzz_take(&fuzz, fuzz_byte(&fuzz));
        }
        unsigned before = written->count;
        fuzz_require(write_effect(effects, &effect), "every effect can be written");
        fuzz_require(written->count == before + 1, "a write is one record");
        require_that_it_reads_back(written, &effect);
    }
}

/* ---- replay ---- */

static const char *const names[] = {"list", "set", "hash", "zset", "stream", "string", "none"};
enum { NAMES = 7, STREAM = 4, STRING = 5, TOTAL_MAX = 1 << 20 };

static void replay_one(struct replay *replay, struct bytes record) {
    struct effect effect;
    char *copy;
    bool is_read = decode_copy(record, &effect, &copy);
    /* A huge text of zeros is no fault, only slow. */
    if (is_read && effect.total <= TOTAL_MAX && replay_effect(replay, &effect)) {
        while (keyspace_free_some(replay->keyspace, UINT16_MAX)) continue;
    }
    free(copy);
}

static void replay_written(void *arg, uint16_t partition, uint64_t lsn, struct bytes record) {
    (void)partition, (void)lsn;
    replay_one(arg, record);
}

static void make_stream(struct cell *cell) {
    struct bytes texts[] = {BYTES_LITERAL("field"), BYTES_LITERAL("value")};
    stream_make(cell);
    for (uint64_t i = 1; i <= 5; i++) stream_append(cell, (struct stream_id){i, 1}, texts, 1);
    struct stream_group *group =
        stream_group_create(cell, BYTES_LITERAL("g"), (struct stream_id){3, 1}, 3);
    struct stream_consumer *consumer =
        stream_consumer_create(cell, group, BYTES_LITERAL("c"), 1000);
    stream_pending_set(cell, consumer, (struct stream_id){2, 1}, 1000, 1);
}

static struct keyspace *make_keyspace(struct key keys[NAMES]) {
    struct keyspace_options options = {.databases = 2, .partition_count = PARTITIONS};
    struct keyspace *keyspace = keyspace_create(&options);
    keyspace_set_expiring(keyspace, false);
    struct cell cells[NAMES];
    for (unsigned i = 0; i < NAMES; i++) {
        keys[i] = key_of(bytes_of(names[i], strlen(names[i])));
        cells[i] = cell_of(keyspace, 0, &keys[i], NULL);
    }
    for (unsigned i = 0; i < 3; i++) {
        struct bytes text = bytes_of(&"abc"[i], 1);
        lists_push(&cells[0], false, text);
        set_add(&cells[1], text);
        hash_set(&cells[2], text, text, i == 1 ? 99 : EXPIRE_NONE);
        zset_set(&cells[3], text, i);
    }
    make_stream(&cells[STREAM]);
    keyspace_put_string(keyspace, 0, &keys[STRING], NULL, BYTES_LITERAL("text"), EXPIRE_NONE);
    return keyspace;
}

/* The number of a list's element, near the ones that are there or anywhere. */
static int64_t take_number(struct fuzz *fuzz) {
    return fuzz_byte(fuzz) < 200 ? (int64_t)fuzz_below(fuzz, 12) - 4 : (int64_t)fuzz_u64(fuzz);
}

/* Numbers of 64 bits, most of them small, then perhaps a name: IDs, groups, heads. */
static struct bytes take_numbers(struct fuzz *fuzz, char *space) {
    size_t len = 0;
    for (unsigned n = fuzz_below(fuzz, 4); n > 0; n--) {
        int64_t number = take_number(fuzz);
        memcpy(space + len, &number, sizeof(number));
        len += sizeof(number);
    }
    if (fuzz_byte(fuzz) & 1) space[len++] = fuzz_byte(fuzz) & 1 ? 'c' : 'g';
    return bytes_of(space, len);
}

static void write_stream_field(struct effects *effects, const struct key *key, struct fuzz *fuzz) {
    enum effect_kind kind = (enum effect_kind)(KIND_STREAM_ENTRY + fuzz_below(fuzz, 5));
    char space[2][40], texts[] = "\1f\1v";
    struct bytes field = take_numbers(fuzz, space[0]), state = take_numbers(fuzz, space[1]);
    if (kind == KIND_STREAM_ENTRY && state.len % 8 == 0 && state.len > 0) {
        memcpy(space[1] + 8, texts, 4);
        state.len = 12;
    }
    if (fuzz_byte(fuzz) < 60)
        effect_field_absent(effects, 0, key, kind, field);
    else
        effect_field(effects, 0, key, kind, field, state, EXPIRE_ABSENT);
}

static void write_field(struct effects *effects, const struct key *key, struct fuzz *fuzz) {
    if (bytes_is(key->name, names[STREAM]) && fuzz_byte(fuzz) < 220) {
        write_stream_field(effects, key, fuzz);
        return;
    }
    enum effect_kind kind = (enum effect_kind)fuzz_below(fuzz, KIND_STREAM_PENDING + 2);
    int64_t number = take_number(fuzz);
    struct bytes field = kind == KIND_LIST_ELEMENT ? bytes_of((const char *)&number, sizeof(number))
                                                   : fuzz_take(fuzz, fuzz_below(fuzz, 4));
    switch (fuzz_below(fuzz, 4)) {
    case 0:
        effect_field_absent(effects, 0, key, kind, field);
        break;
    case 1:
        effect_bound(effects, 0, key, kind, number, take_number(fuzz));
        break;
    case 2:
        effect_delta(effects, 0, key, kind, fuzz_below(fuzz, 12), fuzz_take(fuzz, fuzz_byte(fuzz)));
        break;
    default:
        effect_field(effects, 0, key, kind, field, fuzz_take(fuzz, fuzz_below(fuzz, 40)),
                     fuzz_byte(fuzz) & 1);
    }
}

/* Any bytes as body, of a value or of a part of one, or as a whole record. */
static void write_bytes(struct replay *replay, const struct key *key, struct fuzz *fuzz) {
    struct buffer record = {0};
    char head[] = {(char)fuzz_below(fuzz, EFFECT_DELTA + 2), 0, 0, (char)key->name.len};
    buffer_append(&record, bytes_of(head, sizeof(head)));
    buffer_append(&record, key->name);
    buffer_append(&record, fuzz_take(fuzz, fuzz_byte(fuzz)));
    replay_one(replay, buffer_view(&record));
    buffer_clear(&record);
}

/* Values that were saved come back under another name, in one piece or as a group. */
static void write_value(struct effects *effects, struct keyspace *keyspace, const struct key *key,
                        const struct key *target) {
    const struct entry *entry = keyspace_find_any(keyspace, 0, key);
    bool is_bounded = entry && entry_type(entry) != VALUE_STRING &&
                      (entry_type(entry) != VALUE_LIST || lists_count(entry) < 1000);
    if (is_bounded) effect_value(effects, 0, target, entry);
}

static void run_replay(struct fuzz fuzz) {
    struct key keys[NAMES];
    struct keyspace *keyspace = make_keyspace(keys);
    struct replay replay;
    static struct effects effects;
    replay_init(&replay, keyspace);
    effects_init(&effects, 0, PARTITIONS);
    effects.sink = (struct effect_sink){.record = replay_written, .arg = &replay};
    while (fuzz.left > 0) {
        const struct key *key = &keys[fuzz_below(&fuzz, NAMES)];
        unsigned kind = fuzz_below(&fuzz, 8);
        if (kind == 0)
            write_bytes(&replay, key, &fuzz);
        else if (kind == 1)
            replay_one(&replay, fuzz_take(&fuzz, fuzz_byte(&fuzz)));
        else if (kind == 2)
            write_value(&effects, keyspace, key, &keys[fuzz_below(&fuzz, NAMES)]);
        else
            write_field(&effects, key, &fuzz);
    }
    effects_clear(&effects);
    replay_clear(&replay);
    keyspace_destroy(keyspace);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct effects effects;
    struct written written = {0};
    effects_init(&effects, 0, PARTITIONS);
    effects.sink = (struct effect_sink){.record = keep, .arg = &written};
    read_record(&effects, &written, bytes_of((const char *)data, size));
    run_program(&effects, &written, fuzz_of(data, size));
    fuzz_require(written.count <= effects.lsns_taken, "a record takes an LSN, or several");
    run_replay(fuzz_of(data, size));
    effects_clear(&effects);
    buffer_clear(&written.record);
    return 0;
}
