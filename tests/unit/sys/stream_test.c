/* Streams and listeners, on both backends of the real machine. */
#include "check.h"

#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include "base/memory.h"
#include "rig.h"
#include "sys/loop_internal.h"

/* ---- a server whose behaviour the tests choose ---- */

struct peer {
    struct stream *stream;
    struct peer *next;
    struct rx *kept;
};

static struct {
    atomic_bool echoes, pauses, keeps; /* the test changes them while loops run */
    _Atomic(size_t) greeting;          /* bytes sent to each connection at its start */
    bool closes;                       /* after the greeting */
    unsigned linger_ms;
    bool has_on_end;
    struct peer *peers; /* of loop 0, for tests with one loop */
    _Atomic(uint64_t) accepted, received, closed, sent_calls, ended;
    _Atomic(uint64_t) accepted_by[RIG_LOOPS_MAX];
    _Atomic(int64_t) last_reason;
} server;

static void reset_server(void) {
    memset(&server, 0, sizeof server);
}

static void on_bytes(void *owner, struct rx *rx) {
    struct peer *peer = owner;
    struct loop *loop = stream_loop(peer->stream);
    atomic_fetch_add(&server.received, rx->len);
    if (server.echoes) {
        struct chain chain = {0};
        chain_append(&chain, bytes_of(rx->data, rx->len));
        stream_send(peer->stream, &chain);
    }
    if (server.pauses) stream_pause(peer->stream);
    if (server.keeps) {
        rx->next = peer->kept;
        peer->kept = rx;
        return;
    }
    rx_give_back(loop, rx);
}

static void on_sent(void *owner) {
    (void)owner;
    atomic_fetch_add(&server.sent_calls, 1);
}

static void give_back_kept(struct peer *peer) {
    while (peer->kept != NULL) {
        struct rx *rx = peer->kept;
        peer->kept = rx->next;
        rx_give_back(stream_loop(peer->stream), rx);
    }
}

static void on_closed(void *owner, int reason) {
    struct peer *peer = owner;
    give_back_kept(peer);
    atomic_store(&server.last_reason, reason);
    if (loop_index(loop_current()) == 0) {
        struct peer **link = &server.peers;
        while (*link != NULL && *link != peer) link = &(*link)->next;
        if (*link != NULL) *link = peer->next;
    }
    memory_free(peer);
    atomic_fetch_add(&server.closed, 1);
}

static void on_end(void *owner) {
    struct peer *peer = owner;
    struct chain chain = {0};
    chain_append(&chain, BYTES_LITERAL("bye"));
    stream_send(peer->stream, &chain);
    stream_close(peer->stream, 1000);
    atomic_fetch_add(&server.ended, 1);
}

static const struct stream_handler handler = {
    .on_bytes = on_bytes, .on_sent = on_sent, .on_closed = on_closed};
static const struct stream_handler handler_with_end = {
    .on_bytes = on_bytes, .on_sent = on_sent, .on_closed = on_closed, .on_end = on_end};

static void on_accept(void *arg, struct loop *loop, struct stream *stream) {
    (void)arg;
    struct peer *peer = memory_alloc_zeroed(sizeof *peer);
    peer->stream = stream;
    if (loop_index(loop) == 0) {
        peer->next = server.peers;
        server.peers = peer;
    }
    stream_start(stream, server.has_on_end ? &handler_with_end : &handler, peer);
    struct chain chain = {0};
    for (size_t left = server.greeting; left > 0;) {
        size_t piece = left < 60000 ? left : 60000;
        memset(chain_reserve(&chain, piece), 'g', piece);
        chain_advance(&chain, piece);
        left -= piece;
    }
    stream_send(stream, &chain);
    if (server.closes) stream_close(stream, server.linger_ms);
    atomic_fetch_add(&server.accepted_by[loop_index(loop)], 1);
    atomic_fetch_add(&server.accepted, 1);
}

static void for_all_peers(void (*fn)(struct peer *peer)) {
    for (struct peer *peer = server.peers, *next; peer != NULL; peer = next) {
        next = peer->next;
        fn(peer);
    }
}

static void resume_peer(struct peer *peer) {
    stream_resume(peer->stream);
}

static void abort_peer(struct peer *peer) {
    stream_abort(peer->stream);
}

static void resume_all(void *arg) {
    (void)arg;
    server.pauses = false;
    for_all_peers(resume_peer);
}

