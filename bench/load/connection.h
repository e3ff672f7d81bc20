/* connection.h - opening a connection, and the requests that are on their way on it. */
#pragma once

#include "buffer.h"
#include "options.h"
#include "request.h"

#include <stdbool.h>
#include <stdint.h>

struct request {
    uint64_t start_ns; /* when it was sent; open loop: when it was due */
    enum request_kind kind;
    bool is_second;        /* the SET of a read-modify-write */
    bool has_failed;       /* a reply before the last one was not as it should be */
    unsigned more_replies; /* to come after the next one */
};

struct connection {
    int fd;           /* -1 when lost */
    bool awaits_room; /* the socket took only a part; epoll tells when it takes more */
    struct buffer in;
    struct buffer out;
    /* A ring of the requests in flight, with keys_max key numbers for each. */
    struct request *ring;
    uint64_t *numbers;
    unsigned ring_size; /* a power of two */
    unsigned keys_max;
    uint64_t head;
    uint64_t tail;
    uint64_t due_count; /* open loop: requests of this phase started so far */
    unsigned index;     /* over all workers */
    const struct protocol *protocol;
    struct session *session;
};

/* Connects, says hello and waits for the answers; then the socket is non-blocking. Returns 0, or
 * -1 after a complaint. */
int connection_create(struct connection *connection, const struct options *options,
                      unsigned pipeline_max, unsigned keys_max);

/* Closes the connection and frees what it holds. */
void connection_destroy(struct connection *connection);

/* Returns the number of requests in flight. */
static inline uint64_t connection_in_flight(const struct connection *connection) {
    return connection->tail - connection->head;
}

/* Returns the oldest request in flight. */
static inline struct request *connection_oldest(struct connection *connection) {
    return &connection->ring[connection->head & (connection->ring_size - 1)];
}

/* Returns the key numbers of the request at a place of the ring. */
static inline uint64_t *connection_numbers(struct connection *connection, uint64_t place) {
    return connection->numbers + (place & (connection->ring_size - 1)) * connection->keys_max;
}

/* Adds a request at the tail; the caller fills in its key numbers. */
static inline void connection_push(struct connection *connection, struct request request) {
    connection->ring[connection->tail++ & (connection->ring_size - 1)] = request;
}
