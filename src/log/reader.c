/* log/reader.c - walking through the files of a log, and judging its end. */
#include "log/reader.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

#include "base/memory.h"
#include "log/files.h"
#include "sys/disk.h"

enum { PATH_LEN = 4200 };

static void path_of(const struct reader *reader, uint64_t number, char path[PATH_LEN]) {
    char name[SEGMENT_NAME_MAX];
    segment_name(number, name);
    snprintf(path, PATH_LEN, "%s/%s", reader->directory, name);
}

static enum reader_state fail(struct reader *reader, uint64_t number, int error) {
    char path[PATH_LEN];
    path_of(reader, number, path);
    snprintf(reader->error, sizeof reader->error, "%.400s: %s", path, strerror(-error));
    return READER_FAILED;
}

/* -ENOENT if it is not there. */
static int read_file(const struct reader *reader, uint64_t number, uint64_t max,
                     struct buffer *target) {
    char name[SEGMENT_NAME_MAX];
    segment_name(number, name);
    return files_read(reader->directory, name, max, target);
}

static enum reader_state refuse_head(struct reader *reader, uint64_t number,
                                     const struct segment_head *head, enum segment_state state) {
    char path[PATH_LEN];
    path_of(reader, number, path);
    if (state == SEGMENT_TOO_NEW) {
        snprintf(reader->error, sizeof reader->error,
                 "%.400s has format %u, and this version knows formats up to %u", path,
                 head->version, SEGMENT_VERSION);
        return READER_FAILED;
    }
    if (state == SEGMENT_MISPLACED)
        snprintf(reader->error, sizeof reader->error,
                 "%.400s is log file %" PRIu64 " under another name", path, head->number);
    else
        snprintf(reader->error, sizeof reader->error, "%.400s: the head of the file is damaged",
                 path);
    return READER_DAMAGED;
}

static enum reader_state refuse_absence(struct reader *reader, uint64_t number) {
    char path[PATH_LEN];
    path_of(reader, number, path);
    snprintf(reader->error, sizeof reader->error,
             "%.400s is missing, but later log files are there", path);
    return READER_DAMAGED;
}

static void add_file(struct reader *reader, uint64_t first_batch) {
    reader->files = memory_room_for_one(reader->files, reader->file_count, &reader->file_size,
                                        sizeof *reader->files);
    reader->files[reader->file_count++] = (struct reader_file){first_batch, UINT64_MAX};
}

/* A begun file. Those before it that are not good were begun in vain: the disk failed. Nothing behind one
 * that is missing counts; what is before it is read first. */
static enum reader_state take_file(struct reader *reader, uint64_t number, uint64_t first_batch,
                                   uint64_t absent) {
    if (absent == reader->first) return refuse_absence(reader, absent);
    reader->absent = absent;
    if (absent != 0) return READER_END;
    if (reader->file_count == 0 &&
        number > reader->first) /* the head of a log's first file is durable */
        return refuse_head(reader, reader->first, NULL, SEGMENT_DAMAGED);
    while (reader_last_file(reader) + 1 < number) add_file(reader, UINT64_MAX);
    add_file(reader, first_batch);
    return READER_OK;
}

static enum reader_state look_at_files(struct reader *reader, uint64_t last,
                                       struct segment_head *head, struct buffer *bytes) {
    uint64_t absent = 0;
    enum reader_state state = READER_OK;
    for (uint64_t number = reader->first; state == READER_OK && number <= last; number++) {
        int result = read_file(reader, number, SEGMENT_HEAD_MAX, bytes);
        if (result == -ENOENT) {
            absent = absent == 0 ? number : absent;
            continue;
        }
        if (result < 0) return fail(reader, number, result);
        enum segment_state found = segment_head_read(buffer_view(bytes), number, head);
        /* Only files that are not needed any more are used again. */
        if (found == SEGMENT_NOT_BEGUN && head->number >= reader->first) found = SEGMENT_MISPLACED;
        if (found == SEGMENT_TOO_NEW || found == SEGMENT_MISPLACED)
            state = refuse_head(reader, number, head, found);
        else if (found == SEGMENT_GOOD)
            state = take_file(reader, number, head->first_batch, absent);
    }
    return state == READER_END ? READER_OK : state;
}

