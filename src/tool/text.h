/* tool/text.h - what anax-log prints is made of: quoted bytes, sizes, times, bars. */
#pragma once

#include "base/buffer.h"

enum { TEXT_TIME_MAX = 40, TEXT_SIZE_MAX = 32 };

/* As redis-cli quotes, at most shown_max bytes of it (0: all), then how many more there are. */
void text_quote(struct buffer *out, struct bytes bytes, size_t shown_max);
/* "2026-11-30T14:49:28.123Z" */
void text_time(char text[TEXT_TIME_MAX], int64_t unix_ms);
/* Unix seconds ("1790000000", "1790000000.5"), milliseconds (13 digits), or ISO time in UTC: a date, or a date and a time
 * of day with T or a blank between, fractions, Z. False if it is neither. */
bool text_parse_time(const char *text, int64_t *unix_ms);
/* "1,048,576" */
void text_count(char text[TEXT_SIZE_MAX], uint64_t count);
/* "12.3 MiB" */
void text_size(char text[TEXT_SIZE_MAX], uint64_t bytes);
/* width characters: part of whole in full blocks, the rest of whole in light ones, blanks up to longest. */
void text_bar(struct buffer *out, uint64_t part, uint64_t whole, uint64_t longest, unsigned width);
