/* sys/mailbox.h - messages between cores.
 *
 * Many producers, one consumer, no locks. Posts of one turn to one core leave together: one atomic
 * exchange a batch, and one wake-up only if the receiver sleeps. Messages of one sender to one
 * receiver arrive in the order of posting. The message is the sender's memory until it is
 * delivered; deliver() runs on the receiver's loop and then owns it (usually it posts it back). */
#pragma once

#include "sys/loop.h"

struct mail {
    struct mail *next;
    void (*deliver)(struct mail *mail);
};

/* Posts to another loop (or to the own one: then it is delivered in this or the next turn).
 * Called on a loop's thread. */
void mail_post(struct loop *target, struct mail *mail);
/* Sends what was posted so far now instead of at the end of the turn. */
void mail_flush(void);
/* From a thread that is no loop (helper threads, signals' thread, main): at once. */
void mail_post_from_outside(struct loop *target, struct mail *mail);
