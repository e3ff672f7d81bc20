/* sys/local_time.h - a moment as clocks on the wall show it, in the time zone of the process. */
#pragma once

#include <stdint.h>

struct local_time {
    int year, month, day; /* month and day from 1 */
    int hour, minute, second;
    int weekday; /* Sunday: 0 */
};

/* wall_s: Unix seconds. */
void local_time_of(int64_t wall_s, struct local_time *local);
