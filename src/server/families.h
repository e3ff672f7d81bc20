/* server/families.h - the families of commands that live in this layer; each file's rows, ended by an
 * empty one. families.c registers them, after those of command/. */
#pragma once

#include "engine/command.h"

extern const struct command server_commands[]; /* PING-less: TIME LOLWUT SHUTDOWN INFO */

void families_register(void);
