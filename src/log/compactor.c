/* log/compactor.c - which slice is rewritten when, and how its base comes to count.
 *
 *   look -> base_start ... made -> (C1) line has passed -> manifest, on a helper -> installed -> look */
#include "log/compactor.h"

#include <errno.h>
#include <stdio.h>

#include "base/memory.h"
#include "log/base.h"
#include "log/retention.h"
#include "sys/fiber.h"

enum { SLICES = 32, SLICES_A_ROUND = 30, OLD_KEPT = 8, SYNC_AT = 3, PATH_LEN = 4200 };
enum { LATE_MAX = 8 };            /* so many slices are made up for at most */
#define SMALL ((uint64_t)8 << 20) /* a log below this is left alone, if nothing else was said */
#define SMALL_MIN ((uint64_t)1 << 20)
enum { GROWTH = 100, GROWTH_MIN = 10, GROWTH_MAX = 10000 };
#define IDLE_NS 2000000000LL
#define RETRY_NS 1000000000LL /* after an error of the disk */

struct slice {
    struct manifest_base base, staged; /* number 0: none. staged: made after a G record (C3) */
    bool is_wanted;                    /* of a run over all */
    bool is_under_way;                 /* its base is being made, or waits */
};

/* A base that was made, and waits for the line (C1). */
struct waiting {
    unsigned slice;
    struct manifest_base base;
    uint64_t from;  /* the log is needed beside it from this batch on */
    uint64_t batch; /* that the line has to reach */
};

struct compactor {
    struct compactor_options options;
    char directory[PATH_LEN - BASE_NAME_MAX];
    unsigned core, cores;
    struct slice slices[SLICES];
    unsigned slice_count;
    uint64_t next_number;
    uint64_t first_segment; /* of the log, that is still there */
    /* under way */
    struct base_maker *maker;
    struct waiting making;          /* what it makes */
    struct waiting waiting[SLICES]; /* in the order in which they were begun */
    unsigned waiting_count;
    uint64_t *lines; /* of all cores, as last told */
    uint64_t limit;
    bool is_installing, is_staging, is_stopped, is_held;
    struct manifest *manifest;          /* being written */
    uint64_t removed[2 * SLICES];       /* bases that it makes needless */
    unsigned removed_count, kept_count; /* the first so many stay, to be used again */
    uint64_t old_numbers[OLD_KEPT]; /* of bases that count no more, whose files are used again */
    unsigned old_count;
    int install_error;
    /* when */
    unsigned growth; /* percent; 0: not by itself */
    uint64_t small;
    int64_t retry_ns;        /* not before this */
    uint64_t logged_at_last; /* bytes logged when the last slice was begun, or should have been */
    uint64_t logged_seen;
    int64_t logged_ns;
    struct compactor_facts facts;
};

static struct writer_facts writer_state(const struct compactor *compactor) {
    struct writer_facts facts;
    writer_facts(compactor->options.writer, &facts);
    return facts;
}

/* ---- life ---- */

bool compactor_slice(unsigned partition_first, unsigned partition_count, unsigned i,
                     unsigned *slice_first, unsigned *slice_count) {
    unsigned count = partition_count < SLICES ? partition_count : SLICES;
    if (i >= count) return false;
    unsigned from = i * partition_count / count, end = (i + 1) * partition_count / count;
    *slice_first = partition_first + from;
    *slice_count = end - from;
    return true;
}

static void lay_out(struct compactor *compactor, const struct manifest *manifest) {
    unsigned count = 0, first, partitions;
    while (compactor_slice(manifest->partition_first, manifest->partition_count, count, &first,
                           &partitions)) {
        compactor->slices[count++].base =
            (struct manifest_base){.partition_first = first,
                                   .partition_count = partitions,
                                   .first_segment = manifest->first_segment};
    }
    compactor->slice_count = count;
    for (unsigned i = 0; i < manifest->base_count; i++) {
        const struct manifest_base *base = &manifest->bases[i];
        if (base->number >= compactor->next_number) compactor->next_number = base->number + 1;
        for (unsigned j = 0; j < count; j++) {
            struct manifest_base *mine = &compactor->slices[j].base;
            if (mine->partition_first == base->partition_first &&
                mine->partition_count == base->partition_count)
                *mine = *base;
        }
    }
}

