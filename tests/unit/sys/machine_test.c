/* The machine around the loops: files, facts, the log. */
#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/stat.h>

#include "sys/file.h"
#include "sys/machine.h"

static char folder[64];

static const char *in_folder(const char *name) {
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void make_folder(void) {
    strcpy(folder, "/tmp/machine_test.XXXXXX");
    if (mkdtemp(folder) == NULL) abort();
}

TEST(a_replaced_file_has_the_new_contents_and_leaves_no_other) {
    struct buffer contents = {0};
    make_folder();
    CHECK_EQ(file_exists(in_folder("f")), 0);
    CHECK_EQ(file_read_all(in_folder("f"), &contents), -ENOENT);
    CHECK_EQ(file_replace(in_folder("f"), BYTES_LITERAL("one")), 0);
    CHECK_EQ(file_replace(in_folder("f"), BYTES_LITERAL("second")), 0);
    CHECK_EQ(file_exists(in_folder("f")), 1);
    CHECK_EQ(file_read_all(in_folder("f"), &contents), 0);
    CHECK_BYTES(contents.data, contents.len, "second", 6);
    CHECK_EQ(file_remove(in_folder("f")), 0);
    CHECK_EQ(file_remove(in_folder("f")), -ENOENT);
    CHECK_EQ(rmdir(folder), 0); /* empty again */
    buffer_clear(&contents);
}

TEST(a_path_without_a_directory_is_in_the_current_one) {
    static const char *const paths[][2] = {{"f", "."},         {"/f", "/"},  {"a/f", "a"},
                                           {"/a/b/f", "/a/b"}, {"./f", "."}, {"a//f", "a/"}};
    char directory[16];
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        file_directory(paths[i][0], directory, sizeof directory);
        CHECK(strcmp(directory, paths[i][1]) == 0);
    }
}

TEST(a_file_that_cannot_be_written_keeps_its_contents) {
    struct buffer contents = {0};
    make_folder();
    CHECK_EQ(file_replace("/nonexistent/f", BYTES_LITERAL("x")), -ENOENT);
    CHECK_EQ(directory_make(in_folder("d")), 0);
    CHECK_EQ(file_replace(in_folder("d"), BYTES_LITERAL("x")), -EISDIR);
    CHECK_EQ(directory_make(in_folder("d")), 0); /* there already */
    CHECK_EQ(file_replace(in_folder("f"), BYTES_LITERAL("x")), 0);
    CHECK_EQ(directory_make(in_folder("f")), -EEXIST);
    CHECK_EQ(file_remove(in_folder("f")), 0);
    CHECK_EQ(rmdir(in_folder("d")), 0);
    CHECK_EQ(rmdir(folder), 0);
    buffer_clear(&contents);
}

TEST(a_relative_path_begins_at_the_current_folder) {
    char absolute[200], here[100], expected[200];
    CHECK(getcwd(here, sizeof here) != NULL);
    snprintf(expected, sizeof expected, "%s/a/b", here);
    CHECK_EQ(file_absolute("a/b", absolute, sizeof absolute), 0);
    CHECK_STR(absolute, expected);
    CHECK_EQ(file_absolute("/a", absolute, sizeof absolute), 0);
    CHECK_STR(absolute, "/a");
    CHECK_EQ(file_absolute("/abc", absolute, 4), -ENAMETOOLONG);
}

TEST(facts_of_the_process_are_plausible) {
    struct process_facts facts;
    process_facts(&facts);
    CHECK_EQ(facts.pid, getpid());
    CHECK(facts.rss > 100000 && facts.rss < facts.memory_total);
    CHECK(facts.rss_peak >= facts.rss);
    CHECK(facts.open_files >= 3 && facts.open_files < facts.open_files_max);
    char text[200];
    machine_os(text, sizeof text);
    CHECK(strncmp(text, "Linux ", 6) == 0);
    machine_executable(text, sizeof text);
    CHECK(strstr(text, "machine_test") != NULL);
}

TEST(the_affinity_limits_the_cpus) {
    cpu_set_t before, one;
    CHECK(machine_cpus() >= 1);
    CHECK_EQ(sched_getaffinity(0, sizeof before, &before), 0);
    CHECK(machine_cpus() <= (unsigned)CPU_COUNT(&before));
    CPU_ZERO(&one);
    for (size_t cpu = 0; cpu < CPU_SETSIZE; cpu++)
        if (CPU_ISSET(cpu, &before) && CPU_COUNT(&one) == 0) CPU_SET(cpu, &one);
    CHECK_EQ(sched_setaffinity(0, sizeof one, &one), 0);
    CHECK_EQ(machine_cpus(), 1);
    CHECK_EQ(sched_setaffinity(0, sizeof before, &before), 0);
}

TEST(the_limit_of_open_files_is_raised_as_far_as_allowed) {
    uint64_t reached = process_raise_open_files(2000);
    CHECK(reached >= 1024);
    CHECK(process_raise_open_files(100) >= reached); /* never lowered */
}

TEST(random_bytes_differ) {
    char a[32] = {0}, b[32] = {0};
    machine_random(a, sizeof a);
    machine_random(b, sizeof b);
    CHECK(memcmp(a, b, sizeof a) != 0);
}

TEST(log_lines_have_the_form_of_redis_and_levels) {
    struct buffer contents = {0};
    make_folder();
    CHECK_EQ(log_open(in_folder("log")), 0);
    log_set_level('*');
    log_line('-', "not shown");
    log_line('*', "hello %d", 7);
    log_line('#', "%02000d", 1); /* cut, but still one line */
    CHECK_EQ(log_open(""), 0);
    CHECK_EQ(file_read_all(in_folder("log"), &contents), 0);
    buffer_append(&contents, bytes_of("", 1));
    CHECK(strstr(contents.data, "not shown") == NULL);
    char start[40];
    snprintf(start, sizeof start, "%d:M ", (int)getpid());
    CHECK(strncmp(contents.data, start, strlen(start)) == 0);
    CHECK(strstr(contents.data, " * hello 7\n") != NULL);
    CHECK(contents.len < 1200 && contents.data[contents.len - 2] == '\n');
    CHECK_EQ(log_open("/nonexistent/log"), -ENOENT);
    CHECK_EQ(file_remove(in_folder("log")), 0);
    CHECK_EQ(rmdir(folder), 0);
    buffer_clear(&contents);
}
