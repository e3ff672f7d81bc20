/* tests/unit/log/replay_stream_test.c - records of streams and groups applied, as engine/stream_store.c writes them. */
#include "log/replay.h"

#include "check.h"
#include "data/stream_group.h"
#include "data/value.h"

static struct keyspace *keyspace;
static struct replay replay;
static struct effects effects;
static struct key key;
static bool is_good; /* of the last record */

static void apply(void *arg, uint16_t partition, uint64_t lsn, struct bytes record) {
    (void)arg, (void)partition, (void)lsn;
    is_good = replay_record(&replay, record);
}

static struct entry *stream(void) {
    return keyspace_find_any(keyspace, 0, &key);
}

/* key is a stream without entries. */
static void begin(void) {
    struct keyspace_options options = {.databases = 1, .partition_count = PARTITIONS};
    keyspace = keyspace_create(&options);
    replay_init(&replay, keyspace);
    effects_init(&effects, 0, PARTITIONS);
    effects.sink = (struct effect_sink){.record = apply};
    key = key_of(BYTES_LITERAL("key"));
    struct cell cell = cell_of(keyspace, 0, &key, NULL);
    stream_make(&cell);
}

static void end(void) {
    replay_clear(&replay);
    effects_clear(&effects);
    keyspace_destroy(keyspace);
}

/* ---- records ---- */

/* Numbers of 8 bytes, then a text. */
static struct bytes numbers(unsigned count, const uint64_t *values, struct bytes text) {
    static char space[2][200];
    static unsigned turn;
    char *at = space[turn++ % 2];
    memcpy(at, values, count * sizeof(*values));
    memcpy(at + count * sizeof(*values), text.data, text.len);
    return bytes_of(at, count * sizeof(*values) + text.len);
}
#define NUMBERS(text, ...)                                                    \
    numbers(sizeof((uint64_t[]){__VA_ARGS__}) / 8, (uint64_t[]){__VA_ARGS__}, \
            (struct bytes){(text), sizeof(text) - 1})

static bool put(enum effect_kind kind, struct bytes field, struct bytes state) {
    is_good = false;
    effect_field(&effects, 0, &key, kind, field, state, EXPIRE_ABSENT);
    return is_good;
}

static bool put_absent(enum effect_kind kind, struct bytes field) {
    is_good = false;
    effect_field_absent(&effects, 0, &key, kind, field);
    return is_good;
}

static bool bound(uint64_t ms, uint64_t seq) {
    is_good = false;
    effect_bound(&effects, 0, &key, KIND_STREAM_ENTRY, (int64_t)ms, (int64_t)seq);
    return is_good;
}

/* An entry with one field "a" and the value "b"; entries_added is said to be 7. */
static bool add(uint64_t ms, uint64_t seq) {
    return put(KIND_STREAM_ENTRY, NUMBERS("", ms, seq), NUMBERS("\1a\1b", 7));
}

static struct bytes name(const char *text) {
    return bytes_of_string(text);
}

/* ---- tests ---- */

TEST(entries_are_put_removed_and_cut_off) {
    begin();
    CHECK(add(1, 1) && add(3, 0) && add(2, 5));
    struct stream_head head = stream_head(stream());
    CHECK_EQ(stream_length(stream()), 3);
    CHECK(head.last_id.ms == 3 && head.entries_added == 7);
    CHECK(stream_first_id(stream()).seq == 1);
    CHECK(put_absent(KIND_STREAM_ENTRY, NUMBERS("", 3, 0)));
    CHECK(put_absent(KIND_STREAM_ENTRY, NUMBERS("", 3, 0))); /* what a compaction left of it */
    CHECK(put(KIND_STREAM_HEAD, name(""), NUMBERS("", 3, 0, 3, 0, 9)));
    head = stream_head(stream());
    CHECK(head.last_id.ms == 3 && head.max_deleted.ms == 3 && head.entries_added == 9);
    CHECK(bound(1, 1));
    CHECK_EQ(stream_length(stream()), 1);
    CHECK(bound(UINT64_MAX, UINT64_MAX));
    CHECK_EQ(stream_length(stream()), 0);
    CHECK(add(UINT64_MAX, UINT64_MAX));
    end();
}

TEST(entries_and_heads_that_make_no_sense_are_refused) {
    begin();
    CHECK(add(4, 0));
    CHECK(!add(0, 0));
    CHECK(!put(KIND_STREAM_ENTRY, NUMBERS("", 5), NUMBERS("\1a\1b", 7)));
    CHECK(!put(KIND_STREAM_ENTRY, NUMBERS("x", 5, 0), NUMBERS("\1a\1b", 7)));
    CHECK(!put(KIND_STREAM_ENTRY, NUMBERS("", 5, 0), NUMBERS("", 7)));
    CHECK(!put(KIND_STREAM_ENTRY, NUMBERS("", 5, 0), NUMBERS("\1a", 7)));
    CHECK(!put(KIND_STREAM_ENTRY, NUMBERS("", 5, 0), NUMBERS("\1a\1b\1c", 7)));
    CHECK(!put(KIND_STREAM_ENTRY, NUMBERS("", 5, 0), NUMBERS("\1a\2b", 7)));
    CHECK(!put(KIND_STREAM_HEAD, name("x"), NUMBERS("", 9, 0, 0, 0, 9)));
    CHECK(!put(KIND_STREAM_HEAD, name(""), NUMBERS("", 9, 0, 0, 0)));
    CHECK(!put(KIND_STREAM_HEAD, name(""), NUMBERS("", 3, 0, 0, 0, 9))); /* before the entry */
    CHECK(!put(KIND_SET_MEMBER, name("a"), name("")));
    CHECK_EQ(stream_length(stream()), 1);
    effect_delete(&effects, 0, &key, 0);
    CHECK(!add(5, 0) && !bound(1, 0) && !put_absent(KIND_STREAM_ENTRY, NUMBERS("", 4, 0)));
    end();
}

