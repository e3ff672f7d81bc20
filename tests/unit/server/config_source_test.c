/* Files, environment and command line: what they set, and what is said when they are wrong. */
#include "check.h"

#include "server/config_source.h"
#include "sys/file.h"

static struct config *config;
static struct config_reader reader;

static void begin(void) {
    config = config_create();
    config_reader_init(&reader, config);
}

static void end(void) {
    config_reader_clear(&reader);
    config_destroy(config);
}

static bool read_text(const char *text) {
    return config_read_text(&reader, bytes_of_string(text), "a.conf");
}

static const char *get(const char *name) {
    static struct buffer out;
    buffer_clear(&out);
    config_print(config, option_find(bytes_of_string(name)), &out);
    buffer_append(&out, bytes_of("", 1));
    return out.data;
}

/* What is said about a file with this text. */
static const char *complaint(const char *text) {
    static char result[sizeof(reader.error)];
    begin();
    bool is_read = read_text(text);
    snprintf(result, sizeof(result), "%s", is_read ? "fine" : reader.error);
    end();
    return result;
}

/* Reads the words as a command line; what is said. */
#define COMMAND_LINE(...) \
    command_line((char *[]){"anax", __VA_ARGS__}, sizeof((char *[]){__VA_ARGS__}) / sizeof(char *))
static const char *command_line(char **argv, size_t count) {
    return config_read_arguments(&reader, (int)count + 1, argv) ? "fine" : reader.error;
}

TEST(a_file_has_a_name_and_a_value_on_each_line) {
    begin();
    CHECK(read_text("# a comment\n\n  port 7000\r\n\ttimeout  5  \nMAXMEMORY 1mb"));
    CHECK_STR(get("port"), "7000");
    CHECK_STR(get("timeout"), "5");
    CHECK_STR(get("maxmemory"), "1048576");
    end();
}

TEST(quotes_hold_spaces_and_escapes) {
    begin();
    CHECK(read_text(
        "requirepass \"a b\\n\\x41\\\"\"\nunixsocket '/tmp/it\\'s here'\nlogfile \"\"\n"));
    CHECK_STR(get("requirepass"), "a b\nA\"");
    CHECK_STR(get("unixsocket"), "/tmp/it's here");
    CHECK_STR(get("logfile"), "");
    end();
    CHECK_STR(complaint("requirepass \"a"),
              "a.conf:1: quotes are not balanced, or there are too many words");
    CHECK_STR(complaint("requirepass \"a\"b"),
              "a.conf:1: quotes are not balanced, or there are too many words");
    CHECK_STR(complaint("requirepass 'a"),
              "a.conf:1: quotes are not balanced, or there are too many words");
}

TEST(lines_of_save_add_up_and_an_empty_one_begins_anew) {
    begin();
    CHECK(read_text("save 900 1\nsave 300 10\n"));
    CHECK_STR(get("save"), "900 1 300 10");
    CHECK(read_text("save \"\"\n"));
    CHECK_STR(get("save"), "");
    CHECK(read_text("save 60 1\n"));
    CHECK_STR(get("save"), "60 1");
    end();
}

TEST(several_words_are_one_value_where_the_option_takes_them) {
    begin();
    CHECK(read_text("bind 127.0.0.1 -::1\nclient-output-buffer-limit pubsub 1mb 1mb 1\n"));
    CHECK_STR(get("bind"), "127.0.0.1 -::1");
    CHECK(strstr(get("client-output-buffer-limit"), "pubsub 1048576 1048576 1") != NULL);
    end();
    CHECK_STR(complaint("port 1 2"), "a.conf:1: 'port \"1\" \"2\"': wrong number of arguments");
    CHECK_STR(complaint("port"), "a.conf:1: 'port': wrong number of arguments");
}

TEST(a_mistake_is_told_with_file_and_line) {
    CHECK_STR(complaint("port 1\n\n# x\nbla 2\n"), "a.conf:4: there is no option 'bla'");
    CHECK_STR(complaint("port x"),
              "a.conf:1: 'port \"x\"': argument couldn't be parsed into an integer");
    CHECK_STR(complaint("include /nonexistent/b.conf"),
              "/nonexistent/b.conf: cannot be read: No such file or directory");
    CHECK_STR(complaint("activedefrag yes"),
              "a.conf:1: 'activedefrag \"yes\"': only 'no' is possible. "
              "There is no defragmentation yet.");
}

TEST(a_command_line_takes_names_in_every_spelling) {
    begin();
    CHECK_STR(COMMAND_LINE("--port", "7001", "--maxmemory-policy=allkeys-lru", "--tcp_backlog", "5",
                           "--timeout 9"),
              "fine");
    CHECK_STR(get("port"), "7001");
    CHECK_STR(get("maxmemory-policy"), "allkeys-lru");
    CHECK_STR(get("tcp-backlog"), "5");
    CHECK_STR(get("timeout"), "9");
    end();
}

TEST(a_command_line_takes_words_up_to_the_next_option) {
    begin();
    CHECK_STR(COMMAND_LINE("--bind", "127.0.0.1", "-::1", "--slowlog-log-slower-than", "-1",
                           "--save", "", "--save", "--requirepass=--x"),
              "fine");
    CHECK_STR(get("bind"), "127.0.0.1 -::1");
    CHECK_STR(get("slowlog-log-slower-than"), "-1");
    CHECK_STR(get("save"), "");
    CHECK_STR(get("requirepass"), "--x");
    CHECK_STR(COMMAND_LINE("--port"), "command line: 'port': wrong number of arguments");
    CHECK_STR(COMMAND_LINE("--port", "1", "2"),
              "command line: 'port \"1\" \"2\"': wrong number of arguments");
    CHECK_STR(COMMAND_LINE("--bla", "1"), "command line: there is no option 'bla'");
    CHECK_STR(COMMAND_LINE("-p", "1"), "command line: '-p' is no option; they begin with --");
    CHECK_STR(COMMAND_LINE("--requirepass", "a", "b"),
              "command line: 'requirepass': wrong number of arguments");
    end();
}

