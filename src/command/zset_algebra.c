/* command/zset_algebra.c - several sorted sets: ZUNION ZINTERSTORE ZDIFF … */
#include "command/families.h"

const struct command zset_algebra_commands[] = {
    {0},
};
