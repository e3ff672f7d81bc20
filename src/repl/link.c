/* repl/link.c - the fiber that keeps the link, and what it does to all cores.
 *
 *      connect, say who we are, ANAX SYNC ──> continue ──────────────────────────> journal
 *                                       ├───> full: empty ─> load ─> PUBLISH ─> log ─┘
 *                                       └───> back: our own log again, up to where we may go on; then once more
 *
 * While the data is torn, because a replica that is far behind cannot hold all that it has missed, clients are refused
 * (REFUSE_HIDDEN), also after a restart: the history beside the log says so. Who is made a primary then goes back to where
 * it was whole.
 *
 * One session after the other; a new wish (REPLICAOF) has a new generation, and what belongs to an older one ends. */
#include "repl/link.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/memory.h"
#include "base/number.h"
#include "engine/apply.h"
#include "engine/blocking.h"
#include "engine/copies.h"
#include "engine/journal.h"
#include "engine/load.h"
#include "engine/tx.h"
#include "log/compactor.h"
#include "repl/follower.h"
#include "repl/node.h"
#include "repl/pledge.h"
#include "repl/session.h"
#include "repl/source.h"
#include "repl/wire.h"

enum { CONNECT_MS = 5000 };
#define SECOND_NS ((int64_t)1000000000)
#define HANDSHAKE_NS (10 * SECOND_NS)
#define SAY_EVERY_NS (5 * SECOND_NS) /* how far a sync is */

struct replica {
    struct engine *engine;
    char host[HOST_MAX];
    uint16_t port;
    bool is_wanted;
    uint64_t generation;
    enum link_state state;
    bool is_running; /* the fiber is there */
    bool is_busy;    /* a session has begun to do something; its end is signalled */
    bool needs_all;  /* the last session could not go on from what is here */
    bool is_half;    /* what is there was half loaded, or nothing is */
    bool is_torn;    /* transactions may be half there: nobody is shown any */
    bool is_loading; /* a full sync is under way */
    struct event changed, ended;
    struct fiber_mutex mutex; /* of link_begin and link_end */
    struct session *session;
    int64_t up_ns; /* when the link was last up; 0: never */
    uint64_t syncs_full, syncs_partial;
    char error[SESSION_ERROR];
};

static struct link_hooks hooks;

void link_set_hooks(const struct link_hooks *given) {
    hooks = *given;
}

static struct replica *replica_of(struct engine *engine) {
    if (engine->replica == NULL) {
        engine->replica = memory_alloc_zeroed(sizeof *engine->replica);
        engine->replica->engine = engine;
    }
    return engine->replica;
}

/* ---- all cores ---- */

static void refuse_here(struct core *core, void *arg) {
    core->refusals = (uint8_t)((core->refusals & REFUSE_LONELY) | *(const uint8_t *)arg);
}

static void spread_refusals(struct replica *replica) {
    const struct settings *settings = replica->engine->cores[0]->settings;
    uint8_t refusals = 0;
    if (replica->is_wanted) refusals |= REFUSE_NOTHING;
    if (replica->is_wanted && replica->is_torn) refusals |= REFUSE_HIDDEN;
    if (replica->is_wanted && settings->replica_read_only) refusals |= REFUSE_WRITES;
    if (replica->is_wanted && !settings->replica_serve_stale_data &&
        replica->state != LINK_CONNECTED)
        refusals |= REFUSE_STALE;
    core_run_on_all(replica->engine, refuse_here, &refusals);
}

static void set_state(struct replica *replica, enum link_state state) {
    bool was_up = replica->state == LINK_CONNECTED;
    if (state == replica->state) return;
    replica->state = state;
    if (state == LINK_CONNECTED || was_up) replica->up_ns = loop_now_ns(loop_current());
    spread_refusals(replica);
}

static const struct command link_row = {.name = "REPLICAOF", .flags = WRITE};
static const struct command_entry link_command = {.row = &link_row, .name = "replicaof"};

/* fn runs on all cores while nobody else has anything of their shards. */
static void run_alone(struct engine *engine, void (*fn)(struct tx_part *part), void *arg) {
    struct call call = {.command = &link_command, .shard = &engine->cores[0]->shard};
    struct tx *tx = memory_alloc(sizeof *tx);
    tx_begin_all(tx, &call, true);
    tx->durability = DURABILITY_MEMORY;
    tx_hop(tx, fn, arg, TX_CONCLUDE);
    tx_end(tx);
    memory_free(tx);
}

static void limit_bases(struct core *core, uint64_t batch) {
    if (core->journal != NULL) compactor_set_limit(core->journal->compactor, batch);
}

/* What the primary is asked to go on from is not moved by anybody else from now on. */
static void hold_still(struct tx_part *part) {
    const struct effects *effects = &part->core->shard.effects;
    apply_set_replica(part->core, true);
    apply_forget(part->core);
    if (part->core->journal && compactor_limit(part->core->journal->compactor) == UINT64_MAX)
        limit_bases(part->core, 0);
    memcpy((uint64_t *)part->tx->arg + effects->partition_first,
           effects->lsn + effects->partition_first, effects->partition_count * sizeof(uint64_t));
}

