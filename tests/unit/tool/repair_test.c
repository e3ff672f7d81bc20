/* What is cut off is what recovery would cut off, and is said; a salvage keeps a state that was there; restore goes back
 * to any batch that is not in a base yet; stats and dump tell what is there. */
#include "check.h"

#include "base/memory.h"
#include "sys/disk.h"
#include "sys/file.h"
#include "log/segment.h"
#include "sys/machine.h"
#include "tool/dump.h"
#include "make_log.h"
#include "tool/repair.h"
#include "tool/restore.h"
#include "tool/stats.h"
#include "tool/verify.h"

enum { CORES = 2, STATES = 64 };

static struct make_log made;
static char root[64];
static unsigned root_number;
static unsigned char states[CORES][STATES][20]; /* of each core, after each of its batches */
static int64_t walls[CORES][STATES];
static unsigned state_count[CORES];

static void seal(unsigned core) {
    unsigned at = state_count[core]++;
    walls[core][at] = made.wall_ms;
    make_log_seal(&made, core);
    memset(states[core][at], 0, 20);
    for (unsigned db = 0; db < MAKE_DATABASES; db++) {
        unsigned char one[20];
        keyspace_digest(made.cores[core].keyspace, db, one);
        digest_add(states[core][at], one);
    }
    made.wall_ms += 1000;
}

static void begin(void) {
    if (root_number == 0) CHECK_EQ(machine_choose(MACHINE_SIM), 0);
    snprintf(root, sizeof root, "/repair-%u", ++root_number);
    CHECK_EQ(directory_make(root), 0);
    memset(state_count, 0, sizeof state_count);
    make_log_begin(&made, root, CORES, check_random);
}

static void write_some(unsigned batches) {
    for (unsigned i = 0; i < batches; i++) {
        for (unsigned j = 0; j < 6; j++) make_log_write(&made, i % CORES);
        seal(i % CORES);
    }
}

static struct verify_result verify(const char *directory) {
    struct verify_result result;
    struct output output = {.is_kept = true};
    struct progress progress = {0};
    CHECK(verify_run(directory, &output, &progress, &result));
    buffer_clear(&output.text);
    return result;
}

static void sum_of(unsigned batch_0, unsigned batch_1, unsigned char sum[20]) {
    memset(sum, 0, 20);
    if (batch_0 > 0) digest_add(sum, states[0][batch_0 - 1]);
    if (batch_1 > 0) digest_add(sum, states[1][batch_1 - 1]);
}

static bool refuses(void *arg, const char *question) {
    (void)arg, (void)question;
    return false;
}

static char said[8192];

static void keep_text(struct output *output) {
    size_t len = output->text.len < sizeof said - 1 ? output->text.len : sizeof said - 1;
    memcpy(said, output->text.data, len);
    said[len] = 0;
    buffer_clear(&output->text);
}

static int run_repair(bool agrees) {
    struct repair_options options = {.agrees = agrees ? NULL : refuses};
    struct output output = {.is_kept = true};
    struct progress progress = {0};
    int code = repair_run(root, &options, &output, &progress);
    keep_text(&output);
    return code;
}

static int run_restore(const char *to, const char *out) {
    struct restore_options options = {.to = to, .out = out};
    struct output output = {.is_kept = true};
    struct progress progress = {0};
    int code = restore_run(root, &options, &output, &progress);
    keep_text(&output);
    return code;
}

static void flip(const char *path, uint64_t at) {
    struct disk_file *file;
    char byte;
    REQUIRE(disk_open(path, DISK_WRITE, &file) == 0);
    CHECK_EQ(disk_read_now(file, at, &byte, 1), 1);
    byte = (char)(byte ^ 4);
    CHECK_EQ(disk_write_now(file, at, bytes_of(&byte, 1)), 0);
    disk_close(file);
}

TEST(a_whole_log_needs_no_repair) {
    begin();
    write_some(6);
    make_log_end(&made);
    CHECK_EQ(run_repair(true), 0);
    CHECK(strstr(said, "nothing to repair") != NULL);
    make_log_free(&made);
}

TEST(a_transaction_without_its_last_part_is_cut_off_for_good) {
    begin();
    write_some(6);
    unsigned before[CORES] = {state_count[0], state_count[1]};
    make_log_transaction(&made, true);
    seal(0);
    seal(1);
    write_some(1); /* core 0, behind its part */
    make_log_end(&made);
    unsigned char wanted[20];
    /* The last core has the write without the mark: a part of no transaction. */
    sum_of(before[0], state_count[1], wanted);
    struct verify_result result = verify(root);
    CHECK_EQ(result.problems, 0);
    CHECK_EQ(result.cut_batches, 2);
    CHECK_BYTES(result.digest, 20, wanted, 20);
    CHECK_EQ(run_repair(false), 0);
    CHECK_EQ(verify(root).cut_batches, 2);
    CHECK_EQ(run_repair(true), 0);
    result = verify(root);
    CHECK_EQ(result.cut_batches, 0);
    CHECK_EQ(result.problems, 0);
    CHECK_BYTES(result.digest, 20, wanted, 20);
    make_log_free(&made);
}

