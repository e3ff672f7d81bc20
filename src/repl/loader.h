/* repl/loader.h - the other end of traversals: frames of baselines become the state of one keyspace.
 *
 * One keyspace may get its keys from several traversals (a primary with other core counts): whoever takes the
 * frames apart deals records by the partitions of their keys, and gives streams of different flows different numbers. All
 * records of a chunk are of one key.
 *
 *   WIRE_UNIT, WIRE_JOURNAL    loader_record of each record, or loader_records of the payload
 *   WIRE_CHUNK                 loader_chunk; the first one of a stream names its key (loader_key)
 *   WIRE_CANCEL                loader_cancel
 *
 * FLUSH and SWAP are of the whole keyspace: one that comes over several flows is to be applied once, when all
 * of them have reached it.
 *
 * Values in flight are drafts outside the keyspace, unreadable; records of fields, bounds, deltas and pages of their
 * keys change the draft, and the last chunk publishes it. The keyspace's time stands at 0 during each call, so
 * that nothing expires by itself.
 *
 * Input may be anything: what cannot be what a traversal sends is refused (false, loader_error says why), and never crashes.
 * The keyspace is sound then, but of no use. */
#pragma once

#include "base/bytes.h"

struct keyspace;
struct loader;

enum { LOADER_STREAMS_MAX = 1024 };

/* At most so many streams (0: LOADER_STREAMS_MAX) are open at once: more are an error. */
struct loader *loader_create(struct keyspace *keyspace, unsigned streams_max);
/* Drops drafts. */
void loader_destroy(struct loader *loader);

/* One record, of a unit or of the journal; marks are ignored. */
bool loader_record(struct loader *loader, struct bytes record) __attribute__((warn_unused_result));
/* Records one after the other, as in a payload (wire_next_record). */
bool loader_records(struct loader *loader, struct bytes records)
    __attribute__((warn_unused_result));
/* The records of a chunk, behind the stream's number. */
bool loader_chunk(struct loader *loader, uint64_t stream, struct bytes records, bool is_last)
    __attribute__((warn_unused_result));
/* The stream's value never happened. */
bool loader_cancel(struct loader *loader, uint64_t stream) __attribute__((warn_unused_result));
/* All baselines have ended: no stream may be open any more. */
bool loader_end(struct loader *loader) __attribute__((warn_unused_result));

/* One line about the first call that returned false; "" before that. */
const char *loader_error(const struct loader *loader);
unsigned loader_streams(const struct loader *loader); /* open now */

/* The key that the first chunk of a stream is of, a view into its records: for dealing. False: it does not begin as
 * one. */
bool loader_key(struct bytes records, struct bytes *key);
