/* server/server.h - the whole server: options, engine, listeners.
 *
 *     struct server *server = server_create(argc, argv, environ, error, sizeof error);
 *     server_start(server, ...);   cores run, listeners are open
 *     server_stop(server);         from anywhere: asks all loops to end
 *     server_join(server);         waits until they have ended
 *     server_destroy(server);
 *
 * One server a process; on the simulated machine several, with server_use. On the simulated machine (machine_choose(MACHINE_SIM) came before server_create)
 * nothing runs until sim_run turns the cores; join turns them until they have ended. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct server;
struct engine;
struct buffer;

/* True if argv asks for a text instead of a server (--help, --version, --check-config, --print-docs): the text, and
 * the exit code. With another code than 0 the text is an error. */
bool server_answers(int argc, char **argv, struct buffer *text, int *code);

/* Reads the options (see --help) and makes the engine. NULL with one line in error. argv[0] is skipped. */
struct server *server_create(int argc, char **argv, char **environment, char *error,
                             size_t error_size);
/* Opens the listeners and launches the cores. False with one line in error; then stop, join and destroy. */
bool server_start(struct server *server, char *error, size_t error_size);
/* Any thread, any core; more than once does no harm. Where there are save points, the data is saved before; if that
 * fails, the server says so and goes on. */
void server_stop(struct server *server);
/* The same, as the options shutdown-on-sigterm and shutdown-on-sigint say. */
void server_stop_by_signal(struct server *server, bool is_sigint);
/* The same, but nothing is saved (any more). */
void server_stop_saved(struct server *server);
bool server_has_failed(
    const struct server *server); /* it ended by itself: its log could not be loaded */
void server_join(struct server *server);
void server_destroy(struct server *server);

struct engine *server_engine(struct server *server);
/* What is global to a process is this server's from now on. On the simulated machine, which has one thread, before
 * anything of another server runs. */
void server_use(struct server *server);
