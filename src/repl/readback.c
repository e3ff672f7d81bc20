/* repl/readback.c - finding a place in the log's files, and going on from there. */
#include "repl/readback.h"

#include <errno.h>
#include <stdio.h>

#include "base/memory.h"
#include "log/lineage_reader.h"
#include "log/log_batch.h"
#include "log/mark.h"
#include "repl/assemble.h"
#include "sys/disk.h"

enum { PATH_LEN = 4200, EARLIER_BYTES = 64 << 10 /* in a run, about */ };

struct readback *readback_create(const char *root, const char *directory, unsigned partition_first,
                                 unsigned partition_count) {
    struct readback *readback = memory_alloc_zeroed(sizeof(*readback));
    readback->root = memory_copy_text(bytes_of_string(root));
    readback->directory = memory_copy_text(bytes_of_string(directory));
    readback->end = &readback->first;
    readback->partition_first = partition_first;
    readback->partition_count = partition_count;
    return readback;
}

static void close_file(struct readback *readback) {
    if (readback->file) {
        disk_close(readback->file);
    }
    readback->file = NULL;
}

void readback_destroy(struct readback *readback) {
    close_file(readback);
    while (readback->first) {
        struct run *run = readback->first;
        readback->first = run->next;
        run_destroy(run);
    }
    if (readback->earlier) {
        lineage_reader_close(readback->earlier);
    }
    memory_free(readback->lsns);
    memory_free(readback->root);
    memory_free(readback->directory);
    memory_free(readback);
}

/* ---- files ---- */

/* Opens it and reads its head; false if it is not there, or was not begun, or is another one by now. */
static bool open_file(struct readback *readback, uint64_t number, struct segment_head *head) {
    char path[PATH_LEN], name[SEGMENT_NAME_MAX];
    segment_name(number, name);
    snprintf(path, sizeof(path), "%s/%s", readback->directory, name);
    close_file(readback);
    if (disk_open(path, 0, &readback->file) < 0) {
        readback->file = NULL;
        return false;
    }
    char *bytes = memory_alloc(SEGMENT_HEAD_MAX);
    int64_t len = disk_read_now(readback->file, 0, bytes, SEGMENT_HEAD_MAX);
    bool is_good =
        len > 0 && segment_head_read(bytes_of(bytes, (size_t)len), number, head) == SEGMENT_GOOD;
    memory_free(bytes);
    readback->segment = number;
    readback->id = head->id;
    readback->offset = segment_head_size(head->partition_count);
    return is_good;
}

static bool is_below(const struct readback *readback, const struct segment_head *head,
                     const uint64_t *have) {
    if (head->partition_first != readback->partition_first ||
        head->partition_count != readback->partition_count) {
        return false;
    }
    for (unsigned i = 0; i < head->partition_count; i++) {
        if (head->lsn[i] > have[head->partition_first + i]) {
            return false;
        }
    }
    return true;
}

/* The last file that begins at or before that place: have, or else batch. Before one that is not there are none. */
static void seek(struct readback *readback, uint64_t batch, const uint64_t *have,
                 struct segment_head *head) {
    readback->error = -ENOENT;
    for (uint64_t number = readback->last_segment; number > 0; number--) {
        bool is_good = open_file(readback, number, head);
        if (!readback->file && number < readback->last_segment) {
            return;
        }
        if (is_good && (have ? is_below(readback, head, have) : head->first_batch <= batch)) {
            readback->error = 0;
            return;
        }
    }
}

void readback_seek(struct readback *readback, uint64_t batch, uint64_t index) {
    struct segment_head *head = memory_alloc_zeroed(sizeof(*head));
    seek(readback, batch, NULL, head);
    readback->batch = batch;
    readback->index = index;
    memory_free(head);
}

/* Where it stands meanwhile is no place in this log. */
static void seek_earlier(struct readback *readback, const uint64_t *have) {
    struct lineage_wish wish = {.partition_first = readback->partition_first,
                                .partition_count = readback->partition_count,
                                .from = have,
                                .is_live = true};
    close_file(readback);
    readback->error = lineage_reader_open(readback->root, &wish, &readback->earlier);
    if (readback->error < 0) {
        return;
    }
    readback->batch = 0;
    readback->index = UINT64_MAX;
    const uint64_t *end = lineage_reader_end(readback->earlier);
    for (unsigned i = 0; i < PARTITIONS; i++) {
        readback->lsns[i] = have[i] < end[i] ? have[i] : end[i];
    }
}

void readback_seek_lsns(struct readback *readback, const uint64_t *have) {
    struct segment_head *head = memory_alloc_zeroed(sizeof(*head));
    seek(readback, 0, have, head);
    readback->batch = head->first_batch;
    readback->index = 0;
    readback->lsns = memory_alloc_zeroed(PARTITIONS * sizeof(*readback->lsns));
    memcpy(readback->lsns + readback->partition_first, head->lsn,
           readback->partition_count * sizeof(*readback->lsns));
    if (readback->error == -ENOENT) {
        seek_earlier(readback, have);
    }
    memory_free(head);
}

