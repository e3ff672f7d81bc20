/* tests/unit/log/rdb_file_test.c - whole dump files: what is written is read again; what is cut, changed in a single bit, or of
 * a version that is not known is refused. */
#include "log/rdb_file.h"

#include "check.h"
#include "base/memory.h"
#include "data/hash.h"
#include "data/lists.h"
#include "data/set.h"
#include "data/stream.h"
#include "data/zset.h"
#include "log/rdb_crc64.h"

enum { DATABASES = 3, FAR_MS = 2000000000, DIGEST = 20 };

static struct keyspace *new_keyspace(void) {
    struct keyspace_options options = {.databases = DATABASES, .partition_count = PARTITIONS};
    return keyspace_create(&options);
}

static void end_keyspace(struct keyspace *keyspace) {
    while (keyspace_free_some(keyspace, UINT16_MAX)) continue;
    keyspace_destroy(keyspace);
}

/* ---- values at random ---- */

static struct bytes random_text(char *text, unsigned size) {
    unsigned len = (unsigned)check_random_below(size);
    if (check_random_below(3) == 0)
        return bytes_of(text,
                        (size_t)snprintf(text, size, "%lld",
                                         (long long)check_random() >> check_random_below(63)));
    bool repeats = check_random_below(2) == 0;
    for (unsigned i = 0; i < len; i++)
        text[i] = repeats && i > 4 ? text[i - 3] : (char)check_random_below(256);
    return bytes_of(text, len);
}

static void add_element(struct cell *draft, enum value_type type, unsigned i, bool has_times) {
    char text[300], other[300];
    struct bytes pair[] = {random_text(text, sizeof text), random_text(other, sizeof other)};
    switch (type) {
    case VALUE_LIST:
        lists_push(draft, i % 2, pair[0]);
        break;
    case VALUE_SET:
        set_add(draft, pair[0]);
        break;
    case VALUE_ZSET:
        zset_set(draft, pair[0], (double)(int64_t)check_random() / 1e6);
        break;
    case VALUE_HASH:
        hash_set(draft, pair[0], pair[1],
                 has_times && i % 2 ? FAR_MS + (int64_t)check_random_below(1000) : EXPIRE_NONE);
        break;
    default:
        stream_append(draft, (struct stream_id){1 + i / 3, i}, pair, 1);
    }
}

static void make_value(struct keyspace *keyspace, unsigned number, bool has_times) {
    static const unsigned counts[] = {1, 3, 20, 150, 700};
    char name[40], text[3000];
    struct key key = key_of(bytes_of(name, (size_t)snprintf(name, sizeof name, "key %u", number)));
    unsigned db = number % DATABASES, type = number / DATABASES % VALUE_TYPES;
    int64_t expire_ms =
        check_random_below(3) == 0 ? FAR_MS + (int64_t)check_random_below(1u << 30) : EXPIRE_NONE;
    if (type == VALUE_STRING) {
        CHECK(keyspace_put_string(keyspace, db, &key, NULL, random_text(text, sizeof text),
                                  expire_ms));
        return;
    }
    struct cell draft = cell_draft(keyspace, db, &key, expire_ms);
    unsigned count = counts[check_random_below(sizeof counts / sizeof *counts)];
    for (unsigned i = 0; i < count; i++) add_element(&draft, (enum value_type)type, i, has_times);
    cell_publish(&draft, NULL);
}

static struct keyspace *new_random(unsigned keys, bool has_times) {
    struct keyspace *keyspace = new_keyspace();
    for (unsigned i = 0; i < keys; i++) make_value(keyspace, i, has_times);
    return keyspace;
}

/* ---- files ---- */

struct writing {
    struct buffer out, scratch;
    bool compresses;
    unsigned version;
};

static void write_entry(void *arg, const struct entry *entry) {
    struct writing *writing = arg;
    struct rdb_writer writer = {.out = &writing->out, .compresses = writing->compresses};
    unsigned version = rdb_file_entry(&writer, entry, &writing->scratch);
    if (version > writing->version) writing->version = version;
}

static void put_end(struct buffer *out, unsigned version) {
    rdb_file_end(out);
    uint64_t crc = rdb_crc64(0, buffer_view(out)); /* of the head that is there */
    if (version != RDB_VERSION) {
        rdb_file_head(out->data, version);
        crc = rdb_file_checksum(crc, out->len, version);
    }
    rdb_put_u64(out, crc);
}

