/* Several cores' logs on the simulated machine: random writes, transactions, flushes, bases, disk
 * faults; then the process dies or the power goes at a random moment, and what is recovered must be a
 * state that was there, with everything that was acknowledged, and no transaction torn (I6 of LOG.md).
 * Then all goes on from there; what was recovered counts as acknowledged, as clients may read it. As far back as history is
 * kept, what was at earlier moments must be what the history says, too.
 *
 * Besides, one fixed history with new files, bases and manifests, in which the same happens at every
 * single operation of the disk, those of recovery included (ANAX_CUT_STRIDE: only each so many-th). */
#include "check.h"

#include <errno.h>

#include "base/memory.h"
#include "data/lists.h"
#include "data/set.h"
#include "log/compactor.h"
#include "log/line.h"
#include "log/mark.h"
#include "log/recover.h"
#include "log/retention.h"
#include "log/writer.h"
#include "sys/file.h"
#include "sys/sim.h"

enum { CORES = 3, DATABASES = 2, KEYS = 24, STEPS = 1000000, PATH = 128, SECTOR = 512 };

struct event { /* one record of the true history */
    uint64_t batch;
    struct bytes record;
};

struct core {
    unsigned index;
    struct loop *loop;
    struct keyspace *keyspace;
    struct effects effects;
    struct effect_sink sink; /* the writer's */
    struct writer *writer;
    struct compactor *compactor;
    struct retention *retention;
    struct manifest *manifest;
    struct turn_hook hook;
    struct event *events;
    size_t event_count, event_size;
    uint64_t acked;
    char directory[32];
};

struct transaction {
    uint64_t id;
    uint64_t first[CORES], last[CORES]; /* batches; 0: it has no part there, or no end */
    bool is_in[CORES];
};

static struct core cores[CORES];
static unsigned core_count;
static struct line *line;
static struct transaction *transactions;
static size_t transaction_count, transaction_size;
static uint64_t next_tx;
static unsigned fault_one_in; /* 0: none */
static enum sync_policy policy;
enum { FOR_EVER = 40000 };
static int64_t keep_ms;  /* of history */
static bool keeps_all;   /* of it: the disk does not fail before all ends */
static unsigned moments; /* that were gone back to by a point of it */
static bool is_stopping;
static bool is_dead; /* the process: nothing reaches the disk any more */

enum harm { HARM_NONE, HARM_POWER, HARM_DEATH, HARM_ERROR, HARM_MANIFEST };

/* What happens at which operation of the disk. */
static struct {
    enum harm harm;
    uint64_t at, seen;
    uint64_t count; /* of operations that fail, or until the power goes */
    int error;
} aim;

static unsigned chance(unsigned limit) {
    return (unsigned)(check_random() % limit);
}

static void *grow(void *items, size_t count, size_t *size, size_t bytes) {
    if (count < *size) return items;
    *size = *size == 0 ? 64 : 2 * *size;
    char *more = memory_alloc(*size * bytes);
    if (count > 0) memcpy(more, items, count * bytes);
    memory_free(items);
    return more;
}

/* ---- the true history ---- */

static void on_record(void *arg, uint16_t partition, uint64_t lsn, struct bytes record) {
    struct core *core = arg;
    core->events = grow(core->events, core->event_count, &core->event_size, sizeof *core->events);
    core->events[core->event_count++] = (struct event){
        writer_open_batch(core->writer), bytes_of(memory_copy_text(record), record.len)};
    core->sink.record(core->sink.arg, partition, lsn, record);
}

static void forget_above(struct core *core, uint64_t batch) {
    while (core->event_count > 0 && core->events[core->event_count - 1].batch > batch)
        memory_free((char *)(uintptr_t)core->events[--core->event_count].record.data);
}

static struct keyspace *new_keyspace(const struct core *core) {
    unsigned first = core->index * PARTITIONS / core_count;
    unsigned end = (core->index + 1) * PARTITIONS / core_count;
    struct keyspace_options options = {
        .databases = DATABASES, .partition_first = first, .partition_count = end - first};
    struct keyspace *keyspace = keyspace_create(&options);
    keyspace_set_expiring(keyspace, false);
    return keyspace;
}

static void check_same(struct keyspace *one, struct keyspace *other) {
    for (unsigned db = 0; db < DATABASES; db++) {
        unsigned char a[20], b[20];
        keyspace_digest(one, db, a);
        keyspace_digest(other, db, b);
        CHECK_BYTES(a, 20, b, 20);
    }
}

/* ---- writes ---- */

static struct key key_on(const struct core *core, char name[16]) {
    struct key key;
    do {
        snprintf(name, 16, "k%u", chance(KEYS * core_count));
        key = key_of(bytes_of_string(name));
    } while (key.partition * core_count / PARTITIONS != core->index);
    return key;
}