static void let_go(struct tx_part *part) {
    apply_set_replica(part->core, false);
    apply_forget(part->core);
    limit_bases(part->core, UINT64_MAX);
}

static void empty(struct tx_part *part) {
    struct core *core = part->core;
    apply_forget(core);
    for (unsigned db = 0; db < core->engine->databases; db++)
        keyspace_flush(core->shard.keyspace, db);
    core_free_soon(core);
}

static void begin_sources_anew(struct core *core, void *arg) {
    (void)arg;
    sources_begin_anew(core);
}

/* Our own replicas have to find out where they stand: LSNs go on from elsewhere. */
static void forget_followers(struct engine *engine) {
    followers_close(engine);
    core_run_on_all(engine, begin_sources_anew, NULL);
}

static void end_sources(struct core *core, void *arg) {
    (void)arg;
    sources_end_all(core);
}

/* Our own replicas have to ask again: what comes from now on is of a term that they have not heard of, and with it they would
 * seem to be beyond the place where it began. They go on where they are. */
static void tell_followers_of_term(struct engine *engine) {
    followers_close(engine);
    core_run_on_all(engine, end_sources, NULL);
}

/* ---- what the session says ---- */

static void failed(struct errand *errand) {
    struct session *session = errand->flow->session;
    if (errand->number != 0) session->replica->needs_all = true;
    if (session->error[0] == 0)
        snprintf(session->error, SESSION_ERROR, "%.*s", (int)errand->bytes.len, errand->bytes.data);
    errand_free(errand);
    event_signal(session->changed);
}

static void send_failure(struct flow *flow, bool is_final, const char *format, va_list args) {
    char text[SESSION_ERROR];
    struct buffer bytes = {0};
    vsnprintf(text, sizeof text, format, args);
    buffer_append_text(&bytes, text);
    errand_send(flow->session->engine->cores[0], flow, failed, is_final, &bytes);
}

void session_fail(struct flow *flow, const char *format, ...) {
    va_list args;
    va_start(args, format);
    send_failure(flow, false, format, args);
    va_end(args);
}

void session_give_up(struct flow *flow, const char *format, ...) {
    va_list args;
    va_start(args, format);
    send_failure(flow, true, format, args);
    va_end(args);
}

__attribute__((format(printf, 2, 3))) static bool fail(struct session *session, const char *format,
                                                       ...) {
    va_list args;
    va_start(args, format);
    if (session->error[0] == 0) vsnprintf(session->error, SESSION_ERROR, format, args);
    va_end(args);
    return false;
}

/* ---- the control connection ---- */

bool session_greet(const struct session *session, struct caller *caller, int64_t due_ns) {
    return caller_greet(caller, buffer_view(&session->user), buffer_view(&session->password),
                        due_ns);
}

enum { ASK_MAX = 32, START_LOOK_NS = 1000000 };

static void ask_to_sync(struct session *session, const uint64_t *lsns) {
    struct engine *engine = session->engine;
    const struct settings *settings = engine->cores[0]->settings;
    const struct history *own = node_history(engine);
    bool has_nothing =
        session->replica->is_half || session->replica->needs_all || history_is_empty(own);
    struct buffer terms = {0};
    const struct pledge *pledge = pledge_of(engine);
    char port[8], version[8], members_version[24], fence[24];
    unsigned argc = 0;
    struct bytes argv[ASK_MAX];
    if (!has_nothing) history_print_terms(own, &terms);
    snprintf(version, sizeof version, "%d", WIRE_VERSION);
    snprintf(port, sizeof port, "%u",
             settings->replica_announce_port > 0 ? settings->replica_announce_port
             : hooks.port != NULL                ? hooks.port(engine)
                                                 : 0);
    snprintf(members_version, sizeof members_version, "%" PRIu64, pledge->newest.version);
    snprintf(fence, sizeof fence, "%" PRIu64, pledge->fence_number);
    const struct bytes fields[] = {BYTES_LITERAL("fence"),
                                   bytes_of_string(fence),
                                   BYTES_LITERAL("version"),
                                   bytes_of_string(version),
                                   BYTES_LITERAL("capabilities"),
                                   BYTES_LITERAL("chunks messages"),
                                   BYTES_LITERAL("port"),
                                   bytes_of_string(port),
                                   BYTES_LITERAL("replica-id"),
                                   bytes_of_string(engine->run_id),
                                   BYTES_LITERAL("member"),
                                   bytes_of_string(pledge->id),
                                   BYTES_LITERAL("members-version"),
                                   bytes_of_string(members_version),
                                   BYTES_LITERAL("no-member"),
                                   settings->replica_priority == 0 ? BYTES_LITERAL("1")
                                                                   : BYTES_LITERAL("0"),
                                   BYTES_LITERAL("replid"),
                                   has_nothing ? BYTES_LITERAL("?") : bytes_of_string(own->id),
                                   BYTES_LITERAL("terms"),
                                   buffer_view(&terms),
                                   BYTES_LITERAL("lsns"),
                                   bytes_of((const char *)lsns, PARTITIONS * sizeof *lsns)};
    argv[argc++] = BYTES_LITERAL("ANAX");
    argv[argc++] = BYTES_LITERAL("SYNC");
    for (unsigned i = 0; i < sizeof fields / sizeof fields[0]; i++) argv[argc++] = fields[i];
    if (settings->replica_announce_ip[0] != 0) {
        argv[argc++] = BYTES_LITERAL("ip");
        argv[argc++] = bytes_of_string(settings->replica_announce_ip);
    }
    caller_request(&session->control, argv, argc);
    buffer_clear(&terms);
}

