/* The turn of a loop, and what lives from turn to turn: clocks, hooks, tasks, statistics.
 *
 *   poll: submit, sleep, completions -> mail -> timers -> tasks -> fibers -> hooks -> mail out -> flush
 *     ^                                                                                          |
 *     +------------------------------------------------------------------------------------------+
 *
 * The turn's time is counted from the end of the sleep to the next poll. */
#include "sys/loop_internal.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "sys/fiber_internal.h"
#include "sys/machine_internal.h"
#include "sys/process.h"

enum { THREAD_STACK_SIZE = 1 << 20, SIGNAL_STACK_SIZE = 64 << 10, GOODBYE_TURNS_MAX = 100 };

_Thread_local struct loop *loop_running;

#ifdef ANAX_COUNT
#include "sys/atomic.h"
_Thread_local uint64_t atomic_rmws;
#endif

/* ---- the turn ---- */

static void run_tasks(struct loop *loop) {
    struct task *task = loop->tasks;
    loop->tasks = NULL;
    loop->tasks_end = &loop->tasks;
    while (task != NULL) {
        struct task *next = task->next;
        task->run(task->arg);
        task = next;
    }
}

static void run_hooks(struct loop *loop) {
    for (struct turn_hook *hook = loop->hooks; hook != NULL; hook = hook->next)
        hook->run(hook->arg);
}

bool loop_has_work(const struct loop *loop) {
    return loop->tasks != NULL || loop->own_mail != NULL || loop->resumed != NULL ||
           loop->dirty != NULL || loop->must_turn || loop_has_ready(loop) ||
           !mailbox_is_empty(loop) || atomic_load_explicit(&loop->stop_asked, memory_order_relaxed);
}

/* The answer of another core comes within microseconds if that core runs, while a sleep and a wake-up cost
 * some ten: so a loop that expects mail looks for it first. How long follows from success: twice as long
 * after a look that found something, half as long after one in vain (the other core has no CPU of its own,
 * or long work), so that looking never costs much more than it saves. */
static bool spin_for_mail(struct loop *loop) {
    enum { SPIN_MIN_NS = 1000, SPIN_MAX_NS = 50000 };
    int64_t until_ns = clock_monotonic_ns() + loop->spin_ns;
    bool is_found;
    while (!(is_found = !mailbox_is_empty(loop)) && clock_monotonic_ns() < until_ns) {
#if defined(__x86_64__)
        __builtin_ia32_pause();
#endif
    }
    loop->spin_ns = is_found ? loop->spin_ns * 2 : loop->spin_ns / 2;
    loop->spin_ns = loop->spin_ns < SPIN_MIN_NS ? SPIN_MIN_NS : loop->spin_ns;
    loop->spin_ns = loop->spin_ns > SPIN_MAX_NS ? SPIN_MAX_NS : loop->spin_ns;
    return is_found;
}

void loop_expect_mail(struct loop *loop, int change) {
    loop->mails_expected += (unsigned)change;
}

static bool has_prepared(const struct loop *loop) {
    return loop->backend->has_prepared != NULL && loop->backend->has_prepared(loop);
}

/* Until when the backend may sleep; the present means not at all. */
static int64_t sleep_limit(struct loop *loop, bool may_sleep) {
    if (!may_sleep || loop_has_work(loop)) return loop->turn_end_ns;
    int64_t due_ns = timer_wheel_next(&loop->timers);
    if (due_ns <= loop->turn_end_ns) return loop->turn_end_ns;
    if (loop->mails_expected > 0 && (has_prepared(loop) || spin_for_mail(loop)))
        return loop->turn_end_ns;
    return mailbox_fall_asleep(loop) ? due_ns : loop->turn_end_ns;
}

/* The wall clock goes with the monotonic one for a millisecond, then it is read again: a step of it is seen
 * late by so much at most. */
