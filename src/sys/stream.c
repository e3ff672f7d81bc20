/* Streams: what is the same whichever way the bytes travel.
 *
 *   MADE --start--> OPEN --close, or the peer ended--> CLOSING (sends the rest) --> SHUTTING --> gone
 *                     \------------- abort, or broken ----------------------------^
 *
 * The owner's calls only change the stream and put it on loop->dirty. The end of the turn settles
 * all dirty streams: sends, closes. That gathers a turn's output into one send, and it
 * keeps handlers from being called while their owner is in the middle of something (L1). */
#include "sys/stream.h"

#include <assert.h>
#include <errno.h>

#include "base/memory.h"
#include "sys/loop_internal.h"
#include "sys/machine_internal.h"

enum { END_LINGER_MS = 1000 };

/* ---- life ---- */

struct stream *stream_create(struct loop *loop, int fd, void *backend_data) {
    struct stream *stream = memory_alloc_zeroed(sizeof *stream);
    stream->loop = loop;
    stream->fd = fd;
    stream->backend_data = backend_data;
    stream->wants_bytes = true;
    stream->held_end = &stream->held;
    stream->next = loop->streams;
    stream->link = &loop->streams;
    if (stream->next != NULL) stream->next->link = &stream->next;
    loop->streams = stream;
    loop->streams_open++;
    return stream;
}

void stream_start(struct stream *stream, const struct stream_handler *handler, void *owner) {
    assert(stream->state == STREAM_MADE);
    stream->handler = handler;
    stream->owner = owner;
    stream->state = STREAM_OPEN;
    stream->loop->backend->stream_start(stream);
}

static void drop_held(struct stream *stream) {
    while (stream->held != NULL) {
        struct rx *rx = stream->held;
        stream->held = rx->next;
        rx_give_back(stream->loop, rx);
    }
    stream->held_end = &stream->held;
}

/* Out of a singly linked list of the loop; rare, so a walk will do. */
static void leave_resumed(struct stream *stream) {
    struct stream **link = &stream->loop->resumed;
    while (*link != stream) link = &(*link)->next_resumed;
    *link = stream->next_resumed;
    stream->is_resumed = false;
}

static void stop_linger(struct stream *stream) {
    if (stream->linger == NULL) return;
    timer_stop(stream->linger);
    memory_free(stream->linger);
    stream->linger = NULL;
}

void stream_is_gone(struct stream *stream) {
    struct loop *loop = stream->loop;
    assert(stream->is_shut_asked && !stream->is_dirty);
    stop_linger(stream);
    drop_held(stream);
    chain_clear(&stream->out);
    if (stream->is_resumed) leave_resumed(stream);
    *stream->link = stream->next;
    if (stream->next != NULL) stream->next->link = stream->link;
    loop->streams_open--;
    loop->must_turn = true; /* hooks see what on_closed leaves them, also if this turn's have run */
    if (stream->handler != NULL) stream->handler->on_closed(stream->owner, stream->reason);
    memory_free(stream);
}

/* ---- receiving ---- */

static void end_of_bytes(struct stream *stream) {
    if (stream->state != STREAM_OPEN) return;
    if (stream->handler->on_end != NULL)
        stream->handler->on_end(stream->owner);
    else
        stream_close(stream, END_LINGER_MS);
}

struct rx *rx_take_off(struct loop *loop, struct rx *rx) {
    if (rx->size == 0) return rx;
    struct rx *copy = memory_alloc(sizeof *copy + rx->len);
    *copy = (struct rx){.next = rx->next, .data = (char *)(copy + 1), .len = rx->len, .size = 0};
    memcpy(copy->data, rx->data, rx->len);
    rx_give_back(loop, rx);
    return copy;
}

/* Who is paused may stay so for ever. */
static void hold(struct stream *stream, struct rx *rx) {
    rx->next = NULL;
    rx = rx_take_off(stream->loop, rx);
    *stream->held_end = rx;
    stream->held_end = &rx->next;
}

