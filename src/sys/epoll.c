/* The epoll backend: readiness, then plain recv and sendmsg.
 *
 * Level-triggered. A stream is registered once, for reading; what it is registered for changes
 * lazily: a pause takes EPOLLIN away only when bytes really arrive during it, EPOLLOUT is added only when
 * the socket's buffer was full. Output is tried directly at the end of the turn. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "base/memory.h"
#include "sys/machine_internal.h"
#include "sys/real.h"
#include "sys/rx_pool.h"
#include "sys/sockets.h"
#include "sys/starved.h"

/* A turn takes only so much, because mail and timers have their turn, too. */
enum { EVENTS_MAX = 64, BYTES_MAX = 256 << 10 };
enum { RECEIVES_MAX = 8, ACCEPTS_MAX = 256, PIECES_MAX = 64 };
enum { RX_BUFFERS = 16384 }; /* one at least for every client that waits */

/* stream->backend_flags */
enum {
    READS = 1,   /* registered for EPOLLIN */
    WRITES = 2,  /* registered for EPOLLOUT */
    STARVED = 4, /* waits for a receive buffer */
    REGISTERED = 8
};

/* What an event belongs to, in the low bits of its pointer. */
enum { OF_STREAM = 0, OF_LISTENER = 1, OF_WAKE = 2, OF_MASK = 7 };

struct epoll {
    int fd;
    struct rx_pool rx;
    struct starved starved;
    int fetched, handled; /* of events */
    bool lacks_pwait2;
    struct epoll_event events[EVENTS_MAX];
};

static struct epoll *epoll_of(const struct loop *loop) {
    return loop->backend_state;
}

/* ---- life ---- */

static int create(struct loop *loop) {
    struct epoll *epoll = memory_alloc_zeroed(sizeof *epoll);
    loop->backend_state = epoll;
    loop->wake_fd = -1;
    starved_init(&epoll->starved);
    epoll->fd = epoll_create1(EPOLL_CLOEXEC);
    if (epoll->fd < 0) return -errno;
    int result = real_create_wake(loop);
    if (result < 0) return result;
    /* Edge-triggered: each write to the eventfd is an event, and nobody has to read it. */
    struct epoll_event event = {.events = EPOLLIN | EPOLLET, .data.u64 = OF_WAKE};
    if (epoll_ctl(epoll->fd, EPOLL_CTL_ADD, loop->wake_fd, &event) < 0) return -errno;
    unsigned count = loop->options.rx_buffers > 0 ? loop->options.rx_buffers : RX_BUFFERS;
    return rx_pool_init(&epoll->rx, count);
}

static int start(struct loop *loop) {
    (void)loop;
    return 0;
}

static void stop(struct loop *loop) {
    (void)loop; /* no operation is in flight in the kernel */
}

static void destroy(struct loop *loop) {
    struct epoll *epoll = epoll_of(loop);
    rx_pool_clear(&epoll->rx);
    if (epoll->fd >= 0) close(epoll->fd);
    memory_free(epoll);
    real_destroy_wake(loop);
}

/* ---- receiving ---- */

static void set_interest(struct stream *stream, int wanted) {
    struct epoll *epoll = epoll_of(stream->loop);
    int present = stream->backend_flags & (READS | WRITES);
    if (present == wanted && (stream->backend_flags & REGISTERED) != 0) return;
    struct epoll_event event = {.data.ptr = stream};
    event.events =
        ((wanted & READS) != 0 ? EPOLLIN : 0u) | ((wanted & WRITES) != 0 ? EPOLLOUT : 0u);
    int call = (stream->backend_flags & REGISTERED) != 0 ? EPOLL_CTL_MOD : EPOLL_CTL_ADD;
    if (epoll_ctl(epoll->fd, call, stream->fd, &event) < 0) {
        stream_failed(stream, -errno);
        return;
    }
    stream->backend_flags = (int16_t)((stream->backend_flags & STARVED) | wanted | REGISTERED);
}

static void add_interest(struct stream *stream, int more) {
    set_interest(stream, (stream->backend_flags & (READS | WRITES)) | more);
}

static void drop_interest(struct stream *stream, int less) {
    set_interest(stream, stream->backend_flags & (READS | WRITES) & ~less);
}

static void start_stream(struct stream *stream) {
    set_interest(stream, stream->wants_bytes ? READS : 0);
}

static void change_receive(struct stream *stream) {
    if (stream->wants_bytes && (stream->backend_flags & STARVED) == 0) add_interest(stream, READS);
}

