/* server/latency.c - noting and showing what took long.
 *
 * An event has a ring of samples on each core. Two spikes of one second are one sample, the longer,
 * so the ring covers at least LATENCY_SAMPLES seconds. */
#include "server/latency.h"

#include <stdio.h>

#include "base/memory.h"
#include "server/families.h"

struct latency_log { /* of one core */
    struct latency_event events[LATENCY_EVENTS_MAX];
};

void latency_clear(struct core *core) {
    memory_free(core->latency);
    core->latency = NULL;
}

static struct latency_event *find_event(struct latency_event *events, const char *name) {
    for (unsigned i = 0; i < LATENCY_EVENTS_MAX; i++) {
        if (!events[i].name[0] || strcmp(events[i].name, name) == 0) {
            return &events[i];
        }
    }
    return NULL;
}

static void add_sample(struct latency_event *event, int64_t time_s, uint32_t ms) {
    struct latency_sample *last =
        &event->samples[(event->next + LATENCY_SAMPLES - 1) % LATENCY_SAMPLES];
    event->max_ms = ms > event->max_ms ? ms : event->max_ms;
    if (last->time_s == time_s) {
        last->ms = ms > last->ms ? ms : last->ms;
        return;
    }
    event->samples[event->next] = (struct latency_sample){.time_s = time_s, .ms = ms};
    event->next = (event->next + 1) % LATENCY_SAMPLES;
}

void latency_note(struct core *core, const char *name, uint64_t duration_us) {
    uint64_t threshold_ms = core->settings->latency_monitor_threshold_ms;
    uint64_t ms = duration_us / 1000;
    if (threshold_ms == 0 || ms < threshold_ms) {
        return;
    }
    if (!core->latency) {
        core->latency = memory_alloc_zeroed(sizeof(*core->latency));
    }
    struct latency_event *event = find_event(core->latency->events, name);
    if (!event) {
        return; /* there are fewer kinds than places */
    }
    snprintf(event->name, sizeof(event->name), "%s", name);
    loop_refresh_clock(core->loop); /* the turn has lasted a while */
    add_sample(event, loop_wall_ms(core->loop) / 1000, ms < UINT32_MAX ? (uint32_t)ms : UINT32_MAX);
}

void latency_note_command(struct core *core, const struct command_entry *command,
                          uint64_t duration_us) {
    latency_note(core, command->row->flags & FAST ? "fast-command" : "command", duration_us);
}

unsigned latency_sample_count(const struct latency_event *event) {
    unsigned count = 0;
    while (count < LATENCY_SAMPLES && event->samples[count].time_s) {
        count++;
    }
    return count;
}

const struct latency_sample *latency_sample_at(const struct latency_event *event, unsigned i) {
    bool is_full = latency_sample_count(event) == LATENCY_SAMPLES;
    return &event->samples[((is_full ? event->next : 0) + i) % LATENCY_SAMPLES];
}

/* ---- all cores ---- */

static void copy_here(struct core *core, void *arg) {
    struct latency_log **copies = arg;
    if (core->latency) {
        copies[core->index] = memory_alloc(sizeof(*core->latency));
        *copies[core->index] = *core->latency;
    }
}

/* target becomes the samples of both in the order of time, the newest LATENCY_SAMPLES of them. */
static void merge_event(struct latency_event *target, const struct latency_event *source) {
    struct latency_event sum = {.max_ms = 0};
    unsigned counts[2] = {latency_sample_count(target), latency_sample_count(source)};
    unsigned at[2] = {0, 0};
    memcpy(sum.name, source->name, sizeof(sum.name));
    while (at[0] < counts[0] || at[1] < counts[1]) {
        const struct latency_sample *a =
            at[0] < counts[0] ? latency_sample_at(target, at[0]) : NULL;
        const struct latency_sample *b =
            at[1] < counts[1] ? latency_sample_at(source, at[1]) : NULL;
        bool takes_a = a && (!b || a->time_s <= b->time_s);
        const struct latency_sample *taken = takes_a ? a : b;
        at[takes_a ? 0 : 1]++;
        add_sample(&sum, taken->time_s, taken->ms);
    }
    sum.max_ms = target->max_ms > source->max_ms ? target->max_ms : source->max_ms;
    *target = sum;
}

struct latency_event *latency_collect(struct engine *engine, unsigned *count) {
    struct latency_log **copies = memory_alloc_zeroed(engine->core_count * sizeof(*copies));
    struct latency_event *events = memory_alloc_zeroed(LATENCY_EVENTS_MAX * sizeof(*events));
    core_run_on_all(engine, copy_here, copies);
    for (unsigned c = 0; c < engine->core_count; c++) {
        for (unsigned i = 0; copies[c] && i < LATENCY_EVENTS_MAX; i++) {
            const struct latency_event *source = &copies[c]->events[i];
            struct latency_event *target =
                source->name[0] ? find_event(events, source->name) : NULL;
            if (target) {
                merge_event(target, source);
            }
        }
        memory_free(copies[c]);
    }
    memory_free(copies);
    for (*count = 0; *count < LATENCY_EVENTS_MAX && events[*count].name[0];) {
        ++*count;
    }
    return events;
}

