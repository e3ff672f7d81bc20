/* engine/snapshot.c - each core's part of a snapshot: regions, the order they are written in, and how
 * far ahead of the disk they may be.
 *
 * A big value that is met, or is about to change, is put off (engine/preimage.h) and written next, before the walk goes
 * on. While one is being written, regions that have to be written at once go to `behind`, which follows it. */
#include "engine/snapshot.h"

#include <limits.h>

#include "base/memory.h"
#include "data/keep.h"
#include "engine/preimage.h"
#include "engine/shard.h"
#include "engine/tx.h"
#include "log/rdb_file.h"
#include "log/region.h"

enum {
    KEYS_OF_REGION = 32, /* at most; fewer where that would be more bytes than these */
    BYTES_OF_REGION = 4 << 10,
    SLICE_BYTES = 64 << 10,  /* that are encoded in a turn, some 0.1 ms */
    CHUNK_BYTES = 256 << 10, /* that go to the sink at once */
    AHEAD_MAX = 4 << 20,
    BUDGET_MIN = 16 << 20,
    BUDGET_SHARE = 33,   /* of the data: 3 % */
    SPLIT_MAX = 53,      /* a partition has 2^53 spots */
    FEW_KEYS = 10000,    /* that are written at once when their database is flushed */
    PIECES_OF_SLICE = 4, /* of values of which little is left to be written */
    CHANGE_SHARE = 16    /* of the budget: what one command may make be noted */
};

/* One database as it was at the beginning. */
struct snapshot_db {
    unsigned number;  /* that it had then */
    unsigned shift;   /* a region has 2^shift spots */
    uint64_t regions; /* of the shard's range */
    uint64_t next;    /* all regions before it are written */
    uint64_t keys;
    uint8_t *is_written; /* a bit a region */
};

/* Words that follow each other. */
struct words {
    struct buffer bytes;
    unsigned db; /* whose keys its end holds; UINT_MAX: nobody's */
};

struct snapshot_part {
    struct mail mail;
    struct snapshot *snapshot;
    struct core *core;
    struct snapshot_part *next_of_shard;
    struct snapshot_sink sink;
    /* By the number that a database has now; NULL: it was empty, or is written. */
    struct snapshot_db **dbs;
    unsigned at_db; /* that the slices are at */
    struct words chunk, behind;
    struct buffer scratch;
    struct preimages values;
    bool is_within; /* a value: the end of the chunk is not the end of it */
    bool is_open;   /* and so was what was sent last */
    struct task task;
    uint64_t ahead_bytes,
        budget;      /* taken by the sink and not written; at most, with what is noted */
    bool is_listed;  /* among its shard's: the hook is there */
    bool is_waiting; /* for the disk */
    bool is_full;    /* writes wait */
    struct preimage_wait *waits; /* for the same, in the middle of what they are to change */
    bool is_encoding_ended, has_ended;
    uint64_t region_end; /* while one is encoded */
    unsigned region_db;  /* as it was numbered */
    uint64_t keys_found; /* in it, and not put off */
    _Atomic uint64_t version, keys, keys_done, regions_ahead, bytes, ahead_max;
    _Atomic uint64_t values_put_off, states_noted, ways_made, stalls, slice_max;
};

struct snapshot {
    struct engine *engine;
    struct core *home;
    struct event done;
    unsigned pending; /* parts that have not ended */
    size_t big;
    bool compresses;
    _Atomic bool is_cancelled, was_flushed;
    unsigned part_count;
    struct snapshot_part parts[];
};

static void store(_Atomic uint64_t *counter, uint64_t value) {
    atomic_store_explicit(counter, value, memory_order_relaxed);
}

static uint64_t load(const _Atomic uint64_t *counter) {
    return atomic_load_explicit(counter, memory_order_relaxed);
}

/* ---- regions ---- */

static uint64_t first_spot(const struct snapshot_part *part) {
    return region_spot(part->core->shard.partition_first);
}

