/* server/client_text.c - a client in words, as CLIENT LIST shows it. */
#include "server/client_text.h"

#include "engine/multi.h"
#include "engine/watch.h"

bool client_text_is_plain(struct bytes text) {
    for (size_t i = 0; i < text.len; i++) {
        if (text.data[i] < '!' || text.data[i] > '~') {
            return false;
        }
    }
    return true;
}

bool client_set_name(struct call *call, struct bytes name) {
    if (!client_text_is_plain(name)) {
        reply_error(call->reply,
                    "ERR Client names cannot contain spaces, newlines or special characters.");
        return false;
    }
    client_set_text(&call->client->name, name);
    return true;
}

bool client_type_of_name(struct bytes name, enum client_type *type) {
    static const struct {
        const char *name;
        enum client_type type;
    } types[] = {
        {"normal", CLIENT_IS_NORMAL}, {"slave", CLIENT_IS_REPLICA}, {"replica", CLIENT_IS_REPLICA},
        {"pubsub", CLIENT_IS_PUBSUB}, {"master", CLIENT_IS_MASTER},
    };
    for (unsigned i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
        if (bytes_is(name, types[i].name)) {
            *type = types[i].type;
            return true;
        }
    }
    return false;
}

/* A monitor counts as normal here, as in Redis, though its output is limited like a replica's. */
enum client_type client_type_of(const struct client *client) {
    if (client->is_replica) {
        return CLIENT_IS_REPLICA;
    }
    return client_is_subscribed(client) ? CLIENT_IS_PUBSUB : CLIENT_IS_NORMAL;
}

/* The letters of `flags=`: O monitor, S replica, P subscribed, x within MULTI, b waits, d a watched key has changed, c closes after
 * its reply, e not evicted, T no touch, U Unix socket, N none of all that. */
static void print_flags(const struct client *client, struct buffer *out) {
    const struct {
        bool is_set;
        const char *letter;
    } flags[] = {
        {client->is_monitor, "O"},
        {client->is_replica, "S"},
        {client_is_subscribed(client), "P"},
        {client->multi != NULL, "x"},
        {client->is_blocked || client->is_paused, "b"},
        {watch_is_dirty(client), "d"},
        {client->closes_after_reply, "c"},
        {client->address.is_unix, "U"},
        {client->no_evict, "e"},
        {client->no_touch, "T"},
    };
    size_t before = out->len;
    for (unsigned i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
        if (flags[i].is_set) {
            buffer_append_text(out, flags[i].letter);
        }
    }
    if (out->len == before) {
        buffer_append_text(out, "N");
    }
}

static const char *text_of(const char *text) {
    return text ? text : "";
}

static void print_memory(const struct client *client, struct buffer *out) {
    struct client_memory memory;
    client_memory(client, &memory);
    /* Replies have no buffer of a fixed size: rbs is what the connection holds at this moment. */
    buffer_printf(out, "qbuf=%zu qbuf-free=%zu argv-mem=%zu multi-mem=%zu rbs=%zu rbp=%zu",
                  memory.query_len, memory.query_free, memory.argv_bytes, memory.multi_bytes,
                  memory.output_blocks * BLOCK_SIZE, memory.output_len);
    buffer_printf(out, " obl=%zu oll=%zu omem=%zu tot-mem=%zu events=%s", memory.output_len,
                  memory.unsent > 0 ? (size_t)1 : (size_t)0, memory.unsent, memory.total,
                  memory.unsent > 0 ? "rw" : "r");
}

void client_print(const struct client *client, struct buffer *out) {
    int64_t now_ms = loop_now_ns(client->core->loop) / 1000000;
    int64_t age_s = (now_ms - client->created_ms) / 1000;
    int64_t idle_s = (now_ms - client->active_ms) / 1000;
    buffer_printf(out, "id=%llu addr=%s laddr=%s fd=%d name=%s age=%lld idle=%lld flags=",
                  (unsigned long long)client->id, client->address.peer, client->address.local,
                  client->address.fd, text_of(client->name), (long long)age_s, (long long)idle_s);
    print_flags(client, out);
    const unsigned *topics = client->topics.count;
    buffer_printf(out, " db=%u sub=%u psub=%u ssub=%u multi=%d ", client->db, topics[TOPIC_CHANNEL],
                  topics[TOPIC_PATTERN], topics[TOPIC_SHARD], multi_count(client));
    print_memory(client, out);
    buffer_printf(out, " cmd=%s user=%s redir=-1 resp=%d lib-name=%s lib-ver=%s",
                  client->last_command ? client->last_command->name : "NULL", client->user,
                  client->resp, text_of(client->lib_name), text_of(client->lib_ver));
}
