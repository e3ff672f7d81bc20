/* log/shadow.c - a store fed by effects alone.
 *
 * It applies each record as recovery will. Its clock stands at 0 while records are applied, so that nothing expires
 * there by itself: only the effects say what is gone. */
#include "log/shadow.h"

#include <assert.h>

#include "base/memory.h"
#include "log/replay.h"

enum { FREED_AT_ONCE = 1024 };

struct shadow {
    struct keyspace *keyspace;
    struct replay replay;
};

struct shadow *shadow_create(unsigned databases, unsigned partition_first,
                             unsigned partition_count) {
    struct shadow *shadow = memory_alloc_zeroed(sizeof(*shadow));
    struct keyspace_options options = {
        .databases = databases,
        .partition_first = partition_first,
        .partition_count = partition_count,
    };
    shadow->keyspace = keyspace_create(&options);
    keyspace_set_expiring(shadow->keyspace, false);
    replay_init(&shadow->replay, shadow->keyspace);
    return shadow;
}

void shadow_destroy(struct shadow *shadow) {
    replay_clear(&shadow->replay);
    keyspace_destroy(shadow->keyspace);
    memory_free(shadow);
}

static bool is_there(const struct shadow *shadow, const struct effect *effect) {
    struct key key = key_of(effect->key);
    return keyspace_find_any(shadow->keyspace, effect->db, &key) != NULL;
}

static void apply(void *arg, uint16_t partition, uint64_t lsn, struct bytes record) {
    (void)partition;
    (void)lsn;
    struct shadow *shadow = arg;
    struct effect effect;
    bool is_good = effect_decode(record, &effect);
    assert(is_good);
    assert(effect.op != EFFECT_DELETE || is_there(shadow, &effect)); /* else nobody deletes it */
    is_good = replay_effect(&shadow->replay, &effect);
    assert(is_good);
    (void)is_good;
    if (keyspace_has_garbage(shadow->keyspace)) {
        keyspace_free_some(shadow->keyspace, FREED_AT_ONCE);
    }
}

struct effect_sink shadow_sink(struct shadow *shadow) {
    return (struct effect_sink){.record = apply, .arg = shadow};
}

void shadow_digest(struct shadow *shadow, int64_t now_ms, unsigned db, unsigned char digest[20]) {
    assert(!replay_has_groups(&shadow->replay)); /* they end in the callback that begins them */
    keyspace_set_now(shadow->keyspace, now_ms);
    keyspace_digest(shadow->keyspace, db, digest);
    keyspace_set_now(shadow->keyspace, 0);
}