static bool find_number(const struct caller_reply *reply, const char *name, uint64_t *number) {
    struct bytes text;
    return caller_find(reply, name, &text) && number_parse_u64(text, number);
}

static bool read_branch(struct session *session, const struct caller_reply *reply) {
    struct bytes lsns;
    size_t size = PARTITIONS * sizeof *session->lsns;
    if (!caller_find(reply, "lsns", &lsns) || lsns.len != size)
        return fail(session, "the primary does not say where to go back to");
    memcpy(session->lsns, lsns.data, size);
    return true;
}

/* The in-sync set that the primary knows; an Anax without one says nothing of it. */
static bool take_members(struct session *session, const struct caller_reply *reply) {
    struct bytes text;
    struct members *members = memory_alloc_zeroed(sizeof *members);
    bool is_good = !caller_find(reply, "members", &text) || members_parse(members, text);
    if (!is_good) fail(session, "the primary's in-sync set is not understood");
    const char *refusal = pledge_refusal(pledge_of(session->engine), &session->history, members);
    if (is_good && refusal != NULL) is_good = fail(session, "it is not followed: %s", refusal);
    if (is_good && members->version > 0 &&
        !pledge_know(session->engine, session->history.id, members))
        is_good = fail(session, "the in-sync set cannot be kept");
    memory_free(members);
    return is_good;
}

static bool read_answer(struct session *session, const struct caller_reply *reply) {
    struct bytes mode, id, terms;
    uint64_t version, cores, databases;
    if (!find_number(reply, "version", &version) || !find_number(reply, "cores", &cores) ||
        !find_number(reply, "session", &session->number) ||
        !find_number(reply, "databases", &databases) || !caller_find(reply, "mode", &mode) ||
        !caller_find(reply, "replid", &id) || !caller_find(reply, "terms", &terms))
        return fail(session, "the primary's answer to ANAX SYNC is not understood");
    if (version != WIRE_VERSION)
        return fail(session, "the primary speaks version %" PRIu64 " of the protocol, not %d",
                    version, WIRE_VERSION);
    if (databases > session->engine->databases)
        return fail(session, "the primary has %" PRIu64 " databases, more than the %u here",
                    databases, session->engine->databases);
    if (cores == 0 || cores > PARTITIONS || id.len != HISTORY_ID ||
        !history_parse_terms(&session->history, terms))
        return fail(session, "the primary's answer to ANAX SYNC makes no sense");
    memcpy(session->history.id, id.data, HISTORY_ID);
    session->flow_count = (unsigned)cores;
    session->is_full = bytes_equal(mode, BYTES_LITERAL("full"));
    session->goes_back = bytes_equal(mode, BYTES_LITERAL("back"));
    return !session->goes_back || read_branch(session, reply);
}

static bool begins_with(const char *text, const char *start) {
    return strncmp(text, start, strlen(start)) == 0;
}

/* Errors as they come from a server that is not prepared for us, for who has to read the log. */
static void fail_by_reply(struct session *session, const char *reply) {
    if (begins_with(reply, "ERR unknown command"))
        fail(session, "that is no Anax, and Anax replicates with Anax only: %.100s", reply);
    else if (begins_with(reply, "NOAUTH") ||
             begins_with(reply, "ERR Protocol error: unauthenticated"))
        fail(session, "it wants a password, and masterauth is empty here: %.100s", reply);
    else
        fail(session, "%s", reply);
}

static bool negotiate(struct session *session, uint64_t *lsns) {
    struct caller_reply *reply = memory_alloc(sizeof *reply);
    int64_t due_ns = loop_now_ns(loop_current()) + HANDSHAKE_NS;
    bool is_good = session_greet(session, &session->control, due_ns);
    if (is_good) {
        run_alone(session->engine, hold_still, lsns);
        ask_to_sync(session, lsns);
        is_good = caller_reply(&session->control, reply, due_ns);
    }
    if (!is_good) fail_by_reply(session, session->control.error);
    if (is_good) is_good = read_answer(session, reply) && take_members(session, reply);
    if (is_good) caller_drop(&session->control, reply);
    memory_free(reply);
    return is_good;
}

/* ---- waiting ---- */

static bool is_over(const struct session *session) {
    const struct replica *replica = session->replica;
    return session->error[0] != 0 || !replica->is_wanted ||
           session->generation != replica->generation;
}

/* Nothing has come for so long on some flow, though each is sent something once a second. */
static bool is_silent(const struct session *session, int64_t now_ns, int64_t limit_ns) {
    for (unsigned i = 0; i < session->flow_count; i++) {
        int64_t last_ns = atomic_load_explicit(&session->flows[i].last_io_ns, memory_order_relaxed);
        if (now_ns - last_ns > limit_ns) return true;
    }
    return false;
}

