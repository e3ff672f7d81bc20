/* The io_uring backend: one system call a turn, and one a reply.
 *
 * Receiving is one standing request a stream (multishot) that takes buffers from a ring shared by all
 * streams of the loop; accepting and the wake-up are standing requests too. A send is one request of
 * as many blocks as fit; a stream has at most one in flight, and its blocks are freed when it ends.
 * What a completion belongs to is the pointer in its user_data, whose low bits say what kind it is.
 *
 * Invariants
 * U1  Whatever the kernel still refers to is flagged in backend_flags (RECEIVING, SENDING), and a stream is
 *     closed only when neither is set.
 * U2  The kernel copies message headers and their vectors at submission (FEAT_SUBMIT_STABLE), so those
 *     of a turn live in one array that is reused after each submission.
 * U3  rx.out counts the buffers with owners and those in the ring; a buffer is in the ring, with
 *     an owner, or in the pool.
 * U4  Who floods, was paused lately or has not said who it is is received from one buffer at a time.
 * U5  What comes in bulk (stream_set_bulk) is received into a buffer of its own, stream->bulk while the kernel has it. */
#ifndef ANAX_NO_URING

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "base/memory.h"
#include "sys/disk_internal.h"
#include "sys/real.h"
#include "sys/rx_pool.h"
#include "sys/sockets.h"
#include "sys/starved.h"
#include "sys/uring.h"

#include <liburing.h> /* last: <linux/fs.h> in it defines BLOCK_SIZE */

enum {
    SQ_SIZE = 256,
    CQ_SIZE = 4096,
    RX_BUFFERS = 16384,    /* one at least for every client that waits */
    IN_RING_AT_FIRST = 64, /* doubled whenever the ring runs dry, up to: */
    IN_RING_MAX = 256,     /* 4 MiB: the ring's buffers stay resident */
    PIECES_MAX = 64,       /* blocks in one send: 1 MiB */
    TRIED_MAX = 20,        /* blocks that are sent at once: a turn's journal for a replica, say */
    COMPLETIONS_MAX = 64,  /* taken in one turn, */
    BYTES_MAX = 256 << 10, /* and so much received */
    MESSAGES_MAX = 64,     /* sends of several blocks in one submission */
    CORES_MANY = 64,       /* from here on the rings are small */
    CHECK_NS = 1000000000, /* how often unsure streams are looked at */
    CHECKS_MAX = 256,      /* and how many of them are asked then */
    BULK_SIZE = 128 << 10, /* a turn's worth of what a replica is sent */
    FLOOD_AT = 4,          /* full buffers one after the other */
    SENT_BETWEEN = 6       /* some 60 us */
};

enum { BUFFER_GROUP = 0 };

/* stream->backend_flags */
enum {
    RECEIVING = 1,  /* the standing receive is in the kernel */
    CANCELLING = 2, /* and is being cancelled, because of a pause */
    SENDING = 4,
    STARVED = 8, /* waits for receive buffers */
    SHUT = 16    /* closes when nothing is in flight */
};

/* The kinds, in the low bits of user_data. */
enum { NOTHING, RECEIVE, SEND, ACCEPT, WAKE, TIMEOUT, DISK, DISK_PAIRED, KIND_MASK = 7 };

struct message {
    struct msghdr header;
    struct iovec pieces[PIECES_MAX];
};

struct uring {
    struct io_uring ring;
    bool is_open;
    struct rx_pool rx;
    struct io_uring_buf_ring *buffers;
    size_t buffers_size;
    unsigned buffers_mask;
    unsigned in_ring, in_ring_wanted;
    struct starved starved;
    int64_t timeout_ns; /* when the standing timeout ends; NEVER: there is none */
    struct __kernel_timespec timeout;
    struct message *messages;
    unsigned messages_used;
    unsigned pairs;        /* writes with their syncs that are under way */
    unsigned sent_between; /* replies, since the kernel last looked at them */
    struct stream *unsure; /* streams that may have missed their end, see note_receipt */
    struct timer check;
};

static struct uring *uring_of(const struct loop *loop) {
    return loop->backend_state;
}