TEST(groups_consumers_and_pending_entries_are_put_and_removed) {
    begin();
    CHECK(put(KIND_STREAM_GROUP, name("g"), NUMBERS("", 1, 5, 6, (uint64_t)-1)));
    CHECK(put(KIND_STREAM_CONSUMER, NUMBERS("carol", 1), NUMBERS("", 100, 90)));
    CHECK(put(KIND_STREAM_PENDING, NUMBERS("", 1, 5, 0), NUMBERS("carol", 100, 2)));
    CHECK(put(KIND_STREAM_PENDING, NUMBERS("", 1, 5, 6), NUMBERS("carol", 101, 1)));
    struct stream_group *group = stream_group_find(stream(), name("g"));
    REQUIRE(group != NULL);
    CHECK(group->last_id.seq == 6 && group->entries_read == STREAM_READ_UNKNOWN);
    struct stream_consumer *carol = stream_consumer_find(group, name("carol"));
    REQUIRE(carol != NULL);
    CHECK(carol->seen_ms == 100 && carol->active_ms == 90 && carol->pending.count == 2);
    CHECK(put(KIND_STREAM_PENDING, NUMBERS("", 1, 5, 6), NUMBERS("dave", 200, 9)));
    CHECK_EQ(carol->pending.count, 1);
    struct stream_consumer *dave =
        stream_consumer_find(group, name("dave")); /* his record may be gone */
    REQUIRE(dave != NULL && dave->pending.count == 1);
    CHECK(put_absent(KIND_STREAM_PENDING, NUMBERS("", 1, 5, 0)));
    CHECK_EQ(group->pending.count, 1);
    CHECK(put_absent(KIND_STREAM_CONSUMER, NUMBERS("carol", 1)));
    CHECK_EQ(group->consumer_count, 1);
    CHECK(put_absent(KIND_STREAM_GROUP, name("g")));
    CHECK_EQ(stream_group_count(stream()), 0);
    end();
}

/* A record of it that destroyed the first may have been dropped, because that of the second covers it. */
TEST(a_group_made_again_has_nothing_of_the_first_one) {
    begin();
    CHECK(put(KIND_STREAM_GROUP, name("g"), NUMBERS("", 1, 0, 0, 0)));
    CHECK(put(KIND_STREAM_CONSUMER, NUMBERS("carol", 1), NUMBERS("", 100, 90)));
    CHECK(put(KIND_STREAM_PENDING, NUMBERS("", 1, 5, 0), NUMBERS("carol", 100, 2)));
    CHECK(put(KIND_STREAM_GROUP, name("g"), NUMBERS("", 2, 0, 0, 0)));
    struct stream_group *group = stream_group_find(stream(), name("g"));
    CHECK(group->number == 2 && group->consumer_count == 0 && group->pending.count == 0);
    CHECK(
        put(KIND_STREAM_PENDING, NUMBERS("", 1, 6, 0), NUMBERS("carol", 100, 2))); /* passed over */
    CHECK(put_absent(KIND_STREAM_CONSUMER, NUMBERS("carol", 1)));
    CHECK_EQ(group->pending.count, 0);
    end();
}

TEST(groups_that_make_no_sense_are_refused) {
    begin();
    CHECK(put(KIND_STREAM_GROUP, name("g"), NUMBERS("", 1, 0, 0, 0)));
    CHECK(!put(KIND_STREAM_GROUP, name("h"), NUMBERS("", 1, 0, 0, 0))); /* the number is g's */
    CHECK(!put(KIND_STREAM_GROUP, name("h"), NUMBERS("", UINT64_MAX, 0, 0, 0)));
    CHECK(!put(KIND_STREAM_GROUP, name("h"), NUMBERS("", 2, 0, 0, (uint64_t)-2)));
    CHECK(!put(KIND_STREAM_GROUP, name("h"), NUMBERS("", 2, 0, 0)));
    CHECK(!put(KIND_STREAM_CONSUMER, NUMBERS("c", 1), NUMBERS("", 1)));
    CHECK(!put(KIND_STREAM_CONSUMER, NUMBERS("c", 1), NUMBERS("", 1, (uint64_t)-2)));
    CHECK(!put(KIND_STREAM_PENDING, NUMBERS("", 1, 5), NUMBERS("c", 1, 1)));
    CHECK(!put(KIND_STREAM_PENDING, NUMBERS("", 1, 5, 0), NUMBERS("", 1)));
    CHECK_EQ(stream_group_count(stream()), 1);
    end();
}

TEST(a_new_stream_is_one_record) {
    begin();
    struct cell cell = cell_of(keyspace, 0, &key, stream());
    struct bytes texts[] = {name("field"), name("value")};
    stream_append(&cell, (struct stream_id){1, 2}, texts, 1);
    uint64_t before = effects.lsns_taken;
    effect_value(&effects, 0, &key, cell.entry);
    CHECK(is_good);
    CHECK_EQ(effects.lsns_taken, before + 1);
    CHECK_EQ(stream_length(stream()), 1);
    CHECK(stream_head(stream()).last_id.seq == 2);
    end();
}
