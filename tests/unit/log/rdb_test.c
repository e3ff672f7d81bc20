/* tests/unit/log/rdb_test.c - values in Redis's formats: what is written can be read, what is cut short, spoilt
 * or a lie is refused. */
#include "log/rdb.h"

#include "check.h"
#include "base/memory.h"
#include "data/hash.h"
#include "data/lists.h"
#include "data/set.h"
#include "data/stream.h"
#include "data/stream_group.h"
#include "data/zset.h"
#include "log/rdb_block.h"
#include "log/rdb_crc64.h"
#include "log/rdb_lzf.h"

/* ---- words ---- */

TEST(the_checksum_is_that_of_jones) {
    CHECK(rdb_crc64(0, BYTES_LITERAL("123456789")) == UINT64_C(0xe9c6d914c4b8d9ca));
    uint64_t begun = rdb_crc64(0, BYTES_LITERAL("1234"));
    CHECK(rdb_crc64(begun, BYTES_LITERAL("56789")) == UINT64_C(0xe9c6d914c4b8d9ca));
    CHECK(rdb_crc64(0, BYTES_LITERAL("")) == 0);
}

TEST(the_checksum_is_the_same_by_instruction_and_by_table) {
    enum { SIZE = 3000 };
    char *text = memory_alloc(SIZE);
    for (unsigned i = 0; i < SIZE; i++) text[i] = (char)check_random();
    for (unsigned n = 0; n < 3000; n++) {
        size_t from = check_random_below(SIZE), len = check_random_below(SIZE - from + 1);
        uint64_t crc = check_random();
        struct bytes some = bytes_of(text + from, n % 3 ? len : len % 200);
        CHECK(rdb_crc64(crc, some) == rdb_crc64_by_table(crc, some));
    }
    memory_free(text);
}

TEST(lengths_read_back_in_as_few_bytes_as_they_need) {
    static const struct {
        uint64_t length;
        size_t size;
    } cases[] = {{0, 1},     {63, 1},         {64, 2},         {16383, 2},
                 {16384, 5}, {UINT32_MAX, 5}, {1ull << 32, 9}, {UINT64_MAX, 9}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct buffer out = {0};
        uint64_t length = 1;
        rdb_put_length(&out, cases[i].length);
        CHECK_EQ(out.len, cases[i].size);
        struct rdb_input input = rdb_input_of(buffer_view(&out));
        CHECK(rdb_take_length(&input, &length) && length == cases[i].length);
        CHECK_EQ(rdb_left(&input), 0);
        input = rdb_input_of(bytes_of(out.data, out.len - 1));
        CHECK(!rdb_take_length(&input, &length));
        buffer_clear(&out);
    }
}

static void check_text(struct bytes text, bool compresses, size_t size) {
    struct buffer out = {0};
    struct rdb_text read = {0};
    rdb_put_text(&out, text, compresses);
    CHECK_EQ(out.len, size);
    struct rdb_input input = rdb_input_of(buffer_view(&out));
    REQUIRE(rdb_take_text(&input, &read));
    CHECK_BYTES(read.bytes.data, read.bytes.len, text.data, text.len);
    for (size_t cut = 0; cut < out.len; cut++) {
        input = rdb_input_of(bytes_of(out.data, cut));
        CHECK(!rdb_take_text(&input, &read));
    }
    rdb_text_clear(&read);
    buffer_clear(&out);
}

TEST(texts_are_numbers_or_compressed_where_that_is_shorter) {
    check_text(BYTES_LITERAL(""), true, 1);
    check_text(BYTES_LITERAL("-128"), true, 2);
    check_text(BYTES_LITERAL("128"), true, 3);
    check_text(BYTES_LITERAL("-32769"), true, 5);
    check_text(BYTES_LITERAL("2147483648"), true, 11);
    check_text(BYTES_LITERAL("007"), true, 4);
    check_text(BYTES_LITERAL("aaaaaaaaaaaaaaaaaaaa"), true, 21);
    check_text(BYTES_LITERAL("aaaaaaaaaaaaaaaaaaaaa"), true, 3 + 2 + 3);
    check_text(BYTES_LITERAL("aaaaaaaaaaaaaaaaaaaaa"), false, 22);
    check_text(BYTES_LITERAL("abcdefghijklmnopqrstuvwxyz"), true, 27);
}

