/* server/config_source.c - reading options from files, the environment and the command line. */
#include "server/config_source.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/memory.h"
#include "sys/file.h"
#include "sys/machine.h"

enum { INCLUDE_DEPTH_MAX = 16, NAME_SHOWN_MAX = 64 };

void config_reader_init(struct config_reader *reader, struct config *config) {
    *reader = (struct config_reader){.config = config};
    reader->is_given = memory_alloc_zeroed(options_count);
}

void config_reader_clear(struct config_reader *reader) {
    memory_free(reader->is_given);
    reader->is_given = NULL;
}

/* Where a word stands: "redis.conf:12", "command line", "environment". */
struct place {
    const char *name;
    unsigned line; /* 0: none */
};

__attribute__((format(printf, 3, 4))) static bool
refuse(struct config_reader *reader, const struct place *place, const char *format, ...) {
    size_t size = sizeof(reader->error);
    int len = place->line ? snprintf(reader->error, size, "%s:%u: ", place->name, place->line)
                          : snprintf(reader->error, size, "%s: ", place->name);
    if (len < 0 || (size_t)len >= size) {
        return false;
    }
    va_list args;
    va_start(args, format);
    vsnprintf(reader->error + len, size - (size_t)len, format, args);
    va_end(args);
    for (char *c = reader->error; *c; c++) { /* what is quoted may be anything; it stays one line */
        *c = iscntrl((unsigned char)*c) ? '?' : *c;
    }
    return false;
}

static int shown(struct bytes text) {
    return (int)(text.len < NAME_SHOWN_MAX ? text.len : NAME_SHOWN_MAX);
}

/* ---- one option ---- */

/* What was written, for the complaint about it: 'port "1" "2"'. */
static bool refuse_words(struct config_reader *reader, const struct place *place,
                         const struct option *option, const struct bytes *words, unsigned count,
                         const char *error) {
    char text[sizeof(reader->error)];
    int len = snprintf(text, sizeof(text), "'%s", option->name);
    for (unsigned i = 0; i < count && !(option->flags & OPTION_SECRET); i++) {
        if (len + NAME_SHOWN_MAX + 8 < (int)sizeof(text) / 2) {
            len += snprintf(text + len, sizeof(text) - (size_t)len, " \"%.*s\"", shown(words[i]),
                            words[i].data);
        }
    }
    return refuse(reader, place, "%s': %s", text, error);
}

/* The words as one text. An empty one among others is written "", so that it is not lost. */
static void join_words(struct buffer *out, const struct bytes *words, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        buffer_append_text(out, out->len > 0 ? " " : "");
        if (words[i].len == 0 && count > 1) {
            buffer_append_text(out, "\"\"");
        } else {
            buffer_append(out, words[i]);
        }
    }
}

/* Name and words, as a line or the command line has them. */
static bool set_words(struct config_reader *reader, const struct place *place, struct bytes name,
                      const struct bytes *words, unsigned count) {
    const struct option *option = option_find(name);
    if (!option) {
        return refuse(reader, place, "there is no option '%.*s'", shown(name), name.data);
    }
    if (!(option->flags & OPTION_WORDS) && count != 1) {
        return refuse_words(reader, place, option, words, count, "wrong number of arguments");
    }
    struct buffer value = {0};
    bool *is_given = &reader->is_given[option_number(option)];
    bool is_empty = count == 0 || (count == 1 && words[0].len == 0);
    if ((option->flags & OPTION_ADDS) && *is_given && !is_empty) {
        config_print(reader->config, option, &value);
    }
    join_words(&value, words, count);
    char error[CONFIG_ERROR_MAX];
    bool is_set = config_set(reader->config, option, buffer_view(&value), error);
    buffer_clear(&value);
    *is_given = true;
    return is_set || refuse_words(reader, place, option, words, count, error);
}

/* ---- words of a line ---- */

static int hex_digit(char c) {
    return c >= '0' && c <= '9' ? c - '0' : isxdigit((unsigned char)c) ? tolower(c) - 'a' + 10 : -1;
}

/* What stands behind a backslash within "…"; moves *at to its last byte. */
static char unescape(struct bytes line, size_t *at) {
    char c = line.data[*at];
    if (c == 'x' && *at + 2 < line.len && hex_digit(line.data[*at + 1]) >= 0 &&
        hex_digit(line.data[*at + 2]) >= 0) {
        *at += 2;
        return (char)(hex_digit(line.data[*at - 1]) * 16 + hex_digit(line.data[*at]));
    }
    static const char from[] = "nrtba", to[] = "\n\r\t\b\a";
    const char *found = strchr(from, c);
    return found && c ? to[found - from] : c;
}

