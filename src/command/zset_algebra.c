/* command/zset_algebra.c - several sorted sets: what all have, any has, only the first has. A set counts as
 * a sorted set in which every score is 1. How they are brought together is operands.c's business.
 *
 * As in Redis the number of keys is read first, then the keys' types are looked at, then the options: so
 * what the options lack is said only after the first hop. */
#include "command/families.h"
#include "command/operands.h"

enum operation { UNITE, INTERSECT, SUBTRACT };
enum outcome { REPLIED, COUNTED, STORED };

struct request {
    enum operation operation;
    enum outcome outcome;
    unsigned count_arg; /* the argument that is numkeys */
    unsigned key_count;
    const char *event; /* of what is stored */
    bool with_scores;
    uint64_t limit;
    const char *error; /* of the options, or NULL */
};

/* ---- arguments ---- */

static bool parse_key_count(struct call *call, struct request *request) {
    int64_t count;
    if (!arg_integer(call, request->count_arg, &count)) {
        return false;
    }
    if (count < 1) {
        reply_error(call->reply, "ERR at least 1 input key is needed for '%s' command",
                    call->command->name);
        return false;
    }
    if (count > (int64_t)(call->argc - request->count_arg - 1)) {
        reply_error_syntax(call->reply);
        return false;
    }
    request->key_count = (unsigned)count;
    return true;
}

/* Each option returns how many arguments it has, 0 if it is none of its kind, or is wrong. */
static unsigned parse_weights(const struct call *call, unsigned i, struct request *request,
                              struct operands *operands) {
    if (!arg_is(call, i, "weights") || call->argc - i < request->key_count + 1) {
        return 0;
    }
    for (unsigned key = 0; key < request->key_count; key++) {
        if (!number_parse_double(call->argv[i + 1 + key], &operands->items[key].weight)) {
            request->error = "ERR weight value is not a float";
        }
    }
    return request->key_count + 1;
}

static unsigned parse_aggregate(const struct call *call, unsigned i, struct operands *operands) {
    if (!arg_is(call, i, "aggregate") || i + 1 == call->argc) {
        return 0;
    }
    if (arg_is(call, i + 1, "sum")) {
        operands->aggregate = AGGREGATE_SUM;
    } else if (arg_is(call, i + 1, "min")) {
        operands->aggregate = AGGREGATE_MIN;
    } else if (arg_is(call, i + 1, "max")) {
        operands->aggregate = AGGREGATE_MAX;
    } else {
        return 0;
    }
    return 2;
}

static unsigned parse_limit(const struct call *call, unsigned i, struct request *request) {
    int64_t limit;
    if (!arg_is(call, i, "limit") || i + 1 == call->argc) {
        return 0;
    }
    if (!number_parse_i64(call->argv[i + 1], &limit) || limit < 0) {
        request->error = "ERR LIMIT can't be negative";
    } else {
        request->limit = (uint64_t)limit;
    }
    return 2;
}

static unsigned parse_option(const struct call *call, unsigned i, struct request *request,
                             struct operands *operands) {
    if (request->outcome == COUNTED) {
        return parse_limit(call, i, request);
    }
    if (request->outcome == REPLIED && arg_is(call, i, "withscores")) {
        request->with_scores = true;
        return 1;
    }
    if (request->operation == SUBTRACT) {
        return 0;
    }
    unsigned used = parse_weights(call, i, request, operands);
    return used > 0 ? used : parse_aggregate(call, i, operands);
}

/* Up to the first error. */
static void parse_options(const struct call *call, struct request *request,
                          struct operands *operands) {
    unsigned i = request->count_arg + 1 + request->key_count;
    while (i < call->argc && !request->error) {
        unsigned used = parse_option(call, i, request, operands);
        if (used == 0) {
            request->error = "ERR syntax error";
        }
        i += used;
    }
}

/* ---- what comes out ---- */

static void make(struct operands *operands, const struct request *request, struct result *result) {
    switch (request->operation) {
    case UNITE:
        operands_unite(operands, result);
        break;
    case INTERSECT:
        operands_intersect(operands, request->limit, result);
        break;
    default:
        operands_subtract(operands, result);
        result_drop(result, 0);
    }
    if (request->outcome != COUNTED) {
        result_sort(result);
    }
}

static void reply_result(struct reply *reply, const struct result *result, bool with_scores) {
    bool has_pairs = with_scores && reply->version >= 3;
    reply_array(reply, result->count * (with_scores && !has_pairs ? 2 : 1));
    for (size_t i = 0; i < result->count; i++) {
        if (has_pairs) {
            reply_array(reply, 2);
        }
        reply_bulk(reply, result->elements[i].member);
        if (with_scores) {
            reply_double(reply, result->elements[i].score);
        }
    }
}

static void finish(struct operands *operands, const struct request *request) {
    struct call *call = operands->call;
    struct result result;
    make(operands, request, &result);
    if (request->outcome == STORED) {
        result_store(&result, call, operands->tx, VALUE_ZSET, request->event);
    }
    if (request->outcome == REPLIED) {
        reply_result(call->reply, &result, request->with_scores);
    } else {
        reply_integer(call->reply, (int64_t)result.count);
    }
    result_clear(&result);
}

