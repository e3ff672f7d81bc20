/* log/lineage_reader.c - finding where to begin, and merging the logs of a run. */
#include "log/lineage_reader.h"

#include <errno.h>
#include <string.h>

#include "base/buffer.h"
#include "base/memory.h"
#include "log/effect.h"
#include "log/mark.h"
#include "log/reader.h"
#include "log/segment.h"

/* One core of the run at hand. */
struct old_log {
    char path[LINEAGE_PATH];
    unsigned first, count;       /* partitions that it had */
    unsigned wanted, wanted_end; /* and which of them are wanted */
    /* Where it goes on: */
    uint64_t segment, batch;    /* 0: that file's first batch */
    unsigned index;             /* records of the batch that were read */
    bool has_ended, has_global; /* it stands behind a record without a key */
};

struct lineage_reader {
    struct lineage lineage;
    unsigned run;      /* at hand; those before it in the lineage come later */
    unsigned last_run; /* that is read */
    unsigned partition_first, partition_end;
    uint64_t from[PARTITIONS], until[PARTITIONS];
    uint64_t lsn[PARTITIONS]; /* of the last record that was read, in the run at hand */
    struct old_log *logs;     /* NULL: the run has not been begun */
    unsigned log_count, log;  /* the one at hand */
    struct reader file;
    bool is_open, has_batch;
    struct bytes records;
    struct buffer global;
};

/* ---- where to begin ---- */

static uint64_t end_of(const struct lineage_reader *reader, unsigned partition) {
    uint64_t end = reader->lineage.runs[reader->run].end[partition];
    return end < reader->until[partition] ? end : reader->until[partition];
}

static bool is_at_or_below(const struct segment_head *head, const struct old_log *log,
                           const uint64_t *lsns) {
    if (head->partition_first != log->first || head->partition_count != log->count) return false;
    for (unsigned i = log->wanted; i < log->wanted_end; i++)
        if (head->lsn[i - log->first] > lsns[i]) return false;
    return true;
}

/* To the last file that begins at or before what is wanted. */
static bool seek(const struct lineage_reader *reader, struct old_log *log,
                 struct segment_head *head) {
    uint64_t first, last;
    bool has_any, is_found = false;
    if (reader_find_files(log->path, &first, &last, &has_any) < 0 || !has_any) return false;
    for (uint64_t number = last; number >= first && number > 0 && !is_found; number--) {
        is_found = lineage_head(log->path, number, head) && is_at_or_below(head, log, reader->from);
        log->segment = number;
    }
    return is_found;
}

/* Those of its cores that had some of our partitions. False: a core's partitions cannot be told. */
static bool find_logs(struct lineage_reader *reader) {
    const struct manifest_root *root = &reader->lineage.runs[reader->run].root;
    struct manifest *manifest = memory_alloc(sizeof *manifest);
    char error[MANIFEST_ERROR];
    bool is_good = true;
    memory_free(reader->logs);
    reader->logs = memory_alloc_zeroed(root->cores * sizeof *reader->logs);
    reader->log = reader->log_count = 0;
    for (unsigned i = 0; i < root->cores && is_good; i++) {
        struct old_log *log = &reader->logs[reader->log_count];
        lineage_path(&reader->lineage, reader->run, i, log->path);
        is_good = manifest_read(log->path, manifest, error) == 0;
        if (!is_good) break;
        unsigned end = manifest->partition_first + manifest->partition_count;
        log->first = manifest->partition_first;
        log->count = manifest->partition_count;
        log->wanted = log->first > reader->partition_first ? log->first : reader->partition_first;
        log->wanted_end = end < reader->partition_end ? end : reader->partition_end;
        log->segment = 1;
        reader->log_count += log->wanted < log->wanted_end;
    }
    memory_free(manifest);
    return is_good;
}

static bool begins_here(struct lineage_reader *reader) {
    struct segment_head *head = memory_alloc(sizeof *head);
    bool is_good = find_logs(reader);
    for (unsigned i = 0; i < reader->log_count && is_good; i++)
        is_good = seek(reader, &reader->logs[i], head);
    memory_free(head);
    return is_good;
}

