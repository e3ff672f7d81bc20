/* command/sets.c - sets: SADD SPOP SSCAN … */
#include "command/families.h"

const struct command sets_commands[] = {
    {0},
};