static bool is_written(const struct snapshot_db *db, uint64_t region) {
    return db->is_written[region / 8] >> region % 8 & 1;
}

/* A region is what the first change in it costs, and a turn may change a thousand. Of big values it is one key: most of
 * their bytes are put off. */
static uint64_t keys_of_region(const struct keyspace_facts *facts) {
    uint64_t keys = BYTES_OF_REGION / (facts->bytes / facts->keys + 1);
    return keys == 0 ? 1 : keys < KEYS_OF_REGION ? keys : KEYS_OF_REGION;
}

static struct snapshot_db *make_db(const struct snapshot_part *part, unsigned number) {
    const struct shard *shard = &part->core->shard;
    struct keyspace_facts facts;
    keyspace_facts(shard->keyspace, number, &facts);
    if (facts.keys == 0) {
        return NULL;
    }
    struct snapshot_db *db = memory_alloc_zeroed(sizeof(*db));
    unsigned split = 0; /* a partition has 2^split regions */
    uint64_t keys = keys_of_region(&facts);
    while (split < SPLIT_MAX && facts.keys >> split > shard->partition_count * keys) {
        split++;
    }
    *db = (struct snapshot_db){
        .number = number,
        .shift = SPLIT_MAX - split,
        .regions = (uint64_t)shard->partition_count << split,
        .keys = facts.keys,
    };
    db->is_written = memory_alloc_zeroed(db->regions / 8 + 1);
    return db;
}

static void drop_db(struct snapshot_part *part, unsigned i) {
    if (part->dbs[i]) {
        memory_free(part->dbs[i]->is_written);
        memory_free(part->dbs[i]);
        part->dbs[i] = NULL;
    }
}

/* ---- the budget (S2) ---- */

static uint64_t held_bytes(const struct snapshot_part *part) {
    return part->ahead_bytes + part->behind.bytes.len + part->values.bytes;
}

/* What the slices alone may have on its way to the disk. */
static uint64_t ahead_max(const struct snapshot_part *part) {
    return part->budget / 4 < AHEAD_MAX ? part->budget / 4 : AHEAD_MAX;
}

/* After every change of what is held. */
static void look_at_budget(struct snapshot_part *part) {
    uint64_t held = held_bytes(part);
    if (held > load(&part->ahead_max)) {
        store(&part->ahead_max, held);
    }
    if (!part->is_full && held > part->budget) {
        part->is_full = true;
        store(&part->stalls, load(&part->stalls) + 1);
        part->core->log_state |= LOG_IS_FULL; /* here at once; all cores are told by core 0 */
        core_tell_log_state(part->core, 0, LOG_IS_FULL);
    } else if (part->is_full && held <= part->budget / 2) {
        part->is_full = false;
        core_tell_log_state(part->core, LOG_IS_FULL, 0);
        preimage_waits_tell(&part->waits);
    }
}

/* ---- encoding ---- */

/* Hands out what there is; never within a region. Within a value all but a byte, so that there is something in the chunk
 * that will be its last. */
static void send_chunk(struct snapshot_part *part) {
    struct buffer *bytes = &part->chunk.bytes;
    char kept = bytes->data[bytes->len - 1];
    bytes->len -= part->is_within;
    part->ahead_bytes += bytes->len;
    store(&part->bytes, load(&part->bytes) + bytes->len);
    part->is_open = part->is_within;
    part->sink.take(part->sink.arg, part, bytes);
    if (part->is_within) {
        buffer_append(bytes, bytes_of(&kept, 1));
    } else {
        part->chunk.db = UINT_MAX; /* another part's may come between */
    }
    look_at_budget(part);
}

bool snapshot_is_within(const struct snapshot_part *part) {
    return part->is_within;
}

static void say_database(struct words *words, unsigned db) {
    if (words->db != db) {
        rdb_file_database(&words->bytes, db);
        words->db = db;
    }
}

static struct words *words_for_regions(struct snapshot_part *part) {
    return part->is_within ? &part->behind : &part->chunk;
}