static int find_beginning(struct lineage_reader *reader) {
    for (reader->run = reader->last_run; reader->run < reader->lineage.count; reader->run++)
        if (begins_here(reader)) return 0;
    return -ENOENT;
}

int lineage_reader_open(const char *root, const struct lineage_wish *wish,
                        struct lineage_reader **result) {
    struct lineage_reader *reader = memory_alloc_zeroed(sizeof *reader);
    char error[MANIFEST_ERROR];
    reader->partition_first = wish->partition_first;
    reader->partition_end = wish->partition_first + wish->partition_count;
    reader->last_run = wish->is_live;
    memcpy(reader->from, wish->from, sizeof reader->from);
    memset(reader->until, 0xff, sizeof reader->until);
    if (wish->until != NULL) memcpy(reader->until, wish->until, sizeof reader->until);
    int status = lineage_read(root, &reader->lineage, error);
    if (status == 0) status = find_beginning(reader);
    if (status < 0) {
        lineage_reader_close(reader);
        reader = NULL;
    }
    *result = reader;
    return status;
}

static void close_file(struct lineage_reader *reader) {
    if (reader->is_open) reader_close(&reader->file);
    reader->is_open = reader->has_batch = false;
}

void lineage_reader_close(struct lineage_reader *reader) {
    close_file(reader);
    lineage_clear(&reader->lineage);
    buffer_clear(&reader->global);
    memory_free(reader->logs);
    memory_free(reader);
}

const uint64_t *lineage_reader_end(const struct lineage_reader *reader) {
    return reader->lineage.runs[0].start;
}

/* ---- one log ---- */

static bool has_come_to_end(const struct lineage_reader *reader, const struct old_log *log) {
    for (unsigned i = log->wanted; i < log->wanted_end; i++)
        if (reader->lsn[i] < end_of(reader, i)) return false;
    return true;
}

/* Nothing of it is wanted: what we have goes beyond its end. */
static bool is_needless(const struct lineage_reader *reader, const struct old_log *log) {
    for (unsigned i = log->wanted; i < log->wanted_end; i++)
        if (reader->from[i] < end_of(reader, i)) return false;
    return true;
}

static int what_is_wrong(enum reader_state state) {
    return state == READER_DAMAGED ? -EBADMSG : state == READER_END ? -ENOENT : -EIO;
}

/* The batch at which it goes on, in the file. */
static int open_log(struct lineage_reader *reader, const struct old_log *log) {
    enum reader_state state = reader_open(&reader->file, log->path, log->segment);
    reader->is_open = true;
    if (state != READER_OK) return what_is_wrong(state);
    const struct segment_head *head = reader->file.head;
    if (head->partition_first != log->first || head->partition_count != log->count) return -EBADMSG;
    if (log->batch == 0)
        memcpy(reader->lsn + log->first, head->lsn, log->count * sizeof head->lsn[0]);
    return 0;
}

/* Over what was read before, too. */
static int next_batch(struct lineage_reader *reader, struct old_log *log) {
    enum reader_state state = READER_OK;
    struct bytes record;
    do state = reader_next(&reader->file);
    while (state == READER_OK && reader->file.batch.number < log->batch);
    if (state == READER_END && has_come_to_end(reader, log)) return 0;
    if (state != READER_OK) return what_is_wrong(state);
    reader->records = reader->file.records;
    if (reader->file.batch.number > log->batch) log->index = 0;
    for (unsigned i = 0; i < log->index; i++)
        if (!log_batch_next(&reader->records, &record)) return -EBADMSG;
    log->batch = reader->file.batch.number;
    log->segment = reader->file.number;
    reader->has_batch = true;
    return 1;
}

/* A record without a key is in all of a core's partitions, and within the limits in all of them or in none. */
static bool take_global(struct lineage_reader *reader, struct old_log *log) {
    for (unsigned i = log->first; i < log->first + log->count; i++) reader->lsn[i]++;
    uint64_t lsn = reader->lsn[log->wanted];
    return lsn > reader->from[log->wanted] && lsn <= end_of(reader, log->wanted);
}

