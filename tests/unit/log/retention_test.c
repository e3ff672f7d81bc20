/* What of a log that was stays, for how long, and that what is there is never taken for what was. */
#include "check.h"

#include "base/memory.h"
#include "log/base.h"
#include "log/old_runs.h"
#include "log/retention.h"
#include "log/segment.h"
#include "sys/disk.h"
#include "sys/file.h"
#include "sys/sim.h"

#define DIRECTORY "/core"
enum { STEPS = 100000, KEEP_MS = 8000 };

static struct loop *loop;
static struct retention *retention;
static struct manifest *manifest; /* that counts: one base, over log files from first_segment on */
static uint64_t released[100];
static unsigned released_count;

static void release(void *arg, uint64_t number) {
    (void)arg;
    REQUIRE(released_count < 100);
    released[released_count++] = number;
}

static void make_file(const char *directory, const char *name) {
    char path[100];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    CHECK_EQ(file_replace(path, BYTES_LITERAL("0123456789")), 0);
}

static bool is_there(const char *name) {
    char path[100];
    snprintf(path, sizeof path, DIRECTORY "/%s", name);
    return file_exists(path) == 1;
}

static bool has_base(uint64_t number) {
    char name[BASE_NAME_MAX];
    base_name(number, name);
    return is_there(name);
}

static void make_base(uint64_t number) {
    char name[BASE_NAME_MAX];
    base_name(number, name);
    make_file(DIRECTORY, name);
}

static void make_segment(uint64_t number) {
    char name[SEGMENT_NAME_MAX];
    segment_name(number, name);
    make_file(DIRECTORY, name);
}

static size_t points(void) {
    int64_t *times_ms;
    size_t count;
    CHECK_EQ(retention_list(DIRECTORY, &times_ms, &count), 0);
    memory_free(times_ms);
    return count;
}

static void open_retention(int64_t keep_ms) {
    retention = retention_open(DIRECTORY, manifest, NULL);
    retention_start(retention, loop);
    retention_set(retention, keep_ms);
    retention_on_release(retention, release, NULL);
}

static void begin(int64_t keep_ms) {
    sim_set_seed(1);
    CHECK_EQ(machine_choose(MACHINE_SIM), 0);
    CHECK_EQ(directory_make(DIRECTORY), 0);
    released_count = 0;
    manifest = memory_alloc_zeroed(sizeof *manifest);
    *manifest = (struct manifest){.cores = 1, .partition_count = PARTITIONS, .first_segment = 1};
    CHECK_EQ(manifest_write(DIRECTORY, manifest), 0);
    make_segment(1);
    loop = loop_create(&(struct loop_options){0});
    loop_launch(loop, NULL, NULL);
    sim_run(STEPS);
    open_retention(keep_ms);
}

static void end(void) {
    retention_close(retention);
    loop_stop(loop);
    sim_run(STEPS);
    loop_join(loop);
    loop_destroy(loop);
    memory_free(manifest);
}

/* The next base, number, takes the place of the one before, and of the log before its own file. */
static void install(uint64_t number) {
    struct manifest_base old = manifest->bases[0];
    uint64_t first = manifest->first_segment;
    bool is_kept = manifest->base_count > 0 && retention_takes_base(retention, old.number, 10);
    make_base(number);
    make_segment(number + 1);
    manifest->base_count = 1;
    manifest->bases[0] = (struct manifest_base){0, PARTITIONS, number, 10, number + 1};
    manifest->first_segment = number + 1;
    manifest->lines[0] = number * 10;
    retention_before_install(retention);
    retention_install(retention);
    CHECK_EQ(manifest_write(DIRECTORY, manifest), 0);
    retention_after_install(retention, true);
    CHECK_EQ(retention_takes_segment(retention, first, 10), points() > 0);
    if (old.number != 0) CHECK_EQ(is_kept, points() > 0);
}

static void look_for(int64_t ms) {
    for (int64_t past = 0; past < ms; past += 100) {
        sim_advance(100);
        loop_refresh_clock(loop);
        retention_look(retention);
        sim_run(STEPS);
    }
}

TEST(nothing_is_kept_where_nothing_shall_be) {
    struct retention_facts facts;
    begin(0);
    install(1);
    install(2);
    CHECK_EQ(points(), 0);
    retention_facts(retention, &facts);
    CHECK_EQ(facts.bytes, 0);
    CHECK_EQ(facts.since_ms, 0);
    end();
}

TEST(points_are_an_eighth_of_the_time_apart_and_bases_between_them_go) {
    struct retention_facts facts;
    begin(KEEP_MS);
    for (uint64_t i = 1; i <= 20; i++) {
        install(i);
        look_for(KEEP_MS / 80);
    }
    CHECK_EQ(points(), 2); /* 20 installs take a quarter of the time: the first, and one later */
    unsigned bases = 0;
    for (uint64_t i = 1; i <= 20; i++) bases += has_base(i);
    CHECK_EQ(bases,
             2); /* that of the second point, and the one that counts; the first point has none */
    CHECK_EQ(released_count, 0);
    retention_facts(retention, &facts);
    CHECK_EQ(facts.bytes, 10 * 20 + 10);
    end();
}

