/* engine/watch.h - WATCH: keys whose change keeps an EXEC from running.
 *
 * A client has one set of watches; each watch stands in the table of its key's shard, which marks the set when the
 * keyspace is about to change that key. The mark is the only thing in a set that a shard writes and the client's core
 * reads without a message between them, and it is only ever set; so reading it early is safe, and after a hop on
 * the shard it is exact.
 *
 *   W1  A watch is linked and unlinked by its shard's core only. A set is freed when none of its watches is linked.
 *   W2  EXEC decides under the locks of the watched keys: what has changed before is marked then, and nothing can
 *       change until it has run.
 *
 * A store whose keys nobody watches has no hook and pays one branch a change. */
#pragma once

#include "engine/core.h"
#include "engine/tx.h"

struct watch_set;

/* WATCH: watches the keys call->argv[1 ...] in the client's database. On a fiber; waits. */
void watch_keys(struct call *call);
/* Some watched key has changed, as far as it is known here. */
bool watch_is_dirty(const struct client *client);
/* True if a key of another core's shard is watched. */
bool watch_is_elsewhere(const struct client *client);
/* Forgets all watches of the client; the shards learn of it later, by themselves. */
void watch_abandon(struct client *client);

/* For EXEC. Adds the watched keys to the transaction. */
void watch_add_keys(const struct watch_set *set, struct tx *tx);
/* On the shard's core: marks what has expired unseen, unlinks the set's watches of this shard. */
void watch_settle(struct watch_set *set, struct core *core);
/* After all shards of the set have settled. */
bool watch_set_is_dirty(const struct watch_set *set);
/* None of its watches is linked. */
void watch_set_destroy(struct watch_set *set);

/* When the core ends; what was watched is forgotten. table may be NULL. */
/* From the keyspace's hook (shard.c): marks the sets that watch what is about to change. */
void watch_note(struct shard *shard, const struct mutation *mutation);
/* Marks the sets that watch the key: it was written to in a way that the hook does not see. */
void watch_note_write(struct shard *shard, unsigned db, const struct key *key);
