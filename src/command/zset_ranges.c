/* command/zset_ranges.c - ranges of sorted sets: ZRANGE ZCOUNT ZREMRANGEBYLEX … */
#include "command/families.h"

const struct command zset_ranges_commands[] = {
    {0},
};
