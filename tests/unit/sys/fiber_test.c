/* Fibers on a bare loop: a hand-turned one that has timers and fibers and nothing else. */
#include "check.h"

#include <execinfo.h>
#include <fenv.h>
#include <sys/resource.h>

#include "base/panic.h"
#include "sys/fiber_internal.h"
#include "sys/loop_internal.h"

#define MS INT64_C(1000000)

static struct loop bare;

static void begin(void) {
    memset(&bare, 0, sizeof bare);
    bare.now_ns = 1000 * MS;
    timer_wheel_init(&bare.timers, bare.now_ns);
    bare.fibers = fiber_scheduler_create(&bare);
    loop_enter(&bare);
}

static void end(void) {
    CHECK(!loop_has_ready(&bare));
    fiber_scheduler_destroy(bare.fibers);
    loop_enter(NULL);
}

static void turn(int64_t passed_ns) {
    bare.now_ns += passed_ns;
    timer_wheel_fire(&bare.timers, bare.now_ns);
    loop_run_ready(&bare);
}

static unsigned running(void) {
    return bare.fibers->stacks[0].used_count + bare.fibers->stacks[1].used_count;
}

/* What happened, as letters. */
static char trace[4096];
static size_t trace_len;

static void note(char letter) {
    if (trace_len < sizeof trace - 1) trace[trace_len++] = letter;
    trace[trace_len] = 0;
}

static void begin_trace(void) {
    begin();
    trace_len = 0;
    trace[0] = 0;
}

static void yield_twice(void *arg) {
    const char *letter = arg;
    for (int i = 0; i < 3; i++) {
        note(*letter);
        if (i < 2) fiber_yield();
    }
}

TEST(a_fiber_runs_at_once_and_a_yield_lets_the_others_run_first) {
    begin_trace();
    fiber_start(FIBER_SMALL, yield_twice, "a");
    fiber_start(FIBER_LARGE, yield_twice, "b");
    CHECK_STR(trace, "ab");
    CHECK(fiber_current() == NULL);
    turn(0);
    CHECK_STR(trace, "abab");
    CHECK_EQ(running(), 2);
    turn(0);
    CHECK_STR(trace, "ababab");
    CHECK_EQ(running(), 0);
    end();
}

static void start_inner(void *arg) {
    struct fiber *self = fiber_current();
    note('1');
    fiber_start(FIBER_SMALL, yield_twice, arg);
    CHECK(fiber_current() == self);
    note('2');
}

TEST(a_fiber_can_start_a_fiber_and_goes_on_when_that_one_waits) {
    begin_trace();
    fiber_start(FIBER_SMALL, start_inner, "x");
    CHECK_STR(trace, "1x2");
    CHECK_EQ(running(), 1);
    turn(0);
    turn(0);
    CHECK_STR(trace, "1x2xx");
    end();
}

static struct event bell;

static void wait_for_bell(void *arg) {
    (void)arg;
    note('w');
    event_wait(&bell);
    note('g');
}

static void ring(void *arg) {
    (void)arg;
    event_signal(&bell);
    note('r');
}

TEST(a_signal_wakes_the_waiter_in_the_same_turn_but_not_inside_the_call) {
    begin_trace();
    fiber_start(FIBER_SMALL, wait_for_bell, NULL);
    ring(NULL);
    CHECK_STR(trace, "wr");
    turn(0);
    CHECK_STR(trace, "wrg");
    end();
}

TEST(a_signal_before_the_wait_is_kept_once) {
    begin_trace();
    event_signal(&bell);
    event_signal(&bell);
    fiber_start(FIBER_SMALL, wait_for_bell, NULL);
    CHECK_STR(trace, "wg");
    fiber_start(FIBER_SMALL, wait_for_bell, NULL);
    turn(0);
    CHECK_STR(trace, "wgw");
    ring(NULL);
    turn(0);
    CHECK_STR(trace, "wgwrg");
    end();
}

static int64_t wait_ns;

