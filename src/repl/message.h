/* repl/message.h - what clients of the primary publish, on its way to those who listen here.
 *
 *      at the primary      PUBLISH ──> sources_publish ── end of the turn ──> WIRE_MESSAGES, in the flow of that core
 *      here                messages_take ── all is applied that was before it? ──> pubsub_post
 *                                 └── else it waits ── asks the flow that lacks something ──┘
 *
 * A message is in no log and has no LSN. It is for replicas that are there: while the link is down, or a baseline comes, it
 * is lost. It goes on to our own replicas as it came.
 *
 *   G1  Messages of one connection come in their order: they travel in one flow, and wait behind each other.
 *   G2  A message is shown when all has been applied that its primary had done before it, on any core: so who gets
 *       it and looks here at what it is about finds that.
 *   G3  What waits is bounded: SOURCE_MESSAGES bytes at a source, MESSAGES_MAX at a flow; or one frame, if that is longer.
 *       What is beyond that is dropped and counted (repl_messages_dropped): no client waits for it, and no link ends.
 *
 * Belongs to its flow, and to that one's core. */
#pragma once

#include "base/buffer.h"

enum { MESSAGES_MAX = 1 << 20 };

struct errand;
struct flow;
struct message_batch;

struct messages {
    struct message_batch *first, *last; /* that wait */
    size_t bytes;
    bool is_asking;         /* about the first: an errand is at another flow */
    struct errand *waiters; /* of other flows: they come back when this one has applied so much */
};

/* The payload of a WIRE_MESSAGES has come, in FLOW_JOURNAL. False: it is malformed. */
bool messages_take(struct flow *flow, struct bytes payload);
/* The flow has applied more, or is being stopped: those who wait for that get to know. */
void messages_tell(struct flow *flow);
void messages_clear(struct flow *flow); /* it is gone */
