/* Runs of a log with any numbers of cores, some of which went back: whoever has some of the history, at any place where
 * nothing is torn, is given exactly the rest of it, each partition's records in their order. */
#include "check.h"

#include <errno.h>
#include <stdio.h>

#include "base/memory.h"
#include "log/effect.h"
#include "log/lineage_reader.h"
#include "log/log_batch.h"
#include "log/old_runs.h"
#include "log/segment.h"
#include "sys/disk.h"
#include "sys/file.h"
#include "sys/sim.h"

enum { CORES_MAX = 5, EVENTS = 60, RUNS = 4, CUTS = 400, HISTORY = RUNS * EVENTS + 1 };
#define ROOT "/root"

/* One core's log of the run that is written. */
struct log {
    unsigned first, count;
    uint64_t file, batch, lsn[PARTITIONS];
    uint32_t id;
    unsigned records;
    struct buffer bytes, open;
};

struct cut {
    uint64_t lsn[PARTITIONS];
    unsigned flushes; /* before it */
};

/* What is true: the number of the event of each LSN. */
static uint32_t (*history)[HISTORY];
static struct effects *effects;
static struct log *logs;
static unsigned cores;
static uint64_t run;
static uint32_t event;
static struct cut *cuts; /* between two events */
static unsigned cut_count, flushes;

static unsigned first_of(unsigned core, unsigned count) {
    return (core * PARTITIONS + count - 1) / count;
}

static void path_of(uint64_t number, unsigned core, const char *name, char *path) {
    snprintf(path, 100, ROOT "/run-%llu-core-%u%s%s", (unsigned long long)number, core,
             name[0] ? "/" : "", name);
}

/* ---- writing ---- */

static void put_file(struct log *log) {
    char path[100], name[SEGMENT_NAME_MAX];
    segment_name(log->file, name);
    path_of(run, (unsigned)(log - logs), name, path);
    CHECK_EQ(file_replace(path, buffer_view(&log->bytes)), 0);
}

static void seal(struct log *log) {
    struct log_batch_head head = {.number = log->batch++,
                                  .durable = log->batch - 1,
                                  .wall_ms = 1,
                                  .record_count = log->records};
    log_batch_seal(&log->open, &head, log->id, BATCH_ALIGN);
    buffer_append(&log->bytes, buffer_view(&log->open));
    log->open.len = 0;
    log_batch_begin(&log->open);
    log->records = 0;
}

static void begin_file(struct log *log) {
    struct segment_head head = {.id = log->id = (uint32_t)check_random() | 1,
                                .core = (uint32_t)(log - logs),
                                .cores = cores,
                                .partition_first = log->first,
                                .partition_count = log->count,
                                .number = ++log->file,
                                .first_batch = log->batch};
    memcpy(head.lsn, log->lsn + log->first, log->count * sizeof head.lsn[0]);
    log->bytes.len = 0;
    segment_head_write(&head, &log->bytes);
    seal(log); /* an empty one, as the first is */
}

static void log_record(struct log *log, struct bytes record) {
    log_batch_add(&log->open, record);
    log->records++;
    if (check_random_below(3) > 0) return;
    seal(log);
    if (check_random_below(4) > 0) return;
    put_file(log);
    begin_file(log);
}

static void on_record(void *arg, uint16_t partition, uint64_t lsn, struct bytes record) {
    struct effect effect;
    (void)arg;
    REQUIRE(effect_decode(record, &effect));
    bool is_global = effect_is_global(&effect);
    for (unsigned i = 0; i < PARTITIONS; i++)
        if (is_global || i == partition) history[i][effects->lsn[i]] = event;
    CHECK(is_global || lsn == effects->lsn[partition]);
    for (unsigned i = 0; i < cores; i++) {
        struct log *log = &logs[i];
        bool is_here = partition >= log->first && partition < log->first + log->count;
        if (!is_global && !is_here) continue;
        memcpy(log->lsn, effects->lsn, sizeof log->lsn);
        log_record(log, record);
    }
}

static void note_cut(void) {
    REQUIRE(cut_count < CUTS);
    memcpy(cuts[cut_count].lsn, effects->lsn, sizeof cuts[0].lsn);
    cuts[cut_count++].flushes = flushes;
}

/* Its number is in the record: as the value, or as the database that is flushed. */
static void do_event(void) {
    char name[16], text[16];
    event++;
    if (check_random_below(8) == 0) {
        effect_flush(effects, event);
        flushes++;
    } else {
        snprintf(name, sizeof name, "k%u", (unsigned)check_random_below(40));
        snprintf(text, sizeof text, "%u", event);
        struct key key = key_of(bytes_of_string(name));
        effect_set(effects, 0, &key, bytes_of_string(text), EXPIRE_ABSENT);
    }
    note_cut();
}