/* What waits for other flows has waited so long that what it waits for will not come, though they are alive. */
static bool waits_for_nothing(struct session *session, int64_t now_ns, int64_t limit_ns) {
    uint64_t sum = 0;
    bool holds = false;
    for (unsigned i = 0; session->line != NULL && i < session->flow_count; i++) {
        holds |= session->first[i] != UINT64_MAX;
        sum += session->taken[i];
    }
    bool is_catching_up = !session->is_full && !session_heard_all(session, NEWS_CAUGHT_UP);
    if (!holds || session->is_joint_running || sum != session->taken_sum || is_catching_up ||
        is_silent(session, now_ns, limit_ns / 4)) {
        session->taken_sum = sum;
        session->taken_ns = now_ns;
    }
    return now_ns - session->taken_ns > limit_ns;
}

/* Whoever sends nothing for repl-timeout is gone. */
static void look_at_time(struct session *session) {
    int64_t now_ns = loop_now_ns(loop_current());
    int64_t limit_ns = (int64_t)session->engine->cores[0]->settings->repl_timeout * SECOND_NS;
    if (session->control.stream == NULL)
        fail(session, "the control connection: %s", session->control.error);
    if (waits_for_nothing(session, now_ns, limit_ns)) {
        session->replica->needs_all = true;
        fail(session, "a transaction did not come to its end");
    }
    if (!session->is_standing && is_silent(session, now_ns, limit_ns))
        fail(session, "nothing came for %" PRId64 " seconds", limit_ns / SECOND_NS);
}

static void say_progress(struct session *session) {
    int64_t now_ns = loop_now_ns(loop_current());
    uint64_t bytes = 0;
    if (!session->replica->is_loading || now_ns - session->said_ns < SAY_EVERY_NS) return;
    for (unsigned i = 0; i < session->flow_count; i++)
        bytes += atomic_load_explicit(&session->flows[i].bytes_in, memory_order_relaxed);
    if (session->said_ns > 0)
        log_line('*', "MASTER <-> REPLICA sync: %.1f MiB received", (double)bytes / (1 << 20));
    session->said_ns = now_ns;
}

static void wait_for_change(struct session *session) {
    event_wait_until(session->changed, loop_now_ns(loop_current()) + SECOND_NS);
    look_at_time(session);
    say_progress(session);
}

/* ---- a full sync ---- */

static void make_loader(struct core *core, void *arg) {
    ((struct loader **)arg)[core->index] = loader_create(core->shard.keyspace, 0);
}

static void destroy_loader(struct core *core, void *arg) {
    struct loader **loaders = arg;
    if (loaders[core->index] != NULL) loader_destroy(loaders[core->index]);
    loaders[core->index] = NULL;
}

static void begin_full(struct session *session) {
    struct replica *replica = session->replica;
    struct engine *engine = session->engine;
    log_line('*', "MASTER <-> REPLICA sync: Flushing old data");
    replica->is_half = replica->is_loading = true;
    replica->needs_all = false;
    engine->load_started_ms = loop_wall_ms(loop_current());
    atomic_store_explicit(&engine->is_loading, true, memory_order_relaxed);
    load_end_log(engine);
    run_alone(engine, empty, NULL);
    session->loaders = memory_alloc_zeroed(engine->core_count * sizeof(struct loader *));
    core_run_on_all(engine, make_loader, session->loaders);
    log_line('*', "MASTER <-> REPLICA sync: Loading %u flows", session->flow_count);
    for (unsigned i = 0; i < session->flow_count; i++) flow_go(&session->flows[i], FLOW_LOADING, 0);
}

static void load_global(struct core *core, void *arg) {
    struct session *session = arg;
    keyspace_set_now(core->shard.keyspace, 0);
    if (!loader_record(session->loaders[core->index], buffer_view(&session->global)))
        session_fail(&session->flows[0], "a record without a key cannot be loaded: %s",
                     loader_error(session->loaders[core->index]));
    core_free_soon(core);
}

/* All flows have come to the same record without a key. */
static void pass_global(struct session *session) {
    session->news[NEWS_AT_GLOBAL] = 0;
    core_run_on_all(session->engine, load_global, session);
    struct effect effect;
    if (effect_decode(buffer_view(&session->global), &effect) && effect.op == EFFECT_MEMBERS &&
        !pledge_hear(session->engine, session->history.id, effect.body))
        fail(session, "the in-sync set cannot be kept");
    for (unsigned i = 0; i < session->flow_count; i++) flow_go(&session->flows[i], FLOW_LOADING, 0);
}

static void take_state(struct core *core, void *arg) {
    struct session *session = arg;
    struct effects *effects = &core->shard.effects;
    struct loader *loader = session->loaders[core->index];
    if (!loader_end(loader))
        session_fail(&session->flows[0], "the baseline is not complete: %s", loader_error(loader));
    destroy_loader(core, session->loaders);
    for (unsigned i = 0; i < effects->partition_count; i++) {
        unsigned partition = effects->partition_first + i;
        const struct flow *flow = &session->flows[partition * session->flow_count / PARTITIONS];
        effects->lsn[partition] = flow->lsns[partition];
    }
}

/* Who may be the primary one day has what others will want to go on from: in its log, or else in memory. */
static void keep_journal_here(struct core *core, void *arg) {
    (void)arg;
    if (core->journal == NULL) {
        sources_prepare(core);
        return;
    }
    if (compactor_limit(core->journal->compactor) == UINT64_MAX) limit_bases(core, 0);
}

