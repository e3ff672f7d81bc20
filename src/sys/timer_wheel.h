/* sys/timer_wheel.h - the hierarchical timing wheel behind sys/timer.h; private to sys/.
 *
 * Every struct loop holds one as its field `timers`. The loop calls timer_wheel_fire once a turn
 * and sleeps no longer than until timer_wheel_next. After Varghese and Lauck, "Hashed and
 * hierarchical timing wheels" (1987); the placement by the highest differing digit is that of
 * Ahern's timeout.c. */
#pragma once

#include "sys/timer.h"

enum {
    TIMER_TICK_BITS = 16, /* a tick of the lowest wheel: 65.5 us */
    TIMER_SLOT_BITS = 6,
    TIMER_SLOTS = 1 << TIMER_SLOT_BITS,
    TIMER_LEVELS = 8 /* 16 + 8 * 6 = 64 bits: every int64_t has a place */
};

struct timer_wheel {
    int64_t now_ns; /* time of the last timer_wheel_fire */
    uint64_t tick;  /* now_ns in ticks; timers of this tick are in near, later ones in slots */
    struct timer *overdue;       /* started when already due; newest first; fire next turn */
    struct timer *near;          /* due within the present tick, in order */
    struct timer *firing;        /* being fired by the running timer_wheel_fire */
    uint64_t used[TIMER_LEVELS]; /* a bit for each slot that may hold timers */
    struct timer *slots[TIMER_LEVELS][TIMER_SLOTS]; /* newest first */
};

void timer_wheel_init(struct timer_wheel *wheel, int64_t now_ns);
void timer_wheel_start(struct timer_wheel *wheel, struct timer *timer, int64_t due_ns);
/* Fires everything due at now_ns or before, in the order of due times (of starting, where equal).
 * What a callback starts with a time already past fires in the next call. now_ns never
 * goes back. Returns how many fired. */
unsigned timer_wheel_fire(struct timer_wheel *wheel, int64_t now_ns);
/* When to call timer_wheel_fire again: at most a tick after the next timer is due, or earlier;
 * INT64_MAX if no timer runs. O(1). */
int64_t timer_wheel_next(struct timer_wheel *wheel);
/* The same without the tick of slack, in time of as many timers as one tick holds. */
int64_t timer_wheel_next_exact(struct timer_wheel *wheel);
