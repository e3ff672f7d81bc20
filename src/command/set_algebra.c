/* command/set_algebra.c - several sets: what all have, any has, only the first has.
 *
 * Over shards it is operands.c that knows how. Where all sets are on one shard, an intersection is made in
 * place: the members of the smallest, a handful at a time, are looked for in the others, whose memory was
 * asked for before (value_prefetch), and nothing is copied but what comes out. */
#include <stdlib.h>

#include "base/memory.h"
#include "command/families.h"
#include "command/operands.h"
#include "data/value.h"

/* ---- an intersection in place ---- */

struct meeting {
    struct call *call;
    const struct entry **sets; /* the smallest first */
    unsigned count;
    /* What is done with what is found: it is counted, and put where one of these says, if any does. */
    uint64_t limit, found;
    struct reply *reply;
    struct cell *draft;
};

/* False if one is of a wrong type: the error is written. All are looked up once before, so that those which have expired are
 * gone and the entries stay good. */
static bool meeting_look(struct meeting *meeting, unsigned first_arg) {
    struct call *call = meeting->call;
    for (unsigned i = 0; i < meeting->count; i++) {
        struct key key = key_of(call->argv[first_arg + i]);
        struct entry *entry = store_find(call, &key);
        if (!(call->command->row->flags & READONLY)) {
            store_count_look_up(call, &key, entry);
        }
        if (entry && entry_type(entry) != VALUE_SET) {
            reply_error_wrong_type(call->reply);
            return false;
        }
    }
    for (unsigned i = 0; i < meeting->count; i++) {
        struct key key = key_of(call->argv[first_arg + i]);
        meeting->sets[i] = store_peek(call, &key);
        if (set_count(meeting->sets[i]) < set_count(meeting->sets[0])) {
            const struct entry *smaller = meeting->sets[i];
            meeting->sets[i] = meeting->sets[0];
            meeting->sets[0] = smaller;
        }
    }
    return true;
}

/* Keeps those of the members that this set has; returns how many. */
static unsigned keep_common(const struct entry *set, struct bytes *members, unsigned count) {
    unsigned kept = 0;
    value_prefetch(set, members, count, 1);
    for (unsigned i = 0; i < count; i++) {
        if (set_has(set, members[i])) {
            members[kept++] = members[i];
        }
    }
    return kept;
}

static void use(struct meeting *meeting, struct bytes member) {
    meeting->found++;
    if (meeting->reply) {
        reply_bulk(meeting->reply, member);
    } else if (meeting->draft) {
        set_add(meeting->draft, member);
    }
}

static bool is_done(const struct meeting *meeting) {
    return meeting->limit > 0 && meeting->found >= meeting->limit;
}

static void meeting_run(struct meeting *meeting) {
    struct set_walk walk = set_walk(meeting->sets[0]);
    unsigned count;
    do {
        struct bytes members[VALUE_PREFETCH_MAX];
        char texts[VALUE_PREFETCH_MAX][NUMBER_TEXT_MAX]; /* the walk's own is good for one only */
        for (count = 0; count < VALUE_PREFETCH_MAX && set_next(&walk, &members[count]); count++) {
            if (members[count].data == walk.scratch) {
                memcpy(texts[count], walk.scratch, NUMBER_TEXT_MAX);
                members[count].data = texts[count];
            }
        }
        unsigned kept = count;
        for (unsigned i = 1; i < meeting->count && kept > 0; i++) {
            kept = keep_common(meeting->sets[i], members, kept);
        }
        for (unsigned i = 0; i < kept && !is_done(meeting); i++) {
            use(meeting, members[i]);
        }
    } while (count == VALUE_PREFETCH_MAX && !is_done(meeting));
}

/* What SINTER and its like have in common: where their sets stand, and what becomes of what they have in common. */
struct request {
    unsigned first_arg, count;
    uint64_t limit;
    bool is_stored, is_counted;
};

static void store_meeting(struct meeting *meeting) {
    struct call *call = meeting->call;
    struct cell draft = cell_draft(call->shard->keyspace, call->db, &call->key, EXPIRE_NONE);
    meeting->draft = &draft;
    meeting_run(meeting);
    struct entry *old = store_peek(call, &call->key);
    bool existed = old != NULL;
    collection_publish(call, &draft, old);
    if (draft.entry) {
        store_notify(call, NOTIFY_SET, "sinterstore", &call->key);
    } else if (existed) {
        store_notify(call, NOTIFY_GENERIC, "del", &call->key);
    }
}

