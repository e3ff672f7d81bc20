/* engine/wait_queue.c - the shard's side of waiting: the table of queues, their marks, and how they are served.
 *
 * A table lives while somebody waits on the shard; a shard without one has no hook on its keyspace for it and pays one
 * branch at the end of a command. Places that belong to waiters who no longer wait are passed over until their tour comes
 * by to unlink them (K3 of blocking.h). */
#include <assert.h>

#include "base/memory.h"
#include "engine/execute.h"
#include "engine/waiter.h"

/* ---- the table ---- */

struct wait_queue *wait_queue_find(const struct shard *shard, unsigned db, const struct key *key) {
    struct wait_queue *queue = wait_queue_of_name(shard, key);
    while (queue && queue->db != db) {
        queue = wait_queue_next_of_name(queue);
    }
    return queue;
}

static struct wait_queue *first_of_name(struct key_link *link, struct bytes name) {
    while (link && !bytes_equal(((struct wait_queue *)link)->key.name, name)) {
        link = key_table_next(link);
    }
    return (struct wait_queue *)link;
}

struct wait_queue *wait_queue_of_name(const struct shard *shard, const struct key *key) {
    return first_of_name(key_table_first(shard->waits, key->hash), key->name);
}

struct wait_queue *wait_queue_next_of_name(const struct wait_queue *queue) {
    return first_of_name(key_table_next(&queue->link), queue->key.name);
}

static struct wait_queue *obtain(struct shard *shard, unsigned db, const struct key *key) {
    struct wait_queue *queue = wait_queue_find(shard, db, key);
    if (queue) {
        return queue;
    }
    queue = memory_alloc_zeroed(sizeof(*queue) + key->name.len);
    if (key->name.len > 0) {
        memcpy(queue->name, key->name.data, key->name.len);
    }
    queue->key = *key;
    queue->key.name = bytes_of(queue->name, key->name.len);
    queue->db = db;
    if (key_table_add(&shard->waits, &queue->link, key->hash)) {
        shard_update_hook(shard);
    }
    return queue;
}

static void release_if_unused(struct shard *shard, struct wait_queue *queue) {
    if (queue->first || queue->is_marked || queue->is_held) {
        return;
    }
    if (key_table_remove(&shard->waits, &queue->link)) {
        shard_update_hook(shard);
    }
    memory_free(queue);
}

/* Queues only: waiters belong to their clients. */
void blocking_table_destroy(struct shard *shard) {
    struct key_table *table = shard->waits;
    for (unsigned i = 0; table && i < table->size; i++) {
        while (table->buckets[i]) {
            struct key_link *link = table->buckets[i];
            table->buckets[i] = link->next;
            memory_free((struct wait_queue *)link);
        }
    }
    key_table_destroy(table);
    shard->waits = NULL;
}

/* ---- places ---- */

static void count_place(struct shard *shard, struct wait_queue *queue, const struct waiter *waiter,
                        int change) {
    unsigned by = (unsigned)change;
    queue->of_type[waiter->kind->type] += by;
    queue->minders += waiter->kind->minds_loss ? by : 0;
    queue->movers += waiter_is_mover(waiter) ? by : 0;
    shard->movers += waiter_is_mover(waiter) ? by : 0;
}

void blocking_enter(struct waiter *waiter, struct shard *shard) {
    for (unsigned i = 0; i < waiter->count; i++) {
        struct wait *wait = &waiter->waits[i];
        if (wait->core != shard->core) {
            continue;
        }
        struct wait_queue *queue = obtain(shard, waiter->db, &wait->key);
        if (queue->last && queue->last->waiter == waiter) {
            continue; /* the same key twice: it has just been entered */
        }
        wait->queue = queue;
        wait->next = NULL;
        wait->prev = queue->last;
        *(queue->last ? &queue->last->next : &queue->first) = wait;
        queue->last = wait;
        count_place(shard, queue, waiter, 1);
    }
}

static void unlink_place(struct shard *shard, struct wait *wait) {
    struct wait_queue *queue = wait->queue;
    *(wait->prev ? &wait->prev->next : &queue->first) = wait->next;
    *(wait->next ? &wait->next->prev : &queue->last) = wait->prev;
    wait->queue = NULL;
    count_place(shard, queue, wait->waiter, -1);
    release_if_unused(shard, queue);
}

