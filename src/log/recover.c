/* log/recover.c - scanning and replaying one core's log.
 *
 * Which records are in a base already is asked for each record (rule B1 of DESIGN.md), nearly always
 * answered by the least and the greatest x of its partition. */
#include "log/recover.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "log/base.h"
#include "log/files.h"
#include "log/lineage.h"
#include "log/manifest.h"
#include "log/mark.h"
#include "log/reader.h"
#include "log/region.h"
#include "log/retention.h"
#include "sys/disk.h"
#include "sys/file.h"

enum { PATH_LEN = 4096 };

/* A region of a database that a base has, and where its LSNs are. */
struct unit {
    unsigned db;
    uint64_t from, end;
    size_t lsns; /* of partition mark_partition(from) */
};

struct seen_mark {
    struct mark mark;
    uint64_t batch;
};

enum phase { PHASE_BASES, PHASE_LOG, PHASE_DONE };

struct recovery {
    char directory[PATH_LEN];
    struct manifest manifest;
    struct recovery_facts facts;
    struct seen_mark *marks;
    size_t mark_count, mark_size;
    struct recovery_file *files;
    size_t file_count, file_size;
    uint64_t kept_from;
    struct recovery_file *kept; /* before these, for replicas */
    size_t kept_count, kept_size;
    struct unit *units; /* sorted by database and region once all bases are loaded */
    size_t unit_count, unit_size;
    uint64_t *lsns;
    size_t lsn_count, lsn_size;
    uint64_t least_x[PARTITIONS], greatest_x[PARTITIONS];
    uint64_t lsn[PARTITIONS];
    const uint64_t *limit; /* PARTITIONS, or NULL */
    struct replay replay;
    enum phase phase;
    /* the base at hand */
    unsigned base;
    struct buffer file;
    size_t offset;
    uint32_t base_id;
    uint64_t base_batch, base_units;
    bool base_has_ended;
    /* the log */
    struct reader reader;
    bool has_reader;
    uint64_t line;
};

struct recovery *recovery_open(const char *directory, char *error) {
    return recovery_open_as(directory, MANIFEST_NAME, error);
}

struct recovery *recovery_open_as(const char *directory, const char *name, char *error) {
    struct recovery *recovery = memory_alloc_zeroed(sizeof *recovery);
    snprintf(recovery->directory, sizeof recovery->directory, "%s", directory);
    struct manifest *manifest = &recovery->manifest;
    if (manifest_read_as(directory, name, manifest, error) < 0) {
        recovery_destroy(recovery);
        return NULL;
    }
    recovery->facts.core = manifest->core;
    recovery->facts.cores = manifest->cores;
    recovery->facts.partition_first = manifest->partition_first;
    recovery->facts.partition_count = manifest->partition_count;
    recovery->facts.last_segment = manifest->first_segment - 1;
    for (unsigned i = 0; i < manifest->base_count; i++)
        recovery->facts.bytes += manifest->bases[i].bytes;
    return recovery;
}

void recovery_destroy(struct recovery *recovery) {
    if (recovery->has_reader) reader_close(&recovery->reader);
    if (recovery->replay.keyspace != NULL) replay_clear(&recovery->replay);
    buffer_clear(&recovery->file);
    memory_free(recovery->marks);
    memory_free(recovery->files);
    memory_free(recovery->kept);
    memory_free(recovery->units);
    memory_free(recovery->lsns);
    memory_free(recovery);
}

void recovery_facts(const struct recovery *recovery, struct recovery_facts *facts) {
    *facts = recovery->facts;
}

const struct manifest *recovery_manifest(const struct recovery *recovery) {
    return &recovery->manifest;
}

/* ---- the scan ---- */

static void note_mark(struct recovery *recovery, const struct mark *mark, uint64_t batch) {
    recovery->marks = memory_room_for_one(recovery->marks, recovery->mark_count,
                                          &recovery->mark_size, sizeof *recovery->marks);
    recovery->marks[recovery->mark_count++] = (struct seen_mark){*mark, batch};
    if (mark->tx > recovery->facts.last_tx) recovery->facts.last_tx = mark->tx;
}

