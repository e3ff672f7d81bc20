/* Fibers: a stack of its own for each function that may wait, one thread for all of a loop.
 *
 *      loop's stack            fiber A's stack              fiber B's stack
 *      turn                    fn_a()                       fn_b()
 *       loop_run_ready          fiber_start(fn_b)
 *        fiber_enter(A) ──────▶  fiber_enter(B) ──────────▶  ...
 *                       ◀─── wait               ◀───── wait, or the end
 *
 * The invariants F1 to F3 stand in fiber_internal.h. A signal with the switch to its waiter and
 * back costs 23 ns (tests/unit/sys/fiber_test.c prints it). */
#include "sys/fiber.h"

#include <assert.h>
#include <stdlib.h>

#include "base/memory.h"
#include "sys/fiber_internal.h"
#include "sys/loop_internal.h"

struct fiber_waiting_start {
    struct fiber_waiting_start *next;
    void (*fn)(void *arg);
    void *arg;
};

/* In fiber_switch_*.S. */
void fiber_switch(void **saved, void *target);
void fiber_first_frame(void);

void fiber_queue_push(struct fiber_queue *queue, struct fiber *fiber) {
    fiber->next = NULL;
    if (queue->first == NULL)
        queue->first = fiber;
    else
        queue->last->next = fiber;
    queue->last = fiber;
}

struct fiber *fiber_queue_pop(struct fiber_queue *queue) {
    struct fiber *fiber = queue->first;
    if (fiber != NULL) queue->first = fiber->next;
    return fiber;
}

FIBER_SWITCHES void fiber_enter(struct fiber *fiber) {
    struct fiber_scheduler *scheduler = fiber->scheduler;
    struct fiber *caller = scheduler->current;
    struct fiber_context here;
    fiber->entered_from = &here;
    scheduler->current = fiber;
    scheduler->switches++;
    sanitize_before_enter(&here, &fiber->context);
    fiber_switch(&here.sp, fiber->context.sp);
    sanitize_after_enter(&here);
    scheduler->current = caller;
    if (fiber->is_ended) { /* F3 */
        sanitize_end(fiber->bottom, fiber_stack_size(fiber));
        fiber_stack_give_back(fiber);
    }
}

FIBER_SWITCHES void fiber_leave(struct fiber *fiber) {
    sanitize_before_leave(&fiber->context, fiber->entered_from, fiber->is_ended);
    fiber_switch(&fiber->context.sp, fiber->entered_from->sp);
    sanitize_after_leave(&fiber->context, fiber->entered_from);
}

/* The bottom of every fiber's calls. */
FIBER_SWITCHES static void run_and_end(void *arg) {
    struct fiber *fiber = arg;
    sanitize_arrived_first(fiber->entered_from);
    fiber->fn(fiber->arg);
    fiber->is_ended = true;
    fiber_leave(fiber);
    abort(); /* an ended fiber is never entered again */
}

/* Lays out the frame that fiber_switch pops, so that the first switch starts run_and_end. */
static void *first_frame(struct fiber *fiber) {
    uint64_t *top = (uint64_t *)(void *)fiber;
    uint64_t frame = (uint64_t)(uintptr_t)fiber_first_frame;
    uint64_t fn = (uint64_t)(uintptr_t)run_and_end;
    uint64_t arg = (uint64_t)(uintptr_t)fiber;
#if defined(__x86_64__)
    top -= 10;
    memset(top, 0, 10 * sizeof *top); /* the last two: rsp is 16-byte aligned in the first frame */
    top[0] = UINT64_C(0x037f) << 32 | 0x1f80; /* x87 control word and mxcsr as a process has them */
    top[3] = arg;                             /* r13 */
    top[4] = fn;                              /* r12 */
    top[7] = frame;                           /* return address */
#elif defined(__aarch64__)
    top -= 22;
    memset(top, 0, 22 * sizeof *top); /* fpcr 0 is what a process has */
    top[8] = fn;                      /* x19 */
    top[9] = arg;                     /* x20 */
    top[19] = frame;                  /* x30 */
#else
#error "sys/fiber_switch_*.S lacks this processor"
#endif
    return top;
}

static void run_on(struct fiber *fiber, void (*fn)(void *arg), void *arg) {
    fiber->fn = fn;
    fiber->arg = arg;
    fiber->is_ended = false;
    fiber->scheduler->starts++;
    fiber->context.sp = first_frame(fiber);
    fiber_enter(fiber);
}

