/* Mailboxes between loops in threads, on both backends. */
#include "check.h"

#include <pthread.h>

#include "base/memory.h"
#include "rig.h"
#include "sys/atomic.h"
#include "sys/timer.h"

enum { LOOPS = 4 };

/* ---- all to all ---- */

struct letter {
    struct mail mail;
    unsigned from, to;
    uint64_t number;
};

static struct rig rig;
static _Atomic(uint64_t) delivered, misplaced;
static uint64_t expected[LOOPS][LOOPS]; /* [to][from]: written by loop `to` only */

static void take_letter(struct mail *mail) {
    struct letter *letter = (struct letter *)mail;
    unsigned to = loop_index(loop_current());
    if (letter->to != to || letter->number != expected[to][letter->from]++)
        atomic_fetch_add(&misplaced, 1);
    memory_free(letter);
    atomic_fetch_add(&delivered, 1);
}

enum { ROUNDS = 2000, LETTERS_A_ROUND = 5 };

struct writer {
    struct task task;
    unsigned rounds_left;
    uint64_t next_number[LOOPS];
};

static struct writer writers[LOOPS];

/* Each turn a few letters to every loop, the own one included. */
static void write_letters(void *arg) {
    struct writer *writer = arg;
    struct loop *loop = loop_current();
    for (unsigned i = 0; i < LOOPS * LETTERS_A_ROUND; i++) {
        struct letter *letter = memory_alloc_zeroed(sizeof *letter);
        unsigned to = i % LOOPS;
        *letter = (struct letter){.mail.deliver = take_letter,
                                  .from = loop_index(loop),
                                  .to = to,
                                  .number = writer->next_number[to]++};
        mail_post(rig.loops[to], &letter->mail);
    }
    if (--writer->rounds_left > 0) loop_defer(loop, &writer->task);
}

static void start_writer(void *arg) {
    struct writer *writer = arg;
    *writer = (struct writer){.task = {.run = write_letters, .arg = writer}, .rounds_left = ROUNDS};
    loop_defer(loop_current(), &writer->task);
}

TEST_BOTH(mail_of_one_sender_arrives_once_and_in_order) {
    delivered = misplaced = 0;
    memset(expected, 0, sizeof expected);
    REQUIRE(rig_start(&rig, kind, LOOPS, 0));
    for (int i = 0; i < LOOPS; i++) rig_call(rig.loops[i], start_writer, &writers[i]);
    CHECK(rig_await(&delivered, (uint64_t)LOOPS * LOOPS * ROUNDS * LETTERS_A_ROUND));
    CHECK_EQ(atomic_load(&misplaced), 0);
    rig_stop(&rig);
    CHECK_EQ(atomic_load(&delivered), LOOPS * LOOPS * ROUNDS * LETTERS_A_ROUND);
}

/* ---- ping and pong: every hop finds a sleeping loop ---- */

struct ball {
    struct mail mail;
    unsigned hops_left;
    unsigned to;
};

static _Atomic(uint64_t) games_over;

static void hit(struct mail *mail) {
    struct ball *ball = (struct ball *)mail;
    if (ball->hops_left-- == 0) {
        atomic_fetch_add(&games_over, 1);
        return;
    }
    ball->to ^= 1;
    mail_post(rig.loops[ball->to], &ball->mail);
}

TEST_BOTH(no_wake_up_is_ever_lost) {
    enum { GAMES = 3, HOPS = 20000 };
    static struct ball balls[GAMES];
    games_over = 0;
    REQUIRE(rig_start(&rig, kind, 2, 0));
    for (int i = 0; i < GAMES; i++) {
        balls[i] = (struct ball){.mail.deliver = hit, .hops_left = HOPS};
        mail_post_from_outside(rig.loops[0], &balls[i].mail);
    }
    CHECK(rig_await(&games_over, GAMES));
    rig_stop(&rig);
}

/* ---- how many wake-ups and atomics ---- */

struct count {
    struct mail mail;
    uint64_t batches, wakeups, rmws;
};

static _Atomic(uint64_t) burst_delivered;

static void take_of_burst(struct mail *mail) {
    (void)mail;
    atomic_fetch_add(&burst_delivered, 1);
}

static void post_burst(void *arg) {
    static struct mail mails[100];
    struct count *count = arg;
    const struct loop_stats *stats = loop_stats(loop_current());
    count->batches = stats->mail_batches_sent;
    count->wakeups = stats->wakeups_sent;
    count->rmws = atomic_rmw_count();
    for (int i = 0; i < 100; i++) {
        mails[i].deliver = take_of_burst;
        mail_post(rig.loops[1], &mails[i]);
    }
    mail_flush();
    count->batches = stats->mail_batches_sent - count->batches;
    count->wakeups = stats->wakeups_sent - count->wakeups;
    count->rmws = atomic_rmw_count() - count->rmws;
}

TEST_BOTH(a_burst_is_one_batch_one_wake_up_and_one_read_modify_write) {
    struct count count = {.batches = 0};
    burst_delivered = 0;
    REQUIRE(rig_start(&rig, kind, 2, 0));
    usleep(20000); /* both sleep then; who asked them would wake them */
    rig_call(rig.loops[0], post_burst, &count);
    CHECK(rig_await(&burst_delivered, 100));
    CHECK_EQ(count.batches, 1);
    CHECK_EQ(count.wakeups, 1);
#ifdef ANAX_COUNT
    CHECK_EQ(count.rmws, 1);
#endif
    rig_stop(&rig);
}

static void count_turns(void *arg) {
    *(uint64_t *)arg = loop_stats(loop_current())->turns;
}

TEST_BOTH(a_sleeping_loop_takes_no_turns) {
    uint64_t before, after;
    REQUIRE(rig_start(&rig, kind, 1, 0));
    rig_call(rig.loops[0], count_turns, &before);
    usleep(300000); /* what it does in this time is the subject */
    rig_call(rig.loops[0], count_turns, &after);
    CHECK(after - before <= 2); /* that of the first call, and one more */
    rig_stop(&rig);
}

/* ---- from threads that are no loops ---- */

static void *post_from_thread(void *arg) {
    struct loop *loop = arg;
    for (int i = 0; i < 1000; i++) {
        struct letter *letter = memory_alloc_zeroed(sizeof *letter);
        letter->mail.deliver = take_letter;
        letter->number = (uint64_t)i;
        mail_post_from_outside(loop, &letter->mail);
    }
    return NULL;
}

TEST_BOTH(any_thread_may_post_from_outside) {
    enum { THREADS = 3 };
    pthread_t threads[THREADS];
    delivered = 0;
    REQUIRE(rig_start(&rig, kind, 1, 0));
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, post_from_thread, rig.loops[0]);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    CHECK(rig_await(&delivered, THREADS * 1000));
    rig_stop(&rig);
}
