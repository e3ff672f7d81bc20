/* server/client_command.c - CLIENT on the own connection, and CLIENT PAUSE. */
#include "base/number.h"
#include "engine/shard.h"
#include "server/client_text.h"
#include "server/families.h"

static void client_id(struct call *call) {
    reply_integer(call->reply, (int64_t)call->client->id);
}

static void client_info(struct call *call) {
    struct buffer text = {0};
    client_print(call->client, &text);
    buffer_append_text(&text, "\n");
    reply_verbatim(call->reply, "txt", buffer_view(&text));
    buffer_clear(&text);
}

static void client_getname(struct call *call) {
    if (call->client->name) {
        reply_bulk_string(call->reply, call->client->name);
    } else {
        reply_nil(call->reply);
    }
}

static void client_setname(struct call *call) {
    if (client_set_name(call, call->argv[2])) {
        reply_ok(call->reply);
    }
}

static void client_setinfo(struct call *call) {
    struct client *client = call->client;
    struct bytes what = call->argv[2];
    bool is_name = bytes_is(what, "lib-name");
    if (!is_name && !bytes_is(what, "lib-ver")) {
        reply_error(call->reply, "ERR Unrecognized option '%.*s'", (int)what.len, what.data);
        return;
    }
    if (!client_text_is_plain(call->argv[3])) {
        reply_error(call->reply, "ERR %s cannot contain spaces, newlines or special characters.",
                    is_name ? "lib-name" : "lib-ver");
        return;
    }
    client_set_text(is_name ? &client->lib_name : &client->lib_ver, call->argv[3]);
    reply_ok(call->reply);
}

static void client_reply(struct call *call) {
    struct client *client = call->client;
    struct bytes mode = call->argv[2];
    if (bytes_is(mode, "on")) {
        client->is_reply_off = client->is_reply_skipped = client->skip_next_reply = false;
        call->reply->out = client_output(client);
        reply_ok(call->reply);
    } else if (bytes_is(mode, "off")) {
        client->is_reply_off = true;
    } else if (bytes_is(mode, "skip")) {
        client->skip_next_reply = !client->is_reply_off;
    } else {
        reply_error_syntax(call->reply);
    }
}

static void set_switch(struct call *call, bool *value) {
    bool is_on = bytes_is(call->argv[2], "on");
    if (!is_on && !bytes_is(call->argv[2], "off")) {
        reply_error_syntax(call->reply);
        return;
    }
    *value = is_on;
    reply_ok(call->reply);
}

static void client_no_evict(struct call *call) {
    set_switch(call, &call->client->no_evict);
}
static void client_no_touch(struct call *call) {
    set_switch(call, &call->client->no_touch);
}

static void client_getredir(struct call *call) {
    reply_integer(call->reply, -1); /* there is no tracking yet */
}

struct pause {
    enum client_pause kind;
    int64_t until_ms;
};

/* A second pause may make the first longer or stricter, never shorter or weaker. */
static void pause_here(struct core *core, void *arg) {
    struct pause pause = *(const struct pause *)arg;
    if (core->pause != PAUSE_NONE) {
        int64_t left_ns = core->pause_timer.due_ns - loop_now_ns(core->loop);
        int64_t until_ms = loop_wall_ms(core->loop) + left_ns / 1000000;
        pause.until_ms = until_ms > pause.until_ms ? until_ms : pause.until_ms;
        pause.kind = core->pause > pause.kind ? core->pause : pause.kind;
    }
    core_pause(core, pause.kind, pause.until_ms);
}

static bool parse_pause(struct call *call, struct pause *pause) {
    int64_t timeout_ms;
    if (call->argc > 4) {
        reply_error(call->reply,
                    "ERR unknown subcommand or wrong number of arguments for '%.*s'. "
                    "Try CLIENT HELP.",
                    (int)call->argv[1].len, call->argv[1].data);
        return false;
    }
    pause->kind = PAUSE_ALL;
    if (call->argc == 4 && bytes_is(call->argv[3], "write")) {
        pause->kind = PAUSE_WRITE;
    } else if (call->argc == 4 && !bytes_is(call->argv[3], "all")) {
        reply_error(call->reply, "ERR CLIENT PAUSE mode must be WRITE or ALL");
        return false;
    }
    if (!number_parse_i64(call->argv[2], &timeout_ms) ||
        __builtin_add_overflow(timeout_ms, call->now_ms, &pause->until_ms)) {
        reply_error(call->reply, "ERR timeout is not an integer or out of range");
        return false;
    }
    if (timeout_ms < 0) {
        reply_error(call->reply, "ERR timeout is negative");
        return false;
    }
    return true;
}

static void client_pause(struct call *call) {
    struct pause pause;
    if (parse_pause(call, &pause)) {
        core_run_on_all(call->client->core->engine, pause_here, &pause);
        reply_ok(call->reply);
    }
}

static void unpause_here(struct core *core, void *arg) {
    (void)arg;
    core_pause(core, PAUSE_NONE, 0);
}

static void client_unpause(struct call *call) {
    core_run_on_all(call->client->core->engine, unpause_here, NULL);
    reply_ok(call->reply);
}

