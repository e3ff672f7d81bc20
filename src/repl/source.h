/* repl/source.h - what a core of the primary sends to each of its replicas: the baseline of its shard, and its journal.
 *
 * A source stands somewhere in the core's history, and hands on run after run (repl/backlog.h):
 *
 *      live      its next run is in memory, or it has sent all there is. Only then the baseline goes on (B2 of traversal.h).
 *      behind    its replica reads too slowly, or was away: runs come back from the disk (repl/readback.h), on a helper,
 *                until they reach one that is in memory.
 *
 *   S1  What is not yet sent is bounded: at SOURCE_WINDOW nothing is handed on. The backlog keeps what a live source still
 *       needs up to SOURCE_SLACK beyond its size; then the source is behind, or, without a log, is given up.
 *   S2  No client waits for a source, and nothing is encoded twice for two of them.
 *   S3  Marks of transactions are left out up to the cut, an instant over all cores (MARK_TX with the number of
 *       the follower's cut, which is in the history like any other): a flow may begin behind some of a transaction's parts
 *       and before others. Those with a record without a key keep theirs: all flows have such records, or none has. At the
 *       cut comes WIRE_PUBLISH.
 *
 * Belongs to its core. */
#pragma once

#include "engine/core.h"
#include "repl/backlog.h"

enum { SOURCE_WINDOW = 1 << 20, SOURCE_SLACK = 8 << 20, SOURCE_MESSAGES = 1 << 20 };

struct outlet;
struct readback;
struct source;

struct source_options {
    struct outlet *outlet; /* where frames go */
    bool is_full;
    const uint64_t *have; /* of all partitions: not full */
    bool takes_messages;
};

/* On that core. Its journal is kept in memory from now on. */
void sources_prepare(struct core *core);
/* True if someone who stands at these LSNs can go on here from memory. Otherwise *probe, if it is not NULL, finds out on a
 * helper (readback_seek_lsns) if the log reaches back so far; the caller destroys it. */
bool sources_reach(struct core *core, const uint64_t *have, struct readback **probe);
struct source *source_start(struct core *core, const struct source_options *options);
/* So many bytes have been taken by the kernel. */
void source_drained(struct source *source, uint64_t bytes);
/* Hands on nothing any more. done(arg) is called, perhaps at once, when nothing is under way for it: it is gone then. */
void source_stop(struct source *source, void (*done)(void *arg), void *arg);
/* In a callback that holds the whole shard: this is the follower's cut. */
void source_cut(struct source *source, uint64_t tx);
/* All replicas are asked for an acknowledgement now. */
void sources_ask(struct core *core);
/* engine_hooks.on_publish: to replicas that are there, behind all that has been written by now (repl/message.h). */
void sources_publish(struct core *core, enum topic_kind kind, struct bytes channel,
                     struct bytes text);
/* The core's LSNs have been set anew: what the backlog has does not lead there. Sources hand on nothing any more. */
void sources_begin_anew(struct core *core);
/* What the LSNs of this core's partitions sum up to when so many had been taken (effects->lsns_taken), minus that. */
uint64_t sources_lsn_base(const struct core *core);
/* Nothing is handed on any more to those that there are: their followers are being closed. */
void sources_end_all(struct core *core);
void sources_destroy(struct core *core); /* when the core ends */

/* Since the start; of those that have gone, too. */
struct source_facts {
    uint64_t bytes, baseline_bytes, chunks, cancels, preemptions, from_disk, messages_dropped;
    double progress; /* of the baseline that is least far; 1: there is none */
};
struct sources_facts {
    bool is_active;
    uint64_t bytes, runs, lsn_first, lsn_sum; /* sums over the core's partitions */
};
void sources_facts(const struct core *core, struct sources_facts *facts, struct source_facts *sum,
                   unsigned *behind, unsigned *baselines);
