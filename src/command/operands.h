/* command/operands.h - the sets and sorted sets that SINTER, ZUNIONSTORE and their like combine, wherever
 * they are, and what comes out.
 *
 *     struct operands operands;
 *     operands_init(&operands, call, &tx, …);            // tx NULL: all keys are on call->shard
 *     if (operands_look(&operands, SEND_SMALL)) {        // else WRONGTYPE is written
 *         operands_intersect(&operands, &result);
 *         reply, or result_store behind the same locks
 *     }
 *     result_clear(&result), operands_clear(&operands);
 *
 * How many bytes move, and in how many hops (operands.c says why):
 *
 *   union         1 hop   every member of every operand
 *   difference    2 hops  the members of the first; the others answer for each whether they have it
 *   intersection  3 hops  the members of the smallest; the others answer
 *
 * and what has few members is sent with the first hop, which is then often the only one.
 *
 * The members of a result are views into what was sent: good until operands_clear. */
#pragma once

#include "engine/collection.h"
#include "engine/tx.h"

/* With the first hop: what is small, also the first operand, or everything. */
enum operands_send { SEND_SMALL, SEND_FIRST, SEND_ALL };
enum operands_aggregate { AGGREGATE_SUM, AGGREGATE_MIN, AGGREGATE_MAX };

/* Written by the shard of its key during a hop, read by the caller between hops. */
struct operand {
    uint64_t count; /* members it has; 0: there is no such key */
    bool is_wrong_type;
    bool is_sent;
    double weight;
    struct buffer members; /* each as part_put, and its score if scores are wanted */
    struct buffer answers; /* for each candidate: a score or NaN; without scores, a bit */
};

struct operands {
    struct call *call;
    struct tx *tx;      /* NULL: everything is here */
    unsigned first_arg; /* argv index of the first one's key */
    unsigned first_key; /* its number among the keys of the command */
    unsigned count;
    struct operand *items;
    bool has_scores; /* sorted sets, or sets in which every score is 1; else sets only */
    enum operands_aggregate aggregate;
    /* of the step under way */
    enum operands_send send;
    void (*step)(struct operands *operands, struct operand *operand, struct call *call,
                 const struct key *key);
    struct bytes candidates;
    uint64_t candidate_count;
};

struct element {
    struct bytes member;
    double score; /* NaN: it is not in the result after all */
};

struct result {
    struct element *elements;
    size_t count;
};

/* All weights are 1, and scores are added up; the caller may change that. */
void operands_init(struct operands *operands, struct call *call, struct tx *tx, unsigned first_arg,
                   unsigned first_key, unsigned count);
void operands_clear(struct operands *operands);
/* The first hop. False if one is of a wrong type: the error is written. */
bool operands_look(struct operands *operands, enum operands_send send);

/* What all have; at most limit elements (0: all). */
void operands_intersect(struct operands *operands, uint64_t limit, struct result *result);
void operands_unite(struct operands *operands, struct result *result);
/* All members of the first (SEND_FIRST); those that others have, too, with NaN. */
void operands_subtract(struct operands *operands, struct result *result);

/* Drops the elements whose score is NaN, and all behind the first limit others (0: none). */
void result_drop(struct result *result, uint64_t limit);
/* By score, then by member. Without NaN. */
void result_sort(struct result *result);
/* Puts the result at the command's first key, which is argv[1], on its shard: a set, or a sorted set from a sorted result.
 * What is NaN is put and then taken away again. Tells event or, if nothing is left of what was there, "del". */
void result_store(const struct result *result, struct call *call, struct tx *tx,
                  enum value_type type, const char *event);
void result_clear(struct result *result);
