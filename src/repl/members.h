/* repl/members.h - the in-sync set: the replicas that hold a write before it is acknowledged, and what follows from that.
 *
 * A set has a version, which grows, and says how many of its members it takes to have a say (`required`, the option
 * min-sync-replicas when it was made). A write is acknowledged when all members hold it, so any member may become the
 * primary without a loss; it has to know that no other one has, and that the set has not gone on without it:
 *
 *   M1  A set is followed by one that has at least `required` of its members: the primary itself counts, if it is one.
 *       So whoever hears from all but `required` of a set's members, himself included, hears from one of the next.
 *   M2  From the record of a new set on a write needs the members of the old one, too, until all of the new one hold that
 *       record, and so all before it: then the new set counts.
 *   M3  Who wants to become the primary hears from count - required other members of the newest set he knows, which
 *       promise to follow nobody of the term before (promotion.h).
 *
 * M1 is broken only on purpose: when the option is lowered, or by ANAX PROMOTE FORCE; the set says so (is_forced).
 *
 * Pure. */
#pragma once

#include "base/buffer.h"

enum { MEMBERS_MAX = 16, MEMBER_ID = 40, MEMBER_HOST = 80 };

struct member {
    char id[MEMBER_ID + 1];
    char host[MEMBER_HOST]; /* where others reach it */
    uint16_t port;
};

struct members {
    uint64_t version; /* 0: there has never been a set */
    unsigned required;
    uint64_t lease_ms; /* sync-lease-ms: so long a primary may take an answer for granted */
    bool is_forced;
    unsigned count;
    struct member list[MEMBERS_MAX];
};

/* A line for the set, one for each member. It is the body of a record, a part of files and of answers. */
void members_print(const struct members *members, struct buffer *out);
bool members_parse(struct members *members, struct bytes text);

const struct member *members_find(const struct members *members, const char *id); /* or NULL */
/* M1; writer: the primary's own id. */
bool members_may_follow(const struct members *before, const struct members *next,
                        const char *writer);
/* M3. */
unsigned members_to_hear(const struct members *members);

/* Who could be in the next set. */
struct member_candidate {
    struct member member;
    bool is_answering; /* its last word is not older than the lease */
    bool is_fit;       /* it is in step with the primary */
};
struct members_wish {
    const char *writer;
    unsigned required;
    uint64_t lease_ms;
    const struct member_candidate *candidates;
    unsigned count;
};
/* The set that should follow now: its members that answer, and all others that are fit. False: it is the same, or there is
 * none as long as so few answer. */
bool members_choose(const struct members *now, const struct members_wish *wish,
                    struct members *next);
