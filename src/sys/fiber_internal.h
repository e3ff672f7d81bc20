/* sys/fiber_internal.h - the fibers and stacks of one loop; private to sys/.
 *
 * F1  A fiber is entered by fiber_enter only and leaves its stack by fiber_leave only, which goes
 * back to where it was entered from: the running fibers of a loop form a chain, and after its first
 * wait it is always the loop that enters a fiber. F2  A fiber is in at most one queue (ready,
 * yielded, a mutex's, a channel's), and only after it has left; `next` belongs to that queue. F3
 * struct fiber lies at the top of its own stack. The stack of an ended fiber is idle again when
 *     fiber_enter returns, never before: nobody frees what he stands on. */
#pragma once

#include "sys/fiber.h"
#include "sys/fiber_sanitize.h"

enum {
    FIBER_SMALL_MAX = 16384, /* stacks in use at once; further starts are queued */
    FIBER_LARGE_MAX = 8,
    FIBER_RUN_MAX = 4096,   /* resumptions a turn: fibers that wake each other must let go */
    FIBER_TRIM_SECONDS = 5, /* a stack not needed for so long goes back to the system */
    /* The sanitizers' frames are several times as large. */
    FIBER_SMALL_SIZE = (FIBER_IS_SANITIZED ? 256 : 64) * 1024,
    FIBER_LARGE_SIZE = (FIBER_IS_SANITIZED ? 4096 : 1024) * 1024
};

struct fiber {
    struct fiber_context context;
    struct fiber_context *entered_from; /* where fiber_leave goes */
    struct fiber_scheduler *scheduler;
    struct fiber *next; /* F2 */
    void (*fn)(void *arg);
    void *arg;
    void *item;   /* what a channel handed to this waiting fiber, or will take from it */
    char *bottom; /* of the stack; the guard page lies below */
    enum fiber_stack stack;
    bool is_ended;
};

struct fiber_stacks {
    struct fiber *idle; /* most recently used first */
    unsigned idle_count;
    unsigned idle_least; /* since the last trim: so many were never needed */
    unsigned used_count;
    unsigned used_max;                        /* limit of used_count */
    unsigned made_count;                      /* ever */
    struct fiber_waiting_start *first, *last; /* starts that wait for a stack */
};

struct fiber_scheduler {
    struct loop *loop;
    struct fiber *current;         /* NULL: the loop's own stack runs */
    struct fiber_queue ready;      /* resumed in this turn */
    struct fiber_queue yielded;    /* resumed in the next one */
    struct fiber_stacks stacks[2]; /* by enum fiber_stack */
    struct timer trim;
    uint64_t starts, switches; /* for statistics; a switch is there and back */
};

/* fiber_stack.c: stacks with a guard page, pooled. NULL when as many as possible are in use. */
struct fiber *fiber_stack_borrow(struct fiber_scheduler *scheduler, enum fiber_stack stack);
void fiber_stack_give_back(struct fiber *fiber);
size_t fiber_stack_size(const struct fiber *fiber);
void fiber_stack_trim(void *scheduler);                            /* fires now and then */
void fiber_stack_keep(struct fiber_stacks *stacks, unsigned kept); /* destroys other idle ones */

/* Gives the calling thread a stack for signals, so that a fiber that overflows its own can still be
 * reported. Empty under sanitizers, which do so themselves. size: at least 32 KiB. */
void fiber_stack_for_signals(char *stack, size_t size);

/* fiber.c */
void fiber_enter(struct fiber *fiber);
void fiber_leave(struct fiber *fiber); /* waits: until fiber_make_ready */
void fiber_make_ready(struct fiber *fiber);
struct fiber *fiber_must_be_current(void);
void fiber_queue_push(struct fiber_queue *queue, struct fiber *fiber);
struct fiber *fiber_queue_pop(struct fiber_queue *queue); /* NULL: empty */
