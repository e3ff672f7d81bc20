/* Heads of log files, and their names. */
#include "check.h"

#include "log/segment.h"

static struct segment_head a_head(unsigned partitions) {
    struct segment_head head = {.id = 77,
                                .core = 1,
                                .cores = 2,
                                .partition_first = partitions == PARTITIONS ? 0 : PARTITIONS / 2,
                                .partition_count = partitions,
                                .number = 12,
                                .first_batch = 345,
                                .wall_ms = 1767225600000};
    for (unsigned i = 0; i < partitions; i++) head.lsn[i] = 1000 + i;
    return head;
}

TEST(a_head_comes_back_as_it_was) {
    static const unsigned counts[] = {1, 7, PARTITIONS / 2, PARTITIONS};
    for (unsigned i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        struct segment_head head = a_head(counts[i]), found;
        struct buffer bytes = {0};
        segment_head_write(&head, &bytes);
        CHECK_EQ(bytes.len, segment_head_size(counts[i]));
        CHECK_EQ(bytes.len % 4096, 0);
        CHECK(bytes.len <= SEGMENT_HEAD_MAX);
        CHECK_EQ(segment_head_read(buffer_view(&bytes), 12, &found), SEGMENT_GOOD);
        CHECK_EQ(found.id, 77);
        CHECK_EQ(found.partition_first, head.partition_first);
        CHECK_EQ(found.first_batch, 345);
        CHECK_EQ(found.wall_ms, head.wall_ms);
        CHECK_BYTES(found.lsn, 8 * counts[i], head.lsn, 8 * counts[i]);
        CHECK_EQ(segment_head_read(buffer_view(&bytes), 13, &found), SEGMENT_NOT_BEGUN);
        CHECK_EQ(segment_head_read(buffer_view(&bytes), 11, &found), SEGMENT_MISPLACED);
        buffer_clear(&bytes);
    }
}

TEST(a_head_that_is_cut_off_or_has_one_bit_flipped_is_not_good_and_says_its_id_yet) {
    struct segment_head head = a_head(7), found;
    struct buffer bytes = {0};
    segment_head_write(&head, &bytes);
    for (size_t len = 0; len < bytes.len; len++)
        CHECK(segment_head_read(bytes_of(bytes.data, len), 12, &found) != SEGMENT_GOOD);
    for (size_t bit = 0; bit < 8 * bytes.len; bit++) {
        bytes.data[bit / 8] = (char)(bytes.data[bit / 8] ^ 1 << bit % 8);
        CHECK(segment_head_read(buffer_view(&bytes), 12, &found) != SEGMENT_GOOD);
        uint32_t ids[2] = {0, 0};
        for (unsigned copy = 0; copy < 2; copy++)
            segment_id_of_damaged(buffer_view(&bytes), 12, copy, 7, &ids[copy]);
        CHECK(ids[0] == 77 || ids[1] == 77);
        bytes.data[bit / 8] = (char)(bytes.data[bit / 8] ^ 1 << bit % 8);
    }
    buffer_clear(&bytes);
}

TEST(a_newer_format_is_told_from_damage) {
    struct segment_head head = a_head(7), found;
    struct buffer bytes = {0};
    segment_head_write(&head, &bytes);
    bytes.data[8] = SEGMENT_VERSION + 1;
    CHECK_EQ(segment_head_read(buffer_view(&bytes), 12, &found), SEGMENT_TOO_NEW);
    CHECK_EQ(found.version, SEGMENT_VERSION + 1);
    buffer_clear(&bytes);
}

TEST(names_count_and_others_are_none) {
    static const char *const others[] = {
        "log-", "log-12",         "log-000000001x",           "log-0000000001~", "base-0000000001",
        "",     "log--000000001", "log-111111111111111111111"};
    char name[SEGMENT_NAME_MAX];
    uint64_t number;
    segment_name(12, name);
    CHECK_STR(name, "log-0000000012");
    for (unsigned shift = 0; shift < 63; shift++) {
        segment_name((uint64_t)1 << shift, name);
        CHECK(segment_number(name, &number) && number == (uint64_t)1 << shift);
    }
    for (unsigned i = 0; i < sizeof others / sizeof others[0]; i++)
        CHECK(!segment_number(others[i], &number));
}

TEST(files_follow_the_live_data_between_their_bounds) {
    CHECK_EQ(segment_size(0, 0), 1 << 20);
    CHECK_EQ(segment_size(24 << 20, 0), 3 << 20);
    CHECK_EQ(segment_size(64 << 20, 0), 4 << 20);
    CHECK_EQ(segment_size((uint64_t)1 << 40, 0), 32 << 20);
    CHECK_EQ(segment_size(0, (5 << 20) + 1), (5 << 20) + 4096);
    CHECK_EQ(segment_size((uint64_t)256 << 20, 0) % 4096, 0);
}
