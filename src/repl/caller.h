/* repl/caller.h - a connection to the primary: requests in RESP, their replies, and then whatever follows.
 *
 * Used on a fiber of the loop that opened it. What arrives gathers in `input`; its owner may be told of it instead
 * (on_input), once the requests are over. The stream belongs to the caller. */
#pragma once

#include "base/buffer.h"
#include "sys/connect.h"
#include "sys/fiber.h"

enum { CALLER_ERROR = 200, CALLER_ITEMS = 64 };

struct caller {
    struct stream *stream; /* NULL: closed */
    struct buffer input;
    struct bytes
        fresh; /* within on_input: what has just come, where input is empty; what is left of it is kept there */
    struct event event;
    int64_t last_io_ns; /* when something came */
    uint64_t bytes_in;  /* how much has come */
    void *owner;
    void (*on_input)(void *owner);  /* NULL: whoever waits for a reply is woken */
    void (*on_closed)(void *owner); /* the stream is gone; may be NULL */
    char error[CALLER_ERROR];
};

/* Waits. False with a line in error. */
bool caller_open(struct caller *caller, const char *host, uint16_t port, unsigned timeout_ms);
/* Waits for the stream to be gone; clears. Nobody else waits. */
void caller_close(struct caller *caller);

void caller_request(struct caller *caller, const struct bytes *argv, unsigned argc);

/* A reply: one item, or those of an array (of an array within it, too), as texts, views until the next call. */
struct caller_reply {
    char type; /* + - : $ * */
    struct bytes items[CALLER_ITEMS];
    unsigned count;
    size_t len; /* of input that it takes; caller_drop */
};
/* Waits, at most until due_ns. False with a line in error: closed, too late, malformed, or an error reply (whose text it
 * is). */
bool caller_reply(struct caller *caller, struct caller_reply *reply, int64_t due_ns);
void caller_drop(struct caller *caller, const struct caller_reply *reply);
/* Sends and waits for a reply that is not an error; drops it. */
bool caller_ask(struct caller *caller, const struct bytes *argv, unsigned argc, int64_t due_ns);
/* AUTH by caller_ask, with this name (empty: none); nothing to do where the password is empty. */
bool caller_greet(struct caller *caller, struct bytes user, struct bytes password, int64_t due_ns);

/* What has come and was not dropped, and dropping the first bytes of it. */
static inline struct bytes caller_input(const struct caller *caller) {
    return caller->input.len > 0 ? buffer_view(&caller->input) : caller->fresh;
}
static inline void caller_consume(struct caller *caller, size_t len) {
    if (caller->input.len > 0)
        buffer_consume(&caller->input, len);
    else
        caller->fresh = bytes_of(caller->fresh.data + len, caller->fresh.len - len);
}

/* Pure, for tests. 1: parsed; 0: more has to come; -1: that is no reply. */
int caller_parse(struct bytes input, struct caller_reply *reply);
/* The item behind that name, in an array of names and values. */
bool caller_find(const struct caller_reply *reply, const char *name, struct bytes *value);
