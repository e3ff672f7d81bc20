/* engine/exec.c - EXEC.
 *
 *      exec_run ── refused, or a watched key has changed ──> the error, or nil
 *         ├─────── all here, nothing locked ─────────────> run_here
 *         └─────── else, on a fiber ─────────────────────> run_by_hops ── settle_part, group_part on the shards
 *                                                               └───> run_put_off, when all locks are free
 *
 * Errors of commands are replies like any other; nothing is undone. What early commands have written is seen by
 * nobody until the last hop, because its locks are held (T3 of tx.h). Events of keys and messages leave in the order
 * of the commands. Nothing is pushed to a client into the reply of its EXEC: it comes behind it.
 *
 * In the log everything that an EXEC writes, over all its hops and shards, is one transaction (tx.c); one that runs in
 * place is in one batch anyway. */
#include "engine/exec.h"

#include <assert.h>

#include "base/memory.h"
#include "engine/blocking.h"
#include "engine/connection.h"
#include "engine/copies.h"
#include "engine/execute.h"
#include "engine/notify.h"
#include "engine/own_writes.h"
#include "engine/pubsub.h"
#include "engine/tx.h"
#include "engine/watch.h"

enum { PREFETCH_MAX = 64 };

/* A command that runs when the locks have been given back: its reply belongs at that place of those that are there then. */
struct put_off {
    unsigned number;
    size_t at;
};

/* Replies of one part, read in order. */
struct out {
    struct chain chain;
    struct chain_reader reader;
};

struct exec {
    struct tx tx;
    struct client *client;
    const struct multi *multi;
    struct watch_set *watches; /* NULL: none */
    unsigned first, end;       /* the group that a hop runs */
    unsigned db;               /* of the session, as the shards need it */
    uint8_t resp;
    bool no_touch;
    bool is_watching; /* the hop settles the watches first */
    struct out *outs; /* one a part */
    size_t *lens;     /* of the replies, one a request */
    struct chain out; /* all replies: nothing may be pushed to the client between them */
    struct chain unwanted;
    unsigned data_end; /* behind the last command that is the transaction's */
    struct put_off *put_off;
    unsigned put_off_count;
};

bool exec_is(const struct command_entry *command) {
    return command->row->run == exec_run;
}

uint32_t exec_flags(const struct client *client) {
    return client->multi ? client->multi->flags & (WRITE | MAY_REPLICATE) : 0;
}

bool exec_waits(const struct client *client) {
    const struct multi *multi = client->multi;
    const struct journal *journal = client->core->journal;
    if (multi && journal && journal_gates(journal, client->durability)) {
        return true; /* for the disk, at least */
    }
    return multi && (multi->needs_fiber || multi->is_elsewhere || watch_is_elsewhere(client) ||
                     !locks_are_quiet(client->core->shard.locks) || client->core->shard.movers > 0);
}

void exec_refuse_arity(struct client *client, struct reply *reply) {
    reply_error(reply, "EXECABORT Transaction discarded because of: wrong number of arguments for "
                       "'exec' command");
    multi_end(client);
}

/* ---- one command ---- */

/* What a shard has to know of the client, and of the command. */
struct session {
    unsigned db;
    bool no_touch;
    struct buffer *notices; /* where its events are kept, under that number; NULL: they are not */
    unsigned notice_number;
};

static void run_on_shard(struct core *core, const struct batch_request *request,
                         struct session session, const struct client *origin, struct reply *reply,
                         struct stopwatch *watch) {
    struct call call = {
        .command = request->command,
        .argv = request->argv,
        .argc = request->argc,
        .db = session.db,
        .key = request->key,
        .shard = &core->shard,
        .reply = reply,
        .now_ms = keyspace_now(core->shard.keyspace),
        .no_touch = session.no_touch,
        .in_exec = true,
        .notices = session.notices,
        .notice_number = session.notice_number,
    };
    execute(core, &call, origin, watch);
}

static void run_on_connection(struct client *client, const struct batch_request *request,
                              struct tx *within, int64_t now_ms, struct reply *reply,
                              struct stopwatch *watch) {
    struct call call = {
        .command = request->command,
        .argv = request->argv,
        .argc = request->argc,
        .db = client->db,
        .client = client,
        .reply = reply,
        .now_ms = now_ms,
        .no_touch = client->no_touch,
        .in_exec = true,
        .within = within,
    };
    execute(client->core, &call, client, watch);
}

