/* server/info_sections.c - the fields of INFO, with Redis's names and in its order. */
#include "server/info_sections.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/number.h"
#include "engine/load.h"
#include "repl/info_primary.h"
#include "repl/info_replica.h"
#include "server/human.h"
#include "server/option_forms.h"
#include "server/version.h"

enum { PERCENTILES_MAX = 64, LRU_CLOCK_MASK = (1 << 24) - 1 };

static void line(struct buffer *out, const char *name, uint64_t value) {
    buffer_printf(out, "%s:%" PRIu64 "\r\n", name, value);
}

static void line_text(struct buffer *out, const char *name, const char *value) {
    buffer_printf(out, "%s:%s\r\n", name, value);
}

/* The field, and the same for people. */
static void line_bytes(struct buffer *out, const char *name, uint64_t bytes) {
    char text[HUMAN_MAX];
    human_bytes(text, bytes);
    buffer_printf(out, "%s:%" PRIu64 "\r\n%s_human:%s\r\n", name, bytes, name, text);
}

static const struct engine *the_engine(void) {
    return server_instance()->engine;
}

static uint64_t uptime_seconds(void) {
    return (uint64_t)(clock_monotonic_ns() - the_engine()->started_ns) / 1000000000;
}

static unsigned port_now(const struct config *config) {
    const struct listeners *listeners = &server_instance()->listeners;
    return listeners->tcp_count > 0 ? listener_port(listeners->tcp[0])
                                    : (unsigned)config_number(config, "port");
}

static void print_server(const struct info_facts *facts, const struct config *config,
                         struct buffer *out) {
    char os[256], executable[4096];
    machine_os(os, sizeof(os));
    machine_executable(executable, sizeof(executable));
    int64_t now_us = clock_wall_us();
    line_text(out, "redis_version", REDIS_VERSION);
    line_text(out, "anax_version", ANAX_VERSION);
    line_text(out, "redis_mode", "standalone");
    line_text(out, "os", os);
    line(out, "arch_bits", sizeof(void *) * 8);
    line_text(out, "multiplexing_api", machine_name());
    line_text(out, "atomicvar_api", "c11-builtin");
    line_text(out, "gcc_version", __VERSION__);
    line(out, "process_id", (uint64_t)facts->process.pid);
    line_text(out, "process_supervised", "no");
    line_text(out, "run_id", the_engine()->run_id);
    line(out, "tcp_port", port_now(config));
    line(out, "server_time_usec", (uint64_t)now_us);
    line(out, "uptime_in_seconds", uptime_seconds());
    line(out, "uptime_in_days", uptime_seconds() / 86400);
    line(out, "hz", facts->settings->hz);
    line(out, "configured_hz", facts->settings->hz);
    line(out, "lru_clock", (uint64_t)(now_us / 1000000) & LRU_CLOCK_MASK);
    line_text(out, "executable", executable);
    line_text(out, "config_file", config->file ? config->file : "");
    line(out, "io_threads_active", 0);
}

static void print_clients(const struct info_facts *facts, const struct config *config,
                          struct buffer *out) {
    (void)config;
    line(out, "connected_clients", facts->clients - facts->replicas);
    line(out, "cluster_connections", 0);
    line(out, "maxclients", facts->settings->maxclients);
    line(out, "client_recent_max_input_buffer", facts->client_input_max);
    line(out, "client_recent_max_output_buffer", facts->client_output_max);
    line(out, "blocked_clients", facts->blocked);
    line(out, "tracking_clients", 0);
    line(out, "pubsub_clients", facts->subscribers);
    line(out, "clients_in_timeout_table", 0);
}

static double share(uint64_t part, uint64_t whole) {
    return whole > 0 ? (double)part * 100 / (double)whole : 0;
}

static void print_dataset(const struct info_facts *facts, struct buffer *out) {
    uint64_t used = facts->memory_used;
    uint64_t startup =
        atomic_load_explicit(&server_instance()->memory_at_start, memory_order_relaxed);
    startup = startup < used ? startup : used;
    uint64_t overhead = startup + facts->clients_memory + facts->memory.index_bytes;
    overhead = overhead < used ? overhead : used;
    buffer_printf(out, "used_memory_peak_perc:%.2f%%\r\n", share(used, facts->memory_peak));
    line(out, "used_memory_overhead", overhead);
    line(out, "used_memory_startup", startup);
    line(out, "used_memory_dataset", used - overhead);
    buffer_printf(out, "used_memory_dataset_perc:%.2f%%\r\n",
                  share(used - overhead, used - startup));
}

