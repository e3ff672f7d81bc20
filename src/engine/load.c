/* engine/load.c - recovery over all cores.
 *
 *      root manifest ── none ──────────────────────────────┐
 *          └─> scan (all parts) -> line -> replay (all) ─┬─┤ as many cores: journals open
 *                                                        └─> other: deal, bases, new run, journals open
 *
 * With a limit it is the last way, too. If bases have more than that, the same is tried with the run before (log/lineage.h):
 * what later runs have logged up to the limit comes on top of it.
 *
 * A part is what one core had written. Core i loads the parts i, i + cores, ... */
#include "engine/load.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

#include "base/memory.h"
#include "base/panic.h"
#include "engine/core.h"
#include "engine/journal.h"
#include "engine/own_writes.h"
#include "engine/tx.h"
#include "log/base.h"
#include "log/compactor.h"
#include "log/line.h"
#include "log/lineage_reader.h"
#include "log/manifest.h"
#include "log/old_runs.h"
#include "log/recover.h"
#include "log/region.h"
#include "log/retention.h"
#include "log/shadow.h"
#include "sys/disk.h"
#include "sys/file.h"

enum { PATH_LEN = 4096, SLICE_NS = 1000000, PROGRESS_NS = 1000000000, DEAL_BYTES = 1 << 20 };

struct load;

/* Work of one core, on a fiber there. */
struct job {
    struct mail mail;
    struct load *load;
    struct core *core;
    void (*run)(struct job *job);
    bool has_failed;
    char error[LOAD_ERROR];
};

struct part {
    struct recovery *recovery;
    struct keyspace *keyspace; /* of its own, where the number of cores has changed */
    char path[PATH_LEN];
    int error; /* of settling it */
};

struct load {
    struct engine *engine;
    struct core *home; /* of the fiber that waits for the others */
    const struct load_options *options;
    uint64_t *limit; /* of the parts; NULL: there is none */
    struct manifest_root root;
    struct part *parts;
    unsigned part_count;
    struct line *line;
    bool is_reshaped;
    bool is_begun_late;      /* while there is data already, which is not in it at first */
    char (*paths)[PATH_LEN]; /* of the cores' directories from now on */
    struct job *jobs;
    unsigned pending;
    struct event done;
    char *error;
};

/* ---- work on all cores ---- */

static void job_returned(struct mail *mail) {
    struct load *load = ((struct job *)mail)->load;
    if (--load->pending == 0) event_signal(&load->done);
}

static void job_main(void *arg) {
    struct job *job = arg;
    job->run(job);
    job->mail.deliver = job_returned;
    mail_post(job->load->home->loop, &job->mail);
}

static void job_arrived(struct mail *mail) {
    fiber_start(FIBER_LARGE, job_main, mail);
}

static void tell_progress(const struct engine *engine) {
    struct load_progress progress;
    load_progress(engine, &progress);
    if (progress.bytes_done < progress.bytes)
        log_line('*', "Loading the log: %.1f%% of %.1f MB",
                 (double)progress.bytes_done * 100 / (double)progress.bytes,
                 (double)progress.bytes / 1e6);
}

static bool fail(struct load *load, const char *what, int error) {
    snprintf(load->error, LOAD_ERROR, "%.900s: %s", what, strerror(-error));
    return false;
}

void load_cancel(struct engine *engine) {
    atomic_store(&engine->is_load_cancelled, true);
}

bool load_is_cancelled(const struct engine *engine) {
    return atomic_load(&engine->is_load_cancelled);
}

/* What ends a log goes on. */
static bool is_cancelled(const struct load *load) {
    return load->options != NULL && load_is_cancelled(load->engine);
}

/* Runs it on a fiber of every core; false if one has failed: its reason is in error. Long work says once a second how
 * far it is. */
static bool on_all_cores(struct load *load, void (*run)(struct job *job)) {
    unsigned count = load->engine->core_count;
    if (is_cancelled(load)) return fail(load, load->options->directory, -ECANCELED);
    load->home = core_current();
    load->pending = count;
    load->done = (struct event){0};
    for (unsigned i = 0; i < count; i++) {
        struct job *job = &load->jobs[i];
        *job = (struct job){.load = load, .core = load->engine->cores[i], .run = run};
        job->mail.deliver = job_arrived;
        mail_post(job->core->loop, &job->mail);
    }
    mail_flush();
    while (!event_wait_until(&load->done, loop_now_ns(loop_current()) + PROGRESS_NS))
        tell_progress(load->engine);
    for (unsigned i = 0; i < count; i++) {
        if (!load->jobs[i].has_failed) continue;
        snprintf(load->error, LOAD_ERROR, "%s", load->jobs[i].error);
        return false;
    }
    return true;
}

static void fail_job(struct job *job, const char *what, int error) {
    job->has_failed = true;
    snprintf(job->error, LOAD_ERROR, "%.900s: %s", what, strerror(-error));
}

/* ---- scanning ---- */

struct scan {
    struct part *part;
    bool is_good;
    char error[RECOVERY_ERROR];
};

static void scan_on_helper(void *arg) {
    struct scan *scan = arg;
    scan->part->recovery = recovery_open(scan->part->path, scan->error);
    scan->is_good =
        scan->part->recovery != NULL && recovery_scan(scan->part->recovery, scan->error);
}

