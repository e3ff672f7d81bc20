/* tests/fuzz/server_fuzz.c - the whole server, on the simulated machine, takes whatever clients
 * send.
 *
 * The first bytes choose the seed of the schedule, 1 or 4 cores, the protocol's way of making
 * requests, and whether there is a password; the rest is what the clients do: send bytes, send
 * requests built out of the command table with arguments of the kinds its synopses name, close,
 * stop reading, let time pass. Afterwards a new client must get its PONG, and everything must be
 * given back. */
#include "server/server.h"

#include "base/buffer.h"
#include "base/number.h"
#include "engine/core.h"
#include "fuzz.h"
#include "log/shadow.h"
#include "server/synopsis.h"
#include "sys/machine.h"
#include "sys/sim.h"

enum {
    CLIENTS = 4,
    ACTIONS_MAX = 400,
    STEPS_MAX = 2000000,
    RUN_STEPS = 200000,
    ADVANCE_MS_MAX = 5000,
    DRAWN_UNIT = 600,
    REST_MS = 100,
    TRIES = 50
};

static struct world {
    struct fuzz fuzz;
    struct server *server;
    struct peer {
        unsigned client;
        bool has_ended;        /* it only reads */
        struct buffer replies; /* what is not yet a whole reply */
    } peers[CLIENTS];
    bool has_password;
    bool may_be_cut; /* CLIENT REPLY within EXEC cuts its reply short, in Redis, too */
} world;

/* With FUZZ_SHOW=1 a run tells what it does. */
static void show(const char *what, unsigned client, struct bytes bytes) {
    if (getenv("FUZZ_SHOW") == NULL) return;
    fprintf(stderr, "client %u %s: %.*s\n", client, what, (int)bytes.len, bytes.data);
}

/* ---- requests ---- */

static const char *const words[] = {
    "NX",
    "XX",
    "GT",
    "LT",
    "GET",
    "EX",
    "PX",
    "EXAT",
    "PXAT",
    "KEEPTTL",
    "PERSIST",
    "MATCH",
    "COUNT",
    "TYPE",
    "string",
    "REPLACE",
    "DB",
    "ASYNC",
    "SYNC",
    "BIT",
    "BYTE",
    "AND",
    "OR",
    "XOR",
    "NOT",
    "SET",
    "INCRBY",
    "OVERFLOW",
    "WRAP",
    "SAT",
    "FAIL",
    "u8",
    "i64",
    "u63",
    "i1",
    "#1",
    "LEN",
    "IDX",
    "MINMATCHLEN",
    "WITHMATCHLEN",
    "ID",
    "ADDR",
    "LADDR",
    "SKIPME",
    "yes",
    "no",
    "ON",
    "OFF",
    "SKIP",
    "ALL",
    "WRITE",
    "USER",
    "default",
    "RESET",
    "HELP",
    "*",
    "[a-c]*",
    "maxmemory",
    "maxclients",
    "hz",
    "timeout",

    "latency-tracking",
    "slowlog-log-slower-than",
    "client-output-buffer-limit",
    "normal 0 0 0",
    "everything",
    "commandstats",
    "keyspace",
    "AUTH",
    "SETNAME",
    "2",
    "3",
    "LIB-NAME",
    "FILTERBY",
    "ACLCAT",
    "PATTERN",
    "MODULE",
    "SAMPLES",
    "command",
    "secret",
    "100mb",
    "allkeys-lru",
    "allkeys-lfu",
    "maxmemory-policy",
    "port",
    "bind",
    "127.0.0.1",
    "dir",
    "/there",
    "loglevel",
    "latency-monitor-threshold",
    "digest",
    "digest-value",
    "error",
    "htstats",
    "object",
    "protocol",
    "shadow",
    "set-active-expire",
    "attrib",
    "bignum",
    "push",
    "verbatim",
    "map",
    "noeviction",
};

static const char *const numbers[] = {
    "0",
    "1",
    "-1",
    "2",
    "7",
    "8",
    "10",
    "63",
    "64",
    "100",
    "1000",
    "4090",
    "4096",
    "8190",
    "65536",
    "2147483647",
    "2147483648",
    "-2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "-9223372036854775808",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "1e400",
    "nan",
    "inf",
    "-inf",
    "3.5",
    "0.1e-7",
    "-0",
    "01",
    " 1",
    "1 ",
    "",
    "5000000",
    "1700000000",
    "1700000000000",
    "536870911",
    "4294967303",
};

