/* server/config.c - parsing, keeping and printing values. */
#include "server/config.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/number.h"
#include "sys/file.h"

static bool is_text(const struct option *option) {
    return option->type == OPTION_TEXT || option->type == OPTION_FORM;
}

static struct bytes text_of(const union option_value *value) {
    return bytes_of(value->text, value->len);
}

/* Always false, so that callers can return it. */
__attribute__((format(printf, 2, 3))) static bool refuse(char *error, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(error, CONFIG_ERROR_MAX, format, args);
    va_end(args);
    return false;
}

static bool parse_bool(struct bytes text, int64_t *value, char *error) {
    *value = bytes_is(text, "yes");
    return *value || bytes_is(text, "no") || refuse(error, "argument must be 'yes' or 'no'");
}

static bool parse_octal(struct bytes text, int64_t *value) {
    *value = 0;
    for (size_t i = 0; i < text.len; i++) {
        if (text.data[i] < '0' || text.data[i] > '7' || *value > INT64_MAX / 8) {
            return false;
        }
        *value = *value * 8 + (text.data[i] - '0');
    }
    return text.len > 0;
}

static bool parse_integer(const struct option *option, struct bytes text, int64_t *value,
                          char *error) {
    if (option->type == OPTION_OCTAL ? !parse_octal(text, value) : !number_parse_i64(text, value)) {
        return refuse(error, option->type == OPTION_OCTAL
                                 ? "argument couldn't be parsed as an octal number"
                                 : "argument couldn't be parsed into an integer");
    }
    if (*value < option->min || *value > option->max) {
        return refuse(error,
                      option->type == OPTION_OCTAL
                          ? "argument must be between %llo and %llo inclusive"
                          : "argument must be between %lld and %lld inclusive",
                      (long long)option->min, (long long)option->max);
    }
    return true;
}

static bool parse_memory(const struct option *option, struct bytes text, int64_t *value,
                         char *error) {
    uint64_t bytes;
    bool is_percent = option->type == OPTION_PERCENT; /* negative numbers are its percents */
    if (!number_parse_memory(text, &bytes) || (is_percent && bytes > INT64_MAX)) {
        return refuse(error, is_percent ? "argument must be a memory or percent value"
                                        : "argument must be a memory value");
    }
    if (bytes < (uint64_t)option->min || (option->max && bytes > (uint64_t)option->max)) {
        return refuse(error, "argument must be between %lld and %lld inclusive",
                      (long long)option->min, (long long)option->max);
    }
    *value = (int64_t)bytes;
    return true;
}

static bool parse_percent(const struct option *option, struct bytes text, int64_t *value,
                          char *error) {
    if (text.len < 2 || text.data[text.len - 1] != '%') {
        return parse_memory(option, text, value, error);
    }
    text.len--;
    if (!number_parse_i64(text, value) || *value < 0) {
        return refuse(error, "argument must be a memory or percent value");
    }
    if (*value > 100) {
        return refuse(error, "percentage argument must be less or equal to 100");
    }
    *value = -*value;
    return true;
}

static bool parse_choice(const struct option *option, struct bytes text, int64_t *value,
                         char *error) {
    for (const struct option_choice *choice = option->choices; choice->name; choice++) {
        if (bytes_is(text, choice->name)) {
            *value = choice->value;
            return true;
        }
    }
    int len = snprintf(error, CONFIG_ERROR_MAX, "argument(s) must be one of the following: ");
    for (const struct option_choice *choice = option->choices;
         choice->name && len < CONFIG_ERROR_MAX; choice++) {
        len += snprintf(error + len, (size_t)(CONFIG_ERROR_MAX - len), "%s%s",
                        choice == option->choices ? "" : ", ", choice->name);
    }
    return false;
}

