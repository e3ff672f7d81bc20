/* tests/unit/repl/traversal_test.c - a baseline of what changes all the time is, with the records forwarded, what is there
 * at its end: for values of every type, whatever is done to them on their way.
 *
 * The primary is a keyspace that is changed by the functions commands use, so that its records are the real ones. Steps of the
 * traversal and writes alternate at random; frames go to a loader as they come. Then the keyspaces have one digest. */
#include "repl/traversal.h"

#include "check.h"
#include "base/memory.h"
#include "data/set.h"
#include "data/value.h"
#include "engine/core.h"
#include "engine/settings.h"
#include "engine/stream_store.h"
#include "log/mark.h"
#include "log/varint.h"
#include "repl/loader.h"

enum { DATABASES = 3, KEYS = 4, START_MS = 1000000, TEXT_MAX = 6000, RANGES_MAX = 2 };

/* What is done wrong between traversal and loader: it has to be noticed. */
enum fault {
    NONE,
    CANCEL_LOST,  /* B3 */
    JOURNAL_LOST, /* B1: nothing is forwarded */
    JOURNAL_ALL,  /* B1: everything is */
    FLIGHT_LOST,  /* B1, inner cursor: no record of a value in flight is forwarded */
    FLIGHT_ALL,   /* every one is */
    JOURNAL_LATE, /* behind the next unit or chunk */
    CHUNK_LOST,   /* one in the middle */
    SWAP_LOST,    /* B5 */
    FAULTS
};

struct plan {
    size_t chunk_max;
    bool is_tagged;
    size_t held_max; /* of what waits behind a value that travels alone; 0: no limit that is met */
    bool is_late;    /* records are handed in just before the next step (B2) */
    unsigned writes; /* between two steps, at most */
    unsigned fill;   /* elements of a value */
    unsigned text_max; /* of an element */
    unsigned small;    /* keys of small strings */
    bool is_paced;     /* steps are made smaller now and then */
    unsigned ranges;   /* so many traversals, of a part of the partitions each */
    enum fault fault;
};

/* A key whose chunks have begun to come. */
struct open_stream {
    uint64_t number;
    unsigned db;
    char name[32];
    size_t name_len;
    uint64_t others; /* frames of others since its last chunk */
};

static struct plan plan;
static struct settings settings;
static struct core core;
static struct command row;
static struct command_entry command = {.row = &row};
static struct call call;
static struct keyspace *mirror;
static struct loader *loader;
static struct traversal *traversals[RANGES_MAX];
static struct buffer out[RANGES_MAX], late, delayed;
static struct open_stream streams[64];
static unsigned stream_count;
static bool is_filling, has_global;
static struct open_stream border; /* the last key of the last unit: sent, and those behind it not */
static bool is_noticed;           /* by the loader */
static bool is_forwarded_now;
static uint64_t kinds[256], forwarded_in_flight, preemptions;

/* ---- the way from one to the other ---- */

static void notice(bool is_good) {
    if (!is_good && plan.fault == NONE && !is_noticed) {
        printf("  %s\n", loader_error(loader));
        CHECK(!"the loader accepts it");
    }
    is_noticed = is_noticed || !is_good;
}

static bool is_of_stream(const struct open_stream *stream, const struct effect *effect) {
    return stream->db == effect->db &&
           bytes_equal(bytes_of(stream->name, stream->name_len), effect->key);
}

static bool is_in_flight(const struct effect *effect) {
    for (unsigned i = 0; i < stream_count; i++)
        if (is_of_stream(&streams[i], effect)) return true;
    return false;
}

/* A frame that is no chunk, or that of one stream (else 0); effect: of its record, in the journal. */
static void note_others(uint64_t number, const struct effect *effect) {
    for (unsigned i = 0; i < stream_count; i++) {
        if (streams[i].number == number) {
            preemptions += streams[i].others;
            streams[i].others = 0;
        } else if (effect == NULL || !is_of_stream(&streams[i], effect)) {
            streams[i].others++;
        }
    }
}

static bool is_of_all(const struct effect *effect) {
    return effect_is_global(effect);
}

static void note_stream(uint64_t number, struct bytes records) {
    struct bytes record;
    struct effect effect;
    for (unsigned i = 0; i < stream_count; i++)
        if (streams[i].number == number) return;
    if (!wire_next_record(&records, &record) || !effect_decode(record, &effect)) return;
    struct open_stream *stream = &streams[stream_count++];
    *stream = (struct open_stream){number, effect.db, "", effect.key.len, 0};
    memcpy(stream->name, effect.key.data, effect.key.len);
}

static void forget_stream(uint64_t number) {
    for (unsigned i = 0; i < stream_count; i++)
        if (streams[i].number == number) streams[i] = streams[--stream_count];
}

static void note_database(const struct effect *effect) {
    for (unsigned i = 0; i < stream_count && effect->op == EFFECT_SWAP; i++) {
        if (streams[i].db == effect->db)
            streams[i].db = effect->db_other;
        else if (streams[i].db == effect->db_other)
            streams[i].db = effect->db;
    }
}

