/* server/option.h - the table of options: what each is called, what it takes, what it does.
 *
 * One row an option, in options_table.c, the only place that knows it: configuration files, the command
 * line, CONFIG, --help and docs/options.md all go by the rows. A row is data; values live in
 * server/config.h. */
#pragma once

#include "base/buffer.h"

struct settings;
union option_value;

enum option_type {
    OPTION_SECTION, /* no option: a heading, in summary */
    OPTION_BOOL,    /* yes or no */
    OPTION_INTEGER, /* within min and max */
    OPTION_OCTAL,
    OPTION_MEMORY,  /* bytes, with units */
    OPTION_PERCENT, /* bytes, or N% (kept as a negative number) */
    OPTION_CHOICE,  /* one of choices */
    OPTION_TEXT,    /* any text */
    OPTION_FORM     /* text in a form of its own */
};

enum option_flag {
    OPTION_FIXED = 1 << 0,     /* at start only: CONFIG SET refuses it */
    OPTION_PROTECTED = 1 << 1, /* CONFIG SET only where enable-protected-configs allows it */
    OPTION_HIDDEN = 1 << 2,    /* not matched by the patterns of CONFIG GET, not in the manual */
    OPTION_SECRET = 1 << 3,    /* its value is never logged */
    OPTION_WORDS = 1 << 4,     /* takes several words; they are joined by spaces */
    OPTION_ADDS = 1 << 5,      /* several lines of one file add up */
    OPTION_OWN = 1 << 6,       /* fixed here but not in Redis: may be "set" to what it is */
    OPTION_IDLE = 1 << 7,      /* kept for compatibility, has no effect */
    OPTION_FIRST_ONLY =
        1 << 8,            /* what it asks for does not exist yet: only the default is accepted */
    OPTION_BINARY = 1 << 9 /* text that may hold any byte */
};

struct option_choice {
    const char *name; /* lower case; NULL ends the list */
    int value;
};

struct option {
    const char *name;
    enum option_type type;
    const char *initial; /* the default, as text */
    int64_t min, max;    /* of INTEGER and OCTAL; max of MEMORY, unsigned */
    const struct option_choice *choices;
    /* FORM: writes the value in its one spelling to out, or returns false with the error. old is the value so
     * far, for those whose text changes only a part. */
    bool (*form)(struct bytes text, const char *old, struct buffer *out, const char **error);
    /* Where the value goes in struct settings: by place and size, or by a function; neither: it is used by
     * its name, or not at all. */
    size_t place, size;
    void (*settle)(struct settings *settings, const union option_value *value);
    unsigned flags;
    const char *summary; /* one sentence for the manual */
};

/* A second name of an option. */
struct option_alias {
    const char *alias, *name;
};

extern const struct option options_table[];
extern const unsigned options_count;               /* rows, headings included */
extern const struct option_alias option_aliases[]; /* ended by an empty one */
extern const unsigned option_aliases_count;

/* By name or alias, letter case aside, dashes or underscores. NULL if there is none. */
const struct option *option_find(struct bytes name);
static inline unsigned option_number(const struct option *option) {
    return (unsigned)(option - options_table);
}
/* The value's possible texts for the manual: "yes | no", "0 to 65535", … */
void option_print_range(const struct option *option, struct buffer *out);
/* True for names whose value nobody should see, in any spelling. */
bool option_is_secret(struct bytes name);
