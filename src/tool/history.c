/* tool/history.c - reading all logs from their oldest manifests on. */
#include "tool/history.h"

#include <stdio.h>

#include "base/memory.h"
#include "log/effect.h"
#include "log/mark.h"
#include "log/reader.h"

static enum reader_state open_reader(const struct history *history, unsigned core,
                                     struct reader *reader) {
    return reader_open(reader, history->place->paths[core], history->cores[core].first_segment);
}

/* ---- what there is ---- */

/* Floors are of all manifests: what one core's base has may be part of a transaction of another. */
static void raise_floors(struct history *history, const struct manifest *manifest) {
    for (unsigned i = 0; i < history->core_count; i++) {
        if (manifest->lines[i] > history->cores[i].floor)
            history->cores[i].floor = manifest->lines[i];
    }
}

static bool read_oldest(struct history *history, char *error) {
    struct manifest *manifest = memory_alloc(sizeof *manifest);
    char name[RETENTION_NAME_MAX];
    bool is_good = true;
    for (unsigned i = 0; i < history->core_count && is_good; i++) {
        struct history_core *core = &history->cores[i];
        is_good = retention_oldest(history->place->paths[i], manifest, name, error);
        if (!is_good) break;
        core->first_segment = manifest->first_segment;
        core->partition_first = manifest->partition_first;
        core->partition_count = manifest->partition_count;
        raise_floors(history, manifest);
    }
    memory_free(manifest);
    return is_good;
}

static void read_core(struct history *history, unsigned number) {
    struct history_core *core = &history->cores[number];
    struct reader reader;
    enum reader_state state = open_reader(history, number, &reader);
    if (state == READER_OK) core->earliest_ms = core->last_ms = reader.head->wall_ms;
    if (reader.next_batch > 0) core->last = reader.next_batch - 1;
    while (state == READER_OK && (state = reader_next(&reader)) == READER_OK) {
        core->last = reader.batch.number;
        core->last_ms = reader.batch.wall_ms;
        if (core->last <= core->floor) core->earliest_ms = core->last_ms;
    }
    reader_close(&reader);
}

bool history_open(struct history *history, struct place *place, char *error) {
    *history = (struct history){.place = place, .core_count = place->root.cores};
    history->cores = memory_alloc_zeroed(history->core_count * sizeof *history->cores);
    if (!read_oldest(history, error)) {
        history_close(history);
        return false;
    }
    for (unsigned i = 0; i < history->core_count; i++) read_core(history, i);
    return true;
}

void history_close(struct history *history) {
    memory_free(history->cores);
    history->cores = NULL;
}

int64_t history_earliest(const struct history *history) {
    int64_t most = INT64_MIN;
    for (unsigned i = 0; i < history->core_count; i++) {
        if (history->cores[i].earliest_ms > most) most = history->cores[i].earliest_ms;
    }
    return most;
}

/* ---- moments ---- */

/* A batch that was sealed before the one behind it, by the clock, was the last one before somebody set that back. It may
 * have gone on for a while before: for so long a time counts as one before. */
enum { IDLE_MS = 1000 };

static bool was_before_set_back(int64_t last_ms, int64_t next_ms, int64_t to_ms) {
    return next_ms < last_ms && last_ms <= to_ms && to_ms <= last_ms + IDLE_MS;
}

static struct history_twice look_for_time(const struct history *history, unsigned core,
                                          int64_t to_ms) {
    struct reader reader;
    struct history_twice found = {.core = core};
    bool is_over = false;
    int64_t last_ms = INT64_MIN;
    enum reader_state state = open_reader(history, core, &reader);
    if (reader.next_batch > 0) found.first = found.last = reader.next_batch - 1;
    while (state == READER_OK && (state = reader_next(&reader)) == READER_OK) {
        int64_t wall_ms = reader.batch.wall_ms;
        is_over |= wall_ms > to_ms || was_before_set_back(last_ms, wall_ms, to_ms);
        if (!is_over) found.first = reader.batch.number;
        if (wall_ms <= to_ms) found.last = reader.batch.number;
        last_ms = wall_ms;
    }
    bool is_damaged = state == READER_DAMAGED || state == READER_FAILED;
    if (is_damaged && !is_over) found.first = found.last = UINT64_MAX;
    reader_close(&reader);
    return found;
}

bool history_until_time(const struct history *history, int64_t to_ms, enum history_clock clock,
                        uint64_t *batches, struct history_twice *twice) {
    for (unsigned i = 0; i < history->core_count; i++) {
        *twice = look_for_time(history, i, to_ms);
        if (twice->first != twice->last && clock == HISTORY_UNSAID) return false;
        batches[i] = clock == HISTORY_LAST ? twice->last : twice->first;
    }
    return true;
}

static int64_t time_of(const struct history *history, unsigned core, uint64_t batch) {
    struct reader reader;
    int64_t wall_ms = history->cores[core].earliest_ms;
    enum reader_state state = open_reader(history, core, &reader);
    while (state == READER_OK && (state = reader_next(&reader)) == READER_OK &&
           reader.batch.number <= batch)
        wall_ms = reader.batch.wall_ms;
    reader_close(&reader);
    return wall_ms;
}

bool history_until_batch(const struct history *history, unsigned core, uint64_t batch,
                         enum history_clock clock, uint64_t *batches, struct history_twice *twice) {
    int64_t to_ms = time_of(history, core, batch);
    if (!history_until_time(history, to_ms, clock, batches, twice)) return false;
    for (unsigned i = 0; i < history->core_count; i++) {
        if (batches[i] < history->cores[i].floor) batches[i] = history->cores[i].floor;
    }
    batches[core] = batch;
    return true;
}

/* How many LSNs of the partition these records take. */
static uint64_t count_lsns(struct bytes records, unsigned partition) {
    struct bytes record;
    struct effect effect;
    uint64_t count = 0;
    while (log_batch_next(&records, &record)) {
        if (mark_is(record) || !effect_decode(record, &effect)) continue;
        count += effect_is_global(&effect) || key_of(effect.key).partition == partition;
    }
    return count;
}

static uint64_t find_record(const struct history *history, unsigned core, unsigned partition,
                            uint64_t lsn) {
    struct reader reader;
    uint64_t batch = 0, reached = 0;
    enum reader_state state = open_reader(history, core, &reader);
    if (state == READER_OK) {
        reached = reader.head->lsn[partition - reader.head->partition_first];
        if (reached >= lsn) state = READER_END;
    }
    while (batch == 0 && state == READER_OK && (state = reader_next(&reader)) == READER_OK) {
        reached += count_lsns(reader.records, partition);
        if (reached >= lsn) batch = reader.batch.number;
    }
    reader_close(&reader);
    return batch;
}

uint64_t history_batch_of(const struct history *history, unsigned partition, uint64_t lsn,
                          unsigned *core) {
    for (unsigned i = 0; i < history->core_count; i++) {
        const struct history_core *candidate = &history->cores[i];
        if (partition < candidate->partition_first ||
            partition >= candidate->partition_first + candidate->partition_count)
            continue;
        *core = i;
        uint64_t batch = find_record(history, i, partition, lsn);
        return batch >= candidate->floor ? batch : 0;
    }
    return 0;
}

bool history_choose(const struct history *history, const uint64_t *batches) {
    struct manifest *manifest = memory_alloc(sizeof *manifest);
    char error[MANIFEST_ERROR];
    bool is_found = true;
    for (unsigned i = 0; i < history->core_count && is_found; i++)
        is_found = retention_find(history->place->paths[i], batches, manifest,
                                  history->place->manifests[i], error);
    memory_free(manifest);
    return is_found;
}