static void write_string(struct core *core, unsigned db, const struct key *key, struct entry *old) {
    char text[300];
    unsigned len = chance(4) == 0 ? 300 : chance(20);
    memset(text, 'a' + (int)chance(26), len);
    int64_t expire_ms = chance(3) == 0 ? 1 + chance(1000000) : EXPIRE_NONE;
    keyspace_put_string(core->keyspace, db, key, old, bytes_of(text, len), expire_ms);
    effect_set(&core->effects, db, key, bytes_of(text, len), expire_ms);
}

static void write_set(struct core *core, unsigned db, const struct key *key, struct entry *old) {
    char member[16];
    struct cell cell = cell_of(core->keyspace, db, key, old);
    int len = snprintf(member, sizeof member, "m%u", chance(40));
    struct bytes text = bytes_of(member, (size_t)len);
    if (old != NULL && chance(3) == 0) {
        if (!set_remove(&cell, text)) return;
        if (cell.entry == NULL)
            effect_delete(&core->effects, db, key, 0);
        else
            effect_field_absent(&core->effects, db, key, KIND_SET_MEMBER, text);
    } else if (set_add(&cell, text)) {
        if (old == NULL)
            effect_value(&core->effects, db, key, cell.entry);
        else
            effect_field(&core->effects, db, key, KIND_SET_MEMBER, text, (struct bytes){0},
                         EXPIRE_ABSENT);
    }
}

/* Deltas, which are wrong when they are applied twice. */
static void write_list(struct core *core, unsigned db, const struct key *key, struct entry *old) {
    char text[16];
    struct cell cell = cell_of(core->keyspace, db, key, old);
    int len = snprintf(text, sizeof text, "e%u", chance(1000));
    struct bytes element = bytes_of(text, (size_t)len);
    uint64_t count = lists_count(old);
    uint64_t index = count > 0 ? chance((unsigned)count) : 0;
    if (count > 2 && chance(3) == 0) {
        lists_remove(&cell, index, 1);
        struct bytes one = bytes_of("\1\0\0\0\0\0\0\0", 8);
        effect_delta(&core->effects, db, key, KIND_LIST_REMOVE, index, one);
    } else {
        lists_insert(&cell, index, element);
        if (old == NULL)
            effect_value(&core->effects, db, key, cell.entry);
        else
            effect_delta(&core->effects, db, key, KIND_LIST_INSERT, index, element);
    }
}

static void write_something(struct core *core) {
    char name[16];
    unsigned db = chance(DATABASES);
    struct key key = key_on(core, name);
    struct entry *old = keyspace_find(core->keyspace, db, &key, false);
    if (old != NULL && chance(10) == 0) {
        keyspace_delete(core->keyspace, db, &key, old);
        effect_delete(&core->effects, db, &key, 0);
        return;
    }
    enum value_type type = old != NULL      ? entry_type(old)
                           : chance(3) == 0 ? VALUE_SET
                           : chance(2) == 0 ? VALUE_LIST
                                            : VALUE_STRING;
    if (type == VALUE_STRING)
        write_string(core, db, &key, old);
    else if (type == VALUE_SET)
        write_set(core, db, &key, old);
    else
        write_list(core, db, &key, old);
}

static void mark(struct core *core, enum mark_op op, uint64_t tx, unsigned parts) {
    struct buffer record = {0};
    mark_write(&record, &(struct mark){.op = op, .tx = tx, .parts = parts});
    writer_add(core->writer, buffer_view(&record));
    buffer_clear(&record);
    if (op == MARK_TX_BEGIN)
        line_begin(line, core->index, tx, writer_open_batch(core->writer));
    else
        line_mark(line, core->index, tx, parts, writer_open_batch(core->writer));
}

static struct transaction *begin_transaction(void) {
    transactions = grow(transactions, transaction_count, &transaction_size, sizeof *transactions);
    struct transaction *tx = &transactions[transaction_count++];
    *tx = (struct transaction){.id = ++next_tx};
    for (unsigned i = 0; i < core_count; i++) tx->is_in[i] = core_count < 3 || chance(4) != 0;
    return tx;
}

static unsigned parts_of(const struct transaction *tx) {
    unsigned parts = 0;
    for (unsigned i = 0; i < core_count; i++) parts += tx->is_in[i];
    return parts;
}

/* Some time passes between what happens on the cores. */
static void let_run(void) {
    unsigned core = chance(2 * core_count);
    if (core < core_count) writer_turn_end(cores[core].writer);
    sim_run(chance(12));
    if (chance(20) == 0) sim_advance(chance(700));
}

static void write_transaction(void) {
    size_t number = transaction_count;
    begin_transaction();
    bool has_two_hops = chance(3) == 0;
    for (unsigned i = 0; i < core_count && has_two_hops; i++) {
        struct transaction *tx = &transactions[number];
        if (!tx->is_in[i]) continue;
        mark(&cores[i], MARK_TX_BEGIN, tx->id, 0);
        tx->first[i] = writer_open_batch(cores[i].writer);
        write_something(&cores[i]);
        let_run();
    }
    for (unsigned i = 0; i < core_count; i++) {
        struct transaction *tx = &transactions[number];
        if (!tx->is_in[i]) continue;
        write_something(&cores[i]);
        mark(&cores[i], MARK_TX, tx->id, parts_of(tx));
        tx->last[i] = writer_open_batch(cores[i].writer);
        if (tx->first[i] == 0) tx->first[i] = tx->last[i];
        let_run();
    }
}

