/* server/debug.c - DEBUG: for tests, refused unless enable-debug-command allows it. */
#include "server/debug.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/number.h"
#include "engine/core.h"
#include "engine/store.h"
#include "engine/tx.h"
#include "server/config_change.h"
#include "server/config_command.h"
#include "server/families.h"
#include "server/instance.h"
#include "server/persistence.h"
#include "sys/machine.h"

static bool is_allowed(const struct client *client) {
    const struct settings *settings = client->core->settings;
    bool is_near = client->address.is_loopback || client->address.is_unix;
    return settings->enable_debug_command || (settings->enable_debug_command_local && is_near);
}

static void nothing_part(struct tx_part *part) {
    (void)part;
}

/* Holds every shard, so that no other command on data runs; connections are served. What is no
 * number is 0, as in Redis. */
static void sleep_with_all_shards(struct call *call) {
    char text[64] = "";
    size_t len = call->argv[2].len < sizeof(text) - 1 ? call->argv[2].len : sizeof(text) - 1;
    memcpy(text, call->argv[2].data, len);
    double seconds = strtod(text, NULL);
    seconds = seconds > 0 && seconds < 1e6 ? seconds : 0;
    struct tx tx;
    tx_begin_all(&tx, call, true);
    tx_hop(&tx, nothing_part, NULL, TX_KEEP);
    fiber_sleep((int64_t)(seconds * 1e9));
    tx_end(&tx);
    reply_ok(call->reply);
}

static void set_sweeping_here(struct core *core, void *arg) {
    core->is_sweeping_off = *(const bool *)arg;
}

static void set_active_expire(struct call *call) {
    bool is_off = bytes_equal(call->argv[2], BYTES_LITERAL("0"));
    core_run_on_all(call->client->core->engine, set_sweeping_here, &is_off);
    reply_ok(call->reply);
}

static void write_log(struct call *call) {
    log_line('#', "DEBUG LOG: %.*s", (int)call->argv[2].len, call->argv[2].data);
    reply_ok(call->reply);
}

static void answer_error(struct call *call) {
    reply_error_bytes(call->reply, call->argv[2]);
}

static void rewrite_all(struct call *call) {
    config_rewrite_command(call, true);
}

/* Every shard, so that nobody sees what is not there for a while; and the config, which is taken before any lock. */
static const struct config *hold_all(struct tx *tx, struct call *call) {
    const struct config *config = config_take(server_instance());
    tx_begin_all(tx, call, true);
    tx_hop(tx, nothing_part, NULL, TX_KEEP);
    return config;
}

static void let_go(struct tx *tx) {
    tx_end(tx);
    config_give_back(server_instance());
}

static void reply_outcome(struct call *call, bool is_good, const char *error) {
    if (is_good) {
        reply_ok(call->reply);
    } else {
        reply_error(call->reply, "ERR %s", error);
    }
}

/* As in Redis what MERGE says, that a key of the dump may be there already, needs NOFLUSH, and is refused when it is. */
static void reload(struct call *call) {
    bool saves = true, flushes = true;
    char error[CONFIG_CHANGE_ERROR_MAX] = "";
    for (unsigned i = 2; i < call->argc; i++) {
        if (arg_is(call, i, "nosave")) {
            saves = false;
        } else if (arg_is(call, i, "noflush")) {
            flushes = false;
        } else if (!arg_is(call, i, "merge")) {
            reply_error(call->reply, "ERR DEBUG RELOAD only supports the MERGE, NOFLUSH and NOSAVE "
                                     "options.");
            return;
        }
    }
    struct tx tx;
    const struct config *config = hold_all(&tx, call);
    bool is_good = persistence_reload_dump(server_instance(), config, &tx, saves, flushes, error);
    let_go(&tx);
    reply_outcome(call, is_good, error);
}

/* For scripts and tests that set it: here any long element has its own allocation, and no option says from where on. */
static void accept_threshold(struct call *call) {
    uint64_t size;
    if (number_parse_memory(call->argv[2], &size) && size < UINT64_C(1) << 32) {
        reply_ok(call->reply);
    } else {
        reply_error(call->reply,
                    "ERR argument must be a memory value bigger than 1 and smaller than 4gb");
    }
}

static void load_log_again(struct call *call) {
    char error[CONFIG_CHANGE_ERROR_MAX] = "";
    struct tx tx;
    const struct config *config = hold_all(&tx, call);
    bool is_good = persistence_reload(server_instance(), config, error);
    let_go(&tx);
    reply_outcome(call, is_good, error);
}

