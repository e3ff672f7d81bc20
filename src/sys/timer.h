/* sys/timer.h - one-shot timers on the loop's timing wheel.
 *
 * Starting and stopping cost O(1); a timer fires in the first turn at or after its time, never
 * before it. The timer is the caller's memory and must stay until it fired or was stopped. */
#pragma once

#include "sys/loop.h"

struct timer {
    struct timer *next, **link; /* private */
    int64_t due_ns;
    void (*fire)(void *arg);
    void *arg;
};

void timer_init(struct timer *timer, void (*fire)(void *arg), void *arg);
/* Starts (or restarts) the timer. delay 0 fires in the next turn. */
void timer_start(struct loop *loop, struct timer *timer, int64_t delay_ns);
void timer_start_at(struct loop *loop, struct timer *timer, int64_t due_ns);
void timer_stop(struct timer *timer); /* no effect on one that is not running */
bool timer_is_running(const struct timer *timer);
