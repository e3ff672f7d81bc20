/* tool/liveness.h - which records of a log are still needed (I2 of LOG.md), judged by two walks.
 *
 * Records are named by the order in which they come: the first walk notes the last of each key and of
 * each field between two deltas, the second asks. A record is dead if a later one covers it.
 *
 * Memory: 40 bytes for each key and field that a log names. Keys are told apart by 64 bits of hash.
 * One for each core. */
#pragma once

#include "log/effect.h"

struct liveness;

struct liveness *liveness_create(void);
void liveness_destroy(struct liveness *liveness);
/* The first walk. is_skipped: a base has it, or it is behind the line. */
void liveness_note(struct liveness *liveness, const struct effect *effect, bool is_skipped);
/* Before the second one. */
void liveness_turn(struct liveness *liveness);
/* The second walk, the same records in the same order. */
bool liveness_ask(struct liveness *liveness, const struct effect *effect, bool is_skipped);
