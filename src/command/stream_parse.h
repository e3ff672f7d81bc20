/* command/stream_parse.h - IDs of streams as arguments, entries in replies: for all families of
 * streams.
 *
 * Each function that parses either succeeds or writes Redis's error and returns false. */
#pragma once

#include "data/stream.h"
#include "engine/command.h"

/* argv[index] is an ID, "-" or "+". seq_missing: where it is "ms" alone. */
bool stream_parse_id(struct call *call, unsigned index, uint64_t seq_missing, struct stream_id *id);
/* argv[index] is an ID, nothing else. */
bool stream_parse_strict_id(struct call *call, unsigned index, uint64_t seq_missing,
                            struct stream_id *id);
/* Ends of an interval, "(" before an ID leaves it out. Both ends that come back belong to it. */
bool stream_parse_start(struct call *call, unsigned index, struct stream_id *id);
bool stream_parse_end(struct call *call, unsigned index, struct stream_id *id);

void stream_reply_error_id(struct reply *reply); /* ERR Invalid stream ID … */
void stream_reply_id(struct reply *reply, struct stream_id id);
/* The entry at hand of a walk: its ID, and its fields and values. */
void stream_reply_entry(struct reply *reply, struct stream_walk *walk);
/* At most count entries (0: all) of what is left of a walk, without the array's header. Returns how many. */
uint64_t stream_reply_entries(struct reply *reply, struct stream_walk *walk, uint64_t count);
