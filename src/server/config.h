/* server/config.h - a value for every option.
 *
 * A config is made with the defaults, changed by config_set while nobody else sees it, and from then on
 * only read. CONFIG SET changes a copy. */
#pragma once

#include "engine/settings.h"
#include "server/option.h"

union option_value {
    int64_t number; /* of all types but TEXT and FORM; MEMORY is a uint64_t in it */
    struct {
        char *text; /* owned; ended by a NUL, and holds others only where OPTION_BINARY allows it */
        size_t len;
    };
};

struct config {
    union option_value *values; /* options_count of them */
    char *file;                 /* full path of the configuration file, or NULL */
};

struct config *config_create(void);
struct config *config_copy(const struct config *source);
void config_destroy(struct config *config);

enum { CONFIG_ERROR_MAX = 256 };
/* Sets the option by its text; false with Redis's error text (error: CONFIG_ERROR_MAX) if it is refused, and
 * nothing has changed. */
bool config_set(struct config *config, const struct option *option, struct bytes text, char *error);
void config_reset(struct config *config, const struct option *option); /* to the default */
/* The value as CONFIG GET shows it. */
void config_print(const struct config *config, const struct option *option, struct buffer *out);
bool config_is_initial(const struct config *config, const struct option *option);
bool config_is_same(const struct config *a, const struct config *b, const struct option *option);

/* By name; the name must exist. */
int64_t config_number(const struct config *config, const char *name);
const char *config_text(const struct config *config, const char *name);

/* What the cores get. Texts in it are the config's: it must live as long. Free it with memory_free. */
struct settings *config_settings(const struct config *config);

/* Makes the path in dir absolute, as it stands now. 0 or a negative errno. */
int config_resolve_dir(struct config *config) __attribute__((warn_unused_result));
