/* command/hash_expiry.c - expiry of hash fields: HEXPIRE HTTL HPERSIST … */
#include "command/families.h"

const struct command hash_expiry_commands[] = {
    {0},
};
