/* log/base.c - writing a base in slices.
 *
 *   open (helper) -> encode -> write -> encode ... -> sync, close, sync the directory (helper) -> done
 *
 * Entries are encoded as the effects that would make them, by the functions of log/effect.h, whose
 * sink here is the batch. */
#include "log/base.h"

#include <errno.h>
#include <stdio.h>

#include "base/memory.h"
#include "log/files.h"
#include "log/log_batch.h"
#include "log/mark.h"
#include "log/region.h"
#include "log/segment.h"
#include "sys/disk.h"
#include "sys/fiber.h"

enum { BATCH_BYTES = 256 << 10, PATH_LEN = 4200 };

struct base_maker {
    struct base_options options;
    struct loop *loop; /* NULL: everything blocks */
    char directory[PATH_LEN - BASE_NAME_MAX];
    struct disk_file *file;
    uint32_t id;
    unsigned db;
    uint64_t spot, end; /* in that database, and of the range */
    struct effects encoder;
    struct buffer batch, scratch;
    uint32_t batch_records;
    uint64_t batches, offset;
    struct base_facts facts;
    struct disk_request request;
    struct task task;
    bool is_cancelled;
};

void base_name(uint64_t number, char name[BASE_NAME_MAX]) {
    snprintf(name, BASE_NAME_MAX, "base-%010llu", (unsigned long long)number);
}

bool base_number(const char *name, uint64_t *number) {
    char same[BASE_NAME_MAX];
    unsigned long long value;
    if (sscanf(name, "base-%llu", &value) != 1) return false;
    base_name(value, same);
    *number = value;
    return strcmp(name, same) == 0;
}

/* ---- encoding ---- */

static void on_record(void *arg, uint16_t partition, uint64_t lsn, struct bytes record) {
    (void)partition;
    (void)lsn;
    struct base_maker *maker = arg;
    log_batch_add(&maker->batch, record);
    maker->batch_records++;
}

static void encode_entry(void *arg, const struct key *key, const struct entry *entry) {
    struct base_maker *maker = arg;
    maker->facts.keys++;
    effect_entry(&maker->encoder, maker->db, key, entry, &maker->scratch);
}

/* The mark of a unit, behind its records. */
static void add_unit(struct base_maker *maker, uint64_t from, uint64_t end) {
    struct mark mark = {.op = MARK_UNIT, .db = maker->db, .from = from, .end = end};
    struct buffer record = {0};
    mark_write(&record, &mark);
    for (unsigned i = mark_partition(from); i <= mark_partition(end - 1); i++)
        mark_put_lsn(&record, maker->options.effects->lsn[i]);
    log_batch_add(&maker->batch, buffer_view(&record));
    maker->batch_records++;
    maker->facts.units++;
    buffer_clear(&record);
}

static void encode_unit(struct base_maker *maker) {
    struct region_walk walk = {.keyspace = maker->options.keyspace,
                               .db = maker->db,
                               .end = maker->end,
                               .out = &maker->batch,
                               .bytes = REGION_BYTES,
                               .emit = encode_entry,
                               .arg = maker};
    uint64_t from = maker->spot;
    if (maker->batch.len == 0) log_batch_begin(&maker->batch);
    maker->spot = region_walk(&walk, from);
    add_unit(maker, from, maker->spot);
}

static uint64_t first_spot(const struct base_maker *maker) {
    return region_spot(maker->options.partition_first);
}

static bool is_encoded(const struct base_maker *maker) {
    return maker->db == maker->options.databases;
}

/* One unit more; the last one is followed by the mark of the end. */
static void encode_some(struct base_maker *maker) {
    encode_unit(maker);
    if (maker->spot < maker->end) return;
    maker->spot = first_spot(maker);
    if (++maker->db < maker->options.databases) return;
    struct mark mark = {.op = MARK_BASE_END, .units = maker->facts.units};
    struct buffer record = {0};
    mark_write(&record, &mark);
    log_batch_add(&maker->batch, buffer_view(&record));
    maker->batch_records++;
    buffer_clear(&record);
}

static void seal(struct base_maker *maker) {
    struct log_batch_head head = {.number = ++maker->batches,
                                  .wall_ms = clock_wall_us() / 1000,
                                  .record_count = maker->batch_records};
    log_batch_seal(&maker->batch, &head, maker->id, BATCH_ALIGN);
    maker->batch_records = 0;
}

/* ---- the file ---- */

