/* The mailbox of a loop: a queue of batches, many producers and one consumer.
 *
 *   head -> [taken] -> [batch] -> [batch] <- tail      next pointers go from old to new
 *
 * This is Vyukov's queue (2008, non-intrusive form): a producer exchanges tail for its own
 * batch, then links the previous one to it. That exchange is the only read-modify-write of a batch;
 * the consumer needs none. The batch taken last stays as the head, so the queue is never without a node.
 *
 * Invariants
 * M1  tail == head: nothing is posted. tail != head and head->next == NULL: a producer is between
 *     its two steps, and the consumer looks again instead of sleeping.
 * M2  A producer makes its batch visible (exchange), then reads is_asleep; the consumer writes
 *     is_asleep, then reads tail. All four are sequentially consistent, so at least one sees the
 *     other: no batch stays behind in a sleeping loop. (Dekker's argument.)
 * M3  A producer that sees is_asleep clears it before it wakes: while a sleep lasts, one wake-up is
 *     sent, two only if two producers saw it in the same instant. */
#include "sys/mailbox.h"

#include <assert.h>
#include <sched.h>

#include "base/memory.h"
#include "sys/atomic.h"
#include "sys/loop_internal.h"
#include "sys/machine_internal.h"

enum { SPARE_BATCHES_MAX = 256 };

/* ---- posting ---- */

static struct outbox *find_outbox(struct loop *loop, struct loop *target) {
    if (target->index >= loop->outbox_count) {
        unsigned count = target->index + 1;
        loop->outboxes = memory_realloc(loop->outboxes, count * sizeof(struct outbox *));
        while (loop->outbox_count < count) loop->outboxes[loop->outbox_count++] = NULL;
    }
    struct outbox **outbox = &loop->outboxes[target->index];
    if (*outbox == NULL) {
        *outbox = memory_alloc_zeroed(sizeof **outbox);
        (*outbox)->target = target;
    }
    return *outbox;
}

void mail_post(struct loop *target, struct mail *mail) {
    struct loop *loop = loop_running;
    assert(loop != NULL);
    mail->next = NULL;
    if (target == loop) {
        *loop->own_mail_end = mail;
        loop->own_mail_end = &mail->next;
        return;
    }
    struct outbox *outbox = find_outbox(loop, target);
    if (outbox->first == NULL) {
        outbox->first = mail;
        outbox->next = loop->outboxes_used;
        loop->outboxes_used = outbox;
    } else {
        outbox->last->next = mail;
    }
    outbox->last = mail;
    loop->stats.mails_sent++;
}

bool mailbox_hand_over(struct loop *target, struct mail_batch *batch) {
    struct inbox *inbox = &target->inbox;
    atomic_store_explicit(&batch->next, NULL, memory_order_relaxed); /* published by the exchange */
    /* Sequentially consistent for M2; its release half publishes the batch to the next producer,
     * who links to it. */
    struct mail_batch *before = rmw_exchange(&inbox->tail, batch, memory_order_seq_cst);
    /* Release: who reads the link reads what the batch and its mails hold. */
    atomic_store_explicit(&before->next, batch, memory_order_release);
    if (!atomic_load_explicit(&inbox->is_asleep, memory_order_seq_cst)) /* M2 */
        return false;
    /* Relaxed: only other producers read it before the wake-up, to save theirs (M3). */
    atomic_store_explicit(&inbox->is_asleep, false, memory_order_relaxed);
    machine->backend->wake(target);
    return true;
}

static struct mail_batch *take_spare(struct loop *loop) {
    struct mail_batch *batch = loop->spare_batches;
    if (batch == NULL) return memory_alloc(sizeof *batch);
    loop->spare_batches = atomic_load_explicit(&batch->next, memory_order_relaxed);
    loop->spare_batch_count--;
    return batch;
}

static void keep_spare(struct loop *loop, struct mail_batch *batch) {
    if (loop->spare_batch_count >= SPARE_BATCHES_MAX) {
        memory_free(batch);
        return;
    }
    atomic_store_explicit(&batch->next, loop->spare_batches, memory_order_relaxed);
    loop->spare_batches = batch;
    loop->spare_batch_count++;
}

void mail_flush(void) {
    struct loop *loop = loop_running;
    while (loop->outboxes_used != NULL) {
        struct outbox *outbox = loop->outboxes_used;
        loop->outboxes_used = outbox->next;
        struct mail_batch *batch = take_spare(loop);
        batch->first = outbox->first;
        batch->last = outbox->last;
        outbox->first = NULL;
        loop->stats.mail_batches_sent++;
        if (loop->backend->carry_mail != NULL)
            loop->backend->carry_mail(loop, outbox->target, batch);
        else
            loop->stats.wakeups_sent += mailbox_hand_over(outbox->target, batch);
    }
}