static void note_batch(struct recovery *recovery, const struct reader *reader) {
    struct recovery_facts *facts = &recovery->facts;
    facts->batches++;
    facts->bytes += reader->batch.length;
    facts->last_batch = reader->batch.number;
    facts->last_wall_ms = reader->batch.wall_ms;
    if (recovery->file_count == 0 ||
        recovery->files[recovery->file_count - 1].number != reader->number) {
        recovery->files = memory_room_for_one(recovery->files, recovery->file_count,
                                              &recovery->file_size, sizeof *recovery->files);
        recovery->files[recovery->file_count++] = (struct recovery_file){.number = reader->number};
    }
    struct recovery_file *file = &recovery->files[recovery->file_count - 1];
    file->bytes = reader->offset;
    file->records += reader->batch.record_count;
}

static bool scan_batch(struct recovery *recovery, const struct reader *reader) {
    struct bytes records = reader->records, record;
    struct mark mark;
    while (log_batch_next(&records, &record)) {
        if (mark_is(record)) {
            if (!mark_read(record, &mark)) return false;
            note_mark(recovery, &mark, reader->batch.number);
        }
    }
    return records.len == 0;
}

bool recovery_scan(struct recovery *recovery, char *error) {
    return recovery_scan_until(recovery, UINT64_MAX, error);
}

bool recovery_scan_until(struct recovery *recovery, uint64_t batch, char *error) {
    struct reader reader;
    struct recovery_facts *facts = &recovery->facts;
    enum reader_state state =
        reader_open(&reader, recovery->directory, recovery->manifest.first_segment);
    bool is_sound = true;
    while (is_sound && state == READER_OK && reader.next_batch <= batch &&
           (state = reader_next(&reader)) == READER_OK) {
        is_sound = scan_batch(recovery, &reader);
        note_batch(recovery, &reader);
    }
    if (facts->batches == 0 && reader.next_batch > 0) facts->last_batch = reader.next_batch - 1;
    facts->last_segment = reader_last_file(&reader);
    facts->torn_bytes = reader.torn_bytes;
    facts->has_torn_batch = reader.has_torn_batch;
    if (is_sound && state == READER_OK) state = READER_END; /* that was enough */
    if (!is_sound) {
        snprintf(error, RECOVERY_ERROR,
                 "%.600s: log file %" PRIu64 ", offset %zu: a record is malformed",
                 recovery->directory, reader.number, reader.batch_offset);
    } else if (state != READER_END) {
        snprintf(error, RECOVERY_ERROR, "%s", reader.error);
    }
    reader_close(&reader);
    return is_sound && state == READER_END;
}

void recovery_feed_floors(const struct recovery *recovery, struct line *line) {
    for (unsigned i = 0; i < recovery->facts.cores; i++)
        line_floor(line, i, recovery->manifest.lines[i]);
}

void recovery_feed_until(const struct recovery *recovery, struct line *line, uint64_t batch) {
    unsigned core = recovery->facts.core;
    for (size_t i = 0; i < recovery->mark_count; i++) {
        const struct seen_mark *seen = &recovery->marks[i];
        if (seen->batch > batch) break;
        if (seen->mark.op == MARK_TX_BEGIN)
            line_begin(line, core, seen->mark.tx, seen->batch);
        else if (seen->mark.op == MARK_TX)
            line_mark(line, core, seen->mark.tx, seen->mark.parts, seen->batch);
    }
    uint64_t last = recovery->facts.last_batch;
    line_reach(line, core, last < batch ? last : batch);
}

void recovery_feed(const struct recovery *recovery, struct line *line) {
    recovery_feed_until(recovery, line, UINT64_MAX);
}

/* ---- bases ---- */

static void note_unit(struct recovery *recovery, struct mark *mark) {
    uint64_t lsn;
    recovery->units = memory_room_for_one(recovery->units, recovery->unit_count,
                                          &recovery->unit_size, sizeof *recovery->units);
    recovery->units[recovery->unit_count++] =
        (struct unit){mark->db, mark->from, mark->end, recovery->lsn_count};
    for (unsigned i = mark_partition(mark->from); i <= mark_partition(mark->end - 1); i++) {
        if (!mark_next_lsn(mark, &lsn)) lsn = 0; /* its batch is whole, so all are there */
        recovery->lsns = memory_room_for_one(recovery->lsns, recovery->lsn_count,
                                             &recovery->lsn_size, sizeof *recovery->lsns);
        recovery->lsns[recovery->lsn_count++] = lsn;
        if (lsn < recovery->least_x[i]) recovery->least_x[i] = lsn;
        if (lsn > recovery->greatest_x[i]) recovery->greatest_x[i] = lsn;
    }
}

