/* server/listeners.c - opening, closing and exchanging the server's addresses. */
#include "server/listeners.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>

#include "server/config.h"
#include "server/option_forms.h"
#include "sys/file.h"

enum { ADDRESS_MAX = 256, RETRY_NS = 10000000, RETRIES = 200 };

/* An address with '-' in front may be missing on this machine; that somebody else has the port is an error
 * all the same, as in Redis. */
static bool may_be_missing(const char *address, const char *error) {
    return address[0] == '-' && !strstr(error, strerror(EADDRINUSE)) &&
           !strstr(error, strerror(EACCES));
}

bool listeners_open_tcp(struct listeners *listeners, struct engine *engine,
                        const struct config *config, char *error, size_t error_size) {
    assert(listeners->tcp_count == 0);
    struct bytes words[LISTENERS_MAX];
    unsigned count =
        words_split(bytes_of_string(config_text(config, "bind")), words, LISTENERS_MAX);
    struct listen_options options = {
        .port = (uint16_t)config_number(config, "port"),
        .backlog = (unsigned)config_number(config, "tcp-backlog"),
    };
    for (unsigned i = 0; i < count && options.port != 0; i++) {
        char address[ADDRESS_MAX];
        snprintf(address, sizeof(address), "%.*s", (int)words[i].len, words[i].data);
        options.address = address;
        struct listener *listener;
        if (engine_listen(engine, &options, error, error_size, &listener)) {
            listeners->tcp[listeners->tcp_count++] = listener;
            log_line('*', "Listening on %s port %u", address + (address[0] == '-'),
                     listener_port(listener));
        } else if (may_be_missing(address, error)) {
            log_line('-', "%s (it may be missing)", error);
        } else {
            listeners_close_tcp(listeners);
            return false;
        }
    }
    return true;
}

bool listeners_open_local(struct listeners *listeners, struct engine *engine,
                          const struct config *config, char *error, size_t error_size) {
    char path[4096];
    if (!config_text(config, "unixsocket")[0]) {
        return true;
    }
    int result = file_absolute(config_text(config, "unixsocket"), path, sizeof(path));
    if (result < 0) {
        snprintf(error, error_size, "unixsocket: %s", strerror(-result));
        return false;
    }
    struct listen_options options = {
        .address = path,
        .unix_mode = (unsigned)config_number(config, "unixsocketperm"),
        .backlog = (unsigned)config_number(config, "tcp-backlog"),
    };
    char reason[512];
    if (!engine_listen(engine, &options, reason, sizeof(reason), &listeners->local)) {
        snprintf(error, error_size, "unixsocket: %s", reason);
        return false;
    }
    log_line('*', "Listening on %s", path);
    return true;
}

void listeners_close_tcp(struct listeners *listeners) {
    for (unsigned i = 0; i < listeners->tcp_count; i++) {
        listener_close(listeners->tcp[i]);
    }
    listeners->tcp_count = 0;
}

void listeners_close(struct listeners *listeners) {
    listeners_close_tcp(listeners);
    if (listeners->local) {
        listener_close(listeners->local);
        listeners->local = NULL;
    }
}

/* Addresses just closed are free a moment later only. */
static bool open_patiently(struct listeners *listeners, struct engine *engine,
                           const struct config *config, char *error, size_t error_size) {
    for (unsigned i = 0; i < RETRIES; i++) {
        if (listeners_open_tcp(listeners, engine, config, error, error_size)) {
            return true;
        }
        if (!strstr(error, strerror(EADDRINUSE))) {
            return false;
        }
        fiber_sleep(RETRY_NS);
    }
    return false;
}

bool listeners_change(struct listeners *listeners, struct engine *engine, const struct config *from,
                      const struct config *to, char *error, size_t error_size) {
    if (config_number(from, "port") != config_number(to, "port")) {
        struct listeners old = *listeners;
        listeners->tcp_count = 0;
        if (!listeners_open_tcp(listeners, engine, to, error, error_size)) {
            *listeners = old;
            return false;
        }
        listeners_close_tcp(&old);
        return true;
    }
    /* On the same port old and new addresses may exclude each other: the old ones go first. */
    listeners_close_tcp(listeners);
    if (open_patiently(listeners, engine, to, error, error_size)) {
        return true;
    }
    char ignored[512];
    if (!open_patiently(listeners, engine, from, ignored, sizeof(ignored))) {
        log_line('#', "The former addresses could not be opened again: %s", ignored);
    }
    return false;
}