TEST(a_compressed_text_cannot_claim_more_than_its_bytes_can_hold) {
    struct buffer out = {0};
    struct rdb_text text = {0};
    rdb_put_byte(&out, 0xc3);
    rdb_put_length(&out, 3);
    rdb_put_length(&out, UINT64_C(4000000000));
    buffer_append(&out, BYTES_LITERAL("\xe0\xff\0"));
    struct rdb_input input = rdb_input_of(buffer_view(&out));
    CHECK(!rdb_take_text(&input, &text));
    CHECK(text.unpacked.data == NULL); /* nothing was allocated for it */
    rdb_text_clear(&text);
    buffer_clear(&out);
}

TEST(a_text_for_which_there_is_no_memory_is_refused) {
    struct buffer out = {0};
    struct rdb_text text = {0};
    rdb_put_text(&out, BYTES_LITERAL("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"), true);
    struct rdb_input input = rdb_input_of(buffer_view(&out));
    memory_fail_after(1);
    CHECK(!rdb_take_text(&input, &text));
    memory_fail_after(0);
    rdb_text_clear(&text);
    buffer_clear(&out);
}

TEST(what_is_packed_expands_to_the_same) {
    enum { LEN_MAX = 20000 };
    char *text = memory_alloc(LEN_MAX), *packed = memory_alloc(2 * LEN_MAX),
         *expanded = memory_alloc(LEN_MAX);
    for (int round = 0; round < 500; round++) {
        size_t len = 1 + check_random_below(round % 10 == 0 ? LEN_MAX : 300);
        uint64_t letters = 1 + check_random_below(round % 2 ? 3 : 256);
        for (size_t i = 0; i < len; i++) {
            bool repeats = i > 9 && check_random_below(20) != 0;
            text[i] = repeats ? text[i - 9] : (char)check_random_below(letters);
        }
        size_t size = rdb_lzf_pack(bytes_of(text, len), packed, 2 * LEN_MAX);
        REQUIRE(size > 0);
        CHECK(rdb_lzf_expand(bytes_of(packed, size), expanded, len));
        CHECK_BYTES(expanded, len, text, len);
        CHECK(!rdb_lzf_expand(bytes_of(packed, size), expanded, len - 1));
        CHECK(!rdb_lzf_expand(bytes_of(packed, size - 1), expanded, len));
        CHECK_EQ(rdb_lzf_pack(bytes_of(text, len), packed, size - 1), 0);
    }
    memory_free(text);
    memory_free(packed);
    memory_free(expanded);
}

/* ---- blocks ---- */

static const int64_t edges[] = {0,         127,       128,        -1,         4095,      4096,
                                -4096,     -4097,     32767,      32768,      -32768,    -32769,
                                8388607,   8388608,   -8388608,   -8388609,   INT32_MAX, INT32_MIN,
                                INT64_MAX, INT64_MIN, 2147483648, -2147483649};

TEST(a_listpack_holds_integers_of_every_width) {
    enum { COUNT = sizeof edges / sizeof *edges };
    struct buffer out = {0};
    struct rdb_block block;
    struct rdb_element element;
    int64_t integer;
    rdb_listpack_begin(&out);
    for (int i = 0; i < COUNT; i++) rdb_listpack_add_integer(&out, edges[i]);
    rdb_listpack_end(&out, 0, COUNT);
    REQUIRE(rdb_block_open(&block, RDB_LISTPACK, buffer_view(&out)));
    for (int i = 0; i < COUNT; i++) {
        REQUIRE(rdb_block_next(&block, &element));
        CHECK(rdb_element_integer(&element, &integer) && integer == edges[i]);
    }
    CHECK(!rdb_block_next(&block, &element));
    CHECK(rdb_block_is_whole(&block));
    buffer_clear(&out);
}

