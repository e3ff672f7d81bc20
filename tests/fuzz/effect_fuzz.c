/* tests/fuzz/effect_fuzz.c - any bytes are a record of an effect or are refused; records read back.
 *
 * The whole input is first taken for a record: whatever is read from it lies within it, and what
 * was read, written again, reads the same. Then the input is taken for a program of writes, each of
 * which must come back from its record as it was. */
#include "log/effect.h"

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
           bytes_equal(a->key, b->key) && bytes_equal(a->body, b->body);
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
    case EFFECT_PAGE:
        if (effect->total > TEXT_MAX || effect->expire_ms != EXPIRE_ABSENT) return false;
        if (effect->body.len == 0) return false;
        write_page(effects, &key, effect);
        return effect->body.len == EFFECT_PAGE_SIZE ||
               effect->page * EFFECT_PAGE_SIZE + effect->body.len == effect->total;
    }
    return false;
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
        struct effect effect = {.op = (enum effect_op)(1 + fuzz_below(&fuzz, EFFECT_SWAP))};
        bool has_key = effect.op != EFFECT_FLUSH && effect.op != EFFECT_SWAP;
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
        uint64_t before = effects->records;
        fuzz_require(write_effect(effects, &effect), "every effect can be written");
        fuzz_require(effects->records == before + 1, "a write is one record");
        require_that_it_reads_back(written, &effect);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct effects effects;
    struct written written = {0};
    effects_init(&effects, 0, PARTITIONS);
    effects.sink = (struct effect_sink){.record = keep, .arg = &written};
    read_record(&effects, &written, bytes_of((const char *)data, size));
    run_program(&effects, &written, fuzz_of(data, size));
    fuzz_require(written.count == effects.records, "the sink gets every record");
    effects_clear(&effects);
    buffer_clear(&written.record);
    return 0;
}
