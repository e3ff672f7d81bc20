/* repl/info_replica.h - a replica's lines in INFO replication, and its ROLE, in Redis's words. */
#pragma once

#include "base/buffer.h"
#include "repl/link.h"

struct reply;
struct settings;

/* offset: the sum of the LSNs that have been applied; is_outside: there is an in-sync set, without it. */
void info_replica_print(const struct link_facts *facts, const struct settings *settings,
                        bool is_outside, uint64_t offset, struct buffer *out);
void info_replica_role(const struct link_facts *facts, uint64_t offset, struct reply *reply);