/* As engine/dump.c does it. */
static struct buffer write_file(struct keyspace *keyspace, bool compresses) {
    struct writing writing = {.compresses = compresses, .version = RDB_VERSION};
    rdb_file_begin(&writing.out, 1700000000, 12345);
    for (unsigned db = 0; db < DATABASES; db++) {
        uint64_t spot = 0, end = (uint64_t)PARTITIONS << 53;
        rdb_file_database(&writing.out, db);
        while (spot < end) spot = keyspace_scan(keyspace, db, spot, write_entry, &writing);
    }
    put_end(&writing.out, writing.version);
    buffer_clear(&writing.scratch);
    return writing.out;
}

static bool take_item(struct keyspace *keyspace, const struct rdb_item *item) {
    struct rdb_input input = rdb_input_of(item->body);
    struct rdb_text name = {0}, text = {0};
    if (item->db >= DATABASES || !rdb_take_text(&input, &name)) {
        rdb_text_clear(&name);
        return false;
    }
    struct key key = key_of(name.bytes);
    int64_t expire_ms = item->has_expiry ? item->expire_ms : EXPIRE_NONE;
    struct cell draft = cell_draft(keyspace, item->db, &key, expire_ms);
    bool is_good = !keyspace_find_any(keyspace, item->db, &key) &&
                   rdb_read_value(&input, item->type, &draft, &text) && rdb_left(&input) == 0;
    if (!is_good)
        cell_discard(&draft);
    else if (item->type == RDB_STRING)
        keyspace_put_string(keyspace, item->db, &key, NULL, text.bytes, expire_ms);
    else
        cell_publish(&draft, NULL);
    rdb_text_clear(&name);
    rdb_text_clear(&text);
    return is_good;
}

/* True if all of it is good; NULL: only goes through it. The bytes lie where reading beyond them is seen. */
static bool read_file(struct bytes bytes, struct keyspace *keyspace) {
    char *copy = memory_alloc(bytes.len + 1);
    memcpy(copy, bytes.data, bytes.len);
    copy = memory_realloc(copy, bytes.len ? bytes.len : 1);
    struct rdb_file file;
    enum rdb_file_next next = RDB_FILE_BAD;
    bool is_good = rdb_file_open(&file, bytes_of(copy, bytes.len));
    while (is_good && (next = rdb_file_next(&file)) == RDB_FILE_ITEM)
        is_good = !keyspace || take_item(keyspace, &file.item);
    is_good = is_good && next == RDB_FILE_END &&
              rdb_file_is_whole(&file, rdb_crc64(0, bytes_of(copy, file.crc_len)));
    if (next == RDB_FILE_BAD && !is_good) CHECK(file.error[0] != 0 || keyspace);
    rdb_file_close(&file);
    memory_free(copy);
    return is_good;
}

struct digesting {
    unsigned db;
    unsigned char sum[DIGEST];
    unsigned keys;
};

static void add_digest(void *arg, const struct entry *entry) {
    struct digesting *digesting = arg;
    unsigned char digest[DIGEST];
    int64_t expire_ms = entry_expire_ms(entry);
    entry_digest(entry, digesting->db, digest);
    for (unsigned i = 0; i < DIGEST; i++) digesting->sum[i] ^= digest[i];
    for (unsigned i = 0; i < 8; i++)
        digesting->sum[i] ^= (unsigned char)(((uint64_t)expire_ms * 31 >> 8 * i) ^ digest[i + 8]);
    digesting->keys++;
}

static struct digesting digest_of(struct keyspace *keyspace) {
    struct digesting digesting = {0};
    for (; digesting.db < DATABASES; digesting.db++) {
        uint64_t spot = 0, end = (uint64_t)PARTITIONS << 53;
        while (spot < end)
            spot = keyspace_scan(keyspace, digesting.db, spot, add_digest, &digesting);
    }
    return digesting;
}

/* ---- */

