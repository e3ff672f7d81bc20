/* log/replay.h - records of effects, applied to a keyspace.
 *
 * It needs no commands, no chance and no clock: the keyspace's time should stand at 0 meanwhile, so that
 * nothing expires by itself. What no server that began with this keyspace can have written is
 * refused: a field of a key that is not there, say, because keys are made and removed by K records only.
 *
 *     struct replay replay;
 *     replay_init(&replay, keyspace);
 *     is_good = replay_record(&replay, record);   // one by one, in order
 *     replay_clear(&replay);
 *
 * The records between BEGIN and END of a key are one K, so they build a draft aside, and those of other
 * keys may come between; so may fields, bounds, deltas and pages of the key itself: they change the draft (a value in
 * flight, repl/traversal.h). SWAP takes drafts along. A group without END never happened. */
#pragma once

#include "data/keyspace.h"
#include "log/effect.h"

struct replay_group;

struct replay {
    struct keyspace *keyspace;
    struct replay_group *groups; /* that are open */
};

void replay_init(struct replay *replay, struct keyspace *keyspace);
/* Drops open groups. */
void replay_clear(struct replay *replay);
bool replay_has_groups(const struct replay *replay);
/* The open group of the key, or NULL; good until its END, or until it is dropped. */
struct replay_group *replay_group_of(struct replay *replay, unsigned db, const struct key *key);
bool replay_group_is(const struct replay_group *group, unsigned db, struct bytes key);
void replay_group_drop(struct replay *replay, struct replay_group *group);

/* False: it is malformed, or cannot be what follows, or there is no memory for it. The keyspace is
 * sound, but no longer what the log says. */
bool replay_record(struct replay *replay, struct bytes record) __attribute__((warn_unused_result));
/* The same of one that has been taken apart. */
bool replay_effect(struct replay *replay, const struct effect *effect)
    __attribute__((warn_unused_result));