/* Of the journal: is_forwarded as the traversal says. */
static bool is_passed_on(const struct effect *effect, bool is_forwarded) {
    switch (plan.fault) {
    case JOURNAL_LOST:
        return false;
    case JOURNAL_ALL:
        return true;
    case FLIGHT_LOST:
        return is_forwarded && !is_in_flight(effect);
    case FLIGHT_ALL:
        return is_forwarded || is_in_flight(effect);
    case SWAP_LOST:
        return is_forwarded && effect->op != EFFECT_SWAP;
    default:
        return is_forwarded;
    }
}

static void take_journal(struct bytes payload, unsigned range) {
    struct bytes record, rest = payload;
    struct effect effect;
    is_forwarded_now = true;
    if (!wire_next_record(&rest, &record) || !effect_decode(record, &effect)) return;
    /* Behind a value that travels alone all others wait. */
    CHECK(plan.is_tagged || plan.held_max > 0 || plan.ranges > 1 || stream_count == 0 ||
          is_in_flight(&effect) || is_of_all(&effect) || has_global);
    note_others(0, &effect);
    if (is_of_all(&effect) && range + 1 < plan.ranges) return; /* when all ranges have reached it */
    forwarded_in_flight += is_in_flight(&effect);
    note_database(&effect);
    if (!is_passed_on(&effect, true)) return;
    if (plan.fault == JOURNAL_LATE)
        wire_add_record(&delayed, record);
    else
        notice(loader_records(loader, payload));
}

static void take_chunk(struct bytes payload, unsigned range, unsigned flags) {
    uint64_t number;
    static uint64_t chunks;
    bool is_there = varint_take(&payload, &number);
    CHECK(is_there);
    number |= (uint64_t)range << 32;
    note_others(number, NULL);
    note_stream(number, payload);
    CHECK(stream_count <= plan.ranges * (plan.is_tagged ? TRAVERSAL_STREAMS_MAX : 1));
    bool is_last = (flags & WIRE_LAST) != 0;
    bool is_lost = plan.fault == CHUNK_LOST && !is_last && ++chunks % 8 == 0;
    if (!is_lost) notice(loader_chunk(loader, number, payload, is_last));
    if (is_last) forget_stream(number);
}

static void take_cancel(struct bytes payload, unsigned range) {
    uint64_t number;
    bool is_there = varint_take(&payload, &number);
    CHECK(is_there);
    number |= (uint64_t)range << 32;
    forget_stream(number);
    note_others(0, NULL);
    if (plan.fault != CANCEL_LOST) notice(loader_cancel(loader, number));
}

static void take_unit(struct bytes payload) {
    struct bytes rest = payload, record;
    struct effect effect;
    while (wire_next_record(&rest, &record)) continue;
    if (effect_decode(record, &effect)) {
        border = (struct open_stream){.db = effect.db, .name_len = effect.key.len};
        memcpy(border.name, effect.key.data, effect.key.len);
    }
    CHECK(plan.is_tagged || plan.ranges > 1 || stream_count == 0);
    note_others(0, NULL);
    notice(loader_records(loader, payload));
}

static void take_delayed(void) {
    if (delayed.len > 0) notice(loader_records(loader, buffer_view(&delayed)));
    delayed.len = 0;
}

/* FLUSH or SWAP among the frames: what waits behind a value goes before it. */
static bool find_global(struct bytes input) {
    struct bytes payload, record;
    struct wire_head head;
    struct effect effect;
    while (wire_next(&input, &head, &payload) == 1)
        if (head.kind == WIRE_JOURNAL && wire_next_record(&payload, &record) &&
            effect_decode(record, &effect) && is_of_all(&effect))
            return true;
    return false;
}

static void drain(unsigned range) {
    struct bytes input = buffer_view(&out[range]), payload;
    struct wire_head head;
    int result;
    has_global = find_global(input);
    while ((result = wire_next(&input, &head, &payload)) == 1) {
        kinds[head.kind]++;
        if (head.kind == WIRE_UNIT) take_unit(payload);
        if (head.kind == WIRE_CHUNK) take_chunk(payload, range, head.flags);
        if (head.kind == WIRE_CANCEL) take_cancel(payload, range);
        if (head.kind == WIRE_JOURNAL)
            take_journal(payload, range);
        else
            take_delayed();
    }
    CHECK_EQ(result, 0);
    CHECK_EQ(input.len, 0);
    out[range].len = 0;
}

/* ---- the primary ---- */

static void hand_in(unsigned partition, uint64_t lsn, struct bytes record) {
    struct effect effect;
    is_forwarded_now = false;
    for (unsigned i = 0; i < plan.ranges; i++) {
        traversal_record(traversals[i], partition, lsn, record, &out[i]);
        drain(i);
    }
    bool is_good = effect_decode(record, &effect);
    CHECK(is_good);
    if (!is_forwarded_now && is_passed_on(&effect, false)) notice(loader_record(loader, record));
}

static void hand_in_late(void) {
    struct bytes rest = buffer_view(&late), record;
    while (rest.len > 0) {
        uint64_t partition = 0, lsn = 0;
        bool is_good = varint_take(&rest, &partition) && varint_take(&rest, &lsn) &&
                       wire_next_record(&rest, &record);
        CHECK(is_good);
        hand_in((unsigned)partition, lsn, record);
    }
    late.len = 0;
}

