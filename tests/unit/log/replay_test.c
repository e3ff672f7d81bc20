/* tests/unit/log/replay_test.c - records applied: each op does what it says, and what cannot be is refused. */
#include "log/replay.h"

#include "check.h"
#include "base/memory.h"
#include "data/hash.h"
#include "data/lists.h"
#include "data/set.h"
#include "data/value.h"
#include "data/zset.h"

static struct keyspace *keyspace;
static struct replay replay;
static struct effects effects;
static struct key key, other;
static bool is_good; /* of the last record */
static uint64_t records;

static void apply(void *arg, uint16_t partition, uint64_t lsn, struct bytes record) {
    (void)arg, (void)partition, (void)lsn;
    records++;
    is_good = replay_record(&replay, record);
}

static void begin(void) {
    struct keyspace_options options = {.databases = 4, .partition_count = PARTITIONS};
    keyspace = keyspace_create(&options);
    replay_init(&replay, keyspace);
    effects_init(&effects, 0, PARTITIONS);
    effects.sink = (struct effect_sink){.record = apply};
    key = key_of(BYTES_LITERAL("key"));
    other = key_of(BYTES_LITERAL("other"));
    records = 0;
}

static void end(void) {
    replay_clear(&replay);
    effects_clear(&effects);
    keyspace_destroy(keyspace);
}

static struct entry *entry_at(const struct key *at) {
    return keyspace_find_any(keyspace, 0, at);
}

static struct cell cell_at(const struct key *at) {
    return cell_of(keyspace, 0, at, entry_at(at));
}

static struct bytes number_bytes(const int64_t *number) {
    return bytes_of((const char *)number, sizeof(*number));
}

static struct bytes element(uint64_t index) {
    struct lists_walk walk;
    lists_walk(entry_at(&key), index, &walk);
    static char copy[64];
    if (!lists_next(&walk) || walk.text.len > sizeof(copy)) return BYTES_LITERAL("?");
    memcpy(copy, walk.text.data, walk.text.len);
    return bytes_of(copy, walk.text.len);
}

/* key is a list of a, b, c. */
static void make_list(void) {
    struct cell cell = cell_at(&key);
    lists_push(&cell, false, BYTES_LITERAL("a"));
    lists_push(&cell, false, BYTES_LITERAL("b"));
    lists_push(&cell, false, BYTES_LITERAL("c"));
}

/* What follows is refused, and the list is as it was. */
#define REFUSED(call)    \
    do {                 \
        is_good = true;  \
        call;            \
        CHECK(!is_good); \
    } while (0)
#define ACCEPTED(call)   \
    do {                 \
        is_good = false; \
        call;            \
        CHECK(is_good);  \
    } while (0)

TEST(strings_are_set_changed_by_pages_and_deleted) {
    begin();
    size_t len = 2 * EFFECT_PAGE_SIZE + 5;
    char *text = memory_alloc_zeroed(len);
    ACCEPTED(effect_set(&effects, 0, &key, bytes_of(text, len), 500));
    memset(text + EFFECT_PAGE_SIZE, 'x', 3);
    ACCEPTED(effect_pages(&effects, 0, &key, bytes_of(text, len), EFFECT_PAGE_SIZE, 3));
    struct buffer scratch = {0};
    CHECK(bytes_equal(entry_text(entry_at(&key), &scratch), bytes_of(text, len)));
    CHECK_EQ(entry_expire_ms(entry_at(&key)), 500);
    ACCEPTED(effect_expire(&effects, 0, &key, 900));
    CHECK_EQ(entry_expire_ms(entry_at(&key)), 900);
    ACCEPTED(effect_delete(&effects, 0, &key, 0));
    CHECK(!entry_at(&key));
    ACCEPTED(effect_delete(&effects, 0, &key, 0)); /* a K needs no state before */
    REFUSED(effect_expire(&effects, 0, &key, 900));
    REFUSED(effect_pages(&effects, 0, &key, bytes_of(text, len), 0, 1));
    make_list();
    REFUSED(effect_pages(&effects, 0, &key, bytes_of(text, len), 0, 1));
    buffer_clear(&scratch);
    memory_free(text);
    end();
}

