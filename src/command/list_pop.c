/* command/list_pop.c - taking elements from lists, from one end, on one shard or over several.
 *
 * A move tells the push before the pop, as Redis does; therefore over shards the target is the first
 * key of the transaction. */
#include "command/list_pop.h"

#include "engine/core.h"

bool list_parse_end(struct call *call, unsigned index, bool *at_head) {
    *at_head = arg_is(call, index, "left");
    if (!*at_head && !arg_is(call, index, "right")) {
        reply_error_syntax(call->reply);
        return false;
    }
    return true;
}

static enum list_outcome outcome_of(struct entry **entry) {
    if (!*entry) {
        return LIST_NOTHING;
    }
    if (entry_type(*entry) != VALUE_LIST) {
        *entry = NULL;
        return LIST_WRONG_TYPE;
    }
    return LIST_DONE;
}

enum list_outcome list_find(struct call *call, const struct key *key, struct entry **entry) {
    *entry = store_find(call, key);
    return outcome_of(entry);
}

static enum list_outcome peek(struct call *call, const struct key *key, struct entry **entry) {
    *entry = store_peek(call, key);
    return outcome_of(entry);
}

static struct cell cell_here(const struct call *call, const struct key *key, struct entry *entry) {
    return cell_of(call->shard->keyspace, call->db, key, entry);
}

/* ---- an end of a list ---- */

/* Stands so that step_from_end gives its elements one by one. */
static void walk_end(const struct entry *list, bool at_head, struct lists_walk *walk) {
    lists_walk(list, at_head ? 0 : lists_count(list), walk);
}

static bool step_from_end(struct lists_walk *walk, bool at_head) {
    return at_head ? lists_next(walk) : lists_prev(walk);
}

static uint64_t at_most(const struct entry *list, uint64_t count) {
    uint64_t there = lists_count(list);
    return count < there ? count : there;
}

void list_reply_end(struct reply *reply, const struct entry *list, bool at_head, uint64_t count) {
    count = at_most(list, count);
    struct lists_walk walk;
    walk_end(list, at_head, &walk);
    reply_array(reply, count);
    for (uint64_t i = 0; i < count && step_from_end(&walk, at_head); i++) {
        reply_bulk(reply, walk.text);
    }
}

void list_take(struct call *call, const struct key *key, struct cell *cell, bool at_head,
               uint64_t count) {
    count = at_most(cell->entry, count);
    collection_list_remove(call, cell, at_head ? 0 : lists_count(cell->entry) - count, count);
    store_notify(call, NOTIFY_LIST, at_head ? "lpop" : "rpop", key);
    if (!cell->entry) {
        store_notify(call, NOTIFY_GENERIC, "del", key);
    }
}

void list_touch(const struct cell *cell) {
    cell_tell(cell, bytes_of(NULL, 0));
}

/* ---- LMPOP, BLPOP ---- */

static bool parse_positive(struct call *call, unsigned index, const char *name, int64_t *number) {
    if (!number_parse_i64(call->argv[index], number) || *number <= 0) {
        reply_error(call->reply, "ERR %s should be greater than 0", name);
        return false;
    }
    return true;
}

bool list_parse_pop(struct call *call, unsigned index, struct list_pop_arguments *arguments) {
    int64_t keys, count = 1;
    if (!parse_positive(call, index, "numkeys", &keys)) {
        return false;
    }
    if (keys >= (int64_t)(call->argc - index) - 1) { /* there must be an end behind them */
        reply_error_syntax(call->reply);
        return false;
    }
    *arguments = (struct list_pop_arguments){.first_key = index + 1, .key_count = (unsigned)keys};
    unsigned at = index + 1 + (unsigned)keys;
    if (!list_parse_end(call, at++, &arguments->at_head)) {
        return false;
    }
    if (at < call->argc) {
        if (!arg_is(call, at, "count") || at + 1 >= call->argc) {
            reply_error_syntax(call->reply);
            return false;
        }
        if (!parse_positive(call, at + 1, "count", &count)) {
            return false;
        }
        if (at + 2 < call->argc) {
            reply_error_syntax(call->reply);
            return false;
        }
    }
    arguments->count = (uint64_t)count;
    return true;
}

void list_pop_look(struct tx_part *part) {
    struct list_pop *pop = part->tx->arg;
    for (unsigned i = 0; i < part->key_count; i++) {
        struct entry *entry;
        pop->outcomes[tx_part_key_number(part, i)] =
            (uint8_t)list_find(tx_part_call(part, i), &tx_part_key(part, i)->key, &entry);
    }
}

enum list_outcome list_pop_choose(struct list_pop *pop, unsigned key_count) {
    for (pop->chosen = 0; pop->chosen < key_count; pop->chosen++) {
        if (pop->outcomes[pop->chosen] != LIST_NOTHING) {
            return (enum list_outcome)pop->outcomes[pop->chosen];
        }
    }
    return LIST_NOTHING;
}

static void add_text(struct buffer *texts, struct bytes text) {
    buffer_append(texts, bytes_of((const char *)&text.len, sizeof(text.len)));
    buffer_append(texts, text);
}

