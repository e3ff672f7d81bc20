/* engine/dump.c - from the cores' chunks to a file under its name. */
#include "engine/dump.h"

#include <errno.h>
#include <stdio.h>

#include "base/memory.h"
#include "log/rdb_crc64.h"
#include "log/rdb_file.h"
#include "sys/disk.h"
#include "sys/file.h"

/* So that the last sync does not have all of it to write, and others' syncs do not wait for that. */
enum { SYNC_BYTES = 32 << 20, PATH_SIZE = 4200 };

/* What a core hands over, there and back. */
struct chunk {
    struct mail mail;
    struct chunk *next;
    struct dump *dump;
    struct snapshot_part *part;
    struct buffer bytes;
    size_t len;
};

struct dump {
    struct engine *engine;
    struct core *home; /* of the fiber, where chunks are gathered */
    struct snapshot *snapshot;
    struct snapshot_sink *sinks;
    struct dump_options options;
    char path[PATH_SIZE], temporary[PATH_SIZE], directory[PATH_SIZE];
    struct disk_file *file;
    struct chunk *first, **end; /* that have come */
    struct chunk *writing;      /* on the helper */
    /* The helper's while it works. */
    uint64_t offset, synced, crc;
    unsigned version;
    int error;
};

/* ---- on a helper ---- */

