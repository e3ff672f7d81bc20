/* repl/traversal.c - the baseline of one core's shard, while it changes.
 *
 *   keys in the order of their spots, database by database
 *
 *   |########################|...................|      # sent, but for those
 *                            ^ spot                     waiting   (big ones not begun: as if not sent)
 *                                                       in flight (begun: as far as their passage says)
 *
 * Databases are counted here by their content, as of the beginning: SWAP exchanges the numbers of two contents, and
 * nothing else of what has been sent. */
#include "repl/traversal.h"

#include <assert.h>

#include "base/memory.h"
#include "data/passage.h"
#include "data/value.h"
#include "log/mark.h"
#include "log/region.h"
#include "log/varint.h"

enum {
    UNIT_MAX = 256 << 10, /* what a region has beyond is put off */
    WAITING_MAX = 64      /* with so many put off, no more units until some are done */
};

/* A key of its own. */
struct value {
    struct key key;
    unsigned content;
};

struct flight {
    struct value value;
    struct passage passage;
    uint64_t number;       /* of the stream */
    uint64_t frames, mine; /* sent up to its last chunk; of those since, journal of this value */
};

struct traversal {
    struct traversal_options options;
    size_t step_max;      /* of a chunk or unit: chunk_max, or the pace */
    unsigned *content_of; /* by database */
    unsigned *db_of;      /* by content */
    unsigned content;     /* up to here, and in it up to spot, all has been sent */
    uint64_t spot, start, end;
    struct value *waiting;
    size_t waiting_count, waiting_room;
    struct flight flights[TRAVERSAL_STREAMS_MAX];
    unsigned flight_count, turn; /* whose chunk is next */
    bool is_chunk_next;
    struct effects encoder;
    struct buffer *out; /* what the encoder writes to */
    size_t unit_start;
    struct buffer held; /* frames that wait behind a value (not tagged) */
    struct buffer scratch;
    uint64_t frames, held_frames;
    uint64_t lsn[PARTITIONS]; /* of the records that were handed in (B2) */
    unsigned open_groups;     /* of the journal */
    struct traversal_stats stats;
};

static void on_encoded(void *arg, uint16_t partition, uint64_t lsn, struct bytes record) {
    (void)partition, (void)lsn;
    struct traversal *traversal = arg;
    wire_add_record(traversal->out, record);
}

struct traversal *traversal_create(const struct traversal_options *options) {
    struct traversal *traversal = memory_alloc_zeroed(sizeof *traversal);
    unsigned databases = options->databases;
    traversal->options = *options;
    if (options->chunk_max == 0) traversal->options.chunk_max = TRAVERSAL_CHUNK;
    if (options->held_max == 0) traversal->options.held_max = TRAVERSAL_HELD;
    traversal->step_max = traversal->options.chunk_max;
    traversal->content_of = memory_alloc(databases * sizeof *traversal->content_of);
    traversal->db_of = memory_alloc(databases * sizeof *traversal->db_of);
    for (unsigned i = 0; i < databases; i++) traversal->content_of[i] = traversal->db_of[i] = i;
    traversal->start = traversal->spot = region_spot(options->partition_first);
    traversal->end = region_spot(options->partition_first + options->partition_count);
    memcpy(traversal->lsn, options->effects->lsn, sizeof traversal->lsn);
    effects_init(&traversal->encoder, 0, PARTITIONS);
    traversal->encoder.sink = (struct effect_sink){.record = on_encoded, .arg = traversal};
    return traversal;
}

/* ---- values that are put off ---- */

static bool value_is(const struct value *value, unsigned content, const struct key *key) {
    return value->key.hash == key->hash && value->content == content &&
           bytes_equal(value->key.name, key->name);
}

static void value_clear(struct value *value) {
    memory_free((void *)(uintptr_t)value->key.name.data);
}

static void put_off(struct traversal *traversal, const struct key *key) {
    if (traversal->waiting_count == traversal->waiting_room) {
        traversal->waiting_room = traversal->waiting_room * 2 + 16;
        traversal->waiting = memory_realloc(traversal->waiting,
                                            traversal->waiting_room * sizeof *traversal->waiting);
    }
    char *name = memory_alloc(key->name.len);
    if (key->name.len != 0) memcpy(name, key->name.data, key->name.len);
    struct value *value = &traversal->waiting[traversal->waiting_count++];
    *value = (struct value){*key, traversal->content};
    value->key.name = bytes_of(name, key->name.len);
}