static void wait_with_limit(void *arg) {
    (void)arg;
    note(event_wait_until(&bell, bare.now_ns + wait_ns) ? 'y' : 'n');
}

TEST(a_wait_with_a_limit_says_whether_the_signal_came) {
    begin_trace();
    wait_ns = 5 * MS;
    fiber_start(FIBER_SMALL, wait_with_limit, NULL);
    turn(5 * MS - 1);
    CHECK_STR(trace, "");
    turn(1);
    CHECK_STR(trace, "n");
    fiber_start(FIBER_SMALL, wait_with_limit, NULL);
    turn(MS);
    event_signal(&bell);
    turn(MS);
    turn(10 * MS);
    CHECK_STR(trace, "ny");
    wait_ns = -1; /* already past: still waits a turn at most */
    fiber_start(FIBER_SMALL, wait_with_limit, NULL);
    turn(0);
    CHECK_STR(trace, "nyn");
    wait_ns = INT64_MAX - bare.now_ns;
    fiber_start(FIBER_SMALL, wait_with_limit, NULL);
    turn(100000 * MS);
    event_signal(&bell);
    turn(0);
    CHECK_STR(trace, "nyny");
    end();
}

TEST(signal_and_time_limit_agree_in_whatever_order_they_come) {
    begin_trace();
    unsigned in_time = 0, late = 0;
    for (int round = 0; round < 3000; round++) {
        trace_len = 0;
        bell = (struct event){0};
        int64_t due_ns = bare.now_ns + (wait_ns = (int64_t)check_random_below(5) * MS);
        bool is_signalled = false, is_due = false;
        fiber_start(FIBER_SMALL, wait_with_limit, NULL);
        while (trace_len == 0) {
            CHECK(!is_signalled && !is_due); /* either ends the wait in its own turn */
            bare.now_ns += (int64_t)check_random_below(2 * MS);
            for (int place = 0; place < 2; place++) { /* before the timers, and after them */
                if (check_random_below(6) == 0) {
                    event_signal(&bell);
                    is_signalled = true;
                }
                if (place == 0) timer_wheel_fire(&bare.timers, bare.now_ns);
            }
            is_due = due_ns <= bare.now_ns;
            loop_run_ready(&bare);
        }
        CHECK_EQ(trace[0], is_signalled ? 'y' : 'n');
        CHECK(is_signalled || is_due);
        CHECK(!bell.is_set && bell.waiter == NULL);
        is_signalled ? in_time++ : late++;
    }
    CHECK(in_time > 300 && late > 300);
    end();
}

static void sleep_and_note(void *arg) {
    const char *text = arg;
    fiber_sleep((text[0] - '0') * MS);
    note(text[0]);
}

TEST(sleepers_wake_in_the_order_of_their_times) {
    begin_trace();
    char *times[] = {"3", "1", "4", "2", "5", "2"};
    for (int i = 0; i < 6; i++) fiber_start(FIBER_SMALL, sleep_and_note, times[i]);
    turn(3 * MS - 1);
    CHECK_STR(trace, "122");
    turn(100 * MS);
    CHECK_STR(trace, "122345");
    end();
}

/* Many fibers, each waits and is woken in a random order, several times. */
enum { MANY = FIBER_IS_SANITIZED ? 1500 : 6000 };
static struct event many_events[MANY];
static unsigned wakes_left[MANY];

static void wait_many_times(void *arg) {
    unsigned *left = arg;
    unsigned index = (unsigned)(left - wakes_left);
    /* More values than there are registers: all must survive the switches. */
    uint64_t a = index, b = a * 3, c = a * 5, d = a * 7, e = a * 11, f = a * 13, g = a * 17;
    double x = index, y = x / 3, z = x / 7;
    unsigned woken = 0;
    for (; *left > 0; --*left) {
        event_wait(&many_events[index]);
        a++, b += 3, c += 5, d += 7, e += 11, f += 13, g += 17;
        x += 1, y += 1, z += 1;
        woken++;
    }
    CHECK_EQ(a, index + woken);
    CHECK(b == a * 3 && c == a * 5 && d == a * 7 && e == a * 11 && f == a * 13 && g == a * 17);
    CHECK(x == index + woken && y >= woken && z >= woken);
}