static void abort_all(void *arg) {
    (void)arg;
    for_all_peers(abort_peer);
}

static void give_back_all(void *arg) {
    (void)arg;
    server.keeps = false;
    for_all_peers(give_back_kept);
}

static bool start_server(struct rig *rig, enum machine_kind kind, unsigned loops,
                         unsigned rx_buffers) {
    if (!rig_start(rig, kind, loops, rx_buffers)) return false;
    rig_listen(rig, on_accept, NULL);
    return true;
}

/* ---- bytes ---- */

TEST_BOTH(every_byte_comes_back_in_order) {
    enum { SIZE = 3 << 20, CLIENTS = 4 };
    struct rig rig;
    reset_server();
    server.echoes = true;
    REQUIRE(start_server(&rig, kind, 2, 0));
    char *out = malloc(SIZE);
    char *in = malloc(SIZE);
    int fds[CLIENTS];
    for (int i = 0; i < CLIENTS; i++) fds[i] = client_connect(rig.port);
    for (int round = 0; round < 30; round++) {
        size_t len =
            1 + check_random_below(round % 5 == 0 ? (uint64_t)SIZE : 1u << check_random_below(17));
        for (size_t i = 0; i < len; i++) out[i] = (char)check_random();
        int fd = fds[check_random_below(CLIENTS)];
        REQUIRE(client_exchange(fd, out, len, in, len));
        CHECK(memcmp(out, in, len) == 0);
    }
    for (int i = 0; i < CLIENTS; i++) close(fds[i]);
    CHECK(rig_await(&server.closed, CLIENTS));
    CHECK_EQ(atomic_load(&server.last_reason), 0);
    CHECK(atomic_load(&server.sent_calls) > 0);
    rig_stop(&rig);
    free(out);
    free(in);
}

/* Sends until the socket takes no more for a while; returns how much that was. */
static uint64_t fill(int fd, uint64_t limit) {
    static char junk[65536];
    uint64_t total = 0;
    for (int quiet = 0; quiet < 100 && total < limit;) {
        ssize_t put = send(fd, junk, sizeof junk, MSG_DONTWAIT | MSG_NOSIGNAL);
        if (put > 0) {
            total += (uint64_t)put;
            quiet = 0;
        } else {
            quiet++;
            usleep(2000); /* how long it takes nothing is the subject */
        }
    }
    return total;
}

TEST_BOTH(a_pause_holds_the_peer_back_and_loses_nothing) {
    const uint64_t limit = 256 << 20;
    struct rig rig;
    reset_server();
    server.pauses = true;
    REQUIRE(start_server(&rig, kind, 1, 0));
    int fd = client_connect(rig.port);
    uint64_t sent = fill(fd, limit);
    CHECK(sent < limit);
    uint64_t received = atomic_load(&server.received);
    CHECK(received <= RX_SIZE); /* one buffer, then the pause */
    rig_call(rig.loops[0], resume_all, NULL);
    CHECK(rig_await(&server.received, sent));
    CHECK_EQ(atomic_load(&server.received), sent);
    close(fd);
    CHECK(rig_await(&server.closed, 1));
    rig_stop(&rig);
}

TEST_BOTH(what_came_before_the_end_is_delivered_after_a_pause) {
    struct rig rig;
    reset_server();
    server.pauses = true;
    REQUIRE(start_server(&rig, kind, 1, 0));
    int fd = client_connect(rig.port);
    CHECK_EQ(send(fd, "a", 1, 0), 1);
    CHECK(rig_await(&server.received, 1));
    CHECK_EQ(send(fd, "bcd", 3, 0), 3);
    close(fd);
    usleep(20000); /* that nothing comes in this time is the claim */
    CHECK_EQ(atomic_load(&server.received), 1);
    rig_call(rig.loops[0], resume_all, NULL);
    CHECK(rig_await(&server.closed, 1));
    CHECK_EQ(atomic_load(&server.received), 4);
    CHECK_EQ(atomic_load(&server.last_reason), 0);
    rig_stop(&rig);
}

