/* server/config_command.c - CONFIG. */
#include <stdio.h>

#include "base/glob.h"
#include "base/memory.h"
#include "server/config_change.h"
#include "server/config_command.h"
#include "server/config_rewrite.h"
#include "server/families.h"
#include "server/start_log.h"
#include "sys/file.h"

enum { SPELLINGS_MAX = 64 };

/* ---- GET ---- */

/* What CONFIG GET has found: options, aliases, and names in spellings of the client's own. */
struct found {
    bool *options, *aliases;
    struct bytes spellings[SPELLINGS_MAX];
    unsigned spelling_count;
    size_t count;
};

static void find_option(struct found *found, bool *place) {
    found->count += !*place;
    *place = true;
}

static void find_pattern(struct found *found, struct bytes pattern) {
    for (unsigned i = 0; i < options_count; i++) {
        const struct option *option = &options_table[i];
        if (option->type != OPTION_SECTION && !(option->flags & OPTION_HIDDEN) &&
            glob_match(pattern, bytes_of_string(option->name), true)) {
            find_option(found, &found->options[i]);
        }
    }
    for (unsigned i = 0; i < option_aliases_count; i++) {
        if (glob_match(pattern, bytes_of_string(option_aliases[i].alias), true)) {
            find_option(found, &found->aliases[i]);
        }
    }
}

/* A name without wildcards is answered as it was asked. */
static void find_name(struct found *found, struct bytes name) {
    const struct option *option = option_find(name);
    if (!option) {
        return;
    }
    if (bytes_equal(name, bytes_of_string(option->name))) {
        find_option(found, &found->options[option_number(option)]);
        return;
    }
    for (unsigned i = 0; i < option_aliases_count; i++) {
        if (bytes_equal(name, bytes_of_string(option_aliases[i].alias))) {
            find_option(found, &found->aliases[i]);
            return;
        }
    }
    for (unsigned i = 0; i < found->spelling_count; i++) {
        if (bytes_equal(name, found->spellings[i])) {
            return;
        }
    }
    if (found->spelling_count < SPELLINGS_MAX) {
        found->spellings[found->spelling_count++] = name;
        found->count++;
    }
}

static bool has_wildcard(struct bytes pattern) {
    for (size_t i = 0; i < pattern.len; i++) {
        if (pattern.data[i] && strchr("[*?", pattern.data[i])) {
            return true;
        }
    }
    return false;
}

static void reply_pair(struct reply *reply, const struct config *config, struct bytes name,
                       const struct option *option) {
    struct buffer value = {0};
    config_print(config, option, &value);
    reply_bulk(reply, name);
    reply_bulk(reply, buffer_view(&value));
    buffer_clear(&value);
}

static void reply_found(struct reply *reply, const struct config *config,
                        const struct found *found) {
    reply_map(reply, found->count);
    for (unsigned i = 0; i < options_count; i++) {
        if (found->options[i]) {
            reply_pair(reply, config, bytes_of_string(options_table[i].name), &options_table[i]);
        }
    }
    for (unsigned i = 0; i < option_aliases_count; i++) {
        if (found->aliases[i]) {
            struct bytes name = bytes_of_string(option_aliases[i].alias);
            reply_pair(reply, config, name, option_find(name));
        }
    }
    for (unsigned i = 0; i < found->spelling_count; i++) {
        reply_pair(reply, config, found->spellings[i], option_find(found->spellings[i]));
    }
}

static void config_get(struct call *call) {
    struct found found = {
        .options = memory_alloc_zeroed(options_count),
        .aliases = memory_alloc_zeroed(option_aliases_count),
    };
    for (unsigned i = 2; i < call->argc; i++) {
        if (has_wildcard(call->argv[i])) {
            find_pattern(&found, call->argv[i]);
        } else {
            find_name(&found, call->argv[i]);
        }
    }
    struct server *server = server_instance();
    const struct config *config = config_borrow(server);
    reply_found(call->reply, config, &found);
    config_return(server);
    memory_free(found.options);
    memory_free(found.aliases);
}

/* ---- SET ---- */