static void need_version(struct snapshot_part *part, unsigned version) {
    if (version > load(&part->version)) {
        store(&part->version, version);
    }
}

static void encode_entry(void *arg, const struct entry *entry) {
    struct snapshot_part *part = arg;
    struct key key = key_of(entry_key(entry));
    if (region_spot_of(&key) >= part->region_end) {
        return;
    }
    if (preimage_is_big(entry, part->snapshot->big)) {
        preimages_add(&part->values, entry, part->region_db);
        store(&part->values_put_off, load(&part->values_put_off) + 1);
        return;
    }
    struct words *words = words_for_regions(part);
    struct rdb_writer writer = {.out = &words->bytes, .compresses = part->snapshot->compresses};
    say_database(words, part->region_db);
    need_version(part, rdb_file_entry(&writer, entry, &part->scratch));
    part->keys_found++;
}

/* S1. db: as it is numbered now. */
static void encode_region(struct snapshot_part *part, unsigned now_db, uint64_t region) {
    struct snapshot_db *db = part->dbs[now_db];
    struct keyspace *keyspace = part->core->shard.keyspace;
    uint64_t spot = first_spot(part) + (region << db->shift);
    int64_t now_ms = keyspace_now(keyspace);
    part->region_end = spot + ((uint64_t)1 << db->shift);
    part->region_db = db->number;
    part->keys_found = 0;
    keyspace_set_now(keyspace, 0); /* what has expired, but was not removed, is still there */
    while (spot < part->region_end) {
        spot = keyspace_scan(keyspace, now_db, spot, encode_entry, part);
    }
    keyspace_set_now(keyspace, now_ms);
    db->is_written[region / 8] |= (uint8_t)(1 << region % 8);
    store(&part->keys_done, load(&part->keys_done) + part->keys_found);
}

/* What had to wait for the end of a value. */
static void follow_on(struct snapshot_part *part) {
    if (part->behind.bytes.len > 0) {
        send_chunk(part);
        struct words empty = part->chunk;
        part->chunk = part->behind;
        part->behind = empty;
    }
    part->behind.db = UINT_MAX;
}

static void note_slice(struct snapshot_part *part, size_t bytes) {
    if (bytes > load(&part->slice_max)) {
        store(&part->slice_max, bytes);
    }
}

/* Some more of the values that were put off. */
static void encode_values(struct snapshot_part *part) {
    struct buffer *out = &part->chunk.bytes;
    size_t done = 0;
    for (unsigned i = 0; part->values.count > 0 && done < SLICE_BYTES && i < PIECES_OF_SLICE; i++) {
        size_t before = out->len;
        if (!part->is_within) {
            say_database(&part->chunk, preimages_db(&part->values));
            need_version(part, preimages_version(&part->values));
        }
        part->is_within = preimages_write(&part->values, out, SLICE_BYTES - done);
        done += out->len - before;
        if (!part->is_within) {
            store(&part->keys_done, load(&part->keys_done) + 1);
            follow_on(part);
        }
    }
    note_slice(part, done);
    look_at_budget(part);
}

/* The next regions of this database, until there is enough for a turn, or a value was put off; false if all are written. */
static bool encode_some(struct snapshot_part *part, unsigned now_db) {
    struct snapshot_db *db = part->dbs[now_db];
    size_t enough = part->chunk.bytes.len + SLICE_BYTES;
    for (unsigned looked = 0; db->next < db->regions; db->next++) {
        if (part->chunk.bytes.len >= enough || part->values.count > 0 ||
            ++looked > SLICE_BYTES / KEYS_OF_REGION) {
            return true;
        }
        if (!is_written(db, db->next)) {
            encode_region(part, now_db, db->next);
        }
    }
    return false;
}

/* ---- the end of a part ---- */

static void part_has_ended(struct mail *mail) {
    struct snapshot *snapshot = ((struct snapshot_part *)mail)->snapshot;
    if (--snapshot->pending == 0) {
        event_signal(&snapshot->done);
    }
}

