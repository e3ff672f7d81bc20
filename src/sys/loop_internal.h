/* sys/loop_internal.h - the loop from inside, and the seam that its backends fill.
 *
 * The general half (loop.c, mailbox.c, stream.c, listener.c, timer*.c, fiber*.c) keeps queues and
 * states and is the same on every machine. A backend (uring.c, epoll.c, sim*.c) moves bytes and
 * sleeps. They meet in struct loop_backend (general half calls) and in the functions named
 * stream_received ... listener_accepted below (backend calls). Only files of sys/ include this.
 *
 * Invariants
 * L1  A handler of a stream is called only from its loop, from backend->poll or from the flush at
 *     the end of a turn, never from inside a stream_* function that the owner called.
 * L2  Everything that wants the backend's attention at the end of the turn is on loop->dirty.
 * L3  A stream is freed only after its backend said stream_is_gone: nothing in the kernel refers
 *     to its memory then. */
#pragma once

#include <pthread.h>
#include <stdatomic.h>

#include "sys/connect.h"
#include "sys/loop.h"
#include "sys/mailbox.h"
#include "sys/stream.h"
#include "sys/timer.h"
#include "sys/timer_wheel.h"

#define NEVER INT64_MAX /* a point in time that does not come */

struct fiber_scheduler; /* fiber.c */
struct disk_request;    /* disk.h */

/* A batch of mails, the unit that is handed over. Nodes travel with the mail: the receiver keeps
 * and reuses them. */
struct mail_batch {
    _Atomic(struct mail_batch *) next;
    struct mail *first, *last;
};

struct inbox {
    /* Written by producers. On a line of its own, so that posting does not disturb the rest. */
    _Alignas(64) _Atomic(struct mail_batch *) tail;
    atomic_bool is_asleep; /* the consumer sleeps or is about to; who posts then wakes it */
    atomic_uint outsiders; /* threads within mail_post_from_outside */
    /* The consumer's. */
    _Alignas(
        64) struct mail_batch *head; /* a batch already delivered; its next is the first waiting */
};

struct outbox { /* mails of this turn to one loop */
    struct loop *target;
    struct mail *first, *last;
    struct outbox *next; /* with something in it */
};

enum { OFFLOAD_CREWS = 2 }; /* of helper threads (offload.c) */

struct loop {
    unsigned index;
    const struct loop_backend *backend;
    void *backend_state;
    struct loop_options options;

    int64_t now_ns;
    int64_t wall_us;
    int64_t wall_read_ns, wall_read_us; /* both clocks when the wall clock was last read */
    int64_t turn_start_ns, turn_end_ns;

    struct timer_wheel timers;      /* timer.c */
    struct fiber_scheduler *fibers; /* fiber.c makes it in fiber_scheduler_create */
    struct turn_hook *hooks, **hooks_end;
    struct task *tasks, **tasks_end; /* for the next turn */

    struct inbox inbox;
    struct outbox **outboxes; /* by index of the target, made when first used */
    unsigned outbox_count;
    struct outbox *outboxes_used;
    unsigned offloaded[OFFLOAD_CREWS]; /* what helpers do for it; under their mutexes (offload.c) */
    struct mail *own_mail, **own_mail_end; /* posted by this loop to itself */
    struct mail_batch *spare_batches;
    unsigned spare_batch_count;

    struct stream *streams;            /* all open ones */
    struct stream *dirty, **dirty_end; /* those with something to do at the end of the turn, in the
                                        * order in which it came: who asked first is answered first */
    struct stream *resumed;            /* those with held bytes to deliver in the next turn */
    bool must_turn;                    /* the next poll does not sleep */
    int wake_fd;                       /* of the real machine: who writes to it ends the sleep */
    uint64_t streams_open;
    unsigned listeners_closing;
    uint64_t accept_next; /* round robin of what this loop accepts */

    uint64_t random[4];
    struct loop_stats stats;
    unsigned mails_expected; /* answers of other cores that somebody here waits for */
    int64_t spin_ns;         /* how long to look for them before sleeping; adapts */

    int64_t trim_look_ns;   /* when to look again whether the loop is quiet */
    uint64_t trim_bytes_in; /* stats.bytes_in at the last look */
    bool trim_is_due;       /* busy since the last trim */

    void (*start)(void *arg);
    void *start_arg;
    pthread_t thread;
    bool is_launched;
    bool is_started; /* start() has run */
    atomic_bool stop_asked;
    bool is_stopped;
};

