/* The simulated machine: its schedule, its clock, its random numbers and its trace.
 *
 * The invariants S1 to S3 stand in sim_internal.h. Time moves a little with each turn and each look
 * at the clock, as work would move it, and otherwise only by sim_advance. */
#include "sys/sim.h"

#include <assert.h>
#include <string.h>

#include "base/memory.h"
#include "sys/disk_internal.h"
#include "sys/sim_internal.h"

enum {
    LOOK_NS = 20,       /* each look at the clock */
    TURN_NS_MAX = 5000, /* and each turn, at most */
    RX_BUFFERS = 512,
    INSTANT_STEPS_MAX =
        50000000 /* without the clock being moved: something goes round in circles */
};
#define JOIN_NS 100000000000LL /* as long may the end take */

static const int64_t first_ns = INT64_C(1000000000000);         /* the machine is up for a while */
static const int64_t first_wall_us = INT64_C(1767225600000000); /* 2026-01-01 */

static struct {
    struct sim_core **cores; /* launched and not destroyed, in that order */
    unsigned core_count;
    struct sim_event **enabled;
    unsigned enabled_count, enabled_size;
    int64_t now_ns;
    int64_t wall_step_us; /* by which the wall clock was set */
    int64_t first_due_ns; /* at most the least due_ns of all cores */
    uint64_t choices;     /* state of the generator of choices */
    uint64_t entropy;     /* state of the one behind machine_random */
    uint64_t trace;
    unsigned host; /* whose turn it is, or that was chosen */
    void (*on_host)(unsigned host);
} sim;

/* ---- chance and trace ---- */

