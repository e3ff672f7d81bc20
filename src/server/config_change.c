/* server/config_change.c - what new values do to a running server. */
#include "server/config_change.h"

#include <stdio.h>

#include "base/memory.h"
#include "server/limits.h"
#include "server/persistence.h"
#include "server/replication.h"
#include "sys/file.h"

enum { TURN_POLL_NS = 1000000 };

struct turn {
    struct server *server;
    bool is_change, is_announced, is_granted;
};

/* A change that waits for its turn keeps new readers out, so that it comes. */
static void ask_for_turn(struct core *core, void *arg) {
    (void)core;
    struct turn *turn = arg;
    struct server *server = turn->server;
    if (!turn->is_change) {
        turn->is_granted = !server->is_config_changing;
        server->config_readers += turn->is_granted;
        return;
    }
    if (!server->is_config_changing) {
        server->is_config_changing = turn->is_announced = true;
    }
    turn->is_granted = turn->is_announced && server->config_readers == 0;
}

static const struct config *wait_for_turn(struct server *server, bool is_change) {
    struct turn turn = {.server = server, .is_change = is_change};
    for (;;) {
        core_run_on(server->engine->cores[0], ask_for_turn, &turn);
        if (turn.is_granted) {
            return server->config;
        }
        fiber_sleep(TURN_POLL_NS); /* rare: somebody is changing it */
    }
}

const struct config *config_borrow(struct server *server) {
    return wait_for_turn(server, false);
}

const struct config *config_take(struct server *server) {
    return wait_for_turn(server, true);
}

static void end_reading(struct core *core, void *arg) {
    (void)core;
    ((struct server *)arg)->config_readers--;
}

void config_return(struct server *server) {
    core_run_on(server->engine->cores[0], end_reading, server);
}

static void end_change(struct core *core, void *arg) {
    (void)core;
    ((struct server *)arg)->is_config_changing = false;
}

void config_give_back(struct server *server) {
    core_run_on(server->engine->cores[0], end_change, server);
}

static bool changes(const struct config *from, const struct config *to, const char *name) {
    return !config_is_same(from, to, option_find(bytes_of_string(name)));
}

static bool apply_maxclients(const struct server *server, const struct config *next, char *error) {
    uint64_t wanted = (uint64_t)config_number(next, "maxclients");
    uint64_t possible = limits_raise_clients(server->engine->core_count, wanted);
    if (possible >= wanted) {
        return true;
    }
    snprintf(
        error, CONFIG_CHANGE_ERROR_MAX,
        "The operating system is not able to handle the specified number of clients, try with %llu",
        (unsigned long long)possible);
    return false;
}

struct directory {
    const char *path;
    int result;
};

static void make_directory(void *arg) {
    struct directory *directory = arg;
    directory->result = directory_make(directory->path);
}

static bool apply_directory(const struct config *next, char *error) {
    struct directory directory = {.path = config_text(next, "dir")};
    fiber_offload(make_directory, &directory);
    if (directory.result < 0) {
        snprintf(error, CONFIG_CHANGE_ERROR_MAX, "%s", strerror(-directory.result));
    }
    return directory.result == 0;
}

static bool apply_oom_score(const struct config *next, char *error) {
    int result = limits_apply_oom_score(next);
    if (result < 0) {
        snprintf(error, CONFIG_CHANGE_ERROR_MAX,
                 "Failed to apply new oom_score_adj configuration: %s", strerror(-result));
    }
    return result == 0;
}

static bool apply_addresses(struct server *server, const struct config *next, const char **option,
                            char *error) {
    const struct config *now = server->config;
    bool is_port = changes(now, next, "port");
    if (!is_port && !changes(now, next, "bind")) {
        return true;
    }
    char reason[512];
    if (listeners_change(&server->listeners, server->engine, now, next, reason, sizeof(reason))) {
        return true;
    }
    log_line('#', "%s", reason);
    *option = is_port ? "port" : "bind";
    snprintf(error, CONFIG_CHANGE_ERROR_MAX, "%s",
             is_port ? "Unable to listen on this port. Check server logs."
                     : "Failed to bind to specified addresses.");
    return false;
}

struct exchange {
    struct server *server;
    struct config *config;
    struct settings *settings;
};

static void exchange_config(struct core *core, void *arg) {
    (void)core;
    struct exchange *exchange = arg;
    struct exchange old = *exchange;
    old.config = exchange->server->config;
    old.settings = exchange->server->settings;
    exchange->server->config = exchange->config;
    exchange->server->settings = exchange->settings;
    *exchange = old;
}

bool config_apply(struct server *server, struct config *next, const char **option, char *error) {
    const struct config *now = server->config;
    *option = "maxclients";
    if (changes(now, next, "maxclients") && !apply_maxclients(server, next, error)) {
        return false;
    }
    *option = "dir";
    if (changes(now, next, "dir") && !apply_directory(next, error)) {
        return false;
    }
    *option = "oom-score-adj";
    bool changes_score =
        changes(now, next, "oom-score-adj") || changes(now, next, "oom-score-adj-values");
    if (changes_score && !apply_oom_score(next, error)) {
        return false;
    }
    if (!apply_addresses(server, next, option, error)) {
        if (changes_score && limits_apply_oom_score(now) < 0) {
            log_line('#', "oom-score-adj could not be set back");
        }
        return false;
    }
    *option = "min-sync-replicas";
    if (config_number(next, "min-sync-replicas") > 0 && !config_number(next, "appendonly")) {
        snprintf(error, CONFIG_CHANGE_ERROR_MAX, "%s", MIN_SYNC_NEEDS_LOG);
        return false;
    }
    *option = "appendonly";
    if (changes(now, next, "appendonly") && !persistence_change(server, next, error)) {
        return false;
    }
    log_set_level((char)config_number(next, "loglevel"));
    struct exchange exchange = {server, next, config_settings(next)};
    core_run_on(server->engine->cores[0], exchange_config, &exchange);
    engine_set_settings(server->engine, server->settings);
    memory_free(exchange.settings); /* no core has the old ones any more */
    bool is_role = changes(exchange.config, next, "replica-read-only") ||
                   changes(exchange.config, next, "replica-serve-stale-data") ||
                   changes(exchange.config, next, "min-replicas-to-write") ||
                   changes(exchange.config, next, "min-replicas-max-lag") ||
                   changes(exchange.config, next, "min-sync-replicas") ||
                   changes(exchange.config, next, "sync-lease-ms");
    config_destroy(exchange.config);
    if (is_role) {
        replication_settings_changed(server);
    }
    return true;
}
