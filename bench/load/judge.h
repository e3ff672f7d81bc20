/* judge.h - whether a reply is what the request deserves. */
#pragma once

#include "worker.h"

/* Counts the reply of a request about the keys `numbers`: misses, wrong values, errors. Returns
 * whether the request did what it should. */
bool judge_reply(struct results *results, const struct plan *plan, enum request_kind kind,
                 const uint64_t *numbers, const struct reply *reply);
