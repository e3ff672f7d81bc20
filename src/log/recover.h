/* log/recover.h - what one core's log says, back into a keyspace.
 *
 *      recovery_open      the manifest
 *      recovery_scan      all files behind it: how far the log goes, which transactions are in it
 *      ... all cores have: recovery_feed, then line_draw says how much of each counts
 *      recovery_begin     with the keyspace and the line
 *      recovery_step      again and again: bases, then records, some of them a step
 *      recovery_lsns      and the numbers that the next writer begins with
 *
 * Files are read by blocking calls. A number of cores as when the log was written: the keyspace is
 * that core's shard; another one: a keyspace of its partitions, out of which the entries are dealt. */
#pragma once

#include "log/line.h"
#include "log/replay.h"

struct recovery;

/* NULL with the reason in error (RECOVERY_ERROR bytes). */
enum { RECOVERY_ERROR = 1024 };
struct recovery *recovery_open(const char *directory, char *error);
/* From another manifest in that directory than the one that counts: a point of log/retention.h. */
struct recovery *recovery_open_as(const char *directory, const char *manifest, char *error);
void recovery_destroy(struct recovery *recovery);

struct recovery_facts {
    unsigned core, cores, partition_first, partition_count;
    uint64_t bytes, bytes_done; /* of bases and log; done in recovery_step */
    uint64_t batches, records;  /* of the log, found by the scan; records: replayed so far */
    uint64_t base_records, skipped;
    uint64_t above;        /* the limit: not replayed */
    uint64_t torn_bytes;   /* at the end of the log: cut off, or of what the file was before */
    bool has_torn_batch;   /* they begin as the next batch would */
    uint64_t cut_batches;  /* good ones above the line */
    uint64_t globals;      /* FLUSHDB and SWAPDB replayed: for compactor_note_global */
    uint64_t last_batch;   /* that is there; then the line */
    uint64_t last_segment; /* that is begun */
    uint64_t last_tx;      /* the greatest number of a transaction */
    int64_t last_wall_ms;  /* of the last batch */
};
void recovery_facts(const struct recovery *recovery, struct recovery_facts *facts);

/* False with the reason in error: damage, a newer format, the disk. */
bool recovery_scan(struct recovery *recovery, char *error);
/* The same as if the log ended behind that batch; what is behind it is not looked at. */
bool recovery_scan_until(struct recovery *recovery, uint64_t batch, char *error);
/* What every core's manifest says of the line; of all cores before the first is fed. */
void recovery_feed_floors(const struct recovery *recovery, struct line *line);
/* Tells the line of this core's marks and how far its log goes. */
void recovery_feed(const struct recovery *recovery, struct line *line);
/* As if the log ended behind that batch; for tools, also after a scan that found damage. */
void recovery_feed_until(const struct recovery *recovery, struct line *line, uint64_t batch);
/* What is above the line is not replayed. The keyspace is empty, has the log's partitions, its time stands at 0. */
void recovery_begin(struct recovery *recovery, struct keyspace *keyspace, uint64_t line);
/* Before recovery_begin: as if no record above these LSNs had been logged (PARTITIONS; they stay). That fails where a base has
 * more, or the log less. No transaction may have records on both sides. */
void recovery_limit(struct recovery *recovery, const uint64_t *lsns);
/* A batch, or a part of a base. 1: there is more; 0: all is done; -1: the reason is in error. */
int recovery_step(struct recovery *recovery, char *error);
/* lsn[PARTITIONS] of the last record of each partition; those of other cores are left as they are. */
void recovery_lsns(const struct recovery *recovery, uint64_t *lsn);
/* After the bases are loaded: whether they have what this record of the log says (of one without a key: in the core's
 * first partition). */
struct effect;
bool recovery_is_in_base(const struct recovery *recovery, const struct effect *effect,
                         uint64_t lsn);
/* After the replay: makes durable what was read, and changes nothing. 0 or a negative errno. */
int recovery_settle(const struct recovery *recovery) __attribute__((warn_unused_result));
/* Instead, before a writer goes on: makes it durable up to the line, and removes files that do not count (left by a
 * crash): bases that the manifest does not name, log files behind the last that is begun, or before its first one with a gap
 * between; but nothing that is kept (log/retention.h). 0 or a negative errno. */
int recovery_clean(struct recovery *recovery);
struct recovery_file {
    uint64_t number, bytes, records;
};
/* The i-th log file, for writer_adopt; false if there are no more. */
bool recovery_file(const struct recovery *recovery, unsigned i, struct recovery_file *file);
/* The same of those before the first that the manifest needs, which are there for replicas (writer_keep) and for nobody else;
 * after recovery_clean, which keeps them. */
bool recovery_kept_file(const struct recovery *recovery, unsigned i, struct recovery_file *file);
/* For the writer and compaction that go on. */
struct manifest;
const struct manifest *recovery_manifest(const struct recovery *recovery);
