/* command/sort.c - SORT and SORT_RO */
#include "command/families.h"

const struct command sort_commands[] = {
    {0},
};
