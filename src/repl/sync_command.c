/* repl/sync_command.c - ANAX SYNC and ANAX FLOW, by which a replica begins a session, and WAIT. */
#include <inttypes.h>
#include <stdio.h>

#include "base/memory.h"
#include "base/number.h"
#include "engine/blocking.h"
#include "engine/connection.h"
#include "engine/own_writes.h"
#include "repl/families.h"
#include "repl/follower.h"
#include "repl/history.h"
#include "repl/node.h"
#include "repl/on_home.h"
#include "repl/pledge.h"
#include "repl/readback.h"
#include "repl/source.h"
#include "repl/wire.h"
#include "sys/fiber.h"

/* ---- ANAX SYNC ---- */

struct sync {
    struct engine *engine;
    struct history history; /* of the replica; empty: it has nothing */
    uint64_t have[PARTITIONS], own[PARTITIONS];
    bool *reaches; /* one a core */
    struct readback **probes;
    const char *reason; /* why it gets everything; NULL: it goes on */
    bool goes_back;     /* to what have says then, because it is beyond a branch */
    char peer[FOLLOWER_PEER], ip[FOLLOWER_PEER];
    uint64_t port, version;
    char member[MEMBER_ID + 1];
    uint64_t members_version, no_member, fence;
    bool takes_messages, is_itself;
    /* what comes of it */
    bool is_full;
    uint64_t id;
    char replid[HISTORY_ID + 1];
    struct buffer terms, members;
};

/* Among words with single spaces between them. */
static bool has_word(struct bytes text, struct bytes word) {
    while (text.len > 0) {
        struct bytes next = bytes_take_until(&text, ' ');
        if (bytes_equal(next, word)) {
            return true;
        }
    }
    return false;
}

static bool take_field(struct sync *sync, struct bytes name, struct bytes value) {
    if (bytes_is(name, "version")) {
        return number_parse_u64(value, &sync->version);
    }
    if (bytes_is(name, "capabilities")) {
        sync->takes_messages = has_word(value, BYTES_LITERAL("messages"));
        return true;
    }
    if (bytes_is(name, "port")) {
        return number_parse_u64(value, &sync->port) && sync->port <= UINT16_MAX;
    }
    if (bytes_is(name, "ip")) {
        snprintf(sync->ip, sizeof(sync->ip), "%.*s", (int)value.len, value.data);
        return value.len < sizeof(sync->ip);
    }
    if (bytes_is(name, "replid") && value.len == HISTORY_ID) {
        memcpy(sync->history.id, value.data, HISTORY_ID);
        return true;
    }
    if (bytes_is(name, "terms")) {
        return value.len == 0 || history_parse_terms(&sync->history, value);
    }
    if (bytes_is(name, "lsns")) {
        bool is_whole = value.len == sizeof(sync->have);
        memcpy(sync->have, value.data, is_whole ? value.len : 0);
        return is_whole;
    }
    if (bytes_is(name, "member") && value.len == MEMBER_ID) {
        memcpy(sync->member, value.data, MEMBER_ID);
        return memchr(value.data, ' ', MEMBER_ID) == NULL;
    }
    if (bytes_is(name, "replica-id")) {
        sync->is_itself = bytes_equal(value, bytes_of_string(sync->engine->run_id));
        return true;
    }
    if (bytes_is(name, "members-version")) {
        return number_parse_u64(value, &sync->members_version);
    }
    if (bytes_is(name, "fence")) {
        return number_parse_u64(value, &sync->fence);
    }
    if (bytes_is(name, "no-member")) {
        return number_parse_u64(value, &sync->no_member);
    }
    return true; /* of a later version */
}

/* "127.0.0.1:4711": without the port. */
static void name_peer(struct sync *sync, const struct client *client) {
    const char *end = strrchr(client->address.peer, ':');
    size_t len = end ? (size_t)(end - client->address.peer) : 0;
    snprintf(sync->peer, sizeof(sync->peer), "%.*s", (int)len, client->address.peer);
    if (sync->ip[0]) {
        memcpy(sync->peer, sync->ip, sizeof(sync->peer));
    }
}

static void take_lsns(struct core *core, void *arg) {
    struct sync *sync = arg;
    const struct effects *effects = &core->shard.effects;
    sources_prepare(core);
    memcpy(sync->own + effects->partition_first, effects->lsn + effects->partition_first,
           effects->partition_count * sizeof(uint64_t));
}

static void note_followed(void *arg) {
    node_note_followed(arg);
}

static void look_at_core(struct core *core, void *arg) {
    struct sync *sync = arg;
    sync->reaches[core->index] = sources_reach(core, sync->have, &sync->probes[core->index]);
}

/* On core 0. */
static void compare_histories(struct core *core, void *arg) {
    struct sync *sync = arg;
    const struct history *own = node_history(core->engine);
    if (history_is_empty(&sync->history)) {
        sync->reason = "it has nothing yet";
        return;
    }
    sync->reason = history_refusal(own, sync->own, &sync->history, sync->have);
    uint64_t *branch = memory_alloc(sizeof(sync->have));
    if (sync->reason && history_branch(own, sync->own, &sync->history, sync->have, branch)) {
        memcpy(sync->have, branch, sizeof(sync->have));
        sync->goes_back = true;
        sync->reason = NULL;
    }
    memory_free(branch);
}

