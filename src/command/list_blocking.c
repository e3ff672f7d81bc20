/* command/list_blocking.c - commands that wait for lists: BLPOP BRPOP BLMPOP BLMOVE BRPOPLPUSH.
 *
 * The waiting is engine/blocking.h's: here stands what is taken from a list once it is there, and how it is replied. */
#include "command/changes.h"
#include "command/families.h"
#include "command/list_pop.h"
#include "engine/blocking.h"

/* ---- BLPOP, BRPOP ---- */

static void pop_one(struct call *call, bool at_head) {
    struct cell cell;
    if (!collection_open(call, &call->key, VALUE_LIST, &cell)) {
        return;
    }
    struct lists_walk walk;
    lists_walk(cell.entry, at_head ? 0 : lists_count(cell.entry), &walk);
    at_head ? lists_next(&walk) : lists_prev(&walk);
    reply_array(call->reply, 2);
    reply_bulk(call->reply, call->key.name);
    reply_bulk(call->reply, walk.text);
    list_take(call, &call->key, &cell, at_head, 1);
}

static void serve_left(struct call *call, struct waiter *waiter, unsigned number) {
    (void)waiter;
    (void)number;
    pop_one(call, true);
}

static void serve_right(struct call *call, struct waiter *waiter, unsigned number) {
    (void)waiter;
    (void)number;
    pop_one(call, false);
}

static void pop(struct call *call, const struct blocking_kind *kind) {
    int64_t timeout_ms;
    if (blocking_seconds(call, call->argc - 1, &timeout_ms)) {
        blocking_pop(call, kind, 1, call->argc - 2, timeout_ms);
    }
}

static void blpop(struct call *call) {
    static const struct blocking_kind kind = {.type = VALUE_LIST, .serve = serve_left};
    pop(call, &kind);
}

static void brpop(struct call *call) {
    static const struct blocking_kind kind = {.type = VALUE_LIST, .serve = serve_right};
    pop(call, &kind);
}

/* ---- BLMPOP ---- */

static void serve_many(struct call *call, struct waiter *waiter, unsigned number) {
    (void)waiter;
    (void)number;
    struct list_pop_arguments arguments;
    struct cell cell;
    if (list_parse_pop(call, 2, &arguments) &&
        collection_open(call, &call->key, VALUE_LIST, &cell)) {
        reply_array(call->reply, 2);
        reply_bulk(call->reply, call->key.name);
        list_reply_end(call->reply, cell.entry, arguments.at_head, arguments.count);
        list_take(call, &call->key, &cell, arguments.at_head, arguments.count);
    }
}

static void blmpop(struct call *call) {
    static const struct blocking_kind kind = {.type = VALUE_LIST, .serve = serve_many};
    struct list_pop_arguments arguments;
    int64_t timeout_ms;
    if (list_parse_pop(call, 2, &arguments) && blocking_seconds(call, 1, &timeout_ms)) {
        blocking_pop(call, &kind, arguments.first_key, arguments.key_count, timeout_ms);
    }
}

/* ---- BLMOVE, BRPOPLPUSH ---- */

struct ends {
    bool from_head, to_head;
};

static bool parse_ends(struct call *call, struct ends *ends) {
    enum { BLMOVE_ARGUMENTS = 6 };
    *ends = (struct ends){false, true};
    return call->argc < BLMOVE_ARGUMENTS ||
           (list_parse_end(call, 3, &ends->from_head) && list_parse_end(call, 4, &ends->to_head));
}

/* What the call of a waiter says: it was parsed once before. */
static struct ends ends_of(struct call *call) {
    struct ends ends;
    parse_ends(call, &ends);
    return ends;
}

static void read_element(struct call *call, const struct waiter *waiter, struct buffer *text) {
    (void)waiter;
    struct entry *list;
    list_find(call, &call->key, &list);
    struct lists_walk walk;
    bool from_head = ends_of(call).from_head;
    lists_walk(list, from_head ? 0 : lists_count(list), &walk);
    from_head ? lists_next(&walk) : lists_prev(&walk);
    buffer_append(text, walk.text);
}

/* The element is in the target, and for a moment in the source, too: nobody looks. */
static bool put_element(struct call *call, const struct waiter *waiter, struct bytes text) {
    (void)waiter;
    struct cell cell;
    if (!collection_open(call, &call->key, VALUE_LIST, &cell)) {
        return false;
    }
    bool to_head = ends_of(call).to_head;
    collection_list_push(call, &cell, to_head, text);
    store_notify(call, NOTIFY_LIST, to_head ? "lpush" : "rpush", &call->key);
    return true;
}

static void take_element(struct call *call, const struct waiter *waiter, struct bytes text) {
    (void)waiter;
    struct cell cell;
    if (collection_open(call, &call->key, VALUE_LIST, &cell)) {
        list_take(call, &call->key, &cell, ends_of(call).from_head, 1);
        reply_bulk(call->reply, text);
    }
}

static const struct blocking_kind mover = {
    .type = VALUE_LIST,
    .reply_nothing = reply_nil,
    .read = read_element,
    .put = put_element,
    .take = take_element,
};

static void blmove(struct call *call) {
    struct ends ends;
    int64_t timeout_ms;
    if (parse_ends(call, &ends) && blocking_seconds(call, call->argc - 1, &timeout_ms)) {
        blocking_pop(call, &mover, 1, 2, timeout_ms);
    }
}

#define TIMEOUT_HISTORY "6.0.0: `timeout` is interpreted as a double instead of an integer."

enum { WAITS = WRITE | BLOCKING | ON_FIBER, TAKEN = KEY_RW | KEY_ACCESS | KEY_DELETE };

const struct command list_blocking_commands[] = {
    {"BLPOP", "key [key ...] timeout", blpop, WAITS | NOSCRIPT, KEYS_FROM(1, -2, 1, TAKEN), "2.0.0",
     "O(N) where N is the number of keys",
     "Takes the first element of the first list that has one, or waits for it.", GROUP_LIST,
     TIMEOUT_HISTORY},
    {"BRPOP", "key [key ...] timeout", brpop, WAITS | NOSCRIPT, KEYS_FROM(1, -2, 1, TAKEN), "2.0.0",
     "O(N) where N is the number of keys",
     "Takes the last element of the first list that has one, or waits for it.", GROUP_LIST,
     TIMEOUT_HISTORY},
    {"BLMOVE", "source destination <LEFT | RIGHT> <LEFT | RIGHT> timeout", blmove,
     WAITS | GROWS | NOSCRIPT, TWO_KEYS(TAKEN, KEY_RW | KEY_INSERT), "6.2.0", "O(1)",
     "Moves an element from one list to another and returns it, or waits for it.", GROUP_LIST,
     NULL},
    {"BRPOPLPUSH", "source destination timeout", blmove, WAITS | GROWS | NOSCRIPT,
     TWO_KEYS(TAKEN, KEY_RW | KEY_INSERT), "2.2.0", "O(1)",
     "Moves the last element of a list before another and returns it, or waits for it.", GROUP_LIST,
     TIMEOUT_HISTORY, .deprecated = "6.2.0: `BLMOVE` with the `RIGHT` and `LEFT` arguments"},
    {"BLMPOP",
     "timeout numkeys key [key ...] <LEFT | RIGHT> [COUNT count]",
     blmpop,
     WAITS | MOVABLE_KEYS,
     {{.count_at = 2, .use = TAKEN}},
     "7.0.0",
     "O(N+M) where N is the number of keys and M the number of elements taken",
     "Takes elements from the first of several lists that has some, or waits for them.",
     GROUP_LIST,
     NULL,
     .changes = changes_of_count},
    {0},
};
