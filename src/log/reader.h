/* log/reader.h - one core's log from the disk, batch by batch.
 *
 * Blocking: for recovery (on a fiber, each file by fiber_offload), and for tools. A file is read as a
 * whole. Batches that a later file has voided are left out. Where no good batch follows, the log
 * ends; whether that is a torn tail, which is what a crash leaves, or damage to what was synced, is
 * decided by what still follows: a good batch that says that the missing one was durable. */
#pragma once

#include "log/log_batch.h"
#include "log/segment.h"

struct reader_file {
    uint64_t first_batch;
    uint64_t void_from; /* the least first batch of all later files */
};

struct reader {
    const char *directory;
    uint64_t first;            /* number of the first file */
    struct reader_file *files; /* from there on, as many as are begun */
    size_t file_count, file_size;
    struct segment_head *head; /* of the file at hand */
    struct buffer file;
    size_t offset;       /* of the next batch in it */
    uint64_t number;     /* of the file at hand */
    uint64_t next_batch; /* the number that comes next */
    uint64_t absent; /* number of a file that is missing, though later ones are begun; 0: none */
    /* The batch at hand, and where it stands. */
    struct log_batch_head batch;
    struct bytes records;
    size_t batch_offset;
    /* After the end. */
    uint64_t torn_bytes; /* that are no good batch, up to the last byte that is not zero */
    bool
        has_torn_batch; /* they begin like the batch that would come next, so a write was cut off */
    char error[512];
};

enum reader_state {
    READER_OK,
    READER_END,     /* torn_bytes says if something was cut off */
    READER_DAMAGED, /* error says where, and what can be done */
    READER_FAILED   /* error: the disk, or a newer format */
};

/* The number of the last file that is begun; first - 1 if none is. */
static inline uint64_t reader_last_file(const struct reader *reader) {
    return reader->first + reader->file_count - 1;
}

/* At the first batch of file number `first`. READER_END: that file has not been begun. */
enum reader_state reader_open(struct reader *reader, const char *directory, uint64_t first);
void reader_close(struct reader *reader);
/* The next batch, in batch and records; head->lsn are the LSNs before the first of a file. */
enum reader_state reader_next(struct reader *reader);

/* The numbers of the files in a directory: the least and the greatest; false if there are none. */
int reader_find_files(const char *directory, uint64_t *first, uint64_t *last, bool *has_any);
