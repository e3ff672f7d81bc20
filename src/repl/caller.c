/* repl/caller.c - requests and replies on an outgoing stream. */
#include "repl/caller.h"

#include <errno.h>
#include <stdio.h>

#include "base/number.h"

enum { KEEPALIVE_SECONDS = 60, DEPTH_MAX = 4, TEXT_MAX = 64 << 20 };

/* ---- parsing ---- */

static bool take_line(struct bytes *rest, struct bytes *line) {
    const char *end = rest->len > 0 ? memchr(rest->data, '\n', rest->len) : NULL;
    if (end == NULL) return false;
    size_t len = (size_t)(end - rest->data);
    *line = bytes_of(rest->data, len > 0 && rest->data[len - 1] == '\r' ? len - 1 : len);
    *rest = bytes_of(end + 1, rest->len - len - 1);
    return true;
}

static int add(struct caller_reply *reply, struct bytes item) {
    if (reply->count == CALLER_ITEMS) return -1;
    reply->items[reply->count++] = item;
    return 1;
}

static int parse_text(struct bytes *rest, int64_t len, struct caller_reply *reply) {
    if (len < 0) return add(reply, bytes_of(NULL, 0));
    if (len > TEXT_MAX) return -1;
    if (rest->len < (size_t)len + 2) return 0;
    struct bytes text = bytes_of(rest->data, (size_t)len);
    *rest = bytes_of(rest->data + len + 2, rest->len - (size_t)len - 2);
    return add(reply, text);
}

static int parse_item(struct bytes *rest, struct caller_reply *reply, unsigned depth) {
    struct bytes line;
    int64_t number;
    if (!take_line(rest, &line)) return 0;
    if (line.len == 0 || depth > DEPTH_MAX) return -1;
    char type = line.data[0];
    line = bytes_of(line.data + 1, line.len - 1);
    if (depth == 0) reply->type = type;
    if (type == '+' || type == '-' || type == ':') return add(reply, line);
    if ((type != '$' && type != '*') || !number_parse_i64(line, &number)) return -1;
    if (type == '$') return parse_text(rest, number, reply);
    if (number > CALLER_ITEMS) return -1;
    int result = 1;
    for (int64_t i = 0; i < number && result == 1; i++) result = parse_item(rest, reply, depth + 1);
    return result;
}

int caller_parse(struct bytes input, struct caller_reply *reply) {
    struct bytes rest = input;
    reply->count = 0;
    int result = parse_item(&rest, reply, 0);
    reply->len = input.len - rest.len;
    return result;
}

bool caller_find(const struct caller_reply *reply, const char *name, struct bytes *value) {
    for (unsigned i = 0; i + 1 < reply->count; i += 2) {
        if (!bytes_equal(reply->items[i], bytes_of_string(name))) continue;
        *value = reply->items[i + 1];
        return true;
    }
    return false;
}

/* ---- the stream ---- */

static void on_bytes(void *owner, struct rx *rx) {
    struct caller *caller = owner;
    struct loop *loop = stream_loop(caller->stream);
    struct bytes bytes = bytes_of(rx->data, rx->len);
    caller->last_io_ns = loop_now_ns(loop);
    caller->bytes_in += bytes.len;
    if (caller->on_input == NULL) {
        buffer_append(&caller->input, bytes);
        event_signal(&caller->event);
    } else if (caller->input.len > 0) {
        buffer_append(&caller->input, bytes);
        caller->on_input(caller->owner);
    } else { /* mostly all of it is dealt with there: then it is not copied */
        caller->fresh = bytes;
        caller->on_input(caller->owner);
        buffer_append(&caller->input, caller->fresh);
        caller->fresh = bytes_of(NULL, 0);
    }
    rx_give_back(loop, rx);
}

static void on_closed(void *owner, int reason) {
    struct caller *caller = owner;
    caller->stream = NULL;
    if (caller->error[0] == 0)
        snprintf(caller->error, CALLER_ERROR, "%s",
                 reason == 0 ? "the primary closed the connection" : strerror(-reason));
    event_signal(&caller->event);
    if (caller->on_closed != NULL) caller->on_closed(caller->owner);
}

static const struct stream_handler handler = {.on_bytes = on_bytes, .on_closed = on_closed};

bool caller_open(struct caller *caller, const char *host, uint16_t port, unsigned timeout_ms) {
    struct connect_options options = {.host = host, .port = port, .timeout_ms = timeout_ms};
    int error;
    caller->error[0] = 0;
    caller->event = (struct event){0};
    struct stream *stream = stream_connect(&options, &error);
    if (stream == NULL) {
        snprintf(caller->error, CALLER_ERROR, "%s", strerror(-error));
        return false;
    }
    caller->stream = stream;
    caller->last_io_ns = loop_now_ns(stream_loop(stream));
    stream_start(stream, &handler, caller);
    stream_set_keepalive(stream, KEEPALIVE_SECONDS);
    return true;
}

void caller_close(struct caller *caller) {
    caller->on_input = NULL;
    caller->on_closed = NULL;
    if (caller->stream != NULL) stream_abort(caller->stream);
    while (caller->stream != NULL) event_wait(&caller->event);
    buffer_clear(&caller->input);
}

/* ---- requests ---- */

void caller_request(struct caller *caller, const struct bytes *argv, unsigned argc) {
    struct buffer text = {0};
    struct chain chain = {0};
    if (caller->stream == NULL) return;
    buffer_printf(&text, "*%u\r\n", argc);
    for (unsigned i = 0; i < argc; i++) {
        buffer_printf(&text, "$%zu\r\n", argv[i].len);
        buffer_append(&text, argv[i]);
        buffer_append_text(&text, "\r\n");
    }
    chain_append(&chain, buffer_view(&text));
    buffer_clear(&text);
    stream_send(caller->stream, &chain);
}

bool caller_reply(struct caller *caller, struct caller_reply *reply, int64_t due_ns) {
    for (;;) {
        int result = caller_parse(buffer_view(&caller->input), reply);
        if (result > 0 && reply->type != '-') return true;
        if (result > 0) {
            snprintf(caller->error, CALLER_ERROR, "%.*s", (int)reply->items[0].len,
                     reply->items[0].data);
            return false;
        }
        if (result < 0) {
            snprintf(caller->error, CALLER_ERROR, "the primary sent something that is no reply");
            return false;
        }
        if (caller->stream == NULL) return false; /* the error is there */
        if (!event_wait_until(&caller->event, due_ns)) {
            snprintf(caller->error, CALLER_ERROR, "the primary did not answer in time");
            return false;
        }
    }
}

void caller_drop(struct caller *caller, const struct caller_reply *reply) {
    buffer_consume(&caller->input, reply->len);
}

bool caller_greet(struct caller *caller, struct bytes user, struct bytes password, int64_t due_ns) {
    struct bytes argv[3] = {BYTES_LITERAL("AUTH")};
    unsigned argc = 1;
    if (password.len == 0) return true;
    if (user.len > 0) argv[argc++] = user;
    argv[argc++] = password;
    return caller_ask(caller, argv, argc, due_ns);
}

bool caller_ask(struct caller *caller, const struct bytes *argv, unsigned argc, int64_t due_ns) {
    struct caller_reply reply;
    caller_request(caller, argv, argc);
    if (!caller_reply(caller, &reply, due_ns)) return false;
    caller_drop(caller, &reply);
    return true;
}
