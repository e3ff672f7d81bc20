/* The stacks of fibers.
 *
 *      | guard page | ... stack grows down ... <- sp | struct fiber | colour |
 *
 * A stack is touched only as deep as it was used, and it is kept for the next fiber; every few
 * seconds those that no peak has needed are unmapped, the coldest first. Stacks are page
 * aligned, so all their tops would fall into the same few cache sets: the colour shifts each by a
 * few cache lines. */
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/panic.h"
#include "sys/fiber_internal.h"

enum { COLOURS = 16, COLOUR_SIZE = 128 };

static size_t size_of_stack(enum fiber_stack stack) {
    return stack == FIBER_SMALL ? FIBER_SMALL_SIZE : FIBER_LARGE_SIZE;
}

static size_t guard_size(void) {
    return (size_t)sysconf(_SC_PAGESIZE);
}

size_t fiber_stack_size(const struct fiber *fiber) {
    return size_of_stack(fiber->stack);
}

static struct fiber *create(struct fiber_scheduler *scheduler, enum fiber_stack stack) {
    size_t size = guard_size() + size_of_stack(stack);
    char *map = mmap(NULL, size, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (map == MAP_FAILED) return NULL;
    if (mprotect(map, guard_size(), PROT_NONE) != 0) {
        munmap(map, size);
        return NULL;
    }
    size_t colour = scheduler->stacks[stack].made_count++ % COLOURS * COLOUR_SIZE;
    size_t top = (size - colour - sizeof(struct fiber)) & ~(size_t)63;
    struct fiber *fiber = (struct fiber *)(void *)(map + top);
    *fiber = (struct fiber){.scheduler = scheduler, .bottom = map + guard_size(), .stack = stack};
    sanitize_stack_made(&fiber->context, fiber->bottom, fiber_stack_size(fiber));
    return fiber;
}

static void destroy(struct fiber *fiber) {
    sanitize_stack_unmade(&fiber->context, fiber->bottom, fiber_stack_size(fiber));
    munmap(fiber->bottom - guard_size(), guard_size() + fiber_stack_size(fiber));
}

struct fiber *fiber_stack_borrow(struct fiber_scheduler *scheduler, enum fiber_stack stack) {
    struct fiber_stacks *stacks = &scheduler->stacks[stack];
    if (stacks->used_count >= stacks->used_max) return NULL;
    struct fiber *fiber = stacks->idle;
    if (fiber != NULL) {
        stacks->idle = fiber->next;
        if (--stacks->idle_count < stacks->idle_least) stacks->idle_least = stacks->idle_count;
    } else if ((fiber = create(scheduler, stack)) == NULL) {
        /* The system's limit is below ours. With none in use, nothing will end and make room. */
        if (stacks->used_count == 0) panic("out of memory: no stack for a fiber");
        stacks->used_max = stacks->used_count;
        return NULL;
    }
    stacks->used_count++;
    return fiber;
}

static void start_trim_timer(struct fiber_scheduler *scheduler) {
    timer_start(scheduler->loop, &scheduler->trim, FIBER_TRIM_SECONDS * INT64_C(1000000000));
}

void fiber_stack_give_back(struct fiber *fiber) {
    struct fiber_scheduler *scheduler = fiber->scheduler;
    struct fiber_stacks *stacks = &scheduler->stacks[fiber->stack];
    fiber->next = stacks->idle;
    stacks->idle = fiber;
    stacks->idle_count++;
    stacks->used_count--;
    if (!timer_is_running(&scheduler->trim)) start_trim_timer(scheduler);
}

void fiber_stack_keep(struct fiber_stacks *stacks, unsigned kept) {
    struct fiber **link = &stacks->idle;
    for (unsigned i = 0; i < kept; i++) link = &(*link)->next;
    while (*link != NULL) {
        struct fiber *fiber = *link;
        *link = fiber->next;
        destroy(fiber);
        stacks->idle_count--;
    }
    stacks->idle_least = stacks->idle_count;
}

void fiber_stack_trim(void *arg) {
    struct fiber_scheduler *scheduler = arg;
    unsigned idle = 0;
    for (int i = 0; i < 2; i++) {
        struct fiber_stacks *stacks = &scheduler->stacks[i];
        fiber_stack_keep(stacks, stacks->idle_count - stacks->idle_least);
        idle += stacks->idle_count;
    }
    if (idle > 0) start_trim_timer(scheduler);
}

void fiber_stack_for_signals(char *stack, size_t size) {
    stack_t signals = {.ss_sp = stack, .ss_size = size};
    if (!FIBER_IS_SANITIZED && sigaltstack(&signals, NULL) != 0)
        panic("the stack for signals is refused");
}