/* ---- requests ---- */

static void submit_now(struct uring *uring) {
    int result = io_uring_submit(&uring->ring);
    assert(result >= 0 || result == -EINTR || result == -EAGAIN || result == -EBUSY);
    uring->messages_used = 0; /* U2 */
}

static struct io_uring_sqe *next_request(struct uring *uring) {
    struct io_uring_sqe *sqe;
    while ((sqe = io_uring_get_sqe(&uring->ring)) == NULL) submit_now(uring);
    return sqe;
}

static uint64_t name_of(const void *subject, unsigned kind) {
    return (uintptr_t)subject | kind;
}

static void request_cancel(struct uring *uring, const void *subject, unsigned kind) {
    struct io_uring_sqe *sqe = next_request(uring);
    io_uring_prep_cancel64(sqe, name_of(subject, kind), 0);
    sqe->flags |= IOSQE_CQE_SKIP_SUCCESS;
    io_uring_sqe_set_data64(sqe, name_of(NULL, NOTHING));
}

static void request_wake(struct uring *uring, int wake_fd) {
    struct io_uring_sqe *sqe = next_request(uring);
    io_uring_prep_poll_multishot(sqe, wake_fd, POLLIN); /* one completion a write: edges */
    io_uring_sqe_set_data64(sqe, name_of(NULL, WAKE));
}

static void prepare_bulk(struct stream *stream, struct io_uring_sqe *sqe) {
    struct rx *rx = memory_alloc(sizeof *rx + BULK_SIZE); /* U5 */
    *rx = (struct rx){.data = (char *)(rx + 1), .size = 0};
    stream->bulk = rx;
    io_uring_prep_recv(sqe, stream->fd, rx->data, BULK_SIZE, 0);
}

/* A standing receive may bring 32 buffers before anybody can object, a single one brings one. */
static void prepare_selected(struct stream *stream, struct io_uring_sqe *sqe) {
    if (stream->is_careful || stream->was_paused || stream->full_receives == FLOOD_AT) /* U4 */
        io_uring_prep_recv(sqe, stream->fd, NULL, 0, 0);
    else
        io_uring_prep_recv_multishot(sqe, stream->fd, NULL, 0, 0);
    sqe->flags |= IOSQE_BUFFER_SELECT;
    sqe->buf_group = BUFFER_GROUP;
}

static void request_receive(struct stream *stream, unsigned how) {
    struct io_uring_sqe *sqe = next_request(uring_of(stream->loop));
    if (stream->is_bulk)
        prepare_bulk(stream, sqe);
    else
        prepare_selected(stream, sqe);
    sqe->ioprio |= (uint16_t)how;
    io_uring_sqe_set_data64(sqe, name_of(stream, RECEIVE));
    stream->backend_flags |= RECEIVING;
}

static void cancel_receive(struct stream *stream) {
    if ((stream->backend_flags & (RECEIVING | CANCELLING)) == RECEIVING) {
        request_cancel(uring_of(stream->loop), stream, RECEIVE);
        stream->backend_flags |= CANCELLING;
    }
}

/* ---- ends that the kernel has not told ----
 *
 * When bytes and the peer's end arrive together, kernels (6.18 for one) may tell a standing receive only of
 * the bytes: io_poll_check_events drops the second wake-up, and no other follows. The connection would stay
 * for ever. So who has received by a standing receive and then nothing for a second or two is asked once. */

static void leave_unsure(struct stream *stream) {
    if (stream->unsure_link == NULL) return;
    *stream->unsure_link = stream->next_unsure;
    if (stream->next_unsure != NULL) stream->next_unsure->unsure_link = stream->unsure_link;
    stream->unsure_link = NULL;
}

static void note_receipt(struct uring *uring, struct stream *stream) {
    stream->is_quiet = false;
    if (stream->unsure_link != NULL) return;
    stream->next_unsure = uring->unsure;
    stream->unsure_link = &uring->unsure;
    if (uring->unsure != NULL) uring->unsure->unsure_link = &stream->next_unsure;
    uring->unsure = stream;
    if (!timer_is_running(&uring->check)) timer_start(stream->loop, &uring->check, CHECK_NS);
}