static void print_memory(const struct info_facts *facts, const struct config *config,
                         struct buffer *out) {
    uint64_t used = facts->memory_used, rss = facts->process.rss;
    line_bytes(out, "used_memory", used);
    line_bytes(out, "used_memory_rss", rss);
    line_bytes(out, "used_memory_peak", facts->memory_peak);
    print_dataset(facts, out);
    line_bytes(out, "total_system_memory", facts->process.memory_total);
    line_bytes(out, "used_memory_lua", 0);
    line_bytes(out, "used_memory_scripts", 0);
    line(out, "number_of_cached_scripts", 0);
    line(out, "number_of_functions", 0);
    line(out, "number_of_libraries", 0);
    line_bytes(out, "maxmemory", facts->settings->maxmemory);
    buffer_append_text(out, "maxmemory_policy:");
    config_print(config, option_find(BYTES_LITERAL("maxmemory-policy")), out);
    buffer_printf(out, "\r\nmem_fragmentation_ratio:%.2f\r\n",
                  used > 0 ? (double)rss / (double)used : 0);
    buffer_printf(out, "mem_fragmentation_bytes:%" PRId64 "\r\n", (int64_t)(rss - used));
    line(out, "mem_not_counted_for_evict", 0);
    line(out, "mem_replication_backlog", facts->primary.backlog_bytes);
    line(out, "mem_total_replication_buffers", 0);
    line(out, "mem_clients_slaves", 0);
    line(out, "mem_clients_normal", facts->clients_memory);
    line(out, "mem_cluster_links", 0);
    line(out, "mem_aof_buffer", 0);
#ifdef ANAX_LIBC_MALLOC
    line_text(out, "mem_allocator", "libc");
#else
    line_text(out, "mem_allocator", "jemalloc");
#endif
    line(out, "active_defrag_running", 0);
    line(out, "lazyfree_pending_objects", facts->memory.pending_free_bytes > 0);
    line(out, "lazyfree_pending_bytes", facts->memory.pending_free_bytes);
    line(out, "lazyfreed_objects", 0);
}

static void print_loading(struct buffer *out) {
    struct load_progress progress;
    load_progress(the_engine(), &progress);
    double percent = progress.bytes > 0 ? share(progress.bytes_done, progress.bytes) : 0;
    int64_t seconds = clock_wall_us() / 1000000 - progress.started_ms / 1000;
    line(out, "loading_start_time", (uint64_t)progress.started_ms / 1000);
    line(out, "loading_total_bytes", progress.bytes);
    line(out, "loading_loaded_bytes", progress.bytes_done);
    buffer_printf(out, "loading_loaded_perc:%.2f\r\n", percent);
    line(out, "loading_eta_seconds",
         percent > 0 && seconds > 0 ? (uint64_t)((double)seconds * (100 - percent) / percent) : 1);
}

static void print_log(const struct info_log *log, struct buffer *out) {
    line(out, "log_live_bytes", log->live_bytes);
    line(out, "log_total_bytes", log->base_bytes + log->log_bytes);
    line(out, "log_base_bytes", log->base_bytes);
    line(out, "log_spare_bytes", log->spare_bytes);
    line(out, "log_discarded_bytes", log->discarded_bytes);
    line(out, "log_discarded_records", log->discarded_records);
    line(out, "log_retained_bytes", log->retained_bytes);
    line(out, "log_retained_since", (uint64_t)log->retained_since_ms);
    line(out, "log_compaction_bytes", log->written_bytes);
    line(out, "log_compaction_slices", log->slices);
    line(out, "log_compaction_done", log->slices_done);
    line(out, "log_runs", log->runs);
    line(out, "log_records", log->records);
    line(out, "log_written_bytes", log->bytes);
    line(out, "log_batches", log->batches);
    line(out, "log_syncs", log->syncs);
    line(out, "log_sync_max_usec", (uint64_t)log->sync_max_us);
    line(out, "log_unsynced_max_usec", (uint64_t)log->unsynced_max_us);
    line(out, "log_pending_bytes", log->pending_bytes);
}