static void on_record(void *arg, uint16_t partition, uint64_t lsn, struct bytes record) {
    (void)arg;
    if (traversals[0] == NULL) return;
    if (!plan.is_late) {
        hand_in(partition, lsn, record);
        return;
    }
    varint_put(&late, partition);
    varint_put(&late, lsn);
    wire_add_record(&late, record);
}

static void on_expired(void *arg, unsigned db, const struct key *key, const struct entry *entry) {
    (void)arg, (void)entry;
    effect_delete(&core.shard.effects, db, key, EFFECT_IS_EXPIRY);
}

static void begin_world(void) {
    static const struct keyspace_limits small = {.hash_entries = 8,
                                                 .hash_value = 64,
                                                 .intset_entries = 16,
                                                 .set_entries = 8,
                                                 .set_value = 64,
                                                 .zset_entries = 8,
                                                 .zset_value = 64,
                                                 .stream_node_bytes = 600,
                                                 .stream_node_entries = 10};
    struct keyspace_options options = {.databases = DATABASES,
                                       .partition_count = PARTITIONS,
                                       .on_expired = on_expired,
                                       .on_fields_expired = collection_on_fields_expired,
                                       .arg = &core.shard};
    core = (struct core){.settings = &settings,
                         .is_freeing = true, /* no loop to free on */
                         .shard = {.core = &core, .partition_count = PARTITIONS}};
    core.shard.keyspace = keyspace_create(&options);
    options = (struct keyspace_options){.databases = DATABASES, .partition_count = PARTITIONS};
    mirror = keyspace_create(&options);
    keyspace_set_expiring(mirror, false);
    keyspace_set_limits(core.shard.keyspace, &small);
    if (check_random_below(2)) keyspace_set_limits(mirror, &small);
    loader = loader_create(mirror, 0);
    effects_init(&core.shard.effects, 0, PARTITIONS);
    core.shard.effects.sink = (struct effect_sink){.record = on_record};
    call = (struct call){.command = &command, .shard = &core.shard, .now_ms = START_MS};
    keyspace_set_now(core.shard.keyspace, START_MS);
    keyspace_set_now(mirror, START_MS);
    stream_count = 0;
    border.name_len = 0;
    preemptions = 0;
    is_noticed = false;
    delayed.len = late.len = 0;
}

static void end_world(void) {
    for (unsigned i = 0; i < RANGES_MAX; i++) {
        if (traversals[i] != NULL) traversal_destroy(traversals[i]);
        traversals[i] = NULL;
        buffer_clear(&out[i]);
    }
    buffer_clear(&late);
    buffer_clear(&delayed);
    loader_destroy(loader);
    effects_clear(&core.shard.effects);
    buffer_clear(&core.shard.scratch);
    keyspace_destroy(core.shard.keyspace);
    keyspace_destroy(mirror);
}

static bool is_mirrored(void) {
    for (unsigned db = 0; db < DATABASES; db++) {
        unsigned char real[20] = {0}, rebuilt[20] = {0};
        keyspace_digest(core.shard.keyspace, db, real);
        keyspace_set_now(mirror, call.now_ms);
        keyspace_digest(mirror, db, rebuilt);
        if (memcmp(real, rebuilt, sizeof real) != 0) return false;
    }
    return true;
}

/* ---- writes ---- */

/* What is done to a value: below additions, it gets more; while filling up, nothing else is done. */
static unsigned random_kind(unsigned kinds_of_change, unsigned additions) {
    return (unsigned)check_random_below(is_filling ? additions : kinds_of_change);
}

static struct key random_key(void) {
    static char name[32];
    static const char types[] = "slhzxq";
    if (plan.small > 0 && !is_filling && check_random_below(3) == 0) {
        unsigned number = (unsigned)check_random_below(plan.small);
        return key_of(bytes_of(name, (size_t)snprintf(name, sizeof name, "q:small %u", number)));
    }
    size_t len = (size_t)snprintf(name, sizeof name, "%c:%u", types[check_random_below(6)],
                                  (unsigned)check_random_below(KEYS));
    return key_of(bytes_of(name, len));
}

static struct bytes random_text(unsigned n) {
    static char text[TEXT_MAX];
    unsigned number = (unsigned)check_random_below(n);
    size_t len = (size_t)snprintf(text, sizeof text, number % 3 == 0 ? "%u" : "text %u", number);
    size_t max = number % 50 == 0 ? plan.text_max * 20 : plan.text_max;
    size_t wanted = check_random_below(max < TEXT_MAX ? max : TEXT_MAX);
    if (wanted > len) {
        memset(text + len, 'x', wanted - len);
        len = wanted;
    }
    return bytes_of(text, len);
}

/* One of the members that there may be. */
static struct bytes random_member(void) {
    static char text[64];
    size_t len = (size_t)snprintf(text, sizeof text, "member %u",
                                  (unsigned)check_random_below(plan.fill * 2));
    return bytes_of(text, len);
}

