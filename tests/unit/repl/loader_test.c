/* tests/unit/repl/loader_test.c - a loader takes what a traversal sends, and refuses all else without harm. */
#include "repl/loader.h"

#include "check.h"
#include "base/memory.h"
#include "data/hash.h"
#include "data/lists.h"
#include "data/set.h"
#include "data/stream_group.h"
#include "data/zset.h"
#include "log/mark.h"
#include "log/varint.h"
#include "repl/traversal.h"

enum { FRAMES_MAX = 4000, DATABASES = 2, NOW_MS = 5000000 };

struct frame {
    enum wire_kind kind;
    unsigned flags;
    size_t at, len; /* of the payload, in all */
};

static struct keyspace *source, *target;
static struct loader *loader;
static struct effects effects;
static struct frame frames[FRAMES_MAX];
static unsigned frame_count;
static struct buffer all;

/* ---- what is sent ---- */

static struct bytes text_of(char *space, const char *format, unsigned number) {
    return bytes_of(space, (size_t)sprintf(space, format, number));
}

static void make_stream(unsigned entries) {
    struct key key = key_of(BYTES_LITERAL("stream"));
    struct cell cell = cell_of(source, 1, &key, NULL);
    char space[2][32];
    for (unsigned i = 1; i <= entries; i++) {
        struct bytes texts[] = {text_of(space[0], "field %u", i % 3),
                                text_of(space[1], "value %u", i)};
        stream_append(&cell, (struct stream_id){i, 0}, texts, 1);
    }
    for (unsigned g = 0; g < 3; g++) {
        struct stream_group *group = stream_group_create(&cell, text_of(space[0], "group %u", g),
                                                         (struct stream_id){entries, 0}, 5);
        for (unsigned c = 0; c < 4; c++) {
            struct stream_consumer *consumer =
                stream_consumer_create(&cell, group, text_of(space[0], "consumer %u", c), 77);
            for (unsigned i = c + 1; i <= entries; i += 4)
                stream_pending_set(&cell, consumer, (struct stream_id){i, 0}, i, 2);
        }
    }
}

/* A big value of each type, and some small ones. */
static void make_source(void) {
    static const char *const names[] = {"set", "hash", "zset", "list", "string"};
    struct key keys[5];
    struct cell cells[5];
    char space[2][32];
    for (unsigned i = 0; i < 5; i++) {
        keys[i] = key_of(bytes_of_string(names[i]));
        cells[i] = cell_of(source, 0, &keys[i], NULL);
    }
    for (unsigned i = 0; i < 400; i++) {
        struct bytes member = text_of(space[0], "member number %u", i);
        struct key small = key_of(text_of(space[1], "small %u", i % 50));
        set_add(&cells[0], member);
        hash_set(&cells[1], member, member, i % 5 == 0 ? NOW_MS + i : EXPIRE_NONE);
        zset_set(&cells[2], member, i / 3.0);
        lists_push(&cells[3], i % 2, member);
        keyspace_put_string(source, i % 2, &small, keyspace_find_any(source, i % 2, &small), member,
                            i % 3 == 0 ? NOW_MS - i - 1 : EXPIRE_NONE);
    }
    char *text = memory_alloc(30000);
    for (unsigned i = 0; i < 30000; i++) text[i] = (char)i;
    keyspace_put_string(source, 0, &keys[4], NULL, bytes_of(text, 30000), NOW_MS + 9);
    keyspace_set_expire(source, 0, &keys[0], cells[0].entry, NOW_MS + 8);
    memory_free(text);
    make_stream(200);
}

static void begin(void) {
    struct keyspace_options options = {.databases = DATABASES, .partition_count = PARTITIONS};
    target = keyspace_create(&options);
    keyspace_set_expiring(target, false);
    keyspace_set_now(target, NOW_MS);
    loader = loader_create(target, 0);
}

static void end(void) {
    loader_destroy(loader);
    keyspace_destroy(target);
}