static bool parse_number(const struct option *option, struct bytes text, int64_t *value,
                         char *error) {
    switch (option->type) {
    case OPTION_BOOL:
        return parse_bool(text, value, error);
    case OPTION_INTEGER:
    case OPTION_OCTAL:
        return parse_integer(option, text, value, error);
    case OPTION_MEMORY:
        return parse_memory(option, text, value, error);
    case OPTION_PERCENT:
        return parse_percent(option, text, value, error);
    default:
        return parse_choice(option, text, value, error);
    }
}

/* The text in its one spelling. */
static bool parse_text(const struct option *option, struct bytes text, const char *old,
                       struct buffer *out, char *error) {
    if (!(option->flags & OPTION_BINARY) && text.len > 0 && memchr(text.data, 0, text.len)) {
        return refuse(error, "argument must not contain NUL");
    }
    if (option->type == OPTION_TEXT) {
        buffer_append(out, text);
        return true;
    }
    const char *reason = NULL;
    return option->form(text, old, out, &reason) || refuse(error, "%s", reason);
}

static bool is_first(const struct option *option, const union option_value *value) {
    if (is_text(option)) {
        return strcmp(value->text, option->initial) == 0;
    }
    char error[CONFIG_ERROR_MAX];
    int64_t initial = 0;
    bool is_valid = parse_number(option, bytes_of_string(option->initial), &initial, error);
    assert(is_valid);
    return is_valid && value->number == initial;
}

bool config_set(struct config *config, const struct option *option, struct bytes text,
                char *error) {
    union option_value *place = &config->values[option_number(option)], value = {0};
    if (!is_text(option)) {
        if (!parse_number(option, text, &value.number, error)) {
            return false;
        }
    } else {
        struct buffer out = {0};
        bool is_valid = parse_text(option, text, place->text, &out, error);
        value.text = memory_copy_text(buffer_view(&out));
        value.len = out.len;
        buffer_clear(&out);
        if (!is_valid) {
            memory_free(value.text);
            return false;
        }
    }
    if ((option->flags & OPTION_FIRST_ONLY) && !is_first(option, &value)) {
        if (is_text(option)) {
            memory_free(value.text);
        }
        return refuse(error, "only '%s' is possible. %s", option->initial, option->summary);
    }
    if (is_text(option)) {
        memory_free(place->text);
    }
    *place = value;
    return true;
}

void config_reset(struct config *config, const struct option *option) {
    char error[CONFIG_ERROR_MAX];
    union option_value *place = &config->values[option_number(option)];
    if (option->type == OPTION_FORM) { /* what it adds to is nothing */
        memory_free(place->text);
        place->text = memory_copy_text(bytes_of(NULL, 0));
        place->len = 0;
    }
    bool is_valid = config_set(config, option, bytes_of_string(option->initial), error);
    assert(is_valid);
    (void)is_valid;
}

struct config *config_create(void) {
    struct config *config = memory_alloc_zeroed(sizeof(*config));
    config->values = memory_alloc_zeroed(options_count * sizeof(*config->values));
    for (unsigned i = 0; i < options_count; i++) {
        if (options_table[i].type != OPTION_SECTION) {
            config_reset(config, &options_table[i]);
        }
    }
    return config;
}

struct config *config_copy(const struct config *source) {
    struct config *config = memory_alloc_zeroed(sizeof(*config));
    config->values = memory_alloc_zeroed(options_count * sizeof(*config->values));
    for (unsigned i = 0; i < options_count; i++) {
        config->values[i] = source->values[i];
        if (is_text(&options_table[i])) {
            config->values[i].text = memory_copy_text(text_of(&source->values[i]));
        }
    }
    config->file = source->file ? memory_copy_text(bytes_of_string(source->file)) : NULL;
    return config;
}

void config_destroy(struct config *config) {
    for (unsigned i = 0; i < options_count; i++) {
        if (is_text(&options_table[i])) {
            memory_free(config->values[i].text);
        }
    }
    memory_free(config->values);
    memory_free(config->file);
    memory_free(config);
}