/* The cell for writing; another type's value goes first. */
static struct cell open_key(const struct key *key, enum value_type type) {
    struct entry *entry = store_peek(&call, key);
    if (entry != NULL && entry_type(entry) != type) store_delete(&call, key, entry);
    struct cell cell;
    bool is_good = collection_open(&call, key, type, &cell);
    CHECK(is_good);
    return cell;
}

static void edit_string(const struct key *key, unsigned kind) {
    struct entry *entry = store_peek(&call, key);
    if (entry != NULL && entry_type(entry) != VALUE_STRING) {
        store_delete(&call, key, entry);
        entry = NULL;
    }
    struct bytes text = random_text(1000);
    size_t len = entry != NULL ? entry_text_len(entry) : 0, at = len;
    if (kind == 0 && len > text.len) at = check_random_below(len - text.len);
    size_t end = at + text.len > len ? at + text.len : len;
    if (end == 0) return;
    char *target = store_edit_begin(&call, key, entry, end, &entry);
    CHECK(target != NULL);
    if (text.len > 0) memcpy(target + at, text.data, text.len);
    store_edit_end(&call, key, entry, at, text.len);
}

static void set_string(const struct key *key, size_t len) {
    char *text = memory_alloc(len + 1);
    for (size_t i = 0; i < len; i++) text[i] = (char)('a' + (i * 7 + len) % 26);
    int64_t expire_ms = check_random_below(4) == 0 ? call.now_ms + 20 : EXPIRE_NONE;
    bool is_put =
        store_put_string(&call, key, store_peek(&call, key), bytes_of(text, len), expire_ms);
    CHECK(is_put);
    memory_free(text);
}

static void change_string(const struct key *key) {
    unsigned kind = (unsigned)check_random_below(6);
    if (kind < 5)
        edit_string(key, kind % 2);
    else
        set_string(key, check_random_below(2) ? 10 : plan.fill * plan.text_max);
}

static void change_set(const struct key *key) {
    struct cell cell = open_key(key, VALUE_SET);
    char scratch[NUMBER_TEXT_MAX];
    if (random_kind(9, 5) < 5 || cell.entry == NULL)
        collection_set_add(&call, &cell, random_member());
    else
        collection_set_remove(&call, &cell, set_random(cell.entry, check_random(), scratch));
}

static void change_zset(const struct key *key) {
    struct cell cell = open_key(key, VALUE_ZSET);
    unsigned kind = random_kind(10, 6);
    struct zset_walk found;
    if (kind < 6 || cell.entry == NULL) {
        collection_zset_set(&call, &cell, random_member(), (double)check_random_below(50));
    } else if (kind < 7) {
        collection_zset_remove_range(&call, &cell, check_random_below(zset_count(cell.entry)), 3);
    } else {
        zset_random(cell.entry, check_random(), &found);
        collection_zset_remove(&call, &cell, found.member);
    }
}

static void change_hash(const struct key *key) {
    struct cell cell = open_key(key, VALUE_HASH);
    unsigned kind = random_kind(10, 6);
    struct hash_walk found;
    int64_t expire_ms = call.now_ms + (int64_t)check_random_below(40);
    if (kind < 6 || cell.entry == NULL) {
        collection_hash_set(&call, &cell, random_member(), random_text(1000),
                            kind == 0 ? expire_ms : EXPIRE_NONE);
        return;
    }
    hash_random(cell.entry, check_random(), &found);
    char field[TEXT_MAX];
    memcpy(field, found.field.data, found.field.len);
    if (kind < 8)
        collection_hash_set_expire(&call, &cell, bytes_of(field, found.field.len),
                                   kind == 6 ? expire_ms : EXPIRE_NONE);
    else
        collection_hash_delete(&call, &cell, bytes_of(field, found.field.len));
}

static void change_list(const struct key *key) {
    struct cell cell = open_key(key, VALUE_LIST);
    unsigned kind = random_kind(14, 4);
    uint64_t total = lists_count(cell.entry), index = total > 0 ? check_random_below(total) : 0;
    uint64_t few = 1 + check_random_below(check_random_below(8) ? 4 : plan.fill);
    if (kind < 4 || total == 0)
        collection_list_push(&call, &cell, kind % 2 == 0, random_text(3000));
    else if (kind < 6)
        collection_list_insert(&call, &cell, check_random_below(total + 1), random_text(3000));
    else if (kind < 8)
        collection_list_set(&call, &cell, index, random_text(3000));
    else if (kind < 11)
        collection_list_remove(&call, &cell, index, few < total - index ? few : total - index);
    else if (kind == 11)
        collection_list_keep(&call, &cell, few < total ? few / 2 : 0,
                             few < total ? total - few : total);
    else
        collection_list_remove(&call, &cell, kind == 12 ? 0 : total - (few < total ? few : 1),
                               few < total ? few : 1);
}

/* The ID of an entry somewhere, or of none. */
static struct stream_id random_id(const struct entry *stream) {
    struct stream_walk walk;
    struct stream_id first = stream_first_id(stream), last = stream_head(stream).last_id;
    first.ms += last.ms > first.ms ? check_random_below(last.ms - first.ms) : 0;
    stream_walk(stream, first, STREAM_ID_MAX, false, &walk);
    return stream_next(&walk) ? walk.id : last;
}