static void reply_to_help(struct call *call) {
    static const char *const lines[] = {
        "CONFIG-REWRITE-FORCE-ALL",
        "    Like CONFIG REWRITE but writes all configuration options, including",
        "    keywords not listed in original configuration file or default values.",
        "DIGEST",
        "    Output a hex signature representing the current DB content.",
        "DIGEST-VALUE <key> [<key> ...]",
        "    Output a hex signature of the values of all the specified keys.",
        "DISK-FAULT <op> <n|every> <errno> [<part-of-path>]",
        "    Let the n-th such operation on files fail, or each, until",
        "    DISK-FAULT OFF. <op>: open, write, sync, rename, remove, read or any.",
        "ERROR <string>",
        "    Return an error with <string> as message.",
        "HTSTATS <dbid>",
        "    Return how many keys of the database each core has.",
        "LOADAOF",
        "    Drop all data and load it from the log.",
        "LOG <message>",
        "    Write <message> to the server log.",
        "OBJECT <key>",
        "    Show low level info about `key` and associated value.",
        "POPULATE <count> [<prefix>] [<size>]",
        "    Create <count> string keys named key:<num>. If <prefix> is specified then",
        "    it is used instead of the 'key' prefix.",
        "PROTOCOL <type>",
        "    Reply with a test value of the specified type. <type> can be: string,",
        "    integer, double, bignum, null, array, set, map, attrib, push, verbatim,",
        "    true, false.",
        "QUICKLIST-PACKED-THRESHOLD <size>",
        "    Accepted, without effect.",
        "RELOAD [NOFLUSH] [NOSAVE]",
        "    Save a dump file, drop all data, and load it from there.",
        "SET-ACTIVE-EXPIRE <0|1>",
        "    Setting it to 0 disables expiring keys in background when they are not",
        "    accessed. Setting it to 1 reenables back the default.",
        "SHADOW",
        "    Test builds: check that the effects of all writes give the same data.",
        "SLEEP <seconds>",
        "    Let no command touch data for <seconds>. Decimals allowed.",
        NULL,
    };
    reply_help(call->reply, "debug", lines);
}

static const struct {
    const char *name;
    unsigned argc_min, argc_max;
    void (*run)(struct call *call);
} subcommands[] = {
    {"config-rewrite-force-all", 2, 2, rewrite_all},
    {"digest", 2, 2, debug_digest},
    {"disk-fault", 3, 6, debug_disk_fault},
    {"digest-value", 2, UINT32_MAX, debug_digest_value},
    {"error", 3, 3, answer_error},
    {"help", 2, 2, reply_to_help},
    {"htstats", 3, 3, debug_htstats},
    {"loadaof", 2, 2, load_log_again},
    {"log", 3, 3, write_log},
    {"object", 3, 3, debug_object},
    {"populate", 3, 5, debug_populate},
    {"protocol", 3, 3, debug_protocol},
    {"quicklist-packed-threshold", 3, 3, accept_threshold},
    {"reload", 2, UINT32_MAX, reload},
    {"set-active-expire", 3, 3, set_active_expire},
    {"shadow", 2, 2, debug_shadow},
    {"sleep", 3, 3, sleep_with_all_shards},
};

static void debug(struct call *call) {
    if (!is_allowed(call->client)) {
        reply_error(call->reply,
                    "ERR DEBUG command not allowed. If the enable-debug-command option is set to "
                    "\"local\", you can run it from a local connection, otherwise you need to set "
                    "this option in the configuration file, and then restart the server.");
        return;
    }
    for (unsigned i = 0; i < sizeof(subcommands) / sizeof(subcommands[0]); i++) {
        if (bytes_is(call->argv[1], subcommands[i].name) && call->argc >= subcommands[i].argc_min &&
            call->argc <= subcommands[i].argc_max) {
            subcommands[i].run(call);
            return;
        }
    }
    reply_error(call->reply,
                "ERR unknown subcommand or wrong number of arguments for '%.*s'. Try DEBUG HELP.",
                (int)(call->argv[1].len < 128 ? call->argv[1].len : 128), call->argv[1].data);
}

/* What takes the config, for which others may wait who have locks. */
static bool takes_config(const struct bytes *argv, unsigned argc) {
    return argc > 1 && (bytes_is(argv[1], "reload") || bytes_is(argv[1], "loadaof") ||
                        bytes_is(argv[1], "config-rewrite-force-all"));
}

const struct command debug_commands[] = {
    {"DEBUG", "subcommand [argument [argument ...]]", debug,
     ADMIN | NOSCRIPT | LOADING | STALE | PROTECTED | ON_FIBER, NO_KEYS, "1.0.0",
     "Depends on subcommand.", "A container for commands that help to test the server.",
     GROUP_SERVER, NULL, .is_system = true, .waits = takes_config},
    {0},
};