static void begin_journal(struct session *session) {
    node_note_followed(session->engine);
    core_run_on_all(session->engine, keep_journal_here, NULL);
    joint_init(session);
    for (unsigned i = 0; i < session->flow_count; i++) {
        struct flow *flow = &session->flows[i];
        uint64_t sum = 0;
        for (unsigned j = 0; j < flow->partition_count; j++)
            sum += session->lsns[flow->partition_first + j];
        flow_go(flow, FLOW_JOURNAL, sum);
    }
    session->replica->is_loading = false;
    if (!session->replica->is_torn) set_state(session->replica, LINK_CONNECTED);
}

static bool note_torn(struct replica *replica, const uint64_t *whole_lsns) {
    bool is_kept = node_note_torn(replica->engine, whole_lsns);
    replica->is_torn = whole_lsns != NULL;
    spread_refusals(replica);
    return is_kept;
}

/* All flows stand at the same instant: it becomes what clients see. */
static bool publish(struct session *session) {
    struct replica *replica = session->replica;
    struct engine *engine = session->engine;
    char error[LOAD_ERROR] = "";
    session->news[NEWS_WAITING] = 0;
    session->is_standing = true;
    core_run_on_all(engine, take_state, session);
    fiber_yield(); /* what they say has been posted before */
    if (is_over(session)) return false;
    load_fill_shadows(engine);
    forget_followers(engine);
    if (hooks.begin_log != NULL && !hooks.begin_log(engine, error))
        return fail(session, "the log cannot be begun: %s", error);
    if (!node_adopt(engine, &session->history)) return fail(session, "the history cannot be kept");
    replica->is_half = false;
    if (replica->is_torn && !note_torn(replica, NULL)) return false;
    replica->syncs_full++;
    atomic_store_explicit(&engine->is_loading, false, memory_order_relaxed);
    log_line('*', "MASTER <-> REPLICA sync: Finished with success");
    session->is_standing = false;
    begin_journal(session);
    return true;
}

/* ---- back to a branch ---- */

static bool has_log(const struct engine *engine) {
    /* Relaxed: nobody begins or ends a log meanwhile. */
    return atomic_load_explicit(&engine->has_log, memory_order_relaxed);
}

/* Our own log again, and a new one that begins with that. False: there is nothing now, and the disk has what it had. */
static bool load_up_to(struct engine *engine, const uint64_t *lsns, char *error) {
    engine->load_started_ms = loop_wall_ms(loop_current());
    atomic_store_explicit(&engine->is_loading, true, memory_order_relaxed);
    load_end_log(engine);
    run_alone(engine, empty, NULL);
    bool is_good = hooks.reload_log != NULL && hooks.reload_log(engine, lsns, error);
    forget_followers(engine);
    atomic_store_explicit(&engine->is_loading, false, memory_order_relaxed);
    return is_good;
}

/* What the primary does not have goes: our own log is loaded again, up to there, and a new one begins with that. If it cannot
 * be, all comes from the primary; until then what there was is still on the disk. */
static void go_back(struct session *session) {
    struct replica *replica = session->replica;
    struct engine *engine = session->engine;
    char error[LOAD_ERROR] = "";
    if (!has_log(engine)) {
        replica->needs_all = true;
        return;
    }
    log_line('*', "Going back to where the history of the primary branched off");
    replica->is_half = true;
    if (load_up_to(engine, session->lsns, error) && node_adopt(engine, &session->history)) {
        replica->is_half = false;
        if (replica->is_torn) note_torn(replica, NULL);
        return;
    }
    atomic_store_explicit(&engine->is_loading, true, memory_order_relaxed);
    replica->needs_all = true;
    run_alone(engine, empty, NULL);
    log_line('#', "Going back is not possible, everything is asked for: %s", error);
}

/* ---- catching up ---- */

static void see_nothing(struct tx_part *part) {
    (void)part; /* who had begun to read is done */
}

static bool hide(struct session *session) {
    struct replica *replica = session->replica;
    if (!note_torn(replica, session->lsns))
        return fail(session, "that the data is torn cannot be kept");
    set_state(replica, LINK_SYNC);
    followers_close(session->engine);
    run_alone(session->engine, see_nothing, NULL);
    log_line('*', "There is much to catch up with: clients are refused until that is done");
    for (unsigned i = 0; i < session->flow_count; i++) flow_show_nothing(&session->flows[i]);
    return true;
}

/* The note on the disk goes when what it is about is there. */
static bool show_again(struct session *session) {
    struct replica *replica = session->replica;
    log_line('*', "It has been caught up with: clients are served again");
    replica->is_torn = false;
    set_state(replica, LINK_CONNECTED);
    spread_refusals(replica);
    journal_sync_all(session->engine);
    return note_torn(replica, NULL) || fail(session, "that the data is whole cannot be kept");
}

static bool look_at_catching_up(struct session *session) {
    struct replica *replica = session->replica;
    if (session->is_full) return true;
    bool is_over_now = session_heard_all(session, NEWS_CAUGHT_UP);
    if (session->news[NEWS_HOLDS_MUCH] > 0 && !replica->is_torn && !is_over_now)
        return hide(session);
    return !is_over_now || !replica->is_torn || show_again(session);
}