/* 0: nothing took that time, for which Redis says -1. */
static void line_whole_seconds(struct buffer *out, const char *name, int64_t ns) {
    int64_t seconds = ns > 0 ? ns / 1000000000 : -1;
    buffer_printf(out, "%s:%" PRId64 "\r\n", name, seconds);
}

static void print_saves(const struct info_saves *saves, uint64_t dirty, struct buffer *out) {
    int64_t started_s = the_engine()->started_wall_ms / 1000;
    const struct snapshot_facts *facts = &saves->facts;
    line(out, "current_cow_peak", saves->is_under_way ? facts->ahead_max : 0);
    line(out, "current_cow_size", saves->is_under_way ? facts->ahead_max : 0);
    line(out, "current_cow_size_age", 0);
    line_text(out, "current_fork_perc", "0.00");
    line(out, "current_save_keys_processed", saves->is_under_way ? facts->keys_done : 0);
    line(out, "current_save_keys_total", saves->is_under_way ? facts->keys : 0);
    line(out, "rdb_changes_since_last_save", dirty - saves->saved_dirty);
    line(out, "rdb_bgsave_in_progress", saves->is_under_way);
    line(out, "rdb_last_save_time", (uint64_t)(saves->last_s > 0 ? saves->last_s : started_s));
    line_text(out, "rdb_last_bgsave_status", saves->has_failed ? "err" : "ok");
    buffer_printf(out, "rdb_last_bgsave_time_sec:%lld\r\n", (long long)saves->took_s);
    buffer_printf(out, "rdb_current_bgsave_time_sec:%lld\r\n",
                  saves->is_under_way ? (long long)(clock_wall_us() / 1000000 - saves->begun_s)
                                      : -1LL);
    line(out, "rdb_saves", saves->count);
    line(out, "rdb_last_cow_size", facts->ahead_max);
    line(out, "rdb_last_load_keys_expired", saves->load_expired);
    line(out, "rdb_last_load_keys_loaded", saves->load_keys);
    line(out, "snapshot_regions_ahead", facts->regions_ahead);
    line(out, "snapshot_bytes", facts->bytes);
    line(out, "snapshot_values_put_off", facts->values_put_off);
    line(out, "snapshot_states_noted", facts->states_noted);
    line(out, "snapshot_stalls", facts->stalls);
    line(out, "snapshot_writes_put_off", facts->ways_made);
    line(out, "snapshot_slice_max_bytes", facts->slice_max);
}

static void print_persistence(const struct info_facts *facts, const struct config *config,
                              struct buffer *out) {
    const struct info_log *log = &facts->log;
    bool is_enabled = config_number(config, "appendonly");
    bool is_loading = atomic_load_explicit(&the_engine()->is_loading, memory_order_relaxed);
    line(out, "loading", is_loading);
    line(out, "async_loading", 0);
    print_saves(&facts->saves, facts->dirty, out);
    line(out, "aof_enabled", is_enabled);
    line(out, "aof_rewrite_in_progress", log->slices > 0);
    line(out, "aof_rewrite_scheduled", 0);
    line_whole_seconds(out, "aof_last_rewrite_time_sec", log->run_ns);
    line_whole_seconds(out, "aof_current_rewrite_time_sec", log->running_ns);
    line_text(out, "aof_last_bgrewrite_status", log->compaction_error < 0 ? "err" : "ok");
    line(out, "aof_rewrites", log->runs);
    line(out, "aof_rewrites_consecutive_failures", log->compaction_error < 0);
    line_text(out, "aof_last_write_status", log->write_error < 0 ? "err" : "ok");
    line(out, "aof_last_cow_size", 0);
    line(out, "module_fork_in_progress", 0);
    line(out, "module_fork_last_cow_size", 0);
    if (log->logs > 0) {
        line(out, "aof_current_size", log->base_bytes + log->log_bytes);
        line(out, "aof_base_size", log->base_bytes);
        line(out, "aof_pending_rewrite", 0);
        line(out, "aof_buffer_length", log->pending_bytes);
        line(out, "aof_pending_bio_fsync", log->syncs_under_way);
        line(out, "aof_delayed_fsync", log->delayed);
        print_log(log, out);
    }
    if (is_loading) {
        print_loading(out);
    }
}

