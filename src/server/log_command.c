/* server/log_command.c - the commands about the log: BGREWRITEAOF, WAITAOF, ANAX. */
#include <stdio.h>

#include "base/memory.h"
#include "base/number.h"
#include "engine/backup.h"
#include "engine/blocking.h"
#include "engine/connection.h"
#include "engine/copies.h"
#include "engine/journal.h"
#include "engine/own_writes.h"
#include "log/compactor.h"
#include "server/config_change.h"
#include "server/families.h"
#include "server/instance.h"
#include "server/persistence.h"
#include "sys/file.h"

static bool has_log(const struct call *call) {
    return call->client->core->journal != NULL;
}

/* ---- BGREWRITEAOF ---- */

static void look_whether_compacting(struct core *core, void *arg) {
    struct compactor_facts facts = {0};
    if (core->journal) {
        compactor_facts(core->journal->compactor, &facts);
    }
    ((uint64_t *)arg)[core->index] = facts.slices;
}

static void compact_here(struct core *core, void *arg) {
    (void)arg;
    if (core->journal) {
        journal_compact(core->journal);
    }
}

static void rewrite(struct call *call) {
    struct engine *engine = call->client->core->engine;
    if (!has_log(call)) {
        reply_error(call->reply, "ERR There is no log to be rewritten: appendonly is no");
        return;
    }
    uint64_t *slices = memory_alloc_zeroed(engine->core_count * sizeof(*slices));
    bool is_under_way = false;
    core_run_on_all(engine, look_whether_compacting, slices);
    for (unsigned i = 0; i < engine->core_count; i++) {
        is_under_way |= slices[i] > 0;
    }
    memory_free(slices);
    if (is_under_way) {
        reply_error(call->reply, "ERR Background append only file rewriting already in progress");
        return;
    }
    core_run_on_all(engine, compact_here, NULL);
    reply_status(call->reply, "Background append only file rewriting started");
}

/* ---- WAITAOF ---- */

static bool parse_counts(struct call *call, int64_t *local, int64_t *replicas) {
    if (!number_parse_i64(call->argv[1], local)) {
        reply_error_not_integer(call->reply);
    } else if (*local < 0 || *local > 1) {
        reply_error(call->reply, "ERR value is out of range, value must between 0 and 1");
    } else if (!number_parse_i64(call->argv[2], replicas) || *replicas < 0) {
        reply_error(call->reply, "ERR value is out of range, must be positive");
    } else {
        return true;
    }
    return false;
}

static void reply_kept(struct reply *reply, bool is_local, uint64_t replicas) {
    reply_array(reply, 2);
    reply_integer(reply, is_local);
    reply_integer(reply, (int64_t)replicas);
}

/* Within EXEC nothing is waited for: it tells what is. */
static void wait_for_log(struct call *call) {
    int64_t local, replicas;
    struct own_wait_options options = {.on_disk = true, .reply = reply_kept};
    if (parse_counts(call, &local, &replicas) &&
        blocking_milliseconds(call, 3, &options.timeout_ms)) {
        options.local = local > 0;
        options.replicas = (uint64_t)replicas;
        own_writes_wait(call, &options);
    }
}

/* ---- ANAX ---- */

static const char *const durability_names[] = {"default", "memory", "local"};

static void tell_durability(const struct client *client, struct reply *reply) {
    char text[24];
    if (client->durability < DURABILITY_REPLICAS) {
        reply_bulk_string(reply, durability_names[client->durability]);
        return;
    }
    snprintf(text, sizeof(text), "replicas %d", client->durability - DURABILITY_REPLICAS + 1);
    reply_bulk_string(reply, text);
}

/* ANAX DURABILITY REPLICAS n */
static void want_replicas(struct call *call) {
    int64_t count;
    if (!number_parse_i64(call->argv[3], &count) || count < 1 || count > COPIES_MAX) {
        reply_error(call->reply, "ERR value is out of range, must be between 1 and %d", COPIES_MAX);
    } else if (!has_log(call)) {
        reply_error(call->reply, "ERR there is no log: appendonly is no");
    } else {
        call->client->durability = (uint8_t)(DURABILITY_REPLICAS + count - 1);
        reply_ok(call->reply);
    }
}

static void durability(struct call *call) {
    struct client *client = call->client;
    if (call->argc == 2) {
        tell_durability(client, call->reply);
        return;
    }
    if (call->argc == 4 && bytes_is(call->argv[2], "replicas")) {
        want_replicas(call);
        return;
    }
    for (unsigned i = 0; i < 3 && call->argc == 3; i++) {
        if (!bytes_is(call->argv[2], durability_names[i])) {
            continue;
        }
        if (i == DURABILITY_LOCAL && !has_log(call)) {
            reply_error(call->reply, "ERR there is no log: appendonly is no");
            return;
        }
        client->durability = (uint8_t)i;
        reply_ok(call->reply);
        return;
    }
    reply_error_syntax(call->reply);
}