static enum operands_send send_of(enum operation operation) {
    return operation == UNITE ? SEND_ALL : operation == SUBTRACT ? SEND_FIRST : SEND_SMALL;
}

static void run(struct call *call, enum operation operation, enum outcome outcome,
                const char *event) {
    struct request request = {.operation = operation,
                              .outcome = outcome,
                              .count_arg = outcome == STORED ? 2 : 1,
                              .event = event};
    struct tx tx;
    struct operands operands;
    if (!parse_key_count(call, &request)) {
        return;
    }
    if (!call->shard) {
        tx_begin(&tx, call);
    }
    operands_init(&operands, call, call->shard ? NULL : &tx, request.count_arg + 1,
                  outcome == STORED, request.key_count);
    operands.has_scores = true;
    parse_options(call, &request, &operands);
    if (operands_look(&operands, send_of(operation))) {
        if (request.error) {
            reply_error(call->reply, "%s", request.error);
        } else {
            finish(&operands, &request);
        }
    }
    operands_clear(&operands);
    if (!call->shard) {
        tx_end(&tx);
    }
}

static void zunion(struct call *call) {
    run(call, UNITE, REPLIED, NULL);
}
static void zunionstore(struct call *call) {
    run(call, UNITE, STORED, "zunionstore");
}
static void zinter(struct call *call) {
    run(call, INTERSECT, REPLIED, NULL);
}
static void zintercard(struct call *call) {
    run(call, INTERSECT, COUNTED, NULL);
}
static void zinterstore(struct call *call) {
    run(call, INTERSECT, STORED, "zinterstore");
}
static void zdiff(struct call *call) {
    run(call, SUBTRACT, REPLIED, NULL);
}
static void zdiffstore(struct call *call) {
    run(call, SUBTRACT, STORED, "zdiffstore");
}

#define SOURCES                             \
    {                                       \
        { 0, 0, 0, 1, KEY_RO | KEY_ACCESS } \
    }
#define TARGET_AND_SOURCES                   \
    {                                        \
        {1, 1, 1, 0, KEY_OW | KEY_UPDATE}, { \
            0, 0, 0, 2, KEY_RO | KEY_ACCESS  \
        }                                    \
    }
#define WEIGHED "[WEIGHTS weight [weight ...]] [AGGREGATE SUM | MIN | MAX]"
#define UNION_COST "O(N + M*log(M)), N members of all sets together, M of the result"
#define INTER_COST "O(N*K + M*log(M)), N members of the smallest of K sets, M of the result"
#define DIFF_COST "O(N*K + M*log(M)), N members of the first of K sets, M of the result"

enum {
    READS = READONLY | MULTI_KEY | MOVABLE_KEYS,
    WRITES = WRITE | GROWS | MULTI_KEY | MOVABLE_KEYS
};

const struct command zset_algebra_commands[] = {
    {"ZUNION", "numkeys key [key ...] " WEIGHED " [WITHSCORES]", zunion, READS, SOURCES, "6.2.0",
     UNION_COST, "Returns what any of several sorted sets has, with scores combined.",
     GROUP_SORTED_SET, NULL},
    {"ZUNIONSTORE", "destination numkeys key [key ...] " WEIGHED, zunionstore, WRITES,
     TARGET_AND_SOURCES, "2.0.0", UNION_COST,
     "Stores what any of several sorted sets has, with scores combined.", GROUP_SORTED_SET, NULL},
    {"ZINTER", "numkeys key [key ...] " WEIGHED " [WITHSCORES]", zinter, READS, SOURCES, "6.2.0",
     INTER_COST, "Returns what several sorted sets have in common, with scores combined.",
     GROUP_SORTED_SET, NULL},
    {"ZINTERCARD", "numkeys key [key ...] [LIMIT limit]", zintercard, READS, SOURCES, "7.0.0",
     "O(N*K), N members of the smallest of K sets",
     "Says how many members several sorted sets have in common.", GROUP_SORTED_SET, NULL},
    {"ZINTERSTORE", "destination numkeys key [key ...] " WEIGHED, zinterstore, WRITES,
     TARGET_AND_SOURCES, "2.0.0", INTER_COST,
     "Stores what several sorted sets have in common, with scores combined.", GROUP_SORTED_SET,
     NULL},
    {"ZDIFF", "numkeys key [key ...] [WITHSCORES]", zdiff, READS, SOURCES, "6.2.0", DIFF_COST,
     "Returns what only the first of several sorted sets has.", GROUP_SORTED_SET, NULL},
    {"ZDIFFSTORE", "destination numkeys key [key ...]", zdiffstore, WRITES, TARGET_AND_SOURCES,
     "6.2.0", DIFF_COST, "Stores what only the first of several sorted sets has.", GROUP_SORTED_SET,
     NULL},
    {0},
};
