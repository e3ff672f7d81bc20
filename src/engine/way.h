/* engine/way.h - commands that would change more at once than a snapshot may hold.
 *
 * What a command changes of a big value would have to be noted before, all in one callback, however much it is; and each key it
 * writes may make a region be written: memory beyond the snapshot's budget, and a long turn. So before its callback
 *
 *     a big value     is waited for until the snapshot has written it, which it then does next
 *     many keys       have their regions written bit by bit, as fast as the disk takes them
 *
 * Only its client waits; others may go on writing to the same values.
 *
 * What is little passes: up to PREIMAGE_ELEMENTS and a sixteenth of the budget. What is replaced or deleted is kept as it is
 * and waits for nobody. Not held up are scripts, of which nobody knows what they change, clients that are served while they
 * wait (BLMPOP) and records from a primary. */
#pragma once

#include "engine/batch.h"

/* Worth a look on the shard. Costs nothing where no snapshot is under way. */
bool way_is_wanted(const struct client *client, const struct batch_request *request);
/* Returns when nothing is in the way of this request. On a fiber of the client's core; waits. */
void way_make(struct client *client, const struct batch_request *request);
