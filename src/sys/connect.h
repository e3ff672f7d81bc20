/* sys/connect.h - outgoing connections: streams to another server. */
#pragma once

#include "sys/stream.h"

struct connect_options {
    const char *host; /* a name or an address */
    uint16_t port;
    unsigned
        timeout_ms; /* for the connection; a name takes as long as the system's resolver does */
};

/* On a fiber of a loop: waits. A stream of that loop, to be given to stream_start or stream_abort, or NULL with
 * a negative errno in *error (-EHOSTUNREACH: there is no such name). Its bytes are sent at once
 * (TCP_NODELAY). Name resolution and connecting are done by a helper thread. */
struct stream *stream_connect(const struct connect_options *options, int *error);