/* What a backend does. All but create, destroy, launch, join and wake are called on the loop's thread. */
struct loop_backend {
    const char *name;
    /* Makes backend_state; 0 or -errno. destroy closes what is still open, also after a failed create. */
    int (*create)(struct loop *loop);
    void (*destroy)(struct loop *loop);
    /* The first call on the loop's own thread. 0, or -errno, which ends the program. */
    int (*start)(struct loop *loop);
    void (*stop)(struct loop *loop); /* the last call there; all streams are closed */
    /* How the loop gets its thread. The simulated machine registers the loop and turns it itself, with
     * loop_turn. */
    void (*launch)(struct loop *loop);
    void (*join)(struct loop *loop);

    /* True if something is prepared that only the next poll submits; NULL: never. */
    bool (*has_prepared)(const struct loop *loop);
    /* Submits what was prepared, sleeps until something happens or until_ns has come (<= now: does not sleep;
     * NEVER: no limit), takes what was completed and calls stream_received and friends for it.
     * Calls loop_slept() right after sleeping. */
    void (*poll)(struct loop *loop, int64_t until_ns);
    void (*wake)(struct loop *loop); /* from any thread: ends the sleep, or the next one */
    /* Brings a batch to another loop, in the end by mailbox_hand_over; NULL: that at once. */
    void (*carry_mail)(struct loop *source, struct loop *target, struct mail_batch *batch);

    /* Streams. start: begin to receive. receive: the wish stream->wants_bytes has changed. flush: stream->out has
     * bytes and none are in flight: hand some over, and report with stream_was_sent, now or from
     * poll. shut: drop the stream: close, and report with stream_is_gone, now or from poll. Up to
     * then stream_received and stream_failed may still be called and are ignored. */
    void (*stream_start)(struct stream *stream);
    void (*stream_receive)(struct stream *stream);
    void (*stream_flush)(struct stream *stream);
    void (*stream_shut)(struct stream *stream);
    void (*stream_address)(const struct stream *stream, struct stream_address *address);
    void (*stream_keepalive)(struct stream *stream, unsigned seconds);
    int (*stream_duplicate)(const struct stream *stream); /* NULL: streams stay where they are */
    void (*rx_give_back)(struct loop *loop, struct rx *rx);
    void (*trim)(
        struct loop *loop); /* hands memory back that only a busy loop needs; NULL: has none */

    /* Submits a write or sync of a file, ends with request->done from poll; NULL: helper threads do it. */
    void (*disk_submit)(struct disk_request *request);

    /* Connects, blocking, on a helper thread: what stream_create is to be given, or -errno. */
    int (*connect)(const struct connect_options *options, void **backend_data);

    /* Listeners. open makes the socket (any thread; 0, or -errno with error written); start accepts from it
     * (on the listener's loop, also after a pause); close stops for good and ends with
     * listener_is_gone. */
    int (*listener_open)(struct listener *listener, char *error, size_t error_size);
    void (*listener_start)(struct listener *listener);
    void (*listener_close)(struct listener *listener);
};

extern const struct loop_backend loop_backend_uring;
extern const struct loop_backend loop_backend_epoll;
extern const struct loop_backend loop_backend_simulated;

/* loop.c */
extern _Thread_local struct loop *loop_running;
static inline void loop_enter(struct loop *loop) { /* the simulated machine changes cores by it */
    loop_running = loop;
}
/* One turn; false when the loop has stopped. may_sleep: false for the simulated machine. */
bool loop_turn(struct loop *loop, bool may_sleep);
/* True if a turn would find something to do now, what the backend brings aside. */
bool loop_has_work(const struct loop *loop);
void loop_slept(struct loop *loop); /* reads the clock; the turn begins here */
void loop_begin(struct loop *loop); /* before the first turn: calls start(arg) */
void loop_say_goodbye(struct loop *loop);
void loop_launch_thread(struct loop *loop); /* launch of the real backends */
void loop_join_thread(struct loop *loop);

