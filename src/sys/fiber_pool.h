/* sys/fiber_pool.h - the fibers and stacks of one loop; private to sys/.
 *
 * Every struct loop holds one as its field `fibers`. Once a turn the loop calls
 * fiber_pool_run; while fiber_pool_is_ready says so it must not sleep. */
#pragma once

#include "sys/fiber.h"

enum {
    FIBER_SMALL_MAX = 16384, /* stacks in use at once; more starts are queued */
    FIBER_LARGE_MAX = 8,
    FIBER_RUN_MAX = 4096,    /* resumptions a turn, so that fibers that wake each other end */
    FIBER_TRIM_SECONDS = 5   /* a stack not needed for so long is given back to the system */
};

struct fiber_queue {
    struct fiber *first, *last;
};

/* A start that waits for a stack. */
struct fiber_start;

struct fiber_stacks {
    struct fiber *idle;     /* most recently used first */
    unsigned idle_count;
    unsigned idle_least;    /* since the last trim: so many were never needed */
    unsigned used_count;
    unsigned made_count;    /* ever, for colours */
    struct fiber_start *first_queued, *last_queued;
};

struct fiber_pool {
    struct loop *loop;
    struct fiber *current;       /* NULL: the loop's own stack runs */
    struct fiber_queue ready;    /* resumed in this turn */
    struct fiber_queue yielded;  /* resumed in the next one */
    struct fiber_stacks stacks[2]; /* by enum fiber_stack */
    struct timer trim;
    uint64_t switches;
    /* What the sanitizers must be told of the loop's own stack. */
    void *loop_tsan;
};

void fiber_pool_init(struct fiber_pool *pool, struct loop *loop);
/* Every fiber must have ended. Gives all stacks back. */
void fiber_pool_clear(struct fiber_pool *pool);
/* Runs what is ready, and what becomes ready meanwhile. */
void fiber_pool_run(struct fiber_pool *pool);
bool fiber_pool_is_ready(const struct fiber_pool *pool);
/* Stacks in use and stacks kept. */
unsigned fiber_pool_running(const struct fiber_pool *pool);
unsigned fiber_pool_idle(const struct fiber_pool *pool);
