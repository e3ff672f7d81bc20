/* engine/copies.c - lists of answers by level, and how many LSNs were taken when each batch of the log ended.
 *
 *      answer ──> [level: oldest need ... newest need] ──acknowledgement, line──> ready
 *                                                      └─min-sync-timeout──────> ready, late
 *
 * Reads bring the ticket of a batch only. Which count of LSNs that is stands in `ends`, as far back as there is room; of
 * the older half of what does not fit every other one goes, and who asks for one that is gone gets the next: he waits a
 * little longer than he need. */
#include "engine/copies.h"

#include "base/memory.h"
#include "engine/journal.h"

enum { ENDS_MAX = 1024, LEVELS = COPIES_MAX + 1 };

struct end {
    uint64_t batch, lsns;
};

struct level {
    struct journal_wait *first, **last;
};

struct copies {
    struct journal *journal;
    struct core *core;
    struct level levels[LEVELS];
    unsigned waiting;
    bool has_wish;
    struct timer timer;
    uint64_t open_batch, open_lsns; /* the last batch with a record, and where that stood */
    unsigned end_count;
    struct end ends[ENDS_MAX]; /* of the batches before it, ascending */
};

static void look_at_time(void *arg);

struct copies *copies_create(struct journal *journal) {
    struct copies *copies = memory_alloc_zeroed(sizeof(*copies));
    copies->journal = journal;
    copies->core = journal->core;
    for (unsigned i = 0; i < LEVELS; i++) {
        copies->levels[i].last = &copies->levels[i].first;
    }
    timer_init(&copies->timer, look_at_time, copies);
    return copies;
}

void copies_destroy(struct copies *copies) {
    if (copies) {
        timer_stop(&copies->timer);
        memory_free(copies);
    }
}

/* ---- batches ---- */

static void make_room(struct copies *copies) {
    unsigned kept = 0;
    for (unsigned i = 0; i < ENDS_MAX; i++) {
        if (i >= ENDS_MAX / 2 || i % 2 == 1) {
            copies->ends[kept++] = copies->ends[i];
        }
    }
    copies->end_count = kept;
}

void copies_note_batch(struct copies *copies, uint64_t batch, uint64_t lsns) {
    if (batch != copies->open_batch) {
        if (copies->end_count == ENDS_MAX) {
            make_room(copies);
        }
        copies->ends[copies->end_count++] = (struct end){copies->open_batch, copies->open_lsns};
        copies->open_batch = batch;
    }
    copies->open_lsns = lsns;
}

