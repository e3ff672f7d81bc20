/* engine/collection.h - how command handlers change lists, sets, hashes and sorted sets: data and
 * effects together.
 *
 * As engine/store.h for strings: each writer changes the value (data/{lists,set,hash,zset}.h, whose
 * contracts hold here too) and appends the effect, so that a handler cannot forget one. The creation
 * and the removal of a key are K records, everything between F, B or D (LOG.md). Whoever hears of new
 * keys is told here; all other events are the handler's to tell, "del" of a key that became empty
 * included: its cell has no entry then.
 *
 *     struct cell cell;
 *     if (!collection_open(call, &call->key, VALUE_SET, &cell)) return;   // WRONGTYPE is written
 *     added += collection_set_add(call, &cell, call->argv[i]);
 *     if (added > 0) store_notify(call, NOTIFY_SET, "sadd", &call->key);
 *
 * Large collections are edited without regard for memory running out: what the commands' GROWS flag
 * refuses beforehand is the limit. */
#pragma once

#include "data/hash.h"
#include "data/lists.h"
#include "data/set.h"
#include "data/zset.h"
#include "engine/store.h"

/* The entry for reading, as store_find_string does; NULL if there is none. Of a hash, fields that have
 * expired are removed first, with their effects, so readers need not look at the time. */
bool collection_find(struct call *call, const struct key *key, enum value_type type,
                     struct entry **entry);
/* The cell for writing; its entry is NULL if there is none. An access like store_find. */
bool collection_open(struct call *call, const struct key *key, enum value_type type,
                     struct cell *cell);

bool collection_set_add(struct call *call, struct cell *cell, struct bytes member);
bool collection_set_remove(struct call *call, struct cell *cell, struct bytes member);

enum zset_change collection_zset_set(struct call *call, struct cell *cell, struct bytes member,
                                     double score);
bool collection_zset_remove(struct call *call, struct cell *cell, struct bytes member);
/* Returns how many went. */
uint64_t collection_zset_remove_range(struct call *call, struct cell *cell, uint64_t rank,
                                      uint64_t count);

/* True if the field is new. expire_ms as hash_set: EXPIRE_NONE ends the field's expiry. */
bool collection_hash_set(struct call *call, struct cell *cell, struct bytes field,
                         struct bytes value, int64_t expire_ms);
/* The field is there, and no view into this hash. */
void collection_hash_set_expire(struct call *call, struct cell *cell, struct bytes field,
                                int64_t expire_ms);
bool collection_hash_delete(struct call *call, struct cell *cell, struct bytes field);
/* Removes up to budget expired fields, telling "hexpired" once and "del" if the key goes. True if that
 * was all. */
bool collection_hash_purge(struct call *call, struct cell *cell, unsigned budget);
/* For struct keyspace_options of a shard: the sweep's part of it. */
void collection_on_fields_expired(void *shard, unsigned db, const struct key *key,
                                  struct entry *hash);

void collection_list_push(struct call *call, struct cell *cell, bool at_head, struct bytes text);
void collection_list_set(struct call *call, struct cell *cell, uint64_t index, struct bytes text);
void collection_list_insert(struct call *call, struct cell *cell, uint64_t index,
                            struct bytes text);
/* At an end (index 0, or up to the last element) it is a pop: B; else D. */
void collection_list_remove(struct call *call, struct cell *cell, uint64_t index, uint64_t count);
/* LTRIM: keeps count elements from index on. */
void collection_list_keep(struct call *call, struct cell *cell, uint64_t index, uint64_t count);

/* Puts a whole value of any type that was made aside (cell_draft, filled by the data functions) in the
 * place of old, or of nothing: K, or a K group. An empty draft only deletes old. False: the draft's
 * expiry is in the past, so nothing is put and old, if any, is deleted. */
bool collection_publish(struct call *call, struct cell *draft, struct entry *old);

/* RENAME and MOVE within the shard, of any type, strings too: target, another key or database, gets the
 * source's value and this expiry, which is not in the past, and counts as new. False, and nothing
 * has changed, if the value has no room beside a longer key: then it is to be copied. */
bool collection_move(struct call *call, struct cell *source, struct cell *target, int64_t expire_ms)
    __attribute__((warn_unused_result));
