/* What base/crc32c.h and base/hash.h promise. */
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/crc32c.h"
#include "base/hash.h"

#include "check.h"

TEST(crc32c_gives_the_values_of_rfc_3720) {
    static char zeros[32], ones[32], up[32];
    memset(ones, 0xff, sizeof ones);
    for (int i = 0; i < 32; i++) {
        up[i] = (char)i;
    }
    CHECK_EQ(crc32c(0, BYTES_LITERAL("123456789")), 0xe3069283);
    CHECK_EQ(crc32c(0, bytes_of(zeros, 32)), 0x8a9136aa);
    CHECK_EQ(crc32c(0, bytes_of(ones, 32)), 0x62a8ab43);
    CHECK_EQ(crc32c(0, bytes_of(up, 32)), 0x46dd794e);
    CHECK_EQ(crc32c(0, bytes_of(NULL, 0)), 0);
}

TEST(instruction_and_tables_agree_at_every_length_and_cut) {
    static char text[512];
    for (size_t i = 0; i < sizeof text; i++) {
        text[i] = (char)check_random();
    }
    for (size_t offset = 0; offset < 8; offset++) {
        for (size_t len = 0; len + offset < 200; len++) {
            struct bytes whole = bytes_of(text + offset, len);
            uint32_t crc = crc32c(7, whole);
            CHECK_EQ(crc, crc32c_by_table(7, whole));
            size_t cut = check_random_below(len + 1);
            uint32_t front = crc32c(7, bytes_of(whole.data, cut));
            CHECK_EQ(crc32c(front, bytes_of(whole.data + cut, len - cut)), crc);
        }
    }
}

TEST(instruction_and_tables_agree_on_long_texts) {
    static char text[20000];
    for (size_t i = 0; i < sizeof text; i++) text[i] = (char)check_random();
    for (size_t len = 3000; len < sizeof text; len += 1 + check_random_below(70)) {
        struct bytes whole = bytes_of(text + check_random_below(sizeof text - len), len);
        uint32_t seed = (uint32_t)check_random();
        CHECK_EQ(crc32c(seed, whole), crc32c_by_table(seed, whole));
    }
}

static uint16_t crc16_bit_by_bit(struct bytes bytes) {
    unsigned crc = 0;
    for (size_t i = 0; i < bytes.len; i++) {
        crc ^= (unsigned)(uint8_t)bytes.data[i] << 8;
        for (int bit = 0; bit < 8; bit++) {
            crc = (crc << 1) ^ ((crc & 0x8000) != 0 ? 0x1021u : 0u);
        }
    }
    return (uint16_t)crc;
}

TEST(crc16_is_the_cluster_specifications) {
    CHECK_EQ(crc16(BYTES_LITERAL("123456789")), 0x31c3);
    static char text[64];
    for (size_t i = 0; i < sizeof text; i++) {
        text[i] = (char)check_random();
    }
    for (size_t len = 0; len <= sizeof text; len++) {
        CHECK_EQ(crc16(bytes_of(text, len)), crc16_bit_by_bit(bytes_of(text, len)));
    }
}

static unsigned slot(const char *key) {
    return slot_of_key(bytes_of_string(key));
}

/* The numbers are redis-server's answers to CLUSTER KEYSLOT. */
TEST(slots_follow_the_hash_tag_as_in_redis) {
    CHECK_EQ(slot("foo"), 12182);
    CHECK_EQ(slot("bar"), 5061);
    CHECK_EQ(slot(""), 0);
    CHECK_EQ(slot("{foo}bar"), 12182);
    CHECK_EQ(slot("x{foo}"), 12182);
    CHECK_EQ(slot("{foo}{bar}"), 12182);
    CHECK_EQ(slot("}{foo}"), 12182);
    CHECK_EQ(slot("{foo}}"), 12182);
    CHECK_EQ(slot("foo{"), crc16(BYTES_LITERAL("foo{")) % SLOTS);
    CHECK_EQ(slot("{"), crc16(BYTES_LITERAL("{")) % SLOTS);
    CHECK_EQ(slot("{}foo"), crc16(BYTES_LITERAL("{}foo")) % SLOTS);
    CHECK_EQ(slot("{}{foo}"), crc16(BYTES_LITERAL("{}{foo}")) % SLOTS);
    CHECK_EQ(slot("{{foo}}"), crc16(BYTES_LITERAL("{foo")) % SLOTS);
    CHECK_EQ(slot("foo{bar"), crc16(BYTES_LITERAL("foo{bar")) % SLOTS);
    CHECK_EQ(slot_of_key(bytes_of(NULL, 0)), 0);
}

TEST(a_key_knows_its_hash_slot_and_partition) {
    hash_set_seed(check_random());
    static char text[1000];
    for (size_t len = 0; len < sizeof text; len++) {
        text[len] = (char)check_random();
        struct bytes name = bytes_of(text, len);
        struct key key = key_of(name);
        CHECK(bytes_equal(key.name, name));
        CHECK_EQ(key.hash, hash_bytes(name));
        CHECK_EQ(key.slot, slot_of_key(name));
        CHECK_EQ(key.partition, key.slot / 16);
        CHECK(key.slot < SLOTS && key.partition < PARTITIONS);
    }
}

TEST(the_hash_is_xxh3_and_depends_on_the_seed_at_every_length) {
    static char text[600];
    hash_set_seed(0);
    /* The published XXH3-64 of nothing with seed 0. */
    CHECK_EQ(hash_bytes(bytes_of(text, 0)), 0x2d06800538d394c2);
    for (size_t len = 0; len < sizeof text; len++) {
        struct bytes bytes = bytes_of(text, len);
        hash_set_seed(1);
        uint64_t one = hash_bytes(bytes);
        hash_set_seed(2);
        CHECK(hash_bytes(bytes) != one);
        hash_set_seed(1);
        CHECK_EQ(hash_bytes(bytes), one);
        CHECK_EQ(one, XXH3_64bits_withSeed(text, len, 1));
    }
}