static void print_stats(const struct info_facts *facts, const struct config *config,
                        struct buffer *out) {
    (void)config;
    const struct core_stats *stats = &facts->stats;
    line(out, "total_connections_received", stats->connections_received);
    line(out, "total_commands_processed", stats->commands);
    line(out, "instantaneous_ops_per_sec", (uint64_t)llround(facts->commands_per_second));
    line(out, "total_net_input_bytes", facts->loop.bytes_in);
    line(out, "total_net_output_bytes", facts->loop.bytes_out);
    line(out, "total_net_repl_input_bytes", 0);
    line(out, "total_net_repl_output_bytes", facts->primary.sent_bytes);
    buffer_printf(out, "instantaneous_input_kbps:%.2f\r\n", facts->bytes_in_per_second / 1024);
    buffer_printf(out, "instantaneous_output_kbps:%.2f\r\n", facts->bytes_out_per_second / 1024);
    line_text(out, "instantaneous_input_repl_kbps", "0.00");
    line_text(out, "instantaneous_output_repl_kbps", "0.00");
    line(out, "rejected_connections", stats->connections_rejected);
    line(out, "delayed_writes", stats->delayed_writes);
    line(out, "sync_full", facts->primary.sync_full);
    line(out, "sync_partial_ok", facts->primary.sync_partial_ok);
    line(out, "sync_partial_err", facts->primary.sync_partial_err);
    line(out, "expired_keys", stats->expired_keys);
    line_text(out, "expired_stale_perc", "0.00");
    line(out, "expired_time_cap_reached_count", 0);
    line(out, "evicted_keys", 0);
    line(out, "evicted_clients", 0);
    line(out, "keyspace_hits", stats->keyspace_hits);
    line(out, "keyspace_misses", stats->keyspace_misses);
    line(out, "pubsub_channels", facts->topics[TOPIC_CHANNEL]);
    line(out, "pubsub_patterns", facts->topics[TOPIC_PATTERN]);
    line(out, "pubsubshard_channels", facts->topics[TOPIC_SHARD]);
    line(out, "latest_fork_usec", 0);
    line(out, "total_forks", 0);
    line(out, "migrate_cached_sockets", 0);
    line(out, "slave_expires_tracked_keys", 0);
    line(out, "active_defrag_hits", 0);
    line(out, "active_defrag_misses", 0);
    line(out, "active_defrag_key_hits", 0);
    line(out, "active_defrag_key_misses", 0);
    line(out, "tracking_total_keys", 0);
    line(out, "tracking_total_items", 0);
    line(out, "tracking_total_prefixes", 0);
    line(out, "unexpected_error_replies", 0);
    line(out, "total_error_replies", stats->error_replies);
    line(out, "dump_payload_sanitizations", 0);
}

/* The offset is the sum of the partitions' LSNs: it grows with every write and never goes back. */
static void print_replication(const struct info_facts *facts, const struct config *config,
                              struct buffer *out) {
    (void)config;
    bool is_replica = facts->link.state != LINK_NONE;
    line_text(out, "role", is_replica ? "slave" : "master");
    if (is_replica) {
        bool is_outside = facts->sync_set.members.required > 0 && !facts->sync_set.is_member;
        info_replica_print(&facts->link, facts->settings, is_outside, facts->lsn_sum, out);
    }
    info_primary_print(&facts->primary, facts->settings, out);
    line_text(out, "master_failover_state", "no-failover");
    line_text(out, "master_replid", facts->replid);
    line_text(out, "master_replid2", facts->replid2);
    line(out, "master_repl_offset", facts->lsn_sum);
    buffer_printf(out, "second_repl_offset:%" PRId64 "\r\n", facts->second_offset);
    info_primary_print_backlog(&facts->primary, facts->settings, out);
    sync_set_print(&facts->sync_set, out);
    buffer_append(out, buffer_view(&facts->promotion));
}

