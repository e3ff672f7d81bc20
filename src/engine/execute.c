/* engine/execute.c - the paths off the common one. */
#include "engine/execute.h"

void execute_refuse_oom(struct core *core, const struct call *call) {
    core->stats.oom_rejections++;
    core_stats_of(core, call->command)->rejected++;
    reply_error(call->reply, "OOM command not allowed when used memory > 'maxmemory'.");
}

void execute_blocking(struct core *core, struct call *call, const struct client *origin,
                      struct stopwatch *watch) {
    const struct command *row = call->command->row;
    if ((row->flags & GROWS) && core->is_over_maxmemory && !call->in_exec) {
        execute_refuse_oom(core, call);
        return;
    }
    struct command_stats *stats = core_stats_of(core, call->command);
    uint32_t errors = call->reply->errors;
    row->run(call);
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
