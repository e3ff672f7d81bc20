/* engine/topics.h - what the clients of one core listen to: channels, patterns, shard channels.
 *
 * A topic exists while somebody subscribes to it. A subscription hangs on two lists: its topic's, for publishing, and
 * its client's, in the order in which they were made. Both are found in O(1).
 *
 * Everything belongs to the core, but the filter: other cores read it to know whether a message is worth sending
 * here. It counts topics by hash, so it may say yes for nothing, never no for something.
 *
 *   P1  A subscription counts in the filter before the reply of SUBSCRIBE is written, so whoever publishes after it was
 *       read sends the message here. */
#pragma once

#include <stdatomic.h>

#include "engine/client.h"

enum { TOPIC_FILTER = 1024 };

struct topic_node { /* in a bucket */
    struct topic_node *next;
    uint64_t hash;
};

struct topic_table {
    struct topic_node **buckets;
    size_t size, count;
};

struct subscription {
    struct topic_node node;           /* first; by topic and client */
    struct subscription *next, *prev; /* of the client and kind */
    struct topic *topic;
    struct client *client;
    unsigned index; /* its place with the topic */
};

struct topic {
    struct topic_node node;    /* first; by kind and name */
    struct topic *next, *prev; /* all of the kind, oldest first */
    enum topic_kind kind;
    unsigned count, size;
    struct subscription **subscriptions;
    size_t name_len;
    char name[];
};

struct topics {
    struct topic_table by_name, by_client;
    struct topic *first[TOPIC_KINDS], *last[TOPIC_KINDS];
    unsigned count[TOPIC_KINDS];
    unsigned clients;          /* with at least one subscription */
    _Atomic uint32_t patterns; /* as count[TOPIC_PATTERN], for other cores */
    _Atomic uint32_t filter[TOPIC_FILTER];
};

void topics_clear(struct topics *topics); /* when no subscription is left */

/* The name of a channel of that kind, hashed once for all cores. */
uint64_t topic_hash(enum topic_kind kind, struct bytes name);
static inline struct bytes topic_name(const struct topic *topic) {
    return bytes_of(topic->name, topic->name_len);
}

/* Any core: false if nobody here can get what is published to the channel of this hash. */
static inline bool topics_may_want(const struct topics *topics, enum topic_kind kind,
                                   uint64_t hash) {
    /* Relaxed: P1 is kept by the kernel, which carries the reply to the client and the publisher's request back. */
    return atomic_load_explicit(&topics->filter[hash % TOPIC_FILTER], memory_order_relaxed) > 0 ||
           (kind == TOPIC_CHANNEL &&
            atomic_load_explicit(&topics->patterns, memory_order_relaxed) > 0);
}

/* False if the client had it already. */
bool topics_add(struct topics *topics, struct client *client, enum topic_kind kind,
                struct bytes name);
/* False if the client did not have it. name may be the topic's own. */
bool topics_remove(struct topics *topics, struct client *client, enum topic_kind kind,
                   struct bytes name);
void topics_remove_all(struct topics *topics, struct client *client);
struct topic *topics_find(const struct topics *topics, enum topic_kind kind, struct bytes name,
                          uint64_t hash);
