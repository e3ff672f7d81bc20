/* server/replication.h - what the ends of replication (repl/) need of the server: its log, its options. */
#pragma once

#include "server/instance.h"

/* Before the cores run. */
void replication_prepare(struct server *server);
/* On a fiber of core 0, when the data is there: its history, then the link if the options name a primary. False with the
 * reason logged. */
bool replication_start(struct server *server);
/* On a fiber of core 0, before the clients go: writes wait from now on, until all replicas that follow have what was written,
 * or so many seconds are over. */
void replication_let_replicas_catch_up(struct server *server, int64_t timeout_s);
/* On a fiber of core 0, at the end, before and after the log is closed. */
void replication_stop(struct server *server);
void replication_end(struct server *server);
/* CONFIG SET: what clients of a replica may do. On any fiber. */
void replication_settings_changed(struct server *server);
/* CONFIG SET appendonly, on any fiber: the log is there from now on, or is not. */
void replication_log_changed(struct server *server, const struct config *config);
