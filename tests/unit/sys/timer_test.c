/* Timers against a model that keeps them in a plain array and looks at all of them. */
#include "check.h"

#include "sys/timer_wheel.h"

enum { TICK = 1 << TIMER_TICK_BITS, TIMERS = 400 };

#define MS INT64_C(1000000)

static struct timer_wheel wheel;
static int64_t now;

struct alarm {
    struct timer timer;
    bool is_expected; /* the model's: it runs */
    int64_t due;
    uint64_t order; /* of starting */
    unsigned fired;
};

static struct alarm alarms[TIMERS];
static uint64_t starts;
static struct alarm *last_fired; /* of this turn */
static bool starts_again;        /* callbacks start timers too */

static void begin(int64_t at) {
    now = at;
    timer_wheel_init(&wheel, now);
    memset(alarms, 0, sizeof alarms);
    last_fired = NULL;
    starts_again = false;
}

static void start(struct alarm *alarm, int64_t due) {
    timer_wheel_start(&wheel, &alarm->timer, due);
    alarm->is_expected = true;
    alarm->due = due;
    alarm->order = starts++;
}

static int64_t random_delay(void) {
    switch (check_random_below(6)) {
    case 0:
        return (int64_t)check_random_below(3);
    case 1:
        return (int64_t)check_random_below(2 * TICK);
    case 2:
        return (int64_t)check_random_below(8) * TICK;
    case 3:
        return (int64_t)check_random_below(300 * MS);
    case 4:
        return (int64_t)check_random_below(UINT64_C(1) << (20 + check_random_below(42)));
    default:
        return -(int64_t)check_random_below(10 * MS);
    }
}

static void on_fire(void *arg) {
    struct alarm *alarm = arg;
    CHECK(alarm->is_expected && alarm->due <= now);
    CHECK(!timer_is_running(&alarm->timer));
    if (last_fired != NULL) {
        CHECK(last_fired->due < alarm->due ||
              (last_fired->due == alarm->due && last_fired->order < alarm->order));
    }
    static struct alarm copy;
    copy = *alarm;
    last_fired = &copy;
    alarm->is_expected = false;
    alarm->fired++;
    if (!starts_again) return;
    struct alarm *other = &alarms[check_random_below(TIMERS)];
    if (check_random_below(3) == 0) {
        timer_stop(&other->timer);
        other->is_expected = false;
    } else if (check_random_below(2) == 0) {
        /* From inside a turn only what is due after it may be started: the rest is the next turn's.
         */
        start(alarm, now + 1 + llabs(random_delay()));
    }
}

static void init_alarms(void) {
    for (int i = 0; i < TIMERS; i++) timer_init(&alarms[i].timer, on_fire, &alarms[i]);
}

static int64_t first_due(void) {
    int64_t first = INT64_MAX;
    for (int i = 0; i < TIMERS; i++) {
        if (alarms[i].is_expected && alarms[i].due < first) first = alarms[i].due;
    }
    return first;
}

static void turn(void) {
    last_fired = NULL;
    timer_wheel_fire(&wheel, now);
    for (int i = 0; i < TIMERS; i++) {
        CHECK_EQ(timer_is_running(&alarms[i].timer), alarms[i].is_expected);
        CHECK(!alarms[i].is_expected || alarms[i].due > now);
    }
}

/* The loop may sleep until then: not more than a tick past the time that a timer is due. */
static void check_next(void) {
    int64_t next = timer_wheel_next(&wheel);
    int64_t first = first_due();
    int64_t exact = timer_wheel_next_exact(&wheel);
    CHECK(exact <= next && (exact <= first || exact <= now));
    if (first == INT64_MAX)
        CHECK_EQ(next, INT64_MAX);
    else
        CHECK(next < INT64_MAX &&
              (first > INT64_MAX - TICK || next <= now || next <= first + TICK));
}

TEST(random_timers_fire_exactly_when_due_and_in_order) {
    for (int round = 0; round < 20; round++) {
        begin((int64_t)check_random_below(UINT64_C(1) << check_random_below(60)));
        init_alarms();
        for (int step = 0; step < 2000; step++) {
            struct alarm *alarm = &alarms[check_random_below(TIMERS)];
            if (check_random_below(4) > 0) {
                start(alarm, now + random_delay());
            } else {
                timer_stop(&alarm->timer);
                alarm->is_expected = false;
            }
            if (check_random_below(8) == 0) {
                check_next();
                now += llabs(random_delay());
                starts_again = check_random_below(2) == 0;
                turn();
            }
            if (now > INT64_MAX / 2) break;
        }
    }
}