/* On all cores, one transaction. */
static void write_global(bool is_swap) {
    size_t number = transaction_count;
    struct transaction *tx = begin_transaction();
    for (unsigned i = 0; i < core_count; i++) {
        struct core *core = &cores[i];
        tx = &transactions[number];
        tx->is_in[i] = true;
        if (is_swap) {
            keyspace_swap(core->keyspace, 0, 1);
            effect_swap(&core->effects, 0, 1);
        } else {
            keyspace_flush(core->keyspace, 1);
            while (keyspace_free_some(core->keyspace, 1000)) continue;
            effect_flush(&core->effects, 1);
        }
        compactor_note_global(core->compactor);
        mark(core, MARK_TX, tx->id, core_count);
        tx->first[i] = tx->last[i] = writer_open_batch(core->writer);
    }
}

/* ---- running ---- */

/* No manifest takes the place of another, and then the power goes. */
static int without_manifest(enum disk_op op, const char *path) {
    if (aim.seen == aim.at + aim.count) sim_cut_power();
    return op == DISK_OP_RENAME && strstr(path, MANIFEST_NAME) != NULL ? -EIO : 0;
}

static int aimed(enum disk_op op, const char *path) {
    if (aim.harm == HARM_NONE || ++aim.seen < aim.at) return 0;
    if (aim.harm == HARM_MANIFEST) return without_manifest(op, path);
    if (aim.harm == HARM_ERROR) return aim.seen < aim.at + aim.count ? aim.error : 0;
    if (aim.seen == aim.at && aim.harm == HARM_POWER) sim_cut_power();
    is_dead |= aim.seen == aim.at && aim.harm == HARM_DEATH;
    return is_dead ? -EIO : 0;
}

static int decide(void *arg, enum disk_op op, const char *path, uint64_t number) {
    (void)arg, (void)number;
    if (is_dead) return -EIO;
    if (aim.harm != HARM_NONE) return aimed(op, path);
    if (fault_one_in == 0 || op == DISK_OP_OPEN || op == DISK_OP_READ) return 0;
    return chance(fault_one_in) == 0 ? (chance(2) ? -EIO : -ENOSPC) : 0;
}

static void on_progress(void *arg) {
    struct core *core = arg;
    line_reach(line, core->index, writer_durable(core->writer));
    line_draw(line);
    for (unsigned i = 0; i < core_count; i++) cores[i].acked = line_of(line, i);
}

static void at_turn_end(void *arg) {
    struct core *core = arg;
    if (is_stopping) return; /* the turn that ends the loop begins nothing that nobody would end */
    writer_turn_end(core->writer);
    uint64_t lines[CORES];
    for (unsigned i = 0; i < core_count; i++) lines[i] = line_of(line, i);
    compactor_look(core->compactor, chance(2) ? lines : NULL);
}

/* False if the disk does not want to. */
static bool open_writer(struct core *core, uint64_t first_batch, uint64_t first_segment) {
    struct writer_options options = {.directory = core->directory,
                                     .core = core->index,
                                     .cores = core_count,
                                     .effects = &core->effects,
                                     .policy = policy,
                                     .first_batch = first_batch,
                                     .first_segment = first_segment,
                                     .on_progress = on_progress,
                                     .arg = core};
    core->writer = writer_create(&options);
    return writer_make_file(core->writer) == 0;
}

static void start_core(struct core *core, uint64_t first_batch, const struct recovery *recovery) {
    struct recovery_file file;
    for (unsigned i = 0; recovery != NULL && recovery_kept_file(recovery, i, &file); i++)
        writer_adopt(core->writer, file.number, file.bytes, file.records);
    for (unsigned i = 0; recovery != NULL && recovery_file(recovery, i, &file); i++)
        writer_adopt(core->writer, file.number, file.bytes, file.records);
    core->loop = loop_create(&(struct loop_options){.index = core->index});
    core->retention = retention_open(core->directory, core->manifest, NULL);
    retention_start(core->retention, core->loop);
    retention_set(core->retention, keep_ms);
    writer_set_retention(core->writer, core->retention);
    core->sink = writer_sink(core->writer);
    core->effects.sink = (struct effect_sink){.record = on_record, .arg = core};
    core->hook = (struct turn_hook){.run = at_turn_end, .arg = core};
    loop_add_turn_hook(core->loop, &core->hook);
    struct compactor_options compact = {.loop = core->loop,
                                        .keyspace = core->keyspace,
                                        .effects = &core->effects,
                                        .writer = core->writer,
                                        .retention = core->retention,
                                        .directory = core->directory,
                                        .databases = DATABASES,
                                        .manifest = core->manifest};
    core->compactor = compactor_create(&compact);
    line_reach(line, core->index, first_batch);
}

