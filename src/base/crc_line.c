/* base/crc_line.c - see crc_line.h. */
#include "base/crc_line.h"

#include <stdio.h>

#include "base/crc32c.h"

void crc_line_add(struct buffer *text) {
    buffer_printf(text, "crc %08x\n", crc32c(0, buffer_view(text)));
}

bool crc_line_take(struct bytes *text) {
    char wanted[CRC_LINE + 1];
    if (text->len < CRC_LINE) return false;
    struct bytes before = bytes_of(text->data, text->len - CRC_LINE);
    snprintf(wanted, sizeof wanted, "crc %08x\n", crc32c(0, before));
    if (memcmp(text->data + before.len, wanted, CRC_LINE) != 0) return false;
    *text = before;
    return true;
}