/* splitmix64 of Steele, Lea and Flood (2014). */
static uint64_t draw(uint64_t *state) {
    uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

void sim_trace(uint64_t value) {
    uint64_t mixed = (sim.trace ^ value) * UINT64_C(0x9e3779b97f4a7c15);
    sim.trace = mixed ^ (mixed >> 29);
}

void sim_trace_bytes(const char *data, size_t len) {
    sim_trace(len);
    uint64_t word = 0;
    for (; len >= sizeof word; data += sizeof word, len -= sizeof word) {
        memcpy(&word, data, sizeof word);
        sim_trace(word);
    }
    word = 0;
    memcpy(&word, data, len);
    sim_trace(word);
}

uint64_t sim_random_below(uint64_t limit) {
    assert(limit > 0);
    uint64_t value = draw(&sim.choices) % limit;
    sim_trace(value);
    return value;
}

static void random_bytes(void *bytes, size_t len) {
    for (char *to = bytes; len > 0;) {
        uint64_t word = draw(&sim.entropy);
        size_t part = len < sizeof word ? len : sizeof word;
        memcpy(to, &word, part);
        to += part;
        len -= part;
    }
}

uint64_t sim_trace_hash(void) {
    return sim.trace;
}

void sim_set_seed(uint64_t seed) {
    assert(sim.core_count == 0);
    sim_net_reset();
    sim_file_reset();
    memory_free(sim.cores);
    memory_free(sim.enabled);
    memset(&sim, 0, sizeof sim);
    sim.now_ns = first_ns;
    sim.first_due_ns = NEVER;
    sim.choices = seed;
    sim.entropy = ~seed;
}

/* ---- hosts ---- */

unsigned sim_host(void) {
    return sim.host;
}

void sim_choose_host(unsigned host) {
    assert(host < SIM_HOSTS_MAX);
    if (host == sim.host) return;
    sim.host = host;
    if (sim.on_host != NULL) sim.on_host(host);
}

void sim_on_host(void (*fn)(unsigned host)) {
    sim.on_host = fn;
}

/* ---- the set of events ---- */

void sim_enable(struct sim_event *event) {
    if (event->place != 0) return;
    if (sim.enabled_count == sim.enabled_size) {
        sim.enabled_size = sim.enabled_size == 0 ? 64 : 2 * sim.enabled_size;
        sim.enabled = memory_realloc(sim.enabled, sim.enabled_size * sizeof(struct sim_event *));
    }
    sim.enabled[sim.enabled_count++] = event;
    event->place = sim.enabled_count;
}

void sim_disable(struct sim_event *event) {
    if (event->place == 0) return;
    struct sim_event *last = sim.enabled[--sim.enabled_count];
    sim.enabled[event->place - 1] = last;
    last->place = event->place;
    event->place = 0;
}

/* ---- cores ---- */

static bool is_running(const struct sim_core *core) {
    return core->loop->is_launched && !core->loop->is_stopped && !core->is_dead;
}

void sim_core_check(struct sim_core *core) {
    struct loop *loop = core->loop;
    if (!is_running(core)) return;
    if (!core->is_begun || loop_has_work(loop) || core->due_ns <= sim.now_ns ||
        sim_net_has_work(core))
        sim_enable(&core->turn);
}

/* A core that will have a turn anyway does not count for the next time to look: with many cores,
 * looking is the most expensive part of a step. */
static void check_all(void) {
    sim.first_due_ns = NEVER;
    for (unsigned i = 0; i < sim.core_count; i++) {
        struct sim_core *core = sim.cores[i];
        core->due_ns = timer_wheel_next_exact(&core->loop->timers);
        sim_core_check(core);
        if (is_running(core) && core->turn.place == 0 && core->due_ns < sim.first_due_ns)
            sim.first_due_ns = core->due_ns;
    }
}

static void begin(struct sim_core *core) {
    core->is_begun = true;
    loop_begin(core->loop);
}

static void turn(struct sim_event *event) {
    struct sim_core *core = (struct sim_core *)event;
    sim_disable(event);
    sim_choose_host(core->host);
    sim.now_ns += 1 + (int64_t)sim_random_below(TURN_NS_MAX);
    loop_enter(core->loop);
    if (!core->is_begun) begin(core);
    bool goes_on = loop_turn(core->loop, false);
    loop_enter(NULL);
    if (!goes_on) {
        sim_disable(event); /* the turn that stopped it may have asked for another */
        return;
    }
    core->due_ns = timer_wheel_next_exact(&core->loop->timers);
    sim_core_check(core);
    if (core->due_ns < sim.first_due_ns) sim.first_due_ns = core->due_ns;
}

static int core_create(struct loop *loop) {
    struct sim_core *core = memory_alloc_zeroed(sizeof *core);
    loop->backend_state = core;
    core->turn.run = turn;
    core->turn.number = loop->index;
    core->loop = loop;
    core->host = sim.host;
    core->due_ns = NEVER;
    core->ready_end = &core->ready;
    core->rx_max = loop->options.rx_buffers > 0 ? loop->options.rx_buffers : RX_BUFFERS;
    sim.cores = memory_realloc(sim.cores, (sim.core_count + 1) * sizeof(struct sim_core *));
    sim.cores[sim.core_count++] = core;
    return 0;
}

static void forget_core(struct sim_core *core) {
    unsigned i = 0;
    while (sim.cores[i] != core) i++;
    memmove(&sim.cores[i], &sim.cores[i + 1], (--sim.core_count - i) * sizeof(struct sim_core *));
    sim_disable(&core->turn);
}

static void core_destroy(struct loop *loop) {
    struct sim_core *core = sim_core_of(loop);
    forget_core(core);
    sim_mail_clear(core);
    memory_free(core);
}

static int core_start(struct loop *loop) {
    (void)loop;
    return 0;
}

static void core_stop(struct loop *loop) {
    (void)loop;
}

static void core_launch(struct loop *loop) {
    sim_core_check(sim_core_of(loop));
}

static bool step(void) {
    if (sim.now_ns >= sim.first_due_ns) check_all();
    if (sim.enabled_count == 0) return false;
    struct sim_event *event = sim.enabled[sim_random_below(sim.enabled_count)];
    sim_trace(event->number);
    event->run(event);
    return true;
}

/* Who ends may wait for a while: time passes then, but not for ever. */
static void core_join(struct loop *loop) {
    int64_t end_ns = sim.now_ns + JOIN_NS;
    check_all();
    while (!loop->is_stopped && sim.now_ns < end_ns) {
        if (!step()) sim.now_ns = sim.first_due_ns < end_ns ? sim.first_due_ns : end_ns;
    }
    assert(loop->is_stopped); /* else it would be waited for for ever */
}

static void core_poll(struct loop *loop, int64_t until_ns) {
    (void)until_ns;
    loop_slept(loop);
    sim_net_poll(sim_core_of(loop));
}

static void core_wake(struct loop *loop) {
    sim_core_check(sim_core_of(loop));
}

/* ---- running ---- */

bool sim_run(uint64_t steps_max) {
    assert(loop_current() == NULL);
    check_all();
    for (uint64_t i = 0; i < steps_max; i++) {
        if (!step()) return true;
    }
    return false;
}

bool sim_advance(int64_t ms) {
    int64_t target_ns = sim.now_ns + ms * 1000000;
    sim_trace((uint64_t)ms);
    while (sim_run(INSTANT_STEPS_MAX)) {
        if (sim.now_ns >= target_ns) return true;
        sim.now_ns = sim.first_due_ns < target_ns ? sim.first_due_ns : target_ns;
    }
    return false;
}

void sim_step_wall(int64_t ms) {
    sim_trace((uint64_t)ms);
    sim.wall_step_us += ms * 1000;
}

/* Mail and helpers' work that are under way to a dead core still arrive, and nobody looks at them. */
void sim_kill_host(unsigned host) {
    sim_trace(host);
    for (unsigned i = sim.core_count; i-- > 0;) {
        struct sim_core *core = sim.cores[i];
        if (core->host != host) continue;
        core->is_dead = true;
        forget_core(core);
    }
    sim_net_kill(host);
}

bool sim_is_stopped(void) {
    for (unsigned i = 0; i < sim.core_count; i++) {
        if (!sim.cores[i]->loop->is_stopped) return false;
    }
    return true;
}

/* ---- the tables ---- */

static int64_t monotonic_ns(void) {
    return sim.now_ns += LOOK_NS;
}

static int64_t wall_us(void) {
    return first_wall_us + (sim.now_ns - first_ns) / 1000 + sim.wall_step_us;
}

static int pid(void) {
    return 4242 + (int)sim.host;
}

static void facts(struct process_facts *facts) {
    *facts = (struct process_facts){.rss = UINT64_C(8) << 20,
                                    .rss_peak = UINT64_C(8) << 20,
                                    .memory_total = UINT64_C(16) << 30,
                                    .memory_limit = UINT64_C(16) << 30,
                                    .open_files = 16,
                                    .open_files_max = 1 << 20,
                                    .pid = pid()};
}

const struct loop_backend loop_backend_simulated = {
    .name = "simulated",
    .create = core_create,
    .destroy = core_destroy,
    .start = core_start,
    .stop = core_stop,
    .launch = core_launch,
    .join = core_join,
    .poll = core_poll,
    .wake = core_wake,
    .carry_mail = sim_mail_carry,
    .stream_start = sim_stream_start,
    .stream_receive = sim_stream_receive,
    .stream_flush = sim_stream_flush,
    .stream_shut = sim_stream_shut,
    .stream_address = sim_stream_address,
    .stream_keepalive = sim_stream_keepalive,
    .rx_give_back = sim_rx_give_back,
    .connect = sim_connect,
    .listener_open = sim_listener_open,
    .listener_start = sim_listener_start,
    .listener_close = sim_listener_close,
};

/* Each host has files of its own, and one server at a time. */
static int directory_lock_granted(const char *path) {
    (void)path;
    return 0;
}

static void directory_lock_forgotten(int lock) {
    (void)lock;
}

struct machine machine_simulated = {
    .backend = &loop_backend_simulated,
    .disk = &disk_backend_simulated,
    .wall_us = wall_us,
    .monotonic_ns = monotonic_ns,
    .random = random_bytes,
    .facts = facts,
    .file_read_all = sim_file_read_all,
    .file_exists = sim_file_exists,
    .file_remove = sim_file_remove,
    .directory_make = sim_directory_make,
    .directory_lock = directory_lock_granted,
    .directory_unlock = directory_lock_forgotten,
    .offload = sim_offload,
    .pid = pid,
    .drops_log_lines = true,
};

void sim_show_log(void) {
    machine_simulated.drops_log_lines = false;
}
