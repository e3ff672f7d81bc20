/* server/persistence.h - the log of the server: where it is, when it is loaded, and how it ends. */
#pragma once

#include "server/config.h"

struct server;
struct tx;

/* Before anything is hashed: the hash seed of the log that is there, if one is wanted. False with the reason. */
bool persistence_find_seed(const struct config *config, uint64_t *seed, char *error,
                           size_t error_size);
/* After the cores were launched, with engine->is_loading set if there is something to load: loads, in the background, then
 * begins replication. If that fails, the server ends. */
void persistence_load(struct server *server);
/* On a fiber, at the end: all that was logged is on the disk when it returns. What is being loaded, or begun, is broken off. */
void persistence_close(struct server *server);
/* CONFIG SET appendonly, on a fiber; false with the reason in error (CONFIG_CHANGE_ERROR_MAX). */
bool persistence_change(struct server *server, const struct config *next, char *error);
/* On a fiber; false with the reason in error (LOAD_ERROR). All that there is becomes a new log; what the log has comes back
 * into cores that are empty, up to these LSNs (PARTITIONS) or all (NULL). */
bool persistence_begin(struct server *server, const struct config *config, char *error);
bool persistence_load_again(struct server *server, const struct config *config,
                            const uint64_t *limit, char *error);
/* DEBUG LOADAOF, on a fiber that has taken the config and then all shards: all data goes, and comes back from the log. False
 * with the reason in error (CONFIG_CHANGE_ERROR_MAX); the server ends then, because it has no data any more. */
bool persistence_reload(struct server *server, const struct config *config, char *error);
/* DEBUG RELOAD, on a fiber that has taken the config, within a transaction that holds all shards: the data is saved (saves), goes
 * (flushes), and comes back from the dump: that which was saved, or the newest. False with the reason in error
 * (CONFIG_CHANGE_ERROR_MAX). The log hears nothing of it: afterwards all is as before. */
bool persistence_reload_dump(struct server *server, const struct config *config, struct tx *tx,
                             bool saves, bool flushes, char *error);
/* There is something to be loaded at the start, or a log to be begun. Blocking. */
bool persistence_has_something(const struct config *config);
/* Makes dir if it is not there: at the start it is made only where a log is wanted. If that fails, who writes there says
 * so. On a fiber. */
void persistence_make_directory(const struct config *config);
/* The directory of the log as a whole. */
void persistence_directory(const struct config *config, char *path, size_t size);
