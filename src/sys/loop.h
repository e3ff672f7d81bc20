/* sys/loop.h - the event loop of one core.
 *
 * A turn: take what the kernel completed, run the callbacks, deliver mail, fire timers, run ready
 * fibers, call the turn-end hooks, flush outgoing mail, submit everything to the kernel in one call and sleep
 * if nothing is ready. Everything here is used from the loop's own thread only, except loop_stop
 * (and mail_post_from_outside, sys/mailbox.h). No callback may block. */
#pragma once

#include "base/chain.h"
#include "sys/machine.h"

struct loop;

struct loop_options {
    unsigned index;      /* number of the core, from 0 */
    bool pin;            /* pin the thread to a CPU */
    unsigned rx_buffers; /* at most so many receive buffers of RX_SIZE; 0: default */
    unsigned cores;      /* of the whole program: with very many the kernel's rings are small */
};

/* NULL with errno set if the system lacks something (descriptors, memory). */
struct loop *loop_create(const struct loop_options *options);
void loop_destroy(struct loop *loop);

/* Runs start(arg) on the loop's own thread, then turns until loop_stop. loop_launch starts the thread;
 * loop_join waits for its end. In the simulated machine launch only registers the loop and
 * sim_run (sys/sim.h) turns all of them. */
void loop_launch(struct loop *loop, void (*start)(void *arg), void *arg);
void loop_join(struct loop *loop);
void loop_stop(struct loop *loop); /* from any thread */

struct loop *loop_current(void); /* of the running thread (or simulated core); NULL outside */
unsigned loop_index(const struct loop *loop);

/* The clocks, read once a turn and again by loop_refresh_clock (after long work). */
int64_t loop_now_ns(const struct loop *loop);  /* monotonic */
int64_t loop_wall_ms(const struct loop *loop); /* Unix time */
int64_t loop_wall_us(const struct loop *loop);
void loop_refresh_clock(struct loop *loop);

/* Somebody on this loop waits for that many more (or, negative, fewer) mails that are answers of other
 * cores: it then looks for them a little before it sleeps. */
void loop_expect_mail(struct loop *loop, int change);

/* Called at the end of every turn, before mail is flushed and requests are submitted. */
struct turn_hook {
    struct turn_hook *next;
    void (*run)(void *arg);
    void *arg;
};
void loop_add_turn_hook(struct loop *loop, struct turn_hook *hook);

/* Runs fn(arg) in the next turn (deferred work that would otherwise make this turn long). */
struct task {
    struct task *next;
    void (*run)(void *arg);
    void *arg;
};
void loop_defer(struct loop *loop, struct task *task);

struct loop_stats {
    uint64_t turns;
    uint64_t turn_max_ns; /* longest turn, sleeping aside; reset by loop_reset_stats */
    uint64_t sleeps;
    uint64_t wakeups_sent, mails_sent, mail_batches_sent;
    uint64_t mails_taken; /* own ones, too */
    uint64_t bytes_in, bytes_out;
    uint64_t busy_ns; /* time not asleep */
};
const struct loop_stats *loop_stats(const struct loop *loop);
void loop_reset_stats(struct loop *loop);

/* A xoshiro-like generator of the loop; seeded from the machine. */
uint64_t loop_random(struct loop *loop);