/* 1: wanted; 0: not. */
static int look_at(struct lineage_reader *reader, struct old_log *log, struct bytes record,
                   unsigned *partition) {
    struct effect effect;
    if (mark_is(record)) return 0;
    if (!effect_decode(record, &effect)) return -EBADMSG;
    if (effect_is_global(&effect)) {
        *partition = PARTITIONS;
        return take_global(reader, log);
    }
    *partition = slot_of_key(effect.key) / SLOTS_PER_PARTITION;
    if (*partition < log->first || *partition >= log->first + log->count) return -EBADMSG;
    uint64_t lsn = ++reader->lsn[*partition];
    return *partition >= log->wanted && *partition < log->wanted_end &&
           lsn > reader->from[*partition] && lsn <= end_of(reader, *partition);
}

/* The next record that is wanted, of the batch at hand. 1, 0: there is none, or a negative errno. */
static int next_of_batch(struct lineage_reader *reader, struct old_log *log, struct bytes *record,
                         unsigned *partition) {
    while (log_batch_next(&reader->records, record)) {
        log->index++;
        int result = look_at(reader, log, *record, partition);
        if (result != 0) return result;
    }
    log->batch++;
    log->index = 0;
    reader->has_batch = false;
    return 0;
}

/* 1: a record, perhaps one without a key; 0: the log has ended; or a negative errno. */
static int next_of_log(struct lineage_reader *reader, struct old_log *log, struct bytes *record,
                       unsigned *partition) {
    int result = 1;
    log->has_ended = log->has_ended || is_needless(reader, log);
    if (log->has_ended) return 0;
    if (!reader->is_open && (result = open_log(reader, log)) < 0) return result;
    for (;;) {
        if (reader->has_batch) {
            result = next_of_batch(reader, log, record, partition);
            if (result != 0) return result;
        }
        log->has_ended = has_come_to_end(reader, log);
        if (log->has_ended) return 0;
        result = next_batch(reader, log);
        log->has_ended = result == 0;
        if (result <= 0) return result;
    }
}

/* The log waits for the others behind a record without a key, which has to be the same in all of them. */
static bool wait_for_others(struct lineage_reader *reader, struct old_log *log,
                            struct bytes record) {
    bool is_first = true;
    for (const struct old_log *other = reader->logs; other < log; other++)
        is_first &= !other->has_global;
    if (!is_first && !bytes_equal(record, buffer_view(&reader->global))) return false;
    reader->global.len = 0;
    buffer_append(&reader->global, record);
    log->has_global = true;
    return true;
}

/* ---- all of them ---- */

/* All have stopped. 1: at the same record without a key, which is here; 0: at the run's end. */
static int meet(struct lineage_reader *reader, struct bytes *record, unsigned *partition) {
    unsigned waiting = 0;
    for (unsigned i = 0; i < reader->log_count; i++) waiting += reader->logs[i].has_global;
    if (waiting == 0) return 0;
    if (waiting < reader->log_count) return -EBADMSG;
    for (unsigned i = 0; i < reader->log_count; i++) reader->logs[i].has_global = false;
    reader->log = 0;
    *record = buffer_view(&reader->global);
    *partition = PARTITIONS;
    return 1;
}

int lineage_reader_next(struct lineage_reader *reader, struct bytes *record, unsigned *partition) {
    for (;;) {
        while (reader->log < reader->log_count) {
            struct old_log *log = &reader->logs[reader->log];
            int result = next_of_log(reader, log, record, partition);
            if (result < 0 || (result > 0 && *partition < PARTITIONS)) return result;
            if (result > 0 && !wait_for_others(reader, log, *record)) return -EBADMSG;
            close_file(reader);
            reader->log++;
        }
        int result = meet(reader, record, partition);
        if (result != 0) return result;
        if (reader->run == reader->last_run) return 0;
        reader->run--;
        if (!find_logs(reader)) return -EBADMSG;
    }
}
