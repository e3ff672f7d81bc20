/* log/effect.c - records of effects, written and read.
 *
 * Without a sink a record is only counted: the LSN of its partition advances, nothing is encoded. */
#include "log/effect.h"

#include <assert.h>

#include "data/passage.h"
#include "data/value.h"
#include "log/varint.h"

enum { PART_MAX = 64 << 10 };
#define GROWS SIZE_MAX

void effects_init(struct effects *effects, unsigned partition_first, unsigned partition_count) {
    memset(effects, 0, sizeof(*effects));
    effects->partition_first = (uint16_t)partition_first;
    effects->partition_count = (uint16_t)partition_count;
}

void effects_clear(struct effects *effects) {
    buffer_clear(&effects->scratch);
}

/* What is being written: at the place that the sink has given, or in scratch. */
struct pen {
    char *start, *at;
};

static void put(struct pen *pen, struct bytes bytes) {
    if (bytes.len > 0) memcpy(pen->at, bytes.data, bytes.len);
    pen->at += bytes.len;
}

static void put_varint(struct pen *pen, uint64_t value) {
    pen->at += varint_write(pen->at, value);
}

static void put_kind(struct pen *pen, enum effect_kind kind) {
    *pen->at++ = (char)kind;
}

static void put_i64(struct pen *pen, int64_t value) {
    put(pen, bytes_of((const char *)&value, sizeof(value))); /* little endian */
}

/* Everything before the body, and room for body_len bytes of it. */
static struct pen begin(struct effects *effects, enum effect_op op, unsigned flags, unsigned db,
                        struct bytes key, int64_t expire_ms, size_t body_len) {
    bool has_expire = expire_ms > 0, grows = body_len == GROWS;
    size_t len = 2 + varint_len(db) + varint_len(key.len) + key.len +
                 (has_expire ? sizeof(expire_ms) : 0) + (grows ? 0 : body_len);
    struct pen pen;
    if (effects->sink.place != NULL && !grows) {
        pen.start = effects->sink.place(effects->sink.arg, len);
    } else {
        effects->scratch.len = 0;
        pen.start = buffer_reserve(&effects->scratch, len);
    }
    pen.at = pen.start;
    *pen.at++ = (char)op;
    *pen.at++ = (char)(flags | (has_expire ? EFFECT_HAS_EXPIRE : 0));
    put_varint(&pen, db);
    put_varint(&pen, key.len);
    put(&pen, key);
    if (has_expire) {
        put_i64(&pen, expire_ms);
    }
    return pen;
}

/* The same of a body whose length only its making says: it grows in scratch. */
static struct buffer *begin_growing(struct effects *effects, enum effect_op op, unsigned db,
                                    struct bytes key, int64_t expire_ms) {
    struct pen pen = begin(effects, op, 0, db, key, expire_ms, GROWS);
    effects->scratch.len = (size_t)(pen.at - pen.start);
    return &effects->scratch;
}

static void hand_over(struct effects *effects, uint16_t partition, struct bytes record) {
    effects->bytes += record.len;
    effects->sink.record(effects->sink.arg, partition, effects->lsn[partition], record);
}

static void finish(struct effects *effects, uint16_t partition, const struct pen *pen) {
    hand_over(effects, partition, bytes_of(pen->start, (size_t)(pen->at - pen->start)));
}

/* Advances the history of the key's partition; true if somebody wants to read the record. */
static bool count(struct effects *effects, const struct key *key) {
    assert(key->partition >= effects->partition_first &&
           key->partition < effects->partition_first + effects->partition_count);
    if (__builtin_expect(effects->is_silent, 0)) {
        return false;
    }
    effects->lsn[key->partition]++;
    effects->lsns_taken++;
    return effects->sink.record != NULL;
}

void effect_set(struct effects *effects, unsigned db, const struct key *key, struct bytes text,
                int64_t expire_ms) {
    if (count(effects, key)) {
        struct pen pen = begin(effects, EFFECT_SET, 0, db, key->name, expire_ms, text.len);
        put(&pen, text);
        finish(effects, key->partition, &pen);
    }
}

