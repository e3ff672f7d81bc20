/* repl/info_primary.h - a primary's lines in INFO, and its ROLE, in Redis's words. */
#pragma once

#include "base/buffer.h"
#include "repl/follower.h"

struct reply;
struct settings;

/* connected_slaves and slaveN. */
void info_primary_print(const struct primary_facts *facts, const struct settings *settings,
                        struct buffer *out);
/* repl_backlog_*. */
void info_primary_print_backlog(const struct primary_facts *facts, const struct settings *settings,
                                struct buffer *out);
/* What Redis has no words for. */
void info_primary_print_more(const struct primary_facts *facts, struct buffer *out);
void info_primary_role(const struct primary_facts *facts, struct reply *reply);
