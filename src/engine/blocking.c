/* engine/blocking.c - the client's side of waiting: from the first attempt to the answer.
 *
 *      blocking_pop ── something is there ───────────────────────────> the reply
 *           └─ enters its queues, blocking_begin ─┬─ a shard serves it ──> waiter_came_home ─┐
 *                                                 ├─ time over, CLIENT UNBLOCK ──────────────┼─> reply, the pipeline goes on
 *                                                 └─ connection gone ────────────────────────┴─> tour, freed
 *
 * The mail of a waiter is never under way twice: it comes home only if a shard has claimed it, and tours only after it
 * came home or was ended here, which excludes the other (K2). */
#include "engine/blocking.h"

#include <assert.h>
#include <math.h>

#include "base/memory.h"
#include "base/number.h"
#include "engine/connection.h"
#include "engine/copies.h"
#include "engine/execute.h"
#include "engine/own_writes.h"
#include "engine/waiter.h"

/* ---- arguments ---- */

static bool is_time(struct call *call, int64_t timeout_ms) {
    int64_t due;
    if (timeout_ms < 0) {
        reply_error(call->reply, "ERR timeout is negative");
        return false;
    }
    if (__builtin_add_overflow(timeout_ms, call->now_ms, &due)) {
        reply_error(call->reply, "ERR timeout is out of range");
        return false;
    }
    return true;
}

bool blocking_seconds(struct call *call, unsigned arg, int64_t *timeout_ms) {
    long double seconds;
    if (!number_parse_long_double(call->argv[arg], &seconds)) {
        reply_error(call->reply, "ERR timeout is not a float or out of range");
        return false;
    }
    long double ms = ceill(seconds * 1000);
    if (ms >= (long double)INT64_MAX) {
        reply_error(call->reply, "ERR timeout is out of range");
        return false;
    }
    *timeout_ms = ms < 0 ? -1 : (int64_t)ms;
    return is_time(call, *timeout_ms);
}

bool blocking_milliseconds(struct call *call, unsigned arg, int64_t *timeout_ms) {
    if (!number_parse_i64(call->argv[arg], timeout_ms)) {
        reply_error(call->reply, "ERR timeout is not an integer or out of range");
        return false;
    }
    int64_t due;
    if (__builtin_add_overflow(*timeout_ms, call->now_ms, &due)) {
        *timeout_ms = 0; /* unlike that of seconds it is taken for "for ever" */
    }
    return is_time(call, *timeout_ms);
}

/* ---- the waiter ---- */

static size_t round_up(size_t size) {
    return (size + 15) & ~(size_t)15;
}

/* Arguments behind the waiter's own places and its state; each key is a view of its argument. */
static void copy_arguments(struct waiter *waiter, const struct call *call, char *place) {
    waiter->argv = (struct bytes *)(void *)place;
    waiter->argc = call->argc;
    place += call->argc * sizeof(struct bytes);
    for (unsigned i = 0; i < call->argc; i++) {
        struct bytes argument = call->argv[i];
        waiter->argv[i] = bytes_of(place, argument.len);
        if (argument.len > 0) {
            memcpy(place, argument.data, argument.len);
        }
        place += argument.len;
    }
}

struct waiter *blocking_prepare(struct call *call, const struct blocking_kind *kind,
                                const unsigned *indices, unsigned count, size_t state_size) {
    size_t head = round_up(sizeof(struct waiter) + count * sizeof(struct wait));
    size_t size = head + round_up(state_size) + call->argc * sizeof(struct bytes);
    for (unsigned i = 0; i < call->argc; i++) {
        size += call->argv[i].len;
    }
    struct core *home = call->client->core;
    struct waiter *waiter = memory_alloc(size);
    memset(waiter, 0, head + round_up(state_size));
    waiter->home = home;
    waiter->kind = kind;
    waiter->command = call->command;
    waiter->db = call->db;
    waiter->resp = call->reply->version;
    waiter->durability = call->client->durability;
    waiter->no_touch = call->no_touch;
    waiter->state_bytes = (char *)waiter + head;
    copy_arguments(waiter, call, (char *)waiter + head + round_up(state_size));
    waiter->count = kind->put ? 1 : count;
    for (unsigned i = 0; i < count; i++) {
        struct wait *wait = &waiter->waits[i];
        wait->waiter = waiter;
        wait->arg = indices[i];
        wait->key = key_of(waiter->argv[indices[i]]);
        wait->core = core_of_key(home->engine, &wait->key);
    }
    if (kind->put) {
        waiter->target = waiter->waits[1].key;
        waiter->target_core = waiter->waits[1].core;
    }
    return waiter;
}

