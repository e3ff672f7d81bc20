/* server/manual.h - the program's own pages: --help, docs/options.md, docs/commands.md. */
#pragma once

#include "base/buffer.h"

void manual_print_help(struct buffer *out);
void manual_print_options(struct buffer *out);  /* Markdown */
void manual_print_commands(struct buffer *out); /* Markdown; commands are registered */