static void collect(size_t chunk_max, bool is_tagged) {
    struct keyspace_options options = {.databases = DATABASES, .partition_count = PARTITIONS};
    struct traversal_options how = {.databases = DATABASES,
                                    .partition_count = PARTITIONS,
                                    .chunk_max = chunk_max,
                                    .is_tagged = is_tagged,
                                    .effects = &effects};
    effects_init(&effects, 0, PARTITIONS);
    how.keyspace = source = keyspace_create(&options);
    make_source();
    all.len = frame_count = 0;
    keyspace_set_expiring(source, false);
    keyspace_set_now(source, NOW_MS);
    struct traversal *traversal = traversal_create(&how);
    while (traversal_step(traversal, &all)) continue;
    traversal_destroy(traversal);
    struct bytes input = buffer_view(&all), payload;
    struct wire_head head;
    while (wire_next(&input, &head, &payload) == 1)
        frames[frame_count++] = (struct frame){(enum wire_kind)head.kind, head.flags,
                                               (size_t)(payload.data - all.data), payload.len};
}

static void drop(void) {
    effects_clear(&effects);
    keyspace_destroy(source);
    buffer_clear(&all);
}

/* From memory of just this size, so that a look beyond its end is seen. */
static bool feed(enum wire_kind kind, unsigned flags, struct bytes payload) {
    char *copy = memory_alloc(payload.len);
    if (payload.len > 0) memcpy(copy, payload.data, payload.len);
    struct bytes rest = bytes_of(copy, payload.len);
    uint64_t number = 0;
    bool is_good = true;
    if (kind == WIRE_CHUNK || kind == WIRE_CANCEL) is_good = varint_take(&rest, &number);
    if (is_good && kind == WIRE_CHUNK)
        is_good = loader_chunk(loader, number, rest, (flags & WIRE_LAST) != 0);
    else if (is_good && kind == WIRE_CANCEL)
        is_good = loader_cancel(loader, number);
    else if (is_good)
        is_good = loader_records(loader, rest);
    memory_free(copy);
    return is_good;
}

static bool feed_frame(const struct frame *frame) {
    return feed(frame->kind, frame->flags, bytes_of(all.data + frame->at, frame->len));
}

static void check_same(void) {
    for (unsigned db = 0; db < DATABASES; db++) {
        unsigned char real[20] = {0}, loaded[20] = {0};
        keyspace_set_now(source, 0);
        keyspace_set_now(target, 0);
        keyspace_digest(source, db, real);
        keyspace_digest(target, db, loaded);
        CHECK(memcmp(real, loaded, sizeof real) == 0);
    }
}

/* ---- what is loaded ---- */

TEST(all_comes_over_what_has_expired_too) {
    static const size_t chunks[] = {1, 100, 5000, 0, 1 << 30};
    for (unsigned i = 0; i < 10; i++) {
        collect(chunks[i / 2], i % 2);
        begin();
        for (unsigned n = 0; n < frame_count; n++) CHECK(feed_frame(&frames[n]));
        CHECK(loader_end(loader));
        CHECK_STR(loader_error(loader), "");
        CHECK_EQ(keyspace_now(target), NOW_MS); /* as it was */
        check_same();
        end();
        drop();
    }
}

TEST(a_value_is_not_there_before_its_last_chunk) {
    struct key key = key_of(BYTES_LITERAL("list"));
    collect(1000, true);
    begin();
    bool was_open = false;
    for (unsigned n = 0; n < frame_count; n++) {
        struct bytes payload = bytes_of(all.data + frames[n].at, frames[n].len), name;
        uint64_t number;
        bool is_of_list = frames[n].kind == WIRE_CHUNK && varint_take(&payload, &number) &&
                          loader_key(payload, &name) && bytes_equal(name, key.name);
        CHECK(feed_frame(&frames[n]));
        was_open = was_open || is_of_list;
        if (was_open && !keyspace_find_any(target, 0, &key)) CHECK(loader_streams(loader) > 0);
    }
    CHECK(was_open);
    CHECK_EQ(loader_streams(loader), 0);
    CHECK_EQ(lists_count(keyspace_find_any(target, 0, &key)), 400);
    end();
    drop();
}

/* ---- what is refused ---- */

static struct buffer records;

static void add(enum effect_op op, unsigned db, const char *key, struct bytes body) {
    char head[] = {(char)op, 0, (char)db, (char)strlen(key)};
    struct buffer record = {0};
    buffer_append(&record, bytes_of(head, sizeof head));
    buffer_append_text(&record, key);
    buffer_append(&record, body);
    wire_add_record(&records, buffer_view(&record));
    buffer_clear(&record);
}

static struct bytes take(void) {
    static char copy[1000];
    struct bytes taken = bytes_of(copy, records.len);
    memcpy(copy, records.data, records.len);
    records.len = 0;
    return taken;
}

