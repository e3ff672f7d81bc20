/* engine/dump_file.c - see dump_file.h. */
#include "engine/dump_file.h"

#include "base/memory.h"
#include "sys/disk.h"

/* Each time so many bytes have come the disk begins with them, and the ones before must be through: so it works all the
 * time, the sync at the end has little to do, and others' syncs do not wait long for what is dirty here. */
enum { PUSH_BYTES = 8 << 20, SPARES_MAX = 16, SPARE_BYTES_MAX = 1 << 20 };

/* What a core hands over, there and back. */
struct dump_chunk {
    struct mail mail;
    struct dump_chunk *next;
    struct dump_file *file;
    struct snapshot_part *part;
    struct buffer bytes;
    size_t len;
    bool is_within; /* a value, at its end */
};

/* Buffers of a core whose chunks are written: they are used again, because new memory costs as much as the copy into it. */
struct dump_spares {
    struct buffer buffers[SPARES_MAX];
    unsigned count;
};

static void keep_spare(struct dump_spares *spares, struct buffer *buffer) {
    if (spares->count < SPARES_MAX && buffer->size <= SPARE_BYTES_MAX) {
        buffer->len = 0;
        spares->buffers[spares->count++] = *buffer;
    } else {
        buffer_clear(buffer);
    }
}

static struct buffer take_spare(struct dump_spares *spares) {
    return spares->count > 0 ? spares->buffers[--spares->count] : (struct buffer){0};
}

void dump_file_init(struct dump_file *file, struct core *core,
                    void (*put)(struct dump_file *file, struct bytes chunk)) {
    file->core = core;
    file->put = put;
    file->end = &file->first;
    file->ends = true;
    if (!file->spares) {
        file->spares = memory_alloc_zeroed(core->engine->core_count * sizeof(*file->spares));
    }
}

void dump_file_clear(struct dump_file *file) {
    unsigned cores = file->spares ? file->core->engine->core_count : 0;
    for (unsigned i = 0; i < cores; i++) {
        while (file->spares[i].count > 0) {
            struct buffer buffer = take_spare(&file->spares[i]);
            buffer_clear(&buffer);
        }
    }
    memory_free(file->spares);
    buffer_clear(&file->packed);
}

/* ---- on a helper ---- */

void dump_file_open(struct dump_file *file) {
    if (file->error == 0) {
        file->error = disk_open(file->path, DISK_WRITE | DISK_CREATE | DISK_EMPTY, &file->disk);
    }
}

static void push(struct dump_file *file) {
    file->error = disk_push_now(file->disk, file->pushed, file->offset - file->pushed, false);
    if (file->error == 0 && file->through < file->pushed) {
        file->error = disk_push_now(file->disk, file->through, file->pushed - file->through, true);
    }
    file->through = file->pushed;
    file->pushed = file->offset;
}

void dump_file_append(struct dump_file *file, struct bytes bytes) {
    if (file->error < 0 || bytes.len == 0) {
        return;
    }
    file->error = disk_write_now(file->disk, file->offset, bytes);
    file->offset += bytes.len;
    if (file->error == 0 && file->offset - file->pushed >= PUSH_BYTES) {
        push(file);
    }
}

void dump_file_overwrite(struct dump_file *file, uint64_t offset, struct bytes bytes) {
    if (file->error == 0) {
        file->error = disk_write_now(file->disk, offset, bytes);
    }
}

static void close_disk(struct dump_file *file) {
    if (file->disk) {
        disk_close(file->disk);
        file->disk = NULL;
    }
}

void dump_file_close(struct dump_file *file) {
    if (file->error == 0) {
        file->error = disk_sync_now(file->disk);
    }
    close_disk(file);
}

void dump_file_drop(struct dump_file *file) {
    close_disk(file);
    int error = disk_remove(file->path);
    (void)error; /* it may never have been there */
}

static void write_on_helper(void *arg) {
    struct dump_file *file = arg;
    for (struct dump_chunk *chunk = file->writing; chunk; chunk = chunk->next) {
        file->begins = file->ends;
        file->ends = !chunk->is_within;
        file->put(file, buffer_view(&chunk->bytes));
    }
}

/* ---- chunks ---- */

static void chunk_is_back(struct mail *mail) {
    struct dump_chunk *chunk = (struct dump_chunk *)mail;
    struct core *core = snapshot_core(chunk->part);
    keep_spare(&chunk->file->spares[core->index], &chunk->bytes);
    snapshot_wrote(chunk->part, chunk->len); /* with which the dump may end */
    memory_free(chunk);
}

static void write_next(struct dump_file *file);

static void are_written(void *arg) {
    struct dump_file *file = arg;
    struct dump_chunk *chunk = file->writing;
    file->writing = NULL;
    if (file->error < 0) {
        snapshot_cancel(snapshot_of(chunk->part));
    }
    while (chunk) {
        struct dump_chunk *next = chunk->next;
        chunk->mail.deliver = chunk_is_back;
        mail_post(snapshot_core(chunk->part)->loop, &chunk->mail);
        chunk = next;
    }
    write_next(file);
}

static void write_next(struct dump_file *file) {
    if (file->writing || !file->first) {
        return;
    }
    file->writing = file->first;
    file->first = NULL;
    file->end = &file->first;
    loop_offload_background(file->core->loop, write_on_helper, file, are_written);
}

/* The first that waits and need not any more, or NULL. */
static struct dump_chunk *take_held(struct dump_file *file) {
    struct dump_chunk **link = &file->held, *chunk;
    while (*link && file->within && (*link)->part != file->within) {
        link = &(*link)->next;
    }
    chunk = *link;
    if (chunk) {
        *link = chunk->next;
        chunk->next = NULL;
    }
    return chunk;
}

static void chunk_has_come(struct mail *mail) {
    struct dump_chunk *chunk = (struct dump_chunk *)mail;
    struct dump_file *file = chunk->file;
    struct dump_chunk **link = &file->held;
    while (*link) {
        link = &(*link)->next;
    }
    *link = chunk;
    while ((chunk = take_held(file)) != NULL) {
        *file->end = chunk;
        file->end = &chunk->next;
        file->within = chunk->is_within ? chunk->part : NULL;
    }
    write_next(file);
}

void dump_file_take(void *arg, struct snapshot_part *part, struct buffer *bytes) {
    struct dump_file *file = arg;
    struct dump_chunk *chunk = memory_alloc_zeroed(sizeof(*chunk));
    *chunk = (struct dump_chunk){
        .mail.deliver = chunk_has_come,
        .file = file,
        .part = part,
        .bytes = *bytes,
        .len = bytes->len,
        .is_within = snapshot_is_within(part),
    };
    *bytes = take_spare(&file->spares[snapshot_core(part)->index]);
    mail_post(file->core->loop, &chunk->mail);
}
