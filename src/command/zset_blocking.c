/* command/zset_blocking.c - commands that wait for sorted sets: BZPOPMIN BZMPOP … */
#include "command/families.h"

const struct command zset_blocking_commands[] = {
    {0},
};
