/* tests/unit/tool/make_log.h - small logs of every kind of record, written by hand: batch by batch, so that
 * a test decides what lies where. The bytes come from the functions of log/ that the server uses. */
#pragma once

#include "data/keyspace.h"
#include "log/effect.h"
#include "log/manifest.h"

enum { MAKE_CORES = 4, MAKE_DATABASES = 2, MAKE_KEYS = 12 };

struct make_core {
    unsigned index;
    struct keyspace *keyspace;
    struct effects effects;
    struct buffer open, file;
    uint32_t open_records, id;
    uint64_t next_batch, number;
    struct manifest manifest;
    char directory[200];
};

struct make_log {
    char directory[200]; /* with the root manifest */
    unsigned count;
    struct make_core *cores;
    int64_t wall_ms; /* of the next batch */
    uint64_t next_tx;
    uint64_t (*random)(void);
};

/* directory: is there, and empty. */
void make_log_begin(struct make_log *log, const char *directory, unsigned cores,
                    uint64_t (*random)(void));
/* Some write to some key of that core: into its open batch. */
void make_log_write(struct make_log *log, unsigned core);
void make_log_set(struct make_log *log, const char *key, const char *text);
/* One record on each core and its mark; the last core's mark is missing if is_torn. */
void make_log_transaction(struct make_log *log, bool is_torn);
void make_log_flush(struct make_log *log, unsigned db);
/* The open batch goes to the file. */
void make_log_seal(struct make_log *log, unsigned core);
/* The next batch begins a new file. */
void make_log_rotate(struct make_log *log, unsigned core);
/* Bases of everything; nothing may be open. The log before is removed if is_dropped. */
void make_log_base(struct make_log *log, unsigned core, bool is_dropped);
/* Seals what is open, writes a spare file for each core. */
void make_log_end(struct make_log *log);
void make_log_digest(struct make_log *log, unsigned char digest[20]);
void make_log_free(struct make_log *log);