/* ---- what is stable ---- */

/* Records may still come to the open batch. */
static void note_batch_here(struct core *core, void *arg) {
    const struct journal *journal = core->journal;
    if (journal != NULL)
        ((uint64_t *)arg)[core->index] =
            writer_last_batch(journal->writer) - (writer_open_records(journal->writer) > 0);
}

static void limit_bases_here(struct core *core, void *arg) {
    limit_bases(core, ((const uint64_t *)arg)[core->index]);
}

/* False: nothing has come since the last ones. */
static bool take_sums(struct session *session) {
    bool is_new = false;
    core_run_on_all(session->engine, note_batch_here, session->stable_batches);
    for (unsigned i = 0; i < session->flow_count; i++) {
        uint64_t sum =
            atomic_load_explicit(&session->flows[i].shown_received, memory_order_relaxed);
        is_new |= sum != session->stable_sums[i];
        session->stable_sums[i] = sum;
    }
    return is_new;
}

/* I3 of the log: what the primary may lose is in no base of ours, so that we can go back. Once a second. */
static void look_at_stable(struct session *session) {
    int64_t now_ns = loop_now_ns(loop_current());
    bool is_whole = session->is_full || session_heard_all(session, NEWS_CAUGHT_UP);
    if (!is_whole || session->line == NULL || now_ns - session->stable_ns < SECOND_NS) return;
    session->stable_ns = now_ns;
    if (!session->has_sums) session->has_sums = take_sums(session);
    for (unsigned i = 0; i < session->flow_count && session->has_sums; i++)
        if (atomic_load_explicit(&session->flows[i].shown_stable, memory_order_relaxed) <
            session->stable_sums[i])
            return;
    if (session->has_sums)
        core_run_on_all(session->engine, limit_bases_here, session->stable_batches);
    session->has_sums = false;
}

/* ---- a session ---- */

static bool begin_flows(struct session *session) {
    session->flows = memory_alloc_zeroed(session->flow_count * sizeof *session->flows);
    session->stable_sums = memory_alloc_zeroed(session->flow_count * sizeof(uint64_t));
    session->stable_batches = memory_alloc_zeroed(session->engine->core_count * sizeof(uint64_t));
    for (unsigned i = 0; i < session->flow_count; i++) flow_init(&session->flows[i], session, i);
    for (unsigned i = 0; i < session->flow_count; i++) flow_open(&session->flows[i]);
    while (!session_heard_all(session, NEWS_READY) && !is_over(session)) wait_for_change(session);
    return !is_over(session);
}

static bool begin_continue(struct session *session) {
    struct engine *engine = session->engine;
    bool is_new = !history_is_same(node_history(engine), &session->history);
    if (!node_adopt(engine, &session->history)) return fail(session, "the history cannot be kept");
    if (is_new) tell_followers_of_term(engine);
    session->is_torn_at_first = session->replica->is_torn;
    session->replica->syncs_partial++;
    log_line('*', "MASTER <-> REPLICA sync: Master accepted a Partial Resynchronization.");
    begin_journal(session);
    return true;
}

static void run_flows(struct session *session) {
    if (session->is_full)
        begin_full(session);
    else if (!begin_continue(session))
        return;
    while (!is_over(session)) {
        wait_for_change(session);
        if (is_over(session) || !look_at_catching_up(session)) return;
        look_at_stable(session);
        if (session_heard_all(session, NEWS_AT_GLOBAL)) pass_global(session);
        if (session_heard_all(session, NEWS_WAITING) && !publish(session)) return;
    }
}

static void leave_core(struct core *core, void *arg) {
    struct session *session = arg;
    if (session->loaders != NULL) destroy_loader(core, session->loaders);
}

static void end_flows(struct session *session) {
    session->has_ended = true;
    if (session->flows == NULL) return;
    for (unsigned i = 0; i < session->flow_count; i++) flow_stop(&session->flows[i]);
    while (!session_heard_all(session, NEWS_GONE) || session->is_joint_running)
        event_wait(session->changed);
    /* Also for what the last joint has told the flows: mail keeps its order, so it has come when this has. */
    core_run_on_all(session->engine, leave_core, session);
    for (unsigned i = 0; i < session->flow_count; i++) flow_clear(&session->flows[i]);
}

static struct session *create_session(struct replica *replica) {
    const struct settings *settings = replica->engine->cores[0]->settings;
    struct session *session = memory_alloc_zeroed(sizeof *session);
    session->engine = replica->engine;
    session->replica = replica;
    session->generation = replica->generation;
    session->changed = &replica->changed;
    session->port = replica->port;
    session->lsns = memory_alloc_zeroed(PARTITIONS * sizeof *session->lsns);
    snprintf(session->host, HOST_MAX, "%s", replica->host);
    buffer_append(&session->password, bytes_of(settings->masterauth, settings->masterauth_len));
    buffer_append_text(&session->user, settings->masteruser);
    return session;
}

