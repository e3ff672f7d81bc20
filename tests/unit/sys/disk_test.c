/* Faults and power cuts at every step of replacing a small file and of making a directory. */
#include "check.h"

#include <errno.h>

#include "base/memory.h"
#include "sys/disk.h"
#include "sys/file.h"
#include "sys/sim.h"

enum { CUTS = 300 };

static struct {
    uint64_t at; /* the operation that it happens at; 0: none */
    int error;   /* 0: the power goes */
    uint64_t seen;
} plan;

static int decide(void *arg, enum disk_op op, const char *path, uint64_t number) {
    (void)arg, (void)op, (void)path;
    plan.seen = number;
    if (number != plan.at) return 0;
    if (plan.error == 0) sim_cut_power();
    return plan.error;
}

static void begin(uint64_t seed, uint64_t at, int error) {
    static const struct disk_faults faults = {.decide = decide};
    sim_set_seed(seed);
    CHECK_EQ(machine_choose(MACHINE_SIM), 0);
    disk_set_faults(NULL);
    CHECK_EQ(directory_make("/dir"), 0);
    CHECK_EQ(file_replace("/dir/file", BYTES_LITERAL("old")), 0);
    plan.at = at;
    plan.error = error;
    disk_set_faults(&faults);
}

static bool is_there(const char *text) {
    struct buffer contents = {0};
    disk_set_faults(NULL);
    CHECK_EQ(file_read_all("/dir/file", &contents), 0);
    bool is_same = bytes_equal(buffer_view(&contents), bytes_of_string(text));
    buffer_clear(&contents);
    return is_same;
}

static uint64_t steps_of_replacing(void) {
    begin(1, 0, 0);
    CHECK_EQ(file_replace("/dir/file", BYTES_LITERAL("new")), 0);
    uint64_t steps = plan.seen;
    CHECK(is_there("new"));
    return steps;
}

TEST(each_step_of_replacing_a_file_can_fail_and_the_old_one_is_there_until_the_last) {
    uint64_t steps = steps_of_replacing();
    CHECK_EQ(steps, 5); /* open, write, sync, rename, sync the directory */
    for (uint64_t at = 1; at <= steps; at++) {
        begin(1, at, -ENOSPC);
        CHECK_EQ(file_replace("/dir/file", BYTES_LITERAL("new")), -ENOSPC);
        CHECK_EQ(plan.seen, at < steps ? at + 1 : at); /* the temporary one goes */
        CHECK(is_there(at < steps ? "old" : "new"));
    }
}

TEST(a_power_cut_at_any_step_of_replacing_leaves_the_old_file_or_the_new_one) {
    unsigned old = 0, new = 0;
    uint64_t steps = steps_of_replacing();
    for (unsigned i = 0; i < CUTS; i++) {
        begin(i + 1, 1 + i % steps, 0);
        CHECK(file_replace("/dir/file", BYTES_LITERAL("new")) < 0);
        sim_restore_power();
        bool is_old = is_there("old");
        CHECK(is_old || is_there("new"));
        old += is_old;
        new += !is_old;
    }
    CHECK(old > CUTS / 2 && new > 0);
}

TEST(what_was_replaced_is_there_after_a_power_cut) {
    for (unsigned i = 0; i < CUTS; i++) {
        begin(i + 1, 0, 0);
        CHECK_EQ(file_replace("/dir/file", BYTES_LITERAL("new")), 0);
        sim_cut_power();
        sim_restore_power();
        CHECK(is_there("new"));
    }
}

/* "old", then "older" and "old" again, so that there is a file to be written again. */
static void begin_often(uint64_t seed, uint64_t at, int error) {
    static const struct disk_faults faults = {.decide = decide};
    begin(seed, 0, 0);
    CHECK_EQ(file_replace_often("/dir/file", BYTES_LITERAL("older, and longer")), 0);
    CHECK_EQ(file_replace_often("/dir/file", BYTES_LITERAL("old")), 0);
    CHECK(file_exists("/dir/file.spare"));
    plan.seen = 0;
    plan.at = at;
    plan.error = error;
    disk_set_faults(&faults);
}

static uint64_t steps_of_replacing_often(void) {
    begin_often(1, 0, 0);
    CHECK_EQ(file_replace_often("/dir/file", BYTES_LITERAL("new")), 0);
    CHECK(is_there("new"));
    return plan.seen;
}

TEST(a_fault_or_power_cut_at_any_step_of_replacing_often_leaves_the_last_file_or_the_new_one) {
    unsigned old = 0, new = 0;
    uint64_t steps = steps_of_replacing_often();
    for (unsigned i = 0; i < 4 * CUTS; i++) {
        int error = i % 2 == 0 ? 0 : -EIO;
        begin_often(i + 1, 1 + i / 2 % steps, error);
        int result = file_replace_often("/dir/file", BYTES_LITERAL("new"));
        if (error < 0 && i % 4 == 1) sim_cut_power(); /* behind the fault */
        sim_restore_power();
        bool is_old = is_there("old");
        CHECK((is_old && result < 0) || is_there("new"));
        old += is_old;
        new += !is_old;
    }
    CHECK(old > CUTS && new > CUTS / 2);
}