/* From the opening quote at *at to behind the closing one, which ends the word. */
static bool take_quoted(struct bytes line, size_t *at, struct buffer *word) {
    char quote = line.data[*at];
    for (size_t i = *at + 1; i < line.len; i++) {
        char c = line.data[i];
        bool has_next = i + 1 < line.len;
        if (c == quote) {
            *at = i + 1;
            return !has_next || isspace((unsigned char)line.data[i + 1]);
        }
        if (c == '\\' && has_next && (quote == '"' || line.data[i + 1] == '\'')) {
            i++;
            c = quote == '"' ? unescape(line, &i) : '\'';
        }
        buffer_append(word, bytes_of(&c, 1));
    }
    return false;
}

static bool take_word(struct bytes line, size_t *at, struct buffer *word) {
    while (*at < line.len && !isspace((unsigned char)line.data[*at])) {
        if (line.data[*at] == '"' || line.data[*at] == '\'') {
            return take_quoted(line, at, word);
        }
        buffer_append(word, bytes_of(&line.data[*at], 1));
        (*at)++;
    }
    return true;
}

bool line_words_split(struct bytes line, struct line_words *words) {
    words->count = 0;
    for (size_t at = 0;;) {
        while (at < line.len && isspace((unsigned char)line.data[at])) {
            at++;
        }
        if (at == line.len) {
            return true;
        }
        if (words->count == LINE_WORDS_MAX) {
            return false;
        }
        struct buffer *word = &words->words[words->count++];
        *word = (struct buffer){0};
        if (!take_word(line, &at, word)) {
            return false;
        }
    }
}

void line_words_clear(struct line_words *words) {
    for (unsigned i = 0; i < words->count; i++) {
        buffer_clear(&words->words[i]);
    }
    words->count = 0;
}

/* ---- files ---- */

static bool read_line(struct config_reader *reader, const struct place *place, struct bytes line) {
    struct line_words words;
    struct bytes views[LINE_WORDS_MAX];
    bool is_split = line_words_split(line, &words);
    for (unsigned i = 0; i < words.count; i++) {
        views[i] = buffer_view(&words.words[i]);
    }
    bool is_read;
    if (!is_split) {
        is_read = refuse(reader, place, "quotes are not balanced, or there are too many words");
    } else if (words.count == 0) {
        is_read =
            refuse(reader, place, "the name of an option is missing"); /* "--" in a flag file */
    } else if (bytes_is(views[0], "include") && words.count == 2) {
        char path[1024];
        snprintf(path, sizeof(path), "%.*s", (int)views[1].len, views[1].data);
        is_read = config_read_file(reader, path);
    } else {
        is_read = set_words(reader, place, views[0], views + 1, words.count - 1);
    }
    line_words_clear(&words);
    return is_read;
}

/* Calls take for each line that is neither empty nor a comment. */
static bool each_line(struct config_reader *reader, struct bytes text, const char *name,
                      bool (*take)(struct config_reader *reader, const struct place *place,
                                   struct bytes line)) {
    struct place place = {.name = name};
    for (size_t at = 0; at < text.len;) {
        const char *start = text.data + at;
        const char *end = memchr(start, '\n', text.len - at);
        size_t len = end ? (size_t)(end - start) : text.len - at;
        at += len + 1;
        place.line++;
        while (len > 0 && isspace((unsigned char)*start)) {
            start++;
            len--;
        }
        if (len > 0 && *start != '#' && !take(reader, &place, bytes_of(start, len))) {
            return false;
        }
    }
    return true;
}

bool config_read_text(struct config_reader *reader, struct bytes text, const char *name) {
    return each_line(reader, text, name, read_line);
}

static bool read_file(struct config_reader *reader, const char *path,
                      bool (*take)(struct config_reader *reader, const struct place *place,
                                   struct bytes line)) {
    struct place place = {.name = path};
    if (reader->depth == INCLUDE_DEPTH_MAX) {
        return refuse(reader, &place, "files include each other too deeply");
    }
    struct buffer contents = {0};
    int result = file_read_all(path, &contents);
    if (result < 0) {
        buffer_clear(&contents);
        return refuse(reader, &place, "cannot be read: %s", strerror(-result));
    }
    reader->depth++;
    bool is_read = each_line(reader, buffer_view(&contents), path, take);
    reader->depth--;
    buffer_clear(&contents);
    return is_read;
}

bool config_read_file(struct config_reader *reader, const char *path) {
    return read_file(reader, path, read_line);
}

/* ---- --name=value ---- */

static struct bytes skip_dashes(struct bytes text) {
    while (text.len > 0 && *text.data == '-') {
        text.data++;
        text.len--;
    }
    return text;
}

/* "name=value" and "name value" in one argument; false if it is only a name. */
static bool split_pair(struct bytes text, struct bytes *name, struct bytes *value) {
    size_t at = 0;
    while (at < text.len && text.data[at] != '=' && text.data[at] != ' ') {
        at++;
    }
    *name = bytes_of(text.data, at);
    bool is_pair = at < text.len;
    *value = is_pair ? bytes_of(text.data + at + 1, text.len - at - 1) : bytes_of("", 0);
    return is_pair;
}

