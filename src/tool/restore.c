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
#include "sys/disk.h"
#include "sys/file.h"
#include "tool/export.h"
#include "tool/history.h"
#include "tool/loaded.h"
#include "tool/text.h"

struct restore {
    const char *directory;
    const struct restore_options *options;
    struct output *output;
    struct progress *progress;
    /* Of the run at hand. */
    struct place place;
    struct history history;
    bool is_open;
    struct loaded loaded;
    uint64_t *batches; /* the moment: one a core */
    /* When earlier runs ended, ascending, and how many of them are earlier than the one at hand. */
    int64_t *ends_ms;
    size_t end_count, earlier;
    char reason[256]; /* for not restoring */
};

/* ---- runs ---- */

static void close_run(struct restore *restore) {
    if (!restore->is_open) return;
    history_close(&restore->history);
    place_close(&restore->place);
    memory_free(restore->batches);
    restore->is_open = false;
}

/* The one that ended as the number-th; the last number is that of the one that goes on. */
static bool open_run(struct restore *restore, size_t number, char *error) {
    char name[RETENTION_NAME_MAX] = MANIFEST_NAME;
    close_run(restore);
    restore->earlier = number;
    if (number < restore->end_count) retention_name(restore->ends_ms[number], name);
    if (place_open_as(&restore->place, restore->directory, name, error) < 0) return false;
    if (!history_open(&restore->history, &restore->place, error)) {
        place_close(&restore->place);
        return false;
    }
    restore->batches = memory_alloc(restore->history.core_count * sizeof *restore->batches);
    restore->is_open = true;
    return true;
}

/* Those of which enough is there. */
static void choose_whole_runs(struct restore *restore, const char *directory) {
    char name[RETENTION_NAME_MAX], error[MANIFEST_ERROR];
    struct manifest_root root;
    size_t count = 0;
    for (size_t i = 0; i < restore->end_count; i++) {
        retention_name(restore->ends_ms[i], name);
        bool is_read = manifest_read_root_as(directory, name, &root, error) == 0;
        if (!is_read || !root.is_trimmed) restore->ends_ms[count++] = restore->ends_ms[i];
        if (is_read) manifest_clear_root(&root);
    }
    restore->end_count = count;
}

static bool find_runs(struct restore *restore, char *error) {
    struct place place;
    if (place_open(&place, restore->directory, error) < 0) return false;
    int result = retention_list(place.directory, &restore->ends_ms, &restore->end_count);
    if (result < 0) snprintf(error, PLACE_ERROR, "%.1000s: %s", place.directory, strerror(-result));
    choose_whole_runs(restore, place.directory);
    place_close(&place);
    return result == 0;
}

/* ---- what is possible ---- */

static void tell_cores(const struct restore *restore) {
    char last[TEXT_TIME_MAX];
    for (unsigned i = 0; i < restore->history.core_count; i++) {
        const struct history_core *core = &restore->history.cores[i];
        text_time(last, core->last_ms);
        output_printf(restore->output,
                      "core %u  batches %" PRIu64 " to %" PRIu64 ", the last one of %s\n", i,
                      core->floor, core->last, last);
    }
}

static void tell_run(const struct restore *restore) {
    char time[TEXT_TIME_MAX];
    if (restore->end_count > 0) {
        text_time(time, history_earliest(&restore->history));
        output_printf(restore->output, "run %" PRIu64 " of %u cores, since %s",
                      restore->place.root.run, restore->place.root.cores, time);
    }
    if (restore->earlier < restore->end_count) {
        text_time(time, restore->ends_ms[restore->earlier]);
        output_printf(restore->output, ", ended %s", time);
    }
    if (restore->end_count > 0) output_printf(restore->output, "\n");
    tell_cores(restore);
}

/* Of the oldest run that can be read. False if none can. */
static bool tell_earliest(struct restore *restore, char *error) {
    char time[TEXT_TIME_MAX];
    for (size_t i = 0; i <= restore->end_count; i++) {
        if (!open_run(restore, i, error)) continue;
        int64_t earliest_ms = history_earliest(&restore->history);
        text_time(time, earliest_ms);
        output_printf(restore->output, "The earliest possible point is %s (%" PRId64 ").\n", time,
                      earliest_ms);
        return true;
    }
    return false;
}

static int tell_all(struct restore *restore) {
    char error[PLACE_ERROR] = "";
    bool is_good = tell_earliest(restore, error);
    for (size_t i = 0; i <= restore->end_count && !restore->options->is_brief; i++) {
        if (open_run(restore, i, error))
            tell_run(restore);
        else
            output_printf(restore->output, "DAMAGE  %s\n", error);
    }
    return is_good ? 0 : 1;
}

/* ---- which moment ---- */

enum answer { ANSWER_HERE, ANSWER_EARLIER, ANSWER_NEVER };

static bool refuse(const struct restore *restore, const char *why) {
    output_printf(restore->output, "Not possible: %s\n", why);
    return false;
}

static enum answer refuse_twice(struct restore *restore, const struct history_twice *twice,
                                const char **why) {
    snprintf(restore->reason, sizeof restore->reason,
             "the clock was set back: core %u was at that time after batch %" PRIu64
             ", and again after batch %" PRIu64
             ". Say which is meant: --clock first, or --clock last",
             twice->core, twice->first, twice->last);
    *why = restore->reason;
    return ANSWER_NEVER;
}

static enum answer until_batch(struct restore *restore, unsigned core, uint64_t batch,
                               const char **why) {
    struct history_twice twice;
    bool is_clear = history_until_batch(&restore->history, core, batch, restore->options->clock,
                                        restore->batches, &twice);
    return is_clear ? ANSWER_HERE : refuse_twice(restore, &twice, why);
}

