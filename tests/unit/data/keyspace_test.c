/* What the keyspace promises, one claim at a time. */
#include "check.h"

#include "base/memory.h"
#include "data/inside.h"

static struct keyspace *make(void) {
    struct keyspace_options options = {.databases = 16, .partition_count = 1024};
    struct keyspace *keyspace = keyspace_create(&options);
    keyspace_set_now(keyspace, 1700000000000);
    return keyspace;
}

static struct key key_named(const char *name) {
    return key_of(bytes_of_string(name));
}

static struct entry *set(struct keyspace *keyspace, const char *name, struct bytes text) {
    struct key key = key_named(name);
    struct entry *old = keyspace_find(keyspace, 0, &key, false);
    return keyspace_put_string(keyspace, 0, &key, old, text, EXPIRE_NONE);
}

TEST(encodings_are_those_of_redis) {
    struct keyspace *keyspace = make();
    char text[45];
    memset(text, 'a', sizeof text);
    CHECK_STR(entry_encoding(set(keyspace, "a", BYTES_LITERAL("12"))), "int");
    CHECK_STR(entry_encoding(set(keyspace, "a", BYTES_LITERAL("-9223372036854775808"))), "int");
    CHECK_STR(entry_encoding(set(keyspace, "a", BYTES_LITERAL("9223372036854775808"))), "embstr");
    CHECK_STR(entry_encoding(set(keyspace, "a", BYTES_LITERAL("012"))), "embstr");
    CHECK_STR(entry_encoding(set(keyspace, "a", BYTES_LITERAL(""))), "embstr");
    CHECK_STR(entry_encoding(set(keyspace, "a", bytes_of(text, 44))), "embstr");
    CHECK_STR(entry_encoding(set(keyspace, "a", bytes_of(text, 45))), "raw");
    struct key key = key_named("a");
    struct entry *entry = set(keyspace, "a", BYTES_LITERAL("12"));
    keyspace_edit_string(keyspace, 0, &key, entry, 3, &entry);
    CHECK_STR(entry_encoding(entry), "raw");
    CHECK_STR(entry_encoding(set(keyspace, "a", BYTES_LITERAL("x"))), "embstr");
    keyspace_destroy(keyspace);
}

TEST(every_integer_comes_back) {
    struct keyspace *keyspace = make();
    struct key key = key_named("n");
    for (unsigned shift = 0; shift < 64; shift++) {
        for (int64_t delta = -2; delta <= 2; delta++) {
            int64_t wanted = (int64_t)((UINT64_C(1) << shift) + (uint64_t)delta), value = 0;
            for (int sign = 0; sign < 2; sign++, wanted = (int64_t)(0 - (uint64_t)wanted)) {
                struct entry *old = keyspace_find(keyspace, 0, &key, false);
                struct entry *entry =
                    keyspace_put_integer(keyspace, 0, &key, old, wanted, EXPIRE_NONE);
                CHECK(entry_integer(entry, &value));
                CHECK_EQ(value, wanted);
            }
        }
    }
    keyspace_destroy(keyspace);
}

TEST(an_overwrite_of_about_the_same_size_stays_where_it_is) {
    struct keyspace *keyspace = make();
    struct entry *first = set(keyspace, "key", BYTES_LITERAL("some value here"));
    CHECK(set(keyspace, "key", BYTES_LITERAL("some other here")) == first);
    CHECK(set(keyspace, "key", BYTES_LITERAL("a much longer value than that was")) != first);
    keyspace_destroy(keyspace);
}

TEST(ascii_takes_seven_bits_a_character_and_the_head_at_most_seven_bytes) {
    struct keyspace *keyspace = make();
    char text[1024];
    memset(text, 'a', sizeof text);
    struct entry *entry = set(keyspace, "key:1234567", bytes_of(text, sizeof text));
    CHECK(entry_size(entry) <= 7 + 11 + 1024 / 8 * 7);
    text[1000] = (char)0xff;
    entry = set(keyspace, "key:1234567", bytes_of(text, sizeof text));
    CHECK_EQ(entry_size(entry), 7 + 11 + 1024);
    entry = set(keyspace, "k:1234567", bytes_of(text, 16));
    CHECK_EQ(entry_size(entry), 6 + 9 + 16);
    keyspace_destroy(keyspace);
}

TEST(a_big_string_grows_by_appending_without_being_copied_each_time) {
    struct keyspace *keyspace = make();
    struct key key = key_named("big");
    struct entry *entry = NULL;
    size_t len = 0;
    unsigned moves = 0;
    const char *last = NULL;
    for (unsigned i = 0; i < 20000; i++) {
        char *text = keyspace_edit_string(keyspace, 0, &key, entry, len + 100, &entry);
        memset(text + len, (int)('a' + i % 26), 100);
        len += 100;
        moves += len > 5000 && text != last;
        last = text;
    }
    CHECK(moves < 20);
    CHECK_EQ(entry_text_len(entry), 2000000);
    char part[2];
    entry_text_copy_range(entry, 1999899, 2, part);
    CHECK_BYTES(part, 2, "ef", 2);
    keyspace_destroy(keyspace);
}

