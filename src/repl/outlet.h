/* repl/outlet.h - a flow at the primary: it takes what a source produces to the connection, and what the replica
 * acknowledges to where everybody can see it.
 *
 *      core of the source     source ──frames──┐                    ┌──> source stops ──┐
 *                                              │ mail               │ closed            │ stopped
 *      core of the connection                  └──> client's stream ┘                   └──> gone ──> core 0
 *                                                   acks ──> places (follower.h)
 *
 * The connection moves to the core of its source, where that can be: else each turn's frames, and each acknowledgement, are a
 * mail there and mostly a wake-up of the other core, some 3 us for both. On the simulated machine it cannot: there
 * frames go by mail, a chain of them a turn. */
#pragma once

#include "base/buffer.h"
#include "base/chain.h"
#include "engine/client.h"

struct call;
struct core;
struct follower;
struct outlet;
struct source;

/* On the connection's core, in its command, which this replies: the client is taken over. */
void outlet_open(struct call *call, struct follower *follower, unsigned number);
/* On core 0: the connection is to be closed. */
void outlet_close(struct outlet *outlet);
unsigned outlet_number(const struct outlet *outlet);
uint64_t outlet_lsn_base(const struct outlet *outlet);
void outlet_destroy(struct outlet *outlet); /* it is detached from its follower */

/* On the source's core, in a callback that holds the shard of every core. */
void outlet_start(struct outlet *outlet);
void outlet_cut(struct outlet *outlet, uint64_t tx);
const struct source *
outlet_source(const struct outlet *outlet); /* NULL: there is none (any more) */

/* For the source, on its core. */
/* Moves them. is_urgent: before the replies of clients, who may wait for the replica. */
void outlet_send(struct outlet *outlet, struct chain *frames, bool is_urgent);
/* What the replica has applied of the core's records, as effects->records counts them. */
uint64_t outlet_applied(const struct outlet *outlet);
/* The next acknowledgement brings about a turn of the source's core. One that comes just now may not. */
void outlet_await_ack(struct outlet *outlet);
void outlet_fail(struct outlet *outlet, const char *reason);
void outlet_baseline_ended(struct outlet *outlet);