static void check_unsure(void *arg) {
    struct loop *loop = arg;
    struct uring *uring = uring_of(loop);
    unsigned asked = 0;
    for (struct stream *stream = uring->unsure, *next; stream != NULL && asked < CHECKS_MAX;
         stream = next) {
        next = stream->next_unsure;
        if (!stream->is_quiet) {
            stream->is_quiet = true; /* until the next check, if nothing comes */
            continue;
        }
        char byte;
        asked++;
        leave_unsure(stream);
        if (recv(stream->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) >= 0 || errno != EAGAIN)
            cancel_receive(stream); /* its end starts it anew, and then it sees what there is */
    }
    if (uring->unsure != NULL) timer_start(loop, &uring->check, CHECK_NS);
}

/* ---- closing ---- */

static void close_when_idle(struct stream *stream) {
    if ((stream->backend_flags & (RECEIVING | SENDING)) != 0) /* U1 */
        return;
    socket_close(stream->fd);
    leave_unsure(stream);
    stream_is_gone(stream);
}

static void leave_starved(struct stream *stream);

static void shut(struct stream *stream) {
    if ((stream->backend_flags & STARVED) != 0) leave_starved(stream);
    stream->backend_flags |= SHUT;
    /* Ends what is in flight, whatever it waits for. */
    if ((stream->backend_flags & SENDING) != 0) shutdown(stream->fd, SHUT_RDWR);
    cancel_receive(stream);
    close_when_idle(stream);
}

/* ---- receiving ---- */

static void start_stream(struct stream *stream) {
    /* Poll first: right after accept there is seldom anything to read. */
    if (stream->wants_bytes) request_receive(stream, IORING_RECVSEND_POLL_FIRST);
}

static void change_receive(struct stream *stream) {
    if (stream->wants_bytes) {
        if ((stream->backend_flags & (RECEIVING | STARVED)) == 0) request_receive(stream, 0);
        return; /* if it is being cancelled, its end starts it anew */
    }
    if ((stream->backend_flags & (RECEIVING | CANCELLING)) == RECEIVING) {
        request_cancel(uring_of(stream->loop), stream, RECEIVE);
        stream->backend_flags |= CANCELLING;
    }
}

static void enter_starved(struct stream *stream) {
    struct uring *uring = uring_of(stream->loop);
    if (uring->in_ring_wanted < IN_RING_MAX) uring->in_ring_wanted *= 2;
    stream->backend_flags |= STARVED;
    starved_add(&uring->starved, stream);
}

static void leave_starved(struct stream *stream) {
    starved_remove(&uring_of(stream->loop)->starved, stream);
    stream->backend_flags &= (int16_t)~STARVED;
}

static void feed_starved(struct uring *uring) {
    for (unsigned left = uring->in_ring; left > 0 && uring->starved.first != NULL; left--) {
        struct stream *stream = uring->starved.first;
        leave_starved(stream);
        if (stream->wants_bytes) request_receive(stream, 0);
    }
}

/* Fills the kernel's ring up from the pool. */
static void top_up(struct uring *uring) {
    int added = 0;
    while (uring->in_ring < uring->in_ring_wanted) {
        struct rx *rx = rx_pool_take(&uring->rx);
        if (rx == NULL) break;
        io_uring_buf_ring_add(uring->buffers, rx->data, RX_SIZE,
                              (unsigned short)rx_pool_number(&uring->rx, rx),
                              (int)uring->buffers_mask, added++);
        uring->in_ring++;
    }
    if (added > 0) io_uring_buf_ring_advance(uring->buffers, added);
}

static void give_back(struct loop *loop, struct rx *rx) {
    rx_pool_give_back(&uring_of(loop)->rx, rx);
}

static void trim(struct loop *loop) {
    uring_of(loop)->in_ring_wanted = IN_RING_AT_FIRST;
    rx_pool_trim(&uring_of(loop)->rx);
}

