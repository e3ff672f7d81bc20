/* Batches: what was put in comes out, and nothing else is taken for a batch. */
#include "check.h"

#include "log/log_batch.h"

enum { ID = 0x5eed1234, RECORDS = 12 };

static struct buffer build(unsigned count, size_t align, struct log_batch_head *head) {
    struct buffer batch = {0};
    log_batch_begin(&batch);
    for (unsigned i = 0; i < count; i++) {
        char record[400];
        size_t len = check_random_below(i % 3 == 0 ? sizeof record : 20);
        memset(record, 'a' + (int)i, len);
        log_batch_add(&batch, bytes_of(record, len));
    }
    *head = (struct log_batch_head){.number = 1 + check_random_below(1u << 30),
                                    .wall_ms = 1767225600000,
                                    .record_count = count};
    head->durable = head->number - 1;
    log_batch_seal(&batch, head, ID, align);
    return batch;
}

static bool is_read(struct bytes input) {
    struct log_batch_head head;
    struct bytes records;
    return log_batch_read(input, ID, &head, &records);
}

TEST(a_batch_comes_back_as_it_was) {
    for (unsigned count = 0; count <= RECORDS; count++) {
        struct log_batch_head wanted, head;
        struct bytes records, record;
        size_t align = count % 2 == 0 ? BATCH_ALIGN : BATCH_ALIGN_SYNCED;
        struct buffer batch = build(count, align, &wanted);
        unsigned found = 0;
        CHECK_EQ(batch.len % align, 0);
        buffer_append(&batch, bytes_of("what follows", 12));
        REQUIRE(log_batch_read(buffer_view(&batch), ID, &head, &records));
        CHECK_EQ(head.length, batch.len - 12);
        CHECK_EQ(head.number, wanted.number);
        CHECK_EQ(head.durable, wanted.durable);
        CHECK_EQ(head.wall_ms, wanted.wall_ms);
        CHECK_EQ(head.record_count, count);
        CHECK_EQ(head.records_bytes, records.len);
        while (log_batch_next(&records, &record)) {
            for (size_t i = 0; i < record.len; i++) CHECK_EQ(record.data[i], 'a' + (int)found);
            found++;
        }
        CHECK_EQ(found, count);
        CHECK_EQ(records.len, 0);
        buffer_clear(&batch);
    }
}

TEST(a_record_may_be_written_where_it_goes_and_a_batch_ends_at_a_page_of_its_file) {
    for (unsigned round = 0; round < 200; round++) {
        struct buffer batch = {0};
        struct log_batch_head head = {.number = 1, .record_count = 2}, found;
        struct bytes records, record;
        char text[300];
        size_t len = check_random_below(sizeof text);
        uint64_t offset = 8 * check_random_below(2000);
        memset(text, 't', sizeof text);
        log_batch_begin(&batch);
        char *place = log_batch_place(&batch, len);
        memcpy(place, text, len);
        log_batch_add(&batch, bytes_of(place, len));
        log_batch_place(&batch, len + 1); /* and then another one comes */
        log_batch_add(&batch, bytes_of(text, len));
        log_batch_seal_at(&batch, &head, ID, offset, BATCH_ALIGN_SYNCED);
        CHECK_EQ((offset + batch.len) % BATCH_ALIGN_SYNCED, 0);
        REQUIRE(log_batch_read(buffer_view(&batch), ID, &found, &records));
        for (unsigned i = 0; i < 2; i++) {
            REQUIRE(log_batch_next(&records, &record));
            CHECK(bytes_equal(record, bytes_of(text, len)));
        }
        CHECK_EQ(records.len, 0);
        buffer_clear(&batch);
    }
}

TEST(a_batch_that_is_cut_off_or_has_one_bit_flipped_is_none) {
    struct log_batch_head head;
    struct buffer batch = build(RECORDS, BATCH_ALIGN, &head);
    for (size_t len = 0; len < batch.len; len++) CHECK(!is_read(bytes_of(batch.data, len)));
    for (size_t bit = 0; bit < 8 * batch.len; bit++) {
        batch.data[bit / 8] = (char)(batch.data[bit / 8] ^ 1 << bit % 8);
        CHECK(!is_read(buffer_view(&batch)));
        batch.data[bit / 8] = (char)(batch.data[bit / 8] ^ 1 << bit % 8);
    }
    CHECK(is_read(buffer_view(&batch)));
    buffer_clear(&batch);
}

TEST(a_batch_of_another_file_is_none_until_it_is_sealed_for_this_one) {
    struct log_batch_head head;
    struct bytes records;
    struct buffer batch = build(RECORDS, BATCH_ALIGN, &head);
    CHECK(!log_batch_read(buffer_view(&batch), ID + 1, &head, &records));
    log_batch_reseal(&batch, ID + 1);
    CHECK(log_batch_read(buffer_view(&batch), ID + 1, &head, &records));
    CHECK(!is_read(buffer_view(&batch)));
    buffer_clear(&batch);
}

TEST(records_whose_lengths_lead_beyond_the_end_are_malformed) {
    struct bytes records = bytes_of("\3abc\5de", 7), record;
    REQUIRE(log_batch_next(&records, &record));
    CHECK_BYTES(record.data, record.len, "abc", 3);
    CHECK(!log_batch_next(&records, &record));
    CHECK_EQ(records.len, 3);
}
