/* tool/export.c - the words of a dump file, core by core and database by database. */
#include "tool/export.h"

#include <stdio.h>

#include "base/memory.h"
#include "log/core_set.h"
#include "log/rdb_crc64.h"
#include "log/rdb_file.h"
#include "log/region.h"
#include "sys/disk.h"
#include "sys/file.h"

enum { WRITE_BYTES = 1 << 20 };

struct export {
    struct disk_file *file;
    struct rdb_writer writer;
    struct buffer bytes, scratch;
    struct progress *progress;
    uint64_t offset, crc, keys, keys_done;
    unsigned version;
    int error;
};

static void write_out(struct export *export) {
    struct bytes bytes = buffer_view(&export->bytes);
    if (export->error == 0 && bytes.len > 0) {
        export->crc = rdb_crc64(export->crc, bytes);
        export->error = disk_write_now(export->file, export->offset, bytes);
        export->offset += bytes.len;
    }
    export->bytes.len = 0;
}

static void put_entry(void *arg, const struct entry *entry) {
    struct export *export = arg;
    unsigned version = rdb_file_entry(&export->writer, entry, &export->scratch);
    if (version > export->version) export->version = version;
    if (export->bytes.len >= WRITE_BYTES) write_out(export);
    progress_tell(export->progress, ++export->keys_done, export->keys);
}

/* What has expired and was not removed is there with its time: whoever loads it leaves it out. */
static void put_database(struct export *export, const struct loaded_core *core, unsigned db) {
    struct keyspace_facts facts;
    uint64_t spot = region_spot(core->facts.partition_first);
    uint64_t end = spot + ((uint64_t)core->facts.partition_count << 53);
    keyspace_facts(core->keyspace, db, &facts);
    if (facts.keys == 0) return;
    rdb_file_database(&export->bytes, db);
    keyspace_set_now(core->keyspace, 0);
    while (spot < end && export->error == 0)
        spot = keyspace_scan(core->keyspace, db, spot, put_entry, export);
}

/* The head once more if it said too little; the checksum is made as if it had been so. */
static void put_end(struct export *export) {
    char head[RDB_FILE_HEAD];
    rdb_file_end(&export->bytes);
    write_out(export);
    uint64_t crc = export->crc;
    if (export->version > RDB_VERSION && export->error == 0) {
        rdb_file_head(head, export->version);
        crc = rdb_file_checksum(crc, export->offset, export->version);
        export->error = disk_write_now(export->file, 0, bytes_of(head, sizeof head));
    }
    rdb_put_u64(&export->bytes, crc);
    write_out(export);
}

static int write_file(const struct loaded *loaded, const char *path, struct progress *progress) {
    struct export export = {.progress = progress, .version = RDB_VERSION};
    export.writer = (struct rdb_writer){.out = &export.bytes, .compresses = true};
    export.keys = loaded_keys(loaded);
    export.error = disk_open(path, DISK_WRITE | DISK_CREATE | DISK_EMPTY, &export.file);
    if (export.error < 0) return export.error;
    rdb_file_begin(&export.bytes, (uint64_t)clock_wall_us() / 1000000, 0);
    for (unsigned i = 0; i < loaded->core_count; i++) {
        for (unsigned db = 0; db < loaded->databases; db++)
            put_database(&export, &loaded->cores[i], db);
    }
    put_end(&export);
    if (export.error == 0) export.error = disk_sync_now(export.file);
    disk_close(export.file);
    buffer_clear(&export.bytes);
    buffer_clear(&export.scratch);
    return export.error;
}

int export_write(const struct loaded *loaded, const char *path, struct progress *progress) {
    char temporary[PLACE_PATH];
    core_set_temporary(path, core_set_id(), temporary, sizeof temporary);
    return file_publish(temporary, path, write_file(loaded, temporary, progress));
}