void waiter_leave(struct waiter *waiter, struct shard *shard) {
    for (unsigned i = 0; i < waiter->count; i++) {
        struct wait *wait = &waiter->waits[i];
        if (wait->core == shard->core && wait->queue) {
            unlink_place(shard, wait);
        }
    }
}

/* ---- marks ---- */

static void mark(struct shard *shard, struct wait_queue *queue) {
    if (queue->is_marked) {
        return;
    }
    queue->is_marked = true;
    queue->order = shard->mark_order;
    queue->next_ready = NULL;
    *(shard->ready_last ? &shard->ready_last->next_ready : &shard->ready_first) = queue;
    shard->ready_last = queue;
}

void blocking_mark(struct shard *shard, unsigned db, const struct key *key) {
    struct wait_queue *queue = wait_queue_find(shard, db, key);
    if (queue) {
        mark(shard, queue);
    }
}

static void mark_all(struct shard *shard, unsigned db) {
    const struct key_table *table = shard->waits;
    for (unsigned i = 0; i < table->size; i++) {
        for (struct key_link *link = table->buckets[i]; link; link = link->next) {
            struct wait_queue *queue = (struct wait_queue *)link;
            if (queue->db == db) {
                mark(shard, queue);
            }
        }
    }
}

/* An edit never brings what somebody waits for: his key has nothing (K1), or it is a stream, whose commands signal. */
void blocking_note(struct shard *shard, const struct mutation *mutation) {
    switch (mutation->kind) {
    case MUTATION_PUT:
    case MUTATION_DELETE:
        blocking_mark(shard, mutation->db, mutation->key);
        break;
    case MUTATION_SWAP:
        mark_all(shard, mutation->db_other);
        mark_all(shard, mutation->db);
        break;
    case MUTATION_FLUSH:
        mark_all(shard, mutation->db);
        break;
    default:
        break;
    }
}

/* ---- serving ---- */

struct call waiter_call(const struct waiter *waiter, struct shard *shard, unsigned number,
                        struct reply *reply) {
    return (struct call){
        .command = waiter->command,
        .argv = waiter->argv,
        .argc = waiter->argc,
        .db = waiter->db,
        .key = waiter->waits[number].key,
        .shard = shard,
        .reply = reply,
        .now_ms = keyspace_now(shard->keyspace),
        .no_touch = waiter->no_touch,
    };
}

void waiter_move_here(struct waiter *waiter, struct shard *shard, struct reply *reply) {
    struct call call = waiter_call(waiter, shard, 0, reply);
    waiter->kind->read(&call, waiter, &waiter->text);
    call.key = waiter->target;
    if (waiter->kind->put(&call, waiter, buffer_view(&waiter->text))) {
        call.key = waiter->waits[0].key;
        waiter->kind->take(&call, waiter, buffer_view(&waiter->text));
    }
}

/* True if this shard has the waiter now, nobody else (K2). */
static bool claim(struct waiter *waiter) {
    unsigned expected = WAITER_WAITS;
    /* Relaxed: what the waiter holds was written before it was linked here, and what the winner writes travels by mail. */
    return rmw_compare_exchange(&waiter->state, &expected, WAITER_CLAIMED, memory_order_relaxed,
                                memory_order_relaxed);
}

static bool still_waits(const struct waiter *waiter) {
    return atomic_load_explicit(&waiter->state, memory_order_relaxed) == WAITER_WAITS;
}

static void waiter_arrived(struct mail *mail);

static void waiter_is_durable(struct journal_wait *wait) {
    struct waiter *waiter = (struct waiter *)((char *)wait - offsetof(struct waiter, durable));
    mail_post(waiter->home->loop, &waiter->mail);
}

