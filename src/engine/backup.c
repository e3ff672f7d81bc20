/* engine/backup.c - hold, sync, link. */
#include "engine/backup.h"

#include <errno.h>
#include <stdio.h>

#include "base/memory.h"
#include "engine/journal.h"
#include "log/base.h"
#include "log/compactor.h"
#include "log/manifest.h"
#include "sys/disk.h"
#include "sys/file.h"

enum { PATH_LEN = 4096, NAMED_PATH_LEN = PATH_LEN + 64, PIECE = 1 << 20, POLL_NS = 2000000 };

/* What one core's backup is made of, at the moment that counts. */
struct cut {
    const char *directory; /* the journal's: it lives as long as the options are borrowed */
    uint64_t segment, offset, batch;
    bool has_log, is_busy, is_written;
};

struct backup {
    struct engine *engine;
    const char *directory, *target;
    struct cut *cuts;
    unsigned core; /* whose files are being linked */
    struct manifest *manifest;
    char *error;
    int result;
};

/* ---- on the cores ---- */

static void hold_here(struct core *core, void *arg) {
    bool *was_held = arg;
    if (core->journal) {
        *was_held = compactor_is_held(core->journal->compactor);
        compactor_hold(core->journal->compactor, true);
    }
}

static void hold_on_all(struct core *core, void *arg) {
    (void)arg;
    bool ignored;
    hold_here(core, &ignored);
}

static void let_go(struct core *core, void *arg) {
    (void)arg;
    if (core->journal) {
        compactor_hold(core->journal->compactor, false);
    }
}

static void look_whether_busy(struct core *core, void *arg) {
    struct cut *cut = &((struct cut *)arg)[core->index];
    cut->has_log = core->journal != NULL;
    cut->is_busy = core->journal && compactor_is_busy(core->journal->compactor);
}

static void note_cut(struct core *core, void *arg) {
    struct cut *cut = &((struct cut *)arg)[core->index];
    struct writer_facts facts;
    writer_facts(core->journal->writer, &facts);
    cut->directory = core->journal->directory;
    cut->segment = facts.segment;
    cut->offset = facts.segment_offset;
    cut->batch = writer_last_batch(core->journal->writer);
}

static void look_whether_written(struct core *core, void *arg) {
    struct cut *cut = &((struct cut *)arg)[core->index];
    cut->is_written = writer_written(core->journal->writer) >= cut->batch;
}

static bool is_any(const struct backup *backup, bool (*what)(const struct cut *cut)) {
    bool is_some = false;
    for (unsigned i = 0; i < backup->engine->core_count; i++) {
        is_some |= what(&backup->cuts[i]);
    }
    return is_some;
}

static bool is_busy(const struct cut *cut) {
    return cut->is_busy;
}
static bool is_missing(const struct cut *cut) {
    return !cut->has_log;
}
static bool is_unwritten(const struct cut *cut) {
    return !cut->is_written;
}

/* ---- on a helper ---- */

static int copy(const char *from, const char *to, uint64_t size) {
    struct disk_file *source = NULL, *target = NULL;
    char *piece = memory_alloc(PIECE);
    int error = disk_open(from, 0, &source);
    if (error == 0) {
        error = disk_open(to, DISK_WRITE | DISK_CREATE | DISK_EXCLUSIVE, &target);
    }
    for (uint64_t at = 0; error == 0 && at < size;) {
        uint64_t len = size - at < PIECE ? size - at : PIECE;
        int64_t got = disk_read_now(source, at, piece, len);
        if (got <= 0) {
            error = (int)got;
            break; /* a file that ends early: it is all there */
        }
        error = disk_write_now(target, at, bytes_of(piece, (size_t)got));
        at += (uint64_t)got;
        offload_rest();
    }
    if (error == 0) {
        error = disk_sync_now(target);
    }
    if (source) {
        disk_close(source);
    }
    if (target) {
        disk_close(target);
    }
    memory_free(piece);
    return error;
}

static int link_or_copy(const char *from, const char *to) {
    int error = disk_link(from, to);
    return error == -EXDEV || error == -EPERM || error == -EMLINK ? copy(from, to, UINT64_MAX)
                                                                  : error;
}

static void name_of_core(unsigned core, char name[MANIFEST_PATH]) {
    snprintf(name, MANIFEST_PATH, "core-%u", core);
}

static int take_base(const struct cut *cut, const char *target, uint64_t number) {
    char from[NAMED_PATH_LEN], to[NAMED_PATH_LEN], name[BASE_NAME_MAX];
    base_name(number, name);
    snprintf(from, sizeof(from), "%.4000s/%s", cut->directory, name);
    snprintf(to, sizeof(to), "%.4000s/%s", target, name);
    return link_or_copy(from, to);
}

