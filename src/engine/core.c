/* engine/core.c - a core's start, its turns, its cron, and work handed from core to core. */
#include "engine/apply.h"
#include "engine/core.h"

#include <assert.h>

#include "base/memory.h"
#include "data/arena.h"
#include "engine/blocking.h"
#include "engine/connection.h"
#include "engine/journal.h"
#include "engine/multi.h"
#include "engine/shard.h"
#include "log/line.h"
#include "sys/cycles.h"

enum {
    CRON_BUSY_MS = 100,
    CRON_IDLE_MS = 1000,
    DEAF_STRANGER_MS = 1000,
    SWEEP_SEGMENTS = 32, /* a slice: some 10,000 entries looked at only where some have expired */
    FREE_ENTRIES = 500,  /* a slice of lazy freeing: with a miss or two each, below a millisecond */
    MEMORY_CHECK_NS = 1000000 /* maxmemory is looked at once a millisecond at most */
};

static _Thread_local struct engine *thread_engine; /* the same for all cores of a server */

struct core *core_current(void) {
    struct loop *loop = loop_current();
    return loop && thread_engine ? thread_engine->cores[loop_index(loop)] : NULL;
}

void engine_use(struct engine *engine) {
    thread_engine = engine;
}

void core_set_now(struct core *core) {
    keyspace_set_now(core->shard.keyspace, loop_wall_ms(core->loop));
}

uint64_t engine_memory_used(const struct engine *engine) {
    int64_t sum = __atomic_load_n(engine->main_memory_counter, __ATOMIC_RELAXED);
    for (unsigned i = 0; i < engine->core_count; i++) {
        /* Acquire pairs with start_core's release: the counter behind the pointer has begun. */
        const int64_t *counter =
            atomic_load_explicit(&engine->cores[i]->memory_counter, memory_order_acquire);
        if (counter && counter != engine->main_memory_counter) { /* simulated cores share one */
            sum += __atomic_load_n(counter, __ATOMIC_RELAXED);
        }
        sum += (int64_t)__atomic_load_n(&engine->cores[i]->slab_used, __ATOMIC_RELAXED);
    }
    return sum > 0 ? (uint64_t)sum : 0;
}

static void check_memory(struct core *core) {
    uint64_t limit = core->settings->maxmemory;
    if (limit == 0) {
        core->is_over_maxmemory = false;
        return;
    }
    int64_t now_ns = loop_now_ns(core->loop);
    if (now_ns - core->memory_checked_ns < MEMORY_CHECK_NS) {
        return;
    }
    core->memory_checked_ns = now_ns;
    core->is_over_maxmemory = engine_memory_used(core->engine) > limit;
}

static void prepare_regions(void *arg) {
    (void)arg;
    arena_prepare(offload_rest);
}

static void forget(void *arg) {
    (void)arg;
}

static void at_turn_end(void *arg) {
    struct core *core = arg;
    if (arena_is_short()) { /* huge pages are cleared by a helper: it takes milliseconds */
        loop_offload(core->loop, prepare_regions, NULL, forget);
    }
    if (keyspace_has_garbage(core->shard.keyspace)) { /* a big value was dropped */
        core_free_soon(core);
    }
    /* Relaxed: a sum over cores is never of one instant anyway. */
    __atomic_store_n(&core->slab_used, keyspace_slab_used(core->shard.keyspace), __ATOMIC_RELAXED);
    check_memory(core);
    if (core->journal) {
        journal_turn_end(core->journal);
    }
}

static void free_slice(void *arg) {
    struct core *core = arg;
    core->is_freeing = keyspace_free_some(core->shard.keyspace, FREE_ENTRIES);
    if (core->is_freeing) {
        loop_defer(core->loop, &core->free_task);
    }
}

void core_free_soon(struct core *core) {
    if (!core->is_freeing) {
        core->is_freeing = true;
        core->free_task = (struct task){.run = free_slice, .arg = core};
        loop_defer(core->loop, &core->free_task);
    }
}

void core_note_spike(struct core *core, const char *event, uint64_t us) {
    uint64_t threshold_ms = core->settings->latency_monitor_threshold_ms;
    if (threshold_ms > 0 && us / 1000 >= threshold_ms && core->engine->hooks.on_spike) {
        core->engine->hooks.on_spike(core, event, us);
    }
}

