/* main/main.c - the program anax: a server that ends when it is asked to. */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

#include "base/buffer.h"
#include "server/server.h"
#include "sys/machine.h"

/* Signals are taken by a thread of their own, so that no core is ever interrupted. */
static struct {
    pthread_t thread;
    _Atomic bool is_over; /* the server has ended, by SHUTDOWN perhaps */
} catcher;

static void *wait_for_signals(void *arg) {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    for (;;) { /* a server that cannot save its data goes on, until the next one */
        int signal_number;
        sigwait(&signals, &signal_number);
        if (atomic_load(&catcher.is_over)) {
            return NULL;
        }
        log_line('#', "Received %s, shutting down",
                 signal_number == SIGTERM ? "SIGTERM" : "SIGINT");
        server_stop_by_signal(arg, signal_number == SIGINT);
    }
}

/* False if there can be no thread. */
static bool catch_signals(struct server *server) {
    return pthread_create(&catcher.thread, NULL, wait_for_signals, server) == 0;
}

/* After this nobody touches the server any more. */
static void catch_no_more(void) {
    atomic_store(&catcher.is_over, true);
    /* It takes the signal by sigwait. It may have ended: no harm, it is not joined yet. */
    pthread_kill(catcher.thread, SIGTERM); /* NOLINT(bugprone-bad-signal-to-kill-thread) */
    pthread_join(catcher.thread, NULL);
}

static void block_signals(void) {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    pthread_sigmask(SIG_BLOCK, &signals, NULL); /* threads made from now on inherit it */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
}

/* The text that was asked for, to where it belongs; returns the exit code. */
static int print_answer(struct buffer *text, int code) {
    FILE *out = code == 0 ? stdout : stderr;
    bool is_written = fwrite(text->data, 1, text->len, out) == text->len && fflush(out) == 0;
    buffer_clear(text);
    return is_written ? code : 1;
}

int main(int argc, char **argv) {
    char error[1024] = "";
    struct buffer text = {0};
    int code;
    if (server_answers(argc, argv, &text, &code)) {
        return print_answer(&text, code);
    }
    block_signals();
    struct server *server = server_create(argc, argv, environ, error, sizeof(error));
    if (!server) {
        fprintf(stderr, "anax: %s\n", error);
        return 1;
    }
    if (!catch_signals(server)) {
        fprintf(stderr, "anax: there can be no thread for signals\n");
        return 1;
    }
    if (!server_start(server, error, sizeof(error))) {
        fprintf(stderr, "anax: %s\n", error);
        server_stop(server);
        server_join(server);
        catch_no_more();
        server_destroy(server);
        return 1;
    }
    server_join(server);
    catch_no_more();
    bool has_failed = server_has_failed(server);
    server_destroy(server);
    return has_failed ? 1 : 0;
}
