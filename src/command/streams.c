/* command/streams.c - streams: XADD XRANGE XTRIM … */
#include "command/families.h"

const struct command streams_commands[] = {
    {0},
};
