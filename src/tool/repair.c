/* tool/repair.c - where each core's log shall end, what that loses, and ending it there.
 *
 * Of each core, later files go first and then the tail of the last one that counts: whenever that stops, it can be
 * done again. */
#include "tool/repair.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

#include "base/memory.h"
#include "log/files.h"
#include "log/reader.h"
#include "sys/disk.h"
#include "tool/loaded.h"
#include "tool/text.h"

enum { ZEROS = 1 << 20 };

struct end {
    bool is_salvage;
    uint64_t damage_batch; /* what is lost begins with it */
    uint64_t file, offset; /* behind the last batch that counts */
    uint64_t last_file;    /* that is there */
    /* What is cut off, as far as it can be read. */
    uint64_t lost_batches, lost_records, lost_until;
    int64_t lost_from_ms, lost_to_ms;
};

struct repair {
    const struct repair_options *options;
    struct output *output;
    struct place place;
    struct loaded loaded;
    struct end *ends;
};

/* ---- what is wrong ---- */

static bool refuse(const struct repair *repair, const char *text) {
    output_printf(repair->output, "DAMAGE  %s\n", text);
    return false;
}

/* False if nothing can be done about it in place. */
static bool look_at_damage(struct repair *repair, unsigned core) {
    struct loaded_core *loaded = &repair->loaded.cores[core];
    struct reader reader;
    if (loaded->recovery == NULL) return refuse(repair, loaded->error);
    enum reader_state state = reader_open(&reader, repair->place.paths[core],
                                          recovery_manifest(loaded->recovery)->first_segment);
    bool has_any = state == READER_OK;
    while (state == READER_OK) state = reader_next(&reader);
    repair->ends[core].is_salvage = true;
    repair->ends[core].damage_batch = reader.next_batch;
    loaded->limit = reader.next_batch - 1;
    reader_close(&reader);
    if (has_any && state == READER_DAMAGED) {
        output_printf(repair->output, "DAMAGE  %s\n", loaded->error);
        return true;
    }
    refuse(repair, loaded->error);
    output_printf(repair->output,
                  "That cannot be repaired in place. What can still be read goes to a new "
                  "directory by:\n  anax-log restore DIR --to end --partial --out DIR2\n");
    return false;
}

/* ---- where it ends ---- */

static void find_end(struct repair *repair, unsigned core) {
    struct end *end = &repair->ends[core];
    const struct loaded_core *loaded = &repair->loaded.cores[core];
    struct reader reader;
    enum reader_state state = reader_open(&reader, repair->place.paths[core],
                                          recovery_manifest(loaded->recovery)->first_segment);
    if (state == READER_OK) {
        end->file = reader.number;
        end->offset = reader.offset;
    }
    while (state == READER_OK && reader.next_batch <= loaded->line &&
           (state = reader_next(&reader)) == READER_OK) {
        end->file = reader.number;
        end->offset = reader.offset;
    }
    reader_close(&reader);
}

static void note_lost(struct end *end, const struct log_batch_head *batch) {
    if (end->lost_batches++ == 0) end->lost_from_ms = batch->wall_ms;
    end->lost_records += batch->record_count;
    end->lost_to_ms = batch->wall_ms;
    if (batch->number > end->lost_until) end->lost_until = batch->number;
}

/* Good batches of a file from an offset on, wherever they begin. */
static void count_lost(struct end *end, struct bytes file, size_t at, uint32_t id, uint64_t above) {
    struct log_batch_head head;
    struct bytes records;
    while (at + BATCH_HEAD <= file.len) {
        bool is_good = log_batch_read(bytes_of(file.data + at, file.len - at), id, &head, &records);
        if (is_good && head.number > above) note_lost(end, &head);
        at += is_good ? head.length : BATCH_ALIGN;
    }
}