TEST(the_word_behind_a_name_is_its_value_whatever_it_looks_like) {
    begin();
    CHECK_STR(COMMAND_LINE("--requirepass", "--save", "--save", "--loglevel", "verbose"), "fine");
    CHECK_STR(get("requirepass"), "--save");
    CHECK_STR(get("save"), "");
    CHECK_STR(get("loglevel"), "verbose");
    CHECK_STR(COMMAND_LINE("--port", "--loglevel", "verbose"),
              "command line: 'port \"--loglevel\" \"verbose\"': wrong number of arguments");
    end();
}

TEST(name_and_value_may_be_one_word_as_a_line_of_a_file) {
    begin();
    CHECK_STR(COMMAND_LINE("--maxmemory '700mb'", "--requirepass \"a b\"", "--bind 127.0.0.1 ::1",
                           "loglevel", "verbose"),
              "fine");
    CHECK_STR(get("maxmemory"), "734003200");
    CHECK_STR(get("requirepass"), "a b");
    CHECK_STR(get("bind"), "127.0.0.1 ::1");
    CHECK_STR(get("loglevel"), "verbose");
    end();
}

TEST(renamed_commands_add_up_and_none_is_lost) {
    begin();
    CHECK(read_text("rename-command FLUSHALL \"\"\nrename-command DEBUG secret\n"));
    CHECK_STR(get("rename-command"), "FLUSHALL \"\" DEBUG secret");
    end();
}

TEST(the_first_word_may_be_a_file) {
    char *argv[] = {"anax", "a.conf", "--port", "1"};
    CHECK_STR(config_file_argument(4, argv), "a.conf");
    argv[1] = "--port";
    CHECK(config_file_argument(2, argv) == NULL);
    CHECK(config_file_argument(1, argv) == NULL);
}

TEST(the_environment_sets_options_in_any_case) {
    begin();
    char *environment[] = {"PATH=/bin", "ANAX_PORT=7002", "ANAX_maxmemory_policy=allkeys-lru",
                           "ANAX_BIND=127.0.0.1 ::1", NULL};
    CHECK(config_read_environment(&reader, environment));
    CHECK_STR(get("port"), "7002");
    CHECK_STR(get("maxmemory-policy"), "allkeys-lru");
    CHECK_STR(get("bind"), "127.0.0.1 ::1");
    char *unknown[] = {"ANAX_BLA=1", NULL};
    CHECK(!config_read_environment(&reader, unknown));
    CHECK_STR(reader.error, "environment: ANAX_BLA: there is no such option");
    char *wrong[] = {"ANAX_PORT=x", NULL};
    CHECK(!config_read_environment(&reader, wrong));
    CHECK_STR(reader.error,
              "environment: 'port \"x\"': argument couldn't be parsed into an integer");
    end();
}

TEST(what_kubernetes_tells_about_a_service_called_anax_is_passed_over) {
    begin();
    char *environment[] = {"ANAX_SERVICE_HOST=10.0.0.1", "ANAX_SERVICE_PORT=6379",
                           "ANAX_PORT=tcp://10.0.0.1:6379", "ANAX_PORT_6379_TCP_ADDR=10.0.0.1",
                           NULL};
    CHECK(config_read_environment(&reader, environment));
    CHECK_STR(get("port"), "6379");
    end();
}

TEST(a_complaint_is_one_line_whatever_it_quotes) {
    begin();
    CHECK_STR(COMMAND_LINE("--a\nb", "1"), "command line: there is no option 'a?b'");
    end();
    CHECK_STR(complaint("a\x1b[31m 1"), "a.conf:1: there is no option 'a?[31m'");
}

TEST(a_line_of_dashes_in_a_flag_file_is_no_option) {
    begin();
    CHECK_EQ(file_replace("build/dashes.flags", BYTES_LITERAL("port 1\n--\n")), 0);
    CHECK(!config_read_flagfile(&reader, "build/dashes.flags"));
    CHECK_STR(reader.error, "build/dashes.flags:2: the name of an option is missing");
    CHECK_EQ(file_remove("build/dashes.flags"), 0);
    end();
}

TEST(a_secret_value_is_not_in_the_complaint) {
    CHECK(strstr(complaint("requirepass geheim zwei"), "geheim") == NULL);
}

/* Whatever a file holds, reading it ends, and a value that was accepted can be read back. */
TEST(random_lines_do_no_harm) {
    static const char *const pieces[] = {"port", "save", " ",    "\"",  "'",       "\\", "\n", "#",
                                         "900",  "1",    "bind", "\\x", "maxm",    "--", "=",  "\t",
                                         "yes",  "kb",   "-1",   "\r",  "include", "*",  "::1"};
    for (unsigned round = 0; round < 20000; round++) {
        char text[256];
        size_t len = 0;
        unsigned count = (unsigned)check_random_below(12);
        for (unsigned i = 0; i < count; i++) {
            const char *piece = pieces[check_random_below(sizeof(pieces) / sizeof(*pieces))];
            if (strcmp(piece, "include") == 0 && i + 1 == count) {
                continue;
            }
            len += (size_t)snprintf(text + len, sizeof(text) - len, "%s", piece);
        }
        begin();
        if (!config_read_text(&reader, bytes_of(text, len), "a.conf")) {
            CHECK(reader.error[0] && strchr(reader.error, '\n') == NULL);
        }
        end();
    }
}