static void scan_parts(struct job *job) {
    struct load *load = job->load;
    struct scan *scan = memory_alloc_zeroed(sizeof *scan);
    for (unsigned i = job->core->index; i < load->part_count && !job->has_failed;
         i += load->engine->core_count) {
        scan->part = &load->parts[i];
        fiber_offload(scan_on_helper, scan);
        if (scan->is_good) continue;
        job->has_failed = true;
        snprintf(job->error, LOAD_ERROR, "%s", scan->error);
    }
    memory_free(scan);
}

static bool keeps_history(void) {
    return core_current()->settings->log_retention_ms > 0;
}

static bool draw_line(struct load *load) {
    uint64_t bytes = 0, last_tx = 0;
    load->line = line_create(load->part_count);
    for (unsigned i = 0; i < load->part_count; i++) {
        struct recovery_facts facts;
        recovery_facts(load->parts[i].recovery, &facts);
        if (facts.core != i || facts.cores != load->part_count)
            return fail(load, load->parts[i].path, -EBADMSG);
        recovery_feed_floors(load->parts[i].recovery, load->line);
        bytes += facts.bytes;
        last_tx = facts.last_tx > last_tx ? facts.last_tx : last_tx;
    }
    for (unsigned i = 0; i < load->part_count; i++)
        recovery_feed(load->parts[i].recovery, load->line);
    line_draw(load->line);
    /* No transaction of what is kept has the number of a later one (H3). */
    if (keeps_history() && (uint64_t)clock_wall_us() > last_tx) last_tx = (uint64_t)clock_wall_us();
    /* Relaxed: nobody begins a transaction before the load has ended; progress is for looking at. */
    if (atomic_load_explicit(&load->engine->tx_id, memory_order_relaxed) <= last_tx)
        atomic_store_explicit(&load->engine->tx_id, last_tx + 1, memory_order_relaxed);
    atomic_store_explicit(&load->engine->load_bytes, bytes, memory_order_relaxed);
    return true;
}

/* ---- replaying ---- */

static struct keyspace *keyspace_of_part(const struct load *load, const struct part *part) {
    struct recovery_facts facts;
    recovery_facts(part->recovery, &facts);
    struct keyspace_options options = {.databases = load->engine->databases,
                                       .partition_first = facts.partition_first,
                                       .partition_count = facts.partition_count};
    struct keyspace *keyspace = keyspace_create(&options);
    keyspace_set_expiring(keyspace, false);
    return keyspace;
}

static void report_part(const struct part *part) {
    struct recovery_facts facts;
    recovery_facts(part->recovery, &facts);
    log_line('*',
             "Core %u: %" PRIu64 " records from bases and %" PRIu64 " from the log loaded (%" PRIu64
             " of these were in bases)",
             facts.core, facts.base_records, facts.records, facts.skipped);
    if (facts.above > 0)
        log_line('*', "Core %u: %" PRIu64 " records were above the limit", facts.core, facts.above);
    if (facts.has_torn_batch || facts.cut_batches > 0)
        log_line('#',
                 "Core %u: the end of the log was torn: %s and %" PRIu64
                 " whole batches that were not yet durable everywhere are cut off",
                 facts.core, facts.has_torn_batch ? "a batch that was being written" : "nothing",
                 facts.cut_batches);
}

/* On a helper. */
static void settle_part(void *arg) {
    struct part *part = arg;
    part->error = recovery_settle(part->recovery);
}

/* It stays beside the log that goes on from it: what that one counts on must not go by a loss of power any more. */
static void settle(struct job *job, struct part *part) {
    fiber_offload(settle_part, part);
    if (part->error < 0) fail_job(job, part->path, part->error);
}

static void replay_part(struct job *job, unsigned number) {
    struct load *load = job->load;
    struct part *part = &load->parts[number];
    struct keyspace *keyspace = job->core->shard.keyspace;
    if (load->is_reshaped) keyspace = part->keyspace = keyspace_of_part(load, part);
    char *error = memory_alloc_zeroed(RECOVERY_ERROR);
    struct recovery_facts facts;
    uint64_t counted = 0;
    int more = 1;
    if (load->limit != NULL) recovery_limit(part->recovery, load->limit);
    recovery_begin(part->recovery, keyspace, line_of(load->line, number));
    while (more > 0 && !is_cancelled(load)) {
        int64_t end_ns = clock_monotonic_ns() + SLICE_NS;
        keyspace_set_now(keyspace, 0);
        while (more > 0 && clock_monotonic_ns() < end_ns)
            more = recovery_step(part->recovery, error);
        recovery_facts(part->recovery, &facts);
        rmw_add(&load->engine->load_bytes_done, facts.bytes_done - counted, memory_order_relaxed);
        counted = facts.bytes_done;
        if (more > 0) fiber_yield();
    }
    if (more > 0) fail_job(job, load->options->directory, -ECANCELED);
    if (more < 0) job->has_failed = true;
    if (more < 0) snprintf(job->error, LOAD_ERROR, "%s", error);
    if (more == 0) report_part(part);
    if (more == 0 && load->is_reshaped) settle(job, part);
    memory_free(error);
}

static void replay_parts(struct job *job) {
    struct load *load = job->load;
    keyspace_set_expiring(job->core->shard.keyspace, false);
    for (unsigned i = job->core->index; i < load->part_count && !job->has_failed;
         i += load->engine->core_count)
        replay_part(job, i);
    if (!load->is_reshaped && !job->has_failed)
        recovery_lsns(load->parts[job->core->index].recovery, job->core->shard.effects.lsn);
}