/* mailbox.c */
void mailbox_init(struct loop *loop);
void mailbox_await_outsiders(struct loop *loop); /* none of them uses the loop any more */
void mailbox_clear(struct loop *loop);
unsigned mailbox_deliver(struct loop *loop); /* returns how many */
/* Puts the batch into the target's inbox; true if the target had to be woken. */
bool mailbox_hand_over(struct loop *target, struct mail_batch *batch);
bool mailbox_is_empty(const struct loop *loop);
/* True if the loop may sleep now: nobody has posted, and who posts from now on wakes it. */
bool mailbox_fall_asleep(struct loop *loop);
void mailbox_woke(struct loop *loop);

/* offload.c: waits for what helpers do for the loop; what has not come back does not come any more. */
void offload_end(struct loop *loop);

/* fiber.c */
struct fiber_scheduler *fiber_scheduler_create(struct loop *loop);
void fiber_scheduler_destroy(struct fiber_scheduler *scheduler);
void loop_run_ready(struct loop *loop); /* runs every fiber that was ready when called */
bool loop_has_ready(const struct loop *loop);

/* One end of a connection. States: made (after accept) -> open -> closing (flushing) -> shutting
 * (the backend drops it) -> gone. */
enum stream_state { STREAM_MADE, STREAM_OPEN, STREAM_CLOSING, STREAM_SHUTTING };

struct stream {
    struct loop *loop;
    const struct stream_handler *handler;
    void *owner;
    struct chain out;    /* queued, what is in flight included */
    uint32_t out_offset; /* bytes of out's first block already sent */
    uint8_t state;
    bool is_paused;   /* the owner wants nothing now */
    bool was_paused;  /* lately: receive in small portions, much would have to be held */
    bool is_careful;  /* the same, for ever */
    bool is_bulk;     /* it is received in big pieces: stream_set_bulk */
    bool wants_bytes; /* the backend shall receive: not paused, nothing held, not ended */
    bool is_dirty;
    bool is_first;               /* at the end of the turn, before others: stream_set_first */
    bool is_sending;             /* the backend has bytes of out in flight */
    bool is_ended;               /* the peer sends nothing more */
    bool is_shut_asked;          /* the backend's shut was called */
    bool is_resumed;             /* on loop->resumed */
    bool is_duplicated;          /* the kernel keeps the connection when fd is closed */
    int16_t backend_flags;       /* the backend's own */
    int reason;                  /* for on_closed */
    int fd;                      /* or the simulated machine's number of the connection */
    struct rx *held, **held_end; /* came while paused */
    struct stream *next_dirty;
    struct stream *next_resumed;
    struct stream *next, **link;               /* of loop->streams */
    struct timer *linger;                      /* only while closing */
    void *backend_data;                        /* the backend's own */
    struct stream *next_unsure, **unsure_link; /* uring.c: note_receipt */
    bool is_quiet;
    uint8_t full_receives; /* uring.c: note_size */
    struct rx
        *bulk; /* uring.c: the buffer of the receive that is in the kernel, if it has its own */
};

/* stream.c: what backends call. */
struct stream *stream_create(struct loop *loop, int fd, void *backend_data);
void stream_received(struct stream *stream, struct rx *rx); /* takes rx */
void stream_was_sent(struct stream *stream, size_t len);    /* of what flush took */
void stream_failed(struct stream *stream,
                   int reason); /* 0: the peer sends no more; else -errno: it is broken */
void stream_is_gone(struct stream *stream);  /* ends every use */
void stream_flush_all(struct loop *loop);    /* the end of a turn */
void stream_deliver_held(struct loop *loop); /* the begin of one */
void stream_mark_dirty(struct stream *stream);

/* listener.c */
struct listener {
    struct loop *loop;   /* that accepts */
    struct loop **loops; /* that get the connections */
    unsigned loop_count;
    struct listen_options options; /* address is a copy */
    char address[512];
    void (*on_accept)(void *arg, struct loop *loop, struct stream *stream);
    void *arg;
    int fd;
    uint16_t port;
    bool is_unix;
    bool is_accepting; /* the backend's: an accept is in flight */
    bool is_closing;
    bool is_short; /* the last accept failed for a lack of something */
    int16_t backend_flags;
    struct timer pause;
    struct mail mail; /* carries start and close to the listener's loop */
    struct mail close_mail;
    struct listener *next; /* of the backend */
    void *backend_data;
};
/* A connection has come: gives it to the next loop, which makes the stream and calls on_accept. */
void listener_accepted(struct listener *listener, int fd, void *backend_data);
void listener_pause(struct listener *listener,
                    int reason); /* out of descriptors: starts again later */
void listener_is_gone(struct listener *listener);