/* A few receives for one event, so that a fast sender is served in large pieces but not alone. */
static void receive(struct stream *stream) {
    struct epoll *epoll = epoll_of(stream->loop);
    for (int i = 0; i < RECEIVES_MAX && stream->wants_bytes; i++) {
        struct rx *rx = rx_pool_take(&epoll->rx);
        if (rx == NULL) {
            drop_interest(stream, READS);
            stream->backend_flags |= STARVED;
            starved_add(&epoll->starved, stream);
            return;
        }
        ssize_t got = recv(stream->fd, rx->data, rx->size, MSG_DONTWAIT);
        if (got > 0) {
            rx->len = (uint32_t)got;
            bool is_full = rx->len == rx->size;
            stream_received(stream, rx);
            if (!is_full) return;
            continue;
        }
        int error = errno;
        rx_pool_give_back(&epoll->rx, rx);
        if (got < 0 && (error == EAGAIN || error == EINTR)) return;
        drop_interest(stream, READS);
        stream_failed(stream, got == 0 ? 0 : -error);
        return;
    }
}

static void leave_starved(struct stream *stream) {
    starved_remove(&epoll_of(stream->loop)->starved, stream);
    stream->backend_flags &= (int16_t)~STARVED;
}

static void feed_starved(struct epoll *epoll) {
    for (unsigned left = epoll->rx.count - epoll->rx.out; left > 0; left--) {
        struct stream *stream = epoll->starved.first;
        if (stream == NULL) return;
        leave_starved(stream);
        change_receive(stream);
    }
}

static void give_back(struct loop *loop, struct rx *rx) {
    rx_pool_give_back(&epoll_of(loop)->rx, rx);
}

static void trim(struct loop *loop) {
    rx_pool_trim(&epoll_of(loop)->rx);
}

/* Its events that were fetched and not yet handled are void. */
static void forget_events(struct epoll *epoll, uint64_t subject) {
    for (int i = epoll->handled; i < epoll->fetched; i++)
        if (epoll->events[i].data.u64 == subject)
            epoll->events[i].data.u64 = OF_WAKE; /* which means nothing */
}

/* ---- sending ---- */

