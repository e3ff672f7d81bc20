/* command/list_pop.h - taking elements from lists and handing them on: what LPOP, LMOVE and LMPOP share with
 * the commands that wait for lists.
 *
 * On one shard: list_find or collection_open, then list_reply_end and list_take; list_move_here. Over several
 * shards, or for who runs a transaction of its own, the two callbacks of a take or a move, one a hop:
 *
 *     struct list_move move = {.from_head = true, .to_head = false};
 *     tx_begin_empty(&tx, call);
 *     tx_add_key(&tx, target_arg, call->db, true);    // the target is key 0: its event comes first
 *     tx_add_key(&tx, source_arg, call->db, true);
 *     tx_hop(&tx, list_move_look, &move, TX_KEEP);
 *     if (list_move_outcome(&move) == LIST_DONE) {
 *         tx_hop(&tx, list_move_apply, &move, TX_CONCLUDE);
 *     }
 *     tx_end(&tx);
 *     … list_move_reply(&move, call->reply), buffer_clear(&move.text) */
#pragma once

#include "engine/collection.h"
#include "engine/tx.h"

enum list_outcome { LIST_NOTHING /* no list */, LIST_WRONG_TYPE, LIST_DONE };

/* LEFT or RIGHT in any letter case; false with a syntax error written. */
bool list_parse_end(struct call *call, unsigned index, bool *at_head);

/* What stands under the key, written to nobody: an access as store_find. *entry is NULL unless LIST_DONE. */
enum list_outcome list_find(struct call *call, const struct key *key, struct entry **entry);

/* An array of the first count elements as seen from that end. */
void list_reply_end(struct reply *reply, const struct entry *list, bool at_head, uint64_t count);
/* Takes so many out there, at most all; tells lpop or rpop, and del if that was the last one. count: not 0. */
void list_take(struct call *call, const struct key *key, struct cell *cell, bool at_head,
               uint64_t count);

/* For a change that changes nothing (LTRIM l 0 -1): whoever watches the key is told all the same, as Redis does. */
void list_touch(const struct cell *cell);

/* ---- LMPOP, BLPOP: from the first of several keys that has a list ---- */

/* A set of arguments from argv[index] on: numkeys key [key ...] LEFT|RIGHT [COUNT count]. False with Redis's
 * error written. */
struct list_pop_arguments {
    unsigned first_key, key_count; /* in argv */
    bool at_head;
    uint64_t count;
};
bool list_parse_pop(struct call *call, unsigned index, struct list_pop_arguments *arguments);

struct list_pop {
    bool at_head;
    uint64_t count;    /* at most so many */
    uint8_t *outcomes; /* of the look at each key of the transaction, zeroed: enum list_outcome */
    unsigned chosen;   /* key number */
    uint64_t taken;
    struct buffer texts; /* lengths and bytes of what was taken, in order */
};
/* Callback of the first hop; then this says what there is to take: the first key that is not LIST_NOTHING. */
void list_pop_look(struct tx_part *part);
enum list_outcome list_pop_choose(struct list_pop *pop, unsigned key_count);
/* Callback of the second: takes from the chosen key. It takes nothing if the key has expired since. */
void list_pop_apply(struct tx_part *part);
/* The array of what was taken. */
void list_pop_reply(const struct list_pop *pop, struct reply *reply);

/* ---- LMOVE, BLMOVE ---- */

struct list_move {
    bool from_head, to_head;
    enum list_outcome source, target; /* as found by the look */
    struct buffer text;               /* the element, in the end */
};
/* Both keys are on call->shard; they may be the same. The text is set if LIST_DONE. */
enum list_outcome list_move_here(struct call *call, const struct key *source,
                                 const struct key *target, struct list_move *move);
/* Key 0 is the target, key 1 the source, not the same. */
void list_move_look(struct tx_part *part);
void list_move_apply(struct tx_part *part);
/* LIST_NOTHING without a source, whatever the target is. */
enum list_outcome list_move_outcome(const struct list_move *move);
/* The element, nil, or WRONGTYPE. */
void list_move_reply(const struct list_move *move, struct reply *reply);