TEST(of_a_damaged_log_what_is_before_is_kept_if_that_is_wanted) {
    for (unsigned round = 0; round < 20; round++) {
        begin();
        write_some(12);
        make_log_rotate(&made, 0);
        write_some(8);
        make_log_end(&made);
        char path[300];
        snprintf(path, sizeof path, "%s/run-1-core-0/log-0000000001", root);
        flip(path, segment_head_size(PARTITIONS / CORES) + 8 + check_random_below(600));
        CHECK(verify(root).problems > 0);
        CHECK_EQ(run_repair(false), 1);
        CHECK(verify(root).problems > 0);
        CHECK_EQ(run_repair(true), 0);
        struct verify_result result = verify(root);
        CHECK_EQ(result.problems, 0);
        bool was_there = false;
        for (unsigned i = 0; i < 6; i++) {
            unsigned char sum[20];
            sum_of(i, state_count[1], sum);
            was_there |= memcmp(sum, result.digest, 20) == 0;
        }
        CHECK(was_there);
        strcat(path, ".damaged");
        CHECK_EQ(file_exists(path), 1);
        make_log_free(&made);
    }
}

TEST(any_batch_that_is_in_no_base_can_be_gone_back_to) {
    begin();
    write_some(10);
    for (unsigned i = 0; i < CORES; i++) make_log_rotate(&made, i);
    write_some(2);
    for (unsigned i = 0; i < CORES; i++) make_log_base(&made, i, true);
    unsigned floor = state_count[0];
    write_some(10);
    make_log_end(&made);
    for (unsigned batch = 1; batch <= state_count[0]; batch++) {
        char to[32], out[100];
        snprintf(to, sizeof to, "0:%u", batch);
        snprintf(out, sizeof out, "%s-%u", root, batch);
        int code = run_restore(to, out);
        CHECK_EQ(code, batch < floor ? 2 : 0);
        if (batch < floor) {
            CHECK(strstr(said, "The earliest possible point is") != NULL);
            continue;
        }
        unsigned other = 0; /* what core 1 had sealed by then */
        while (other < state_count[1] && walls[1][other] <= walls[0][batch - 1]) other++;
        unsigned char wanted[20];
        if (other < floor) other = floor;
        sum_of(batch, other, wanted);
        struct verify_result result = verify(out);
        CHECK_EQ(result.problems, 0);
        CHECK_BYTES(result.digest, 20, wanted, 20);
    }
    make_log_free(&made);
}

TEST(a_time_names_what_was_sealed_by_then) {
    begin();
    write_some(10);
    make_log_end(&made);
    unsigned char wanted[20];
    CHECK_EQ(run_restore("2023-11-14T22:13:23Z", "/by-time"), 0); /* 1700000003 */
    sum_of(2, 2, wanted);
    CHECK_BYTES(verify("/by-time").digest, 20, wanted, 20);
    CHECK_EQ(run_restore("1700000005.5", "/by-seconds"), 0);
    sum_of(3, 3, wanted);
    CHECK_BYTES(verify("/by-seconds").digest, 20, wanted, 20);
    CHECK_EQ(run_restore("end", "/by-end"), 0);
    sum_of(5, 5, wanted);
    CHECK_BYTES(verify("/by-end").digest, 20, wanted, 20);
    CHECK_EQ(run_restore("end", "/by-end"), 2); /* not empty */
    CHECK_EQ(run_restore("yesterday", "/by-no-time"), 2);
    CHECK_EQ(run_restore("1600000000", "/too-early"), 2);
    make_log_free(&made);
}

TEST(stats_count_what_was_written_over_as_dead) {
    begin();
    char text[64];
    for (unsigned i = 0; i < 100; i++) {
        snprintf(text, sizeof text, "%050u", i);
        make_log_set(&made, "a", text);
    }
    make_log_end(&made);
    struct output output = {.is_kept = true};
    struct progress progress = {0};
    CHECK_EQ(stats_run(root, &output, &progress), 0);
    keep_text(&output);
    CHECK(strstr(said, "1 of 100 records") != NULL);
    CHECK(strstr(said, "█") != NULL);
    make_log_free(&made);
}

TEST(stats_and_dump_take_every_kind_of_record) {
    begin();
    write_some(10);
    make_log_flush(&made, 1);
    make_log_transaction(&made, false);
    for (unsigned i = 0; i < CORES; i++) seal(i);
    for (unsigned i = 0; i < CORES; i++) make_log_base(&made, i, false);
    write_some(10);
    make_log_set(&made, "tell \"me\"", "a\r\nb");
    make_log_end(&made);
    struct output output = {.is_kept = true};
    struct progress progress = {0};
    CHECK_EQ(stats_run(root, &output, &progress), 0);
    buffer_clear(&output.text);
    CHECK_EQ(verify(root).problems, 0);
    struct dump_options options = {.core = -1, .shard = -1, .key = "tell*", .shown_max = 64};
    output = (struct output){.is_kept = true};
    CHECK_EQ(dump_run(root, &options, &output), 0);
    keep_text(&output);
    CHECK(strstr(said, "K SET db 0 \"tell \\\"me\\\"\" \"a\\r\\nb\"\n") != NULL);
    CHECK(strchr(said, '\n') == strrchr(said, '\n'));
    options.key = NULL;
    output = (struct output){.is_kept = true};
    CHECK_EQ(dump_run(root, &options, &output), 0);
    CHECK(output.text.len > 4000);
    buffer_clear(&output.text);
    make_log_free(&made);
}
