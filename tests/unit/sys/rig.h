/* tests/unit/sys/rig.h - loops in threads with a listener, and plain blocking clients, for tests. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sys/loop.h"
#include "sys/mailbox.h"
#include "sys/stream.h"

/* Each claim is tried on both backends of the real machine. */
#define TEST_BOTH(claim)                       \
    static void claim(enum machine_kind kind); \
    TEST(claim##_on_io_uring) {                \
        claim(MACHINE_URING);                  \
    }                                          \
    TEST(claim##_on_epoll) {                   \
        claim(MACHINE_EPOLL);                  \
    }                                          \
    static void claim(enum machine_kind kind)

enum { RIG_LOOPS_MAX = 8 };

struct rig {
    struct loop *loops[RIG_LOOPS_MAX];
    unsigned count;
    struct listener *listener;
    uint16_t port;
};

/* False (with a line printed) if the machine is not available. rx_buffers 0: the default. */
bool rig_start(struct rig *rig, enum machine_kind kind, unsigned loops, unsigned rx_buffers);
/* Listens on 127.0.0.1 and a free port; each connection is given to on_accept. */
void rig_listen(struct rig *rig,
                void (*on_accept)(void *arg, struct loop *loop, struct stream *stream), void *arg);
void rig_stop(struct rig *rig);
/* Runs fn(arg) on the loop and waits for its end. */
void rig_call(struct loop *loop, void (*fn)(void *arg), void *arg);
/* True as soon as the number is at least wanted; false after five seconds. */
bool rig_await(_Atomic(uint64_t) *number, uint64_t wanted);

int client_connect(uint16_t port);
/* Sends out while receiving in, both wholly; false if that takes more than ten seconds or fails. */
bool client_exchange(int fd, const char *out, size_t out_len, char *in, size_t in_len);
/* Bytes received until the peer closed (0 or a reset), dropping them; -1 after five seconds. */
int64_t client_drain(int fd);
