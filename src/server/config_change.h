/* server/config_change.h - reading and changing the config of a running server.
 *
 * The config is core 0's. Who wants to read it borrows it, who wants to change it takes it, on a fiber; both
 * may wait in between, and then give it back. Many may have borrowed it at once; who has taken it is alone. */
#pragma once

#include "server/instance.h"

const struct config *config_borrow(struct server *server); /* waits */
void config_return(struct server *server);                 /* waits */
const struct config *config_take(struct server *server);   /* waits */
void config_give_back(struct server *server);              /* waits */

enum { CONFIG_CHANGE_ERROR_MAX = 256 };
#define MIN_SYNC_NEEDS_LOG "min-sync-replicas needs a log: appendonly yes"
/* Makes next the server's config (and owns it then), after all that it changes in the running server has been
 * done: listeners, log level, limits of the system, settings of the cores. The caller has taken the present one;
 * it goes. If something cannot be done, false, with the option and the error; next is the caller's. Waits,
 * perhaps for the locks of all shards: so nobody who holds locks may borrow or take the config. */
bool config_apply(struct server *server, struct config *next, const char **option, char *error);
