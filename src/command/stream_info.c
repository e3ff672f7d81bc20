/* command/stream_info.c - XINFO */
#include "command/families.h"

const struct command stream_info_commands[] = {
    {0},
};