static void append_entry(struct cell *cell) {
    struct stream_id id = stream_head(cell->entry).last_id;
    struct bytes texts[6];
    char copies[6][16];
    unsigned count = 1 + (unsigned)check_random_below(3);
    struct stream_trim trim = {.max_length = plan.fill, .is_approximate = check_random_below(2)};
    id.ms += check_random_below(3);
    if (!stream_id_step_up(&id)) return;
    for (unsigned i = 0; i < 2 * count; i++) {
        bool is_field = i % 2 == 0;
        unsigned number = is_field ? i : (unsigned)check_random_below(10000);
        texts[i] =
            bytes_of(copies[i], (size_t)snprintf(copies[i], 16, is_field ? "f%u" : "%u", number));
    }
    stream_store_append(&call, cell, id, texts, count, check_random_below(6) ? NULL : &trim);
}

static void change_group(struct cell *cell) {
    char name[16];
    unsigned kind = is_filling ? 11 : (unsigned)check_random_below(12);
    struct bytes text =
        bytes_of(name, (size_t)snprintf(name, sizeof name, "g%u", (unsigned)check_random_below(4)));
    struct stream_group *group = stream_group_find(cell->entry, text);
    if (group == NULL) {
        stream_store_group_create(&call, cell, text, random_id(cell->entry), STREAM_READ_UNKNOWN);
        return;
    }
    text = bytes_of(name, (size_t)snprintf(name, sizeof name, "c%u",
                                           (unsigned)check_random_below(plan.fill / 8 + 1)));
    struct stream_consumer *consumer = stream_consumer_find(group, text);
    if (kind == 0)
        stream_store_group_destroy(&call, cell, group);
    else if (kind == 1)
        stream_store_group_set(&call, cell, group, random_id(cell->entry), 5);
    else if (consumer == NULL)
        stream_store_consumer_create(&call, cell, group, text, call.now_ms);
    else if (kind == 2)
        stream_store_consumer_destroy(&call, cell, consumer);
    else if (kind == 3)
        stream_store_consumer_set_times(&call, cell, consumer, call.now_ms + 1, call.now_ms);
    else if (kind < 6)
        stream_store_pending_remove(&call, cell, group, random_id(cell->entry));
    else
        stream_store_pending_set(&call, cell, consumer, random_id(cell->entry), call.now_ms, kind);
}

static struct stream_id last_entry(const struct entry *stream) {
    struct stream_walk walk;
    stream_walk(stream, STREAM_ID_MIN, STREAM_ID_MAX, true, &walk);
    return stream_next(&walk) ? walk.id : STREAM_ID_MIN;
}

static void change_stream(const struct key *key) {
    struct cell cell = open_key(key, VALUE_STREAM);
    unsigned kind = (unsigned)check_random_below(20);
    if (is_filling) kind = kind < 12 ? 0 : 19;
    if (cell.entry == NULL || kind < 8) {
        append_entry(&cell);
    } else if (kind < 11) {
        struct stream_id id = kind == 8 ? last_entry(cell.entry) : random_id(cell.entry);
        stream_store_delete(&call, &cell, &id, 1);
    } else if (kind == 11) {
        struct stream_trim trim = {.is_by_id = true, .min_id = random_id(cell.entry)};
        if (check_random_below(3) == 0) stream_store_trim(&call, &cell, &trim);
    } else if (kind == 12) { /* XSETID to the last one that is there */
        struct stream_head head = stream_head(cell.entry);
        head.last_id = last_entry(cell.entry);
        if (stream_id_is_zero(head.last_id)) head.last_id.seq = 1;
        stream_store_set_head(&call, &cell, &head);
    } else {
        change_group(&cell);
    }
}

/* By the first letter of its name, so that most keys keep their types. */
static void change(const struct key *key) {
    static void (*const changes[])(const struct key *key) = {
        ['s'] = change_set,  ['l'] = change_list,   ['h'] = change_hash,
        ['z'] = change_zset, ['x'] = change_stream, ['q'] = change_string,
    };
    changes[(unsigned char)key->name.data[0]](key);
}

/* As STORE commands and COPY do: a value made aside takes the place of another. */
static void copy_key(const struct key *from, const struct key *to) {
    struct entry *source = store_peek(&call, from);
    if (source == NULL || entry_type(source) == VALUE_STRING) return;
    struct buffer part = {0};
    uint64_t position = 0;
    struct cell draft = cell_draft(core.shard.keyspace, call.db, to,
                                   check_random_below(3) ? EXPIRE_NONE : call.now_ms + 30);
    bool is_more = true;
    while (is_more) {
        part.len = 0;
        is_more = value_save(source, &position, 5000, &part);
        CHECK(value_load(&draft, buffer_view(&part)));
    }
    collection_publish(&call, &draft, store_peek(&call, to));
    buffer_clear(&part);
}

