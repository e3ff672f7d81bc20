/* tool/verify_history.c - what is kept below the manifests that count: points, the files that they need, and earlier runs. */
#include <inttypes.h>
#include <stdio.h>

#include "base/memory.h"
#include "tool/text.h"
#include "tool/verify_files.h"

/* Bases that were looked at, or are the manifest's own. */
struct seen {
    uint64_t *numbers;
    size_t count, size;
};

static bool see(struct seen *seen, uint64_t number) {
    for (size_t i = seen->count; i-- > 0;) {
        if (seen->numbers[i] == number) return false;
    }
    seen->numbers =
        memory_room_for_one(seen->numbers, seen->count, &seen->size, sizeof *seen->numbers);
    seen->numbers[seen->count++] = number;
    return true;
}

static void damage(struct verifying *verifying, const char *error) {
    verifying->problems++;
    output_printf(verifying->output, "DAMAGE  %s\n", error);
}

/* The manifest of the point is the one at hand afterwards. False if it cannot be read. */
static bool verify_point(struct verifying *verifying, int64_t time_ms, struct seen *seen) {
    char name[RETENTION_NAME_MAX], error[MANIFEST_ERROR];
    struct manifest *point = verifying->manifest;
    retention_name(time_ms, name);
    if (manifest_read_as(verifying->place->paths[verifying->core], name, point, error) < 0) {
        damage(verifying, error);
        return false;
    }
    for (unsigned i = 0; i < point->base_count; i++) {
        if (see(seen, point->bases[i].number)) verify_base(verifying, &point->bases[i]);
    }
    return true;
}

static void tell(struct verifying *verifying, int64_t since_ms, size_t points) {
    char time[TEXT_TIME_MAX], size[TEXT_SIZE_MAX];
    text_time(time, since_ms);
    text_size(size, verifying->history_bytes);
    output_printf(verifying->output,
                  "core %u  history since %s: %zu points to start from, %" PRIu64 " files, %s\n",
                  verifying->core, time, points, verifying->history_files, size);
}

/* With the manifest that counts at hand. */
void verify_history(struct verifying *verifying) {
    struct manifest *counts = verifying->manifest, *point = memory_alloc(sizeof *point);
    struct seen seen = {0};
    int64_t *times_ms;
    size_t count;
    unsigned before = verifying->problems;
    uint64_t oldest = 0;
    int result = retention_list(verifying->place->paths[verifying->core], &times_ms, &count);
    if (result < 0) verify_problem(verifying, "", 0, "%s", strerror(-result));
    for (unsigned i = 0; i < counts->base_count; i++) see(&seen, counts->bases[i].number);
    verifying->history_files = verifying->history_bytes = 0;
    verifying->manifest = point;
    for (size_t i = count; i-- > 0;) { /* the oldest is at hand in the end */
        if (verify_point(verifying, times_ms[i], &seen)) oldest = point->first_segment;
    }
    if (oldest != 0) {
        point->first_segment = oldest;
        verify_log_files(verifying, counts->first_segment);
        if (verifying->problems == before) verify_records(verifying);
        tell(verifying, times_ms[0], count);
    }
    verifying->manifest = counts;
    memory_free(seen.numbers);
    memory_free(times_ms);
    memory_free(point);
}

/* ---- earlier runs ---- */

static void verify_run(struct verifying *verifying, struct place *place, int64_t end_ms) {
    char error[MANIFEST_ERROR], time[TEXT_TIME_MAX];
    text_time(time, end_ms);
    verifying->place = place;
    output_printf(verifying->output, "history  run %" PRIu64 " of %u cores, ended %s\n",
                  place->root.run, place->root.cores, time);
    if (place->root.is_trimmed) {
        output_printf(verifying->output, "history  its newest log files are kept for replicas\n");
        return;
    }
    for (unsigned i = 0; i < place->root.cores; i++) {
        verifying->core = i;
        if (manifest_read(place->paths[i], verifying->manifest, error) < 0) {
            damage(verifying, error);
            continue;
        }
        for (unsigned j = 0; j < verifying->manifest->base_count; j++)
            verify_base(verifying, &verifying->manifest->bases[j]);
        verify_log_files(verifying, UINT64_MAX);
        verify_records(verifying);
        verify_history(verifying);
        output_flush(verifying->output);
    }
}

void verify_old_runs(struct verifying *verifying, const char *directory) {
    char name[RETENTION_NAME_MAX], error[PLACE_ERROR];
    int64_t *times_ms;
    size_t count;
    int result = retention_list(verifying->place->directory, &times_ms, &count);
    for (size_t i = 0; i < count && result == 0; i++) {
        struct place place;
        retention_name(times_ms[i], name);
        if (place_open_as(&place, directory, name, error) < 0) {
            damage(verifying, error);
            continue;
        }
        verify_run(verifying, &place, times_ms[i]);
        place_close(&place);
    }
    memory_free(times_ms);
}
