/* server/client_text.h - what is written about a client, and the names it may give itself. */
#pragma once

#include "base/buffer.h"
#include "engine/client.h"

struct core;

/* Sets the connection's name; false, with the error written, if it has spaces or the like. */
bool client_set_name(struct call *call, struct bytes name);
/* Names of clients and libraries: printable ASCII without spaces. */
bool client_text_is_plain(struct bytes text);

/* One line of CLIENT LIST, without its line end. */
void client_print(const struct client *client, struct buffer *out);

/* The four types of CLIENT LIST TYPE and CLIENT KILL TYPE. */
enum client_type { CLIENT_IS_NORMAL, CLIENT_IS_REPLICA, CLIENT_IS_PUBSUB, CLIENT_IS_MASTER };
bool client_type_of_name(struct bytes name, enum client_type *type);
enum client_type client_type_of(const struct client *client);