static void line_seconds(struct buffer *out, const char *name, uint64_t us) {
    buffer_printf(out, "%s:%" PRIu64 ".%06" PRIu64 "\r\n", name, us / 1000000, us % 1000000);
}

static void print_cpu(const struct info_facts *facts, const struct config *config,
                      struct buffer *out) {
    (void)config;
    line_seconds(out, "used_cpu_sys", facts->process.system_us);
    line_seconds(out, "used_cpu_user", facts->process.user_us);
    line_seconds(out, "used_cpu_sys_children", facts->process.children_system_us);
    line_seconds(out, "used_cpu_user_children", facts->process.children_user_us);
}

static void print_modules(const struct info_facts *facts, const struct config *config,
                          struct buffer *out) {
    (void)facts;
    (void)config;
    (void)out;
}

static void print_commandstats(const struct info_facts *facts, const struct config *config,
                               struct buffer *out) {
    (void)config;
    for (unsigned id = 0; id < command_count(); id++) {
        const struct command_stats *stats = &facts->stats.by_command[id];
        if (stats->calls == 0 && stats->rejected == 0 && stats->failed == 0) {
            continue;
        }
        double us = (double)stats->ns / 1000;
        buffer_printf(out,
                      "cmdstat_%s:calls=%" PRIu64 ",usec=%" PRIu64
                      ",usec_per_call=%.2f,rejected_calls=%" PRIu64 ",failed_calls=%" PRIu64 "\r\n",
                      command_by_id(id)->name, stats->calls, stats->ns / 1000,
                      stats->calls > 0 ? us / (double)stats->calls : 0, stats->rejected,
                      stats->failed);
    }
}

static int compare_errors(const void *a, const void *b) {
    return strcmp(((const struct error_count *)a)->code, ((const struct error_count *)b)->code);
}

static void print_errorstats(const struct info_facts *facts, const struct config *config,
                             struct buffer *out) {
    (void)config;
    struct error_count errors[ERROR_CODES_MAX];
    unsigned count = 0;
    while (count < ERROR_CODES_MAX && facts->stats.errors[count].code[0]) {
        errors[count] = facts->stats.errors[count];
        count++;
    }
    qsort(errors, count, sizeof(*errors), compare_errors);
    for (unsigned i = 0; i < count; i++) {
        buffer_printf(out, "errorstat_%s:count=%" PRIu64 "\r\n", errors[i].code, errors[i].count);
    }
}

static void print_latencystats(const struct info_facts *facts, const struct config *config,
                               struct buffer *out) {
    struct bytes words[PERCENTILES_MAX];
    const char *percentiles = config_text(config, "latency-tracking-info-percentiles");
    unsigned count = words_split(bytes_of_string(percentiles), words, PERCENTILES_MAX);
    if (!facts->settings->latency_tracking) {
        return;
    }
    for (unsigned id = 0; id < command_count(); id++) {
        const struct command_stats *stats = &facts->stats.by_command[id];
        if (!stats->latency || stats->calls == 0) {
            continue;
        }
        buffer_printf(out, "latency_percentiles_usec_%s:", command_by_id(id)->name);
        for (unsigned i = 0; i < count; i++) {
            double percentile = 0;
            number_parse_double(words[i], &percentile);
            buffer_printf(out, "%sp%.*s=%.3f", i == 0 ? "" : ",", (int)words[i].len, words[i].data,
                          latency_quantile_us(stats, percentile / 100));
        }
        buffer_append_text(out, "\r\n");
    }
}

static void print_cluster(const struct info_facts *facts, const struct config *config,
                          struct buffer *out) {
    (void)facts;
    (void)config;
    line(out, "cluster_enabled", 0);
}

static void print_keyspace(const struct info_facts *facts, const struct config *config,
                           struct buffer *out) {
    (void)config;
    for (unsigned db = 0; db < the_engine()->databases; db++) {
        const struct keyspace_facts *database = &facts->databases[db];
        if (database->keys > 0) {
            buffer_printf(out, "db%u:keys=%" PRIu64 ",expires=%" PRIu64 ",avg_ttl=%" PRId64 "\r\n",
                          db, database->keys, database->expires, database->ttl_average_ms);
        }
    }
}

