/* engine/batch.h - the requests of one connection that are under way, and how they run.
 *
 * All complete requests of the received bytes (up to BATCH_MAX) form a batch. It is cut into runs:
 *
 *   group       consecutive single-key requests. Those of the own shard run in place, those of others travel in one
 *               hop a shard; order is kept per shard; replies return to their places.
 *   connection  one request that needs no data: runs at once.
 *   fiber       one request that may wait (several keys, other cores): runs on a fiber.
 *
 * A run starts when everything before it has run. While a hop or a fiber is under way the batch keeps the
 * receive buffers its requests point into.
 *
 * The batch stops (it is held) when its replies exceed a turn's share: a group stops between two requests, a hop
 * comes back with what it has done and is sent out again. It goes on in the next turn, or, if replies
 * stay unread beyond output-backpressure, when they were sent. So a pipeline holds at most that much and a
 * share and one reply more, for each core. */
#pragma once

#include "engine/core.h"
#include "engine/journal.h"
#include "engine/own_writes.h"
#include "proto/request.h"

enum { BATCH_MAX = 64 };

struct connection;

enum request_kind { KIND_GROUP, KIND_CONNECTION, KIND_FIBER, KIND_BAD };

struct batch_request {
    struct bytes *argv;
    uint32_t argc;
    uint8_t kind;
    bool is_multi;                 /* several keys, all on one shard */
    struct command_entry *command; /* NULL: KIND_BAD */
    struct core *core;             /* whose shard has the key (KIND_GROUP) */
    struct key key;
};

struct batch {
    struct batch *next_free;
    struct connection *connection;
    struct core *core;
    unsigned count, next; /* requests; the first not yet run */
    unsigned pending;     /* hops under way */
    unsigned group_end;   /* of the group that has hops under way */
    struct hop *hops;
    bool is_waiting; /* came back unfinished: somebody will call connection_resume */
    bool is_held;    /* the same, but only because the output is full: goes on when it was sent */
    bool fiber_is_done;
    unsigned
        way_made; /* number, from 1, of the request that no snapshot is in the way of any more */
    unsigned ready_tasks;
    struct task resume;
    struct request_arena arena;
    const char *protocol_error; /* after the last request: reply it and close */
    struct batch_request requests[BATCH_MAX];
};

/* The part of a group that runs on one core. Lives on the coordinator; the target writes to it. */
struct hop {
    struct mail mail;
    struct hop *next; /* of the batch, or of the free list */
    struct batch *batch;
    struct core *core;
    unsigned count, cursor, taken; /* requests; how many have run; whose replies were taken */
    unsigned db;
    uint8_t resp;
    bool no_touch;
    struct lock_claim claim; /* when the request at cursor waits for a lock */
    uint8_t durability;      /* of the client */
    uint64_t ticket;         /* what its replies wait for (engine/journal.h) */
    bool has_written;
    bool is_expected;         /* its return is looked out for (loop_expect_mail) */
    struct own_write written; /* where the last of it was, once it is back */
    struct journal_wait durable;
    struct chain out;
    struct chain_reader reader; /* where the assembly stands */
    uint16_t requests[BATCH_MAX];
    uint32_t reply_len[BATCH_MAX];
};

struct batch *batch_take(struct core *core, struct connection *connection);
/* Nothing of it may be under way; replies not yet taken are dropped. */
void batch_give_back(struct batch *batch);
/* Fills in what the dispatcher needs to know of the request just parsed into requests[count], and prefetches. */
void batch_add(struct batch *batch, const struct request *request);
/* The request added last may block its client. */
bool batch_may_block(const struct batch *batch);
/* Runs requests until all have run (true), or until something is under way or paused (false): then the
 * connection is resumed by batch->resume, after which this is called again. */
bool batch_run(struct batch *batch);
void core_free_pools(struct core *core);
