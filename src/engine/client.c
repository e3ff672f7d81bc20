/* engine/client.c - what is done to a client from outside its own requests. */
#include "engine/client.h"

#include "base/memory.h"
#include "engine/connection.h"
#include "engine/multi.h"
#include "engine/pubsub.h"
#include "engine/shard.h"

struct chain *client_output(struct client *client) {
    if (client->is_reply_off || client->is_reply_skipped) {
        return &client->core->discarded;
    }
    struct connection *connection = connection_of(client);
    return connection->replies ? connection->replies : &connection->out;
}

void client_memory(const struct client *client, struct client_memory *memory) {
    const struct connection *connection = (const struct connection *)client;
    *memory = (struct client_memory){
        .query_len = connection->partial.len, /* with the requests that are under way */
        .query_free = connection->partial.size - connection->partial.len,
        .argv_bytes = connection->parser.argv_size * sizeof(struct request_arg),
        .multi_bytes = multi_bytes(client),
        .output_len = connection->out.len,
        .unsent = connection->stream ? stream_unsent(connection->stream) : 0,
    };
    for (const struct rx *rx = connection->rx_first; rx; rx = rx->next) {
        memory->query_len += rx->len;
        memory->query_free += rx->size - rx->len;
    }
    for (const struct block *block = connection->out.head; block; block = block->next) {
        memory->output_blocks++;
    }
    memory->total = sizeof(*connection) + connection->partial.size + memory->argv_bytes +
                    memory->multi_bytes + memory->output_len + memory->unsent +
                    connection->rx_count * RX_SIZE;
}

enum client_class client_class_of(const struct client *client) {
    if (client->is_monitor || client->is_replica) {
        return CLASS_REPLICA; /* as Redis counts monitors */
    }
    return client_is_subscribed(client) ? CLASS_PUBSUB : CLASS_NORMAL;
}

void client_set_text(char **field, struct bytes text) {
    memory_free(*field);
    *field = text.len > 0 ? memory_copy_text(text) : NULL;
}

void client_close(struct client *client, bool after_reply) {
    struct connection *connection = connection_of(client);
    if (after_reply) {
        client->closes_after_reply = true;
    } else if (connection->stream && !connection->is_closing) {
        connection_begin_closing(connection);
        pubsub_forget(client);
        client->closes_after_reply = true;
        stream_abort(connection->stream);
    }
}

/* Also under a batch that waits: it may wait for long, and there are only whole replies before this. */
static void send_pushed(struct connection *connection) {
    if (!connection->holds_pushes) {
        connection_flush(connection);
    }
}

struct chain *client_pushes(struct client *client) {
    struct connection *connection = connection_of(client);
    return connection->holds_pushes ? &connection->held_pushes : &connection->out;
}

bool client_push(struct client *client, struct chain *chain) {
    struct connection *connection = connection_of(client);
    if (!connection->stream || connection->is_closing) {
        chain_clear(chain);
        return false;
    }
    chain_move(client_pushes(client), chain);
    send_pushed(connection);
    return true;
}

bool client_push_bytes(struct client *client, struct bytes bytes) {
    struct connection *connection = connection_of(client);
    if (!connection->stream || connection->is_closing) {
        return false;
    }
    chain_append(client_pushes(client), bytes);
    send_pushed(connection);
    return true;
}

void client_hold_pushes(struct client *client) {
    connection_of(client)->holds_pushes = true;
}

void client_release_pushes(struct client *client) {
    struct connection *connection = connection_of(client);
    connection->holds_pushes = false;
    if (connection->held_pushes.len > 0) {
        chain_move(&connection->out, &connection->held_pushes);
        connection_flush(connection);
    }
}

void client_reset(struct client *client) {
    multi_end(client);
    if (client->is_monitor) {
        client->is_monitor = false;
        client->core->monitor_count--;
        rmw_sub(&client->core->engine->monitor_count, 1, memory_order_relaxed);
    }
    pubsub_forget(client);
    client_set_text(&client->name, bytes_of(NULL, 0));
    client->db = 0;
    client->resp = 2;
    client->no_evict = client->no_touch = client->wants_dump = false;
    client->durability = DURABILITY_DEFAULT;
    client->is_reply_off = client->is_reply_skipped = client->skip_next_reply = false;
    client->is_authenticated = client->core->settings->requirepass_len == 0;
    connection_refresh_limits(connection_of(client));
}