TEST(what_is_needed_by_no_moment_of_the_time_any_more_goes) {
    begin(KEEP_MS);
    for (uint64_t i = 1; i <= 40; i++) {
        install(i);
        look_for(KEEP_MS / 20);
    }
    size_t count = points();
    CHECK(count >= 6 && count <= 10);
    CHECK(released_count >= 15 &&
          released_count <= 22); /* of two times, what is below the last one */
    for (unsigned i = 0; i < released_count; i++) CHECK_EQ(released[i], i + 1);
    look_for(2 * KEEP_MS); /* now the manifest that counts has all of it */
    CHECK_EQ(points(), 0);
    CHECK_EQ(released_count, 40);
    for (uint64_t i = 1; i <= 40; i++) CHECK_EQ(has_base(i), i == 40);
    end();
}

TEST(a_restart_goes_on_with_what_was_kept) {
    struct retention_facts facts, again;
    begin(KEEP_MS);
    for (uint64_t i = 1; i <= 10; i++) {
        install(i);
        look_for(KEEP_MS / 10);
    }
    retention_facts(retention, &facts);
    retention_close(retention);
    open_retention(KEEP_MS);
    retention_facts(retention, &again);
    CHECK_EQ(again.bytes, facts.bytes);
    CHECK_EQ(again.since_ms, facts.since_ms);
    CHECK(retention_needs(retention, "log-0000000003"));
    CHECK(!retention_needs(retention, "base-0000000999"));
    CHECK_EQ(retention_next_base(retention), 10);
    retention_set(retention, 0);
    look_for(5000);
    CHECK_EQ(points(), 0);
    CHECK_EQ(released_count, 10);
    retention_facts(retention, &again);
    CHECK_EQ(again.bytes, 0);
    end();
}

TEST(a_moment_has_the_newest_manifest_that_holds_nothing_beyond_it) {
    struct manifest *found = memory_alloc(sizeof *found);
    char name[RETENTION_NAME_MAX], error[MANIFEST_ERROR];
    begin(KEEP_MS);
    for (uint64_t i = 1; i <= 5; i++) {
        look_for(KEEP_MS / 6);
        install(i);
    }
    for (uint64_t batch = 0; batch < 60; batch++) {
        REQUIRE(retention_find(DIRECTORY, &batch, found, name, error));
        CHECK_EQ(found->lines[0], batch < 50 ? batch / 10 * 10 : 50);
        CHECK_EQ(strcmp(name, MANIFEST_NAME) == 0, batch >= 50);
    }
    CHECK(retention_oldest(DIRECTORY, found, name, error));
    CHECK_EQ(found->lines[0], 0);
    end();
    memory_free(found);
}

TEST(a_point_whose_files_are_gone_does_not_count) {
    struct manifest *found = memory_alloc(sizeof *found);
    char name[RETENTION_NAME_MAX], error[MANIFEST_ERROR];
    uint64_t batch = 25;
    begin(KEEP_MS);
    for (uint64_t i = 1; i <= 4; i++) {
        look_for(KEEP_MS / 6);
        install(i);
    }
    size_t before = points();
    CHECK_EQ(disk_remove(DIRECTORY "/base-0000000002"), 0);
    REQUIRE(retention_find(DIRECTORY, &batch, found, name, error));
    CHECK_EQ(found->lines[0], 10);
    retention_close(retention);
    open_retention(KEEP_MS);
    look_for(200);
    CHECK_EQ(points(), before - 1);
    end();
    memory_free(found);
}

static void write_root(uint64_t run) {
    struct manifest_root root = {.cores = 1, .run = run};
    root.paths = memory_alloc_zeroed(sizeof *root.paths);
    snprintf(root.paths[0], MANIFEST_PATH, "run-%" PRIu64, run);
    CHECK_EQ(manifest_write_root("/root", &root), 0);
    manifest_clear_root(&root);
}

static void begin_first_run(void) {
    sim_set_seed(1);
    CHECK_EQ(machine_choose(MACHINE_SIM), 0);
    CHECK_EQ(directory_make("/root"), 0);
    CHECK_EQ(directory_make("/root/run-1"), 0);
}

TEST(a_run_is_removed_when_it_has_ended_and_never_before) {
    int64_t end_ms;
    bool is_kept;
    begin_first_run();
    for (char name[] = "a"; *name <= 'z'; ++*name) make_file("/root/run-1", name);
    write_root(1);
    CHECK_EQ(old_runs_keep("/root"), 0); /* and a crash before the next root is there */
    struct old_runs *runs = old_runs_create("/root");
    old_runs_read(runs, 0, INT64_MAX);
    CHECK(!old_runs_oldest(runs, &end_ms, &is_kept));
    write_root(2);
    old_runs_read(runs, 0, INT64_MAX);
    CHECK(old_runs_oldest(runs, &end_ms, &is_kept));
    CHECK_EQ(old_runs_bytes(runs), 260);
    write_root(1); /* between two looks: the one that goes on is never touched */
    old_runs_remove_some(runs);
    CHECK_EQ(file_exists("/root/run-1/a"), 1);
    write_root(2);
    CHECK_EQ(old_runs_keep("/root"), 0);
    write_root(3);
    old_runs_destroy(runs);
    runs = old_runs_create("/root");
    CHECK_EQ(directory_make("/root/run-2"), 0);
    make_file("/root/run-2", "a");
    old_runs_read(runs, 0, INT64_MAX);
    while (old_runs_oldest(runs, &end_ms, &is_kept)) old_runs_remove_some(runs);
    CHECK_EQ(file_exists("/root/run-1/a"), 1); /* its root was forgotten above */
    CHECK_EQ(file_exists("/root/run-2/a"), 0);
    CHECK_EQ(file_exists("/root/MANIFEST"), 1);
    old_runs_destroy(runs);
}

