/* log/manifest.h - the small files that say which others count.
 *
 * The root, DIR/MANIFEST, says where each core's files are; it changes when the number of cores
 * does. The manifest of a core, in its directory, names its bases and the first log file that is
 * needed beside them. Both are text, end with a CRC, and are replaced as a whole (write, fsync,
 * rename, fsync of the directory). A reader of a log begins here: what they do not name is not there. */
#pragma once

#include "base/hash.h"

enum { MANIFEST_VERSION = 1, MANIFEST_CORES_MAX = PARTITIONS, MANIFEST_PATH = 512 };
#define MANIFEST_NAME "MANIFEST"

/* A base (log/base.h): these partitions as it says, the log before is not needed for them. */
struct manifest_base {
    unsigned partition_first, partition_count;
    uint64_t number, bytes;
    uint64_t first_segment; /* the log from this file on is needed beside it */
};

struct manifest {
    unsigned core, cores, partition_first, partition_count;
    uint64_t first_segment; /* needed at least; there may be later ones that it does not name */
    struct manifest_base bases[PARTITIONS];
    unsigned base_count;
    /* The line over all cores (log/line.h) when this was written, one number a core: what this core's log
     * no longer has may have been parts of transactions up to there. */
    uint64_t lines[MANIFEST_CORES_MAX];
};

struct manifest_root {
    unsigned cores;     /* 0: nothing counts yet */
    uint64_t run;       /* counts up whenever the number of cores changes */
    uint64_t hash_seed; /* of base/hash.h: the regions of bases are in the order of its hashes */
    bool continues;     /* it goes on where the run before it had come to (log/lineage.h), */
    bool is_from_empty; /* or else: there was nothing when it began */
    bool is_trimmed; /* of an earlier one: only its newest log files are there (log/old_runs.h) */
    char (*paths)[MANIFEST_PATH]; /* a directory a core, absolute or below the root's */
};

/* 0, -ENOENT if there is none, -EBADMSG if it is damaged or newer (error says so), or another negative
 * errno. error has MANIFEST_ERROR bytes. */
enum { MANIFEST_ERROR = 512 };
int manifest_read(const char *directory, struct manifest *manifest, char *error);
/* The same of a file of another name, which was a MANIFEST once. */
int manifest_read_as(const char *directory, const char *name, struct manifest *manifest,
                     char *error);
int manifest_write(const char *directory, const struct manifest *manifest);
int manifest_read_root(const char *directory, struct manifest_root *root, char *error);
int manifest_read_root_as(const char *directory, const char *name, struct manifest_root *root,
                          char *error);
/* A durable copy of the MANIFEST in that directory under another name there. */
int manifest_keep(const char *directory, const char *name) __attribute__((warn_unused_result));
int manifest_write_root(const char *directory, const struct manifest_root *root);
int manifest_write_root_as(const char *directory, const char *name,
                           const struct manifest_root *root);
void manifest_clear_root(struct manifest_root *root);
