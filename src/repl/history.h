/* repl/history.h - which history the records of a node belong to: a replication id and its terms.
 *
 * As long as one primary goes on writing, a position (the LSN of the last record of each partition) says all. Where
 * two could have gone on from the same position, a new term begins: after a start that may have lost
 * something, and when a replica becomes a primary. A term is named by its number and a random nonce, because two nodes
 * may each begin number 2, and says at which LSNs it began.
 *
 *      id 3f…    term 1 at 0 ────────────┬───────────> (this node was the primary)
 *                                        └ term 2 at (17, 40, …) ───────> (a replica of it was made the primary)
 *
 * A node that stands at a position of the common part may go on with the other's records; one that is beyond the
 * branch may not. A history is kept as a small text with a CRC beside the log's root manifest. */
#pragma once

#include "base/buffer.h"
#include "base/hash.h"

enum { HISTORY_ID = 40, HISTORY_TERMS_MAX = 64, HISTORY_ERROR = 512 };
#define HISTORY_NAME "HISTORY"

struct history_term {
    uint64_t number, nonce;
    uint64_t lsns[PARTITIONS]; /* of the last record of each partition before it */
};

struct history {
    char id[HISTORY_ID + 1];    /* "": none */
    struct history_term *terms; /* ascending; owned */
    unsigned term_count;
};

/* A new one, with a random id, whose only term begins at these LSNs. */
void history_begin(struct history *history, const uint64_t *lsns);
/* The oldest terms go when there are too many: who stands there gets everything anew. */
void history_open_term(struct history *history, const uint64_t *lsns);
void history_copy(struct history *target, const struct history *source); /* target is empty */
void history_clear(struct history *history);
static inline bool history_is_empty(const struct history *history) {
    return history->term_count == 0;
}
bool history_is_same(const struct history *history, const struct history *other);
static inline const struct history_term *history_last(const struct history *history) {
    return &history->terms[history->term_count - 1];
}

/* As others show it: an id changes with each term. That of the last term, or of so many terms before it; all zeros: there
 * was none. */
void history_shown_id(const struct history *history, unsigned back, char id[HISTORY_ID + 1]);

/* Terms as text, a line each: number, nonce, LSNs with repetitions as LSN*count. Parsing: false if it is malformed; id is
 * not in it. */
void history_print_terms(const struct history *history, struct buffer *out);
bool history_parse_terms(struct history *history, struct bytes text);

/* May who has this history, and stands at these LSNs, go on with our records? NULL: yes; else why not. */
const char *history_refusal(const struct history *own, const uint64_t *own_lsns,
                            const struct history *other, const uint64_t *other_lsns);

/* Who has gone on by itself beyond a place where a new term began, here or there, may go back: true if he was here before that.
 * lsns: how much of what he has is here, too; a place at which no transaction is torn, because his and the beginnings of
 * terms are such places. */
bool history_branch(const struct history *own, const uint64_t *own_lsns,
                    const struct history *other, const uint64_t *other_lsns, uint64_t *lsns);

/* ---- beside the log; blocking ---- */

/* What is kept beside a history. */
struct history_state {
    bool is_closed; /* it was written at a proper end */
    bool
        is_followed; /* there has been a replica, or this is one: the log keeps what others may want */
    bool is_torn;    /* behind these LSNs transactions may be half there */
    uint64_t whole_lsns[PARTITIONS];
};
/* 1: read; 0: there is none; else a negative errno, with one line in error. */
int history_read(const char *directory, struct history *history, struct history_state *state,
                 char *error);
/* Durable when it returns 0. */
int history_write(const char *directory, const struct history *history,
                  const struct history_state *state) __attribute__((warn_unused_result));