/* ---- before this log ---- */

/* All of it has been read: on with this log's first file. */
static void end_earlier(struct readback *readback, struct segment_head *head) {
    lineage_reader_close(readback->earlier);
    readback->earlier = NULL;
    if (!open_file(readback, 1, head)) {
        readback->error = -ENOENT;
        return;
    }
    readback->batch = head->first_batch;
    readback->index = 0;
}

static void add_run(struct readback *readback, struct run *run) {
    readback->bytes += run_bytes(run);
    *readback->end = run;
    readback->end = &run->next;
}

/* One run, in no batch of this log. */
static void read_earlier(struct readback *readback, struct segment_head *head) {
    struct run *run = run_create(0, 0);
    struct bytes record;
    unsigned partition;
    int result = 1;
    while (result == 1 && run->frame.len < EARLIER_BYTES) {
        result = lineage_reader_next(readback->earlier, &record, &partition);
        if (result == 1) {
            bool is_global = partition == PARTITIONS;
            run_add(run, record, is_global ? RUN_GLOBAL : partition,
                    is_global ? readback->partition_count : 1);
        }
    }
    run_seal(run, false);
    add_run(readback, run);
    if (result < 0) {
        readback->error = result;
    } else if (result == 0) {
        end_earlier(readback, head);
    }
}

/* ---- batches ---- */

/* The batch at the offset, whole, in bytes. False if there is none. */
static bool read_batch(struct readback *readback, struct buffer *bytes, struct log_batch_head *head,
                       struct bytes *records) {
    enum { FIRST_PIECE = 64 << 10 };
    size_t wanted = FIRST_PIECE;
    for (unsigned i = 0; i < 2; i++) {
        bytes->len = 0;
        buffer_reserve(bytes, wanted);
        int64_t len = disk_read_now(readback->file, readback->offset, bytes->data, wanted);
        if (len < BATCH_HEAD) {
            return false;
        }
        bytes->len = (size_t)len;
        if (log_batch_read(buffer_view(bytes), readback->id, head, records)) {
            return true;
        }
        uint64_t length;
        memcpy(&length, bytes->data + 8, sizeof(length)); /* log/log_batch.h */
        if (length <= wanted || length > UINT32_MAX) {
            return false;
        }
        wanted = (size_t)length;
    }
    return false;
}

static bool place_of(struct bytes record, unsigned *place) {
    uint16_t partition;
    if (mark_is(record)) {
        *place = RUN_MARK;
        return true;
    }
    if (assemble_is_global(record)) {
        *place = RUN_GLOBAL;
        return true;
    }
    bool is_good = assemble_partition(record, &partition);
    *place = partition;
    return is_good;
}

/* The records from index on, but not the one at which to end. False if one is malformed. */
static bool make_run(struct readback *readback, struct bytes records) {
    struct bytes record;
    unsigned place;
    bool is_good = true;
    uint64_t index = 0;
    uint64_t end = readback->batch == readback->until_batch ? readback->until_index : UINT64_MAX;
    struct run *run = run_create(readback->batch, readback->index);
    for (; index < end && is_good && log_batch_next(&records, &record); index++) {
        if (index >= readback->index && (is_good = place_of(record, &place))) {
            run_add(run, record, place,
                    place == RUN_MARK     ? 0
                    : place == RUN_GLOBAL ? readback->partition_count
                                          : 1);
        }
    }
    run_seal(run, false);
    add_run(readback, run);
    readback->index = index;
    return is_good;
}

/* A later file that has the next batch, or begins with what comes before it. */
static bool next_file(struct readback *readback, struct segment_head *head) {
    for (uint64_t number = readback->segment + 1; number <= readback->last_segment; number++) {
        if (open_file(readback, number, head) && head->first_batch <= readback->batch) {
            return true;
        }
    }
    return false;
}

void readback_read(struct readback *readback) {
    struct segment_head *file_head = memory_alloc_zeroed(sizeof(*file_head));
    struct buffer bytes = {0};
    struct log_batch_head head;
    struct bytes records;
    readback->bytes = 0;
    while (readback->error == 0 && readback->bytes < READBACK_BYTES && readback->earlier) {
        read_earlier(readback, file_head);
    }
    while (readback->error == 0 && readback->bytes < READBACK_BYTES &&
           !readback_is_there(readback)) {
        bool is_there = read_batch(readback, &bytes, &head, &records);
        if (!is_there || head.number > readback->batch) {
            readback->error = next_file(readback, file_head) ? 0 : -ENOENT;
            continue;
        }
        bool is_meant = head.number == readback->batch;
        if (is_meant && !make_run(readback, records)) {
            readback->error = -EBADMSG;
        }
        if (is_meant && readback_is_there(readback)) {
            break; /* within this batch, which will be needed again */
        }
        readback->offset += head.length;
        if (is_meant) {
            readback->batch++;
            readback->index = 0;
        }
    }
    buffer_clear(&bytes);
    memory_free(file_head);
}