void config_print(const struct config *config, const struct option *option, struct buffer *out) {
    const union option_value *value = &config->values[option_number(option)];
    switch (option->type) {
    case OPTION_SECTION:
        break;
    case OPTION_BOOL:
        buffer_append_text(out, value->number ? "yes" : "no");
        break;
    case OPTION_INTEGER:
        buffer_printf(out, "%lld", (long long)value->number);
        break;
    case OPTION_OCTAL:
        buffer_printf(out, "%llo", (unsigned long long)value->number);
        break;
    case OPTION_MEMORY:
        buffer_printf(out, "%llu", (unsigned long long)value->number);
        break;
    case OPTION_PERCENT:
        buffer_printf(out, value->number < 0 ? "%lld%%" : "%lld",
                      value->number < 0 ? -(long long)value->number : (long long)value->number);
        break;
    case OPTION_CHOICE:
        for (const struct option_choice *choice = option->choices; choice->name; choice++) {
            if (choice->value == value->number) {
                buffer_append_text(out, choice->name);
                break;
            }
        }
        break;
    case OPTION_TEXT:
    case OPTION_FORM:
        buffer_append(out, text_of(value));
        break;
    }
}

bool config_is_initial(const struct config *config, const struct option *option) {
    struct buffer now = {0}, first = {0};
    struct config *fresh = config_create();
    config_print(config, option, &now);
    config_print(fresh, option, &first);
    bool is_same = bytes_equal(buffer_view(&now), buffer_view(&first));
    config_destroy(fresh);
    buffer_clear(&now);
    buffer_clear(&first);
    return is_same;
}

bool config_is_same(const struct config *a, const struct config *b, const struct option *option) {
    unsigned i = option_number(option);
    return is_text(option) ? bytes_equal(text_of(&a->values[i]), text_of(&b->values[i]))
                           : a->values[i].number == b->values[i].number;
}

static const union option_value *value_named(const struct config *config, const char *name) {
    const struct option *option = option_find(bytes_of_string(name));
    assert(option);
    return &config->values[option_number(option)];
}

int64_t config_number(const struct config *config, const char *name) {
    return value_named(config, name)->number;
}

const char *config_text(const struct config *config, const char *name) {
    return value_named(config, name)->text;
}

/* Every field of settings that a row names is as wide as it needs: 1, 4 or 8 bytes. */
static void put_number(char *place, size_t size, int64_t number) {
    if (size == sizeof(uint8_t)) {
        *place = (char)number;
    } else if (size == sizeof(uint32_t)) {
        uint32_t narrow = (uint32_t)number;
        memcpy(place, &narrow, sizeof(narrow));
    } else {
        assert(size == sizeof(number));
        memcpy(place, &number, sizeof(number));
    }
}

struct settings *config_settings(const struct config *config) {
    struct settings *settings = memory_alloc_zeroed(sizeof(*settings));
    for (unsigned i = 0; i < options_count; i++) {
        const struct option *option = &options_table[i];
        const union option_value *value = &config->values[i];
        char *place = (char *)settings + option->place;
        if (option->settle) {
            option->settle(settings, value);
        } else if (option->size > 0 && is_text(option)) {
            memcpy(place, &value->text, sizeof(value->text));
        } else if (option->size > 0) {
            put_number(place, option->size, value->number);
        }
    }
    return settings;
}

int config_resolve_dir(struct config *config) {
    char path[4096];
    const char *dir = config_text(config, "dir");
    while (strncmp(dir, "./", 2) == 0 && dir[2]) {
        dir += 2;
    }
    int result = file_absolute(dir, path, sizeof(path));
    char error[CONFIG_ERROR_MAX];
    if (result == 0 &&
        !config_set(config, option_find(BYTES_LITERAL("dir")), bytes_of_string(path), error)) {
        return -EINVAL;
    }
    return result;
}
