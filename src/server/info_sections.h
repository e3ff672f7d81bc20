/* server/info_sections.h - the sections of INFO, in the order in which they are shown. */
#pragma once

#include "server/info_facts.h"
#include "server/instance.h"

enum info_need {
    INFO_DEFAULT = 1 << 0,  /* shown when nothing is asked for */
    INFO_COMMANDS = 1 << 1, /* needs statistics by command */
    INFO_MODULES = 1 << 2,  /* not part of "all", only of "everything" */
    INFO_NAMED = 1 << 3     /* only if it is named: it is long */
};

struct info_section {
    const char *name;  /* lower case, as it is asked for */
    const char *title; /* "Server" */
    unsigned needs;
    void (*print)(const struct info_facts *facts, const struct config *config, struct buffer *out);
};

extern const struct info_section info_sections[]; /* ended by an empty one */
