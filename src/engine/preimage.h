/* engine/preimage.h - big values as they were at a moment, written out bit by bit while they change.
 *
 * The value is not copied, it is kept (data/keep.h), and of what changes before it has been written the old state is noted,
 * once, before the change: a member, an element, an entry, a page of 4 KiB.
 *
 *   sets, hashes, zsets   in the order of the members' hashes, which no change disturbs; the order means nothing in a dump, so
 *                         the old state of a member goes out next, and its name is noted, to be passed over later
 *   lists                 runs of elements, each still in the list (by number) or noted; changes in the middle move numbers
 *   streams               entries by their IDs, with what was noted between them; then the pending entries of each group in the
 *                         same way (only the names and numbers of groups and consumers are copied at the moment)
 *   strings               pages
 *
 * A value that loses its key is read on as it is: nothing has to be noted any more.
 *
 *   P1  What is written is the value as it was when preimages_add was called: no change was made between the moment and then.
 *   P2  It is one piece of a dump file; who has its first bytes must get all of it before anything else.
 *   P3  What is noted is counted; a change costs what it changes (a list's: up to 64 elements or 64 KiB beside it). */
#pragma once

#include "data/keyspace.h"

struct mutation;
struct preimage;

/* Of one core's part of one snapshot. {0} has none. */
struct preimages {
    struct keyspace *keyspace;
    struct preimage **buckets; /* by identity (data/keep.h) */
    unsigned count, size;      /* values; buckets, a power of two */
    struct preimage *first, *last;
    size_t bytes;   /* noted for all of them, and of values whose key is gone */
    uint64_t noted; /* changes of which the old state was noted */
    bool compresses;
};

/* Whether it is better written so: the least size is for tests, else PREIMAGE_BIG. */
enum { PREIMAGE_BIG = 16 << 10 };
bool preimage_is_big(const struct entry *entry, size_t least);

/* db: as the dump is to say. */
void preimages_add(struct preimages *preimages, const struct entry *entry, unsigned db);
/* Before every change: the old state, if it belongs to one of them and has not been written. */
void preimages_note(struct preimages *preimages, const struct mutation *mutation);
/* Who waits until a value is written, or what is held has become less. */
struct preimage_wait {
    struct preimage_wait *next;
    void (*passed)(struct preimage_wait *wait); /* called once; also when all are let go */
};
/* So many elements (entries, pending entries, pages) of this value are about to change at once. If that is too much to be noted, more
 * than PREIMAGE_ELEMENTS or than so many bytes, the value is written next, who waits is told when it is, and this returns true:
 * nothing is to be changed until then. */
enum { PREIMAGE_ELEMENTS = 4096, PREIMAGE_PAGE = 4096 };
bool preimages_make_way(struct preimages *preimages, const struct entry *entry, uint64_t elements,
                        size_t bytes_max, struct preimage_wait *wait);
/* All of a list, which is empty then. */
void preimage_waits_tell(struct preimage_wait **waits);
/* Appends some `bytes` more of the first one, at least a piece; then, when it returns false, that is whole and gone. */
bool preimages_write(struct preimages *preimages, struct buffer *out, size_t bytes);
unsigned preimages_db(const struct preimages *preimages); /* of the first one */
/* The version that is needed to read it. */
unsigned preimages_version(const struct preimages *preimages);
/* Lets all go. */
void preimages_clear(struct preimages *preimages);