static void look_at_lost(struct repair *repair, unsigned core) {
    struct end *end = &repair->ends[core];
    const struct loaded_core *loaded = &repair->loaded.cores[core];
    struct segment_head *head = memory_alloc(sizeof *head);
    struct buffer file = {0};
    uint64_t first;
    bool has_any;
    char name[SEGMENT_NAME_MAX];
    end->last_file = end->file;
    if (reader_find_files(repair->place.paths[core], &first, &end->last_file, &has_any) < 0 ||
        !has_any || end->file == 0)
        end->last_file = end->file;
    for (uint64_t number = end->file; end->file != 0 && number <= end->last_file; number++) {
        segment_name(number, name);
        uint32_t id = 0;
        unsigned partitions = loaded->facts.partition_count;
        if (files_read(repair->place.paths[core], name, UINT64_MAX, &file) < 0) continue;
        bool has_id = segment_head_read(buffer_view(&file), number, head) == SEGMENT_GOOD;
        if (has_id)
            id = head->id;
        else
            has_id = segment_id_of_damaged(buffer_view(&file), number, 1, partitions, &id);
        if (has_id)
            count_lost(end, buffer_view(&file),
                       number == end->file ? end->offset : segment_head_size(partitions), id,
                       loaded->line);
    }
    buffer_clear(&file);
    memory_free(head);
}

/* ---- saying so ---- */

static bool is_cut(const struct repair *repair, unsigned core) {
    const struct end *end = &repair->ends[core];
    return end->is_salvage || end->lost_batches > 0 ||
           repair->loaded.cores[core].facts.torn_bytes > 0;
}

static void tell_core(const struct repair *repair, unsigned core) {
    const struct end *end = &repair->ends[core];
    const struct loaded_core *loaded = &repair->loaded.cores[core];
    char from[TEXT_TIME_MAX], to[TEXT_TIME_MAX], name[SEGMENT_NAME_MAX];
    segment_name(end->file, name);
    output_printf(repair->output,
                  "core %u  is kept up to batch %" PRIu64 ", which ends in %s at offset %" PRIu64
                  "\n",
                  core, loaded->line, name, end->offset);
    if (end->is_salvage)
        output_printf(repair->output,
                      "core %u  batch %" PRIu64 " and perhaps others cannot be read: what they "
                      "changed is lost\n",
                      core, end->damage_batch);
    if (end->lost_batches > 0) {
        text_time(from, end->lost_from_ms);
        text_time(to, end->lost_to_ms);
        output_printf(repair->output,
                      "core %u  %" PRIu64 " good batches behind that, up to batch %" PRIu64
                      ", with %" PRIu64 " records from %s to %s are cut off%s\n",
                      core, end->lost_batches, end->lost_until, end->lost_records, from, to,
                      end->is_salvage ? "" : ": transactions there are not whole");
    }
    if (!end->is_salvage && loaded->facts.torn_bytes > 0)
        output_printf(repair->output,
                      "core %u  %" PRIu64
                      " bytes behind it, torn by a crash or of the file's earlier life, are "
                      "made zeros\n",
                      core, loaded->facts.torn_bytes);
    uint64_t floor = recovery_manifest(loaded->recovery)->lines[core];
    if (end->is_salvage && end->damage_batch <= floor)
        output_printf(repair->output,
                      "core %u  some keys come from bases as late as batch %" PRIu64
                      ": together that is a state that never was\n",
                      core, floor);
}

/* ---- doing it ---- */

static int copy(const char *path, const char *directory, const char *name) {
    struct buffer file = {0};
    struct disk_file *target;
    char aside[PLACE_PATH + 64];
    snprintf(aside, sizeof aside, "%.4000s.damaged", path);
    int error = files_read(directory, name, UINT64_MAX, &file);
    if (error == 0) error = disk_open(aside, DISK_WRITE | DISK_CREATE | DISK_EXCLUSIVE, &target);
    if (error == 0) {
        error = disk_write_now(target, 0, buffer_view(&file));
        if (error == 0) error = disk_sync_now(target);
        disk_close(target);
    }
    buffer_clear(&file);
    return error == 0 ? disk_sync_directory(directory) : error;
}

static int clear_from(const char *path, uint64_t offset) {
    struct disk_file *file;
    uint64_t size;
    int error = disk_open(path, DISK_WRITE, &file);
    if (error < 0) return error;
    char *zeros = memory_alloc_zeroed(ZEROS);
    error = disk_size(file, &size);
    while (error == 0 && offset < size) {
        uint64_t len = size - offset < ZEROS ? size - offset : ZEROS;
        error = disk_write_now(file, offset, bytes_of(zeros, len));
        offset += len;
    }
    if (error == 0) error = disk_sync_now(file);
    disk_close(file);
    memory_free(zeros);
    return error;
}

