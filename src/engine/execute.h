/* engine/execute.h - running one command's handler with what surrounds it: the memory limit, the time it
 * took, statistics, the slow log. */
#pragma once

#include "engine/core.h"
#include "engine/shard.h"
#include "sys/cycles.h"

struct stopwatch {
    uint64_t cycles;
};

static inline void stopwatch_start(struct stopwatch *watch) {
    watch->cycles = cycles_now();
}

/* Nanoseconds since the start or the last lap; the end of one lap is the start of the next. */
static inline uint64_t stopwatch_lap(struct stopwatch *watch) {
    uint64_t now = cycles_now();
    uint64_t ns = cycles_to_ns(now - watch->cycles);
    watch->cycles = now;
    return ns;
}

/* Slow commands, refused commands: the paths off the common one. */
void execute_note_slow(struct core *core, const struct call *call, const struct client *origin,
                       uint64_t ns);
/* True if it was refused: memory is out, the log cannot be written, or the shard became a replica's meanwhile. */
bool execute_refuses(struct core *core, const struct call *call);
/* The same, whatever the command is, and only of what would add to the log. */
bool execute_refuses_oom(struct core *core, const struct call *call);
bool execute_refuses_misconf(struct core *core, const struct call *call);
/* The data cannot be saved, and the options say that then nobody is to write. What is said then is the error. */
bool execute_is_unsaved(const struct core *core);
extern const char execute_unsaved_error[];
/* Without a word to the client. */
bool execute_would_refuse_misconf(const struct core *core, const struct command_entry *command);

/* The same for a command that may wait: then it is counted when it is served. */
void execute_blocking(struct core *core, struct call *call, const struct client *origin,
                      struct stopwatch *watch);

static inline void execute(struct core *core, struct call *call, const struct client *origin,
                           struct stopwatch *watch) {
    const struct command *row = call->command->row;
    struct command_stats *stats = core_stats_of(core, call->command);
    if (__builtin_expect(core->is_over_maxmemory | core->log_state | core->refusals, 0) &&
        execute_refuses(core, call)) {
        return;
    }
    uint32_t errors = call->reply->errors;
    row->run(call);
    uint64_t ns = stopwatch_lap(watch);
    core->stats.commands++;
    stats->failed += call->reply->errors != errors;
    command_stats_record(stats, ns, core->settings->latency_tracking);
    if (__builtin_expect((int64_t)ns > core->slow_ns, 0)) {
        execute_note_slow(core, call, origin, ns);
    }
}