void stream_received(struct stream *stream, struct rx *rx) {
    stream->loop->stats.bytes_in += rx->len;
    if (rx->len < RX_SIZE) stream->was_paused = false; /* it sends no more than is taken */
    if (stream->state != STREAM_OPEN) {
        rx_give_back(stream->loop, rx);
    } else if (!stream->is_paused && stream->held == NULL) {
        stream->handler->on_bytes(stream->owner, rx);
    } else {
        hold(stream, rx);
    }
}

/* Nothing is received while something is held: a peer that sends much and is resumed for a moment again and
 * again would otherwise have more and more held for it. */
static void update_wish(struct stream *stream) {
    bool wants = !stream->is_paused && stream->held == NULL && !stream->is_ended;
    if (wants != stream->wants_bytes && stream->state < STREAM_CLOSING) {
        stream->wants_bytes = wants;
        stream->loop->backend->stream_receive(stream);
    }
}

void stream_failed(struct stream *stream, int reason) {
    if (stream->state == STREAM_SHUTTING) return;
    if (reason < 0) {
        stream->state = STREAM_SHUTTING;
        stream->reason = reason;
        stream_mark_dirty(stream);
        return;
    }
    stream->is_ended = true;
    update_wish(stream);
    if (stream->held == NULL) end_of_bytes(stream); /* else after the held bytes */
}

void stream_pause(struct stream *stream) {
    stream->is_paused = stream->was_paused = true;
    update_wish(stream);
}

void stream_set_careful(struct stream *stream, bool is_careful) {
    stream->is_careful = is_careful;
}

void stream_set_bulk(struct stream *stream) {
    stream->is_bulk = true;
}

void stream_resume(struct stream *stream) {
    stream->is_paused = false;
    update_wish(stream);
    if (stream->held != NULL && !stream->is_resumed && stream->state < STREAM_CLOSING) {
        stream->is_resumed = true;
        stream->next_resumed = stream->loop->resumed;
        stream->loop->resumed = stream;
    }
}

static void deliver_held_of(struct stream *stream) {
    while (stream->held != NULL && !stream->is_paused && stream->state == STREAM_OPEN) {
        struct rx *rx = stream->held;
        stream->held = rx->next;
        if (stream->held == NULL) stream->held_end = &stream->held;
        stream->handler->on_bytes(stream->owner, rx);
    }
    update_wish(stream);
    if (stream->held == NULL && stream->is_ended) end_of_bytes(stream);
}

void stream_deliver_held(struct loop *loop) {
    struct stream *stream = loop->resumed;
    loop->resumed = NULL;
    while (stream != NULL) { /* nothing is freed here: streams go at the end of the turn (L1) */
        struct stream *next = stream->next_resumed;
        stream->is_resumed = false;
        deliver_held_of(stream);
        stream = next;
    }
}

/* ---- sending ---- */

void stream_mark_dirty(struct stream *stream) {
    struct loop *loop = stream->loop;
    if (stream->is_dirty) return;
    stream->is_dirty = true;
    struct stream **link = stream->is_first ? &loop->dirty : loop->dirty_end;
    stream->next_dirty = *link;
    *link = stream;
    if (stream->next_dirty == NULL) loop->dirty_end = &stream->next_dirty;
}

void stream_set_first(struct stream *stream, bool is_first) {
    stream->is_first = is_first;
}

void stream_send(struct stream *stream, struct chain *chain) {
    if (stream->state != STREAM_OPEN || chain->len == 0) {
        chain_clear(chain);
        return;
    }
    chain_move(&stream->out, chain);
    if (!stream->is_sending) stream_mark_dirty(stream);
}

/* The part of the first block that was sent still counts in out.len. */
size_t stream_unsent(const struct stream *stream) {
    return stream->out.len - stream->out_offset;
}

