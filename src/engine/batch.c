/* engine/batch.c - running the requests of a batch.
 *
 *      batch_run
 *        ├── run_group ── all on this shard, nothing locked ──> run_in_place
 *        │      └──────── else: one hop a core ── hop_run on each ── assemble
 *        ├── run_for_client, of a command that needs no shard
 *        └── fiber_main, on a fiber
 *
 * Where the time of a command goes is measured once per command: the clock is read between two commands, never twice. */
#include "engine/batch.h"

#include <assert.h>

#include "base/memory.h"
#include "data/value.h"
#include "engine/blocking_tx.h"
#include "engine/connection.h"
#include "engine/copies.h"
#include "engine/exec.h"
#include "engine/execute.h"
#include "engine/multi.h"
#include "engine/shard.h"
#include "engine/snapshot.h"
#include "engine/way.h"

struct batch *batch_take(struct core *core, struct connection *connection) {
    struct batch *batch = core->free_batches;
    if (batch) {
        core->free_batches = batch->next_free;
    } else {
        batch = memory_alloc_zeroed(sizeof(*batch));
    }
    batch->core = core;
    batch->connection = connection;
    batch->count = batch->next = batch->pending = 0;
    batch->is_waiting = batch->is_held = false;
    batch->protocol_error = NULL;
    batch->way_made = 0;
    return batch;
}

static void give_back_hops(struct batch *batch);

void batch_give_back(struct batch *batch) {
    assert(batch->pending == 0);
    give_back_hops(batch);
    request_arena_reset(&batch->arena);
    batch->next_free = batch->core->free_batches;
    batch->core->free_batches = batch;
}

void core_free_pools(struct core *core) {
    while (core->free_batches) {
        struct batch *batch = core->free_batches;
        core->free_batches = batch->next_free;
        request_arena_clear(&batch->arena);
        memory_free(batch);
    }
    while (core->free_hops) {
        struct hop *hop = core->free_hops;
        core->free_hops = hop->next;
        memory_free(hop);
    }
}

static enum request_kind kind_of(const struct command_entry *command) {
    if (command->row->flags & (ON_FIBER | MULTI_KEY)) {
        return KIND_FIBER;
    }
    return command->row->flags & ON_CONNECTION ? KIND_CONNECTION : KIND_GROUP;
}

/* A command of several keys that are all on one shard runs there like one of one key. */
static void join_group_if_on_one_shard(struct batch *batch, struct batch_request *request) {
    enum { KEYS_MAX = 64 };
    unsigned indices[KEYS_MAX];
    int count =
        command_keys(request->command, request->argv, request->argc, indices, NULL, KEYS_MAX);
    if (count < 1 || count == KEYS_MAX) {
        return; /* very many keys: not worth the look */
    }
    request->key = key_of(request->argv[indices[0]]);
    request->core = core_of_key(batch->core->engine, &request->key);
    for (int i = 1; i < count; i++) {
        uint16_t partition = slot_of_key(request->argv[indices[i]]) / SLOTS_PER_PARTITION;
        if (batch->core->engine->core_of_partition[partition] != request->core->index) {
            return;
        }
    }
    request->kind = KIND_GROUP;
    request->is_multi = count > 1;
}

void batch_add(struct batch *batch, const struct request *request) {
    assert(batch->count < BATCH_MAX);
    struct batch_request *added = &batch->requests[batch->count++];
    added->argv = request->argv;
    added->argc = request->argc;
    added->command = command_of(request->argv, request->argc, NULL);
    if (!added->command || !command_check_arity(added->command, request->argc, NULL)) {
        added->kind = KIND_BAD;
        return;
    }
    added->kind = (uint8_t)kind_of(added->command);
    added->is_multi = false;
    const struct command *row = added->command->row;
    if (row->flags & MULTI_KEY) {
        if (!row->waits || !row->waits(added->argv, added->argc)) {
            join_group_if_on_one_shard(batch, added);
        }
    } else if (added->kind == KIND_GROUP) {
        const struct key_spec *spec = &row->keys[0];
        added->key = key_of(request->argv[spec->first]);
        added->core = core_of_key(batch->core->engine, &added->key);
        if (added->core == batch->core) {
            keyspace_prefetch_bucket(batch->core->shard.keyspace, batch->connection->client.db,
                                     &added->key);
        }
    }
}

/* The member or field that a fast command is about. Wrong for a few: then it fetches in vain. */
static const struct bytes *element_of(const struct batch_request *request) {
    enum command_group group = request->command->row->group;
    if (request->argc < 3 || group == GROUP_STREAM) {
        return NULL;
    }
    return &request->argv[group == GROUP_SORTED_SET ? request->argc - 1 : 2];
}

