/* engine/dump.h - a snapshot as a dump: one RDB file, which Redis 7.0 can load, or a file for each core and a summary.
 *
 * Files are written beside their final name, made durable, and then one of them is renamed, the RDB file or the
 * summary: so the name always stands for a whole dump, the last one or this one. The cores encode; helper threads pack,
 * sum, write and sync: nothing of that is in any core's way. For an RDB file one core gathers what all have;
 * otherwise every core has its own (dump_file.h), and they are written in parallel. */
#pragma once

#include "engine/snapshot.h"
#include "log/pack.h"

enum { DUMP_ERROR = 512 };

enum dump_format { DUMP_RDB, DUMP_CORES };

struct dump_options {
    const char *path;
    enum dump_format format;
    bool compresses;       /* RDB: texts, as rdbcompression says */
    bool checksums;        /* RDB: rdbchecksum */
    enum pack_codec codec; /* of files for each core */
    struct tx *within;     /* that holds every shard already; or NULL */
};

struct dump;

/* On a fiber: returns when the moment that it will show has passed; NULL with the reason in error. */
struct dump *dump_begin(struct engine *engine, const struct dump_options *options, char *error);
/* On the same fiber: waits for its end, and ends it. False with the reason in error: the dump that was there
 * before is still there. */
bool dump_end(struct dump *dump, struct snapshot_facts *facts, char *error);
/* Between the two; the reason will be that it was cancelled. */
void dump_cancel(struct dump *dump);
void dump_facts(const struct dump *dump, struct snapshot_facts *facts);
