/* engine/own_writes.c - noting what was written, and the clients that wait until it is kept.
 *
 *      own_writes_wait ── all is so already ──────────────────────────> the reply
 *            └─ blocks; one mail to each core whose log is behind ─┬─ its line arrives ──> mail home ─┐
 *                                                                  ├─ own_writes_look ────────────────┼─> reply, if enough
 *                                                                  └─ time over, CLIENT UNBLOCK ──────┴─> reply
 *
 * Whether a core's log is far enough is read from what it publishes (core->kept_ticket); mails only say when to look. A
 * waiter is freed when its client is detached and its mails are home, whichever is later. */
#include "engine/own_writes.h"

#include "base/memory.h"
#include "engine/connection.h"
#include "engine/execute.h"
#include "engine/journal_ask.h"
#include "engine/tx.h"
#include "sys/atomic.h"

/* What was replied before a WAIT goes with its answer, if that comes within this time. */
#define GATHER_NS 10000000

/* ---- notes ---- */

void own_writes_note(struct client *client, const struct core *core, struct own_write write) {
    if (__builtin_expect(!client->own_writes, 0)) {
        client->own_writes =
            memory_alloc_zeroed(client->core->engine->core_count * sizeof(*client->own_writes));
    }
    client->own_writes[core->index] = write;
}

void own_writes_clear(struct client *client) {
    memory_free(client->own_writes);
    client->own_writes = NULL;
}

static bool is_kept(const struct core *core, uint64_t ticket) {
    /* Relaxed: it only grows, and what it says is on the disk, not in memory. */
    return ticket <= atomic_load_explicit(&core->kept_ticket, memory_order_relaxed);
}

bool own_writes_are_durable(const struct client *client) {
    const struct engine *engine = client->core->engine;
    for (unsigned i = 0; client->own_writes && i < engine->core_count; i++) {
        if (!is_kept(engine->cores[i], client->own_writes[i].ticket)) {
            return false;
        }
    }
    return true;
}

/* ---- those who wait ---- */

struct own_wait;

/* Of a core whose log is behind. */
struct own_wait_ask {
    struct journal_ask ask;
    struct own_wait *wait;
};

struct own_wait {
    struct own_wait *next, **link; /* of the core's */
    struct client *client;         /* NULL: it no longer waits */
    struct core *home;
    const struct command_entry *command;
    struct own_wait_options options;
    struct timer timer;  /* its timeout, */
    struct timer gather; /* and that of the replies before it */
    unsigned under_way;  /* asks */
    struct own_wait_ask asks[];
};

static bool has_log(const struct core *core) {
    return atomic_load_explicit(&core->engine->has_log, memory_order_relaxed);
}

static bool is_local(const struct client *client) {
    return has_log(client->core) && own_writes_are_durable(client);
}

static uint64_t replicas_of(const struct client *client, bool on_disk) {
    const struct engine_hooks *hooks = &client->core->engine->hooks;
    return hooks->count_replicas ? hooks->count_replicas(client, on_disk) : 0;
}

static void free_if_done(struct own_wait *wait) {
    if (!wait->client && wait->under_way == 0) {
        memory_free(wait);
    }
}

static void detach(struct own_wait *wait) {
    struct client *client = wait->client;
    timer_stop(&wait->timer);
    timer_stop(&wait->gather);
    connection_of(client)->gathers = false;
    *wait->link = wait->next;
    if (wait->next) {
        wait->next->link = wait->link;
    }
    wait->client = NULL;
    client->own_wait = NULL;
    client->is_blocked = false;
    client->core->blocked_count--;
}

/* Detaches the client with that reply; what it has sent meanwhile comes to its turn behind it. */
static void answer(struct own_wait *wait, const char *error) {
    struct client *client = wait->client;
    struct reply reply = {.out = client_output(client), .version = client->resp};
    struct command_stats *stats = core_stats_of(client->core, wait->command);
    detach(wait);
    if (error) {
        reply_error(&reply, "%s", error);
    } else {
        wait->options.reply(&reply, is_local(client), replicas_of(client, wait->options.on_disk));
    }
    stats->failed += reply.errors;
    command_stats_record(stats, 0, client->core->settings->latency_tracking);
    free_if_done(wait);
    connection_continue(connection_of(client));
}

static bool is_enough(const struct client *client, const struct own_wait_options *options) {
    return (!options->local || is_local(client)) &&
           (options->replicas == 0 || replicas_of(client, options->on_disk) >= options->replicas);
}

static void look(struct own_wait *wait) {
    if (wait->options.local && !has_log(wait->home)) {
        answer(wait, OWN_WRITES_NO_LOG);
    } else if (is_enough(wait->client, &wait->options)) {
        answer(wait, NULL);
    }
}

void own_writes_look(struct core *core) {
    for (struct own_wait *wait = core->own_waits, *next; wait; wait = next) {
        next = wait->next;
        look(wait);
    }
    if (!core->own_waits) {
        /* Relaxed: who waits next sets it again before he looks. */
        atomic_store_explicit(&core->awaits_news, false, memory_order_relaxed);
    }
}

