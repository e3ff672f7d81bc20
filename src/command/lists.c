/* command/lists.c - lists: LPUSH LRANGE LMOVE LMPOP … */
#include "command/families.h"

const struct command lists_commands[] = {
    {0},
};
