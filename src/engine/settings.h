/* engine/settings.h - the values of all options that are not only used at start.
 *
 * A struct settings never changes once the cores have it: CONFIG SET makes a new one and hands every
 * core a pointer to it (server/options_table.c holds the table of options, their text forms and limits).
 * Reading one is a plain load: core->settings->maxmemory. */
#pragma once

#include "base/bytes.h"

enum maxmemory_policy {
    POLICY_NOEVICTION,
    POLICY_ALLKEYS_LRU,
    POLICY_ALLKEYS_LFU,
    POLICY_ALLKEYS_RANDOM,
    POLICY_VOLATILE_LRU,
    POLICY_VOLATILE_LFU,
    POLICY_VOLATILE_RANDOM,
    POLICY_VOLATILE_TTL
};

enum client_class { CLASS_NORMAL, CLASS_REPLICA, CLASS_PUBSUB, CLIENT_CLASSES };

struct output_limit {
    uint64_t hard_bytes, soft_bytes; /* 0: none */
    uint32_t soft_seconds;
};

struct settings {
    /* protocol */
    uint64_t proto_max_bulk_len;
    uint64_t client_query_buffer_limit;
    struct output_limit output_limit[CLIENT_CLASSES];
    uint64_t output_backpressure;       /* unsent bytes at which a connection's requests wait */
    uint64_t output_backpressure_total; /* what all may have beyond that, before they do */
    uint64_t timeout_seconds, tcp_keepalive_seconds, maxclients;
    bool pipeline_order_strict;
    bool protected_mode;
    const char *requirepass; /* "" none; any bytes, requirepass_len of them */
    size_t requirepass_len;
    /* memory and expiry */
    uint64_t maxmemory;
    uint64_t maxmemory_clients;
    enum maxmemory_policy maxmemory_policy;
    uint32_t lfu_log_factor, lfu_decay_minutes;
    /* up to where collections are small, or blocks of them: data/keyspace.h */
    uint64_t hash_max_listpack_entries, hash_max_listpack_value;
    uint64_t set_max_intset_entries, set_max_listpack_entries, set_max_listpack_value;
    uint64_t zset_max_listpack_entries, zset_max_listpack_value;
    uint64_t stream_node_max_bytes, stream_node_max_entries;
    uint64_t hll_sparse_max_bytes; /* longer HyperLogLogs are dense */
    bool rdb_compression;          /* of what DUMP answers */
    uint64_t snapshot_budget;      /* bytes that a snapshot may hold; 0: 3 % of the data */
    bool has_save_points, stop_writes_unsaved; /* writes are refused after a dump that failed */
    /* replication */
    bool replica_read_only, replica_serve_stale_data;
    uint32_t repl_timeout, repl_ping_replica_period; /* seconds */
    uint64_t repl_backlog_size, repl_log_retention;
    uint64_t serialization_max_chunk_size;
    bool serialization_tagged_chunks;
    uint32_t min_replicas_to_write, min_replicas_max_lag;
    uint32_t min_sync_replicas, min_sync_timeout_ms, sync_lease_ms;
    uint32_t replica_priority, replica_announce_port;
    const char *replica_announce_ip, *masteruser; /* "" none */
    const char *masterauth;                       /* any bytes, masterauth_len of them */
    size_t masterauth_len;
    /* watching */
    uint32_t notify_events;             /* bits of enum notify_class, engine/notify.h */
    int64_t slowlog_log_slower_than_us; /* negative: off */
    uint64_t slowlog_max_len;
    uint64_t latency_monitor_threshold_ms;
    bool latency_tracking;
    uint32_t hz;
    uint32_t appendfsync; /* enum sync_policy, log/writer.h */
    uint64_t log_retention_ms;
    uint32_t auto_aof_rewrite_percentage; /* 0: the log is not compacted by itself */
    uint64_t auto_aof_rewrite_min_size;
    unsigned databases;
    bool enable_debug_command, enable_debug_command_local;
};
