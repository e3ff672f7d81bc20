/* tests/unit/engine/rig.h - an engine on the simulated machine, listening on port 6379, for tests. One at a time. */
#pragma once

#include "engine/core.h"
#include "engine/command.h"

/* Of struct settings: no limit that a test would meet by chance. */
#define RIG_SETTINGS(backpressure, database_count)                                    \
    {                                                                                 \
        .proto_max_bulk_len = 1 << 20, .client_query_buffer_limit = 1 << 30,          \
        .output_backpressure = (backpressure), .maxclients = 1000, .requirepass = "", \
        .slowlog_log_slower_than_us = -1, .databases = (database_count),              \
    }

/* Chooses the machine; these commands, up to a row without a name, are there beside the engine's own. */
void rig_choose_machine(const struct command *rows, uint64_t seed);
/* An engine that was launched, and has nothing to do. The settings stay. */
struct engine *rig_start(const struct settings *settings, unsigned cores);
/* What the test itself writes into keyspaces has no effects: so no shadow follows it. */
void rig_drop_shadows(struct engine *engine);
/* Waits until there is nothing to do, and destroys it. */
void rig_stop(struct engine *engine);