static bool approaches_value(const struct batch_request *request) {
    enum { GROUPS = 1 << GROUP_SET | 1 << GROUP_HASH | 1 << GROUP_SORTED_SET | 1 << GROUP_STREAM };
    const struct command *row = request->command->row;
    return (row->flags & FAST) && (1 << row->group & GROUPS);
}

/* What is fetched for requests of one batch: the values behind their entries, if those are collections. */
struct approach {
    unsigned count;
    struct approaching {
        const struct entry *entry;
        const struct bytes *element;
    } all[BATCH_MAX];
};

static inline void approach_add(struct approach *approach, const struct core *core, unsigned db,
                                const struct batch_request *request) {
    if (core->approaches_left_out == 0 && approaches_value(request)) {
        const struct entry *entry = keyspace_peek(core->shard.keyspace, db, &request->key);
        approach->all[approach->count++] = (struct approaching){entry, element_of(request)};
    }
}

/* All at once, step by step: a command alone would wait for memory at each of them. Where the last look was in vain,
 * as with small collections, which lie in their entries, the next ones are left out. */
static void approach_values(struct core *core, struct approach *approach) {
    enum { LEFT_OUT = 15 };
    core->approaches_left_out -= core->approaches_left_out > 0;
    for (unsigned step = 0; approach->count > 1; step++) {
        unsigned left = 0;
        for (unsigned i = 0; i < approach->count; i++) {
            struct approaching *one = &approach->all[i];
            if (value_approach(one->entry, one->element, step)) {
                approach->all[left++] = *one;
            }
        }
        approach->count = left;
        if (step == 0 && left == 0) {
            core->approaches_left_out = LEFT_OUT;
        }
    }
}

static struct hop *take_hop(struct core *core) {
    struct hop *hop = core->free_hops;
    if (hop) {
        core->free_hops = hop->next;
        return hop;
    }
    return memory_alloc_zeroed(sizeof(*hop));
}

static void give_back_hop(struct core *core, struct hop *hop) {
    chain_clear(&hop->out);
    hop->next = core->free_hops;
    core->free_hops = hop;
}

static void give_back_hops(struct batch *batch) {
    while (batch->hops) {
        struct hop *hop = batch->hops;
        batch->hops = hop->next;
        give_back_hop(batch->core, hop);
    }
}

/* One single-key request on its shard; the reply goes to out. */
static void run_request(struct core *core, const struct batch_request *request,
                        const struct client *origin, const struct hop *session, struct reply *reply,
                        struct stopwatch *watch) {
    struct call call = {
        .command = request->command,
        .argv = request->argv,
        .argc = request->argc,
        .db = session->db,
        .key = request->key,
        .shard = &core->shard,
        .reply = reply,
        .now_ms = keyspace_now(core->shard.keyspace),
        .no_touch = session->no_touch,
    };
    execute(core, &call, origin, watch);
}

bool batch_may_block(const struct batch *batch) {
    const struct command_entry *command =
        batch->count > 0 ? batch->requests[batch->count - 1].command : NULL;
    return command && (command->row->flags & (BLOCKING | MAY_BLOCK));
}

/* K5 of blocking.h: may the request make something that a mover will take? */
static bool wakes_movers(struct shard *shard, const struct batch_request *request) {
    if (__builtin_expect(shard->movers == 0, 1) || !(request->command->row->flags & WRITE)) {
        return false;
    }
    if (!request->is_multi) {
        return blocking_needs_tx(shard, &request->key);
    }
    unsigned *indices = memory_alloc(request->argc * sizeof(*indices));
    int count =
        command_keys(request->command, request->argv, request->argc, indices, NULL, request->argc);
    bool wakes = false;
    for (int i = 0; i < count && !wakes; i++) {
        struct key key = key_of(request->argv[indices[i]]);
        wakes = blocking_needs_tx(shard, &key);
    }
    memory_free(indices);
    return wakes;
}

static bool is_free_to_run(struct shard *shard, const struct batch_request *request) {
    if (locks_are_quiet(shard->locks)) {
        return true;
    }
    return !request->is_multi &&
           locks_are_free(shard->locks, shard_lock_of(&request->key),
                          command_changes_key(request->command) ? LOCK_EXCLUSIVE : LOCK_SHARED);
}

