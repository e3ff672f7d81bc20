/* command/hyperloglog.c - HyperLogLog: PFADD PFCOUNT PFMERGE */
#include "command/families.h"

const struct command hyperloglog_commands[] = {
    {0},
};