/* The standing receive has ended: why, and does it begin anew? */
static void receive_ended(struct stream *stream, int result) {
    stream->backend_flags &= (int16_t) ~(RECEIVING | CANCELLING);
    if ((stream->backend_flags & SHUT) != 0) {
        close_when_idle(stream);
        return;
    }
    if (result == 0) {
        stream_failed(stream, 0);
        return;
    }
    if (result < 0 && result != -ENOBUFS && result != -ECANCELED && result != -EINTR) {
        stream_failed(stream, result);
        return;
    }
    if (result == -ENOBUFS && stream->wants_bytes)
        enter_starved(stream);
    else if (stream->wants_bytes)
        request_receive(stream, 0);
}

/* A peer that sends faster than it is served would have the whole ring of buffers filled, and whoever asks for
 * little would wait behind all of it: 16 ms beside a pipeline of a million commands, against 0.3 now that one
 * buffer is received of it at a time (U4). redis-benchmark -P 5000 is as fast as before. */
static void note_size(struct stream *stream, int result) {
    if (result < RX_SIZE) {
        stream->full_receives = 0;
    } else if (stream->full_receives < FLOOD_AT && ++stream->full_receives == FLOOD_AT) {
        cancel_receive(stream);
    }
}

static void take_bulk(struct loop *loop, struct stream *stream, int result) {
    struct rx *rx = stream->bulk;
    stream->bulk = NULL;
    rx->len = result > 0 ? (uint32_t)result : 0;
    if (result > 0)
        stream_received(stream, rx);
    else
        rx_give_back(loop, rx);
    note_size(stream, result);
}

static void receive_completed(struct loop *loop, struct stream *stream, int result,
                              unsigned flags) {
    struct uring *uring = uring_of(loop);
    if (stream->bulk != NULL) take_bulk(loop, stream, result); /* U5 */
    if ((flags & IORING_CQE_F_BUFFER) != 0) {
        struct rx *rx = rx_pool_at(&uring->rx, flags >> IORING_CQE_BUFFER_SHIFT);
        uring->in_ring--;
        rx->len = result > 0 ? (uint32_t)result : 0;
        if ((flags & IORING_CQE_F_MORE) != 0) note_receipt(uring, stream);
        if (stream->is_bulk) cancel_receive(stream); /* a standing one from before it was that */
        if (result > 0)
            stream_received(stream, rx);
        else
            give_back(loop, rx);
        note_size(stream, result);
    }
    if ((flags & IORING_CQE_F_MORE) == 0) receive_ended(stream, result);
}

/* ---- sending ---- */

static void request_send(struct stream *stream) {
    struct uring *uring = uring_of(stream->loop);
    struct iovec piece;
    unsigned count;
    size_t len = socket_gather(stream, &piece, 1, &count);
    if (uring->messages_used == MESSAGES_MAX) submit_now(uring);
    struct io_uring_sqe *sqe = next_request(uring);
    if (len == stream_unsent(stream)) {
        io_uring_prep_send(sqe, stream->fd, piece.iov_base, len, MSG_NOSIGNAL | MSG_WAITALL);
    } else {
        struct message *message = &uring->messages[uring->messages_used++];
        socket_gather(stream, message->pieces, PIECES_MAX, &count);
        message->header = (struct msghdr){.msg_iov = message->pieces, .msg_iovlen = count};
        io_uring_prep_sendmsg(sqe, stream->fd, &message->header, MSG_NOSIGNAL | MSG_WAITALL);
    }
    io_uring_sqe_set_data64(sqe, name_of(stream, SEND));
    stream->backend_flags |= SENDING;
    stream->is_sending = true;
}

/* What is not much is tried at once. That costs a system call, but its completion costs no further
 * one: a request's own completion would end the wait of the poll that submits it, so that
 * every batch of replies would take two turns. And the blocks are free for the next
 * replies while they are still in the cache. */
