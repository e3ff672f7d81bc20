/* server/instance.h - the one server of the process, for the commands of this layer.
 *
 * engine is set once. The config belongs to core 0 while the server runs: config_change.h says how others
 * read and change it. Settings that a core needs are at core->settings. */
#pragma once

#include "engine/core.h"
#include "server/config.h"
#include "server/listeners.h"
#include "server/saves.h"

struct server {
    struct engine *engine;
    struct config *config;            /* core 0's */
    struct settings *settings;        /* what the cores have of it */
    uint64_t hash_seed;               /* of all keys: process-wide, see server_use */
    unsigned config_readers;          /* core 0's: so many have borrowed the config */
    bool is_config_changing;          /* core 0's: somebody has taken it, or is waiting to */
    bool *is_given;                   /* options_count of them: named when the server was started */
    struct listeners listeners;       /* whoever has taken the config */
    char pidfile[4096];               /* to remove at the end; empty: none */
    _Atomic uint64_t memory_at_start; /* used before the first client came */
    struct saves saves;
    bool is_pinned, is_launched;
    bool has_failed; /* it ends because its log could not be loaded */
    struct mail load_mail;
    _Atomic unsigned log_changes; /* under way; loading at the start is one */
    /* ending, see server_stop */
    _Atomic bool is_stopping;
    _Atomic bool is_saved;             /* what is to be saved before, or is not to be */
    _Atomic bool is_now;               /* replicas are not waited for */
    _Atomic(const char *) stop_option; /* that says how; NULL: no signal came */
    struct mail stop_mail;
};

struct server *server_instance(void);
