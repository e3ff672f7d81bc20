/* tests/unit/data/passage_test.c - what has passed of a value stays what has passed, whatever changes between its
 * parts. */
#include "data/passage.h"

#include "check.h"
#include "base/memory.h"
#include "data/draft_text.h"
#include "data/hash.h"
#include "data/lists.h"
#include "data/set.h"
#include "data/stream_group.h"
#include "data/value.h"
#include "data/zset.h"

static struct keyspace *keyspace;
static struct key key, other;
static struct passage passage;
static struct buffer part;
static struct cell cell, draft;

static void begin(void) {
    struct keyspace_options options = {.databases = 2, .partition_count = PARTITIONS};
    keyspace = keyspace_create(&options);
    key = key_of(BYTES_LITERAL("key"));
    other = key_of(BYTES_LITERAL("other"));
    cell = cell_of(keyspace, 0, &key, NULL);
    draft = cell_draft(keyspace, 1, &key, EXPIRE_NONE);
}

static void end(void) {
    passage_clear(&passage);
    cell_discard(&draft);
    buffer_clear(&part);
    keyspace_destroy(keyspace);
}

static bool pass(size_t part_max) {
    part.len = 0;
    bool is_more = passage_save(&passage, cell.entry, part_max, &part);
    CHECK(passage_load(&draft, buffer_view(&part)));
    return is_more;
}

/* Under one name and database, so that their digests are the same. */
static void check_same(void) {
    unsigned char digests[2][20];
    entry_digest(cell.entry, 0, digests[0]);
    entry_digest(draft.entry, 0, digests[1]);
    CHECK(memcmp(digests[0], digests[1], 20) == 0);
}

static struct bytes member_of(unsigned i) {
    static char text[32];
    return bytes_of(text, (size_t)sprintf(text, "member number %u", i));
}

TEST(every_value_passes_whole_in_parts_of_any_size) {
    static const size_t sizes[] = {1, 30, 500, 4096, 5000, SIZE_MAX};
    for (unsigned type = 0; type < 4 * 6; type++) {
        begin();
        for (unsigned i = 0; i < 600; i++) {
            if (type / 6 == 0) set_add(&cell, member_of(i));
            if (type / 6 == 1) hash_set(&cell, member_of(i), member_of(i), i % 9 ? 0 : 7);
            if (type / 6 == 2) zset_set(&cell, member_of(i), i / 4.0);
            if (type / 6 == 3) lists_push(&cell, i % 2, member_of(i));
        }
        passage_begin(&passage, cell.entry);
        while (pass(sizes[type % 6])) continue;
        CHECK(passage.is_done);
        check_same();
        end();
    }
}

TEST(members_have_passed_where_their_place_has_whatever_the_size_of_the_table) {
    begin();
    for (unsigned i = 0; i < 1000; i++) set_add(&cell, member_of(i));
    passage_begin(&passage, cell.entry);
    while (pass(500) && passage.place < TABLE_END / 2) continue;
    for (unsigned i = 0; i < 20000; i++) { /* grown twenty times */
        bool has_passed = passage_has_member(&passage, member_of(i));
        CHECK(i >= 1000 || has_passed == set_has(draft.entry, member_of(i)));
        if (i >= 1000 && set_add(&cell, member_of(i)) && has_passed) set_add(&draft, member_of(i));
    }
    for (unsigned i = 0; i < 19990; i++) { /* shrunk to ten */
        if (set_remove(&cell, member_of(i)) && passage_has_member(&passage, member_of(i)))
            CHECK(set_remove(&draft, member_of(i)));
    }
    while (pass(500)) continue;
    check_same();
    CHECK_EQ(set_count(draft.entry), 10);
    end();
}

/* The draft is told of what has passed only. */
static void insert(uint64_t index) {
    lists_insert(&cell, index, BYTES_LITERAL("inserted"));
    if (passage_note_insert(&passage, index))
        lists_insert(&draft, index, BYTES_LITERAL("inserted"));
}

static void remove_some(uint64_t index, uint64_t count) {
    lists_remove(&cell, index, count);
    count = passage_note_remove(&passage, index, count);
    if (count > 0) lists_remove(&draft, index, count);
}

TEST(a_list_passes_though_elements_come_and_go_in_its_middle) {
    begin();
    for (unsigned i = 0; i < 1000; i++) lists_push(&cell, false, member_of(i));
    passage_begin(&passage, cell.entry);
    while (pass(500) && lists_count(draft.entry) < 500) continue;
    uint64_t passed = lists_count(draft.entry);
    insert(passed - 1);
    insert(passed + 1); /* the first that has not passed */
    CHECK_EQ(lists_count(draft.entry), passed + 1);
    remove_some(passed - 9, 20); /* ten of each */
    CHECK_EQ(lists_count(draft.entry), passed - 9);
    remove_some(passed + 50, 30);
    remove_some(3, 4);
    CHECK_EQ(lists_count(draft.entry), passed - 13);
    insert(1);
    while (pass(500)) continue;
    check_same();
    end();
}

TEST(a_list_passes_though_its_ends_move) {
    begin();
    for (unsigned i = 0; i < 1000; i++) lists_push(&cell, false, member_of(i));
    passage_begin(&passage, cell.entry);
    while (pass(500) && lists_count(draft.entry) < 300) continue;
    lists_remove(&cell, 0, 600); /* all that has passed, and more */
    passage_note_bound(&passage, lists_first(cell.entry));
    lists_bound(&draft, lists_first(cell.entry), lists_first(cell.entry) + 400);
    CHECK(draft.entry == NULL);
    for (unsigned i = 0; i < 500; i++) { /* back to where it began */
        lists_push(&cell, true, member_of(i));
        int64_t number = lists_first(cell.entry);
        passage_note_number(&passage, number);
        if (passage_has_number(&passage, number)) lists_place(&draft, number, member_of(i));
    }
    CHECK(draft.entry != NULL);
    while (pass(500)) continue;
    check_same();
    end();
}