/* Its size is said behind each element, in one more byte at 128, 16,383 (not 16,384) and 2,097,151. */
TEST(a_listpack_holds_texts_of_every_length) {
    static const size_t lengths[] = {0,     1,       63,      64,      125,    126,
                                     127,   4095,    4096,    16376,   16377,  16378,
                                     16379, 2097144, 2097145, 2097146, 2097147};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        struct buffer out = {0};
        struct rdb_block block;
        struct rdb_element element;
        char *text = memory_alloc_zeroed(lengths[i] + 1);
        rdb_listpack_begin(&out);
        rdb_listpack_add(&out, bytes_of(text, lengths[i]));
        rdb_listpack_add(&out, BYTES_LITERAL("12"));
        rdb_listpack_end(&out, 0, 2);
        size_t size = out.len - 6 - 2 - 1; /* without head, the second element and the mark */
        size_t code = lengths[i] < 64 ? 1 : lengths[i] < 4096 ? 2 : 5;
        size_t body = code + lengths[i];
        size_t back = body <= 127 ? 1 : body < 16383 ? 2 : body < 2097151 ? 3 : 4;
        CHECK_EQ(size, body + back);
        REQUIRE(rdb_block_open(&block, RDB_LISTPACK, buffer_view(&out)));
        CHECK(rdb_block_next(&block, &element) && rdb_element_text(&element).len == lengths[i]);
        CHECK(rdb_block_next(&block, &element));
        struct bytes second = rdb_element_text(&element);
        CHECK_BYTES(second.data, second.len, "12", 2);
        CHECK(!rdb_block_next(&block, &element) && rdb_block_is_whole(&block));
        memory_free(text);
        buffer_clear(&out);
    }
}

/* ---- values ---- */

static struct keyspace *keyspace;
static struct key key;

static void begin(void) {
    struct keyspace_options options = {.databases = 1, .partition_count = PARTITIONS};
    keyspace = keyspace_create(&options);
    key = key_of(BYTES_LITERAL("key"));
}

static void end(void) {
    while (keyspace_free_some(keyspace, UINT16_MAX)) continue;
    keyspace_destroy(keyspace);
}

static struct cell new_draft(void) {
    return cell_draft(keyspace, 0, &key, EXPIRE_NONE);
}

/* True if the whole of it is a value; then the draft holds it. */
static bool read_value(struct bytes value, struct cell *draft) {
    struct rdb_text text = {0};
    char *copy = memory_alloc(value.len); /* exactly, so that reading beyond is seen */
    memcpy(copy, value.data, value.len);
    struct rdb_input input = rdb_input_of(bytes_of(copy + 1, value.len - 1));
    *draft = new_draft();
    bool is_good = rdb_read_value(&input, (uint8_t)copy[0], draft, &text) && rdb_left(&input) == 0;
    rdb_text_clear(&text);
    memory_free(copy);
    return is_good;
}

static bool is_value(struct bytes value) {
    struct cell draft;
    bool is_good = read_value(value, &draft);
    cell_discard(&draft);
    return is_good;
}

static void write_value(const struct cell *draft, struct buffer *out) {
    struct buffer scratch = {0};
    struct rdb_writer writer = {.out = out};
    out->len = 0;
    rdb_write_payload(&writer, draft->entry, &scratch);
    out->len -= RDB_FOOTER;
    buffer_clear(&scratch);
}

/* One of each form that a release of Redis wrote, by hand or from its dumps. */
#define FORM(text) \
    { text, sizeof(text) - 1 }