static void client_help(struct call *call) {
    static const char *const lines[] = {
        "GETREDIR",
        "    Return the client ID we are redirecting to when tracking is enabled.",
        "GETNAME",
        "    Return the name of the current connection.",
        "ID",
        "    Return the ID of the current connection.",
        "INFO",
        "    Return information about the current client connection.",
        "KILL <ip:port>",
        "    Kill connection made from <ip:port>.",
        "KILL <option> <value> [<option> <value> [...]]",
        "    Kill connections. Options are:",
        "    * ADDR (<ip:port>|<unixsocket>:0)",
        "      Kill connections made from the specified address",
        "    * LADDR (<ip:port>|<unixsocket>:0)",
        "      Kill connections made to specified local address",
        "    * ID <client-id>",
        "      Kill the connection of that ID.",
        "    * TYPE (NORMAL|MASTER|REPLICA|PUBSUB)",
        "      Kill connections by type.",
        "    * USER <username>",
        "      Kill connections authenticated by <username>.",
        "    * SKIPME (YES|NO)",
        "      Skip killing current connection (default: yes).",
        "LIST [options ...]",
        "    Return information about client connections. Options:",
        "    * TYPE (NORMAL|MASTER|REPLICA|PUBSUB)",
        "      Return clients of specified type.",
        "    * ID <client-id> [<client-id> ...]",
        "      Return clients of these IDs.",
        "UNBLOCK <clientid> [TIMEOUT|ERROR]",
        "    Unblock the specified blocked client.",
        "UNPAUSE",
        "    Stop the current client pause, resuming traffic.",
        "PAUSE <timeout> [WRITE|ALL]",
        "    Suspend all, or just write, clients for <timeout> milliseconds.",
        "REPLY (ON|OFF|SKIP)",
        "    Control the replies sent to the current connection.",
        "SETINFO (LIB-NAME|LIB-VER) <value>",
        "    Say which client library this is.",
        "SETNAME <name>",
        "    Assign the name <name> to the current connection.",
        "NO-EVICT (ON|OFF)",
        "    Protect current client connection from eviction.",
        "NO-TOUCH (ON|OFF)",
        "    What this connection reads does not count as used.",
        NULL,
    };
    reply_help(call->reply, "client", lines);
}

enum {
    OWN = NOSCRIPT | LOADING | STALE | ON_CONNECTION,
    OTHERS = ADMIN | NOSCRIPT | LOADING | STALE
};

const struct command client_commands[] = {
    {"CLIENT", "", NULL, 0, NO_KEYS, "2.4.0", "Depends on subcommand.",
     "A container for commands on connections.", GROUP_CONNECTION, NULL},
    {"CLIENT|ID", "", client_id, OWN, NO_KEYS, "5.0.0", "O(1)",
     "Returns the number of this connection.", GROUP_CONNECTION, NULL},
    {"CLIENT|INFO", "", client_info, OWN, NO_KEYS, "6.2.0", "O(1)", "Tells about this connection.",
     GROUP_CONNECTION, NULL, .tips = "nondeterministic_output"},
    {"CLIENT|GETNAME", "", client_getname, OWN, NO_KEYS, "2.6.9", "O(1)",
     "Returns the name of this connection.", GROUP_CONNECTION, NULL},
    {"CLIENT|SETNAME", "connection-name", client_setname, OWN, NO_KEYS, "2.6.9", "O(1)",
     "Names this connection.", GROUP_CONNECTION, NULL},
    {"CLIENT|SETINFO", "<LIB-NAME | LIB-VER> value", client_setinfo, OWN, NO_KEYS, "7.2.0", "O(1)",
     "Says which client library this is.", GROUP_CONNECTION, NULL},
    {"CLIENT|REPLY", "<ON | OFF | SKIP>", client_reply, OWN, NO_KEYS, "3.2.0", "O(1)",
     "Says which requests of this connection are answered.", GROUP_CONNECTION, NULL},
    {"CLIENT|NO-EVICT", "<ON | OFF>", client_no_evict, OTHERS | ON_CONNECTION, NO_KEYS, "7.0.0",
     "O(1)", "Protects this connection from being closed when memory is short.", GROUP_CONNECTION,
     NULL},
    {"CLIENT|NO-TOUCH", "<ON | OFF>", client_no_touch, OWN, NO_KEYS, "7.2.0", "O(1)",
     "What this connection reads does not count as used.", GROUP_CONNECTION, NULL},
    {"CLIENT|GETREDIR", "", client_getredir, OWN, NO_KEYS, "6.0.0", "O(1)",
     "Returns the connection to which invalidations go.", GROUP_CONNECTION, NULL},
    {"CLIENT|PAUSE", "timeout [WRITE | ALL]", client_pause, OTHERS | ON_FIBER, NO_KEYS, "2.9.50",
     "O(1)", "Lets all commands, or those that write, wait for a while.", GROUP_CONNECTION,
     "6.2.0: `CLIENT PAUSE WRITE` mode added along with the `mode` option."},
    {"CLIENT|UNPAUSE", "", client_unpause, OTHERS | ON_FIBER, NO_KEYS, "6.2.0",
     "O(N) where N is the number of paused clients", "Ends a pause.", GROUP_CONNECTION, NULL},
    {"CLIENT|HELP", "", client_help, LOADING | STALE | ON_CONNECTION, NO_KEYS, "5.0.0", "O(1)",
     "Lists the subcommands.", GROUP_CONNECTION, NULL},
    {0},
};
