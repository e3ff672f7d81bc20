/* base/crc_line.h - the last line of a small text file: "crc ", the CRC-32C of all before it, a line feed. */
#pragma once

#include "base/buffer.h"

enum { CRC_LINE = 13 };

void crc_line_add(struct buffer *text);
/* Takes the line off the text; false, and the text as it was, if it is not there or does not fit. */
bool crc_line_take(struct bytes *text) __attribute__((warn_unused_result));