static void feed_monitors(struct client *client, const struct batch_request *request) {
    struct core *core = client->core;
    if (atomic_load_explicit(&core->engine->monitor_count, memory_order_relaxed) &&
        !(request->command->row->flags & (SKIP_MONITOR | ADMIN))) {
        monitor_feed(core, client, request->command, request->argv, request->argc);
    }
}

/* ---- all on the own shard, which is quiet ---- */

static void prefetch(const struct multi *multi, const struct core *core, unsigned db) {
    for (unsigned i = 0; i < multi->count && i < PREFETCH_MAX; i++) {
        if (multi->requests[i].kind == KIND_GROUP) {
            keyspace_prefetch_entry(core->shard.keyspace, db, &multi->requests[i].key);
        }
    }
}

static void note_writes_here(struct client *client, uint64_t lsns_before) {
    if (client->core->shard.effects.lsns_taken != lsns_before) {
        own_writes_note(client, client->core, own_write_now(client->core));
    }
}

static void run_here(struct call *call) {
    struct client *client = call->client;
    struct core *core = client->core;
    const struct multi *multi = client->multi;
    uint64_t lsns = core->shard.effects.lsns_taken;
    core_set_now(core);
    if (client->watches) {
        watch_settle(client->watches, core);
        if (watch_is_dirty(client)) {
            reply_nil_array(call->reply);
            return;
        }
    }
    prefetch(multi, core, client->db);
    reply_array(call->reply, multi->count);
    struct stopwatch watch;
    stopwatch_start(&watch);
    for (unsigned i = 0; i < multi->count; i++) {
        const struct batch_request *request = &multi->requests[i];
        struct reply reply = {.out = client_output(client), .version = client->resp};
        if (request->kind == KIND_GROUP) {
            struct session session = {.db = client->db, .no_touch = client->no_touch};
            run_on_shard(core, request, session, client, &reply, &watch);
        } else {
            note_writes_here(client, lsns); /* it may ask for them */
            run_on_connection(client, request, NULL, keyspace_now(core->shard.keyspace), &reply,
                              &watch);
        }
        feed_monitors(client, request);
    }
    blocking_serve_if_any(&core->shard);
    note_writes_here(client, lsns);
}

/* ---- over shards: the locks ---- */

static bool has_keys(const struct command *row) {
    return row->keys[0].first != 0 || row->keys[0].count_at != 0;
}

/* With these arguments it waits for others, who may want locks. */
static bool waits_for_others(const struct batch_request *request) {
    const struct command *row = request->command->row;
    return row->waits && !has_keys(row) && row->waits(request->argv, request->argc);
}

/* It reads or writes data, or is heard by others, so it has its place in the transaction. */
static bool is_of_transaction(const struct batch_request *request) {
    const struct command *row = request->command->row;
    const uint32_t flags = WRITE | READONLY | MAY_REPLICATE | PUBSUB | BLOCKING | MAY_BLOCK |
                           PROTECTED | TOUCHES_ARBITRARY_KEYS;
    return request->kind == KIND_GROUP || has_keys(row) || row->keeps_place ||
           ((row->flags & flags) && !waits_for_others(request));
}

/* Administration, which may wait for whoever waits for EXEC's locks, runs when these are free; and what comes behind all
 * data keeps its place behind it. */
static bool is_put_off(const struct exec *exec, unsigned number) {
    const struct batch_request *request = &exec->multi->requests[number];
    return number >= exec->data_end || (request->kind == KIND_FIBER && !is_of_transaction(request));
}

static unsigned find_data_end(const struct multi *multi) {
    unsigned end = multi->count;
    while (end > 0 && !is_of_transaction(&multi->requests[end - 1])) {
        end--;
    }
    return end;
}

/* A command on whole databases, or on keys that its arguments do not name. */
static enum tx_scope scope_of(const struct batch_request *request) {
    const struct command *row = request->command->row;
    if ((row->flags & TOUCHES_ARBITRARY_KEYS) ||
        command_reads_unnamed(request->command, request->argv, request->argc)) {
        return row->flags & WRITE ? TX_ALL_EXCLUSIVE : TX_ALL_SHARED;
    }
    if (request->kind != KIND_FIBER || has_keys(row)) {
        return TX_KEYS;
    }
    if (row->flags & (WRITE | PROTECTED)) { /* DEBUG does what it likes */
        return TX_ALL_EXCLUSIVE;
    }
    return row->flags & READONLY ? TX_ALL_SHARED : TX_KEYS;
}

