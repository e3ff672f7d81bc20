/* engine/dump_file.h - one file of a dump while it is written: what cores hand over, gathered on one core, and written in
 * that order by a helper thread, which also packs, sums and syncs. While a core is within a value (snapshot_is_within) the
 * chunks of others are held.
 *
 * The helper has everything that has come when it begins; meanwhile the next gathers. */
#pragma once

#include "engine/snapshot.h"
#include "log/core_file.h"

enum { DUMP_PATH = 4200 };

struct disk_file;
struct dump_chunk;

struct dump_file {
    struct core *core; /* where chunks gather */
    char path[DUMP_PATH];
    /* On the helper: appends what becomes of a chunk by dump_file_append. */
    void (*put)(struct dump_file *file, struct bytes chunk);
    struct dump_chunk *first, **end; /* that have come */
    struct dump_chunk *held;         /* and wait */
    struct snapshot_part *within;    /* for the end of this part's value */
    struct dump_chunk *writing;      /* on the helper */
    struct dump_spares *spares;      /* by core, which touches its own only */
    /* The helper's while it works. */
    bool begins, ends; /* the chunk at hand is the first, the last of those that belong together */
    struct disk_file *disk;
    uint64_t offset;
    uint64_t pushed, through; /* up to where the disk was asked to begin, and is through */
    int error;                /* 0, or the first that there was, negative */
    /* Of an RDB file. */
    bool checksums;
    uint64_t crc;
    /* Of a core's file. */
    struct core_file_writer writer;
    struct buffer packed;
};

/* Before all else; path is the file's already. */
void dump_file_init(struct dump_file *file, struct core *core,
                    void (*put)(struct dump_file *file, struct bytes chunk));
void dump_file_clear(struct dump_file *file);
/* For sinks: arg is the file. On the part's core. */
void dump_file_take(void *arg, struct snapshot_part *part, struct buffer *chunk);

/* ---- on a helper ---- */

/* Makes it, empty. Errors of all of these are kept in file->error, after which nothing is done any more. */
void dump_file_open(struct dump_file *file);
void dump_file_append(struct dump_file *file, struct bytes bytes);
/* Of what is there already. */
void dump_file_overwrite(struct dump_file *file, uint64_t offset, struct bytes bytes);
/* All of it is on the disk then. */
void dump_file_close(struct dump_file *file);
/* Whatever has become of it. */
void dump_file_drop(struct dump_file *file);