/* ---- another number of cores ---- */

/* Records on their way to the core that owns their partition. */
struct dealing {
    struct core *core; /* that deals */
    struct effects effects;
    struct buffer scratch;
    struct buffer *records; /* one a core */
    unsigned db;
    const struct engine *engine;
};

static void on_dealt(void *arg, uint16_t partition, uint64_t lsn, struct bytes record) {
    (void)lsn;
    struct dealing *dealing = arg;
    log_batch_add(&dealing->records[dealing->engine->core_of_partition[partition]], record);
}

static void deal_entry(void *arg, const struct entry *entry) {
    struct dealing *dealing = arg;
    struct key key = key_of(entry_key(entry));
    effect_entry(&dealing->effects, dealing->db, &key, entry, &dealing->scratch);
}

static bool replay_all(struct replay *replay, struct bytes records) {
    struct bytes record;
    bool is_good = true;
    keyspace_set_now(replay->keyspace, 0);
    while (log_batch_next(&records, &record)) is_good &= replay_record(replay, record);
    return is_good;
}

static void take_records(struct core *core, void *arg) {
    struct replay replay;
    replay_init(&replay, core->shard.keyspace);
    bool is_good = replay_all(&replay, buffer_view(arg));
    replay_clear(&replay);
    if (!is_good) panic("a value that was loaded cannot be put on its core");
}

static void hand_out(struct dealing *dealing, size_t at_least) {
    for (unsigned i = 0; i < dealing->engine->core_count; i++) {
        if (dealing->records[i].len == 0 || dealing->records[i].len < at_least) continue;
        core_run_on(dealing->engine->cores[i], take_records, &dealing->records[i]);
        dealing->records[i].len = 0;
    }
}

static void deal_part(struct job *job, struct part *part) {
    struct dealing dealing = {.core = job->core, .engine = job->load->engine};
    struct recovery_facts facts;
    recovery_facts(part->recovery, &facts);
    dealing.records = memory_alloc_zeroed(dealing.engine->core_count * sizeof *dealing.records);
    effects_init(&dealing.effects, 0, PARTITIONS);
    dealing.effects.sink = (struct effect_sink){.record = on_dealt, .arg = &dealing};
    uint64_t end = region_spot(facts.partition_first + facts.partition_count);
    for (dealing.db = 0; dealing.db < dealing.engine->databases; dealing.db++) {
        uint64_t spot = region_spot(facts.partition_first);
        while (spot < end) {
            spot = keyspace_scan(part->keyspace, dealing.db, spot, deal_entry, &dealing);
            hand_out(&dealing, DEAL_BYTES);
        }
    }
    hand_out(&dealing, 0);
    for (unsigned i = 0; i < dealing.engine->core_count; i++) buffer_clear(&dealing.records[i]);
    memory_free(dealing.records);
    effects_clear(&dealing.effects);
    buffer_clear(&dealing.scratch);
    keyspace_destroy(part->keyspace);
    part->keyspace = NULL;
}

static void deal_parts(struct job *job) {
    struct load *load = job->load;
    for (unsigned i = job->core->index; i < load->part_count; i += load->engine->core_count)
        deal_part(job, &load->parts[i]);
    /* All recoveries stand still: their numbers may be read from here. */
    uint64_t *lsn = memory_alloc_zeroed(PARTITIONS * sizeof *lsn);
    for (unsigned i = 0; i < load->part_count; i++) recovery_lsns(load->parts[i].recovery, lsn);
    struct effects *effects = &job->core->shard.effects;
    memcpy(effects->lsn + effects->partition_first, lsn + effects->partition_first,
           effects->partition_count * sizeof *lsn);
    memory_free(lsn);
}

/* ---- test builds ---- */

struct shadowing {
    struct effects effects; /* read by the shadow alone */
    struct buffer scratch;
    unsigned db;
};

static void shadow_entry(void *arg, const struct entry *entry) {
    struct shadowing *shadowing = arg;
    struct key key = key_of(entry_key(entry));
    effect_entry(&shadowing->effects, shadowing->db, &key, entry, &shadowing->scratch);
}

/* The shadow of a core begins anew with what was loaded. */
static void fill_shadow_here(struct core *core, void *arg) {
    (void)arg;
    struct shard *shard = &core->shard;
    struct shadowing shadowing = {0};
    uint64_t end = region_spot(shard->partition_first + shard->partition_count);
    if (shard->shadow == NULL) return;
    effects_init(&shadowing.effects, 0, PARTITIONS);
    shadowing.effects.sink = shadow_sink(shard->shadow);
    keyspace_set_now(shard->keyspace, 0);
    for (unsigned db = 0; db < core->engine->databases; db++) effect_flush(&shadowing.effects, db);
    for (; shadowing.db < core->engine->databases; shadowing.db++) {
        uint64_t spot = region_spot(shard->partition_first);
        while (spot < end)
            spot = keyspace_scan(shard->keyspace, shadowing.db, spot, shadow_entry, &shadowing);
    }
    effects_clear(&shadowing.effects);
    buffer_clear(&shadowing.scratch);
}

void load_fill_shadows(struct engine *engine) {
    core_run_on_all(engine, fill_shadow_here, NULL);
}

