/* engine/exec.h - EXEC: the queue of a MULTI as one transaction over any number of shards.
 *
 * All keys of all queued commands, and what is watched, are locked first; commands on whole databases (DBSIZE,
 * FLUSHALL, SCAN) lock whole shards. Then the commands run in their order, in as few hops as possible:
 *
 *   group        consecutive commands that each concern one shard: one hop, on all their shards in parallel
 *   connection   SELECT, PING, CLIENT: at their place, on the connection's core
 *   fiber        commands over several shards: hops of their own, within EXEC's locks (tx.h)
 *
 * If nothing has to wait (all on the own shard, nothing locked) EXEC runs in place: no fiber, no locks, no message. */
#pragma once

#include "engine/multi.h"

/* The handler of EXEC's row: on a fiber if exec_waits said so, else at once. */
void exec_run(struct call *call);
bool exec_is(const struct command_entry *command);
/* The client's EXEC cannot run in place. */
bool exec_waits(const struct client *client);
/* Flags of the queued commands that say whether EXEC has to wait for the end of a pause. */
uint32_t exec_flags(const struct client *client);
/* EXEC with arguments ends the MULTI. */
void exec_refuse_arity(struct client *client, struct reply *reply);
