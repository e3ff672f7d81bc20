/* tool/restore.c - load up to a point, write bases of that.
 *
 *     OUT/appendonlydir/MANIFEST
 *     OUT/appendonlydir/run-1-core-N/{MANIFEST, base-..., log-0000000001}
 *
 * The root manifest comes last: before it there is no log. */
#include "tool/restore.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "log/base.h"
#include "log/compactor.h"
#include "log/log_batch.h"
#include "log/reader.h"
#include "sys/disk.h"
#include "sys/file.h"
#include "tool/loaded.h"
#include "tool/text.h"

/* What of a core's log there is, and where. */
struct span {
    uint64_t floor;      /* the bases need all up to there */
    int64_t earliest_ms; /* when that was */
    uint64_t last;
    int64_t last_ms;
    uint64_t at_time; /* the last batch that was sealed before the wanted time */
};

struct restore {
    const struct restore_options *options;
    struct output *output;
    struct progress *progress;
    struct place place;
    struct loaded loaded;
    struct span *spans;
};

/* ---- what is possible ---- */

static void look_at_batch(struct span *span, const struct reader *reader, int64_t to_ms,
                          bool *is_over) {
    const struct log_batch_head *batch = &reader->batch;
    if (batch->number <= span->floor) span->earliest_ms = batch->wall_ms;
    span->last = batch->number;
    span->last_ms = batch->wall_ms;
    if (batch->wall_ms > to_ms) *is_over = true;
    if (!*is_over) span->at_time = batch->number;
}

/* Floors are of all manifests: what one core's base has may be part of a transaction of another. */
static void find_floors(struct restore *restore) {
    for (unsigned i = 0; i < restore->loaded.core_count; i++) {
        const struct recovery *recovery = restore->loaded.cores[i].recovery;
        const struct manifest *manifest = recovery_manifest(recovery);
        for (unsigned j = 0; j < restore->loaded.core_count; j++) {
            if (manifest->lines[j] > restore->spans[j].floor)
                restore->spans[j].floor = manifest->lines[j];
        }
    }
}

static void find_span(struct restore *restore, unsigned core, int64_t to_ms) {
    struct span *span = &restore->spans[core];
    struct reader reader;
    bool is_over = false;
    const struct manifest *manifest = recovery_manifest(restore->loaded.cores[core].recovery);
    enum reader_state state =
        reader_open(&reader, restore->place.paths[core], manifest->first_segment);
    if (state == READER_OK) span->earliest_ms = reader.head->wall_ms;
    if (reader.next_batch > 0) span->last = span->at_time = reader.next_batch - 1;
    while (state == READER_OK && (state = reader_next(&reader)) == READER_OK)
        look_at_batch(span, &reader, to_ms, &is_over);
    reader_close(&reader);
}

static int64_t earliest(const struct restore *restore) {
    int64_t most = INT64_MIN;
    for (unsigned i = 0; i < restore->loaded.core_count; i++) {
        if (restore->spans[i].earliest_ms > most) most = restore->spans[i].earliest_ms;
    }
    return most;
}

static void tell_spans(const struct restore *restore) {
    char time[TEXT_TIME_MAX], last[TEXT_TIME_MAX];
    int64_t most = earliest(restore);
    text_time(time, most);
    output_printf(restore->output, "The earliest possible point is %s (%" PRId64 ").\n", time,
                  most);
    for (unsigned i = 0; i < restore->loaded.core_count; i++) {
        const struct span *span = &restore->spans[i];
        text_time(last, span->last_ms);
        output_printf(restore->output,
                      "core %u  batches %" PRIu64 " to %" PRIu64 ", the last one of %s\n", i,
                      span->floor, span->last, last);
    }
}

/* ---- which point ---- */

static bool refuse(const struct restore *restore, const char *why) {
    output_printf(restore->output, "Not possible: %s\n", why);
    tell_spans(restore);
    return false;
}

/* The other cores: all that was sealed up to then, or is in bases. */
static bool choose_batch(struct restore *restore, unsigned core, uint64_t batch) {
    const struct span *span = &restore->spans[core];
    if (batch < span->floor) return refuse(restore, "the bases hold more than that");
    if (batch > span->last) return refuse(restore, "there is no such batch");
    struct reader reader;
    int64_t wall_ms = INT64_MIN;
    enum reader_state state =
        reader_open(&reader, restore->place.paths[core],
                    recovery_manifest(restore->loaded.cores[core].recovery)->first_segment);
    while (state == READER_OK && (state = reader_next(&reader)) == READER_OK &&
           reader.batch.number <= batch)
        wall_ms = reader.batch.wall_ms;
    reader_close(&reader);
    for (unsigned i = 0; i < restore->loaded.core_count; i++) {
        find_span(restore, i, wall_ms);
        if (restore->spans[i].at_time < restore->spans[i].floor)
            restore->spans[i].at_time = restore->spans[i].floor;
    }
    restore->spans[core].at_time = batch;
    return true;
}