TEST(a_string_of_512_mb_works) {
    struct keyspace *keyspace = make();
    struct key key = key_named("huge");
    struct entry *entry;
    size_t len = (size_t)512 << 20;
    char *text = keyspace_edit_string(keyspace, 0, &key, NULL, len, &entry);
    REQUIRE(text != NULL);
    CHECK(text[0] == 0 && text[len - 1] == 0);
    CHECK_EQ(entry_text_len(entry), len);
    CHECK(entry_memory(entry) > len);
    keyspace_delete(keyspace, 0, &key, entry);
    keyspace_destroy(keyspace);
}

TEST(a_big_string_goes_back_in_small_steps) {
    struct keyspace *keyspace = make();
    struct keyspace_memory memory;
    for (unsigned i = 0; i < 3; i++) {
        char name[2] = {(char)('a' + i), 0};
        struct key key = key_named(name);
        struct entry *entry;
        REQUIRE(keyspace_edit_string(keyspace, 0, &key, NULL, 20 << 20, &entry) != NULL);
        if (i == 0)
            keyspace_delete(keyspace, 0, &key, entry);
        else if (i == 1)
            keyspace_put_string(keyspace, 0, &key, entry, BYTES_LITERAL("small"), EXPIRE_NONE);
    }
    CHECK(keyspace_has_garbage(keyspace));
    keyspace_memory(keyspace, &memory);
    CHECK(memory.pending_free_bytes >= 40 << 20 && memory.entries_bytes >= 20 << 20);
    keyspace_flush(keyspace, 0);
    keyspace_memory(keyspace, &memory);
    CHECK(memory.pending_free_bytes >= 60 << 20);
    unsigned steps = 0;
    while (keyspace_free_some(keyspace, 1000)) steps++;
    CHECK(steps > 55 && steps < 80);
    CHECK(!keyspace_has_garbage(keyspace));
    keyspace_memory(keyspace, &memory);
    CHECK_EQ(memory.pending_free_bytes, 0);
    keyspace_destroy(keyspace);
}

TEST(without_memory_for_a_big_string_nothing_changes) {
    struct keyspace *keyspace = make();
    struct key key = key_named("k");
    static char text[10000];
    memset(text, 0x80, sizeof text);
    struct entry *entry = set(keyspace, "k", BYTES_LITERAL("old"));
    memory_fail_after(1);
    CHECK(keyspace_put_string(keyspace, 0, &key, entry, bytes_of(text, sizeof text), 5) == NULL);
    memory_fail_after(1);
    struct entry *edited;
    CHECK(keyspace_edit_string(keyspace, 0, &key, entry, 10000, &edited) == NULL);
    memory_fail_after(0);
    entry = keyspace_find(keyspace, 0, &key, false);
    struct buffer scratch = {0};
    CHECK(bytes_equal(entry_text(entry, &scratch), BYTES_LITERAL("old")));
    CHECK_EQ(entry_expire_ms(entry), EXPIRE_NONE);
    keyspace_destroy(keyspace);
}

TEST(idle_time_and_frequency_are_kept) {
    struct keyspace *keyspace = make();
    struct key key = key_named("k");
    struct entry *entry = set(keyspace, "k", BYTES_LITERAL("v"));
    keyspace_set_idle(keyspace, entry, 100);
    CHECK_EQ(entry_idle_seconds(entry, keyspace_now(keyspace)), 100);
    CHECK_EQ(entry_idle_seconds(entry, keyspace_now(keyspace) + 5000), 105);
    keyspace_find(keyspace, 0, &key, false);
    CHECK_EQ(entry_idle_seconds(entry, keyspace_now(keyspace)), 100);
    keyspace_find(keyspace, 0, &key, true);
    CHECK_EQ(entry_idle_seconds(entry, keyspace_now(keyspace)), 0);
    keyspace_set_lfu(keyspace, true, 10, 1);
    keyspace_set_frequency(keyspace, entry, 50);
    CHECK_EQ(entry_frequency(entry, keyspace_now(keyspace)), 50);
    CHECK_EQ(entry_frequency(entry, keyspace_now(keyspace) + 7 * 60000), 43);
    CHECK_EQ(entry_frequency(entry, keyspace_now(keyspace) + 100 * 60000), 0);
    for (unsigned i = 0; i < 20000; i++) keyspace_find(keyspace, 0, &key, true);
    CHECK(entry_frequency(entry, keyspace_now(keyspace)) > 60);
    keyspace_destroy(keyspace);
}

