/* command/hashes.c - hashes: HSET HGET HSCAN … */
#include "command/families.h"

const struct command hashes_commands[] = {
    {0},
};