/* ---- a new run ---- */

/* In one of log-dirs other servers may have their runs, too: the name has digits that no other has. */
static void name_directories(struct load *load, uint64_t run) {
    enum { DIGITS = 12 };
    char own[DIGITS + 1];
    const struct load_options *options = load->options;
    machine_random_digits(own, DIGITS);
    load->root.run = run;
    load->root.cores = load->engine->core_count;
    load->root.paths = memory_alloc_zeroed(load->root.cores * sizeof *load->root.paths);
    for (unsigned i = 0; i < load->root.cores; i++) {
        const char *dir = options->dir_count > 0 ? options->dirs[i % options->dir_count] : NULL;
        if (dir == NULL)
            snprintf(load->root.paths[i], MANIFEST_PATH, "run-%" PRIu64 "-core-%u", run, i);
        else
            snprintf(load->root.paths[i], MANIFEST_PATH, "%.400s/run-%" PRIu64 "-%s-core-%u", dir,
                     run, own, i);
    }
}

/* The directories of a run that is there stay as they are. */
static void say_if_dirs_differ(const struct load *load) {
    const struct load_options *options = load->options;
    bool differs = false;
    for (unsigned i = 0; i < load->root.cores; i++) {
        const char *path = load->root.paths[i];
        const char *dir = options->dir_count > 0 ? options->dirs[i % options->dir_count] : "";
        size_t len = strlen(dir);
        differs |= len > 0 ? strncmp(path, dir, len) != 0 || path[len] != '/' : path[0] == '/';
    }
    if (differs)
        log_line('*', "The log stays in the directories where it was begun: log-dirs counts when "
                      "the next one begins, as with another number of cores");
}

static void path_in(const struct load *load, const char *name, char path[PATH_LEN]) {
    if (name[0] == '/')
        snprintf(path, PATH_LEN, "%s", name);
    else
        snprintf(path, PATH_LEN, "%.3500s/%.500s", load->options->directory, name);
}

static void find_paths(struct load *load) {
    load->paths = memory_alloc(load->root.cores * sizeof *load->paths);
    for (unsigned i = 0; i < load->root.cores; i++)
        path_in(load, load->root.paths[i], load->paths[i]);
}

struct new_log {
    struct load *load;
    struct core *core;
    struct manifest *manifest;
    char *disk_directory; /* that could not be made, else empty */
    struct event base_done;
    int error;
};

static void base_is_done(void *arg) {
    struct new_log *new_log = arg;
    event_signal(&new_log->base_done);
}

/* The base of what the core's shard holds, slice by slice: between its turns, because there are commands that are answered
 * while something is loaded, and they set the keyspace's time. */
static void write_bases(struct new_log *new_log) {
    const struct effects *effects = &new_log->core->shard.effects;
    struct manifest *manifest = new_log->manifest;
    unsigned first, count;
    for (unsigned i = 0;
         compactor_slice(effects->partition_first, effects->partition_count, i, &first, &count) &&
         new_log->error == 0;
         i++) {
        struct base_options options = {.keyspace = new_log->core->shard.keyspace,
                                       .effects = effects,
                                       .directory = new_log->load->paths[new_log->core->index],
                                       .core = manifest->core,
                                       .cores = manifest->cores,
                                       .databases = new_log->core->engine->databases,
                                       .number = i + 1,
                                       .partition_first = first,
                                       .partition_count = count,
                                       .is_in_hurry = true,
                                       .done = base_is_done,
                                       .arg = new_log};
        new_log->base_done = (struct event){0};
        struct base_maker *maker = base_start(new_log->core->loop, &options);
        event_wait(&new_log->base_done);
        struct base_facts facts = base_result(maker);
        base_destroy(maker);
        new_log->error = is_cancelled(new_log->load) ? -ECANCELED : facts.error;
        manifest->bases[manifest->base_count++] =
            (struct manifest_base){first, count, i + 1, facts.bytes, 1};
    }
}

static void note_name(void *arg, const char *name) {
    buffer_append(arg, bytes_of(name, strlen(name) + 1));
}

static int remove_files(const char *directory) {
    struct buffer names = {0};
    char *path = memory_alloc(PATH_LEN + 256);
    int error = disk_list(directory, note_name, &names);
    for (size_t at = 0; error == 0 && at < names.len; at += strlen(names.data + at) + 1) {
        snprintf(path, PATH_LEN + 256, "%s/%s", directory, names.data + at);
        error = disk_remove(path);
    }
    buffer_clear(&names);
    memory_free(path);
    return error;
}

/* A run of this number may have been begun before, and never come to count: its files would pass for ours. */
static int make_empty_directory(const char *path) {
    int error = directory_make(path);
    if (error == 0) error = remove_files(path);
    return error == 0 ? disk_sync_directory(path) : error;
}

/* One of log-dirs, if the core's files go there: made like dir, if it is missing. */
static int make_disk_directory(const struct load *load, unsigned core, char path[PATH_LEN]) {
    const struct load_options *options = load->options;
    if (options->dir_count == 0) return 0;
    path_in(load, options->dirs[core % options->dir_count], path);
    return directory_make(path);
}

