/* sys/stream.h - listeners and connected byte streams (TCP, Unix socket).
 *
 * A stream belongs to the loop it was opened on. Received bytes come in receive buffers that the
 * owner keeps as long as it has views into them, then gives back: nothing is copied. Output is a
 * chain whose blocks the stream takes over. An idle stream costs well under 1 KiB. */
#pragma once

#include "sys/loop.h"

enum { RX_SIZE = 16384 };

/* A piece of received bytes. Writable memory. Most cost RX_SIZE however few bytes came, and there are
 * only so many a loop: who has to wait for the rest of a request for long copies its start. */
struct rx {
    struct rx *next; /* for the owner's use */
    char *data;
    uint32_t len;
    uint32_t size; /* 0: not one of the loop's buffers, but a copy of its own */
};
void rx_give_back(struct loop *loop, struct rx *rx);
/* The same bytes in memory of their own; the loop's buffer is given back. For what may be kept for ever: the loop
 * has only so many buffers. */
struct rx *rx_take_off(struct loop *loop, struct rx *rx);

struct stream;

struct stream_handler {
    /* Bytes came; the callee owns rx now. */
    void (*on_bytes)(void *owner, struct rx *rx);
    /* Everything that was queued has been handed to the kernel. May be NULL. May come after the
     * turn's hooks have run: what needs them, loop_defer brings into the next turn. */
    void (*on_sent)(void *owner);
    /* The peer closed (0), or the stream failed (negative errno), or stream_close has done its work. The
     * last call for this owner; the stream is gone when it returns. Output not sent is dropped. */
    void (*on_closed)(void *owner, int reason);
    /* The peer sends nothing more, but may still read (printf 'PING\r\n' | nc). The owner answers what
     * is under way and calls stream_close. NULL: the stream is closed as soon
     * as what was queued by then has been sent, at most a second later. */
    void (*on_end)(void *owner);
};

/* Takes owner and handler; receiving starts. Called once, in or after on_accept. */
void stream_start(struct stream *stream, const struct stream_handler *handler, void *owner);
/* Stops and restarts receiving (back-pressure). While paused on_bytes is not called and the peer is
 * held back: what was already received waits for stream_resume and is delivered in a later turn. */
void stream_pause(struct stream *stream);
void stream_resume(struct stream *stream);
/* From the next receive on: little at a time, so that little has to be kept of what a stranger sends. */
void stream_set_careful(struct stream *stream, bool is_careful);
/* What comes is much, and from a peer that we chose (a primary): it is received in big pieces, in memory that is its own.
 * Called before much has come. */
void stream_set_bulk(struct stream *stream);
/* Queues all of chain (left empty); it is submitted at the end of the turn, with what else was
 * queued. Dropped if the stream is closing. */
void stream_send(struct stream *stream, struct chain *chain);
/* What is queued from now on is submitted before what other streams send in the same turn, or no longer so: somebody else
 * goes on with it meanwhile. */
void stream_set_first(struct stream *stream, bool is_first);
size_t
stream_unsent(const struct stream *stream); /* bytes queued and not yet taken by the kernel */
/* Closes after what is queued was sent (at most linger_ms later). Receives nothing more. */
void stream_close(struct stream *stream, unsigned linger_ms);
void stream_abort(struct stream *stream); /* closes now; on_closed comes in this or the next turn */

struct stream_address { /* "127.0.0.1:6379", "[::1]:6379", "/path:0" as CLIENT LIST prints them */
    char peer[80];
    char local[80];
    int fd;
    bool is_loopback, is_unix;
};
void stream_address(const struct stream *stream, struct stream_address *address);
void stream_set_keepalive(struct stream *stream, unsigned seconds); /* 0 turns it off */
struct loop *stream_loop(const struct stream *stream);
/* Moving to another loop: the connection as a number that stays good when the stream is closed, or -errno where there is no
 * such thing (the simulated machine). When on_closed has come, the other loop makes a stream of it. Nothing may be queued
 * then, and what the peer sends meanwhile may be lost. */
int stream_duplicate(struct stream *stream) __attribute__((warn_unused_result));
struct stream *stream_adopt(int fd); /* on the loop where it goes on; to be started */

/* Listening. Each core listens on the same addresses by one shared socket or SO_REUSEPORT as the
 * machine thinks best; accepted streams must end up evenly spread: accept hands out connections round robin over the given
 * loops. EMFILE and the like pause accepting for a moment and never stop it. */
struct listen_options {
    const char *address; /* "127.0.0.1", "::", "*", "-::1" (a leading '-': optional), or a path */
    uint16_t port;       /* 0 with a path: Unix socket */
    unsigned backlog;
    unsigned unix_mode; /* permissions of the Unix socket, 0: as created (umask before bind) */
};
struct listener;
/* on_accept runs on the loop that gets the stream and must stream_start or stream_abort it. Called before the loops are
 * launched, or later from any loop. error: one clear line naming address and reason. */
struct listener *
listener_open(struct loop *const *loops, unsigned loop_count, const struct listen_options *options,
              void (*on_accept)(void *arg, struct loop *loop, struct stream *stream), void *arg,
              char *error, size_t error_size);
void listener_close(struct listener *listener);          /* before the loops end */
uint16_t listener_port(const struct listener *listener); /* real port when 0 was asked for */