static bool fail_base(const struct recovery *recovery, const char *what, char *error) {
    char name[BASE_NAME_MAX];
    base_name(recovery->manifest.bases[recovery->base].number, name);
    snprintf(error, RECOVERY_ERROR, "%.600s/%s, offset %zu: %s", recovery->directory, name,
             recovery->offset, what);
    return false;
}

static bool open_base(struct recovery *recovery, char *error) {
    const struct manifest_base *base = &recovery->manifest.bases[recovery->base];
    struct segment_head *head = memory_alloc(sizeof *head);
    char name[BASE_NAME_MAX];
    base_name(base->number, name);
    recovery->offset = 0;
    int result = files_read(recovery->directory, name, UINT64_MAX, &recovery->file);
    enum segment_state state = SEGMENT_DAMAGED;
    if (result == 0) state = segment_head_read(buffer_view(&recovery->file), base->number, head);
    bool is_good = state == SEGMENT_GOOD && head->partition_first == base->partition_first &&
                   head->partition_count == base->partition_count;
    recovery->base_id = is_good ? head->id : 0;
    recovery->offset = is_good ? segment_head_size(head->partition_count) : 0;
    memory_free(head);
    recovery->base_batch = 1;
    recovery->base_units = 0;
    recovery->base_has_ended = false;
    if (is_good) return true;
    if (result < 0) return fail_base(recovery, strerror(-result), error);
    return fail_base(recovery,
                     state == SEGMENT_TOO_NEW ? "it has a newer format than this version knows"
                                              : "its head is damaged",
                     error);
}

static bool load_record(struct recovery *recovery, struct bytes record) {
    struct mark mark;
    if (!mark_is(record)) {
        recovery->facts.base_records++;
        return replay_record(&recovery->replay, record);
    }
    if (!mark_read(record, &mark)) return false;
    if (mark.op == MARK_BASE_END) {
        recovery->base_has_ended = true;
        return mark.units == recovery->base_units;
    }
    recovery->base_units++;
    note_unit(recovery, &mark);
    return mark.op == MARK_UNIT;
}

/* A batch of the base at hand. */
static int load_some(struct recovery *recovery, char *error) {
    struct log_batch_head head;
    struct bytes records, record;
    struct bytes rest =
        bytes_of(recovery->file.data + recovery->offset, recovery->file.len - recovery->offset);
    if (!log_batch_read(rest, recovery->base_id, &head, &records) ||
        head.number != recovery->base_batch)
        return fail_base(recovery, "it is damaged", error), -1;
    while (log_batch_next(&records, &record)) {
        if (!load_record(recovery, record))
            return fail_base(recovery, "a record cannot be what it should be", error), -1;
    }
    recovery->base_batch++;
    recovery->offset += head.length;
    recovery->facts.bytes_done += head.length;
    return 1;
}

static int by_region(const void *one, const void *other) {
    const struct unit *a = one, *b = other;
    if (a->db != b->db) return a->db < b->db ? -1 : 1;
    return a->from < b->from ? -1 : a->from > b->from;
}

static bool is_above(const struct recovery *recovery, unsigned partition, uint64_t lsn) {
    return recovery->limit != NULL && lsn > recovery->limit[partition];
}

/* What a base has cannot be told apart any more. */
static bool are_bases_below_limit(const struct recovery *recovery, char *error) {
    for (unsigned i = 0; i < PARTITIONS; i++) {
        if (recovery->least_x[i] == UINT64_MAX || !is_above(recovery, i, recovery->greatest_x[i]))
            continue;
        snprintf(error, RECOVERY_ERROR,
                 "%.600s: a base has LSN %" PRIu64 " of partition %u, and the limit is %" PRIu64,
                 recovery->directory, recovery->greatest_x[i], i, recovery->limit[i]);
        return false;
    }
    return true;
}