/* Relaxed: it changes once, and a moment later is the same. */
static bool is_loading(const struct core *core) {
    return atomic_load_explicit(&core->engine->is_loading, memory_order_relaxed);
}

static void sweep_slice(void *arg) {
    struct core *core = arg;
    core->is_sweeping = false;
    if (core->is_sweeping_off || core->pause != PAUSE_NONE) {
        return;
    }
    core_set_now(core);
    bool again = false;
    uint64_t start = cycles_now();
    keyspace_sweep(core->shard.keyspace, SWEEP_SEGMENTS, &again);
    blocking_serve_if_any(&core->shard); /* those whom it concerns that a key is gone */
    core_note_spike(core, "expire-cycle", cycles_to_ns(cycles_now() - start) / 1000);
    core->stats.expire_cycles++;
    if (again) {
        core->is_sweeping = true;
        core->sweep_task = (struct task){.run = sweep_slice, .arg = core};
        loop_defer(core->loop, &core->sweep_task);
    }
}

static void take_sample(struct core *core) {
    const struct loop_stats *loop = loop_stats(core->loop);
    core->samples[core->sample_next] = (struct core_sample){
        .ns = loop_now_ns(core->loop),
        .commands = core->stats.commands,
        .bytes_in = loop->bytes_in,
        .bytes_out = loop->bytes_out,
    };
    core->sample_next = (core->sample_next + 1) % CORE_SAMPLES;
}

void core_rates(const struct core *core, double *commands, double *bytes_in, double *bytes_out) {
    const struct core_sample *newest =
        &core->samples[(core->sample_next + CORE_SAMPLES - 1) % CORE_SAMPLES];
    const struct core_sample *oldest = &core->samples[core->sample_next];
    double seconds = (double)(newest->ns - oldest->ns) / 1e9;
    *commands = *bytes_in = *bytes_out = 0;
    if (seconds > 0 && oldest->ns > 0) {
        *commands = (double)(newest->commands - oldest->commands) / seconds;
        *bytes_in = (double)(newest->bytes_in - oldest->bytes_in) / seconds;
        *bytes_out = (double)(newest->bytes_out - oldest->bytes_out) / seconds;
    }
}

/* Who has not said who it is and does not read is closed, not waited for. */
static bool is_deaf_stranger(struct client *client, int64_t now_ms) {
    return !client->is_authenticated && connection_of(client)->is_held_back &&
           now_ms - client->active_ms > DEAF_STRANGER_MS;
}

static bool is_idle(const struct client *client, int64_t now_ms) {
    int64_t limit_ms = (int64_t)client->core->settings->timeout_seconds * 1000;
    bool is_exempt = client->is_busy || client->is_monitor || client->is_replica ||
                     client->is_blocked || client_is_subscribed(client);
    return limit_ms > 0 && !is_exempt && now_ms - client->active_ms > limit_ms;
}

static void close_idle_clients(struct core *core) {
    const struct settings *settings = core->settings;
    int64_t now_ms = loop_now_ns(core->loop) / 1000000;
    bool has_reason =
        settings->timeout_seconds > 0 || settings->requirepass_len > 0 || core->topics.clients > 0;
    for (struct client *client = core->clients_first; has_reason && client;) {
        struct client *next = client->next;
        if (is_deaf_stranger(client, now_ms)) {
            core->stats.output_limit_closed++;
            client_close(client, false);
        } else if (is_idle(client, now_ms)) {
            core->stats.idle_closed++;
            client_close(client, false);
        } else if (client_is_subscribed(client)) {
            connection_enforce_output_limit(
                connection_of(client)); /* nobody may publish any more */
        }
        client = next;
    }
}

static void update_peak(struct engine *engine) {
    uint64_t used = engine_memory_used(engine);
    if (used > atomic_load_explicit(&engine->memory_peak, memory_order_relaxed)) {
        atomic_store_explicit(&engine->memory_peak, used, memory_order_relaxed);
    }
}