TEST(what_is_written_is_read_again) {
    for (int round = 0; round < 12; round++) {
        struct keyspace *keyspace =
            new_random(1 + (unsigned)check_random_below(200), round % 3 == 0);
        struct keyspace *again = new_keyspace();
        struct buffer file = write_file(keyspace, round % 2);
        REQUIRE(read_file(buffer_view(&file), again));
        struct digesting before = digest_of(keyspace), after = digest_of(again);
        CHECK_EQ(after.keys, before.keys);
        CHECK_BYTES(after.sum, DIGEST, before.sum, DIGEST);
        end_keyspace(keyspace);
        end_keyspace(again);
        buffer_clear(&file);
    }
}

/* Going through it finds the same ends of values as making them does. */
TEST(a_value_is_passed_over_as_long_as_it_is) {
    struct keyspace *keyspace = new_random(150, true);
    struct buffer bytes = write_file(keyspace, true);
    struct rdb_file file;
    unsigned items = 0;
    REQUIRE(rdb_file_open(&file, buffer_view(&bytes)));
    while (rdb_file_next(&file) == RDB_FILE_ITEM) {
        struct keyspace *own = new_keyspace();
        CHECK(take_item(own, &file.item));
        end_keyspace(own);
        items++;
    }
    CHECK_EQ(items, 150);
    CHECK_EQ(file.crc_len + 8, bytes.len);
    rdb_file_close(&file);
    end_keyspace(keyspace);
    buffer_clear(&bytes);
}

TEST(a_file_that_is_cut_anywhere_is_refused) {
    struct keyspace *keyspace = new_random(40, true);
    struct buffer file = write_file(keyspace, true);
    CHECK(read_file(buffer_view(&file), NULL));
    for (size_t len = 0; len < file.len; len += len < 3000 ? 1 : 1 + check_random_below(50))
        CHECK(!read_file(bytes_of(file.data, len), NULL));
    end_keyspace(keyspace);
    buffer_clear(&file);
}

TEST(no_bit_can_be_changed_without_notice) {
    struct keyspace *keyspace = new_random(30, true);
    struct buffer file = write_file(keyspace, true);
    unsigned rounds = 3000;
    for (unsigned i = 0; i < rounds; i++) {
        size_t at = i < 300 ? i / 8 : check_random_below(file.len);
        char bit = (char)(1 << (i < 300 ? i % 8 : check_random_below(8)));
        struct keyspace *again = new_keyspace();
        file.data[at] = (char)(file.data[at] ^ bit);
        CHECK(!read_file(buffer_view(&file), again));
        file.data[at] = (char)(file.data[at] ^ bit);
        end_keyspace(again);
    }
    CHECK(read_file(buffer_view(&file), NULL));
    end_keyspace(keyspace);
    buffer_clear(&file);
}

TEST(the_checksum_of_another_head_is_found_without_the_file) {
    for (int round = 0; round < 50; round++) {
        size_t len = RDB_FILE_HEAD + check_random_below(round % 10 ? 300 : 3000000);
        unsigned version = (unsigned)check_random_below(1000);
        char *bytes = memory_alloc(len);
        for (size_t i = 0; i < len; i++) bytes[i] = (char)check_random();
        rdb_file_head(bytes, RDB_VERSION);
        uint64_t crc = rdb_crc64(0, bytes_of(bytes, len));
        rdb_file_head(bytes, version);
        CHECK(rdb_file_checksum(crc, len, version) == rdb_crc64(0, bytes_of(bytes, len)));
        memory_free(bytes);
    }
}

TEST(fields_that_expire_need_version_12_and_nothing_else_does) {
    struct keyspace *with = new_random(60, true), *without = new_random(60, false);
    struct buffer file_with = write_file(with, true), file_without = write_file(without, true);
    CHECK_BYTES(file_with.data, 9, "REDIS0012", 9);
    CHECK_BYTES(file_without.data, 9, "REDIS0010", 9);
    end_keyspace(with);
    end_keyspace(without);
    buffer_clear(&file_with);
    buffer_clear(&file_without);
}

static bool opens(const char *head) {
    struct rdb_file file;
    bool is_good = rdb_file_open(&file, bytes_of_string(head));
    CHECK(is_good || file.error[0] != 0);
    rdb_file_close(&file);
    return is_good;
}

