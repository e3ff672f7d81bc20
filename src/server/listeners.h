/* server/listeners.h - the addresses that the server listens on. */
#pragma once

#include "engine/core.h"

enum { LISTENERS_MAX = 16 };

struct listeners {
    struct listener *tcp[LISTENERS_MAX];
    unsigned tcp_count;
    struct listener *local; /* the Unix socket */
};

struct config;

/* Opens bind's addresses on port (none if it is 0). False with one line in error; then none is open. */
bool listeners_open_tcp(struct listeners *listeners, struct engine *engine,
                        const struct config *config, char *error, size_t error_size);
bool listeners_open_local(struct listeners *listeners, struct engine *engine,
                          const struct config *config, char *error, size_t error_size);
void listeners_close_tcp(struct listeners *listeners);
void listeners_close(struct listeners *listeners);

/* From the addresses and port of one config to those of another, while the server runs; waits. False if the
 * new ones cannot be opened; then the old ones are open as before. */
bool listeners_change(struct listeners *listeners, struct engine *engine, const struct config *from,
                      const struct config *to, char *error, size_t error_size);
