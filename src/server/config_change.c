/* server/config_change.c - what new values do to a running server. */
#include "server/config_change.h"

#include <stdio.h>

#include "base/memory.h"
#include "server/limits.h"
#include "sys/file.h"

enum { TAKEN_POLL_NS = 1000000 };

struct taking {
    struct server *server;
    bool is_taken;
};

static void take(struct core *core, void *arg) {
    (void)core;
    struct taking *taking = arg;
    taking->is_taken = !taking->server->is_config_taken;
    taking->server->is_config_taken = true;
}

const struct config *config_take(struct server *server) {
    struct taking taking = {.server = server};
    for (;;) {
        core_run_on(server->engine->cores[0], take, &taking);
        if (taking.is_taken) {
            return server->config;
        }
        fiber_sleep(TAKEN_POLL_NS); /* rare: two clients at CONFIG at once */
    }
}

static void give_back(struct core *core, void *arg) {
    (void)core;
    ((struct server *)arg)->is_config_taken = false;
}

void config_give_back(struct server *server) {
    core_run_on(server->engine->cores[0], give_back, server);
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
        snprintf(error, CONFIG_CHANGE_ERROR_MAX, "Failed to change directory: %s",
                 strerror(-directory.result));
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
    log_set_level((char)config_number(next, "loglevel"));
    struct exchange exchange = {server, next, config_settings(next)};
    core_run_on(server->engine->cores[0], exchange_config, &exchange);
    engine_set_settings(server->engine, server->settings);
    memory_free(exchange.settings); /* no core has the old ones any more */
    config_destroy(exchange.config);
    return true;
}
