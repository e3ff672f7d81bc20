/* data/table.h - a hashed table of packed strings: the large form of sets and hashes, and the
 * member side of large sorted sets.
 *
 * An item is one piece of memory: the member (data/member.h), then the payload of the table's kind:
 *
 *   TABLE_MEMBERS   nothing
 *   TABLE_SCORES    a double
 *   TABLE_VALUES    head, value, and 8 bytes of expiry if it has one; the head is 2 * length +
 *                   (1: has an expiry), coded like a member's length
 *
 * Items are pointers to their member; one stays where it is until it is deleted or resized. The
 * table grows and shrinks by one bucket at a time (linear hashing: Litwin 1980), so no call takes
 * long. Members are ordered by their hash, bit-reversed: a position is a number below TABLE_END in
 * this order, and means the same whatever the table's size: that is what SCAN cursors are.
 *
 * The caller hashes (hash_bytes of the member), once for all calls about it. */
#pragma once

#include "data/allocator.h"
#include "data/member.h"

enum table_kind { TABLE_MEMBERS, TABLE_SCORES, TABLE_VALUES };

#define TABLE_END (UINT64_C(1) << 32)

struct table_chunk;

struct table {
    const struct allocator *allocator; /* of data/heap.h: items must lie in the arena */
    struct table_chunk **chunks;
    uint64_t count;
    uint32_t homes;       /* home buckets, 0 while it is empty from the start */
    uint32_t mask;        /* the smallest 2^n - 1 >= homes */
    uint32_t chunks_room; /* of the array */
    enum table_kind kind;
};

void table_init(struct table *table, const struct allocator *allocator, enum table_kind kind);
/* Frees at most about *budget items, and takes their number from it; true while more are left. The
 * table is good for nothing else then; when all are gone it is as after table_init. */
bool table_free_some(struct table *table, unsigned *budget);

/* The item of this member, or NULL. */
uint8_t *table_find(const struct table *table, uint64_t hash, struct bytes member);
/* Two steps for a batch of members: first the bucket of each, then the item of each; then find. */
void table_prefetch(const struct table *table, uint64_t hash);
void table_prefetch_item(const struct table *table, uint64_t hash);
/* Adds a member that is not there; the payload is the caller's to write. */
uint8_t *table_insert(struct table *table, uint64_t hash, struct bytes member, size_t payload_size);
/* Gives the item a payload of another size; it may move, with the bytes that fit. */
uint8_t *table_resize_item(struct table *table, uint64_t hash, uint8_t *item, size_t payload_size);
void table_delete(struct table *table, uint64_t hash, uint8_t *item);

/* Emits the items from position on to the end of their bucket; returns where that is. A scan that
 * goes on from there, from 0 to TABLE_END, emits at least once what was there all the time, and
 * exactly once if the table did not change. emit may not change the table. */
uint64_t table_scan(const struct table *table, uint64_t position,
                    void (*emit)(void *arg, uint8_t *item), void *arg);
/* The position of a member. */
uint64_t table_position(uint64_t hash);
/* A random item, each with about the same chance; NULL if there is none. */
uint8_t *table_random(const struct table *table, uint64_t random);

/* All items, in no order that means anything; good until the table changes. */
struct table_walk {
    const struct table *table;
    const struct table_bucket *bucket;
    uint32_t home;
    uint32_t rest; /* slots of the bucket not yet given */
};
struct table_walk table_walk(const struct table *table);
uint8_t *table_next(struct table_walk *walk); /* NULL at the end */

/* ---- payloads ---- */

static inline uint8_t *item_payload(const uint8_t *item) {
    struct bytes text = member_text(item);
    return (uint8_t *)(uintptr_t)text.data + text.len;
}

static inline double item_score(const uint8_t *item) {
    double score;
    memcpy(&score, item_payload(item), sizeof score);
    return score;
}

static inline void item_set_score(uint8_t *item, double score) {
    memcpy(item_payload(item), &score, sizeof score);
}

/* A value's payload: view of the value; *expire_ms is 0 if it has none. */
struct bytes item_value(const uint8_t *item, int64_t *expire_ms);
size_t item_value_size(size_t len, int64_t expire_ms);
void item_set_value(uint8_t *item, struct bytes value, int64_t expire_ms);

/* Aborts if an invariant does not hold; for tests. */
void table_check(const struct table *table);