static void move_key(const struct key *from, const struct key *to, unsigned db_to) {
    struct keyspace *keyspace = core.shard.keyspace;
    struct entry *source = keyspace_find(keyspace, call.db, from, false);
    if (source == NULL || (db_to == call.db && bytes_equal(from->name, to->name))) return;
    int64_t expire_ms = entry_expire_ms(source);
    struct cell target = cell_of(keyspace, db_to, to, keyspace_find(keyspace, db_to, to, false));
    struct cell cell =
        cell_of(keyspace, call.db, from, keyspace_find(keyspace, call.db, from, false));
    bool is_moved = collection_move(&call, &cell, &target, expire_ms);
    (void)is_moved; /* a value may have no room */
}

static void write_something(void) {
    unsigned kind = (unsigned)check_random_below(200);
    struct key key = random_key();
    char copy[32];
    memcpy(copy, key.name.data, key.name.len);
    key.name = bytes_of(copy, key.name.len);
    call.db = (unsigned)check_random_below(DATABASES);
    unsigned where = (unsigned)check_random_below(8);
    if (where < 4 ? stream_count > 0 : where == 4 && border.name_len > 0) { /* rather there */
        const struct open_stream *stream =
            where == 4 ? &border : &streams[check_random_below(stream_count)];
        call.db = stream->db;
        memcpy(copy, stream->name, stream->name_len);
        key = key_of(bytes_of(copy, stream->name_len));
    }
    struct entry *entry = store_peek(&call, &key);
    if (kind < 170) {
        if (key.name.data[0] == 'q' && check_random_below(2)) set_string(&key, 20);
        change(&key);
    } else if (kind < 175) {
        if (entry != NULL) store_delete(&call, &key, entry);
    } else if (kind < 181) {
        if (entry != NULL)
            store_set_expire(&call, &key, entry,
                             kind % 2 ? EXPIRE_NONE
                                      : call.now_ms + (int64_t)check_random_below(30));
    } else if (kind < 186) {
        struct key other = random_key();
        copy_key(&key, &other);
    } else if (kind < 191) {
        struct key other = random_key();
        move_key(&key, &other, (unsigned)check_random_below(DATABASES));
    } else if (kind == 191) {
        store_flush(&call, call.db);
    } else if (kind < 194) {
        store_swap(&call, call.db, (unsigned)check_random_below(DATABASES));
    } else {
        bool again = true;
        call.now_ms += (int64_t)check_random_below(10);
        keyspace_set_now(core.shard.keyspace, call.now_ms);
        keyspace_set_now(mirror, call.now_ms);
        if (kind < 197) keyspace_sweep(core.shard.keyspace, 100, &again);
    }
}

static void fill(void) {
    is_filling = true;
    for (call.db = 0; call.db < DATABASES; call.db++) {
        for (unsigned i = 0; i < plan.small; i++) {
            char name[32];
            struct key key =
                key_of(bytes_of(name, (size_t)snprintf(name, sizeof name, "q:small %u", i)));
            if (check_random_below(2)) set_string(&key, check_random_below(50));
        }
        for (unsigned n = 0; n < 6 * KEYS; n++) {
            struct key key = random_key();
            char copy[32];
            memcpy(copy, key.name.data, key.name.len);
            key.name = bytes_of(copy, key.name.len);
            for (unsigned i = 0; i < plan.fill; i++) change(&key);
        }
    }
    is_filling = false;
}

/* ---- a run ---- */

static void start_traversals(void) {
    for (unsigned i = 0; i < plan.ranges; i++) {
        unsigned first = PARTITIONS * i / plan.ranges, end = PARTITIONS * (i + 1) / plan.ranges;
        struct traversal_options options = {.keyspace = core.shard.keyspace,
                                            .effects = &core.shard.effects,
                                            .databases = DATABASES,
                                            .partition_first = first,
                                            .partition_count = end - first,
                                            .chunk_max = plan.chunk_max,
                                            .is_tagged = plan.is_tagged,
                                            .held_max = plan.held_max};
        traversals[i] = traversal_create(&options);
    }
}

static bool step_all(void) {
    static const size_t paces[] = {0, 0, 1, 200, 2000, 16 << 10};
    bool is_more = false;
    size_t most = plan.chunk_max < 256 << 10 ? 256 << 10 : plan.chunk_max;
    hand_in_late();
    for (unsigned i = 0; i < plan.ranges; i++) {
        traversal_set_pace(traversals[i], plan.is_paced ? paces[check_random_below(6)] : 0);
        is_more = traversal_step(traversals[i], &out[i]) || is_more;
        CHECK(out[i].len < most + (most / 4) + 20 * TEXT_MAX); /* B6 */
        drain(i);
    }
    return is_more;
}

/* True if the mirror is one at the end. */
static bool run(void) {
    begin_world();
    fill();
    start_traversals();
    for (bool is_more = true; is_more;) {
        for (uint64_t n = check_random_below(plan.writes + 1); n > 0; n--) write_something();
        is_more = step_all();
        keyspace_free_some(core.shard.keyspace, 100);
    }
    take_delayed();
    notice(loader_end(loader));
    struct traversal_stats stats = traversal_stats(traversals[0]);
    CHECK(stats.progress == 1 && stats.held_bytes == 0);
    if (plan.ranges == 1) CHECK_EQ(stats.preemptions, preemptions);
    bool is_same = is_mirrored() && !is_noticed;
    for (unsigned n = 0; n < 20; n++) write_something(); /* all is forwarded now */
    hand_in_late();
    take_delayed();
    is_same = is_same && is_mirrored() && !is_noticed;
    if (plan.fault == NONE) CHECK(is_same);
    end_world();
    return is_same;
}