static void probe_all(void *arg) {
    struct sync *sync = arg;
    for (unsigned i = 0; i < sync->engine->core_count; i++) {
        struct readback *probe = sync->probes[i];
        if (probe) {
            readback_seek_lsns(probe, sync->have);
            sync->reaches[i] = probe->error == 0;
        }
    }
}

/* Whether backlogs, or logs, of all cores reach back. */
static void look_back(struct sync *sync) {
    if (!sync->reason) {
        fiber_offload(probe_all, sync);
    }
    for (unsigned i = 0; i < sync->engine->core_count; i++) {
        if (!sync->reaches[i] && !sync->reason) {
            sync->reason = "neither backlog nor log reach back so far";
        }
        if (sync->probes[i]) {
            readback_destroy(sync->probes[i]);
        }
    }
}

/* On core 0. */
static void decide(struct core *core, void *arg) {
    struct sync *sync = arg;
    const struct history *own = node_history(core->engine);
    if (history_is_empty(own) || !pledge_of(core->engine)) {
        return;
    }
    bool has_something = !history_is_empty(&sync->history);
    sync->is_full = sync->reason != NULL;
    sync->goes_back &= !sync->is_full;
    struct follower_request request = {.have = sync->have,
                                       .is_full = sync->is_full,
                                       .was_refused = sync->is_full && has_something,
                                       .peer = sync->peer,
                                       .port = (uint16_t)sync->port,
                                       .member = sync->member,
                                       .wants_in = sync->no_member == 0,
                                       .takes_messages = sync->takes_messages,
                                       .members_version = sync->members_version,
                                       .fence = sync->fence};
    memcpy(sync->replid, own->id, sizeof(sync->replid));
    history_print_terms(own, &sync->terms);
    members_print(&pledge_of(core->engine)->newest, &sync->members);
    log_line('*', "Replica %s:%u asks for synchronization", sync->peer, request.port);
    if (sync->goes_back) {
        log_line('*', "Replica %s:%u has gone on where a new term began: it is to go back there",
                 sync->peer, request.port);
        return;
    }
    sync->id = follower_open(core->engine, &request);
    if (sync->is_full) {
        log_line('*', "Full resync with replica %s:%u: %s", sync->peer, request.port, sync->reason);
    } else {
        log_line('*', "Partial resynchronization request from %s:%u accepted.", sync->peer,
                 request.port);
    }
}

/* The control connection: its session ends with it. */
struct control {
    struct mail mail;
    struct engine *engine;
    uint64_t id;
};

static void control_is_gone(struct mail *mail) {
    struct control *control = (struct control *)mail;
    follower_close(control->engine, control->id);
    memory_free(control);
}

static void control_closed(struct client *client) {
    struct control *control = client->taker;
    control->mail.deliver = control_is_gone;
    mail_post(control->engine->cores[0]->loop, &control->mail);
}

static void take_control(struct client *client, uint64_t id) {
    static const struct client_takeover takeover = {.on_closed = control_closed};
    struct control *control = memory_alloc_zeroed(sizeof(*control));
    control->engine = client->core->engine;
    control->id = id;
    client->taker = control;
    if (!connection_of(client)->stream) {
        control_closed(client);
        return;
    }
    client->is_replica = true;
    client->takeover = &takeover;
}

static void put_number(struct reply *reply, const char *name, uint64_t number) {
    reply_bulk_string(reply, name);
    reply_integer(reply, (int64_t)number);
}

static void put_text(struct reply *reply, const char *name, struct bytes text) {
    reply_bulk_string(reply, name);
    reply_bulk(reply, text);
}

static void answer(struct call *call, const struct sync *sync) {
    const struct settings *settings = call->client->core->settings;
    reply_map(call->reply, sync->goes_back ? 10 : 9);
    put_number(call->reply, "version", WIRE_VERSION);
    put_number(call->reply, "session", sync->id);
    put_number(call->reply, "cores", sync->engine->core_count);
    put_number(call->reply, "databases", sync->engine->databases);
    put_text(call->reply, "mode",
             sync->goes_back ? BYTES_LITERAL("back")
             : sync->is_full ? BYTES_LITERAL("full")
                             : BYTES_LITERAL("continue"));
    if (sync->goes_back) {
        put_text(call->reply, "lsns", bytes_of((const char *)sync->have, sizeof(sync->have)));
    }
    put_text(call->reply, "replid", bytes_of_string(sync->replid));
    put_text(call->reply, "terms", buffer_view(&sync->terms));
    put_number(call->reply, "chunk-size", settings->serialization_max_chunk_size);
    put_text(call->reply, "members", buffer_view(&sync->members));
}

