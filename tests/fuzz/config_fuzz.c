/* tests/fuzz/config_fuzz.c - any configuration is read or refused with one line, and reads back.
 *
 * The first byte says what the rest is: a file, a flag file, the arguments or the environment (each
 * ends at a NUL), or values for options by number. What was accepted is printed, rewritten as
 * CONFIG REWRITE does, and read again: every option must have the same value. The files are the
 * simulated machine's. */
#include "server/config.h"

#include "base/memory.h"
#include "fuzz.h"
#include "server/config_rewrite.h"
#include "server/config_source.h"
#include "sys/file.h"
#include "sys/machine.h"
#include "sys/sim.h"

enum { ARGUMENTS_MAX = 40 };

/* ---- reading ---- */

static bool read_as_file(struct config_reader *reader, struct bytes text,
                         bool (*read)(struct config_reader *reader, const char *path)) {
    fuzz_require(file_replace("it.conf", text) == 0, "the simulated machine takes a file");
    return read(reader, "it.conf");
}

/* The pieces between NULs, each a copy of its own; list ends in a NULL. */
static unsigned split(struct bytes text, char **list) {
    unsigned count = 0;
    while (text.len > 0 && count < ARGUMENTS_MAX) {
        size_t len = strnlen(text.data, text.len);
        list[count] = malloc(len + 1);
        memcpy(list[count], text.data, len);
        list[count++][len] = 0;
        size_t passed = len < text.len ? len + 1 : len;
        text = bytes_of(text.data + passed, text.len - passed);
    }
    list[count] = NULL;
    return count;
}

static bool read_as_list(struct config_reader *reader, struct bytes text, bool is_environment) {
    char *list[ARGUMENTS_MAX + 2], program[] = "anax";
    list[0] = program;
    int count = 1 + (int)split(text, list + 1);
    bool is_read = is_environment ? config_read_environment(reader, list + 1)
                                  : config_read_arguments(reader, count, list);
    for (int i = 1; i < count; i++) free(list[i]);
    return is_read;
}

/* Some options get some texts, wherever those come from. */
static bool read_as_values(struct config_reader *reader, struct fuzz fuzz) {
    char error[CONFIG_ERROR_MAX];
    while (fuzz.left > 0) {
        const struct option *option = &options_table[fuzz_below(&fuzz, options_count)];
        struct bytes text = fuzz_take(&fuzz, fuzz_byte(&fuzz) % 64);
        if (option->type == OPTION_SECTION) continue;
        char *copy = fuzz_copy(text);
        error[0] = 0;
        bool is_set = config_set(reader->config, option, bytes_of(copy, text.len), error);
        fuzz_require(is_set || strlen(error) > 0, "a refusal says why");
        free(copy);
    }
    return true;
}

static bool read_some(struct config_reader *reader, struct fuzz fuzz) {
    uint8_t kind = fuzz_byte(&fuzz);
    struct bytes rest = bytes_of(fuzz.data, fuzz.left);
    switch (kind % 5) {
    case 0:
        return read_as_file(reader, rest, config_read_file);
    case 1:
        return read_as_file(reader, rest, config_read_flagfile);
    case 2:
        return read_as_list(reader, rest, false);
    case 3:
        return read_as_list(reader, rest, true);
    default:
        return read_as_values(reader, fuzz);
    }
}

/* ---- reading back ---- */

static void require_same(const struct config *a, const struct config *b) {
    for (unsigned i = 0; i < options_count; i++) {
        if (options_table[i].type == OPTION_SECTION) continue;
        if (config_is_same(a, b, &options_table[i])) continue;
        fprintf(stderr, "option %s\n", options_table[i].name);
        fuzz_require(false, "what was rewritten reads the same");
    }
}

static void read_back(const struct config *config, struct bytes text, bool all) {
    struct buffer rewritten = {0};
    config_rewrite(config, text, all, &rewritten);
    struct config *again = config_create();
    struct config_reader reader;
    config_reader_init(&reader, again);
    bool is_read = config_read_text(&reader, buffer_view(&rewritten), "again");
    if (!is_read) fprintf(stderr, "%s\n", reader.error);
    fuzz_require(is_read, "what was rewritten can be read");
    require_same(config, again);
    config_reader_clear(&reader);
    config_destroy(again);
    buffer_clear(&rewritten);
}

static void print_all(const struct config *config) {
    struct buffer text = {0};
    for (unsigned i = 0; i < options_count; i++) config_print(config, &options_table[i], &text);
    buffer_clear(&text);
    memory_free(config_settings(config));
    struct config *copy = config_copy(config);
    require_same(config, copy);
    config_destroy(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    sim_set_seed(1);
    fuzz_require(machine_choose(MACHINE_SIM) == 0, "there is a simulated machine");
    struct config *config = config_create();
    struct config_reader reader;
    config_reader_init(&reader, config);
    if (read_some(&reader, fuzz_of(data, size))) {
        print_all(config);
        read_back(config, bytes_of("", 0), false);
        read_back(config, BYTES_LITERAL("# mine\nport 1\nsave 1 2\n\nport 2\n"), true);
    } else {
        fuzz_require(strlen(reader.error) > 0, "a refusal says why");
        fuzz_require(strchr(reader.error, '\n') == NULL, "in one line");
    }
    config_reader_clear(&reader);
    config_destroy(config);
    return 0;
}
