/* command/zsets.c - sorted sets: ZADD ZINCRBY ZPOPMIN ZSCAN … */
#include "command/families.h"

const struct command zsets_commands[] = {
    {0},
};