static void launch(void) {
    for (unsigned i = 0; i < core_count; i++) loop_launch(cores[i].loop, NULL, NULL);
    sim_run(STEPS);
    for (unsigned i = 0; i < core_count; i++) writer_start(cores[i].writer, cores[i].loop);
    line_draw(line);
}

static void create_cores(void) {
    line = line_create(core_count);
    for (unsigned i = 0; i < core_count; i++) {
        struct core *core = &cores[i];
        *core = (struct core){.index = i};
        snprintf(core->directory, sizeof core->directory, "/data/core-%u", i);
        core->keyspace = new_keyspace(core);
        unsigned first = i * PARTITIONS / core_count, end = (i + 1) * PARTITIONS / core_count;
        effects_init(&core->effects, first, end - first);
        core->manifest = memory_alloc_zeroed(sizeof *core->manifest);
        *core->manifest = (struct manifest){.core = i,
                                            .cores = core_count,
                                            .partition_first = first,
                                            .partition_count = end - first,
                                            .first_segment = 1};
        CHECK_EQ(directory_make(core->directory), 0);
        CHECK_EQ(manifest_write(core->directory, core->manifest), 0);
        REQUIRE(open_writer(core, 1, 1));
        start_core(core, 1, NULL);
    }
    launch();
}

static void live(unsigned steps) {
    for (unsigned i = 0; i < steps; i++) {
        struct core *core = &cores[chance(core_count)];
        unsigned what = chance(100);
        if (what < 70)
            write_something(core);
        else if (what < 90)
            write_transaction();
        else if (what < 93)
            write_global(chance(4) == 0);
        else if (what < 96)
            compactor_run_all(core->compactor);
        else
            writer_sync_soon(core->writer);
        let_run();
    }
}

/* The loops end; what was in memory only is gone. */
static void stop_all(void) {
    for (unsigned i = 0; i < core_count; i++) compactor_stop(cores[i].compactor);
    sim_run(STEPS);
    is_stopping = true;
    for (unsigned i = 0; i < core_count; i++) loop_stop(cores[i].loop);
    sim_run(STEPS);
    for (unsigned i = 0; i < core_count; i++) {
        struct core *core = &cores[i];
        loop_join(core->loop);
        CHECK(!compactor_is_busy(core->compactor));
        compactor_destroy(core->compactor);
        writer_destroy(core->writer);
        retention_close(core->retention);
        loop_destroy(core->loop);
    }
    is_stopping = false;
}

static void check_transactions(const uint64_t *reached) {
    for (size_t i = 0; i < transaction_count; i++) {
        const struct transaction *tx = &transactions[i];
        unsigned in = 0, touched = 0;
        for (unsigned j = 0; j < core_count; j++) {
            in += tx->last[j] != 0 && tx->last[j] <= reached[j];
            touched += tx->first[j] != 0 && tx->first[j] <= reached[j];
        }
        CHECK(in == 0 ? touched == 0 : in == parts_of(tx));
    }
}

/* Those that are in stay in; of the others nothing is left. */
static void forget_transactions(const uint64_t *reached) {
    size_t left = 0;
    for (size_t i = 0; i < transaction_count; i++) {
        const struct transaction *tx = &transactions[i];
        bool is_in = false;
        for (unsigned j = 0; j < core_count; j++)
            is_in |= tx->last[j] != 0 && tx->last[j] <= reached[j];
        if (is_in) transactions[left++] = *tx;
    }
    transaction_count = left;
}

/* What the history says up to that batch. */
static struct keyspace *wanted_keyspace(const struct core *core, uint64_t reached) {
    struct keyspace *wanted = new_keyspace(core);
    struct replay replay;
    replay_init(&replay, wanted);
    for (size_t i = 0; i < core->event_count && core->events[i].batch <= reached; i++) {
        struct effect effect;
        CHECK(effect_decode(core->events[i].record, &effect));
        bool ok = replay_effect(&replay, &effect);
        CHECK(ok);
    }
    replay_clear(&replay);
    return wanted;
}

/* An error is one that the disk has now. */
static bool is_excused(const char *error) {
    bool is_harmed = is_dead || (aim.harm != HARM_NONE && aim.seen >= aim.at);
    if (!is_harmed) CHECK_STR(error, "");
    return is_harmed;
}

static unsigned limited, limited_by_bases; /* how often what follows was possible, and was not */

/* The LSNs that the first records of the history take. */
static void lsns_of(const struct core *core, size_t count, uint64_t *lsns) {
    memset(lsns, 0, PARTITIONS * sizeof *lsns);
    for (size_t i = 0; i < count; i++) {
        struct effect effect;
        CHECK(effect_decode(core->events[i].record, &effect));
        bool is_global = effect.op == EFFECT_FLUSH || effect.op == EFFECT_SWAP;
        unsigned first = core->effects.partition_first;
        for (unsigned j = 0; j < core->effects.partition_count && is_global; j++) lsns[first + j]++;
        if (!is_global) lsns[key_of(effect.key).partition]++;
    }
}

