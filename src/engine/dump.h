/* engine/dump.h - a snapshot as a dump file (RDB), which Redis 7.0 can load.
 *
 * It is written beside its final name, made durable, and then renamed: so the name always stands for a
 * whole dump, the last one or this one. The cores encode; one core gathers what they have and hands it to
 * a helper thread, which writes, checksums and syncs: nothing of that is in any core's way. */
#pragma once

#include "engine/snapshot.h"

enum { DUMP_ERROR = 512 };

struct dump_options {
    const char *path;
    bool compresses;   /* texts, as rdbcompression says */
    bool checksums;    /* rdbchecksum */
    struct tx *within; /* that holds every shard already; or NULL */
};

struct dump;

/* On a fiber: returns when the moment that it will show has passed; NULL with the reason in error. */
struct dump *dump_begin(struct engine *engine, const struct dump_options *options, char *error);
/* On the same fiber: waits for its end, and ends it. False with the reason in error: the file that was there
 * before is still there. */
bool dump_end(struct dump *dump, struct snapshot_facts *facts, char *error);
/* Between the two; the reason will be that it was cancelled. */
void dump_cancel(struct dump *dump);
void dump_facts(const struct dump *dump, struct snapshot_facts *facts);