void effect_delete(struct effects *effects, unsigned db, const struct key *key, unsigned flags) {
    if (count(effects, key)) {
        struct pen pen = begin(effects, EFFECT_DELETE, flags, db, key->name, EXPIRE_ABSENT, 0);
        finish(effects, key->partition, &pen);
    }
}

void effect_pages(struct effects *effects, unsigned db, const struct key *key, struct bytes text,
                  size_t offset, size_t len) {
    size_t last = len > 0 ? offset + len - 1 : offset;
    for (size_t page = offset / EFFECT_PAGE_SIZE; page <= last / EFFECT_PAGE_SIZE; page++) {
        if (!count(effects, key)) {
            continue;
        }
        size_t start = page * EFFECT_PAGE_SIZE;
        size_t size = text.len - start < EFFECT_PAGE_SIZE ? text.len - start : EFFECT_PAGE_SIZE;
        struct pen pen = begin(effects, EFFECT_PAGE, 0, db, key->name, EXPIRE_ABSENT,
                               varint_len(page) + varint_len(text.len) + size);
        put_varint(&pen, page);
        put_varint(&pen, text.len);
        put(&pen, bytes_of(text.data + start, size));
        finish(effects, key->partition, &pen);
    }
}

void effect_expire(struct effects *effects, unsigned db, const struct key *key, int64_t expire_ms) {
    if (count(effects, key)) {
        struct pen pen = begin(effects, EFFECT_EXPIRE, 0, db, key->name, expire_ms, 0);
        finish(effects, key->partition, &pen);
    }
}

void effect_field(struct effects *effects, unsigned db, const struct key *key,
                  enum effect_kind kind, struct bytes field, struct bytes state,
                  int64_t expire_ms) {
    if (count(effects, key)) {
        struct pen pen = begin(effects, EFFECT_FIELD, 0, db, key->name, expire_ms,
                               1 + varint_len(field.len) + field.len + state.len);
        put_kind(&pen, kind);
        put_varint(&pen, field.len);
        put(&pen, field);
        put(&pen, state);
        finish(effects, key->partition, &pen);
    }
}

void effect_field_absent(struct effects *effects, unsigned db, const struct key *key,
                         enum effect_kind kind, struct bytes field) {
    if (count(effects, key)) {
        struct pen pen = begin(effects, EFFECT_FIELD, EFFECT_IS_ABSENT, db, key->name,
                               EXPIRE_ABSENT, 1 + varint_len(field.len) + field.len);
        put_kind(&pen, kind);
        put_varint(&pen, field.len);
        put(&pen, field);
        finish(effects, key->partition, &pen);
    }
}

void effect_bound(struct effects *effects, unsigned db, const struct key *key,
                  enum effect_kind kind, int64_t first, int64_t end) {
    if (count(effects, key)) {
        struct pen pen =
            begin(effects, EFFECT_BOUND, 0, db, key->name, EXPIRE_ABSENT, 1 + 2 * sizeof(int64_t));
        put_kind(&pen, kind);
        put_i64(&pen, first);
        put_i64(&pen, end);
        finish(effects, key->partition, &pen);
    }
}

void effect_delta(struct effects *effects, unsigned db, const struct key *key,
                  enum effect_kind kind, uint64_t number, struct bytes body) {
    if (count(effects, key)) {
        struct pen pen = begin(effects, EFFECT_DELTA, 0, db, key->name, EXPIRE_ABSENT,
                               1 + varint_len(number) + body.len);
        put_kind(&pen, kind);
        put_varint(&pen, number);
        put(&pen, body);
        finish(effects, key->partition, &pen);
    }
}

static void put_mark(struct effects *effects, enum effect_op op, unsigned db, const struct key *key,
                     int64_t expire_ms) {
    if (count(effects, key)) {
        struct pen pen = begin(effects, op, 0, db, key->name, expire_ms, 0);
        finish(effects, key->partition, &pen);
    }
}

/* One part of a value; position moves on. True if more are left. */
static bool put_part(struct effects *effects, enum effect_op op, unsigned db, const struct key *key,
                     const struct entry *entry, uint64_t *position, int64_t expire_ms) {
    struct buffer *record = begin_growing(effects, op, db, key->name, expire_ms);
    bool is_more = value_save(entry, position, PART_MAX, record);
    hand_over(effects, key->partition, buffer_view(record));
    return is_more;
}

