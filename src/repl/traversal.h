/* repl/traversal.h - the baseline of one core's shard, while it changes, as frames in one order.
 *
 * It walks over the keys of a range of partitions in the order of their spots (data/keyspace.h), database by
 * database. A unit is a region of keys that is encoded at one moment (WIRE_UNIT). What is bigger than
 * chunk_max is put off and travels as a stream of chunks (WIRE_CHUNK), of which several are on their way at once, and units,
 * journal and chunks of others pass between two of its chunks.
 *
 *     struct traversal *traversal = traversal_create(&options);
 *     while (traversal_step(traversal, &out)) {          // whenever there is room in out
 *         for each record that the shard writes meanwhile:
 *             traversal_record(traversal, partition, lsn, record, &out);
 *     }
 *     traversal_destroy(traversal);
 *
 * The loader (repl/loader.h) at the other end, fed with all frames in this order, then has the state of the
 * shard as of the last record. Frames in out are always whole, so out may be taken from at any time.
 *
 * Invariants
 *   B1  A record is forwarded iff what it changes was sent before; else it is dropped, because the baseline to
 *       come has it. Keys: by the traversal's position and its list of values put off or in flight, never by what
 *       is in the keyspace. Of a value in flight: by how far the value has been sent (data/passage.h).
 *   B2  All records up to the present have been handed in, in order, when a step is made: LSNs are checked. A
 *       step never comes between the records of one callback. In return, handing in records looks at no
 *       keyspace, so it may be late: while the journal is read back from a disk, the traversal stands still.
 *   B3  What replaces a value in flight (SET, DELETE, VALUE, BEGIN, FLUSH) is preceded by WIRE_CANCEL of its
 *       stream. Nothing else cancels: no write waits for a traversal, nor does a write make it begin a value again.
 *   B4  A value in flight that is changed has at the other end exactly the part that was passed here: a
 *       list up to a number, say. A delta moves that number, or is cut at it.
 *   B5  FLUSH and SWAP are always forwarded. SWAP exchanges what has been sent of the two databases, values in flight
 *       included: here and at the loader they carry on under their new numbers.
 *   B6  No step does more than a unit (64 KiB, or one region of some 20 entries, at most 256 KiB but for the last of
 *       them) or a chunk; or than the pace says, if that is less, and one region or element is not more. */
#pragma once

#include "log/effect.h"
#include "repl/wire.h"

struct keyspace;
struct traversal;

enum { TRAVERSAL_CHUNK = 64 << 10, TRAVERSAL_STREAMS_MAX = 4, TRAVERSAL_HELD = 4 << 20 };

struct traversal_options {
    struct keyspace *keyspace;
    const struct effects *effects; /* of this shard: its LSNs */
    unsigned databases;
    unsigned partition_first, partition_count; /* any of the shard's */
    size_t chunk_max; /* of a value, and of units if that is less; 0: TRAVERSAL_CHUNK */
    /* false, for comparison: a big value travels alone. Units, and the journal of all other keys, wait behind its
     * last chunk; but no more of it than held_max (0: TRAVERSAL_HELD), which then passes between two chunks. */
    bool is_tagged;
    size_t held_max;
};

struct traversal *traversal_create(const struct traversal_options *options);
void traversal_destroy(struct traversal *traversal);

/* From now on no step makes more than so many bytes: 0 for what the options say. A step of 64 KiB takes some 50 us, one of
 * 16 KiB some 15, which is a client's time between a reply and its next request. */
void traversal_set_pace(struct traversal *traversal, size_t bytes);

/* Appends the next unit or chunk (or nothing, where there was none). True while more is left. Some 0.1 ms. */
bool traversal_step(struct traversal *traversal, struct buffer *out);

/* A record as the shard's effect sink is handed it (FLUSH and SWAP once, with the shard's first partition), or a mark
 * (then partition and lsn mean nothing): appended as WIRE_JOURNAL, preceded by WIRE_CANCEL if need be, or
 * dropped. Records of other partitions than the traversal's are dropped. It may be called after the last
 * step, too: then all of its partitions are forwarded. */
void traversal_record(struct traversal *traversal, unsigned partition, uint64_t lsn,
                      struct bytes record, struct buffer *out);

struct traversal_stats {
    uint64_t units, keys, streams, chunks, cancels, bytes; /* of all frames, journal too */
    uint64_t preemptions;        /* frames of others sent between two chunks of a value */
    uint64_t forwarded, dropped; /* records */
    size_t held_bytes;           /* journal that waits behind a value (is_tagged false) */
    double progress;             /* 0 to 1, for INFO: of the hash space of all databases */
};
struct traversal_stats traversal_stats(const struct traversal *traversal);