void loop_slept(struct loop *loop) {
    enum { WALL_TRUST_NS = 1000000 };
    int64_t now_ns = machine->monotonic_ns();
    if (now_ns - loop->wall_read_ns < WALL_TRUST_NS) {
        loop->now_ns = now_ns;
        loop->wall_us = loop->wall_read_us + (now_ns - loop->wall_read_ns) / 1000;
    } else {
        loop_refresh_clock(loop);
    }
    loop->turn_start_ns = loop->now_ns;
}

static void count_turn(struct loop *loop) {
    loop->turn_end_ns = machine->monotonic_ns();
    uint64_t took_ns = (uint64_t)(loop->turn_end_ns - loop->turn_start_ns);
    loop->stats.turns++;
    loop->stats.busy_ns += took_ns;
    if (took_ns > loop->stats.turn_max_ns) loop->stats.turn_max_ns = took_ns;
}

/* A loop that received little for a second after a busy one hands back what it needed then. Looked at in
 * turns that come anyway: a loop without any keeps it until the next. */
static void trim_if_quiet(struct loop *loop) {
    enum { LOOK_NS = 1000000000, QUIET_BYTES = 65536 };
    uint64_t came = loop->stats.bytes_in - loop->trim_bytes_in;
    loop->trim_look_ns = loop->now_ns + LOOK_NS;
    loop->trim_bytes_in = loop->stats.bytes_in;
    if (came > QUIET_BYTES) {
        loop->trim_is_due = true;
    } else if (loop->trim_is_due) {
        loop->trim_is_due = false;
        if (loop->backend->trim != NULL) loop->backend->trim(loop);
        block_trim();
    }
}

bool loop_turn(struct loop *loop, bool may_sleep) {
    assert(loop == loop_running && !loop->is_stopped);
    int64_t until_ns = sleep_limit(loop, may_sleep);
    loop->stats.sleeps += until_ns > loop->turn_end_ns;
    loop->must_turn = false;
    loop->backend->poll(loop, until_ns);
    mailbox_woke(loop);
    stream_deliver_held(loop);
    loop->stats.mails_taken += mailbox_deliver(loop);
    timer_wheel_fire(&loop->timers, loop->now_ns);
    run_tasks(loop);
    loop_run_ready(loop);
    run_hooks(loop);
    mail_flush();
    stream_flush_all(loop);
    mail_flush(); /* what on_closed posted */
    if (loop->now_ns >= loop->trim_look_ns) trim_if_quiet(loop);
    count_turn(loop);
    if (atomic_load_explicit(&loop->stop_asked, memory_order_relaxed)) loop_say_goodbye(loop);
    return !loop->is_stopped;
}

/* Closes all streams, so that their owners hear of it while the loop still runs, and takes the mail that came
 * before the stop: it may close a listener. */
void loop_say_goodbye(struct loop *loop) {
    loop->is_stopped = true;
    mailbox_deliver(loop);
    for (struct stream *stream = loop->streams; stream != NULL; stream = stream->next)
        stream_abort(stream);
    stream_flush_all(loop);
    for (int turn = 0; turn < GOODBYE_TURNS_MAX; turn++) {
        if (loop->streams == NULL && loop->listeners_closing == 0) break;
        loop->turn_end_ns = loop->now_ns;
        loop->backend->poll(loop, loop->now_ns + 1000000);
        stream_flush_all(loop);
    }
    mail_flush();
}

/* ---- life ---- */

struct loop *loop_create(const struct loop_options *options) {
    struct loop *loop = memory_alloc_aligned(sizeof *loop, _Alignof(struct loop));
    memset(loop, 0, sizeof *loop);
    loop->options = *options;
    loop->index = options->index;
    loop->backend = machine->backend;
    loop->hooks_end = &loop->hooks;
    loop->dirty_end = &loop->dirty;
    loop->tasks_end = &loop->tasks;
    machine_random(loop->random, sizeof loop->random);
    loop->random[0] |= 1; /* all zeros is the one state that never ends */
    loop_refresh_clock(loop);
    loop->turn_start_ns = loop->turn_end_ns = loop->now_ns;
    timer_wheel_init(&loop->timers, loop->now_ns);
    mailbox_init(loop);
    loop->fibers = fiber_scheduler_create(loop);
    int result = loop->backend->create(loop);
    if (result < 0) {
        loop_destroy(loop);
        errno = -result;
        return NULL;
    }
    return loop;
}