struct compactor *compactor_create(const struct compactor_options *options) {
    struct compactor *compactor = memory_alloc_zeroed(sizeof *compactor);
    compactor->options = *options;
    snprintf(compactor->directory, sizeof compactor->directory, "%s", options->directory);
    compactor->core = options->manifest->core;
    compactor->cores = options->manifest->cores;
    compactor->next_number = 1;
    compactor->limit = UINT64_MAX;
    compactor->growth = GROWTH;
    compactor->small = SMALL;
    compactor->first_segment = options->manifest->first_segment;
    lay_out(compactor, options->manifest);
    compactor->lines = memory_alloc_zeroed(compactor->cores * sizeof *compactor->lines);
    memcpy(compactor->lines, options->manifest->lines, compactor->cores * sizeof *compactor->lines);
    compactor->options.manifest = NULL;
    uint64_t next = retention_next_base(options->retention);
    if (next > compactor->next_number) compactor->next_number = next;
    return compactor;
}

void compactor_destroy(struct compactor *compactor) {
    memory_free(compactor->manifest);
    memory_free(compactor->lines);
    memory_free(compactor);
}

bool compactor_is_busy(const struct compactor *compactor) {
    return compactor->maker != NULL || compactor->is_installing ||
           retention_is_busy(compactor->options.retention);
}

void compactor_stop(struct compactor *compactor) {
    compactor->is_stopped = true;
    if (compactor->maker != NULL) base_cancel(compactor->maker);
}

/* ---- errors ---- */

/* The disk is left alone for a while; what was wanted is wanted still. */
static void note_error(struct compactor *compactor, int error) {
    if (compactor->facts.error == 0)
        log_line('#', "Compacting the log of core %u failed: %s. It is tried again every second.",
                 compactor->core, strerror(-error));
    compactor->facts.error = error;
    compactor->retry_ns = loop_now_ns(compactor->options.loop) + RETRY_NS;
}

static bool may_retry(const struct compactor *compactor) {
    return loop_now_ns(compactor->options.loop) >= compactor->retry_ns;
}

/* ---- installing ---- */

static bool all_are_staged(const struct compactor *compactor) {
    for (unsigned i = 0; i < compactor->slice_count; i++) {
        if (compactor->slices[i].staged.number == 0) return false;
    }
    return true;
}

static uint64_t least_segment(const struct compactor *compactor) {
    uint64_t least = UINT64_MAX;
    for (unsigned i = 0; i < compactor->slice_count; i++) {
        if (compactor->slices[i].base.first_segment < least)
            least = compactor->slices[i].base.first_segment;
    }
    return least;
}

static void remove_base(const struct compactor *compactor, uint64_t number) {
    char path[PATH_LEN], name[BASE_NAME_MAX];
    base_name(number, name);
    snprintf(path, sizeof path, "%s/%s", compactor->directory, name);
    int ignored = disk_remove(path); /* what stays behind is removed at the next start */
    (void)ignored;
}

/* On a helper. */
static void install(void *arg) {
    struct compactor *compactor = arg;
    retention_install(compactor->options.retention);
    compactor->install_error = disk_sync_directory(compactor->directory); /* names of bases */
    if (compactor->install_error == 0)
        compactor->install_error = manifest_write(compactor->directory, compactor->manifest);
    for (unsigned i = compactor->kept_count;
         i < compactor->removed_count && compactor->install_error == 0; i++)
        remove_base(compactor, compactor->removed[i]);
}

static void installed(void *arg) {
    struct compactor *compactor = arg;
    compactor->is_installing = false;
    for (unsigned i = 0; i < compactor->kept_count && compactor->install_error == 0; i++)
        compactor->old_numbers[compactor->old_count++] = compactor->removed[i];
    retention_after_install(compactor->options.retention, compactor->install_error == 0);
    if (compactor->install_error < 0) { /* the next one is written with all there is */
        note_error(compactor, compactor->install_error);
        if (compactor->removed_count > SLICES) compactor->removed_count = SLICES;
        return;
    }
    compactor->removed_count = 0;
    if (compactor->facts.error < 0)
        log_line('*', "Compacting the log of core %u works again.", compactor->core);
    compactor->facts.error = 0;
    compactor->first_segment = compactor->manifest->first_segment;
    writer_release(compactor->options.writer, compactor->first_segment); /* C2 */
}

