/* tests/unit/log/effect_test.c - effects as records, and the store that they rebuild. */
#include "log/effect.h"

#include "check.h"
#include "base/memory.h"
#include "log/shadow.h"

struct seen {
    unsigned count;
    uint16_t partition;
    uint64_t lsn;
    struct buffer last;
};

static void keep(void *arg, uint16_t partition, uint64_t lsn, struct bytes record) {
    struct seen *seen = arg;
    seen->count++;
    seen->partition = partition;
    seen->lsn = lsn;
    seen->last.len = 0;
    buffer_append(&seen->last, record);
}

static struct effects effects;
static struct seen seen;

static void begin(void) {
    effects_init(&effects, 0, PARTITIONS);
    seen = (struct seen){0};
    effects.sink = (struct effect_sink){.record = keep, .arg = &seen};
}

static void end(void) {
    effects_clear(&effects);
    buffer_clear(&seen.last);
}

TEST(a_record_says_what_was_written) {
    begin();
    struct key key = key_of(BYTES_LITERAL("k\0\r\n"));
    effect_set(&effects, 300, &key, BYTES_LITERAL("value"), 1234567890123);
    struct effect effect;
    REQUIRE(effect_decode(buffer_view(&seen.last), &effect));
    CHECK_EQ(effect.op, EFFECT_SET);
    CHECK_EQ(effect.db, 300);
    CHECK(bytes_equal(effect.key, key.name));
    CHECK(bytes_equal(effect.body, BYTES_LITERAL("value")));
    CHECK_EQ(effect.expire_ms, 1234567890123);
    CHECK_EQ(seen.partition, key.partition);
    end();
}

TEST(lsns_count_per_partition_also_when_nobody_reads) {
    begin();
    struct key a = key_of(BYTES_LITERAL("a")), b = key_of(BYTES_LITERAL("b"));
    REQUIRE(a.partition != b.partition);
    effect_set(&effects, 0, &a, BYTES_LITERAL("1"), 0);
    effect_delete(&effects, 0, &a, 0);
    effect_set(&effects, 0, &b, BYTES_LITERAL("1"), 0);
    CHECK_EQ(seen.lsn, 1);
    effects.sink.record = NULL;
    effect_delete(&effects, 0, &a, EFFECT_IS_EXPIRY);
    CHECK_EQ(effects.lsn[a.partition], 3);
    CHECK_EQ(effects.lsn[b.partition], 1);
    end();
}

TEST(a_record_without_a_key_takes_one_lsn_everywhere) {
    begin();
    effect_flush(&effects, 3);
    for (unsigned i = 0; i < PARTITIONS; i++) {
        CHECK_EQ(effects.lsn[i], 1);
    }
    CHECK_EQ(seen.count, 1);
    end();
}

TEST(a_change_in_a_big_string_is_logged_by_pages) {
    begin();
    struct key key = key_of(BYTES_LITERAL("big"));
    size_t len = 3 * EFFECT_PAGE_SIZE + 100;
    char *text = memory_alloc_zeroed(len);
    effect_pages(&effects, 0, &key, bytes_of(text, len), EFFECT_PAGE_SIZE - 1, 2);
    CHECK_EQ(seen.count, 2);
    effect_pages(&effects, 0, &key, bytes_of(text, len), len - 1, 1);
    struct effect effect;
    REQUIRE(effect_decode(buffer_view(&seen.last), &effect));
    CHECK_EQ(effect.page, 3);
    CHECK_EQ(effect.total, len);
    CHECK_EQ(effect.body.len, 100);
    memory_free(text);
    end();
}

static bool decodes(const char *record, size_t len) {
    struct effect effect;
    return effect_decode(bytes_of(record, len), &effect);
}

TEST(fields_bounds_and_deltas_say_what_they_are_of) {
    begin();
    struct key key = key_of(BYTES_LITERAL("k"));
    struct effect effect;
    effect_field(&effects, 1, &key, KIND_HASH_FIELD, BYTES_LITERAL("field"), BYTES_LITERAL("state"),
                 99);
    REQUIRE(effect_decode(buffer_view(&seen.last), &effect));
    CHECK_EQ(effect.op, EFFECT_FIELD);
    CHECK_EQ(effect.kind, KIND_HASH_FIELD);
    CHECK(bytes_equal(effect.field, BYTES_LITERAL("field")));
    CHECK(bytes_equal(effect.body, BYTES_LITERAL("state")));
    CHECK_EQ(effect.expire_ms, 99);
    CHECK_EQ(effect.flags & EFFECT_IS_ABSENT, 0);
    effect_field_absent(&effects, 1, &key, KIND_SET_MEMBER, BYTES_LITERAL(""));
    REQUIRE(effect_decode(buffer_view(&seen.last), &effect));
    CHECK(effect.flags & EFFECT_IS_ABSENT);
    CHECK_EQ(effect.field.len, 0);
    effect_bound(&effects, 1, &key, KIND_LIST_ELEMENT, INT64_MIN, INT64_MAX);
    REQUIRE(effect_decode(buffer_view(&seen.last), &effect));
    CHECK_EQ(effect.op, EFFECT_BOUND);
    CHECK_EQ(effect.first, INT64_MIN);
    CHECK_EQ(effect.end, INT64_MAX);
    effect_delta(&effects, 1, &key, KIND_LIST_INSERT, UINT64_MAX, BYTES_LITERAL("text"));
    REQUIRE(effect_decode(buffer_view(&seen.last), &effect));
    CHECK_EQ(effect.op, EFFECT_DELTA);
    CHECK_EQ(effect.number, UINT64_MAX);
    CHECK(bytes_equal(effect.body, BYTES_LITERAL("text")));
    end();
}

