/* engine/notify.h - keyspace notifications: what happens to keys, as messages to who subscribes to them.
 *
 * With the option notify-keyspace-events, an event of a key is published to __keyspace@DB__:KEY (the event) and to
 * __keyevent@DB__:EVENT (the key). Whoever changes a key says which event it is, once the change has been made:
 *
 *     store_notify(call, NOTIFY_STRING, "append", &call->key);
 *
 * Off, it costs one branch. Messages leave the core as mail, so none comes within a reply. */
#pragma once

#include "engine/core.h"

/* In struct settings: 0 if neither KEYSPACE nor KEYEVENT is wanted. */
enum notify_class {
    NOTIFY_KEYSPACE = 1 << 0, /* K */
    NOTIFY_KEYEVENT = 1 << 1, /* E */
    NOTIFY_GENERIC = 1 << 2,  /* g */
    NOTIFY_STRING = 1 << 3,   /* $ */
    NOTIFY_LIST = 1 << 4,     /* l */
    NOTIFY_SET = 1 << 5,      /* s */
    NOTIFY_HASH = 1 << 6,     /* h */
    NOTIFY_ZSET = 1 << 7,     /* z */
    NOTIFY_EXPIRED = 1 << 8,  /* x */
    NOTIFY_EVICTED = 1 << 9,  /* e */
    NOTIFY_STREAM = 1 << 10,  /* t */
    NOTIFY_MODULE = 1 << 11,  /* d */
    NOTIFY_MISS = 1 << 12,    /* m */
    NOTIFY_NEW = 1 << 13      /* n */
};
/* A: all but m and n. */
enum { NOTIFY_ALL = 0xffc };

void notify_publish(struct core *core, unsigned db, const char *event, struct bytes key);
/* The same, or kept for later: as call->notices says. event lives as long as the program. */
void notify_of_call(const struct call *call, const char *event, struct bytes key);
/* Publishes what parts on several shards have kept, in the order of their numbers, and clears it. */
void notify_publish_kept(struct core *core, struct buffer *kept);
/* True if somebody may get events: worth keeping them in order. */
bool notify_is_heard(const struct core *core);

static inline void notify(struct shard *shard, unsigned db, enum notify_class event_class,
                          const char *event, struct bytes key) {
    if (__builtin_expect((shard->core->settings->notify_events & event_class) != 0, 0)) {
        notify_publish(shard->core, db, event, key);
    }
}