static const struct bytes forms[] = {
    FORM("\x01\x03\x01"
         "a\x00\xc0\x05"),
    FORM("\x0a\x11\x11\0\0\0\x0d\0\0\0\x02\0\0\x01"
         "a\x03\x01"
         "b\xff"),
    FORM("\x0e\x01\x11\x11\0\0\0\x0d\0\0\0\x02\0\0\x01"
         "a\x03\x01"
         "b\xff"),
    FORM("\x12\x02\x02\x0a\x0a\0\0\0\x01\0\x81z\x02\xff\x01\x05plain"),
    FORM("\x02\x03\x01"
         "a\x00\xc0\x05"),
    FORM("\x0b\x0e\x02\0\0\0\x03\0\0\0\x01\0\x02\0\x2c\x01"),
    FORM("\x14\x0e\x0e\0\0\0\x03\0\x81"
         "a\x02\x05\x01\x80\x01\xff"),
    FORM("\x04\x02\x01"
         "a\x01"
         "1\x00\x00"),
    FORM("\x09\x0d\x02\x01"
         "a\x01\0"
         "1\x01"
         "b\x02\0"
         "22\xff"),
    FORM("\x0d\x15\x15\0\0\0\x12\0\0\0\x04\0\0\x01"
         "f\x03\x01"
         "v\x03\xf2\x02\xf3\xff"),
    FORM("\x10\x12\x12\0\0\0\x04\0\x81"
         "f\x02\x81"
         "v\x02\x01\x01\xdf\xfe\x02\xff"),
    FORM("\x03\x03\x01"
         "b\x03"
         "2.5\x01"
         "i\xfe\x01"
         "n\xff"),
    FORM("\x05\x01\x01"
         "c\0\0\0\0\0\0\x0c\x40"),
    FORM("\x0c\x18\x18\0\0\0\x12\0\0\0\x04\0\0\x01"
         "a\x03\xf2\x02\x01"
         "b\x03\x03"
         "2.5\xff"),
    FORM("\x11\x12\x12\0\0\0\x04\0\x81"
         "a\x02\x01\x01\x81"
         "b\x02\xdf\xfe\x02\xff"),
    FORM("\x0f\x01\x10\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\0\x01\x1c\x1c\0\0\0\x0a\0\x01\x01\0\x01\x01"
         "\x01\x81"
         "a\x02\0\x01\x02\x01\0\x01\0\x01\x01\x01\x04\x01\xff\x01\x01\x01\x01\x01g\x01\x01\0\0"),
    FORM("\x15\x01\x10\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\0\x01\x1c\x1c\0\0\0\x0a\0\x01\x01\0\x01\x01"
         "\x01\x81"
         "a\x02\0\x01\x02\x01\0\x01\0\x01\x01\x01\x04\x01\xff\x01\x01\x01\x01\x01\0\0\x01\x01\x01g"
         "\x01\x01\x01\x01\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\0\x01\xe8\x03\0\0\0\0\0\0\x01\x01\x01"
         "c\xe8\x03\0\0\0\0\0\0\xe8\x03\0\0\0\0\0\0\x01\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\0\x01"),
    FORM("\x18\xe8\x03\0\0\0\0\0\0\x02\x01\x01"
         "a\x01x\0\x01"
         "b\x01y"),
    FORM("\x16\x01\x43\xe8\x01"
         "a\x01x"),
    FORM("\x19\xe8\x03\0\0\0\0\0\0\x11\x11\0\0\0\x03\0\x81"
         "a\x02\x81x\x02\xf1\xe8\x03\x03\xff"),
    FORM("\x17\x11\x11\0\0\0\x03\0\x81"
         "a\x02\x81x\x02\xf1\xe8\x03\x03\xff"),
};
enum { FORMS = sizeof forms / sizeof *forms };

TEST(every_form_of_every_version_is_read) {
    begin();
    for (int i = 0; i < FORMS; i++) {
        if (!is_value(forms[i])) printf("form %d, type %d\n", i, forms[i].data[0]);
        CHECK(is_value(forms[i]));
    }
    end();
}

TEST(a_value_that_is_cut_short_or_goes_on_is_refused) {
    begin();
    for (int i = 0; i < FORMS; i++) {
        struct buffer longer = {0};
        for (size_t len = 1; len < forms[i].len; len++) {
            CHECK(!is_value(bytes_of(forms[i].data, len)));
        }
        buffer_append(&longer, forms[i]);
        rdb_put_byte(&longer, 0);
        CHECK(!is_value(buffer_view(&longer)));
        buffer_clear(&longer);
    }
    end();
}