TEST(a_string_passes_in_pages_and_may_grow) {
    begin();
    struct buffer scratch = {0};
    struct entry *entry;
    char *text = keyspace_edit_string(keyspace, 0, &key, NULL, 20000, &entry);
    memset(text, 'a', 20000);
    cell.entry = entry;
    passage_begin(&passage, cell.entry);
    CHECK(pass(8192));
    CHECK(passage_has_byte(&passage, 8191));
    CHECK(!passage_has_byte(&passage, 8192));
    text = keyspace_edit_string(keyspace, 0, &key, entry, 50000, &entry);
    memset(text + 20000, 'b', 30000);
    text[5] = 'c';
    cell.entry = entry;
    CHECK(draft_text_change(&draft, 5, BYTES_LITERAL("c")));
    CHECK(!draft_text_change(&draft, 8190, BYTES_LITERAL("ccc"))); /* not all of it has passed */
    while (pass(8192)) continue;
    draft_text_publish(&draft, NULL, 99);
    struct entry *there = keyspace_find_any(keyspace, 1, &key);
    REQUIRE(there != NULL);
    CHECK_EQ(entry_expire_ms(there), 99);
    CHECK(entry_text_len(there) == 50000 &&
          memcmp(entry_text(there, &scratch).data, text, 50000) == 0);
    draft.entry = NULL; /* it is the keyspace's */
    buffer_clear(&scratch);
    end();
}

TEST(a_short_string_becomes_an_ordinary_one) {
    begin();
    cell.entry = keyspace_put_string(keyspace, 0, &key, NULL, BYTES_LITERAL("12345"), EXPIRE_NONE);
    passage_begin(&passage, cell.entry);
    CHECK(!pass(1));
    draft_text_publish(&draft, NULL, EXPIRE_NONE);
    CHECK_STR(entry_encoding(keyspace_find_any(keyspace, 1, &key)), "int");
    end();
}

/* The last block of a stream grows after it has passed. */
TEST(a_string_takes_memory_for_what_has_come_not_for_what_is_claimed) {
    begin();
    int64_t before = *memory_thread_counter();
    part_begin(&part, VALUE_STRING, 0);
    part_put_number(&part, 0);
    part_put_number(&part, UINT64_MAX);
    buffer_append(&part, BYTES_LITERAL("abc"));
    CHECK(passage_load(&draft, buffer_view(&part)));
    CHECK(*memory_thread_counter() - before < 2 << 20);
    end();
}

TEST(a_stream_passes_though_it_grows_and_loses_groups) {
    struct bytes texts[] = {BYTES_LITERAL("field"), BYTES_LITERAL("value")};
    begin();
    for (uint64_t i = 1; i <= 250; i++) stream_append(&cell, (struct stream_id){i, 0}, texts, 1);
    for (unsigned g = 0; g < 5; g++) {
        struct stream_group *group =
            stream_group_create(&cell, member_of(9 - g), (struct stream_id){5, 0}, 5);
        for (unsigned c = 0; c < 5; c++) {
            struct stream_consumer *consumer =
                stream_consumer_create(&cell, group, member_of(c), 1000 + c);
            for (uint64_t i = 1; i < 20; i++)
                stream_pending_set(&cell, consumer, (struct stream_id){i * 5 + c, 0}, 7, i);
        }
    }
    passage_begin(&passage, cell.entry);
    while (!passage_has_id(&passage, (struct stream_id){250, 0})) CHECK(pass(1));
    stream_append(&cell, (struct stream_id){251, 0}, texts, 1);
    CHECK(!passage_has_id(&passage, (struct stream_id){251, 0}));
    while (passage.stream.phase != PASS_PENDING) CHECK(pass(1));
    /* Changes of groups are all told. */
    struct stream_group *group = stream_group_at(cell.entry, 2);
    struct stream_group *same = stream_group_of_number(draft.entry, group->number);
    if (same != NULL) stream_group_destroy(&draft, same);
    stream_group_destroy(&cell, group);
    while (pass(1)) continue;
    check_same();
    CHECK_EQ(stream_length(draft.entry), 251);
    CHECK_EQ(stream_group_count(draft.entry), 4);
    end();
}

TEST(parts_from_before_a_value_was_large_may_be_followed_by_large_ones) {
    for (unsigned type = 0; type < 3; type++) {
        begin();
        struct cell small = cell_of(keyspace, 0, &other, NULL);
        for (unsigned i = 0; i < 300; i++) {
            struct cell *to[] = {&cell, i < 5 ? &small : NULL};
            for (unsigned n = 0; n < 2 && to[n] != NULL; n++) {
                if (type == 0) set_add(to[n], member_of(i));
                if (type == 1) hash_set(to[n], member_of(i), member_of(i), EXPIRE_NONE);
                if (type == 2) zset_set(to[n], member_of(i), i);
            }
        }
        uint64_t position = 0;
        value_save(small.entry, &position, SIZE_MAX, &part);
        CHECK(value_load(&draft, buffer_view(&part)));
        CHECK(!value_is_large(draft.entry));
        passage_begin(&passage, cell.entry);
        while (pass(500)) continue;
        check_same();
        CHECK(strcmp(entry_encoding(draft.entry), entry_encoding(cell.entry)) == 0);
        end();
    }
}
