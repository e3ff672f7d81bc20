/* server/slowlog.h - the commands that took long: SLOWLOG.
 *
 * Each core keeps its own list, newest first, in struct core; ids are given by the engine, so the
 * lists merge into one. */
#pragma once

#include "engine/core.h"

/* For engine_hooks.on_slow, which is called for LATENCY's sake too: notes it if it took long
 * enough. */
void slowlog_note(struct core *core, const struct client *client, const struct bytes *argv,
                  unsigned argc, const struct command_entry *command, uint64_t duration_us);
void slowlog_clear(struct core *core); /* frees the core's entries */