static void queue_start(struct fiber_stacks *stacks, void (*fn)(void *arg), void *arg) {
    struct fiber_waiting_start *start = memory_alloc(sizeof *start);
    *start = (struct fiber_waiting_start){.fn = fn, .arg = arg};
    if (stacks->first == NULL)
        stacks->first = start;
    else
        stacks->last->next = start;
    stacks->last = start;
}

static struct fiber_waiting_start *take_start(struct fiber_stacks *stacks) {
    struct fiber_waiting_start *start = stacks->first;
    stacks->first = start->next;
    return start;
}

void fiber_start(enum fiber_stack stack, void (*fn)(void *arg), void *arg) {
    struct fiber_scheduler *scheduler = loop_current()->fibers;
    struct fiber_stacks *stacks = &scheduler->stacks[stack];
    /* Behind those that wait already. */
    struct fiber *fiber = stacks->first == NULL ? fiber_stack_borrow(scheduler, stack) : NULL;
    if (fiber != NULL)
        run_on(fiber, fn, arg);
    else
        queue_start(stacks, fn, arg);
}

static bool has_startable(const struct fiber_stacks *stacks) {
    return stacks->first != NULL && stacks->used_count < stacks->used_max;
}

static void run_waiting_starts(struct fiber_scheduler *scheduler, enum fiber_stack stack) {
    struct fiber_stacks *stacks = &scheduler->stacks[stack];
    for (unsigned i = 0; i < FIBER_RUN_MAX && has_startable(stacks); i++) {
        struct fiber *fiber = fiber_stack_borrow(scheduler, stack);
        if (fiber == NULL) return;
        struct fiber_waiting_start *start = take_start(stacks);
        void (*fn)(void *arg) = start->fn;
        void *arg = start->arg;
        memory_free(start);
        run_on(fiber, fn, arg);
    }
}

struct fiber *fiber_current(void) {
    struct loop *loop = loop_current();
    return loop == NULL ? NULL : loop->fibers->current;
}

struct fiber *fiber_must_be_current(void) {
    struct fiber *fiber = fiber_current();
    assert(fiber != NULL); /* what waits is called on a fiber only */
    return fiber;
}

void fiber_make_ready(struct fiber *fiber) {
    struct fiber_scheduler *scheduler = fiber->scheduler;
    assert(scheduler->loop == loop_current() && fiber != scheduler->current); /* F2 */
    fiber_queue_push(&scheduler->ready, fiber);
}

void fiber_yield(void) {
    struct fiber *fiber = fiber_must_be_current();
    fiber_queue_push(&fiber->scheduler->yielded, fiber);
    fiber_leave(fiber);
}

/* What the loop calls. */

struct fiber_scheduler *fiber_scheduler_create(struct loop *loop) {
    struct fiber_scheduler *scheduler = memory_alloc_zeroed(sizeof *scheduler);
    scheduler->loop = loop;
    scheduler->stacks[FIBER_SMALL].used_max = FIBER_SMALL_MAX;
    scheduler->stacks[FIBER_LARGE].used_max = FIBER_LARGE_MAX;
    timer_init(&scheduler->trim, fiber_stack_trim, scheduler);
    return scheduler;
}

void fiber_scheduler_destroy(struct fiber_scheduler *scheduler) {
    timer_stop(&scheduler->trim);
    for (int i = 0; i < 2; i++) {
        struct fiber_stacks *stacks = &scheduler->stacks[i];
        fiber_stack_keep(stacks, 0);
        while (stacks->first != NULL) memory_free(take_start(stacks));
    }
    memory_free(scheduler);
}

void loop_run_ready(struct loop *loop) {
    struct fiber_scheduler *scheduler = loop->fibers;
    assert(scheduler->current == NULL); /* F1 */
    struct fiber *yielded;
    while ((yielded = fiber_queue_pop(&scheduler->yielded)) != NULL)
        fiber_queue_push(&scheduler->ready, yielded);
    for (unsigned i = 0; i < FIBER_RUN_MAX; i++) {
        struct fiber *fiber = fiber_queue_pop(&scheduler->ready);
        if (fiber == NULL) break;
        fiber_enter(fiber);
    }
    run_waiting_starts(scheduler, FIBER_SMALL);
    run_waiting_starts(scheduler, FIBER_LARGE);
}

bool loop_has_ready(const struct loop *loop) {
    const struct fiber_scheduler *scheduler = loop->fibers;
    return scheduler->ready.first != NULL || scheduler->yielded.first != NULL ||
           has_startable(&scheduler->stacks[FIBER_SMALL]) ||
           has_startable(&scheduler->stacks[FIBER_LARGE]);
}