static void print_cores(const struct info_facts *facts, struct buffer *out) {
    for (unsigned i = 0; i < the_engine()->core_count; i++) {
        const struct info_core *core = &facts->cores[i];
        buffer_printf(out,
                      "core%u:clients=%u,keys=%" PRIu64 ",commands=%" PRIu64
                      ",turn_max_usec=%" PRIu64 "\r\n",
                      i, core->clients, core->keys, core->commands, core->turn_max_ns / 1000);
    }
}

static void print_anax(const struct info_facts *facts, const struct config *config,
                       struct buffer *out) {
    (void)config;
    const struct core_stats *stats = &facts->stats;
    line_text(out, "anax_version", ANAX_VERSION);
    line_text(out, "io_backend", machine_name());
    line(out, "cores", the_engine()->core_count);
    line_text(out, "pinned", server_instance()->is_pinned ? "yes" : "no");
    line(out, "loop_turns", facts->loop.turns);
    line(out, "loop_turn_max_usec", facts->loop.turn_max_ns / 1000);
    line(out, "loop_sleeps", facts->loop.sleeps);
    line(out, "loop_busy_usec", facts->loop.busy_ns / 1000);
    line(out, "mails_sent", facts->loop.mails_sent);
    line(out, "mail_batches_sent", facts->loop.mail_batches_sent);
    line(out, "wakeups_sent", facts->loop.wakeups_sent);
    line(out, "hops", stats->hops);
    line(out, "hop_batches", stats->hop_batches);
    line(out, "tx_single", stats->tx_single);
    line(out, "tx_multi", stats->tx_multi);
    line(out, "tx_retries", stats->tx_retries);
    line(out, "tx_lock_waits", facts->locks.waits);
    line(out, "tx_out_of_order", facts->locks.out_of_order);
    line(out, "tx_queue_length", facts->locks.queued);
#ifdef ANAX_COUNT
    line(out, "atomic_rmw_total", facts->atomic_rmws);
#endif
    line(out, "oom_rejections", stats->oom_rejections);
    line(out, "closed_for_output_limit", stats->output_limit_closed);
    line(out, "closed_for_query_limit", stats->query_limit_closed);
    line(out, "closed_idle", stats->idle_closed);
    line(out, "clients_killed", stats->clients_killed);
    line(out, "slowlog_len", facts->slowlog_len);
    line(out, "slab_bytes", facts->memory.slab_bytes);
    line(out, "entries_bytes", facts->memory.entries_bytes);
    line(out, "index_bytes", facts->memory.index_bytes);
    info_primary_print_more(&facts->primary, out);
    print_cores(facts, out);
}

/* The vector whose sum is master_repl_offset: the same on a primary and on a replica that has all of it, whatever their
 * cores. */
static void print_partitions(const struct info_facts *facts, const struct config *config,
                             struct buffer *out) {
    (void)config;
    for (unsigned i = 0; i < PARTITIONS; i++) {
        if (facts->lsns[i] > 0) {
            buffer_printf(out, "partition%u:lsn=%" PRIu64 "\r\n", i, facts->lsns[i]);
        }
    }
}

const struct info_section info_sections[] = {
    {"server", "Server", INFO_DEFAULT, print_server},
    {"clients", "Clients", INFO_DEFAULT, print_clients},
    {"memory", "Memory", INFO_DEFAULT, print_memory},
    {"persistence", "Persistence", INFO_DEFAULT, print_persistence},
    {"stats", "Stats", INFO_DEFAULT, print_stats},
    {"replication", "Replication", INFO_DEFAULT, print_replication},
    {"cpu", "CPU", INFO_DEFAULT, print_cpu},
    {"modules", "Modules", INFO_DEFAULT | INFO_MODULES, print_modules},
    {"commandstats", "Commandstats", INFO_COMMANDS, print_commandstats},
    {"errorstats", "Errorstats", INFO_DEFAULT, print_errorstats},
    {"latencystats", "Latencystats", INFO_COMMANDS, print_latencystats},
    {"cluster", "Cluster", INFO_DEFAULT, print_cluster},
    {"keyspace", "Keyspace", INFO_DEFAULT, print_keyspace},
    {"anax", "Anax", INFO_DEFAULT, print_anax},
    {"partitions", "Partitions", INFO_NAMED, print_partitions},
    {0},
};
