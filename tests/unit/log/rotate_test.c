/* A log of many files: each head says the numbers of the records before it. */
#include "check.h"

#include "base/memory.h"
#include "log/reader.h"
#include "log/writer.h"
#include "sys/file.h"
#include "sys/machine.h"
#include "sys/sim.h"

#define DIRECTORY "/rotate"
enum { STEPS = 1000000, TEXT = 3000 };

static struct effects effects;
static struct turn_hook hook;

static void at_turn_end(void *arg) {
    writer_turn_end(arg);
}

static void write_text(void) {
    char name[16], text[TEXT];
    snprintf(name, sizeof name, "k%u", (unsigned)check_random_below(50));
    struct key key = key_of(bytes_of_string(name));
    size_t len = check_random_below(TEXT);
    memset(text, 'a', len);
    effect_set(&effects, 0, &key, bytes_of(text, len), EXPIRE_ABSENT);
}

static void write_files(uint64_t files) {
    struct writer_facts facts;
    struct writer_options options = {.directory = DIRECTORY,
                                     .cores = 1,
                                     .effects = &effects,
                                     .policy = SYNC_ALWAYS,
                                     .first_batch = 1,
                                     .first_segment = 1};
    struct writer *writer = writer_create(&options);
    REQUIRE(writer_make_file(writer) == 0);
    struct loop *loop = loop_create(&(struct loop_options){0});
    effects.sink = writer_sink(writer);
    hook = (struct turn_hook){.run = at_turn_end, .arg = writer};
    loop_add_turn_hook(loop, &hook);
    loop_launch(loop, NULL, NULL);
    sim_run(STEPS);
    writer_start(writer, loop);
    unsigned turns = 0;
    for (facts.segment = 0; facts.segment <= files; turns++) {
        for (uint64_t i = check_random_below(30); i > 0; i--) write_text();
        writer_turn_end(writer);
        sim_run(check_random_below(20));
        sim_advance((int64_t)check_random_below(3));
        writer_facts(writer, &facts);
        REQUIRE(turns < 10000);
    }
    sim_run(STEPS);
    loop_stop(loop);
    sim_run(STEPS);
    loop_join(loop);
    writer_destroy(writer);
    loop_destroy(loop);
}

static void count_records(struct bytes records, uint64_t *lsn) {
    struct bytes record;
    struct effect effect;
    while (log_batch_next(&records, &record)) {
        CHECK(effect_decode(record, &effect));
        lsn[key_of(effect.key).partition]++;
    }
}

TEST(every_file_begins_after_the_records_before_it) {
    struct reader reader;
    CHECK_EQ(machine_choose(MACHINE_SIM), 0);
    CHECK_EQ(directory_make(DIRECTORY), 0);
    effects_init(&effects, 0, PARTITIONS);
    write_files(6);
    uint64_t *lsn = memory_alloc_zeroed(PARTITIONS * sizeof *lsn);
    enum reader_state state = reader_open(&reader, DIRECTORY, 1);
    uint64_t number = 0;
    while (state == READER_OK && (state = reader_next(&reader)) == READER_OK) {
        if (reader.number != number)
            CHECK_BYTES(reader.head->lsn, PARTITIONS * sizeof *lsn, lsn, PARTITIONS * sizeof *lsn);
        number = reader.number;
        count_records(reader.records, lsn);
    }
    CHECK_EQ(state, READER_END);
    CHECK(number >= 6);
    reader_close(&reader);
    effects_clear(&effects);
    memory_free(lsn);
}
