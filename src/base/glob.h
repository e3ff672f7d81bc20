/* base/glob.h - Redis's glob patterns: * ? [a-c] [^a] \x.
 *
 * Runs in bounded time: never exponential (CVE-2022-36021), no recursion (CVE-2024-31228), and
 * never more than some pattern x text / 64 steps, also for patterns made to be slow: one of
 * 65,536 bytes takes less than 10 ms for a text of as many bytes; the worst found below those
 * lengths (half as long a pattern) takes 13 ms. */
#pragma once

#include "base/bytes.h"

/* As Redis's stringmatchlen: classes compare bytes as signed, an empty text is matched by nothing
 * but the empty pattern. One exception: the pattern "*" matches it, as KEYS and SCAN have it. */
bool glob_match(struct bytes pattern, struct bytes text, bool ignore_case);
/* True if the pattern has no special character, so that it matches exactly one text. */
bool glob_is_literal(struct bytes pattern);