static void add_argument(struct buffer *stream, struct bytes argument) {
    buffer_printf(stream, "$%zu\r\n", argument.len);
    buffer_append(stream, argument);
    buffer_append_text(stream, "\r\n");
}

#define SOME_OF(list) some_of(list, sizeof(list) / sizeof((list)[0]))

static struct bytes some_of(const char *const *list, size_t count) {
    return bytes_of_string(list[fuzz_below(&world.fuzz, (unsigned)count)]);
}

static void add_key(struct buffer *stream, unsigned choice) {
    char key[8]; /* few keys, so that they meet; some of them share a tag */
    int len = snprintf(key, sizeof key, choice & 8 ? "{t}%u" : "k%u", choice & 7);
    add_argument(stream, bytes_of(key, (size_t)len));
}

static void add_text(struct buffer *stream, unsigned choice) {
    char text[9000];
    memset(text, choice & 1 ? 'v' : choice, sizeof text);
    add_argument(stream, bytes_of(text, fuzz_below(&world.fuzz, choice & 14 ? 80 : sizeof text)));
}

/* An argument of any kind. */
static void add_any(struct buffer *stream) {
    unsigned choice = fuzz_byte(&world.fuzz);
    switch (choice % 6) {
    case 0:
        add_key(stream, choice >> 4);
        return;
    case 1:
        add_argument(stream, SOME_OF(numbers));
        return;
    case 2:
        add_argument(stream, SOME_OF(words));
        return;
    case 3:
        add_text(stream, choice >> 4);
        return;
    default:
        add_argument(stream, fuzz_take(&world.fuzz, fuzz_byte(&world.fuzz) % 20));
    }
}

/* A value of the argument's type, or now and then of another. */
static void add_value(struct buffer *stream, const struct argument *argument) {
    unsigned choice = fuzz_byte(&world.fuzz);
    bool is_number = argument->type == ARGUMENT_INTEGER || argument->type == ARGUMENT_DOUBLE ||
                     argument->type == ARGUMENT_UNIX_TIME;
    if (choice >= 248) {
        add_any(stream);
    } else if (argument->type == ARGUMENT_KEY) {
        add_key(stream, choice);
    } else if (is_number && choice < 128) {
        char number[8];
        int len = snprintf(number, sizeof number, "%u", choice % 32);
        add_argument(stream, bytes_of(number, (size_t)len));
    } else if (is_number || choice < 80) {
        add_argument(stream, SOME_OF(numbers)); /* a string to count with, too */
    } else if (choice < 160) {
        add_argument(stream, SOME_OF(words));
    } else {
        add_text(stream, choice);
    }
}

/* Adds the arguments of the list; returns how many there are. */
static unsigned add_arguments(struct buffer *stream, const struct argument *first);

static unsigned add_one(struct buffer *stream, const struct argument *argument) {
    unsigned count = 0;
    if (argument->token[0] != 0) {
        add_argument(stream, bytes_of_string(argument->token));
        count++;
    }
    if (argument->type == ARGUMENT_PURE_TOKEN) return count;
    if (argument->type == ARGUMENT_BLOCK) return count + add_arguments(stream, argument->first);
    if (argument->type != ARGUMENT_ONEOF) {
        add_value(stream, argument);
        return count + 1;
    }
    unsigned choices = 0;
    for (const struct argument *child = argument->first; child; child = child->next) choices++;
    unsigned chosen = fuzz_below(&world.fuzz, choices);
    const struct argument *child = argument->first;
    while (chosen-- > 0) child = child->next;
    return count + add_one(stream, child);
}

static unsigned add_arguments(struct buffer *stream, const struct argument *first) {
    unsigned count = 0;
    for (const struct argument *argument = first; argument; argument = argument->next) {
        if (argument->is_optional && fuzz_byte(&world.fuzz) < 128) continue;
        unsigned times = argument->is_multiple ? 1 + fuzz_byte(&world.fuzz) % 4 : 1;
        for (; times > 0; times--) count += add_one(stream, argument);
    }
    return count;
}

