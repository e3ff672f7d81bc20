/* engine/journal_ask.h - a core's log, asked from another core: when is all up to there durable?
 *
 *      home ──mail──> core ──its line has reached the ticket──mail──> home: done
 *
 * The ask is the caller's memory, who leaves it where it is until done is called. */
#pragma once

#include "engine/core.h"
#include "engine/journal.h"

#define JOURNAL_ASK_ALL UINT64_MAX /* whatever the core has logged when it is asked */

struct journal_ask {
    struct mail mail;
    struct journal_wait wait;
    struct core *core, *home;
    uint64_t ticket;
    bool has_log; /* else there was nothing to wait for */
    void (*done)(struct journal_ask *ask);
};

/* ticket: as core->ticket_base counts, over all logs of that core; of one that was ended it is durable (O3 of own_writes.h).
 * done is called on this core, in a later turn. */
void journal_ask(struct journal_ask *ask, struct core *core, uint64_t ticket,
                 void (*done)(struct journal_ask *ask));