static int take_segment(const struct cut *cut, const char *target, uint64_t number) {
    char from[NAMED_PATH_LEN], to[NAMED_PATH_LEN], name[SEGMENT_NAME_MAX];
    segment_name(number, name);
    snprintf(from, sizeof(from), "%.4000s/%s", cut->directory, name);
    snprintf(to, sizeof(to), "%.4000s/%s", target, name);
    return number == cut->segment ? copy(from, to, cut->offset) : link_or_copy(from, to);
}

static void take_core(void *arg) {
    struct backup *backup = arg;
    const struct cut *cut = &backup->cuts[backup->core];
    struct manifest *manifest = backup->manifest;
    char target[NAMED_PATH_LEN], name[MANIFEST_PATH];
    name_of_core(backup->core, name);
    snprintf(target, sizeof(target), "%.3500s/%.500s", backup->target, name);
    int error = manifest_read(cut->directory, manifest, backup->error);
    if (error == 0) {
        error = directory_make(target);
    }
    for (unsigned i = 0; i < manifest->base_count && error == 0; i++) {
        error = take_base(cut, target, manifest->bases[i].number);
    }
    for (uint64_t number = manifest->first_segment; number <= cut->segment && error == 0;
         number++) {
        error = take_segment(cut, target, number);
    }
    backup->result = error < 0 ? error : manifest_write(target, manifest);
}

static void count_names(void *arg, const char *name) {
    (void)name;
    ++*(unsigned *)arg;
}

static void make_target(void *arg) {
    struct backup *backup = arg;
    unsigned names = 0;
    backup->result = directory_make(backup->target);
    if (backup->result == 0) {
        backup->result = disk_list(backup->target, count_names, &names);
    }
    if (backup->result == 0 && names > 0) {
        backup->result = -ENOTEMPTY;
    }
}

/* The last step: from now on it is a log. */
static void write_root(void *arg) {
    struct backup *backup = arg;
    struct manifest_root root;
    backup->result = manifest_read_root(backup->directory, &root, backup->error);
    if (backup->result < 0) {
        return;
    }
    for (unsigned i = 0; i < root.cores; i++) {
        name_of_core(i, root.paths[i]);
    }
    root.continues = root.is_from_empty =
        false; /* neither the run before it, nor all of its log, is copied */
    backup->result = disk_sync_directory(backup->target);
    if (backup->result == 0) {
        backup->result = manifest_write_root(backup->target, &root);
    }
    manifest_clear_root(&root);
}

/* ---- all of it ---- */

static bool do_step(struct backup *backup, void (*step)(void *arg)) {
    backup->error[0] = 0;
    fiber_offload(step, backup);
    if (backup->result < 0 && backup->error[0] == 0) {
        snprintf(backup->error, BACKUP_ERROR, "%.900s: %s", backup->target,
                 strerror(-backup->result));
    }
    return backup->result == 0;
}

/* False if there is no log. */
static bool wait_for_quiet(struct backup *backup) {
    core_run_on_all(backup->engine, look_whether_busy, backup->cuts);
    while (is_any(backup, is_busy)) {
        fiber_sleep(POLL_NS);
        core_run_on_all(backup->engine, look_whether_busy, backup->cuts);
    }
    if (is_any(backup, is_missing)) {
        snprintf(backup->error, BACKUP_ERROR, "there is no log: appendonly is no");
        return false;
    }
    return true;
}

static bool take_all(struct backup *backup) {
    if (!do_step(backup, make_target) || !wait_for_quiet(backup)) {
        return false;
    }
    journal_sync_all(backup->engine);
    core_run_on_all(backup->engine, note_cut, backup->cuts);
    core_run_on_all(backup->engine, look_whether_written, backup->cuts);
    while (is_any(backup, is_unwritten)) {
        fiber_sleep(POLL_NS);
        core_run_on_all(backup->engine, look_whether_written, backup->cuts);
    }
    for (unsigned i = 0; i < backup->engine->core_count; i++) {
        backup->core = i;
        if (!do_step(backup, take_core)) {
            return false;
        }
    }
    return do_step(backup, write_root);
}

bool backup_make(struct engine *engine, const char *directory, const char *target, char *error) {
    bool was_held = false;
    core_run_on(engine->cores[0], hold_here, &was_held);
    if (was_held) {
        snprintf(error, BACKUP_ERROR, "another backup is under way");
        return false;
    }
    struct backup backup = {
        .engine = engine, .directory = directory, .target = target, .error = error};
    backup.cuts = memory_alloc_zeroed(engine->core_count * sizeof(*backup.cuts));
    backup.manifest = memory_alloc_zeroed(sizeof(*backup.manifest));
    core_run_on_all(engine, hold_on_all, NULL);
    bool is_good = take_all(&backup);
    core_run_on_all(engine, let_go, NULL);
    memory_free(backup.cuts);
    memory_free(backup.manifest);
    return is_good;
}