uint64_t copies_needed(const struct copies *copies, uint64_t batch) {
    unsigned low = 0, high = copies->end_count;
    while (low < high) {
        unsigned middle = (low + high) / 2;
        if (copies->ends[middle].batch < batch) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < copies->end_count ? copies->ends[low].lsns
                                   : copies->core->shard.effects.lsns_taken;
}

/* ---- waiting ---- */

static void count(struct copies *copies, unsigned waiting) {
    copies->waiting = waiting;
    atomic_store_explicit(&copies->core->copies_awaited, waiting, memory_order_relaxed);
}

static bool is_held(const struct copies *copies, unsigned level, uint64_t *lsns) {
    const struct engine_hooks *hooks = &copies->core->engine->hooks;
    return hooks->copied && hooks->copied(copies->core, level, lsns);
}

/* P1. */
static bool may_leave(const struct copies *copies, const struct journal_wait *wait, uint64_t lsns) {
    return wait->lsns <= lsns && journal_has_reached(copies->journal, wait->ticket);
}

static void let_go(struct copies *copies, struct level *level) {
    struct journal_wait *wait = level->first;
    level->first = wait->next;
    if (!level->first) {
        level->last = &level->first;
    }
    count(copies, copies->waiting - 1);
    wait->ready(wait);
}

static void look_at_level(struct copies *copies, unsigned number) {
    struct level *level = &copies->levels[number];
    uint64_t lsns;
    if (level->first && is_held(copies, number, &lsns)) {
        while (level->first && may_leave(copies, level->first, lsns)) {
            let_go(copies, level);
        }
    }
}

void copies_look(struct copies *copies) {
    for (unsigned i = 0; i < LEVELS && copies->waiting > 0; i++) {
        look_at_level(copies, i);
    }
}

/* In the order of what is needed; nearly always at the end. */
static void enter(struct level *level, struct journal_wait *wait) {
    const struct journal_wait *last =
        level->first ? (const struct journal_wait *)((const char *)level->last -
                                                     offsetof(struct journal_wait, next))
                     : NULL;
    struct journal_wait **link = level->last;
    if (last && last->lsns > wait->lsns) { /* it has read something older */
        link = &level->first;
        while ((*link)->lsns <= wait->lsns) {
            link = &(*link)->next;
        }
    }
    wait->next = *link;
    *link = wait;
    if (!wait->next) {
        level->last = &wait->next;
    }
}

static int64_t timeout_ns(const struct copies *copies) {
    return (int64_t)copies->core->settings->min_sync_timeout_ms * 1000000;
}

void copies_wait_or_go(struct copies *copies, struct journal_wait *wait, unsigned level) {
    uint64_t lsns;
    wait->lsns = copies_needed(copies, wait->ticket);
    wait->is_late = false;
    if (is_held(copies, level, &lsns) && may_leave(copies, wait, lsns)) {
        wait->ready(wait);
        return;
    }
    wait->since_ns = loop_now_ns(copies->core->loop);
    enter(&copies->levels[level], wait);
    count(copies, copies->waiting + 1);
    copies->has_wish = true;
    if (timeout_ns(copies) > 0 && !timer_is_running(&copies->timer)) {
        timer_start(copies->core->loop, &copies->timer, timeout_ns(copies));
    }
}

bool copies_take_wish(struct core *core) {
    struct copies *copies = core->journal ? core->journal->copies : NULL;
    bool had_wish = copies && copies->has_wish && copies->waiting > 0;
    if (copies) {
        copies->has_wish = false;
    }
    return had_wish;
}

/* ---- too late ---- */

/* Those who began to wait before that. Returns the earliest beginning of the others, or INT64_MAX. */
static int64_t drop_older(struct copies *copies, struct level *level, int64_t before_ns) {
    struct journal_wait *late = NULL, **late_end = &late, **link = &level->first;
    int64_t earliest_ns = INT64_MAX;
    while (*link) {
        struct journal_wait *wait = *link;
        if (wait->since_ns <= before_ns) {
            *link = wait->next;
            wait->next = NULL;
            *late_end = wait;
            late_end = &wait->next;
        } else {
            earliest_ns = wait->since_ns < earliest_ns ? wait->since_ns : earliest_ns;
            link = &wait->next;
        }
    }
    level->last = link;
    while (late) {
        struct journal_wait *wait = late;
        late = wait->next;
        count(copies, copies->waiting - 1);
        wait->is_late = true;
        wait->ready(wait);
    }
    return earliest_ns;
}

/* Exact to a few milliseconds, so that many who wait are looked at seldom. */
static void look_at_time(void *arg) {
    enum { GRAIN_NS = 5000000 };
    struct copies *copies = arg;
    int64_t now_ns = loop_now_ns(copies->core->loop), earliest_ns = INT64_MAX;
    copies_look(copies);
    for (unsigned i = 0; i < LEVELS && timeout_ns(copies) > 0; i++) {
        int64_t of_level = drop_older(copies, &copies->levels[i], now_ns - timeout_ns(copies));
        earliest_ns = of_level < earliest_ns ? of_level : earliest_ns;
    }
    if (earliest_ns != INT64_MAX && !timer_is_running(&copies->timer)) {
        int64_t wait_ns = earliest_ns + timeout_ns(copies) - now_ns;
        timer_start(copies->core->loop, &copies->timer, wait_ns > GRAIN_NS ? wait_ns : GRAIN_NS);
    }
}

void copies_give_up(struct copies *copies) {
    for (unsigned i = 0; i < LEVELS; i++) {
        drop_older(copies, &copies->levels[i], INT64_MAX);
    }
}

/* ---- from elsewhere ---- */

static void look_here(struct core *core) {
    if (core->journal && core->journal->copies) {
        copies_look(core->journal->copies);
    }
}

struct news {
    struct mail mail;
    struct core *core;
};

static void news_arrived(struct mail *mail) {
    look_here(((struct news *)mail)->core);
    memory_free(mail);
}

/* Who begins to wait after this has looked asks once more: so nothing is missed. */
void copies_acknowledged(struct core *core) {
    if (!copies_are_awaited(core)) {
        return;
    }
    if (core == core_current()) {
        look_here(core);
        return;
    }
    struct news *news = memory_alloc_zeroed(sizeof(*news));
    news->core = core;
    news->mail.deliver = news_arrived;
    mail_post(core->loop, &news->mail);
}