void *blocking_state(const struct waiter *waiter) {
    return waiter->state_bytes;
}

unsigned blocking_arg(const struct waiter *waiter, unsigned number) {
    return waiter->waits[number].arg;
}

void waiter_destroy(struct waiter *waiter) {
    chain_clear(&waiter->out);
    buffer_clear(&waiter->text);
    memory_free(waiter);
}

void blocking_drop(struct waiter *waiter) {
    waiter_destroy(waiter);
}

void waiter_take_reply(struct waiter *waiter, struct reply *reply) {
    struct chain_reader reader = {0};
    chain_read(&reader, &waiter->out, reply->out, waiter->out.len);
    chain_clear(&waiter->out);
    reply->errors += waiter->errors;
}

/* ---- the tour ---- */

static void tour(struct waiter *waiter, struct core *here);

static void tour_arrived(struct mail *mail) {
    tour((struct waiter *)mail, core_current());
}

/* Unlinks what is linked here, then travels to the next shard that has some; at the end it is freed. */
static void tour(struct waiter *waiter, struct core *here) {
    waiter_leave(waiter, &here->shard);
    for (unsigned i = 0; i < waiter->count; i++) {
        if (waiter->waits[i].queue) {
            waiter->mail.deliver = tour_arrived;
            mail_post(waiter->waits[i].core->loop, &waiter->mail);
            return;
        }
    }
    waiter_destroy(waiter);
}

/* ---- the answer ---- */

/* The client no longer waits; what it has sent meanwhile comes to its turn after the reply. */
static struct client *detach(struct waiter *waiter) {
    struct client *client = waiter->client;
    timer_stop(&waiter->timer);
    if (client) {
        waiter->client = NULL;
        client->waiter = NULL;
        client->is_blocked = false;
        client->core->blocked_count--;
    }
    return client;
}

static void note_if_slow(const struct waiter *waiter, const struct client *client) {
    if ((int64_t)waiter->ns > client->core->slow_ns) {
        struct call call = {.command = waiter->command, .argv = waiter->argv, .argc = waiter->argc};
        execute_note_slow(client->core, &call, client, waiter->ns);
    }
}

/* What serving it has written is its client's. */
static void note_writes(const struct waiter *waiter, struct client *client) {
    own_writes_note(client, waiter->served_by, waiter->written);
    if (waiter_is_mover(waiter) && waiter->target_core != waiter->served_by) {
        own_writes_note(client, waiter->target_core, waiter->put_there);
    }
}

static void give_reply(struct waiter *waiter, struct client *client) {
    struct reply reply = {.out = client_output(client), .version = client->resp};
    note_if_slow(waiter, client);
    if (waiter->durable.is_late) {
        reply_error(&reply, COPIES_LATE_ERROR);
    } else {
        waiter_take_reply(waiter, &reply);
    }
}

void waiter_came_home(struct waiter *waiter) {
    if (!waiter->has_begun) {
        waiter->is_home = true; /* it has not heard of all its shards yet */
        return;
    }
    struct client *client = detach(waiter);
    if (client) {
        note_writes(waiter, client);
        give_reply(waiter, client);
        connection_continue(connection_of(client));
    }
    tour(waiter, waiter->home);
}

/* True if the waiter is the client's core's now (K2). */
static bool end(struct waiter *waiter) {
    unsigned expected = WAITER_WAITS;
    /* Relaxed: see claim. */
    return rmw_compare_exchange(&waiter->state, &expected, WAITER_ENDED, memory_order_relaxed,
                                memory_order_relaxed);
}

bool blocking_end(struct client *client, enum blocking_end how) {
    struct waiter *waiter = client->waiter;
    if (!waiter || !end(waiter)) {
        return own_wait_end(client, how);
    }
    detach(waiter);
    struct reply reply = {.out = client_output(client), .version = client->resp};
    if (how == BLOCKING_UNBLOCKED) {
        reply_error(&reply, "UNBLOCKED client unblocked via CLIENT UNBLOCK");
    } else {
        reply_nil_array(&reply);
    }
    struct command_stats *stats = core_stats_of(client->core, waiter->command);
    stats->failed += reply.errors;
    command_stats_record(stats, 0, client->core->settings->latency_tracking);
    tour(waiter, client->core);
    connection_continue(connection_of(client));
    return true;
}