TEST_BOTH(pauses_and_resumes_at_random_lose_nothing) {
    struct rig rig;
    reset_server();
    REQUIRE(start_server(&rig, kind, 1, 8));
    int fd = client_connect(rig.port);
    uint64_t sent = 0;
    for (int round = 0; round < 100; round++) {
        server.pauses = true;
        sent += fill(fd, 1 + check_random_below(300000)) + 0;
        rig_call(rig.loops[0], resume_all, NULL);
    }
    CHECK(rig_await(&server.received, sent));
    CHECK_EQ(atomic_load(&server.received), sent);
    close(fd);
    CHECK(rig_await(&server.closed, 1));
    rig_stop(&rig);
}

TEST_BOTH(a_slow_reader_disturbs_nobody) {
    struct rig rig;
    reset_server();
    server.echoes = true;
    server.greeting = 32 << 20;
    REQUIRE(start_server(&rig, kind, 1, 0));
    int slow = client_connect(rig.port);
    REQUIRE(rig_await(&server.accepted, 1));
    server.greeting = 0;
    int quick = client_connect(rig.port);
    char in[5];
    for (int i = 0; i < 100; i++) REQUIRE(client_exchange(quick, "hello", 5, in, 5));
    char *all = malloc(32 << 20);
    CHECK(client_exchange(slow, "", 0, all, 32 << 20));
    CHECK(rig_await(&server.sent_calls, 101));
    free(all);
    close(slow);
    close(quick);
    CHECK(rig_await(&server.closed, 2));
    rig_stop(&rig);
}

/* ---- ends ---- */

TEST_BOTH(closing_sends_what_was_queued) {
    struct rig rig;
    reset_server();
    server.greeting = 5 << 20;
    server.closes = true;
    server.linger_ms = 5000;
    REQUIRE(start_server(&rig, kind, 1, 0));
    int fd = client_connect(rig.port);
    CHECK_EQ(client_drain(fd), 5 << 20);
    CHECK(rig_await(&server.closed, 1));
    CHECK_EQ(atomic_load(&server.last_reason), 0);
    close(fd);
    rig_stop(&rig);
}

TEST_BOTH(an_error_reply_arrives_although_the_client_still_sends) {
    struct rig rig;
    reset_server();
    server.greeting = 100;
    server.closes = true;
    server.linger_ms = 5000;
    REQUIRE(start_server(&rig, kind, 1, 0));
    for (int round = 0; round < 20; round++) {
        int fd = client_connect(rig.port);
        (void)!send(fd, "garbage that nobody reads", 25, MSG_NOSIGNAL);
        CHECK_EQ(client_drain(fd), 100);
        close(fd);
    }
    CHECK(rig_await(&server.closed, 20));
    rig_stop(&rig);
}

TEST_BOTH(a_peer_that_never_reads_is_closed_after_the_linger_time) {
    struct rig rig;
    reset_server();
    server.greeting = 16 << 20;
    server.closes = true;
    server.linger_ms = 100;
    REQUIRE(start_server(&rig, kind, 1, 0));
    int fd = client_connect(rig.port);
    CHECK(rig_await(&server.closed, 1));
    close(fd);
    rig_stop(&rig);
}

TEST_BOTH(an_abort_closes_at_once) {
    struct rig rig;
    reset_server();
    server.greeting = 16 << 20; /* so that a send is in flight */
    REQUIRE(start_server(&rig, kind, 1, 0));
    int fd = client_connect(rig.port);
    CHECK_EQ(poll(&(struct pollfd){.fd = fd, .events = POLLIN}, 1, 5000), 1); /* it is */
    rig_call(rig.loops[0], abort_all, NULL);
    CHECK(rig_await(&server.closed, 1));
    CHECK_EQ(atomic_load(&server.last_reason), -ECONNABORTED);
    CHECK(client_drain(fd) >= 0);
    close(fd);
    rig_stop(&rig);
}

TEST_BOTH(a_peer_that_vanishes_in_the_middle_of_a_send_is_noticed) {
    struct rig rig;
    reset_server();
    server.greeting = 16 << 20;
    REQUIRE(start_server(&rig, kind, 1, 0));
    for (int round = 0; round < 5; round++) {
        char some[1000];
        int fd = client_connect(rig.port);
        CHECK(client_exchange(fd, "", 0, some, sizeof some));
        close(fd); /* with unread bytes: a reset */
        CHECK(rig_await(&server.closed, (uint64_t)round + 1));
        CHECK(atomic_load(&server.last_reason) < 0);
    }
    rig_stop(&rig);
}