static bool is_waiting(const struct traversal *traversal, unsigned content, const struct key *key) {
    for (size_t i = 0; i < traversal->waiting_count; i++)
        if (value_is(&traversal->waiting[i], content, key)) return true;
    return false;
}

static void drop_waiting_of(struct traversal *traversal, unsigned content) {
    size_t kept = 0;
    for (size_t i = 0; i < traversal->waiting_count; i++) {
        struct value *value = &traversal->waiting[i];
        if (value->content == content)
            value_clear(value);
        else
            traversal->waiting[kept++] = *value;
    }
    traversal->waiting_count = kept;
}

/* ---- values in flight ---- */

static struct flight *find_flight(struct traversal *traversal, unsigned content,
                                  const struct key *key) {
    for (unsigned i = 0; i < traversal->flight_count; i++)
        if (value_is(&traversal->flights[i].value, content, key)) return &traversal->flights[i];
    return NULL;
}

/* Where the journal of other keys goes. */
static bool is_held(const struct traversal *traversal) {
    return !traversal->options.is_tagged && traversal->flight_count != 0;
}

static void end_frame(struct traversal *traversal, struct buffer *out, size_t start,
                      unsigned flags) {
    wire_end(out, start, flags);
    if (out == &traversal->held)
        traversal->held_frames++;
    else
        traversal->frames++;
    traversal->stats.bytes += out->len - start;
}

static void release_held(struct traversal *traversal, struct buffer *out) {
    if (traversal->held.len == 0) return;
    buffer_append(out, buffer_view(&traversal->held));
    traversal->frames += traversal->held_frames;
    traversal->held_frames = 0;
    buffer_clear(&traversal->held);
}

static void end_flight(struct traversal *traversal, struct flight *flight, struct buffer *out) {
    value_clear(&flight->value);
    passage_clear(&flight->passage);
    *flight = traversal->flights[--traversal->flight_count];
    release_held(traversal, out);
}

static void cancel(struct traversal *traversal, struct flight *flight, struct buffer *out) {
    size_t start = wire_begin(out, WIRE_CANCEL);
    varint_put(out, flight->number);
    end_frame(traversal, out, start, 0);
    traversal->stats.cancels++;
    end_flight(traversal, flight, out);
}

void traversal_destroy(struct traversal *traversal) {
    for (unsigned content = 0; content < traversal->options.databases; content++)
        drop_waiting_of(traversal, content);
    while (traversal->flight_count != 0)
        end_flight(traversal, &traversal->flights[0], &traversal->scratch);
    effects_clear(&traversal->encoder);
    buffer_clear(&traversal->held);
    buffer_clear(&traversal->scratch);
    memory_free(traversal->waiting);
    memory_free(traversal->content_of);
    memory_free(traversal->db_of);
    memory_free(traversal);
}

/* ---- chunks ---- */

static const struct entry *entry_of(const struct traversal *traversal, const struct value *value) {
    return keyspace_peek(traversal->options.keyspace, traversal->db_of[value->content],
                         &value->key);
}

static void count_preemptions(struct traversal *traversal, struct flight *flight) {
    traversal->stats.preemptions += traversal->frames - flight->frames - flight->mine;
}

static void send_chunk(struct traversal *traversal, struct flight *flight, bool is_first,
                       struct buffer *out) {
    struct effects *encoder = &traversal->encoder;
    const struct entry *entry = entry_of(traversal, &flight->value);
    const struct key *key = &flight->value.key;
    unsigned db = traversal->db_of[flight->value.content];
    assert(entry != NULL && entry_type(entry) == flight->passage.type); /* B2, B3 */
    if (!is_first) count_preemptions(traversal, flight);
    size_t start = wire_begin(out, WIRE_CHUNK);
    varint_put(out, flight->number);
    if (is_first) effect_group_begin(encoder, db, key);
    bool is_more =
        effect_group_part(encoder, db, key, entry, &flight->passage, traversal->step_max);
    if (!is_more) effect_group_end(encoder, db, key, entry_expire_ms(entry));
    end_frame(traversal, out, start, is_more ? 0 : WIRE_LAST);
    traversal->stats.chunks++;
    flight->frames = traversal->frames;
    flight->mine = 0;
    if (!is_more) end_flight(traversal, flight, out);
}