/* Enters the locks of all keys of the request, exclusive ones first. */
static bool enter_locks(struct shard *shard, struct lock_claim *claim,
                        const struct batch_request *request) {
    unsigned *indices = memory_alloc(request->argc * sizeof(*indices));
    uint16_t *use = memory_alloc(request->argc * sizeof(*use));
    int count =
        command_keys(request->command, request->argv, request->argc, indices, use, request->argc);
    bool is_write = command_changes_key(request->command);
    lock_claim_init(claim, engine_next_tx_id(shard->core->engine), (unsigned)count,
                    is_write ? LOCK_INTENT_EXCLUSIVE : LOCK_INTENT_SHARED);
    bool is_in_order = lock_claim_enter_whole(shard->locks, claim);
    for (int exclusive = 1; exclusive >= 0; exclusive--) {
        for (int i = 0; i < count; i++) {
            bool wants = (use[i] & KEY_EXCLUSIVE) != 0;
            if (wants == (bool)exclusive) {
                struct key key = key_of(request->argv[indices[i]]);
                is_in_order &= lock_claim_enter(shard->locks, claim, shard_lock_of(&key),
                                                exclusive ? LOCK_EXCLUSIVE : LOCK_SHARED);
            }
        }
    }
    memory_free(indices);
    memory_free(use);
    return is_in_order;
}

static void hop_run(struct hop *hop);

static void hop_claim_is_ready(struct lock_claim *claim) {
    struct hop *hop = (struct hop *)((char *)claim - offsetof(struct hop, claim));
    core_set_now(hop->core);
    hop_run(hop);
}

/* The request at the cursor meets a lock: it queues for it, and the hop goes on when it has it. */
static void hop_wait_for_lock(struct hop *hop, const struct batch_request *request) {
    struct shard *shard = &hop->core->shard;
    bool is_in_order = enter_locks(shard, &hop->claim, request);
    hop->claim.on_ready = hop_claim_is_ready;
    assert(is_in_order); /* a number just taken is above all that are queued */
    (void)is_in_order;
}

static void hop_returned(struct mail *mail);

/* Instead of what the replies said: replicas have not confirmed in time what they tell (P2 of copies.h). */
static void deny_replies(struct hop *hop) {
    struct reply reply = {.out = &hop->out, .version = hop->resp};
    chain_clear(&hop->out);
    for (unsigned i = hop->taken; i < hop->cursor; i++) {
        size_t before = hop->out.len;
        reply_error(&reply, COPIES_LATE_ERROR);
        hop->reply_len[i] = (uint32_t)(hop->out.len - before);
    }
}

static void hop_is_durable(struct journal_wait *wait) {
    struct hop *hop = (struct hop *)((char *)wait - offsetof(struct hop, durable));
    if (__builtin_expect(wait->is_late, 0)) {
        deny_replies(hop);
    }
    struct core *origin = hop->batch->core;
    if (origin != hop->core) {
        hop->mail.deliver = hop_returned;
        mail_post(origin->loop, &hop->mail);
    } else if (--hop->batch->pending == 0 && hop->batch->is_waiting) {
        loop_defer(origin->loop, &hop->batch->resume);
    }
}

/* All have run, or enough for one message, which leaves when what it tells is durable, if that matters. */
static void hop_finish(struct hop *hop) {
    struct journal *journal = hop->core->journal;
    hop->written = own_write_now(hop->core);
    hop->durable.ready = hop_is_durable;
    hop->durable.is_late = false;
    if (__builtin_expect(hop->ticket > 0 && journal, 0)) {
        uint64_t ticket = hop->ticket;
        hop->ticket = 0;
        journal_wait_or_go(journal, &hop->durable, ticket, hop->durability);
    } else {
        hop_is_durable(&hop->durable);
    }
}

/* J1 of journal.h: what the replies of this hop wait for, this one's included. */
static void hop_note_ticket(struct hop *hop, const struct batch_request *request,
                            bool has_written) {
    struct journal *journal = hop->core->journal;
    if (has_written && request->is_multi) {
        journal_note_write_of_all(journal);
    } else if (has_written) {
        journal_note_write(journal, &request->key);
    }
    /* A read of several keys waits for all that was written: longer than it need, at most. */
    uint64_t ticket =
        request->is_multi ? journal_ticket(journal) : journal_ticket_of(journal, &request->key);
    hop->ticket = ticket > hop->ticket ? ticket : hop->ticket;
}

static void hop_release(struct hop *hop) {
    lock_claim_release(hop->core->shard.locks, &hop->claim);
    lock_claim_clear(&hop->claim);
}

