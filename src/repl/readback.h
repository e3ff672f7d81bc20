/* repl/readback.h - a core's log read back from the disk, as runs of the journal, for a replica that was slow, or away.
 *
 * A batch of the log is a run. Only batches that the writer has written are read, so that nothing here is torn; files may
 * vanish meanwhile, because compaction needs them no longer: then there is an error, and the replica gets everything anew.
 * What was logged before this log began, with another number of cores, comes from there (log/lineage_reader.h).
 * Everything blocks: on helper threads, one call at a time. */
#pragma once

#include "log/segment.h"
#include "repl/backlog.h"

struct disk_file;
struct lineage_reader;

enum { READBACK_BYTES = 1 << 20 }; /* of runs at a time, or one batch */

struct readback {
    char *root, *directory;         /* of the log, of this core's files */
    struct lineage_reader *earlier; /* while it stands in what was before this log */
    uint64_t last_segment;          /* that is there, as of the last call */
    /* where it stands */
    struct disk_file *file;
    uint64_t segment, offset;
    uint32_t id;
    uint64_t batch, index; /* the next record */
    /* how far a call may go: up to this batch, and not to this record (or beyond it) */
    uint64_t written, until_batch, until_index;
    /* what a call has read; the caller takes the runs */
    struct run *first, **end;
    uint64_t bytes;
    int error; /* a negative errno; -ENOENT: the log does not reach back so far */
    /* Of readback_seek_lsns. */
    uint64_t *lsns; /* owned; before the next record */
    unsigned partition_first, partition_count;
};

struct readback *readback_create(const char *root, const char *directory, unsigned partition_first,
                                 unsigned partition_count);
void readback_destroy(struct readback *readback);

/* To a record. Sets error. */
void readback_seek(struct readback *readback, uint64_t batch, uint64_t index);
/* To the beginning of the last file whose first LSNs are not above these (places of all partitions): in lsns are
 * then those. Of what was before this log, to these LSNs themselves. Sets error. */
void readback_seek_lsns(struct readback *readback, const uint64_t *have);
/* The next runs. Sets error; none and no error: it has come as far as it may. */
void readback_read(struct readback *readback);
static inline bool readback_is_there(const struct readback *readback) {
    return readback->batch > readback->written ||
           (readback->batch == readback->until_batch && readback->index == readback->until_index);
}
