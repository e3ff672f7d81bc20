/* log/effect.h - effects: what a write did, in a form whose replay gives the same state.
 *
 * Every write emits its effects into its shard's struct effects as it happens. Each record takes the next LSN of
 * its key's partition. Record format, classes and covering rules: LOG.md, in short
 *
 *   op u8, flags u8, db varint, klen varint, key, [expire_ms i64], body
 *
 * A sink, if set, is handed each finished record (the log's buffer later; the shadow store in
 * test builds); without one, only LSNs advance and nothing is encoded. */
#pragma once

#include "base/buffer.h"
#include "base/hash.h"
#include "data/entry.h"

enum effect_op {
    EFFECT_SET = 1,    /* K: string with its expiry; body: the text */
    EFFECT_DELETE = 2, /* K */
    EFFECT_PAGE =
        3, /* F: a 4 KiB page of a big string; body: page varint, total length varint, bytes */
    EFFECT_EXPIRE = 4, /* T: expiry of a bigger object; absent means persistent */
    EFFECT_FLUSH = 5,  /* G: one database; no key */
    EFFECT_SWAP = 6,   /* number map: db and body varint exchange contents; no key */
    EFFECT_VALUE = 7,  /* K: a whole collection; body: its one part (data/value.h) */
    EFFECT_BEGIN =
        8,           /* a K group: what follows up to END is one K, and never happened without it */
    EFFECT_PART = 9, /* of a K group; body: one of several parts (data/value.h) */
    EFFECT_END = 10, /* K, with the expiry of the whole */
    EFFECT_FIELD =
        11, /* F: one field's whole state; body: kind u8, field length varint, field, state */
    EFFECT_BOUND = 12, /* B: kills all fields outside; body: kind u8, first i64, end i64 */
    EFFECT_DELTA = 13, /* D: needs the state before; body: kind u8, and what that says */
    EFFECT_MEMBERS =
        14 /* changes no data: who keeps copies from here on; no key; body: repl/members.h */
};

enum {
    EFFECT_HAS_EXPIRE = 1,
    EFFECT_IS_EXPIRY = 2, /* a delete because time ran out */
    EFFECT_IS_ABSENT = 4  /* the field is not there any more; no state */
};

/* What a field, bound or delta is of. Numbers are of 64 bits, little endian. */
enum effect_kind {
    KIND_SET_MEMBER = 1,  /* field: the member; no state */
    KIND_HASH_FIELD = 2,  /* state: the value; the record's expiry is the field's */
    KIND_ZSET_MEMBER = 3, /* state: the score, a double of 8 bytes */
    KIND_LIST_ELEMENT =
        4, /* field: its number (data/lists.h); state: the text. As a bound: [first, end) */
    KIND_LIST_INSERT = 5, /* delta: index, text */
    KIND_LIST_REMOVE = 6, /* delta: index, count */
    /* Of streams; IDs are two numbers (data/stream_id.h), groups have one (data/stream_group.h). */
    KIND_STREAM_ENTRY =
        7, /* field: its ID; state: the stream's entries_added, then fields and values
                              (part_put of data/value.h). As a bound: all up to this ID are gone */
    KIND_STREAM_HEAD = 8,      /* no field; state: last_id, max_deleted, entries_added */
    KIND_STREAM_GROUP = 9,     /* field: its name; state: number, last_id, entries_read */
    KIND_STREAM_CONSUMER = 10, /* field: the group's number, its name; state: seen_ms, active_ms */
    KIND_STREAM_PENDING = 11   /* field: the group's number, ID; state: delivered_ms, deliveries,
                                  the consumer's name */
};
enum { EFFECT_PAGE_SIZE = 4096 };
enum { EXPIRE_ABSENT = 0 }; /* as EXPIRE_NONE of the data layer */

struct effect_sink {
    /* Where a record of so many bytes shall be written, which record is then handed at once; NULL: anywhere. Not asked
     * for all. */
    char *(*place)(void *arg, size_t len);
    void (*record)(void *arg, uint16_t partition, uint64_t lsn, struct bytes record);
    void *arg;
};

