/* command/carry.c - values on their way from one key to another. */
#include "command/carry.h"

#include <assert.h>

#include "data/value.h"
#include "engine/collection.h"

enum { PART_MAX = 64 << 10 };

/* ---- strings ---- */

static void put_text(struct call *call, const struct key *key, struct entry *old,
                     struct carried *carried) {
    carried->has_failed = !store_put_like(call, key, old, buffer_view(&carried->bytes),
                                          carried->expire_ms, carried->encoding);
}

/* ---- collections ---- */

/* Appends the next part behind its length; true while more are left. */
static bool take_part(const struct entry *entry, uint64_t *position, struct buffer *bytes) {
    size_t start = bytes->len;
    part_put_number(bytes, 0);
    bool is_more = value_save(entry, position, PART_MAX, bytes);
    uint64_t len = bytes->len - start - sizeof(len);
    memcpy(bytes->data + start, &len, sizeof(len));
    return is_more;
}

static void load_part(struct cell *draft, struct bytes part) {
    bool is_good = value_load(draft, part);
    assert(is_good); /* value_save wrote it */
    (void)is_good;
}

/* What is copied or renamed is a new key to who listens, also where it takes the place of another. */
static void publish(struct call *call, struct cell *draft, struct entry *old) {
    const struct key *key = draft->key;
    bool existed = old != NULL;
    if (collection_publish(call, draft, old) && existed) {
        store_notify(call, NOTIFY_NEW, "new", key);
    }
}

static void put_parts(struct call *call, const struct key *key, struct entry *old,
                      const struct carried *carried) {
    struct cell draft = cell_draft(call->shard->keyspace, call->db, key, carried->expire_ms);
    struct bytes rest = buffer_view(&carried->bytes);
    uint64_t len;
    while (part_take_number(&rest, &len)) {
        load_part(&draft, bytes_of(rest.data, len));
        rest = bytes_of(rest.data + len, rest.len - len);
    }
    publish(call, &draft, old);
}

/* ---- all ---- */

void carry_take_up(struct call *call, const struct entry *entry, struct carried *carried) {
    carried->exists = entry != NULL;
    if (!entry) {
        return;
    }
    carried->expire_ms = entry_expire_ms(entry);
    carried->encoding = entry_encoding(entry);
    carried->is_text = entry_type(entry) == VALUE_STRING;
    if (carried->is_text) {
        buffer_append(&carried->bytes, entry_text(entry, store_scratch(call)));
        return;
    }
    uint64_t position = 0;
    while (take_part(entry, &position, &carried->bytes)) {
    }
}

void carry_put_down(struct call *call, const struct key *key, struct entry *old,
                    struct carried *carried) {
    if (carried->is_text) {
        put_text(call, key, old, carried);
    } else {
        put_parts(call, key, old, carried);
    }
}

void carry_clear(struct carried *carried) {
    buffer_clear(&carried->bytes);
}

bool carry_copy(struct call *call, const struct key *key, struct entry *old,
                const struct entry *source) {
    if (entry_type(source) == VALUE_STRING) { /* its entry may move when the other is put */
        struct carried carried = {0};
        carry_take_up(call, source, &carried);
        put_text(call, key, old, &carried);
        carry_clear(&carried);
        return !carried.has_failed;
    }
    struct cell draft = cell_draft(call->shard->keyspace, call->db, key, entry_expire_ms(source));
    struct buffer part = {0};
    uint64_t position = 0;
    bool is_more = true;
    while (is_more) {
        part.len = 0;
        is_more = value_save(source, &position, PART_MAX, &part);
        load_part(&draft, buffer_view(&part));
    }
    buffer_clear(&part);
    publish(call, &draft, old);
    return true;
}