static void put_base(struct compactor *compactor, struct slice *slice,
                     const struct manifest_base *base) {
    if (slice->base.number != 0) {
        if (!retention_takes_base(compactor->options.retention, slice->base.number,
                                  slice->base.bytes))
            compactor->removed[compactor->removed_count++] = slice->base.number;
        compactor->facts.discarded_bytes += slice->base.bytes;
    }
    slice->base = *base;
}

static void publish(struct compactor *compactor) {
    struct manifest *manifest = compactor->manifest;
    if (manifest == NULL) manifest = compactor->manifest = memory_alloc_zeroed(sizeof *manifest);
    const struct effects *effects = compactor->options.effects;
    manifest->core = compactor->core;
    manifest->cores = compactor->cores;
    manifest->partition_first = effects->partition_first;
    manifest->partition_count = effects->partition_count;
    manifest->first_segment = least_segment(compactor);
    memcpy(manifest->lines, compactor->lines, compactor->cores * sizeof manifest->lines[0]);
    manifest->base_count = 0;
    for (unsigned i = 0; i < compactor->slice_count; i++) {
        if (compactor->slices[i].base.number != 0)
            manifest->bases[manifest->base_count++] = compactor->slices[i].base;
    }
    unsigned room = OLD_KEPT - compactor->old_count;
    compactor->kept_count = compactor->removed_count < room ? compactor->removed_count : room;
    compactor->is_installing = true;
    retention_before_install(compactor->options.retention);
    loop_offload(compactor->options.loop, install, compactor, installed);
}

/* The line has passed this base. */
static void take_in(struct compactor *compactor, struct waiting *waiting) {
    struct slice *slice = &compactor->slices[waiting->slice];
    slice->is_wanted = slice->is_under_way = false;
    waiting->base.first_segment = writer_segment_of(compactor->options.writer, waiting->from);
    if (compactor->is_staging)
        slice->staged = waiting->base;
    else
        put_base(compactor, slice, &waiting->base);
    if (compactor->facts.slices > 0) compactor->facts.slices_done++;
}

static void end_staging(struct compactor *compactor) {
    for (unsigned i = 0; i < compactor->slice_count; i++) {
        put_base(compactor, &compactor->slices[i], &compactor->slices[i].staged);
        compactor->slices[i].staged = (struct manifest_base){0};
    }
    compactor->is_staging = false;
}

/* All bases that the line has passed, in one manifest. */
static void take_in_some(struct compactor *compactor) {
    unsigned count = 0;
    uint64_t line = compactor->lines[compactor->core];
    if (line > compactor->limit) line = compactor->limit;
    while (count < compactor->waiting_count && compactor->waiting[count].batch <= line)
        take_in(compactor, &compactor->waiting[count++]);
    bool is_owed = compactor->install_error < 0 && may_retry(compactor);
    if (count == 0 && !is_owed) return;
    compactor->waiting_count -= count;
    memmove(compactor->waiting, compactor->waiting + count,
            compactor->waiting_count * sizeof compactor->waiting[0]);
    bool is_ready = !compactor->is_staging || all_are_staged(compactor);
    if (!is_ready && !is_owed) return;
    if (is_ready && compactor->is_staging) end_staging(compactor);
    publish(compactor);
}

/* ---- making ---- */

static void made(void *arg) {
    struct compactor *compactor = arg;
    struct base_facts facts = base_result(compactor->maker);
    struct waiting *making = &compactor->making;
    base_destroy(compactor->maker);
    compactor->maker = NULL;
    compactor->facts.written_bytes += facts.bytes;
    if (facts.error < 0) {
        if (facts.error != -ECANCELED) note_error(compactor, facts.error);
        remove_base(compactor, making->base.number);
        compactor->slices[making->slice].is_under_way = false;
        return;
    }
    making->base.bytes = facts.bytes;
    making->batch = writer_last_batch(compactor->options.writer);
    compactor->waiting[compactor->waiting_count++] = *making;
    /* The next sync comes within half a second; waiting for it is better than one for each slice. */
    if (compactor->facts.slices > 0 || compactor->waiting_count >= SYNC_AT)
        writer_sync_soon(compactor->options.writer);
}

