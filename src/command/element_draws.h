/* command/element_draws.h - what HRANDFIELD and ZRANDMEMBER say of how much is to be drawn. */
#pragma once

#include "engine/command.h"

/* Behind the key: count [word]. False with Redis's error written. */
bool element_draws_parse(struct call *call, const char *word, int64_t *wanted, bool *has_word);
