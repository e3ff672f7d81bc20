/* engine/dump.c - from the cores' chunks to files under their names. */
#include "engine/dump.h"

#include <errno.h>
#include <stdio.h>

#include "base/memory.h"
#include "engine/dump_file.h"
#include "log/core_set.h"
#include "log/rdb_crc64.h"
#include "log/rdb_file.h"
#include "sys/disk.h"
#include "sys/file.h"

struct dump {
    struct engine *engine;
    struct core *home; /* of the fiber */
    struct snapshot *snapshot;
    struct snapshot_sink *sinks;
    struct dump_options options;
    char path[DUMP_PATH], directory[DUMP_PATH];
    struct dump_file *files; /* one, or one a core */
    unsigned file_count;
    struct core_set set; /* of files for each core */
    struct snapshot_facts facts;
    unsigned ending; /* files that are being ended */
    struct event are_ended;
    int error;
    const char *error_path; /* whose error it was */
    bool may_count; /* the summary may name these files, though it could not be made durable */
};

static bool is_set(const struct dump *dump) {
    return dump->options.format == DUMP_CORES;
}

static void note_error(struct dump *dump, int error, const char *path) {
    if (error < 0 && dump->error == 0) {
        dump->error = error;
        dump->error_path = path;
    }
}

/* What nobody here understands yet, but had been loaded. */
static void put_functions(struct buffer *out, const struct buffer *functions) {
    size_t len;
    for (size_t at = 0; at < functions->len; at += sizeof(len) + len) {
        memcpy(&len, functions->data + at, sizeof(len));
        rdb_put_byte(out, RDB_WORD_FUNCTION);
        rdb_put_text(out, bytes_of(functions->data + at + sizeof(len), len), false);
    }
}

/* ---- an RDB file, on a helper ---- */

static void put_in_rdb(struct dump_file *file, struct bytes bytes) {
    file->crc = file->checksums ? rdb_crc64(file->crc, bytes) : 0;
    dump_file_append(file, bytes);
}

static void begin_rdb(struct dump *dump, struct dump_file *file) {
    struct buffer head = {0};
    rdb_file_begin(&head, (uint64_t)clock_wall_us() / 1000000, engine_memory_used(dump->engine));
    put_functions(&head, &dump->engine->functions);
    put_in_rdb(file, buffer_view(&head));
    buffer_clear(&head);
}

/* The end, the checksum, and the head again if it said too little. */
static void end_rdb(const struct dump *dump, struct dump_file *file) {
    struct buffer end = {0};
    char head[RDB_FILE_HEAD];
    unsigned version = dump->facts.version;
    rdb_file_end(&end);
    put_in_rdb(file, buffer_view(&end));
    uint64_t crc = file->crc;
    if (version != RDB_VERSION) {
        rdb_file_head(head, version);
        crc = file->checksums ? rdb_file_checksum(crc, file->offset, version) : 0;
        dump_file_overwrite(file, 0, bytes_of(head, sizeof(head)));
    }
    end.len = 0;
    rdb_put_u64(&end, crc);
    dump_file_append(file, buffer_view(&end));
    buffer_clear(&end);
}

/* ---- a core's file, on a helper ---- */

static void put_in_core_file(struct dump_file *file, struct bytes words) {
    bool is_plain = file->writer.codec == PACK_NONE && words.len <= PACK_BLOCK_MAX;
    file->packed.len = 0;
    unsigned flags = (file->begins ? (unsigned)CORE_FRAME_BEGINS : 0) |
                     (file->ends ? (unsigned)CORE_FRAME_ENDS : 0);
    if (is_plain) {
        core_file_put_plain(&file->writer, words, flags, &file->packed);
    } else {
        core_file_put_part(&file->writer, words, flags, &file->packed);
    }
    dump_file_append(file, buffer_view(&file->packed));
    if (is_plain) {
        dump_file_append(file, words);
    }
}

