/* A writer whose disk fails at the Nth operation, for every N: once, or from then on for a while. What it
 * called durable is in its files afterwards, also after a power cut; nothing is there twice or in another
 * order; and it goes on by itself. */
#include "check.h"

#include <errno.h>

#include "base/memory.h"
#include "log/manifest.h"
#include "log/reader.h"
#include "log/writer.h"
#include "sys/file.h"
#include "sys/sim.h"

enum { STEPS = 60, HEALED_AT = 40, RECORDS_MAX = 4 * STEPS, MUCH = 1000000, OPERATIONS = 70 };

struct logged {
    uint64_t batch;
    struct bytes record;
};

#ifdef __SANITIZE_ADDRESS__
enum { STRIDE = 4 }; /* slower: every fourth */
#else
enum { STRIDE = 1 };
#endif

static struct effects effects;
static struct effect_sink sink;
static struct writer *writer;
static struct loop *loop;
static struct turn_hook hook;
static struct logged logged[RECORDS_MAX];
static unsigned logged_count;
static uint64_t told; /* the greatest number that was called durable */
static bool is_stopping;

/* Which operations fail: from this one on, so many. */
static uint64_t fails_from, fails_count, operations;
static bool has_failed;
static bool syncs_fail;    /* all of them */
static int64_t full_at_ns; /* when it was first told that writes shall wait; 0: not yet */

static int decide(void *arg, enum disk_op op, const char *path, uint64_t number) {
    (void)arg, (void)path, (void)number;
    if (op == DISK_OP_READ || writer == NULL) return 0;
    if (syncs_fail && op == DISK_OP_SYNC) return -EIO;
    operations++;
    if (operations < fails_from || operations - fails_from >= fails_count) return 0;
    has_failed = true;
    return operations % 2 == 0 ? -EIO : -ENOSPC;
}

static void on_record(void *arg, uint16_t partition, uint64_t lsn, struct bytes record) {
    (void)arg;
    logged[logged_count++] =
        (struct logged){writer_open_batch(writer), bytes_of(memory_copy_text(record), record.len)};
    sink.record(sink.arg, partition, lsn, record);
}

static void on_progress(void *arg) {
    (void)arg;
    uint64_t durable = writer_durable(writer);
    CHECK(durable >= told);
    CHECK(durable <= writer_last_batch(writer));
    told = durable;
    if (full_at_ns == 0 && writer_is_full(writer)) full_at_ns = loop_now_ns(loop);
}

static void at_turn_end(void *arg) {
    (void)arg;
    if (!is_stopping) writer_turn_end(writer);
}

static void begin(enum sync_policy policy) {
    CHECK_EQ(directory_make("/data"), 0);
    effects_init(&effects, 0, PARTITIONS);
    struct writer_options options = {.directory = "/data",
                                     .cores = 1,
                                     .effects = &effects,
                                     .policy = policy,
                                     .first_batch = 1,
                                     .first_segment = 1,
                                     .on_progress = on_progress};
    writer = NULL;
    operations = 0;
    has_failed = false;
    logged_count = 0;
    told = 0;
    struct writer *made = writer_create(&options);
    REQUIRE(writer_make_file(made) == 0);
    writer = made;
    loop = loop_create(&(struct loop_options){.index = 0});
    sink = writer_sink(writer);
    effects.sink = (struct effect_sink){.record = on_record};
    hook = (struct turn_hook){.run = at_turn_end};
    loop_add_turn_hook(loop, &hook);
    loop_launch(loop, NULL, NULL);
    sim_run(MUCH);
    writer_start(writer, loop);
}

static void write_some(void) {
    static char text[50000]; /* so that files of 1 MiB become full */
    for (uint64_t i = check_random_below(4); i > 0 && logged_count < RECORDS_MAX; i--) {
        size_t len = check_random_below(4) == 0 ? sizeof text : 16;
        memset(text, 'x', len);
        int key_len = snprintf(text, 16, "key-%u", (unsigned)check_random_below(50));
        struct key key = key_of(bytes_of(text, (size_t)key_len));
        effect_set(&effects, 0, &key, bytes_of(text, len), EXPIRE_NONE);
    }
    writer_turn_end(writer);
}

static void end(void) {
    is_stopping = true;
    sim_run(MUCH);
    loop_stop(loop);
    sim_run(MUCH);
    loop_join(loop);
    writer_destroy(writer);
    loop_destroy(loop);
    writer = NULL;
    is_stopping = false;
}