TEST(databases_are_flushed_and_swapped_if_there_are_so_many) {
    begin();
    ACCEPTED(effect_set(&effects, 3, &key, BYTES_LITERAL("1"), 0));
    ACCEPTED(effect_swap(&effects, 3, 0));
    CHECK(entry_at(&key));
    ACCEPTED(effect_flush(&effects, 0));
    CHECK(!entry_at(&key));
    REFUSED(effect_flush(&effects, 4));
    REFUSED(effect_swap(&effects, 0, 4));
    REFUSED(effect_set(&effects, 4, &key, BYTES_LITERAL("1"), 0));
    end();
}

TEST(members_fields_and_scores_are_put_and_removed) {
    begin();
    struct cell cell = cell_at(&key);
    set_add(&cell, BYTES_LITERAL("a"));
    ACCEPTED(
        effect_field(&effects, 0, &key, KIND_SET_MEMBER, BYTES_LITERAL("b"), bytes_of("", 0), 0));
    CHECK(set_has(entry_at(&key), BYTES_LITERAL("b")));
    ACCEPTED(effect_field_absent(&effects, 0, &key, KIND_SET_MEMBER, BYTES_LITERAL("a")));
    CHECK_EQ(set_count(entry_at(&key)), 1);
    cell_delete(&(struct cell){keyspace, &key, entry_at(&key)});
    cell = cell_at(&key);
    hash_set(&cell, BYTES_LITERAL("f"), BYTES_LITERAL("1"), EXPIRE_NONE);
    ACCEPTED(effect_field(&effects, 0, &key, KIND_HASH_FIELD, BYTES_LITERAL("g"),
                          BYTES_LITERAL("2"), 77));
    struct hash_found found;
    REQUIRE(hash_get(entry_at(&key), BYTES_LITERAL("g"), 0, &found));
    CHECK(bytes_equal(found.value, BYTES_LITERAL("2")));
    CHECK_EQ(found.expire_ms, 77);
    ACCEPTED(effect_field_absent(&effects, 0, &key, KIND_HASH_FIELD, BYTES_LITERAL("f")));
    CHECK_EQ(hash_count(entry_at(&key)), 1);
    cell = cell_at(&other);
    zset_set(&cell, BYTES_LITERAL("m"), 1);
    double score = -2.5, found_score;
    struct bytes state = bytes_of((const char *)&score, sizeof(score));
    ACCEPTED(effect_field(&effects, 0, &other, KIND_ZSET_MEMBER, BYTES_LITERAL("n"), state, 0));
    REQUIRE(zset_score(entry_at(&other), BYTES_LITERAL("n"), &found_score));
    CHECK(found_score == score);
    ACCEPTED(effect_field_absent(&effects, 0, &other, KIND_ZSET_MEMBER, BYTES_LITERAL("m")));
    CHECK_EQ(zset_count(entry_at(&other)), 1);
    end();
}

TEST(elements_are_placed_bounded_inserted_and_taken_out) {
    begin();
    make_list();
    int64_t first = lists_first(entry_at(&key)), number = first - 1;
    ACCEPTED(effect_field(&effects, 0, &key, KIND_LIST_ELEMENT, number_bytes(&number),
                          BYTES_LITERAL("0"), 0));
    CHECK(bytes_equal(element(0), BYTES_LITERAL("0")));
    number = first + 1;
    ACCEPTED(effect_field(&effects, 0, &key, KIND_LIST_ELEMENT, number_bytes(&number),
                          BYTES_LITERAL("B"), 0));
    CHECK(bytes_equal(element(2), BYTES_LITERAL("B")));
    ACCEPTED(effect_delta(&effects, 0, &key, KIND_LIST_INSERT, 2, BYTES_LITERAL("i")));
    CHECK_EQ(lists_count(entry_at(&key)), 5);
    CHECK(bytes_equal(element(2), BYTES_LITERAL("i")));
    uint64_t two = 2;
    ACCEPTED(effect_delta(&effects, 0, &key, KIND_LIST_REMOVE, 2,
                          bytes_of((const char *)&two, sizeof(two))));
    CHECK_EQ(lists_count(entry_at(&key)), 3);
    CHECK(bytes_equal(element(2), BYTES_LITERAL("c")));
    ACCEPTED(effect_bound(&effects, 0, &key, KIND_LIST_ELEMENT, first, first + 1));
    CHECK_EQ(lists_count(entry_at(&key)), 1);
    CHECK(bytes_equal(element(0), BYTES_LITERAL("a")));
    end();
}

