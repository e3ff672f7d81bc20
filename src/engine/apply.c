/* engine/apply.c - runs of records, one after the other, behind the locks of clients. */
#include "engine/apply.h"

#include <inttypes.h>

#include "base/memory.h"
#include "engine/blocking.h"
#include "engine/journal.h"
#include "engine/notify.h"
#include "engine/shard.h"
#include "log/varint.h"

enum { APPROACHED = 16 };

struct applier {
    struct core *core;
    struct replay replay;
    struct apply_run *first, **end; /* that wait for the claim */
    struct lock_claim claim;
    bool is_waiting; /* the claim is entered */
    bool is_stuck;   /* a record could not be applied: none behind it is, until apply_forget */
};

struct applier *apply_of(struct core *core) {
    if (!core->applier) {
        core->applier = memory_alloc_zeroed(sizeof(*core->applier));
        core->applier->core = core;
        core->applier->end = &core->applier->first;
        replay_init(&core->applier->replay, core->shard.keyspace);
    }
    return core->applier;
}

void apply_forget(struct core *core) {
    if (core->applier) {
        replay_clear(&core->applier->replay);
        core->applier->is_stuck = false;
    }
}

void apply_destroy(struct core *core) {
    apply_forget(core);
    memory_free(core->applier);
    core->applier = NULL;
}

/* ---- one record ---- */

/* What the keyspace's hook does not see. */
static void wake(struct shard *shard, const struct effect *effect, const struct key *key) {
    if (shard->waits && effect->op == EFFECT_FIELD && effect->kind >= KIND_STREAM_ENTRY) {
        blocking_mark(shard, effect->db, key);
    }
}

/* The names of events that follow from what a record says; those of others do not (a field is a field, whichever command
 * has set it). */
static void tell(struct shard *shard, const struct effect *effect) {
    switch (effect->op) {
    case EFFECT_SET:
        notify(shard, effect->db, NOTIFY_STRING, "set", effect->key);
        break;
    case EFFECT_DELETE:
        if (effect->flags & EFFECT_IS_EXPIRY) {
            notify(shard, effect->db, NOTIFY_EXPIRED, "expired", effect->key);
        } else {
            notify(shard, effect->db, NOTIFY_GENERIC, "del", effect->key);
        }
        break;
    case EFFECT_EXPIRE:
        notify(shard, effect->db, NOTIFY_GENERIC,
               effect->expire_ms != EXPIRE_ABSENT ? "expire" : "persist", effect->key);
        break;
    default:
        break;
    }
}

static bool apply_global(struct shard *shard, const struct effect *effect, struct bytes record) {
    struct journal *journal = shard->core->journal;
    if (!replay_effect(&shard->core->applier->replay, effect)) {
        return false;
    }
    effect_forward_global(&shard->effects, record);
    if (effect->op == EFFECT_MEMBERS) {
        if (shard->core->index == 0) {
            buffer_clear(&shard->core->engine->members_heard);
            buffer_append(&shard->core->engine->members_heard, effect->body);
        }
        return true;
    }
    core_free_soon(shard->core);
    shard->dirty++;
    if (journal) {
        journal_note_global(journal);
        journal_note_write_of_all(journal);
    }
    return true;
}

/* The reason that somebody who looks for it will want to know; the client of this is a link, which only ends. */
static bool refuse(struct core *core, const struct effect *effect) {
    struct bytes key = effect->key;
    uint16_t partition = slot_of_key(key) / SLOTS_PER_PARTITION;
    log_line(
        '#',
        "A record of the primary cannot be what follows: op %d, kind %d, database %u, partition %u "
        "behind LSN %" PRIu64 ", key %.*s",
        (int)effect->op, (int)effect->kind, effect->db, partition,
        core->shard.effects.lsn[partition], (int)(key.len < 64 ? key.len : 64), key.data);
    core->applier->is_stuck = true;
    return false;
}

bool apply_record(void *arg, struct bytes record) {
    struct core *core = arg;
    struct shard *shard = &core->shard;
    struct effect effect;
    if (core->applier->is_stuck) {
        return false;
    }
    if (!effect_decode(record, &effect) || effect.db >= core->engine->databases) {
        return refuse(core, &effect);
    }
    if (effect_is_global(&effect)) {
        return apply_global(shard, &effect, record);
    }
    struct key key = key_of(effect.key);
    if (!keyspace_has_partition(shard->keyspace, key.partition) ||
        !replay_effect(&core->applier->replay, &effect)) {
        return refuse(core, &effect);
    }
    effect_forward(&shard->effects, key.partition, record);
    shard->dirty++;
    if (core->journal && core->journal->gates) {
        journal_note_write(core->journal, &key);
    }
    wake(shard, &effect, &key);
    tell(shard, &effect);
    return true;
}