/* On a helper. */
static void begin_directory(void *arg) {
    struct new_log *new_log = arg;
    const struct effects *effects = &new_log->core->shard.effects;
    const char *path = new_log->load->paths[new_log->core->index];
    *new_log->manifest = (struct manifest){.core = new_log->core->index,
                                           .cores = new_log->core->engine->core_count,
                                           .partition_first = effects->partition_first,
                                           .partition_count = effects->partition_count,
                                           .first_segment = 1};
    new_log->error =
        make_disk_directory(new_log->load, new_log->core->index, new_log->disk_directory);
    if (new_log->error < 0) return;
    new_log->disk_directory[0] = '\0';
    new_log->error = make_empty_directory(path);
}

/* On a helper: the names of the bases are there before it says so. */
static void write_manifest(void *arg) {
    struct new_log *new_log = arg;
    const char *path = new_log->load->paths[new_log->core->index];
    new_log->error = disk_sync_directory(path);
    if (new_log->error == 0) new_log->error = manifest_write(path, new_log->manifest);
}

static void make_logs(struct job *job) {
    struct manifest *manifest = memory_alloc_zeroed(sizeof *manifest);
    struct new_log new_log = {.load = job->load, .core = job->core, .manifest = manifest};
    new_log.disk_directory = memory_alloc_zeroed(PATH_LEN);
    fiber_offload(begin_directory, &new_log);
    if (new_log.error == 0 && job->load->is_reshaped) write_bases(&new_log);
    if (new_log.error == 0) fiber_offload(write_manifest, &new_log);
    bool is_disk = new_log.disk_directory[0] != '\0';
    const char *what = is_disk ? new_log.disk_directory : job->load->paths[job->core->index];
    if (new_log.error < 0) fail_job(job, what, new_log.error);
    memory_free(new_log.disk_directory);
    memory_free(manifest);
}

struct publishing {
    struct load *load;
    bool keeps_run; /* that was before it */
    int error;
};

static void publish_root(void *arg) {
    struct publishing *publishing = arg;
    struct load *load = publishing->load;
    publishing->error = disk_sync_directory(load->options->directory);
    if (publishing->error == 0 && publishing->keeps_run)
        publishing->error = old_runs_keep(load->options->directory);
    if (publishing->error == 0)
        publishing->error = manifest_write_root(load->options->directory, &load->root);
}

/* ---- going on ---- */

struct preparing {
    struct recovery *recovery;
    const char *path;
    struct manifest *manifest;
    char *error_text;
    int error;
};

static void prepare_journal(void *arg) {
    struct preparing *preparing = arg;
    if (preparing->recovery != NULL) preparing->error = recovery_clean(preparing->recovery);
    if (preparing->error == 0)
        preparing->error =
            manifest_read(preparing->path, preparing->manifest, preparing->error_text);
}

static void open_journals(struct job *job) {
    struct load *load = job->load;
    unsigned index = job->core->index;
    struct recovery_facts facts = {0};
    struct manifest *manifest = memory_alloc_zeroed(sizeof *manifest);
    struct preparing preparing = {
        .path = load->paths[index], .manifest = manifest, .error_text = job->error};
    if (load->parts != NULL && !load->is_reshaped) {
        preparing.recovery = load->parts[index].recovery;
        recovery_facts(preparing.recovery, &facts);
    }
    fiber_offload(prepare_journal, &preparing);
    struct journal_options options = {.directory = load->paths[index],
                                      .root = load->options->directory,
                                      .is_partial = load->is_begun_late,
                                      .policy = load->options->policy,
                                      .first_batch = facts.last_batch + 1,
                                      .first_segment = facts.last_segment + 1,
                                      .manifest = manifest,
                                      .recovery = preparing.recovery,
                                      .compacts = load->options->compacts};
    if (preparing.error == 0) preparing.error = journal_open(job->core, &options);
    if (preparing.error < 0) fail_job(job, load->paths[index], preparing.error);
    if (preparing.error == 0 && facts.globals > 0) journal_note_global(job->core->journal);
    if (preparing.error == 0 && job->core->is_replica && !load->is_begun_late)
        compactor_set_limit(job->core->journal->compactor, 0); /* its primary has not said yet */
    keyspace_set_expiring(job->core->shard.keyspace, !job->core->is_replica);
    memory_free(manifest);
}

/* Batches are counted anew: the line over all cores (core 0's) of a log that was there before says nothing about them. */
static void begin_line(struct core *core, void *arg) {
    (void)arg;
    line_destroy(core->engine->line);
    core->engine->line = line_create(core->engine->core_count);
}

static bool open_all_journals(struct load *load) {
    core_run_on(load->engine->cores[0], begin_line, NULL);
    return on_all_cores(load, open_journals);
}

static void nothing_part(struct tx_part *part) {
    (void)part;
}

/* A transaction over several shards that had begun before one of these logs was there, and ends when it is, would be a part
 * too few: the line could never pass it. So none is under way. */
static bool open_between_transactions(struct load *load) {
    const struct load_options *options = load->options;
    struct call call = {
        .command = command_find(bytes_of_string("bgrewriteaof")),
        .shard = &core_current()->shard,
    };
    struct tx tx;
    if (!options->is_in_use) return open_all_journals(load);
    tx_begin_all(&tx, &call, false);
    tx.durability = DURABILITY_MEMORY; /* it has written nothing */
    tx_hop(&tx, nothing_part, NULL, TX_KEEP);
    bool is_good = open_all_journals(load);
    tx_end(&tx);
    return is_good;
}