static void hop_run_request(struct hop *hop, struct stopwatch *watch) {
    struct reply reply = {.out = &hop->out, .version = hop->resp};
    const struct batch_request *request = &hop->batch->requests[hop->requests[hop->cursor]];
    const struct journal *journal = hop->core->journal;
    uint64_t lsns = hop->core->shard.effects.lsns_taken;
    size_t before = hop->out.len;
    /* What is refused tells nothing of the data: it does not wait for the disk, which may be broken. */
    bool is_refused = __builtin_expect(hop->core->log_state != 0, 0) &&
                      execute_would_refuse_misconf(hop->core, request->command);
    run_request(hop->core, request, &hop->batch->connection->client, hop, &reply, watch);
    bool has_written = hop->core->shard.effects.lsns_taken != lsns;
    hop->has_written |= has_written;
    if (journal && !is_refused && journal_gates(journal, hop->durability)) {
        hop_note_ticket(hop, request, has_written);
    }
    hop->reply_len[hop->cursor++] = (uint32_t)(hop->out.len - before);
}

static void request_part(struct tx_part *part) {
    struct stopwatch watch;
    stopwatch_start(&watch);
    hop_run_request(part->tx->arg, &watch);
}

/* The request at the cursor as a transaction over its keys, which will need those of movers, too. On a fiber of the
 * shard's core. */
static void run_request_by_tx(void *arg) {
    struct hop *hop = arg;
    const struct batch_request *request = &hop->batch->requests[hop->requests[hop->cursor]];
    struct call call = {
        .command = request->command,
        .argv = request->argv,
        .argc = request->argc,
        .db = hop->db,
        .shard = &hop->core->shard,
    };
    struct tx tx;
    tx_begin(&tx, &call);
    tx_hop(&tx, request_part, hop, TX_CONCLUDE);
    tx_end(&tx);
    core_set_now(hop->core);
    hop_run(hop);
}

static void hop_run(struct hop *hop) {
    struct core *core = hop->core;
    struct batch *batch = hop->batch;
    struct stopwatch watch;
    stopwatch_start(&watch);
    size_t out_max = connection_output_quantum(batch->connection, core);
    while (hop->cursor < hop->count && hop->out.len <= out_max) {
        struct batch_request *request = &batch->requests[hop->requests[hop->cursor]];
        bool holds_claim = hop->claim.request_count > 0;
        if (!holds_claim && !is_free_to_run(&core->shard, request)) {
            hop_wait_for_lock(hop, request);
            if (!lock_claim_is_ready(&hop->claim)) {
                return; /* hop_claim_is_ready comes back here */
            }
            holds_claim = true;
        }
        bool is_wide = wakes_movers(&core->shard, request);
        if (!is_wide) {
            hop_run_request(hop, &watch);
            blocking_serve_if_any(&core->shard);
        }
        if (holds_claim) {
            hop_release(hop);
        }
        if (is_wide) {
            fiber_start(FIBER_SMALL, run_request_by_tx, hop);
            locks_serve(core->shard.locks);
            return; /* the fiber comes back here */
        }
    }
    hop_finish(hop);
    locks_serve(core->shard.locks);
}

static void hop_arrived(struct mail *mail) {
    struct hop *hop = (struct hop *)mail;
    struct core *core = hop->core;
    core_set_now(core);
    for (unsigned i = hop->cursor; i < hop->count; i++) {
        keyspace_prefetch_bucket(core->shard.keyspace, hop->db,
                                 &hop->batch->requests[hop->requests[i]].key);
    }
    for (unsigned i = hop->cursor; i < hop->count; i++) {
        keyspace_prefetch_entry(core->shard.keyspace, hop->db,
                                &hop->batch->requests[hop->requests[i]].key);
    }
    struct approach approach;
    approach.count = 0;
    for (unsigned i = hop->cursor; i < hop->count; i++) {
        approach_add(&approach, core, hop->db, &hop->batch->requests[hop->requests[i]]);
    }
    approach_values(core, &approach);
    core->stats.hops += hop->count - hop->cursor;
    core->stats.hop_batches++;
    hop_run(hop);
}

static void hop_returned(struct mail *mail) {
    struct hop *hop = (struct hop *)mail;
    struct batch *batch = hop->batch;
    if (hop->is_expected) {
        loop_expect_mail(batch->core->loop, -1);
    }
    if (--batch->pending == 0 && batch->is_waiting) {
        connection_resume(batch->connection);
    }
}

static struct hop *hop_of_core(const struct batch *batch, const struct core *core) {
    struct hop *hop = batch->hops;
    while (hop && hop->core != core) {
        hop = hop->next;
    }
    return hop;
}

