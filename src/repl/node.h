/* repl/node.h - the history that this server's records belong to, and where it stands in it.
 *
 * Core 0's; everything here is for fibers of core 0 and may wait. It is kept beside the log (history.h), as long as there is
 * one. A primary that ended without saying so may have lost records that a replica has, or the other way round, so it
 * opens a new term; so does a replica that becomes a primary, and one that starts as one in the middle of catching up
 * (link_settle). */
#pragma once

#include "repl/history.h"

struct engine;

/* After the log was loaded: reads what is there, or begins a history. directory: of the log; NULL: there is none.
 * False with one line in error (HISTORY_ERROR). */
bool node_start(struct engine *engine, const char *directory, bool is_replica, char *error);
/* At a proper end, when the log has been closed. */
void node_stop(struct engine *engine);
/* The log is in that directory from now on, or nowhere (NULL). */
void node_move(struct engine *engine, const char *directory);

/* A view, until the next call that changes it. */
const struct history *node_history(const struct engine *engine);
/* Of the last record of each partition, on all cores: not of one instant while they write. */
void node_lsns(struct engine *engine, uint64_t lsns[PARTITIONS]);
/* A replica's: its records are the primary's from here on. Durable when it returns; false with a line logged if that
 * failed. */
bool node_adopt(struct engine *engine, const struct history *history);
/* There is a replica, or this becomes one: from now on the log keeps files for it, also after restarts. */
void node_note_followed(struct engine *engine);
/* A replica's that catches up: from here on transactions may be half there; NULL: no longer. Durable when it returns; false
 * with a line logged if that failed. */
bool node_note_torn(struct engine *engine, const uint64_t *whole_lsns);
/* Where they were whole, or NULL: they are; a view, until the next call that changes it. */
const uint64_t *node_whole(const struct engine *engine);
/* It becomes a primary at these LSNs, in the term that others have promised to it (promotion.h); number 0: in any. Durable
 * when it returns; false with a line logged if that failed. */
bool node_open_term_as(struct engine *engine, const uint64_t *lsns, uint64_t number,
                       uint64_t nonce);
