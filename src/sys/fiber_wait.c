/* What a fiber can wait on: events, time, mutexes, channels and helper threads.
 *
 * Mutexes and channels hand over directly: what is released goes to the first in line, so whoever
 * comes between the release and the heir's turn finds it taken, and the order is strictly FIFO. */
#include <assert.h>

#include "base/memory.h"
#include "sys/fiber_internal.h"
#include "sys/loop_internal.h"

void event_wait(struct event *event) {
    if (!event->is_set) {
        assert(event->waiter == NULL);
        event->waiter = fiber_must_be_current();
        fiber_leave(event->waiter);
        assert(event->is_set);
    }
    event->is_set = false;
}

static void resume_waiter(struct event *event) {
    struct fiber *waiter = event->waiter;
    event->waiter = NULL;
    if (waiter != NULL) fiber_make_ready(waiter);
}

void event_signal(struct event *event) {
    event->is_set = true;
    resume_waiter(event);
}

/* The time is up. Nobody waits any more if a signal came just before. */
static void give_up(void *arg) {
    resume_waiter(arg);
}

bool event_wait_until(struct event *event, int64_t due_ns) {
    if (!event->is_set) {
        assert(event->waiter == NULL);
        struct fiber *fiber = fiber_must_be_current();
        struct timer timer;
        timer_init(&timer, give_up, event);
        timer_start_at(fiber->scheduler->loop, &timer, due_ns);
        event->waiter = fiber;
        fiber_leave(fiber);
        timer_stop(&timer);
    }
    bool was_set = event->is_set; /* also by a signal between the time-out and our turn */
    event->is_set = false;
    return was_set;
}

static void wake(void *fiber) {
    fiber_make_ready(fiber);
}

void fiber_sleep(int64_t ns) {
    struct fiber *fiber = fiber_must_be_current();
    struct timer timer;
    timer_init(&timer, wake, fiber);
    timer_start(fiber->scheduler->loop, &timer, ns);
    fiber_leave(fiber);
}

void fiber_mutex_lock(struct fiber_mutex *mutex) {
    struct fiber *fiber = fiber_must_be_current();
    assert(mutex->owner != fiber);
    if (mutex->owner == NULL) {
        mutex->owner = fiber;
        return;
    }
    fiber_queue_push(&mutex->waiters, fiber);
    fiber_leave(fiber);
    assert(mutex->owner == fiber);
}

void fiber_mutex_unlock(struct fiber_mutex *mutex) {
    assert(mutex->owner == fiber_must_be_current());
    mutex->owner = fiber_queue_pop(&mutex->waiters);
    if (mutex->owner != NULL) fiber_make_ready(mutex->owner);
}

/* Takers wait only while the ring is empty, putters only while it is full. */
struct channel {
    unsigned capacity, count, head;
    struct fiber_queue takers, putters;
    void *ring[];
};

struct channel *channel_create(unsigned capacity) {
    assert(capacity > 0);
    struct channel *channel = memory_alloc_zeroed(sizeof *channel + capacity * sizeof(void *));
    channel->capacity = capacity;
    return channel;
}

void channel_destroy(struct channel *channel) {
    assert(channel->takers.first == NULL && channel->putters.first == NULL);
    memory_free(channel);
}

static void ring_put(struct channel *channel, void *item) {
    channel->ring[(channel->head + channel->count++) % channel->capacity] = item;
}

static void *ring_take(struct channel *channel) {
    void *item = channel->ring[channel->head];
    channel->head = (channel->head + 1) % channel->capacity;
    channel->count--;
    return item;
}

void channel_put(struct channel *channel, void *item) {
    struct fiber *taker = fiber_queue_pop(&channel->takers);
    if (taker != NULL) {
        taker->item = item;
        fiber_make_ready(taker);
    } else if (channel->count < channel->capacity) {
        ring_put(channel, item);
    } else {
        struct fiber *fiber = fiber_must_be_current();
        fiber->item = item;
        fiber_queue_push(&channel->putters, fiber);
        fiber_leave(fiber);
    }
}

void *channel_take(struct channel *channel) {
    if (channel->count == 0) {
        struct fiber *fiber = fiber_must_be_current();
        fiber_queue_push(&channel->takers, fiber);
        fiber_leave(fiber);
        return fiber->item;
    }
    void *item = ring_take(channel);
    struct fiber *putter = fiber_queue_pop(&channel->putters);
    if (putter != NULL) {
        ring_put(channel, putter->item);
        fiber_make_ready(putter);
    }
    return item;
}

struct offload {
    void (*fn)(void *arg);
    void *arg;
    struct event ended;
};

static void run_offload(void *arg) {
    struct offload *offload = arg;
    offload->fn(offload->arg);
}

static void end_offload(void *arg) {
    struct offload *offload = arg;
    event_signal(&offload->ended);
}

void fiber_offload(void (*fn)(void *arg), void *arg) {
    struct offload offload = {.fn = fn, .arg = arg};
    loop_offload(loop_current(), run_offload, &offload, end_offload);
    event_wait(&offload.ended);
}