/* Without a reader the parts of a group are not counted, because nobody knows how many they were. */
void effect_value(struct effects *effects, unsigned db, const struct key *key,
                  const struct entry *entry) {
    int64_t expire_ms = entry_expire_ms(entry);
    uint64_t position = 0;
    if (value_fits_part(entry, PART_MAX)) {
        if (count(effects, key)) {
            bool is_more = put_part(effects, EFFECT_VALUE, db, key, entry, &position, expire_ms);
            assert(!is_more);
            (void)is_more;
        }
        return;
    }
    put_mark(effects, EFFECT_BEGIN, db, key, EXPIRE_ABSENT);
    if (effects->sink.record) {
        bool is_more = true;
        while (is_more && count(effects, key)) {
            is_more = put_part(effects, EFFECT_PART, db, key, entry, &position, EXPIRE_ABSENT);
        }
    }
    put_mark(effects, EFFECT_END, db, key, expire_ms);
}

void effect_group_begin(struct effects *effects, unsigned db, const struct key *key) {
    put_mark(effects, EFFECT_BEGIN, db, key, EXPIRE_ABSENT);
}

bool effect_group_part(struct effects *effects, unsigned db, const struct key *key,
                       const struct entry *entry, struct passage *passage, size_t part_max) {
    count(effects, key);
    struct buffer *record = begin_growing(effects, EFFECT_PART, db, key->name, EXPIRE_ABSENT);
    bool is_more = passage_save(passage, entry, part_max, record);
    hand_over(effects, key->partition, buffer_view(record));
    return is_more;
}

void effect_group_end(struct effects *effects, unsigned db, const struct key *key,
                      int64_t expire_ms) {
    put_mark(effects, EFFECT_END, db, key, expire_ms);
}

void effect_entry(struct effects *effects, unsigned db, const struct key *key,
                  const struct entry *entry, struct buffer *scratch) {
    if (entry_type(entry) != VALUE_STRING) {
        effect_value(effects, db, key, entry);
        return;
    }
    scratch->len = 0;
    effect_set(effects, db, key, entry_text(entry, scratch), entry_expire_ms(entry));
}

/* One LSN in every partition; the record itself is written once. */
static void advance_all(struct effects *effects) {
    for (unsigned i = 0; i < effects->partition_count; i++) {
        effects->lsn[effects->partition_first + i]++;
    }
    effects->lsns_taken += effects->partition_count;
}

static bool count_all(struct effects *effects) {
    if (effects->is_silent) {
        return false;
    }
    advance_all(effects);
    return effects->sink.record != NULL;
}

void effect_flush(struct effects *effects, unsigned db) {
    if (count_all(effects)) {
        struct pen pen = begin(effects, EFFECT_FLUSH, 0, db, bytes_of(NULL, 0), EXPIRE_ABSENT, 0);
        finish(effects, effects->partition_first, &pen);
    }
}

void effect_swap(struct effects *effects, unsigned db, unsigned db_other) {
    if (count_all(effects)) {
        struct pen pen = begin(effects, EFFECT_SWAP, 0, db, bytes_of(NULL, 0), EXPIRE_ABSENT,
                               varint_len(db_other));
        put_varint(&pen, db_other);
        finish(effects, effects->partition_first, &pen);
    }
}

void effect_members(struct effects *effects, struct bytes text) {
    if (count_all(effects)) {
        struct pen pen =
            begin(effects, EFFECT_MEMBERS, 0, 0, bytes_of(NULL, 0), EXPIRE_ABSENT, text.len);
        put(&pen, text);
        finish(effects, effects->partition_first, &pen);
    }
}

static void pass_on(const struct effects *effects, uint16_t partition, struct bytes record) {
    if (effects->sink.record) {
        effects->sink.record(effects->sink.arg, partition, effects->lsn[partition], record);
    }
}

void effect_forward(struct effects *effects, uint16_t partition, struct bytes record) {
    assert(partition >= effects->partition_first &&
           partition < effects->partition_first + effects->partition_count);
    effects->lsn[partition]++;
    effects->lsns_taken++;
    effects->bytes += record.len;
    pass_on(effects, partition, record);
}