TEST(after_a_fault_at_any_step_of_replacing_often_the_next_one_is_whole_and_lasts) {
    uint64_t steps = steps_of_replacing_often();
    for (unsigned i = 0; i < CUTS; i++) {
        begin_often(i + 1, 1 + i % steps, -EIO);
        int ignored = file_replace_often("/dir/file", BYTES_LITERAL("new"));
        disk_set_faults(NULL);
        for (unsigned more = i % 3; more > 0; more--)
            ignored = file_replace_often("/dir/file", BYTES_LITERAL("newer, and longer"));
        (void)ignored;
        CHECK_EQ(file_replace_often("/dir/file", BYTES_LITERAL("newest")), 0);
        sim_cut_power();
        sim_restore_power();
        CHECK(is_there("newest"));
    }
}

/* As a backup may: what it has a name for stays as it is. */
TEST(a_file_that_has_another_name_is_not_written_again) {
    begin_often(1, 0, 0);
    disk_set_faults(NULL);
    CHECK_EQ(disk_link("/dir/file", "/dir/mine"), 0);
    for (unsigned i = 0; i < 3; i++)
        CHECK_EQ(file_replace_often("/dir/file", BYTES_LITERAL("new")), 0);
    CHECK_EQ(disk_rename("/dir/mine", "/dir/file"), 0);
    CHECK(is_there("old"));
}

TEST(a_directory_that_was_made_is_there_after_a_power_cut_with_what_was_put_into_it) {
    for (unsigned i = 0; i < CUTS; i++) {
        begin(i + 1, 0, 0);
        CHECK_EQ(directory_make("/dir/in"), 0);
        CHECK_EQ(file_replace("/dir/in/file", BYTES_LITERAL("x")), 0);
        sim_cut_power();
        sim_restore_power();
        CHECK_EQ(file_exists("/dir/in/file"), 1);
    }
}

/* After an error pages may pass for clean that were never written: a second sync must not be believed. */
TEST(what_a_failed_sync_has_lost_no_later_sync_brings_back) {
    unsigned lost = 0;
    for (unsigned i = 0; i < CUTS; i++) {
        struct disk_file *file;
        char byte;
        begin(i + 1, 3, -EIO);
        CHECK_EQ(disk_open("/dir/log", DISK_WRITE | DISK_CREATE, &file), 0);
        CHECK_EQ(disk_write_now(file, 0, BYTES_LITERAL("x")), 0);
        CHECK_EQ(disk_sync_now(file), -EIO);
        CHECK_EQ(disk_sync_now(file), 0);
        CHECK_EQ(disk_sync_directory("/dir"), 0);
        CHECK_EQ(disk_read_now(file, 0, &byte, 1), 1);
        CHECK_EQ(byte, 'x');
        sim_cut_power();
        CHECK_EQ(disk_read_now(file, 0, &byte, 1), 1);
        lost += byte != 'x';
        disk_close(file);
        sim_restore_power();
    }
    CHECK(lost > 0 && lost < CUTS);
}

/* The real machine goes through the same steps. */
TEST(faults_reach_small_files_of_the_real_machine) {
    static const struct disk_faults faults = {.decide = decide};
    char folder[] = "/tmp/anax-disk-XXXXXX", path[64];
    CHECK_EQ(machine_choose(MACHINE_EPOLL), 0);
    REQUIRE(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/file", folder);
    disk_set_faults(&faults);
    for (uint64_t at = 1; at <= 5; at++) {
        plan.at = at;
        plan.error = -EIO;
        disk_set_faults(&faults);
        CHECK_EQ(file_replace(path, BYTES_LITERAL("new")), -EIO);
        CHECK_EQ(file_exists(path), at == 5);
    }
    disk_set_faults(NULL);
    CHECK_EQ(file_remove(path), 0);
    CHECK_EQ(rmdir(folder), 0); /* so that nothing temporary is left */
}

/* Pieces of any place and length; those that are whole pages go another way. */
TEST(what_is_written_directly_and_what_is_not_make_one_file) {
    enum { SIZE = 64 * DISK_ALIGN, PIECES = 300 };
    char folder[] = "/tmp/anax-disk-XXXXXX", path[64];
    char *wanted = memory_alloc_zeroed(SIZE), *found = memory_alloc(SIZE);
    char *source = memory_alloc_aligned(SIZE, DISK_ALIGN);
    struct disk_file *file;
    CHECK_EQ(machine_choose(MACHINE_EPOLL), 0);
    REQUIRE(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/file", folder);
    REQUIRE(disk_open(path, DISK_WRITE | DISK_CREATE | DISK_DIRECT, &file) == 0);
    CHECK_EQ(disk_reserve(file, SIZE), 0);
    for (unsigned i = 0; i < PIECES; i++) {
        size_t unit = check_random_below(3) == 0 ? 1 : DISK_ALIGN;
        size_t at = check_random_below(SIZE / unit) * unit;
        size_t len = check_random_below((SIZE - at) / unit + 1) * unit;
        memset(source, (int)check_random_below(256), len);
        CHECK_EQ(disk_write_now(file, at, bytes_of(source, len)), 0);
        memset(wanted + at, source[0], len);
        if (i % 20 > 0) continue;
        CHECK_EQ(disk_read_now(file, 0, found, SIZE), SIZE);
        CHECK(memcmp(wanted, found, SIZE) == 0);
    }
    CHECK_EQ(disk_sync_now(file), 0);
    disk_close(file);
    CHECK_EQ(file_remove(path), 0);
    CHECK_EQ(rmdir(folder), 0);
    memory_free(wanted);
    memory_free(found);
    memory_free(source);
}