static void begin_run(bool continues) {
    struct manifest_root root = {.continues = continues, .run = ++run};
    char path[100];
    if (run > 1) CHECK_EQ(old_runs_keep(ROOT), 0);
    root.cores = cores = 1 + (unsigned)check_random_below(CORES_MAX);
    root.paths = memory_alloc_zeroed(cores * sizeof *root.paths);
    for (unsigned i = 0; i < cores; i++) {
        struct log *log = &logs[i];
        struct manifest *manifest = memory_alloc_zeroed(sizeof *manifest);
        *log = (struct log){.first = first_of(i, cores), .batch = 1};
        log->count = first_of(i + 1, cores) - log->first;
        memcpy(log->lsn, effects->lsn, sizeof log->lsn);
        log_batch_begin(&log->open);
        manifest->core = i;
        manifest->cores = cores;
        manifest->partition_first = log->first;
        manifest->partition_count = log->count;
        manifest->first_segment = 1;
        path_of(run, i, "", path);
        snprintf(root.paths[i], MANIFEST_PATH, "%s", path + sizeof ROOT);
        CHECK_EQ(directory_make(path), 0);
        CHECK_EQ(manifest_write(path, manifest), 0);
        memory_free(manifest);
        begin_file(log);
    }
    CHECK_EQ(manifest_write_root(ROOT, &root), 0);
    manifest_clear_root(&root);
}

static void end_run(void) {
    for (unsigned i = 0; i < cores; i++) {
        seal(&logs[i]);
        put_file(&logs[i]);
        buffer_clear(&logs[i].bytes);
        buffer_clear(&logs[i].open);
    }
}

/* A place where nothing is torn: one between two events, or for each partition another one, with no record without a key
 * between. */
static void choose_cut(struct cut *cut) {
    *cut = cuts[check_random_below(cut_count)];
    const struct cut *other = &cuts[check_random_below(cut_count)];
    for (unsigned i = 0; i < PARTITIONS && cut->flushes == other->flushes; i++)
        if (check_random_below(2) == 0) cut->lsn[i] = other->lsn[i];
}

static bool is_within(const uint64_t *lsns, const uint64_t *limit) {
    for (unsigned i = 0; i < PARTITIONS; i++)
        if (lsns[i] > limit[i]) return false;
    return true;
}

/* What is beyond it is not part of the history any more, though the old run's log has it. */
static void go_back(void) {
    struct cut *cut = memory_alloc(sizeof *cut);
    unsigned count = 0;
    choose_cut(cut);
    memcpy(effects->lsn, cut->lsn, sizeof cut->lsn);
    flushes = cut->flushes;
    for (unsigned i = 0; i < cut_count; i++)
        if (is_within(cuts[i].lsn, cut->lsn)) cuts[count++] = cuts[i];
    cut_count = count;
    note_cut();
    memory_free(cut);
}

/* ---- reading ---- */

static uint32_t event_of(struct bytes record) {
    struct effect effect;
    unsigned number = 0;
    if (!effect_decode(record, &effect)) return 0; /* no event has this number */
    if (effect.op == EFFECT_FLUSH) return effect.db;
    char text[16];
    snprintf(text, sizeof text, "%.*s", (int)effect.body.len, effect.body.data);
    sscanf(text, "%u", &number);
    return number;
}

/* Reads it, and compares it with what is true. Returns what lineage_reader_open said. */
static int read_rest(const struct lineage_wish *wish, const uint64_t *until) {
    struct lineage_reader *reader;
    struct bytes record;
    unsigned partition;
    uint64_t lsn[PARTITIONS];
    memcpy(lsn, wish->from, sizeof lsn);
    int result = lineage_reader_open(ROOT, wish, &reader);
    if (result < 0) return result;
    while ((result = lineage_reader_next(reader, &record, &partition)) == 1) {
        for (unsigned i = 0; i < wish->partition_count; i++) {
            unsigned place = wish->partition_first + i;
            if (partition < PARTITIONS && partition != place) continue;
            uint64_t next = ++lsn[place];
            CHECK(next < HISTORY && history[place][next] == event_of(record));
        }
    }
    CHECK_EQ(result, 0);
    for (unsigned i = 0; i < wish->partition_count; i++) {
        unsigned place = wish->partition_first + i;
        CHECK(lsn[place] == until[place] ||
              (until[place] < wish->from[place] && lsn[place] == wish->from[place]));
    }
    lineage_reader_close(reader);
    return 0;
}