static void cron(void *arg) {
    struct core *core = arg;
    take_sample(core);
    close_idle_clients(core);
    if (core->index == 0) {
        update_peak(core->engine);
    }
    bool has_expiring = keyspace_has_expiring(core->shard.keyspace);
    if (has_expiring && !core->is_sweeping && !is_loading(core) && !core->is_replica) {
        sweep_slice(core);
    }
    check_memory(core);
    if (core->engine->hooks.on_cron) {
        core->engine->hooks.on_cron(core);
    }
    bool is_busy = core->client_count > 0 || has_expiring;
    timer_start(core->loop, &core->cron,
                (int64_t)(is_busy ? CRON_BUSY_MS : CRON_IDLE_MS) * 1000000);
}

/* Options may be as large as their type; then it takes for ever. */
static int64_t times(int64_t number, int64_t factor) {
    int64_t product;
    return __builtin_mul_overflow(number, factor, &product) ? INT64_MAX : product;
}

static uint32_t limit_of(uint64_t value) {
    return value < UINT32_MAX ? (uint32_t)value : UINT32_MAX;
}

static void use_limits(struct keyspace *keyspace, const struct settings *settings) {
    struct keyspace_limits limits = {
        .hash_entries = limit_of(settings->hash_max_listpack_entries),
        .hash_value = limit_of(settings->hash_max_listpack_value),
        .intset_entries = limit_of(settings->set_max_intset_entries),
        .set_entries = limit_of(settings->set_max_listpack_entries),
        .set_value = limit_of(settings->set_max_listpack_value),
        .zset_entries = limit_of(settings->zset_max_listpack_entries),
        .zset_value = limit_of(settings->zset_max_listpack_value),
        .stream_node_bytes = settings->stream_node_max_bytes,
        .stream_node_entries = settings->stream_node_max_entries,
    };
    keyspace_set_limits(keyspace, &limits);
}

static void use_settings(struct core *core, const struct settings *settings) {
    core->settings = settings;
    int64_t slow_us = settings->slowlog_log_slower_than_us;
    int64_t spike_ms = (int64_t)settings->latency_monitor_threshold_ms;
    core->slow_ns = INT64_MAX;
    if (slow_us >= 0) {
        core->slow_ns = times(slow_us, 1000);
    }
    if (spike_ms > 0 && times(spike_ms, 1000000) < core->slow_ns) {
        core->slow_ns = times(spike_ms, 1000000);
    }
    core->slow_ns -= core->slow_ns == 0; /* 0 logs every command: all take more than -1 */
    bool is_lfu = settings->maxmemory_policy == POLICY_ALLKEYS_LFU ||
                  settings->maxmemory_policy == POLICY_VOLATILE_LFU;
    keyspace_set_lfu(core->shard.keyspace, is_lfu, settings->lfu_log_factor,
                     settings->lfu_decay_minutes);
    use_limits(core->shard.keyspace, settings);
    if (core->journal) {
        journal_set_policy(core->journal, (enum sync_policy)settings->appendfsync);
        journal_set_retention(core->journal, settings->log_retention_ms);
        journal_set_growth(core->journal, settings);
    }
    for (struct client *client = core->clients_first; client; client = client->next) {
        connection_refresh_limits(connection_of(client));
    }
    core->memory_checked_ns = -MEMORY_CHECK_NS; /* a new limit counts from now on */
    check_memory(core);
}

static void end_pause(void *arg) {
    core_pause(arg, PAUSE_NONE, 0);
}

static void start_core(void *arg) {
    struct core *core = arg;
    thread_engine = core->engine;
    atomic_store_explicit(&core->memory_counter, memory_thread_counter(), memory_order_release);
    shard_init(&core->shard, core);
    core_stats_init(&core->stats);
    core->part_of_core = memory_alloc(core->engine->core_count * sizeof(uint16_t));
    memset(core->part_of_core, 0xff, core->engine->core_count * sizeof(uint16_t));
    use_settings(core, core->settings);
    core->turn_hook = (struct turn_hook){.run = at_turn_end, .arg = core};
    loop_add_turn_hook(core->loop, &core->turn_hook);
    timer_init(&core->pause_timer, end_pause, core);
    timer_init(&core->cron, cron, core);
    timer_start(core->loop, &core->cron, (int64_t)CRON_BUSY_MS * 1000000);
    if (core->engine->hooks.on_core_started) {
        core->engine->hooks.on_core_started(core);
    }
}

