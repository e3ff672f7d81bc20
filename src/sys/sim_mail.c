/* Mail between simulated cores, and helpers' work: what a core sends and another gets some time
 * later.
 *
 * A pair of cores has a queue of batches under way; the event of the pair delivers the oldest (S3).
 */
#include <assert.h>

#include "base/memory.h"
#include "sys/sim_internal.h"

struct sim_pair {
    struct sim_event delivery;
    struct loop *target;
    struct mail_batch *first, *last; /* linked by next */
};

static struct mail_batch *next_of(struct mail_batch *batch) {
    return atomic_load_explicit(&batch->next, memory_order_relaxed); /* there is one thread */
}

static void deliver(struct sim_event *event) {
    struct sim_pair *pair = (struct sim_pair *)event;
    struct mail_batch *batch = pair->first;
    pair->first = next_of(batch);
    if (pair->first == NULL) sim_disable(event);
    mailbox_hand_over(pair->target, batch);
    sim_core_check(sim_core_of(pair->target));
}

static struct sim_pair *pair_of(struct sim_core *source, struct loop *target) {
    if (target->index >= source->pair_count) {
        unsigned count = target->index + 1;
        source->pairs = memory_realloc(source->pairs, count * sizeof(struct sim_pair *));
        while (source->pair_count < count) source->pairs[source->pair_count++] = NULL;
    }
    struct sim_pair **pair = &source->pairs[target->index];
    if (*pair == NULL) {
        *pair = memory_alloc_zeroed(sizeof **pair);
        (*pair)->delivery.run = deliver;
        (*pair)->delivery.number = source->loop->index << 16 | target->index;
        (*pair)->target = target;
    }
    return *pair;
}

void sim_mail_carry(struct loop *source, struct loop *target, struct mail_batch *batch) {
    struct sim_pair *pair = pair_of(sim_core_of(source), target);
    atomic_store_explicit(&batch->next, NULL, memory_order_relaxed);
    if (pair->first == NULL)
        pair->first = batch;
    else
        atomic_store_explicit(&pair->last->next, batch, memory_order_relaxed);
    pair->last = batch;
    sim_enable(&pair->delivery);
}

/* What helpers do for loops: their ends are still to come. */
struct helper {
    struct sim_event end;
    struct mail mail;
    struct loop *loop;
    void (*done)(void *arg);
    void *arg;
    struct helper *next;
};

static struct helper *helpers;

/* The loop is destroyed before it has heard of them: a server that ends while it loads. */
static void forget_helpers(const struct loop *loop) {
    for (struct helper **link = &helpers; *link != NULL;) {
        struct helper *helper = *link;
        if (helper->loop != loop) {
            link = &helper->next;
            continue;
        }
        *link = helper->next;
        sim_disable(&helper->end);
        memory_free(helper);
    }
}

void sim_mail_clear(struct sim_core *core) {
    forget_helpers(core->loop);
    for (unsigned i = 0; i < core->pair_count; i++) {
        struct sim_pair *pair = core->pairs[i];
        if (pair == NULL) continue;
        sim_disable(&pair->delivery);
        for (struct mail_batch *batch = pair->first, *next; batch != NULL; batch = next) {
            next = next_of(batch);
            memory_free(batch);
        }
        memory_free(pair);
    }
    memory_free(core->pairs);
}

/* ---- helpers ---- */

static void tell(struct mail *mail) {
    struct helper *helper = (struct helper *)(void *)((char *)mail - offsetof(struct helper, mail));
    helper->done(helper->arg);
    memory_free(helper);
}

static void end(struct sim_event *event) {
    struct helper *helper = (struct helper *)event, **link = &helpers;
    sim_disable(event);
    while (*link != helper) link = &(*link)->next;
    *link = helper->next;
    mail_post_from_outside(helper->loop, &helper->mail);
    sim_core_check(sim_core_of(helper->loop));
}

void sim_offload(struct loop *loop, void (*fn)(void *arg), void *arg, void (*done)(void *arg),
                 bool is_background) {
    (void)is_background;
    struct helper *helper = memory_alloc_zeroed(sizeof *helper);
    *helper = (struct helper){.end = {.run = end, .number = 1},
                              .mail.deliver = tell,
                              .loop = loop,
                              .done = done,
                              .arg = arg,
                              .next = helpers};
    helpers = helper;
    fn(arg);
    sim_enable(&helper->end);
}
