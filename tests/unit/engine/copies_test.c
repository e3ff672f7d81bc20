/* Answers that wait for replicas: none before its line and its level are there (P1), late ones in time (P2). */
#include "check.h"
#include "rig.h"

#include "base/memory.h"
#include "engine/copies.h"
#include "engine/journal.h"
#include "sys/sim.h"

enum { STEPS_MAX = 1000000, TIMEOUT_MS = 100, LEVELS_USED = 4 };

static struct settings settings = RIG_SETTINGS(1 << 20, 16);
static struct engine *engine;
static struct core *core;
static struct journal *journal;
static struct copies *copies;
static uint64_t held[COPIES_MAX + 1];
static bool is_closed; /* too few replicas have answered lately */

static bool say_held(const struct core *of, unsigned level, uint64_t *lsns) {
    *lsns = held[level];
    return of == core && !is_closed;
}

static void begin(uint32_t timeout_ms) {
    static const struct command none[] = {{0}};
    settings.min_sync_timeout_ms = timeout_ms;
    rig_choose_machine(none, 1);
    engine = rig_start(&settings, 2);
    engine->hooks.copied = say_held;
    core = engine->cores[1];
    journal = memory_alloc_zeroed(sizeof *journal);
    journal->core = core;
    copies = copies_create(journal);
    memset(held, 0, sizeof held);
    is_closed = false;
}

static void end(void) {
    core->journal = NULL;
    copies_destroy(copies);
    memory_free(journal);
    rig_stop(engine);
}

/* A batch of the log ends with that record. */
static void log_up_to(uint64_t batch, uint64_t lsns) {
    core->shard.effects.lsns_taken = lsns;
    copies_note_batch(copies, batch, lsns);
}

static struct answer {
    struct journal_wait wait;
    unsigned left; /* how often */
    unsigned when; /* the first to leave is 1 */
    unsigned level;
} answers[64], *again;
static unsigned left_count;

static void leave(struct journal_wait *wait) {
    struct answer *answer = (struct answer *)wait;
    answer->left++;
    answer->when = ++left_count;
    if (again) {
        struct answer *next = again;
        again = NULL;
        copies_wait_or_go(copies, &next->wait, next->level);
    }
}

static struct answer *prepare(unsigned i, uint64_t ticket, unsigned level) {
    answers[i] = (struct answer){.wait = {.ticket = ticket, .ready = leave}, .level = level};
    return &answers[i];
}

static struct answer *ask(unsigned i, uint64_t ticket, unsigned level) {
    struct answer *answer = prepare(i, ticket, level);
    if (i == 0) left_count = 0;
    copies_wait_or_go(copies, &answer->wait, level);
    return answer;
}

static unsigned awaited(void) {
    return atomic_load(&core->copies_awaited);
}

TEST(an_answer_needs_this_disk_and_its_level_in_whichever_order_they_come) {
    begin(TIMEOUT_MS);
    log_up_to(1, 10);
    struct answer *one = ask(0, 1, 1), *two = ask(1, 1, 2);
    CHECK_EQ(awaited(), 2);
    held[1] = 10;
    copies_look(copies);
    CHECK_EQ(one->left, 0);
    journal->line = 1;
    copies_look(copies);
    CHECK(one->left == 1 && !one->wait.is_late);
    CHECK_EQ(two->left, 0);
    held[2] = 9;
    copies_look(copies);
    CHECK_EQ(two->left, 0);
    held[2] = 10;
    copies_look(copies);
    CHECK_EQ(two->left, 1);
    CHECK_EQ(ask(2, 1, 2)->left, 1); /* at once */
    CHECK_EQ(awaited(), 0);
    end();
}

TEST(nobody_leaves_while_too_few_replicas_answer) {
    begin(TIMEOUT_MS);
    log_up_to(1, 10);
    journal->line = 1;
    held[COPIES_SET] = 10;
    is_closed = true;
    struct answer *answer = ask(0, 1, COPIES_SET);
    copies_look(copies);
    CHECK_EQ(answer->left, 0);
    is_closed = false;
    copies_look(copies);
    CHECK_EQ(answer->left, 1);
    end();
}

TEST(who_has_read_something_older_leaves_before_who_came_earlier) {
    begin(TIMEOUT_MS);
    log_up_to(1, 10);
    log_up_to(2, 20);
    log_up_to(3, 30);
    journal->line = 3;
    struct answer *newest = ask(0, 3, 1), *oldest = ask(1, 1, 1), *middle = ask(2, 2, 1);
    struct answer *second = ask(3, 1, 1);
    held[1] = 10;
    copies_look(copies);
    CHECK(oldest->when == 1 && second->when == 2 && left_count == 2);
    held[1] = 20;
    copies_look(copies);
    CHECK(middle->when == 3 && left_count == 3);
    struct answer *last = ask(4, 3, 1);
    held[1] = 30;
    copies_look(copies);
    CHECK(newest->when == 4 && last->when == 5);
    end();
}

static void nothing(void *unused) {
    (void)unused;
}

/* The core's clock is that of its last turn. */
static void take_turn(void) {
    struct task task = {.run = nothing};
    loop_defer(core->loop, &task);
    CHECK(sim_run(STEPS_MAX));
}