/* MONITOR shows what has run, in the order of the replies, but no commands of administration. */
static void feed_monitors(const struct batch *batch, unsigned first, unsigned end) {
    struct core *core = batch->core;
    if (!atomic_load_explicit(&core->engine->monitor_count, memory_order_relaxed)) {
        return; /* relaxed: a monitor sees what runs after it was told OK, sooner or later */
    }
    for (unsigned i = first; i < end; i++) {
        const struct batch_request *request = &batch->requests[i];
        if (!(request->command->row->flags & (SKIP_MONITOR | ADMIN))) {
            monitor_feed(core, &batch->connection->client, request->command, request->argv,
                         request->argc);
        }
    }
}

static void note_writes(const struct batch *batch) {
    for (const struct hop *hop = batch->hops; hop; hop = hop->next) {
        if (hop->has_written) {
            own_writes_note(&batch->connection->client, hop->core, hop->written);
        }
    }
}

/* The hops of the group are back: their replies, in the order of the requests, as far as they have run. */
static void assemble(struct batch *batch) {
    struct client *client = &batch->connection->client;
    struct chain *out = client_output(client);
    unsigned first = batch->next;
    for (; batch->next < batch->group_end; batch->next++) {
        struct hop *hop = hop_of_core(batch, batch->requests[batch->next].core);
        if (hop->taken == hop->cursor) {
            break; /* the hop is to be sent once more */
        }
        chain_read(&hop->reader, &hop->out, out, hop->reply_len[hop->taken++]);
    }
    note_writes(batch);
    if (batch->next == batch->group_end) {
        give_back_hops(batch);
    }
    chain_clear(&batch->core->discarded);
    feed_monitors(batch, first, batch->next);
    client->commands += batch->next - first;
}

static void fill_session(struct hop *hop, const struct client *client) {
    hop->db = client->db;
    hop->resp = client->resp;
    hop->no_touch = client->no_touch;
    hop->durability = client->durability;
}

static struct hop *add_hop(struct batch *batch, struct core *core) {
    struct hop *hop = take_hop(batch->core);
    fill_session(hop, &batch->connection->client);
    hop->batch = batch;
    hop->core = core;
    hop->count = hop->cursor = hop->taken = 0;
    hop->claim.request_count = 0;
    hop->ticket = 0;
    hop->has_written = false;
    hop->next = batch->hops;
    batch->hops = hop;
    return hop;
}

/* What waits for the disk is not worth looking out for. */
static bool answers_soon(const struct hop *hop) {
    const struct batch *batch = hop->batch;
    const struct journal *journal = batch->core->journal; /* the other core's is alike */
    const struct command_entry *command = batch->requests[hop->requests[hop->cursor]].command;
    return !journal || !journal_gates(journal, hop->durability) ||
           (command->row->flags & WRITE) == 0;
}

static void send_hop(struct hop *hop) {
    hop->is_expected = answers_soon(hop);
    if (hop->is_expected) {
        loop_expect_mail(hop->batch->core->loop, 1);
    }
    hop->mail.deliver = hop_arrived;
    mail_post(hop->core->loop, &hop->mail);
}

/* Sends out the hops that have something to run and nothing to be taken. True if they are back at once, with what replies
 * there are; false if the batch waits for them. */
static bool run_hops(struct batch *batch) {
    struct hop *own = NULL;
    bool is_remote = false;
    for (struct hop *hop = batch->hops; hop; hop = hop->next) {
        if (hop->cursor == hop->count || hop->taken < hop->cursor) {
            continue;
        }
        chain_clear(&hop->out);
        hop->reader = (struct chain_reader){0};
        batch->pending++;
        if (hop->core == batch->core) {
            own = hop;
        } else {
            send_hop(hop);
            is_remote = true;
        }
    }
    if (own && is_remote) {
        mail_flush(); /* the others work while this core does its own part */
    } /* else at the end of the turn, with those of other connections: one wake-up */
    if (own) {
        core_set_now(batch->core);
        hop_run(own);
    }
    if (batch->pending > 0) {
        return false;
    }
    assemble(batch);
    return true;
}

static bool run_group_by_hops(struct batch *batch, unsigned end) {
    batch->group_end = end;
    for (unsigned i = batch->next; i < end; i++) {
        struct hop *hop = hop_of_core(batch, batch->requests[i].core);
        if (!hop) {
            hop = add_hop(batch, batch->requests[i].core);
        }
        hop->requests[hop->count++] = (uint16_t)i;
    }
    return run_hops(batch);
}

