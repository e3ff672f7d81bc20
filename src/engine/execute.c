/* engine/execute.c - the paths off the common one. */
#include "engine/execute.h"

void execute_refuse_oom(struct core *core, const struct call *call) {
    core->stats.oom_rejections++;
    core_stats_of(core, call->command)->rejected++;
    reply_error(call->reply, "OOM command not allowed when used memory > 'maxmemory'.");
}

void execute_note_slow(struct core *core, const struct call *call, const struct client *origin,
                       uint64_t ns) {
    if (core->engine->hooks.on_slow) {
        core->engine->hooks.on_slow(core, origin, call->argv, call->argc, call->command, ns / 1000);
    }
}
