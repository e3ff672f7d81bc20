/* server/schedule.h - times of the clock as cron's five fields say them: minute, hour, day of the month,
 * month, day of the week (0 and 7: Sunday), local time.
 *
 * A field is a star, or numbers, ranges and steps with commas between: 0-59/15, 1,3,5, star/2. As in
 * cron, where both days are given either will do. Names of months and days are not known. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/bytes.h"

struct schedule {
    uint64_t minutes;
    uint32_t hours, days, months, weekdays; /* bits */
    bool has_days, has_weekdays;            /* not every one */
};

/* False: that is no schedule. */
bool schedule_parse(struct bytes text, struct schedule *schedule);
/* Whether it is due in that minute: minutes since 1970, UTC. */
bool schedule_is_due(const struct schedule *schedule, int64_t minute);
