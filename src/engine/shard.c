/* engine/shard.c - making a shard, and what happens in it by itself: expiry. */
#include "engine/shard.h"

#include "base/memory.h"
#include "engine/apply.h"
#include "engine/blocking.h"
#include "engine/collection.h"
#include "engine/core.h"
#include "engine/feed.h"
#include "engine/key_table.h"
#include "engine/notify.h"
#include "engine/snapshot.h"
#include "engine/watch.h"
#include "log/shadow.h"

/* D3 of data/keyspace.h: the removal of an expired key is an effect like any other. */
static void on_expired(void *arg, unsigned db, const struct key *key, const struct entry *entry) {
    (void)entry;
    struct shard *shard = arg;
    effect_delete(&shard->effects, db, key, EFFECT_IS_EXPIRY);
    shard->core->stats.expired_keys++;
    shard->dirty++;
    notify(shard, db, NOTIFY_EXPIRED, "expired", key->name);
}

/* D2 of data/keyspace.h. */
static void on_change(void *arg, const struct mutation *mutation) {
    struct shard *shard = arg;
    if (shard->watches) {
        watch_note(shard, mutation);
    }
    if (shard->waits) {
        blocking_note(shard, mutation);
    }
    if (shard->snapshots) {
        snapshot_note(shard, mutation);
    }
}

void shard_update_hook(struct shard *shard) {
    bool is_heard = shard->watches || shard->waits || shard->snapshots;
    keyspace_set_hook(shard->keyspace, is_heard ? on_change : NULL);
}

void shard_init(struct shard *shard, struct core *core) {
    struct engine *engine = core->engine;
    unsigned first = 0;
    while (engine->core_of_partition[first] != core->index) {
        first++;
    }
    unsigned end = first;
    while (end < PARTITIONS && engine->core_of_partition[end] == core->index) {
        end++;
    }
    *shard = (struct shard){.core = core, .partition_first = first, .partition_count = end - first};
    struct keyspace_options options = {
        .databases = engine->databases,
        .partition_first = first,
        .partition_count = end - first,
        .on_expired = on_expired,
        .on_fields_expired = collection_on_fields_expired,
        .arg = shard,
    };
    shard->keyspace = keyspace_create(&options);
    shard->locks = lock_table_create();
    effects_init(&shard->effects, first, end - first);
    if (core->is_replica) { /* from the start on */
        apply_set_replica(core, true);
    }
#ifdef ANAX_TEST
    shard->shadow = shadow_create(engine->databases, first, end - first);
    shard->shadow_feed = memory_alloc_zeroed(sizeof(*shard->shadow_feed));
    shard->shadow_feed->sink = shadow_sink(shard->shadow);
    feed_add(core, shard->shadow_feed, false);
#endif
}

void shard_clear(struct shard *shard) {
    lock_table_destroy(shard->locks);
    keyspace_destroy(shard->keyspace);
    effects_clear(&shard->effects);
    key_table_destroy(shard->watches);
    blocking_table_destroy(shard);
    buffer_clear(&shard->scratch);
    if (shard->shadow) {
        shadow_destroy(shard->shadow);
        memory_free(shard->shadow_feed);
    }
}
