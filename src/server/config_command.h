/* server/config_command.h - what DEBUG shares with CONFIG. */
#pragma once

#include "engine/command.h"

/* CONFIG REWRITE, and with all DEBUG CONFIG-REWRITE-FORCE-ALL: every option is written. Waits. */
void config_rewrite_command(struct call *call, bool all);