void mail_post_from_outside(struct loop *target, struct mail *mail) {
    struct mail_batch *batch = memory_alloc(sizeof *batch);
    mail->next = NULL;
    batch->first = batch->last = mail;
    /* The mail may be delivered, and that may end the loop, before the wake-up is done: the loop is not
     * freed while outsiders is not 0 (mailbox_await_outsiders). Relaxed is enough for the first, which
     * is before the mail; release for the last, so that freeing comes after all of this. */
    rmw_add(&target->inbox.outsiders, 1, memory_order_relaxed);
    mailbox_hand_over(target, batch);
    rmw_sub(&target->inbox.outsiders, 1, memory_order_release);
}

/* ---- delivering ---- */

static unsigned deliver_list(struct mail *first, const struct mail *last) {
    unsigned count = 0;
    for (struct mail *mail = first;; count++) {
        struct mail *next = mail->next; /* the mail is its receiver's from here on */
        bool is_last = mail == last;
        mail->deliver(mail);
        if (is_last) return count + 1;
        mail = next;
    }
}

static unsigned deliver_own(struct loop *loop) {
    unsigned count = 0;
    struct mail *mail = loop->own_mail;
    loop->own_mail = NULL;
    loop->own_mail_end = &loop->own_mail;
    for (; mail != NULL; count++) {
        struct mail *next = mail->next;
        mail->deliver(mail);
        mail = next;
    }
    return count;
}

unsigned mailbox_deliver(struct loop *loop) {
    struct inbox *inbox = &loop->inbox;
    unsigned count = loop->own_mail == NULL ? 0 : deliver_own(loop);
    /* Only what was there at the start: producers cannot make the turn endless. Relaxed: it is only compared. */
    struct mail_batch *end = atomic_load_explicit(&inbox->tail, memory_order_relaxed);
    while (inbox->head != end) {
        /* Acquire pairs with the release of the link in mailbox_hand_over. */
        struct mail_batch *batch = atomic_load_explicit(&inbox->head->next, memory_order_acquire);
        if (batch == NULL) break; /* M1: its link is about to come */
        keep_spare(loop, inbox->head);
        inbox->head = batch;
        count += deliver_list(batch->first, batch->last);
    }
    return count;
}

bool mailbox_is_empty(const struct loop *loop) {
    return atomic_load_explicit(&loop->inbox.tail, memory_order_relaxed) == loop->inbox.head;
}

/* ---- sleeping ---- */

bool mailbox_fall_asleep(struct loop *loop) {
    struct inbox *inbox = &loop->inbox;
    atomic_store_explicit(&inbox->is_asleep, true, memory_order_seq_cst); /* M2 */
    if (atomic_load_explicit(&inbox->tail, memory_order_seq_cst) == inbox->head) return true;
    mailbox_woke(loop);
    return false;
}

void mailbox_woke(struct loop *loop) {
    /* Relaxed: a producer that still sees the old value wakes once too often, no more. */
    if (atomic_load_explicit(&loop->inbox.is_asleep, memory_order_relaxed))
        atomic_store_explicit(&loop->inbox.is_asleep, false, memory_order_relaxed);
}

/* ---- life ---- */

void mailbox_init(struct loop *loop) {
    struct mail_batch *first = memory_alloc_zeroed(sizeof *first);
    loop->inbox.head = first;
    atomic_init(&loop->inbox.tail, first);
    loop->own_mail_end = &loop->own_mail;
}

void mailbox_await_outsiders(struct loop *loop) {
    while (atomic_load_explicit(&loop->inbox.outsiders, memory_order_acquire) != 0) sched_yield();
}

/* Mails never delivered stay their senders'. */
void mailbox_clear(struct loop *loop) {
    for (struct mail_batch *batch = loop->inbox.head, *next; batch != NULL; batch = next) {
        next = atomic_load_explicit(&batch->next, memory_order_acquire);
        memory_free(batch);
    }
    for (struct mail_batch *batch = loop->spare_batches, *next; batch != NULL; batch = next) {
        next = atomic_load_explicit(&batch->next, memory_order_relaxed);
        memory_free(batch);
    }
    for (unsigned i = 0; i < loop->outbox_count; i++) memory_free(loop->outboxes[i]);
    memory_free(loop->outboxes);
}
