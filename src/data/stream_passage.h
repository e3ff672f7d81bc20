/* data/stream_passage.h - parts of a stream in motion: see data/passage.h. */
#pragma once

#include "data/passage.h"

bool stream_passage_save(struct passage *passage, const struct entry *stream, size_t part_max,
                         struct buffer *out);
/* True if these elements of a part are what stream_passage_save writes, rather than value_save. */
bool stream_passage_is(struct bytes elements);
bool stream_passage_load(struct cell *draft, struct bytes elements);