static int step_bases(struct recovery *recovery, char *error) {
    if (recovery->base == recovery->manifest.base_count) {
        if (!are_bases_below_limit(recovery, error)) return -1;
        if (recovery->unit_count > 1)
            qsort(recovery->units, recovery->unit_count, sizeof *recovery->units, by_region);
        buffer_clear(&recovery->file);
        /* Where no log is left beside them, new records go on from here. */
        memcpy(recovery->lsn, recovery->greatest_x, sizeof recovery->lsn);
        recovery->phase = PHASE_LOG;
        return 1;
    }
    if (recovery->base_id == 0 && !open_base(recovery, error)) return -1;
    if (!recovery->base_has_ended) return load_some(recovery, error);
    recovery->base_id = 0;
    recovery->base++;
    return 1;
}

/* ---- the log ---- */

static uint64_t x_of(const struct recovery *recovery, unsigned db, const struct key *key) {
    if (recovery->greatest_x[key->partition] == recovery->least_x[key->partition])
        return recovery->greatest_x[key->partition];
    uint64_t spot = region_spot_of(key);
    size_t from = 0, end = recovery->unit_count; /* the last unit that begins at or before it */
    while (end - from > 1) {
        size_t middle = (from + end) / 2;
        const struct unit *unit = &recovery->units[middle];
        bool is_after = unit->db != db ? unit->db > db : unit->from > spot;
        if (is_after)
            end = middle;
        else
            from = middle;
    }
    const struct unit *unit = &recovery->units[from];
    if (unit->db != db || spot < unit->from || spot >= unit->end) return 0;
    return recovery->lsns[unit->lsns + key->partition - mark_partition(unit->from)];
}

bool recovery_is_in_base(const struct recovery *recovery, const struct effect *effect,
                         uint64_t lsn) {
    if (effect_is_global(effect))
        return lsn <= recovery->greatest_x[recovery->facts.partition_first];
    struct key key = key_of(effect->key);
    return lsn <= recovery->greatest_x[key.partition] && lsn <= x_of(recovery, effect->db, &key);
}

/* FLUSHDB and SWAPDB: bases are all from before it, or all from after. */
static bool replay_global(struct recovery *recovery, const struct effect *effect) {
    unsigned first = recovery->facts.partition_first, before = 0;
    for (unsigned i = first; i < first + recovery->facts.partition_count; i++)
        before += ++recovery->lsn[i] > recovery->greatest_x[i];
    if (is_above(recovery, first, recovery->lsn[first])) {
        recovery->facts.above++;
        return true;
    }
    if (effect->op == EFFECT_MEMBERS)
        return true; /* it concerns no data: bases need not agree on it */
    if (before == 0) {
        recovery->facts.skipped++;
        return true;
    }
    recovery->facts.globals++;
    return before == recovery->facts.partition_count && replay_effect(&recovery->replay, effect);
}

static bool replay_one(struct recovery *recovery, struct bytes record) {
    struct effect effect;
    if (mark_is(record)) return true;
    if (!effect_decode(record, &effect)) return false;
    recovery->facts.records++;
    if (effect_is_global(&effect)) return replay_global(recovery, &effect);
    struct key key = key_of(effect.key);
    if (key.partition < recovery->facts.partition_first ||
        key.partition >= recovery->facts.partition_first + recovery->facts.partition_count)
        return false;
    uint64_t lsn = ++recovery->lsn[key.partition];
    if (is_above(recovery, key.partition, lsn)) {
        recovery->facts.above++;
        return true;
    }
    if (lsn <= recovery->greatest_x[key.partition] && lsn <= x_of(recovery, effect.db, &key)) {
        recovery->facts.skipped++;
        return true;
    }
    return replay_effect(&recovery->replay, &effect);
}

static bool take_lsns_of_head(struct recovery *recovery, char *error) {
    const struct segment_head *head = recovery->reader.head;
    const struct manifest *manifest = &recovery->manifest;
    if (head->core != manifest->core || head->partition_first != manifest->partition_first ||
        head->partition_count != manifest->partition_count) {
        snprintf(error, RECOVERY_ERROR, "%.600s: log file %" PRIu64 " is of another core",
                 recovery->directory, recovery->reader.number);
        return false;
    }
    memcpy(recovery->lsn + head->partition_first, head->lsn,
           head->partition_count * sizeof recovery->lsn[0]);
    return true;
}

