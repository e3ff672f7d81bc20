/* command/carry.h - a value of any type on its way from one key to another (RENAME, COPY, MOVE), also from
 * one shard to another: taken up on one, owned by whoever carries it, put down on the other. */
#pragma once

#include "engine/store.h"

struct carried {
    bool exists;
    bool is_text;    /* a string; else a collection's parts, each behind its length */
    bool has_failed; /* there was no memory for it at the target */
    const char *encoding;
    int64_t expire_ms;
    struct buffer bytes;
};

/* entry: NULL if there is nothing. */
void carry_take_up(struct call *call, const struct entry *entry, struct carried *carried);
/* The key gets the value instead of old, and counts as new; if its time has come meanwhile, old goes all the same. */
void carry_put_down(struct call *call, const struct key *key, struct entry *old,
                    struct carried *carried);
void carry_clear(struct carried *carried);

/* Within one shard, without a copy of the whole on the way: call is the target's. False if there is no memory
 * for it: the error is written. */
bool carry_copy(struct call *call, const struct key *key, struct entry *old,
                const struct entry *source) __attribute__((warn_unused_result));
