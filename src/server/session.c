/* server/session.c - what a connection is: HELLO, AUTH, SELECT, MONITOR, RESET, QUIT, and the two
 * commands that only show that it lives. */
#include "base/number.h"
#include "engine/connection.h"
#include "engine/shard.h"
#include "server/client_text.h"
#include "server/families.h"
#include "server/version.h"

static void ping(struct call *call) {
    if (call->argc > 2) {
        reply_error(call->reply, "ERR wrong number of arguments for 'ping' command");
    } else if (call->client->resp == 2 && client_is_subscribed(call->client)) {
        reply_array(call->reply, 2); /* in the form of a message */
        reply_bulk_string(call->reply, "pong");
        reply_bulk(call->reply, call->argc == 2 ? call->argv[1] : bytes_of(NULL, 0));
    } else if (call->argc == 2) {
        reply_bulk(call->reply, call->argv[1]);
    } else {
        reply_status(call->reply, "PONG");
    }
}

static void echo(struct call *call) {
    reply_bulk(call->reply, call->argv[1]);
}

static void select_database(struct call *call) {
    int64_t db;
    if (!number_parse_i64(call->argv[1], &db)) {
        reply_error_not_integer(call->reply);
    } else if (db < INT32_MIN || db > INT32_MAX) {
        reply_error(call->reply, "ERR value is out of range, value must between %d and %d",
                    INT32_MIN, INT32_MAX);
    } else if (db < 0 || db >= (int64_t)call->client->core->engine->databases) {
        reply_error(call->reply, "ERR DB index is out of range");
    } else {
        call->client->db = (unsigned)db;
        reply_ok(call->reply);
    }
}

/* From now on the connection is fed by engine/monitor.c. */
static void monitor(struct call *call) {
    struct client *client = call->client;
    if (call->in_exec) {
        reply_error(call->reply, "ERR MONITOR isn't allowed for DENY BLOCKING client");
        return;
    }
    if (!client->is_monitor) {
        client->is_monitor = true;
        client->core->monitor_count++;
        rmw_add(&client->core->engine->monitor_count, 1, memory_order_relaxed);
    }
    reply_ok(call->reply);
}

static void quit(struct call *call) {
    reply_ok(call->reply);
    client_close(call->client, true);
}

static void reset(struct call *call) {
    client_reset(call->client);
    call->reply->out = client_output(call->client); /* CLIENT REPLY OFF is over, too */
    call->reply->version = call->client->resp;
    reply_status(call->reply, "RESET");
}

/* How long it takes depends on what was given alone, so nothing can be learned from it. */
static bool password_is(struct bytes given, const char *password, size_t len) {
    unsigned difference = given.len != len;
    for (size_t i = 0; i < given.len; i++) {
        unsigned char c = (unsigned char)password[len > 0 ? i % len : 0];
        difference |= (unsigned char)given.data[i] ^ c;
    }
    return difference == 0;
}

/* Without a password set, the default user accepts any. */
static bool authenticate(struct call *call, struct bytes user, struct bytes password) {
    const struct settings *settings = call->client->core->settings;
    bool is_right = settings->requirepass_len == 0 ||
                    password_is(password, settings->requirepass, settings->requirepass_len);
    if (!bytes_equal(user, BYTES_LITERAL("default")) || !is_right) {
        reply_error(call->reply, "WRONGPASS invalid username-password pair or user is disabled.");
        return false;
    }
    call->client->is_authenticated = true;
    connection_refresh_limits(connection_of(call->client));
    return true;
}

static void auth(struct call *call) {
    if (call->argc > 3) {
        reply_error_syntax(call->reply);
        return;
    }
    if (call->argc == 2 && call->client->core->settings->requirepass_len == 0) {
        reply_error(call->reply, "ERR AUTH <password> called without any password configured for "
                                 "the default user. Are you sure your configuration is correct?");
        return;
    }
    struct bytes user = call->argc == 3 ? call->argv[1] : BYTES_LITERAL("default");
    if (authenticate(call, user, call->argv[call->argc - 1])) {
        reply_ok(call->reply);
    }
}

static bool auth_is_secret(const struct bytes *argv, unsigned argc, unsigned index) {
    (void)argv;
    (void)argc;
    return index > 0;
}

static bool hello_is_secret(const struct bytes *argv, unsigned argc, unsigned index) {
    unsigned i = 2;
    while (i < argc) {
        if (bytes_is(argv[i], "auth") && i + 2 < argc) {
            if (index == i + 1 || index == i + 2) {
                return true;
            }
            i += 3;
        } else {
            i += 2; /* SETNAME name; after anything else nothing is read */
        }
    }
    return false;
}

static bool parse_protocol(struct call *call, uint8_t *version) {
    int64_t number;
    if (!number_parse_i64(call->argv[1], &number)) {
        reply_error(call->reply, "ERR Protocol version is not an integer or out of range");
        return false;
    }
    if (number < 2 || number > 3) {
        reply_error(call->reply, "NOPROTO unsupported protocol version");
        return false;
    }
    *version = (uint8_t)number;
    return true;
}