/* The next LSNs are those behind the limit, which has been reached. */
static bool end_at_limit(struct recovery *recovery, char *error) {
    unsigned first = recovery->facts.partition_first;
    for (unsigned i = first; i < first + recovery->facts.partition_count; i++) {
        if (recovery->lsn[i] < recovery->limit[i]) {
            snprintf(error, RECOVERY_ERROR,
                     "%.600s: the log ends at LSN %" PRIu64 " of partition %u, below %" PRIu64,
                     recovery->directory, recovery->lsn[i], i, recovery->limit[i]);
            return false;
        }
        recovery->lsn[i] = recovery->limit[i];
    }
    return true;
}

static int end_log(struct recovery *recovery, char *error) {
    struct recovery_facts *facts = &recovery->facts;
    if (recovery->limit != NULL && !end_at_limit(recovery, error)) return -1;
    if (facts->last_batch > recovery->line) facts->cut_batches = facts->last_batch - recovery->line;
    facts->last_batch = recovery->line;
    recovery->phase = PHASE_DONE;
    return 0;
}

/* The scan has found the line, so whatever keeps the second reading from getting there is an error of the disk: passing
 * it for the end would be a loss. */
static int end_early(struct recovery *recovery, enum reader_state state, char *error) {
    const struct reader *reader = &recovery->reader;
    if (state == READER_END &&
        (recovery->facts.batches == 0 || reader->next_batch > recovery->line))
        return end_log(recovery, error);
    if (state == READER_END)
        snprintf(error, RECOVERY_ERROR, "%.600s: batch %" PRIu64 " was there and is not any more",
                 recovery->directory, reader->next_batch);
    else
        snprintf(error, RECOVERY_ERROR, "%s", reader->error);
    return -1;
}

static int step_log(struct recovery *recovery, char *error) {
    struct reader *reader = &recovery->reader;
    enum reader_state state;
    if (!recovery->has_reader) {
        recovery->has_reader = true;
        state = reader_open(reader, recovery->directory, recovery->manifest.first_segment);
        if (state != READER_OK) return end_early(recovery, state, error);
        if (!take_lsns_of_head(recovery, error)) return -1;
    }
    if (reader->next_batch > recovery->line) return end_log(recovery, error);
    state = reader_next(reader);
    if (state != READER_OK) return end_early(recovery, state, error);
    struct bytes records = reader->records, record;
    while (log_batch_next(&records, &record)) {
        if (replay_one(recovery, record)) continue;
        snprintf(error, RECOVERY_ERROR,
                 "%.600s: log file %" PRIu64 ", batch %" PRIu64
                 " at offset %zu: a record cannot follow those before it",
                 recovery->directory, reader->number, reader->batch.number, reader->batch_offset);
        return -1;
    }
    recovery->facts.bytes_done += reader->batch.length;
    return 1;
}

/* ---- from outside ---- */

void recovery_limit(struct recovery *recovery, const uint64_t *lsns) {
    recovery->limit = lsns;
}

void recovery_begin(struct recovery *recovery, struct keyspace *keyspace, uint64_t line) {
    replay_init(&recovery->replay, keyspace);
    recovery->line = line;
    for (unsigned i = 0; i < PARTITIONS; i++) recovery->least_x[i] = UINT64_MAX;
}

int recovery_step(struct recovery *recovery, char *error) {
    switch (recovery->phase) {
    case PHASE_BASES:
        return step_bases(recovery, error);
    case PHASE_LOG:
        return step_log(recovery, error);
    case PHASE_DONE:
        break;
    }
    return 0;
}

struct cleaning {
    const struct recovery *recovery;
    struct retention *retention;
    struct buffer names; /* each ended by a zero */
};

/* The files before the first that is needed, as far as there is no gap, and retention does not look after them. */
static void find_kept(struct recovery *recovery, const struct retention *retention) {
    struct segment_head *head = memory_alloc(sizeof *head);
    char name[SEGMENT_NAME_MAX];
    uint64_t least = recovery->manifest.first_segment;
    while (least > 1 && lineage_head(recovery->directory, least - 1, head)) least--;
    memory_free(head);
    recovery->kept_from = least;
    for (uint64_t number = least; number < recovery->manifest.first_segment; number++) {
        segment_name(number, name);
        if (retention_needs(retention, name)) break; /* and all behind it */
        recovery->kept = memory_room_for_one(recovery->kept, recovery->kept_count,
                                             &recovery->kept_size, sizeof *recovery->kept);
        recovery->kept[recovery->kept_count++] = (struct recovery_file){
            .number = number, .bytes = files_bytes(recovery->directory, name)};
    }
}