static void unlist(struct snapshot_part *part) {
    struct snapshot_part **link = &part->core->shard.snapshots;
    while (part->is_listed && *link != part) {
        link = &(*link)->next_of_shard;
    }
    if (part->is_listed) {
        *link = part->next_of_shard;
        part->is_listed = false;
        shard_update_hook(&part->core->shard);
        keep_begin(part->core->shard.keyspace, part->core->shard.snapshots != NULL);
    }
}

static void end_if_written(struct snapshot_part *part) {
    if (!part->is_encoding_ended || part->ahead_bytes > 0 || part->has_ended) {
        return;
    }
    part->has_ended = true;
    part->mail.deliver = part_has_ended;
    mail_post(part->snapshot->home->loop, &part->mail);
}

static void end_encoding(struct snapshot_part *part) {
    for (unsigned i = 0; i < part->core->engine->databases; i++) {
        drop_db(part, i);
    }
    preimages_clear(&part->values);
    if (part->chunk.bytes.len > 0) {
        send_chunk(part);
    }
    part->is_encoding_ended = true;
    unlist(part);
    look_at_budget(part);
    end_if_written(part);
}

static bool is_cancelled(const struct snapshot *snapshot) {
    return atomic_load_explicit(&snapshot->is_cancelled, memory_order_relaxed);
}

/* Nobody will want what is there, but who waits for the end of a value must not wait for ever. */
static void give_up(struct snapshot_part *part) {
    part->chunk.bytes.len = part->behind.bytes.len = 0;
    if (part->is_open) {
        rdb_put_byte(&part->chunk.bytes, RDB_WORD_END);
    }
    part->is_within = false;
    end_encoding(part);
}

/* A slice, between turns. */
static void step(void *arg) {
    struct snapshot_part *part = arg;
    unsigned databases = part->core->engine->databases;
    if (is_cancelled(part->snapshot)) {
        give_up(part);
        return;
    }
    if (part->values.count > 0) {
        encode_values(part);
    } else {
        size_t before = part->chunk.bytes.len;
        while (part->at_db < databases &&
               (!part->dbs[part->at_db] || !encode_some(part, part->at_db))) {
            drop_db(part, part->at_db++);
        }
        note_slice(part, part->chunk.bytes.len - before);
    }
    if (part->at_db == databases && part->values.count == 0) {
        end_encoding(part);
        return;
    }
    if (part->chunk.bytes.len >= CHUNK_BYTES) {
        send_chunk(part);
    }
    part->is_waiting = part->ahead_bytes > ahead_max(part);
    if (!part->is_waiting) {
        loop_defer(part->core->loop, &part->task);
    }
}

void snapshot_wrote(struct snapshot_part *part, size_t bytes) {
    part->ahead_bytes -= bytes;
    look_at_budget(part);
    if (part->is_waiting && part->ahead_bytes <= ahead_max(part) / 2) {
        part->is_waiting = false;
        loop_defer(part->core->loop, &part->task);
    }
    end_if_written(part);
}

struct core *snapshot_core(const struct snapshot_part *part) {
    return part->core;
}

struct snapshot *snapshot_of(const struct snapshot_part *part) {
    return part->snapshot;
}

/* ---- changes ---- */

static void note_flush(struct snapshot_part *part, unsigned now_db) {
    struct snapshot_db *db = part->dbs[now_db];
    if (!db) {
        return;
    }
    if (db->keys <= FEW_KEYS) {
        for (; db->next < db->regions; db->next++) {
            if (!is_written(db, db->next)) {
                encode_region(part, now_db, db->next);
            }
        }
    } else {
        atomic_store_explicit(&part->snapshot->was_flushed, true, memory_order_relaxed);
        snapshot_cancel(part->snapshot);
    }
    drop_db(part, now_db);
}

