/* log/shadow.c - a store fed by effects alone.
 *
 * It applies each record as recovery will. Its clock stands at 0 while records are applied, so that nothing expires
 * there by itself: only the effects say what is gone. */
#include "log/shadow.h"

#include <assert.h>

#include "base/memory.h"

struct shadow {
    struct keyspace *keyspace;
    struct buffer scratch;
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
    return shadow;
}

void shadow_destroy(struct shadow *shadow) {
    keyspace_destroy(shadow->keyspace);
    buffer_clear(&shadow->scratch);
    memory_free(shadow);
}

static void apply_page(struct shadow *shadow, const struct effect *effect, const struct key *key,
                       struct entry *old) {
    struct entry *entry;
    char *text =
        keyspace_edit_string(shadow->keyspace, effect->db, key, old, effect->total, &entry);
    size_t start = effect->page * EFFECT_PAGE_SIZE;
    assert(start + effect->body.len <= effect->total);
    memcpy(text + start, effect->body.data, effect->body.len);
}

static void apply_to_key(struct shadow *shadow, const struct effect *effect) {
    struct keyspace *keyspace = shadow->keyspace;
    struct key key = key_of(effect->key);
    struct entry *old = keyspace_find(keyspace, effect->db, &key, false);
    switch (effect->op) {
    case EFFECT_SET:
        keyspace_put_string(keyspace, effect->db, &key, old, effect->body, effect->expire_ms);
        break;
    case EFFECT_DELETE:
        assert(old); /* only what is there is deleted */
        keyspace_delete(keyspace, effect->db, &key, old);
        break;
    case EFFECT_PAGE:
        apply_page(shadow, effect, &key, old);
        break;
    default:
        assert(effect->op == EFFECT_EXPIRE && old);
        keyspace_set_expire(keyspace, effect->db, &key, old, effect->expire_ms);
    }
}

static void apply(void *arg, uint16_t partition, uint64_t lsn, struct bytes record) {
    (void)partition;
    (void)lsn;
    struct shadow *shadow = arg;
    struct effect effect;
    bool is_good = effect_decode(record, &effect);
    assert(is_good);
    (void)is_good;
    if (effect.op == EFFECT_FLUSH) {
        keyspace_flush(shadow->keyspace, effect.db);
        while (keyspace_free_some(shadow->keyspace, UINT16_MAX)) {
        }
    } else if (effect.op == EFFECT_SWAP) {
        keyspace_swap(shadow->keyspace, effect.db, effect.db_other);
    } else {
        apply_to_key(shadow, &effect);
    }
}

struct effect_sink shadow_sink(struct shadow *shadow) {
    return (struct effect_sink){.record = apply, .arg = shadow};
}

void shadow_digest(struct shadow *shadow, int64_t now_ms, unsigned db, unsigned char digest[20]) {
    keyspace_set_now(shadow->keyspace, now_ms);
    keyspace_digest(shadow->keyspace, db, digest);
    keyspace_set_now(shadow->keyspace, 0);
}
