/* command/stream_delivery.c - entries of a stream on their way to the consumers of a group.
 *
 * A group counts the entries that it has read, so that its lag is a subtraction. The count is that of
 * entries ever added up to the group's last ID; it cannot be known any more when one ahead was
 * deleted, and can be known again at the few IDs whose number is certain: the first, the last. */
#include "command/stream_delivery.h"

#include "command/stream_parse.h"

/* Whether an entry from this ID on may have been deleted. */
static bool may_have_gaps_from(const struct entry *stream, struct stream_id id) {
    struct stream_head head = stream_head(stream);
    return stream_length(stream) > 0 && !stream_id_is_zero(head.max_deleted) &&
           !stream_id_less(head.max_deleted, stream_first_id(stream)) &&
           !stream_id_less(head.max_deleted, id);
}

/* How many entries had been added when that of this ID was, itself included. */
static int64_t number_of_entry(const struct entry *stream, struct stream_id id) {
    struct stream_head head = stream_head(stream);
    uint64_t length = stream_length(stream);
    if (head.entries_added == 0) {
        return 0;
    }
    if (length == 0 && !stream_id_less(head.last_id, id)) {
        return (int64_t)head.entries_added;
    }
    if (stream_id_equal(id, head.last_id)) {
        return (int64_t)head.entries_added;
    }
    if (stream_id_less(head.last_id, id)) {
        return STREAM_READ_UNKNOWN;
    }
    struct stream_id first = stream_first_id(stream);
    if (stream_id_is_zero(head.max_deleted) || stream_id_less(head.max_deleted, first)) {
        if (stream_id_less(id, first)) {
            return (int64_t)(head.entries_added - length);
        }
        if (stream_id_equal(id, first)) {
            return (int64_t)(head.entries_added - length + 1);
        }
    }
    return STREAM_READ_UNKNOWN;
}

bool stream_lag(const struct entry *stream, const struct stream_group *group, int64_t *lag) {
    int64_t added = (int64_t)stream_head(stream).entries_added;
    int64_t read = 0;
    if (added > 0) {
        bool is_counted = group->entries_read != STREAM_READ_UNKNOWN &&
                          !may_have_gaps_from(stream, group->last_id);
        read = is_counted ? group->entries_read : number_of_entry(stream, group->last_id);
        if (!is_counted && read == STREAM_READ_UNKNOWN) {
            return false;
        }
    }
    *lag = (int64_t)((uint64_t)added - (uint64_t)read);
    return true;
}

struct stream_consumer *stream_consumer_open(struct call *call, struct cell *cell,
                                             struct stream_group *group, struct bytes name) {
    struct stream_consumer *consumer = stream_consumer_find(group, name);
    if (!consumer) {
        consumer = stream_store_consumer_create(call, cell, group, name, call->now_ms);
        store_notify(call, NOTIFY_STREAM, "xgroup-createconsumer", cell->key);
    }
    return consumer;
}

void stream_consumer_seen(struct call *call, struct cell *cell, struct stream_consumer *consumer,
                          bool was_given) {
    /* Who looks again and again and gets nothing would fill the log: a record a second is enough. After a crash it was
     * seen a second earlier; Redis, which logs no such reads, says the time of the load then. */
    enum { SEEN_STEP_MS = 1000 };
    int64_t since_ms = call->now_ms - consumer->seen_ms;
    if (!was_given && since_ms >= 0 && since_ms < SEEN_STEP_MS) {
        stream_consumer_look(consumer, call->now_ms);
        return;
    }
    stream_store_consumer_set_times(call, cell, consumer, call->now_ms,
                                    was_given ? call->now_ms : consumer->active_ms);
}

/* The group's count of what it has read when it reads the entry of this ID next. It may have been set to the greatest
 * number that there is, and stays there: Redis's goes on at the least, which replay would take for a broken log. */
static int64_t count_read(const struct entry *stream, int64_t entries_read, struct stream_id id) {
    if (entries_read != STREAM_READ_UNKNOWN && !may_have_gaps_from(stream, id)) {
        return entries_read < INT64_MAX ? entries_read + 1 : entries_read;
    }
    return stream_head(stream).entries_added > 0 ? number_of_entry(stream, id) : entries_read;
}

void stream_deliver(struct call *call, struct cell *cell, struct stream_consumer *consumer,
                    uint64_t count, bool is_noack, struct reply *reply) {
    struct stream_group *group = consumer->group;
    struct stream_id last_id = group->last_id, first = last_id;
    int64_t entries_read = group->entries_read;
    struct reply_mark mark = reply_array_later(reply, '*');
    uint64_t delivered = 0;
    if (stream_id_step_up(&first)) {
        struct stream_walk walk;
        stream_walk(cell->entry, first, STREAM_ID_MAX, false, &walk);
        while ((count == 0 || delivered < count) && stream_next(&walk)) {
            last_id = walk.id;
            entries_read = count_read(cell->entry, entries_read, last_id);
            stream_reply_entry(reply, &walk);
            if (!is_noack) {
                stream_store_pending_set(call, cell, consumer, last_id, call->now_ms, 1);
            }
            delivered++;
        }
    }
    reply_array_close(reply, mark, delivered);
    if (delivered > 0) {
        stream_store_group_set(call, cell, group, last_id, entries_read);
    }
    stream_consumer_seen(call, cell, consumer, delivered > 0);
}

void stream_deliver_again(struct call *call, struct cell *cell, struct stream_consumer *consumer,
                          struct stream_id after, uint64_t count, struct reply *reply) {
    struct reply_mark mark = reply_array_later(reply, '*');
    uint64_t delivered = 0;
    stream_id_step_up(&after);
    struct stream_pending_walk pending = stream_pending_walk(&consumer->pending, after);
    while ((count == 0 || delivered < count) && stream_pending_next(&pending)) {
        struct stream_walk walk;
        stream_walk(cell->entry, pending.id, pending.id, false, &walk);
        if (stream_next(&walk)) {
            stream_reply_entry(reply, &walk);
            stream_store_pending_set(call, cell, consumer, pending.id, call->now_ms,
                                     pending.pending->deliveries + 1);
        } else {
            reply_array(reply, 2);
            stream_reply_id(reply, pending.id);
            reply_nil_array(reply);
        }
        delivered++;
    }
    reply_array_close(reply, mark, delivered);
    stream_consumer_seen(call, cell, consumer, false);
}
