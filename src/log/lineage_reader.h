/* log/lineage_reader.h - the records of a log's lineage, run after run, as one core of today would have logged them.
 *
 * A core has other partitions than those of earlier runs had: its records stand in the logs of several of them, or among
 * others in the log of one. Records of different keys are independent, so the logs of a run are read one after the other,
 * but for records without a key, which all of them have in the same order: each log is read up to the next of these, and when
 * all have come to it, it is handed on once.
 *
 *      old core 0   a a a F a a a ──┐
 *      old core 1   b b F b b b b ──┴──>  a a a b b F a a a b b b b
 *
 * Marks of transactions are left out: where the reading begins and ends none is torn, and whoever reads shows nothing in
 * between. One file is in memory at a time. Blocking. */
#pragma once

#include "log/lineage.h"

struct lineage_reader;

struct lineage_wish {
    unsigned partition_first, partition_count;
    const uint64_t *from;  /* PARTITIONS, like until: records after these LSNs are wanted, */
    const uint64_t *until; /* and up to these; NULL: up to where the run that counts began, */
    bool is_live;          /* because that one is written meanwhile, and not read */
};

/* 0; -ENOENT: what is there does not go back so far; or another negative errno. The wish's LSNs are copied. */
int lineage_reader_open(const char *root, const struct lineage_wish *wish,
                        struct lineage_reader **reader) __attribute__((warn_unused_result));
void lineage_reader_close(struct lineage_reader *reader);
/* Where the run that counts began. */
const uint64_t *lineage_reader_end(const struct lineage_reader *reader);
/* 1: a record, a view until the next call, and its partition, PARTITIONS of one without a key; 0: that was all; or a negative
 * errno. */
int lineage_reader_next(struct lineage_reader *reader, struct bytes *record, unsigned *partition)
    __attribute__((warn_unused_result));