static int read_some(const struct cut *from, const uint64_t *until, bool is_live) {
    unsigned count = 1 + (unsigned)check_random_below(CORES_MAX);
    unsigned core = (unsigned)check_random_below(count);
    struct lineage_wish wish = {.partition_first = first_of(core, count),
                                .partition_count =
                                    first_of(core + 1, count) - first_of(core, count),
                                .from = from->lsn,
                                .until = is_live ? NULL : until,
                                .is_live = is_live};
    return read_rest(&wish, until);
}

/* ---- tests ---- */

static void begin_history(uint64_t seed) {
    sim_set_seed(seed);
    CHECK_EQ(machine_choose(MACHINE_SIM), 0);
    CHECK_EQ(directory_make(ROOT), 0);
    history = memory_alloc_zeroed(PARTITIONS * sizeof *history);
    effects = memory_alloc_zeroed(sizeof *effects);
    logs = memory_alloc_zeroed(CORES_MAX * sizeof *logs);
    cuts = memory_alloc_zeroed(CUTS * sizeof *cuts);
    effects_init(effects, 0, PARTITIONS);
    effects->sink = (struct effect_sink){.record = on_record};
    run = event = flushes = 0;
    cut_count = 1;
    begin_run(false);
}

static void end_history(void) {
    effects_clear(effects);
    memory_free(history);
    memory_free(effects);
    memory_free(logs);
    memory_free(cuts);
}

/* Returns where the last run began. */
static void write_runs(unsigned count, struct cut *start) {
    for (unsigned i = 0; i < count; i++) {
        for (unsigned j = (unsigned)check_random_below(EVENTS); j > 0; j--) do_event();
        end_run();
        if (i + 1 == count) return;
        if (check_random_below(2) == 0) go_back();
        memcpy(start->lsn, effects->lsn, sizeof start->lsn);
        begin_run(true);
    }
}

TEST(who_has_some_of_a_history_gets_the_rest_of_it) {
    struct cut *start = memory_alloc_zeroed(sizeof *start);
    struct cut *from = memory_alloc(sizeof *from), *until = memory_alloc(sizeof *until);
    for (unsigned seed = 1; seed <= 60; seed++) {
        begin_history(seed);
        write_runs(2 + (unsigned)check_random_below(RUNS - 1), start);
        for (unsigned i = 0; i < 30; i++) {
            choose_cut(from);
            CHECK_EQ(read_some(from, start->lsn, true), 0);
            choose_cut(until);
            if (is_within(from->lsn, until->lsn)) CHECK_EQ(read_some(from, until->lsn, false), 0);
        }
        end_history();
    }
    memory_free(start);
    memory_free(from);
    memory_free(until);
}

TEST(a_gap_is_found_and_never_passed_over) {
    struct cut *start = memory_alloc_zeroed(sizeof *start), *from = memory_alloc(sizeof *from);
    unsigned refused = 0, read = 0;
    for (unsigned seed = 1; seed <= 60; seed++) {
        char path[100], name[SEGMENT_NAME_MAX];
        begin_history(seed);
        write_runs(RUNS, start);
        segment_name(1 + check_random_below(3), name);
        path_of(1 + check_random_below(RUNS - 1), 0, name, path);
        int ignored = disk_remove(path); /* it may have less files */
        (void)ignored;
        for (unsigned i = 0; i < 20; i++) {
            struct lineage_reader *reader;
            choose_cut(from);
            struct lineage_wish wish = {
                .partition_count = PARTITIONS, .from = from->lsn, .is_live = true};
            int result = lineage_reader_open(ROOT, &wish, &reader);
            struct bytes record;
            unsigned partition;
            bool is_open = result == 0;
            uint64_t count = 0;
            while (is_open && (result = lineage_reader_next(reader, &record, &partition)) == 1)
                count++;
            if (is_open) lineage_reader_close(reader);
            refused += result < 0;
            read += result == 0;
            if (result == 0) CHECK_EQ(read_rest(&wish, start->lsn), 0);
        }
        end_history();
    }
    CHECK(refused > 50);
    CHECK(read > 50);
    memory_free(start);
    memory_free(from);
}

TEST(a_run_that_began_with_other_data_goes_on_from_none) {
    struct cut *start = memory_alloc_zeroed(sizeof *start);
    begin_history(1);
    do_event();
    end_run();
    begin_run(false);
    end_run();
    CHECK_EQ(read_some(start, start->lsn, true), -ENOENT);
    end_history();
    memory_free(start);
}
