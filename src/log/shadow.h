/* log/shadow.h - a second store fed by effects alone: proof that effects say everything.
 *
 * Test builds give every shard one. After any history its digest must equal the shard's. */
#pragma once

#include "data/keyspace.h"
#include "log/effect.h"

struct shadow;
struct shadow *shadow_create(unsigned databases, unsigned partition_first,
                             unsigned partition_count);
void shadow_destroy(struct shadow *shadow);
struct effect_sink shadow_sink(struct shadow *shadow);
/* Adds the digest of what the effects built, entries expired by now_ms left out. */
void shadow_digest(struct shadow *shadow, int64_t now_ms, unsigned db, unsigned char digest[20]);
