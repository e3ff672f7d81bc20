/* engine/stream_store.h - how command handlers change streams and their groups: data and effects
 * together, as engine/collection.h does for the other types.
 *
 * collection_find and collection_open (with VALUE_STREAM) give the entry and the cell. Each writer here
 * changes the value (data/stream.h and data/stream_group.h, whose contracts hold here too) and appends the
 * effect. The creation of the key is a K record, which the functions that may create write; everything else
 * is F or B. Who hears of new keys is told here; all other events are the handler's to tell. A stream
 * goes only by store_delete. */
#pragma once

#include "data/stream_group.h"
#include "engine/collection.h"

/* Makes an empty stream where the cell has no entry (MKSTREAM). */
void stream_store_make(struct call *call, struct cell *cell);

/* XADD and its trim: the key is made if need be. trim may be NULL. Returns how many entries the trim
 * took. */
uint64_t stream_store_append(struct call *call, struct cell *cell, struct stream_id id,
                             const struct bytes *texts, uint64_t count,
                             const struct stream_trim *trim);
/* Returns how many entries went. */
uint64_t stream_store_trim(struct call *call, struct cell *cell, const struct stream_trim *trim);
/* Returns how many of the IDs were there. */
uint64_t stream_store_delete(struct call *call, struct cell *cell, const struct stream_id *ids,
                             uint64_t count);
void stream_store_set_head(struct call *call, struct cell *cell, const struct stream_head *head);

/* Groups. Names may not be views into this stream. */
struct stream_group *stream_store_group_create(struct call *call, struct cell *cell,
                                               struct bytes name, struct stream_id last_id,
                                               int64_t entries_read);
/* Writes the effect only if something is different. */
void stream_store_group_set(struct call *call, struct cell *cell, struct stream_group *group,
                            struct stream_id last_id, int64_t entries_read);
void stream_store_group_destroy(struct call *call, struct cell *cell, struct stream_group *group);

struct stream_consumer *stream_store_consumer_create(struct call *call, struct cell *cell,
                                                     struct stream_group *group, struct bytes name,
                                                     int64_t seen_ms);
void stream_store_consumer_set_times(struct call *call, struct cell *cell,
                                     struct stream_consumer *consumer, int64_t seen_ms,
                                     int64_t active_ms);
/* Returns how many pending entries it had. */
uint64_t stream_store_consumer_destroy(struct call *call, struct cell *cell,
                                       struct stream_consumer *consumer);

void stream_store_pending_set(struct call *call, struct cell *cell,
                              struct stream_consumer *consumer, struct stream_id id,
                              int64_t delivered_ms, uint64_t deliveries);
/* True if it was there. */
bool stream_store_pending_remove(struct call *call, struct cell *cell, struct stream_group *group,
                                 struct stream_id id);