TEST(whatever_is_taken_of_spoilt_values_is_sound) {
    begin();
    unsigned taken = 0;
    for (int i = 0; i < FORMS; i++) {
        for (size_t at = 0; at < forms[i].len; at++) {
            for (unsigned byte = 0; byte < 256; byte += byte < 16 ? 1 : 5) {
                struct cell draft;
                struct buffer spoilt = {0}, written = {0};
                buffer_append(&spoilt, forms[i]);
                spoilt.data[at] = (char)byte;
                if (read_value(buffer_view(&spoilt), &draft) && draft.entry) {
                    taken++;
                    write_value(&draft, &written);
                    CHECK(is_value(buffer_view(&written)));
                }
                cell_discard(&draft);
                buffer_clear(&spoilt);
                buffer_clear(&written);
            }
        }
    }
    CHECK(taken > 1000);
    end();
}

TEST(what_is_read_can_be_written_and_read_again) {
    begin();
    for (int i = 0; i < FORMS; i++) {
        struct cell draft, again;
        struct buffer first = {0}, second = {0};
        REQUIRE(read_value(forms[i], &draft));
        write_value(&draft, &first);
        REQUIRE(read_value(buffer_view(&first), &again));
        write_value(&again, &second);
        CHECK_BYTES(second.data, second.len, first.data, first.len);
        cell_discard(&draft);
        cell_discard(&again);
        buffer_clear(&first);
        buffer_clear(&second);
    }
    end();
}

TEST(no_collection_is_empty_but_a_stream) {
    begin();
    CHECK(!is_value(BYTES_LITERAL("\x01\0")));
    CHECK(!is_value(BYTES_LITERAL("\x12\0")));
    CHECK(!is_value(BYTES_LITERAL("\x12\x01\x02\x07\x07\0\0\0\0\0\xff")));
    CHECK(!is_value(BYTES_LITERAL("\x0b\x08\x02\0\0\0\0\0\0\0")));
    CHECK(!is_value(BYTES_LITERAL("\x10\x07\x07\0\0\0\0\0\xff")));
    CHECK(is_value(BYTES_LITERAL("\x13\0\0\x05\x01\0\0\x05\x01\x07\0")));
    end();
}

TEST(fields_keep_their_times_in_all_four_forms) {
    begin();
    for (int i = FORMS - 4; i < FORMS; i++) {
        struct cell draft;
        struct hash_found found;
        REQUIRE(read_value(forms[i], &draft));
        CHECK(hash_get(draft.entry, BYTES_LITERAL("a"), 0, &found) && found.expire_ms == 1000);
        if (i == FORMS - 4) {
            CHECK(hash_get(draft.entry, BYTES_LITERAL("b"), 0, &found));
            CHECK_EQ(found.expire_ms, EXPIRE_NONE);
        }
        CHECK_EQ(rdb_type_of(draft.entry), RDB_HASH_TIMES);
        CHECK_EQ(rdb_version_of(RDB_HASH_TIMES), 12);
        cell_discard(&draft);
    }
    end();
}

TEST(the_groups_of_an_old_stream_know_how_far_they_are) {
    begin();
    struct cell draft;
    REQUIRE(read_value(forms[15], &draft));
    CHECK_EQ(stream_length(draft.entry), 1);
    CHECK_EQ(stream_head(draft.entry).entries_added, 1);
    struct stream_group *group = stream_group_find(draft.entry, BYTES_LITERAL("g"));
    REQUIRE(group != NULL);
    CHECK_EQ(group->entries_read, 1);
    cell_discard(&draft);
    end();
}