/* It has its reply: it leaves this shard and goes to its client. */
static void send_home(struct waiter *waiter, struct shard *shard, const struct reply *reply,
                      uint64_t ns) {
    struct core *core = shard->core;
    struct command_stats *stats = core_stats_of(core, waiter->command);
    stats->failed += reply->errors > 0;
    command_stats_record(stats, ns, core->settings->latency_tracking);
    waiter->ns = ns;
    waiter->served_by = core;
    waiter->written = own_write_now(core);
    waiter_leave(waiter, shard);
    waiter->mail.deliver = waiter_arrived;
    waiter->durable.ready = waiter_is_durable;
    waiter->durable.is_late = false;
    struct journal *journal = core->journal;
    if (journal && journal_gates(journal, waiter->durability)) {
        journal_note_write_of_all(journal);
        journal_wait_or_go(journal, &waiter->durable, journal_ticket(journal), waiter->durability);
    } else {
        waiter_is_durable(&waiter->durable);
    }
}

static void waiter_arrived(struct mail *mail) {
    waiter_came_home((struct waiter *)mail);
}

/* Something for this waiter at this place? entry: what is there now. */
static bool has_something(struct shard *shard, const struct wait *wait, unsigned number,
                          struct entry *entry) {
    const struct blocking_kind *kind = wait->waiter->kind;
    bool is_of_type = entry && entry_type(entry) == (enum value_type)kind->type;
    if (!is_of_type && !kind->minds_loss) {
        return false;
    }
    if (!kind->look) {
        return is_of_type;
    }
    struct call call = waiter_call(wait->waiter, shard, number, NULL);
    return kind->look(&call, wait->waiter, number, is_of_type ? entry : NULL);
}

/* Could anybody in the queue want what is there? So that the many who wait for a key whose only element is taken are not
 * all asked. */
static bool concerns_somebody(const struct wait_queue *queue, const struct entry *entry) {
    bool is_stream = entry && entry_type(entry) == VALUE_STREAM;
    return (entry && queue->of_type[entry_type(entry)] > 0) || (queue->minders > 0 && !is_stream);
}

/* The waiter is claimed. True if it was answered; else it moves to another shard. */
static bool serve_waiter(struct waiter *waiter, struct shard *shard, unsigned number) {
    struct reply reply = {.out = &waiter->out, .version = waiter->resp};
    struct stopwatch watch;
    stopwatch_start(&watch);
    if (!waiter_is_mover(waiter)) {
        struct call call = waiter_call(waiter, shard, number, &reply);
        waiter->kind->serve(&call, waiter, number);
    } else if (waiter->target_core == shard->core) {
        waiter_move_here(waiter, shard, &reply);
    } else {
        struct call call = waiter_call(waiter, shard, number, NULL);
        waiter->kind->read(&call, waiter, &waiter->text);
        return false;
    }
    send_home(waiter, shard, &reply, stopwatch_lap(&watch));
    return true;
}

struct waiter *wait_queue_serve(struct shard *shard, struct wait_queue *queue) {
    struct waiter *moving = NULL;
    queue->is_held = true;
    for (struct wait *wait = queue->first, *next; wait && !moving; wait = next) {
        next = wait->next;
        struct entry *entry = keyspace_find(shard->keyspace, queue->db, &queue->key, false);
        if (!concerns_somebody(queue, entry)) {
            break;
        }
        struct waiter *waiter = wait->waiter;
        unsigned number = (unsigned)(wait - waiter->waits);
        if (still_waits(waiter) && has_something(shard, wait, number, entry) && claim(waiter) &&
            !serve_waiter(waiter, shard, number)) {
            moving = waiter;
        }
    }
    queue->is_held = moving != NULL;
    release_if_unused(shard, queue);
    return moving;
}

void waiter_was_moved(struct waiter *waiter, struct shard *shard) {
    struct reply reply = {
        .out = &waiter->out, .version = waiter->resp, .errors = waiter->is_put ? 0 : 1};
    struct stopwatch watch;
    stopwatch_start(&watch);
    if (waiter->is_put) {
        struct call call = waiter_call(waiter, shard, 0, &reply);
        waiter->kind->take(&call, waiter, buffer_view(&waiter->text));
    }
    send_home(waiter, shard, &reply, stopwatch_lap(&watch));
}

void blocking_serve(struct shard *shard) {
    while (shard->ready_first) {
        struct wait_queue *queue = wait_queue_take_ready(&shard->ready_first, &shard->ready_last);
        queue->is_marked = false;
        struct waiter *moving = wait_queue_serve(shard, queue);
        assert(!moving); /* K5 */
        (void)moving;
    }
    mail_flush(); /* those who were served may hear of it before the one who served them */
}
