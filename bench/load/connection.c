/* connection.c - connecting and greeting. */
#include "connection.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static int complain(const char *what, const char *detail) {
    fprintf(stderr, "load: %s: %s\n", what, detail);
    return -1;
}

static int open_unix(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) return complain(path, "path too long");
    memcpy(address.sun_path, path, strlen(path));
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address)) {
        int error = errno;
        if (fd >= 0) close(fd);
        return complain(path, strerror(error));
    }
    return fd;
}

static int open_tcp(const char *host, uint64_t port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    if (inet_pton(AF_INET, host, &address.sin_addr) != 1)
        return complain(host, "not an IPv4 address");
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), one = 1;
    if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address)) {
        int error = errno;
        if (fd >= 0) close(fd);
        return complain(host, strerror(error));
    }
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    return fd;
}

static int send_all(int fd, const char *data, size_t size) {
    while (size) {
        ssize_t sent = send(fd, data, size, MSG_NOSIGNAL);
        if (sent <= 0) return complain("send", strerror(errno));
        data += sent;
        size -= (size_t)sent;
    }
    return 0;
}

/* Says hello and reads the replies, still on a blocking socket. */
static int greet(struct connection *connection, const struct options *options) {
    const struct protocol *protocol = options->protocol;
    struct buffer *out = &connection->out, *in = &connection->in;
    unsigned replies;
    if (protocol->greet(connection->session, out, &replies, options->password,
                        (unsigned)options->database, (unsigned)options->resp_version))
        return complain("greeting", "the protocol has no such password, database or version");
    if (send_all(connection->fd, out->data, out->size)) return -1;
    out->size = 0;
    while (replies) {
        struct reply reply;
        ssize_t used = protocol->parse(connection->session, in->data + in->start,
                                       in->size - in->start, &reply);
        if (used < 0 || (used > 0 && reply.kind == REPLY_ERROR))
            return complain("greeting refused", used < 0 ? "not a reply" : reply.data);
        in->start += (size_t)used;
        replies -= used > 0 && reply.kind != REPLY_NONE;
        if (used) continue;
        buffer_reserve(in, 4096);
        ssize_t got = recv(connection->fd, in->data + in->size, in->room - in->size - 1, 0);
        if (got <= 0) return complain("greeting", got ? strerror(errno) : "closed by the server");
        in->size += (size_t)got;
        in->data[in->size] = 0;
    }
    in->start = in->size = 0;
    return 0;
}

int connection_create(struct connection *connection, const struct options *options,
                      unsigned pipeline_max, unsigned keys_max) {
    connection->fd = options->unix_socket ? open_unix(options->unix_socket)
                                          : open_tcp(options->host, options->port);
    connection->protocol = options->protocol;
    if (connection->protocol->begin)
        connection->session = connection->protocol->begin(&connection->out);
    if (connection->fd < 0 || greet(connection, options)) return -1;
    connection->ring_size = 1;
    while (connection->ring_size < pipeline_max) connection->ring_size *= 2;
    connection->keys_max = keys_max;
    connection->ring = calloc(connection->ring_size, sizeof *connection->ring);
    connection->numbers =
        calloc((size_t)connection->ring_size * keys_max, sizeof *connection->numbers);
    if (!connection->ring || !connection->numbers) return complain("connection", strerror(ENOMEM));
    if (fcntl(connection->fd, F_SETFL, O_NONBLOCK)) return complain("fcntl", strerror(errno));
    return 0;
}

void connection_destroy(struct connection *connection) {
    if (connection->fd >= 0) close(connection->fd);
    connection->fd = -1;
    if (connection->session) connection->protocol->end(connection->session);
    connection->session = NULL;
    buffer_clear(&connection->in);
    buffer_clear(&connection->out);
    free(connection->ring);
    free(connection->numbers);
    connection->ring = NULL;
    connection->numbers = NULL;
}