TEST(pending_entries_belong_to_exactly_one_consumer) {
    begin();
    struct cell draft;
    REQUIRE(read_value(forms[16], &draft));
    struct stream_group *group = stream_group_find(draft.entry, BYTES_LITERAL("g"));
    REQUIRE(group != NULL && group->consumer_count == 1);
    struct stream_pending *pending = stream_pending_find(group, (struct stream_id){1, 1});
    REQUIRE(pending != NULL);
    CHECK(pending->consumer == group->consumers[0]);
    CHECK_EQ(pending->delivered_ms, 1000);
    cell_discard(&draft);
    struct buffer ownerless = {0}; /* the consumer has none, the group still one */
    buffer_append(&ownerless, bytes_of(forms[16].data, forms[16].len - STREAM_ID_BYTES));
    ownerless.data[ownerless.len - 1] = 0;
    CHECK(!is_value(buffer_view(&ownerless)));
    buffer_clear(&ownerless);
    end();
}

/* ---- payloads ---- */

TEST(a_payload_is_byte_for_byte_that_of_redis) {
    static const char hello[] = "\0\x05hello\x0a\0cr\xdfve4 \x0a";
    begin();
    struct entry *entry =
        keyspace_put_string(keyspace, 0, &key, NULL, BYTES_LITERAL("hello"), EXPIRE_NONE);
    struct buffer out = {0}, scratch = {0};
    struct rdb_writer writer = {.out = &out, .compresses = true};
    rdb_write_payload(&writer, entry, &scratch);
    CHECK_BYTES(out.data, out.len, hello, sizeof hello - 1);
    CHECK(rdb_payload_is_whole(buffer_view(&out)));
    for (size_t i = 0; i < out.len; i++) {
        out.data[i] ^= 0x10;
        CHECK(!rdb_payload_is_whole(buffer_view(&out)));
        out.data[i] ^= 0x10;
    }
    CHECK(!rdb_payload_is_whole(bytes_of(out.data, RDB_FOOTER - 1)));
    buffer_clear(&out);
    buffer_clear(&scratch);
    end();
}

TEST(payloads_of_versions_that_are_not_known_are_refused) {
    for (unsigned version = 0; version < 20; version++) {
        struct buffer out = {0};
        buffer_append(&out, BYTES_LITERAL("\0\1a"));
        rdb_write_footer(&out, 0, version);
        CHECK_EQ(rdb_payload_is_whole(buffer_view(&out)), version <= RDB_VERSION_MAX);
        buffer_clear(&out);
    }
}

/* ---- large ones ---- */

static void fill(struct cell *draft, enum value_type type, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        char text[64], other[] = "other";
        size_t len = (size_t)snprintf(text, sizeof text, i % 3 ? "text %u" : "%u", i);
        struct bytes bytes = bytes_of(text, len), pair[] = {bytes, bytes_of(other, 5)};
        switch (type) {
        case VALUE_LIST:
            lists_push(draft, i % 2, bytes);
            break;
        case VALUE_SET:
            set_add(draft, bytes);
            break;
        case VALUE_ZSET:
            zset_set(draft, bytes, i * 0.5);
            break;
        case VALUE_HASH:
            hash_set(draft, bytes, bytes, EXPIRE_NONE);
            break;
        default:
            stream_append(draft, (struct stream_id){1 + i / 3, i}, pair, 1);
        }
    }
}

TEST(values_of_any_size_go_there_and_back) {
    static const unsigned counts[] = {1, 100, 129, 600, 20000};
    begin();
    for (unsigned type = VALUE_LIST; type < VALUE_TYPES; type++) {
        for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
            struct cell draft = new_draft(), again;
            struct buffer written = {0};
            unsigned char digests[2][20];
            fill(&draft, (enum value_type)type, counts[i]);
            write_value(&draft, &written);
            REQUIRE(read_value(buffer_view(&written), &again));
            entry_digest(draft.entry, 0, digests[0]);
            entry_digest(again.entry, 0, digests[1]);
            CHECK_BYTES(digests[1], 20, digests[0], 20);
            CHECK_STR(entry_encoding(again.entry), entry_encoding(draft.entry));
            cell_discard(&draft);
            cell_discard(&again);
            buffer_clear(&written);
        }
    }
    end();
}