static void destroy_session(struct session *session) {
    joint_clear(session);
    history_clear(&session->history);
    buffer_clear(&session->password);
    buffer_clear(&session->user);
    buffer_clear(&session->global);
    memory_free(session->loaders);
    memory_free(session->stable_sums);
    memory_free(session->stable_batches);
    memory_free(session->flows);
    memory_free(session->lsns);
    memory_free(session);
}

/* True if the next one is to begin at once. */
static bool run_session(struct replica *replica) {
    struct session *session = create_session(replica);
    bool is_at_once = false;
    set_state(replica, LINK_CONNECTING);
    log_line('*', "Connecting to MASTER %s:%u", session->host, session->port);
    bool is_open = caller_open(&session->control, session->host, session->port, CONNECT_MS);
    if (!is_open) fail(session, "%s", session->control.error);
    if (is_open && !is_over(session)) {
        replica->is_busy = true;
        replica->session = session;
        set_state(replica, LINK_SYNC);
        bool is_good = negotiate(session, session->lsns) && !is_over(session);
        if (is_good && session->goes_back)
            go_back(session);
        else if (is_good && begin_flows(session))
            run_flows(session);
        is_at_once = is_good && session->goes_back;
        set_state(replica, LINK_CONNECT);
        end_flows(session);
        replica->is_loading = false;
        replica->session = NULL;
    }
    if (is_open) caller_close(&session->control);
    snprintf(replica->error, sizeof replica->error, "%s", session->error);
    if (session->error[0] != 0 && replica->is_wanted)
        log_line('#', "The link with MASTER %s:%u: %s", session->host, session->port,
                 session->error);
    destroy_session(session);
    replica->is_busy = false;
    event_signal(&replica->ended);
    return is_at_once;
}

/* A server without a log serves clients, and so REPLICAOF, before its history and what it knows of the set are there. */
static void await_start(struct replica *replica) {
    while (replica->is_wanted && pledge_of(replica->engine) == NULL) fiber_sleep(START_LOOK_NS);
}

static void link_main(void *arg) {
    struct replica *replica = arg;
    await_start(replica);
    while (replica->is_wanted) {
        uint64_t generation = replica->generation;
        set_state(replica, LINK_CONNECT);
        int64_t pause_ns = run_session(replica) ? 0 : SECOND_NS;
        int64_t due_ns = loop_now_ns(loop_current()) + pause_ns;
        while (replica->is_wanted && generation == replica->generation &&
               event_wait_until(&replica->changed, due_ns))
            continue;
    }
    replica->is_running = false;
    event_signal(&replica->ended);
}

/* ---- wishes ---- */

static void interrupt(struct replica *replica) {
    replica->generation++;
    if (replica->session != NULL && replica->session->control.stream != NULL)
        stream_abort(replica->session->control.stream); /* whoever waits for a reply need not */
    event_signal(&replica->changed);
}

void link_prepare(struct engine *engine) {
    for (unsigned i = 0; i < engine->core_count; i++) {
        engine->cores[i]->is_replica = true; /* shard_init looks */
        engine->cores[i]->refusals = REFUSE_WRITES | REFUSE_NOTHING;
    }
}

/* Who waits for an element would take it from what the primary sends: as in Redis he gets an error, and his connection
 * ends. */
static void end_waiting_here(struct core *core, void *arg) {
    (void)arg;
    if (core->journal != NULL && core->journal->copies != NULL)
        copies_give_up(core->journal->copies); /* what they wrote may be gone soon */
    for (struct client *client = core->clients_first, *next; client != NULL; client = next) {
        next = client->next;
        if (client->is_blocked && blocking_end(client, BLOCKING_UNBLOCKED))
            client_close(client, false);
    }
}

static void tell_change(struct replica *replica) {
    char text[HOST_MAX + 8] = "";
    if (replica->is_wanted) snprintf(text, sizeof text, "%s %u", replica->host, replica->port);
    if (hooks.on_change != NULL) hooks.on_change(replica->engine, text);
}

bool link_begin(struct engine *engine, struct bytes host, uint16_t port) {
    struct replica *replica = replica_of(engine);
    bool is_same = replica->is_wanted && replica->port == port &&
                   bytes_equal(host, bytes_of_string(replica->host));
    if (is_same || host.len >= HOST_MAX) return false;
    fiber_mutex_lock(&replica->mutex);
    interrupt(replica);
    snprintf(replica->host, HOST_MAX, "%.*s", (int)host.len, host.data);
    replica->port = port;
    bool was_primary = !replica->is_wanted;
    if (was_primary) replica->is_torn = node_whole(engine) != NULL;
    if (was_primary) replica->state = LINK_CONNECT;
    replica->is_wanted = true;
    spread_refusals(replica);
    if (was_primary) core_run_on_all(engine, end_waiting_here, NULL);
    tell_change(replica);
    if (!replica->is_running) {
        replica->is_running = true;
        fiber_start(FIBER_LARGE, link_main, replica);
    }
    fiber_mutex_unlock(&replica->mutex);
    return true;
}

static void await_end(struct replica *replica) {
    while (replica->is_busy) event_wait(&replica->ended);
}