static void reply_set_error(struct call *call, struct bytes name, const char *error) {
    reply_error(call->reply, "ERR CONFIG SET failed (possibly related to argument '%.*s') - %s",
                (int)name.len, name.data, error);
}

static bool may_change_protected(const struct call *call, const struct config *config) {
    int64_t who = config_number(config, "enable-protected-configs");
    const struct stream_address *address = &call->client->address;
    return who == 1 || (who == 2 && (address->is_loopback || address->is_unix));
}

static bool is_same_value(const struct config *config, const struct option *option,
                          struct bytes text) {
    struct config *copy = config_copy(config);
    char error[CONFIG_ERROR_MAX];
    bool is_same = config_set(copy, option, text, error) && config_is_same(config, copy, option);
    config_destroy(copy);
    return is_same;
}

/* Why this option cannot be set now, or NULL. */
static const char *reason_to_refuse(const struct call *call, const struct config *config,
                                    const struct option *option, struct bytes text) {
    if ((option->flags & OPTION_FIXED) &&
        !((option->flags & OPTION_OWN) && is_same_value(config, option, text))) {
        return "can't set immutable config";
    }
    if ((option->flags & OPTION_PROTECTED) && !may_change_protected(call, config)) {
        return "can't set protected config";
    }
    return NULL;
}

/* Names, before any value: the first that is wrong, but an unknown one before all others. */
static bool check_names(struct call *call, const struct config *config) {
    struct bytes wrong = {0};
    const char *reason = NULL;
    bool *is_set = memory_alloc_zeroed(options_count);
    for (unsigned i = 2; i < call->argc; i += 2) {
        const struct option *option = option_find(call->argv[i]);
        if (!option) {
            reply_error(call->reply,
                        "ERR Unknown option or number of arguments for CONFIG SET - '%.*s'",
                        (int)call->argv[i].len, call->argv[i].data);
            memory_free(is_set);
            return false;
        }
        if (!reason) {
            reason = reason_to_refuse(call, config, option, call->argv[i + 1]);
            if (!reason && is_set[option_number(option)]) {
                reason = "duplicate parameter";
            }
            wrong = call->argv[i];
        }
        is_set[option_number(option)] = true;
    }
    memory_free(is_set);
    if (reason) {
        reply_set_error(call, wrong, reason);
    }
    return !reason;
}

/* The copy of config with the values of the call; NULL, with the error written, if one is wrong. */
static struct config *make_next(struct call *call, const struct config *config) {
    struct config *next = config_copy(config);
    char error[CONFIG_ERROR_MAX];
    for (unsigned i = 2; i < call->argc; i += 2) {
        if (!config_set(next, option_find(call->argv[i]), call->argv[i + 1], error)) {
            reply_set_error(call, call->argv[i], error);
            config_destroy(next);
            return NULL;
        }
    }
    int result = config_resolve_dir(next);
    if (result < 0) {
        reply_set_error(call, BYTES_LITERAL("dir"), strerror(-result));
        config_destroy(next);
        return NULL;
    }
    return next;
}

static void config_set_command(struct call *call) {
    if (call->argc % 2 != 0) {
        reply_error_syntax(call->reply);
        return;
    }
    struct server *server = server_instance();
    const struct config *config = config_take(server);
    struct config *next = check_names(call, config) ? make_next(call, config) : NULL;
    if (next) {
        const char *option;
        char error[CONFIG_CHANGE_ERROR_MAX];
        if (config_apply(server, next, &option, error)) {
            for (unsigned i = 2; i < call->argc; i += 2) {
                start_log_idle_option(next, option_find(call->argv[i]));
            }
            reply_ok(call->reply);
        } else {
            config_destroy(next);
            reply_set_error(call, bytes_of_string(option), error);
        }
    }
    config_give_back(server);
}

/* ---- REWRITE ---- */

struct rewriting {
    const struct config *config;
    bool all;
    int result;
};

