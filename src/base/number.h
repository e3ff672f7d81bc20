/* base/number.h - numbers as text, exactly as Redis 7.0.15 reads and writes them.
 *
 * The texts it accepts and prints were compared with a running redis-server; the odd ones stand
 * as a table in tests/unit/base/number_test.c. */
#pragma once

#include "base/bytes.h"

enum { NUMBER_TEXT_MAX = 24, DOUBLE_TEXT_MAX = 64, LONG_DOUBLE_TEXT_MAX = 5 * 1024 };

/* Canonical decimal integers only: no spaces, no '+', no leading zeros, no "-0". */
bool number_parse_i64(struct bytes text, int64_t *value);
bool number_parse_u64(struct bytes text, uint64_t *value);
/* A double as strtod accepts it for scores and increments: the whole text, no space before or
 * behind, leading '+' and zeros allowed, "inf" and friends allowed, no NaN, hexadecimal as strtod
 * does. What is too large, or so small that it would become 0, is refused. */
bool number_parse_double(struct bytes text, double *value);
/* The same for a long double, at most LONG_DOUBLE_TEXT_MAX - 1 bytes. */
bool number_parse_long_double(struct bytes text, long double *value);

/* Each writes without a terminating NUL and returns the length. */
size_t number_format_i64(char *text, int64_t value);  /* text: NUMBER_TEXT_MAX */
size_t number_format_u64(char *text, uint64_t value); /* text: NUMBER_TEXT_MAX */
/* As in Redis's replies, both protocols: %.17g, so inf, -inf, nan, -nan and -0 as printf has them.
 * Some 20 ns for what lies between 1e-4 and 1e17, the C library (some 300 ns) for the rest. */
size_t number_format_double(char *text, double value); /* text: DOUBLE_TEXT_MAX */
/* As INCRBYFLOAT prints: %.17Lf with trailing zeros removed, never "-0". */
size_t number_format_long_double(char *text, long double value); /* text: LONG_DOUBLE_TEXT_MAX */

/* "100mb", "1gb", "5k" ("k" is 1000, "kb" 1024, as in redis.conf). False if malformed or too
 * large for 64 bits. */
bool number_parse_memory(struct bytes text, uint64_t *bytes);
