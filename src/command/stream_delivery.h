/* command/stream_delivery.h - entries of a stream on their way to the consumers of a group.
 *
 * For the commands that run at once and for those that have waited: the reply is named, because the
 * call of a transaction's part has none. */
#pragma once

#include "engine/stream_store.h"

/* How many entries of the stream the group has not read yet; false where that cannot be known, which
 * is so after deletions in what is ahead of the group. May be negative: ENTRIESREAD is believed. */
bool stream_lag(const struct entry *stream, const struct stream_group *group, int64_t *lag);

/* The consumer of this name; made, and its making told, if there is none. Who is found was not seen by
 * that: see stream_deliver, stream_deliver_again, and stream_consumer_seen. */
struct stream_consumer *stream_consumer_open(struct call *call, struct cell *cell,
                                             struct stream_group *group, struct bytes name);

/* It was seen now, and perhaps given something. */
void stream_consumer_seen(struct call *call, struct cell *cell, struct stream_consumer *consumer,
                          bool was_given);

/* Gives the consumer what nobody of its group has got yet, at most count entries (0: all), pending
 * unless is_noack, and replies the array of them. */
void stream_deliver(struct call *call, struct cell *cell, struct stream_consumer *consumer,
                    uint64_t count, bool is_noack, struct reply *reply);
/* Replies what is pending for the consumer behind the ID, once more: nil for entries that are gone. */
void stream_deliver_again(struct call *call, struct cell *cell, struct stream_consumer *consumer,
                          struct stream_id after, uint64_t count, struct reply *reply);
