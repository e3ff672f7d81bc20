/* engine/store.h - how command handlers read and change a shard: data and effects together.
 *
 * Each function changes the keyspace and appends the effect, so that a handler cannot forget one. All
 * are called within a callback on the shard (call->shard is set): nothing here waits. Entries are good
 * until the next change of the keyspace. */
#pragma once

#include "data/keyspace.h"
#include "engine/command.h"
#include "engine/notify.h"

/* Tells who listens (notify-keyspace-events) what was done to the key, after it was done. That a key is new, has expired or
 * was not there to be read is told by the functions here. */
static inline void store_notify(const struct call *call, enum notify_class event_class,
                                const char *event, const struct key *key) {
    if (__builtin_expect((call->shard->core->settings->notify_events & event_class) != 0, 0)) {
        notify_of_call(call, event, key->name);
    }
}

/* Counts a look-up for reading as hit or miss: for what store_find does not count. */
void store_count_look_up(struct call *call, const struct key *key, const struct entry *entry);
/* Live entry of the key, or NULL; counts hit or miss for READONLY commands. */
struct entry *store_find(struct call *call, const struct key *key);
/* The same, but writes WRONGTYPE and returns false if it has another type. *entry may be NULL. */
bool store_find_string(struct call *call, const struct key *key, struct entry **entry);
/* Without hit statistics and access time (OBJECT, MEMORY USAGE, TTL-like commands). */
struct entry *store_peek(struct call *call, const struct key *key);

/* old: what store_find or store_peek just returned. expire_ms: EXPIRE_NONE or absolute; one that is in the past
 * deletes the key instead. text may not be a view into old. False if there is no memory for it: the error is written if the call
 * has a reply, and nothing has changed. */
bool store_put_string(struct call *call, const struct key *key, struct entry *old,
                      struct bytes text, int64_t expire_ms) __attribute__((warn_unused_result));
/* The same, but the text is never kept as an integer. */
bool store_put_text(struct call *call, const struct key *key, struct entry *old, struct bytes text,
                    int64_t expire_ms) __attribute__((warn_unused_result));
/* A string made by editing: encoding "raw" also where it is short. */
bool store_put_raw(struct call *call, const struct key *key, struct entry *old, struct bytes text,
                   int64_t expire_ms) __attribute__((warn_unused_result));
/* For a value that comes from another key whose entry said that encoding ("int", "embstr", "raw"):
 * it keeps it, as Redis does for copied and renamed values; the key counts as new. */
bool store_put_like(struct call *call, const struct key *key, struct entry *old, struct bytes text,
                    int64_t expire_ms, const char *encoding) __attribute__((warn_unused_result));
void store_put_integer(struct call *call, const struct key *key, struct entry *old, int64_t value,
                       int64_t expire_ms);
void store_reply_no_memory(struct reply *reply);
/* Opens a string for editing in place at its new length (new bytes are zero), then closes it: the effect carries [offset,
 * offset + len) where the string is big; with len 0
 * nothing has changed but, perhaps, the length. No other store call may stand between. NULL if there is no memory, as above. */
char *store_edit_begin(struct call *call, const struct key *key, struct entry *old, size_t len_new,
                       struct entry **entry);
/* The same where nothing outside this range is going to change: who writes the old state out needs no more of it. */
char *store_edit_begin_range(struct call *call, const struct key *key, struct entry *old,
                             size_t len_new, struct text_range range, struct entry **entry);
void store_edit_end(struct call *call, const struct key *key, struct entry *entry, size_t offset,
                    size_t len);
/* For those who watch the key it counts as written, though nothing has changed. */
void store_touch(struct call *call, const struct key *key);
/* An expiry in the past deletes the key. EXPIRE_NONE removes the expiry. */
void store_set_expire(struct call *call, const struct key *key, struct entry *entry,
                      int64_t expire_ms);
void store_delete(struct call *call, const struct key *key, struct entry *entry);
void store_flush(struct call *call, unsigned db);
void store_swap(struct call *call, unsigned db, unsigned db_other);

/* Handler helpers: parse an argument or write Redis's error and return false. */
bool arg_integer(struct call *call, unsigned index,
                 int64_t *value); /* not an integer or out of range */
bool arg_is(const struct call *call, unsigned index, const char *lower_case_word);
/* Scratch memory of the shard for entry_text and results; contents are lost at the next use. */
struct buffer *store_scratch(struct call *call);
