/* tool/history.h - which moments of one run of a log can be had, and from which manifests.
 *
 * What is kept begins, on each core, with the oldest manifest (log/retention.h), and goes on through all log files to the
 * end. A moment is a batch of each core. It can be had if no base that is needed for it holds more: the floors are
 * what the bases of the oldest manifests hold. */
#pragma once

#include "tool/place.h"

struct history_core {
    uint64_t first_segment;
    uint64_t floor;      /* the oldest bases need all up to this batch */
    int64_t earliest_ms; /* when that was sealed */
    uint64_t last;       /* the last batch that is there */
    int64_t last_ms;
    unsigned partition_first, partition_count;
};

struct history {
    struct place *place;
    struct history_core *cores;
    unsigned core_count;
};

/* Reads all of it. False with the reason in error (PLACE_ERROR bytes) if a manifest cannot be read. Damage of log files ends
 * it: they are for others to tell. */
bool history_open(struct history *history, struct place *place, char *error);
void history_close(struct history *history);
int64_t history_earliest(const struct history *history); /* Unix time in ms */

/* Where the server's clock was set back, a time may have been there more than once: up to the first batch that was sealed
 * later (or by the clock as it had been set back), or up to the last one that was not later. */
enum history_clock { HISTORY_UNSAID, HISTORY_FIRST, HISTORY_LAST };
struct history_twice {
    unsigned core;
    uint64_t first, last; /* its batches */
};

/* batches: one a core. Of each core all that was sealed up to then; UINT64_MAX if damage comes before that. False if that
 * has two meanings and clock is unsaid: then twice tells of a core. */
bool history_until_time(const struct history *history, int64_t to_ms, enum history_clock clock,
                        uint64_t *batches, struct history_twice *twice);
/* That core up to that batch, the others as far as they were when it was sealed; never below the floors. */
bool history_until_batch(const struct history *history, unsigned core, uint64_t batch,
                         enum history_clock clock, uint64_t *batches, struct history_twice *twice);
/* The batch that has this record; 0 if there is none, or it is in the bases. */
uint64_t history_batch_of(const struct history *history, unsigned partition, uint64_t lsn,
                          unsigned *core);

/* Sets the manifests of the place to those from which that moment can be had. False if it cannot. */
bool history_choose(const struct history *history, const uint64_t *batches);
