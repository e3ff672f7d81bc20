/* engine/store.c - data and effects together.
 *
 * The order within each function: what the keyspace does first, then the effect, so that the effect carries
 * the state as it is now. Nothing reads the log buffer within a callback (C1), so nobody sees
 * the moment between. */
#include "engine/store.h"

#include <assert.h>

#include "base/number.h"
#include "engine/core.h"
#include "engine/journal.h"
#include "engine/watch.h"

enum { SCRATCH_KEPT = 1 << 20 };
enum { BIG_STRING = 4096 }; /* above this a change is logged by pages, an expiry as T */

void store_count_look_up(struct call *call, const struct key *key, const struct entry *entry) {
    struct core_stats *stats = &call->shard->core->stats;
    if (entry) {
        stats->keyspace_hits++;
    } else {
        stats->keyspace_misses++;
        store_notify(call, NOTIFY_MISS, "keymiss", key);
    }
}

struct entry *store_find(struct call *call, const struct key *key) {
    struct shard *shard = call->shard;
    struct entry *entry = keyspace_find(shard->keyspace, call->db, key, !call->no_touch);
    if (call->command->row->flags & READONLY) {
        store_count_look_up(call, key, entry);
    }
    return entry;
}

bool store_find_string(struct call *call, const struct key *key, struct entry **entry) {
    *entry = store_find(call, key);
    if (*entry && entry_type(*entry) != VALUE_STRING) {
        reply_error_wrong_type(call->reply);
        return false;
    }
    return true;
}

struct entry *store_peek(struct call *call, const struct key *key) {
    return keyspace_find(call->shard->keyspace, call->db, key, false);
}

static void notify_if_new(const struct call *call, const struct key *key, bool is_new) {
    if (is_new) {
        store_notify(call, NOTIFY_NEW, "new", key);
    }
}

void store_touch(struct call *call, const struct key *key) {
    watch_note_write(call->shard, call->db, key);
}

static bool is_past(const struct call *call, int64_t expire_ms) {
    return expire_ms != EXPIRE_NONE && expire_ms < call->now_ms;
}

void store_reply_no_memory(struct reply *reply) {
    reply_error(reply, "OOM command not allowed when used memory > 'maxmemory'.");
}

static bool fail_for_memory(struct call *call) {
    if (call->reply) {
        store_reply_no_memory(call->reply);
    }
    return false;
}

static bool put(struct call *call, const struct key *key, struct entry *old, struct bytes text,
                int64_t expire_ms, bool is_text) {
    struct shard *shard = call->shard;
    if (is_past(call, expire_ms)) {
        if (old) {
            store_delete(call, key, old);
        } else {
            store_touch(call, key); /* it was there for a moment */
        }
        return true;
    }
    struct entry *entry =
        is_text ? keyspace_put_text(shard->keyspace, call->db, key, old, text, expire_ms)
                : keyspace_put_string(shard->keyspace, call->db, key, old, text, expire_ms);
    if (__builtin_expect(!entry, 0)) {
        return fail_for_memory(call);
    }
    effect_set(&shard->effects, call->db, key, text, expire_ms);
    shard->dirty++;
    notify_if_new(call, key, !old);
    return true;
}

bool store_put_string(struct call *call, const struct key *key, struct entry *old,
                      struct bytes text, int64_t expire_ms) {
    return put(call, key, old, text, expire_ms, false);
}

bool store_put_text(struct call *call, const struct key *key, struct entry *old, struct bytes text,
                    int64_t expire_ms) {
    return put(call, key, old, text, expire_ms, true);
}

static const struct text_range whole_text = {0, SIZE_MAX};

static char *edit_begin(struct call *call, const struct key *key, struct entry *old, size_t len_new,
                        struct text_range range, struct entry **entry);

/* Nothing but an edit makes a short one. */
bool store_put_raw(struct call *call, const struct key *key, struct entry *old, struct bytes text,
                   int64_t expire_ms) {
    bool existed = old != NULL;
    if (existed) {
        store_delete(call, key, old);
    }
    struct entry *entry;
    char *target = edit_begin(call, key, NULL, text.len, whole_text, &entry);
    if (!target) {
        return false;
    }
    if (text.len > 0) {
        memcpy(target, text.data, text.len);
    }
    store_edit_end(call, key, entry, 0, text.len);
    if (expire_ms != EXPIRE_NONE) {
        store_set_expire(call, key, entry, expire_ms);
    }
    notify_if_new(call, key, !existed);
    return true;
}

bool store_put_like(struct call *call, const struct key *key, struct entry *old, struct bytes text,
                    int64_t expire_ms, const char *encoding) {
    enum { EMBEDDED_MAX = 44 }; /* longer ones are "raw" anyway */
    bool existed = old != NULL;
    bool is_raw = strcmp(encoding, "raw") == 0 && text.len <= EMBEDDED_MAX;
    bool is_done = is_raw ? store_put_raw(call, key, old, text, expire_ms)
                          : put(call, key, old, text, expire_ms, strcmp(encoding, "int") != 0);
    if (is_done && existed) { /* else it was told */
        store_notify(call, NOTIFY_NEW, "new", key);
    }
    return is_done;
}