/* A part of a set. */
static struct bytes part(void) {
    return BYTES_LITERAL("\1\2\0\0\1a\1b");
}

static struct bytes none(void) {
    return bytes_of(NULL, 0);
}

/* The first chunk of a stream of this key. */
static struct bytes first_chunk(const char *key) {
    add(EFFECT_BEGIN, 0, key, none());
    add(EFFECT_PART, 0, key, part());
    return take();
}

static struct bytes last_chunk(const char *key) {
    add(EFFECT_END, 0, key, none());
    return take();
}

#define REFUSED(call)                              \
    do {                                           \
        CHECK(!(call));                            \
        CHECK(loader_error(loader)[0] != '\0');    \
        CHECK(strlen(loader_error(loader)) < 100); \
    } while (0)

TEST(a_stream_begins_goes_on_and_ends_as_one) {
    begin();
    REFUSED(loader_chunk(loader, 1, last_chunk("k"), true));
    REFUSED(loader_chunk(loader, 1, none(), false));
    REFUSED(loader_chunk(loader, 1, BYTES_LITERAL("\5x"), false));
    CHECK(loader_chunk(loader, 1, first_chunk("k"), false));
    REFUSED(loader_chunk(loader, 2, first_chunk("k"), false)); /* the same key once more */
    REFUSED(loader_chunk(loader, 1, last_chunk("other"), true));
    REFUSED(loader_chunk(loader, 1, last_chunk("k"), false));
    end();
    begin();
    CHECK(loader_chunk(loader, 1, first_chunk("k"), false));
    REFUSED(loader_chunk(loader, 1, none(), true));
    CHECK(loader_chunk(loader, 1, last_chunk("k"), true));
    struct key key = key_of(BYTES_LITERAL("k"));
    CHECK_EQ(set_count(keyspace_find_any(target, 0, &key)), 2);
    REFUSED(loader_cancel(loader, 1));
    end();
    begin();
    add(EFFECT_END, 0, "k", none());
    add(EFFECT_PART, 0, "k", part());
    struct bytes after_end = take();
    CHECK(loader_chunk(loader, 1, first_chunk("k"), false));
    REFUSED(loader_chunk(loader, 1, after_end, true));
    end();
}

TEST(a_cancelled_value_never_happened) {
    begin();
    CHECK(loader_chunk(loader, 9, first_chunk("k"), false));
    CHECK_EQ(loader_streams(loader), 1);
    CHECK(loader_cancel(loader, 9));
    CHECK(loader_end(loader));
    CHECK(loader_chunk(loader, 9, first_chunk("k"), false)); /* the number is free again */
    CHECK(loader_chunk(loader, 9, last_chunk("k"), true));
    end();
}

TEST(what_replaces_a_value_in_flight_is_refused_as_long_as_it_is_not_cancelled) {
    static const enum effect_op ops[] = {EFFECT_SET, EFFECT_DELETE, EFFECT_VALUE, EFFECT_BEGIN,
                                         EFFECT_END, EFFECT_PART,   EFFECT_EXPIRE};
    for (unsigned i = 0; i < sizeof ops / sizeof ops[0]; i++) {
        begin();
        CHECK(loader_chunk(loader, 1, first_chunk("k"), false));
        add(ops[i], 0, "k", ops[i] == EFFECT_VALUE || ops[i] == EFFECT_PART ? part() : none());
        struct bytes journal = take();
        REFUSED(loader_records(loader, journal));
        end();
    }
    begin();
    CHECK(loader_chunk(loader, 1, first_chunk("k"), false));
    struct bytes flush = BYTES_LITERAL("\5\0\0\0"), swap = BYTES_LITERAL("\6\0\0\0\1");
    CHECK(loader_record(loader, swap)); /* takes it along */
    CHECK(loader_record(loader, flush));
    CHECK(loader_record(loader, swap));
    REFUSED(loader_record(loader, flush));
    CHECK(loader_chunk(loader, 1, last_chunk("k"), true));
    CHECK(loader_record(loader, flush));
    end();
}

