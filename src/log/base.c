/* log/base.c - writing a base in slices.
 *
 *   open (helper) -> encode, write -> encode, write ... -> sync, close (helper) -> done
 *
 * Entries are encoded as the effects that would make them, by the functions of log/effect.h, whose
 * sink here is the batch: it has them written where they belong. Batches fill pages of the file, so that the disk takes
 * them from there, too (DISK_DIRECT of sys/disk.h). */
#include "log/base.h"

#include <errno.h>
#include <stdio.h>

#include "base/memory.h"
#include "log/batch_memory.h"
#include "log/files.h"
#include "log/log_batch.h"
#include "log/mark.h"
#include "log/region.h"
#include "log/segment.h"
#include "log/varint.h"
#include "sys/disk.h"
#include "sys/fiber.h"

/* In one turn so much is encoded, some 40 us, or a whole batch if it is in a hurry; of what is empty so many units. */
enum { STEP_BYTES = 32 << 10, STEP_UNITS = 64, UNIT_BYTES = 96 << 10 };
enum { BATCH_BYTES = 256 << 10, ROOM = BATCH_BYTES + 2 * UNIT_BYTES, PATH_LEN = 4200 };

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
    struct buffer writing; /* the batch before, while it is written */
    bool is_writing, is_deferred;
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

static char *on_place(void *arg, size_t len) {
    struct base_maker *maker = arg;
    batch_memory_grow(&maker->batch, len + VARINT_MAX);
    return log_batch_place(&maker->batch, len);
}

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

static void add_mark(struct base_maker *maker, struct bytes record) {
    on_place(maker, record.len);
    on_record(maker, 0, 0, record);
}

/* The mark of a unit, behind its records. */
static void add_unit(struct base_maker *maker, uint64_t from, uint64_t end) {
    struct mark mark = {.op = MARK_UNIT, .db = maker->db, .from = from, .end = end};
    struct buffer record = {0};
    mark_write(&record, &mark);
    for (unsigned i = mark_partition(from); i <= mark_partition(end - 1); i++)
        mark_put_lsn(&record, maker->options.effects->lsn[i]);
    add_mark(maker, buffer_view(&record));
    maker->facts.units++;
    buffer_clear(&record);
}

static void encode_unit(struct base_maker *maker) {
    struct region_walk walk = {.keyspace = maker->options.keyspace,
                               .db = maker->db,
                               .end = maker->end,
                               .names_only = true,
                               .out = &maker->batch,
                               .bytes = UNIT_BYTES,
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
    add_mark(maker, buffer_view(&record));
    buffer_clear(&record);
}

static void seal(struct base_maker *maker) {
    struct log_batch_head head = {.number = ++maker->batches,
                                  .wall_ms = clock_wall_us() / 1000,
                                  .record_count = maker->batch_records};
    batch_memory_grow(&maker->batch, BATCH_ALIGN_SYNCED);
    log_batch_seal(&maker->batch, &head, maker->id, BATCH_ALIGN_SYNCED);
    maker->batch_records = 0;
}

/* ---- the file ---- */

static int open_file(struct base_maker *maker) {
    char name[BASE_NAME_MAX], old[BASE_NAME_MAX];
    struct segment_head *head = memory_alloc_zeroed(sizeof *head);
    machine_random(&maker->id, sizeof maker->id);
    head->id = maker->id;
    head->core = maker->options.core;
    head->cores = maker->options.cores;
    head->partition_first = maker->options.partition_first;
    head->partition_count = maker->options.partition_count;
    head->number = maker->options.number;
    head->first_batch = 1;
    head->wall_ms = clock_wall_us() / 1000;
    segment_head_write(head, &maker->batch);
    base_name(head->number, name);
    base_name(maker->options.old_number, old);
    int error = files_use_again(maker->directory, maker->options.old_number > 0 ? old : NULL, name,
                                &maker->file);
    if (error == 0) error = disk_write_now(maker->file, 0, buffer_view(&maker->batch));
    maker->offset = maker->batch.len;
    maker->batch.len = 0;
    memory_free(head);
    return error;
}

static void open_on_helper(void *arg) {
    struct base_maker *maker = arg;
    maker->facts.error = open_file(maker);
}

/* The last base of a slice was often as long, and what need not be cut need not be synced. */
static int cut_off_rest(struct base_maker *maker) {
    uint64_t size;
    int error = disk_size(maker->file, &size);
    return error == 0 && size != maker->offset ? disk_truncate(maker->file, maker->offset) : error;
}

static void finish_on_helper(void *arg) {
    struct base_maker *maker = arg;
    if (maker->facts.error == 0) maker->facts.error = cut_off_rest(maker);
    if (maker->facts.error == 0) maker->facts.error = disk_sync_now(maker->file);
    if (maker->file != NULL) disk_close(maker->file);
    maker->file = NULL;
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

static bool is_full(const struct base_maker *maker) {
    return is_encoded(maker) || maker->batch.len >= BATCH_BYTES;
}

/* While it is written the next batch is encoded, in the memory of the one before. */
static void write_batch(struct base_maker *maker) {
    struct buffer free = maker->writing;
    seal(maker);
    maker->writing = maker->batch;
    maker->batch = free;
    maker->batch.len = 0;
    batch_memory_grow(&maker->batch, ROOM);
    maker->is_writing = true;
    disk_write(maker->loop, &maker->request, maker->file, maker->offset,
               buffer_view(&maker->writing), false);
}

/* Units until there is enough for one turn. */
static void encode_step(struct base_maker *maker) {
    size_t enough = maker->options.is_in_hurry ? BATCH_BYTES : maker->batch.len + STEP_BYTES;
    unsigned units = 0;
    do encode_some(maker);
    while (!is_full(maker) && maker->batch.len < enough && ++units < STEP_UNITS);
}

/* At most one of these is pending: the task, or the end of a write that both batches wait for. */
static void step(void *arg) {
    struct base_maker *maker = arg;
    maker->is_deferred = false;
    bool is_over = maker->facts.error < 0 || maker->is_cancelled;
    if (!is_over && !is_full(maker)) encode_step(maker);
    if (maker->is_writing && (is_over || is_full(maker))) return; /* on_written goes on */
    if (is_over || (is_encoded(maker) && maker->batch.len == 0)) {
        finish(maker);
        return;
    }
    if (is_full(maker)) write_batch(maker);
    if (is_encoded(maker)) return;
    maker->is_deferred = true;
    loop_defer(maker->loop, &maker->task);
}

static void on_written(struct disk_request *request) {
    struct base_maker *maker = request->arg;
    maker->is_writing = false;
    maker->facts.error = request->result;
    maker->offset += maker->writing.len;
    if (!maker->is_deferred) step(maker);
}

static struct base_maker *make(const struct base_options *options, struct loop *loop) {
    struct base_maker *maker = memory_alloc_zeroed(sizeof *maker);
    maker->options = *options;
    maker->loop = loop;
    snprintf(maker->directory, sizeof maker->directory, "%s", options->directory);
    maker->spot = first_spot(maker);
    maker->end = region_spot(options->partition_first + options->partition_count);
    effects_init(&maker->encoder, 0, PARTITIONS);
    maker->encoder.sink =
        (struct effect_sink){.place = on_place, .record = on_record, .arg = maker};
    batch_memory_grow(&maker->batch, ROOM);
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
    buffer_clear(&maker->writing);
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
    if (maker->facts.error == 0) maker->facts.error = disk_sync_directory(maker->directory);
    maker->facts.bytes = maker->offset;
    struct base_facts facts = maker->facts;
    base_destroy(maker);
    return facts;
}
