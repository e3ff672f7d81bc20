/* sys/atomic.h - the atomic read-modify-writes of the program, so that a build can count them.
 *
 * An own-shard command needs none of them and a batch of hops at most two; the counting build
 * (-DANAX_COUNT) shows it: atomic_rmw_count() is how many this thread has done. Plain atomic
 * loads and stores cost what ordinary ones do and are not wrapped. Each use says why its memory order is
 * enough. */
#pragma once

#include <stdatomic.h>
#include <stdint.h>

#ifdef ANAX_COUNT
extern _Thread_local uint64_t atomic_rmws;
#define ATOMIC_COUNTED(operation) (atomic_rmws++, (operation))
static inline uint64_t atomic_rmw_count(void) {
    return atomic_rmws;
}
#else
#define ATOMIC_COUNTED(operation) (operation)
static inline uint64_t atomic_rmw_count(void) {
    return 0;
}
#endif

/* As the C11 functions of the similar names. */
#define rmw_exchange(object, desired, order) \
    ATOMIC_COUNTED(atomic_exchange_explicit(object, desired, order))
#define rmw_add(object, operand, order) \
    ATOMIC_COUNTED(atomic_fetch_add_explicit(object, operand, order))
#define rmw_sub(object, operand, order) \
    ATOMIC_COUNTED(atomic_fetch_sub_explicit(object, operand, order))
#define rmw_or(object, operand, order) \
    ATOMIC_COUNTED(atomic_fetch_or_explicit(object, operand, order))
#define rmw_and(object, operand, order) \
    ATOMIC_COUNTED(atomic_fetch_and_explicit(object, operand, order))
#define rmw_compare_exchange(object, expected, desired, order, order_failed) \
    ATOMIC_COUNTED(                                                          \
        atomic_compare_exchange_strong_explicit(object, expected, desired, order, order_failed))
