/* protocol.h - the seam between the generator and what travels on the wire.
 *
 * A protocol compiles requests into forms and cuts replies out of a stream of bytes. Everything
 * else, the choice of keys, the pacing, the counting and the checking of replies, is above it. */
#pragma once

#include "request.h"

#include <stdbool.h>
#include <sys/types.h>

enum reply_kind {
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

struct protocol {
    const char *name;

    /* Compiles requests of one kind; `keys` is how many keys an MGET or MSET takes, `custom` the
     * template of a custom command. Returns 0, or -1 if the protocol cannot say it. */
    int (*compile)(struct request_form *form, enum request_kind kind, unsigned keys,
                   const char *custom);

    /* Writes what a new connection says first. `replies` tells how many replies will follow.
     * Returns 0, or -1 if the protocol has no such thing. */
    int (*greet)(struct buffer *out, unsigned *replies, const char *password, unsigned database,
                 unsigned version);

    /* Cuts one reply off the front. Returns its size in bytes, 0 if it is not complete, and -1 if
     * these bytes are no reply. The elements of an array are replies themselves. */
    ssize_t (*parse)(const char *data, size_t size, struct reply *reply);
};

/* RESP2 and RESP3, the protocol of Redis. */
extern const struct protocol protocol_resp;

/* Returns the protocol of that name, or NULL. */
const struct protocol *protocol_find(const char *name);
