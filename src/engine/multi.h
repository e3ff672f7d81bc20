/* engine/multi.h - what a client has queued between MULTI and EXEC.
 *
 * The requests are copied, because what was received is not kept. A queue counts against
 * client-query-buffer-limit, as in Redis; a client that exceeds it is closed. Everything here belongs to the client's
 * core. How the queue is run is exec.h's. */
#pragma once

#include "engine/batch.h"

struct multi_block;

struct multi {
    struct multi *next_free;
    struct batch_request *requests; /* their kinds and cores are those of a batch */
    unsigned count, size;
    struct multi_block *blocks; /* where the copies stand; the newest first */
    size_t bytes;               /* of blocks, and of requests */
    uint32_t flags;             /* of all queued commands */
    bool is_refused;            /* a command could not be queued: EXEC will not run */
    bool needs_data;            /* some command is not for a server that loads */
    bool needs_fiber;           /* some command runs on a fiber */
    bool is_elsewhere;          /* some command runs on another core's shard */
    struct buffer messages;     /* that EXEC has published, for replicas (engine/pubsub.c) */
};

void multi_begin(struct client *client);
/* True if the client is within MULTI and the request, which may run, was queued or refused instead; the reply is written. */
bool multi_takes(struct client *client, const struct batch_request *request, struct reply *reply);
/* A request was answered with an error before it could be queued. */
void multi_refuse(struct client *client);
/* Out of MULTI, and nothing is watched any longer. */
void multi_end(struct client *client);
/* Commands queued; -1 outside of MULTI. And their bytes. */
int multi_count(const struct client *client);
size_t multi_bytes(const struct client *client);
void core_free_multis(struct core *core);
