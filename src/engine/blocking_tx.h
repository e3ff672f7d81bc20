/* engine/blocking_tx.h - waiting and transactions: what has to be locked because clients wait (K5 of blocking.h), and
 * who is served before a transaction's locks are given back (K4). For tx.c and batch.c. */
#pragma once

#include "engine/blocking.h"
#include "engine/tx.h"

/* On the shard, when the part holds its locks (is_alone: when the shard is quiet, the part is the only one and concludes,
 * so that it needs none) and before anything has run: true if other keys have to be locked as well, which are kept in the
 * part. */
bool blocking_wants_more(struct tx_part *part, bool is_alone);
/* On the shard: a command that fills this key would have to be a transaction of its own. */
bool blocking_needs_tx(struct shard *shard, const struct key *key);
/* On the shard, after a callback: what was marked in it is served with the part. */
void blocking_keep_marks(struct tx_part *part);

/* ---- on the coordinator ---- */

/* Adds what the parts of tx asked for to the keys of wide; the list is returned, because the names stand in it. */
struct extra_key *blocking_take_extras(struct tx *tx, struct tx *wide);
/* Puts list before *all. */
void blocking_join_extras(struct extra_key *list, struct extra_key **all);
void blocking_free_extras(struct extra_key *list);
/* So that parts can look for keys among many. */
void blocking_sort_held(struct tx *wide);
/* Serves who waits for what the transaction has made ready, while it holds its locks. On a fiber; waits. */
void blocking_serve_tx(struct tx *tx);
