/* Sockets of the real machine: names, listening, closing. */
#include "sys/sockets.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

enum { DRAIN_STEP = 1 << 20, DRAIN_STEPS_MAX = 16 };

/* ---- listening ---- */

static int set_on(int fd, int level, int option) {
    int on = 1;
    return setsockopt(fd, level, option, &on, sizeof on);
}

/* Closes fd, if open, and writes the line; returns -errno as it was. */
static int report(const struct listener *listener, int fd, const char *call, char *error,
                  size_t error_size) {
    int number = errno;
    const char *address = listener->options.address;
    if (address[0] == '-') address++;
    if (listener->is_unix)
        snprintf(error, error_size, "Could not create server Unix listening socket %s: %s: %s",
                 address, call, strerror(number));
    else
        snprintf(error, error_size, "Could not create server TCP listening socket %s:%u: %s: %s",
                 address, listener->options.port, call, strerror(number));
    if (fd >= 0) close(fd);
    return -number;
}

static int listen_unix(struct listener *listener, char *error, size_t error_size) {
    const char *path = listener->options.address;
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof name.sun_path) {
        errno = ENAMETOOLONG;
        return report(listener, -1, "bind", error, error_size);
    }
    memcpy(name.sun_path, path, strlen(path));
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0) return report(listener, fd, "socket", error, error_size);
    struct stat facts;
    if (lstat(path, &facts) == 0 && S_ISSOCK(facts.st_mode))
        unlink(path); /* left over from an earlier run */
    /* The permissions are narrowed before the name exists, so that no one slips in between. */
    mode_t mode = listener->options.unix_mode;
    mode_t before = mode == 0 ? 0 : umask((mode_t)(~mode & 0777));
    int result = bind(fd, (struct sockaddr *)&name, sizeof name);
    if (mode != 0) umask(before);
    if (result < 0) return report(listener, fd, "bind", error, error_size);
    if (mode != 0 && chmod(path, mode) < 0) return report(listener, fd, "chmod", error, error_size);
    if (listen(fd, (int)listener->options.backlog) < 0)
        return report(listener, fd, "listen", error, error_size);
    return listener->fd = fd;
}

/* The kernel lets go of the sockets in a dead process's ring a moment after the process itself: the next
 * one to take the port may be there before. */
static int bind_patiently(int fd, const struct addrinfo *info) {
    enum { TRIES_MAX = 10, PAUSE_US = 20000 };
    int result = bind(fd, info->ai_addr, info->ai_addrlen);
    for (int i = 1; i < TRIES_MAX && result < 0 && errno == EADDRINUSE; i++) {
        usleep(PAUSE_US);
        result = bind(fd, info->ai_addr, info->ai_addrlen);
    }
    return result;
}

static int bind_tcp(struct listener *listener, const struct addrinfo *info, char *error,
                    size_t error_size) {
    int fd = socket(info->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0) return report(listener, fd, "socket", error, error_size);
    if (info->ai_family == AF_INET6 && set_on(fd, IPPROTO_IPV6, IPV6_V6ONLY) < 0)
        return report(listener, fd, "setsockopt", error, error_size);
    if (set_on(fd, SOL_SOCKET, SO_REUSEADDR) < 0)
        return report(listener, fd, "setsockopt", error, error_size);
    set_on(fd, IPPROTO_TCP, TCP_NODELAY); /* accepted sockets inherit it: no call for each */
    if (bind_patiently(fd, info) < 0) return report(listener, fd, "bind", error, error_size);
    if (listen(fd, (int)listener->options.backlog) < 0)
        return report(listener, fd, "listen", error, error_size);
    union {
        struct sockaddr any;
        struct sockaddr_in in;
        struct sockaddr_in6 in6;
    } name = {0};
    socklen_t size = sizeof name;
    getsockname(fd, &name.any, &size);
    listener->port = ntohs(name.any.sa_family == AF_INET6 ? name.in6.sin6_port : name.in.sin_port);
    return listener->fd = fd;
}

static int listen_tcp(struct listener *listener, char *error, size_t error_size) {
    const char *address = listener->options.address;
    if (address[0] == '-') address++;
    bool is_any6 = strcmp(address, "::*") == 0;
    bool is_any = strcmp(address, "*") == 0 || is_any6;
    char port[8];
    snprintf(port, sizeof port, "%u", listener->options.port);
    struct addrinfo hints = {.ai_family = is_any6  ? AF_INET6
                                          : is_any ? AF_INET
                                                   : AF_UNSPEC,
                             .ai_socktype = SOCK_STREAM,
                             .ai_flags = AI_PASSIVE | AI_NUMERICSERV};
    struct addrinfo *infos;
    int result = getaddrinfo(is_any ? NULL : address, port, &hints, &infos);
    if (result != 0) {
        snprintf(error, error_size, "Could not create server TCP listening socket %s:%s: %s",
                 address, port, gai_strerror(result));
        return -EADDRNOTAVAIL;
    }
    for (struct addrinfo *info = infos; info != NULL; info = info->ai_next) {
        result = bind_tcp(listener, info, error, error_size);
        if (result >= 0) break;
    }
    freeaddrinfo(infos);
    return result;
}

int socket_listen(struct listener *listener, char *error, size_t error_size) {
    const struct listen_options *options = &listener->options;
    listener->is_unix = options->port == 0 && strchr(options->address, '/') != NULL;
    int result = listener->is_unix ? listen_unix(listener, error, error_size)
                                   : listen_tcp(listener, error, error_size);
    return result < 0 ? result : 0;
}

/* ---- connecting ---- */

