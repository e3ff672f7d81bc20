/* log/log_batch.h - a batch: what one core writes, and syncs, at once. The unit that is there or not.
 *
 *      0  magic "AXB1"
 *      4  CRC-32C of everything after it, seeded with the segment's id: a recycled file's old
 *         batches are bad
 *      8  length in bytes: this head, the records, and zeros up to a multiple of 8; or to where it ends
 *         at a multiple of 4,096 of its file: under `always`, so that no sector with acknowledged bytes is
 *         written again, and else where that adds little (log/writer.c says why)
 *     16  number: batches of a core count up by one, over all its segments
 *     24  durable: number of the last batch that was known to be durable when this one was sealed
 *     32  Unix time in ms when it was sealed
 *     40  bytes of the records
 *     48  how many records; flags, none yet
 *     56  records: each with its length before it, a varint
 *
 * All numbers are little endian; 8 bytes, but for magic, CRC, count and flags, which have 4. */
#pragma once

#include "base/buffer.h"
#include "log/varint.h"

enum { BATCH_HEAD = 56, BATCH_ALIGN = 8, BATCH_ALIGN_SYNCED = 4096 };

struct log_batch_head {
    uint64_t length, number, durable;
    int64_t wall_ms;
    uint64_t records_bytes;
    uint32_t record_count;
};

/* Building: the buffer begins with room for the head. */
void log_batch_begin(struct buffer *batch);
void log_batch_add(struct buffer *batch, struct bytes record);
/* Where a record of so many bytes may be written that is added next: log_batch_add then finds it in its place. */
static inline char *log_batch_place(struct buffer *batch, size_t len) {
    char *at = buffer_reserve(batch, VARINT_MAX + len);
    return at + varint_write(at, len);
}
/* Adds a record that is in its place; false if it is not. */
static inline bool log_batch_add_placed(struct buffer *batch, struct bytes record) {
    if (batch->data == NULL) return false;
    char *at = batch->data + batch->len;
    if (record.data != at + varint_len(record.len)) return false;
    batch->len += varint_write(at, record.len) + record.len;
    return true;
}
/* Completes head and padding; length, records_bytes are computed here. offset: in the file; the batch ends at a
 * multiple of align. */
void log_batch_seal_at(struct buffer *batch, struct log_batch_head *head, uint32_t segment_id,
                       uint64_t offset, size_t align);
/* The same where offset is one itself. */
void log_batch_seal(struct buffer *batch, struct log_batch_head *head, uint32_t segment_id,
                    size_t align);
/* The CRC again, for a sealed batch that goes to another segment. */
void log_batch_reseal(struct buffer *batch, uint32_t segment_id);

/* Reading. The batch at the start of input; false if there is none, or it is damaged. */
bool log_batch_read(struct bytes input, uint32_t segment_id, struct log_batch_head *head,
                    struct bytes *records);
/* True if there is what may be left of a batch of that number: its magic and its number. */
bool log_batch_looks_like(struct bytes input, uint64_t number);
/* Takes the next record off records; false at their end, or (records->len is not 0 then) if they are malformed. */
bool log_batch_next(struct bytes *records, struct bytes *record);
