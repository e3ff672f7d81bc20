/* tool/verify_log.c - log files, as they lie on the disk, and what their records say together. */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/memory.h"
#include "log/effect.h"
#include "log/files.h"
#include "log/mark.h"
#include "log/reader.h"
#include "tool/text.h"
#include "tool/verify_files.h"

void verify_problem(struct verifying *verifying, const char *name, uint64_t offset,
                    const char *format, ...) {
    char text[PLACE_ERROR];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    verifying->problems++;
    progress_end(verifying->progress);
    output_printf(verifying->output, "DAMAGE  %s%s%s", verifying->place->paths[verifying->core],
                  name[0] ? "/" : "", name);
    if (offset > 0) output_printf(verifying->output, ", offset %" PRIu64, offset);
    output_printf(verifying->output, ": %s\n", text);
}

/* ---- files ---- */

struct file_check {
    char name[SEGMENT_NAME_MAX];
    uint64_t number;
    struct buffer bytes;
    struct segment_head head;
    enum segment_state state;
    size_t end; /* of the last good batch, one behind the other */
    uint64_t batches, records, last_batch;
    int64_t last_wall_ms;
};

/* Under a head that is not good. */
static bool has_good_batch(const struct file_check *check) {
    struct bytes bytes = buffer_view(&check->bytes), records;
    struct log_batch_head head;
    unsigned partitions;
    for (unsigned i = 0; segment_head_kind(i, &partitions); i++) {
        for (unsigned copy = 0; copy < 2; copy++) {
            uint32_t id;
            if (!segment_id_of_damaged(bytes, check->number, copy, partitions, &id)) continue;
            for (size_t at = segment_head_size(partitions); at + BATCH_HEAD <= bytes.len;
                 at += BATCH_ALIGN) {
                if (log_batch_read(bytes_of(bytes.data + at, bytes.len - at), id, &head, &records))
                    return true;
            }
        }
    }
    return false;
}

static void count_batches(struct file_check *check) {
    struct log_batch_head head;
    struct bytes records;
    check->end = segment_head_size(check->head.partition_count);
    check->last_batch = check->head.first_batch - 1;
    check->last_wall_ms = check->head.wall_ms;
    while (check->end < check->bytes.len &&
           log_batch_read(bytes_of(check->bytes.data + check->end, check->bytes.len - check->end),
                          check->head.id, &head, &records) &&
           head.number == check->last_batch + 1) {
        check->end += head.length;
        check->batches++;
        check->records += head.record_count;
        check->last_batch = head.number;
        check->last_wall_ms = head.wall_ms;
    }
}

static void tell(struct verifying *verifying, const struct file_check *check) {
    char size[TEXT_SIZE_MAX], used[TEXT_SIZE_MAX], time[TEXT_TIME_MAX];
    verifying->history_files += verifying->is_history;
    verifying->history_bytes += verifying->is_history ? check->bytes.len : 0;
    if (verifying->is_history) return;
    text_count(size, check->bytes.len);
    text_size(used, check->end);
    text_time(time, check->last_wall_ms);
    output_printf(verifying->output, "core %u  %s   %13s bytes  ", verifying->core, check->name,
                  size);
    if (check->state != SEGMENT_GOOD)
        output_printf(verifying->output, "not begun\n");
    else
        output_printf(verifying->output,
                      "batches %" PRIu64 " to %" PRIu64 ", %" PRIu64
                      " records, %s used, until %s\n",
                      check->head.first_batch, check->last_batch, check->records, used, time);
}

static void look_at_good(struct verifying *verifying, struct file_check *check) {
    const struct manifest *manifest = verifying->manifest;
    const struct segment_head *head = &check->head;
    count_batches(check);
    if (head->core != manifest->core || head->cores != manifest->cores ||
        head->partition_first != manifest->partition_first ||
        head->partition_count != manifest->partition_count)
        verify_problem(verifying, check->name, 0, "it is of another core (%u of %u)", head->core,
                       head->cores);
}

/* True if it is begun. */
static bool look_at_file(struct verifying *verifying, struct file_check *check) {
    segment_name(check->number, check->name);
    check->state = segment_head_read(buffer_view(&check->bytes), check->number, &check->head);
    if (check->state == SEGMENT_NOT_BEGUN &&
        check->head.number >= verifying->manifest->first_segment)
        check->state = SEGMENT_MISPLACED; /* only files that are not needed are used again */
    if (check->state == SEGMENT_GOOD)
        look_at_good(verifying, check);
    else if (check->state == SEGMENT_TOO_NEW)
        verify_problem(verifying, check->name, 8, "format %u is newer than this version knows",
                       check->head.version);
    else if (check->state == SEGMENT_MISPLACED)
        verify_problem(verifying, check->name, 0, "it is log file %" PRIu64 " under another name",
                       check->head.number);
    else if (has_good_batch(check))
        verify_problem(verifying, check->name, 0, "the head of the file is damaged");
    tell(verifying, check);
    return check->state == SEGMENT_GOOD;
}