static void intersect_here(struct call *call, const struct request *request) {
    struct meeting meeting = {
        .call = call,
        .sets = memory_alloc(request->count * sizeof(*meeting.sets)),
        .count = request->count,
        .limit = request->limit,
    };
    if (!meeting_look(&meeting, request->first_arg)) {
        memory_free(meeting.sets);
        return;
    }
    if (request->is_stored) {
        store_meeting(&meeting);
    } else if (!request->is_counted) {
        struct reply_mark mark = reply_array_later(call->reply, '~');
        meeting.reply = call->reply;
        meeting_run(&meeting);
        reply_array_close(call->reply, mark, (size_t)meeting.found);
    } else {
        meeting_run(&meeting);
    }
    if (request->is_stored || request->is_counted) {
        reply_integer(call->reply, (int64_t)meeting.found);
    }
    memory_free(meeting.sets);
}

/* ---- replies and stores of what operands.c has made ---- */

static void reply_result(struct reply *reply, const struct result *result) {
    reply_set(reply, result->count);
    for (size_t i = 0; i < result->count; i++) {
        reply_bulk(reply, result->elements[i].member);
    }
}

/* What Redis would hold as an intset by default comes in order. */
enum { ORDERED_MAX = 512 };

static int compare_integers(const void *a, const void *b) {
    int64_t left = 0, right = 0;
    number_parse_i64(((const struct element *)a)->member, &left);
    number_parse_i64(((const struct element *)b)->member, &right);
    return left < right ? -1 : left > right;
}

static void sort_if_integers(struct result *result) {
    int64_t integer;
    size_t i = 0;
    while (i < result->count && number_parse_i64(result->elements[i].member, &integer)) {
        i++;
    }
    if (i == result->count && i > 1 && i <= ORDERED_MAX) {
        qsort(result->elements, result->count, sizeof(*result->elements), compare_integers);
    }
}

/* ---- SINTER, SINTERCARD, SINTERSTORE ---- */

static void intersect_over_shards(struct call *call, const struct request *request) {
    struct tx tx;
    struct operands operands;
    struct result result = {0};
    tx_begin(&tx, call);
    operands_init(&operands, call, &tx, request->first_arg, request->is_stored, request->count);
    if (operands_look(&operands, SEND_SMALL)) {
        operands_intersect(&operands, request->limit, &result);
        if (request->is_stored) {
            result_store(&result, call, &tx, VALUE_SET, "sinterstore");
        }
        if (request->is_stored || request->is_counted) {
            reply_integer(call->reply, (int64_t)result.count);
        } else {
            reply_result(call->reply, &result);
        }
        result_clear(&result);
    }
    operands_clear(&operands);
    tx_end(&tx);
}

static void intersect(struct call *call, const struct request *request) {
    if (call->shard) {
        intersect_here(call, request);
    } else {
        intersect_over_shards(call, request);
    }
}

static void sinter(struct call *call) {
    struct request request = {.first_arg = 1, .count = call->argc - 1};
    intersect(call, &request);
}

static void sinterstore(struct call *call) {
    struct request request = {.first_arg = 2, .count = call->argc - 2, .is_stored = true};
    intersect(call, &request);
}

static void sintercard(struct call *call) {
    struct request request = {.first_arg = 2, .is_counted = true};
    int64_t count, limit = 0;
    if (!number_parse_i64(call->argv[1], &count) || count < 1) {
        reply_error(call->reply, "ERR numkeys should be greater than 0");
        return;
    }
    if (count > (int64_t)call->argc - 2) {
        reply_error(call->reply, "ERR Number of keys can't be greater than number of args");
        return;
    }
    request.count = (unsigned)count;
    for (unsigned i = 2 + request.count; i < call->argc; i += 2) {
        if (!arg_is(call, i, "limit") || i + 1 == call->argc) {
            reply_error_syntax(call->reply);
            return;
        }
        if (!number_parse_i64(call->argv[i + 1], &limit) || limit < 0) {
            reply_error(call->reply, "ERR LIMIT can't be negative");
            return;
        }
    }
    request.limit = (uint64_t)limit;
    intersect(call, &request);
}

/* ---- SUNION, SDIFF and their stores ---- */

/* Redis makes a difference by looking for each member of the first in the others, or by removing them from
 * a copy of the first, whichever it takes for less work. After the latter the set is held as the copy was. */
