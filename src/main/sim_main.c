/* main/sim_main.c - the program anax-sim: the same server on the simulated machine.
 *
 *     anax-sim [--sim-seed N] [--sim-log] [options of anax]
 *
 * Clients are played through frames on standard input and output (sys/sim_bridge.h); nothing
 * happens but what they cause. With --sim-log the server's log goes to standard error.
 *
 * The server of these options is that of host 0. Frames may kill it, and start it and those of other hosts. */
#include <errno.h>
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

/* ---- servers by host ---- */

static struct server *servers[SIM_HOSTS_MAX];

static void use_host(unsigned host) {
    if (servers[host] != NULL) server_use(servers[host]);
}

/* options are the program's words, with its name. */
static bool create_on(unsigned host, int argc, char **argv, char *error, size_t error_size) {
    char *no_environment[] = {NULL};
    servers[host] =
        server_create(argc, argv, host == 0 ? environ : no_environment, error, error_size);
    return servers[host] != NULL;
}

static int start_on(unsigned host, struct bytes options) {
    enum { WORDS_MAX = 100 };
    char *words[WORDS_MAX + 1] = {"anax"}, error[512] = "";
    int count = 1;
    for (size_t at = 0; at < options.len && count < WORDS_MAX; count++) {
        words[count] = (char *)options.data + at; /* server_create does not write there */
        at += strnlen(words[count], options.len - at) + 1;
    }
    if (servers[host] != NULL || options.len == 0 || options.data[options.len - 1] != 0) {
        fail("a start of a host where a server runs, or without words");
        return -EPROTO;
    }
    if (create_on(host, count, words, error, sizeof error) &&
        server_start(servers[host], error, sizeof error))
        return 0;
    fail(error);
    return -EINVAL;
}

static void stop_on(unsigned host) {
    if (servers[host] == NULL) return;
    server_use(servers[host]);
    server_stop(servers[host]);
    server_join(servers[host]);
    sim_choose_host(host);
    server_destroy(servers[host]);
    servers[host] = NULL;
}

/* What it had stays in memory: nothing may free it in the middle of anything. */
static void forget_on(unsigned host) {
    servers[host] = NULL;
}

static const struct sim_bridge_hosts bridge_hosts = {start_on, stop_on, forget_on};

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
    sim_on_host(use_host);
    sim_bridge_set_hosts(&bridge_hosts);
    if (!create_on(0, argc, argv, error, sizeof error)) {
        fail(error);
        return 1;
    }
    bool is_well = serve(servers[0], error, sizeof error);
    if (!is_well) fail(error);
    for (unsigned host = 0; host < SIM_HOSTS_MAX; host++) stop_on(host);
    return is_well ? 0 : 1;
}
