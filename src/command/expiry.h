/* command/expiry.h - expiry times in arguments, read as Redis reads them. */
#pragma once

#include "engine/store.h"

enum time_unit { UNIT_SECONDS, UNIT_MILLISECONDS };

/* argv[index] as an absolute Unix time in ms, for options such as EX and PXAT: must be positive and
 * must not overflow. False with "ERR invalid expire time in 'x' command" or the not-an-integer error. */
bool expiry_of_option(struct call *call, unsigned index, enum time_unit unit, bool is_absolute,
                      int64_t *expire_ms);
