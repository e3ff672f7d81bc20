/* command/zset_blocking.c - commands that wait for sorted sets: BZPOPMIN BZPOPMAX BZMPOP. */
#include "command/changes.h"
#include "command/families.h"
#include "command/zset_pop.h"
#include "engine/blocking.h"

static void pop_one(struct call *call, enum zset_end end) {
    struct buffer popped = {0};
    struct cell cell;
    if (collection_open(call, &call->key, VALUE_ZSET, &cell)) {
        zset_pop_take(call, &cell, end, 1, &popped);
        zset_pop_reply_key_and_one(call->reply, call->key.name, buffer_view(&popped));
    }
    buffer_clear(&popped);
}

static void serve_min(struct call *call, struct waiter *waiter, unsigned number) {
    (void)waiter;
    (void)number;
    pop_one(call, ZSET_MIN);
}

static void serve_max(struct call *call, struct waiter *waiter, unsigned number) {
    (void)waiter;
    (void)number;
    pop_one(call, ZSET_MAX);
}

static void pop(struct call *call, const struct blocking_kind *kind) {
    int64_t timeout_ms;
    if (blocking_seconds(call, call->argc - 1, &timeout_ms)) {
        blocking_pop(call, kind, 1, call->argc - 2, timeout_ms);
    }
}

static void bzpopmin(struct call *call) {
    static const struct blocking_kind kind = {.type = VALUE_ZSET, .serve = serve_min};
    pop(call, &kind);
}

static void bzpopmax(struct call *call) {
    static const struct blocking_kind kind = {.type = VALUE_ZSET, .serve = serve_max};
    pop(call, &kind);
}

static void serve_many(struct call *call, struct waiter *waiter, unsigned number) {
    (void)waiter;
    (void)number;
    struct zset_pop pop;
    struct buffer popped = {0};
    struct cell cell;
    if (zset_pop_parse(call, 2, &pop) && collection_open(call, &call->key, VALUE_ZSET, &cell)) {
        zset_pop_take(call, &cell, pop.end, pop.count, &popped);
        zset_pop_reply_key_and_pairs(call->reply, call->key.name, buffer_view(&popped));
    }
    buffer_clear(&popped);
}

static void bzmpop(struct call *call) {
    static const struct blocking_kind kind = {.type = VALUE_ZSET, .serve = serve_many};
    struct zset_pop pop;
    int64_t timeout_ms;
    if (zset_pop_parse(call, 2, &pop) && blocking_seconds(call, 1, &timeout_ms)) {
        blocking_pop(call, &kind, pop.first_key, pop.key_count, timeout_ms);
    }
}

#define TIMEOUT_HISTORY "6.0.0: `timeout` is interpreted as a double instead of an integer."

enum { WAITS = WRITE | BLOCKING | ON_FIBER, TAKEN = KEY_RW | KEY_ACCESS | KEY_DELETE };

const struct command zset_blocking_commands[] = {
    {"BZPOPMIN", "key [key ...] timeout", bzpopmin, WAITS | NOSCRIPT | FAST,
     KEYS_FROM(1, -2, 1, TAKEN), "5.0.0", "O(log(N)) with N being the number of members",
     "Takes the member with the lowest score from the first sorted set that has one, or waits.",
     GROUP_SORTED_SET, TIMEOUT_HISTORY},
    {"BZPOPMAX", "key [key ...] timeout", bzpopmax, WAITS | NOSCRIPT | FAST,
     KEYS_FROM(1, -2, 1, TAKEN), "5.0.0", "O(log(N)) with N being the number of members",
     "Takes the member with the highest score from the first sorted set that has one, or waits.",
     GROUP_SORTED_SET, TIMEOUT_HISTORY},
    {"BZMPOP",
     "timeout numkeys key [key ...] <MIN | MAX> [COUNT count]",
     bzmpop,
     WAITS | MOVABLE_KEYS,
     {{.count_at = 2, .use = TAKEN}},
     "7.0.0",
     "O(K) + O(M*log(N)) where K is the number of keys, N that of members and M that of those "
     "taken",
     "Takes members from the first of several sorted sets that has some, or waits for them.",
     GROUP_SORTED_SET,
     NULL,
     .changes = changes_of_count},
    {0},
};
