/* engine/way.h - commands that would change much of a big value while a snapshot has yet to write it.
 *
 * What such a command changes would have to be noted before, all in one callback, however much it is: memory beyond the
 * snapshot's budget, and a long turn. So it waits, before its callback, until the snapshot has written the value, which
 * it then does next. Only its client waits; others may go on writing to the same value.
 *
 * What is little passes: up to PREIMAGE_ELEMENTS and a sixteenth of the budget. What is replaced or deleted is kept as it is
 * and waits for nobody. Not held up are clients that are served while they wait (BLMPOP) and records from a primary. */
#pragma once

#include "engine/batch.h"

/* Worth a look on the shard. Costs nothing where no snapshot is under way. */
bool way_is_wanted(const struct client *client, const struct batch_request *request);
/* Returns when nothing is in the way of this request. On a fiber of the client's core; waits. */
void way_make(struct client *client, const struct batch_request *request);
