/* worker.h - one thread of the generator: its connections and its event loop.
 *
 * A run is a row of phases (load, warm-up, measured), each of which starts and ends with nothing
 * in flight, so what is measured around a phase belongs to exactly its requests. */
#pragma once

#include "keys.h"
#include "options.h"
#include "request.h"
#include "results.h"
#include "values.h"

#include <stdint.h>

enum { LOAD_PIPELINE = 32 };

/* What all workers share; read-only while they run, but for the key space's counters and `stops`.
 */
struct plan {
    const struct options *options;
    struct key_space *space;
    struct value_source values;
    struct request_form forms[REQUEST_KINDS];
    unsigned cumulative[REQUEST_KINDS]; /* running sums of the weights */
    unsigned weight_sum;
    unsigned only_kind;  /* the single kind of the mix, or REQUEST_KINDS */
    unsigned keys_max;   /* most keys that one request takes */
    _Atomic bool stops;  /* set by a signal: no more requests, print what there is */
    _Atomic bool begins; /* set by a signal: the measured run may begin */
};

struct phase {
    const char *name;
    bool is_load;
    bool awaits_signal; /* it ends when the plan begins */
    uint64_t start_ns;
    uint64_t duration_ns; /* UINT64_MAX where requests count */
    uint64_t requests;    /* of all workers; UINT64_MAX where time counts */
};

struct connection;

struct worker {
    const struct plan *plan;
    unsigned index;
    struct connection *connections;
    unsigned count;
    unsigned alive;
    int epoll;
    struct random random;
    struct key_chooser chooser;      /* of the measured phases */
    struct key_chooser load_chooser; /* of the load phase */

    const struct phase *phase;
    unsigned pipeline;
    double rate; /* of all workers, open loop; 0 in closed loop */
    uint64_t end_ns;
    uint64_t quota; /* requests it may still start */
    uint64_t in_flight;
    uint64_t arrivals; /* open loop: how many due moments have been looked at */
    struct results *results;
};

/* Returns CLOCK_MONOTONIC in nanoseconds. */
uint64_t worker_clock_ns(void);

/* Opens the worker's share of the connections. Returns 0, or -1 after a complaint. */
int worker_create(struct worker *worker, const struct plan *plan, unsigned index);

/* Closes everything. */
void worker_destroy(struct worker *worker);

/* Runs one phase to its end; waits. The results are those of this phase alone. */
void worker_run(struct worker *worker, const struct phase *phase);