void blocking_forget(struct client *client) {
    struct waiter *waiter = client->waiter;
    own_wait_forget(client);
    if (waiter) {
        detach(waiter);
        if (end(waiter)) {
            tour(waiter, client->core);
        } /* else its mail comes, for nobody */
    }
}

static void time_is_over(void *arg) {
    struct waiter *waiter = arg;
    blocking_end(waiter->client, BLOCKING_TIMED_OUT);
}

static int64_t ns_of_ms(int64_t ms) {
    int64_t ns;
    return __builtin_mul_overflow(ms, 1000000, &ns) ? INT64_MAX / 2 : ns;
}

void blocking_begin(struct waiter *waiter, struct client *client, int64_t timeout_ms) {
    struct core *core = client->core;
    waiter->has_begun = true;
    if (waiter->is_home) { /* served while the last shards were still entered */
        note_writes(waiter, client);
        give_reply(waiter, client);
        tour(waiter, core);
        return;
    }
    timer_init(&waiter->timer, time_is_over, waiter);
    waiter->client = client;
    client->waiter = waiter;
    client->is_blocked = true;
    core->blocked_count++;
    if (connection_of(client)->is_closing) {
        blocking_forget(client);
    } else if (timeout_ms > 0) {
        timer_start(core->loop, &waiter->timer, ns_of_ms(timeout_ms));
    }
}

/* ---- popping ---- */

enum { NONE = UINT32_MAX };

struct attempt {
    struct waiter *waiter;
    bool may_wait;
    bool is_wrong_type, is_entered;
    unsigned found; /* number of the first key that has something, or NONE */
    uint32_t errors;
    struct sighting {
        unsigned number;
        bool is_wrong_type;
    } * sightings; /* one a part, if there are several */
};

static struct wait *wait_of(struct tx_part *part, unsigned i) {
    struct attempt *attempt = part->tx->arg;
    return &attempt->waiter->waits[tx_part_key_number(part, i)];
}

/* The first of the part's keys that has a value: it may be of the wrong type, which is an error. */
static struct sighting look_here(struct tx_part *part) {
    struct attempt *attempt = part->tx->arg;
    const struct waiter *waiter = attempt->waiter;
    for (unsigned i = 0; i < part->key_count; i++) {
        unsigned number = tx_part_key_number(part, i);
        struct entry *entry = NULL;
        if (number < waiter->count) {
            entry = keyspace_find(part->call.shard->keyspace, waiter->db, &wait_of(part, i)->key,
                                  !waiter->no_touch);
        }
        if (entry) {
            bool is_wrong = entry_type(entry) != (enum value_type)waiter->kind->type;
            return (struct sighting){number, is_wrong};
        }
    }
    return (struct sighting){NONE, false};
}

static void serve_found(struct attempt *attempt, struct shard *shard) {
    struct waiter *waiter = attempt->waiter;
    struct reply reply = {.out = &waiter->out, .version = waiter->resp};
    if (waiter_is_mover(waiter)) {
        waiter_move_here(waiter, shard, &reply);
    } else {
        struct call call = waiter_call(waiter, shard, attempt->found, &reply);
        waiter->kind->serve(&call, waiter, attempt->found);
    }
    waiter->errors = reply.errors;
}

/* All keys are on one shard: everything in one hop. */
static void attempt_here(struct tx_part *part) {
    struct attempt *attempt = part->tx->arg;
    struct sighting seen = look_here(part);
    attempt->found = seen.number;
    attempt->is_wrong_type = seen.is_wrong_type;
    if (seen.is_wrong_type) {
        return;
    }
    if (seen.number != NONE) {
        serve_found(attempt, part->call.shard);
    } else if (attempt->may_wait) {
        blocking_enter(attempt->waiter, part->call.shard);
        attempt->is_entered = true;
    }
}

static void look_part(struct tx_part *part) {
    struct attempt *attempt = part->tx->arg;
    struct sighting seen = look_here(part);
    struct waiter *waiter = attempt->waiter;
    attempt->sightings[part - part->tx->parts] = seen;
    if (waiter_is_mover(waiter) && seen.number == 0 && !seen.is_wrong_type) {
        struct call call = waiter_call(waiter, part->call.shard, 0, NULL);
        waiter->kind->read(&call, waiter, &waiter->text);
    }
}

