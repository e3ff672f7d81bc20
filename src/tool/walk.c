/* tool/walk.c - through bases by the batches that follow each other, through the log by log/reader.h. */
#include "tool/walk.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/memory.h"
#include "log/base.h"
#include "log/files.h"
#include "log/reader.h"

enum { DATABASES_LEAST = 16 };

struct walking {
    const struct walk *walk;
    struct walk_item item;
    uint64_t unit_lsns[PARTITIONS]; /* of the partitions of that unit */
    uint64_t lsn[PARTITIONS];       /* of the log */
    unsigned partition_first, partition_count;
};

void walk_name(const struct walk_item *item, char name[64]) {
    if (item->is_base)
        base_name(item->file, name);
    else
        segment_name(item->file, name);
}

/* The mark of a unit is behind its records, in the same batch. */
static void note_unit(struct walking *walking, struct bytes records) {
    struct bytes record;
    struct mark mark;
    while (log_batch_next(&records, &record)) {
        if (!mark_is(record)) continue;
        if (!mark_read(record, &mark) || mark.op != MARK_UNIT) break;
        for (unsigned i = mark_partition(mark.from); i <= mark_partition(mark.end - 1); i++) {
            if (!mark_next_lsn(&mark, &walking->unit_lsns[i])) break;
        }
        break;
    }
}

static void place_in_log(struct walking *walking, const struct effect *effect) {
    struct walk_item *item = &walking->item;
    if (effect_is_global(effect)) {
        for (unsigned i = 0; i < walking->partition_count; i++)
            walking->lsn[walking->partition_first + i]++;
        item->partition = (uint16_t)walking->partition_first;
    } else {
        item->partition = key_of(effect->key).partition;
        walking->lsn[item->partition]++;
    }
    item->lsn = walking->lsn[item->partition];
}

static bool take_record(struct walking *walking, struct bytes record, size_t bytes) {
    struct walk_item *item = &walking->item;
    item->record = record;
    item->bytes = bytes;
    item->is_mark = mark_is(record);
    item->lsn = 0;
    if (item->is_mark) {
        if (!mark_read(record, &item->mark)) return false;
    } else if (!effect_decode(record, &item->effect)) {
        return false;
    } else if (item->is_base) {
        item->partition = key_of(item->effect.key).partition;
        item->lsn = walking->unit_lsns[item->partition];
    } else {
        place_in_log(walking, &item->effect);
    }
    if (walking->walk->item) walking->walk->item(walking->walk->arg, item);
    return true;
}

static bool take_batch(struct walking *walking, struct bytes records, char *error) {
    struct bytes record;
    char name[64];
    size_t left = records.len;
    if (walking->walk->batch) walking->walk->batch(walking->walk->arg, &walking->item);
    if (walking->item.is_base) note_unit(walking, records);
    while (log_batch_next(&records, &record)) {
        if (!take_record(walking, record, left - records.len)) break;
        left = records.len;
        if (walking->item.is_base && mark_is(record)) note_unit(walking, records);
    }
    if (left == 0) return true;
    walk_name(&walking->item, name);
    snprintf(error, WALK_ERROR,
             "%s, batch %" PRIu64 " at offset %" PRIu64 ": a record is malformed", name,
             walking->item.batch.number, walking->item.offset);
    return false;
}

static bool walk_base(struct walking *walking, const char *directory,
                      const struct manifest_base *base, char *error) {
    struct walk_item *item = &walking->item;
    struct buffer file = {0};
    struct segment_head *head = memory_alloc(sizeof *head);
    struct bytes records;
    char name[BASE_NAME_MAX];
    item->is_base = true;
    item->file = base->number;
    base_name(base->number, name);
    bool is_good = files_read(directory, name, UINT64_MAX, &file) == 0 &&
                   segment_head_read(buffer_view(&file), base->number, head) == SEGMENT_GOOD;
    size_t at = is_good ? segment_head_size(head->partition_count) : 0;
    while (
        is_good && at < file.len &&
        log_batch_read(bytes_of(file.data + at, file.len - at), head->id, &item->batch, &records)) {
        item->offset = at;
        is_good = take_batch(walking, records, error);
        at += item->batch.length;
    }
    if (error[0] == 0 && (!is_good || at < file.len))
        snprintf(error, WALK_ERROR, "%s is damaged at offset %zu", name, at);
    buffer_clear(&file);
    memory_free(head);
    return error[0] == 0;
}

static void walk_log(struct walking *walking, const char *directory, uint64_t first, char *error) {
    struct reader reader;
    struct walk_item *item = &walking->item;
    bool is_good = true;
    item->is_base = false;
    enum reader_state state = reader_open(&reader, directory, first);
    if (state == READER_OK)
        memcpy(walking->lsn + reader.head->partition_first, reader.head->lsn,
               reader.head->partition_count * sizeof walking->lsn[0]);
    while (is_good && state == READER_OK && (state = reader_next(&reader)) == READER_OK) {
        item->file = reader.number;
        item->offset = reader.batch_offset;
        item->batch = reader.batch;
        is_good = take_batch(walking, reader.records, error);
    }
    if (error[0] == 0 && state != READER_END && state != READER_OK)
        snprintf(error, WALK_ERROR, "%s", reader.error);
    reader_close(&reader);
}

void walk_core(const struct place *place, unsigned core, const struct walk *walk, char *error) {
    struct manifest *manifest = memory_alloc(sizeof *manifest);
    struct walking *walking = memory_alloc_zeroed(sizeof *walking);
    const char *directory = place->paths[core];
    walking->walk = walk;
    walking->item.core = core;
    error[0] = 0;
    if (manifest_read_as(directory, place->manifests[core], manifest, error) == 0) {
        walking->partition_first = manifest->partition_first;
        walking->partition_count = manifest->partition_count;
        bool is_good = true;
        for (unsigned i = 0; i < manifest->base_count && is_good; i++)
            is_good = walk_base(walking, directory, &manifest->bases[i], error);
        if (is_good) walk_log(walking, directory, manifest->first_segment, error);
    }
    memory_free(walking);
    memory_free(manifest);
}

static void note_database(void *arg, const struct walk_item *item) {
    unsigned *most = arg, db = item->is_mark ? 0 : item->effect.db;
    if (item->is_mark && item->mark.op == MARK_UNIT) db = item->mark.db;
    if (!item->is_mark && item->effect.op == EFFECT_SWAP && item->effect.db_other > db)
        db = item->effect.db_other;
    if (db + 1 > *most && db < UINT16_MAX) *most = db + 1;
}

unsigned walk_databases(const struct place *place) {
    unsigned databases = DATABASES_LEAST;
    struct walk walk = {.item = note_database, .arg = &databases};
    char *error = memory_alloc(WALK_ERROR);
    for (unsigned i = 0; i < place->root.cores; i++) walk_core(place, i, &walk, error);
    memory_free(error);
    return databases;
}
