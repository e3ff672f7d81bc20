/* Timers: eight wheels of 64 slots; a slot of one wheel covers a whole turn of the wheel below.
 *
 *   level 0   |.|.|*|.|  ...  64 slots of one tick (65.5 us)       the next 4.2 ms
 *   level 1   |.|*|.|.|  ...  64 slots of 64 ticks                  the next 268 ms
 *   level 7   ...                                                   the end of time
 *
 * W1. A timer is on the level of the highest digit (6 bits) in which its tick differs from the
 *     wheel's, in the slot of that digit. So slots behind the wheel's position on their level are
 *     empty, and whatever is on a lower level is due before whatever is on a higher one.
 * W2. Lists in slots are newest first. A slot of a higher level is spread over lower levels
 *     before anything can be started directly into those slots, so reversing a list gives the
 *     order of starting.
 * W3. A timer is in exactly one list; `link` points at the pointer that points at it, NULL when it
 *     is in none. That makes stopping O(1) without knowing the list; bits of slots emptied so
 *     are cleared when the search for the next timer meets them. */
#include "sys/timer_wheel.h"

#include <assert.h>

#include "sys/loop_internal.h"

static void push(struct timer **list, struct timer *timer) {
    timer->next = *list;
    timer->link = list;
    if (timer->next != NULL) timer->next->link = &timer->next;
    *list = timer;
}

static void unlink_timer(struct timer *timer) {
    assert(timer->link != NULL);
    *timer->link = timer->next;
    if (timer->next != NULL) timer->next->link = timer->link;
    timer->link = NULL;
}

/* Takes the whole list out; the links of its timers are not valid until it is linked again. */
static struct timer *take(struct timer **list) {
    struct timer *first = *list;
    *list = NULL;
    return first;
}

static struct timer *reverse(struct timer *list) {
    struct timer *reversed = NULL;
    while (list != NULL) {
        struct timer *rest = list->next;
        list->next = reversed;
        reversed = list;
        list = rest;
    }
    return reversed;
}

/* Stable: of equal times the one of `a` comes first. */
static struct timer *merge(struct timer *a, struct timer *b) {
    struct timer *merged = NULL;
    struct timer **end = &merged;
    while (a != NULL && b != NULL) {
        struct timer **source = b->due_ns < a->due_ns ? &b : &a;
        *end = *source;
        end = &(*source)->next;
        *source = *end;
    }
    *end = a != NULL ? a : b;
    return merged;
}

/* Merge sort from below: runs[i] holds a sorted run of 2^i timers, older than those of runs[i-1].
 */
static struct timer *sort(struct timer *list) {
    if (list == NULL || list->next == NULL) return list; /* nearly always: every turn comes by */
    struct timer *runs[64] = {0};
    while (list != NULL) {
        struct timer *run = list;
        list = list->next;
        run->next = NULL;
        unsigned i = 0;
        for (; runs[i] != NULL; i++) {
            run = merge(runs[i], run);
            runs[i] = NULL;
        }
        runs[i] = run;
    }
    struct timer *sorted = NULL;
    for (unsigned i = 0; i < 64; i++) sorted = merge(runs[i], sorted);
    return sorted;
}

/* Links a sorted list behind *end and returns the new end. */
static struct timer **append(struct timer **end, struct timer *list) {
    while (list != NULL) {
        struct timer *rest = list->next;
        list->next = NULL;
        list->link = end;
        *end = list;
        end = &list->next;
        list = rest;
    }
    return end;
}

static uint64_t tick_of(int64_t ns) {
    return (uint64_t)ns >> TIMER_TICK_BITS;
}

static void insert_near(struct timer_wheel *wheel, struct timer *timer) {
    struct timer **place = &wheel->near;
    while (*place != NULL && (*place)->due_ns <= timer->due_ns) place = &(*place)->next;
    push(place, timer);
}

/* Puts a timer due after now_ns where W1 wants it. */
static void place(struct timer_wheel *wheel, struct timer *timer) {
    uint64_t tick = tick_of(timer->due_ns);
    uint64_t differing = tick ^ wheel->tick;
    assert(tick >= wheel->tick);
    if (differing == 0) {
        insert_near(wheel, timer);
        return;
    }
    unsigned level = (63 - (unsigned)__builtin_clzll(differing)) / TIMER_SLOT_BITS;
    unsigned slot = (unsigned)(tick >> (level * TIMER_SLOT_BITS)) % TIMER_SLOTS;
    push(&wheel->slots[level][slot], timer);
    wheel->used[level] |= UINT64_C(1) << slot;
}

/* The first slot that holds timers, by W1 also the earliest; false if no slot does. */
static bool find_slot(struct timer_wheel *wheel, unsigned *level, unsigned *slot) {
    for (*level = 0; *level < TIMER_LEVELS; ++*level) {
        uint64_t *used = &wheel->used[*level];
        for (; *used != 0; *used &= *used - 1) {
            *slot = (unsigned)__builtin_ctzll(*used);
            if (wheel->slots[*level][*slot] != NULL) return true;
        }
    }
    return false;
}