void store_put_integer(struct call *call, const struct key *key, struct entry *old, int64_t value,
                       int64_t expire_ms) {
    struct shard *shard = call->shard;
    char text[NUMBER_TEXT_MAX];
    keyspace_put_integer(shard->keyspace, call->db, key, old, value, expire_ms);
    effect_set(&shard->effects, call->db, key, bytes_of(text, number_format_i64(text, value)),
               expire_ms);
    shard->dirty++;
    notify_if_new(call, key, !old);
}

static char *edit_begin(struct call *call, const struct key *key, struct entry *old, size_t len_new,
                        struct text_range range, struct entry **entry) {
    struct shard *shard = call->shard;
    shard->edit_has_grown = !old || entry_text_len(old) != len_new;
    char *text = keyspace_edit_range(shard->keyspace, call->db, key, old, len_new, range, entry);
    if (!text) {
        fail_for_memory(call);
        return NULL;
    }
    if (!old && len_new > BIG_STRING) {
        /* Creation is always a K (I1 of the log); the pages that are not written are zero. */
        effect_set(&shard->effects, call->db, key, bytes_of(NULL, 0), EXPIRE_NONE);
    }
    return text;
}

char *store_edit_begin(struct call *call, const struct key *key, struct entry *old, size_t len_new,
                       struct entry **entry) {
    return store_edit_begin_range(call, key, old, len_new, whole_text, entry);
}

char *store_edit_begin_range(struct call *call, const struct key *key, struct entry *old,
                             size_t len_new, struct text_range range, struct entry **entry) {
    char *text = edit_begin(call, key, old, len_new, range, entry);
    if (text) {
        notify_if_new(call, key, !old);
    }
    return text;
}

void store_edit_end(struct call *call, const struct key *key, struct entry *entry, size_t offset,
                    size_t len) {
    struct shard *shard = call->shard;
    if (len == 0 && !shard->edit_has_grown) {
        return; /* nothing has changed but the encoding */
    }
    store_touch(call, key);
    struct bytes text = entry_text(entry, &shard->scratch);
    if (text.len > BIG_STRING) {
        effect_pages(&shard->effects, call->db, key, text, offset, len);
    } else {
        effect_set(&shard->effects, call->db, key, text, entry_expire_ms(entry));
    }
    shard->dirty++;
}

void store_set_expire(struct call *call, const struct key *key, struct entry *entry,
                      int64_t expire_ms) {
    struct shard *shard = call->shard;
    if (is_past(call, expire_ms)) {
        store_delete(call, key, entry);
        return;
    }
    entry = keyspace_set_expire(shard->keyspace, call->db, key, entry, expire_ms);
    if (entry_type(entry) == VALUE_STRING && entry_text_len(entry) <= BIG_STRING) {
        effect_set(&shard->effects, call->db, key, entry_text(entry, &shard->scratch), expire_ms);
    } else {
        effect_expire(&shard->effects, call->db, key, expire_ms);
    }
    shard->dirty++;
}

void store_delete(struct call *call, const struct key *key, struct entry *entry) {
    struct shard *shard = call->shard;
    keyspace_delete(shard->keyspace, call->db, key, entry);
    effect_delete(&shard->effects, call->db, key, 0);
    shard->dirty++;
}

static void note_global(const struct shard *shard) {
    if (shard->core->journal) {
        journal_note_global(shard->core->journal);
    }
}

void store_flush(struct call *call, unsigned db) {
    struct shard *shard = call->shard;
    struct keyspace_facts facts;
    keyspace_facts(shard->keyspace, db, &facts);
    keyspace_flush(shard->keyspace, db);
    core_free_soon(shard->core);
    effect_flush(&shard->effects, db);
    note_global(shard);
    shard->dirty += facts.keys;
}

void store_swap(struct call *call, unsigned db, unsigned db_other) {
    struct shard *shard = call->shard;
    keyspace_swap(shard->keyspace, db, db_other);
    effect_swap(&shard->effects, db, db_other);
    note_global(shard);
    shard->dirty++;
}

bool arg_integer(struct call *call, unsigned index, int64_t *value) {
    if (number_parse_i64(call->argv[index], value)) {
        return true;
    }
    reply_error_not_integer(call->reply);
    return false;
}

bool arg_is(const struct call *call, unsigned index, const char *lower_case_word) {
    return bytes_is(call->argv[index], lower_case_word);
}

struct buffer *store_scratch(struct call *call) {
    struct buffer *scratch = &call->shard->scratch;
    if (scratch->size > SCRATCH_KEPT) {
        buffer_clear(scratch); /* a huge text came by */
    }
    scratch->len = 0;
    return scratch;
}
