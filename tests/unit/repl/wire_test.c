/* Frames: what was put in comes out, whole or not at all. */
#include "check.h"

#include "repl/wire.h"

static struct buffer build(unsigned records, struct bytes *texts, size_t size) {
    struct buffer out = {0};
    size_t start = wire_begin(&out, WIRE_JOURNAL);
    for (unsigned i = 0; i < records; i++) {
        texts[i] = bytes_of("0123456789abcdefghijklmnopqrstuvwxyz", check_random_below(size));
        wire_add_record(&out, texts[i]);
    }
    wire_end(&out, start, WIRE_LAST);
    return out;
}

TEST(a_frame_comes_out_as_it_went_in_and_only_when_all_of_it_is_there) {
    struct bytes texts[20], payload, record;
    struct wire_head head;
    struct buffer out = build(20, texts, 36);
    for (size_t len = 0; len < out.len; len++) {
        struct bytes part = bytes_of(out.data, len);
        CHECK_EQ(wire_next(&part, &head, &payload), 0);
        CHECK_EQ(part.len, len);
    }
    buffer_append(&out, bytes_of_string("next"));
    struct bytes input = buffer_view(&out);
    CHECK_EQ(wire_next(&input, &head, &payload), 1);
    CHECK_EQ(head.kind, WIRE_JOURNAL);
    CHECK_EQ(head.flags, WIRE_LAST);
    CHECK_BYTES(input.data, input.len, "next", 4);
    for (unsigned i = 0; i < 20; i++) {
        REQUIRE(wire_next_record(&payload, &record));
        CHECK_BYTES(record.data, record.len, texts[i].data, texts[i].len);
    }
    CHECK(!wire_next_record(&payload, &record));
    CHECK_EQ(payload.len, 0);
    buffer_clear(&out);
}

TEST(a_flipped_bit_is_never_taken_for_a_frame) {
    struct bytes texts[3], payload;
    struct wire_head head;
    struct buffer out = build(3, texts, 20);
    for (size_t bit = 0; bit < out.len * 8; bit++) {
        out.data[bit / 8] ^= (char)(1 << bit % 8);
        struct bytes input = buffer_view(&out);
        CHECK(wire_next(&input, &head, &payload) != 1);
        out.data[bit / 8] ^= (char)(1 << bit % 8);
    }
    buffer_clear(&out);
}

TEST(a_message_comes_out_as_it_went_in_and_what_is_cut_off_is_none) {
    const struct wire_message in = {true, BYTES_LITERAL("channel"), BYTES_LITERAL("")};
    const struct wire_message next = {false, BYTES_LITERAL(""), BYTES_LITERAL("a text")};
    struct wire_message message;
    struct buffer out = {0};
    wire_add_message(&out, &in);
    size_t first = out.len;
    wire_add_message(&out, &next);
    for (size_t len = 0; len < first; len++) {
        struct bytes part = bytes_of(out.data, len);
        CHECK(!wire_next_message(&part, &message));
        CHECK_EQ(part.len, len);
    }
    struct bytes rest = buffer_view(&out);
    REQUIRE(wire_next_message(&rest, &message));
    CHECK(message.is_shard);
    CHECK_BYTES(message.channel.data, message.channel.len, "channel", 7);
    CHECK_EQ(message.text.len, 0);
    REQUIRE(wire_next_message(&rest, &message));
    CHECK(!message.is_shard);
    CHECK_EQ(message.channel.len, 0);
    CHECK_BYTES(message.text.data, message.text.len, "a text", 6);
    CHECK_EQ(rest.len, 0);
    out.data[0] = 2; /* a kind that there is not */
    rest = buffer_view(&out);
    CHECK(!wire_next_message(&rest, &message));
    buffer_clear(&out);
}
