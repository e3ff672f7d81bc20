/* server/save_command.c - the commands about dump files: SAVE, BGSAVE, LASTSAVE. */
#include "engine/store.h"
#include "server/families.h"
#include "server/instance.h"

static void save(struct call *call) {
    bool is_good;
    if (!saves_save(server_instance(), &is_good)) {
        reply_error(call->reply, "ERR Background save already in progress");
    } else if (!is_good) {
        reply_error(call->reply, "ERR");
    } else {
        reply_ok(call->reply);
    }
}

/* With SCHEDULE Redis waits for a rewrite of the log; here the two do not mind each other. */
static void background_save(struct call *call) {
    bool is_good = true;
    if (call->argc > 2 || (call->argc == 2 && !arg_is(call, 1, "schedule"))) {
        reply_error_syntax(call->reply);
    } else if (!saves_begin(server_instance(), &is_good)) {
        reply_error(call->reply, "ERR Background save already in progress");
    } else if (!is_good) {
        reply_error(call->reply, "ERR");
    } else {
        reply_status(call->reply,
                     call->in_exec ? "Background saving scheduled" : "Background saving started");
    }
}

static void last_here(struct core *core, void *arg) {
    const struct saves *saves = &server_instance()->saves;
    *(int64_t *)arg = saves->last_s > 0 ? saves->last_s : core->engine->started_wall_ms / 1000;
}

static void last_save(struct call *call) {
    int64_t last_s;
    core_run_on(call->client->core->engine->cores[0], last_here, &last_s);
    reply_integer(call->reply, last_s);
}

const struct command save_commands[] = {
    {"SAVE", "", save, ADMIN | NOSCRIPT | NO_ASYNC_LOADING | NO_MULTI | ON_FIBER, NO_KEYS, "1.0.0",
     "O(N) where N is the number of keys", "Writes a dump file and waits until it is there.",
     GROUP_SERVER, NULL},
    {"BGSAVE", "[SCHEDULE]", background_save, ADMIN | NOSCRIPT | NO_ASYNC_LOADING | ON_FIBER,
     NO_KEYS, "1.0.0", "O(1)", "Begins to write a dump file of the data as it is now.",
     GROUP_SERVER, "3.2.2: Added the `SCHEDULE` option."},
    {"LASTSAVE", "", last_save, LOADING | STALE | FAST | ON_FIBER, NO_KEYS, "1.0.0", "O(1)",
     "Returns when the last dump file was written.", GROUP_SERVER, NULL,
     .tips = "nondeterministic_output", .categories = CATEGORY_ADMIN | CATEGORY_DANGEROUS},
    {0},
};
