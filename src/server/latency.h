/* server/latency.h - what took longer than latency-monitor-threshold, by kind of event: LATENCY.
 *
 * Each core keeps the samples of its own, one a second and event; readers merge them. */
#pragma once

#include "base/buffer.h"
#include "engine/core.h"

enum { LATENCY_SAMPLES = 160, LATENCY_EVENTS_MAX = 16 };

struct latency_sample {
    int64_t time_s; /* 0: none */
    uint32_t ms;
};

struct latency_event {
    char name[24]; /* "" ends the list */
    struct latency_sample samples[LATENCY_SAMPLES];
    unsigned next; /* place of the next sample */
    uint32_t max_ms;
};

/* For engine_hooks.on_slow and on_spike: noted if a threshold is set and was reached. */
void latency_note_command(struct core *core, const struct command_entry *command,
                          uint64_t duration_us);
void latency_note(struct core *core, const char *event, uint64_t duration_us);
void latency_clear(struct core *core); /* frees what the core keeps */

/* The samples of all cores, by event. The caller frees it. Waits. */
struct latency_event *latency_collect(struct engine *engine, unsigned *count);
/* The i-th oldest sample, i below latency_sample_count. */
unsigned latency_sample_count(const struct latency_event *event);
const struct latency_sample *latency_sample_at(const struct latency_event *event, unsigned i);

/* server/latency_text.c: what LATENCY DOCTOR and LATENCY GRAPH print. */
void latency_print_doctor(const struct latency_event *events, unsigned count,
                          const struct settings *settings, struct buffer *out);
void latency_print_graph(const struct latency_event *event, int64_t now_s, struct buffer *out);
