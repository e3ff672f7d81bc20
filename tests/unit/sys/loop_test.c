/* The turn: hooks, tasks, timers, clocks, helpers, on both backends. */
#include "check.h"

#include <pthread.h>
#include <unistd.h>

#include "rig.h"
#include "sys/fiber.h"
#include "sys/timer.h"

static struct rig rig;
static _Atomic(uint64_t) finished;

static void read_stats(void *arg) {
    *(struct loop_stats *)arg = *loop_stats(loop_current());
}

/* ---- hooks and tasks ---- */

static struct {
    struct turn_hook first, second;
    struct task task;
    char order[16];
    unsigned len;
    unsigned turns_left;
} script;

static void note(char letter) {
    if (script.len < sizeof script.order - 1) script.order[script.len++] = letter;
}

static void run_first(void *arg) {
    (void)arg;
    note('1');
}

static void run_second(void *arg) {
    (void)arg;
    note('2');
    if (script.turns_left == 0) atomic_store(&finished, 1);
}

static void run_task(void *arg) {
    (void)arg;
    note('t');
    if (--script.turns_left > 0) loop_defer(loop_current(), &script.task);
}

static void begin_script(void *arg) {
    (void)arg;
    memset(&script, 0, sizeof script);
    script.first.run = run_first;
    script.second.run = run_second;
    script.task.run = run_task;
    script.turns_left = 2;
    loop_add_turn_hook(loop_current(), &script.first);
    loop_add_turn_hook(loop_current(), &script.second);
    loop_defer(loop_current(), &script.task);
    note('b');
}

TEST_BOTH(tasks_run_once_a_turn_and_hooks_in_their_order_behind_them) {
    finished = 0;
    REQUIRE(rig_start(&rig, kind, 1, 0));
    rig_call(rig.loops[0], begin_script, NULL);
    CHECK(rig_await(&finished, 1));
    rig_stop(&rig);
    CHECK(strncmp(script.order, "bt12t12", 7) == 0);
}

/* ---- timers and clocks ---- */

static struct {
    struct timer timer;
    int64_t started_ns, fired_ns;
} alarm_clock;

static void ring(void *arg) {
    (void)arg;
    alarm_clock.fired_ns = clock_monotonic_ns();
    atomic_store(&finished, 1);
}

static void set_alarm(void *arg) {
    int64_t *delay_ns = arg;
    loop_refresh_clock(loop_current());
    alarm_clock.started_ns = loop_now_ns(loop_current());
    timer_init(&alarm_clock.timer, ring, NULL);
    timer_start(loop_current(), &alarm_clock.timer, *delay_ns);
}

TEST_BOTH(a_timer_wakes_the_loop_in_time) {
    REQUIRE(rig_start(&rig, kind, 1, 0));
    int64_t delays_ns[] = {0, 200000, 3000000, 70000000};
    for (int i = 0; i < 4; i++) {
        finished = 0;
        rig_call(rig.loops[0], set_alarm, &delays_ns[i]);
        REQUIRE(rig_await(&finished, 1));
        int64_t took_ns = alarm_clock.fired_ns - alarm_clock.started_ns;
        CHECK(took_ns >= delays_ns[i]);
        CHECK(took_ns < delays_ns[i] + 500000000); /* other programs run here, too */
    }
    rig_stop(&rig);
}

static struct timer far_timer, late_timer;

static void never(void *arg) {
    (void)arg;
    atomic_store(&finished, 100);
}

static void set_far_alarm(void *arg) {
    (void)arg;
    timer_init(&far_timer, never, NULL);
    timer_init(&late_timer, ring, NULL);
    timer_start(loop_current(), &far_timer, 3600 * (int64_t)1000000000);
}

static void stop_far_alarm(void *arg) {
    (void)arg;
    timer_stop(&far_timer);
}

TEST_BOTH(an_earlier_timer_shortens_the_sleep_and_a_stopped_one_does_no_harm) {
    struct loop_stats before, after;
    REQUIRE(rig_start(&rig, kind, 1, 0));
    rig_call(rig.loops[0], set_far_alarm, NULL);
    for (int64_t delay_ns = 40000000; delay_ns > 1000000; delay_ns /= 2) {
        finished = 0;
        rig_call(rig.loops[0], set_alarm, &delay_ns);
        REQUIRE(rig_await(&finished, 1));
        CHECK_EQ(atomic_load(&finished), 1);
        CHECK(alarm_clock.fired_ns - alarm_clock.started_ns >= delay_ns);
    }
    rig_call(rig.loops[0], stop_far_alarm, NULL);
    rig_call(rig.loops[0], read_stats, &before);
    usleep(100000); /* what it does in this time is the subject */
    rig_call(rig.loops[0], read_stats, &after);
    CHECK(after.turns - before.turns <= 3); /* asleep without a timer */
    rig_stop(&rig);
}

static void look_at_clocks(void *arg) {
    (void)arg;
    struct loop *loop = loop_current();
    loop_refresh_clock(loop);
    CHECK(llabs(loop_wall_ms(loop) - (int64_t)time(NULL) * 1000) < 2000);
    CHECK_EQ(loop_wall_ms(loop), loop_wall_us(loop) / 1000);
    int64_t before_ns = loop_now_ns(loop);
    usleep(2000);                           /* a long turn */
    CHECK_EQ(loop_now_ns(loop), before_ns); /* cached */
    loop_refresh_clock(loop);
    CHECK(loop_now_ns(loop) >= before_ns + 2000000);
    CHECK(loop_random(loop) != loop_random(loop));
}