/* On a helper. */
static void remove_part(void *arg) {
    const struct part *part = arg;
    int error = remove_files(part->path);
    if (error == 0) error = disk_remove_directory(part->path);
    if (error < 0)
        log_line('#', "%s is not needed any more, but could not be removed: %s", part->path,
                 strerror(-error));
}

/* ---- all of it ---- */

struct reading {
    struct engine *engine;
    const char *directory;
    struct manifest_root *root;
    char *error_text;
    int error;
    bool has_runs; /* something there looks like a log, though there is no manifest */
};

static void look_for_run(void *arg, const char *name) {
    struct reading *reading = arg;
    reading->has_runs |= strncmp(name, "run-", 4) == 0;
}

/* A root of no cores says that nothing counts yet: so that a first start that is cut off, when there are runs already,
 * is told from a root that has been lost. */
static int begin_root(struct reading *reading) {
    struct manifest_root nothing = {.hash_seed = hash_seed()};
    int error = disk_list(reading->directory, look_for_run, reading);
    if (error == 0 && !reading->has_runs) error = manifest_write_root(reading->directory, &nothing);
    if (error < 0) reading->error_text[0] = 0;
    return error;
}

void load_give_back_directory(struct engine *engine) {
    if (engine->log_directory == NULL) return;
    directory_unlock(engine->log_lock);
    memory_free(engine->log_directory);
    engine->log_directory = NULL;
}

/* Two servers on one log would each overwrite what the other has acknowledged. The lock is kept when the log is ended: it may
 * be begun again. */
static int lock_log(struct engine *engine, const char *directory) {
    if (engine->log_directory != NULL && strcmp(engine->log_directory, directory) == 0) return 0;
    int lock = directory_lock(directory);
    if (lock < 0) return lock;
    load_give_back_directory(engine);
    engine->log_directory = memory_copy_text(bytes_of_string(directory));
    engine->log_lock = lock;
    return 0;
}

/* -ENOENT: there is no log. What is read may have been replaced by a process that died before it was durable. */
static void read_root(void *arg) {
    struct reading *reading = arg;
    reading->error = directory_make(reading->directory);
    if (reading->error == 0) reading->error = lock_log(reading->engine, reading->directory);
    if (reading->error == -EWOULDBLOCK)
        snprintf(reading->error_text, LOAD_ERROR, "%.900s is in use by another server",
                 reading->directory);
    if (reading->error < 0) return;
    reading->error = manifest_read_root(reading->directory, reading->root, reading->error_text);
    if (reading->error == 0) {
        reading->error = disk_sync_directory(reading->directory);
        if (reading->error < 0 || reading->root->cores > 0) return;
        manifest_clear_root(reading->root);
        reading->error = -ENOENT;
    } else if (reading->error == -ENOENT) {
        int error = begin_root(reading);
        if (error < 0) reading->error = error;
    }
}

int load_hash_seed(const char *directory, uint64_t *seed, char *error) {
    struct manifest_root root;
    int result = manifest_read_root(directory, &root, error);
    if (result == -ENOENT) return 0;
    if (result < 0) return result;
    *seed = root.hash_seed;
    manifest_clear_root(&root);
    return 1;
}

static void find_parts(struct load *load) {
    load->part_count = load->root.cores;
    load->parts = memory_alloc_zeroed(load->part_count * sizeof *load->parts);
    for (unsigned i = 0; i < load->part_count; i++)
        path_in(load, load->root.paths[i], load->parts[i].path);
    load->is_reshaped =
        load->root.cores != load->engine->core_count || load->options->limit != NULL;
}

static void look_for_runs(struct core *core, void *arg) {
    (void)arg;
    retention_look_for_runs(core->journal->retention);
}

static bool publish(struct load *load, bool keeps_run) {
    struct publishing publishing = {.load = load, .keeps_run = keeps_run};
    load->root.hash_seed = hash_seed();
    fiber_offload(publish_root, &publishing);
    if (publishing.error == 0) core_run_on(load->engine->cores[0], look_for_runs, NULL);
    return publishing.error == 0 || fail(load, load->options->directory, publishing.error);
}

/* What is on the cores now becomes a new log. continues: the one that was there, which stays as long as it is needed
 * (log/old_runs.h). */
static bool begin_run(struct load *load, uint64_t run, bool continues) {
    manifest_clear_root(&load->root);
    name_directories(load, run);
    load->root.continues = continues;
    load->root.is_from_empty = !continues;
    find_paths(load);
    return on_all_cores(load, make_logs) && open_all_journals(load) && publish(load, continues);
}

static bool replay_run(struct load *load) {
    find_parts(load);
    return on_all_cores(load, scan_parts) && draw_line(load) && on_all_cores(load, replay_parts);
}

static bool go_on(struct load *load) {
    uint64_t run = load->root.run;
    if (!replay_run(load)) return false;
    if (!load->is_reshaped) {
        say_if_dirs_differ(load);
        find_paths(load);
        load_fill_shadows(load->engine);
        return open_all_journals(load);
    }
    log_line('*', "The log was written by %u cores: dealing its data to %u", load->part_count,
             load->engine->core_count);
    if (!on_all_cores(load, deal_parts)) return false;
    load_fill_shadows(load->engine);
    return begin_run(load, run + 1, true);
}