static void begin_core_file(struct dump *dump, struct dump_file *file, unsigned core) {
    struct core_file_head head = {.id = dump->set.id,
                                  .core = core,
                                  .cores = dump->file_count,
                                  .wall_ms = clock_wall_us() / 1000};
    struct buffer functions = {0};
    core_file_begin(&file->writer, &head, dump->options.codec, &file->packed);
    if (core == 0) {
        put_functions(&functions, &dump->engine->functions);
        core_file_put(&file->writer, buffer_view(&functions), true, &file->packed);
        buffer_clear(&functions);
    }
    dump_file_append(file, buffer_view(&file->packed));
}

static void end_core_file(struct dump *dump, struct dump_file *file) {
    struct core_set_file *facts = &dump->set.files[file - dump->files];
    file->packed.len = 0;
    core_file_end(&file->writer, &file->packed, &facts->index_crc);
    dump_file_append(file, buffer_view(&file->packed));
    facts->bytes = file->offset;
    facts->frames = file->writer.count;
}

/* ---- as a whole, on a helper ---- */

static void open_on_helper(void *arg) {
    struct dump *dump = arg;
    core_set_sweep(dump->path, is_set(dump));
    for (unsigned i = 0; i < dump->file_count; i++) {
        struct dump_file *file = &dump->files[i];
        dump_file_open(file);
        if (is_set(dump)) {
            begin_core_file(dump, file, i);
        } else {
            begin_rdb(dump, file);
        }
        note_error(dump, file->error, file->path);
    }
}

/* A file, with its end. */
struct ending {
    struct dump *dump;
    struct dump_file *file;
};

static void end_on_helper(void *arg) {
    struct ending *ending = arg;
    if (is_set(ending->dump)) {
        end_core_file(ending->dump, ending->file);
    } else {
        end_rdb(ending->dump, ending->file);
    }
    dump_file_close(ending->file);
}

static void publish_rdb(struct dump *dump) {
    note_error(dump, file_publish(dump->files[0].path, dump->path, 0), dump->path);
}

/* The set that was there goes when the new one is what counts. */
static void publish_set(struct dump *dump) {
    char ignored[CORE_SET_ERROR];
    struct core_set old;
    bool had_old = core_set_read(&old, dump->path, ignored) == 0;
    dump->set.words = dump->facts.version;
    dump->set.keys = dump->facts.keys_done;
    dump->set.codec = dump->options.codec;
    note_error(dump, disk_sync_directory(dump->directory), dump->directory);
    if (dump->error == 0) {
        note_error(dump, core_set_publish(&dump->set, dump->path), dump->path);
    }
    if (dump->error == 0 && had_old && old.id != dump->set.id) {
        core_set_remove(&old, dump->path);
    }
    core_set_clear(&old);
    /* Of the rename, or of the sync that follows it: whose files count now? */
    if (dump->error < 0) {
        int result = core_set_read(&old, dump->path, ignored);
        dump->may_count = result == 0 ? old.id == dump->set.id : result != -ENOENT;
        core_set_clear(&old);
    }
}

static void publish_on_helper(void *arg) {
    struct dump *dump = arg;
    if (is_set(dump)) {
        publish_set(dump);
    } else {
        publish_rdb(dump);
    }
}

static void drop_on_helper(void *arg) {
    struct dump *dump = arg;
    for (unsigned i = 0; i < dump->file_count && !dump->may_count; i++) {
        dump_file_drop(&dump->files[i]);
    }
}

/* ---- life ---- */

