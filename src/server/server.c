/* server/server.c - making, starting and ending the whole server. */
#include "server/server.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/hash.h"
#include "engine/core.h"
#include "server/families.h"
#include "sys/cycles.h"
#include "sys/machine.h"

struct server {
    struct engine *engine;
    struct settings settings;
    const char *bind, *unixsocket;
    unsigned cores;
    bool pin;
    uint16_t port;
    struct listener *listeners[2];
};

static struct settings first_settings(void) {
    return (struct settings){
        .proto_max_bulk_len = 512u << 20,
        .client_query_buffer_limit = 1u << 30,
        .output_limit = {{0, 0, 0}, {256u << 20, 64u << 20, 60}, {32u << 20, 8u << 20, 60}},
        .output_backpressure = 1u << 20,
        .tcp_keepalive_seconds = 300,
        .maxclients = 10000,
        .protected_mode = true,
        .requirepass = "",
        .lfu_log_factor = 10,
        .lfu_decay_minutes = 1,
        .slowlog_log_slower_than_us = 10000,
        .slowlog_max_len = 128,
        .latency_tracking = true,
        .hz = 10,
        .databases = 16,
        .enable_debug_command = true,
        .enable_debug_command_local = true,
    };
}

struct server *server_create(int argc, char **argv, char **environment, char *error,
                             size_t error_size) {
    (void)environment;
    struct server *server = memory_alloc_zeroed(sizeof(*server));
    server->settings = first_settings();
    server->bind = "127.0.0.1";
    server->port = 6379;
    enum machine_kind io = MACHINE_AUTO;
    for (int i = 1; i + 1 < argc; i += 2) {
        const char *value = argv[i + 1];
        if (!strcmp(argv[i], "--port")) {
            server->port = (uint16_t)atoi(value);
        } else if (!strcmp(argv[i], "--bind")) {
            server->bind = value;
        } else if (!strcmp(argv[i], "--cores")) {
            server->cores = (unsigned)atoi(value);
        } else if (!strcmp(argv[i], "--pin")) {
            server->pin = strcmp(value, "no") != 0;
        } else if (!strcmp(argv[i], "--unixsocket")) {
            server->unixsocket = value;
        } else if (!strcmp(argv[i], "--io")) {
            io = !strcmp(value, "uring") ? MACHINE_URING : !strcmp(value, "epoll") ? MACHINE_EPOLL : MACHINE_AUTO;
        }
    }
    if (machine_chosen() != MACHINE_SIM && machine_choose(io) < 0) {
        snprintf(error, error_size, "io_uring is not available");
        memory_free(server);
        return NULL;
    }
    cycles_init(machine_chosen() == MACHINE_SIM);
    uint64_t seed;
    machine_random(&seed, sizeof(seed));
    hash_set_seed(seed);
    families_register();
    struct engine_options options = {
        .cores = server->cores ? server->cores : machine_cpus(),
        .pin = server->pin,
        .databases = 16,
        .settings = &server->settings,
    };
    server->engine = engine_create(&options);
    return server;
}

bool server_start(struct server *server, char *error, size_t error_size) {
    engine_launch(server->engine);
    struct listen_options tcp = {.address = server->bind, .port = server->port, .backlog = 511};
    struct listen_options local = {.address = server->unixsocket, .backlog = 511};
    if (server->port && !engine_listen(server->engine, &tcp, error, error_size, &server->listeners[0])) {
        return false;
    }
    if (server->unixsocket &&
        !engine_listen(server->engine, &local, error, error_size, &server->listeners[1])) {
        return false;
    }
    log_line('*', "Ready to accept connections: port %u, %u cores, %s", server->port,
             server->engine->core_count, machine_name());
    return true;
}

void server_stop(struct server *server) {
    for (unsigned i = 0; i < 2; i++) {
        if (server->listeners[i]) {
            listener_close(server->listeners[i]);
            server->listeners[i] = NULL;
        }
    }
    engine_stop(server->engine);
}

void server_join(struct server *server) {
    engine_join(server->engine);
}

void server_destroy(struct server *server) {
    engine_destroy(server->engine);
    memory_free(server);
}

struct engine *server_engine(struct server *server) {
    return server->engine;
}
