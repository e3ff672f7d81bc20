/* log/segment.h - one file of a core's log: a head, then batches one behind the other.
 *
 * Files are named by their number, which counts up by one. They are made ahead, their bytes written
 * (a file that grows, or was only reserved, makes every sync write metadata too; LOG.md has the
 * figures), or are old ones under a new name. A file whose head is not valid for its name has not
 * been begun. The head is written together with the first batch.
 *
 * The head says which batch comes first in the file: batches of an earlier file from that number on
 * are void. They were written again here, after an error there. */
#pragma once

#include "base/buffer.h"
#include "base/hash.h"

enum { SEGMENT_VERSION = 1, SEGMENT_NAME_MAX = 32 };

struct segment_head {
    uint32_t version;
    uint32_t id; /* random: seeds the CRCs of its batches */
    uint32_t core, cores;
    uint32_t partition_first, partition_count;
    uint64_t number, first_batch;
    int64_t wall_ms;
    uint64_t
        lsn[PARTITIONS]; /* of each partition before the first batch: partition_count of them, from
                                 index 0 on */
};

/* Bytes of the head in the file, a multiple of 4,096. */
size_t segment_head_size(unsigned partition_count);
/* Appends them. */
void segment_head_write(const struct segment_head *head, struct buffer *out);

enum segment_state {
    SEGMENT_GOOD,
    SEGMENT_NOT_BEGUN, /* zeros, or of an earlier number (head->number, else 0): a recycled file */
    SEGMENT_DAMAGED,   /* it begins like one of this number, but the CRC is wrong */
    SEGMENT_MISPLACED, /* whole, but of a later number: old files get greater ones only */
    SEGMENT_TOO_NEW    /* head->version says which */
};
/* bytes: of the file from its start, all of it or SEGMENT_HEAD_MAX of them. */
#define SEGMENT_HEAD_MAX ((size_t)16384)
enum segment_state segment_head_read(struct bytes bytes, uint64_t number,
                                     struct segment_head *head);

/* Of a file whose head is damaged: what one of the two copies of its id (0, 1) says, so that its batches can be
 * told from those of a file that was never begun. False if that copy is damaged, or of another number. */
bool segment_id_of_damaged(struct bytes bytes, uint64_t number, unsigned copy,
                           unsigned partition_count, uint32_t *id);
/* Partition counts that stand for all sizes which a head may have; false if there are no more. */
bool segment_head_kind(unsigned i, unsigned *partition_count);

/* "log-0000000012"; false if a name is none of a segment. */
void segment_name(uint64_t number, char name[SEGMENT_NAME_MAX]);
bool segment_number(const char *name, uint64_t *number);

/* How long the next one should be: a 32nd of the live data, as the slices of compaction, so that each frees about one;
 * but up to an eighth where that is less than 4 MiB (a new file costs some 0.2 ms); 1 MiB to 32 MiB, but at least needed. */
uint64_t segment_size(uint64_t live_bytes, uint64_t needed);
