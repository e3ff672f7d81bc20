/* engine/stats.c - counters of a core, and their sums. */
#include "engine/stats.h"

#include "base/memory.h"

void core_stats_init(struct core_stats *stats) {
    *stats = (struct core_stats){0};
    stats->by_command = memory_alloc_zeroed(command_count() * sizeof(*stats->by_command));
}

void core_stats_clear(struct core_stats *stats) {
    for (unsigned i = 0; stats->by_command && i < command_count(); i++) {
        memory_free(stats->by_command[i].latency);
    }
    memory_free(stats->by_command);
    stats->by_command = NULL;
}

/* In place: commands that are under way hold pointers into by_command. */
void core_stats_reset(struct core_stats *stats) {
    struct command_stats *by_command = stats->by_command;
    *stats = (struct core_stats){.by_command = by_command};
    for (unsigned i = 0; i < command_count(); i++) {
        uint32_t *latency = by_command[i].latency;
        if (latency) {
            memset(latency, 0, LATENCY_BUCKETS * sizeof(*latency));
        }
        by_command[i] = (struct command_stats){.latency = latency};
    }
}

static void add_command(struct command_stats *target, const struct command_stats *source) {
    target->calls += source->calls;
    target->ns += source->ns;
    target->rejected += source->rejected;
    target->failed += source->failed;
    if (!source->latency) {
        return;
    }
    if (!target->latency) {
        target->latency = memory_alloc_zeroed(LATENCY_BUCKETS * sizeof(*target->latency));
    }
    for (unsigned i = 0; i < LATENCY_BUCKETS; i++) {
        target->latency[i] += source->latency[i];
    }
}

static void add_error(struct core_stats *stats, const char *code, uint64_t count) {
    for (unsigned i = 0; i < ERROR_CODES_MAX; i++) {
        struct error_count *error = &stats->errors[i];
        if (error->count == 0 && !error->code[0]) {
            memcpy(error->code, code, sizeof(error->code) - 1); /* both are that long */
        }
        if (strcmp(error->code, code) == 0) {
            error->count += count;
            return;
        }
    }
}

void core_stats_error(struct core_stats *stats, struct bytes error_text) {
    char code[sizeof(stats->errors[0].code)] = {0};
    for (size_t i = 0; i < error_text.len && i < sizeof(code) - 1; i++) {
        if (error_text.data[i] == ' ') {
            break;
        }
        code[i] = error_text.data[i];
    }
    stats->error_replies++;
    add_error(stats, code, 1);
}

void core_stats_add(struct core_stats *target, const struct core_stats *source) {
    core_stats_add_plain(target, source);
    for (unsigned i = 0; i < command_count(); i++) {
        add_command(&target->by_command[i], &source->by_command[i]);
    }
}

void core_stats_add_plain(struct core_stats *target, const struct core_stats *source) {
    /* Every plain counter stands before by_command. */
    uint64_t *sum = (uint64_t *)target;
    const uint64_t *add = (const uint64_t *)source;
    for (size_t i = 0; i < offsetof(struct core_stats, by_command) / sizeof(*sum); i++) {
        sum[i] += add[i];
    }
    for (unsigned i = 0; i < ERROR_CODES_MAX && source->errors[i].code[0]; i++) {
        add_error(target, source->errors[i].code, source->errors[i].count);
    }
}

/* Bucket = 4 x log2 plus the two bits behind the leading one; 0 to 3 us have one each. */
unsigned latency_bucket_of(uint64_t us) {
    if (us < 4) {
        return (unsigned)us;
    }
    unsigned log = 63u - (unsigned)__builtin_clzll(us);
    unsigned bucket = 4 * (log - 1) + (unsigned)((us >> (log - 2)) & 3);
    return bucket < LATENCY_BUCKETS ? bucket : LATENCY_BUCKETS - 1;
}

uint64_t latency_bucket_top_us(unsigned bucket) {
    if (bucket < 4) {
        return bucket;
    }
    unsigned log = bucket / 4 + 1;
    return (1ull << log) + ((uint64_t)(bucket % 4 + 1) << (log - 2)) - 1;
}

void command_stats_record(struct command_stats *stats, uint64_t ns, bool with_latency) {
    stats->calls++;
    stats->ns += ns;
    if (!with_latency) {
        return;
    }
    if (__builtin_expect(!stats->latency, 0)) {
        stats->latency = memory_alloc_zeroed(LATENCY_BUCKETS * sizeof(*stats->latency));
    }
    stats->latency[latency_bucket_of(ns / 1000)]++;
}

double latency_quantile_us(const struct command_stats *stats, double q) {
    uint64_t total = 0, seen = 0;
    for (unsigned i = 0; stats->latency && i < LATENCY_BUCKETS; i++) {
        total += stats->latency[i];
    }
    for (unsigned i = 0; total > 0 && i < LATENCY_BUCKETS; i++) {
        seen += stats->latency[i];
        if ((double)seen >= q * (double)total) {
            return (double)latency_bucket_top_us(i);
        }
    }
    return 0;
}