/* All requests are of the own shard and nothing is locked: no messages, no bookkeeping. */
static void run_in_place(struct batch *batch, unsigned end) {
    struct client *client = &batch->connection->client;
    struct core *core = batch->core;
    struct hop session;
    fill_session(&session, client);
    for (unsigned i = batch->next; i < end; i++) {
        keyspace_prefetch_entry(core->shard.keyspace, client->db, &batch->requests[i].key);
    }
    struct approach approach;
    approach.count = 0;
    for (unsigned i = batch->next; i < end && end - batch->next > 1; i++) {
        approach_add(&approach, core, client->db, &batch->requests[i]);
    }
    approach_values(core, &approach);
    struct reply reply = {.out = client_output(client), .version = client->resp};
    struct stopwatch watch;
    stopwatch_start(&watch);
    core_set_now(core);
    size_t out_max = connection_output_quantum(batch->connection, core);
    uint64_t lsns = core->shard.effects.lsns_taken;
    unsigned i = batch->next;
    do {
        run_request(core, &batch->requests[i++], client, &session, &reply, &watch);
        blocking_serve_if_any(&core->shard);
    } while (i < end && reply.out->len <= out_max);
    if (core->shard.effects.lsns_taken != lsns) {
        own_writes_note(client, core, own_write_now(core));
    }
    feed_monitors(batch, batch->next, i);
    client->commands += i - batch->next;
    batch->next = i;
}

static bool is_paused(const struct batch *batch, const struct batch_request *request) {
    enum client_pause pause = batch->core->pause;
    /* In trouble writes are refused, not held up: it may last. */
    if (batch->core->log_state == LOG_IS_FULL && pause == PAUSE_NONE) {
        pause = PAUSE_WRITE;
    }
    if (pause == PAUSE_NONE || request->kind == KIND_BAD) {
        return false;
    }
    uint32_t flags = request->command->row->flags;
    if (exec_is(request->command)) {
        flags |= exec_flags(&batch->connection->client);
    }
    if (flags & ADMIN) {
        return false; /* so that CLIENT UNPAUSE gets through */
    }
    return pause == PAUSE_ALL || (flags & (WRITE | MAY_REPLICATE)) != 0;
}

static inline bool wants_way(const struct batch *batch, const struct batch_request *request) {
    return __builtin_expect(snapshots_are_under_way(batch->core->engine), 0) &&
           way_is_wanted(&batch->connection->client, request);
}

/* End of the group that begins at batch->next. */
static unsigned group_end(const struct batch *batch, bool *is_own) {
    bool is_strict = batch->core->settings->pipeline_order_strict;
    bool is_single = batch->connection->client.is_reply_skipped; /* the others do reply */
    const struct batch_request *first = &batch->requests[batch->next];
    *is_own = true;
    unsigned i = batch->next;
    for (; i < batch->count; i++) {
        const struct batch_request *request = &batch->requests[i];
        if (request->kind != KIND_GROUP || (is_strict && request->core != first->core)) {
            break;
        }
        bool waits = request->is_multi || (request->command->row->flags & ORDERED);
        if (i > batch->next &&
            (is_single || waits || is_paused(batch, request) || wants_way(batch, request))) {
            break;
        }
        *is_own &= request->core == batch->core;
    }
    return i;
}

/* Lines of an HTTP request that a web page can make a browser send (cross-protocol scripting):
 * what follows them was written by nobody who may talk to this server. */
static bool is_of_a_browser(const struct batch_request *request) {
    return !request->command &&
           (bytes_is(request->argv[0], "post") || bytes_is(request->argv[0], "host:"));
}

/* Of a server that cannot save its data; PING says it, too, as in Redis. */
static bool refuses_unsaved(const struct batch *batch, const struct batch_request *request,
                            struct reply *reply) {
    bool is_meant = (request->command->row->flags & WRITE) ||
                    bytes_is(bytes_of_string(request->command->name), "ping");
    if (is_meant && execute_is_unsaved(batch->core)) {
        reply_error(reply, "%s", execute_unsaved_error);
        return true;
    }
    return false;
}