TEST(a_field_longer_than_its_record_or_a_bound_cut_short_is_refused) {
    CHECK(decodes("\13\0\0\1k\1\2ab", 9));
    CHECK(!decodes("\13\0\0\1k\1\3ab", 9));
    CHECK(!decodes("\13\0\0\1k\1", 6));
    CHECK(!decodes("\13\0\0\1k", 5));
    CHECK(!decodes("\13\4\0\1k\1\1ab", 9)); /* absent, yet with a state */
    CHECK(decodes("\14\0\0\1k\4\0\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0", 22));
    CHECK(!decodes("\14\0\0\1k\4\0\0\0\0\0\0\0\0\1\0\0\0\0\0\0", 21));
    CHECK(!decodes("\14\0\0\1k\4\0\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0x", 23));
    CHECK(!decodes("\15\0\0\1k\5", 6));
    CHECK(!decodes("\10\0\0\1kx", 6)); /* a mark has no body */
}

TEST(a_page_outside_its_text_or_an_expiry_that_is_no_time_is_refused) {
    CHECK(decodes("\3\0\0\1k\1\201\40b", 9)); /* page 1 of a text of 4,097 bytes */
    CHECK(!decodes("\3\0\0\1k\1\200\40b", 9));
    CHECK(!decodes("\3\0\0\1k\1\4b", 8));
    CHECK(!decodes("\3\0\0\1k\377\377\377\377\377\377\377\377\377\1\4b", 17));
    CHECK(decodes("\1\1\0\1k\1\0\0\0\0\0\0\0", 13));
    CHECK(!decodes("\1\1\0\1k\0\0\0\0\0\0\0\0", 13));
    CHECK(!decodes("\1\1\0\1k\0\0\0\0\0\0\0\200", 13));
}

TEST(cut_and_damaged_records_are_refused_or_read_as_something_whole) {
    begin();
    struct key key = key_of(BYTES_LITERAL("key"));
    effect_swap(&effects, 1, 2);
    struct effect effect;
    for (size_t len = 0; len < seen.last.len; len++) {
        CHECK(!effect_decode(bytes_of(seen.last.data, len), &effect));
    }
    effect_set(&effects, 0, &key, bytes_of(NULL, 0), 99);
    for (size_t len = 0; len < seen.last.len; len++) {
        CHECK(!effect_decode(bytes_of(seen.last.data, len), &effect));
    }
    for (unsigned i = 0; i < 100000; i++) {
        char noise[24];
        size_t len = check_random_below(sizeof(noise));
        for (size_t n = 0; n < len; n++) {
            noise[n] = (char)check_random();
        }
        if (effect_decode(bytes_of(noise, len), &effect)) {
            CHECK(effect.key.len + effect.body.len <= len);
        }
    }
    end();
}

TEST(the_shadow_holds_what_the_effects_say) {
    struct shadow *shadow = shadow_create(16, 0, PARTITIONS);
    effects_init(&effects, 0, PARTITIONS);
    effects.sink = shadow_sink(shadow);
    struct keyspace_options options = {.databases = 16, .partition_count = PARTITIONS};
    struct keyspace *keyspace = keyspace_create(&options);
    keyspace_set_now(keyspace, 1000);
    struct key key = key_of(BYTES_LITERAL("key"));
    keyspace_put_string(keyspace, 2, &key, NULL, BYTES_LITERAL("text"), 5000);
    effect_set(&effects, 2, &key, BYTES_LITERAL("text"), 5000);
    unsigned char real[20] = {0}, rebuilt[20] = {0}, other[20] = {0};
    keyspace_digest(keyspace, 2, real);
    shadow_digest(shadow, 1000, 2, rebuilt);
    CHECK(memcmp(real, rebuilt, sizeof(real)) == 0);
    effect_set(&effects, 2, &key, BYTES_LITERAL("text"), 5001);
    shadow_digest(shadow, 1000, 2, other);
    CHECK(memcmp(real, other, sizeof(real)) != 0);
    shadow_destroy(shadow);
    keyspace_destroy(keyspace);
    effects_clear(&effects);
}