void loop_destroy(struct loop *loop) {
    assert(!loop->is_launched || loop->is_stopped);
    offload_end(loop);
    mailbox_await_outsiders(loop);
    loop->backend->destroy(loop);
    fiber_scheduler_destroy(loop->fibers);
    mailbox_clear(loop);
    memory_free(loop);
}

void loop_launch(struct loop *loop, void (*start)(void *arg), void *arg) {
    assert(!loop->is_launched);
    loop->start = start;
    loop->start_arg = arg;
    loop->is_launched = true;
    loop->backend->launch(loop);
}

void loop_join(struct loop *loop) {
    loop->backend->join(loop);
    offload_end(loop); /* what helpers use may go now, too */
}

void loop_begin(struct loop *loop) {
    loop_slept(loop);
    loop->turn_end_ns = loop->now_ns;
    loop->is_started = true;
    if (loop->start != NULL) loop->start(loop->start_arg);
}

static void *run_thread(void *arg) {
    struct loop *loop = arg;
    char signal_stack[SIGNAL_STACK_SIZE];
    fiber_stack_for_signals(signal_stack, sizeof signal_stack);
    loop_enter(loop);
    if (loop->options.pin) cpu_pin(loop->index);
    int result = loop->backend->start(loop);
    if (result < 0) {
        log_line('#', "Core %u cannot start its event loop: %s", loop->index, strerror(-result));
        exit(1); /* the others would wait for it for ever */
    }
    loop_begin(loop);
    while (loop_turn(loop, true)) continue;
    loop->backend->stop(loop);
    block_trim();
    return NULL;
}

void loop_launch_thread(struct loop *loop) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, THREAD_STACK_SIZE);
    int result = pthread_create(&loop->thread, &attributes, run_thread, loop);
    pthread_attr_destroy(&attributes);
    if (result != 0) {
        log_line('#', "Core %u cannot start its thread: %s", loop->index, strerror(result));
        exit(1);
    }
}

void loop_join_thread(struct loop *loop) {
    pthread_join(loop->thread, NULL);
}

void loop_stop(struct loop *loop) {
    /* Relaxed: the wake-up is a system call, and what the stop means is read on the loop only. */
    atomic_store_explicit(&loop->stop_asked, true, memory_order_relaxed);
    machine->backend->wake(loop);
}

/* ---- small things ---- */

struct loop *loop_current(void) {
    return loop_running;
}

unsigned loop_index(const struct loop *loop) {
    return loop->index;
}

int64_t loop_now_ns(const struct loop *loop) {
    return loop->now_ns;
}

int64_t loop_wall_ms(const struct loop *loop) {
    return loop->wall_us / 1000;
}

int64_t loop_wall_us(const struct loop *loop) {
    return loop->wall_us;
}

void loop_refresh_clock(struct loop *loop) {
    loop->now_ns = loop->wall_read_ns = machine->monotonic_ns();
    loop->wall_us = loop->wall_read_us = machine->wall_us();
}

void loop_add_turn_hook(struct loop *loop, struct turn_hook *hook) {
    hook->next = NULL;
    *loop->hooks_end = hook;
    loop->hooks_end = &hook->next;
}

void loop_defer(struct loop *loop, struct task *task) {
    task->next = NULL;
    *loop->tasks_end = task;
    loop->tasks_end = &task->next;
}

const struct loop_stats *loop_stats(const struct loop *loop) {
    return &loop->stats;
}

void loop_reset_stats(struct loop *loop) {
    loop->stats = (struct loop_stats){0};
    loop->trim_bytes_in = 0;
}

/* xoshiro256** of Blackman and Vigna (2018). */
uint64_t loop_random(struct loop *loop) {
    uint64_t *s = loop->random;
    uint64_t product = s[1] * 5;
    uint64_t result = ((product << 7) | (product >> 57)) * 9;
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = (s[3] << 45) | (s[3] >> 19);
    return result;
}