static bool try_now(struct stream *stream) {
    struct iovec pieces[TRIED_MAX];
    unsigned count;
    size_t len = socket_gather(stream, pieces, TRIED_MAX, &count);
    if (len < stream_unsent(stream)) return false;
    struct msghdr message = {.msg_iov = pieces, .msg_iovlen = count};
    ssize_t put = count == 1
                      ? send(stream->fd, pieces[0].iov_base, len, MSG_DONTWAIT | MSG_NOSIGNAL)
                      : sendmsg(stream->fd, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (put > 0) stream_was_sent(stream, (size_t)put);
    return put == (ssize_t)len;
}

/* Between a write and its sync the kernel needs this thread, and it may be sending replies for 200 us. */
static void see_to_pairs(struct uring *uring) {
    if (uring->pairs == 0 || ++uring->sent_between < SENT_BETWEEN) return;
    uring->sent_between = 0;
    io_uring_get_events(&uring->ring);
}

static void flush(struct stream *stream) {
    if (!try_now(stream)) request_send(stream); /* a failure repeats itself there */
    see_to_pairs(uring_of(stream->loop));
}

static void send_completed(struct stream *stream, int result) {
    stream->backend_flags &= (int16_t)~SENDING;
    stream->is_sending = false;
    if ((stream->backend_flags & SHUT) != 0) {
        close_when_idle(stream);
        return;
    }
    if (result >= 0)
        stream_was_sent(stream, (size_t)result);
    else if (result == -EAGAIN || result == -EINTR)
        stream_mark_dirty(stream);
    else
        stream_failed(stream, result);
}

/* ---- listening ---- */

static void start_listener(struct listener *listener) {
    struct io_uring_sqe *sqe = next_request(uring_of(listener->loop));
    io_uring_prep_multishot_accept(sqe, listener->fd, NULL, NULL, SOCK_CLOEXEC);
    io_uring_sqe_set_data64(sqe, name_of(listener, ACCEPT));
    listener->is_accepting = true;
}

static void end_listener(struct listener *listener) {
    socket_unlisten(listener);
    listener_is_gone(listener);
}

static void close_listener(struct listener *listener) {
    if (listener->is_accepting)
        request_cancel(uring_of(listener->loop), listener, ACCEPT);
    else
        end_listener(listener);
}

static void accept_completed(struct listener *listener, int result, unsigned flags) {
    if (result >= 0 && listener->is_closing)
        close(result);
    else if (result >= 0)
        listener_accepted(listener, result, NULL);
    if ((flags & IORING_CQE_F_MORE) != 0) return;
    listener->is_accepting = false;
    if (listener->is_closing)
        end_listener(listener);
    else if (result < 0 && socket_is_shortage(-result))
        listener_pause(listener, result);
    else
        start_listener(listener); /* e.g. a connection that failed while it waited */
}

/* ---- files ---- */

/* A direct write with RWF_DSYNC is finished by one of the kernel's common threads, which waits for its turn on a busy
 * machine; so its sync is a request of its own, begun when the write has ended well. Only one of the two completes: the
 * write if it failed or fell short, else the sync.
 *
 * Both are begun at once, and not at the end of the turn: the replies that the last sync has set free are sent before that,
 * some 10 us each, while the disk had nothing to do (150 us of 500 between two syncs, and 300 more before its sync). */
static void follow_with_sync(struct uring *uring, struct io_uring_sqe *write,
                             struct disk_request *request) {
    write->flags |= IOSQE_IO_LINK | IOSQE_CQE_SKIP_SUCCESS;
    io_uring_sqe_set_data64(write, name_of(request, DISK_PAIRED));
    struct io_uring_sqe *sync = io_uring_get_sqe(&uring->ring);
    assert(sync != NULL); /* disk_submit has made room for both: a link ends with its submission */
    io_uring_prep_fsync(sync, request->file->fd, IORING_FSYNC_DATASYNC);
    io_uring_sqe_set_data64(sync, name_of(request, DISK));
}

/* The kernel hands what would block to threads of its own. */
static void disk_submit(struct disk_request *request) {
    enum { WRITE_MAX = 1 << 30 };
    if (io_uring_sq_space_left(&uring_of(request->loop)->ring) < 2)
        submit_now(uring_of(request->loop));
    struct io_uring_sqe *sqe = next_request(uring_of(request->loop));
    if (request->op == DISK_OP_SYNC) {
        io_uring_prep_fsync(sqe, request->file->fd, IORING_FSYNC_DATASYNC);
    } else {
        size_t len = request->rest.len < WRITE_MAX ? request->rest.len : WRITE_MAX;
        struct bytes piece = bytes_of(request->rest.data, len);
        request->is_direct = disk_is_direct(request->file, request->offset, piece);
        io_uring_prep_write(sqe, request->is_direct ? request->file->direct_fd : request->file->fd,
                            piece.data, (unsigned)len, request->offset);
        if (request->op == DISK_OP_WRITE_SYNCED && request->is_direct) {
            follow_with_sync(uring_of(request->loop), sqe, request);
            uring_of(request->loop)->pairs++;
            submit_now(uring_of(request->loop));
            return;
        }
        if (request->op == DISK_OP_WRITE_SYNCED) sqe->rw_flags = RWF_DSYNC;
    }
    io_uring_sqe_set_data64(sqe, name_of(request, DISK));
}

static void disk_completed(struct disk_request *request, int result, bool is_paired) {
    bool is_sync_of_pair = request->op == DISK_OP_WRITE_SYNCED && request->is_direct && !is_paired;
    bool is_write = request->op != DISK_OP_SYNC && !is_sync_of_pair;
    if (is_write && result > 0) {
        request->offset += (uint64_t)result;
        request->rest = bytes_of(request->rest.data + result, request->rest.len - (size_t)result);
    }
    if (is_paired && result > 0 && request->rest.len == 0) return; /* its sync tells */
    if (is_paired || is_sync_of_pair) uring_of(request->loop)->pairs--;
    bool is_refused = is_write && result == -EINVAL && request->is_direct;
    if (is_refused)
        atomic_store_explicit(&request->file->is_not_direct, true, memory_order_relaxed);
    if (is_refused || result == -EINTR || result == -EAGAIN ||
        (is_write && result > 0 && request->rest.len > 0)) {
        disk_submit(request); /* the rest */
        return;
    }
    request->result = result < 0 ? result : is_write && request->rest.len > 0 ? -EIO : 0;
    request->done(request);
}

/* ---- polling ---- */

static void dispatch(struct loop *loop, uint64_t name, int result, unsigned flags) {
    void *subject = (void *)(uintptr_t)(name & ~(uint64_t)KIND_MASK);
    switch (name & KIND_MASK) {
    case RECEIVE:
        receive_completed(loop, subject, result, flags);
        break;
    case SEND:
        send_completed(subject, result);
        break;
    case ACCEPT:
        accept_completed(subject, result, flags);
        break;
    case DISK:
    case DISK_PAIRED:
        disk_completed(subject, result, (name & KIND_MASK) == DISK_PAIRED);
        break;
    case WAKE:
        if ((flags & IORING_CQE_F_MORE) == 0) request_wake(uring_of(loop), loop->wake_fd);
        break;
    case TIMEOUT:
        uring_of(loop)->timeout_ns = NEVER;
        break;
    default: /* a cancellation that found nothing */
        break;
    }
}

/* Each completion is taken out of the ring before it is handled, so that the kernel has room for more when
 * a handler has to submit. A turn takes only so many: mail and timers have their turn, too. */
static void take_completions(struct loop *loop) {
    struct io_uring *ring = &uring_of(loop)->ring;
    unsigned head = *ring->cq.khead;
    unsigned tail = io_uring_smp_load_acquire(ring->cq.ktail);
    uint64_t bytes_limit = loop->stats.bytes_in + BYTES_MAX;
    unsigned taken = 0;
    while (head != tail && taken++ < COMPLETIONS_MAX && loop->stats.bytes_in < bytes_limit) {
        struct io_uring_cqe cqe = ring->cq.cqes[head & *ring->cq.kring_mask];
        io_uring_smp_store_release(ring->cq.khead, ++head);
        dispatch(loop, cqe.user_data, cqe.res, cqe.flags);
    }
    if (head != tail) loop->must_turn = true;
}

/* Sees to it that the wait ends at due_ns, or before. A timeout of each wait would start and stop a timer of
 * the kernel every turn; so one stands for the loop and is moved only when it has to be earlier. */
static void limit_wait(struct uring *uring, int64_t due_ns) {
    if (due_ns >= uring->timeout_ns) return;
    struct io_uring_sqe *sqe = next_request(uring);
    uring->timeout = (struct __kernel_timespec){due_ns / 1000000000, due_ns % 1000000000};
    if (uring->timeout_ns == NEVER) {
        io_uring_prep_timeout(sqe, &uring->timeout, 0, IORING_TIMEOUT_ABS);
        io_uring_sqe_set_data64(sqe, name_of(NULL, TIMEOUT));
    } else {
        /* If it has just ended, this fails, and its completion ends the wait. */
        io_uring_prep_timeout_update(sqe, &uring->timeout, name_of(NULL, TIMEOUT),
                                     IORING_TIMEOUT_ABS);
        sqe->flags |= IOSQE_CQE_SKIP_SUCCESS;
        io_uring_sqe_set_data64(sqe, name_of(NULL, NOTHING));
    }
    uring->timeout_ns = due_ns;
}

/* Waiting in a ring counts as waiting for a disk: an idle server would make its CPU look like 100 % iowait.
 * Kernels since 6.15 leave that out when told so, which the library of Debian 12 cannot. */
static void wait_for_one(struct uring *uring) {
    const unsigned feature_no_iowait = 1u << 17, enter_no_iowait = 1u << 7;
    struct io_uring *ring = &uring->ring;
    if (io_uring_sq_ready(ring) > 0 || (ring->features & feature_no_iowait) == 0) {
        io_uring_submit_and_wait(ring, 1);
        return;
    }
    unsigned flags = IORING_ENTER_GETEVENTS | enter_no_iowait;
    if (ring->enter_ring_fd != ring->ring_fd) flags |= IORING_ENTER_REGISTERED_RING;
    if (io_uring_cq_ready(ring) == 0)
        io_uring_enter((unsigned)ring->enter_ring_fd, 0, 1, flags, NULL);
}

static bool ring_has_prepared(const struct loop *loop) {
    return io_uring_sq_ready(&uring_of(loop)->ring) > 0;
}

static void poll_ring(struct loop *loop, int64_t until_ns) {
    struct uring *uring = uring_of(loop);
    top_up(uring);
    if (uring->starved.first != NULL) feed_starved(uring);
    if (until_ns <= loop->turn_end_ns) {
        io_uring_submit_and_get_events(&uring->ring);
    } else {
        limit_wait(uring, until_ns);
        wait_for_one(uring);
    }
    uring->messages_used = 0; /* U2 */
    loop_slept(loop);
    take_completions(loop);
}

/* ---- life ---- */

/* With the best flags that this kernel knows: 6.1 has all of the first row. */
static int open_ring(struct io_uring *ring, unsigned sq_size, unsigned cq_size, unsigned more) {
    static const unsigned rows[] = {
        IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN | IORING_SETUP_SUBMIT_ALL,
        IORING_SETUP_COOP_TASKRUN | IORING_SETUP_SUBMIT_ALL,
        0,
    };
    int result = -EINVAL;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0] && result == -EINVAL; i++) {
        struct io_uring_params params = {.flags = rows[i] | more | IORING_SETUP_CQSIZE |
                                                  IORING_SETUP_CLAMP,
                                         .cq_entries = cq_size};
        result = io_uring_queue_init_params(sq_size, ring, &params);
    }
    return result;
}

