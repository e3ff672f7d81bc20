/* Loops in threads, and plain clients. */
#include "rig.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static void nothing(void *arg) {
    (void)arg;
}

bool rig_start(struct rig *rig, enum machine_kind kind, unsigned loops, unsigned rx_buffers) {
    *rig = (struct rig){.count = loops};
    int result = machine_choose(kind);
    if (result < 0) {
        printf("  (this machine is not available: %s)\n", strerror(-result));
        return false;
    }
    for (unsigned i = 0; i < loops; i++) {
        struct loop_options options = {.index = i, .rx_buffers = rx_buffers, .cores = loops};
        rig->loops[i] = loop_create(&options);
        if (rig->loops[i] == NULL) abort();
    }
    for (unsigned i = 0; i < loops; i++) loop_launch(rig->loops[i], NULL, NULL);
    for (unsigned i = 0; i < loops; i++)
        rig_call(rig->loops[i], nothing, NULL); /* all of them turn */
    return true;
}

void rig_listen(struct rig *rig,
                void (*on_accept)(void *arg, struct loop *loop, struct stream *stream), void *arg) {
    char error[300];
    struct listen_options options = {.address = "127.0.0.1", .backlog = 1024};
    rig->listener =
        listener_open(rig->loops, rig->count, &options, on_accept, arg, error, sizeof error);
    if (rig->listener == NULL) {
        printf("%s\n", error);
        abort();
    }
    rig->port = listener_port(rig->listener);
}

void rig_stop(struct rig *rig) {
    if (rig->listener != NULL) {
        listener_close(rig->listener);
        for (int i = 0; i < 3; i++) /* the listener's end takes a turn or two */
            rig_call(rig->loops[0], nothing, NULL);
    }
    for (unsigned i = 0; i < rig->count; i++) loop_stop(rig->loops[i]);
    for (unsigned i = 0; i < rig->count; i++) loop_join(rig->loops[i]);
    for (unsigned i = 0; i < rig->count; i++) loop_destroy(rig->loops[i]);
}

struct call {
    struct mail mail;
    void (*fn)(void *arg);
    void *arg;
    sem_t done;
};

static void run_call(struct mail *mail) {
    struct call *call = (struct call *)mail;
    call->fn(call->arg);
    sem_post(&call->done);
}

void rig_call(struct loop *loop, void (*fn)(void *arg), void *arg) {
    struct call call = {.mail.deliver = run_call, .fn = fn, .arg = arg};
    sem_init(&call.done, 0, 0);
    mail_post_from_outside(loop, &call.mail);
    while (sem_wait(&call.done) != 0) continue;
    sem_destroy(&call.done);
}

bool rig_await(_Atomic(uint64_t) *number, uint64_t wanted) {
    for (int i = 0; i < 5000; i++) {
        if (atomic_load(number) >= wanted) return true;
        usleep(1000);
    }
    return false;
}

int client_connect(uint16_t port) {
    struct sockaddr_in name = {
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    int on = 1;
    if (fd < 0 || connect(fd, (struct sockaddr *)&name, sizeof name) < 0) {
        perror("connect");
        abort();
    }
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return fd;
}

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

bool client_exchange(int fd, const char *out, size_t out_len, char *in, size_t in_len) {
    int64_t end_ms = now_ms() + 10000;
    while (out_len > 0 || in_len > 0) {
        struct pollfd poll_fd = {.fd = fd};
        poll_fd.events = (short)((out_len > 0 ? POLLOUT : 0) | (in_len > 0 ? POLLIN : 0));
        if (now_ms() > end_ms) return false;
        if (poll(&poll_fd, 1, 100) <= 0) continue;
        if (out_len > 0 && (poll_fd.revents & POLLOUT) != 0) {
            ssize_t put = send(fd, out, out_len, MSG_DONTWAIT | MSG_NOSIGNAL);
            if (put < 0 && errno != EAGAIN) return false;
            out += put > 0 ? put : 0;
            out_len -= put > 0 ? (size_t)put : 0;
        }
        if ((poll_fd.revents & (POLLIN | POLLHUP | POLLERR)) != 0) {
            ssize_t got = recv(fd, in, in_len, MSG_DONTWAIT);
            if (got == 0 || (got < 0 && errno != EAGAIN)) return false;
            in += got > 0 ? got : 0;
            in_len -= got > 0 ? (size_t)got : 0;
        }
    }
    return true;
}

int64_t client_drain(int fd) {
    static char dropped[65536];
    int64_t total = 0;
    int64_t end_ms = now_ms() + 5000;
    while (now_ms() < end_ms) {
        struct pollfd poll_fd = {.fd = fd, .events = POLLIN};
        if (poll(&poll_fd, 1, 100) <= 0) continue;
        ssize_t got = recv(fd, dropped, sizeof dropped, MSG_DONTWAIT);
        if (got == 0 || (got < 0 && errno != EAGAIN)) return total;
        total += got > 0 ? got : 0;
    }
    return -1;
}
