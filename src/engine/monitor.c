/* engine/monitor.c - MONITOR: every core's commands to every monitoring client.
 *
 * The core that runs the client's command writes the line once and sends a copy to each core that
 * has monitors. Nothing of this costs anything while engine->monitor_count is 0. */
#include "base/buffer.h"
#include "base/memory.h"
#include "engine/core.h"

struct monitor_line {
    struct mail mail;
    struct core *core;
    size_t len;
    char text[];
};

static void append_escaped(struct buffer *line, struct bytes text) {
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.data[i];
        static const char escapes[] = "\nn\rr\tt\aa\bb\"\"\\\\";
        const char *escape = c ? strchr(escapes, c) : NULL;
        if (escape && (escape - escapes) % 2 == 0) {
            buffer_printf(line, "\\%c", escape[1]);
        } else if (c < 0x20 || c >= 0x7f) {
            buffer_printf(line, "\\x%02x", c);
        } else {
            buffer_append(line, bytes_of((const char *)&c, 1));
        }
    }
}

static void deliver_line(struct mail *mail) {
    struct monitor_line *line = (struct monitor_line *)mail;
    for (struct client *client = line->core->clients_first; client;) {
        struct client *next = client->next; /* a push may close it */
        if (client->is_monitor) {
            struct chain chain = {0};
            chain_append(&chain, bytes_of(line->text, line->len));
            client_push(client, &chain);
        }
        client = next;
    }
    memory_free(line);
}

static void send_line(struct core *target, struct bytes text) {
    struct monitor_line *line = memory_alloc(sizeof(*line) + text.len);
    line->mail.deliver = deliver_line;
    line->core = target;
    line->len = text.len;
    memcpy(line->text, text.data, text.len);
    mail_post(target->loop, &line->mail);
}

void monitor_feed(struct core *core, const struct client *client,
                  const struct command_entry *command, const struct bytes *argv, unsigned argc) {
    bool (*is_secret)(const struct bytes *, unsigned, unsigned) = command->row->is_secret;
    int64_t now_us = loop_wall_us(core->loop);
    struct buffer line = {0};
    buffer_printf(&line, "+%lld.%06lld [%u %s]", (long long)(now_us / 1000000),
                  (long long)(now_us % 1000000), client->db,
                  client->address.is_unix ? "unix:" : client->address.peer);
    for (unsigned i = 0; i < argc; i++) {
        buffer_append_text(&line, " \"");
        bool is_hidden = is_secret && is_secret(argv, argc, i);
        append_escaped(&line, is_hidden ? BYTES_LITERAL("(redacted)") : argv[i]);
        buffer_append_text(&line, "\"");
    }
    buffer_append_text(&line, "\r\n");
    for (unsigned i = 0; i < core->engine->core_count; i++) {
        send_line(core->engine->cores[i], buffer_view(&line));
    }
    buffer_clear(&line);
}
