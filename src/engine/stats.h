/* engine/stats.h - what each core counts; readers sum over cores.
 *
 * A core writes its own counters with plain stores. Another core reads them only by a message
 * (core_run_on_all), never directly, so no counter is atomic. */
#pragma once

#include "engine/command.h"

/* Latencies in powers of two of 1 us with 4 steps each: 25 % wide buckets up to about a minute. */
enum { LATENCY_BUCKETS = 104 };

struct command_stats {
    uint64_t calls, ns, rejected, failed;
    uint32_t *latency; /* LATENCY_BUCKETS counts, made with the first call */
};

struct error_count {
    char code[24];
    uint64_t count;
};
enum { ERROR_CODES_MAX = 64 };

struct core_stats {
    uint64_t commands;
    uint64_t connections_received, connections_rejected;
    uint64_t keyspace_hits, keyspace_misses;
    uint64_t
        delayed_writes; /* that had to wait for the log, or for a snapshot, to reach the disk */
    uint64_t expired_keys, expire_cycles;
    uint64_t error_replies;
    uint64_t oom_rejections;
    uint64_t output_limit_closed, query_limit_closed, idle_closed, clients_killed;
    uint64_t hops, hop_batches, tx_single, tx_multi, tx_retries;
    uint64_t slowlog_added;
    struct command_stats *by_command; /* command_count() of them */
    struct error_count errors[ERROR_CODES_MAX];
};

void core_stats_init(struct core_stats *stats);
void core_stats_clear(struct core_stats *stats);
void core_stats_reset(struct core_stats *stats); /* CONFIG RESETSTAT */
/* target += source, histograms and errors included: for INFO. */
void core_stats_add(struct core_stats *target, const struct core_stats *source);
/* The same without the commands: both may have no by_command. */
void core_stats_add_plain(struct core_stats *target, const struct core_stats *source);
void core_stats_error(struct core_stats *stats, struct bytes error_text); /* text without '-' */
void command_stats_record(struct command_stats *stats, uint64_t ns, bool with_latency);

unsigned latency_bucket_of(uint64_t us);
uint64_t latency_bucket_top_us(unsigned bucket); /* upper end, inclusive */
/* The latency at quantile q (0 to 1), in us; 0 without calls. */
double latency_quantile_us(const struct command_stats *stats, double q);
