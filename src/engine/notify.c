/* engine/notify.c - the two messages of a keyspace event. */
#include "engine/notify.h"

#include "base/buffer.h"
#include "engine/pubsub.h"

static void post(struct core *core, const char *space, unsigned db, struct bytes name,
                 struct bytes payload) {
    struct buffer channel = {0};
    buffer_reserve(&channel, name.len + 40);
    buffer_printf(&channel, "__%s@%u__:", space, db);
    buffer_append(&channel, name);
    pubsub_post(core, buffer_view(&channel), payload);
    buffer_clear(&channel);
}

void notify_publish(struct shard *shard, unsigned db, const char *event, struct bytes key) {
    struct core *core = shard->core;
    if (pubsub_is_idle(core->engine)) {
        return;
    }
    if (core->settings->notify_events & NOTIFY_KEYSPACE) {
        post(core, "keyspace", db, key, bytes_of_string(event));
    }
    if (core->settings->notify_events & NOTIFY_KEYEVENT) {
        post(core, "keyevent", db, bytes_of_string(event), key);
    }
}
