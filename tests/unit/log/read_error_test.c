/* The disk fails while a log is read, at every single operation of a start: the start is refused and says so. An error
 * never passes for the end of the log, and nothing is cut because of it: the next start finds everything. */
#include "check.h"

#include <errno.h>

#include "log/log_batch.h"
#include "log/manifest.h"
#include "log/recover.h"
#include "log/segment.h"
#include "sys/disk.h"
#include "sys/file.h"
#include "sys/sim.h"

#define DIRECTORY "/data"
enum { FILES = 3, BATCHES = 4, RECORDS = 5, KEYS = FILES * BATCHES * RECORDS };

static struct effects effects;
static struct buffer batch;
static uint64_t fails_at, seen; /* operations of the disk; 0: it does not fail */

static int decide(void *arg, enum disk_op op, const char *path, uint64_t number) {
    (void)arg, (void)op, (void)path, (void)number;
    return ++seen == fails_at ? -EIO : 0;
}

static void on_record(void *arg, uint16_t partition, uint64_t lsn, struct bytes record) {
    (void)arg, (void)partition, (void)lsn;
    log_batch_add(&batch, record);
}

/* Each sets keys of its own. */
static void add_batch(struct buffer *file, uint64_t number, uint32_t id) {
    struct log_batch_head head = {
        .number = number, .durable = number - 1, .wall_ms = 1, .record_count = RECORDS};
    log_batch_begin(&batch);
    for (unsigned i = 0; i < RECORDS; i++) {
        char name[32];
        int len = snprintf(name, sizeof name, "key %u", (unsigned)number * RECORDS + i);
        struct key key = key_of(bytes_of(name, (size_t)len));
        effect_set(&effects, 0, &key, BYTES_LITERAL("value"), EXPIRE_NONE);
    }
    log_batch_seal(&batch, &head, id, BATCH_ALIGN);
    buffer_append(file, buffer_view(&batch));
    buffer_clear(&batch);
}

static void put_file(unsigned number, struct bytes contents) {
    char name[SEGMENT_NAME_MAX], path[64];
    struct disk_file *file;
    segment_name(number, name);
    snprintf(path, sizeof path, DIRECTORY "/%s", name);
    CHECK_EQ(disk_open(path, DISK_WRITE | DISK_CREATE, &file), 0);
    CHECK_EQ(disk_write_now(file, 0, contents), 0);
    disk_close(file);
}

static void build_file(unsigned number, bool has_damaged_head) {
    struct buffer file = {0};
    struct segment_head head = {.id = 77 + number,
                                .cores = 1,
                                .partition_count = PARTITIONS,
                                .number = number,
                                .first_batch = (number - 1) * BATCHES + 1};
    memcpy(head.lsn, effects.lsn, sizeof head.lsn);
    segment_head_write(&head, &file);
    if (has_damaged_head) file.data[file.len / 2] ^= 1;
    for (unsigned i = 0; i < BATCHES; i++) add_batch(&file, head.first_batch + i, head.id);
    put_file(number, buffer_view(&file));
    buffer_clear(&file);
}

static void build(unsigned files, bool has_damaged_head) {
    static struct manifest manifest; /* it is large */
    sim_set_seed(1);
    CHECK_EQ(machine_choose(MACHINE_SIM), 0);
    CHECK_EQ(directory_make(DIRECTORY), 0);
    manifest = (struct manifest){.cores = 1, .partition_count = PARTITIONS, .first_segment = 1};
    CHECK_EQ(manifest_write(DIRECTORY, &manifest), 0);
    effects_init(&effects, 0, PARTITIONS);
    effects.sink = (struct effect_sink){.record = on_record};
    for (unsigned number = 1; number <= files; number++) build_file(number, has_damaged_head);
    effects_clear(&effects);
}

/* A whole start, up to what makes it count. How many keys are there then; -1 with the reason if it was refused. */
static int64_t recover(char *error) {
    error[0] = '\0';
    struct recovery *recovery = recovery_open(DIRECTORY, error);
    if (recovery == NULL) return -1;
    struct keyspace_options options = {.databases = 1, .partition_count = PARTITIONS};
    struct keyspace *keyspace = keyspace_create(&options);
    struct recovery_facts facts;
    int more = recovery_scan(recovery, error) ? 1 : -1;
    recovery_facts(recovery, &facts);
    if (more > 0) recovery_begin(recovery, keyspace, facts.last_batch);
    while (more > 0) more = recovery_step(recovery, error);
    int cleaned = more == 0 ? recovery_clean(recovery) : 0;
    if (cleaned < 0) snprintf(error, RECOVERY_ERROR, "%s", strerror(-cleaned));
    struct keyspace_facts keys;
    keyspace_facts(keyspace, 0, &keys);
    keyspace_destroy(keyspace);
    recovery_destroy(recovery);
    return more < 0 || cleaned < 0 ? -1 : (int64_t)keys.keys;
}

/* Recovers again and again, with an error at one operation after the other, until one comes to its end before it. */
static uint64_t fail_everywhere(int64_t wanted, const char *reason) {
    static const struct disk_faults faults = {.decide = decide};
    char error[RECOVERY_ERROR];
    uint64_t at = 1;
    disk_set_faults(&faults);
    for (;; at++) {
        fails_at = at;
        seen = 0;
        int64_t keys = recover(error);
        if (seen < at) break;
        CHECK_EQ(keys, -1);
        CHECK(strstr(error, strerror(EIO)) != NULL);
        fails_at = 0;
        CHECK_EQ(recover(error), wanted);
        CHECK(strstr(error, reason) != NULL);
    }
    disk_set_faults(NULL);
    return at - 1;
}

TEST(an_error_at_any_operation_stops_the_start_and_the_next_one_finds_everything) {
    build(FILES, false);
    CHECK(fail_everywhere(KEYS, "") >
          4 * FILES); /* heads, the first file's judgement, two readings */
}

TEST(an_error_does_not_make_an_empty_log_of_one_whose_head_is_damaged) {
    build(1, true);
    CHECK(fail_everywhere(-1, "the head of the file is damaged") >= 3);
}