/* Of a replica. */
static bool refuses(const struct batch *batch, const struct batch_request *request,
                    struct reply *reply) {
    unsigned refusals = batch->core->refusals;
    uint32_t flags = request->command->row->flags;
    if ((refusals & REFUSE_WRITES) && (flags & WRITE)) {
        reply_error(reply, "READONLY You can't write against a read only replica.");
        return true;
    }
    if ((refusals & REFUSE_LONELY) && (flags & WRITE)) {
        reply_error(reply, "NOREPLICAS Not enough good replicas to write.");
        return true;
    }
    if ((refusals & REFUSE_HIDDEN) && !(flags & LOADING)) {
        reply_error(reply, "LOADING Redis is loading the dataset in memory");
        return true;
    }
    if ((refusals & REFUSE_STALE) && !(flags & STALE)) {
        reply_error(reply, "MASTERDOWN Link with MASTER is down and replica-serve-stale-data is "
                           "set to 'no'.");
        return true;
    }
    return false;
}

/* Replies that replace the run of a request: unknown, not authenticated, not for a subscriber, queued in a MULTI. */
static bool refuse(struct batch *batch, const struct batch_request *request, struct reply *reply) {
    struct client *client = &batch->connection->client;
    if (request->kind == KIND_BAD && is_of_a_browser(request)) {
        log_line('#', "A request of HTTP came to the port for Redis clients, perhaps sent by a web "
                      "page that a user was lured to: the connection is closed.");
        client_close(client, false);
        return true;
    }
    if (request->kind == KIND_BAD) {
        struct command_entry *command = command_of(request->argv, request->argc, reply);
        if (command) {
            core_stats_of(batch->core, command)->rejected++;
            if (exec_is(command)) {
                exec_refuse_arity(client, reply);
                return true;
            }
            command_check_arity(command, request->argc, reply);
        }
        multi_refuse(client);
        return true;
    }
    if (atomic_load_explicit(&batch->core->engine->is_loading, memory_order_relaxed) &&
        !(request->command->row->flags & LOADING)) {
        reply_error(reply, "LOADING Redis is loading the dataset in memory");
        core_stats_of(batch->core, request->command)->rejected++;
        multi_refuse(client);
        return true;
    }
    if (!client->is_authenticated && !(request->command->row->flags & NO_AUTH) &&
        batch->core->settings->requirepass_len > 0) {
        reply_error(reply, "NOAUTH Authentication required.");
        core_stats_of(batch->core, request->command)->rejected++;
        multi_refuse(client);
        return true;
    }
    if (client->resp == 2 && client_is_subscribed(client) &&
        !(request->command->row->flags & WHILE_SUBSCRIBED)) {
        reply_error(reply,
                    "ERR Can't execute '%s': only (P|S)SUBSCRIBE / (P|S)UNSUBSCRIBE / PING / QUIT "
                    "/ RESET are allowed in this context",
                    request->command->name);
        core_stats_of(batch->core, request->command)->rejected++;
        multi_refuse(client);
        return true;
    }
    if ((__builtin_expect(batch->core->refusals != 0, 0) && refuses(batch, request, reply)) ||
        (__builtin_expect(batch->core->is_unsaved, 0) && refuses_unsaved(batch, request, reply))) {
        core_stats_of(batch->core, request->command)->rejected++;
        multi_refuse(client);
        return true;
    }
    return multi_takes(client, request, reply);
}

static void run_group(struct batch *batch, bool *is_finished) {
    bool is_own;
    unsigned end = group_end(batch, &is_own);
    batch->connection->client.last_command = batch->requests[end - 1].command;
    const struct shard *shard = &batch->core->shard;
    const struct journal *journal = batch->core->journal;
    bool waits_for_disk = journal && journal_gates(journal, batch->connection->client.durability);
    if (is_own && !waits_for_disk && locks_are_quiet(shard->locks) && shard->movers == 0) {
        run_in_place(batch, end);
        *is_finished = true;
    } else {
        *is_finished = run_group_by_hops(batch, end);
    }
}

static void note_reply_skip(struct client *client) {
    client->is_reply_skipped = client->skip_next_reply;
    client->skip_next_reply = false;
}

/* Runs the next request on the connection's core, with what surrounds it. */
static void run_for_client(struct batch *batch, struct chain *out) {
    struct client *client = &batch->connection->client;
    const struct batch_request *request = &batch->requests[batch->next];
    struct reply reply = {.out = out, .version = client->resp};
    struct call call = {
        .command = request->command,
        .argv = request->argv,
        .argc = request->argc,
        .db = client->db,
        .client = client,
        .reply = &reply,
        .now_ms = loop_wall_ms(batch->core->loop),
        .no_touch = client->no_touch,
    };
    struct stopwatch watch;
    stopwatch_start(&watch);
    call.watch = &watch;
    client->last_command = request->command;
    if (request->command->row->flags & (BLOCKING | MAY_BLOCK)) {
        execute_blocking(batch->core, &call, client, &watch);
    } else {
        execute(batch->core, &call, client, &watch);
    }
    feed_monitors(batch, batch->next, batch->next + 1);
    client->commands++;
    batch->next++;
}

