/* engine/exec.h - EXEC: the queue of a MULTI as one transaction over any number of shards.
 *
 * All keys of all queued commands, and what is watched, are locked first; commands on whole databases (DBSIZE,
 * FLUSHALL, SCAN) lock whole shards. Then the commands run in their order, in as few hops as possible:
 *
 *   group        consecutive commands that each concern one shard: one hop, on all their shards in parallel
 *   connection   SELECT, PING, CLIENT: at their place, on the connection's core
 *   fiber        commands over several shards: hops of their own, within EXEC's locks (tx.h)
 *   put off      administration (CONFIG, REPLICAOF, INFO, BGSAVE), and all that comes behind the last command on data:
 *                when EXEC has given its locks back, in their order; the replies are at their places
 *
 * Administration may wait for somebody who waits for locks: CONFIG SET appendonly for every shard, CONFIG GET for CONFIG SET,
 * REPLICAOF for its link. Who holds locks must not wait for it, so it is not a part of the transaction; that it comes
 * behind the data is seen only by who changes an option and depends on it in the same EXEC.
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
