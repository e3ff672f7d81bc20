/* repl/info_replica.c - as Redis 7.0 prints them; Sentinel and clients parse them word by word. */
#include "repl/info_replica.h"

#include <inttypes.h>

#include "engine/settings.h"
#include "proto/reply.h"

/* How much will come is not known, as in a sync of Redis without a disk. */
static void print_sync(const struct link_facts *facts, struct buffer *out) {
    buffer_printf(out,
                  "master_sync_total_bytes:0\r\nmaster_sync_read_bytes:%" PRIu64
                  "\r\nmaster_sync_left_bytes:%" PRId64
                  "\r\nmaster_sync_perc:0.00\r\nmaster_sync_last_io_seconds_ago:%" PRId64 "\r\n",
                  facts->sync_bytes, -(int64_t)facts->sync_bytes, facts->sync_io_s);
}

void info_replica_print(const struct link_facts *facts, const struct settings *settings,
                        bool is_outside, uint64_t offset, struct buffer *out) {
    bool is_up = facts->state == LINK_CONNECTED;
    uint64_t read_offset = facts->read_offset > offset ? facts->read_offset : offset;
    buffer_printf(out, "master_host:%s\r\nmaster_port:%u\r\n", facts->host, facts->port);
    buffer_printf(out, "master_link_status:%s\r\n", is_up ? "up" : "down");
    buffer_printf(out, "master_last_io_seconds_ago:%" PRId64 "\r\n", facts->last_io_s);
    buffer_printf(out, "master_sync_in_progress:%d\r\n", facts->is_loading);
    buffer_printf(out, "slave_read_repl_offset:%" PRIu64 "\r\n", read_offset);
    buffer_printf(out, "slave_repl_offset:%" PRIu64 "\r\n", offset);
    if (facts->is_loading) print_sync(facts, out);
    if (!is_up)
        buffer_printf(out, "master_link_down_since_seconds:%" PRId64 "\r\n", facts->down_since_s);
    buffer_printf(out, "slave_priority:%u\r\n",
                  is_outside || facts->is_hidden ? 0 : settings->replica_priority);
    buffer_printf(out, "slave_read_only:%d\r\n", settings->replica_read_only);
    buffer_append_text(out, "replica_announced:1\r\n");
}

void info_replica_role(const struct link_facts *facts, uint64_t offset, struct reply *reply) {
    static const char *const states[] = {[LINK_NONE] = "none",
                                         [LINK_CONNECT] = "connect",
                                         [LINK_CONNECTING] = "connecting",
                                         [LINK_SYNC] = "sync",
                                         [LINK_CONNECTED] = "connected"};
    reply_array(reply, 5);
    reply_bulk_string(reply, "slave");
    reply_bulk_string(reply, facts->host);
    reply_integer(reply, facts->port);
    reply_bulk_string(reply, states[facts->state]);
    reply_integer(reply, facts->state == LINK_CONNECTED ? (int64_t)offset : -1);
}
