/* tests/unit/tool/make_log.c - a keyspace a core, whose effects go to batches. */
#include "make_log.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "data/hash.h"
#include "data/lists.h"
#include "data/set.h"
#include "data/zset.h"
#include "log/base.h"
#include "log/compactor.h"
#include "log/log_batch.h"
#include "log/mark.h"
#include "log/segment.h"
#include "sys/disk.h"
#include "sys/file.h"

enum { SPARE = 4096 };

static void must(int result, const char *what) {
    if (result >= 0) return;
    fprintf(stderr, "%s: %s\n", what, strerror(-result));
    abort();
}

static unsigned chance(const struct make_log *log, unsigned limit) {
    return (unsigned)(log->random() % limit);
}

/* ---- batches ---- */

static void add(struct make_core *core, struct bytes record) {
    if (core->open_records++ == 0) log_batch_begin(&core->open);
    log_batch_add(&core->open, record);
}

static void on_record(void *arg, uint16_t partition, uint64_t lsn, struct bytes record) {
    (void)partition, (void)lsn;
    add(arg, record);
}

static void write_file(const struct make_core *core, uint64_t number, struct bytes bytes) {
    char path[300], name[SEGMENT_NAME_MAX];
    struct disk_file *file;
    segment_name(number, name);
    snprintf(path, sizeof path, "%s/%s", core->directory, name);
    must(disk_open(path, DISK_WRITE | DISK_CREATE, &file), path);
    must(disk_write_now(file, 0, bytes), path);
    disk_close(file);
}

static void end_file(struct make_core *core) {
    if (core->file.len == 0) return;
    memset(buffer_reserve(&core->file, SPARE), 0, SPARE);
    write_file(core, core->number, bytes_of(core->file.data, core->file.len + SPARE));
}

static void begin_file(struct make_log *log, struct make_core *core) {
    struct segment_head *head = memory_alloc_zeroed(sizeof *head);
    core->number++;
    core->id = (uint32_t)log->random();
    *head = (struct segment_head){.id = core->id,
                                  .core = core->index,
                                  .cores = log->count,
                                  .partition_first = core->manifest.partition_first,
                                  .partition_count = core->manifest.partition_count,
                                  .number = core->number,
                                  .first_batch = core->next_batch,
                                  .wall_ms = log->wall_ms};
    struct bytes records = bytes_of(core->open.data + BATCH_HEAD, core->open.len - BATCH_HEAD);
    struct bytes record;
    memcpy(head->lsn, core->effects.lsn + head->partition_first,
           head->partition_count * sizeof head->lsn[0]);
    while (log_batch_next(&records, &record)) { /* they are behind the head */
        struct effect effect;
        if (!effect_decode(record, &effect)) continue;
        bool is_global = effect_is_global(&effect);
        for (unsigned i = 0; i < head->partition_count && is_global; i++) head->lsn[i]--;
        if (!is_global) head->lsn[key_of(effect.key).partition - head->partition_first]--;
    }
    segment_head_write(head, &core->file);
    memory_free(head);
}

void make_log_seal(struct make_log *log, unsigned number) {
    struct make_core *core = &log->cores[number];
    if (core->open_records == 0) log_batch_begin(&core->open);
    if (core->file.len == 0) begin_file(log, core);
    struct log_batch_head head = {
        .number = core->next_batch++, .wall_ms = log->wall_ms, .record_count = core->open_records};
    head.durable = head.number - 1;
    log_batch_seal(&core->open, &head, core->id, BATCH_ALIGN);
    buffer_append(&core->file, buffer_view(&core->open));
    core->open.len = 0;
    core->open_records = 0;
}

void make_log_rotate(struct make_log *log, unsigned core) {
    end_file(&log->cores[core]);
    log->cores[core].file.len = 0;
}

/* ---- writes ---- */

static struct make_core *core_of(struct make_log *log, const struct key *key) {
    return &log->cores[key->partition * log->count / PARTITIONS];
}

void make_log_set(struct make_log *log, const char *name, const char *text) {
    struct key key = key_of(bytes_of_string(name));
    struct make_core *core = core_of(log, &key);
    struct entry *old = keyspace_find_any(core->keyspace, 0, &key);
    keyspace_put_string(core->keyspace, 0, &key, old, bytes_of_string(text), EXPIRE_NONE);
    effect_set(&core->effects, 0, &key, bytes_of_string(text), EXPIRE_NONE);
}