static void rewrite_file(void *arg) {
    struct rewriting *rewriting = arg;
    const char *path = rewriting->config->file;
    struct buffer before = {0}, after = {0};
    rewriting->result = file_exists(path);
    if (rewriting->result > 0) {
        rewriting->result = file_read_all(path, &before);
    }
    if (rewriting->result == 0) {
        config_rewrite(rewriting->config, buffer_view(&before), rewriting->all, &after);
        rewriting->result = file_replace(path, buffer_view(&after));
    }
    buffer_clear(&before);
    buffer_clear(&after);
}

void config_rewrite_command(struct call *call, bool all) {
    struct server *server = server_instance();
    struct rewriting rewriting = {.config = config_take(server), .all = all};
    if (!rewriting.config->file) {
        reply_error(call->reply, "ERR The server is running without a config file");
    } else {
        fiber_offload(rewrite_file, &rewriting);
        if (rewriting.result < 0) {
            log_line('#', "CONFIG REWRITE failed: %s", strerror(-rewriting.result));
            reply_error(call->reply, "ERR Rewriting config file: %s", strerror(-rewriting.result));
        } else {
            log_line('*', "CONFIG REWRITE executed with success.");
            reply_ok(call->reply);
        }
    }
    config_give_back(server);
}

static bool is_secret_argument(const struct bytes *argv, unsigned argc, unsigned index) {
    (void)argc;
    return index >= 3 && index % 2 == 1 && option_is_secret(argv[index - 1]);
}

static void config_rewrite_plain(struct call *call) {
    config_rewrite_command(call, false);
}

/* ---- RESETSTAT, HELP ---- */

static void reset_core(struct core *core, void *arg) {
    (void)arg;
    core_stats_reset(&core->stats);
    loop_reset_stats(core->loop);
    memset(core->samples, 0, sizeof(core->samples)); /* they count from the old numbers */
}

static void config_resetstat(struct call *call) {
    core_run_on_all(call->client->core->engine, reset_core, NULL);
    reply_ok(call->reply);
}

static void config_help(struct call *call) {
    static const char *const lines[] = {
        "GET <pattern>",
        "    Return the options whose names match; several patterns are fine.",
        "SET <directive> <value>",
        "    Change options; with several pairs, all of them or none.",
        "RESETSTAT",
        "    Begin the counters of INFO anew.",
        "REWRITE",
        "    Write the options to the configuration file.",
        NULL,
    };
    reply_help(call->reply, "CONFIG", lines);
}

const struct command config_commands[] = {
    {"CONFIG", "", NULL, 0, NO_KEYS, "2.0.0", "Depends on subcommand.",
     "A container for commands about the server's options.", GROUP_SERVER, NULL},
    {"CONFIG|GET", "parameter [parameter ...]", config_get,
     ADMIN | NOSCRIPT | LOADING | STALE | ON_FIBER, NO_KEYS, "2.0.0",
     "O(N) when N is the number of configuration parameters provided",
     "Returns options and their values.", GROUP_SERVER,
     "7.0.0: Added the ability to pass multiple pattern parameters in one call"},
    {"CONFIG|HELP", "", config_help, LOADING | STALE | ON_CONNECTION, NO_KEYS, "5.0.0", "O(1)",
     "Lists the subcommands.", GROUP_SERVER, NULL},
    {"CONFIG|RESETSTAT", "", config_resetstat, ADMIN | NOSCRIPT | LOADING | STALE | ON_FIBER,
     NO_KEYS, "2.0.0", "O(1)", "Begins the counters of INFO anew.", GROUP_SERVER, NULL},
    {"CONFIG|REWRITE", "", config_rewrite_plain, ADMIN | NOSCRIPT | LOADING | STALE | ON_FIBER,
     NO_KEYS, "2.8.0", "O(1)", "Writes the options to the configuration file.", GROUP_SERVER, NULL},
    {"CONFIG|SET", "parameter value [parameter value ...]", config_set_command,
     ADMIN | NOSCRIPT | LOADING | STALE | ON_FIBER, NO_KEYS, "2.0.0",
     "O(N) when N is the number of configuration parameters provided",
     "Changes options while the server runs.", GROUP_SERVER,
     "7.0.0: Added the ability to set multiple parameters in one call.",
     .tips = "request_policy:all_nodes|response_policy:all_succeeded",
     .is_secret = is_secret_argument},
    {0},
};