/* As if the history had ended at some moment: what was then, or a base that has more says that it cannot be had. */
static void check_limit(const struct core *core, uint64_t reached) {
    char error[RECOVERY_ERROR] = "";
    uint64_t *lsns = memory_alloc(PARTITIONS * sizeof *lsns);
    uint64_t *ended = memory_alloc_zeroed(PARTITIONS * sizeof *ended);
    size_t count = core->event_count - chance(core->event_count < 40 ? 1 : 40);
    struct recovery *recovery = recovery_open(core->directory, error);
    struct keyspace *found = new_keyspace(core), *wanted = new_keyspace(core);
    struct replay replay;
    int more;
    bool is_there = recovery != NULL && recovery_scan(recovery, error);
    REQUIRE(is_there);
    lsns_of(core, count, lsns);
    recovery_limit(recovery, lsns);
    recovery_begin(recovery, found, reached);
    while ((more = recovery_step(recovery, error)) > 0) continue;
    if (more < 0) {
        CHECK(strstr(error, "a base has LSN") != NULL);
        limited_by_bases++;
    } else {
        replay_init(&replay, wanted);
        for (size_t i = 0; i < count; i++)
            if (!replay_record(&replay, core->events[i].record)) CHECK(false);
        replay_clear(&replay);
        check_same(found, wanted);
        recovery_lsns(recovery, ended);
        CHECK(memcmp(ended, lsns, PARTITIONS * sizeof *lsns) == 0);
        limited++;
    }
    keyspace_destroy(found);
    keyspace_destroy(wanted);
    recovery_destroy(recovery);
    memory_free(lsns);
    memory_free(ended);
}

static bool replay_core(struct core *core, struct recovery *recovery, uint64_t reached) {
    char error[RECOVERY_ERROR] = "";
    int more;
    struct keyspace *found = new_keyspace(core);
    recovery_begin(recovery, found, reached);
    while ((more = recovery_step(recovery, error)) > 0) continue;
    if (more < 0 || error[0] != 0) {
        is_excused(error);
        keyspace_destroy(found);
        return false;
    }
    forget_above(core, reached);
    struct keyspace *wanted = wanted_keyspace(core, reached);
    check_same(found, wanted);
    if (aim.harm == HARM_NONE && fault_one_in == 0 && !is_dead && chance(5) == 0)
        check_limit(core, reached);
    keyspace_destroy(wanted);
    keyspace_destroy(core->keyspace);
    core->keyspace = found;
    return true;
}

static bool scan_core(struct core *core, struct recovery **recovery) {
    char error[RECOVERY_ERROR] = "";
    *recovery = recovery_open(core->directory, error);
    bool is_sound = *recovery != NULL && recovery_scan(*recovery, error);
    if (!is_sound) is_excused(error);
    return is_sound;
}

/* All but what runs on the loop; false if the disk fails meanwhile. */
static bool load_core(struct core *core, struct recovery *recovery, uint64_t reached) {
    struct recovery_facts facts;
    if (!replay_core(core, recovery, reached)) return false;
    recovery_lsns(recovery, core->effects.lsn);
    recovery_facts(recovery, &facts);
    *core->manifest = *recovery_manifest(recovery);
    return recovery_clean(recovery) == 0 && open_writer(core, reached + 1, facts.last_segment + 1);
}

static void go_on(struct core *core, struct recovery *recovery, uint64_t reached) {
    struct recovery_facts facts;
    start_core(core, reached + 1, recovery);
    recovery_facts(recovery, &facts);
    if (facts.globals > 0) compactor_note_global(core->compactor);
    core->acked = reached;
}

static bool scan_all(struct recovery **recoveries, uint64_t *reached) {
    struct line *found = line_create(core_count);
    bool is_good = true;
    for (unsigned i = 0; i < core_count && is_good; i++) {
        is_good = scan_core(&cores[i], &recoveries[i]);
        if (is_good) recovery_feed_floors(recoveries[i], found);
    }
    for (unsigned i = 0; i < core_count && is_good; i++) recovery_feed(recoveries[i], found);
    if (is_good) line_draw(found);
    for (unsigned i = 0; i < core_count && is_good; i++) {
        reached[i] = line_of(found, i);
        CHECK(reached[i] >= cores[i].acked);
    }
    if (is_good) check_transactions(reached);
    if (is_good) forget_transactions(reached);
    line_destroy(found);
    return is_good;
}

/* False if the disk failed meanwhile: then it is as if nothing had been tried. */
static bool recover(void) {
    struct recovery *recoveries[CORES] = {NULL};
    uint64_t reached[CORES];
    bool is_good = scan_all(recoveries, reached);
    for (unsigned i = 0; i < core_count; i++) cores[i].writer = NULL;
    for (unsigned i = 0; i < core_count && is_good; i++)
        is_good = load_core(&cores[i], recoveries[i], reached[i]);
    if (is_good) {
        line_destroy(line);
        line = line_create(core_count);
    }
    for (unsigned i = 0; i < core_count; i++) {
        if (is_good)
            go_on(&cores[i], recoveries[i], reached[i]);
        else if (cores[i].writer != NULL)
            writer_destroy(cores[i].writer);
        if (recoveries[i] != NULL) recovery_destroy(recoveries[i]);
    }
    if (is_good) launch();
    return is_good;
}

