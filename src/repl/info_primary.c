/* repl/info_primary.c - the fields that Sentinel and clients parse. */
#include "repl/info_primary.h"

#include <inttypes.h>

#include "engine/settings.h"
#include "proto/reply.h"

static const char *state_name(enum follower_state state) {
    static const char *const names[] = {[FOLLOWER_WAITS] = "wait_bgsave",
                                        [FOLLOWER_SYNCS] = "send_bulk",
                                        [FOLLOWER_ONLINE] = "online"};
    return names[state];
}

static void line(struct buffer *out, const char *name, uint64_t value) {
    buffer_printf(out, "%s:%" PRIu64 "\r\n", name, value);
}

static unsigned count_good(const struct primary_facts *facts, const struct settings *settings) {
    unsigned good = 0;
    for (unsigned i = 0; i < facts->count; i++) {
        const struct follower_facts *one = &facts->followers[i];
        good += one->state == FOLLOWER_ONLINE && one->lag_s <= settings->min_replicas_max_lag;
    }
    return good;
}

void info_primary_print(const struct primary_facts *facts, const struct settings *settings,
                        struct buffer *out) {
    line(out, "connected_slaves", facts->count);
    if (settings->min_replicas_to_write > 0 && settings->min_replicas_max_lag > 0) {
        line(out, "min_slaves_good_slaves", count_good(facts, settings));
    }
    for (unsigned i = 0; i < facts->count; i++) {
        const struct follower_facts *one = &facts->followers[i];
        buffer_printf(out, "slave%u:ip=%s,port=%u,state=%s,offset=%" PRIu64 ",lag=%" PRId64 "\r\n",
                      i, one->peer, one->port, state_name(one->state), one->offset, one->lag_s);
    }
}

void info_primary_print_backlog(const struct primary_facts *facts, const struct settings *settings,
                                struct buffer *out) {
    line(out, "repl_backlog_active", facts->backlog_is_active);
    line(out, "repl_backlog_size", settings->repl_backlog_size);
    line(out, "repl_backlog_first_byte_offset",
         facts->backlog_is_active ? facts->backlog_first + 1 : 0);
    line(out, "repl_backlog_histlen",
         facts->backlog_is_active ? facts->lsn_sum - facts->backlog_first : 0);
}

void info_primary_print_more(const struct primary_facts *facts, struct buffer *out) {
    line(out, "repl_backlog_bytes", facts->backlog_bytes);
    line(out, "repl_sent_bytes", facts->sent_bytes);
    line(out, "repl_baseline_bytes", facts->baseline_bytes);
    line(out, "repl_chunks", facts->chunks);
    line(out, "repl_cancels", facts->cancels);
    line(out, "repl_preemptions", facts->preemptions);
    line(out, "repl_read_back_bytes", facts->from_disk);
    line(out, "repl_messages_dropped", facts->messages_dropped);
    line(out, "repl_flows_behind", facts->behind);
    line(out, "repl_flows_in_baseline", facts->baselines);
    buffer_printf(out, "repl_baseline_progress:%.2f\r\n", facts->progress);
}

void info_primary_role(const struct primary_facts *facts, struct reply *reply) {
    unsigned online = 0;
    for (unsigned i = 0; i < facts->count; i++) {
        online += facts->followers[i].state == FOLLOWER_ONLINE;
    }
    reply_array(reply, 3);
    reply_bulk_string(reply, "master");
    reply_integer(reply, (int64_t)facts->lsn_sum);
    reply_array(reply, online);
    for (unsigned i = 0; i < facts->count; i++) {
        const struct follower_facts *one = &facts->followers[i];
        if (one->state == FOLLOWER_ONLINE) {
            reply_array(reply, 3);
            reply_bulk_string(reply, one->peer);
            reply_bulk_integer(reply, one->port);
            reply_bulk_integer(reply, (int64_t)one->offset);
        }
    }
}
