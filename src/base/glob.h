/* base/glob.h - Redis's glob patterns: * ? [a-c] [^a] \x.
 *
 * Runs in bounded time: a pattern with many stars costs at most length x pattern steps, never
 * exponential (CVE-2022-36021), and no recursion (CVE-2024-31228). */
#pragma once

#include "base/bytes.h"

bool glob_match(struct bytes pattern, struct bytes text, bool ignore_case);
/* True if the pattern has no special character, so that it matches exactly one text. */
bool glob_is_literal(struct bytes pattern);
