/* sys/local_time.c - the C library knows the time zones. */
#include "sys/local_time.h"

#include <time.h>

void local_time_of(int64_t wall_s, struct local_time *local) {
    time_t seconds = (time_t)wall_s;
    struct tm tm;
    localtime_r(&seconds, &tm);
    *local = (struct local_time){
        .year = tm.tm_year + 1900,
        .month = tm.tm_mon + 1,
        .day = tm.tm_mday,
        .hour = tm.tm_hour,
        .minute = tm.tm_min,
        .second = tm.tm_sec,
        .weekday = tm.tm_wday,
    };
}
