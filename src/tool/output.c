/* tool/output.c - gathers what is printed into large pieces. */
#include "tool/output.h"

#include <stdarg.h>
#include <stdio.h>

enum { GATHERED = 64 << 10, LINE = 8192 };

bool output_flush(struct output *output) {
    if (output->is_kept) return true;
    size_t done = output->text.len > 0 ? fwrite(output->text.data, 1, output->text.len, stdout) : 0;
    if (done != output->text.len || fflush(stdout) != 0) output->has_failed = true;
    output->text.len = 0;
    return !output->has_failed;
}

void output_text(struct output *output, struct bytes text) {
    buffer_append(&output->text, text);
    if (output->text.len >= GATHERED) output_flush(output);
}

void output_printf(struct output *output, const char *format, ...) {
    char line[LINE];
    va_list arguments;
    va_start(arguments, format);
    int len = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (len < 0) return;
    output_text(output, bytes_of(line, len < LINE ? (size_t)len : LINE - 1));
}
