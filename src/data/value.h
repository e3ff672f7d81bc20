/* data/value.h - what the keyspace asks of a type of collection, whatever its form.
 *
 * A small collection is a block inside its entry; a large one is an object of its own, which the
 * entry points at. One row for each type in data/value.c; data/{set,hash,zset}.h are what commands
 * call. */
#pragma once

#include "base/buffer.h"
#include "data/cell.h"
#include "data/table.h"

enum {
    OBJECT_LOOKS_LARGE = 1 /* past Redis's limits: OBJECT ENCODING says so, for good */
};

/* The head of every object. */
struct object {
    uint64_t bytes;      /* of all that belongs to it; counted in its database */
    struct object *next; /* while it waits to be freed */
    uint8_t type;
    uint8_t flags;
    bool is_dropped;  /* no entry points at it any more */
    uint32_t keepers; /* data/keep.h */
};

/* How the objects of sets, hashes and sorted sets begin. */
struct table_object {
    struct object head;
    struct table table;
};

struct value_kind {
    /* As OBJECT ENCODING of Redis would say. */
    const char *(*encoding)(const struct entry *entry);
    /* Adds all elements, by digest_element: the same sum for the same elements in any form. */
    void (*digest)(const struct entry *entry, uint64_t sum[2]);
    /* Frees at most about *budget elements, counting it down, and in the end the object; true while
     * it is not gone. */
    bool (*free_some)(struct object *object, const struct allocator *allocator, unsigned *budget);
    /* See value_save and value_load; elements only. flags: of the object that was saved. */
    bool (*save)(const struct entry *entry, uint64_t *position, size_t part_max,
                 struct buffer *out);
    bool (*load)(struct cell *draft, struct bytes elements, uint8_t flags);
    /* True if these bytes, from wherever, are a block of this variant. */
    bool (*is_block)(struct bytes block, bool is_variant);
};

extern const struct value_kind list_kind, set_kind, hash_kind, zset_kind, stream_kind;
extern const struct value_kind *const value_kinds[VALUE_TYPES]; /* NULL for strings */

/* A collection in bytes, for what one version of this program hands to another run of itself:
 * bodies of K records, RESTORE-like moves between shards, COPY. In parts of some part_max bytes;
 * each stands for itself, so loading them in any order gives the whole (of a table in motion: what
 * was there all the time). The key and its expiry are not in it.
 *
 *   part   version 1 | type | 0: elements follow, 1: a block, 2: its variant | object flags | ...
 *
 * Begin with *position 0; true while more parts are left. */
bool value_save(const struct entry *entry, uint64_t *position, size_t part_max, struct buffer *out);
/* Adds a part to a draft (data/cell.h), which is empty or got parts of the same value before.
 * False: not such bytes; the draft is good for cell_discard only. */
bool value_load(struct cell *draft, struct bytes part);

/* False: it is a block inside its entry, of which value_save makes one part. */
bool value_is_large(const struct entry *entry);
/* True: value_save makes one part of it, surely; false: perhaps more. */
bool value_fits_part(const struct entry *entry, size_t part_max);

/* Fetches what finding these members or fields is going to touch, if the entry (or NULL) holds a
 * large set, hash or sorted set: before a command with many, in batches of up to
 * VALUE_PREFETCH_MAX. The texts stand step apart. Eight times faster, in a table that is in no
 * cache. */
enum { VALUE_PREFETCH_MAX = 16 };
void value_prefetch(const struct entry *entry, const struct bytes *texts, unsigned count,
                    unsigned step);

/* The same for a batch of commands with one element each (or none: NULL), on collections of their
 * own: step by step from 0 for all of them, each step reads what the last one has fetched. Nothing
 * may change between the steps. False: this entry (or NULL) needs no more. */
bool value_approach(const struct entry *entry, const struct bytes *element, unsigned step);

/* ---- for the types ---- */

static inline bool object_looks_large(const struct object *object) {
    return (object->flags & OBJECT_LOOKS_LARGE) != 0;
}

/* Coded as data/member.h does. part_take: the next one of a part, a view; false at its end, or if
 * what is there is cut off (rest->len is not 0 then). */
void part_put(struct buffer *out, struct bytes text);
bool part_take(struct bytes *rest, struct bytes *text);
void part_put_number(struct buffer *out, uint64_t number); /* 8 bytes */
/* The head of a part of elements; whether there is one of this type, and what follows it. */
void part_begin(struct buffer *out, enum value_type type, uint8_t flags);
bool part_is(struct bytes part, enum value_type type, struct bytes *elements);
bool part_take_number(struct bytes *rest, uint64_t *number);
/* entry.c */
void digest_element(uint64_t sum[2], struct bytes first, struct bytes second, int64_t number);
