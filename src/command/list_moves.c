/* command/list_moves.c - commands on several lists: LMOVE RPOPLPUSH LMPOP.
 *
 * On one shard they work in place. Over several, a first hop looks at all keys and a second one
 * changes those that it concerns (command/list_pop.h). */
#include "base/memory.h"
#include "command/changes.h"
#include "command/families.h"
#include "command/list_pop.h"
#include "engine/core.h"

static void move_over_shards(struct call *call, struct list_move *move) {
    struct tx tx;
    tx_begin_empty(&tx, call);
    tx_add_key(&tx, 2, call->db, true); /* the target first, because its event is */
    tx_add_key(&tx, 1, call->db, true);
    tx_hop(&tx, list_move_look, move, TX_KEEP);
    if (list_move_outcome(move) == LIST_DONE) {
        tx_hop(&tx, list_move_apply, move, TX_CONCLUDE);
    }
    tx_end(&tx);
}

static void move_element(struct call *call, bool from_head, bool to_head) {
    struct list_move move = {.from_head = from_head, .to_head = to_head};
    if (call->shard) {
        struct key target = key_of(call->argv[2]);
        list_move_here(call, &call->key, &target, &move);
    } else {
        move_over_shards(call, &move);
    }
    list_move_reply(&move, call->reply);
    buffer_clear(&move.text);
}

static void lmove(struct call *call) {
    bool from_head, to_head;
    if (list_parse_end(call, 3, &from_head) && list_parse_end(call, 4, &to_head)) {
        move_element(call, from_head, to_head);
    }
}

static void rpoplpush(struct call *call) {
    move_element(call, false, true);
}

/* ---- LMPOP ---- */

static void begin_reply(struct call *call, struct bytes key) {
    reply_array(call->reply, 2);
    reply_bulk(call->reply, key);
}

static void mpop_here(struct call *call, const struct list_pop_arguments *arguments) {
    for (unsigned i = 0; i < arguments->key_count; i++) {
        struct key key = key_of(call->argv[arguments->first_key + i]);
        struct cell cell;
        if (!collection_open(call, &key, VALUE_LIST, &cell)) {
            return;
        }
        if (cell.entry) {
            begin_reply(call, key.name);
            list_reply_end(call->reply, cell.entry, arguments->at_head, arguments->count);
            list_take(call, &key, &cell, arguments->at_head, arguments->count);
            return;
        }
    }
    reply_nil_array(call->reply);
}

static void mpop_over_shards(struct call *call, const struct list_pop_arguments *arguments) {
    struct list_pop pop = {.at_head = arguments->at_head,
                           .count = arguments->count,
                           .outcomes = memory_alloc_zeroed(arguments->key_count)};
    struct tx tx;
    tx_begin(&tx, call);
    tx_hop(&tx, list_pop_look, &pop, TX_KEEP);
    enum list_outcome outcome = list_pop_choose(&pop, arguments->key_count);
    if (outcome == LIST_DONE) {
        tx_hop(&tx, list_pop_apply, &pop, TX_CONCLUDE);
    }
    tx_end(&tx);
    if (outcome == LIST_WRONG_TYPE) {
        reply_error_wrong_type(call->reply);
    } else if (pop.taken > 0) {
        begin_reply(call, call->argv[arguments->first_key + pop.chosen]);
        list_pop_reply(&pop, call->reply);
    } else {
        reply_nil_array(call->reply);
    }
    buffer_clear(&pop.texts);
    memory_free(pop.outcomes);
}

static void lmpop(struct call *call) {
    struct list_pop_arguments arguments;
    if (!list_parse_pop(call, 1, &arguments)) {
        return;
    }
    if (call->shard) {
        mpop_here(call, &arguments);
    } else {
        mpop_over_shards(call, &arguments);
    }
}

const struct command list_moves_commands[] = {
    {"LMOVE", "source destination <LEFT | RIGHT> <LEFT | RIGHT>", lmove, WRITE | GROWS | MULTI_KEY,
     TWO_KEYS(KEY_RW | KEY_ACCESS | KEY_DELETE, KEY_RW | KEY_INSERT), "6.2.0", "O(1)",
     "Takes an element from one end of a list, puts it at an end of another, and returns it.",
     GROUP_LIST, NULL},
    {"RPOPLPUSH", "source destination", rpoplpush, WRITE | GROWS | MULTI_KEY,
     TWO_KEYS(KEY_RW | KEY_ACCESS | KEY_DELETE, KEY_RW | KEY_INSERT), "1.2.0", "O(1)",
     "Takes the last element of a list, puts it before another, and returns it.", GROUP_LIST, NULL,
     .deprecated = "6.2.0: `LMOVE` with the `RIGHT` and `LEFT` arguments"},
    {"LMPOP",
     "numkeys key [key ...] <LEFT | RIGHT> [COUNT count]",
     lmpop,
     WRITE | MOVABLE_KEYS | MULTI_KEY,
     {{.count_at = 1, .use = KEY_RW | KEY_ACCESS | KEY_DELETE}},
     "7.0.0",
     "O(N+M) where N is the number of keys and M the number of elements taken",
     "Takes elements from the first of several lists that has some.",
     GROUP_LIST,
     NULL,
     .changes = changes_of_count},
    {0},
};