static void begin(struct compactor *compactor, unsigned number) {
    struct slice *slice = &compactor->slices[number];
    struct waiting *making = &compactor->making;
    slice->is_under_way = true;
    *making = (struct waiting){
        .slice = number, .base = slice->base, .from = writer_open_batch(compactor->options.writer)};
    making->base.number = compactor->next_number++;
    struct base_options options = {
        .keyspace = compactor->options.keyspace,
        .effects = compactor->options.effects,
        .directory = compactor->directory,
        .core = compactor->core,
        .cores = compactor->cores,
        .databases = compactor->options.databases,
        .number = making->base.number,
        .partition_first = making->base.partition_first,
        .partition_count = making->base.partition_count,
        .is_in_hurry = compactor->facts.slices > 0,
        .done = made,
        .arg = compactor,
    };
    if (compactor->old_count > 0)
        options.old_number = compactor->old_numbers[--compactor->old_count];
    compactor->maker = base_start(compactor->options.loop, &options);
}

/* ---- when ---- */

static uint64_t base_bytes(const struct compactor *compactor) {
    uint64_t sum = 0;
    for (unsigned i = 0; i < compactor->slice_count; i++)
        sum += compactor->slices[i].base.bytes + compactor->slices[i].staged.bytes;
    return sum;
}

static uint64_t live_bytes(const struct compactor *compactor) {
    struct keyspace_memory memory;
    keyspace_memory(compactor->options.keyspace, &memory);
    return memory.entries_bytes;
}

/* The slice that holds back the oldest log file; of a run over all, only those that are wanted. */
static unsigned oldest(const struct compactor *compactor, bool wanted_only) {
    unsigned best = compactor->slice_count;
    for (unsigned i = 0; i < compactor->slice_count; i++) {
        const struct slice *slice = &compactor->slices[i];
        if (slice->is_under_way || (wanted_only && !slice->is_wanted) ||
            (compactor->is_staging && slice->staged.number != 0))
            continue;
        if (best == compactor->slice_count ||
            slice->base.first_segment < compactor->slices[best].base.first_segment)
            best = i;
    }
    return best;
}

static bool has_bases(const struct compactor *compactor) {
    for (unsigned i = 0; i < compactor->slice_count; i++) {
        if (compactor->slices[i].base.number == 0) return false;
    }
    return true;
}

bool compactor_has_all(const struct compactor *compactor) {
    return has_bases(compactor) && !compactor->is_installing;
}

void compactor_run_all(struct compactor *compactor) {
    for (unsigned i = 0; i < compactor->slice_count; i++) compactor->slices[i].is_wanted = true;
    compactor->facts.slices = compactor->slice_count;
    compactor->facts.slices_done = 0;
    compactor->facts.runs++;
    compactor->facts.run_begun_ns = loop_now_ns(compactor->options.loop);
}

static uint64_t growth_of(const struct compactor *compactor, uint64_t bytes) {
    return bytes / 100 * compactor->growth;
}

/* Some slice of a run is still to be begun. */
static bool is_running(const struct compactor *compactor) {
    return oldest(compactor, true) < compactor->slice_count;
}

/* How much is logged between two slices. */
static uint64_t step_of(const struct compactor *compactor, uint64_t live) {
    uint64_t bases = base_bytes(compactor); /* entries in memory are a little larger */
    uint64_t step = growth_of(compactor, bases < live ? bases : live) / SLICES_A_ROUND;
    return step > compactor->small / 32 ? step : compactor->small / 32;
}

/* A slice is begun. If that is late (there was little to gain before, or the slice before it took long, or the disk), the
 * next one comes the sooner: else whatever was late once would stay in the size. A run is never late, nor are slices of
 * so little data that each costs more than the log it frees. */
static void note_pace(struct compactor *compactor) {
    struct writer_facts log = writer_state(compactor);
    uint64_t step = step_of(compactor, live_bytes(compactor)), late = 0;
    uint64_t due = compactor->logged_at_last + step;
    bool is_paced = !is_running(compactor) && step > compactor->small / 32;
    if (is_paced && due < log.bytes) late = log.bytes - due;
    compactor->logged_at_last = log.bytes - (late < LATE_MAX * step ? late : LATE_MAX * step);
}

/* There is enough to gain: all in one run where there is no base of each slice yet (or none that counts, C3), or
 * nothing is being logged; else a slice now and then. */