/* Each option counts as soon as it was read, whatever is wrong with those after it. */
static bool run_hello_options(struct call *call) {
    for (unsigned i = 2; i < call->argc;) {
        unsigned left = call->argc - 1 - i;
        if (bytes_is(call->argv[i], "auth") && left >= 2) {
            if (!authenticate(call, call->argv[i + 1], call->argv[i + 2])) {
                return false;
            }
            i += 3;
        } else if (bytes_is(call->argv[i], "setname") && left >= 1) {
            if (!client_set_name(call, call->argv[i + 1])) {
                return false;
            }
            i += 2;
        } else {
            reply_error(call->reply, "ERR Syntax error in HELLO option '%.*s'",
                        (int)call->argv[i].len, call->argv[i].data);
            return false;
        }
    }
    return true;
}

static bool needs_password(const struct client *client) {
    return !client->is_authenticated && client->core->settings->requirepass_len > 0;
}

static void hello(struct call *call) {
    struct client *client = call->client;
    uint8_t version = client->resp;
    if ((call->argc > 1 && !parse_protocol(call, &version)) || !run_hello_options(call)) {
        return;
    }
    if (needs_password(client)) {
        reply_error(call->reply,
                    "NOAUTH HELLO must be called with the client already authenticated, otherwise "
                    "the HELLO AUTH <user> <pass> option can be used to authenticate the client "
                    "and select the RESP protocol version at the same time");
        return;
    }
    client->resp = version;
    call->reply->version = version;
    reply_map(call->reply, 7);
    reply_bulk_string(call->reply, "server");
    reply_bulk_string(call->reply, "redis"); /* what clients look for; anax_version is in INFO */
    reply_bulk_string(call->reply, "version");
    reply_bulk_string(call->reply, REDIS_VERSION);
    reply_bulk_string(call->reply, "proto");
    reply_integer(call->reply, version);
    reply_bulk_string(call->reply, "id");
    reply_integer(call->reply, (int64_t)client->id);
    reply_bulk_string(call->reply, "mode");
    reply_bulk_string(call->reply, "standalone");
    reply_bulk_string(call->reply, "role");
    reply_bulk_string(call->reply, client->core->refusals & REFUSE_NOTHING ? "replica" : "master");
    reply_bulk_string(call->reply, "modules");
    reply_array(call->reply, 0);
}

enum {
    ANY_TIME = NOSCRIPT | LOADING | STALE | FAST | NO_AUTH | ALLOW_BUSY | ON_CONNECTION,
    HARMLESS = LOADING | STALE | FAST | ON_CONNECTION
};

const struct command session_commands[] = {
    {"HELLO", "[protover [AUTH username password] [SETNAME clientname]]", hello, ANY_TIME, NO_KEYS,
     "6.0.0", "O(1)", "Introduces the client, chooses the protocol, tells about the server.",
     GROUP_CONNECTION,
     "6.2.0: `protover` made optional; when called without arguments the command reports the "
     "current connection's context.",
     .is_secret = hello_is_secret},
    {"AUTH", "[username] password", auth, ANY_TIME, NO_KEYS, "1.0.0",
     "O(N) where N is the length of the given password", "Authenticates the connection.",
     GROUP_CONNECTION, "6.0.0: Added ACL style (username and password).",
     .is_secret = auth_is_secret},
    {"PING", "[message]", ping, FAST | ON_CONNECTION | WHILE_SUBSCRIBED, NO_KEYS, "1.0.0", "O(1)",
     "Shows that the connection lives.", GROUP_CONNECTION, NULL,
     .tips = "request_policy:all_shards|response_policy:all_succeeded"},
    {"ECHO", "message", echo, HARMLESS, NO_KEYS, "1.0.0", "O(1)", "Returns what it is given.",
     GROUP_CONNECTION, NULL},
    {"SELECT", "index", select_database, HARMLESS, NO_KEYS, "1.0.0", "O(1)",
     "Chooses the database of this connection.", GROUP_CONNECTION, NULL},
    {"MONITOR", "", monitor, ADMIN | NOSCRIPT | LOADING | STALE | ON_CONNECTION, NO_KEYS, "1.0.0",
     "O(1)", "Shows every command that the server runs.", GROUP_SERVER, NULL},
    {"RESET", "", reset, ANY_TIME | RUNS_IN_MULTI | WHILE_SUBSCRIBED, NO_KEYS, "6.2.0", "O(1)",
     "Puts the connection back to how it was when it began.", GROUP_CONNECTION, NULL},
    {"QUIT", "[argument ...]", quit, ANY_TIME | RUNS_IN_MULTI | WHILE_SUBSCRIBED, NO_KEYS, "1.0.0",
     "O(1)", "Closes the connection.", GROUP_CONNECTION, NULL},
    {0},
};