TEST(a_run_that_went_on_after_a_crash_has_ended_once) {
    int64_t end_ms, *times_ms;
    size_t count;
    bool is_kept;
    begin_first_run();
    make_file("/root/run-1", "a");
    write_root(1);
    CHECK_EQ(old_runs_keep("/root"), 0); /* and a crash */
    CHECK_EQ(old_runs_keep("/root"), 0); /* and another one */
    CHECK_EQ(old_runs_keep("/root"), 0);
    write_root(2);
    CHECK_EQ(retention_list("/root", &times_ms, &count), 0);
    CHECK_EQ(count, 3);
    struct old_runs *runs = old_runs_create("/root");
    old_runs_read(runs, 0, INT64_MAX);
    CHECK(old_runs_oldest(runs, &end_ms, &is_kept) && end_ms == times_ms[2]);
    CHECK_EQ(old_runs_bytes(runs), 10);
    memory_free(times_ms);
    CHECK_EQ(retention_list("/root", &times_ms, &count), 0);
    CHECK_EQ(count, 1);
    memory_free(times_ms);
    old_runs_destroy(runs);
}

static bool is_in_run_1(const char *name) {
    char path[100];
    snprintf(path, sizeof path, "/root/run-1/%s", name);
    return file_exists(path) == 1;
}

/* With a first log file, so that it is known where it began. */
static void write_run_that_continues(uint64_t run) {
    struct manifest_root root = {.cores = 1, .run = run, .continues = true};
    struct segment_head head = {.id = 1, .cores = 1, .partition_count = PARTITIONS, .number = 1};
    struct buffer bytes = {0};
    root.paths = memory_alloc_zeroed(sizeof *root.paths);
    snprintf(root.paths[0], MANIFEST_PATH, "run-%" PRIu64, run);
    segment_head_write(&head, &bytes);
    CHECK_EQ(directory_make("/root/run-2"), 0);
    CHECK_EQ(file_replace("/root/run-2/log-0000000001", buffer_view(&bytes)), 0);
    CHECK_EQ(manifest_write_root("/root", &root), 0);
    manifest_clear_root(&root);
    buffer_clear(&bytes);
}

TEST(a_run_that_the_log_goes_on_from_stays_for_replicas_and_is_trimmed) {
    int64_t end_ms;
    bool is_kept = false;
    begin_first_run();
    for (char name[] = "log-0000000001"; name[13] <= '5'; name[13]++)
        make_file("/root/run-1", name);
    make_file("/root/run-1", "base-0000000001");
    write_root(1);
    CHECK_EQ(old_runs_keep("/root"), 0);
    write_run_that_continues(2);
    struct old_runs *runs = old_runs_create("/root");
    old_runs_read(runs, 60, INT64_MAX);
    CHECK(old_runs_oldest(runs, &end_ms, &is_kept) && is_kept);
    CHECK(is_in_run_1("base-0000000001") && is_in_run_1("log-0000000001"));
    old_runs_read(runs, 30, end_ms - 1); /* within the time for which history is kept */
    CHECK(is_in_run_1("base-0000000001") && is_in_run_1("log-0000000001"));
    old_runs_read(runs, 30, end_ms);
    CHECK(old_runs_oldest(runs, &end_ms, &is_kept) && is_kept);
    CHECK_EQ(old_runs_bytes(runs), 30);
    CHECK(!is_in_run_1("base-0000000001") && !is_in_run_1("log-0000000002"));
    CHECK(is_in_run_1("log-0000000003"));
    struct manifest_root root;
    char name[RETENTION_NAME_MAX], error[MANIFEST_ERROR];
    retention_name(end_ms, name);
    CHECK_EQ(manifest_read_root_as("/root", name, &root, error), 0);
    CHECK(root.is_trimmed);
    manifest_clear_root(&root);
    old_runs_read(runs, 0, INT64_MAX);
    CHECK(old_runs_oldest(runs, &end_ms, &is_kept) && !is_kept);
    CHECK_EQ(disk_remove("/root/run-2/log-0000000001"), 0); /* there is a gap then */
    old_runs_read(runs, 60, INT64_MAX);
    CHECK(old_runs_oldest(runs, &end_ms, &is_kept) && !is_kept);
    old_runs_destroy(runs);
}