static enum answer ask_for_batch(struct restore *restore, uint64_t core, uint64_t batch,
                                 const char **why) {
    const struct history *history = &restore->history;
    *why = "there is no such batch";
    if (core >= history->core_count || batch > history->cores[core].last) return ANSWER_NEVER;
    *why = "what is kept begins later than that";
    if (batch < history->cores[core].floor) return ANSWER_NEVER;
    return until_batch(restore, (unsigned)core, batch, why);
}

static enum answer ask_for_record(struct restore *restore, uint64_t partition, uint64_t lsn,
                                  const char **why) {
    unsigned core = 0;
    *why = "no log that is kept has that record";
    if (partition >= PARTITIONS) return ANSWER_NEVER;
    uint64_t batch = history_batch_of(&restore->history, (unsigned)partition, lsn, &core);
    if (batch == 0) return ANSWER_EARLIER;
    return until_batch(restore, core, batch, why);
}

static enum answer ask_for_time(struct restore *restore, int64_t to_ms, const char **why) {
    struct history_twice twice;
    if (!history_until_time(&restore->history, to_ms, restore->options->clock, restore->batches,
                            &twice))
        return refuse_twice(restore, &twice, why);
    *why = "what is kept begins later than that";
    bool is_by_last = restore->options->clock == HISTORY_LAST;
    return to_ms < history_earliest(&restore->history) && !is_by_last ? ANSWER_EARLIER
                                                                      : ANSWER_HERE;
}

/* Two numbers with a colon between them, and nothing else. */
static bool parse_two(const char *text, uint64_t *one, uint64_t *other) {
    char *end;
    *one = strtoull(text, &end, 10);
    if (end == text || *end != ':') return false;
    const char *rest = end + 1;
    *other = strtoull(rest, &end, 10);
    return end != rest && *end == 0;
}

static enum answer ask(struct restore *restore, const char **why) {
    const char *to = restore->options->to;
    uint64_t one, other;
    int64_t to_ms;
    if (strcmp(to, "end") == 0) {
        for (unsigned i = 0; i < restore->history.core_count; i++) restore->batches[i] = UINT64_MAX;
        return ANSWER_HERE;
    }
    if (strncmp(to, "lsn:", 4) == 0 && parse_two(to + 4, &one, &other))
        return ask_for_record(restore, one, other, why);
    if (parse_two(to, &one, &other)) return ask_for_batch(restore, one, other, why);
    if (text_parse_time(to, &to_ms)) return ask_for_time(restore, to_ms, why);
    *why = "that is no time, no CORE:BATCH, no lsn:PARTITION:LSN, and not \"end\"";
    return ANSWER_NEVER;
}

/* The newest run that has it. */
static bool choose(struct restore *restore) {
    char error[PLACE_ERROR] = "";
    const char *why = "";
    enum answer answer = ANSWER_EARLIER;
    for (size_t i = restore->end_count + 1; i-- > 0 && answer == ANSWER_EARLIER;) {
        if (open_run(restore, i, error))
            answer = ask(restore, &why);
        else
            output_printf(restore->output, "DAMAGE  %s\n", error);
    }
    if (answer != ANSWER_HERE) return refuse(restore, why);
    return history_choose(&restore->history, restore->batches) ||
           refuse(restore, "at that time a core was not yet where its bases are");
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

static void tell_result(const struct restore *restore) {
    char keys[TEXT_SIZE_MAX];
    text_count(keys, loaded_keys(&restore->loaded));
    output_printf(restore->output, "%s keys as they were", keys);
    for (unsigned i = 0; i < restore->loaded.core_count; i++)
        output_printf(restore->output, "%s batch %" PRIu64 " of core %u", i > 0 ? "," : " after",
                      restore->loaded.cores[i].line, i);
    const char *out = restore->options->out;
    if (restore->options->is_rdb)
        output_printf(restore->output, ".\nThey are in %s, for Redis and Anax.\n", out);
    else
        output_printf(restore->output, ".\nStart from it: anax --dir %s\n", out);
}

static int load_and_write(struct restore *restore) {
    char error[RECOVERY_ERROR] = "";
    if (!is_usable(restore, loaded_scan(&restore->loaded, &restore->place, restore->batches)))
        return 1;
    loaded_draw(&restore->loaded);
    if (!loaded_replay(&restore->loaded, restore->progress, error)) {
        output_printf(restore->output, "DAMAGE  %s\n", error);
        return 1;
    }
    int failed = restore->options->is_rdb
                     ? export_write(&restore->loaded, restore->options->out, restore->progress)
                     : write_all(restore);
    progress_end(restore->progress);
    if (failed < 0) {
        output_printf(restore->output, "%s: %s\n", restore->options->out, strerror(-failed));
        return 2;
    }
    tell_result(restore);
    return 0;
}

int restore_run(const char *directory, const struct restore_options *options, struct output *output,
                struct progress *progress) {
    struct restore restore = {
        .directory = directory, .options = options, .output = output, .progress = progress};
    char error[PLACE_ERROR];
    int code = 2;
    if (!find_runs(&restore, error)) {
        output_printf(output, "%s\n", error);
    } else if (options->out == NULL) {
        code = tell_all(&restore);
    } else if (choose(&restore)) {
        code = load_and_write(&restore);
        loaded_clear(&restore.loaded);
    } else {
        tell_all(&restore);
    }
    close_run(&restore);
    memory_free(restore.ends_ms);
    return code;
}
