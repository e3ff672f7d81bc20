/* engine/execute.c - the paths off the common one. */
#include "engine/execute.h"

static bool refuse(struct core *core, const struct call *call, const char *error) {
    core_stats_of(core, call->command)->rejected++;
    reply_error(call->reply, "%s", error);
    return true;
}

/* What takes keys away is let through: it may be what helps. */
static bool adds_to_log(const struct command *row) {
    bool has_keys = row->keys[0].first != 0 || row->keys[0].count_at != 0;
    return (row->flags & WRITE) && has_keys && !(row->keys[0].use & (KEY_DELETE | KEY_RM));
}

bool execute_refuses_oom(struct core *core, const struct call *call) {
    if (!core->is_over_maxmemory) {
        return false;
    }
    core->stats.oom_rejections++;
    return refuse(core, call, "OOM command not allowed when used memory > 'maxmemory'.");
}

bool execute_would_refuse_misconf(const struct core *core, const struct command_entry *command) {
    return (core->log_state & LOG_IS_IN_TROUBLE) && adds_to_log(command->row);
}

bool execute_refuses_misconf(struct core *core, const struct call *call) {
    return execute_would_refuse_misconf(core, call->command) &&
           refuse(core, call,
                  "MISCONF Errors writing to the AOF file: the log cannot be written at present");
}

const char execute_unsaved_error[] =
    "MISCONF Redis is configured to save RDB snapshots, but it's currently unable to persist to "
    "disk. Commands that may modify the data set are disabled, because this instance is configured "
    "to report errors during writes if RDB snapshotting fails (stop-writes-on-bgsave-error "
    "option). "
    "Please check the Redis logs for details about the RDB error.";

bool execute_is_unsaved(const struct core *core) {
    return core->is_unsaved && core->settings->has_save_points &&
           core->settings->stop_writes_unsaved && !(core->refusals & REFUSE_NOTHING);
}

static bool refuses_write(struct core *core, const struct call *call) {
    return (core->refusals & REFUSE_WRITES) && (call->command->row->flags & WRITE) &&
           refuse(core, call, "READONLY You can't write against a read only replica.");
}

bool execute_refuses(struct core *core, const struct call *call) {
    bool minds_memory = (call->command->row->flags & GROWS) && !call->in_exec;
    /* EXEC has looked before its first command: what it runs is not to be torn. */
    return (minds_memory && execute_refuses_oom(core, call)) ||
           (!call->in_exec && (execute_refuses_misconf(core, call) || refuses_write(core, call)));
}

void execute_blocking(struct core *core, struct call *call, const struct client *origin,
                      struct stopwatch *watch) {
    struct command_stats *stats = core_stats_of(core, call->command);
    if (execute_refuses(core, call)) {
        return;
    }
    uint32_t errors = call->reply->errors;
    call->command->row->run(call);
    uint64_t ns = stopwatch_lap(watch);
    core->stats.commands++;
    if (call->client->is_blocked) {
        return;
    }
    stats->failed += call->reply->errors != errors;
    command_stats_record(stats, ns, core->settings->latency_tracking);
    if ((int64_t)ns > core->slow_ns) {
        execute_note_slow(core, call, origin, ns);
    }
}

void execute_note_slow(struct core *core, const struct call *call, const struct client *origin,
                       uint64_t ns) {
    if (core->engine->hooks.on_slow) {
        core->engine->hooks.on_slow(core, origin, call->argv, call->argc, call->command, ns / 1000);
    }
}
