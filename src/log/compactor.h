/* log/compactor.h - keeps one core's log small: bases take the place of its oldest part.
 *
 * The partitions of the core are dealt into up to 32 slices, each with a base of its own, or none
 * yet. Rewriting the slice whose base is oldest, one after the other, frees the log files that only
 * it still needed. One slice is rewritten for every 1/30 of the live data's size that is logged: so
 * the log behind the bases stays about as large as the data, all of it about twice that, and what is
 * written to the disk is about twice what the commands logged. A slice that comes late brings the next
 * ones forward. Nothing at all happens while there is little to gain; when nothing is logged for a
 * while, all slices are rewritten. How much there has to be (all this is for a growth of 100 %, and
 * 8 MiB) can be set: compactor_set_growth.
 *
 *   C1  A base counts only when the manifest names it, and the manifest is written only when the
 *       line (log/line.h) has passed all that was logged until the base was encoded: so no base
 *       holds what a crash could take back (I4 of LOG.md).
 *   C2  Log files and bases are removed only after the manifest that does not need them.
 *   C3  Of FLUSHDB and SWAPDB the bases of one manifest are all before or all after: bases made
 *       after one are kept aside until there is one of each slice.
 *
 * Reasoning about the cost: per byte logged, 30/32 bytes are encoded and written, whatever the
 * size; no memory per key. It is paid by the core in slices of 0.05 ms, between turns.
 *
 * Reasoning about the size, at W bytes logged a second and live data L: bases are L together; the oldest of them was begun
 * a round ago, 32/30 L, and until the one that takes its place counts another W x D is logged, where D is the time to write
 * 1/32 L, to make the log durable (2 MiB of it at most are not) and to install. Files are freed as a whole: 1/32 L more.
 * So 2.1 L + 2 MiB + some 20 ms of W: 2.14 L where L is logged every second. */
#pragma once

#include "data/keyspace.h"
#include "log/manifest.h"
#include "log/writer.h"

struct compactor;
struct retention;

struct compactor_options {
    struct loop *loop;
    struct keyspace *keyspace;
    const struct effects *effects;
    struct writer *writer;
    struct retention *retention; /* what is superseded goes there */
    const char *directory;
    unsigned databases;
    const struct manifest *manifest; /* as it is on the disk */
    bool is_off;                     /* only what is asked for */
};

struct compactor *compactor_create(const struct compactor_options *options);
/* Nothing is under way (compactor_is_busy). */
void compactor_destroy(struct compactor *compactor);
bool compactor_is_busy(const struct compactor *compactor);
/* Begins nothing any more. */
void compactor_stop(struct compactor *compactor);

/* Often, some ten times a second: whether something is to be done. lines: of all cores, as drawn at one time (it may
 * be a while ago); NULL: as of the last call. */
void compactor_look(struct compactor *compactor, const uint64_t *lines);
/* True if it waits for the line to pass something that this core's own line has passed: newer ones are wanted. */
bool compactor_wants_lines(const struct compactor *compactor, uint64_t own_line);
/* True if it has a run under way: it wants to look every turn. */
bool compactor_is_eager(const struct compactor *compactor);
/* A database was flushed or swapped, or was in what has been recovered. */
void compactor_note_global(struct compactor *compactor);
/* All slices are rewritten, whatever there is to gain. */
void compactor_run_all(struct compactor *compactor);
/* Every slice has a base that counts. */
bool compactor_has_all(const struct compactor *compactor);
/* Held: what is under way ends (compactor_is_busy), then no file is made, removed or installed. */
void compactor_hold(struct compactor *compactor, bool is_held);
bool compactor_is_held(const struct compactor *compactor);
/* Bases count only up to this batch, whatever the line says: for who may have to take back what is behind it. */
void compactor_set_limit(struct compactor *compactor, uint64_t batch);
uint64_t compactor_limit(const struct compactor *compactor); /* UINT64_MAX: there is none */
/* By how much of the live data the log may grow until all of it has been rewritten (auto-aof-rewrite-percentage; below 10
 * it would be all that the disk does; 0: only what is asked for), and below which size it is left alone. */
void compactor_set_growth(struct compactor *compactor, unsigned percent, uint64_t small);

/* The i-th slice of a core's partitions: false if there are no more. */
bool compactor_slice(unsigned partition_first, unsigned partition_count, unsigned i,
                     unsigned *slice_first, unsigned *slice_count);

struct compactor_facts {
    uint64_t base_bytes, log_bytes, live_bytes;
    uint64_t written_bytes;       /* by bases, since the start */
    uint64_t discarded_bytes;     /* removed, since the start */
    uint64_t discarded_records;   /* of log files; what still counts of them is in bases */
    uint64_t slices, slices_done; /* of the run under way; 0: none is */
    uint64_t runs;
    int64_t run_begun_ns; /* of the run under way */
    int64_t run_ns;       /* how long the last whole one took; 0: none */
    int error;            /* of the last base or manifest, 0: good */
};
void compactor_facts(const struct compactor *compactor, struct compactor_facts *facts);