/* What was half loaded goes; what the disk has, if it has something, comes back. */
static void give_up_loading(struct replica *replica) {
    struct engine *engine = replica->engine;
    char error[LOAD_ERROR] = "";
    run_alone(engine, empty, NULL);
    if (hooks.reload_log != NULL && !hooks.reload_log(engine, NULL, error))
        log_line('#', "What was there before the sync cannot be loaded: %s", error);
    forget_followers(engine);
    replica->is_half = false;
    atomic_store_explicit(&engine->is_loading, false, memory_order_relaxed);
}

/* Who is to be a primary: transactions of which only a part had come go. */
static void drop_torn(struct replica *replica) {
    struct engine *engine = replica->engine;
    const uint64_t *whole = node_whole(engine);
    char error[LOAD_ERROR] = "there is no log";
    bool is_good = false;
    if (has_log(engine) && whole != NULL) {
        is_good = load_up_to(engine, whole, error);
        if (!is_good) give_up_loading(replica);
    }
    if (!is_good)
        log_line('#', "Catching up was cut off, and transactions may be half there: %s", error);
    note_torn(replica, NULL);
}

static void open_term(struct engine *engine, uint64_t number, uint64_t nonce) {
    uint64_t *lsns = memory_alloc_zeroed(PARTITIONS * sizeof *lsns);
    node_lsns(engine, lsns);
    node_open_term_as(engine, lsns, number, nonce);
    memory_free(lsns);
}

void link_settle(struct engine *engine) {
    if (node_whole(engine) == NULL) return;
    drop_torn(replica_of(engine));
    open_term(engine, 0, 0);
}

void link_open_term(struct engine *engine, uint64_t number, uint64_t nonce) {
    open_term(engine, number, nonce);
    tell_followers_of_term(engine);
}

void link_break(struct engine *engine) {
    struct replica *replica = replica_of(engine);
    if (replica->is_wanted) {
        interrupt(replica);
        await_end(replica);
    }
}

bool link_is_wanted(const struct engine *engine) {
    return engine->replica != NULL && engine->replica->is_wanted;
}

bool link_end(struct engine *engine) {
    return link_end_at(engine, 0, 0);
}

bool link_end_at(struct engine *engine, uint64_t number, uint64_t nonce) {
    struct replica *replica = replica_of(engine);
    if (!replica->is_wanted) return false;
    fiber_mutex_lock(&replica->mutex);
    replica->is_wanted = false;
    interrupt(replica);
    await_end(replica);
    if (replica->is_half)
        give_up_loading(replica);
    else if (replica->is_torn)
        drop_torn(replica);
    link_open_term(engine, number, nonce);
    run_alone(engine, let_go, NULL);
    set_state(replica, LINK_NONE);
    spread_refusals(replica);
    tell_change(replica);
    log_line('*', "MASTER MODE enabled");
    fiber_mutex_unlock(&replica->mutex);
    return true;
}

bool link_is_half(const struct engine *engine) {
    return engine->replica != NULL && engine->replica->is_half;
}

void link_stop(struct engine *engine) {
    struct replica *replica = engine->replica;
    if (replica == NULL) return;
    replica->is_wanted = false;
    interrupt(replica);
    await_end(replica);
    for (int i = 0; i < 100 && replica->is_running && machine_chosen() != MACHINE_SIM; i++)
        fiber_sleep(SECOND_NS / 100);
    if (replica->is_running)
        return; /* it waits for a connection; the program ends before it comes */
    link_destroy(engine);
}

void link_destroy(struct engine *engine) {
    memory_free(engine->replica);
    engine->replica = NULL;
}

void link_settings_changed(struct engine *engine) {
    if (engine->replica != NULL) spread_refusals(engine->replica);
}

/* ---- facts ---- */

void link_facts(const struct engine *engine, struct link_facts *facts) {
    const struct replica *replica = engine->replica;
    int64_t now_ns = loop_now_ns(loop_current()), last_ns = 0;
    *facts = (struct link_facts){.last_io_s = -1, .down_since_s = -1};
    if (replica == NULL || !replica->is_wanted) return;
    facts->state = replica->state;
    facts->port = replica->port;
    facts->is_loading = replica->is_loading;
    facts->is_hidden = replica->is_half || replica->is_torn;
    facts->syncs_full = replica->syncs_full;
    facts->syncs_partial = replica->syncs_partial;
    snprintf(facts->host, sizeof facts->host, "%s", replica->host);
    snprintf(facts->error, sizeof facts->error, "%.199s", replica->error);
    const struct session *session = replica->session;
    for (unsigned i = 0; session != NULL && session->flows != NULL && i < session->flow_count;
         i++) {
        const struct flow *flow = &session->flows[i];
        int64_t io_ns = atomic_load_explicit(&flow->last_io_ns, memory_order_relaxed);
        last_ns = io_ns > last_ns ? io_ns : last_ns;
        facts->read_offset += atomic_load_explicit(&flow->shown_received, memory_order_relaxed);
        facts->sync_bytes += atomic_load_explicit(&flow->bytes_in, memory_order_relaxed);
    }
    if (last_ns > 0) facts->sync_io_s = (now_ns - last_ns) / SECOND_NS;
    if (last_ns > 0 && replica->state == LINK_CONNECTED)
        facts->last_io_s = (now_ns - last_ns) / SECOND_NS;
    if (replica->up_ns > 0) facts->down_since_s = (now_ns - replica->up_ns) / SECOND_NS;
}
