/* base/number.h - numbers as text, exactly as Redis reads and writes them. */
#pragma once

#include "base/bytes.h"

enum { NUMBER_TEXT_MAX = 24, DOUBLE_TEXT_MAX = 64, LONG_DOUBLE_TEXT_MAX = 5 * 1024 };

/* Canonical decimal integers only: no spaces, no '+', no leading zeros, no "-0". */
bool number_parse_i64(struct bytes text, int64_t *value);
bool number_parse_u64(struct bytes text, uint64_t *value);
/* A double as strtod accepts it for scores and increments: whole text, no leading space, "inf"
 * and friends allowed, no NaN, hexadecimal as strtod does. */
bool number_parse_double(struct bytes text, double *value);
bool number_parse_long_double(struct bytes text, long double *value);

/* Each writes without a terminating NUL and returns the length. */
size_t number_format_i64(char *text, int64_t value);  /* text: NUMBER_TEXT_MAX */
size_t number_format_u64(char *text, uint64_t value); /* text: NUMBER_TEXT_MAX */
/* As Redis's RESP2 doubles: %.17g, integers without exponent where exact, inf, -inf, nan. */
size_t number_format_double(char *text, double value); /* text: DOUBLE_TEXT_MAX */
/* As INCRBYFLOAT prints: %.17Lf with trailing zeros removed. */
size_t number_format_long_double(char *text, long double value); /* LONG_DOUBLE_TEXT_MAX */

/* "100mb", "1gb", "5k" ("k" is 1000, "kb" 1024, as in redis.conf). False if malformed. */
bool number_parse_memory(struct bytes text, uint64_t *bytes);