TEST_BOTH(a_peer_that_vanishes_while_paused_is_noticed) {
    struct rig rig;
    reset_server();
    server.pauses = true;
    REQUIRE(start_server(&rig, kind, 1, 0));
    int fd = client_connect(rig.port);
    CHECK_EQ(send(fd, "a", 1, 0), 1);
    CHECK(rig_await(&server.received, 1));
    CHECK_EQ(send(fd, "b", 1, 0), 1);
    close(fd);
    rig_call(rig.loops[0], resume_all, NULL);
    CHECK(rig_await(&server.closed, 1));
    CHECK_EQ(atomic_load(&server.received), 2);
    rig_stop(&rig);
}

TEST_BOTH(a_client_that_only_stopped_sending_gets_its_answers) {
    struct rig rig;
    reset_server();
    server.echoes = true;
    server.has_on_end = true;
    REQUIRE(start_server(&rig, kind, 1, 0));
    int fd = client_connect(rig.port);
    CHECK_EQ(send(fd, "abc", 3, 0), 3);
    shutdown(fd, SHUT_WR);
    char in[6];
    CHECK(client_exchange(fd, "", 0, in, 6));
    CHECK_BYTES(in, 6, "abcbye", 6);
    CHECK_EQ(client_drain(fd), 0);
    CHECK(rig_await(&server.closed, 1));
    CHECK_EQ(atomic_load(&server.ended), 1);
    close(fd);
    rig_stop(&rig);
}

TEST_BOTH(without_on_end_the_answers_of_the_same_turn_still_leave) {
    struct rig rig;
    reset_server();
    server.echoes = true;
    REQUIRE(start_server(&rig, kind, 1, 0));
    for (int round = 0; round < 50; round++) {
        int fd = client_connect(rig.port);
        CHECK_EQ(send(fd, "abc", 3, 0), 3);
        shutdown(fd, SHUT_WR);
        CHECK_EQ(client_drain(fd), 3);
        close(fd);
    }
    CHECK(rig_await(&server.closed, 50));
    rig_stop(&rig);
}

TEST_BOTH(stopping_a_loop_closes_its_streams) {
    struct rig rig;
    reset_server();
    server.greeting = 8 << 20; /* more than sockets hold: sends are in flight */
    REQUIRE(start_server(&rig, kind, 2, 0));
    int fds[8];
    for (int i = 0; i < 8; i++) fds[i] = client_connect(rig.port);
    REQUIRE(rig_await(&server.accepted, 8));
    rig_stop(&rig);
    CHECK_EQ(atomic_load(&server.closed), 8);
    for (int i = 0; i < 8; i++) close(fds[i]);
}

/* ---- shortages ---- */

TEST_BOTH(when_all_receive_buffers_are_out_streams_wait_for_them) {
    enum { CLIENTS = 12 };
    struct rig rig;
    int fds[CLIENTS];
    reset_server();
    server.keeps = true;
    REQUIRE(start_server(&rig, kind, 1, 4));
    for (int i = 0; i < CLIENTS; i++) fds[i] = client_connect(rig.port);
    REQUIRE(rig_await(&server.accepted, CLIENTS));
    for (int i = 0; i < CLIENTS; i++) CHECK_EQ(send(fds[i], "0123456789", 10, 0), 10);
    CHECK(rig_await(&server.received, 40));
    usleep(20000);                               /* that no more comes in this time is the claim */
    CHECK_EQ(atomic_load(&server.received), 40); /* four buffers, ten bytes in each */
    close(fds[CLIENTS - 1]);                     /* one of those that wait */
    rig_call(rig.loops[0], give_back_all, NULL);
    CHECK(rig_await(&server.received, CLIENTS * 10));
    for (int i = 0; i < CLIENTS - 1; i++) close(fds[i]);
    CHECK(rig_await(&server.closed, CLIENTS));
    rig_stop(&rig);
}

static uint64_t set_open_files(uint64_t limit) {
    struct rlimit present;
    getrlimit(RLIMIT_NOFILE, &present);
    uint64_t before = present.rlim_cur;
    present.rlim_cur = limit;
    setrlimit(RLIMIT_NOFILE, &present);
    return before;
}

