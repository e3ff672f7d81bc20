/* Listening: addresses, errors, Unix sockets, on both backends. */
#include "check.h"

#include <arpa/inet.h>
#include <errno.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include "rig.h"

static struct rig rig;
static char error[300];
static struct stream_address seen;
static _Atomic(uint64_t) accepted, closed;

static void on_bytes(void *owner, struct rx *rx) {
    (void)owner;
    rx_give_back(loop_current(), rx);
}

static void on_closed(void *owner, int reason) {
    (void)owner;
    (void)reason;
    atomic_fetch_add(&closed, 1);
}

static void on_accept(void *arg, struct loop *loop, struct stream *stream) {
    static const struct stream_handler handler = {.on_bytes = on_bytes, .on_closed = on_closed};
    (void)arg;
    (void)loop;
    stream_start(stream, &handler, NULL);
    stream_set_keepalive(stream, 300);
    stream_address(stream, &seen);
    atomic_fetch_add(&accepted, 1);
}

static struct listener *listen_at(const char *address, uint16_t port, unsigned mode) {
    struct listen_options options = {
        .address = address, .port = port, .backlog = 16, .unix_mode = mode};
    error[0] = '\0';
    return listener_open(rig.loops, rig.count, &options, on_accept, NULL, error, sizeof error);
}

static bool start(enum machine_kind kind) {
    accepted = closed = 0;
    return rig_start(&rig, kind, 2, 0);
}

TEST_BOTH(a_port_in_use_is_one_clear_line) {
    char expected[200];
    REQUIRE(start(kind));
    struct listener *first = listen_at("127.0.0.1", 0, 0);
    REQUIRE(first != NULL);
    CHECK(listen_at("127.0.0.1", listener_port(first), 0) == NULL);
    snprintf(expected, sizeof expected,
             "Could not create server TCP listening socket 127.0.0.1:%u: bind: Address already in "
             "use",
             listener_port(first));
    CHECK_STR(error, expected);
    listener_close(first);
    rig_stop(&rig);
}

TEST_BOTH(an_address_of_another_machine_is_refused) {
    REQUIRE(start(kind));
    CHECK(listen_at("192.0.2.1", 0, 0) == NULL);
    CHECK_STR(error, "Could not create server TCP listening socket 192.0.2.1:0: bind: Cannot "
                     "assign requested address");
    CHECK(listen_at("no such name", 6379, 0) == NULL);
    CHECK(strstr(error, "no such name:6379: ") != NULL);
    CHECK(listen_at("/nonexistent/folder/s", 0, 0) == NULL);
    CHECK_STR(error, "Could not create server Unix listening socket /nonexistent/folder/s: bind: "
                     "No such file or directory");
    rig_stop(&rig);
}

TEST_BOTH(ipv4_and_ipv6_share_a_port) {
    REQUIRE(start(kind));
    struct listener *four = listen_at("*", 0, 0);
    REQUIRE(four != NULL);
    struct listener *six = listen_at("::1", listener_port(four), 0);
    if (six == NULL && strstr(error, "family") != NULL) {
        printf("  (no IPv6 here: %s)\n", error);
    } else {
        REQUIRE(six != NULL);
        struct sockaddr_in6 name = {.sin6_family = AF_INET6,
                                    .sin6_port = htons(listener_port(six)),
                                    .sin6_addr = IN6ADDR_LOOPBACK_INIT};
        int fd = socket(AF_INET6, SOCK_STREAM, 0);
        CHECK_EQ(connect(fd, (struct sockaddr *)&name, sizeof name), 0);
        CHECK(rig_await(&accepted, 1));
        CHECK(strncmp(seen.peer, "[::1]:", 6) == 0);
        CHECK(seen.is_loopback && !seen.is_unix);
        close(fd);
        CHECK(rig_await(&closed, 1));
        listener_close(six);
    }
    accepted = 0;
    int fd = client_connect(listener_port(four));
    CHECK(rig_await(&accepted, 1));
    CHECK(strncmp(seen.peer, "127.0.0.1:", 10) == 0);
    char local[80];
    snprintf(local, sizeof local, "127.0.0.1:%u", listener_port(four));
    CHECK_STR(seen.local, local);
    CHECK(seen.fd > 2);
    close(fd);
    listener_close(four);
    rig_stop(&rig);
}

TEST_BOTH(a_unix_socket_has_the_permissions_asked_for) {
    char path[64];
    struct stat facts;
    REQUIRE(start(kind));
    snprintf(path, sizeof path, "/tmp/listener_test.%d", (int)getpid());
    struct listener *listener = listen_at(path, 0, 0700);
    REQUIRE(listener != NULL);
    CHECK_EQ(stat(path, &facts), 0);
    CHECK_EQ(facts.st_mode & 0777, 0700);
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    strcpy(name.sun_path, path);
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    CHECK_EQ(connect(fd, (struct sockaddr *)&name, sizeof name), 0);
    CHECK(rig_await(&accepted, 1));
    CHECK(seen.is_unix);
    CHECK(strncmp(seen.peer, path, strlen(path)) == 0);
    CHECK_STR(seen.peer + strlen(path), ":0");
    close(fd);
    CHECK(rig_await(&closed, 1));
    listener_close(listener);
    rig_stop(&rig);
    CHECK(stat(path, &facts) < 0); /* its name goes with it */
}

TEST_BOTH(a_name_left_by_a_dead_server_is_taken_over_but_no_file_is) {
    char path[64];
    REQUIRE(start(kind));
    snprintf(path, sizeof path, "/tmp/listener_test.%d", (int)getpid());
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    strcpy(name.sun_path, path);
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    CHECK_EQ(bind(fd, (struct sockaddr *)&name, sizeof name), 0);
    close(fd);
    struct listener *listener = listen_at(path, 0, 0);
    CHECK(listener != NULL);
    if (listener != NULL) listener_close(listener);
    rig_stop(&rig);
    REQUIRE(start(kind));
    FILE *file = fopen(path, "w");
    fclose(file);
    CHECK(listen_at(path, 0, 0) == NULL);
    CHECK(strstr(error, "bind: Address already in use") != NULL);
    CHECK_EQ(access(path, F_OK), 0);
    unlink(path);
    rig_stop(&rig);
}

TEST_BOTH(a_closed_listener_frees_its_port) {
    REQUIRE(start(kind));
    for (int i = 0; i < 20; i++) {
        struct listener *listener = listen_at("127.0.0.1", 0, 0);
        REQUIRE(listener != NULL);
        uint16_t port = listener_port(listener);
        int fd = client_connect(port);
        CHECK(rig_await(&accepted, (uint64_t)i + 1));
        close(fd);
        listener_close(listener);
        struct listener *next = NULL;
        for (int attempt = 0; attempt < 1000 && next == NULL; attempt++) {
            next = listen_at("127.0.0.1", port, 0);
            if (next == NULL) usleep(1000);
        }
        REQUIRE(next != NULL);
        listener_close(next);
    }
    rig_stop(&rig);
}
