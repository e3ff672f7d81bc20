/* server/option.c - finding an option, and what the manual says about its values. */
#include "server/option.h"

#include <ctype.h>

/* Lower case, '_' as '-'. */
static char plain(char c) {
    return c == '_' ? '-' : (char)tolower((unsigned char)c);
}

static bool is_called(struct bytes asked, const char *name) {
    size_t i = 0;
    while (i < asked.len && name[i] && plain(asked.data[i]) == plain(name[i])) {
        i++;
    }
    return i == asked.len && !name[i];
}

const struct option *option_find(struct bytes name) {
    for (const struct option_alias *row = option_aliases; row->alias; row++) {
        if (is_called(name, row->alias)) {
            return option_find(bytes_of_string(row->name));
        }
    }
    for (unsigned i = 0; i < options_count; i++) {
        const struct option *option = &options_table[i];
        if (option->type != OPTION_SECTION && is_called(name, option->name)) {
            return option;
        }
    }
    return NULL;
}

bool option_is_secret(struct bytes name) {
    const struct option *option = option_find(name);
    return option && (option->flags & OPTION_SECRET);
}

static void print_choices(const struct option *option, struct buffer *out) {
    for (const struct option_choice *choice = option->choices; choice->name; choice++) {
        buffer_printf(out, "%s%s", choice == option->choices ? "" : " | ", choice->name);
    }
}

static void print_limits(const struct option *option, struct buffer *out) {
    if (option->max == INT64_MAX) {
        buffer_printf(out, "%lld or more", (long long)option->min);
    } else if (option->type == OPTION_OCTAL) {
        buffer_printf(out, "octal, %llo to %llo", (unsigned long long)option->min,
                      (unsigned long long)option->max);
    } else {
        buffer_printf(out, "%lld to %lld", (long long)option->min, (long long)option->max);
    }
}

void option_print_range(const struct option *option, struct buffer *out) {
    switch (option->type) {
    case OPTION_BOOL:
        buffer_append_text(out, "yes | no");
        break;
    case OPTION_INTEGER:
    case OPTION_OCTAL:
        print_limits(option, out);
        break;
    case OPTION_MEMORY:
        buffer_append_text(out, "bytes");
        break;
    case OPTION_PERCENT:
        buffer_append_text(out, "bytes or N%");
        break;
    case OPTION_CHOICE:
        print_choices(option, out);
        break;
    case OPTION_TEXT:
    case OPTION_FORM:
    case OPTION_SECTION:
        buffer_append_text(out, "text");
        break;
    }
}
