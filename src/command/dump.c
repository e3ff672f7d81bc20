/* command/dump.c - DUMP and RESTORE */
#include "command/families.h"

const struct command dump_commands[] = {
    {0},
};