TEST_BOTH(clocks_stand_still_within_a_turn_and_long_turns_are_counted) {
    struct loop_stats stats;
    REQUIRE(rig_start(&rig, kind, 1, 0));
    rig_call(rig.loops[0], look_at_clocks, NULL);
    rig_call(rig.loops[0], read_stats, &stats);
    CHECK(stats.turn_max_ns >= 2000000);
    CHECK(stats.busy_ns >= stats.turn_max_ns);
    rig_stop(&rig);
}

/* ---- helper threads ---- */

static pthread_t loop_thread, helper_thread, done_thread; /* read after rig_await says so */

static void block_for_a_while(void *arg) {
    (void)arg;
    helper_thread = pthread_self();
    usleep(20000);
}

static void helper_is_done(void *arg) {
    (void)arg;
    done_thread = pthread_self();
    atomic_fetch_add(&finished, 1);
}

static void start_help(void *arg) {
    (void)arg;
    loop_thread = pthread_self();
    loop_offload(loop_current(), block_for_a_while, NULL, helper_is_done);
}

static void sleep_in_helper(void *arg) {
    (void)arg;
    usleep(100000);
}

static void start_much_help(void *arg) {
    (void)arg;
    for (int i = 0; i < 20; i++)
        loop_offload(loop_current(), sleep_in_helper, NULL, helper_is_done);
}

TEST_BOTH(blocking_calls_run_elsewhere_and_end_on_the_loop) {
    finished = 0;
    REQUIRE(rig_start(&rig, kind, 1, 0));
    rig_call(rig.loops[0], start_help, NULL);
    struct loop_stats stats;
    rig_call(rig.loops[0], read_stats, &stats); /* the loop goes on meanwhile */
    CHECK(rig_await(&finished, 1));
    CHECK(pthread_equal(loop_thread, done_thread));
    CHECK(!pthread_equal(loop_thread, helper_thread));
    finished = 0;
    rig_call(rig.loops[0], start_much_help, NULL);
    int64_t start_ns = clock_monotonic_ns();
    CHECK(rig_await(&finished, 20));
    CHECK(clock_monotonic_ns() - start_ns < 1500000000); /* side by side, not 2 s */
    rig_stop(&rig);
}

static atomic_int helped;

static void help_slowly(void *arg) {
    usleep(50000);
    atomic_fetch_add((atomic_int *)arg, 1);
}

static void start_slow_help(void *arg) {
    for (int i = 0; i < 5; i++) {
        loop_offload(loop_current(), help_slowly, arg, helper_is_done);
        loop_offload_background(loop_current(), help_slowly, arg, helper_is_done);
    }
}

static atomic_bool has_called;

static void await_call(void *arg) {
    (void)arg;
    while (!atomic_load(&has_called)) offload_rest();
}

static void call(void *arg) {
    atomic_store((atomic_bool *)arg, true);
}

static void start_both_kinds(void *arg) {
    (void)arg;
    for (int i = 0; i < 20; i++) { /* more than there are threads */
        loop_offload_background(loop_current(), await_call, NULL, helper_is_done);
    }
    loop_offload(loop_current(), call, &has_called, helper_is_done);
}

TEST_BOTH(calls_do_not_wait_for_work_in_the_background) {
    finished = 0;
    atomic_store(&has_called, false);
    REQUIRE(rig_start(&rig, kind, 1, 0));
    rig_call(rig.loops[0], start_both_kinds, NULL);
    CHECK(rig_await(&finished, 21));
    atomic_store(&has_called, true);
    rig_stop(&rig);
}

TEST_BOTH(a_loop_ends_after_what_helpers_do_for_it) {
    helped = 0;
    REQUIRE(rig_start(&rig, kind, 1, 0));
    rig_call(rig.loops[0], start_slow_help, &helped);
    rig_stop(&rig);
    CHECK_EQ(atomic_load(&helped), 10);
}

static void wait_in_fiber(void *arg) {
    (void)arg;
    fiber_offload(block_for_a_while, NULL);
    fiber_sleep(1000000);
    atomic_store(&finished, 1);
}

static void start_waiting_fiber(void *arg) {
    (void)arg;
    fiber_start(FIBER_SMALL, wait_in_fiber, NULL);
}

TEST_BOTH(a_fiber_waits_for_its_helper) {
    finished = 0;
    REQUIRE(rig_start(&rig, kind, 1, 0));
    rig_call(rig.loops[0], start_waiting_fiber, NULL);
    CHECK(rig_await(&finished, 1));
    rig_stop(&rig);
}

TEST_BOTH(hundreds_of_loops_fit_on_few_cpus) {
    enum { MANY = 300 };
    static struct loop *loops[MANY];
    process_raise_open_files(2000);
    REQUIRE(machine_choose(kind) == 0);
    for (unsigned i = 0; i < MANY; i++) {
        struct loop_options options = {.index = i, .cores = MANY};
        REQUIRE((loops[i] = loop_create(&options)) != NULL);
    }
    for (int i = 0; i < MANY; i++) loop_launch(loops[i], NULL, NULL);
    for (int i = 0; i < MANY; i++) {
        struct loop_stats stats;
        rig_call(loops[i], read_stats, &stats);
    }
    for (int i = 0; i < MANY; i++) loop_stop(loops[i]);
    for (int i = 0; i < MANY; i++) loop_join(loops[i]);
    for (int i = 0; i < MANY; i++) loop_destroy(loops[i]);
}