TEST(who_waits_too_long_is_late_and_the_others_are_not) {
    begin(TIMEOUT_MS);
    log_up_to(1, 10);
    journal->line = 1;
    take_turn();
    struct answer *first = ask(0, 1, 1), *of_set = ask(1, 1, COPIES_SET);
    CHECK(sim_advance(TIMEOUT_MS / 2));
    take_turn();
    struct answer *second = ask(2, 1, 1);
    CHECK(sim_advance(TIMEOUT_MS / 2 - 10));
    CHECK_EQ(left_count, 0);
    CHECK(sim_advance(20));
    CHECK(first->left == 1 && first->wait.is_late && of_set->left == 1 && of_set->wait.is_late);
    CHECK_EQ(second->left, 0);
    held[1] = 10;
    copies_look(copies);
    CHECK(second->left == 1 && !second->wait.is_late);
    take_turn();
    struct answer *third = ask(3, 1, 3); /* the time starts anew after all have left */
    CHECK(sim_advance(TIMEOUT_MS + 10));
    CHECK(third->left == 1 && third->wait.is_late);
    CHECK_EQ(awaited(), 0);
    end();
}

TEST(without_a_timeout_nobody_is_late_but_all_are_when_the_core_is_a_replicas) {
    begin(0);
    log_up_to(1, 10);
    struct answer *one = ask(0, 1, 1), *of_set = ask(1, 1, COPIES_SET);
    CHECK(sim_advance(100000));
    CHECK_EQ(left_count, 0);
    copies_give_up(copies);
    CHECK(one->left == 1 && one->wait.is_late && of_set->left == 1 && of_set->wait.is_late);
    end();
}

TEST(who_leaves_may_wait_again_from_there) {
    begin(TIMEOUT_MS);
    log_up_to(1, 10);
    log_up_to(2, 20);
    journal->line = 2;
    struct answer *first = ask(0, 1, 1);
    again = prepare(1, 2, 1);
    held[1] = 10;
    copies_look(copies);
    CHECK(first->left == 1 && answers[1].left == 0);
    again = prepare(2, 2, 1);
    CHECK(sim_advance(TIMEOUT_MS + 10));
    CHECK(answers[1].wait.is_late && answers[2].left == 0);
    CHECK_EQ(awaited(), 1);
    held[1] = 20;
    copies_look(copies);
    CHECK(answers[2].left == 1 && !answers[2].wait.is_late);
    end();
}

/* The engine has no such journal in a turn of its own. */
static void tell(void *unused) {
    (void)unused;
    core->journal = journal;
    copies_acknowledged(core);
    core->journal = NULL;
}

TEST(replicas_are_asked_once_for_all_who_began_to_wait_and_their_word_lets_go) {
    begin(TIMEOUT_MS);
    core->journal = journal;
    journal->copies = copies;
    log_up_to(1, 10);
    journal->line = 1;
    CHECK(!copies_take_wish(core));
    ask(0, 1, 1);
    ask(1, 1, 2);
    CHECK(copies_take_wish(core));
    CHECK(!copies_take_wish(core));
    ask(2, 1, 3);
    held[1] = held[2] = held[3] = 10;
    core->journal = NULL;
    struct task task = {.run = tell};
    loop_defer(core->loop, &task);
    CHECK(sim_run(STEPS_MAX));
    CHECK_EQ(left_count, 3);
    core->journal = journal;
    CHECK(!copies_take_wish(core)); /* nobody is there any more */
    end();
}

/* Of batches that nobody remembers the next one's end counts: later, never earlier. */
TEST(a_batch_needs_its_own_lsns_and_an_old_one_hardly_more) {
    enum { BATCHES = 5000 };
    static uint64_t ends[BATCHES + 1];
    begin(TIMEOUT_MS);
    uint64_t lsns = 0;
    for (unsigned batch = 1; batch <= BATCHES; batch++) {
        log_up_to(batch, lsns + 1);
        CHECK_EQ(copies_needed(copies, batch), lsns + 1); /* it is open */
        lsns += 1 + check_random_below(9);
        log_up_to(batch, ends[batch] = lsns);
    }
    uint64_t before = 0;
    for (unsigned batch = 1; batch <= BATCHES; batch++) {
        uint64_t needed = copies_needed(copies, batch);
        CHECK(needed >= ends[batch] && needed >= before && needed <= lsns);
        CHECK(batch <= BATCHES - 500 || needed == ends[batch]);
        before = needed;
    }
    end();
}

static void check_all(unsigned count, const uint64_t *needs) {
    for (unsigned i = 0; i < count; i++) {
        const struct answer *answer = &answers[i];
        bool may_leave = needs[i] <= held[answer->level] && answer->wait.ticket <= journal->line;
        CHECK_EQ(answer->left, may_leave);
    }
}

/* Lines and replicas only go on; each answer is out exactly when both have what it needs. */
TEST(at_random_each_answer_leaves_exactly_when_it_may) {
    for (unsigned round = 0; round < 20; round++) {
        uint64_t needs[64], lsns = 0, batch = 1;
        unsigned count = 0;
        begin(0);
        log_up_to(batch, lsns = 1);
        while (count < 64) {
            unsigned level = (unsigned)check_random_below(LEVELS_USED);
            switch (check_random_below(4)) {
            case 0:
                batch += check_random_below(2);
                log_up_to(batch, lsns += 1 + check_random_below(4));
                break;
            case 1:
                held[level] += check_random_below(lsns - held[level] + 1);
                break;
            case 2:
                journal->line += check_random_below(batch - journal->line + 1);
                break;
            default: {
                uint64_t ticket = 1 + check_random_below(batch);
                needs[count] = copies_needed(copies, ticket);
                ask(count++, ticket, level);
            }
            }
            copies_look(copies);
            check_all(count, needs);
        }
        copies_give_up(copies);
        for (unsigned i = 0; i < count; i++) CHECK_EQ(answers[i].left, 1);
        end();
    }
}