static void pop_from(struct list_pop *pop, struct call *call, const struct key *key) {
    struct entry *entry;
    if (peek(call, key, &entry) != LIST_DONE) {
        return;
    }
    struct lists_walk walk;
    walk_end(entry, pop->at_head, &walk);
    pop->taken = at_most(entry, pop->count);
    for (uint64_t i = 0; i < pop->taken && step_from_end(&walk, pop->at_head); i++) {
        add_text(&pop->texts, walk.text);
    }
    struct cell cell = cell_here(call, key, entry);
    list_take(call, key, &cell, pop->at_head, pop->taken);
}

void list_pop_apply(struct tx_part *part) {
    struct list_pop *pop = part->tx->arg;
    for (unsigned i = 0; i < part->key_count; i++) {
        if (tx_part_key_number(part, i) == pop->chosen) {
            pop_from(pop, tx_part_call(part, i), &tx_part_key(part, i)->key);
        }
    }
}

void list_pop_reply(const struct list_pop *pop, struct reply *reply) {
    const char *at = pop->texts.data;
    reply_array(reply, pop->taken);
    for (uint64_t i = 0; i < pop->taken; i++) {
        size_t len;
        memcpy(&len, at, sizeof(len));
        reply_bulk(reply, bytes_of(at + sizeof(len), len));
        at += sizeof(len) + len;
    }
}

/* ---- LMOVE, BLMOVE ---- */

static void copy_end(const struct entry *list, bool at_head, struct buffer *text) {
    struct lists_walk walk;
    walk_end(list, at_head, &walk);
    step_from_end(&walk, at_head);
    text->len = 0;
    buffer_append(text, walk.text);
}

static void push_moved(struct call *call, const struct key *target, struct entry *entry,
                       const struct list_move *move) {
    struct cell cell = cell_here(call, target, entry);
    collection_list_push(call, &cell, move->to_head, buffer_view(&move->text));
    store_notify(call, NOTIFY_LIST, move->to_head ? "lpush" : "rpush", target);
}

/* From one end of a list to the same end nothing moves; it counts as a change all the same. */
static void turn_round(struct call *call, const struct key *key, struct entry *entry,
                       const struct list_move *move) {
    if (move->from_head != move->to_head) {
        push_moved(call, key, entry, move);
        return;
    }
    struct cell cell = cell_here(call, key, entry);
    list_touch(&cell);
    call->shard->dirty++;
    store_notify(call, NOTIFY_LIST, move->to_head ? "lpush" : "rpush", key);
    store_notify(call, NOTIFY_LIST, move->from_head ? "lpop" : "rpop", key);
}

static void take_moved(struct call *call, const struct key *source, const struct list_move *move) {
    struct entry *entry;
    if (peek(call, source, &entry) == LIST_DONE) { /* it may have expired since the look */
        struct cell cell = cell_here(call, source, entry);
        list_take(call, source, &cell, move->from_head, 1);
    }
}

enum list_outcome list_move_here(struct call *call, const struct key *source,
                                 const struct key *target, struct list_move *move) {
    struct entry *from, *to;
    move->source = list_find(call, source, &from);
    if (move->source != LIST_DONE) {
        return move->source;
    }
    copy_end(from, move->from_head, &move->text);
    if (bytes_equal(source->name, target->name)) {
        move->target = LIST_DONE;
        turn_round(call, target, from, move);
        if (move->from_head != move->to_head) {
            take_moved(call, source, move);
        }
        return LIST_DONE;
    }
    move->target = list_find(call, target, &to);
    if (move->target == LIST_WRONG_TYPE) {
        return LIST_WRONG_TYPE;
    }
    push_moved(call, target, to, move);
    take_moved(call, source, move);
    return LIST_DONE;
}

enum { MOVE_TARGET = 0, MOVE_SOURCE = 1 }; /* key numbers */

void list_move_look(struct tx_part *part) {
    struct list_move *move = part->tx->arg;
    for (unsigned i = 0; i < part->key_count; i++) {
        struct entry *entry;
        struct call *call = tx_part_call(part, i);
        enum list_outcome found = list_find(call, &tx_part_key(part, i)->key, &entry);
        if (tx_part_key_number(part, i) == MOVE_TARGET) {
            move->target = found;
        } else {
            move->source = found;
            if (entry) {
                copy_end(entry, move->from_head, &move->text);
            }
        }
    }
}

void list_move_apply(struct tx_part *part) {
    struct list_move *move = part->tx->arg;
    for (unsigned i = 0; i < part->key_count; i++) {
        struct call *call = tx_part_call(part, i);
        const struct key *key = &tx_part_key(part, i)->key;
        if (tx_part_key_number(part, i) == MOVE_SOURCE) {
            take_moved(call, key, move);
        } else {
            struct entry *entry;
            peek(call, key, &entry);
            push_moved(call, key, entry, move);
        }
    }
}

enum list_outcome list_move_outcome(const struct list_move *move) {
    if (move->source == LIST_DONE && move->target == LIST_WRONG_TYPE) {
        return LIST_WRONG_TYPE;
    }
    return move->source;
}

void list_move_reply(const struct list_move *move, struct reply *reply) {
    switch (list_move_outcome(move)) {
    case LIST_NOTHING:
        reply_nil(reply);
        break;
    case LIST_WRONG_TYPE:
        reply_error_wrong_type(reply);
        break;
    case LIST_DONE:
        reply_bulk(reply, buffer_view(&move->text));
        break;
    }
}