TEST(thousands_of_fibers_keep_their_registers_through_wakes_in_random_order) {
    begin();
    memset(many_events, 0, sizeof many_events);
    for (int i = 0; i < MANY; i++) {
        wakes_left[i] = 1 + (unsigned)check_random_below(5);
        bool is_large = i < FIBER_LARGE_MAX;
        fiber_start(is_large ? FIBER_LARGE : FIBER_SMALL, wait_many_times, &wakes_left[i]);
    }
    CHECK_EQ(running(), MANY);
    for (unsigned steps = 0; running() > 0; steps++) {
        REQUIRE(steps < 1000 * MANY);
        unsigned i = (unsigned)check_random_below(MANY);
        if (wakes_left[i] > 0) event_signal(&many_events[i]);
        if (check_random_below(20) == 0) turn(0);
    }
    for (int i = 0; i < MANY; i++) CHECK_EQ(wakes_left[i], 0);
    end();
}

static unsigned ended;

static void end_at_once(void *arg) {
    (void)arg;
    ended++;
}

TEST(stacks_are_used_again_and_go_back_to_the_system_when_long_idle) {
    begin();
    ended = 0;
    for (int i = 0; i < 100000; i++) fiber_start(FIBER_SMALL, end_at_once, NULL);
    CHECK_EQ(ended, 100000);
    CHECK_EQ(bare.fibers->stacks[FIBER_SMALL].made_count, 1);
    for (int i = 0; i < 50; i++) fiber_start(FIBER_SMALL, yield_twice, "z");
    turn(0);
    turn(0);
    CHECK_EQ(bare.fibers->stacks[FIBER_SMALL].idle_count, 50);
    turn(FIBER_TRIM_SECONDS * 1000 * MS); /* a trim: all 50 have been needed since the last one */
    fiber_start(FIBER_SMALL, yield_twice, "z");
    fiber_start(FIBER_SMALL, yield_twice, "z");
    turn(0);
    turn(0);
    turn(FIBER_TRIM_SECONDS * 1000 * MS);
    CHECK_EQ(bare.fibers->stacks[FIBER_SMALL].idle_count, 2);
    turn(FIBER_TRIM_SECONDS * 1000 * MS);
    turn(FIBER_TRIM_SECONDS * 1000 * MS);
    CHECK_EQ(bare.fibers->stacks[FIBER_SMALL].idle_count, 0);
    CHECK_EQ(timer_wheel_next(&bare.timers), INT64_MAX); /* an idle loop is left alone */
    end();
}

TEST(starts_beyond_the_large_stacks_wait_for_one_in_order) {
    begin_trace();
    static char letters[2 * FIBER_LARGE_MAX];
    for (int i = 0; i < 2 * FIBER_LARGE_MAX; i++) {
        letters[i] = (char)('a' + i);
        fiber_start(FIBER_LARGE, yield_twice, &letters[i]);
    }
    CHECK_STR(trace, "abcdefgh");
    turn(0);
    CHECK(loop_has_ready(&bare));
    turn(0);
    CHECK_STR(trace, "abcdefghabcdefghabcdefghijklmnop");
    turn(0);
    turn(0);
    CHECK_EQ(running(), 0);
    end();
}

static void eat_stack(volatile char *above, size_t wanted) {
    volatile char page[1024];
    page[0] = above[0];
    page[1023] = (char)wanted;
    if (wanted > sizeof page) eat_stack(page, wanted - sizeof page);
    above[0] = page[0];
}

static void eat(void *arg) {
    volatile char top[1] = {0};
    eat_stack(top, *(size_t *)arg);
}

static int status_of_eating(enum fiber_stack stack, size_t bytes) {
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        struct rlimit none = {0, 0};
        setrlimit(RLIMIT_CORE, &none);
        if (freopen("/dev/null", "w", stderr) == NULL) _exit(2);
        begin();
        fiber_start(stack, eat, &bytes);
        _exit(0);
    }
    int status = -1;
    waitpid(child, &status, 0);
    return status;
}