/* ---- going back ---- */

/* An earlier moment, about as far on each core. */
static void choose_moment(uint64_t *moment) {
    unsigned share = chance(1001);
    for (unsigned i = 0; i < core_count; i++) {
        moment[i] = cores[i].acked * share / 1000;
        if (moment[i] < cores[i].acked) moment[i] += chance(2);
    }
}

/* False if history does not go back so far. */
static bool open_moment(const uint64_t *moment, struct recovery **recoveries, struct line *then) {
    struct manifest *manifest = memory_alloc(sizeof *manifest);
    char name[RETENTION_NAME_MAX], error[RECOVERY_ERROR] = "";
    bool is_kept = true, is_point = false;
    for (unsigned i = 0; i < core_count && is_kept; i++) {
        is_kept = retention_find(cores[i].directory, moment, manifest, name, error);
        CHECK_STR(error, "");
        if (!is_kept) break;
        is_point |= strcmp(name, MANIFEST_NAME) != 0;
        recoveries[i] = recovery_open_as(cores[i].directory, name, error);
        is_kept = recoveries[i] && recovery_scan_until(recoveries[i], moment[i], error);
        CHECK_STR(error, "");
        if (is_kept) recovery_feed_floors(recoveries[i], then);
    }
    memory_free(manifest);
    moments += is_kept && is_point;
    return is_kept;
}

static void check_core_at(const struct core *core, struct recovery *recovery, uint64_t batch) {
    struct keyspace *found = new_keyspace(core), *wanted = wanted_keyspace(core, batch);
    char error[RECOVERY_ERROR] = "";
    recovery_begin(recovery, found, batch);
    while (recovery_step(recovery, error) > 0) continue;
    CHECK_STR(error, "");
    check_same(found, wanted);
    keyspace_destroy(found);
    keyspace_destroy(wanted);
}

/* After a recovery, before anything else is written. */
static void check_moment(void) {
    uint64_t moment[CORES];
    struct recovery *recoveries[CORES] = {NULL};
    struct line *then = line_create(core_count);
    choose_moment(moment);
    bool is_kept = open_moment(moment, recoveries, then);
    if (keeps_all) CHECK(is_kept);
    for (unsigned i = 0; i < core_count && is_kept; i++)
        recovery_feed_until(recoveries[i], then, moment[i]);
    line_draw(then);
    for (unsigned i = 0; i < core_count && is_kept; i++) {
        moment[i] = line_of(then, i);
        CHECK(moment[i] >= recovery_manifest(recoveries[i])->lines[i]);
        check_core_at(&cores[i], recoveries[i], moment[i]);
    }
    if (is_kept) check_transactions(moment);
    for (unsigned i = 0; i < core_count; i++) {
        if (recoveries[i] != NULL) recovery_destroy(recoveries[i]);
    }
    line_destroy(then);
}

static void destroy_cores(void) {
    for (unsigned i = 0; i < core_count; i++) {
        struct core *core = &cores[i];
        forget_above(core, 0);
        memory_free(core->events);
        memory_free(core->manifest);
        keyspace_destroy(core->keyspace);
        effects_clear(&core->effects);
    }
    line_destroy(line);
    memory_free(transactions);
    transactions = NULL;
    transaction_count = transaction_size = 0;
}

/* The process dies, and with it perhaps the machine; then all is begun again. */
static bool crash(bool is_cut) {
    if (is_cut)
        sim_cut_power();
    else
        is_dead = true;
    stop_all();
    sim_restore_power();
    is_dead = false;
    return recover();
}

static void run_history(uint64_t seed, unsigned count, enum sync_policy wanted, unsigned faults) {
    static const struct disk_faults decider = {.decide = decide};
    sim_set_seed(seed);
    CHECK_EQ(machine_choose(MACHINE_SIM), 0);
    core_count = count;
    policy = wanted;
    fault_one_in = 0;
    keep_ms = (int64_t[]){0, 300, 3000, FOR_EVER}[chance(4)];
    keeps_all = keep_ms == FOR_EVER && faults == 0;
    disk_set_faults(&decider);
    create_cores();
    for (unsigned round = 0; round < 4; round++) {
        fault_one_in = round % 2 == 1 ? faults : 0;
        live(20 + chance(120));
        fault_one_in = 0;
        if (!crash(chance(3) != 0) || (chance(4) == 0 && !crash(true))) return;
        for (unsigned i = 0; i < 3; i++) check_moment();
    }
    stop_all();
    destroy_cores();
    disk_set_faults(NULL);
}

/* ---- at every operation ---- */

enum { FIXED_STEPS = 30, BIG = 150000 };