TEST_BOTH(a_lack_of_descriptors_does_not_stop_the_listener) {
    enum { CLIENTS = 3, LIMIT = 100 };
    struct rig rig;
    int fds[CLIENTS], fillers[LIMIT], filler_count = 0;
    reset_server();
    server.echoes = true;
    uint64_t before = set_open_files(LIMIT);
    REQUIRE(start_server(&rig, kind, 1, 0));
    log_set_level('!');
    for (int i = 0; i < CLIENTS; i++) fds[i] = socket(AF_INET, SOCK_STREAM, 0);
    while ((fillers[filler_count] = dup(0)) >= 0) filler_count++;
    struct sockaddr_in name = {.sin_family = AF_INET,
                               .sin_port = htons(rig.port),
                               .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    for (int i = 0; i < CLIENTS; i++)
        CHECK_EQ(connect(fds[i], (struct sockaddr *)&name, sizeof name), 0);
    usleep(200000); /* that none is accepted in this time is the claim */
    CHECK_EQ(atomic_load(&server.accepted), 0);
    while (filler_count > 0) close(fillers[--filler_count]);
    char in[2];
    for (int i = 0; i < CLIENTS; i++) CHECK(client_exchange(fds[i], "hi", 2, in, 2));
    for (int i = 0; i < CLIENTS; i++) close(fds[i]);
    CHECK(rig_await(&server.closed, CLIENTS));
    set_open_files(before);
    rig_stop(&rig);
}

TEST_BOTH(a_thousand_connections_are_dealt_out_evenly) {
    enum { CLIENTS = 1000, LOOPS = 4 };
    static int fds[CLIENTS];
    struct rig rig;
    reset_server();
    server.echoes = true;
    process_raise_open_files(CLIENTS * 2 + 100);
    REQUIRE(start_server(&rig, kind, LOOPS, 0));
    for (int i = 0; i < CLIENTS; i++) fds[i] = client_connect(rig.port);
    CHECK(rig_await(&server.accepted, CLIENTS));
    for (int i = 0; i < LOOPS; i++) CHECK_EQ(atomic_load(&server.accepted_by[i]), CLIENTS / LOOPS);
    char in[4];
    for (int i = 0; i < CLIENTS; i++) CHECK(client_exchange(fds[i], "ping", 4, in, 4));
    for (int i = 0; i < CLIENTS; i++) close(fds[i]);
    CHECK(rig_await(&server.closed, CLIENTS));
    rig_stop(&rig);
}

/* ---- moving ---- */

struct moving {
    struct mail mail;
    struct loop *target;
    int fd;
};

static void arrive(struct mail *mail) {
    struct moving *moving = (struct moving *)mail;
    on_accept(NULL, moving->target, stream_adopt(moving->fd));
    free(moving);
}

static void has_left(void *owner, int reason) {
    struct moving *moving = owner;
    (void)reason;
    mail_post(moving->target, &moving->mail);
}

static void on_accept_and_move(void *arg, struct loop *loop, struct stream *stream) {
    static const struct stream_handler leaving = {
        .on_bytes = on_bytes, .on_sent = on_sent, .on_closed = has_left};
    const struct rig *rig = arg;
    struct moving *moving = calloc(1, sizeof *moving);
    moving->mail.deliver = arrive;
    moving->target = rig->loops[1 - loop_index(loop)];
    moving->fd = stream_duplicate(stream);
    CHECK(moving->fd >= 0);
    stream_start(stream, &leaving, moving);
    stream_abort(stream);
}

TEST_BOTH(a_connection_goes_on_with_another_loop) {
    enum { CLIENTS = 20 };
    struct rig rig;
    int fds[CLIENTS];
    char in[4];
    reset_server();
    server.echoes = true;
    REQUIRE(rig_start(&rig, kind, 2, 0));
    rig_listen(&rig, on_accept_and_move, &rig);
    for (int i = 0; i < CLIENTS; i++) fds[i] = client_connect(rig.port);
    CHECK(rig_await(&server.accepted, CLIENTS));
    CHECK_EQ(atomic_load(&server.accepted_by[0]), CLIENTS / 2);
    for (int i = 0; i < CLIENTS; i++) CHECK(client_exchange(fds[i], "ping", 4, in, 4));
    CHECK_EQ(atomic_load(&server.closed), 0);
    for (int i = 0; i < CLIENTS; i++) close(fds[i]);
    CHECK(rig_await(&server.closed, CLIENTS));
    rig_stop(&rig);
}

TEST(an_idle_stream_is_small) {
    CHECK(sizeof(struct stream) <= 256);
}
