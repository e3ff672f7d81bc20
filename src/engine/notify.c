/* engine/notify.c - the two messages of a keyspace event.
 *
 * What happens on one shard is published there, as it happens. The parts of a transaction over several shards keep
 * theirs; the coordinator publishes all of them before it gives the locks back. So the subscriber sees the
 * events of one command in the order of its keys, and those of one key in the order in which they happened. */
#include "engine/notify.h"

#include <stdlib.h>

#include "base/buffer.h"
#include "engine/pubsub.h"

static void post(struct core *core, const char *space, unsigned db, struct bytes name,
                 struct bytes payload) {
    struct buffer channel = {0};
    buffer_reserve(&channel, name.len + 40);
    buffer_printf(&channel, "__%s@%u__:", space, db);
    buffer_append(&channel, name);
    pubsub_post(core, TOPIC_CHANNEL, buffer_view(&channel), payload);
    buffer_clear(&channel);
}

bool notify_is_heard(const struct core *core) {
    return core->settings->notify_events != 0 && !pubsub_is_idle(core->engine);
}

void notify_publish(struct core *core, unsigned db, const char *event, struct bytes key) {
    if (!notify_is_heard(core)) {
        return;
    }
    if (core->settings->notify_events & NOTIFY_KEYSPACE) {
        post(core, "keyspace", db, key, bytes_of_string(event));
    }
    if (core->settings->notify_events & NOTIFY_KEYEVENT) {
        post(core, "keyevent", db, bytes_of_string(event), key);
    }
}

struct notice { /* in call->notices; the key's bytes follow */
    unsigned number, db;
    size_t order; /* its offset: those of one number stay in order */
    const char *event;
    size_t key_len;
};

void notify_of_call(const struct call *call, const char *event, struct bytes key) {
    if (!call->notices) {
        notify_publish(call->shard->core, call->db, event, key);
        return;
    }
    struct notice notice = {
        .number = call->notice_number, .db = call->db, .event = event, .key_len = key.len};
    buffer_append(call->notices, bytes_of((const char *)&notice, sizeof(notice)));
    buffer_append(call->notices, key);
}

static int compare_notices(const void *a, const void *b) {
    const struct notice *notice_a = a, *notice_b = b;
    if (notice_a->number != notice_b->number) {
        return notice_a->number < notice_b->number ? -1 : 1;
    }
    return notice_a->order < notice_b->order ? -1 : 1;
}

void notify_publish_kept(struct core *core, struct buffer *kept) {
    struct buffer list = {0};
    for (size_t at = 0; at < kept->len;) {
        struct notice notice;
        memcpy(&notice, kept->data + at, sizeof(notice));
        notice.order = at;
        buffer_append(&list, bytes_of((const char *)&notice, sizeof(notice)));
        at += sizeof(notice) + notice.key_len;
    }
    struct notice *notices = (struct notice *)(void *)list.data;
    size_t count = list.len / sizeof(*notices);
    if (count > 0) {
        qsort(notices, count, sizeof(*notices), compare_notices);
    }
    for (size_t i = 0; i < count; i++) {
        struct bytes key = {kept->data + notices[i].order + sizeof(*notices), notices[i].key_len};
        notify_publish(core, notices[i].db, notices[i].event, key);
    }
    buffer_clear(&list);
    buffer_clear(kept);
}
