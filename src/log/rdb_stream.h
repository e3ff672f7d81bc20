/* log/rdb_stream.h - a stream written entry by entry, where only their number is known before: for who writes one out while
 * it changes (engine/preimage.h). rdb_write_value has the whole one and closes blocks by their bytes; the number of
 * blocks comes first in the format, so here each has the same number of entries, by what they take on average.
 *
 *     rdb_stream_create, rdb_stream_add for each entry in order, rdb_stream_end; then what rdb_stream_rest wrote at the moment */
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

/* All behind the entries: numbers, groups, consumers, pending entries, as they are. */
void rdb_stream_rest(struct rdb_writer *writer, const struct entry *stream);