static bool is_needed(const struct recovery *recovery, const char *name) {
    uint64_t number;
    int64_t time_ms;
    if (segment_number(name, &number))
        return number >= recovery->kept_from && number <= recovery->facts.last_segment;
    if (strncmp(name, MANIFEST_NAME ".", sizeof MANIFEST_NAME) == 0 ||
        (strncmp(name, "kept-", 5) == 0 && !retention_time(name, &time_ms)))
        return false;                             /* half replaced */
    if (!base_number(name, &number)) return true; /* not ours to judge */
    for (unsigned i = 0; i < recovery->manifest.base_count; i++) {
        if (recovery->manifest.bases[i].number == number) return true;
    }
    return false;
}

/* Needed by what was, not by what is; never what is behind the log's end. */
static bool is_history(const struct cleaning *cleaning, const char *name) {
    uint64_t number;
    bool is_behind =
        segment_number(name, &number) && number > cleaning->recovery->facts.last_segment;
    return !is_behind && retention_needs(cleaning->retention, name);
}

static void look_at_name(void *arg, const char *name) {
    struct cleaning *cleaning = arg;
    if (!is_needed(cleaning->recovery, name) && !is_history(cleaning, name))
        buffer_append(&cleaning->names, bytes_of(name, strlen(name) + 1));
}

/* What was read is not known to be durable: who wrote it may have died before his sync, or after it had failed, and then
 * another one proves nothing. So the file that the log ends in is written anew. Those before it are durable (W3). */
static int write_end(const struct recovery *recovery, size_t len) {
    const struct reader *reader = &recovery->reader;
    char name[SEGMENT_NAME_MAX], path[PATH_LEN + SEGMENT_NAME_MAX];
    if (!recovery->has_reader || reader->offset <= segment_head_size(reader->head->partition_count))
        return disk_sync_directory(recovery->directory);
    segment_name(reader->number, name);
    snprintf(path, sizeof path, "%s/%s", recovery->directory, name);
    return file_replace(path, bytes_of(reader->file.data, len));
}

int recovery_settle(const struct recovery *recovery) {
    return write_end(recovery, recovery->reader.file.len);
}

int recovery_clean(struct recovery *recovery) {
    struct cleaning cleaning = {.recovery = recovery,
                                .retention =
                                    retention_open(recovery->directory, &recovery->manifest, NULL)};
    char path[PATH_LEN + 64];
    int result = write_end(recovery, recovery->reader.offset); /* the line */
    if (result == 0) result = retention_error(cleaning.retention);
    if (result == 0) find_kept(recovery, cleaning.retention);
    if (result == 0) result = disk_list(recovery->directory, look_at_name, &cleaning);
    for (size_t at = 0; at < cleaning.names.len && result == 0;
         at += strlen(cleaning.names.data + at) + 1) {
        snprintf(path, sizeof path, "%s/%s", recovery->directory, cleaning.names.data + at);
        result = disk_remove(path);
    }
    if (result == 0 && cleaning.names.len > 0) result = disk_sync_directory(recovery->directory);
    buffer_clear(&cleaning.names);
    retention_close(cleaning.retention);
    return result;
}

bool recovery_file(const struct recovery *recovery, unsigned i, struct recovery_file *file) {
    if (i >= recovery->file_count) return false;
    *file = recovery->files[i];
    return true;
}

bool recovery_kept_file(const struct recovery *recovery, unsigned i, struct recovery_file *file) {
    if (i >= recovery->kept_count) return false;
    *file = recovery->kept[i];
    return true;
}

void recovery_lsns(const struct recovery *recovery, uint64_t *lsn) {
    unsigned first = recovery->facts.partition_first;
    memcpy(lsn + first, recovery->lsn + first, recovery->facts.partition_count * sizeof *lsn);
}
