/* server/answers.c - arguments that ask for a text instead of a server. */
#include "server/config_source.h"
#include "server/families.h"
#include "server/manual.h"
#include "server/server.h"
#include "server/version.h"

static bool is(const char *argument, const char *name) {
    return strcmp(argument, name) == 0;
}

static bool has(int argc, char **argv, const char *name, const char *short_name) {
    for (int i = 1; i < argc; i++) {
        if (is(argv[i], name) || is(argv[i], short_name)) {
            return true;
        }
    }
    return false;
}

static int check_config(const char *path, struct buffer *text) {
    struct config *config = config_create();
    struct config_reader reader;
    config_reader_init(&reader, config);
    bool is_read = config_read_file(&reader, path);
    if (is_read) {
        buffer_printf(text, "%s: ok\n", path);
    } else {
        buffer_printf(text, "anax: %s\n", reader.error);
    }
    for (unsigned i = 0; i < options_count && is_read; i++) {
        const struct option *option = &options_table[i];
        if (reader.is_given[i] && (option->flags & OPTION_IDLE) &&
            !config_is_initial(config, option)) {
            buffer_printf(text, "%s has no effect: %s\n", option->name, option->summary);
        }
    }
    config_reader_clear(&reader);
    config_destroy(config);
    return is_read ? 0 : 1;
}

static int print_docs(const char *what, struct buffer *text) {
    if (is(what, "options")) {
        manual_print_options(text);
        return 0;
    }
    if (is(what, "commands")) {
        families_register();
        manual_print_commands(text);
        return 0;
    }
    buffer_append_text(text, "anax: --print-docs takes options or commands\n");
    return 1;
}

bool server_answers(int argc, char **argv, struct buffer *text, int *code) {
    *code = 0;
    if (has(argc, argv, "--help", "-h")) {
        manual_print_help(text);
    } else if (has(argc, argv, "--version", "-v")) {
        buffer_append_text(text, "anax " ANAX_VERSION " (answers as Redis " REDIS_VERSION ")\n");
    } else if (argc > 1 && (is(argv[1], "--check-config") || is(argv[1], "--print-docs"))) {
        if (argc != 3) {
            buffer_printf(text, "anax: %s takes one argument; see anax --help\n", argv[1]);
            *code = 1;
        } else {
            *code = is(argv[1], "--check-config") ? check_config(argv[2], text)
                                                  : print_docs(argv[2], text);
        }
    } else {
        return false;
    }
    return true;
}