/* The first tick that a slot covers. */
static uint64_t slot_tick(const struct timer_wheel *wheel, unsigned level, unsigned slot) {
    unsigned shift = level * TIMER_SLOT_BITS;
    uint64_t above = shift + TIMER_SLOT_BITS >= 64 ? 0 : ~UINT64_C(0) << (shift + TIMER_SLOT_BITS);
    return (wheel->tick & above) | ((uint64_t)slot << shift);
}

/* Spreads a slot of a higher level over the levels below; the wheel stands at its first tick. */
static void spread(struct timer_wheel *wheel, struct timer *list) {
    list = reverse(list); /* W2 */
    struct timer *here = NULL;
    while (list != NULL) {
        struct timer *timer = list;
        list = list->next;
        if (tick_of(timer->due_ns) == wheel->tick) {
            timer->next = here;
            here = timer;
        } else {
            place(wheel, timer);
        }
    }
    /* Sorting at once instead of inserting one by one keeps a crowded tick from being quadratic. */
    append(&wheel->near, sort(reverse(here)));
}

/* Moves the wheel to target, appending to *end what is passed on the way, in order. */
static struct timer **advance(struct timer_wheel *wheel, uint64_t target, struct timer **end) {
    unsigned level, slot;
    while (wheel->tick < target) {
        end = append(end, take(&wheel->near));
        if (!find_slot(wheel, &level, &slot) || slot_tick(wheel, level, slot) > target) {
            wheel->tick = target;
            break;
        }
        wheel->tick = slot_tick(wheel, level, slot);
        wheel->used[level] &= ~(UINT64_C(1) << slot);
        struct timer *list = take(&wheel->slots[level][slot]);
        if (level == 0)
            append(&wheel->near, sort(reverse(list)));
        else
            spread(wheel, list);
    }
    return end;
}

static struct timer **take_due(struct timer_wheel *wheel, struct timer **end) {
    while (wheel->near != NULL && wheel->near->due_ns <= wheel->now_ns) {
        struct timer *timer = wheel->near;
        unlink_timer(timer);
        timer->next = NULL;
        end = append(end, timer);
    }
    return end;
}

unsigned timer_wheel_fire(struct timer_wheel *wheel, int64_t now_ns) {
    assert(now_ns >= wheel->now_ns && wheel->firing == NULL);
    wheel->now_ns = now_ns;
    struct timer **end = append(&wheel->firing, sort(reverse(take(&wheel->overdue))));
    end = advance(wheel, tick_of(now_ns), end);
    take_due(wheel, end);
    unsigned fired = 0;
    while (wheel->firing != NULL) {
        struct timer *timer = wheel->firing;
        unlink_timer(timer); /* before firing: the callback may start it again, or free it */
        timer->fire(timer->arg);
        fired++;
    }
    return fired;
}

int64_t timer_wheel_next(struct timer_wheel *wheel) {
    unsigned level, slot;
    if (wheel->overdue != NULL) return wheel->now_ns;
    if (wheel->near != NULL) return wheel->near->due_ns;
    if (!find_slot(wheel, &level, &slot)) return INT64_MAX;
    /* Of a slot of one tick its end, so that one wake-up serves all of it; of a higher slot its
     * start, when it has to be spread. */
    uint64_t tick = slot_tick(wheel, level, slot) + (level == 0);
    return tick > tick_of(INT64_MAX) ? INT64_MAX - 1 : (int64_t)(tick << TIMER_TICK_BITS);
}

int64_t timer_wheel_next_exact(struct timer_wheel *wheel) {
    unsigned level, slot;
    int64_t next_ns = timer_wheel_next(wheel);
    if (wheel->overdue != NULL || wheel->near != NULL || !find_slot(wheel, &level, &slot) ||
        level > 0)
        return next_ns;
    for (const struct timer *timer = wheel->slots[0][slot]; timer != NULL; timer = timer->next) {
        if (timer->due_ns < next_ns) next_ns = timer->due_ns;
    }
    return next_ns;
}

void timer_wheel_init(struct timer_wheel *wheel, int64_t now_ns) {
    assert(now_ns >= 0);
    *wheel = (struct timer_wheel){.now_ns = now_ns, .tick = tick_of(now_ns)};
}

void timer_wheel_start(struct timer_wheel *wheel, struct timer *timer, int64_t due_ns) {
    timer_stop(timer);
    timer->due_ns = due_ns;
    if (due_ns <= wheel->now_ns)
        push(&wheel->overdue, timer);
    else
        place(wheel, timer);
}

void timer_init(struct timer *timer, void (*fire)(void *arg), void *arg) {
    *timer = (struct timer){.fire = fire, .arg = arg};
}

void timer_start_at(struct loop *loop, struct timer *timer, int64_t due_ns) {
    timer_wheel_start(&loop->timers, timer, due_ns);
}

void timer_start(struct loop *loop, struct timer *timer, int64_t delay_ns) {
    int64_t now_ns = loop_now_ns(loop);
    bool is_past_the_end = delay_ns > INT64_MAX - now_ns;
    timer_start_at(loop, timer, is_past_the_end ? INT64_MAX : now_ns + delay_ns);
}

void timer_stop(struct timer *timer) {
    if (timer->link != NULL) unlink_timer(timer);
}

bool timer_is_running(const struct timer *timer) {
    return timer->link != NULL;
}