TEST(the_stack_can_be_used_to_nearly_its_end_and_beyond_it_is_a_crash) {
    size_t small = FIBER_SMALL_SIZE / (FIBER_IS_SANITIZED ? 4 : 1);
    size_t large = FIBER_LARGE_SIZE / (FIBER_IS_SANITIZED ? 4 : 1);
    CHECK_EQ(status_of_eating(FIBER_SMALL, small * 7 / 10), 0);
    CHECK_EQ(status_of_eating(FIBER_LARGE, large * 7 / 10), 0);
    CHECK(status_of_eating(FIBER_SMALL, 2 * FIBER_SMALL_SIZE) != 0);
    CHECK(status_of_eating(FIBER_LARGE, 2 * FIBER_LARGE_SIZE) != 0);
}

TEST(a_fiber_that_overflows_its_stack_is_reported) {
    if (FIBER_IS_SANITIZED) return; /* they report it themselves */
    int report[2];
    REQUIRE(pipe(report) == 0);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        static char signal_stack[65536];
        size_t bytes = 2 * FIBER_SMALL_SIZE;
        dup2(report[1], STDERR_FILENO);
        struct rlimit none = {0, 0};
        setrlimit(RLIMIT_CORE, &none);
        panic_catch_signals();
        fiber_stack_for_signals(signal_stack, sizeof signal_stack);
        begin();
        fiber_start(FIBER_SMALL, eat, &bytes);
        _exit(0);
    }
    close(report[1]);
    char text[4096] = "";
    size_t len = 0;
    ssize_t got;
    while ((got = read(report[0], text + len, sizeof text - 1 - len)) > 0) len += (size_t)got;
    close(report[0]);
    waitpid(child, NULL, 0);
    CHECK(strstr(text, "SIGSEGV") != NULL && strstr(text, "backtrace") != NULL);
}

static struct fiber_mutex mutex;

static void lock_and_work(void *arg) {
    const char *letter = arg;
    fiber_mutex_lock(&mutex);
    note(*letter);
    fiber_yield();
    note(*letter);
    fiber_mutex_unlock(&mutex);
}

TEST(a_mutex_lets_one_in_at_a_time_first_come_first_served) {
    begin_trace();
    char *names[] = {"a", "b", "c", "d"};
    for (int i = 0; i < 4; i++) fiber_start(FIBER_SMALL, lock_and_work, names[i]);
    for (int i = 0; i < 10; i++) turn(0);
    CHECK_STR(trace, "aabbccdd");
    CHECK(mutex.owner == NULL);
    end();
}

TEST(unlocking_what_another_holds_is_a_broken_invariant) {
    begin();
    fiber_start(FIBER_SMALL, lock_and_work, "a");
    CHECK_ABORTS(fiber_mutex_unlock(&mutex));
    CHECK_ABORTS(event_wait(&(struct event){0})); /* so is waiting on the loop's own stack */
    for (int i = 0; i < 3; i++) turn(0);
    end();
}

enum { ITEMS = 2000, CROWD = 7 };
static struct channel *channel;
static int items[ITEMS];
static int next_put, next_expected, taken;

static void put_items(void *arg) {
    (void)arg;
    while (next_put < ITEMS) {
        channel_put(channel, &items[next_put++]);
        if (check_random_below(3) == 0) fiber_yield();
    }
}

static void take_items(void *arg) {
    bool must_be_in_order = *(bool *)arg;
    while (taken < ITEMS) {
        taken++;
        int *item = channel_take(channel);
        ++*item;
        if (must_be_in_order) CHECK_EQ(item - items, next_expected++);
        if (check_random_below(3) == 0) fiber_yield();
    }
}

