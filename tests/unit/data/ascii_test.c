/* Packing and unpacking, by vectors and without, on blocks of exactly the size needed. */
#include "check.h"

#include "data/ascii.h"

static void check_round_trip(size_t len, bool is_plain) {
    /* Blocks of exactly the right size, so that ASan sees a byte too many. */
    char *text = malloc(len + 1), *back = malloc(len + 1);
    uint8_t *packed = malloc(ascii_packed_size(len) + (len == 0));
    for (size_t i = 0; i < len; i++) text[i] = (char)(check_random() & 0x7f);
    char *exact = malloc(len != 0 ? len : 1);
    memcpy(exact, text, len);
    ascii_force_plain(is_plain);
    CHECK(ascii_is(bytes_of(exact, len)));
    ascii_pack(packed, bytes_of(exact, len));
    ascii_force_plain(check_random_below(2));
    memset(back, 0xaa, len + 1);
    ascii_unpack(back, packed, len);
    CHECK_BYTES(back, len, text, len);
    CHECK_EQ((unsigned char)back[len], 0xaa);
    for (unsigned i = 0; i < 8 && len != 0; i++) {
        size_t offset = check_random_below(len), part = check_random_below(len - offset + 1);
        ascii_unpack_range(back, packed, offset, part);
        CHECK_BYTES(back, part, text + offset, part);
    }
    ascii_force_plain(false);
    free(text), free(back), free(packed), free(exact);
}

TEST(every_ascii_text_comes_back) {
    for (size_t len = 0; len < 600; len++) {
        check_round_trip(len, false);
        check_round_trip(len, true);
    }
}

TEST(one_high_bit_anywhere_is_seen) {
    char text[200];
    for (size_t len = 1; len <= sizeof text; len++) {
        memset(text, 'x', sizeof text);
        size_t at = check_random_below(len);
        CHECK(ascii_is(bytes_of(text, len)));
        text[at] = (char)0x80;
        CHECK(!ascii_is(bytes_of(text, len)));
        CHECK(ascii_is(bytes_of(text, at)));
    }
}
