/* engine/shard.h - the shard's side of the engine: making it, naming its locks. */
#pragma once

#include "engine/core.h"

void shard_init(struct shard *shard, struct core *core);
void shard_clear(struct shard *shard);
/* The keyspace has a hook while somebody wants to know of changes: called when that may have changed. */
void shard_update_hook(struct shard *shard);

/* The lock of a key: its hash. The same name in another database shares it, which only delays, and lets
 * MOVE be a command of one key. */
static inline uint64_t shard_lock_of(const struct key *key) {
    return key->hash;
}

static inline uint64_t engine_next_tx_id(struct engine *engine) {
    /* Relaxed: only the number matters; what it orders travels by messages. */
    return rmw_add(&engine->tx_id, 1, memory_order_relaxed) + 1;
}

static inline struct command_stats *core_stats_of(struct core *core,
                                                  const struct command_entry *command) {
    return &core->stats.by_command[command->id];
}

/* Where the client's replies go: its connection, or nowhere (CLIENT REPLY). */
struct chain *client_output(struct client *client);