TEST(following_the_next_due_time_fires_all_within_a_tick) {
    begin(12345678901);
    init_alarms();
    for (int i = 0; i < TIMERS; i++) start(&alarms[i], now + llabs(random_delay()));
    for (int wakes = 0; first_due() < INT64_MAX; wakes++) {
        int64_t next = timer_wheel_next(&wheel);
        int64_t first = first_due();
        CHECK(next <= first + TICK);
        if (next > now) now = next;
        turn();
        REQUIRE(wakes < TIMERS * (TIMER_LEVELS + 1)); /* no more than one wake-up a level */
    }
    CHECK_EQ(timer_wheel_next(&wheel), INT64_MAX);
}

TEST(a_millisecond_timer_fires_within_a_tick_of_it_and_never_before) {
    begin(5);
    init_alarms();
    start(&alarms[0], now + MS);
    now += MS - 1;
    turn();
    CHECK_EQ(alarms[0].fired, 0);
    CHECK(timer_wheel_next(&wheel) <= 5 + MS + TICK);
    now += 1;
    turn();
    CHECK_EQ(alarms[0].fired, 1);
}

static void start_same(void *arg) {
    struct alarm *alarm = arg;
    alarm->fired++;
    timer_wheel_start(&wheel, &alarm->timer, now);
}

TEST(a_timer_restarted_without_delay_by_its_own_callback_waits_for_the_next_turn) {
    begin(1000);
    timer_init(&alarms[0].timer, start_same, &alarms[0]);
    timer_wheel_start(&wheel, &alarms[0].timer, now);
    for (unsigned i = 1; i <= 3; i++) {
        CHECK(timer_wheel_next(&wheel) <= now);
        CHECK_EQ(timer_wheel_fire(&wheel, now), 1);
        CHECK_EQ(alarms[0].fired, i);
    }
    timer_stop(&alarms[0].timer);
    CHECK_EQ(timer_wheel_fire(&wheel, now), 0);
}

static void stop_next(void *arg) {
    struct alarm *alarm = arg;
    alarm->fired++;
    timer_stop(&alarm[1].timer);
}

TEST(a_timer_stopped_by_one_that_fires_before_it_does_not_fire) {
    begin(0);
    for (int i = 0; i < 3; i++) {
        timer_init(&alarms[i].timer, stop_next, &alarms[i]);
        timer_wheel_start(&wheel, &alarms[i].timer, 10 + i);
    }
    now = 100;
    CHECK_EQ(timer_wheel_fire(&wheel, now), 2);
    CHECK_EQ(alarms[0].fired, 1);
    CHECK_EQ(alarms[1].fired, 0);
    CHECK_EQ(alarms[2].fired, 1);
}

TEST(a_timer_at_the_end_of_time_waits_and_does_no_harm) {
    begin(7);
    init_alarms();
    start(&alarms[0], INT64_MAX);
    start(&alarms[1], 20);
    now = INT64_MAX / 4 * 3;
    turn();
    CHECK_EQ(alarms[0].fired, 0);
    CHECK_EQ(alarms[1].fired, 1);
    CHECK(timer_wheel_next(&wheel) > now);
    now = INT64_MAX;
    turn();
    CHECK_EQ(alarms[0].fired, 1);
}

TEST(a_crowd_of_timers_of_one_tick_is_not_quadratic) {
    enum { CROWD = 300000 };
    begin(0);
    struct timer *crowd = calloc(CROWD, sizeof *crowd);
    static struct alarm sink[2];
    for (int i = 0; i < CROWD; i++) {
        timer_init(&crowd[i], stop_next, sink);
        timer_wheel_start(&wheel, &crowd[i], 900 * MS + (int64_t)check_random_below(TICK / 2));
    }
    CHECK_EQ(timer_wheel_fire(&wheel, 899 * MS), 0);
    CHECK_EQ(timer_wheel_fire(&wheel, 1000 * MS), CROWD); /* the test's time limit judges */
    free(crowd);
}
