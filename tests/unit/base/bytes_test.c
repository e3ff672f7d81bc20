/* What base/bytes.h, base/buffer.h and base/panic.h promise. */
#include "base/buffer.h"
#include "base/bytes.h"
#include "base/panic.h"

#include "check.h"

TEST(equal_bytes_have_the_same_length_and_content) {
    CHECK(bytes_equal(BYTES_LITERAL("a\0b"), BYTES_LITERAL("a\0b")));
    CHECK(!bytes_equal(BYTES_LITERAL("a\0b"), BYTES_LITERAL("a\0c")));
    CHECK(!bytes_equal(BYTES_LITERAL("ab"), BYTES_LITERAL("abc")));
    CHECK(bytes_equal(bytes_of(NULL, 0), BYTES_LITERAL("")));
}

TEST(a_name_is_found_in_any_letter_case) {
    CHECK(bytes_is(BYTES_LITERAL("GeT"), "get"));
    CHECK(bytes_is(bytes_of(NULL, 0), ""));
    CHECK(!bytes_is(BYTES_LITERAL("ge"), "get"));
    CHECK(!bytes_is(BYTES_LITERAL("gets"), "get"));
    CHECK(!bytes_is(BYTES_LITERAL("get\0"), "get"));
    CHECK(!bytes_is(BYTES_LITERAL("@"), "`")); /* '@' + 32 is '`', but neither is a letter */
}

TEST(bytes_are_ordered_like_memcmp_and_then_by_length) {
    CHECK(bytes_compare(BYTES_LITERAL("a"), BYTES_LITERAL("b")) < 0);
    CHECK(bytes_compare(BYTES_LITERAL("\x80"), BYTES_LITERAL("\x7f")) > 0);
    CHECK(bytes_compare(BYTES_LITERAL("a"), BYTES_LITERAL("ab")) < 0);
    CHECK(bytes_compare(BYTES_LITERAL("ab"), BYTES_LITERAL("a")) > 0);
    CHECK_EQ(bytes_compare(BYTES_LITERAL("ab"), BYTES_LITERAL("ab")), 0);
    CHECK(bytes_compare(bytes_of(NULL, 0), BYTES_LITERAL("a")) < 0);
    CHECK_EQ(bytes_compare(bytes_of(NULL, 0), BYTES_LITERAL("")), 0);
}

TEST(a_buffer_keeps_what_is_appended) {
    struct buffer buffer = {0};
    buffer_append(&buffer, bytes_of(NULL, 0));
    CHECK_EQ(buffer.len, 0);
    buffer_append(&buffer, BYTES_LITERAL("a\0b"));
    buffer_append_text(&buffer, "cd");
    buffer_printf(&buffer, "%d-%s", 7, "x");
    CHECK_BYTES(buffer.data, buffer.len, "a\0bcd7-x", 8);
    buffer_consume(&buffer, 3);
    CHECK(bytes_equal(buffer_view(&buffer), BYTES_LITERAL("cd7-x")));
    buffer_consume(&buffer, 5);
    CHECK_EQ(buffer.len, 0);
    buffer_clear(&buffer);
    CHECK(buffer.data == NULL && buffer.size == 0);
}

TEST(a_long_printf_fits_whatever_its_length) {
    for (int len = 120; len < 140; len++) {
        struct buffer buffer = {0};
        buffer_printf(&buffer, "%0*d", len, 1);
        CHECK_EQ(buffer.len, len);
        CHECK_EQ(buffer.data[len - 1], '1');
        buffer_clear(&buffer);
    }
}

TEST(reserved_room_is_there_and_is_not_counted) {
    struct buffer buffer = {0};
    CHECK(buffer_reserve(&buffer, 0) != NULL);
    memset(buffer_reserve(&buffer, 5000), 'x', 5000);
    CHECK_EQ(buffer.len, 0);
    CHECK(buffer.size >= 5000);
    buffer_clear(&buffer);
}

TEST(appending_reallocates_rarely_at_every_size) {
    struct buffer buffer = {0};
    size_t size = 0, grown = 0, mib = 32;
    static const char piece[4096];
    for (size_t i = 0; i < mib * 256; i++) {
        buffer_append(&buffer, bytes_of(piece, sizeof piece));
        grown += buffer.size != size;
        size = buffer.size;
    }
    CHECK_EQ(buffer.len, mib << 20);
    CHECK(grown < 32);
    buffer_clear(&buffer);
}

TEST(a_panic_aborts) {
    CHECK_ABORTS(panic("it is %d o'clock", 5));
    panic_catch_signals();
    CHECK_ABORTS(panic("and now with handlers"));
}
