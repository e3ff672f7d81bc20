/* server/replication.c - hooks of repl/, and when its parts begin and end. */
#include "server/replication.h"

#include <stdio.h>

#include "base/memory.h"
#include "base/number.h"
#include "engine/load.h"
#include "repl/follower.h"
#include "repl/link.h"
#include "repl/node.h"
#include "repl/on_home.h"
#include "repl/pledge.h"
#include "repl/promotion.h"
#include "repl/sync_set.h"
#include "server/config_change.h"
#include "server/option_forms.h"
#include "server/persistence.h"
#include "server/server.h"

enum { PATH_SIZE = 4096 };

static bool has_log(const struct config *config) {
    return config_number(config, "appendonly");
}

/* ---- hooks ---- */

static bool begin_log(struct engine *engine, char *error) {
    (void)engine;
    struct server *server = server_instance();
    const struct config *config = config_borrow(server);
    bool is_good = !has_log(config) || persistence_begin(server, config, error);
    config_return(server);
    return is_good;
}

static bool reload_log(struct engine *engine, const uint64_t *limit, char *error) {
    (void)engine;
    struct server *server = server_instance();
    const struct config *config = config_borrow(server);
    bool is_good = true;
    if (has_log(config)) {
        is_good = persistence_load_again(server, config, limit, error);
    } else if (limit) {
        is_good = false;
        snprintf(error, LOAD_ERROR, "there is no log: appendonly is no");
    }
    config_return(server);
    return is_good;
}

/* So that CONFIG REWRITE keeps it. */
static void on_change(struct engine *engine, const char *primary) {
    (void)engine;
    struct server *server = server_instance();
    const struct option *option = option_find(BYTES_LITERAL("replicaof"));
    const struct config *now = config_take(server);
    if (strcmp(config_text(now, "replicaof"), primary) != 0) {
        char error[CONFIG_CHANGE_ERROR_MAX];
        const char *refused;
        struct config *next = config_copy(now);
        if (!config_set(next, option, bytes_of_string(primary), error) ||
            !config_apply(server, next, &refused, error)) {
            log_line('#', "replicaof cannot be kept: %s", error);
            config_destroy(next);
        }
    }
    config_give_back(server);
}

static unsigned port_of(const struct engine *engine) {
    (void)engine;
    return (unsigned)config_number(server_instance()->config, "port"); /* on core 0 */
}

/* ---- life ---- */

void replication_prepare(struct server *server) {
    static const struct link_hooks hooks = {
        .begin_log = begin_log,
        .reload_log = reload_log,
        .on_change = on_change,
        .port = port_of,
    };
    link_set_hooks(&hooks);
    if (config_text(server->config, "replicaof")[0]) {
        link_prepare(server->engine);
    }
}

static void begin_link(struct server *server) {
    char text[PATH_SIZE];
    struct bytes words[2];
    int64_t port;
    snprintf(text, sizeof(text), "%s", config_text(server->config, "replicaof"));
    if (words_split(bytes_of_string(text), words, 2) == 2 && number_parse_i64(words[1], &port)) {
        link_begin(server->engine, words[0], (uint16_t)port);
    }
}

bool replication_start(struct server *server) {
    char path[PATH_SIZE], error[HISTORY_ERROR] = "";
    bool is_replica = config_text(server->config, "replicaof")[0] != 0;
    if (config_number(server->config, "min-sync-replicas") > 0 && !has_log(server->config)) {
        log_line('#', "%s", MIN_SYNC_NEEDS_LOG);
        return false;
    }
    persistence_directory(server->config, path, sizeof(path));
    if (!node_start(server->engine, has_log(server->config) ? path : NULL, is_replica, error)) {
        log_line('#', "The history of replication cannot be read: %s", error);
        return false;
    }
    if (!pledge_start(server->engine, has_log(server->config) ? path : NULL, error)) {
        log_line('#', "What is known of the in-sync set cannot be read: %s", error);
        return false;
    }
    if (is_replica) {
        begin_link(server);
    } else {
        link_settle(server->engine);
    }
    sync_set_start(server->engine);
    return true;
}

struct standing {
    unsigned online, behind;
};

static void look_at_replicas(struct engine *engine, struct standing *standing) {
    struct primary_facts *facts = memory_alloc(sizeof(*facts));
    primary_facts(engine, facts);
    *standing = (struct standing){0};
    for (unsigned i = 0; i < facts->count; i++) {
        const struct follower_facts *one = &facts->followers[i];
        standing->online += one->state == FOLLOWER_ONLINE;
        standing->behind += one->state == FOLLOWER_ONLINE && one->offset < facts->lsn_sum;
    }
    memory_free(facts);
}

static void hold_writes_here(struct core *core, void *until_ms) {
    core_pause(core, PAUSE_WRITE, *(const int64_t *)until_ms);
}

void replication_let_replicas_catch_up(struct server *server, int64_t timeout_s) {
    enum { LOOK_NS = 2000000, AFTERWARDS_S = 60 };
    struct engine *engine = server->engine;
    struct standing standing = {0};
    if (timeout_s > 0 && !engine->cores[0]->is_replica && machine_chosen() != MACHINE_SIM) {
        look_at_replicas(engine, &standing);
    }
    if (standing.online == 0) {
        return;
    }
    int64_t until_ms = clock_wall_us() / 1000 + (timeout_s + AFTERWARDS_S) * 1000;
    int64_t end_ns = clock_monotonic_ns() + timeout_s * 1000000000;
    core_run_on_all(engine, hold_writes_here, &until_ms);
    look_at_replicas(engine, &standing);
    if (standing.behind > 0) {
        log_line('*', "Waiting for replicas before shutting down.");
    }
    while (standing.behind > 0 && clock_monotonic_ns() < end_ns) {
        follower_ask_all(engine);
        fiber_sleep(LOOK_NS);
        look_at_replicas(engine, &standing);
    }
    log_line(standing.behind > 0 ? '#' : '*', "%u of %u replicas are in sync when shutting down.",
             standing.online - standing.behind, standing.online);
}

void replication_stop(struct server *server) {
    promotion_cancel(server->engine);
    sync_set_stop(server->engine);
    link_stop(server->engine);
}

void replication_end(struct server *server) {
    node_stop(server->engine);
    pledge_stop(server->engine);
}

struct moving {
    struct engine *engine;
    const char *directory;
};

static void move_on_home(void *arg) {
    const struct moving *moving = arg;
    node_move(moving->engine, moving->directory);
    pledge_move(moving->engine, moving->directory);
}

void replication_log_changed(struct server *server, const struct config *config) {
    char path[PATH_SIZE];
    persistence_directory(config, path, sizeof(path));
    struct moving moving = {server->engine, has_log(config) ? path : NULL};
    on_home(server->engine, move_on_home, &moving);
}

static void look_at_settings(void *arg) {
    struct engine *engine = arg;
    link_settings_changed(engine);
    follower_cron(engine->cores[0]);
    sync_set_look(engine);
}

void replication_settings_changed(struct server *server) {
    on_home(server->engine, look_at_settings, server->engine);
}
