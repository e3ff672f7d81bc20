/* repl/pledge.h - what this server knows of the in-sync set, and what it has promised: kept beside the log.
 *
 * The newest set it has heard of, of which history; its own name as a member, which stays over restarts; and the term below
 * which it follows nobody (its fence), since it has promised that to whoever became the primary of that term.
 *
 * A replica knows a set durably before it acknowledges the set's record, or anything behind it; a primary before it logs
 * that record. So the file says more than the log, and the log's record says where.
 *
 * Core 0's; functions that keep something wait for the disk, on a fiber. */
#pragma once

#include "repl/history.h"
#include "repl/members.h"
#include "sys/fiber.h"

struct engine;

struct pledge {
    char id[MEMBER_ID + 1];
    char history[HISTORY_ID + 1]; /* that the set belongs to; "": there is none */
    uint64_t fence_number, fence_nonce;
    struct members newest;
    char *directory;          /* NULL: it is not kept */
    struct fiber_mutex mutex; /* of the file */
};

/* Reads what is there, or begins. directory: of the log; NULL: there is none. False with one line in error. */
bool pledge_start(struct engine *engine, const char *directory, char *error);
void pledge_stop(struct engine *engine);
/* The log is in that directory from now on, or nowhere. */
void pledge_move(struct engine *engine, const char *directory);

/* A view; NULL before the start. */
const struct pledge *pledge_of(const struct engine *engine);
/* There is a set of that history; an older one than is known is not taken. False with a line logged if it cannot be kept. */
bool pledge_know(struct engine *engine, const char *history, const struct members *members);
/* The same of a text, as in a record. */
bool pledge_hear(struct engine *engine, const char *history, struct bytes text);
/* Promises to follow nobody below that term, and of that term only him who gave it that nonce. */
bool pledge_promise(struct engine *engine, uint64_t number, uint64_t nonce);
/* Why a primary of that history, which knows that set, is not to be followed; NULL: it may be. */
const char *pledge_refusal(const struct pledge *pledge, const struct history *history,
                           const struct members *members);
