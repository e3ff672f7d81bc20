/* log/replay_stream.h - records of streams and their groups, for log/replay.c. */
#pragma once

#include "data/cell.h"
#include "log/effect.h"

/* The cell's entry is a stream; the effect is a field, its absence or a bound. False: such a record
 * was never written. What is of a group that is gone means nothing any more, and is passed over. */
bool replay_stream(struct cell *cell, const struct effect *effect);