static bool read_flag_line(struct config_reader *reader, const struct place *place,
                           struct bytes line) {
    while (line.len > 0 && isspace((unsigned char)line.data[line.len - 1])) {
        line.len--;
    }
    line = skip_dashes(line);
    struct bytes name, value;
    if (split_pair(line, &name, &value) && line.data[name.len] == '=') {
        return set_words(reader, place, name, &value, 1);
    }
    return read_line(reader, place, line);
}

bool config_read_flagfile(struct config_reader *reader, const char *path) {
    return read_file(reader, path, read_flag_line);
}

/* ---- environment ---- */

/* Kubernetes tells every container about a service called anax: ANAX_SERVICE_HOST,
 * ANAX_PORT=tcp://10.0.0.1:6379, ANAX_PORT_6379_TCP_ADDR and so on. They are not meant for us. */
static bool is_from_kubernetes(struct bytes name, struct bytes value) {
    static const char *const beginnings[] = {"SERVICE_HOST", "SERVICE_PORT", "PORT_"};
    for (unsigned i = 0; i < 3; i++) {
        size_t len = strlen(beginnings[i]);
        if (name.len >= len && memcmp(name.data, beginnings[i], len) == 0) {
            return true;
        }
    }
    return bytes_equal(name, BYTES_LITERAL("PORT")) && memmem(value.data, value.len, "://", 3);
}

bool config_read_environment(struct config_reader *reader, char *const *environment) {
    static const char prefix[] = "ANAX_";
    for (; environment && *environment; environment++) {
        if (strncmp(*environment, prefix, sizeof(prefix) - 1) != 0) {
            continue;
        }
        const char *start = *environment + sizeof(prefix) - 1;
        size_t name_len = strcspn(start, "=");
        struct bytes name = bytes_of(start, name_len);
        struct bytes value = bytes_of_string(start[name_len] ? start + name_len + 1 : "");
        struct place place = {.name = "environment"};
        if (is_from_kubernetes(name, value)) {
            continue;
        }
        if (!option_find(name)) {
            return refuse(reader, &place, "ANAX_%.*s: there is no such option", shown(name), start);
        }
        if (!set_words(reader, &place, name, &value, 1)) {
            return false;
        }
    }
    return true;
}

/* ---- command line ---- */

static bool is_option(const char *argument) {
    return strncmp(argument, "--", 2) == 0 && argument[2];
}

const char *config_file_argument(int argc, char *const *argv) {
    return argc > 1 && argv[1][0] != '-' ? argv[1] : NULL;
}

/* The words that follow a bare name. The first is taken whatever it looks like, as Redis does; only --save may
 * stand alone before another option. */
static int take_values(int argc, char *const *argv, int i, struct bytes name, struct bytes *values,
                       unsigned *count) {
    const struct option *option = option_find(name);
    bool may_be_alone = option && (option->flags & OPTION_ADDS);
    if (i < argc && !(may_be_alone && is_option(argv[i]))) {
        values[(*count)++] = bytes_of_string(argv[i++]);
    }
    return i;
}

/* One option from argv[i] on; returns where the next begins, or 0 if this one is refused. */
static int read_argument(struct config_reader *reader, int argc, char *const *argv, int i) {
    const struct place place = {.name = "command line"};
    if (argv[i][0] == '-' && !is_option(argv[i])) {
        refuse(reader, &place, "'%.64s' is no option; they begin with --", argv[i]);
        return 0;
    }
    struct bytes text = bytes_of_string(argv[i] + (is_option(argv[i]) ? 2 : 0));
    struct bytes name, values[LINE_WORDS_MAX];
    unsigned count = split_pair(text, &name, &values[0]);
    bool is_line = count == 1 && text.data[name.len] == ' ';
    i++;
    if (is_line) {
        return read_line(reader, &place, text) ? i : 0; /* "--name 'value'" in one */
    }
    if (count == 0) {
        i = take_values(argc, argv, i, name, values, &count);
    }
    while (i < argc && count < LINE_WORDS_MAX && !is_option(argv[i])) {
        values[count++] = bytes_of_string(argv[i++]);
    }
    bool is_read = bytes_is(name, "flagfile") && count == 1
                       ? config_read_flagfile(reader, values[0].data)
                       : set_words(reader, &place, name, values, count);
    return is_read ? i : 0;
}

bool config_read_arguments(struct config_reader *reader, int argc, char *const *argv) {
    int i = config_file_argument(argc, argv) ? 2 : 1;
    while (i < argc) {
        i = read_argument(reader, argc, argv, i);
        if (i == 0) {
            return false;
        }
    }
    return true;
}
