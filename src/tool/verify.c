/* tool/verify.c - each file for itself, then all of them together. */
#include "tool/verify.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

#include "base/memory.h"
#include "tool/text.h"
#include "tool/verify_files.h"

static void verify_manifest(struct verifying *verifying, bool *is_owned) {
    const struct manifest *manifest = verifying->manifest;
    if (manifest->core != verifying->core || manifest->cores != verifying->place->root.cores)
        verify_problem(verifying, MANIFEST_NAME, 0, "it is of core %u of %u, not of core %u of %u",
                       manifest->core, manifest->cores, verifying->core,
                       verifying->place->root.cores);
    for (unsigned i = 0; i < manifest->partition_count; i++) {
        bool *owned = &is_owned[(manifest->partition_first + i) % PARTITIONS];
        if (*owned)
            verify_problem(verifying, MANIFEST_NAME, 0, "another core has partition %u, too",
                           manifest->partition_first + i);
        *owned = true;
    }
    bool has_base[PARTITIONS] = {false};
    for (unsigned i = 0; i < manifest->base_count; i++) {
        const struct manifest_base *base = &manifest->bases[i];
        for (unsigned j = 0; j < base->partition_count; j++) {
            if (has_base[base->partition_first + j])
                verify_problem(verifying, MANIFEST_NAME, 0, "two bases have partition %u",
                               base->partition_first + j);
            has_base[base->partition_first + j] = true;
        }
    }
}

static void verify_core(struct verifying *verifying, bool *is_owned) {
    char error[MANIFEST_ERROR];
    struct manifest *manifest = verifying->manifest;
    if (manifest_read(verifying->place->paths[verifying->core], manifest, error) < 0) {
        verifying->problems++;
        output_printf(verifying->output, "DAMAGE  %s\n", error);
        return;
    }
    verify_manifest(verifying, is_owned);
    output_printf(verifying->output,
                  "core %u  MANIFEST  partitions %u to %u, %u bases, log from file %" PRIu64
                  " on, line %" PRIu64 "\n",
                  verifying->core, manifest->partition_first,
                  manifest->partition_first + manifest->partition_count - 1, manifest->base_count,
                  manifest->first_segment, manifest->lines[manifest->core]);
    for (unsigned i = 0; i < manifest->base_count; i++) {
        verify_base(verifying, &manifest->bases[i]);
        output_flush(verifying->output);
    }
    verify_log_files(verifying, UINT64_MAX);
    verify_records(verifying);
}

static void tell_ends(struct verifying *verifying, const struct loaded *loaded,
                      struct verify_result *result) {
    for (unsigned i = 0; i < loaded->core_count; i++) {
        const struct loaded_core *core = &loaded->cores[i];
        uint64_t above =
            core->facts.last_batch > core->line ? core->facts.last_batch - core->line : 0;
        result->torn_bytes += core->facts.torn_bytes;
        result->cut_batches += above;
        if (core->facts.torn_bytes > 0)
            output_printf(verifying->output,
                          "core %u  %" PRIu64 " bytes behind batch %" PRIu64
                          " are none: torn by a crash, or of the file's earlier life\n",
                          i, core->facts.torn_bytes, core->facts.last_batch);
        if (above > 0)
            output_printf(verifying->output,
                          "core %u  %" PRIu64 " batches above batch %" PRIu64
                          " are cut off by recovery: transactions there are not whole\n",
                          i, above, core->line);
    }
}

/* As the server would. */
static void verify_loading(struct verifying *verifying, struct verify_result *result) {
    struct loaded loaded;
    char error[RECOVERY_ERROR] = "";
    bool is_sound = loaded_scan(&loaded, verifying->place, NULL);
    verifying->core = 0;
    if (is_sound) {
        loaded_draw(&loaded);
        tell_ends(verifying, &loaded, result);
        result->is_loaded = loaded_replay(&loaded, verifying->progress, error);
        progress_end(verifying->progress);
    }
    if (is_sound && !result->is_loaded) {
        verifying->problems++;
        output_printf(verifying->output, "DAMAGE  %s\n", error);
    }
    for (unsigned i = 0; i < loaded.core_count && !is_sound && verifying->problems == 0; i++) {
        if (loaded.cores[i].is_sound) continue;
        verifying->problems++;
        output_printf(verifying->output, "DAMAGE  %s\n", loaded.cores[i].error);
    }
    if (result->is_loaded) {
        loaded_digest(&loaded, result->digest);
        result->keys = loaded_keys(&loaded);
    }
    loaded_clear(&loaded);
}

static void verify_all_history(struct verifying *verifying, const char *directory) {
    char error[MANIFEST_ERROR];
    const struct place *place = verifying->place;
    verifying->is_history = true;
    for (unsigned i = 0; i < place->root.cores; i++) {
        verifying->core = i;
        if (manifest_read(place->paths[i], verifying->manifest, error) == 0)
            verify_history(verifying);
        output_flush(verifying->output);
    }
    verify_old_runs(verifying, directory);
    verifying->place = place;
}

static void tell_result(struct verifying *verifying, const struct verify_result *result) {
    char keys[TEXT_SIZE_MAX];
    text_count(keys, result->keys);
    if (result->is_loaded) {
        output_printf(verifying->output, "all loads: %s keys, digest ", keys);
        for (unsigned i = 0; i < 20; i++)
            output_printf(verifying->output, "%02x", result->digest[i]);
        output_printf(verifying->output, "\n");
    }
    if (result->history_problems > 0)
        output_printf(verifying->output,
                      "Its history is damaged: %u problems. The server will start all the same.\n",
                      result->history_problems);
    if (result->problems == 0)
        output_printf(verifying->output, "The log is whole%s.\n",
                      result->cut_batches > 0 ? ", but for an end that recovery cuts off" : "");
    else
        output_printf(verifying->output,
                      "The log is damaged: %u problems. The server will not start from it.\n"
                      "Take the data from a replica or a backup, or see: anax-log repair\n",
                      result->problems);
}

bool verify_run(const char *directory, struct output *output, struct progress *progress,
                struct verify_result *result) {
    struct place place;
    char error[PLACE_ERROR];
    struct verifying verifying = {.place = &place, .output = output, .progress = progress};
    *result = (struct verify_result){0};
    int opened = place_open(&place, directory, error);
    if (opened == -EBADMSG) {
        output_printf(output, "DAMAGE  %s\n", error);
        result->problems = 1;
        tell_result(&verifying, result);
        return true;
    }
    if (opened < 0) {
        output_printf(output, "%s\n", error);
        return false;
    }
    bool *is_owned = memory_alloc_zeroed(PARTITIONS * sizeof *is_owned);
    verifying.manifest = memory_alloc(sizeof *verifying.manifest);
    output_printf(output, "log in %s: run %" PRIu64 ", %u cores\n", place.directory, place.root.run,
                  place.root.cores);
    for (unsigned i = 0; i < place.root.cores; i++) {
        verifying.core = i;
        verify_core(&verifying, is_owned);
    }
    for (unsigned i = 0; i < PARTITIONS && verifying.problems == 0; i++) {
        if (!is_owned[i])
            verify_problem(&verifying, MANIFEST_NAME, 0, "no core has partition %u", i);
    }
    verify_loading(&verifying, result);
    result->problems = verifying.problems;
    verify_all_history(&verifying, directory);
    result->history_problems = verifying.problems - result->problems;
    tell_result(&verifying, result);
    memory_free(verifying.manifest);
    memory_free(is_owned);
    place_close(&place);
    return true;
}
