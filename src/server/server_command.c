/* server/server_command.c - TIME, SHUTDOWN. */
#include "base/number.h"
#include "engine/core.h"
#include "engine/store.h"
#include "server/families.h"
#include "server/instance.h"
#include "server/server.h"

/* ---- TIME ---- */

static void reply_number_text(struct reply *reply, int64_t number) {
    char text[NUMBER_TEXT_MAX];
    reply_bulk(reply, bytes_of(text, number_format_i64(text, number)));
}

static void time_of_day(struct call *call) {
    struct loop *loop = call->client->core->loop;
    loop_refresh_clock(loop); /* a turn may take a while, and the clock stands still in it */
    int64_t now_us = loop_wall_us(loop);
    reply_array(call->reply, 2);
    reply_number_text(call->reply, now_us / 1000000);
    reply_number_text(call->reply, now_us % 1000000);
}

/* ---- SHUTDOWN ---- */

enum shutdown_flag { NOSAVE = 1, SAVE = 2, NOW = 4, FORCE = 8, ABORT = 16 };

static bool parse_shutdown(const struct call *call, unsigned *flags) {
    static const char *const words[] = {"nosave", "save", "now", "force", "abort"};
    *flags = 0;
    for (unsigned i = 1; i < call->argc; i++) {
        unsigned w = 0;
        while (w < 5 && !arg_is(call, i, words[w])) {
            w++;
        }
        if (w == 5) {
            return false;
        }
        *flags |= 1u << w;
    }
    bool has_both = (*flags & NOSAVE) && (*flags & SAVE);
    return !has_both && (!(*flags & ABORT) || *flags == ABORT);
}

static void shutdown_server(struct call *call) {
    unsigned flags;
    if (!parse_shutdown(call, &flags)) {
        reply_error_syntax(call->reply);
        return;
    }
    if (flags & ABORT) {
        reply_error(call->reply, "ERR No shutdown in progress.");
        return;
    }
    struct server *server = server_instance();
    bool is_loading = atomic_load_explicit(&server->engine->is_loading, memory_order_relaxed);
    log_line('#', "User requested shutdown...");
    if (!(flags & NOSAVE) && !is_loading && !saves_at_end(server, flags & SAVE) &&
        !(flags & FORCE)) {
        log_line('#', "The data cannot be saved, so the server goes on; SHUTDOWN NOSAVE or FORCE "
                      "ends it");
        reply_error(call->reply, "ERR Errors trying to SHUTDOWN. Check logs.");
        return;
    }
    /* Relaxed: the mail of server_stop brings it. */
    atomic_store_explicit(&server->is_now, flags & NOW, memory_order_relaxed);
    server_stop_saved(server);
    client_close(call->client, true);
}

const struct command server_commands[] = {
    {"TIME", "", time_of_day, LOADING | STALE | FAST | ON_CONNECTION, NO_KEYS, "2.6.0", "O(1)",
     "Returns the server's clock.", GROUP_SERVER, NULL, .tips = "nondeterministic_output"},
    {"SHUTDOWN", "[NOSAVE | SAVE] [NOW] [FORCE] [ABORT]", shutdown_server,
     ADMIN | NOSCRIPT | LOADING | STALE | NO_MULTI | ALLOW_BUSY | ON_FIBER, NO_KEYS, "1.0.0",
     "O(N) when saving, where N is the number of keys", "Ends the server.", GROUP_SERVER,
     "7.0.0: Added the `NOW`, `FORCE` and `ABORT` modifiers."},
    {0},
};
