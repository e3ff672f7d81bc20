/* sys/cycles.h - a clock cheap enough to be read between any two commands.
 *
 * On x86-64 the time stamp counter (constant rate, synchronous over cores on every machine since about
 * 2008), on aarch64 the virtual counter; both cost a few nanoseconds where clock_gettime costs 20. The
 * simulated machine reads its virtual clock. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

void cycles_init(bool is_simulated); /* measures the rate, once, some milliseconds */
uint64_t cycles_simulated(void);

extern bool cycles_are_simulated;
extern uint64_t cycles_ns_per_2_32; /* nanoseconds per 2^32 cycles */

static inline uint64_t cycles_now(void) {
    if (__builtin_expect(cycles_are_simulated, 0)) {
        return cycles_simulated();
    }
#if defined(__x86_64__)
    return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
    uint64_t value;
    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(value));
    return value;
#else
    return cycles_simulated();
#endif
}

static inline uint64_t cycles_to_ns(uint64_t cycles) {
    return (uint64_t)(((unsigned __int128)cycles * cycles_ns_per_2_32) >> 32);
}