static bool choose_time(struct restore *restore, int64_t to_ms) {
    if (to_ms < earliest(restore)) return refuse(restore, "the bases hold more than that");
    for (unsigned i = 0; i < restore->loaded.core_count; i++) find_span(restore, i, to_ms);
    return true;
}

static bool choose(struct restore *restore) {
    const char *to = restore->options->to;
    const char *colon = strchr(to, ':');
    char *end;
    int64_t to_ms;
    for (unsigned i = 0; i < restore->loaded.core_count; i++) find_span(restore, i, INT64_MAX);
    if (strcmp(to, "end") == 0) return true;
    uint64_t core = strtoull(to, &end, 10);
    if (colon != NULL && end == colon && end != to && core < restore->loaded.core_count) {
        uint64_t batch = strtoull(colon + 1, &end, 10);
        if (*end == 0 && end != colon + 1) return choose_batch(restore, (unsigned)core, batch);
    }
    if (text_parse_time(to, &to_ms)) return choose_time(restore, to_ms);
    return refuse(restore, "that is no time, no CORE:BATCH, and not \"end\"");
}

/* False if transactions pull the line below what the bases hold: then there is no such state. */
static bool set_limits(struct restore *restore) {
    for (unsigned i = 0; i < restore->loaded.core_count; i++) {
        const struct span *span = &restore->spans[i];
        if (span->at_time < span->floor && restore->loaded.cores[i].is_sound)
            return refuse(restore, "at that time a core was not yet where its bases are");
        restore->loaded.cores[i].limit = span->at_time;
    }
    loaded_draw(&restore->loaded);
    return true;
}

/* ---- writing ---- */

static int make_directories(const char *out, unsigned cores, char (*paths)[PLACE_PATH]) {
    char path[PLACE_PATH + 64];
    int error = directory_make(out);
    snprintf(path, sizeof path, "%.4000s/" PLACE_BELOW, out);
    if (error == 0) error = directory_make(path);
    for (unsigned i = 0; i < cores && error == 0; i++) {
        snprintf(paths[i], PLACE_PATH, "%.3900s/" PLACE_BELOW "/run-1-core-%u", out, i);
        error = directory_make(paths[i]);
    }
    return error;
}

/* As a server begins one: a head and an empty batch. */
static int make_log_file(const char *directory, const struct manifest *manifest,
                         const uint64_t *lsn) {
    struct segment_head *head = memory_alloc_zeroed(sizeof *head);
    struct buffer bytes = {0}, batch = {0};
    struct disk_file *file;
    char path[PLACE_PATH + 64];
    machine_random(&head->id, sizeof head->id);
    head->core = manifest->core;
    head->cores = manifest->cores;
    head->partition_first = manifest->partition_first;
    head->partition_count = manifest->partition_count;
    head->number = head->first_batch = 1;
    head->wall_ms = clock_wall_us() / 1000;
    memcpy(head->lsn, lsn + manifest->partition_first,
           manifest->partition_count * sizeof head->lsn[0]);
    segment_head_write(head, &bytes);
    log_batch_begin(&batch);
    struct log_batch_head first = {.number = 1, .wall_ms = head->wall_ms};
    log_batch_seal(&batch, &first, head->id, BATCH_ALIGN);
    buffer_append(&bytes, buffer_view(&batch));
    snprintf(path, sizeof path, "%.4000s/log-0000000001", directory);
    int error = disk_open(path, DISK_WRITE | DISK_CREATE, &file);
    if (error == 0) {
        error = disk_write_now(file, 0, buffer_view(&bytes));
        if (error == 0) error = disk_sync_now(file);
        disk_close(file);
    }
    buffer_clear(&bytes);
    buffer_clear(&batch);
    memory_free(head);
    return error;
}

static int make_core(struct restore *restore, unsigned core, const char *directory,
                     struct manifest *manifest, struct effects *effects) {
    const struct loaded_core *loaded = &restore->loaded.cores[core];
    unsigned first = loaded->facts.partition_first, count = loaded->facts.partition_count;
    *manifest = (struct manifest){.core = core,
                                  .cores = restore->loaded.core_count,
                                  .partition_first = first,
                                  .partition_count = count,
                                  .first_segment = 1};
    effects_init(effects, first, count);
    recovery_lsns(loaded->recovery, effects->lsn);
    int error = 0;
    unsigned slice_first, slice_count;
    for (unsigned i = 0; error == 0 && compactor_slice(first, count, i, &slice_first, &slice_count);
         i++) {
        struct base_options options = {.keyspace = loaded->keyspace,
                                       .effects = effects,
                                       .directory = directory,
                                       .core = core,
                                       .cores = manifest->cores,
                                       .databases = restore->loaded.databases,
                                       .number = i + 1,
                                       .partition_first = slice_first,
                                       .partition_count = slice_count};
        struct base_facts facts = base_make(&options);
        error = facts.error;
        manifest->bases[manifest->base_count++] =
            (struct manifest_base){slice_first, slice_count, i + 1, facts.bytes, 1};
        progress_tell(restore->progress, i, count);
    }
    if (error == 0) error = make_log_file(directory, manifest, effects->lsn);
    return error < 0 ? error : manifest_write(directory, manifest);
}