/* Those that would end the run, or stop for long the one thread that turns everything. */
static bool is_left_out(const char *name) {
    return strcmp(name, "shutdown") == 0 || strcmp(name, "debug|sleep") == 0 ||
           strcmp(name, "debug|panic") == 0 || strcmp(name, "debug|segfault") == 0 ||
           strcmp(name, "debug|populate") == 0;
}

/* A command of the table with arguments as its synopsis wants them; now and then one more. */
static void add_request(struct buffer *stream) {
    const struct command_entry *command = command_by_id(fuzz_below(&world.fuzz, command_count()));
    if (command->child_count > 0 || is_left_out(command->name)) return;
    world.may_be_cut |= strcmp(command->name, "client|reply") == 0;
    struct argument *synopsis = synopsis_parse(command->row);
    struct buffer arguments = {0};
    unsigned argc = 1;
    const char *bar = strchr(command->name, '|');
    size_t len = bar != NULL ? (size_t)(bar - command->name) : strlen(command->name);
    add_argument(&arguments, bytes_of(command->name, len));
    if (bar != NULL) {
        add_argument(&arguments, bytes_of_string(bar + 1));
        argc++;
    }
    argc += add_arguments(&arguments, synopsis);
    if (fuzz_byte(&world.fuzz) >= 240) {
        add_any(&arguments);
        argc++;
    }
    buffer_printf(stream, "*%u\r\n", argc);
    buffer_append(stream, buffer_view(&arguments));
    buffer_clear(&arguments);
    argument_destroy(synopsis);
}

/* ---- replies ---- */

/* The line at *at without its end; false if it has none yet. */
static bool take_line(struct bytes input, size_t *at, struct bytes *line) {
    const char *start = input.data + *at;
    const char *end = memchr(start, '\n', input.len - *at);
    if (end == NULL) return false;
    fuzz_require(end > start && end[-1] == '\r', "a line ends in CR LF");
    *line = bytes_of(start, (size_t)(end - 1 - start));
    fuzz_require(memchr(line->data, '\r', line->len) == NULL, "and has neither before");
    *at += line->len + 2;
    return true;
}

static int64_t number_of(struct bytes text) {
    int64_t number;
    fuzz_require(number_parse_i64(text, &number), "a length is a number");
    return number;
}

/* Passes len bytes and their CR LF. */
static bool skip_bulk(struct bytes input, size_t *at, size_t len) {
    if (input.len - *at < len + 2) return false;
    fuzz_require(memcmp(input.data + *at + len, "\r\n", 2) == 0, "a bulk is as long as it says");
    *at += len + 2;
    return true;
}

/* Passes one reply; false if it is not all there. */
static bool skip_reply(struct bytes input, size_t *at) {
    int64_t items = 1;
    for (; items > 0; items--) {
        struct bytes line;
        if (*at == input.len || !take_line(input, at, &line)) return false;
        fuzz_require(line.len > 0, "a reply has a kind");
        struct bytes rest = bytes_of(line.data + 1, line.len - 1);
        int64_t count = strchr("$=*~%>|", line.data[0]) != NULL ? number_of(rest) : 0;
        fuzz_require(count >= -1 && count < 1 << 30, "a reply is of some size");
        switch (line.data[0]) {
        case '$':
        case '=':
            if (count >= 0 && !skip_bulk(input, at, (size_t)count)) return false;
            break;
        case '%':
            items += 2 * count;
            break;
        case '|': /* stands before a reply */
            items += 2 * count + 1;
            break;
        case '*':
        case '~':
        case '>':
            items += count > 0 ? count : 0;
            break;
        default:
            fuzz_require(strchr("+-:,#_(", line.data[0]) != NULL, "a reply is of a known kind");
        }
    }
    return true;
}

/* What has arrived is whole replies and perhaps the beginning of one; true if there is none such.
 */
static bool check_replies(struct peer *peer, bool *is_closed) {
    sim_client_take(peer->client, &peer->replies, is_closed);
    size_t whole = 0, at = 0;
    while (whole < peer->replies.len && skip_reply(buffer_view(&peer->replies), &at)) whole = at;
    buffer_consume(&peer->replies, whole);
    return peer->replies.len == 0;
}

/* ---- what clients do ---- */

static void run(void) {
    sim_run(RUN_STEPS);
}

static void reopen(struct peer *peer) {
    bool is_closed;
    check_replies(peer, &is_closed);
    buffer_clear(&peer->replies);
    sim_client_close(peer->client);
    *peer = (struct peer){.client = sim_client_open()};
}

