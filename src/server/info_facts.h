/* server/info_facts.h - what INFO tells, gathered from all cores at about the same time. */
#pragma once

#include "engine/snapshot.h"
#include "engine/core.h"
#include "repl/follower.h"
#include "repl/history.h"
#include "repl/link.h"
#include "repl/sync_set.h"
#include "sys/machine.h"

struct info_core {
    unsigned clients, replicas, blocked, monitors;
    uint64_t keys, commands;
    uint64_t turn_max_ns;
};

/* The logs of all cores: sums; of times and states the worst. */
struct info_log {
    unsigned logs; /* cores that have one */
    uint64_t base_bytes, log_bytes, live_bytes, spare_bytes, pending_bytes, discarded_bytes,
        discarded_records, written_bytes, retained_bytes;
    int64_t retained_since_ms; /* of all cores the latest; 0: nothing is kept */
    uint64_t batches, syncs, records, bytes, runs, slices, slices_done, delayed;
    int64_t run_ns,
        running_ns; /* how long the last run took, and the one under way does; 0: none */
    unsigned syncs_under_way;
    int64_t sync_max_us, unsynced_max_us;
    int write_error, compaction_error; /* negative errnos, 0: none */
};

/* Of dump files. Times are Unix seconds, 0: never. */
struct info_saves {
    bool is_under_way, has_failed;
    int64_t last_s, begun_s, took_s;
    uint64_t count, saved_dirty, load_keys,
        load_expired; /* load: of the last dump that was loaded */
    struct snapshot_facts facts;
};

struct info_facts {
    const struct settings *settings;
    struct core_stats stats; /* of all cores; by_command only if asked for */
    struct loop_stats loop;  /* sums, turn_max_ns the largest */
    struct keyspace_facts *databases;
    struct keyspace_memory memory;
    struct lock_stats locks;
    struct info_log log;
    struct info_saves saves;
    struct process_facts process;
    double commands_per_second, bytes_in_per_second, bytes_out_per_second;
    uint64_t dirty, lsn_sum, slowlog_len, atomic_rmws;
    uint64_t clients_memory, client_input_max, client_output_max;
    uint64_t memory_used, memory_peak;
    unsigned clients, replicas, blocked, monitors, subscribers; /* replicas are among the clients */
    uint64_t topics[TOPIC_KINDS]; /* different ones that somebody subscribed to */
    struct info_core *cores;
    struct primary_facts primary; /* of its replicas */
    struct link_facts link;       /* to a primary */
    struct sync_set_facts sync_set;
    uint64_t *lsns;          /* one a partition */
    struct buffer promotion; /* lines */
    char replid[HISTORY_ID + 1],
        replid2[HISTORY_ID + 1]; /* of the history, and before its last term */
    int64_t second_offset;       /* where that began; -1: there was none */
};

/* Waits. with_commands: also statistics by command. */
void info_facts_gather(struct info_facts *facts, struct core *own, bool with_commands);
void info_facts_clear(struct info_facts *facts);