/* How many records there are; each stands where it should, and the heads count them. */
static unsigned read_back(void) {
    struct reader reader;
    unsigned found = 0;
    uint64_t file = 0;
    enum reader_state state = reader_open(&reader, "/data", 1);
    while (state == READER_OK && (state = reader_next(&reader)) == READER_OK) {
        struct bytes records = reader.records, record;
        uint64_t lsns = 0;
        for (unsigned i = 0; i < reader.head->partition_count; i++) lsns += reader.head->lsn[i];
        if (reader.number != file) CHECK_EQ(lsns, found);
        file = reader.number;
        for (; log_batch_next(&records, &record); found++) {
            if (found == logged_count) return CHECK(!"a record that was never logged"), found;
            CHECK_EQ(logged[found].batch, reader.batch.number);
            CHECK_BYTES(record.data, record.len, logged[found].record.data,
                        logged[found].record.len);
        }
    }
    CHECK_STR(reader.error, "");
    CHECK_EQ(state, READER_END);
    reader_close(&reader);
    return found;
}

static void clear(void) {
    for (unsigned i = 0; i < logged_count; i++)
        memory_free((char *)(uintptr_t)logged[i].record.data);
    effects_clear(&effects);
    disk_set_faults(NULL);
}

struct trial {
    enum sync_policy policy;
    uint64_t from, count; /* of operations that fail */
    bool ends_with_cut;
};

static void run_trial(const struct trial *trial) {
    static const struct disk_faults faults = {.decide = decide};
    sim_set_seed(trial->from + 1);
    CHECK_EQ(machine_choose(MACHINE_SIM), 0);
    fails_from = trial->from;
    fails_count = trial->count;
    disk_set_faults(&faults);
    begin(trial->policy);
    unsigned steps = trial->ends_with_cut ? 1 + (unsigned)check_random_below(STEPS) : STEPS;
    for (unsigned step = 0; step < steps; step++) {
        if (step == HEALED_AT) fails_count = 0;
        write_some();
        if (check_random_below(10) == 0) writer_sync_soon(writer);
        if (check_random_below(20) == 0)
            writer_set_live_bytes(writer, check_random_below(1u << 28));
        sim_run(check_random_below(30));
        sim_advance((int64_t)check_random_below(step > HEALED_AT ? 50 : 400));
    }
    uint64_t durable = told;
    unsigned promised = 0, last = logged_count;
    if (trial->ends_with_cut) {
        sim_cut_power();
    } else {
        writer_sync_soon(writer);
        for (unsigned i = 0; i < 100 && (!writer_is_idle(writer) || writer_trouble(writer) < 0);
             i++)
            sim_advance(100);
        CHECK(writer_is_idle(writer));
        CHECK_EQ(writer_trouble(writer), 0);
        durable = writer_last_batch(writer);
    }
    end();
    sim_restore_power();
    while (promised < last && logged[promised].batch <= durable) promised++;
    unsigned found = read_back();
    CHECK(found >= promised);
    clear();
}

static void run_all(enum sync_policy policy) {
    unsigned failed = 0;
    for (uint64_t from = 1; from <= OPERATIONS; from += STRIDE) {
        for (unsigned kind = 0; kind < 6; kind++) {
            static const uint64_t counts[] = {1, 5, MUCH};
            struct trial trial = {policy, from, counts[kind % 3], kind >= 3};
            run_trial(&trial);
            failed += has_failed;
        }
    }
    CHECK(failed > 2 * OPERATIONS / STRIDE);
}

TEST(with_always_a_disk_that_fails_at_any_operation_takes_nothing_that_was_durable) {
    run_all(SYNC_ALWAYS);
}

TEST(with_everysec_a_disk_that_fails_at_any_operation_takes_nothing_that_was_durable) {
    run_all(SYNC_EVERYSEC);
}

TEST(with_no_a_disk_that_fails_at_any_operation_takes_nothing_that_was_durable) {
    run_all(SYNC_NO);
}

/* A sync is tried half a second after the record, and a second later again: nothing happens between the two. */
TEST(with_everysec_it_is_told_in_time_that_a_record_stays_unsynced_though_nothing_else_happens) {
    static const struct disk_faults faults = {.decide = decide};
    struct writer_facts facts;
    sim_set_seed(1);
    CHECK_EQ(machine_choose(MACHINE_SIM), 0);
    fails_count = 0;
    disk_set_faults(&faults);
    begin(SYNC_EVERYSEC);
    syncs_fail = true;
    full_at_ns = 0;
    while (logged_count == 0) write_some();
    int64_t began_ns = loop_now_ns(loop);
    for (unsigned i = 0; i < 130; i++) sim_advance(10);
    CHECK(full_at_ns - began_ns >= 890000000 && full_at_ns - began_ns <= 950000000);
    syncs_fail = false;
    sim_advance(3000);
    CHECK(writer_is_idle(writer) && !writer_is_full(writer));
    writer_facts(writer, &facts);
    CHECK(facts.unsynced_max_us <= 1000000);
    end();
    CHECK_EQ(read_back(), logged_count);
    clear();
}