static void flush(struct stream *stream) {
    struct iovec pieces[PIECES_MAX];
    while (stream->out.len > 0) {
        unsigned count;
        size_t len = socket_gather(stream, pieces, PIECES_MAX, &count);
        struct msghdr message = {.msg_iov = pieces, .msg_iovlen = count};
        ssize_t put = count == 1
                          ? send(stream->fd, pieces[0].iov_base, len, MSG_DONTWAIT | MSG_NOSIGNAL)
                          : sendmsg(stream->fd, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
        if (put < 0 && errno != EAGAIN) {
            stream_failed(stream, -errno);
            return;
        }
        if (put > 0) stream_was_sent(stream, (size_t)put);
        if (put < (ssize_t)len) {
            stream->is_sending = true; /* until EPOLLOUT */
            add_interest(stream, WRITES);
            return;
        }
    }
}

static void writable(struct stream *stream) {
    drop_interest(stream, WRITES);
    stream->is_sending = false;
    stream_mark_dirty(stream);
}

static void shut(struct stream *stream) {
    if ((stream->backend_flags & STARVED) != 0) leave_starved(stream);
    forget_events(epoll_of(stream->loop), (uintptr_t)stream);
    if (stream->is_duplicated)
        epoll_ctl(epoll_of(stream->loop)->fd, EPOLL_CTL_DEL, stream->fd, NULL);
    socket_close(stream->fd); /* takes it out of the epoll set, too, if that was the last of it */
    stream_is_gone(stream);
}

/* ---- listening ---- */

static void watch_listener(struct listener *listener, bool is_on) {
    struct epoll_event event = {.events = EPOLLIN, .data.u64 = (uintptr_t)listener | OF_LISTENER};
    int call = is_on ? EPOLL_CTL_ADD : EPOLL_CTL_DEL;
    if (is_on == listener->is_accepting) return;
    if (epoll_ctl(epoll_of(listener->loop)->fd, call, listener->fd, &event) == 0)
        listener->is_accepting = is_on;
    else if (is_on)
        listener_pause(listener, -errno); /* tries again */
}

static void start_listener(struct listener *listener) {
    watch_listener(listener, true);
}

static void accept_some(struct listener *listener) {
    for (int i = 0; i < ACCEPTS_MAX; i++) {
        int fd = accept4(listener->fd, NULL, NULL, SOCK_CLOEXEC);
        if (fd >= 0) {
            listener_accepted(listener, fd, NULL);
            continue;
        }
        if (socket_is_shortage(errno)) {
            int error = errno;
            watch_listener(listener, false);
            listener_pause(listener, -error);
        }
        return; /* EAGAIN, or a connection that failed while it waited */
    }
}

static void close_listener(struct listener *listener) {
    watch_listener(listener, false);
    forget_events(epoll_of(listener->loop), (uintptr_t)listener | OF_LISTENER);
    socket_unlisten(listener);
    listener_is_gone(listener);
}

/* ---- polling ---- */

/* Events of a stream that does not want to read. What comes level-triggered must not come again
 * and again: EPOLLIN is taken off, and EPOLLHUP, which cannot be, with the whole registration. */
static void ignore_bytes(struct stream *stream, uint32_t events) {
    if ((events & (EPOLLERR | EPOLLHUP)) == 0) {
        drop_interest(stream, READS);
        return;
    }
    int error = 0;
    socklen_t size = sizeof error;
    getsockopt(stream->fd, SOL_SOCKET, SO_ERROR, &error, &size);
    if ((stream->backend_flags & WRITES) != 0)
        writable(stream); /* finds out that nobody reads any more */
    epoll_ctl(epoll_of(stream->loop)->fd, EPOLL_CTL_DEL, stream->fd, NULL);
    stream->backend_flags &= (int16_t) ~(READS | WRITES | REGISTERED);
    if (error != 0) stream_failed(stream, -error);
}

static void dispatch(const struct epoll_event *event) {
    void *subject = (void *)(uintptr_t)(event->data.u64 & ~(uint64_t)OF_MASK);
    switch (event->data.u64 & OF_MASK) {
    case OF_WAKE:
        break;
    case OF_LISTENER:
        accept_some(subject);
        break;
    default: {
        struct stream *stream = subject;
        if ((event->events & EPOLLOUT) != 0 && (stream->backend_flags & WRITES) != 0)
            writable(stream);
        if ((event->events & (EPOLLIN | EPOLLHUP | EPOLLERR)) == 0) break;
        if (stream->wants_bytes)
            receive(stream);
        else
            ignore_bytes(stream, event->events);
    }
    }
}

/* epoll_pwait2 knows nanoseconds; kernels before 5.11 and some confinements do not know it. */
static int wait_for_events(struct epoll *epoll, int64_t wait_ns) {
    if (!epoll->lacks_pwait2) {
        struct timespec limit = {wait_ns / 1000000000, wait_ns % 1000000000};
        int count = epoll_pwait2(epoll->fd, epoll->events, EVENTS_MAX,
                                 wait_ns == NEVER ? NULL : &limit, NULL);
        if (count >= 0 || errno == EINTR) return count;
        epoll->lacks_pwait2 = true;
    }
    int64_t wait_ms = wait_ns == NEVER ? -1 : (wait_ns + 999999) / 1000000;
    if (wait_ms > INT_MAX) wait_ms = INT_MAX;
    return epoll_wait(epoll->fd, epoll->events, EVENTS_MAX, (int)wait_ms);
}

static void poll(struct loop *loop, int64_t until_ns) {
    struct epoll *epoll = epoll_of(loop);
    int64_t wait_ns = until_ns == NEVER ? NEVER : until_ns - loop->turn_end_ns;
    if (epoll->starved.first != NULL) feed_starved(epoll);
    if (epoll->handled >=
        epoll->fetched) { /* else there is a rest: whoever comes first again and again
                                             * would be served alone */
        epoll->handled = 0;
        epoll->fetched = wait_for_events(epoll, wait_ns > 0 ? wait_ns : 0);
    }
    loop_slept(loop);
    uint64_t bytes_limit = loop->stats.bytes_in + BYTES_MAX;
    while (epoll->handled < epoll->fetched && loop->stats.bytes_in < bytes_limit)
        dispatch(&epoll->events[epoll->handled++]);
    if (epoll->handled < epoll->fetched) loop->must_turn = true;
}

static int open_listener(struct listener *listener, char *error, size_t error_size) {
    int result = socket_listen(listener, error, error_size);
    if (result == 0) fcntl(listener->fd, F_SETFL, O_NONBLOCK); /* accept until there is none left */
    return result;
}

const struct loop_backend loop_backend_epoll = {
    .name = "epoll",
    .create = create,
    .destroy = destroy,
    .start = start,
    .stop = stop,
    .launch = loop_launch_thread,
    .join = loop_join_thread,
    .poll = poll,
    .wake = real_wake,
    .stream_start = start_stream,
    .stream_receive = change_receive,
    .stream_flush = flush,
    .stream_shut = shut,
    .stream_address = socket_address,
    .stream_keepalive = socket_keepalive,
    .stream_duplicate = socket_duplicate,
    .rx_give_back = give_back,
    .trim = trim,
    .connect = socket_connect,
    .listener_open = open_listener,
    .listener_start = start_listener,
    .listener_close = close_listener,
};