static void write_string(struct make_log *log, struct make_core *core, unsigned db,
                         const struct key *key, struct entry *old) {
    char text[200];
    size_t len = 1 + chance(log, sizeof text - 1);
    memset(text, 'a' + (int)chance(log, 26), len);
    int64_t expire_ms = chance(log, 3) == 0 ? 4000000000000 + chance(log, 1000) : EXPIRE_NONE;
    keyspace_put_string(core->keyspace, db, key, old, bytes_of(text, len), expire_ms);
    effect_set(&core->effects, db, key, bytes_of(text, len), expire_ms);
}

static void write_element(struct make_log *log, struct make_core *core, unsigned db,
                          const struct key *key, struct entry *old, unsigned type) {
    char text[32];
    struct cell cell = cell_of(core->keyspace, db, key, old);
    struct bytes field =
        bytes_of(text, (size_t)snprintf(text, sizeof text, "m%u", chance(log, 30)));
    double score = chance(log, 100);
    enum effect_kind kind = KIND_SET_MEMBER;
    struct bytes state = bytes_of(NULL, 0);
    switch (type) {
    case 0:
        set_add(&cell, field);
        break;
    case 1:
        kind = KIND_HASH_FIELD;
        state = field;
        hash_set(&cell, field, field, EXPIRE_NONE);
        break;
    default:
        kind = KIND_ZSET_MEMBER;
        state = bytes_of((const char *)&score, sizeof score);
        zset_set(&cell, field, score);
    }
    if (old == NULL)
        effect_value(&core->effects, db, key, cell.entry);
    else
        effect_field(&core->effects, db, key, kind, field, state, EXPIRE_ABSENT);
}

static void write_list(struct make_log *log, struct make_core *core, unsigned db,
                       const struct key *key, struct entry *old) {
    char text[16];
    struct cell cell = cell_of(core->keyspace, db, key, old);
    size_t len = (size_t)snprintf(text, sizeof text, "e%u", chance(log, 1000));
    uint64_t count = lists_count(old), index = count > 0 ? chance(log, (unsigned)count) : 0;
    lists_insert(&cell, index, bytes_of(text, len));
    if (old == NULL)
        effect_value(&core->effects, db, key, cell.entry);
    else
        effect_delta(&core->effects, db, key, KIND_LIST_INSERT, index, bytes_of(text, len));
}

static struct key key_on(const struct make_log *log, unsigned core, char name[24]) {
    struct key key;
    do {
        snprintf(name, 24, "key:%u", chance(log, MAKE_KEYS * log->count));
        key = key_of(bytes_of_string(name));
    } while (key.partition * log->count / PARTITIONS != core);
    return key;
}

void make_log_write(struct make_log *log, unsigned number) {
    struct make_core *core = &log->cores[number];
    char name[24];
    unsigned db = chance(log, MAKE_DATABASES);
    struct key key = key_on(log, number, name);
    struct entry *old = keyspace_find_any(core->keyspace, db, &key);
    if (old != NULL && chance(log, 8) == 0) {
        keyspace_delete(core->keyspace, db, &key, old);
        effect_delete(&core->effects, db, &key, 0);
        return;
    }
    switch (old != NULL ? entry_type(old) : (enum value_type)chance(log, 5)) {
    case VALUE_SET:
        write_element(log, core, db, &key, old, 0);
        break;
    case VALUE_HASH:
        write_element(log, core, db, &key, old, 1);
        break;
    case VALUE_ZSET:
        write_element(log, core, db, &key, old, 2);
        break;
    case VALUE_LIST:
        write_list(log, core, db, &key, old);
        break;
    default:
        write_string(log, core, db, &key, old);
    }
}

static void mark(struct make_log *log, unsigned core, unsigned parts) {
    struct buffer record = {0};
    mark_write(&record, &(struct mark){.op = MARK_TX, .tx = log->next_tx, .parts = parts});
    add(&log->cores[core], buffer_view(&record));
    buffer_clear(&record);
}

void make_log_transaction(struct make_log *log, bool is_torn) {
    log->next_tx++;
    for (unsigned i = 0; i < log->count; i++) {
        make_log_write(log, i);
        if (!is_torn || i + 1 < log->count) mark(log, i, log->count);
    }
}

void make_log_flush(struct make_log *log, unsigned db) {
    log->next_tx++;
    for (unsigned i = 0; i < log->count; i++) {
        struct make_core *core = &log->cores[i];
        keyspace_flush(core->keyspace, db);
        while (keyspace_free_some(core->keyspace, 1000)) continue;
        effect_flush(&core->effects, db);
        mark(log, i, log->count);
    }
}

