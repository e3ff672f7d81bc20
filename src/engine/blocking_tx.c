/* engine/blocking_tx.c - waiting and transactions.
 *
 * Before: a key that movers wait for is pushed to by whoever holds the locks of their targets as well, of the targets of
 * the movers who wait for those, and so on. Each shard names what its own movers want when the transaction holds its locks
 * there; nobody can come to wait for these keys then, so at last there is a set of locks of which no shard wants more.
 *
 * After: the coordinator goes from shard to shard in the order of the marks, to all of one shard up to the next one of
 * another in one hop. A mover whose target is elsewhere takes two hops more: put there, take here. */
#include "engine/blocking_tx.h"

#include <assert.h>
#include <stdlib.h>

#include "base/memory.h"
#include "engine/shard.h"
#include "engine/waiter.h"

/* ---- before: movers' targets ---- */

/* Locks are named by keys alone, and what a command does may concern the same name in another database (MOVE): here
 * databases make no difference. */

/* Queues seen in a walk, in a list. */
struct walk {
    struct shard *shard;
    struct wait_queue *first, *last;
};

static void walk_add(struct walk *walk, const struct key *key) {
    struct wait_queue *queue = wait_queue_of_name(walk->shard, key);
    for (; queue; queue = wait_queue_next_of_name(queue)) {
        if (queue->seen != walk->shard->walks) {
            queue->seen = walk->shard->walks;
            queue->next_seen = NULL;
            *(walk->last ? &walk->last->next_seen : &walk->first) = queue;
            walk->last = queue;
        }
    }
}

/* True if all that movers may reach from the queues in the walk is on the shard. */
static bool is_near(struct walk *walk) {
    for (struct wait_queue *queue = walk->first; queue; queue = queue->next_seen) {
        for (struct wait *wait = queue->movers > 0 ? queue->first : NULL; wait; wait = wait->next) {
            const struct waiter *waiter = wait->waiter;
            if (waiter_is_mover(waiter) && waiter->target_core != walk->shard->core) {
                return false;
            }
            if (waiter_is_mover(waiter)) {
                walk_add(walk, &waiter->target);
            }
        }
    }
    return true;
}

static bool has_movers(const struct shard *shard, const struct key *key) {
    struct wait_queue *queue = wait_queue_of_name(shard, key);
    while (queue && queue->movers == 0) {
        queue = wait_queue_next_of_name(queue);
    }
    return queue != NULL;
}

bool blocking_needs_tx(struct shard *shard, const struct key *key) {
    if (!has_movers(shard, key)) {
        return false;
    }
    shard->walks++;
    struct walk walk = {.shard = shard};
    walk_add(&walk, key);
    return !locks_are_quiet(shard->locks) || !is_near(&walk);
}

static bool may_fill(const struct tx_key *key) {
    return key->is_exclusive && !key->is_only_taken;
}

static bool all_are_near(struct tx_part *part) {
    struct shard *shard = &part->core->shard;
    shard->walks++;
    struct walk walk = {.shard = shard};
    for (unsigned i = 0; i < part->key_count; i++) {
        const struct tx_key *key = tx_part_key(part, i);
        if (may_fill(key)) {
            walk_add(&walk, &key->key);
        }
    }
    return is_near(&walk);
}

static int compare_hashes(uint64_t a, uint64_t b) {
    return a == b ? 0 : a < b ? -1 : 1;
}

static int compare_held(const void *a, const void *b) {
    return compare_hashes((*(const struct tx_key *const *)a)->key.hash,
                          (*(const struct tx_key *const *)b)->key.hash);
}

void blocking_sort_held(struct tx *wide) {
    memory_free(wide->held);
    wide->held = memory_alloc(wide->key_count * sizeof(*wide->held));
    for (unsigned i = 0; i < wide->key_count; i++) {
        wide->held[i] = &wide->keys[i];
    }
    qsort(wide->held, wide->key_count, sizeof(*wide->held), compare_held);
}

