/* log/rdb_stream.h - a stream written entry by entry, where only their number is known before: for who writes one out while
 * it changes (engine/preimage.h). rdb_write_value has the whole one and closes blocks by their bytes; the number of
 * blocks comes first in the format, so here each has the same number of entries, by what they take on average.
 *
 *     rdb_stream_create, rdb_stream_add for each entry in order, rdb_stream_end; then what is behind the entries */
#pragma once

#include "data/stream.h"
#include "log/rdb.h"

struct rdb_stream;

/* A stream of so many entries, which take so many bytes in all; appends the number of blocks. */
struct rdb_stream *rdb_stream_create(struct rdb_writer *writer, uint64_t entries, uint64_t bytes);
/* The entry at hand of a walk; its fields are taken. */
void rdb_stream_add(struct rdb_stream *stream, struct rdb_writer *writer, struct stream_walk *walk);
/* The same of count fields, each followed by its value. */
void rdb_stream_add_texts(struct rdb_stream *stream, struct rdb_writer *writer, struct stream_id id,
                          const struct bytes *texts, uint64_t count);
/* Appends what has not been. */
void rdb_stream_end(struct rdb_stream *stream, struct rdb_writer *writer);
void rdb_stream_destroy(struct rdb_stream *stream);

/* What is behind the entries, piece by piece: the numbers of the stream as they are; how many groups follow; then each group,
 * that many pending entries of it by ID, how many consumers, and each with the IDs of its own. */
void rdb_stream_numbers(struct rdb_writer *writer, const struct entry *stream);
void rdb_stream_group(struct rdb_writer *writer, struct bytes name, struct stream_id last_id,
                      int64_t entries_read, uint64_t pending);
void rdb_stream_pending(struct rdb_writer *writer, struct stream_id id, int64_t delivered_ms,
                        uint64_t deliveries);
void rdb_stream_consumer(struct rdb_writer *writer, struct bytes name, int64_t seen_ms,
                         uint64_t pending);
void rdb_stream_owned(struct rdb_writer *writer, struct stream_id id);