static bool leads_elsewhere(struct bytes path) {
    if (path.len == 0 || path.data[0] == '/' || memchr(path.data, 0, path.len)) {
        return true;
    }
    for (size_t i = 0; i + 1 < path.len; i++) {
        if (path.data[i] == '.' && path.data[i + 1] == '.') {
            return true;
        }
    }
    return false;
}

static bool may_write_anywhere(const struct call *call, const struct config *config) {
    int64_t allowed = config_number(config, "enable-protected-configs");
    const struct client *client = call->client;
    bool is_near = client->address.is_loopback || client->address.is_unix;
    return allowed == 1 || (allowed == 2 && is_near);
}

struct directories {
    char outer[4096];
    int result;
};

static void make_outer(void *arg) {
    struct directories *directories = arg;
    directories->result = directory_make(directories->outer);
}

/* The options are borrowed meanwhile: nobody ends the log. */
static void backup_with(struct call *call, const struct config *config) {
    struct bytes path = call->argv[2];
    char directory[4096], target[4096 + 512], error[BACKUP_ERROR] = "";
    struct directories directories;
    if (leads_elsewhere(path) && !may_write_anywhere(call, config)) {
        reply_error(call->reply,
                    "ERR a backup goes below dir, unless enable-protected-configs allows other "
                    "places: give a path that is relative and without '..'");
        return;
    }
    bool is_absolute = path.len > 0 && path.data[0] == '/';
    snprintf(directories.outer, sizeof(directories.outer), "%s%s%.*s",
             is_absolute ? "" : config_text(config, "dir"), is_absolute ? "" : "/", (int)path.len,
             path.data);
    persistence_directory(config, directory, sizeof(directory));
    snprintf(target, sizeof(target), "%.4000s/%.500s", directories.outer,
             config_text(config, "appenddirname"));
    fiber_offload(make_outer, &directories);
    if (directories.result < 0) {
        reply_error(call->reply, "ERR backup failed: %.500s: %s", directories.outer,
                    strerror(-directories.result));
    } else if (!backup_make(call->client->core->engine, directory, target, error)) {
        log_line('#', "Backup to %s failed: %s", directories.outer, error);
        reply_error(call->reply, "ERR backup failed: %s", error);
    } else {
        log_line('*', "Backup made: start a server with --dir %s to use it", directories.outer);
        reply_ok(call->reply);
    }
}

static void backup(struct call *call) {
    struct server *server = server_instance();
    const struct config *config = config_borrow(server);
    backup_with(call, config);
    config_return(server);
}

static void help(struct call *call) {
    static const char *const lines[] = {
        "BACKUP <dir>",
        "    Make a copy of the log in <dir>, by hard links where that is possible. A server",
        "    started with --dir <dir> has all data that was there when this command began.",
        "DURABILITY [memory|local|replicas <count>|default]",
        "    What replies on this connection wait for: nothing, the disk, the disks of so",
        "    many replicas as well, or what appendfsync and min-sync-replicas say. Without",
        "    an argument return what it is.",
        "PROMOTE [FORCE]",
        "    Make this replica its own primary, as REPLICAOF NO ONE: when enough members of",
        "    the in-sync set agree, or at once.",
        NULL,
    };
    reply_help(call->reply, "anax", lines);
}

enum { WATCHING = LOADING | STALE | ON_CONNECTION };

const struct command log_commands[] = {
    {"BGREWRITEAOF", "", rewrite, ADMIN | NOSCRIPT | NO_ASYNC_LOADING | ON_FIBER, NO_KEYS, "1.0.0",
     "O(1)", "Compacts the log now, whatever there is to gain.", GROUP_SERVER, NULL},
    {"WAITAOF", "numlocal numreplicas timeout", wait_for_log, NOSCRIPT | BLOCKING | ON_CONNECTION,
     NO_KEYS, "7.2.0", "O(1)", "Waits until what this connection has written is durable.",
     GROUP_GENERIC, NULL, .tips = "request_policy:all_shards|response_policy:agg_min",
     .categories = CATEGORY_CONNECTION},
    {"ANAX", "", NULL, 0, NO_KEYS, "7.0.0", "Depends on subcommand.",
     "A container for commands that Redis does not have.", GROUP_SERVER, NULL},
    {"ANAX|BACKUP", "dir", backup, ADMIN | NOSCRIPT | NO_MULTI | ON_FIBER, NO_KEYS, "7.0.0",
     "O(N) where N is the number of log files",
     "Makes a copy of the log that a server can start with.", GROUP_SERVER, NULL},
    {"ANAX|DURABILITY", "[MEMORY | LOCAL | REPLICAS count | DEFAULT]", durability,
     NOSCRIPT | FAST | WATCHING, NO_KEYS, "7.0.0", "O(1)",
     "Says what replies on this connection wait for.", GROUP_SERVER, NULL,
     .categories = CATEGORY_CONNECTION},
    {"ANAX|HELP", "", help, WATCHING, NO_KEYS, "7.0.0", "O(1)", "Tells about the subcommands.",
     GROUP_SERVER, NULL},
    {0},
};
