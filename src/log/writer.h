/* log/writer.h - the writing side of one core's log: records in, batches on the disk.
 *
 * Records gather in the open batch. At the end of a turn, if no write is under way, it is sealed and
 * written; what comes meanwhile gathers in the next one. So batches are as large as the disk is slow.
 * Only where no reply waits for it (not `always`) a small batch is held for 5 ms. Everything runs on
 * the core's loop and waits for nothing.
 *
 * Batches are named by their numbers. A record that was added now is durable when writer_durable has
 * reached what writer_open_batch said.
 *
 *   W1  One write is under way at most, so that what is on the disk is a prefix, but for a sync's time.
 *   W2  A batch is kept in memory until it is durable. A file that failed is never
 *       written or synced again: what is kept goes to a new one, whose head voids it in the old.
 *   W3  A new file is begun only when all of the one before is durable.
 *   W4  A file is made ahead; if that fails the writer is in trouble while there is still room.
 *
 * The records' sink is writer_sink; marks of transactions (log/line.h) go through writer_add. */
#pragma once

#include "log/log_batch.h"
#include "log/effect.h"
#include "log/segment.h"
#include "sys/disk.h"
#include "sys/loop.h"

struct retention;
struct writer;

enum sync_policy { SYNC_NO, SYNC_EVERYSEC, SYNC_ALWAYS };

struct writer_options {
    const char *directory; /* of this core's files; exists */
    unsigned core, cores;
    const struct effects *effects; /* whose records it gets: for the LSNs in heads */
    enum sync_policy policy;
    uint64_t first_batch, first_segment; /* above all that is on the disk */
    /* Something became written or durable, or trouble began or ended. Not from within a call. */
    void (*on_progress)(void *arg);
    /* A write has taken so long, and was synced by it (else a sync was under way beside it, or not). May be NULL. */
    void (*on_written)(void *arg, uint64_t us, bool is_synced, bool was_beside_sync);
    void *arg;
};

/* On the thread that owns the effects: their LSNs are read here. Nothing is on the disk yet. */
struct writer *writer_create(const struct writer_options *options);
/* Makes the first file: blocks, so on any thread. 0, or a negative errno, after which it can only be destroyed. */
int writer_make_file(struct writer *writer) __attribute__((warn_unused_result));
/* A file of earlier runs that is still there; ascending, before the start. */
void writer_adopt(struct writer *writer, uint64_t number, uint64_t bytes, uint64_t records);
/* On the loop's thread, before it turns or while it does. */
void writer_start(struct writer *writer, struct loop *loop);
/* Nothing is under way: drained (writer_is_idle), or its loop has ended. */
void writer_destroy(struct writer *writer);

struct effect_sink writer_sink(struct writer *writer);
/* Where a record of so many bytes may be written that is added next: then it is not copied. */
char *writer_place(struct writer *writer, size_t len);
/* A record that has no LSN. */
void writer_add(struct writer *writer, struct bytes record);
/* At the end of every turn. */
void writer_turn_end(struct writer *writer);

void writer_set_policy(struct writer *writer, enum sync_policy policy);
/* All that was added shall be durable soon, whatever the policy. */
void writer_sync_soon(struct writer *writer);
/* Bytes of the live data, as far as the caller knows: for the length of files. */
void writer_set_live_bytes(struct writer *writer, uint64_t bytes);
/* Files that are released go there first (log/retention.h). */
void writer_set_retention(struct writer *writer, struct retention *retention);
/* All that is in files below this number is not needed any more. */
void writer_release(struct writer *writer, uint64_t below_segment);
/* But the last of them stay up to so many bytes, for who reads them back. */
void writer_keep(struct writer *writer, uint64_t bytes);

uint64_t writer_open_batch(const struct writer *writer);
uint64_t writer_last_batch(
    const struct writer *writer); /* that has records; the open one, or the one before */
uint32_t writer_open_records(const struct writer *writer); /* in the open batch */
uint64_t writer_written(const struct writer *writer);
uint64_t writer_durable(const struct writer *writer);
/* True if everything added is durable (`no`: written), and nothing is under way. */
bool writer_is_idle(const struct writer *writer);
/* Nothing is under way on the disk: it may be destroyed. */
bool writer_is_quiet(const struct writer *writer);
/* Too much is not durable yet (64 MiB, or for 0.9 seconds): writes shall wait. That it has become so is told. */
bool writer_is_full(const struct writer *writer);
/* 0, or the negative errno of what does not work at present: writes shall be refused. It goes on by
 * itself, a try a second. */
int writer_trouble(const struct writer *writer);

/* The file from which on the log is needed by who needs this batch and later ones: its head is durable, whatever
 * failed. Ask when the batches before it are durable. */
uint64_t writer_segment_of(const struct writer *writer, uint64_t batch);

struct writer_facts {
    uint64_t segment; /* that is written */
    uint64_t segment_offset;
    uint64_t first_segment; /* that is still there */
    uint64_t segment_bytes; /* of all that are needed, as written */
    uint64_t kept_bytes;    /* of those that are only kept (writer_keep) */
    uint64_t spare_bytes;   /* prepared, recycled, not written */
    uint64_t pending_bytes; /* in memory */
    uint64_t batches, syncs, records, bytes;
    uint64_t discarded_bytes, discarded_records; /* of files that were released */
    int64_t sync_max_us;
    /* `everysec`: how old the oldest record that was not durable has been at most when another one was added: as much
     * as that a crash takes back. */
    int64_t unsynced_max_us;
};
void writer_facts(const struct writer *writer, struct writer_facts *facts);