static void pass_all(unsigned capacity, int putters, int takers) {
    begin();
    channel = channel_create(capacity);
    memset(items, 0, sizeof items);
    next_put = next_expected = taken = 0;
    bool is_ordered = putters == 1 && takers == 1;
    for (int i = 0; i < takers; i++) fiber_start(FIBER_SMALL, take_items, &is_ordered);
    for (int i = 0; i < putters; i++) fiber_start(FIBER_SMALL, put_items, NULL);
    for (int i = 0; i < 100 * ITEMS && running() > 0; i++) turn(0);
    CHECK_EQ(running(), 0);
    for (int i = 0; i < ITEMS; i++) CHECK_EQ(items[i], 1);
    channel_destroy(channel);
    end();
}

TEST(a_channel_passes_each_item_once_and_in_order) {
    pass_all(1, 1, 1);
    pass_all(5, 1, 1);
    pass_all(1, CROWD, CROWD);
    pass_all(16, 1, CROWD);
    pass_all(16, CROWD, 1);
}

static void change_rounding(void *arg) {
    (void)arg;
    CHECK_EQ(fegetround(), FE_TONEAREST); /* a new fiber starts with the default */
    fesetround(FE_UPWARD);
    fiber_yield();
    CHECK_EQ(fegetround(), FE_UPWARD);
}

TEST(each_fiber_has_its_own_floating_point_mode) {
    begin();
    fiber_start(FIBER_SMALL, change_rounding, NULL);
    CHECK_EQ(fegetround(), FE_TONEAREST);
    fiber_start(FIBER_SMALL, change_rounding, NULL);
    turn(0);
    CHECK_EQ(fegetround(), FE_TONEAREST);
    CHECK_EQ(running(), 0);
    end();
}

static void look_back(void *arg) {
    void *frames[64];
    *(int *)arg = backtrace(frames, 64);
    fiber_yield(); /* and again after a switch */
    *(int *)arg = backtrace(frames, 64) - *(int *)arg;
}

TEST(a_backtrace_ends_at_the_first_frame_of_the_fiber) {
    begin();
    int frames = 0;
    fiber_start(FIBER_SMALL, look_back, &frames);
    CHECK(frames >= 3 && frames < 8);
    turn(0);
    CHECK_EQ(frames, 0);
    end();
}

static struct event ping, pong;
static unsigned rallies;

static void play(void *arg) {
    struct event *mine = arg;
    while (rallies > 0) {
        event_wait(mine);
        if (rallies > 0) rallies--;
        event_signal(mine == &ping ? &pong : &ping);
    }
    event_signal(mine == &ping ? &pong : &ping);
}

TEST(fibers_that_wake_each_other_let_the_loop_go_on) {
    begin();
    ping = pong = (struct event){0};
    rallies = 3 * FIBER_RUN_MAX;
    fiber_start(FIBER_SMALL, play, &ping);
    fiber_start(FIBER_SMALL, play, &pong);
    event_signal(&ping);
    turn(0);
    CHECK(rallies > 0 && loop_has_ready(&bare));
    for (int i = 0; i < 5; i++) turn(0);
    CHECK_EQ(running(), 0);
    end();
}

static int64_t measure_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

TEST(a_switch_takes_nanoseconds) {
    enum { TURNS = FIBER_IS_SANITIZED ? 20000 : 1000000 };
    begin();
    ping = pong = (struct event){0};
    rallies = TURNS;
    fiber_start(FIBER_SMALL, play, &ping);
    fiber_start(FIBER_SMALL, play, &pong);
    event_signal(&ping);
    int64_t from_ns = measure_ns();
    while (running() > 0) loop_run_ready(&bare);
    double each_ns = (double)(measure_ns() - from_ns) / TURNS;
    from_ns = measure_ns();
    for (int i = 0; i < TURNS; i++) fiber_start(FIBER_SMALL, end_at_once, NULL);
    double start_ns = (double)(measure_ns() - from_ns) / TURNS;
    printf("  a signal and the switch to its waiter and back: %.1f ns\n", each_ns);
    printf("  a fiber started and ended: %.1f ns\n", start_ns);
    CHECK(each_ns < (FIBER_IS_SANITIZED ? 100000 : 1000)); /* a noisy machine, not a benchmark */
    end();
}