TEST(a_sweep_removes_what_expired_and_only_that) {
    struct keyspace *keyspace = make();
    char name[32];
    bool again;
    int64_t now_ms = keyspace_now(keyspace);
    for (unsigned i = 0; i < 30000; i++) {
        struct key key = key_of(bytes_of(name, (size_t)snprintf(name, sizeof name, "k:%u", i)));
        keyspace_put_string(keyspace, i % 2, &key, NULL, BYTES_LITERAL("v"),
                            i % 3 == 0 ? EXPIRE_NONE : now_ms + 1000 * (i % 3));
    }
    CHECK_EQ(keyspace_sweep(keyspace, 100000, &again), 0);
    keyspace_set_now(keyspace, now_ms + 1000); /* in this millisecond they still live */
    CHECK_EQ(keyspace_sweep(keyspace, 100000, &again), 0);
    keyspace_set_now(keyspace, now_ms + 1001);
    CHECK_EQ(keyspace_sweep(keyspace, 100000, &again), 10000);
    CHECK(!again);
    keyspace_set_now(keyspace, now_ms + 2001);
    CHECK_EQ(keyspace_sweep(keyspace, 100000, &again), 10000);
    struct keyspace_facts facts;
    keyspace_facts(keyspace, 0, &facts);
    CHECK_EQ(facts.keys, 5000);
    CHECK_EQ(facts.expires, 0);
    keyspace_destroy(keyspace);
}

TEST(random_keys_are_about_equally_likely) {
    struct keyspace *keyspace = make();
    static unsigned hits[400];
    char name[32];
    /* Half of the keys in one tag: one partition is as full as all others together. */
    for (unsigned i = 0; i < 400; i++) {
        int len = snprintf(name, sizeof name, i % 2 ? "{t}%u" : "k:%u", i);
        struct key key = key_of(bytes_of(name, (size_t)len));
        keyspace_put_string(keyspace, 0, &key, NULL, bytes_of((char *)&i, sizeof i), EXPIRE_NONE);
    }
    memset(hits, 0, sizeof hits);
    for (unsigned n = 0; n < 400 * 200; n++) {
        unsigned i;
        entry_text_copy(keyspace_random(keyspace, 0, check_random()), (char *)&i);
        hits[i]++;
    }
    for (unsigned i = 0; i < 400; i++) CHECK(hits[i] > 60 && hits[i] < 500);
    CHECK(keyspace_random(keyspace, 1, 1) == NULL);
    keyspace_destroy(keyspace);
}

TEST(random_removes_expired_keys_and_finds_none_in_the_end) {
    struct keyspace *keyspace = make();
    char name[32];
    for (unsigned i = 0; i < 500; i++) {
        struct key key = key_of(bytes_of(name, (size_t)snprintf(name, sizeof name, "k:%u", i)));
        keyspace_put_string(keyspace, 0, &key, NULL, BYTES_LITERAL("v"), 1700000000001);
    }
    set(keyspace, "live", BYTES_LITERAL("v"));
    keyspace_set_now(keyspace, 1700000000002);
    keyspace_set_expiring(keyspace, false);
    CHECK(keyspace_random(keyspace, 0, 7) != NULL);
    keyspace_set_expiring(keyspace, true);
    for (unsigned i = 0; i < 20; i++)
        CHECK(bytes_equal(entry_key(keyspace_random(keyspace, 0, i)), BYTES_LITERAL("live")));
    keyspace_destroy(keyspace);
}

TEST(digests_depend_on_the_contents_and_not_on_their_order_or_form) {
    struct keyspace *a = make(), *b = make();
    unsigned char of_a[20], of_b[20];
    char name[32];
    for (unsigned i = 0; i < 3000; i++) {
        snprintf(name, sizeof name, "k:%u", i);
        set(a, name, bytes_of_string(name));
        snprintf(name, sizeof name, "k:%u", 2999 - i);
        set(b, name, bytes_of_string(name));
    }
    struct key key = key_named("n");
    struct entry *entry = keyspace_put_integer(a, 0, &key, NULL, 17, EXPIRE_NONE);
    memcpy(keyspace_edit_string(b, 0, &key, NULL, 2, &entry), "17", 2);
    keyspace_digest(a, 0, of_a);
    keyspace_digest(b, 0, of_b);
    CHECK(memcmp(of_a, of_b, 20) == 0);
    keyspace_set_expire(b, 0, &key, keyspace_find(b, 0, &key, false), 1800000000000);
    keyspace_digest(b, 0, of_b);
    CHECK(memcmp(of_a, of_b, 20) != 0);
    keyspace_destroy(a);
    keyspace_destroy(b);
}

TEST(a_flushed_database_is_empty_at_once_and_freed_piece_by_piece) {
    struct keyspace *keyspace = make();
    char name[32];
    for (unsigned i = 0; i < 100000; i++) {
        snprintf(name, sizeof name, "k:%u", i);
        set(keyspace, name, BYTES_LITERAL("0123456789abcdef"));
    }
    struct keyspace_memory before, after;
    keyspace_memory(keyspace, &before);
    keyspace_flush(keyspace, 0);
    keyspace_memory(keyspace, &after);
    CHECK_EQ(after.entries_bytes, 0);
    CHECK_EQ(after.pending_free_bytes, before.entries_bytes + before.index_bytes);
    unsigned calls = 0;
    while (keyspace_free_some(keyspace, 1000)) calls++;
    CHECK(calls > 50 && calls < 200);
    keyspace_memory(keyspace, &after);
    CHECK_EQ(after.pending_free_bytes, 0);
    CHECK_EQ(after.slab_bytes, 0);
    keyspace_destroy(keyspace);
}