static void send_bytes(struct peer *peer, struct bytes bytes) {
    if (peer->has_ended) reopen(peer);
    show("sends", peer->client, bytes);
    sim_client_send(peer->client, bytes);
}

static void send_requests(struct peer *peer) {
    struct buffer stream = {0};
    unsigned count = 1 + fuzz_byte(&world.fuzz) % 8;
    for (unsigned i = 0; i < count; i++) add_request(&stream);
    send_bytes(peer, buffer_view(&stream));
    buffer_clear(&stream);
}

static void end(struct peer *peer) {
    if (!peer->has_ended) sim_client_end(peer->client);
    peer->has_ended = true;
}

static void act(void) {
    unsigned action = fuzz_byte(&world.fuzz);
    struct peer *peer = &world.peers[action % CLIENTS];
    switch (action / CLIENTS % 16) {
    case 0:
    case 1:
        send_bytes(peer, fuzz_take(&world.fuzz, fuzz_byte(&world.fuzz)));
        return;
    case 2:
        end(peer);
        return;
    case 3:
        reopen(peer);
        return;
    case 4:
        sim_client_hold(peer->client, fuzz_byte(&world.fuzz) & 1);
        return;
    case 5:
        sim_advance(fuzz_below(&world.fuzz, ADVANCE_MS_MAX));
        return;
    case 6:
    case 7:
        sim_run(fuzz_below(&world.fuzz, 300));
        return;
    case 8:
        sim_run(RUN_STEPS);
        return;
    default:
        send_requests(peer);
    }
}

/* ---- the run ---- */

static void start(void) {
    char error[512] = "", cores[] = "--cores=1", password[] = "--requirepass=secret";
    char debug[] = "--enable-debug-command=yes";
    char few_slow[] = "--slowlog-log-slower-than=10000", all_slow[] = "--slowlog-log-slower-than=0";
    char bulk[] = "--proto-max-bulk-len=1mb";    /* the least; more takes its time */
    char no_report[] = "--crash-log-enabled=no"; /* libFuzzer reports crashes */
    uint8_t choice = fuzz_byte(&world.fuzz);
    cores[8] = choice & 1 ? '4' : '1';
    char *slow = choice & 16 ? all_slow : few_slow;
    world.has_password = (choice & 14) == 14;
    sim_set_seed(fuzz_byte(&world.fuzz));
    if (getenv("FUZZ_SHOW") != NULL) sim_show_log();
    fuzz_require(machine_choose(MACHINE_SIM) == 0, "there is a simulated machine");
    char program[] = "anax";
    char *argv[] = {
        program, cores, no_report, debug, bulk, slow, world.has_password ? password : NULL, NULL};
    char *environment[] = {NULL};
    int argc = world.has_password ? 7 : 6;
    world.server = server_create(argc, argv, environment, error, sizeof error);
    if (world.server == NULL || !server_start(world.server, error, sizeof error)) {
        fprintf(stderr, "%s\n", error);
        abort();
    }
}

/* Some time passes, because who finds the options in use comes back for them a moment later. */
static void rest(void) {
    fuzz_require(sim_run(STEPS_MAX) && sim_advance(REST_MS), "the server comes to rest");
}

/* Somebody's bytes said SHUTDOWN. */
static bool is_shut_down(void) {
    return atomic_load(&server_engine(world.server)->is_stopping);
}

/* At rest nobody is left with half a reply. */
static void finish_clients(void) {
    for (unsigned i = 0; i < CLIENTS; i++) sim_client_hold(world.peers[i].client, false);
    rest();
    for (unsigned i = 0; i < CLIENTS; i++) {
        struct peer *peer = &world.peers[i];
        bool is_closed, is_whole = check_replies(peer, &is_closed);
        bool may_be_cut = world.may_be_cut || is_closed || is_shut_down();
        fuzz_require(is_whole || may_be_cut, "a reply ends");
        buffer_clear(&peer->replies);
        sim_client_close(peer->client);
    }
    rest();
}