static int open_buffers(struct uring *uring, unsigned count) {
    unsigned entries = 1;
    while (entries < count) entries *= 2;
    uring->buffers_mask = entries - 1;
    uring->buffers_size = entries * sizeof(struct io_uring_buf);
    void *memory =
        mmap(NULL, uring->buffers_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return -errno;
    uring->buffers = memory;
    struct io_uring_buf_reg registration = {
        .ring_addr = (uintptr_t)memory, .ring_entries = entries, .bgid = BUFFER_GROUP};
    int result = io_uring_register_buf_ring(&uring->ring, &registration, 0);
    if (result < 0) return result;
    io_uring_buf_ring_init(uring->buffers);
    return 0;
}

/* Here, on the thread that makes the loops, so that a lack of anything is an error of loop_create. */
static int create(struct loop *loop) {
    struct uring *uring = memory_alloc_zeroed(sizeof *uring);
    loop->backend_state = uring;
    loop->wake_fd = -1;
    starved_init(&uring->starved);
    uring->timeout_ns = NEVER;
    uring->messages = memory_alloc(MESSAGES_MAX * sizeof(struct message));
    bool is_small = loop->options.cores > CORES_MANY;
    unsigned count = is_small ? RX_BUFFERS / 8 : RX_BUFFERS;
    if (loop->options.rx_buffers > 0) count = loop->options.rx_buffers;
    uring->in_ring_wanted = IN_RING_AT_FIRST;
    timer_init(&uring->check, check_unsure, loop);
    int result = real_create_wake(loop);
    if (result < 0) return result;
    result = open_ring(&uring->ring, is_small ? SQ_SIZE / 8 : SQ_SIZE,
                       is_small ? CQ_SIZE / 8 : CQ_SIZE, IORING_SETUP_R_DISABLED);
    if (result < 0) return result;
    uring->is_open = true;
    result = rx_pool_init(&uring->rx, count);
    return result < 0 ? result : open_buffers(uring, count);
}

/* The thread that enables the ring is its single issuer. */
static int start(struct loop *loop) {
    struct uring *uring = uring_of(loop);
    /* The library of Debian 12 declares io_uring_enable_rings, but does not export it. */
    int result =
        io_uring_register((unsigned)uring->ring.ring_fd, IORING_REGISTER_ENABLE_RINGS, NULL, 0);
    if (result < 0) return result;
    io_uring_register_ring_fd(&uring->ring); /* only saves time: kernels before 5.18 refuse */
    request_wake(uring, loop->wake_fd);
    return 0;
}

static void stop(struct loop *loop) {
    struct uring *uring = uring_of(loop);
    if (uring->is_open) io_uring_queue_exit(&uring->ring);
    uring->is_open = false;
}

static void destroy(struct loop *loop) {
    struct uring *uring = uring_of(loop);
    stop(loop);
    timer_stop(&uring->check);
    if (uring->buffers != NULL) munmap(uring->buffers, uring->buffers_size);
    rx_pool_clear(&uring->rx);
    memory_free(uring->messages);
    memory_free(uring);
    real_destroy_wake(loop);
}

/* Sending without a copy came with 6.0, as multishot receive did; the latter cannot be asked for. */
int uring_probe(void) {
    struct uring uring = {0};
    int result = open_ring(&uring.ring, 4, 8, 0);
    if (result < 0) return result;
    struct io_uring_probe *probe = io_uring_get_probe_ring(&uring.ring);
    if (probe == NULL || !io_uring_opcode_supported(probe, IORING_OP_SEND_ZC)) result = -ENOSYS;
    io_uring_free_probe(probe);
    if (result == 0) result = open_buffers(&uring, 4);
    io_uring_queue_exit(&uring.ring);
    if (uring.buffers != NULL) munmap(uring.buffers, uring.buffers_size);
    return result;
}

const struct loop_backend loop_backend_uring = {
    .name = "io_uring",
    .create = create,
    .destroy = destroy,
    .start = start,
    .stop = stop,
    .launch = loop_launch_thread,
    .join = loop_join_thread,
    .has_prepared = ring_has_prepared,
    .poll = poll_ring,
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
    .disk_submit = disk_submit,
    .connect = socket_connect,
    .listener_open = socket_listen,
    .listener_start = start_listener,
    .listener_close = close_listener,
};

#else /* ANAX_NO_URING: a build without liburing */

#include <errno.h>

#include "sys/loop_internal.h"
#include "sys/uring.h"

int uring_probe(void) {
    return -ENOSYS;
}

const struct loop_backend loop_backend_uring = {.name = "io_uring"}; /* never chosen */

#endif
