/* engine/feed.h - who reads what a core writes: its log, and what its replicas are fed from.
 *
 * A reader gets every record of the core's effects, and the marks of transactions (log/mark.h):
 *
 *   F1  MARK_TX_BEGIN comes before the first record of a transaction's part, where it writes on several cores or in several
 *       hops; MARK_TX behind its last one, also on cores where it could have written and has not.
 *   F2  What lies between the two is the transaction's, and of others that ran between two of its hops.
 *
 * With one reader its function is the sink of the effects itself; without any, nothing is encoded. Readers may not be added
 * or removed from within one of these calls. */
#pragma once

#include "log/effect.h"
#include "log/mark.h"

struct core;

struct feed {
    struct feed *next;
    struct effect_sink sink;
    /* The mark, and how it is written. NULL: it does not care. */
    void (*mark)(void *arg, const struct mark *mark, struct bytes record);
    void *arg;
};

/* From now on. The log comes first (is_first), so that those behind it can ask where it has put the record. */
void feed_add(struct core *core, struct feed *feed, bool is_first);
void feed_remove(struct core *core, struct feed *feed);

/* A part of that transaction is about to run here: its mark is made with its first record, if there is one. */
void feed_expect_tx(struct core *core, uint64_t tx);
/* It has run. True if it has made its mark. */
bool feed_expect_end(struct core *core);
void feed_begin_tx(struct core *core, uint64_t tx);
/* It has written here for the last time; parts: on so many cores. */
void feed_end_tx(struct core *core, uint64_t tx, unsigned parts);