struct effects {
    uint64_t lsn[PARTITIONS]; /* of the last record of each partition */
    struct effect_sink sink;  /* record == NULL: nobody reads */
    struct buffer scratch;
    uint64_t lsns_taken; /* by all records so far; one without a key takes one of each partition */
    uint64_t bytes;
    uint16_t partition_first, partition_count;
    /* Of a replica: what happens here by itself is no part of its primary's history; it takes no LSN and is told to nobody. */
    bool is_silent;
};

void effects_init(struct effects *effects, unsigned partition_first, unsigned partition_count);
void effects_clear(struct effects *effects);
void effect_set(struct effects *effects, unsigned db, const struct key *key, struct bytes text,
                int64_t expire_ms);
void effect_delete(struct effects *effects, unsigned db, const struct key *key, unsigned flags);
/* The pages that [offset, offset + len) touches, of a string that is now text. */
void effect_pages(struct effects *effects, unsigned db, const struct key *key, struct bytes text,
                  size_t offset, size_t len);
/* The whole collection that the entry holds, with its expiry: one record, or a group where it is big. */
void effect_value(struct effects *effects, unsigned db, const struct key *key,
                  const struct entry *entry);
/* The same of any value (strings, too) piece by piece: begin, parts until passage_save says that it has passed, end, with
 * the expiry as it is then. A reader is set. */
struct passage;
void effect_group_begin(struct effects *effects, unsigned db, const struct key *key);
/* True while more is left. */
bool effect_group_part(struct effects *effects, unsigned db, const struct key *key,
                       const struct entry *entry, struct passage *passage, size_t part_max);
void effect_group_end(struct effects *effects, unsigned db, const struct key *key,
                      int64_t expire_ms);
/* As the effect that would make the entry: for bases, and for what is dealt to other cores. */
void effect_entry(struct effects *effects, unsigned db, const struct key *key,
                  const struct entry *entry, struct buffer *scratch);
/* expire_ms: of a hash field; else EXPIRE_ABSENT. */
void effect_field(struct effects *effects, unsigned db, const struct key *key,
                  enum effect_kind kind, struct bytes field, struct bytes state, int64_t expire_ms);
void effect_field_absent(struct effects *effects, unsigned db, const struct key *key,
                         enum effect_kind kind, struct bytes field);
void effect_bound(struct effects *effects, unsigned db, const struct key *key,
                  enum effect_kind kind, int64_t first, int64_t end);
/* number: an index; body: the rest, as the kind says. */
void effect_delta(struct effects *effects, unsigned db, const struct key *key,
                  enum effect_kind kind, uint64_t number, struct bytes body);
void effect_expire(struct effects *effects, unsigned db, const struct key *key, int64_t expire_ms);
/* Records without a key: one LSN in every partition of this shard. */
void effect_flush(struct effects *effects, unsigned db);
void effect_swap(struct effects *effects, unsigned db, unsigned db_other);
void effect_members(struct effects *effects, struct bytes text);

/* A record that was made elsewhere (by a replica's primary) takes its LSN here, or LSNs, and goes to the sink as it is, also
 * where what happens by itself is silent. */
void effect_forward(struct effects *effects, uint16_t partition, struct bytes record);
void effect_forward_global(struct effects *effects, struct bytes record);

/* A record taken apart; views into it. False if it is malformed. */
struct effect {
    enum effect_op op;
    unsigned flags, db, db_other;
    struct bytes key, body;
    int64_t expire_ms;
    uint64_t page, total;
    enum effect_kind kind; /* of fields, bounds and deltas */
    struct bytes field;
    int64_t first, end; /* bounds */
    uint64_t number;    /* deltas */
};
bool effect_decode(struct bytes record, struct effect *effect);
/* It has no key: one LSN in every partition. */
static inline bool effect_is_global(const struct effect *effect) {
    return effect->op == EFFECT_FLUSH || effect->op == EFFECT_SWAP || effect->op == EFFECT_MEMBERS;
}