TEST(versions_up_to_12_are_known) {
    CHECK(opens("REDIS0001") && opens("REDIS0006") && opens("REDIS0010") && opens("REDIS0011"));
    CHECK(opens("REDIS0012"));
    CHECK(!opens("REDIS0013") && !opens("REDIS0080") && !opens("REDIS9999") && !opens("REDIS0000"));
    CHECK(!opens("REDIS001 ") && !opens("REDIS001p") && !opens("REDIS 012") && !opens("REDIS+012"));
    CHECK(!opens("VALKEY080") && !opens("REDIS") && !opens("") && !opens("REDISabcd"));
}

/* ---- words ---- */

static struct buffer begin_file(void) {
    struct buffer out = {0};
    rdb_file_begin(&out, 1, 2);
    return out;
}

static void put_string(struct buffer *out, const char *name) {
    rdb_put_byte(out, RDB_STRING);
    rdb_put_text(out, bytes_of_string(name), false);
    rdb_put_text(out, BYTES_LITERAL("value"), false);
}

TEST(what_is_said_of_a_key_holds_for_that_key_only) {
    struct buffer out = begin_file();
    struct rdb_file file;
    rdb_file_database(&out, 2);
    rdb_put_byte(&out, RDB_WORD_SIZES);
    rdb_put_length(&out, 4);
    rdb_put_length(&out, 1);
    rdb_put_byte(&out, RDB_WORD_EXPIRE_MS);
    rdb_put_u64(&out, 1234567890123);
    rdb_put_byte(&out, RDB_WORD_IDLE);
    rdb_put_length(&out, 100000);
    put_string(&out, "a");
    put_string(&out, "b");
    rdb_put_byte(&out, RDB_WORD_EXPIRE_S);
    buffer_append(&out, bytes_of("\x10\x27\0\0", 4));
    rdb_put_byte(&out, RDB_WORD_FREQUENCY);
    rdb_put_byte(&out, 77);
    put_string(&out, "c");
    rdb_put_byte(&out, RDB_WORD_FUNCTION);
    rdb_put_text(&out, BYTES_LITERAL("#!lua name=x"), false);
    put_end(&out, RDB_VERSION);
    REQUIRE(rdb_file_open(&file, buffer_view(&out)));
    REQUIRE(rdb_file_next(&file) == RDB_FILE_ITEM);
    CHECK(file.item.db == 2 && file.item.has_expiry && file.item.expire_ms == 1234567890123);
    CHECK(file.item.idle_s == 100000 && file.item.frequency == -1);
    REQUIRE(rdb_file_next(&file) == RDB_FILE_ITEM);
    CHECK(file.item.db == 2 && !file.item.has_expiry && file.item.idle_s == -1);
    CHECK_BYTES(file.item.key.data, file.item.key.len, "b", 1);
    REQUIRE(rdb_file_next(&file) == RDB_FILE_ITEM);
    CHECK(file.item.has_expiry && file.item.expire_ms == 10000000 && file.item.frequency == 77);
    REQUIRE(rdb_file_next(&file) == RDB_FILE_FUNCTION);
    CHECK_BYTES(file.other.bytes.data, file.other.bytes.len, "#!lua name=x", 12);
    CHECK(rdb_file_next(&file) == RDB_FILE_END);
    CHECK(rdb_file_is_whole(&file, rdb_crc64(0, bytes_of(out.data, file.crc_len))));
    rdb_file_close(&file);
    buffer_clear(&out);
}

TEST(a_file_without_a_checksum_is_taken_as_it_is) {
    struct buffer out = begin_file();
    put_string(&out, "a");
    rdb_file_end(&out);
    rdb_put_u64(&out, 0);
    CHECK(read_file(buffer_view(&out), NULL));
    out.len -= 8;
    CHECK(!read_file(buffer_view(&out), NULL));
    rdb_file_head(out.data, 4); /* had none at all */
    CHECK(read_file(buffer_view(&out), NULL));
    buffer_clear(&out);
}

TEST(what_nobody_here_can_know_is_refused) {
    for (unsigned byte = 0; byte < 256; byte++) {
        struct buffer out = begin_file();
        rdb_put_byte(&out, (uint8_t)byte);
        put_end(&out, RDB_VERSION);
        CHECK(!read_file(buffer_view(&out), NULL)); /* also what goes on behind its end */
        buffer_clear(&out);
    }
}