static void clear_parts(struct load *load) {
    for (unsigned i = 0; i < load->part_count; i++) {
        if (load->parts[i].recovery != NULL) recovery_destroy(load->parts[i].recovery);
        if (load->parts[i].keyspace != NULL) keyspace_destroy(load->parts[i].keyspace);
    }
    if (load->line != NULL) line_destroy(load->line);
    manifest_clear_root(&load->root);
    memory_free(load->parts);
    load->parts = NULL;
    load->line = NULL;
    load->part_count = 0;
}

static void clear(struct load *load) {
    clear_parts(load);
    memory_free(load->limit);
    memory_free(load->paths);
    memory_free(load->jobs);
}

/* ---- up to a limit ---- */

struct lineage_reading {
    const char *directory;
    struct lineage lineage;
    char error[MANIFEST_ERROR];
    int result;
};

static void read_lineage(void *arg) {
    struct lineage_reading *reading = arg;
    reading->result = lineage_read(reading->directory, &reading->lineage, reading->error);
}

/* The root of a run, as if it counted: what can be had of it ends where the next one began. */
static void choose_run(struct load *load, const struct lineage_run *run) {
    const struct manifest_root *root = &run->root;
    clear_parts(load);
    load->root = *root;
    load->root.paths = memory_alloc(root->cores * sizeof *root->paths);
    memcpy(load->root.paths, root->paths, root->cores * sizeof *root->paths);
    for (unsigned i = 0; i < PARTITIONS; i++) {
        uint64_t limit = load->options->limit[i];
        load->limit[i] = run->end[i] < limit ? run->end[i] : limit;
    }
}

/* What runs that come after the one that was loaded have logged, for one core. On a helper, in pieces. */
struct later_records {
    struct lineage_wish wish;
    const char *directory;
    struct lineage_reader *reader;
    struct buffer records;
    int result; /* 1: there may be more */
};

static void read_later(void *arg) {
    struct later_records *later = arg;
    struct bytes record;
    unsigned partition;
    later->records.len = 0;
    later->result = 1;
    if (later->reader == NULL)
        later->result = lineage_reader_open(later->directory, &later->wish, &later->reader);
    if (later->result == 0) later->result = 1;
    while (later->result == 1 && later->records.len < DEAL_BYTES) {
        later->result = lineage_reader_next(later->reader, &record, &partition);
        if (later->result == 1) log_batch_add(&later->records, record);
    }
}

/* The shard has what was dealt, at these LSNs. */
static void replay_later(struct job *job) {
    struct shard *shard = &job->core->shard;
    uint64_t *lsns = shard->effects.lsn;
    struct later_records later = {.wish = {.partition_first = shard->partition_first,
                                           .partition_count = shard->partition_count,
                                           .from = lsns,
                                           .until = job->load->options->limit},
                                  .directory = job->load->options->directory};
    struct replay replay;
    replay_init(&replay, shard->keyspace);
    do {
        fiber_offload(read_later, &later);
        if (!replay_all(&replay, buffer_view(&later.records))) later.result = -EBADMSG;
    } while (later.result == 1);
    replay_clear(&replay);
    if (later.result < 0) fail_job(job, later.directory, later.result);
    memcpy(lsns + shard->partition_first, later.wish.until + shard->partition_first,
           shard->partition_count * sizeof *lsns);
    if (later.reader != NULL) lineage_reader_close(later.reader);
    buffer_clear(&later.records);
}

static void begin_at_nothing(struct core *core, void *arg) {
    struct effects *effects = &core->shard.effects;
    (void)arg;
    memset(effects->lsn + effects->partition_first, 0,
           effects->partition_count * sizeof effects->lsn[0]);
}

/* All that was ever logged is still there. */
static bool reaches_back_to_nothing(const struct lineage *lineage) {
    const struct lineage_run *first = &lineage->runs[lineage->count - 1];
    bool is_there = first->root.is_from_empty && first->has_start;
    for (unsigned i = 0; i < PARTITIONS && is_there; i++) is_there = first->start[i] == 0;
    return is_there;
}

/* The newest run whose bases have no more than the limit, or else nothing at all; and what came after it. */
static bool load_lineage(struct load *load, const struct lineage *lineage) {
    char *first_error = memory_alloc_zeroed(LOAD_ERROR);
    bool is_good = false;
    unsigned i = 0;
    load->limit = memory_alloc(PARTITIONS * sizeof *load->limit);
    for (; i < lineage->count && !is_good && !lineage->runs[i].root.is_trimmed; i++) {
        choose_run(load, &lineage->runs[i]);
        is_good = replay_run(load);
        if (!is_good) log_line('*', "Run %" PRIu64 " does not do: %s", load->root.run, load->error);
        if (!is_good && i == 0) snprintf(first_error, LOAD_ERROR, "%s", load->error);
    }
    if (is_good) {
        is_good = on_all_cores(load, deal_parts) && (i == 1 || on_all_cores(load, replay_later));
    } else if (reaches_back_to_nothing(lineage)) {
        clear_parts(load);
        core_run_on_all(load->engine, begin_at_nothing, NULL);
        is_good = on_all_cores(load, replay_later);
    } else {
        snprintf(load->error, LOAD_ERROR, "%s", first_error);
    }
    memory_free(first_error);
    return is_good;
}