void effect_forward_global(struct effects *effects, struct bytes record) {
    advance_all(effects);
    effects->bytes += record.len;
    pass_on(effects, effects->partition_first, record);
}

static bool take_bytes(struct bytes *input, uint64_t len, struct bytes *taken) {
    if (len > input->len) {
        return false;
    }
    *taken = bytes_of(input->data, len);
    input->data += len;
    input->len -= len;
    return true;
}

/* The page begins and ends within its text, so that whoever applies it need not look. */
static bool page_fits(const struct effect *effect) {
    uint64_t start;
    return !__builtin_mul_overflow(effect->page, (uint64_t)EFFECT_PAGE_SIZE, &start) &&
           start <= effect->total && effect->body.len <= effect->total - start;
}

static bool take_i64(struct bytes *input, int64_t *value) {
    struct bytes taken;
    if (!take_bytes(input, sizeof(*value), &taken)) {
        return false;
    }
    memcpy(value, taken.data, sizeof(*value));
    return true;
}

/* Of fields, bounds and deltas; that there is a state is up to the kind. */
static bool decode_inner(struct bytes input, struct effect *effect) {
    struct bytes kind;
    uint64_t len;
    if (!take_bytes(&input, 1, &kind)) {
        return false;
    }
    effect->kind = (enum effect_kind)(unsigned char)*kind.data;
    switch (effect->op) {
    case EFFECT_FIELD:
        if (!varint_take(&input, &len) || !take_bytes(&input, len, &effect->field)) {
            return false;
        }
        effect->body = input;
        return input.len == 0 || !(effect->flags & EFFECT_IS_ABSENT);
    case EFFECT_BOUND:
        return take_i64(&input, &effect->first) && take_i64(&input, &effect->end) && input.len == 0;
    default:
        effect->body = input;
        return varint_take(&effect->body, &effect->number);
    }
}

static bool decode_body(struct bytes input, struct effect *effect) {
    uint64_t other;
    switch (effect->op) {
    case EFFECT_SET:
    case EFFECT_VALUE:
    case EFFECT_PART:
        effect->body = input;
        return true;
    case EFFECT_MEMBERS:
        effect->body = input;
        return effect->key.len == 0 && effect->db == 0;
    case EFFECT_FIELD:
    case EFFECT_BOUND:
    case EFFECT_DELTA:
        return decode_inner(input, effect);
    case EFFECT_PAGE:
        if (!varint_take(&input, &effect->page) || !varint_take(&input, &effect->total) ||
            input.len > EFFECT_PAGE_SIZE) {
            return false;
        }
        effect->body = input;
        return page_fits(effect);
    case EFFECT_SWAP:
        if (!varint_take(&input, &other) || other > UINT32_MAX) {
            return false;
        }
        effect->db_other = (unsigned)other;
        return input.len == 0;
    case EFFECT_DELETE:
    case EFFECT_EXPIRE:
    case EFFECT_FLUSH:
    case EFFECT_BEGIN:
    case EFFECT_END:
        return input.len == 0;
    }
    return false;
}

bool effect_decode(struct bytes record, struct effect *effect) {
    memset(effect, 0, sizeof(*effect));
    if (record.len < 2) {
        return false;
    }
    effect->op = (enum effect_op)(unsigned char)record.data[0];
    effect->flags = (unsigned char)record.data[1];
    struct bytes input = bytes_of(record.data + 2, record.len - 2);
    uint64_t db, klen;
    if (!varint_take(&input, &db) || db > UINT32_MAX || !varint_take(&input, &klen) ||
        !take_bytes(&input, klen, &effect->key)) {
        return false;
    }
    effect->db = (unsigned)db;
    struct bytes expire;
    if (effect->flags & EFFECT_HAS_EXPIRE) {
        if (!take_bytes(&input, sizeof(effect->expire_ms), &expire)) {
            return false;
        }
        memcpy(&effect->expire_ms, expire.data, sizeof(effect->expire_ms));
        if (effect->expire_ms <= 0) {
            return false; /* nothing else says that there is none */
        }
    }
    return decode_body(input, effect);
}