static void write_bytes(struct dump *dump, struct bytes bytes) {
    if (dump->error < 0 || bytes.len == 0) {
        return;
    }
    dump->crc = dump->options.checksums ? rdb_crc64(dump->crc, bytes) : 0;
    dump->error = disk_write_now(dump->file, dump->offset, bytes);
    dump->offset += bytes.len;
    if (dump->error == 0 && dump->offset - dump->synced >= SYNC_BYTES) {
        dump->error = disk_sync_now(dump->file);
        dump->synced = dump->offset;
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

static void open_on_helper(void *arg) {
    struct dump *dump = arg;
    struct buffer head = {0};
    dump->error = disk_open(dump->temporary, DISK_WRITE | DISK_CREATE | DISK_EMPTY, &dump->file);
    rdb_file_begin(&head, (uint64_t)clock_wall_us() / 1000000, engine_memory_used(dump->engine));
    put_functions(&head, &dump->engine->functions);
    write_bytes(dump, buffer_view(&head));
    buffer_clear(&head);
}

static void write_on_helper(void *arg) {
    struct dump *dump = arg;
    for (struct chunk *chunk = dump->writing; chunk; chunk = chunk->next) {
        write_bytes(dump, buffer_view(&chunk->bytes));
        buffer_clear(&chunk->bytes);
    }
}

/* The end, the checksum, and the head again if it said too little. */
static void write_end(struct dump *dump) {
    struct buffer end = {0};
    char head[RDB_FILE_HEAD];
    rdb_file_end(&end);
    write_bytes(dump, buffer_view(&end));
    uint64_t crc = dump->crc;
    if (dump->version != RDB_VERSION) {
        rdb_file_head(head, dump->version);
        crc = dump->options.checksums ? rdb_file_checksum(crc, dump->offset, dump->version) : 0;
        if (dump->error == 0) {
            dump->error = disk_write_now(dump->file, 0, bytes_of(head, sizeof(head)));
        }
    }
    end.len = 0;
    rdb_put_u64(&end, crc);
    write_bytes(dump, buffer_view(&end));
    buffer_clear(&end);
}

static void finish_on_helper(void *arg) {
    struct dump *dump = arg;
    write_end(dump);
    if (dump->error == 0) {
        dump->error = disk_sync_now(dump->file);
    }
    disk_close(dump->file);
    if (dump->error == 0) {
        dump->error = disk_rename(dump->temporary, dump->path);
    }
    if (dump->error == 0) {
        dump->error = disk_sync_directory(dump->directory);
    }
}

static void drop_on_helper(void *arg) {
    struct dump *dump = arg;
    if (dump->file) {
        disk_close(dump->file);
    }
    int error = disk_remove(dump->temporary);
    (void)error; /* it may never have been there */
}

/* ---- chunks ---- */

static void chunk_is_back(struct mail *mail) {
    struct chunk *chunk = (struct chunk *)mail;
    snapshot_wrote(chunk->part, chunk->len);
    memory_free(chunk);
}

static void write_next(struct dump *dump);

static void are_written(void *arg) {
    struct dump *dump = arg;
    struct chunk *chunk = dump->writing;
    dump->writing = NULL;
    if (dump->error < 0) {
        snapshot_cancel(dump->snapshot);
    }
    while (chunk) {
        struct chunk *next = chunk->next;
        chunk->mail.deliver = chunk_is_back;
        mail_post(snapshot_core(chunk->part)->loop, &chunk->mail);
        chunk = next;
    }
    write_next(dump);
}

static void write_next(struct dump *dump) {
    if (dump->writing || !dump->first) {
        return;
    }
    dump->writing = dump->first;
    dump->first = NULL;
    dump->end = &dump->first;
    loop_offload(dump->home->loop, write_on_helper, dump, are_written);
}

static void chunk_has_come(struct mail *mail) {
    struct chunk *chunk = (struct chunk *)mail;
    struct dump *dump = chunk->dump;
    *dump->end = chunk;
    dump->end = &chunk->next;
    write_next(dump);
}

static void take_chunk(void *arg, struct snapshot_part *part, struct buffer *bytes) {
    struct dump *dump = arg;
    struct chunk *chunk = memory_alloc_zeroed(sizeof(*chunk));
    *chunk = (struct chunk){
        .mail.deliver = chunk_has_come,
        .dump = dump,
        .part = part,
        .bytes = *bytes,
        .len = bytes->len,
    };
    *bytes = (struct buffer){0};
    mail_post(dump->home->loop, &chunk->mail);
}

/* ---- life ---- */

static void name_files(struct dump *dump, const char *path) {
    const char *slash = strrchr(path, '/');
    snprintf(dump->path, PATH_SIZE, "%s", path);
    snprintf(dump->temporary, PATH_SIZE, "%.4100s.%llx.tmp", path,
             (unsigned long long)loop_random(dump->home->loop));
    snprintf(dump->directory, PATH_SIZE, "%.*s", slash ? (int)(slash - path) : 1,
             slash ? path : ".");
}

static void destroy(struct dump *dump) {
    if (dump->snapshot) {
        snapshot_destroy(dump->snapshot);
    }
    memory_free(dump->sinks);
    memory_free(dump);
}

struct dump *dump_begin(struct engine *engine, const struct dump_options *options, char *error) {
    struct dump *dump = memory_alloc_zeroed(sizeof(*dump));
    dump->engine = engine;
    dump->home = core_current();
    dump->options = *options;
    dump->end = &dump->first;
    name_files(dump, options->path);
    fiber_offload(open_on_helper, dump);
    if (dump->error < 0) {
        snprintf(error, DUMP_ERROR, "%.300s: %s", dump->temporary, strerror(-dump->error));
        fiber_offload(drop_on_helper, dump);
        destroy(dump);
        return NULL;
    }
    dump->sinks = memory_alloc_zeroed(engine->core_count * sizeof(*dump->sinks));
    for (unsigned i = 0; i < engine->core_count; i++) {
        dump->sinks[i] = (struct snapshot_sink){.take = take_chunk, .arg = dump};
    }
    struct snapshot_options snapshot = {
        .sinks = dump->sinks, .compresses = options->compresses, .within = options->within};
    dump->snapshot = snapshot_begin(engine, &snapshot);
    return dump;
}

bool dump_end(struct dump *dump, struct snapshot_facts *facts, char *error) {
    bool is_whole = snapshot_wait(dump->snapshot);
    snapshot_facts(dump->snapshot, facts);
    dump->version = facts->version;
    if (is_whole && dump->error == 0) {
        fiber_offload(finish_on_helper, dump);
        dump->file = NULL;
    }
    bool is_good = is_whole && dump->error == 0;
    if (!is_good) {
        fiber_offload(drop_on_helper, dump);
    }
    if (dump->error < 0) {
        snprintf(error, DUMP_ERROR, "%.300s: %s", dump->temporary, strerror(-dump->error));
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