static void write_big(struct core *core) {
    char name[16];
    static char text[BIG];
    struct key key = key_on(core, name);
    struct entry *old = keyspace_find(core->keyspace, 0, &key, false);
    memset(text, 'a' + (int)chance(26), sizeof text);
    keyspace_put_string(core->keyspace, 0, &key, old, bytes_of(text, BIG), EXPIRE_NONE);
    effect_set(&core->effects, 0, &key, bytes_of(text, BIG), EXPIRE_NONE);
}

static void live_fixed(void) {
    for (unsigned i = 0; i < FIXED_STEPS; i++) {
        live(4);
        write_big(&cores[i % core_count]);
        if (i % 12 == 4) compactor_run_all(cores[i % 2].compactor);
        let_run();
        sim_advance(100);
    }
}

/* A short history, in which that happens; false if it was over before. */
static bool run_fixed(enum harm harm, uint64_t at, uint64_t count, int error) {
    static const struct disk_faults decider = {.decide = decide};
    sim_set_seed(check_seed + at);
    check_state = check_seed;
    CHECK_EQ(machine_choose(MACHINE_SIM), 0);
    core_count = 2;
    policy = at % 2 == 0 ? SYNC_ALWAYS : SYNC_EVERYSEC;
    fault_one_in = 0;
    keep_ms = (int64_t[]){0, 1000, FOR_EVER}[at % 3];
    keeps_all = keep_ms == FOR_EVER && harm != HARM_ERROR;
    aim.harm = HARM_NONE;
    disk_set_faults(&decider);
    create_cores();
    aim.harm = harm;
    aim.at = at;
    aim.seen = 0;
    aim.count = count;
    aim.error = error;
    live_fixed();
    bool is_recovered = crash(chance(2) == 0);
    bool has_met = aim.seen >= aim.at;
    aim.harm = HARM_NONE;
    if (!is_recovered) {
        is_dead = false;
        sim_restore_power();
        is_recovered = recover();
    }
    if (is_recovered) {
        live(10);
        is_recovered = crash(true);
    }
    CHECK(is_recovered);
    if (!is_recovered) return false;
    for (unsigned i = 0; i < 3; i++) check_moment();
    stop_all();
    destroy_cores();
    disk_set_faults(NULL);
    return has_met;
}

/* Of each test. */
static unsigned histories(void) {
    const char *wanted = getenv("ANAX_HISTORIES");
#ifdef __SANITIZE_ADDRESS__
    unsigned usual = 60; /* slower */
#else
    unsigned usual = 1000; /* of each of two: the least that a CI run is to have */
#endif
    return wanted != NULL ? (unsigned)atoi(wanted) : usual;
}

TEST(what_was_acknowledged_is_there_after_a_power_cut_and_no_transaction_is_torn) {
    for (unsigned i = 0; i < histories(); i++)
        run_history(check_random(), 1 + chance(CORES), chance(2) ? SYNC_ALWAYS : SYNC_EVERYSEC, 0);
    CHECK(moments > histories() / 2); /* else that would not be tried */
    CHECK(limited > histories() / 50);
    CHECK(limited_by_bases > histories() / 50);
}

TEST(it_is_so_with_a_disk_that_fails_now_and_then) {
    for (unsigned i = 0; i < histories(); i++)
        run_history(check_random(), 1 + chance(CORES), chance(2) ? SYNC_ALWAYS : SYNC_EVERYSEC, 30);
}

/* How many operations of a run are passed over for each that is aimed at. */
static uint64_t stride(void) {
    const char *wanted = getenv("ANAX_CUT_STRIDE");
#ifdef __SANITIZE_ADDRESS__
    uint64_t usual = 60;
#else
    uint64_t usual = 11;
#endif
    return wanted != NULL ? (uint64_t)atoi(wanted) : usual;
}

static void at_every_operation(enum harm harm, uint64_t count, int error) {
    const char *first = getenv("ANAX_CUT_AT");
    uint64_t runs = 0;
    uint64_t at = first != NULL ? (uint64_t)atoi(first) : 1 + chance((unsigned)stride());
    unsigned failures = check_failures;
    for (; run_fixed(harm, at, count, error) && check_failures == failures; at += stride()) runs++;
    if (check_failures > failures)
        printf("  ANAX_CUT_AT=%" PRIu64 " ANAX_CUT_STRIDE=1000000 begins with it\n", at);
    CHECK(runs > 300 / stride()); /* a history has some 1,700 */
}

TEST(the_power_may_go_at_any_operation_of_the_disk) {
    at_every_operation(HARM_POWER, 0, 0);
}

TEST(the_process_may_die_at_any_operation_of_the_disk_and_the_power_go_later) {
    at_every_operation(HARM_DEATH, 0, 0);
}

TEST(manifests_may_fail_for_a_while_before_the_power_goes) {
    at_every_operation(HARM_MANIFEST, 200, 0);
}

TEST(any_operation_of_the_disk_may_fail_once) {
    at_every_operation(HARM_ERROR, 1, -EIO);
}

TEST(the_disk_may_be_full_for_a_while_from_any_operation_on) {
    at_every_operation(HARM_ERROR, 40, -ENOSPC);
}