/* ---- news of replicas ----
 *
 * Whoever wants to wait says so and then looks at what replicas have reported; who reports stores that and then looks who
 * waits. All four are sequentially consistent, so at least one sees the other (Dekker's argument), and nobody waits for what
 * has come. The same holds for the mail under way, and what it looks at when it has arrived. */

struct news {
    struct mail mail;
    struct core *core;
};

static void news_arrived(struct mail *mail) {
    struct core *core = ((struct news *)mail)->core;
    memory_free(mail);
    atomic_store_explicit(&core->is_told, false, memory_order_seq_cst);
    own_writes_look(core);
}

void own_writes_tell(struct engine *engine) {
    for (unsigned i = 0; i < engine->core_count; i++) {
        struct core *core = engine->cores[i];
        if (!atomic_load_explicit(&core->awaits_news, memory_order_seq_cst) ||
            rmw_exchange(&core->is_told, true, memory_order_seq_cst)) {
            continue;
        }
        struct news *news = memory_alloc_zeroed(sizeof(*news));
        news->mail.deliver = news_arrived;
        news->core = core;
        mail_post(core->loop, &news->mail);
    }
}

static void await_news(struct core *core) {
    /* Relaxed: it is this core's own. */
    if (!atomic_load_explicit(&core->awaits_news, memory_order_relaxed)) {
        atomic_store_explicit(&core->awaits_news, true, memory_order_seq_cst);
    }
}

bool own_wait_end(struct client *client, enum blocking_end how) {
    if (!client->own_wait) {
        return false;
    }
    answer(client->own_wait,
           how == BLOCKING_UNBLOCKED ? "UNBLOCKED client unblocked via CLIENT UNBLOCK" : NULL);
    return true;
}

void own_wait_forget(struct client *client) {
    struct own_wait *wait = client->own_wait;
    if (wait) {
        connection_end_gather(connection_of(client)); /* its stream may still be sent to */
        detach(wait);
        free_if_done(wait);
    }
}

static void time_is_over(void *arg) {
    answer(arg, NULL);
}

static void gather_is_over(void *arg) {
    connection_end_gather(connection_of(((struct own_wait *)arg)->client));
}

/* ---- the cores' logs ---- */

static void log_has_answered(struct journal_ask *ask) {
    struct own_wait *wait = ((struct own_wait_ask *)ask)->wait;
    wait->under_way--;
    if (wait->client) {
        look(wait);
    } else {
        free_if_done(wait);
    }
}

static void ask_logs(struct own_wait *wait) {
    const struct client *client = wait->client;
    const struct engine *engine = client->core->engine;
    for (unsigned i = 0; client->own_writes && i < engine->core_count; i++) {
        uint64_t ticket = client->own_writes[i].ticket;
        if (is_kept(engine->cores[i], ticket)) {
            continue;
        }
        struct own_wait_ask *ask = &wait->asks[wait->under_way++];
        ask->wait = wait;
        journal_ask(&ask->ask, engine->cores[i], ticket, log_has_answered);
    }
    mail_flush();
}

/* ---- beginning ---- */

static void begin(struct call *call, const struct own_wait_options *options) {
    struct client *client = call->client;
    struct core *core = client->core;
    struct own_wait *wait = memory_alloc_zeroed(
        sizeof(*wait) + (options->local ? core->engine->core_count * sizeof(wait->asks[0]) : 0));
    wait->client = client;
    wait->home = core;
    wait->command = call->command;
    wait->options = *options;
    wait->next = core->own_waits;
    wait->link = &core->own_waits;
    if (wait->next) {
        wait->next->link = &wait->next;
    }
    core->own_waits = wait;
    client->own_wait = wait;
    client->is_blocked = true;
    core->blocked_count++;
    timer_init(&wait->timer, time_is_over, wait);
    timer_init(&wait->gather, gather_is_over, wait);
    if (connection_gather(connection_of(client))) {
        timer_start(core->loop, &wait->gather, GATHER_NS);
    }
    int64_t timeout_ns;
    if (options->timeout_ms > 0 &&
        !__builtin_mul_overflow(options->timeout_ms, 1000000, &timeout_ns)) {
        timer_start(core->loop, &wait->timer, timeout_ns);
    }
    if (options->local) {
        ask_logs(wait);
    }
    if (connection_of(client)->is_closing) {
        own_wait_forget(client);
    }
}

void own_writes_wait(struct call *call, const struct own_wait_options *options) {
    struct client *client = call->client;
    /* What the transaction that it is part of has written is not durable before its end. */
    bool is_whole = !call->within || !tx_has_written(call->within);
    if (options->replicas > 0) {
        await_news(client->core);
    }
    if (options->local && !has_log(client->core)) {
        reply_error(call->reply, OWN_WRITES_NO_LOG);
    } else if (call->in_exec || is_enough(client, options)) {
        options->reply(call->reply, is_whole && is_local(client),
                       is_whole ? replicas_of(client, options->on_disk) : 0);
    } else {
        begin(call, options);
    }
}