static void resume_batch(void *arg) {
    connection_resume(((struct batch *)arg)->connection);
}

/* The same, as long as it is open whether its reply may leave (P2 of copies.h). */
static void run_for_doubtful(struct batch *batch, struct chain *out) {
    struct client *client = &batch->connection->client;
    struct chain own = {0};
    client->is_unconfirmed = false;
    run_for_client(batch, &own);
    if (client->is_unconfirmed) {
        struct reply reply = {.out = &own, .version = client->resp};
        chain_clear(&own);
        reply_error(&reply, COPIES_LATE_ERROR);
    }
    chain_move(out, &own);
}

static void fiber_has_ended(struct batch *batch) {
    batch->fiber_is_done = true;
    if (batch->is_waiting) {
        loop_defer(batch->core->loop, &batch->resume);
    }
}

static void fiber_main(void *arg) {
    struct batch *batch = arg;
    const struct client *client = &batch->connection->client;
    struct chain unwanted = {0}; /* of its own: other batches run while this fiber waits */
    struct chain *out = client_output(&batch->connection->client);
    const struct journal *journal = batch->core->journal;
    bool is_doubtful = journal && journal_wants_copies(journal, client->durability);
    if (out == &batch->core->discarded) {
        out = &unwanted;
    }
    (is_doubtful ? run_for_doubtful : run_for_client)(batch, out);
    chain_clear(&unwanted);
    fiber_has_ended(batch);
}

static void make_way(void *arg) {
    struct batch *batch = arg;
    way_make(&batch->connection->client, &batch->requests[batch->next]);
    batch->way_made = batch->next + 1;
    fiber_has_ended(batch);
}

/* False: not yet. */
static bool has_way(struct batch *batch, const struct batch_request *request) {
    if (batch->way_made == batch->next + 1 || !wants_way(batch, request)) {
        return true;
    }
    batch->fiber_is_done = false;
    fiber_start(FIBER_SMALL, make_way, batch);
    return batch->fiber_is_done;
}

/* Runs the next request or group; false if it is not finished yet. */
static bool run_next(struct batch *batch) {
    struct client *client = &batch->connection->client;
    struct batch_request *request = &batch->requests[batch->next];
    if (is_paused(batch, request)) {
        bool waits_for_disk = batch->core->pause == PAUSE_NONE && !client->is_paused;
        batch->core->stats.delayed_writes += waits_for_disk;
        client->is_paused = true;
        return false;
    }
    client->is_paused = false;
    if (!has_way(batch, request)) {
        return false;
    }
    note_reply_skip(client);
    struct reply reply = {.out = client_output(client), .version = client->resp};
    if (refuse(batch, request, &reply)) {
        batch->next++;
        return true;
    }
    bool is_finished = true;
    switch ((enum request_kind)request->kind) {
    case KIND_GROUP:
        run_group(batch, &is_finished);
        return is_finished;
    case KIND_CONNECTION:
        run_for_client(batch, client_output(client));
        return true;
    default:
        if (exec_is(request->command) && !exec_waits(client)) {
            run_for_client(batch, client_output(client));
            return true;
        }
        batch->fiber_is_done = false;
        fiber_start(FIBER_SMALL, fiber_main, batch);
        return batch->fiber_is_done;
    }
}

static bool stop(struct batch *batch, bool is_held) {
    batch->resume = (struct task){.run = resume_batch, .arg = batch};
    batch->is_waiting = !is_held;
    batch->is_held = is_held;
    return false;
}

bool batch_run(struct batch *batch) {
    batch->is_waiting = batch->is_held = false;
    if (batch->core->journal) {
        journal_look(batch->core->journal, loop_now_ns(batch->core->loop));
    }
    if (batch->hops) {
        assert(batch->pending == 0);
        assemble(batch);
    }
    struct client *client = &batch->connection->client;
    while (batch->next < batch->count && !client->closes_after_reply) {
        if (batch->connection->out.len >
            connection_output_quantum(batch->connection, batch->core)) {
            return stop(batch, true);
        }
        if (!(batch->hops ? run_hops(batch) : run_next(batch))) {
            return stop(batch, false);
        }
        if (batch->core->discarded.head) { /* also of who wants replies again, within EXEC */
            chain_clear(&batch->core->discarded);
        }
    }
    return true;
}