static bool is_big(const struct traversal *traversal, const struct entry *entry) {
    size_t max = traversal->options.chunk_max;
    if (entry_type(entry) == VALUE_STRING) return entry_text_len(entry) > max;
    return !value_fits_part(entry, max < SIZE_MAX / 4 ? 4 * max : SIZE_MAX); /* see there */
}

static void encode(struct traversal *traversal, unsigned content, const struct key *key,
                   const struct entry *entry) {
    effect_entry(&traversal->encoder, traversal->db_of[content], key, entry, &traversal->scratch);
    traversal->stats.keys++;
}

/* A value that was put off: its first chunk, or, if it is no longer big, or was put off for others, a unit. */
static void begin_value(struct traversal *traversal, struct buffer *out) {
    struct value value = traversal->waiting[--traversal->waiting_count];
    const struct entry *entry = entry_of(traversal, &value);
    if (entry != NULL && is_big(traversal, entry)) {
        struct flight *flight = &traversal->flights[traversal->flight_count++];
        *flight = (struct flight){.value = value, .number = ++traversal->stats.streams};
        passage_begin(&flight->passage, entry);
        traversal->stats.keys++;
        send_chunk(traversal, flight, true, out);
        return;
    }
    if (entry != NULL) {
        size_t start = wire_begin(out, WIRE_UNIT);
        encode(traversal, value.content, &value.key, entry);
        end_frame(traversal, out, start, 0);
        traversal->stats.units++;
    }
    value_clear(&value);
}

static void step_value(struct traversal *traversal, struct buffer *out) {
    unsigned flights_max = traversal->options.is_tagged ? TRAVERSAL_STREAMS_MAX : 1;
    if (traversal->waiting_count != 0 && traversal->flight_count < flights_max) {
        begin_value(traversal, out);
        return;
    }
    traversal->turn = (traversal->turn + 1) % traversal->flight_count;
    send_chunk(traversal, &traversal->flights[traversal->turn], false, out);
}

/* ---- units ---- */

static void on_entry(void *arg, const struct key *key, const struct entry *entry) {
    struct traversal *traversal = arg;
    if (is_big(traversal, entry) || traversal->out->len > UNIT_MAX + traversal->unit_start)
        put_off(traversal, key);
    else
        encode(traversal, traversal->content, key, entry);
}

static bool is_walked(const struct traversal *traversal) {
    return traversal->content == traversal->options.databases;
}

static void step_unit(struct traversal *traversal, struct buffer *out) {
    size_t step_max = traversal->step_max;
    struct region_walk walk = {.keyspace = traversal->options.keyspace,
                               .db = traversal->db_of[traversal->content],
                               .end = traversal->end,
                               .out = out,
                               .bytes = step_max < REGION_BYTES ? step_max : REGION_BYTES,
                               .emit = on_entry,
                               .arg = traversal};
    size_t start = traversal->unit_start = wire_begin(out, WIRE_UNIT);
    traversal->spot = region_walk(&walk, traversal->spot);
    if (out->len == start + WIRE_HEAD) {
        out->len = start; /* nothing there */
    } else {
        end_frame(traversal, out, start, 0);
        traversal->stats.units++;
    }
    if (traversal->spot < traversal->end) return;
    traversal->spot = traversal->start;
    traversal->content++;
}

static bool is_value_next(const struct traversal *traversal) {
    if (traversal->waiting_count == 0 && traversal->flight_count == 0) return false;
    return traversal->is_chunk_next || is_walked(traversal) || !traversal->options.is_tagged ||
           traversal->waiting_count >= WAITING_MAX;
}

void traversal_set_pace(struct traversal *traversal, size_t bytes) {
    size_t max = traversal->options.chunk_max;
    traversal->step_max = bytes > 0 && bytes < max ? bytes : max;
}

