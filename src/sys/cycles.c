/* sys/cycles.c - the rate of the cycle counter, measured against the monotonic clock.
 *
 * Two milliseconds give the rate to about one in a thousand, which is enough for statistics;
 * aarch64 states its rate in a register. */
#include "sys/cycles.h"

#include "sys/machine.h"

bool cycles_are_simulated = true; /* until cycles_init: reads the monotonic clock, rate 1 */
uint64_t cycles_ns_per_2_32 = 1ull << 32;

uint64_t cycles_simulated(void) {
    return (uint64_t)clock_monotonic_ns();
}

void cycles_init(bool is_simulated) {
    if (is_simulated) {
        return;
    }
#if defined(__aarch64__)
    uint64_t rate;
    __asm__ volatile("mrs %0, cntfrq_el0" : "=r"(rate));
    cycles_ns_per_2_32 = (uint64_t)(((unsigned __int128)1000000000u << 32) / rate);
    cycles_are_simulated = false;
#elif defined(__x86_64__)
    int64_t start_ns = clock_monotonic_ns(), end_ns;
    uint64_t start = __builtin_ia32_rdtsc(), end;
    do {
        end_ns = clock_monotonic_ns();
        end = __builtin_ia32_rdtsc();
    } while (end_ns - start_ns < 2000000);
    if (end > start) {
        cycles_ns_per_2_32 =
            (uint64_t)(((unsigned __int128)(uint64_t)(end_ns - start_ns) << 32) / (end - start));
        cycles_are_simulated = false;
    }
#endif
}