/* The socket does not block until it is connected, so that the time is limited. */
static int await_connection(int fd, unsigned timeout_ms) {
    struct pollfd poll_fd = {.fd = fd, .events = POLLOUT};
    int count = poll(&poll_fd, 1, (int)timeout_ms);
    int error = 0;
    socklen_t size = sizeof error;
    if (count < 0) return -errno;
    if (count == 0) return -ETIMEDOUT;
    getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size);
    return -error;
}

static int connect_to(const struct addrinfo *info, unsigned timeout_ms) {
    int fd = socket(info->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0) return -errno;
    int result = connect(fd, info->ai_addr, info->ai_addrlen) < 0 ? -errno : 0;
    if (result == -EINPROGRESS) result = await_connection(fd, timeout_ms);
    if (result < 0) {
        close(fd);
        return result;
    }
    fcntl(fd, F_SETFL, 0); /* as accepted ones are */
    set_on(fd, IPPROTO_TCP, TCP_NODELAY);
    return fd;
}

int socket_connect(const struct connect_options *options, void **backend_data) {
    char port[8];
    snprintf(port, sizeof port, "%u", options->port);
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICSERV};
    struct addrinfo *infos;
    *backend_data = NULL;
    if (getaddrinfo(options->host, port, &hints, &infos) != 0) return -EHOSTUNREACH;
    int result = -EHOSTUNREACH;
    for (struct addrinfo *info = infos; info != NULL && result < 0; info = info->ai_next)
        result = connect_to(info, options->timeout_ms);
    freeaddrinfo(infos);
    return result;
}

void socket_unlisten(struct listener *listener) {
    close(listener->fd);
    if (listener->is_unix) unlink(listener->address);
}

bool socket_is_shortage(int error) {
    return error == EMFILE || error == ENFILE || error == ENOBUFS || error == ENOMEM;
}

/* ---- names ---- */

static void print_name(char *text, size_t size, const struct sockaddr_storage *name,
                       bool *is_loopback) {
    char ip[INET6_ADDRSTRLEN] = "?";
    if (name->ss_family == AF_INET) {
        const struct sockaddr_in *in = (const struct sockaddr_in *)name;
        inet_ntop(AF_INET, &in->sin_addr, ip, sizeof ip);
        snprintf(text, size, "%s:%u", ip, ntohs(in->sin_port));
        *is_loopback = ntohl(in->sin_addr.s_addr) >> 24 == 127;
    } else if (name->ss_family == AF_INET6) {
        const struct sockaddr_in6 *in6 = (const struct sockaddr_in6 *)name;
        inet_ntop(AF_INET6, &in6->sin6_addr, ip, sizeof ip);
        snprintf(text, size, "[%s]:%u", ip, ntohs(in6->sin6_port));
        *is_loopback = IN6_IS_ADDR_LOOPBACK(&in6->sin6_addr);
    } else {
        snprintf(text, size, "?:0");
    }
}

void socket_address(const struct stream *stream, struct stream_address *address) {
    struct sockaddr_storage name = {0};
    socklen_t size = sizeof name;
    *address = (struct stream_address){.fd = stream->fd};
    if (getsockname(stream->fd, (struct sockaddr *)&name, &size) < 0) {
        snprintf(address->peer, sizeof address->peer, "?:0");
        snprintf(address->local, sizeof address->local, "?:0");
        return;
    }
    if (name.ss_family == AF_UNIX) {
        const char *path = ((struct sockaddr_un *)&name)->sun_path;
        snprintf(address->local, sizeof address->local, "%.75s:0", path);
        snprintf(address->peer, sizeof address->peer, "%.75s:0", path);
        address->is_unix = true;
        return;
    }
    bool is_local_loopback = false;
    print_name(address->local, sizeof address->local, &name, &is_local_loopback);
    size = sizeof name;
    name = (struct sockaddr_storage){0};
    getpeername(stream->fd, (struct sockaddr *)&name, &size); /* gone already: "?:0" */
    print_name(address->peer, sizeof address->peer, &name, &address->is_loopback);
}

/* As Redis: first probe after the interval, then three at a third of it. */
void socket_keepalive(struct stream *stream, unsigned seconds) {
    int on = seconds > 0;
    int idle = (int)seconds;
    int interval = idle / 3 > 0 ? idle / 3 : 1;
    int count = 3;
    setsockopt(stream->fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    if (!on) return;
    setsockopt(stream->fd, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle);
    setsockopt(stream->fd, IPPROTO_TCP, TCP_KEEPINTVL, &interval, sizeof interval);
    setsockopt(stream->fd, IPPROTO_TCP, TCP_KEEPCNT, &count, sizeof count);
}

int socket_duplicate(const struct stream *stream) {
    int fd = fcntl(stream->fd, F_DUPFD_CLOEXEC, 0);
    return fd < 0 ? -errno : fd;
}

/* ---- bytes ---- */

void socket_close(int fd) {
    /* MSG_TRUNC drops TCP's bytes without copying them. By syscall, because ThreadSanitizer believes that recv fills
     * its buffer: here at no address, the same for all threads. */
    for (int step = 0; step < DRAIN_STEPS_MAX; step++)
        if (syscall(SYS_recvfrom, fd, NULL, DRAIN_STEP, MSG_DONTWAIT | MSG_TRUNC, NULL, NULL) <= 0)
            break;
    close(fd);
}

size_t socket_gather(const struct stream *stream, struct iovec *pieces, unsigned limit,
                     unsigned *count) {
    size_t len = 0;
    size_t offset = stream->out_offset;
    *count = 0;
    for (struct block *block = stream->out.head; block != NULL && *count < limit;
         block = block->next) {
        if (block->len > offset) {
            pieces[(*count)++] = (struct iovec){block->data + offset, block->len - offset};
            len += block->len - offset;
        }
        offset = 0;
    }
    return len;
}
