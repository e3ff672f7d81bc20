/* server/start_log.h - what the log says when the server starts: what was chosen, and what is odd about it. */
#pragma once

#include "server/instance.h"

void start_log_options(const struct server *server);
/* "option hz has no effect: …", if it is one of those and not at its default. */
void start_log_idle_option(const struct config *config, const struct option *option);
