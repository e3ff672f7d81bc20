/* command/list_blocking.c - commands that wait for lists: BLPOP BLMOVE BLMPOP … */
#include "command/families.h"

const struct command list_blocking_commands[] = {
    {0},
};
