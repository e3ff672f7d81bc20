/* repl/families.h - the families of commands of this layer; server/families.c registers them. */
#pragma once

#include "engine/command.h"

extern const struct command sync_commands[];      /* WAIT, ANAX SYNC FLOW: after ANAX */
extern const struct command promotion_commands[]; /* ANAX PROMOTE FENCE: after ANAX */
extern const struct command replica_commands[];   /* REPLICAOF SLAVEOF ROLE */
