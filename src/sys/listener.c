/* Listeners: one loop accepts, and deals the connections out to all loops in turn.
 *
 * The alternatives measured elsewhere do not keep "evenly": SO_REUSEPORT deals by a hash of the addresses,
 * and several loops accepting from one socket favour the one that happens to be awake. A
 * connection costs one mail on its way, once. All listeners opened with the same loops accept on
 * the first of them, so that one counter serves all addresses. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "sys/loop_internal.h"
#include "sys/machine_internal.h"

enum { PAUSE_NS = 50000000 };

/* A connection under way to its loop. */
struct handover {
    struct mail mail;
    struct loop *loop;
    void (*on_accept)(void *arg, struct loop *loop, struct stream *stream);
    void *arg;
    int fd;
    void *backend_data;
};

static void arrive(struct mail *mail) {
    struct handover *handover = (struct handover *)mail;
    struct stream *stream = stream_create(handover->loop, handover->fd, handover->backend_data);
    handover->on_accept(handover->arg, handover->loop, stream);
    memory_free(handover);
}

void listener_accepted(struct listener *listener, int fd, void *backend_data) {
    listener->is_short = false;
    struct loop *loop = listener->loops[listener->loop->accept_next++ % listener->loop_count];
    if (loop == listener->loop) {
        listener->on_accept(listener->arg, loop, stream_create(loop, fd, backend_data));
        return;
    }
    struct handover *handover = memory_alloc(sizeof *handover);
    *handover = (struct handover){.mail.deliver = arrive,
                                  .loop = loop,
                                  .on_accept = listener->on_accept,
                                  .arg = listener->arg,
                                  .fd = fd,
                                  .backend_data = backend_data};
    mail_post(loop, &handover->mail);
}

/* ---- pausing ---- */

static void start_again(void *arg) {
    struct listener *listener = arg;
    if (!listener->is_closing) listener->loop->backend->listener_start(listener);
}

void listener_pause(struct listener *listener, int reason) {
    if (listener->is_closing) return;
    if (!listener->is_short) /* one line a shortage, not one a try */
        log_line('#', "Accepting client connection: %s", strerror(-reason));
    listener->is_short = true;
    timer_start(listener->loop, &listener->pause, PAUSE_NS);
}

/* ---- life ---- */

static struct listener *listener_of(struct mail *mail, size_t offset) {
    return (struct listener *)(void *)((char *)mail - offset);
}

static void start(struct mail *mail) {
    start_again(listener_of(mail, offsetof(struct listener, mail)));
}

static void stop(struct mail *mail) {
    struct listener *listener = listener_of(mail, offsetof(struct listener, close_mail));
    listener->is_closing = true;
    listener->loop->listeners_closing++;
    timer_stop(&listener->pause);
    listener->loop->backend->listener_close(listener);
}

static void post(struct loop *loop, struct mail *mail) {
    if (loop_current() != NULL)
        mail_post(loop, mail);
    else
        mail_post_from_outside(loop, mail);
}

static void destroy(struct listener *listener) {
    memory_free(listener->loops);
    memory_free(listener);
}

struct listener *
listener_open(struct loop *const *loops, unsigned loop_count, const struct listen_options *options,
              void (*on_accept)(void *arg, struct loop *loop, struct stream *stream), void *arg,
              char *error, size_t error_size) {
    assert(loop_count > 0);
    struct listener *listener = memory_alloc_zeroed(sizeof *listener);
    listener->loops = memory_alloc(loop_count * sizeof(struct loop *));
    memcpy(listener->loops, loops, loop_count * sizeof(struct loop *));
    listener->loop_count = loop_count;
    listener->loop = loops[0];
    listener->on_accept = on_accept;
    listener->arg = arg;
    listener->options = *options;
    snprintf(listener->address, sizeof listener->address, "%s", options->address);
    listener->options.address = listener->address;
    listener->port = options->port;
    listener->mail.deliver = start;
    listener->close_mail.deliver = stop;
    timer_init(&listener->pause, start_again, listener);
    if (machine->backend->listener_open(listener, error, error_size) < 0) {
        destroy(listener);
        return NULL;
    }
    post(listener->loop, &listener->mail);
    return listener;
}

void listener_close(struct listener *listener) {
    post(listener->loop, &listener->close_mail);
}

void listener_is_gone(struct listener *listener) {
    listener->loop->listeners_closing--;
    destroy(listener);
}

uint16_t listener_port(const struct listener *listener) {
    return listener->port;
}