static void add_keys_of(struct tx *tx, const struct batch_request *request) {
    unsigned *indices = memory_alloc(request->argc * sizeof(*indices));
    uint16_t *use = memory_alloc(request->argc * sizeof(*use));
    int count =
        command_keys(request->command, request->argv, request->argc, indices, use, request->argc);
    for (int i = 0; i < count; i++) {
        struct key key = key_of(request->argv[indices[i]]);
        tx_add(tx, &key, indices[i], 0, use[i] & KEY_EXCLUSIVE);
    }
    memory_free(indices);
    memory_free(use);
}

/* Whole shards if one command wants them: shared if none writes. Else the keys of all. */
static void add_locks(struct exec *exec) {
    const struct multi *multi = exec->multi;
    struct tx *tx = &exec->tx;
    enum tx_scope scope = TX_KEYS;
    for (unsigned i = 0; i < multi->count; i++) {
        enum tx_scope wanted = is_put_off(exec, i) ? TX_KEYS : scope_of(&multi->requests[i]);
        scope = wanted > scope ? wanted : scope;
    }
    tx->is_writer = multi->flags & WRITE;
    bool may_write = multi->flags & (WRITE | MAY_REPLICATE); /* the latter: PFCOUNT */
    tx->scope = scope == TX_ALL_SHARED && may_write ? TX_ALL_EXCLUSIVE : scope;
    if (scope != TX_KEYS) {
        return;
    }
    for (unsigned i = 0; i < multi->count; i++) {
        const struct batch_request *request = &multi->requests[i];
        if (request->kind == KIND_GROUP && !request->is_multi) {
            tx_add(tx, &request->key, 0, 0, command_changes_key(request->command));
        } else if (request->kind != KIND_CONNECTION) {
            add_keys_of(tx, request);
        }
    }
    if (exec->watches) {
        watch_add_keys(exec->watches, tx);
    }
}

/* ---- over shards: the hops ---- */

static void settle_part(struct tx_part *part) {
    struct exec *exec = part->tx->arg;
    if (exec->watches) {
        watch_settle(exec->watches, part->core);
    }
}

/* The keys of the group that are here; of the own shard's, too: much has run since they were queued. */
static void prefetch_part(const struct exec *exec, const struct core *core) {
    unsigned end = exec->end - exec->first < PREFETCH_MAX ? exec->end : exec->first + PREFETCH_MAX;
    const struct batch_request *requests = exec->multi->requests;
    for (unsigned i = exec->first; i < end; i++) {
        if (requests[i].core == core) {
            keyspace_prefetch_bucket(core->shard.keyspace, exec->db, &requests[i].key);
        }
    }
    for (unsigned i = exec->first; i < end; i++) {
        if (requests[i].core == core) {
            keyspace_prefetch_entry(core->shard.keyspace, exec->db, &requests[i].key);
        }
    }
}

static void group_part(struct tx_part *part) {
    struct exec *exec = part->tx->arg;
    struct core *core = part->core;
    if (exec->is_watching) { /* the only hop, of the only part */
        watch_settle(exec->watches, core);
        if (watch_set_is_dirty(exec->watches)) {
            return;
        }
    }
    prefetch_part(exec, core);
    struct out *out = &exec->outs[part - part->tx->parts];
    struct reply reply = {.out = &out->chain, .version = exec->resp};
    struct session session = {.db = exec->db, .no_touch = exec->no_touch};
    session.notices = part->tx->keeps_notices ? &part->notices : NULL;
    struct stopwatch watch;
    stopwatch_start(&watch);
    for (unsigned i = exec->first; i < exec->end; i++) {
        const struct batch_request *request = &exec->multi->requests[i];
        if (request->core == core) {
            size_t before = out->chain.len;
            session.notice_number = i;
            core->shard.mark_order = i;
            run_on_shard(core, request, session, exec->client, &reply, &watch);
            exec->lens[i] = out->chain.len - before;
        }
    }
}

/* Where replies go; CLIENT REPLY among the commands may change it. */
static struct chain *output_of(struct exec *exec) {
    struct chain *out = client_output(exec->client);
    return out == &exec->out ? out : &exec->unwanted;
}

static void take_replies(struct exec *exec) {
    struct chain *target = output_of(exec);
    struct tx *tx = &exec->tx;
    struct tx_part *part = NULL;
    for (unsigned i = exec->first; i < exec->end; i++) {
        const struct batch_request *request = &exec->multi->requests[i];
        if (!part || part->core != request->core) {
            part = tx_part_on(tx, request->core);
        }
        struct out *out = &exec->outs[part - tx->parts];
        chain_read(&out->reader, &out->chain, target, exec->lens[i]);
        feed_monitors(exec->client, request);
    }
    for (unsigned i = 0; i < tx->part_count; i++) {
        chain_clear(&exec->outs[i].chain);
        exec->outs[i].reader = (struct chain_reader){0};
    }
    chain_clear(&exec->unwanted);
}

