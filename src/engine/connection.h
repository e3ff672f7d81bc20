/* engine/connection.h - a client's connection: bytes in, batches, bytes out.
 *
 * The connection is the coordinator of its requests. It is a small object: while it is idle it holds no
 * receive buffer, no batch, no stack. Bytes of a request that is not complete are kept in `partial`, all others are
 * parsed where they were received. */
#pragma once

#include "engine/batch.h"

struct connection {
    struct client client;          /* first: a client is its connection */
    struct stream *stream;         /* NULL once closed */
    struct rx *rx_first, *rx_last; /* received, not yet consumed */
    unsigned rx_count;
    uint32_t rx_offset;    /* consumed bytes of rx_first */
    struct buffer partial; /* bytes of an incomplete request; then rx follow */
    size_t partial_offset;
    bool is_request_cut; /* the input parsed last ended within a request */
    struct request_parser parser;
    struct request_limits limits;
    struct chain out;
    struct chain held_pushes; /* between client_hold_pushes and client_release_pushes */
    bool holds_pushes;
    struct batch *batch;   /* under way, else NULL */
    bool is_receiving;     /* false: stream is paused */
    struct chain *replies; /* where replies go during an EXEC that waits; NULL: to out */
    bool is_full;          /* the output was full when process ended: there may be input left */
    bool is_deferred;      /* `again` is queued */
    struct task again;     /* process in the next turn */
    size_t unsent_counted; /* its part of core->unsent_bytes */
    bool is_held_back;     /* output_backpressure reached: wait for on_sent */
    bool gathers;          /* what is in out, being little, waits for what comes next */
    bool is_closing;
    bool is_ended;               /* the peer sends nothing more: close when all is answered */
    int64_t soft_limit_since_ns; /* 0: below the soft output limit */
};

static inline struct connection *connection_of(struct client *client) {
    return (struct connection *)client;
}

/* So many bytes of replies may wait to be sent before its requests wait. Who has not said who it is gets little. A hop asks,
 * too, on another core: the settings are those of the core that runs, for CONFIG SET changes them core by core. */
static inline size_t connection_output_max(const struct connection *connection,
                                           const struct core *running) {
    enum { UNAUTHENTICATED_MAX = 1024 };
    return connection->client.is_authenticated ? running->settings->output_backpressure
                                               : UNAUTHENTICATED_MAX;
}

/* So many bytes of replies make up a connection's share of a turn; what is left of its requests waits for the next
 * turn, so that a hundred clients who want a megabyte each do not make one turn of a second. */
enum { OUTPUT_QUANTUM = 128 << 10 };
static inline size_t connection_output_quantum(const struct connection *connection,
                                               const struct core *running) {
    size_t max = connection_output_max(connection, running);
    return max < OUTPUT_QUANTUM ? max : OUTPUT_QUANTUM;
}

/* on_accept of the engine's listeners. */
void connection_accept(void *engine, struct loop *loop, struct stream *stream);
/* On that core: a connection that was another core's, and has been closed there (stream_duplicate). It may do all that it
 * could. */
struct connection *connection_adopt(struct core *core, int fd);
/* The batch under way can go on (end of hops, of a fiber, of a pause). */
void connection_resume(struct connection *connection);
/* Its client was answered after it was blocked: what it has sent meanwhile is processed. */
void connection_continue(struct connection *connection);
/* The connection is on its way out: nothing more is read, and it no longer counts against maxclients, so that who has seen
 * his connection close may open another. Whoever calls it also closes or aborts the stream. */
void connection_begin_closing(struct connection *connection);
/* Sends what is in out; enforces the output limits. */
void connection_flush(struct connection *connection);
/* Its client waits for something that mostly comes soon (WAIT), and is owed replies to what it asked before: they leave with
 * the answer, by one system call instead of two, which a small write mostly consists of. Whoever asks for it ends it soon.
 * True if there is something to gather. */
bool connection_gather(struct connection *connection);
/* No longer; sends what there is. */
void connection_end_gather(struct connection *connection);
/* Closes the connection, and returns false, if more replies are unread than its class may have, or for longer. */
bool connection_enforce_output_limit(struct connection *connection);
/* Reads the limits again after the settings or the authentication changed. */
void connection_refresh_limits(struct connection *connection);
