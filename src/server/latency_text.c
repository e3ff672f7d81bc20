/* server/latency_text.c - LATENCY DOCTOR and LATENCY GRAPH: samples for people. */
#include <math.h>

#include "server/latency.h"

struct summary {
    unsigned samples;
    double mean_ms, deviation_ms, period_s;
    uint32_t low_ms, high_ms;
};

static struct summary summarize(const struct latency_event *event) {
    struct summary summary = {.samples = latency_sample_count(event), .low_ms = UINT32_MAX};
    double count = summary.samples, sum = 0, distance = 0;
    for (unsigned i = 0; i < summary.samples; i++) {
        uint32_t ms = latency_sample_at(event, i)->ms;
        sum += ms;
        summary.low_ms = ms < summary.low_ms ? ms : summary.low_ms;
        summary.high_ms = ms > summary.high_ms ? ms : summary.high_ms;
    }
    summary.mean_ms = sum / count;
    for (unsigned i = 0; i < summary.samples; i++) {
        distance += fabs(latency_sample_at(event, i)->ms - summary.mean_ms);
    }
    summary.deviation_ms = distance / count;
    int64_t first_s = latency_sample_at(event, 0)->time_s;
    int64_t last_s = latency_sample_at(event, summary.samples - 1)->time_s;
    summary.period_s = summary.samples > 1 ? (double)(last_s - first_s) / (count - 1) : 0;
    return summary;
}

static const char *advice_for(const char *event) {
    static const struct {
        const char *event, *advice;
    } advices[] = {
        {"command",
         "Slow commands: SLOWLOG GET names them (see slowlog-log-slower-than). KEYS, large ranges "
         "and whole-database commands visit every entry; SCAN and smaller pieces do not."},
        {"fast-command",
         "Commands that take constant time were slow: the machine is likely to be short of CPU or "
         "memory (swapping, a noisy neighbour, more cores than CPUs)."},
        {"expire-cycle",
         "Very many keys expired at the same moment. Spread the expiry times a little."},
    };
    for (unsigned i = 0; i < sizeof(advices) / sizeof(advices[0]); i++) {
        if (strcmp(event, advices[i].event) == 0) {
            return advices[i].advice;
        }
    }
    return NULL;
}

static void print_events(const struct latency_event *events, unsigned count, struct buffer *out) {
    for (unsigned i = 0; i < count; i++) {
        struct summary summary = summarize(&events[i]);
        buffer_printf(out,
                      "%u. %s: %u latency spikes (average %.0fms, mean deviation %.0fms, period "
                      "%.2f sec). Worst all time event %ums.\n",
                      i + 1, events[i].name, summary.samples, summary.mean_ms, summary.deviation_ms,
                      summary.period_s, events[i].max_ms);
    }
}

void latency_print_doctor(const struct latency_event *events, unsigned count,
                          const struct settings *settings, struct buffer *out) {
    if (count == 0 && settings->latency_monitor_threshold_ms == 0) {
        buffer_append_text(out, "Latency is not monitored. CONFIG SET latency-monitor-threshold "
                                "MILLISECONDS turns it on.\n");
        return;
    }
    if (count == 0) {
        buffer_append_text(out, "No latency spike was observed since the start or the last "
                                "LATENCY RESET. All is well.\n");
        return;
    }
    buffer_append_text(out, "Latency spikes were observed:\n\n");
    print_events(events, count, out);
    buffer_append_text(out, "\nAdvice:\n\n");
    for (unsigned i = 0; i < count; i++) {
        const char *advice = advice_for(events[i].name);
        if (advice) {
            buffer_printf(out, "- %s\n", advice);
        }
    }
    buffer_append_text(out, "- DEBUG SLEEP counts as a command: ignore what tests made.\n");
}

/* ---- the graph: a column a sample, its age written downwards below ---- */

enum { GRAPH_COLUMNS = 80, GRAPH_ROWS = 4, GRAPH_LEVELS = 3 * GRAPH_ROWS };

/* "12s", "5m", "3h", "2d": at most 3 characters. */
static void print_age(int64_t seconds, char text[8]) {
    static const struct {
        int64_t seconds;
        char unit;
    } units[] = {{86400, 'd'}, {3600, 'h'}, {60, 'm'}, {1, 's'}};
    unsigned u = 0;
    while (u < 3 && seconds < units[u].seconds) {
        u++;
    }
    int64_t value = seconds / units[u].seconds;
    struct buffer age = {0};
    buffer_printf(&age, "%lld%c", (long long)(value < 99 ? value : 99), units[u].unit);
    memcpy(text, age.data, age.len);
    text[age.len] = 0;
    buffer_clear(&age);
}

/* Rows from the top; a cell is one of "_o#" by how much of it the value fills. */
static void print_columns(const struct latency_event *event, const struct summary *summary,
                          unsigned first, struct buffer *out) {
    double span = summary->high_ms > summary->low_ms ? summary->high_ms - summary->low_ms : 1;
    for (int row = GRAPH_ROWS - 1; row >= 0; row--) {
        for (unsigned i = first; i < summary->samples; i++) {
            double part = (latency_sample_at(event, i)->ms - summary->low_ms) / span;
            int level = 1 + (int)(part * (GRAPH_LEVELS - 1)) - row * 3;
            const char *cell = level <= 0   ? (row == 0 ? "_" : " ")
                               : level == 1 ? "_"
                               : level == 2 ? "o"
                                            : "#";
            buffer_append_text(out, cell);
        }
        buffer_append_text(out, "\n");
    }
}

void latency_print_graph(const struct latency_event *event, int64_t now_s, struct buffer *out) {
    struct summary summary = summarize(event);
    unsigned first = summary.samples > GRAPH_COLUMNS ? summary.samples - GRAPH_COLUMNS : 0;
    buffer_printf(out, "%s - high %u ms, low %u ms (all time high %u ms)\n", event->name,
                  summary.high_ms, summary.low_ms, event->max_ms);
    for (unsigned i = 0; i < GRAPH_COLUMNS; i++) {
        buffer_append_text(out, "-");
    }
    buffer_append_text(out, "\n");
    print_columns(event, &summary, first, out);
    buffer_append_text(out, "\n");
    for (unsigned line = 0; line < 3; line++) {
        for (unsigned i = first; i < summary.samples; i++) {
            char age[8];
            print_age(now_s - latency_sample_at(event, i)->time_s, age);
            bool has_character = line < strlen(age);
            buffer_append(out, bytes_of(has_character ? &age[line] : " ", 1));
        }
        buffer_append_text(out, "\n");
    }
}