static bool is_due(struct compactor *compactor) {
    struct writer_facts log = writer_state(compactor);
    uint64_t live = live_bytes(compactor), total = base_bytes(compactor) + log.segment_bytes;
    uint64_t small = compactor->small, grown = growth_of(compactor, live);
    int64_t now_ns = loop_now_ns(compactor->options.loop);
    if (log.bytes != compactor->logged_seen) {
        compactor->logged_seen = log.bytes;
        compactor->logged_ns = now_ns;
    }
    writer_set_live_bytes(compactor->options.writer, live);
    if (compactor->options.is_off || compactor->growth == 0 || compactor->is_stopped ||
        total < small)
        return false;
    bool is_first = !has_bases(compactor) || compactor->is_staging;
    if (is_first || now_ns - compactor->logged_ns > IDLE_NS) {
        uint64_t gain = is_first ? grown / 64 : grown / 16 + small / 4;
        if (total > live + gain && log.segment_bytes > small / 4) compactor_run_all(compactor);
        return false; /* its slices follow */
    }
    return total > live + grown / 4 &&
           log.bytes - compactor->logged_at_last >= step_of(compactor, live);
}

static bool may_begin(const struct compactor *compactor) {
    return compactor->maker == NULL && !compactor->is_stopped && !compactor->is_held &&
           may_retry(compactor);
}

bool compactor_wants_lines(const struct compactor *compactor, uint64_t own_line) {
    return compactor->waiting_count > 0 && !compactor->is_installing && !compactor->is_stopped &&
           !compactor->is_held && own_line >= compactor->waiting[0].batch &&
           compactor->limit >= compactor->waiting[0].batch;
}

bool compactor_is_eager(const struct compactor *compactor) {
    return may_begin(compactor) && is_running(compactor);
}

static void end_run(struct compactor *compactor) {
    struct compactor_facts *facts = &compactor->facts;
    if (facts->slices > 0)
        facts->run_ns = loop_now_ns(compactor->options.loop) - facts->run_begun_ns;
    facts->slices = facts->slices_done = 0;
}

void compactor_look(struct compactor *compactor, const uint64_t *lines) {
    if (lines != NULL) memcpy(compactor->lines, lines, compactor->cores * sizeof *lines);
    if (compactor->is_stopped || compactor->is_held) return;
    if (!compactor->is_installing) take_in_some(compactor);
    retention_look(compactor->options.retention);
    if (!may_begin(compactor)) return;
    bool is_over = !is_running(compactor) && compactor->waiting_count == 0;
    if (is_over) end_run(compactor);
    if (!is_running(compactor) && !is_due(compactor) && !is_running(compactor)) return;
    unsigned slice = oldest(compactor, is_running(compactor));
    if (slice == compactor->slice_count) return;
    note_pace(compactor);
    begin(compactor, slice);
}

void compactor_note_global(struct compactor *compactor) {
    if (compactor->maker != NULL) base_cancel(compactor->maker);
    for (unsigned i = 0; i < compactor->waiting_count; i++) {
        remove_base(compactor, compactor->waiting[i].base.number);
        compactor->slices[compactor->waiting[i].slice].is_under_way = false;
    }
    compactor->waiting_count = 0;
    for (unsigned i = 0; i < compactor->slice_count; i++) {
        struct slice *slice = &compactor->slices[i];
        if (slice->staged.number != 0) remove_base(compactor, slice->staged.number);
        slice->staged = (struct manifest_base){0};
    }
    compactor->is_staging = true; /* also of those that have none: the log has the record */
}

void compactor_hold(struct compactor *compactor, bool is_held) {
    compactor->is_held = is_held;
}

bool compactor_is_held(const struct compactor *compactor) {
    return compactor->is_held;
}

void compactor_set_limit(struct compactor *compactor, uint64_t batch) {
    compactor->limit = batch;
}

uint64_t compactor_limit(const struct compactor *compactor) {
    return compactor->limit;
}

void compactor_set_growth(struct compactor *compactor, unsigned percent, uint64_t small) {
    if (percent > GROWTH_MAX) percent = GROWTH_MAX;
    if (percent > 0 && percent < GROWTH_MIN) percent = GROWTH_MIN;
    compactor->growth = percent;
    compactor->small = small > SMALL_MIN ? small : SMALL_MIN;
}

void compactor_facts(const struct compactor *compactor, struct compactor_facts *facts) {
    struct writer_facts log = writer_state(compactor);
    *facts = compactor->facts;
    facts->base_bytes = base_bytes(compactor);
    facts->log_bytes = log.segment_bytes;
    facts->live_bytes = live_bytes(compactor);
    facts->discarded_bytes += log.discarded_bytes;
    facts->discarded_records = log.discarded_records;
}