static struct plan random_plan(void) {
    static const size_t chunks[] = {1, 50, 300, 300, 1000, 4096, 20000, 1 << 20};
    static const size_t helds[] = {0, 1, 3000};
    static const unsigned fills[] = {5, 20, 40, 100};
    static const unsigned texts[] = {10, 40, 300};
    static const unsigned writes[] = {0, 1, 3, 10, 30};
    return (struct plan){.chunk_max = chunks[check_random_below(8)],
                         .is_tagged = check_random_below(4) != 0,
                         .held_max = helds[check_random_below(3)],
                         .is_late = check_random_below(3) == 0,
                         .writes = writes[check_random_below(5)],
                         .fill = fills[check_random_below(4)],
                         .text_max = texts[check_random_below(3)],
                         .small = check_random_below(2)   ? 0
                                  : check_random_below(4) ? 300
                                                          : 3000,
                         .is_paced = check_random_below(3) == 0,
                         .ranges = check_random_below(4) == 0 ? 2 : 1};
}

static unsigned rounds(unsigned n) {
    const char *text = getenv("ANAX_TRAVERSAL_ROUNDS");
    return text != NULL ? (unsigned)atoi(text) : n;
}

TEST(a_baseline_with_its_journal_is_the_state_at_its_end) {
    memset(kinds, 0, sizeof kinds);
    forwarded_in_flight = 0;
    for (unsigned n = rounds(300); n > 0; n--) {
        uint64_t state = check_state;
        plan = random_plan();
        if (run()) continue;
        printf("  state %#" PRIx64 ": chunk %zu, tagged %d, late %d, writes %u, fill %u, text %u, "
               "ranges %u\n",
               state, plan.chunk_max, plan.is_tagged, plan.is_late, plan.writes, plan.fill,
               plan.text_max, plan.ranges);
        break;
    }
    /* It was about something. */
    CHECK(kinds[WIRE_UNIT] > 0 && kinds[WIRE_CHUNK] > kinds[WIRE_UNIT]);
    CHECK(kinds[WIRE_CANCEL] > 0 && kinds[WIRE_JOURNAL] > 0);
    CHECK(forwarded_in_flight > 0);
}

static uint64_t marks;

static void count_marks(struct buffer *frames) {
    struct bytes input = buffer_view(frames), payload, record;
    struct wire_head head;
    while (wire_next(&input, &head, &payload) == 1)
        while (head.kind == WIRE_JOURNAL && wire_next_record(&payload, &record))
            marks += mark_is(record);
    frames->len = 0;
}

TEST(marks_are_passed_on_at_any_time) {
    struct buffer record = {0}, frames = {0};
    plan = (struct plan){.chunk_max = 100, .fill = 100, .text_max = 40, .ranges = 0};
    begin_world();
    fill();
    mark_write(&record, &(struct mark){.op = MARK_TX, .tx = 7, .parts = 2});
    plan.ranges = 1;
    start_traversals();
    marks = 0;
    uint64_t sent = 0;
    do {
        traversal_record(traversals[0], 0, 0, buffer_view(&record), &frames);
        sent++;
    } while (traversal_step(traversals[0], &frames));
    count_marks(&frames);
    CHECK(sent > 20);
    CHECK_EQ(marks, sent); /* though some had to wait behind values that travel alone */
    buffer_clear(&record);
    buffer_clear(&frames);
    end_world();
}

/* What waits behind a value that travels alone has a limit, and then passes. */
TEST(the_journal_behind_a_value_that_travels_alone_is_bounded) {
    enum { HELD_MAX = 20000, RECORDS = 300 };
    struct buffer frames = {0};
    plan = (struct plan){.chunk_max = 300, .fill = 100, .text_max = 40, .ranges = 0};
    begin_world();
    fill();
    plan.ranges = 1;
    plan.held_max = HELD_MAX;
    start_traversals();
    size_t most = 0;
    uint64_t sent = 0;
    struct buffer record = {0};
    mark_write(&record, &(struct mark){.op = MARK_TX, .tx = 7, .parts = 2});
    marks = 0;
    do {
        for (unsigned n = 0; n < RECORDS; n++, sent++) {
            traversal_record(traversals[0], 0, 0, buffer_view(&record), &frames);
            size_t held = traversal_stats(traversals[0]).held_bytes;
            most = held > most ? held : most;
        }
    } while (traversal_step(traversals[0], &frames));
    count_marks(&frames);
    CHECK_EQ(marks, sent);
    CHECK(most > HELD_MAX / 2 && most < HELD_MAX);
    CHECK(traversal_stats(traversals[0]).preemptions > 0); /* where it had to pass */
    buffer_clear(&record);
    buffer_clear(&frames);
    end_world();
}