/* Which files are begun, and what they void. Damaged heads are left out; whether one hides anything
 * is judged at the first file here, and of others at the end of the log. */
static enum reader_state look_at_heads(struct reader *reader) {
    struct segment_head *head = memory_alloc(sizeof *head);
    struct buffer bytes = {0};
    uint64_t first, last;
    bool has_any;
    int result = reader_find_files(reader->directory, &first, &last, &has_any);
    enum reader_state state = READER_OK;
    if (result < 0) state = fail(reader, reader->first, result);
    if (result == 0 && has_any) state = look_at_files(reader, last, head, &bytes);
    uint64_t least = UINT64_MAX;
    for (size_t i = reader->file_count; i-- > 0;) {
        reader->files[i].void_from = least;
        if (reader->files[i].first_batch < least) least = reader->files[i].first_batch;
    }
    buffer_clear(&bytes);
    memory_free(head);
    return state;
}

static bool has_proof(struct bytes bytes, size_t from, uint32_t id, uint64_t missing,
                      uint64_t *proof);

/* Nothing goes before the first file, so that nothing could miss its batches: whatever good one is in
 * it under a damaged head says that something is lost. */
static enum reader_state judge_first(struct reader *reader) {
    struct buffer file = {0};
    struct segment_head *head = memory_alloc(sizeof *head);
    unsigned partitions;
    uint64_t proof;
    bool is_damaged = false;
    int result = read_file(reader, reader->first, UINT64_MAX, &file);
    bool is_good =
        result == 0 && segment_head_read(buffer_view(&file), reader->first, head) == SEGMENT_GOOD;
    for (unsigned i = 0; result == 0 && !is_good && segment_head_kind(i, &partitions); i++) {
        for (unsigned copy = 0; copy < 2; copy++) {
            uint32_t id;
            is_damaged |=
                segment_id_of_damaged(buffer_view(&file), reader->first, copy, partitions, &id) &&
                has_proof(buffer_view(&file), segment_head_size(partitions), id, 0, &proof);
        }
    }
    memory_free(head);
    buffer_clear(&file);
    if (result < 0 && result != -ENOENT) return fail(reader, reader->first, result);
    return is_damaged ? refuse_head(reader, reader->first, NULL, SEGMENT_DAMAGED) : READER_OK;
}

/* The first file from this one on that is not void as a whole. */
static enum reader_state load(struct reader *reader, uint64_t number) {
    while (number <= reader_last_file(reader) &&
           reader->files[number - reader->first].first_batch >=
               reader->files[number - reader->first].void_from)
        number++;
    if (number > reader_last_file(reader)) return READER_END;
    reader->number = number;
    int result = read_file(reader, number, UINT64_MAX, &reader->file);
    if (result < 0) return fail(reader, number, result);
    enum segment_state state = segment_head_read(buffer_view(&reader->file), number, reader->head);
    if (state != SEGMENT_GOOD) return refuse_head(reader, number, reader->head, SEGMENT_DAMAGED);
    reader->offset = segment_head_size(reader->head->partition_count);
    return READER_OK;
}

enum reader_state reader_open(struct reader *reader, const char *directory, uint64_t first) {
    *reader = (struct reader){.directory = directory,
                              .first = first,
                              .head = memory_alloc_zeroed(sizeof(struct segment_head))};
    enum reader_state state = look_at_heads(reader);
    if (state == READER_OK) state = judge_first(reader);
    if (state == READER_OK) state = load(reader, first);
    if (state == READER_OK) reader->next_batch = reader->head->first_batch;
    return state;
}

void reader_close(struct reader *reader) {
    buffer_clear(&reader->file);
    memory_free(reader->files);
    memory_free(reader->head);
    reader->head = NULL;
    reader->files = NULL;
}

static enum reader_state damaged(struct reader *reader, uint64_t batch, uint64_t proof) {
    char path[PATH_LEN];
    path_of(reader, reader->number, path);
    snprintf(reader->error, sizeof reader->error,
             "%.300s is damaged at offset %zu: batch %" PRIu64
             " should be there, and batch %" PRIu64 " says that it was on the disk",
             path, reader->offset, batch, proof);
    return READER_DAMAGED;
}

