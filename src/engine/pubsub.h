/* engine/pubsub.h - messages from one client to those of all cores that listen.
 *
 * Each core keeps the subscriptions of its own clients (engine/topics.h). A publisher looks at the filters of all
 * cores and sends one message to each that may want it; there it is encoded once for each topic it meets. Nobody
 * waits for a subscriber: what it does not read piles up to its output limit (class pubsub), then it is closed.
 *
 *   P2  pubsub_publish returns when the message is in the output of every receiver, so what is published by
 *       one client, or after its reply was read, arrives later.
 *   P3  pubsub_post does not wait; what a core posts and what it publishes arrives in this order. */
#pragma once

#include "engine/core.h"

/* On the client's core. False if nothing has changed. */
bool pubsub_subscribe(struct client *client, enum topic_kind kind, struct bytes name);
bool pubsub_unsubscribe(struct client *client, enum topic_kind kind, struct bytes name);
void pubsub_forget(struct client *client); /* all its subscriptions */

/* True if nobody subscribes to anything, anywhere: one relaxed load. */
static inline bool pubsub_is_idle(const struct engine *engine) {
    return atomic_load_explicit(&engine->topic_count, memory_order_relaxed) == 0;
}

/* kind: TOPIC_CHANNEL (patterns get it, too) or TOPIC_SHARD. Returns how many got it: a client once for its channel
 * and once for each of its patterns that match. On a fiber; waits if other cores want it. */
uint64_t pubsub_publish(struct core *own, enum topic_kind kind, struct bytes channel,
                        struct bytes payload);
/* The same from within a callback: the message is copied and on its way. */
void pubsub_post(struct core *own, enum topic_kind kind, struct bytes channel,
                 struct bytes payload);

/* The client has published it: replicas of this server get it, too. Within EXEC (is_kept) they do when all of that is done,
 * so that it comes behind what EXEC has written. */
void pubsub_replicate(struct client *client, enum topic_kind kind, struct bytes channel,
                      struct bytes payload, bool is_kept);
void pubsub_replicate_kept(struct client *client);

/* Appends the 64-bit hashes of this core's topics of the kind. */
void pubsub_collect(const struct core *core, enum topic_kind kind, struct buffer *hashes);
/* How many different ones there are in what all cores have collected; sorts it. */
uint64_t pubsub_count_different(struct buffer *hashes);