static int open_file(struct base_maker *maker) {
    char name[BASE_NAME_MAX], old[BASE_NAME_MAX];
    struct segment_head *head = memory_alloc_zeroed(sizeof *head);
    struct buffer bytes = {0};
    machine_random(&maker->id, sizeof maker->id);
    head->id = maker->id;
    head->core = maker->options.core;
    head->cores = maker->options.cores;
    head->partition_first = maker->options.partition_first;
    head->partition_count = maker->options.partition_count;
    head->number = maker->options.number;
    head->first_batch = 1;
    head->wall_ms = clock_wall_us() / 1000;
    segment_head_write(head, &bytes);
    base_name(head->number, name);
    base_name(maker->options.old_number, old);
    int error = files_use_again(maker->directory, maker->options.old_number > 0 ? old : NULL, name,
                                &maker->file);
    if (error == 0) error = disk_write_now(maker->file, 0, buffer_view(&bytes));
    maker->offset = bytes.len;
    buffer_clear(&bytes);
    memory_free(head);
    return error;
}

static void open_on_helper(void *arg) {
    struct base_maker *maker = arg;
    maker->facts.error = open_file(maker);
}

static void finish_on_helper(void *arg) {
    struct base_maker *maker = arg;
    if (maker->facts.error == 0) maker->facts.error = disk_truncate(maker->file, maker->offset);
    if (maker->facts.error == 0) maker->facts.error = disk_sync_now(maker->file);
    if (maker->file != NULL) disk_close(maker->file);
    maker->file = NULL;
    if (maker->facts.error == 0) maker->facts.error = disk_sync_directory(maker->directory);
}

static void done(void *arg) {
    struct base_maker *maker = arg;
    maker->facts.bytes = maker->offset;
    if (maker->is_cancelled && maker->facts.error == 0) maker->facts.error = -ECANCELED;
    maker->options.done(maker->options.arg);
}

static void finish(struct base_maker *maker) {
    loop_offload(maker->loop, finish_on_helper, maker, done);
}

/* ---- on the loop ---- */

static void step(void *arg) {
    struct base_maker *maker = arg;
    if (maker->facts.error < 0 || maker->is_cancelled) {
        finish(maker);
        return;
    }
    encode_some(maker);
    if (!is_encoded(maker) && maker->batch.len < BATCH_BYTES) {
        loop_defer(maker->loop, &maker->task);
        return;
    }
    seal(maker);
    disk_write(maker->loop, &maker->request, maker->file, maker->offset, buffer_view(&maker->batch),
               false);
}

static void on_written(struct disk_request *request) {
    struct base_maker *maker = request->arg;
    maker->facts.error = request->result;
    maker->offset += maker->batch.len;
    maker->batch.len = 0;
    if (is_encoded(maker) && maker->facts.error == 0)
        finish(maker);
    else
        step(maker);
}

static struct base_maker *make(const struct base_options *options, struct loop *loop) {
    struct base_maker *maker = memory_alloc_zeroed(sizeof *maker);
    maker->options = *options;
    maker->loop = loop;
    snprintf(maker->directory, sizeof maker->directory, "%s", options->directory);
    maker->spot = first_spot(maker);
    maker->end = maker->spot + ((uint64_t)options->partition_count << 53);
    effects_init(&maker->encoder, 0, PARTITIONS);
    maker->encoder.sink = (struct effect_sink){.record = on_record, .arg = maker};
    maker->request = (struct disk_request){.done = on_written, .arg = maker};
    maker->task = (struct task){.run = step, .arg = maker};
    return maker;
}

struct base_maker *base_start(struct loop *loop, const struct base_options *options) {
    struct base_maker *maker = make(options, loop);
    loop_offload(loop, open_on_helper, maker, step);
    return maker;
}

void base_cancel(struct base_maker *maker) {
    maker->is_cancelled = true;
}

struct base_facts base_result(const struct base_maker *maker) {
    return maker->facts;
}

void base_destroy(struct base_maker *maker) {
    effects_clear(&maker->encoder);
    buffer_clear(&maker->scratch);
    buffer_clear(&maker->batch);
    memory_free(maker);
}

struct base_facts base_make(const struct base_options *options) {
    struct base_maker *maker = make(options, NULL);
    open_on_helper(maker);
    while (maker->facts.error == 0 && !is_encoded(maker)) {
        encode_some(maker);
        if (!is_encoded(maker) && maker->batch.len < BATCH_BYTES) continue;
        seal(maker);
        maker->facts.error = disk_write_now(maker->file, maker->offset, buffer_view(&maker->batch));
        maker->offset += maker->batch.len;
        maker->batch.len = 0;
    }
    finish_on_helper(maker);
    maker->facts.bytes = maker->offset;
    struct base_facts facts = maker->facts;
    base_destroy(maker);
    return facts;
}