void verify_log_files(struct verifying *verifying, uint64_t before) {
    const char *directory = verifying->place->paths[verifying->core];
    struct file_check *check = memory_alloc_zeroed(sizeof *check);
    uint64_t first, last, absent = 0;
    bool has_any, is_begun = false;
    int result = reader_find_files(directory, &first, &last, &has_any);
    if (result < 0) verify_problem(verifying, "", 0, "%s", strerror(-result));
    first = verifying->manifest->first_segment;
    for (uint64_t number = first; result == 0 && has_any && number <= last && number < before;
         number++) {
        struct buffer bytes = check->bytes;
        *check = (struct file_check){.number = number, .bytes = bytes};
        segment_name(number, check->name);
        int got = files_read(directory, check->name, UINT64_MAX, &check->bytes);
        if (got == -ENOENT) {
            if (absent == 0) verify_problem(verifying, check->name, 0, "it is missing");
            absent = number;
        } else if (got < 0) {
            verify_problem(verifying, check->name, 0, "%s", strerror(-got));
        } else {
            is_begun |= look_at_file(verifying, check);
            output_flush(verifying->output); /* it may take long */
        }
    }
    if (!is_begun && absent == 0 && first < before)
        verify_problem(verifying, "", 0,
                       "no log file is begun: a server begins one before all else");
    buffer_clear(&check->bytes);
    memory_free(check);
}

/* ---- records ---- */

struct record_check {
    struct verifying *verifying;
    struct reader reader;
    char name[SEGMENT_NAME_MAX];
    uint64_t lsn[PARTITIONS]; /* from the first partition of the core on */
    uint64_t file;
};

static bool count_record(struct record_check *check, struct bytes record) {
    const struct manifest *manifest = check->verifying->manifest;
    struct effect effect;
    struct mark mark;
    if (mark_is(record)) return mark_read(record, &mark) && mark.op <= MARK_TX;
    if (!effect_decode(record, &effect)) return false;
    if (effect_is_global(&effect)) {
        for (unsigned i = 0; i < manifest->partition_count; i++) check->lsn[i]++;
        return true;
    }
    unsigned partition = key_of(effect.key).partition;
    if (partition < manifest->partition_first ||
        partition >= manifest->partition_first + manifest->partition_count)
        return false;
    check->lsn[partition - manifest->partition_first]++;
    return true;
}

static void check_head(struct record_check *check) {
    const struct segment_head *head = check->reader.head;
    size_t bytes = head->partition_count * sizeof head->lsn[0];
    for (unsigned i = 0; check->file != 0 && i < head->partition_count; i++) {
        if (check->lsn[i] == head->lsn[i]) continue;
        verify_problem(check->verifying, check->name, 0,
                       "it begins partition %u after LSN %" PRIu64
                       ", but the records before it reach %" PRIu64,
                       head->partition_first + i, head->lsn[i], check->lsn[i]);
        break;
    }
    memcpy(check->lsn, head->lsn, bytes);
    check->file = check->reader.number;
}

static void check_batch(struct record_check *check) {
    const struct reader *reader = &check->reader;
    struct bytes records = reader->records, record;
    uint32_t count = 0;
    segment_name(reader->number, check->name);
    if (check->file != reader->number) check_head(check);
    for (; log_batch_next(&records, &record); count++) {
        if (!count_record(check, record)) break;
    }
    if (records.len > 0 || count != reader->batch.record_count)
        verify_problem(check->verifying, check->name, reader->batch_offset,
                       "batch %" PRIu64 " has a record that cannot be", reader->batch.number);
    if (reader->batch.durable >= reader->batch.number)
        verify_problem(check->verifying, check->name, reader->batch_offset,
                       "batch %" PRIu64 " says that it was durable before it was written",
                       reader->batch.number);
}

void verify_records(struct verifying *verifying) {
    struct record_check *check = memory_alloc_zeroed(sizeof *check);
    struct reader *reader = &check->reader;
    const struct manifest *manifest = verifying->manifest;
    check->verifying = verifying;
    enum reader_state state =
        reader_open(reader, verifying->place->paths[verifying->core], manifest->first_segment);
    while (state == READER_OK && (state = reader_next(reader)) == READER_OK) check_batch(check);
    uint64_t last = reader->next_batch > 0 ? reader->next_batch - 1 : 0;
    uint64_t floor = manifest->lines[manifest->core];
    if (state != READER_END) {
        verifying->problems++;
        progress_end(verifying->progress);
        output_printf(verifying->output, "DAMAGE  %s\n", reader->error);
    } else if (reader->file_count > 0 && last < floor) {
        segment_name(reader->number, check->name);
        verify_problem(verifying, check->name, reader->offset,
                       "the log ends with batch %" PRIu64
                       ", but the manifest says that batch %" PRIu64 " was on the disk",
                       last, floor);
    }
    reader_close(reader);
    memory_free(check);
}