/* The last group gives the locks back; others trouble only the shards that have something to do. If events are
 * heard, the locks are kept until they are published, which is after each group. */
static void run_group(struct exec *exec) {
    struct tx *tx = &exec->tx;
    exec->db = exec->client->db;
    exec->resp = exec->client->resp;
    exec->no_touch = exec->client->no_touch;
    tx->keeps_notices = notify_is_heard(exec->client->core);
    if (exec->end == exec->data_end && !tx->keeps_notices) {
        tx_hop(tx, group_part, exec, TX_CONCLUDE);
    } else if (!tx->is_scheduled) {
        tx_hop(tx, group_part, exec, TX_KEEP);
    } else {
        for (unsigned i = 0; i < tx->part_count; i++) {
            tx->parts[i].is_wanted = false;
        }
        for (unsigned i = exec->first; i < exec->end; i++) {
            tx_part_on(tx, exec->multi->requests[i].core)->is_wanted = true;
        }
        tx_hop_wanted(tx, group_part, exec);
    }
    if (tx->keeps_notices) {
        tx_publish_notices(tx);
    }
}

/* On the connection's core; within: the transaction that it is a part of, or NULL. */
static void run_single(struct exec *exec, const struct batch_request *request, struct tx *within) {
    struct client *client = exec->client;
    struct reply reply = {.out = output_of(exec), .version = client->resp};
    struct stopwatch watch;
    stopwatch_start(&watch);
    int64_t now_ms =
        within && within->now_ms > 0 ? within->now_ms : loop_wall_ms(client->core->loop);
    run_on_connection(client, request, within, now_ms, &reply, &watch);
    feed_monitors(client, request);
    chain_clear(&exec->unwanted);
}

static void put_off(struct exec *exec, unsigned number) {
    exec->put_off[exec->put_off_count++] = (struct put_off){number, exec->out.len};
}

/* Their replies come between those that are there already. */
static void run_put_off(struct exec *exec) {
    struct chain there = exec->out;
    struct chain_reader reader = {0};
    size_t taken = 0, len = there.len;
    if (exec->put_off_count == 0) {
        return;
    }
    exec->out = (struct chain){0};
    for (unsigned i = 0; i < exec->put_off_count; i++) {
        const struct put_off *next = &exec->put_off[i];
        chain_read(&reader, &there, &exec->out, next->at - taken);
        taken = next->at;
        run_single(exec, &exec->multi->requests[next->number], NULL);
    }
    chain_read(&reader, &there, &exec->out, len - taken);
    chain_clear(&there);
}

static unsigned group_end(const struct multi *multi, unsigned i) {
    while (i < multi->count && multi->requests[i].kind == KIND_GROUP) {
        i++;
    }
    return i;
}

static void run_commands(struct exec *exec) {
    const struct multi *multi = exec->multi;
    for (unsigned i = 0; i < multi->count;) {
        exec->first = i;
        exec->end = group_end(multi, i);
        if (is_put_off(exec, i)) {
            put_off(exec, i++);
        } else if (exec->end > i) {
            run_group(exec);
            take_replies(exec);
            i = exec->end;
        } else {
            exec->tx.mark_order = i; /* of what it marks within */
            run_single(exec, &multi->requests[i++], &exec->tx);
        }
    }
}

/* One shard, one group: the watches are settled and the commands run in one hop. */
static void run_in_one_hop(struct exec *exec, struct reply *reply) {
    exec->first = 0;
    exec->end = exec->multi->count;
    exec->is_watching = exec->watches != NULL;
    run_group(exec);
    if (watch_set_is_dirty(exec->watches)) {
        reply_nil_array(reply);
    } else {
        reply_array(reply, exec->multi->count);
        take_replies(exec);
    }
}

/* Locks first if watches have to be settled or something runs on the connection's core; else with the first group. */
static void run_in_hops(struct exec *exec, struct reply *reply) {
    const struct multi *multi = exec->multi;
    if (exec->watches || multi->count == 0 || multi->requests[0].kind != KIND_GROUP) {
        tx_hop(&exec->tx, settle_part, exec, TX_KEEP);
    }
    if (watch_set_is_dirty(exec->watches)) {
        reply_nil_array(reply);
        return;
    }
    reply_array(reply, multi->count);
    run_commands(exec);
}

