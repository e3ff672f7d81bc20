/* server/limits.h - what the operating system allows this process, and how it counts among others. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct config;

/* Raises the limit of open files for so many clients, as far as it can be; returns how many there can be. */
uint64_t limits_raise_clients(unsigned cores, uint64_t clients);

enum oom_score { OOM_SCORE_NO, OOM_SCORE_RELATIVE, OOM_SCORE_ABSOLUTE };
/* Sets the score as oom-score-adj and oom-score-adj-values say. 0 or a negative errno. */
int limits_apply_oom_score(const struct config *config);