/* ---- LATENCY ---- */

static void latency_latest(struct call *call) {
    unsigned count;
    struct latency_event *events = latency_collect(call->client->core->engine, &count);
    reply_array(call->reply, count);
    for (unsigned i = 0; i < count; i++) {
        const struct latency_sample *last =
            latency_sample_at(&events[i], latency_sample_count(&events[i]) - 1);
        reply_array(call->reply, 4);
        reply_bulk_string(call->reply, events[i].name);
        reply_integer(call->reply, last->time_s);
        reply_integer(call->reply, last->ms);
        reply_integer(call->reply, events[i].max_ms);
    }
    memory_free(events);
}

static const struct latency_event *event_named(const struct latency_event *events, unsigned count,
                                               struct bytes name) {
    for (unsigned i = 0; i < count; i++) {
        if (bytes_equal(name, bytes_of_string(events[i].name))) {
            return &events[i];
        }
    }
    return NULL;
}

static void latency_history(struct call *call) {
    unsigned count;
    struct latency_event *events = latency_collect(call->client->core->engine, &count);
    const struct latency_event *event = event_named(events, count, call->argv[2]);
    unsigned samples = event ? latency_sample_count(event) : 0;
    reply_array(call->reply, samples);
    for (unsigned i = 0; i < samples; i++) {
        const struct latency_sample *sample = latency_sample_at(event, i);
        reply_array(call->reply, 2);
        reply_integer(call->reply, sample->time_s);
        reply_integer(call->reply, sample->ms);
    }
    memory_free(events);
}

static bool is_named(const struct call *call, const char *event) {
    for (unsigned i = 2; i < call->argc; i++) {
        if (bytes_equal(call->argv[i], bytes_of_string(event))) {
            return true;
        }
    }
    return call->argc == 2;
}

static void reset_here(struct core *core, void *arg) {
    const struct call *call = arg;
    struct latency_log *old = core->latency;
    core->latency = NULL;
    for (unsigned i = 0; old && i < LATENCY_EVENTS_MAX && old->events[i].name[0]; i++) {
        if (!is_named(call, old->events[i].name)) {
            if (!core->latency) {
                core->latency = memory_alloc_zeroed(sizeof(*core->latency));
            }
            *find_event(core->latency->events, old->events[i].name) = old->events[i];
        }
    }
    memory_free(old);
}

static void latency_reset(struct call *call) {
    unsigned count;
    struct latency_event *events = latency_collect(call->client->core->engine, &count);
    int64_t reset = 0;
    for (unsigned i = 0; i < count; i++) {
        reset += is_named(call, events[i].name);
    }
    memory_free(events);
    core_run_on_all(call->client->core->engine, reset_here, call);
    reply_integer(call->reply, reset);
}

static void latency_graph(struct call *call) {
    unsigned count;
    struct latency_event *events = latency_collect(call->client->core->engine, &count);
    const struct latency_event *event = event_named(events, count, call->argv[2]);
    if (event) {
        struct buffer text = {0};
        latency_print_graph(event, call->now_ms / 1000, &text);
        reply_verbatim(call->reply, "txt", buffer_view(&text));
        buffer_clear(&text);
    } else {
        reply_error(call->reply, "ERR No samples available for event '%.*s'",
                    (int)call->argv[2].len, call->argv[2].data);
    }
    memory_free(events);
}

static void latency_doctor(struct call *call) {
    unsigned count;
    struct latency_event *events = latency_collect(call->client->core->engine, &count);
    struct buffer text = {0};
    latency_print_doctor(events, count, call->client->core->settings, &text);
    reply_verbatim(call->reply, "txt", buffer_view(&text));
    buffer_clear(&text);
    memory_free(events);
}

/* ---- LATENCY HISTOGRAM ---- */

static void add_stats_here(struct core *core, void *arg) {
    struct core_stats **sums = arg;
    core_stats_init(sums[core->index]);
    core_stats_add(sums[core->index], &core->stats);
}

/* Counts of calls that took at most 1, 2, 4, … microseconds, where a count differs from the one
 * before. */
static void reply_histogram(struct reply *reply, const struct command_entry *command,
                            const struct command_stats *stats) {
    reply_bulk_string(reply, command->name);
    reply_map(reply, 2);
    reply_bulk_string(reply, "calls");
    uint64_t calls = 0;
    for (unsigned i = 0; i < LATENCY_BUCKETS; i++) {
        calls += stats->latency[i];
    }
    reply_integer(reply, (int64_t)calls);
    reply_bulk_string(reply, "histogram_usec");
    struct reply_mark mark = reply_array_later(reply, '%');
    size_t lines = 0;
    uint64_t sum = 0, shown = 0, limit_us = 1;
    for (unsigned i = 0; i < LATENCY_BUCKETS && shown < calls; i++) {
        sum += stats->latency[i];
        bool is_last = i + 1 == LATENCY_BUCKETS;
        if (!is_last && latency_bucket_top_us(i + 1) < limit_us) {
            continue; /* the next one lies below the limit, too */
        }
        if (sum > shown) {
            reply_integer(reply, (int64_t)limit_us);
            reply_integer(reply, (int64_t)sum);
            shown = sum;
            lines++;
        }
        limit_us *= 2;
    }
    reply_array_close(reply, mark, lines);
}