static bool is_made_by_removing(const struct operands *operands) {
    uint64_t work_of_looking = 0, work_of_removing = 0;
    for (unsigned i = 0; i < operands->count; i++) {
        if (operands->items[i].count > 0) {
            work_of_looking += operands->items[0].count;
            work_of_removing += operands->items[i].count;
        }
    }
    return work_of_looking / 2 > work_of_removing;
}

static void make(struct operands *operands, bool is_union, struct result *result) {
    if (is_union) {
        operands_unite(operands, result);
    } else {
        operands_subtract(operands, result);
    }
}

/* event: of the store, or NULL for a reply. */
static void combine(struct call *call, bool is_union, const char *event) {
    struct tx tx;
    struct operands operands;
    struct result result;
    unsigned first_arg = event ? 2 : 1;
    if (!call->shard) {
        tx_begin(&tx, call);
    }
    operands_init(&operands, call, call->shard ? NULL : &tx, first_arg, first_arg - 1,
                  call->argc - first_arg);
    if (operands_look(&operands, is_union ? SEND_ALL : SEND_FIRST)) {
        make(&operands, is_union, &result);
        if (!is_union && !(event && is_made_by_removing(&operands))) {
            result_drop(&result, 0);
        }
        if (event) {
            result_store(&result, call, operands.tx, VALUE_SET, event);
            result_drop(&result, 0);
            reply_integer(call->reply, (int64_t)result.count);
        } else {
            sort_if_integers(&result);
            reply_result(call->reply, &result);
        }
        result_clear(&result);
    }
    operands_clear(&operands);
    if (!call->shard) {
        tx_end(&tx);
    }
}

static void sunion(struct call *call) {
    combine(call, true, NULL);
}
static void sunionstore(struct call *call) {
    combine(call, true, "sunionstore");
}
static void sdiff(struct call *call) {
    combine(call, false, NULL);
}
static void sdiffstore(struct call *call) {
    combine(call, false, "sdiffstore");
}

#define SOURCES KEYS_FROM(1, -1, 1, KEY_RO | KEY_ACCESS)
#define TARGET_AND_SOURCES(target_use)             \
    {                                              \
        {1, 1, 1, 0, (target_use) | KEY_UPDATE}, { \
            2, -1, 1, 0, KEY_RO | KEY_ACCESS       \
        }                                          \
    }

const struct command set_algebra_commands[] = {
    {"SINTER", "key [key ...]", sinter, READONLY | MULTI_KEY, SOURCES, "1.0.0",
     "O(N*M), N the size of the smallest set, M the number of sets",
     "Returns what several sets have in common.", GROUP_SET, NULL,
     .tips = "nondeterministic_output_order"},
    {"SINTERCARD",
     "numkeys key [key ...] [LIMIT limit]",
     sintercard,
     READONLY | MULTI_KEY | MOVABLE_KEYS,
     {{0, 0, 0, 1, KEY_RO | KEY_ACCESS}},
     "7.0.0",
     "O(N*M), N the size of the smallest set, M the number of sets",
     "Says how many members several sets have in common.",
     GROUP_SET,
     NULL},
    {"SINTERSTORE", "destination key [key ...]", sinterstore, WRITE | GROWS | MULTI_KEY,
     TARGET_AND_SOURCES(KEY_RW), "1.0.0",
     "O(N*M), N the size of the smallest set, M the number of sets",
     "Stores what several sets have in common.", GROUP_SET, NULL},
    {"SUNION", "key [key ...]", sunion, READONLY | MULTI_KEY, SOURCES, "1.0.0",
     "O(N) for N members of all sets together", "Returns what any of several sets has.", GROUP_SET,
     NULL, .tips = "nondeterministic_output_order"},
    {"SUNIONSTORE", "destination key [key ...]", sunionstore, WRITE | GROWS | MULTI_KEY,
     TARGET_AND_SOURCES(KEY_OW), "1.0.0", "O(N) for N members of all sets together",
     "Stores what any of several sets has.", GROUP_SET, NULL},
    {"SDIFF", "key [key ...]", sdiff, READONLY | MULTI_KEY, SOURCES, "1.0.0",
     "O(N*M), N the size of the first set, M the number of sets",
     "Returns what only the first of several sets has.", GROUP_SET, NULL,
     .tips = "nondeterministic_output_order"},
    {"SDIFFSTORE", "destination key [key ...]", sdiffstore, WRITE | GROWS | MULTI_KEY,
     TARGET_AND_SOURCES(KEY_OW), "1.0.0",
     "O(N*M), N the size of the first set, M the number of sets",
     "Stores what only the first of several sets has.", GROUP_SET, NULL},
    {0},
};
