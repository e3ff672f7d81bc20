/* command/set_algebra.c - several sets: SINTER SUNIONSTORE SINTERCARD … */
#include "command/families.h"

const struct command set_algebra_commands[] = {
    {0},
};