static bool has_histogram(const struct command_stats *stats) {
    for (unsigned i = 0; stats->latency && i < LATENCY_BUCKETS; i++) {
        if (stats->latency[i] > 0) {
            return true;
        }
    }
    return false;
}

static size_t reply_if_called(struct reply *reply, const struct core_stats *sum,
                              const struct command_entry *command) {
    const struct command_stats *stats = &sum->by_command[command->id];
    if (!has_histogram(stats)) {
        return 0;
    }
    reply_histogram(reply, command, stats);
    return 1;
}

static void reply_histograms(struct call *call, const struct core_stats *sum) {
    struct reply_mark mark = reply_array_later(call->reply, '%');
    size_t count = 0;
    for (unsigned i = 0; call->argc == 2 && i < command_count(); i++) {
        count += reply_if_called(call->reply, sum, command_by_id(i));
    }
    for (unsigned i = 2; i < call->argc; i++) {
        const struct command_entry *command = command_find(call->argv[i]);
        count += command ? reply_if_called(call->reply, sum, command) : 0;
        for (unsigned j = 0; command && j < command->child_count; j++) {
            count += reply_if_called(call->reply, sum, command->children[j]);
        }
    }
    reply_array_close(call->reply, mark, count);
}

static void latency_histogram(struct call *call) {
    struct engine *engine = call->client->core->engine;
    struct core_stats **sums = memory_alloc(engine->core_count * sizeof(struct core_stats *));
    for (unsigned i = 0; i < engine->core_count; i++) {
        sums[i] = memory_alloc(sizeof(*sums[i]));
    }
    core_run_on_all(engine, add_stats_here, sums);
    for (unsigned i = 1; i < engine->core_count; i++) {
        core_stats_add(sums[0], sums[i]);
    }
    reply_histograms(call, sums[0]);
    for (unsigned i = 0; i < engine->core_count; i++) {
        core_stats_clear(sums[i]);
        memory_free(sums[i]);
    }
    memory_free(sums);
}

static void latency_help(struct call *call) {
    static const char *const lines[] = {
        "DOCTOR",
        "    Return a human readable latency analysis report.",
        "GRAPH <event>",
        "    Return an ASCII latency graph for the <event> class.",
        "HISTORY <event>",
        "    Return time-latency samples for the <event> class.",
        "LATEST",
        "    Return the latest latency samples for all events.",
        "RESET [<event> ...]",
        "    Reset latency data of one or more <event> classes.",
        "    (default: reset all data for all event classes)",
        "HISTOGRAM [COMMAND ...]",
        "    Return a cumulative distribution of latencies for the commands, or for all.",
        NULL,
    };
    reply_help(call->reply, "latency", lines);
}

enum { WATCHING = ADMIN | NOSCRIPT | LOADING | STALE | ON_FIBER };
#define OF_ALL_NODES \
    .tips = "nondeterministic_output|request_policy:all_nodes|response_policy:special"

const struct command latency_commands[] = {
    {"LATENCY", "", NULL, 0, NO_KEYS, "2.8.13", "Depends on subcommand.",
     "A container for commands on latency.", GROUP_SERVER, NULL},
    {"LATENCY|LATEST", "", latency_latest, WATCHING, NO_KEYS, "2.8.13", "O(1)",
     "Returns the latest sample of every event.", GROUP_SERVER, NULL, OF_ALL_NODES},
    {"LATENCY|HISTORY", "event", latency_history, WATCHING, NO_KEYS, "2.8.13", "O(1)",
     "Returns the samples of an event.", GROUP_SERVER, NULL, OF_ALL_NODES},
    {"LATENCY|RESET", "[event [event ...]]", latency_reset, WATCHING, NO_KEYS, "2.8.13", "O(1)",
     "Forgets the samples of some or all events.", GROUP_SERVER, NULL,
     .tips = "request_policy:all_nodes|response_policy:all_succeeded"},
    {"LATENCY|GRAPH", "event", latency_graph, WATCHING, NO_KEYS, "2.8.13", "O(1)",
     "Draws the samples of an event.", GROUP_SERVER, NULL, OF_ALL_NODES},
    {"LATENCY|DOCTOR", "", latency_doctor, WATCHING, NO_KEYS, "2.8.13", "O(1)",
     "Says in words what took long, and what may help.", GROUP_SERVER, NULL, OF_ALL_NODES},
    {"LATENCY|HISTOGRAM", "[command [command ...]]", latency_histogram, WATCHING, NO_KEYS, "7.0.0",
     "O(N) where N is the number of commands with latency information being retrieved.",
     "Returns how often commands took how long.", GROUP_SERVER, NULL, OF_ALL_NODES},
    {"LATENCY|HELP", "", latency_help, LOADING | STALE | ON_CONNECTION, NO_KEYS, "2.8.13", "O(1)",
     "Lists the subcommands.", GROUP_SERVER, NULL},
    {0},
};