static int publish(struct restore *restore) {
    unsigned cores = restore->loaded.core_count;
    char path[PLACE_PATH + 64];
    struct manifest_root root = {
        .cores = cores, .run = 1, .hash_seed = restore->place.root.hash_seed};
    root.paths = memory_alloc_zeroed(cores * sizeof *root.paths);
    for (unsigned i = 0; i < cores; i++)
        snprintf(root.paths[i], sizeof root.paths[i], "run-1-core-%u", i);
    snprintf(path, sizeof path, "%.4000s/" PLACE_BELOW, restore->options->out);
    int error = disk_sync_directory(path);
    if (error == 0) error = manifest_write_root(path, &root);
    if (error == 0) error = disk_sync_directory(restore->options->out);
    manifest_clear_root(&root);
    return error;
}

static void count_name(void *arg, const char *name) {
    (void)name;
    ++*(unsigned *)arg;
}

static int write_all(struct restore *restore) {
    unsigned names = 0, cores = restore->loaded.core_count;
    int error = disk_list(restore->options->out, count_name, &names);
    if (names > 0) return -ENOTEMPTY;
    char(*paths)[PLACE_PATH] = memory_alloc(cores * sizeof *paths);
    struct manifest *manifest = memory_alloc(sizeof *manifest);
    struct effects *effects = memory_alloc(sizeof *effects);
    if (error == 0 || error == -ENOENT)
        error = make_directories(restore->options->out, cores, paths);
    for (unsigned i = 0; i < cores && error == 0; i++)
        error = make_core(restore, i, paths[i], manifest, effects);
    if (error == 0) error = publish(restore);
    memory_free(paths);
    memory_free(manifest);
    memory_free(effects);
    return error;
}

/* ---- all ---- */

static int go(struct restore *restore) {
    char error[RECOVERY_ERROR] = "", keys[TEXT_SIZE_MAX];
    if (!choose(restore) || !set_limits(restore)) return 2;
    if (!loaded_replay(&restore->loaded, restore->progress, error)) {
        output_printf(restore->output, "DAMAGE  %s\n", error);
        return 1;
    }
    int failed = write_all(restore);
    progress_end(restore->progress);
    if (failed < 0) {
        output_printf(restore->output, "%s: %s\n", restore->options->out, strerror(-failed));
        return 2;
    }
    text_count(keys, loaded_keys(&restore->loaded));
    output_printf(restore->output, "%s keys as they were", keys);
    for (unsigned i = 0; i < restore->loaded.core_count; i++)
        output_printf(restore->output, "%s batch %" PRIu64 " of core %u", i > 0 ? "," : " after",
                      restore->loaded.cores[i].line, i);
    output_printf(restore->output, ".\nStart from it: anax --dir %s\n", restore->options->out);
    return 0;
}

/* Damage is passed over only if that was asked for; not that of a manifest. */
static bool is_usable(struct restore *restore, bool is_sound) {
    bool is_usable = true;
    for (unsigned i = 0; i < restore->loaded.core_count && !is_sound; i++) {
        const struct loaded_core *core = &restore->loaded.cores[i];
        if (core->is_sound) continue;
        output_printf(restore->output, "DAMAGE  %s\n", core->error);
        is_usable &= restore->options->is_partial && core->recovery != NULL;
    }
    if (!is_usable && !restore->options->is_partial)
        output_printf(restore->output, "With --partial what is before the damage is restored.\n");
    return is_usable;
}

int restore_run(const char *directory, const struct restore_options *options, struct output *output,
                struct progress *progress) {
    struct restore restore = {.options = options, .output = output, .progress = progress};
    char error[PLACE_ERROR];
    int code = 1;
    if (place_open(&restore.place, directory, error) < 0) {
        output_printf(output, "%s\n", error);
        return 2;
    }
    bool is_sound = loaded_scan(&restore.loaded, &restore.place);
    restore.spans = memory_alloc_zeroed(restore.place.root.cores * sizeof *restore.spans);
    if (is_usable(&restore, is_sound)) {
        find_floors(&restore);
        if (options->out != NULL) {
            code = go(&restore);
        } else {
            for (unsigned i = 0; i < restore.loaded.core_count; i++)
                find_span(&restore, i, INT64_MAX);
            tell_spans(&restore);
            code = 0;
        }
    }
    memory_free(restore.spans);
    loaded_clear(&restore.loaded);
    place_close(&restore.place);
    return code;
}