/* ---- files ---- */

static void drop_log(struct make_core *core) {
    char path[300], name[SEGMENT_NAME_MAX];
    for (uint64_t i = core->manifest.first_segment; i < core->number; i++) {
        segment_name(i, name);
        snprintf(path, sizeof path, "%s/%s", core->directory, name);
        must(disk_remove(path), path);
    }
    core->manifest.first_segment = core->number;
}

void make_log_base(struct make_log *log, unsigned number, bool is_dropped) {
    struct make_core *core = &log->cores[number];
    struct manifest *manifest = &core->manifest;
    uint64_t next = manifest->base_count > 0 ? manifest->bases[0].number + 100 : 1;
    unsigned first, count;
    if (is_dropped) drop_log(core);
    manifest->base_count = 0;
    for (unsigned i = 0;
         compactor_slice(manifest->partition_first, manifest->partition_count, i, &first, &count);
         i++) {
        struct base_options options = {.keyspace = core->keyspace,
                                       .effects = &core->effects,
                                       .directory = core->directory,
                                       .core = number,
                                       .cores = log->count,
                                       .databases = MAKE_DATABASES,
                                       .number = next + i,
                                       .partition_first = first,
                                       .partition_count = count};
        struct base_facts facts = base_make(&options);
        must(facts.error, "base");
        manifest->bases[manifest->base_count++] =
            (struct manifest_base){first, count, next + i, facts.bytes, manifest->first_segment};
    }
    for (unsigned i = 0; i < log->count; i++) manifest->lines[i] = log->cores[i].next_batch - 1;
    must(manifest_write(core->directory, manifest), "manifest");
}

void make_log_begin(struct make_log *log, const char *directory, unsigned count,
                    uint64_t (*random)(void)) {
    *log = (struct make_log){.count = count, .wall_ms = 1700000000000, .random = random};
    log->cores = memory_alloc_zeroed(count * sizeof *log->cores);
    snprintf(log->directory, sizeof log->directory, "%s", directory);
    hash_set_seed(0x5eed5eed5eed5eed);
    struct manifest_root root = {.cores = count, .run = 1, .hash_seed = hash_seed()};
    root.paths = memory_alloc_zeroed(count * sizeof *root.paths);
    for (unsigned i = 0; i < count; i++) {
        struct make_core *core = &log->cores[i];
        unsigned first = i * PARTITIONS / count, end = (i + 1) * PARTITIONS / count;
        core->index = i;
        core->next_batch = 1;
        core->manifest = (struct manifest){.core = i,
                                           .cores = count,
                                           .partition_first = first,
                                           .partition_count = end - first,
                                           .first_segment = 1};
        struct keyspace_options options = {
            .databases = MAKE_DATABASES, .partition_first = first, .partition_count = end - first};
        core->keyspace = keyspace_create(&options);
        keyspace_set_expiring(core->keyspace, false);
        effects_init(&core->effects, first, end - first);
        core->effects.sink = (struct effect_sink){.record = on_record, .arg = core};
        snprintf(root.paths[i], MANIFEST_PATH, "run-1-core-%u", i);
        snprintf(core->directory, sizeof core->directory, "%.150s/run-1-core-%u", directory, i);
        must(directory_make(core->directory), core->directory);
        must(manifest_write(core->directory, &core->manifest), core->directory);
    }
    must(manifest_write_root(directory, &root), directory);
    manifest_clear_root(&root);
}

void make_log_end(struct make_log *log) {
    char zeros[SPARE] = {0};
    for (unsigned i = 0; i < log->count; i++) {
        struct make_core *core = &log->cores[i];
        if (core->open_records > 0) make_log_seal(log, i);
        end_file(core);
        write_file(core, core->number + 1, bytes_of(zeros, sizeof zeros));
    }
}

void make_log_digest(struct make_log *log, unsigned char digest[20]) {
    memset(digest, 0, 20);
    for (unsigned i = 0; i < log->count; i++) {
        for (unsigned db = 0; db < MAKE_DATABASES; db++) {
            unsigned char one[20];
            keyspace_digest(log->cores[i].keyspace, db, one);
            digest_add(digest, one);
        }
    }
}

void make_log_free(struct make_log *log) {
    for (unsigned i = 0; i < log->count; i++) {
        keyspace_destroy(log->cores[i].keyspace);
        effects_clear(&log->cores[i].effects);
        buffer_clear(&log->cores[i].open);
        buffer_clear(&log->cores[i].file);
    }
    memory_free(log->cores);
}
