/* server/hooks.c - which function of this layer is told of what in the engine. */
#include "server/hooks.h"

#include "repl/follower.h"
#include "repl/source.h"
#include "server/instance.h"
#include "server/latency.h"
#include "server/slowlog.h"

static void on_slow(struct core *core, const struct client *client, const struct bytes *argv,
                    unsigned argc, const struct command_entry *command, uint64_t duration_us) {
    slowlog_note(core, client, argv, argc, command, duration_us);
    latency_note_command(core, command, duration_us);
}

static void on_core_ended(struct core *core) {
    slowlog_clear(core);
    latency_clear(core);
    sources_destroy(core);
}

static void on_cron(struct core *core) {
    if (core->index == 0) {
        saves_look(server_instance());
        follower_cron(core);
    }
}

static void on_flushall(struct core *core) {
    (void)core;
    saves_note_flush(server_instance());
}

void hooks_fill(struct engine_hooks *hooks) {
    *hooks = (struct engine_hooks){
        .on_slow = on_slow,
        .on_cron = on_cron,
        .on_flushall = on_flushall,
        .on_spike = latency_note,
        .on_core_ended = on_core_ended,
        .count_replicas = follower_count,
        .copied = follower_copied,
        .on_publish = sources_publish,
    };
}
