/* log/log_batch.c - batches, written and read. */
#include "log/log_batch.h"

#include "base/crc32c.h"
#include "log/varint.h"

enum { AT_CRC = 4, AT_LENGTH = 8, AT_NUMBER = 16, AT_DURABLE = 24, AT_WALL = 32 };
enum { AT_RECORDS_BYTES = 40, AT_COUNT = 48, AT_FLAGS = 52 };
static const char magic[4] = "AXB1";

void log_batch_begin(struct buffer *batch) {
    batch->len = 0;
    buffer_reserve(batch, BATCH_HEAD);
    batch->len = BATCH_HEAD;
}

void log_batch_add(struct buffer *batch, struct bytes record) {
    if (log_batch_add_placed(batch, record)) return;
    char *at = log_batch_place(batch, record.len);
    if (record.len > 0) memcpy(at, record.data, record.len);
    batch->len = (size_t)(at - batch->data) + record.len;
}

static uint32_t crc_of(struct bytes batch, uint32_t segment_id) {
    return crc32c(segment_id, bytes_of(batch.data + AT_LENGTH, batch.len - AT_LENGTH));
}

void log_batch_reseal(struct buffer *batch, uint32_t segment_id) {
    uint32_t crc = crc_of(buffer_view(batch), segment_id);
    memcpy(batch->data + AT_CRC, &crc, sizeof crc);
}

void log_batch_seal(struct buffer *batch, struct log_batch_head *head, uint32_t segment_id,
                    size_t align) {
    log_batch_seal_at(batch, head, segment_id, 0, align);
}

void log_batch_seal_at(struct buffer *batch, struct log_batch_head *head, uint32_t segment_id,
                       uint64_t offset, size_t align) {
    size_t padding = (align - (offset + batch->len) % align) % align;
    uint32_t flags = 0;
    head->records_bytes = batch->len - BATCH_HEAD;
    memset(buffer_reserve(batch, padding), 0, padding);
    batch->len += padding;
    head->length = batch->len;
    memcpy(batch->data, magic, sizeof magic);
    memcpy(batch->data + AT_LENGTH, &head->length, 8);
    memcpy(batch->data + AT_NUMBER, &head->number, 8);
    memcpy(batch->data + AT_DURABLE, &head->durable, 8);
    memcpy(batch->data + AT_WALL, &head->wall_ms, 8);
    memcpy(batch->data + AT_RECORDS_BYTES, &head->records_bytes, 8);
    memcpy(batch->data + AT_COUNT, &head->record_count, 4);
    memcpy(batch->data + AT_FLAGS, &flags, 4);
    log_batch_reseal(batch, segment_id);
}

bool log_batch_read(struct bytes input, uint32_t segment_id, struct log_batch_head *head,
                    struct bytes *records) {
    uint32_t crc, flags;
    if (input.len < BATCH_HEAD || memcmp(input.data, magic, sizeof magic) != 0) return false;
    memcpy(&crc, input.data + AT_CRC, 4);
    memcpy(&head->length, input.data + AT_LENGTH, 8);
    memcpy(&head->number, input.data + AT_NUMBER, 8);
    memcpy(&head->durable, input.data + AT_DURABLE, 8);
    memcpy(&head->wall_ms, input.data + AT_WALL, 8);
    memcpy(&head->records_bytes, input.data + AT_RECORDS_BYTES, 8);
    memcpy(&head->record_count, input.data + AT_COUNT, 4);
    memcpy(&flags, input.data + AT_FLAGS, 4);
    if (head->length < BATCH_HEAD || head->length > input.len || head->length % BATCH_ALIGN != 0 ||
        head->records_bytes > head->length - BATCH_HEAD || flags != 0)
        return false;
    if (crc != crc_of(bytes_of(input.data, head->length), segment_id)) return false;
    *records = bytes_of(input.data + BATCH_HEAD, head->records_bytes);
    return true;
}

bool log_batch_looks_like(struct bytes input, uint64_t number) {
    uint64_t found;
    if (input.len < AT_NUMBER + sizeof found || memcmp(input.data, magic, sizeof magic) != 0)
        return false;
    memcpy(&found, input.data + AT_NUMBER, sizeof found);
    return found == number;
}

bool log_batch_next(struct bytes *records, struct bytes *record) {
    struct bytes rest = *records;
    uint64_t len;
    if (!varint_take(&rest, &len) || len > rest.len) return false;
    *record = bytes_of(rest.data, len);
    *records = bytes_of(rest.data + len, rest.len - len);
    return true;
}
