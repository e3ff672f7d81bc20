/* server/info.c - INFO. */
#include "engine/core.h"
#include "server/families.h"

static void ping(struct call *call) {
    if (call->argc == 2) {
        reply_bulk(call->reply, call->argv[1]);
    } else {
        reply_status(call->reply, "PONG");
    }
}

static void info(struct call *call) {
    struct buffer text = {0};
    buffer_append_text(&text, "# Server\r\nredis_version:7.0.15\r\n");
    reply_verbatim(call->reply, "txt", buffer_view(&text));
    buffer_clear(&text);
}

const struct command server_commands[] = {
    {"PING", "[message]", ping, FAST | ON_CONNECTION, NO_KEYS, "1.0.0", "O(1)", "Answers.",
     GROUP_CONNECTION, NULL},
    {"INFO", "[section [section ...]]", info, LOADING | STALE | ON_FIBER, NO_KEYS, "1.0.0", "O(1)",
     "Tells about the server.", GROUP_SERVER, NULL},
    {0},
};