static void serve_part(struct tx_part *part) {
    struct attempt *attempt = part->tx->arg;
    if (attempt->waiter->waits[attempt->found].core == part->core) {
        serve_found(attempt, part->call.shard);
    }
}

static void enter_part(struct tx_part *part) {
    blocking_enter(((struct attempt *)part->tx->arg)->waiter, part->call.shard);
}

static void put_part(struct tx_part *part) {
    struct waiter *waiter = ((struct attempt *)part->tx->arg)->waiter;
    if (waiter->target_core != part->core) {
        return;
    }
    struct reply reply = {.out = &waiter->out, .version = waiter->resp};
    struct call call = waiter_call(waiter, part->call.shard, 0, &reply);
    call.key = waiter->target;
    call.notices = part->call.notices;
    call.notice_number = 0; /* its event comes before those of the pop */
    waiter->is_put = waiter->kind->put(&call, waiter, buffer_view(&waiter->text));
    waiter->errors = reply.errors;
}

static void take_part(struct tx_part *part) {
    struct waiter *waiter = ((struct attempt *)part->tx->arg)->waiter;
    if (waiter->waits[0].core == part->core && waiter->is_put) {
        struct reply reply = {.out = &waiter->out, .version = waiter->resp};
        struct call call = waiter_call(waiter, part->call.shard, 0, &reply);
        call.notices = part->call.notices;
        call.notice_number = 1;
        waiter->kind->take(&call, waiter, buffer_view(&waiter->text));
    }
}

static void choose(struct attempt *attempt, unsigned parts) {
    attempt->found = NONE;
    for (unsigned i = 0; i < parts; i++) {
        if (attempt->sightings[i].number < attempt->found) {
            attempt->found = attempt->sightings[i].number;
            attempt->is_wrong_type = attempt->sightings[i].is_wrong_type;
        }
    }
}

static void attempt_over_shards(struct attempt *attempt, struct tx *tx) {
    attempt->sightings = memory_alloc(tx->part_count * sizeof(*attempt->sightings));
    tx_hop(tx, look_part, attempt, TX_KEEP);
    choose(attempt, tx->part_count);
    memory_free(attempt->sightings);
    if (attempt->is_wrong_type) {
        return;
    }
    if (attempt->found == NONE) {
        if (attempt->may_wait) {
            tx_hop(tx, enter_part, attempt, TX_CONCLUDE);
            attempt->is_entered = true;
        }
    } else if (waiter_is_mover(attempt->waiter)) {
        tx_hop(tx, put_part, attempt, TX_KEEP);
        tx_hop(tx, take_part, attempt, TX_CONCLUDE);
    } else {
        tx_hop(tx, serve_part, attempt, TX_CONCLUDE);
    }
}

static void run_attempt(struct attempt *attempt, struct call *call, unsigned count) {
    struct waiter *waiter = attempt->waiter;
    struct tx tx;
    tx_begin_empty(&tx, call);
    for (unsigned i = 0; i < count; i++) {
        tx_add(&tx, &waiter->waits[i].key, waiter->waits[i].arg, call->db, true);
        tx.keys[i].is_only_taken = i < waiter->count; /* nothing is put there */
    }
    tx_make_parts(&tx);
    if (tx.part_count == 1) {
        tx_hop(&tx, attempt_here, attempt, TX_CONCLUDE);
    } else {
        attempt_over_shards(attempt, &tx);
    }
    tx_end(&tx);
}

void blocking_pop(struct call *call, const struct blocking_kind *kind, unsigned first,
                  unsigned count, int64_t timeout_ms) {
    unsigned *indices = memory_alloc(count * sizeof(*indices));
    for (unsigned i = 0; i < count; i++) {
        indices[i] = first + i;
    }
    struct attempt attempt = {.waiter = blocking_prepare(call, kind, indices, count, 0),
                              .may_wait = blocking_may_wait(call)};
    memory_free(indices);
    run_attempt(&attempt, call, count);
    if (attempt.is_entered) {
        blocking_begin(attempt.waiter, call->client, timeout_ms);
        return;
    }
    if (attempt.is_wrong_type) {
        reply_error_wrong_type(call->reply);
    } else if (attempt.found != NONE) {
        waiter_take_reply(attempt.waiter, call->reply);
    } else if (kind->reply_nothing) {
        kind->reply_nothing(call->reply);
    } else {
        reply_nil_array(call->reply);
    }
    blocking_drop(attempt.waiter);
}
