/* command/geo.c - geo: GEOADD GEOSEARCH … */
#include "command/families.h"

const struct command geo_commands[] = {
    {0},
};