TEST(progress_goes_from_nothing_to_all) {
    struct buffer frames = {0};
    plan = (struct plan){.chunk_max = 300, .is_tagged = true, .fill = 100, .text_max = 40};
    begin_world();
    fill();
    plan.ranges = 1;
    start_traversals();
    double before = traversal_stats(traversals[0]).progress;
    CHECK(before == 0);
    while (traversal_step(traversals[0], &frames)) {
        double now = traversal_stats(traversals[0]).progress;
        CHECK(now >= before && now <= 1);
        before = now;
    }
    struct traversal_stats stats = traversal_stats(traversals[0]);
    struct keyspace_facts facts;
    uint64_t keys = 0;
    for (unsigned db = 0; db < DATABASES; db++) {
        keyspace_facts(core.shard.keyspace, db, &facts);
        keys += facts.keys;
    }
    CHECK(stats.progress == 1);
    CHECK_EQ(stats.keys, keys);
    CHECK_EQ(stats.bytes, frames.len);
    CHECK(stats.chunks > stats.streams && stats.streams > 0);
    buffer_clear(&frames);
    end_world();
}

TEST(a_pace_makes_chunks_smaller_for_as_long_as_it_is_set) {
    enum { MEMBERS = 20000, PACE = 16 << 10, SOME = 4096 };
    plan = (struct plan){.is_tagged = true, .ranges = 1};
    begin_world();
    struct key key = key_of(BYTES_LITERAL("set"));
    struct cell cell = cell_of(core.shard.keyspace, 0, &key, NULL);
    for (unsigned n = 0; n < MEMBERS; n++) {
        char member[100];
        memset(member, 'x', sizeof member);
        snprintf(member, sizeof member, "member %u", n);
        set_add(&cell, bytes_of(member, sizeof member));
    }
    start_traversals();
    unsigned steps = 0;
    for (bool is_more = true; is_more; steps++) {
        bool is_paced = steps % 2 == 1;
        traversal_set_pace(traversals[0], is_paced ? PACE : 0);
        is_more = traversal_step(traversals[0], &out[0]);
        if (is_paced) CHECK(out[0].len < PACE + SOME); /* B6 */
        /* Steps over keys that are not there make nothing. */
        if (out[0].len > 0 && is_more) CHECK(out[0].len > (is_paced ? PACE : 2 * PACE) - SOME);
        drain(0);
    }
    CHECK(steps > 20);
    CHECK(is_mirrored());
    end_world();
}

/* B6. Groups without anything take their part of a step, too: each is looked for among all. */
TEST(groups_and_their_pending_entries_travel_in_chunks) {
    enum { PENDING = 60000, GROUPS = 3000, SOME = 4096 };
    plan = (struct plan){.is_tagged = true, .ranges = 1};
    begin_world();
    struct key key = key_of(BYTES_LITERAL("stream"));
    struct cell cell = cell_of(core.shard.keyspace, 0, &key, NULL);
    stream_make(&cell);
    for (unsigned n = 0; n < GROUPS; n++) {
        char name[20];
        struct bytes text = bytes_of(name, (size_t)snprintf(name, sizeof name, "group %u", n));
        struct stream_group *group = stream_group_create(&cell, text, STREAM_ID_MIN, 0);
        if (n != GROUPS / 2) continue;
        struct stream_consumer *consumer =
            stream_consumer_create(&cell, group, BYTES_LITERAL("c"), 1);
        for (uint64_t i = 1; i <= PENDING; i++)
            stream_pending_set(&cell, consumer, (struct stream_id){i, 0}, 5, 1);
    }
    start_traversals();
    for (bool is_more = true; is_more;) {
        is_more = traversal_step(traversals[0], &out[0]);
        CHECK(out[0].len < TRAVERSAL_CHUNK + SOME);
        drain(0);
    }
    CHECK(traversal_stats(traversals[0]).chunks > 2 * GROUPS / ((64 << 10) / GROUPS + 1));
    CHECK(is_mirrored());
    end_world();
}

/* Its drafts and lists go with it. */
TEST(a_traversal_may_be_given_up_at_any_step) {
    for (unsigned n = 0; n < 50; n++) {
        plan = random_plan();
        begin_world();
        fill();
        start_traversals();
        for (uint64_t steps = check_random_below(40); steps > 0; steps--) {
            write_something();
            if (!step_all()) break;
        }
        end_world();
    }
}

TEST(what_goes_wrong_on_the_way_is_noticed) {
    static const char *const names[FAULTS] = {"",
                                              "a CANCEL is lost",
                                              "the journal is lost",
                                              "all of the journal is forwarded",
                                              "the journal of values in flight is lost",
                                              "all of the journal of values in flight is forwarded",
                                              "the journal comes late",
                                              "a chunk is lost",
                                              "SWAP is lost"};
    for (unsigned fault = NONE + 1; fault < FAULTS; fault++) {
        unsigned noticed = 0, runs = 20;
        for (unsigned n = 0; n < runs; n++) {
            plan = random_plan();
            plan.chunk_max = 300;
            plan.is_tagged = true;
            plan.is_late = false;
            plan.writes = 10;
            plan.fault = (enum fault)fault;
            noticed += !run();
        }
        if (noticed < runs / 4)
            printf("  %s: noticed in %u of %u runs\n", names[fault], noticed, runs);
        CHECK(noticed >= runs / 4);
    }
}
