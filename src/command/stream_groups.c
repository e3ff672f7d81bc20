/* command/stream_groups.c - consumer groups of streams: XGROUP XACK XCLAIM XPENDING … */
#include "command/families.h"

const struct command stream_groups_commands[] = {
    {0},
};