/* The slices go on with what they were at, wherever it is now; all before at_db is written, so an unwritten one that is
 * swapped to there takes them back. */
static void note_swap(struct snapshot_part *part, unsigned one, unsigned other) {
    struct snapshot_db *db = part->dbs[one];
    part->dbs[one] = part->dbs[other];
    part->dbs[other] = db;
    unsigned least = one < other ? one : other;
    if (least < part->at_db && part->dbs[least]) {
        part->at_db = least;
    }
}

static void write_ahead(struct snapshot_part *part, unsigned now_db, const struct key *key) {
    struct snapshot_db *db = part->dbs[now_db];
    uint64_t region = db ? (region_spot_of(key) - first_spot(part)) >> db->shift : 0;
    if (db && !is_written(db, region)) {
        const struct buffer *out = &words_for_regions(part)->bytes;
        size_t before = out->len;
        encode_region(part, now_db, region);
        note_slice(part, out->len - before);
        store(&part->regions_ahead, load(&part->regions_ahead) + 1);
    }
}

static void send_if_much(struct snapshot_part *part) {
    if (part->chunk.bytes.len >= CHUNK_BYTES && !part->is_within) {
        send_chunk(part);
    } else {
        look_at_budget(part);
    }
}

static void note_key(struct snapshot_part *part, const struct mutation *mutation) {
    write_ahead(part, mutation->db, mutation->key);
    preimages_note(&part->values, mutation);
    if (part->values.noted != load(&part->states_noted)) {
        store(&part->states_noted, part->values.noted);
    }
    send_if_much(part);
}

/* The value itself, or what is on its way to the disk. */
static bool is_in_the_way(struct snapshot_part *part, const struct entry *entry, uint64_t elements,
                          struct preimage_wait *wait) {
    if (entry && keep_is_possible(entry) &&
        preimages_make_way(&part->values, entry, elements, part->budget / CHANGE_SHARE, wait)) {
        store(&part->ways_made, load(&part->ways_made) + 1);
        return true;
    }
    if (part->is_full) {
        wait->next = part->waits;
        part->waits = wait;
    }
    return part->is_full;
}

bool snapshot_is_in_the_way(struct shard *shard, unsigned db, const struct key *key,
                            uint64_t elements, struct preimage_wait *wait) {
    const struct entry *entry = keyspace_peek(shard->keyspace, db, key);
    for (struct snapshot_part *part = shard->snapshots; part; part = part->next_of_shard) {
        if (is_cancelled(part->snapshot)) {
            continue;
        }
        write_ahead(part, db, key); /* as the change itself would: if it is big it is put off now */
        send_if_much(part);
        if (is_in_the_way(part, entry, elements, wait)) {
            return true;
        }
    }
    return false;
}

void snapshot_note(struct shard *shard, const struct mutation *mutation) {
    for (struct snapshot_part *part = shard->snapshots; part; part = part->next_of_shard) {
        if (is_cancelled(part->snapshot)) {
            continue; /* its next slice ends it */
        }
        if (mutation->kind == MUTATION_FLUSH) {
            note_flush(part, mutation->db);
        } else if (mutation->kind == MUTATION_SWAP) {
            note_swap(part, mutation->db, mutation->db_other);
        } else {
            note_key(part, mutation);
        }
    }
}

/* ---- as a whole ---- */

/* At the moment. */
static void begin_here(struct tx_part *tx_part) {
    struct snapshot *snapshot = tx_part->tx->arg;
    struct core *core = tx_part->core;
    struct snapshot_part *part = &snapshot->parts[core->index];
    uint64_t keys = 0;
    for (unsigned i = 0; i < core->engine->databases; i++) {
        part->dbs[i] = make_db(part, i);
        keys += part->dbs[i] ? part->dbs[i]->keys : 0;
    }
    uint64_t budget = core->settings->snapshot_budget, cores = core->engine->core_count;
    uint64_t share = engine_memory_used(core->engine) / BUDGET_SHARE / cores;
    part->budget = budget > 0 ? budget / cores : share > BUDGET_MIN ? share : BUDGET_MIN;
    part->values =
        (struct preimages){.keyspace = core->shard.keyspace, .compresses = snapshot->compresses};
    store(&part->keys, keys);
    part->next_of_shard = core->shard.snapshots;
    core->shard.snapshots = part;
    part->is_listed = true;
    shard_update_hook(&core->shard);
    keep_begin(core->shard.keyspace, true);
    part->task = (struct task){.run = step, .arg = part};
    loop_defer(core->loop, &part->task);
}

