/* sys/sockets.h - what io_uring and epoll do alike with sockets; private to sys/. */
#pragma once

#include "sys/loop_internal.h"

/* Makes, binds and listens as listener->options says; sets fd, port, is_unix. With an error:
 * -errno and one line in Redis's words. The socket blocks or not as nonblocking says. */
int socket_listen(struct listener *listener, char *error, size_t error_size);
void socket_unlisten(struct listener *listener); /* closes, removes a Unix socket's name */
/* Row connect of both backends. */
int socket_connect(const struct connect_options *options, void **backend_data);
void socket_address(const struct stream *stream, struct stream_address *address);
void socket_keepalive(struct stream *stream, unsigned seconds);
int socket_duplicate(const struct stream *stream); /* another descriptor of it, or -errno */
/* Closes so that the peer can still read what was sent to it: bytes it sent and nobody read
 * would turn the close into a reset. */
void socket_close(int fd);
/* Up to limit pieces of stream->out for one sendmsg; sets count, returns the bytes in them. */
struct iovec;
size_t socket_gather(const struct stream *stream, struct iovec *pieces, unsigned limit,
                     unsigned *count);
/* True if accept failed for a lack of descriptors or memory, so that trying at once again is no use. */
bool socket_is_shortage(int error);