bool apply_begin(struct core *core) {
    keyspace_set_now(core->shard.keyspace, 0);
    return !apply_of(core)->is_stuck;
}

void apply_end(struct core *core) {
    core_set_now(core);
}

static bool take_record(struct bytes *records, struct bytes *record) {
    uint64_t len;
    if (!varint_take(records, &len) || len > records->len) {
        return false;
    }
    *record = bytes_of(records->data, (size_t)len);
    *records = bytes_of(records->data + len, records->len - (size_t)len);
    return true;
}

/* As for a batch of a client's commands (engine/batch.c): what the next records are going to touch is on its way from memory
 * when they come to it, first their buckets, then their entries. */
static void approach(const struct core *core, struct bytes records) {
    const struct keyspace *keyspace = core->shard.keyspace;
    struct key keys[APPROACHED];
    unsigned dbs[APPROACHED], count = 0;
    struct bytes record;
    while (count < APPROACHED && take_record(&records, &record)) {
        struct effect effect;
        if (!effect_decode(record, &effect) || effect_is_global(&effect) ||
            effect.db >= core->engine->databases) {
            break;
        }
        keys[count] = key_of(effect.key);
        dbs[count] = effect.db;
        if (!keyspace_has_partition(keyspace, keys[count].partition)) {
            break;
        }
        keyspace_prefetch_bucket(keyspace, dbs[count], &keys[count]);
        count++;
    }
    for (unsigned i = 0; i < count; i++) {
        keyspace_prefetch_entry(keyspace, dbs[i], &keys[i]);
    }
}

static bool apply_all(struct core *core, struct bytes records) {
    bool is_good = apply_begin(core);
    for (unsigned n = 0; is_good && records.len > 0; n++) {
        struct bytes record;
        if (n % APPROACHED == 0) {
            approach(core, records);
        }
        is_good = take_record(&records, &record) && apply_record(core, record);
    }
    apply_end(core);
    blocking_serve_if_any(&core->shard);
    return is_good;
}

/* ---- behind locks ---- */

static void run_all(struct applier *applier) {
    while (applier->first) {
        struct apply_run *run = applier->first;
        applier->first = run->next;
        if (!applier->first) {
            applier->end = &applier->first;
        }
        run->is_good = apply_all(applier->core, run->records);
        run->done(run);
    }
}

static void claim_is_ready(struct lock_claim *claim) {
    struct applier *applier = (struct applier *)((char *)claim - offsetof(struct applier, claim));
    struct lock_table *locks = applier->core->shard.locks;
    run_all(applier);
    lock_claim_release(locks, claim);
    lock_claim_clear(claim);
    applier->is_waiting = false;
}

/* The number is taken here, where it is above all that are queued, so the claim is never refused. */
static void enter(struct applier *applier) {
    struct core *core = applier->core;
    lock_claim_init(&applier->claim, engine_next_tx_id(core->engine), 0, LOCK_EXCLUSIVE);
    applier->claim.on_ready = claim_is_ready;
    applier->is_waiting = true;
    lock_claim_enter_whole(core->shard.locks, &applier->claim);
    if (lock_claim_is_ready(&applier->claim)) {
        claim_is_ready(&applier->claim);
        locks_serve(core->shard.locks);
    }
}

void apply_run(struct apply_run *run) {
    struct applier *applier = apply_of(run->core);
    run->next = NULL;
    *applier->end = run;
    applier->end = &run->next;
    if (applier->is_waiting) {
        return;
    }
    if (locks_are_quiet(run->core->shard.locks)) {
        run_all(applier);
    } else {
        enter(applier);
    }
}

bool apply_now(struct core *core, struct bytes records, bool *is_good) {
    const struct applier *applier = apply_of(core);
    if (applier->first || applier->is_waiting || !locks_are_quiet(core->shard.locks)) {
        return false;
    }
    *is_good = apply_all(core, records);
    return true;
}

void apply_set_replica(struct core *core, bool is_replica) {
    core->is_replica = is_replica;
    core->shard.effects.is_silent = is_replica;
    keyspace_set_expiring(core->shard.keyspace, !is_replica);
}