/* The replies are there, but replicas have not confirmed in time what they tell (P2 of copies.h). */
static void deny_if_unconfirmed(struct exec *exec, struct reply *reply) {
    if (__builtin_expect(exec->client->is_unconfirmed, 0)) {
        exec->client->is_unconfirmed = false;
        chain_clear(&exec->out);
        reply_error(reply, COPIES_LATE_ERROR);
    }
}

static void run_by_hops(struct call *call) {
    struct client *client = call->client;
    struct exec exec = {.client = client, .multi = client->multi, .watches = client->watches};
    exec.data_end = find_data_end(exec.multi);
    client->watches = NULL; /* UNWATCH among the commands has nothing to do */
    struct tx *tx = &exec.tx;
    tx_begin_empty(tx, call);
    tx->has_one_instant = true;
    add_locks(&exec);
    tx_make_parts(tx);
    exec.outs = memory_alloc_zeroed((tx->part_count + 1) * sizeof(*exec.outs));
    exec.lens = memory_alloc((exec.multi->count + 1) * sizeof(*exec.lens));
    exec.put_off = memory_alloc((exec.multi->count + 1) * sizeof(*exec.put_off));
    client_hold_pushes(client);
    connection_of(client)->replies = &exec.out;
    struct reply reply = {.out = output_of(&exec), .version = client->resp};
    if (tx->part_count == 1 && group_end(exec.multi, 0) == exec.multi->count) {
        run_in_one_hop(&exec, &reply);
    } else {
        run_in_hops(&exec, &reply);
    }
    tx_end(tx);
    run_put_off(&exec);
    deny_if_unconfirmed(&exec, &reply);
    client_release_pushes(client);
    connection_of(client)->replies = NULL;
    if (exec.watches) {
        watch_set_destroy(exec.watches);
    }
    chain_move(&connection_of(client)->out, &exec.out);
    chain_clear(&exec.unwanted);
    for (unsigned i = 0; i < tx->part_count; i++) {
        chain_clear(&exec.outs[i].chain);
    }
    memory_free(exec.outs);
    memory_free(exec.lens);
    memory_free(exec.put_off);
}

/* The log has got into trouble since a write was queued: all is refused, because none of it may be torn. */
static bool has_refused_write(const struct client *client) {
    const struct multi *multi = client->multi;
    for (unsigned i = 0; i < multi->count && client->core->log_state != 0; i++) {
        if (execute_would_refuse_misconf(client->core, multi->requests[i].command)) {
            return true;
        }
    }
    return false;
}

/* What was queued before that began. */
static bool is_hidden(const struct core *core) {
    return (core->refusals & REFUSE_HIDDEN) ||
           atomic_load_explicit(&core->engine->is_loading, memory_order_relaxed);
}

void exec_run(struct call *call) {
    struct client *client = call->client;
    const struct multi *multi = client->multi;
    if (!multi) {
        reply_error(call->reply, "ERR EXEC without MULTI");
        return;
    }
    if (multi->is_refused) {
        reply_error(call->reply, "EXECABORT Transaction discarded because of previous errors.");
    } else if (multi->needs_data && is_hidden(client->core)) {
        reply_error(call->reply, "EXECABORT Transaction discarded because of: LOADING Redis is "
                                 "loading the dataset in memory");
    } else if ((multi->flags & GROWS) && client->core->is_over_maxmemory) {
        reply_error(call->reply, "EXECABORT Transaction discarded because of: OOM command not "
                                 "allowed when used memory > 'maxmemory'.");
    } else if ((multi->flags & WRITE) && (client->core->refusals & REFUSE_WRITES)) {
        reply_error(call->reply, "EXECABORT Transaction discarded because of: READONLY You can't "
                                 "write against a read only replica.");
    } else if ((multi->flags & WRITE) && (client->core->refusals & REFUSE_LONELY)) {
        reply_error(call->reply, "EXECABORT Transaction discarded because of: NOREPLICAS Not "
                                 "enough good replicas to write.");
    } else if ((multi->flags & WRITE) && execute_is_unsaved(client->core)) {
        reply_error(call->reply, "EXECABORT Transaction discarded because of: %s",
                    execute_unsaved_error);
    } else if (has_refused_write(client)) {
        reply_error(call->reply,
                    "EXECABORT Transaction discarded because of: MISCONF Errors writing to "
                    "the AOF file: the log cannot be written at present");
    } else if (watch_is_dirty(client)) {
        reply_nil_array(call->reply);
    } else if (exec_waits(client)) {
        run_by_hops(call);
    } else {
        run_here(call);
    }
    pubsub_replicate_kept(client);
    multi_end(client);
}