bool traversal_step(struct traversal *traversal, struct buffer *out) {
    const uint64_t *lsn = traversal->options.effects->lsn;
    assert(memcmp(traversal->lsn, lsn, sizeof traversal->lsn) == 0); /* B2 */
    assert(traversal->open_groups == 0);
    traversal->out = out;
    if (is_value_next(traversal))
        step_value(traversal, out);
    else if (!is_walked(traversal))
        step_unit(traversal, out);
    traversal->is_chunk_next = !traversal->is_chunk_next;
    return !is_walked(traversal) || traversal->waiting_count != 0 || traversal->flight_count != 0;
}

/* ---- journal ---- */

static void forward(struct traversal *traversal, struct bytes record, struct buffer *out) {
    size_t start = wire_begin(out, WIRE_JOURNAL);
    wire_add_record(out, record);
    end_frame(traversal, out, start, 0);
    traversal->stats.forwarded++;
}

/* Not of a value in flight. What waits is bounded, as all that is kept for a replica: there is one order anyway, so it may go
 * out at any time. */
static void forward_other(struct traversal *traversal, struct bytes record, struct buffer *out) {
    forward(traversal, record, is_held(traversal) ? &traversal->held : out);
    if (traversal->held.len >= traversal->options.held_max) release_held(traversal, out);
}

static bool was_field_sent(struct passage *passage, const struct effect *effect) {
    int64_t number;
    switch (effect->kind) {
    case KIND_SET_MEMBER:
    case KIND_HASH_FIELD:
    case KIND_ZSET_MEMBER:
        return passage_has_member(passage, effect->field);
    case KIND_LIST_ELEMENT:
        memcpy(&number, effect->field.data, sizeof number);
        passage_note_number(passage, number);
        return passage_has_number(passage, number);
    case KIND_STREAM_ENTRY:
        return passage_has_id(passage, stream_id_read(effect->field.data));
    case KIND_STREAM_HEAD:
        return false; /* the last chunk has it */
    default:
        return true; /* groups and what belongs to them: see data/passage.h */
    }
}

/* How many of the elements that a removal in the middle of a list takes have been sent. */
static uint64_t removed_sent(struct passage *passage, const struct effect *effect) {
    uint64_t count;
    memcpy(&count, effect->body.data, sizeof count);
    return passage_note_remove(passage, effect->number, count);
}

/* A removal of what has been sent only: what comes behind has not been, and comes without the rest. */
static void forward_cut(struct traversal *traversal, const struct effect *effect,
                        const struct key *key, uint64_t count, struct buffer *out) {
    size_t start = wire_begin(out, WIRE_JOURNAL);
    traversal->out = out;
    effect_delta(&traversal->encoder, effect->db, key, KIND_LIST_REMOVE, effect->number,
                 bytes_of((const char *)&count, sizeof count));
    end_frame(traversal, out, start, 0);
    traversal->stats.forwarded++;
}

/* Of a value in flight, a change that leaves it there. True if the record was forwarded. */
static bool change_flight(struct traversal *traversal, struct flight *flight,
                          const struct effect *effect, struct bytes record, struct buffer *out) {
    struct passage *passage = &flight->passage;
    uint64_t count;
    bool was_sent = false;
    switch (effect->op) {
    case EFFECT_PAGE:
        was_sent = passage_has_byte(passage, effect->page * EFFECT_PAGE_SIZE);
        break;
    case EFFECT_FIELD:
        was_sent = was_field_sent(passage, effect);
        break;
    case EFFECT_BOUND:
        if (effect->kind == KIND_LIST_ELEMENT) passage_note_bound(passage, effect->first);
        was_sent = true;
        break;
    case EFFECT_DELTA:
        if (effect->kind == KIND_LIST_REMOVE) {
            count = removed_sent(passage, effect);
            if (count != 0) forward_cut(traversal, effect, &flight->value.key, count, out);
            return count != 0;
        }
        was_sent = passage_note_insert(passage, effect->number);
        break;
    default: /* EXPIRE: the last chunk has it */
        break;
    }
    if (was_sent) forward(traversal, record, out);
    return was_sent;
}

static bool replaces(const struct effect *effect) {
    return effect->op == EFFECT_SET || effect->op == EFFECT_DELETE || effect->op == EFFECT_VALUE ||
           effect->op == EFFECT_BEGIN;
}