/* The number of the first held key that is not smaller. */
static unsigned find_held(const struct tx *wide, uint64_t hash) {
    unsigned low = 0, high = wide->key_count;
    while (low < high) {
        unsigned middle = low + (high - low) / 2;
        if (wide->held[middle]->key.hash < hash) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static bool is_held_to_fill(const struct tx_key *held, const struct key *key) {
    return may_fill(held) && held->key.hash == key->hash && bytes_equal(held->key.name, key->name);
}

/* A key that is held only to be taken from does not count: who waits for it was not looked at. */
static bool holds(const struct tx *tx, const struct key *key) {
    if (!tx->held) {
        for (unsigned i = 0; i < tx->key_count; i++) {
            if (is_held_to_fill(&tx->keys[i], key)) {
                return true;
            }
        }
        return false;
    }
    for (unsigned i = find_held(tx, key->hash);
         i < tx->key_count && tx->held[i]->key.hash == key->hash; i++) {
        if (is_held_to_fill(tx->held[i], key)) {
            return true;
        }
    }
    return false;
}

static void add_extra(struct tx_part *part, const struct key *key) {
    const struct extra_key *last = part->extra_first;
    if (last && bytes_equal(last->key.name, key->name)) {
        return; /* many movers, one target */
    }
    struct extra_key *extra = memory_alloc(sizeof(*extra) + key->name.len);
    *extra = (struct extra_key){.next = part->extra_first, .key = *key};
    if (key->name.len > 0) {
        memcpy(extra->name, key->name.data, key->name.len);
    }
    extra->key.name = bytes_of(extra->name, key->name.len);
    part->extra_first = extra;
}

static void add_targets(struct tx_part *part, const struct wait_queue *queue) {
    if (queue->movers == 0) {
        return;
    }
    part->has_movers = true;
    for (const struct wait *wait = queue->first; wait; wait = wait->next) {
        const struct waiter *waiter = wait->waiter;
        if (waiter_is_mover(waiter) && !holds(part->tx, &waiter->target)) {
            add_extra(part, &waiter->target);
        }
    }
}

bool blocking_wants_more(struct tx_part *part, bool is_alone) {
    struct shard *shard = &part->core->shard;
    blocking_free_extras(part->extra_first); /* of a try that was refused elsewhere */
    part->extra_first = NULL;
    part->has_movers = false;
    if (shard->movers == 0 || part->tx->scope != TX_KEYS || !part->tx->is_writer ||
        (is_alone && all_are_near(part))) {
        return false;
    }
    for (unsigned i = 0; i < part->key_count; i++) {
        const struct tx_key *key = tx_part_key(part, i);
        struct wait_queue *queue = may_fill(key) ? wait_queue_of_name(shard, &key->key) : NULL;
        for (; queue; queue = wait_queue_next_of_name(queue)) {
            add_targets(part, queue);
        }
    }
    return part->extra_first != NULL;
}

struct extra_key *blocking_take_extras(struct tx *tx, struct tx *wide) {
    struct extra_key *all = NULL;
    for (unsigned i = 0; i < tx->part_count; i++) {
        struct extra_key *list = tx->parts[i].extra_first;
        tx->parts[i].extra_first = NULL;
        for (const struct extra_key *extra = list; extra; extra = extra->next) {
            tx_add(wide, &extra->key, 0, wide->call->db, true);
        }
        if (list) {
            blocking_join_extras(list, &all);
        }
    }
    return all;
}

void blocking_join_extras(struct extra_key *list, struct extra_key **all) {
    struct extra_key **end = &list;
    while (*end) {
        end = &(*end)->next;
    }
    *end = *all;
    *all = list;
}

void blocking_free_extras(struct extra_key *list) {
    while (list) {
        struct extra_key *extra = list;
        list = extra->next;
        memory_free(extra);
    }
}

/* ---- after: serving ---- */

void blocking_keep_marks(struct tx_part *part) {
    struct shard *shard = &part->core->shard;
    if (!shard->ready_first) {
        return;
    }
    *(part->ready_last ? &part->ready_last->next_ready : &part->ready_first) = shard->ready_first;
    part->ready_last = shard->ready_last;
    shard->ready_first = shard->ready_last = NULL;
    mail_flush(); /* events of what was done reach whoever hears them before those of serving, on whichever shard */
}

enum { CHAINED_FROM = 1 }; /* in the upper half of an order: behind all that commands have marked */

struct serving {
    uint64_t limit;        /* the part serves what was marked before the other parts' first */
    struct waiter *moving; /* on its way to another shard */
    struct wait_queue *queue;
};

static void serve_part(struct tx_part *part) {
    struct serving *serving = part->tx->arg;
    struct shard *shard = &part->core->shard;
    if (serving->moving) { /* it is back here */
        waiter_was_moved(serving->moving, shard);
        serving->moving = wait_queue_serve(shard, serving->queue);
    }
    while (!serving->moving && part->ready_first && part->ready_first->order <= serving->limit) {
        serving->queue = wait_queue_take_ready(&part->ready_first, &part->ready_last);
        serving->queue->is_marked = false;
        serving->moving = wait_queue_serve(shard, serving->queue);
    }
    mail_flush(); /* before anybody hears of the transaction */
}

static void put_part(struct tx_part *part) {
    struct waiter *waiter = ((struct serving *)part->tx->arg)->moving;
    struct reply reply = {.out = &waiter->out, .version = waiter->resp};
    struct call call = waiter_call(waiter, part->call.shard, 0, &reply);
    call.key = waiter->target;
    waiter->is_put = waiter->kind->put(&call, waiter, buffer_view(&waiter->text));
    waiter->put_there = own_write_now(part->core);
    mail_flush(); /* its event comes before that of the pop */
}

static void run_on(struct tx *tx, const struct core *core, void (*callback)(struct tx_part *part),
                   struct serving *serving) {
    assert(tx_part_on(tx, core)); /* K5 */
    for (unsigned i = 0; i < tx->part_count; i++) {
        tx->parts[i].is_wanted = tx->parts[i].core == core;
    }
    tx->mark_order++;
    tx_hop_wanted(tx, callback, serving);
}

/* The part that was marked first, and up to where it may go before another one's turn. */
static struct tx_part *next_part(const struct tx *tx, uint64_t *limit) {
    struct tx_part *first = NULL;
    *limit = UINT64_MAX;
    for (unsigned i = 0; i < tx->part_count; i++) {
        struct tx_part *part = &tx->parts[i];
        if (!part->ready_first) {
            continue;
        }
        if (!first || part->ready_first->order < first->ready_first->order) {
            *limit = first ? first->ready_first->order : UINT64_MAX;
            first = part;
        } else if (part->ready_first->order < *limit) {
            *limit = part->ready_first->order;
        }
    }
    return first;
}

void blocking_serve_tx(struct tx *tx) {
    struct serving serving = {0};
    struct tx_part *part;
    tx->mark_order = (uint64_t)CHAINED_FROM << 32;
    while ((part = next_part(tx, &serving.limit)) != NULL) {
        run_on(tx, part->core, serve_part, &serving);
        while (serving.moving) {
            run_on(tx, serving.moving->target_core, put_part, &serving);
            run_on(tx, part->core, serve_part, &serving);
        }
    }
}
