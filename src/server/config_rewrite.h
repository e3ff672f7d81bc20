/* server/config_rewrite.h - the text that CONFIG REWRITE puts in the place of the configuration file. */
#pragma once

#include "server/config.h"

/* text with the config's values: a line that names an option gets its value, in its place; comments, empty lines
 * and includes stay; what differs from its default and has no line comes at the end. all: also what does
 * not differ. */
void config_rewrite(const struct config *config, struct bytes text, bool all, struct buffer *out);