static void resume_paused(struct core *core) {
    for (struct client *client = core->clients_first; client;) {
        struct client *next = client->next;
        if (client->is_paused) {
            client->is_paused = false;
            connection_resume(connection_of(client));
        }
        client = next;
    }
}

void core_pause(struct core *core, enum client_pause pause, int64_t until_ms) {
    core->pause = pause;
    /* Paused clients write nothing, so nothing may go away by itself either. */
    keyspace_set_expiring(core->shard.keyspace, pause == PAUSE_NONE);
    timer_stop(&core->pause_timer);
    if (pause != PAUSE_NONE) {
        int64_t left_ms = until_ms - loop_wall_ms(core->loop);
        timer_start(core->loop, &core->pause_timer, times(left_ms > 0 ? left_ms : 0, 1000000));
        return;
    }
    resume_paused(core);
}

/* ---- the state of the logs ---- */

struct state_note {
    struct mail mail;
    struct core *core;
    uint8_t before, now;
};

static void state_is_known(struct mail *mail) {
    struct state_note *note = (struct state_note *)mail;
    note->core->log_state = note->now;
    if (note->now != LOG_IS_FULL && note->core->pause == PAUSE_NONE) {
        resume_paused(note->core);
    }
    memory_free(note);
}

static uint8_t state_of_all(const struct engine *engine) {
    return (uint8_t)((engine->logs_full > 0 ? LOG_IS_FULL : 0) |
                     (engine->logs_in_trouble > 0 ? LOG_IS_IN_TROUBLE : 0));
}

static void count_state(unsigned *count, bool was, bool is) {
    *count += is && !was;
    *count -= was && !is;
}

/* On core 0. */
static void state_has_changed(struct mail *mail) {
    struct state_note *note = (struct state_note *)mail;
    struct engine *engine = note->core->engine;
    uint8_t before = state_of_all(engine);
    count_state(&engine->logs_full, note->before & LOG_IS_FULL, note->now & LOG_IS_FULL);
    count_state(&engine->logs_in_trouble, note->before & LOG_IS_IN_TROUBLE,
                note->now & LOG_IS_IN_TROUBLE);
    for (unsigned i = 0; i < engine->core_count && state_of_all(engine) != before; i++) {
        struct state_note *news = memory_alloc_zeroed(sizeof(*news));
        *news = (struct state_note){
            .mail.deliver = state_is_known, .core = engine->cores[i], .now = state_of_all(engine)};
        mail_post(engine->cores[i]->loop, &news->mail);
    }
    memory_free(note);
}

void core_tell_log_state(struct core *core, uint8_t before, uint8_t now) {
    struct state_note *note = memory_alloc_zeroed(sizeof(*note));
    *note = (struct state_note){
        .mail.deliver = state_has_changed, .core = core, .before = before, .now = now};
    mail_post(core->engine->cores[0]->loop, &note->mail);
}

/* Work that one fiber hands to a core. */
struct core_work {
    struct mail mail;
    struct core *core, *origin;
    void (*fn)(struct core *core, void *arg);
    void *arg;
    struct core_wait {
        unsigned pending;
        struct event done;
    } * wait;
};

static void work_returned(struct mail *mail) {
    struct core_wait *wait = ((struct core_work *)mail)->wait;
    if (--wait->pending == 0) {
        event_signal(&wait->done);
    }
}

static void work_arrived(struct mail *mail) {
    struct core_work *work = (struct core_work *)mail;
    core_set_now(work->core);
    work->fn(work->core, work->arg);
    blocking_serve_if_any(&work->core->shard); /* it may have met what has expired */
    work->mail.deliver = work_returned;
    mail_post(work->origin->loop, &work->mail);
}

void core_run_on_some(struct core *const *cores, unsigned count,
                      void (*fn)(struct core *core, void *arg), void *arg) {
    struct core *origin = core_current();
    assert(origin && fiber_current());
    struct core_wait wait = {.pending = count};
    struct core_work *works = memory_alloc(count * sizeof(*works));
    for (unsigned i = 0; i < count; i++) {
        works[i] = (struct core_work){.core = cores[i],
                                      .origin = origin,
                                      .fn = fn,
                                      .arg = arg,
                                      .wait = &wait,
                                      .mail.deliver = work_arrived};
        mail_post(cores[i]->loop, &works[i].mail);
    }
    mail_flush();
    event_wait(&wait.done);
    memory_free(works);
}

