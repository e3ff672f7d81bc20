/* The backlog: runs come out as they went in, and it is known what the oldest goes behind. */
#include "check.h"

#include "base/memory.h"
#include "log/mark.h"
#include "repl/backlog.h"
#include "repl/wire.h"

enum { FIRST = 256, COUNT = 512 };

static uint64_t zeros[PARTITIONS];

static struct bytes record_of(char *text, size_t size, unsigned number) {
    snprintf(text, size, "record %u", number);
    return bytes_of_string(text);
}

TEST(a_run_is_one_frame_with_all_records_of_a_turn) {
    struct backlog backlog;
    char text[32];
    backlog_init(&backlog, FIRST, COUNT, zeros);
    CHECK(backlog_seal(&backlog) == NULL);
    for (unsigned i = 0; i < 3; i++)
        backlog_add(&backlog, record_of(text, sizeof text, i),
                    i == 1 ? (unsigned)RUN_MARK : FIRST + i, 7, 4);
    struct run *run = backlog_seal(&backlog);
    REQUIRE(run != NULL);
    CHECK(backlog.first == run && backlog.last == run && backlog.open == NULL);
    CHECK_EQ(run->batch, 7);
    CHECK_EQ(run->index, 4);
    CHECK_EQ(run->lsns, 2);
    CHECK(!run->is_more && !run->was_more);
    struct bytes input = run_frame(run), payload, record;
    struct wire_head head;
    CHECK_EQ(wire_next(&input, &head, &payload), 1);
    CHECK_EQ(head.kind, WIRE_JOURNAL);
    CHECK_EQ(input.len, 0);
    struct run_reader reader = {0};
    unsigned place, seen = 0;
    while (run_next(&reader, run, &record, &place)) {
        struct bytes expected = record_of(text, sizeof text, seen);
        CHECK_BYTES(record.data, record.len, expected.data, expected.len);
        CHECK_EQ(place, seen == 1 ? (unsigned)RUN_MARK : FIRST + seen);
        seen++;
    }
    CHECK_EQ(seen, 3);
    backlog_clear(&backlog);
}

TEST(what_one_turn_logs_beyond_a_frame_goes_on_in_another) {
    struct backlog backlog;
    struct bytes big = bytes_of(memory_alloc_zeroed(10 << 20), 10 << 20);
    backlog_init(&backlog, FIRST, COUNT, zeros);
    for (unsigned i = 0; i < 3; i++) backlog_add(&backlog, big, FIRST, 1, 0);
    struct run *last = backlog_seal(&backlog);
    unsigned runs = 0;
    for (struct run *run = backlog.first; run; run = run->next) {
        struct bytes input = run_frame(run), payload;
        struct wire_head head;
        CHECK_EQ(wire_next(&input, &head, &payload), 1);
        CHECK_EQ((head.flags & WIRE_MORE) != 0, run != last);
        CHECK_EQ(run->is_more, run != last);
        CHECK_EQ(run->was_more, run != backlog.first);
        runs++;
    }
    CHECK_EQ(runs, 3);
    memory_free((void *)big.data);
    backlog_clear(&backlog);
}

/* Against a plain count of all records. */
TEST(it_reaches_back_to_what_is_before_its_first_run) {
    struct backlog backlog;
    uint64_t lsns[PARTITIONS] = {0}, before[200][PARTITIONS];
    char text[32];
    unsigned runs = 0, dropped = 0;
    for (unsigned i = 0; i < COUNT; i++) lsns[FIRST + i] = check_random_below(1000);
    backlog_init(&backlog, FIRST, COUNT, lsns);
    while (runs < 200) {
        memcpy(before[runs], lsns, sizeof lsns);
        unsigned count = 1 + (unsigned)check_random_below(20);
        for (unsigned i = 0; i < count; i++) {
            unsigned kind = (unsigned)check_random_below(10);
            unsigned place = kind == 0   ? (unsigned)RUN_MARK
                             : kind == 1 ? (unsigned)RUN_GLOBAL
                                         : FIRST + (unsigned)check_random_below(COUNT);
            for (unsigned j = 0; j < COUNT && kind == 1; j++) lsns[FIRST + j]++;
            if (kind > 1) lsns[place]++;
            backlog_add(&backlog, record_of(text, sizeof text, i), place, runs, 0);
        }
        CHECK(backlog_seal(&backlog) != NULL);
        runs++;
        while (check_random_below(3) == 0 && backlog.first != NULL) {
            backlog_drop(&backlog);
            dropped++;
        }
        CHECK_EQ(backlog.runs, runs - dropped);
        const uint64_t *first = dropped < runs ? before[dropped] : lsns;
        CHECK_BYTES(backlog.lsns, sizeof lsns, first, sizeof lsns);
        CHECK(backlog_reaches(&backlog, first));
        CHECK(backlog_reaches(&backlog, lsns));
        uint64_t less[PARTITIONS];
        memcpy(less, first, sizeof less);
        unsigned partition = FIRST + (unsigned)check_random_below(COUNT);
        if (less[partition] > 0) {
            less[partition]--;
            CHECK(!backlog_reaches(&backlog, less));
        }
    }
    backlog_clear(&backlog);
    CHECK_EQ(backlog.bytes, 0);
}