TEST(fields_of_a_value_in_flight_change_the_draft_even_to_nothing) {
    begin();
    CHECK(loader_chunk(loader, 1, first_chunk("k"), false));
    struct key key = key_of(BYTES_LITERAL("k"));
    add(EFFECT_FIELD, 0, "k", BYTES_LITERAL("\1\1c"));
    CHECK(loader_records(loader, take()));
    CHECK(!keyspace_find_any(target, 0, &key));
    const char *gone[] = {"\1\1a", "\1\1b", "\1\1c"};
    for (unsigned i = 0; i < 3; i++) {
        add(EFFECT_FIELD, 0, "k", bytes_of(gone[i], 3));
        records.data[2] = EFFECT_IS_ABSENT; /* behind its length and op */
        CHECK(loader_records(loader, take()));
    }
    add(EFFECT_FIELD, 0, "k", BYTES_LITERAL("\2\1c\1")); /* of a hash: it is still a set */
    REFUSED(loader_records(loader, take()));
    add(EFFECT_FIELD, 0, "k", BYTES_LITERAL("\1\1d"));
    CHECK(loader_records(loader, take()));
    CHECK(loader_chunk(loader, 1, last_chunk("k"), true));
    CHECK_EQ(set_count(keyspace_find_any(target, 0, &key)), 1);
    CHECK(set_has(keyspace_find_any(target, 0, &key), BYTES_LITERAL("d")));
    end();
}

TEST(so_many_values_are_in_flight_and_no_more) {
    char name[8];
    begin();
    loader_destroy(loader);
    loader = loader_create(target, 3);
    for (unsigned i = 0; i < 3; i++) {
        sprintf(name, "k%u", i);
        CHECK(loader_chunk(loader, i, first_chunk(name), false));
    }
    REFUSED(loader_chunk(loader, 3, first_chunk("k3"), false));
    REFUSED(loader_end(loader));
    end();
}

TEST(records_that_are_none_are_refused) {
    struct buffer mark = {0};
    begin();
    mark_write(&mark, &(struct mark){.op = MARK_TX, .tx = 1, .parts = 2});
    CHECK(loader_record(loader, buffer_view(&mark))); /* that is for others */
    REFUSED(loader_record(loader, bytes_of(mark.data, mark.len - 1)));
    REFUSED(loader_record(loader, BYTES_LITERAL("\1")));
    REFUSED(loader_record(loader, none()));
    REFUSED(loader_records(loader, BYTES_LITERAL("\6\1\0\0")));
    REFUSED(loader_record(loader, BYTES_LITERAL("\1\0\7\1kv"))); /* no such database */
    buffer_clear(&mark);
    end();
}

/* ---- anything at all ---- */

static bool feed_damaged(const struct frame *frame) {
    struct buffer copy = {0};
    buffer_append(&copy, bytes_of(all.data + frame->at, frame->len));
    unsigned flags = frame->flags;
    switch (check_random_below(6)) {
    case 0:
        copy.len = check_random_below(copy.len + 1);
        break;
    case 1:
        flags ^= WIRE_LAST;
        break;
    default:
        for (unsigned n = 1 + (unsigned)check_random_below(3); n > 0 && copy.len > 0; n--)
            copy.data[check_random_below(copy.len)] ^= (char)(1 << check_random_below(8));
    }
    bool is_good = feed(frame->kind, flags, buffer_view(&copy));
    buffer_clear(&copy);
    return is_good;
}

TEST(damage_is_an_error_or_another_value_and_never_a_crash) {
    static const size_t chunks[] = {100, 1000, 5000, 1 << 30};
    unsigned refused = 0;
    for (unsigned i = 0; i < 4; i++) {
        collect(chunks[i], true);
        for (unsigned n = 0; n < 150; n++) {
            begin();
            unsigned damaged = (unsigned)check_random_below(frame_count);
            bool is_good = true;
            for (unsigned f = 0; f < frame_count; f++) { /* going on after an error, too */
                bool is_hit = f == damaged || check_random_below(100) == 0;
                unsigned other = (unsigned)check_random_below(frame_count);
                if (is_hit && check_random_below(4) == 0) /* another one, or none */
                    is_good = (f % 2 == 0 || feed_frame(&frames[other])) && is_good;
                else
                    is_good =
                        (is_hit ? feed_damaged(&frames[f]) : feed_frame(&frames[f])) && is_good;
            }
            refused += !is_good;
            unsigned char digest[20];
            for (unsigned db = 0; db < DATABASES; db++) keyspace_digest(target, db, digest);
            end();
        }
        drop();
    }
    CHECK(refused > 150);
    buffer_clear(&records);
}