void core_run_on(struct core *target, void (*fn)(struct core *core, void *arg), void *arg) {
    assert(target);
    if (target == core_current()) {
        core_set_now(target);
        fn(target, arg);
        return;
    }
    core_run_on_some(&target, 1, fn, arg);
}

void core_run_on_all(struct engine *engine, void (*fn)(struct core *core, void *arg), void *arg) {
    core_run_on_some(engine->cores, engine->core_count, fn, arg);
}

static void take_settings(struct core *core, void *arg) {
    use_settings(core, arg);
}

void engine_set_settings(struct engine *engine, const struct settings *settings) {
    core_run_on_all(engine, take_settings, (void *)(uintptr_t)settings);
}

static void count_error(struct bytes text) {
    struct core *core = core_current();
    if (core) {
        core_stats_error(&core->stats, text);
    }
}

static struct core *create_core(struct engine *engine, unsigned index,
                                const struct engine_options *options) {
    /* Cores are written by their own threads all the time: each on lines of its own. */
    struct core *core = memory_alloc_aligned(sizeof(*core), 128);
    memset(core, 0, sizeof(*core));
    core->index = index;
    core->engine = engine;
    core->settings = options->settings;
    struct loop_options loop_options = {.index = index, .pin = options->pin};
    core->loop = loop_create(&loop_options);
    return core;
}

struct engine *engine_create(const struct engine_options *options) {
    struct engine *engine = memory_alloc_zeroed(sizeof(*engine));
    engine->core_count = options->cores;
    engine->databases = options->databases;
    engine->hooks = options->hooks;
    engine->started_wall_ms = clock_wall_us() / 1000;
    engine->started_ns = clock_monotonic_ns();
    engine->main_memory_counter = memory_thread_counter();
    machine_random_digits(engine->run_id, sizeof(engine->run_id) - 1);
    engine->line = line_create(options->cores);
    reply_error_hook = count_error;
    for (unsigned i = 0; i < PARTITIONS; i++) {
        engine->core_of_partition[i] = (uint16_t)(i * options->cores / PARTITIONS);
    }
    engine->cores = memory_alloc(options->cores * sizeof(*engine->cores));
    for (unsigned i = 0; i < options->cores; i++) {
        engine->cores[i] = create_core(engine, i, options);
    }
    return engine;
}

void engine_launch(struct engine *engine) {
    for (unsigned i = 0; i < engine->core_count; i++) {
        loop_launch(engine->cores[i]->loop, start_core, engine->cores[i]);
    }
}

void engine_stop(struct engine *engine) {
    atomic_store_explicit(&engine->is_stopping, true, memory_order_relaxed);
    for (unsigned i = 0; i < engine->core_count; i++) {
        loop_stop(engine->cores[i]->loop);
    }
}

void engine_join(struct engine *engine) {
    for (unsigned i = 0; i < engine->core_count; i++) {
        loop_join(engine->cores[i]->loop);
    }
}

void engine_destroy(struct engine *engine) {
    buffer_clear(&engine->functions);
    for (unsigned i = 0; i < engine->core_count; i++) {
        struct core *core = engine->cores[i];
        journal_destroy(core->journal); /* its timers are the loop's */
        loop_destroy(core->loop);
        if (engine->hooks.on_core_ended) {
            engine->hooks.on_core_ended(core);
        }
        if (core->part_of_core) { /* it has started */
            apply_destroy(core);
            shard_clear(&core->shard);
            core_stats_clear(&core->stats);
            core_free_pools(core);
            core_free_multis(core);
            topics_clear(&core->topics);
            memory_free(core->part_of_core);
        }
        memory_free(core);
    }
    line_destroy(engine->line);
    memory_free(engine->cores);
    memory_free(engine);
}

bool engine_listen(struct engine *engine, const struct listen_options *options, char *error,
                   size_t error_size, struct listener **listener) {
    struct loop **loops = memory_alloc(engine->core_count * sizeof(struct loop *));
    for (unsigned i = 0; i < engine->core_count; i++) {
        loops[i] = engine->cores[i]->loop;
    }
    *listener = listener_open(loops, engine->core_count, options, connection_accept, engine, error,
                              error_size);
    memory_free(loops);
    return *listener != NULL;
}