TEST(bounds_far_away_are_reached_without_a_step_for_each_number) {
    begin();
    make_list();
    int64_t number = (int64_t)1 << 50;
    ACCEPTED(effect_field(&effects, 0, &key, KIND_LIST_ELEMENT, number_bytes(&number),
                          BYTES_LITERAL("far"), 0));
    ACCEPTED(effect_bound(&effects, 0, &key, KIND_LIST_ELEMENT, number, number + 1));
    CHECK_EQ(lists_count(entry_at(&key)), 1);
    CHECK(bytes_equal(element(0), BYTES_LITERAL("far")));
    end();
}

TEST(what_a_key_that_is_not_there_or_of_another_type_has_not_is_refused) {
    static const enum effect_kind kinds[] = {KIND_SET_MEMBER, KIND_HASH_FIELD, KIND_ZSET_MEMBER,
                                             KIND_LIST_ELEMENT};
    begin();
    make_list();
    double score = 1;
    struct bytes state = bytes_of((const char *)&score, sizeof(score)),
                 field = BYTES_LITERAL("12345678");
    for (unsigned i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        bool is_set = kinds[i] == KIND_SET_MEMBER;
        REFUSED(effect_field(&effects, 0, &other, kinds[i], field, is_set ? bytes_of("", 0) : state,
                             0));
        REFUSED(effect_field_absent(&effects, 0, &other, kinds[i], field));
        REFUSED(effect_field_absent(&effects, 0, &key, kinds[i], field));
        if (kinds[i] == KIND_LIST_ELEMENT) break; /* its number is far out of reach */
        REFUSED(
            effect_field(&effects, 0, &key, kinds[i], field, is_set ? bytes_of("", 0) : state, 0));
        REFUSED(effect_bound(&effects, 0, &key, kinds[i], 0, 1));
    }
    REFUSED(effect_bound(&effects, 0, &other, KIND_LIST_ELEMENT, 0, 1));
    REFUSED(effect_delta(&effects, 0, &other, KIND_LIST_INSERT, 0, BYTES_LITERAL("x")));
    REFUSED(effect_delta(&effects, 0, &key, KIND_SET_MEMBER, 0, BYTES_LITERAL("x")));
    REFUSED(effect_field(&effects, 0, &key, (enum effect_kind)200, field, state, 0));
    CHECK_EQ(lists_count(entry_at(&key)), 3);
    end();
}

TEST(what_makes_no_sense_within_its_key_is_refused) {
    begin();
    make_list();
    uint64_t three = 3;
    struct bytes count = bytes_of((const char *)&three, sizeof(three));
    int64_t far[] = {(int64_t)1 << 60, -((int64_t)1 << 60), INT64_MAX, INT64_MIN};
    for (unsigned i = 0; i < 4; i++)
        REFUSED(effect_field(&effects, 0, &key, KIND_LIST_ELEMENT, number_bytes(&far[i]),
                             BYTES_LITERAL("x"), 0));
    REFUSED(effect_field(&effects, 0, &key, KIND_LIST_ELEMENT, BYTES_LITERAL("1"), count, 0));
    REFUSED(effect_delta(&effects, 0, &key, KIND_LIST_INSERT, 4, BYTES_LITERAL("x")));
    REFUSED(effect_delta(&effects, 0, &key, KIND_LIST_REMOVE, 0, count)); /* all: that is a K */
    REFUSED(effect_delta(&effects, 0, &key, KIND_LIST_REMOVE, 1, count));
    REFUSED(effect_delta(&effects, 0, &key, KIND_LIST_REMOVE, 4, count));
    REFUSED(effect_delta(&effects, 0, &key, KIND_LIST_REMOVE, 0, BYTES_LITERAL("1")));
    CHECK_EQ(lists_count(entry_at(&key)), 3);
    REFUSED(effect_bound(&effects, 0, &key, KIND_LIST_ELEMENT, 2, 2));
    struct cell cell = cell_at(&other);
    zset_set(&cell, BYTES_LITERAL("m"), 1);
    double nan = __builtin_nan("");
    REFUSED(effect_field(&effects, 0, &other, KIND_ZSET_MEMBER, BYTES_LITERAL("n"),
                         bytes_of((const char *)&nan, sizeof(nan)), 0));
    REFUSED(effect_field(&effects, 0, &other, KIND_ZSET_MEMBER, BYTES_LITERAL("n"),
                         BYTES_LITERAL("1"), 0));
    REFUSED(effect_field_absent(&effects, 0, &other, KIND_ZSET_MEMBER, BYTES_LITERAL("n")));
    REFUSED(effect_field_absent(&effects, 0, &other, KIND_ZSET_MEMBER, BYTES_LITERAL("m")));
    end();
}