/* ---- damage ---- */

struct damage {
    char path[PATH];
    uint64_t offset;
    size_t len;
    char was[SECTOR], is[SECTOR];
};

struct choice {
    unsigned seen;
    char name[64];
};

static void choose(void *arg, const char *name) {
    struct choice *choice = arg;
    if (chance(++choice->seen) == 0) snprintf(choice->name, sizeof choice->name, "%s", name);
}

static void put(const struct damage *damage, const char *bytes) {
    struct disk_file *file;
    CHECK_EQ(disk_open(damage->path, DISK_WRITE, &file), 0);
    CHECK_EQ(disk_write_now(file, damage->offset, bytes_of(bytes, damage->len)), 0);
    disk_close(file);
}

/* A bit is flipped, a sector is zero, or holds what belongs to another place. False if nothing is changed by that. */
static bool do_damage(struct damage *damage) {
    struct choice choice = {0};
    struct disk_file *file;
    uint64_t size;
    const struct core *core = &cores[chance(core_count)];
    CHECK_EQ(disk_list(core->directory, choose, &choice), 0);
    snprintf(damage->path, sizeof damage->path, "%s/%s", core->directory, choice.name);
    CHECK_EQ(disk_open(damage->path, 0, &file), 0);
    CHECK_EQ(disk_size(file, &size), 0);
    unsigned kind = chance(5);
    damage->offset = size > 0 ? chance((unsigned)size) : 0;
    if (kind < 2) damage->offset -= damage->offset % SECTOR;
    damage->len = kind >= 2 ? 1 : SECTOR;
    if (damage->len > size - damage->offset) damage->len = size - damage->offset;
    CHECK(disk_read_now(file, damage->offset, damage->was, damage->len) >= 0);
    memset(damage->is, 0, sizeof damage->is);
    uint64_t other = size > SECTOR ? chance((unsigned)(size / SECTOR)) * SECTOR : 0;
    if (kind == 1) CHECK(disk_read_now(file, other, damage->is, damage->len) >= 0);
    if (kind >= 2) damage->is[0] = (char)(damage->was[0] ^ 1 << chance(8));
    disk_close(file);
    if (damage->len == 0 || memcmp(damage->was, damage->is, damage->len) == 0) return false;
    put(damage, damage->is);
    return true;
}

/* What is read is a state that was there, or reading is refused. */
static bool is_refused(void) {
    struct recovery *recoveries[CORES] = {NULL};
    uint64_t reached[CORES];
    char error[RECOVERY_ERROR] = "";
    bool is_good = scan_all(recoveries, reached);
    for (unsigned i = 0; i < core_count && is_good; i++) {
        int more;
        struct keyspace *found = new_keyspace(&cores[i]);
        recovery_begin(recoveries[i], found, reached[i]);
        while ((more = recovery_step(recoveries[i], error)) > 0) continue;
        is_good = more == 0;
        struct keyspace *wanted = wanted_keyspace(&cores[i], reached[i]);
        if (is_good) check_same(found, wanted);
        keyspace_destroy(wanted);
        keyspace_destroy(found);
    }
    for (unsigned i = 0; i < core_count; i++) {
        if (recoveries[i] != NULL) recovery_destroy(recoveries[i]);
    }
    return !is_good;
}

/* ANAX_FLIPS: how often in all. */
static unsigned flips(void) {
    const char *wanted = getenv("ANAX_FLIPS");
#ifdef __SANITIZE_ADDRESS__
    unsigned usual = 250;
#else
    unsigned usual = 3000;
#endif
    return wanted != NULL ? (unsigned)atoi(wanted) : usual;
}

enum { FLIPS_A_HISTORY = 250 };

static unsigned damage_a_history(void) {
    unsigned refused = 0;
    struct damage *damage = memory_alloc_zeroed(sizeof *damage);
    sim_set_seed(check_random());
    CHECK_EQ(machine_choose(MACHINE_SIM), 0);
    core_count = 2;
    policy = SYNC_ALWAYS;
    fault_one_in = 0;
    create_cores();
    live(100);
    compactor_run_all(cores[chance(2)].compactor);
    for (unsigned i = 0; i < 10; i++) sim_advance(200);
    live(60);
    stop_all();
    for (unsigned i = 0; i < core_count; i++) cores[i].acked = 0; /* the last batch may be lost */
    aim.harm = HARM_ERROR;                                        /* so that an error is excused */
    aim.at = aim.seen = 1;
    for (unsigned i = 0; i < FLIPS_A_HISTORY; i++) {
        while (!do_damage(damage)) continue;
        refused += is_refused();
        put(damage, damage->was);
    }
    aim.harm = HARM_NONE;
    CHECK(!is_refused());
    destroy_cores();
    memory_free(damage);
    return refused;
}

TEST(damage_in_any_file_gives_no_state_that_was_not_there) {
    unsigned refused = 0, done = 0;
    for (; done < flips(); done += FLIPS_A_HISTORY) refused += damage_a_history();
    CHECK(refused > done / 4);
}
