/* sys/fiber.h - fibers: functions that can wait without holding their core.
 *
 * Fibers of a loop run one at a time on its thread; a switch happens only in the functions here
 * whose comment says "waits". Stacks are pooled with a guard page; a fiber that never starts or has
 * ended holds none. */
#pragma once

#include "sys/timer.h"

struct fiber;

enum fiber_stack { FIBER_SMALL /* 64 KiB, lazily touched */, FIBER_LARGE /* 1 MiB, few */ };

/* Runs fn(arg) on a pooled stack at once, until it ends or first waits; then returns. With as many
 * stacks of the kind in use as are allowed (8 large, 16,384 small ones a loop, or fewer where the
 * system gives no more) the start is queued until a fiber ends. */
void fiber_start(enum fiber_stack stack, void (*fn)(void *arg), void *arg);
struct fiber *fiber_current(void); /* NULL on the loop's own stack */
void fiber_yield(void);            /* waits: others run, then this one again (a later turn) */
void fiber_sleep(int64_t ns);      /* waits */

/* One fiber waits, anyone on the same loop signals; a signal before the wait is kept. */
struct event {
    struct fiber *waiter;
    bool is_set;
};
void event_wait(struct event *event); /* waits; resets the event */
/* Waits, at most until due_ns (loop_now_ns scale); false on time-out. */
bool event_wait_until(struct event *event, int64_t due_ns);
/* The waiter is resumed in this turn (from the ready queue, not inside this call). */
void event_signal(struct event *event);

/* Between fibers of one loop, FIFO. */
struct fiber_queue {
    struct fiber *first, *last;
};
struct fiber_mutex {
    struct fiber *owner;
    struct fiber_queue waiters;
};
void fiber_mutex_lock(struct fiber_mutex *mutex); /* waits */
void fiber_mutex_unlock(struct fiber_mutex *mutex);

/* Bounded FIFO of pointers between fibers of one loop. */
struct channel;
struct channel *channel_create(unsigned capacity);
void channel_destroy(struct channel *channel);
void channel_put(struct channel *channel, void *item); /* waits while full */
void *channel_take(struct channel *channel);           /* waits while empty */

/* Runs fn(arg) on a helper thread, for what blocks in the kernel; waits for its end. In the
 * simulated machine it runs in place. Must be called on a fiber. */
void fiber_offload(void (*fn)(void *arg), void *arg);
/* The same without a fiber: done(arg) is called on this loop when fn has ended. */
void loop_offload(struct loop *loop, void (*fn)(void *arg), void *arg, void (*done)(void *arg));
/* The same for work that takes long and that no client waits for: it has threads of its own. */
void loop_offload_background(struct loop *loop, void (*fn)(void *arg), void *arg,
                             void (*done)(void *arg));
/* For what runs there: sleeps for a moment, so that long work on a busy processor comes in slices. */
void offload_rest(void);
