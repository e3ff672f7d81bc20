/* log/base.h - the base of a log: the state of a range of partitions, instead of all that led to it.
 *
 * It is written while the data changes. A unit is a region of spots (data/keyspace.h) that is
 * encoded at one moment; it says at which LSN x of each partition that was. Who replays the log over
 * it drops the records of its keys with LSNs up to x, and applies those after (rule B1 of
 * DESIGN.md): so it does not matter how long writing the base took. FLUSHDB and SWAPDB are of no
 * region: when one comes in between, the base is of no use, and is cancelled.
 *
 * A base is a file named like "base-0000000012", with the head of a log file, batches of units, and
 * a last mark that counts them. It is durable before it is said to be done, but for its name: before a manifest says it,
 * the directory has to be synced. */
#pragma once

#include "data/keyspace.h"
#include "log/effect.h"
#include "sys/loop.h"

enum { BASE_NAME_MAX = 32 };

struct base_options {
    struct keyspace *keyspace;
    const struct effects *effects;
    const char *directory;
    unsigned core, cores, databases;
    uint64_t number;     /* of the file */
    uint64_t old_number; /* of a base that counts no more, whose file may be used again; 0: none */
    unsigned partition_first, partition_count;
    bool is_in_hurry;        /* more at once, at the cost of longer turns */
    void (*done)(void *arg); /* base_result says how it ended */
    void *arg;
};

struct base_facts {
    uint64_t bytes, units, keys;
    int error; /* a negative errno, 0: good */
};

/* Works on the loop in slices of about 0.05 ms, one a turn (in a hurry 0.2), with one write under way. */
struct base_maker *base_start(struct loop *loop, const struct base_options *options);
/* Its database was flushed or swapped: it ends soon with -ECANCELED. */
void base_cancel(struct base_maker *maker);
struct base_facts base_result(const struct base_maker *maker);
void base_destroy(struct base_maker *maker); /* after done */
/* The same at once, blocking, its name durable, too: for recovery and tools. */
struct base_facts base_make(const struct base_options *options);

void base_name(uint64_t number, char name[BASE_NAME_MAX]);
bool base_number(const char *name, uint64_t *number);
