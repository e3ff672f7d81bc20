/* engine/preimage_table.c - sets, hashes and sorted sets as they were.
 *
 *     positions of the members' hashes (data/table.h)
 *     0 ########################|........................ TABLE_END
 *       written                 place
 *
 * A change before the place means nothing any more. Of one behind it the member's name is noted, and its old state, if it had
 * one, is put aside and goes out next; the walk passes over members whose names are noted. */
#include <assert.h>

#include "base/hash.h"
#include "data/hash.h"
#include "engine/preimage_kind.h"

static void begin(struct preimage *preimage) {
    preimage->count = preimage->left = keep_table(preimage->shell)->count;
    notes_init(&preimage->of.table.notes, preimage->keyspace);
    if (preimage->type == RDB_HASH_TIMES) {
        preimage->of.table.least_ms = hash_expires_next(preimage->shell);
    }
}

static void write_head(struct preimage *preimage, struct rdb_writer *writer) {
    if (preimage->type == RDB_HASH_TIMES) {
        rdb_put_u64(writer->out, (uint64_t)preimage->of.table.least_ms);
    }
    rdb_put_length(writer->out, preimage->count);
}

static void put_field_time(const struct preimage *preimage, struct rdb_writer *writer,
                           int64_t expire_ms) {
    if (preimage->type == RDB_HASH_TIMES) {
        uint64_t after = (uint64_t)(expire_ms - preimage->of.table.least_ms) + 1;
        rdb_put_length(writer->out, expire_ms == EXPIRE_NONE ? 0 : after);
    }
}

static void put_item(struct preimage *preimage, struct rdb_writer *writer, const uint8_t *item) {
    struct bytes member = member_text(item);
    assert(preimage->left > 0); /* P1 */
    preimage->left--;
    if (preimage->type == RDB_SET) {
        preimage_put_text(writer->out, member, writer->compresses);
    } else if (preimage->type == RDB_ZSET) {
        double score = item_score(item);
        preimage_put_text(writer->out, member, writer->compresses);
        buffer_append(writer->out, bytes_of((const char *)&score, sizeof(score)));
    } else {
        int64_t expire_ms;
        struct bytes value = item_value(item, &expire_ms);
        put_field_time(preimage, writer, expire_ms);
        preimage_put_text(writer->out, member, writer->compresses);
        preimage_put_text(writer->out, value, writer->compresses);
    }
}

static void note(struct preimage *preimage, const struct mutation *mutation) {
    struct bytes member = mutation->field;
    if (table_position(hash_bytes(member)) < preimage->of.table.place ||
        notes_have(&preimage->of.table.notes, member)) {
        return;
    }
    const uint8_t *item = keep_item(preimage->shell, member);
    struct rdb_writer aside = {.out = &preimage->aside, .compresses = preimage->compresses};
    notes_add(&preimage->of.table.notes, member);
    if (item) {
        put_item(preimage, &aside, item);
    }
}

struct walking {
    struct preimage *preimage;
    struct rdb_writer *writer;
    unsigned looked;
};

static void write_item(void *arg, uint8_t *item) {
    struct walking *walking = arg;
    walking->looked++;
    if (!notes_have(&walking->preimage->of.table.notes, member_text(item))) {
        put_item(walking->preimage, walking->writer, item);
    }
}

static bool write(struct preimage *preimage, struct rdb_writer *writer, size_t end) {
    struct walking walking = {preimage, writer, 0};
    const struct table *table = keep_table(preimage->shell);
    uint64_t *place = &preimage->of.table.place;
    do {
        *place = table_scan(table, *place, write_item, &walking);
    } while (*place != TABLE_END && writer->out->len < end && walking.looked < PREIMAGE_LOOKS);
    return *place != TABLE_END;
}

static size_t bytes(const struct preimage *preimage) {
    return notes_bytes(&preimage->of.table.notes);
}

static void clear(struct preimage *preimage) {
    notes_clear(&preimage->of.table.notes);
}

const struct preimage_kind preimage_table = {begin, note, write_head, write, bytes, clear};