struct snapshot *snapshot_begin(struct engine *engine, const struct snapshot_options *options) {
    unsigned count = engine->core_count;
    struct snapshot *snapshot =
        memory_alloc_zeroed(sizeof(*snapshot) + count * sizeof(snapshot->parts[0]));
    snapshot->engine = engine;
    snapshot->home = core_current();
    snapshot->pending = snapshot->part_count = count;
    snapshot->compresses = options->compresses;
    snapshot->big = options->big > 0 ? options->big : PREIMAGE_BIG;
    for (unsigned i = 0; i < count; i++) {
        struct snapshot_part *part = &snapshot->parts[i];
        part->snapshot = snapshot;
        part->core = engine->cores[i];
        part->sink = options->sinks[i];
        part->dbs = memory_alloc_zeroed(engine->databases * sizeof(struct snapshot_db *));
        part->chunk.db = part->behind.db = UINT_MAX;
        store(&part->version, RDB_VERSION);
    }
    rmw_add(&engine->snapshot_count, 1, memory_order_relaxed);
    struct tx tx;
    struct call call = {
        .command = command_find(bytes_of_string("bgsave")),
        .shard = &snapshot->home->shard,
        .within = options->within,
    };
    tx_begin_all(&tx, &call, false);
    tx_hop(&tx, begin_here, snapshot, TX_CONCLUDE);
    tx_end(&tx);
    return snapshot;
}

bool snapshot_wait(struct snapshot *snapshot) {
    if (snapshot->pending > 0) {
        event_wait(&snapshot->done);
    }
    return !is_cancelled(snapshot);
}

void snapshot_cancel(struct snapshot *snapshot) {
    atomic_store_explicit(&snapshot->is_cancelled, true, memory_order_relaxed);
}

void snapshot_destroy(struct snapshot *snapshot) {
    rmw_sub(&snapshot->engine->snapshot_count, 1, memory_order_relaxed);
    for (unsigned i = 0; i < snapshot->part_count; i++) {
        memory_free(snapshot->parts[i].dbs);
        buffer_clear(&snapshot->parts[i].chunk.bytes);
        buffer_clear(&snapshot->parts[i].behind.bytes);
        buffer_clear(&snapshot->parts[i].scratch);
    }
    memory_free(snapshot);
}

void snapshot_facts(const struct snapshot *snapshot, struct snapshot_facts *facts) {
    *facts = (struct snapshot_facts){.version = RDB_VERSION};
    for (unsigned i = 0; i < snapshot->part_count; i++) {
        const struct snapshot_part *part = &snapshot->parts[i];
        facts->keys += load(&part->keys);
        facts->keys_done += load(&part->keys_done);
        facts->regions_ahead += load(&part->regions_ahead);
        facts->bytes += load(&part->bytes);
        facts->ahead_max += load(&part->ahead_max);
        facts->values_put_off += load(&part->values_put_off);
        facts->states_noted += load(&part->states_noted);
        facts->ways_made += load(&part->ways_made);
        facts->stalls += load(&part->stalls);
        if (load(&part->slice_max) > facts->slice_max) {
            facts->slice_max = load(&part->slice_max);
        }
        if (load(&part->version) > facts->version) {
            facts->version = (unsigned)load(&part->version);
        }
    }
    facts->was_flushed = atomic_load_explicit(&snapshot->was_flushed, memory_order_relaxed);
}
