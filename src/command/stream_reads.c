/* command/stream_reads.c - XREAD and XREADGROUP, which may wait */
#include "command/families.h"

const struct command stream_reads_commands[] = {
    {0},
};