static void drop_sent(struct stream *stream, size_t len) {
    struct chain *out = &stream->out;
    assert(len <= stream_unsent(stream));
    len += stream->out_offset;
    while (out->head != NULL && len >= out->head->len) {
        struct block *block = out->head;
        out->head = block->next;
        out->len -= block->len;
        len -= block->len;
        block_destroy(block);
    }
    stream->out_offset = (uint32_t)len;
    if (out->head == NULL) out->tail = NULL;
}

void stream_was_sent(struct stream *stream, size_t len) {
    stream->loop->stats.bytes_out += len;
    drop_sent(stream, len);
    if (stream->state == STREAM_SHUTTING) return;
    if (stream->out.len > 0 || stream->state == STREAM_CLOSING)
        stream_mark_dirty(stream);
    else if (stream->handler->on_sent != NULL)
        stream->handler->on_sent(stream->owner);
}

/* ---- closing ---- */

static void linger_is_over(void *arg) {
    struct stream *stream = arg;
    if (stream->state == STREAM_CLOSING) {
        stream->state = STREAM_SHUTTING;
        stream_mark_dirty(stream);
    }
}

void stream_close(struct stream *stream, unsigned linger_ms) {
    if (stream->state >= STREAM_CLOSING) return;
    stream->state = STREAM_CLOSING;
    drop_held(stream);
    if (stream->wants_bytes) {
        stream->wants_bytes = false;
        stream->loop->backend->stream_receive(stream);
    }
    if (stream->out.len > 0) {
        stream->linger = memory_alloc(sizeof *stream->linger);
        timer_init(stream->linger, linger_is_over, stream);
        if (linger_ms == 0) linger_ms = 1; /* one try, at the end of this turn */
        timer_start(stream->loop, stream->linger, (int64_t)linger_ms * 1000000);
    }
    stream_mark_dirty(stream);
}

void stream_abort(struct stream *stream) {
    if (stream->state == STREAM_SHUTTING) return;
    stream->state = STREAM_SHUTTING;
    stream->reason = -ECONNABORTED;
    stream_mark_dirty(stream);
}

/* ---- the end of a turn ---- */

static void settle(struct stream *stream) {
    const struct loop_backend *backend = stream->loop->backend;
    if (stream->state <= STREAM_CLOSING && stream->out.len > 0 && !stream->is_sending)
        backend->stream_flush(stream);
    if (stream->state == STREAM_CLOSING && stream->out.len == 0) stream->state = STREAM_SHUTTING;
    /* If flush has marked it again, its next turn in the list does it. */
    if (stream->state == STREAM_SHUTTING && !stream->is_shut_asked && !stream->is_dirty) {
        stream->is_shut_asked = true;
        backend->stream_shut(stream);
    }
}

void stream_flush_all(struct loop *loop) {
    while (loop->dirty != NULL) {
        struct stream *stream = loop->dirty;
        loop->dirty = stream->next_dirty;
        if (loop->dirty == NULL) loop->dirty_end = &loop->dirty;
        stream->is_dirty = false;
        settle(stream);
    }
}

/* ---- what only passes on ---- */

void rx_give_back(struct loop *loop, struct rx *rx) {
    if (rx->size == 0) /* a copy, of hold */
        memory_free(rx);
    else
        loop->backend->rx_give_back(loop, rx);
}

void stream_address(const struct stream *stream, struct stream_address *address) {
    stream->loop->backend->stream_address(stream, address);
}

void stream_set_keepalive(struct stream *stream, unsigned seconds) {
    stream->loop->backend->stream_keepalive(stream, seconds);
}

int stream_duplicate(struct stream *stream) {
    const struct loop_backend *backend = stream->loop->backend;
    if (backend->stream_duplicate == NULL) return -ENOSYS;
    int result = backend->stream_duplicate(stream);
    stream->is_duplicated |= result >= 0;
    return result;
}

struct stream *stream_adopt(int fd) {
    return stream_create(loop_running, fd, NULL);
}

struct loop *stream_loop(const struct stream *stream) {
    return stream->loop;
}