/* A set that takes several parts. */
static struct entry *make_big(struct keyspace *from, unsigned n) {
    struct cell cell = cell_of(from, 0, &key, NULL);
    for (unsigned i = 0; i < n; i++) {
        char text[32];
        set_add(&cell,
                bytes_of(text, (size_t)snprintf(text, sizeof(text), "member of number %u", i)));
    }
    return keyspace_set_expire(from, 0, &key, cell.entry, 12345);
}

TEST(a_big_value_is_a_group_and_others_may_come_between) {
    begin();
    struct keyspace_options options = {.databases = 4, .partition_count = PARTITIONS};
    struct keyspace *from = keyspace_create(&options);
    const struct entry *big = make_big(from, 20000);
    make_list(); /* is replaced */
    records = 0;
    ACCEPTED(effect_value(&effects, 0, &key, big));
    CHECK(records > 4);
    CHECK(!replay_has_groups(&replay));
    unsigned char whole[20] = {0}, rebuilt[20] = {0};
    keyspace_digest(from, 0, whole);
    keyspace_digest(keyspace, 0, rebuilt);
    CHECK(memcmp(whole, rebuilt, sizeof(whole)) == 0);
    keyspace_destroy(from);
    end();
}

static struct buffer part;

static void put_mark(enum effect_op op, const struct key *at, struct bytes body) {
    struct buffer record = {0};
    char head[] = {(char)op, 0, 0, (char)at->name.len};
    buffer_append(&record, bytes_of(head, sizeof(head)));
    buffer_append(&record, at->name);
    buffer_append(&record, body);
    is_good = replay_record(&replay, buffer_view(&record));
    buffer_clear(&record);
}

TEST(a_group_is_seen_at_its_end_only_and_needs_all_its_records) {
    begin();
    struct bytes none = bytes_of(NULL, 0);
    struct cell cell = cell_at(&key);
    set_add(&cell, BYTES_LITERAL("member"));
    uint64_t position = 0;
    value_save(cell.entry, &position, SIZE_MAX, &part);
    cell_delete(&cell);
    REFUSED(put_mark(EFFECT_PART, &key, buffer_view(&part)));
    REFUSED(put_mark(EFFECT_END, &key, none));
    ACCEPTED(put_mark(EFFECT_BEGIN, &key, none));
    REFUSED(put_mark(EFFECT_BEGIN, &key, none));
    ACCEPTED(put_mark(EFFECT_BEGIN, &other, none));
    ACCEPTED(put_mark(EFFECT_PART, &key, buffer_view(&part)));
    CHECK(!entry_at(&key));
    ACCEPTED(effect_set(&effects, 0, &other, BYTES_LITERAL("between"), 0));
    REFUSED(effect_flush(&effects, 0));
    ACCEPTED(effect_swap(&effects, 1, 0)); /* drafts go along */
    ACCEPTED(effect_swap(&effects, 0, 1));
    ACCEPTED(effect_flush(&effects, 1));
    ACCEPTED(put_mark(EFFECT_END, &key, none));
    CHECK(set_has(entry_at(&key), BYTES_LITERAL("member")));
    REFUSED(put_mark(EFFECT_END, &other, none)); /* nothing in it */
    ACCEPTED(put_mark(EFFECT_BEGIN, &other, none));
    ACCEPTED(put_mark(EFFECT_PART, &other, buffer_view(&part)));
    REFUSED(put_mark(EFFECT_PART, &other, BYTES_LITERAL("\1\2\0\0x")));
    REFUSED(put_mark(EFFECT_VALUE, &other, BYTES_LITERAL("\1\2\0\0")));
    REFUSED(put_mark(EFFECT_VALUE, &other, none));
    CHECK(replay_has_groups(&replay)); /* never happened, and is dropped by the end */
    buffer_clear(&part);
    end();
}

TEST(keys_of_other_shards_are_refused) {
    begin();
    struct keyspace_options options = {
        .databases = 1, .partition_first = key.partition, .partition_count = 1};
    struct keyspace *narrow = keyspace_create(&options);
    REQUIRE(key.partition != other.partition);
    struct replay of_narrow;
    replay_init(&of_narrow, narrow);
    CHECK(replay_record(&of_narrow, BYTES_LITERAL("\1\0\0\3keytext")));
    CHECK(!replay_record(&of_narrow, BYTES_LITERAL("\1\0\0\5othertext")));
    replay_clear(&of_narrow);
    keyspace_destroy(narrow);
    end();
}
