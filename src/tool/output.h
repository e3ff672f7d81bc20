/* tool/output.h - where anax-log writes: standard output, or memory for tests. */
#pragma once

#include "base/buffer.h"

struct output {
    struct buffer text;
    bool is_kept; /* nothing is printed: text grows */
    bool has_failed;
};

void output_printf(struct output *output, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void output_text(struct output *output, struct bytes text);
/* What has gathered is printed. False if that was not possible, ever. */
bool output_flush(struct output *output);
