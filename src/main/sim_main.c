/* main/sim_main.c - the program anax-sim: the same server on the simulated machine.
 *
 *     anax-sim [--sim-seed N] [--sim-log] [options of anax]
 *
 * Clients are played through frames on standard input and output (sys/sim_bridge.h); nothing
 * happens but what they cause. With --sim-log the server's log goes to standard error. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/server.h"
#include "sys/machine.h"
#include "sys/sim.h"
#include "sys/sim_bridge.h"

static void fail(const char *error) {
    fprintf(stderr, "anax-sim: %s\n", error);
}

/* Takes our own options out of argv; false if one is wrong. */
static bool take_options(int *argc, char **argv, uint64_t *seed, bool *shows_log) {
    int kept = 1;
    for (int i = 1; i < *argc; i++) {
        if (strcmp(argv[i], "--sim-log") == 0) {
            *shows_log = true;
        } else if (strcmp(argv[i], "--sim-seed") == 0) {
            char *end = NULL;
            if (i + 1 < *argc) *seed = strtoull(argv[++i], &end, 10);
            if (end == NULL || end == argv[i] || *end != '\0') return false;
        } else {
            argv[kept++] = argv[i];
        }
    }
    argv[kept] = NULL;
    *argc = kept;
    return true;
}

static bool choose_machine(uint64_t seed, bool shows_log) {
    sim_set_seed(seed);
    if (shows_log) sim_show_log();
    /* Standard output belongs to the frames. */
    return machine_choose(MACHINE_SIM) == 0 && log_open("/dev/stderr") == 0;
}

/* Starts the server and serves the frames; what is wrong is said in error. */
static bool serve(struct server *server, char *error, size_t error_size) {
    if (!server_start(server, error, error_size)) return false;
    int result = sim_bridge_run(STDIN_FILENO, STDOUT_FILENO);
    if (result < 0) snprintf(error, error_size, "the frames: %s", strerror(-result));
    return result == 0;
}

int main(int argc, char **argv) {
    char error[512] = "";
    uint64_t seed = 1;
    bool shows_log = false;
    if (!take_options(&argc, argv, &seed, &shows_log)) {
        fail("--sim-seed wants a number");
        return 1;
    }
    if (!choose_machine(seed, shows_log)) {
        fail("no standard error to write to");
        return 1;
    }
    struct server *server = server_create(argc, argv, environ, error, sizeof error);
    if (server == NULL) {
        fail(error);
        return 1;
    }
    bool is_well = serve(server, error, sizeof error);
    if (!is_well) fail(error);
    server_stop(server);
    server_join(server);
    server_destroy(server);
    return is_well ? 0 : 1;
}