static void begin_session(struct call *call, struct sync *sync) {
    name_peer(sync, call->client);
    on_home(sync->engine, note_followed, sync->engine);
    core_run_on_all(sync->engine, take_lsns, sync);
    core_run_on(sync->engine->cores[0], compare_histories, sync);
    core_run_on_all(sync->engine, look_at_core, sync);
    look_back(sync);
    core_run_on(sync->engine->cores[0], decide, sync);
    if (sync->replid[0] == 0) {
        reply_error(call->reply, "ERR there is no history yet to be followed");
    } else if (sync->goes_back) {
        answer(call, sync); /* there is no session: it asks again */
    } else if (sync->id == 0) {
        reply_error(call->reply, "ERR there are too many replicas");
    } else {
        answer(call, sync);
        take_control(call->client, sync->id);
    }
}

static void sync_command(struct call *call) {
    struct sync *sync = memory_alloc_zeroed(sizeof(*sync));
    sync->engine = call->client->core->engine;
    sync->reaches = memory_alloc_zeroed(sync->engine->core_count * sizeof(*sync->reaches));
    sync->probes = memory_alloc_zeroed(sync->engine->core_count * sizeof(struct readback *));
    bool is_good = call->argc % 2 == 0 && !call->client->takeover;
    for (unsigned i = 2; i + 1 < call->argc && is_good; i += 2) {
        is_good = take_field(sync, call->argv[i], call->argv[i + 1]);
    }
    if (!is_good) {
        reply_error_syntax(call->reply);
    } else if (sync->version != WIRE_VERSION) {
        reply_error(call->reply,
                    "ERR the replica speaks version %" PRIu64
                    " of the protocol, and this server version %d",
                    sync->version, WIRE_VERSION);
    } else if (sync->is_itself) {
        reply_error(call->reply, "ERR a server cannot be its own replica");
    } else {
        begin_session(call, sync);
    }
    history_clear(&sync->history);
    buffer_clear(&sync->terms);
    buffer_clear(&sync->members);
    memory_free(sync->reaches);
    memory_free(sync->probes);
    memory_free(sync);
}

/* ---- ANAX FLOW ---- */

struct claim {
    uint64_t id, number;
    struct follower *follower;
};

static void claim_it(struct core *core, void *arg) {
    struct claim *claim = arg;
    claim->follower = follower_claim(core->engine, claim->id, (unsigned)claim->number);
}

static void unclaim_it(struct core *core, void *arg) {
    const struct claim *claim = arg;
    (void)core;
    follower_unclaim(claim->follower, (unsigned)claim->number);
}

static void flow_command(struct call *call) {
    struct client *client = call->client;
    struct core *home = client->core->engine->cores[0];
    struct claim claim = {0};
    if (!number_parse_u64(call->argv[2], &claim.id) ||
        !number_parse_u64(call->argv[3], &claim.number) || claim.number >= PARTITIONS ||
        client->takeover) {
        reply_error_syntax(call->reply);
        return;
    }
    core_run_on(home, claim_it, &claim);
    if (!claim.follower) {
        reply_error(call->reply, "ERR there is no such flow to be had");
    } else if (!connection_of(client)->stream) {
        core_run_on(home, unclaim_it, &claim);
    } else {
        outlet_open(call, claim.follower, (unsigned)claim.number);
    }
}

/* ---- WAIT ---- */

static void reply_count(struct reply *reply, bool is_local, uint64_t replicas) {
    (void)is_local;
    reply_integer(reply, (int64_t)replicas);
}

static void wait_for_replicas(struct call *call) {
    int64_t replicas;
    struct own_wait_options options = {.reply = reply_count};
    if (call->client->core->refusals & REFUSE_NOTHING) {
        reply_error(call->reply, "ERR WAIT cannot be used with replica instances. Please also note "
                                 "that since Redis 4.0 if a replica is configured to be writable "
                                 "(which is not the default) writes to replicas are just local and "
                                 "are not propagated.");
    } else if (!number_parse_i64(call->argv[1], &replicas)) {
        reply_error_not_integer(call->reply);
    } else if (blocking_milliseconds(call, 2, &options.timeout_ms)) {
        options.replicas = replicas > 0 ? (uint64_t)replicas : 0;
        own_writes_wait(call, &options);
    }
}

const struct command sync_commands[] = {
    {"WAIT", "numreplicas timeout", wait_for_replicas, NOSCRIPT | MAY_BLOCK | ON_CONNECTION,
     NO_KEYS, "3.0.0", "O(1)",
     "Waits until replicas have what was written before on this connection.", GROUP_GENERIC, NULL,
     .tips = "request_policy:all_shards|response_policy:agg_min",
     .categories = CATEGORY_CONNECTION},
    {"ANAX|SYNC", "field value [field value ...]", sync_command,
     ADMIN | NOSCRIPT | NO_MULTI | STALE | ON_FIBER, NO_KEYS, "7.0.0", "O(1)",
     "Begins a session of a replica.", GROUP_SERVER, NULL, .is_system = true},
    {"ANAX|FLOW", "session core", flow_command, ADMIN | NOSCRIPT | NO_MULTI | STALE | ON_FIBER,
     NO_KEYS, "7.0.0", "O(1)", "Makes a connection a flow of a replica's session.", GROUP_SERVER,
     NULL, .is_system = true},
    {0},
};
