/* tool/loaded.h - a whole log in memory, as the server would load it.
 *
 *      loaded_scan    the files of all cores, by log/recover.h
 *      loaded_draw    the line over all cores, perhaps with earlier ends than the log has
 *      loaded_replay  the data up to the line, a keyspace a core */
#pragma once

#include "log/recover.h"
#include "tool/place.h"
#include "tool/progress.h"

struct loaded_core {
    struct recovery *recovery; /* NULL: its manifest cannot be read */
    struct keyspace *keyspace;
    struct recovery_facts facts; /* of the scan */
    bool is_sound;               /* the scan has found no damage */
    char error[RECOVERY_ERROR];
    uint64_t limit; /* its log shall count up to this batch at most */
    uint64_t line;
};

struct loaded {
    const struct place *place;
    struct loaded_core *cores;
    unsigned core_count, databases;
};

/* True if all of it is sound; else errors are in the cores, and what was found before the damage is there. limits: a batch a
 * core, behind which nothing is looked at; NULL: all of it. */
bool loaded_scan(struct loaded *loaded, const struct place *place, const uint64_t *limits);
/* Cores that are not sound end before the damage. */
void loaded_draw(struct loaded *loaded);
/* False with the reason in error (RECOVERY_ERROR bytes). Not without a manifest of each core. */
bool loaded_replay(struct loaded *loaded, struct progress *progress, char *error);
void loaded_clear(struct loaded *loaded);
/* The sum over all cores and databases, of everything that has not been removed. */
void loaded_digest(const struct loaded *loaded, unsigned char digest[20]);
uint64_t loaded_keys(const struct loaded *loaded);