static void prepare_files(struct dump *dump) {
    unsigned cores = dump->engine->core_count;
    const char *path = dump->options.path;
    snprintf(dump->path, DUMP_PATH, "%s", path);
    file_directory(path, dump->directory, DUMP_PATH);
    dump->file_count = is_set(dump) ? cores : 1;
    dump->files = memory_alloc_zeroed(dump->file_count * sizeof(*dump->files));
    dump->sinks = memory_alloc_zeroed(cores * sizeof(*dump->sinks));
    if (is_set(dump)) {
        core_set_make(&dump->set, cores, path);
        dump->set.moment_ms = clock_wall_us() / 1000;
    } else {
        core_set_temporary(path, core_set_id(), dump->files[0].path, DUMP_PATH);
        dump->files[0].checksums = dump->options.checksums;
    }
    for (unsigned i = 0; i < cores; i++) {
        struct dump_file *file = &dump->files[is_set(dump) ? i : 0];
        struct core *core = is_set(dump) ? dump->engine->cores[i] : dump->home;
        dump_file_init(file, core, is_set(dump) ? put_in_core_file : put_in_rdb);
        dump->sinks[i] = (struct snapshot_sink){.take = dump_file_take, .arg = file};
        if (is_set(dump)) {
            core_set_path(&dump->set, i, path, file->path, DUMP_PATH);
        }
    }
}

static void destroy(struct dump *dump) {
    if (dump->snapshot) {
        snapshot_destroy(dump->snapshot);
    }
    for (unsigned i = 0; i < dump->file_count; i++) {
        core_file_writer_clear(&dump->files[i].writer);
        dump_file_clear(&dump->files[i]);
    }
    core_set_clear(&dump->set);
    memory_free(dump->files);
    memory_free(dump->sinks);
    memory_free(dump);
}

struct dump *dump_begin(struct engine *engine, const struct dump_options *options, char *error) {
    struct dump *dump = memory_alloc_zeroed(sizeof(*dump));
    dump->engine = engine;
    dump->home = core_current();
    dump->options = *options;
    prepare_files(dump);
    fiber_offload(open_on_helper, dump);
    if (dump->error < 0) {
        snprintf(error, DUMP_ERROR, "%.300s: %s", dump->error_path, strerror(-dump->error));
        fiber_offload(drop_on_helper, dump);
        destroy(dump);
        return NULL;
    }
    struct snapshot_options snapshot = {.sinks = dump->sinks,
                                        .compresses = !is_set(dump) && options->compresses,
                                        .within = options->within};
    dump->snapshot = snapshot_begin(engine, &snapshot);
    return dump;
}

static void is_ended(void *arg) {
    struct ending *ending = arg;
    struct dump *dump = ending->dump;
    note_error(dump, ending->file->error, ending->file->path);
    memory_free(ending);
    if (--dump->ending == 0) {
        event_signal(&dump->are_ended);
    }
}

/* All files at once. */
static void end_files(struct dump *dump) {
    dump->ending = dump->file_count;
    for (unsigned i = 0; i < dump->file_count; i++) {
        struct ending *ending = memory_alloc(sizeof(*ending));
        *ending = (struct ending){dump, &dump->files[i]};
        loop_offload(dump->home->loop, end_on_helper, ending, is_ended);
    }
    event_wait(&dump->are_ended);
}

bool dump_end(struct dump *dump, struct snapshot_facts *facts, char *error) {
    bool is_whole = snapshot_wait(dump->snapshot);
    snapshot_facts(dump->snapshot, &dump->facts);
    *facts = dump->facts;
    for (unsigned i = 0; i < dump->file_count; i++) {
        note_error(dump, dump->files[i].error, dump->files[i].path);
    }
    if (is_whole && dump->error == 0) {
        end_files(dump);
    }
    if (is_whole && dump->error == 0) {
        fiber_offload(publish_on_helper, dump);
    }
    bool is_good = is_whole && dump->error == 0;
    if (!is_good) {
        fiber_offload(drop_on_helper, dump);
    }
    if (dump->error < 0) {
        snprintf(error, DUMP_ERROR, "%.300s: %s", dump->error_path, strerror(-dump->error));
    } else if (facts->was_flushed) {
        snprintf(error, DUMP_ERROR, "a database was flushed meanwhile");
    } else if (!is_whole) {
        snprintf(error, DUMP_ERROR, "it was cancelled");
    }
    destroy(dump);
    return is_good;
}

void dump_cancel(struct dump *dump) {
    snapshot_cancel(dump->snapshot);
}

void dump_facts(const struct dump *dump, struct snapshot_facts *facts) {
    snapshot_facts(dump->snapshot, facts);
}