/* True if some good batch of these bytes says that the missing one was durable. */
static bool has_proof(struct bytes bytes, size_t from, uint32_t id, uint64_t missing,
                      uint64_t *proof) {
    struct log_batch_head head;
    struct bytes records;
    for (size_t at = from; at + BATCH_HEAD <= bytes.len; at += BATCH_ALIGN) {
        struct bytes rest = bytes_of(bytes.data + at, bytes.len - at);
        if (log_batch_read(rest, id, &head, &records) && head.durable >= missing &&
            head.number > missing) {
            *proof = head.number;
            return true;
        }
    }
    return false;
}

/* No good batch is at offset. */
static bool end_has_proof(struct reader *reader, uint64_t *proof) {
    size_t end = reader->file.len;
    while (end > reader->offset && reader->file.data[end - 1] == 0) end--;
    reader->torn_bytes += end - reader->offset;
    reader->has_torn_batch = log_batch_looks_like(
        bytes_of(reader->file.data + reader->offset, end - reader->offset), reader->next_batch);
    return has_proof(buffer_view(&reader->file), reader->offset, reader->head->id,
                     reader->next_batch, proof); /* the last batch may end with zeros, too */
}

/* The same of a later file, whether its head is good or damaged. */
static bool later_has_proof(const struct reader *reader, struct bytes file, uint64_t number,
                            uint64_t *proof) {
    unsigned partitions = reader->head->partition_count;
    size_t from = segment_head_size(partitions);
    for (unsigned copy = 0; copy < 2; copy++) {
        uint32_t id;
        if (segment_id_of_damaged(file, number, copy, partitions, &id) &&
            has_proof(file, from, id, reader->next_batch, proof))
            return true;
    }
    return false;
}

/* Nothing from here on can count. Torn, unless some good batch says that the next one was durable. */
static enum reader_state judge_rest(struct reader *reader) {
    uint64_t proof, number = reader->number;
    if (end_has_proof(reader, &proof)) return damaged(reader, reader->next_batch, proof);
    if (reader->absent != 0) return refuse_absence(reader, reader->absent);
    struct buffer file = {0};
    bool is_damaged = false;
    int result = 0;
    while (!is_damaged && (result = read_file(reader, ++number, UINT64_MAX, &file)) == 0)
        is_damaged = later_has_proof(reader, buffer_view(&file), number, &proof);
    buffer_clear(&file);
    if (is_damaged) return damaged(reader, reader->next_batch, proof);
    return result == -ENOENT ? READER_END : fail(reader, number, result);
}

enum reader_state reader_next(struct reader *reader) {
    uint64_t void_from = reader->files[reader->number - reader->first].void_from;
    if (reader->next_batch < void_from && reader->offset < reader->file.len) {
        struct bytes rest =
            bytes_of(reader->file.data + reader->offset, reader->file.len - reader->offset);
        if (log_batch_read(rest, reader->head->id, &reader->batch, &reader->records) &&
            reader->batch.number == reader->next_batch) {
            reader->batch_offset = reader->offset;
            reader->offset += reader->batch.length;
            reader->next_batch++;
            return READER_OK;
        }
    }
    if (void_from <= reader->next_batch) {
        enum reader_state state = load(reader, reader->number + 1);
        return state == READER_OK ? reader_next(reader) : state;
    }
    return judge_rest(reader);
}

struct finding {
    uint64_t first, last;
    bool has_any;
};

static void found(void *arg, const char *name) {
    struct finding *finding = arg;
    uint64_t number;
    if (!segment_number(name, &number)) return;
    if (!finding->has_any || number < finding->first) finding->first = number;
    if (!finding->has_any || number > finding->last) finding->last = number;
    finding->has_any = true;
}

int reader_find_files(const char *directory, uint64_t *first, uint64_t *last, bool *has_any) {
    struct finding finding = {0};
    int result = disk_list(directory, found, &finding);
    *first = finding.first;
    *last = finding.last;
    *has_any = finding.has_any;
    return result == -ENOENT ? 0 : result;
}
