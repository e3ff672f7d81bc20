/* tool/walk.h - every record of a core's bases and log, one after the other, with where it stands.
 *
 * Blocking. First the bases that the manifest names, then the log from its first file on, as
 * log/reader.h reads it: batches that a later file has voided are left out. A walk ends before
 * damage; that there is some is for verify to say. */
#pragma once

#include "log/log_batch.h"
#include "log/mark.h"
#include "log/effect.h"
#include "tool/place.h"

struct walk_item {
    unsigned core;
    bool is_base;
    uint64_t file;   /* number of the log file or base */
    uint64_t offset; /* of the batch in it */
    struct log_batch_head batch;
    struct bytes record;
    size_t bytes; /* that it takes in the file, its length included */
    bool is_mark;
    struct mark mark;
    struct effect effect;
    uint16_t partition; /* of effects; of those without a key the first one of the core */
    uint64_t lsn;       /* of its own; in a base: of the state that it is a part of */
};

struct walk {
    /* Of effects and marks; batch: before the records of each batch. Either may be NULL. */
    void (*item)(void *arg, const struct walk_item *item);
    void (*batch)(void *arg, const struct walk_item *item);
    void *arg;
};

/* "" if all of it was walked, else why it ended there (WALK_ERROR bytes). */
enum { WALK_ERROR = 1024 };
void walk_core(const struct place *place, unsigned core, const struct walk *walk, char *error);
/* How many databases a keyspace needs for all that a log names: 16 at least. */
unsigned walk_databases(const struct place *place);
/* "log-0000000012" or "base-0000000007" */
void walk_name(const struct walk_item *item, char name[64]);