/* Ends a pause of clients on the way. */
static bool gets_a_pong(void) {
    unsigned client = sim_client_open();
    if (world.has_password) sim_client_send(client, BYTES_LITERAL("AUTH secret\r\n"));
    sim_client_send(client, BYTES_LITERAL("CLIENT UNPAUSE\r\nPING\r\n"));
    rest();
    struct buffer bytes = {0};
    bool is_closed;
    sim_client_take(client, &bytes, &is_closed);
    struct bytes reply = buffer_view(&bytes), wanted = BYTES_LITERAL("+OK\r\n+PONG\r\n");
    show("at last gets", client, reply);
    bool is_answered = reply.len >= wanted.len &&
                       memcmp(reply.data + reply.len - wanted.len, wanted.data, wanted.len) == 0;
    buffer_clear(&bytes);
    sim_client_close(client);
    rest();
    return is_answered;
}

static unsigned clients_left(void) {
    unsigned clients = 0;
    const struct engine *engine = server_engine(world.server);
    for (unsigned i = 0; i < engine->core_count; i++) clients += engine->cores[i]->client_count;
    return clients;
}

/* Who is left, when nobody should be. */
static void show_left(void) {
    const struct engine *engine = server_engine(world.server);
    for (unsigned i = 0; i < engine->core_count && getenv("FUZZ_SHOW") != NULL; i++) {
        const struct client *client = engine->cores[i]->clients_first;
        for (; client != NULL; client = client->next) {
            fprintf(stderr, "left: id %llu, last command %s,%s%s%s%s pause %d\n",
                    (unsigned long long)client->id,
                    client->last_command != NULL ? client->last_command->name : "none",
                    client->is_busy ? " busy," : "", client->is_blocked ? " blocked," : "",
                    client->is_paused ? " paused," : "", client->multi != NULL ? " in MULTI," : "",
                    (int)engine->cores[i]->pause);
        }
    }
}

/* Clients that were paused may have left a CLIENT KILL or another pause, which runs now; but they have
 * left only so much. */
static void require_a_pong(void) {
    bool is_answered = false;
    for (unsigned i = 0; i < TRIES && (!is_answered || clients_left() > 0); i++) {
        is_answered = gets_a_pong();
    }
    fuzz_require(is_answered, "a new client gets its answers");
    if (clients_left() > 0) show_left();
    fuzz_require(clients_left() == 0, "closed connections are gone");
    const struct engine *engine = server_engine(world.server);
    for (unsigned i = 0; i < engine->core_count; i++) {
        fuzz_require(locks_are_quiet(engine->cores[i]->shard.locks), "no lock is left");
    }
}

/* What was written to the log alone makes the same data again. */
static void require_that_effects_say_all(void) {
    struct engine *engine = server_engine(world.server);
    for (unsigned i = 0; i < engine->core_count; i++) {
        struct shard *shard = &engine->cores[i]->shard;
        for (unsigned db = 0; db < engine->databases; db++) {
            unsigned char real[20] = {0}, rebuilt[20] = {0};
            keyspace_digest(shard->keyspace, db, real);
            shadow_digest(shard->shadow, keyspace_now(shard->keyspace), db, rebuilt);
            fuzz_require(memcmp(real, rebuilt, sizeof real) == 0, "effects say all that happened");
        }
    }
}

/* Runs that go on beyond their input get bytes drawn from it, so that short inputs do much, too. */
static struct buffer drawn_out(const uint8_t *data, size_t size) {
    struct buffer program = {0};
    buffer_append(&program, bytes_of((const char *)data, size));
    uint64_t state = 14695981039346656037u; /* FNV-1a */
    for (size_t i = 0; i < size; i++) state = (state ^ data[i]) * 1099511628211u;
    for (size_t i = 0; size > 0 && i < (size_t)(data[0] >> 5) * DRAWN_UNIT; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u; /* Knuth's MMIX */
        char byte = (char)(state >> 56);
        buffer_append(&program, bytes_of(&byte, 1));
    }
    return program;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct buffer program = drawn_out(data, size);
    world = (struct world){.fuzz = {program.data, program.len}};
    start();
    for (unsigned i = 0; i < CLIENTS; i++) world.peers[i].client = sim_client_open();
    for (unsigned i = 0; world.fuzz.left > 0 && i < ACTIONS_MAX; i++) act();
    finish_clients();
    if (!is_shut_down()) require_a_pong();
    require_that_effects_say_all();
    server_stop(world.server);
    server_join(world.server);
    server_destroy(world.server);
    buffer_clear(&program);
    return 0;
}