/* A new log begins with what there was up to there, so that what is above it is gone. */
static bool go_back(struct load *load) {
    struct lineage_reading reading = {.directory = load->options->directory};
    fiber_offload(read_lineage, &reading);
    if (reading.result < 0) {
        snprintf(load->error, LOAD_ERROR, "%s", reading.error);
        return false;
    }
    bool is_good = load_lineage(load, &reading.lineage);
    if (is_good) load_fill_shadows(load->engine);
    is_good = is_good && begin_run(load, reading.lineage.runs[0].root.run + 1, true);
    lineage_clear(&reading.lineage);
    return is_good;
}

/* Relaxed: who asks is told of what he has written by the core's line. */
static void tell_log(struct engine *engine, bool has_log) {
    atomic_store_explicit(&engine->has_log, has_log, memory_order_relaxed);
}

bool load_log(struct engine *engine, const struct load_options *options, char *error) {
    struct load load = {.engine = engine, .options = options, .error = error};
    struct reading reading = {
        .engine = engine, .directory = options->directory, .root = &load.root, .error_text = error};
    int64_t start_ns = clock_monotonic_ns();
    bool is_good = false;
    load.jobs = memory_alloc_zeroed(engine->core_count * sizeof *load.jobs);
    fiber_offload(read_root, &reading);
    if (reading.error == 0) {
        is_good = options->limit != NULL ? go_back(&load) : go_on(&load);
    } else if (reading.error == -ENOENT && reading.has_runs) {
        snprintf(error, LOAD_ERROR,
                 "%.800s has a log, but no " MANIFEST_NAME
                 " that says what of it counts: put it back, or move the directory away",
                 options->directory);
    } else if (reading.error == -ENOENT) {
        is_good = begin_run(&load, 1, false);
    } else if (error[0] == 0) {
        fail(&load, options->directory, reading.error);
    }
    clear(&load);
    tell_log(engine, is_good);
    if (is_good)
        log_line('*', "Log loaded in %.3f seconds",
                 (double)(clock_monotonic_ns() - start_ns) / 1e9);
    return is_good;
}

/* ---- at run time ---- */

static void close_journal(struct job *job) {
    if (job->core->journal) {
        journal_close(job->core);
    }
    own_writes_look(job->core); /* who waits for a log is told that there is none */
}

static void forget_line_here(struct core *core, void *arg) {
    (void)arg;
    journal_forget_line(core->engine);
}

void load_end_log(struct engine *engine) {
    char error[LOAD_ERROR];
    struct load load = {.engine = engine, .error = error};
    tell_log(engine, false);
    load.jobs = memory_alloc_zeroed(engine->core_count * sizeof *load.jobs);
    on_all_cores(&load, close_journal);
    core_run_on(engine->cores[0], forget_line_here, NULL);
    clear(&load);
}

static void make_bases(struct job *job) {
    struct journal *journal = job->core->journal;
    struct compactor_facts facts;
    journal_compact(journal);
    do {
        fiber_sleep(PROGRESS_NS / 100);
        compactor_facts(journal->compactor, &facts);
        if (facts.error < 0) fail_job(job, journal->directory, facts.error);
        if (is_cancelled(job->load)) fail_job(job, journal->directory, -ECANCELED);
    } while (!job->has_failed && !compactor_has_all(journal->compactor));
}

static void keep_history_here(struct core *core, void *arg) {
    (void)arg;
    journal_set_retention(core->journal, core->settings->log_retention_ms);
}

/* It may have said why. */
static bool fail_to_read(struct load *load, const struct reading *reading) {
    return reading->error != -EWOULDBLOCK && fail(load, load->options->directory, reading->error);
}

bool load_begin_log(struct engine *engine, const struct load_options *options, char *error) {
    struct load load = {
        .engine = engine, .options = options, .error = error, .is_begun_late = true};
    struct reading reading = {
        .engine = engine, .directory = options->directory, .root = &load.root, .error_text = error};
    load.jobs = memory_alloc_zeroed(engine->core_count * sizeof *load.jobs);
    fiber_offload(read_root, &reading);
    bool has_old = reading.error == 0;
    uint64_t run = load.root.run + 1;
    if (has_old) find_parts(&load);
    manifest_clear_root(&load.root);
    name_directories(&load, run);
    find_paths(&load);
    load.is_reshaped = false;
    unsigned old_count = load.part_count;
    struct part *old = load.parts;
    load.parts = NULL;
    load.part_count = 0;
    if (reading.has_runs) reading.error = -EEXIST; /* of a root that was lost */
    bool is_good = (has_old || reading.error == -ENOENT || fail_to_read(&load, &reading)) &&
                   on_all_cores(&load, make_logs) && open_between_transactions(&load) &&
                   on_all_cores(&load, make_bases) && publish(&load, has_old && keeps_history());
    for (unsigned i = 0; i < old_count && is_good && !keeps_history(); i++)
        fiber_offload(remove_part, &old[i]);
    memory_free(old);
    clear(&load);
    if (is_good) core_run_on_all(engine, keep_history_here, NULL);
    if (is_good)
        tell_log(engine, true);
    else
        load_end_log(engine);
    return is_good;
}

void load_progress(const struct engine *engine, struct load_progress *progress) {
    /* Relaxed: for looking at. */
    progress->bytes = atomic_load_explicit(&engine->load_bytes, memory_order_relaxed);
    progress->bytes_done = atomic_load_explicit(&engine->load_bytes_done, memory_order_relaxed);
    progress->started_ms = engine->load_started_ms;
}