static bool was_sent(const struct traversal *traversal, unsigned content, const struct key *key) {
    bool is_behind = content < traversal->content ||
                     (content == traversal->content && region_spot_of(key) < traversal->spot);
    return is_behind && !is_waiting(traversal, content, key);
}

static void record_of_key(struct traversal *traversal, const struct effect *effect,
                          struct bytes record, struct buffer *out) {
    struct key key = key_of(effect->key);
    unsigned content = traversal->content_of[effect->db];
    struct flight *flight = find_flight(traversal, content, &key);
    bool is_forwarded = flight != NULL || was_sent(traversal, content, &key);
    if (flight != NULL && !replaces(effect)) {
        is_forwarded = change_flight(traversal, flight, effect, record, out);
        flight->mine += is_forwarded;
    } else if (is_forwarded) {
        if (flight != NULL) cancel(traversal, flight, out); /* B3 */
        forward_other(traversal, record, out);
    }
    traversal->stats.dropped += !is_forwarded;
}

static void flush(struct traversal *traversal, unsigned content, struct buffer *out) {
    drop_waiting_of(traversal, content);
    for (unsigned i = traversal->flight_count; i-- > 0;)
        if (traversal->flights[i].value.content == content)
            cancel(traversal, &traversal->flights[i], out);
}

static void swap(struct traversal *traversal, unsigned db, unsigned db_other) {
    unsigned content = traversal->content_of[db], content_other = traversal->content_of[db_other];
    traversal->content_of[db] = content_other;
    traversal->content_of[db_other] = content;
    traversal->db_of[content] = db_other;
    traversal->db_of[content_other] = db;
}

/* What waits behind a value goes first: the value, if it is still in flight, may get another number (B5). */
static void record_of_database(struct traversal *traversal, const struct effect *effect,
                               struct bytes record, struct buffer *out) {
    if (effect->op == EFFECT_FLUSH)
        flush(traversal, traversal->content_of[effect->db], out);
    else if (effect->op == EFFECT_SWAP)
        swap(traversal, effect->db, effect->db_other);
    release_held(traversal, out);
    forward(traversal, record, out);
}

static void note_lsn(struct traversal *traversal, const struct effect *effect, unsigned partition,
                     uint64_t lsn) {
    const struct effects *effects = traversal->options.effects;
    unsigned count = 1;
    if (effect_is_global(effect)) count = effects->partition_count;
    for (unsigned i = 0; i < count; i++) traversal->lsn[partition + i]++;
    assert(traversal->lsn[partition] == lsn); /* B2 */
    (void)lsn;
}

void traversal_record(struct traversal *traversal, unsigned partition, uint64_t lsn,
                      struct bytes record, struct buffer *out) {
    const struct traversal_options *options = &traversal->options;
    struct effect effect;
    if (mark_is(record)) {
        forward_other(traversal, record, out);
        return;
    }
    bool is_good = effect_decode(record, &effect);
    assert(is_good && effect.db < options->databases);
    (void)is_good;
    note_lsn(traversal, &effect, partition, lsn);
    traversal->open_groups += effect.op == EFFECT_BEGIN;
    traversal->open_groups -= effect.op == EFFECT_END;
    if (effect_is_global(&effect))
        record_of_database(traversal, &effect, record, out);
    else if (partition - options->partition_first < options->partition_count)
        record_of_key(traversal, &effect, record, out);
    else
        traversal->stats.dropped++;
}

/* ---- stats ---- */

struct traversal_stats traversal_stats(const struct traversal *traversal) {
    struct traversal_stats stats = traversal->stats;
    double all = 0, sent = 0;
    uint64_t range = traversal->end - traversal->start;
    double part = range > 0 ? (double)(traversal->spot - traversal->start) / (double)range : 0;
    for (unsigned content = 0; content < traversal->options.databases; content++) {
        struct keyspace_facts facts;
        keyspace_facts(traversal->options.keyspace, traversal->db_of[content], &facts);
        double keys = (double)facts.keys;
        all += keys;
        sent += content < traversal->content    ? keys
                : content == traversal->content ? keys * part
                                                : 0;
    }
    stats.progress = all > 0 ? sent / all : is_walked(traversal);
    stats.held_bytes = traversal->held.len;
    return stats;
}
