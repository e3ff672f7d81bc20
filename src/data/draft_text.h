/* data/draft_text.h - a big string put together aside, from its start on: a draft (data/cell.h). */
#pragma once

#include "data/cell.h"

/* elements: of a part of data/passage.h: where its bytes begin, which is where those before ended; how long the whole is going
 * to be (only a hint); the bytes. False: they are not such, or there is no memory. */
bool draft_text_load(struct cell *draft, struct bytes elements) __attribute__((warn_unused_result));
/* Other bytes within what is there; false if they are not within it, or the draft is no such string. */
bool draft_text_change(const struct cell *draft, uint64_t offset, struct bytes bytes)
    __attribute__((warn_unused_result));
/* As cell_publish, with this expiry; short ones become ordinary short strings. */
void draft_text_publish(struct cell *draft, struct entry *old, int64_t expire_ms);