static int take_away(const char *directory, uint64_t number, bool is_kept) {
    char name[SEGMENT_NAME_MAX], path[PLACE_PATH + 64], aside[PLACE_PATH + 96];
    segment_name(number, name);
    snprintf(path, sizeof path, "%.4000s/%s", directory, name);
    snprintf(aside, sizeof aside, "%s.damaged", path);
    int error = is_kept ? disk_rename(path, aside) : disk_remove(path);
    return error == -ENOENT ? 0 : error;
}

static int cut_core(const struct repair *repair, unsigned core) {
    const struct end *end = &repair->ends[core];
    const char *directory = repair->place.paths[core];
    char name[SEGMENT_NAME_MAX], path[PLACE_PATH + 64];
    int error = 0;
    segment_name(end->file, name);
    snprintf(path, sizeof path, "%.4000s/%s", directory, name);
    if (end->is_salvage) error = copy(path, directory, name);
    if (error == -EEXIST) error = 0; /* of an earlier try: that is the original */
    for (uint64_t number = end->last_file; error == 0 && number > end->file; number--)
        error = take_away(directory, number, end->is_salvage);
    if (error == 0) error = disk_sync_directory(directory);
    return error < 0 ? error : clear_from(path, end->offset);
}

static int cut_all(struct repair *repair) {
    for (unsigned i = 0; i < repair->loaded.core_count; i++) {
        if (!is_cut(repair, i) || repair->ends[i].file == 0) continue;
        int error = cut_core(repair, i);
        if (error == 0) continue;
        output_printf(repair->output, "%s: %s\n", repair->place.paths[i], strerror(-error));
        return 2;
    }
    output_printf(repair->output, "Done: the log is whole.\n");
    return 0;
}

/* ---- all ---- */

/* The rest must load, or cutting would be in vain. */
static bool would_load(struct repair *repair, struct progress *progress) {
    char error[RECOVERY_ERROR] = "";
    bool is_good = loaded_replay(&repair->loaded, progress, error);
    progress_end(progress);
    if (is_good) return true;
    refuse(repair, error);
    output_printf(repair->output,
                  "That cannot be repaired. Take the data from a replica or a backup.\n");
    return false;
}

static bool is_agreed(const struct repair *repair, bool is_salvage) {
    const struct repair_options *options = repair->options;
    output_flush(repair->output);
    return options->agrees == NULL ||
           options->agrees(options->arg, is_salvage
                                             ? "Keep what is before the damage, and lose the rest?"
                                             : "Cut that off?");
}

static int go(struct repair *repair, struct progress *progress) {
    bool is_salvage = false, has_work = false;
    unsigned count = repair->loaded.core_count;
    for (unsigned i = 0; i < count; i++) {
        if (repair->loaded.cores[i].is_sound) continue;
        if (!look_at_damage(repair, i)) return 1;
        is_salvage = true;
    }
    loaded_draw(&repair->loaded);
    if (!would_load(repair, progress)) return 1;
    for (unsigned i = 0; i < count; i++) {
        find_end(repair, i);
        look_at_lost(repair, i);
        if (!is_cut(repair, i)) continue;
        has_work = true;
        tell_core(repair, i);
    }
    if (!has_work) {
        output_printf(repair->output, "The log is whole: there is nothing to repair.\n");
        return 0;
    }
    if (is_salvage)
        output_printf(repair->output, "A replica or a backup has more. The files as they are now "
                                      "stay beside, as *.damaged.\n");
    if (is_agreed(repair, is_salvage)) return cut_all(repair);
    output_printf(repair->output, "Nothing was changed.\n");
    return is_salvage ? 1 : 0;
}

int repair_run(const char *directory, const struct repair_options *options, struct output *output,
               struct progress *progress) {
    struct repair repair = {.options = options, .output = output};
    char error[PLACE_ERROR];
    int opened = place_open(&repair.place, directory, error);
    if (opened < 0) {
        output_printf(output, "%s\n", error);
        return opened == -EBADMSG ? 1 : 2;
    }
    loaded_scan(&repair.loaded, &repair.place, NULL);
    repair.ends = memory_alloc_zeroed(repair.loaded.core_count * sizeof *repair.ends);
    int code = go(&repair, progress);
    memory_free(repair.ends);
    loaded_clear(&repair.loaded);
    place_close(&repair.place);
    return code;
}
