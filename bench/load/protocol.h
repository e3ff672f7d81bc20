/* protocol.h - the seam between the generator and what travels on the wire.
 *
 * A protocol compiles requests into forms, or writes them itself where they depend on what went
 * before, and cuts replies out of a stream of bytes. Everything else, the choice of keys, the pacing, the counting and the checking of replies, is above it. */
#pragma once

#include "request.h"

#include <stdbool.h>
#include <sys/types.h>

enum reply_kind {
    REPLY_NONE, /* bytes between the replies, which are nobody's */
    REPLY_STATUS,
    REPLY_ERROR,
    REPLY_INTEGER,
    REPLY_VALUE,
    REPLY_NIL,
    REPLY_ARRAY,
    REPLY_OTHER,
};

/* A view of one reply in the receive buffer. */
struct reply {
    enum reply_kind kind;
    const char *data; /* the text, the value, or the first element of an array */
    size_t size;      /* the bytes of that; of all elements for an array */
    uint64_t count;   /* elements of an array */
    bool holds_error; /* an array of which an element is an error, as of EXEC */
};

/* What all requests of a run have in common. */
struct request_shape {
    unsigned keys;      /* of an MGET or MSET, repetitions of a custom group */
    unsigned fields;    /* of a record; 1: it is one value */
    const char *custom; /* the template of a custom command */
};

/* What a protocol remembers of a connection. */
struct session;

struct protocol {
    const char *name;
    unsigned pipeline_max; /* how many requests it can have in flight; 0: any number */
    size_t value_size_max; /* of what it can send in one piece; 0: any size */

    /* Compiles requests of one kind. Returns 0, or -1 if the protocol cannot say it. */
    int (*compile)(struct request_form *form, enum request_kind kind,
                   const struct request_shape *shape);

    /* Begins what is remembered of a connection; `out` is where answers to the server go that no
     * request asked for. NULL for a protocol that remembers nothing; its sessions are NULL. */
    struct session *(*begin)(struct buffer *out);
    void (*end)(struct session *session);

    /* Appends one request; NULL where the compiled form says it all. */
    void (*write)(struct session *session, enum request_kind kind, const char *key, size_t key_size,
                  struct value value, struct buffer *out);

    /* Writes what a new connection says first. `replies` tells how many replies will follow.
     * Returns 0, or -1 if the protocol has no such thing. */
    int (*greet)(struct session *session, struct buffer *out, unsigned *replies,
                 const char *password, unsigned database, unsigned version);

    /* Cuts one reply off the front. Returns its size in bytes, 0 if it is not complete, and -1 if
     * these bytes are no reply. The elements of an array are replies themselves. What the reply
     * shows lives until the next call. */
    ssize_t (*parse)(struct session *session, const char *data, size_t size, struct reply *reply);
};

/* RESP2 and RESP3, the protocol of Redis. */
extern const struct protocol protocol_resp;

/* gRPC over HTTP/2, the protocol of etcd. */
extern const struct protocol protocol_etcd;

/* Returns the protocol of that name, or NULL. */
const struct protocol *protocol_find(const char *name);
