/* server/options_table.c - every option, by section, in the order of the manual.
 *
 * IN(field) is the option's place in struct settings; options without one are used by their names when
 * the server starts or when they change (server/listeners.c, server/config_change.c), or are IDLE. */
#include "server/option.h"

#include "engine/dump.h"
#include "engine/settings.h"
#include "server/config.h"
#include "server/limits.h"
#include "log/writer.h"
#include "server/option_forms.h"
#include "sys/machine.h"

#define IN(field) offsetof(struct settings, field), sizeof(((struct settings *)0)->field)
#define NOWHERE 0, 0

#define SECTION(title) \
    { .type = OPTION_SECTION, .summary = (title) }
#define BOOL(name, initial, place, flags, summary) \
    { (name), OPTION_BOOL, (initial), 0, 1, NULL, NULL, place, NULL, (flags), (summary) }
#define INTEGER(name, initial, min, max, place, flags, summary) \
    { (name), OPTION_INTEGER, (initial), (min), (max), NULL, NULL, place, NULL, (flags), (summary) }
#define OCTAL(name, initial, max, place, flags, summary) \
    { (name), OPTION_OCTAL, (initial), 0, (max), NULL, NULL, place, NULL, (flags), (summary) }
#define MEMORY(name, initial, min, max, place, flags, summary) \
    { (name), OPTION_MEMORY, (initial), (min), (max), NULL, NULL, place, NULL, (flags), (summary) }
#define PERCENT(name, initial, flags, summary) \
    { (name), OPTION_PERCENT, (initial), 0, 0, NULL, NULL, NOWHERE, NULL, (flags), (summary) }
#define CHOICE(name, initial, choices, place, settle, flags, summary) \
    { (name), OPTION_CHOICE, (initial), 0, 0, (choices), NULL, place, (settle), (flags), (summary) }
#define TEXT(name, initial, place, flags, summary) \
    { (name), OPTION_TEXT, (initial), 0, 0, NULL, NULL, place, NULL, (flags), (summary) }
#define FORM(name, initial, form, settle, flags, summary) \
    { (name), OPTION_FORM, (initial), 0, 0, NULL, (form), NOWHERE, (settle), (flags), (summary) }

#define FIXED OPTION_FIXED
#define OWN OPTION_OWN
#define IDLE OPTION_IDLE
#define ONLY (OPTION_FIRST_ONLY | OPTION_FIXED)

/* ---- choices ---- */

static const struct option_choice io_choices[] = {
    {"auto", MACHINE_AUTO}, {"uring", MACHINE_URING}, {"epoll", MACHINE_EPOLL}, {0}};
static const struct option_choice pin_choices[] = {{"auto", 1}, {"no", 0}, {0}};
static const struct option_choice order_choices[] = {{"relaxed", 0}, {"strict", 1}, {0}};
static const struct option_choice no_yes_local[] = {{"no", 0}, {"yes", 1}, {"local", 2}, {0}};
static const struct option_choice loglevel_choices[] = {
    {"debug", '.'}, {"verbose", '-'}, {"notice", '*'}, {"warning", '#'}, {0}};
static const struct option_choice policy_choices[] = {{"volatile-lru", POLICY_VOLATILE_LRU},
                                                      {"volatile-lfu", POLICY_VOLATILE_LFU},
                                                      {"volatile-random", POLICY_VOLATILE_RANDOM},
                                                      {"volatile-ttl", POLICY_VOLATILE_TTL},
                                                      {"allkeys-lru", POLICY_ALLKEYS_LRU},
                                                      {"allkeys-lfu", POLICY_ALLKEYS_LFU},
                                                      {"allkeys-random", POLICY_ALLKEYS_RANDOM},
                                                      {"noeviction", POLICY_NOEVICTION},
                                                      {0}};
static const struct option_choice fsync_choices[] = {
    {"everysec", SYNC_EVERYSEC}, {"always", SYNC_ALWAYS}, {"no", SYNC_NO}, {0}};
static const struct option_choice supervised_choices[] = {
    {"upstart", 0}, {"systemd", 1}, {"auto", 2}, {"no", 3}, {0}};
static const struct option_choice diskless_choices[] = {
    {"disabled", 0}, {"on-empty-db", 1}, {"swapdb", 2}, {0}};
static const struct option_choice oom_choices[] = {{"no", OOM_SCORE_NO},
                                                   {"yes", OOM_SCORE_RELATIVE},
                                                   {"relative", OOM_SCORE_RELATIVE},
                                                   {"absolute", OOM_SCORE_ABSOLUTE},
                                                   {0}};
static const struct option_choice snapshot_choices[] = {
    {"rdb", DUMP_RDB}, {"cores", DUMP_CORES}, {0}};
static const struct option_choice pack_choices[] = {
    {"zstd", PACK_ZSTD}, {"lz4", PACK_LZ4}, {"lzf", PACK_LZF}, {"none", PACK_NONE}, {0}};
static const struct option_choice sanitize_choices[] = {{"no", 0}, {"yes", 1}, {"clients", 2}, {0}};

static void settle_save_points(struct settings *settings, const union option_value *value) {
    settings->has_save_points = value->text[0] != 0;
}

static void settle_debug(struct settings *settings, const union option_value *value) {
    settings->enable_debug_command = value->number == 1;
    settings->enable_debug_command_local = value->number == 2;
}

static void settle_master_password(struct settings *settings, const union option_value *value) {
    settings->masterauth = value->text;
    settings->masterauth_len = value->len;
}

static void settle_password(struct settings *settings, const union option_value *value) {
    settings->requirepass = value->text;
    settings->requirepass_len = value->len;
}

/* ---- the table ---- */

const struct option options_table[] = {
    SECTION("Cores"),
    INTEGER("cores", "0", 0, 1024, NOWHERE, FIXED | OWN,
            "How many cores (threads, each with its part of the keys) to use; 0 takes what CPU "
            "affinity and the cgroup's CPU quota allow."),
    CHOICE(
        "pin", "auto", pin_choices, NOWHERE, NULL, FIXED | OWN,
        "With auto each core stays on a CPU of its own if there are as many cores as CPUs; no lets "
        "the system move them."),
    CHOICE("io", "auto", io_choices, NOWHERE, NULL, FIXED | OWN,
           "How to talk to the kernel: io_uring, epoll, or io_uring where it is allowed."),
    CHOICE(
        "pipeline-order", "relaxed", order_choices, IN(pipeline_order_strict), NULL, OWN,
        "Whether commands of one pipeline that concern different keys may run at the same time on "
        "their cores (relaxed) or run one after the other (strict); replies are in order always."),

    SECTION("Network"),
    FORM(
        "bind", "127.0.0.1 -::1", form_addresses, NULL, OPTION_WORDS,
        "Addresses to listen on, IPv4 or IPv6; * and ::* are all, and one with '-' in front may be "
        "missing."),
    INTEGER("port", "6379", 0, 65535, NOWHERE, 0, "TCP port; 0 listens on none."),
    INTEGER(
        "tcp-backlog", "511", 0, INT32_MAX, NOWHERE, FIXED,
        "Connections that may wait to be accepted; the kernel's net.core.somaxconn is the limit."),
    TEXT("unixsocket", "", NOWHERE, FIXED, "Path of a Unix socket to listen on; empty for none."),
    OCTAL("unixsocketperm", "0", 0777, NOWHERE, FIXED,
          "Permissions of the Unix socket, octal; 0 leaves them to the umask."),
    INTEGER("timeout", "0", 0, INT32_MAX, IN(timeout_seconds), 0,
            "Seconds after which an idle connection is closed; 0 for never."),
    INTEGER("tcp-keepalive", "300", 0, INT32_MAX, IN(tcp_keepalive_seconds), 0,
            "Seconds between TCP keep-alive probes on new connections; 0 for none."),
    INTEGER("maxclients", "10000", 1, UINT32_MAX, IN(maxclients), 0,
            "Connections that may be open at once; the limit of open files is raised for them."),
    BOOL("protected-mode", "yes", IN(protected_mode), 0,
         "Without a password, serve only clients of this machine."),

    SECTION("Access"),
    {"requirepass", OPTION_TEXT, "", 0, 0, NULL, NULL, NOWHERE, settle_password,
     OPTION_SECRET | OPTION_BINARY,
     "The password that clients must give with AUTH; empty for none."},
    FORM("rename-command", "", form_renames, NULL,
         FIXED | OPTION_WORDS | OPTION_ADDS | OPTION_HIDDEN | OPTION_SECRET,
         "Pairs of a command and the name it is to have instead; \"\" takes it away."),
    CHOICE("enable-debug-command", "no", no_yes_local, NOWHERE, settle_debug, FIXED,
           "Who may use DEBUG: nobody, everybody, or clients of this machine."),
    CHOICE("enable-protected-configs", "no", no_yes_local, NOWHERE, NULL, FIXED,
           "Who may change dir and dbfilename by CONFIG SET: nobody, everybody, or clients of this "
           "machine."),

    SECTION("Memory"),
    MEMORY("maxmemory", "0", 0, 0, IN(maxmemory), 0,
           "Bytes of memory at which commands that need more are refused; 0 for no limit."),
    CHOICE("maxmemory-policy", "noeviction", policy_choices, IN(maxmemory_policy), NULL, 0,
           "What to do at maxmemory. Nothing is evicted yet: under each of the policies writes are "
           "refused; the two lfu ones make OBJECT FREQ count."),
    INTEGER("lfu-log-factor", "10", 0, INT32_MAX, IN(lfu_log_factor), 0,
            "How slowly the counter of OBJECT FREQ saturates, under an lfu policy."),
    INTEGER("lfu-decay-time", "1", 0, INT32_MAX, IN(lfu_decay_minutes), 0,
            "Minutes after which the counter of OBJECT FREQ falls by one, under an lfu policy."),
    INTEGER("databases", "16", 1, 16384, IN(databases), FIXED,
            "How many databases SELECT can choose from."),

    SECTION("Limits of requests and replies"),
    MEMORY("proto-max-bulk-len", "512mb", 1024 * 1024, INT64_MAX, IN(proto_max_bulk_len), 0,
           "Longest argument of a request, and longest string."),
    MEMORY("client-query-buffer-limit", "1gb", 1024 * 1024, INT64_MAX,
           IN(client_query_buffer_limit), 0,
           "Bytes of requests not yet run that one client may have in memory."),
    FORM("client-output-buffer-limit", "normal 0 0 0 slave 256mb 64mb 60 pubsub 32mb 8mb 60",
         form_output_limits, settle_output_limits, OPTION_WORDS,
         "For each class of clients: the bytes of unread replies at which it is closed, and those "
         "at "
         "which it is closed after so many seconds; 0 for none."),
    MEMORY("output-backpressure", "1mb", 1024, INT64_MAX, IN(output_backpressure), OWN,
           "Bytes of unread replies at which a client's next requests wait, once the clients "
           "together have more than output-backpressure-total unread."),
    MEMORY(
        "output-backpressure-total", "256mb", 0, INT64_MAX, IN(output_backpressure_total), OWN,
        "Bytes of unread replies that clients may have beyond output-backpressure, all "
        "together, shared out to the cores; so that a client may write a long pipeline before it "
        "reads."),

    SECTION("Forms of values"),
    INTEGER("hash-max-listpack-entries", "512", 0, INT64_MAX, IN(hash_max_listpack_entries), 0,
            "Fields up to which a hash is kept as one compact block."),
    MEMORY("hash-max-listpack-value", "64", 0, INT64_MAX, IN(hash_max_listpack_value), 0,
           "Longest field and value in such a block, in bytes."),
    INTEGER("set-max-intset-entries", "512", 0, INT64_MAX, IN(set_max_intset_entries), 0,
            "Members up to which a set of integers is kept as an array of them."),
    INTEGER("set-max-listpack-entries", "128", 0, INT64_MAX, IN(set_max_listpack_entries),
            OPTION_HIDDEN,
            "Members up to which another set is kept as one compact block; OBJECT ENCODING says "
            "hashtable all the same, as Redis 7.0 would."),
    INTEGER("set-max-listpack-value", "64", 0, INT64_MAX, IN(set_max_listpack_value), OPTION_HIDDEN,
            "Longest member in such a block, in bytes."),
    INTEGER("zset-max-listpack-entries", "128", 0, INT64_MAX, IN(zset_max_listpack_entries), 0,
            "Members up to which a sorted set is kept as one compact block."),
    MEMORY("zset-max-listpack-value", "64", 0, INT64_MAX, IN(zset_max_listpack_value), 0,
           "Longest member in such a block, in bytes."),
    MEMORY("stream-node-max-bytes", "4096", 0, INT64_MAX, IN(stream_node_max_bytes), 0,
           "Bytes up to which a block of a stream takes more entries; 0 for no limit."),
    INTEGER("stream-node-max-entries", "100", 0, INT64_MAX, IN(stream_node_max_entries), 0,
            "Entries that a block of a stream may have; 0 for no limit."),
    MEMORY("hll-sparse-max-bytes", "3000", 0, INT64_MAX, IN(hll_sparse_max_bytes), 0,
           "Bytes up to which a HyperLogLog is sparse; longer ones are dense, and take 12,304."),

    SECTION("Watching"),
    FORM("notify-keyspace-events", "", form_keyspace_events, settle_keyspace_events, 0,
         "Which events of keys are published, by letters: K to __keyspace@DB__:KEY, E to "
         "__keyevent@DB__:EVENT; of generic commands (g), strings ($), lists (l), sets (s), hashes "
         "(h), sorted sets (z), streams (t), of expiry (x) and eviction (e); A for all these; of "
         "new keys (n) and keys that were not found (m)."),
    INTEGER("slowlog-log-slower-than", "10000", -1, INT64_MAX, IN(slowlog_log_slower_than_us), 0,
            "Microseconds above which a command goes to the slow log; 0 logs all, -1 none."),
    INTEGER("slowlog-max-len", "128", 0, INT64_MAX, IN(slowlog_max_len), 0,
            "Entries that the slow log keeps."),
    INTEGER("latency-monitor-threshold", "0", 0, INT64_MAX, IN(latency_monitor_threshold_ms), 0,
            "Milliseconds from which on LATENCY records an event; 0 for none."),
    BOOL("latency-tracking", "yes", IN(latency_tracking), 0,
         "Whether each command's latencies are counted for LATENCY HISTOGRAM and INFO."),
    FORM("latency-tracking-info-percentiles", "50 99 99.9", form_percentiles, NULL, OPTION_WORDS,
         "The percentiles that INFO latencystats shows."),
    CHOICE("loglevel", "notice", loglevel_choices, NOWHERE, NULL, 0,
           "The least important lines that go to the log."),
    TEXT("logfile", "", NOWHERE, FIXED, "File for the log; empty for the standard output."),

    SECTION("Process"),
    TEXT("dir", "./data", NOWHERE, OPTION_PROTECTED,
         "Directory for data, made if it is missing: the log is in appenddirname below it, dumps "
         "are in "
         "it."),
    TEXT("pidfile", "", NOWHERE, FIXED, "File that holds the process's number while it runs."),
    BOOL("daemonize", "no", NOWHERE, ONLY,
         "Anax stays in the foreground, as service managers and containers want it."),
    CHOICE("supervised", "no", supervised_choices, NOWHERE, NULL, IDLE | FIXED,
           "Anax stays in the foreground under every supervisor."),
    CHOICE(
        "oom-score-adj", "no", oom_choices, NOWHERE, NULL, 0,
        "Whether to change the score by which the system chooses what to end when memory is short: "
        "no, relative to what it was (yes means the same), or absolute."),
    FORM("oom-score-adj-values", "0 200 800", form_three_numbers, NULL, OPTION_WORDS,
         "Scores for a primary, a replica and a background process; only the first is used."),
    INTEGER("shutdown-timeout", "10", 0, INT32_MAX, NOWHERE, 0,
            "Seconds for which the end of the server waits, with writes held back, until all its "
            "replicas "
            "have what was written; 0: it does not wait."),
    FORM(
        "shutdown-on-sigterm", "default", form_shutdown, NULL, OPTION_WORDS,
        "How SIGTERM ends the server: save, nosave (default: save if there are save points), force "
        "(also if that fails), now (as always)."),
    FORM("shutdown-on-sigint", "default", form_shutdown, NULL, OPTION_WORDS,
         "The same for SIGINT."),
    BOOL("crash-log-enabled", "yes", NOWHERE, FIXED | OWN,
         "Whether a crash writes a report with a backtrace to the standard error."),
    INTEGER("hz", "10", 1, 500, IN(hz), IDLE,
            "Background work runs when there is some, not at a rate."),

    SECTION("Persistence"),
    FORM(
        "save", "", form_save_points, settle_save_points, OPTION_WORDS | OPTION_ADDS,
        "Save points: a dump is written after so many seconds if there were so many changes; pairs "
        "of numbers, empty for none. The end of the server writes one, too, if there are any."),
    FORM("snapshot-cron", "", form_schedule, NULL, OPTION_OWN,
         "When a dump is written by the clock, as cron's five fields say it: '*/30 * * * *'."),
    CHOICE("snapshot-format", "rdb", snapshot_choices, NOWHERE, NULL, OWN,
           "How a dump is written: one file that Redis loads (rdb), or a file for each core, in "
           "parallel, and a summary named like dbfilename but with .cores for .rdb. Both are "
           "loaded, the newer one where there are both."),
    CHOICE("snapshot-compression", "lz4", pack_choices, NOWHERE, NULL, OWN,
           "How the blocks of dumps with a file for each core are compressed; of rdb see "
           "rdbcompression."),
    BOOL("appendonly", "yes", NOWHERE, 0, "Whether every write is logged to the disk."),
    CHOICE("appendfsync", "everysec", fsync_choices, IN(appendfsync), NULL, 0,
           "When the log is made durable: before each reply, within a second, or when the system "
           "likes."),
    FORM(
        "dbfilename", "dump.rdb", form_file_name, NULL, OPTION_PROTECTED,
        "File in dir that dumps are written to and read from; {timestamp} in it becomes the time."),
    TEXT("appendfilename", "appendonly.aof", NOWHERE, FIXED | IDLE,
         "Files of the log have names of their own."),
    FORM("appenddirname", "appendonlydir", form_directory_name, NULL, FIXED,
         "Where the log is, within dir."),
    TEXT(
        "log-dirs", "", NOWHERE, FIXED | OWN,
        "Directories (disks) over which the cores' logs are dealt in turn, made if missing; empty: "
        "appenddirname. A log that is there stays where it is until the number of cores changes."),
    BOOL("log-compaction", "yes", NOWHERE, FIXED | OWN,
         "Whether the log is kept small: superseded records are discarded beside the writes."),
    FORM("log-retention", "0", form_duration, settle_log_retention, OWN,
         "How long superseded log files are kept, so that anax-log restore can go back to any "
         "moment "
         "since: 0 (not at all), or a number with ms, s, m, h or d."),
    BOOL("no-appendfsync-on-rewrite", "no", NOWHERE, IDLE,
         "Compaction is held back by itself where it would delay syncs."),
    INTEGER(
        "auto-aof-rewrite-percentage", "100", 0, INT32_MAX, IN(auto_aof_rewrite_percentage), 0,
        "By how much the log may grow, in percent of the data, until all of it has been "
        "rewritten, bit by bit: with 100 it stays at about twice the data. From 1 to 9 counts as "
        "10; with 0 only BGREWRITEAOF compacts."),
    MEMORY("auto-aof-rewrite-min-size", "64mb", 0, INT64_MAX, IN(auto_aof_rewrite_min_size), 0,
           "A core leaves its log alone while that is smaller than an eighth of this, or than 1 "
           "MiB."),
    BOOL(
        "aof-load-truncated", "yes", NOWHERE, IDLE,
        "A torn end is cut off, and said, in any case; damage to what was synced stops the start."),
    BOOL("aof-use-rdb-preamble", "yes", NOWHERE, IDLE,
         "Bases of the log have a form of their own."),
    BOOL("aof-timestamp-enabled", "no", NOWHERE, IDLE, "Each batch of the log has its time."),
    BOOL("aof-rewrite-incremental-fsync", "yes", NOWHERE, IDLE, "The log compacts itself."),
    BOOL("rdb-save-incremental-fsync", "yes", NOWHERE, IDLE,
         "A dump is made durable bit by bit in any case."),
    BOOL("rdb-del-sync-files", "no", NOWHERE, IDLE, "Syncs of replicas leave no files."),
    BOOL("rdbcompression", "yes", IN(rdb_compression), 0,
         "Texts in dumps and in what DUMP answers are compressed where that makes them shorter."),
    BOOL("rdbchecksum", "yes", NOWHERE, FIXED, "Dumps end with a checksum."),
    BOOL("stop-writes-on-bgsave-error", "yes", IN(stop_writes_unsaved), 0,
         "Writes are refused after a dump that failed, if there are save points."),
    MEMORY("snapshot-budget", "0", 0, INT64_MAX, IN(snapshot_budget), OWN,
           "Bytes that a snapshot may hold in memory while it is written, before writes wait for "
           "it; 0: "
           "3 % of the data, at least 16 MiB a core."),
    INTEGER("rdb-key-save-delay", "0", INT32_MIN, INT32_MAX, NOWHERE, OPTION_HIDDEN | IDLE,
            "A test's option of Redis."),
    INTEGER("key-load-delay", "0", INT32_MIN, INT32_MAX, NOWHERE, OPTION_HIDDEN | IDLE,
            "A test's option of Redis."),

    SECTION("Replication"),
    FORM("replicaof", "", form_replica, NULL, FIXED | OPTION_WORDS,
         "Host and port of the primary that this server is a replica of; REPLICAOF changes it."),
    {"masterauth", OPTION_TEXT, "", 0, 0, NULL, NULL, NOWHERE, settle_master_password,
     OPTION_SECRET | OPTION_BINARY, "The password that a replica gives its primary."},
    TEXT("masteruser", "", IN(masteruser), 0, "The user that a replica names to its primary."),
    BOOL("replica-read-only", "yes", IN(replica_read_only), 0,
         "Clients of a replica may not write; what they wrote would be lost."),
    BOOL("replica-serve-stale-data", "yes", IN(replica_serve_stale_data), 0,
         "A replica whose link is down goes on to answer; else it says MASTERDOWN."),
    INTEGER("replica-priority", "100", 0, INT32_MAX, IN(replica_priority), 0,
            "Sentinel promotes the replica with the least; 0: never."),
    TEXT("replica-announce-ip", "", IN(replica_announce_ip), 0,
         "The address at which others reach this replica, where its primary sees another one."),
    INTEGER("replica-announce-port", "0", 0, 65535, IN(replica_announce_port), 0,
            "The same for its port; 0: the one it listens on."),
    BOOL("replica-lazy-flush", "no", NOWHERE, IDLE, "What is dropped goes piecemeal in any case."),
    INTEGER("min-replicas-to-write", "0", 0, INT32_MAX, IN(min_replicas_to_write), 0,
            "Writes are refused while fewer replicas are there whose last word is recent."),
    INTEGER("min-replicas-max-lag", "10", 0, INT32_MAX, IN(min_replicas_max_lag), 0,
            "So many seconds may have passed since a replica's last word, if it is to count."),
    INTEGER(
        "min-sync-replicas", "0", 0, 16, IN(min_sync_replicas), OWN,
        "Acknowledged is what this many replicas, and all others that are in step, have synced as "
        "this server has: the in-sync set, which gets smaller than that only when this option "
        "does. 0: replicas are not waited for."),
    INTEGER(
        "sync-lease-ms", "5000", 200, 3600000, IN(sync_lease_ms), OWN,
        "With min-sync-replicas a primary answers only while so many members of the in-sync set "
        "have spoken within this time; before it is over none of them makes way for another "
        "primary."),
    INTEGER(
        "min-sync-timeout", "5000", 0, INT32_MAX, IN(min_sync_timeout_ms), OWN,
        "Milliseconds after which an answer that waits for replicas is NOREPLICAS instead; what it "
        "has written stays in the log. 0: it waits for ever."),
    MEMORY("repl-backlog-size", "1mb", 1, INT64_MAX, IN(repl_backlog_size), 0,
           "The latest records are kept in memory up to this size, all cores together; "
           "older ones come from the log."),
    MEMORY(
        "repl-log-retention", "256mb", 0, INT64_MAX, IN(repl_log_retention), 0,
        "Log files that compaction needs no longer are kept up to this size, all cores together, "
        "once there has been a replica: for those that are slow, or come back. The same again for "
        "logs that were written with other numbers of cores."),
    INTEGER("repl-backlog-ttl", "3600", 0, INT32_MAX, NOWHERE, IDLE,
            "The backlog stays once there has been a replica."),
    MEMORY(
        "serialization-max-chunk-size", "64kb", 1024, 16 << 20, IN(serialization_max_chunk_size), 0,
        "Values above this size travel to a replica in pieces of it, between which others pass."),
    BOOL("serialization-tagged-chunks", "yes", IN(serialization_tagged_chunks), 0,
         "Whether others pass between the pieces of a value; no is for comparison."),
    INTEGER("repl-timeout", "60", 1, INT32_MAX, IN(repl_timeout), 0,
            "Seconds of silence after which the link between replica and primary is given up."),
    INTEGER("repl-ping-replica-period", "10", 1, INT32_MAX, IN(repl_ping_replica_period), 0,
            "A primary tells its replicas at least so often, in seconds, where it is."),
    BOOL("repl-diskless-sync", "yes", NOWHERE, IDLE, "A sync goes through no file."),
    INTEGER("repl-diskless-sync-delay", "5", 0, INT32_MAX, NOWHERE, IDLE,
            "A sync goes through no file."),
    INTEGER("repl-diskless-sync-max-replicas", "0", 0, INT32_MAX, NOWHERE, IDLE,
            "A sync goes through no file."),
    CHOICE("repl-diskless-load", "disabled", diskless_choices, NOWHERE, NULL, IDLE,
           "What comes is loaded as it comes."),
    BOOL("repl-disable-tcp-nodelay", "no", NOWHERE, IDLE, "What is for a replica is sent at once."),
    SECTION("Cluster (not there yet)"),
    BOOL("cluster-enabled", "no", NOWHERE, ONLY, "There is no cluster yet."),

    SECTION("Names of Redis that mean nothing here"),
    INTEGER("io-threads", "1", 1, 128, NOWHERE, FIXED | IDLE, "See cores."),
    BOOL("io-threads-do-reads", "no", NOWHERE, FIXED | IDLE, "See cores."),
    INTEGER("maxmemory-samples", "5", 1, INT32_MAX, NOWHERE, IDLE, "Nothing is sampled."),
    PERCENT("maxmemory-clients", "0", IDLE, "Clients are not evicted as a whole; see the limits."),
    BOOL("dynamic-hz", "yes", NOWHERE, IDLE, "See hz."),
    BOOL("activerehashing", "yes", NOWHERE, IDLE, "The index never rehashes as a whole."),
    BOOL("activedefrag", "no", NOWHERE, OPTION_FIRST_ONLY, "There is no defragmentation yet."),
    INTEGER("active-expire-effort", "1", 1, 10, NOWHERE, IDLE,
            "Expired keys are swept as long as there are some."),
    BOOL("lazyfree-lazy-eviction", "no", NOWHERE, IDLE, "Big values are always freed in slices."),
    BOOL("lazyfree-lazy-expire", "no", NOWHERE, IDLE, "Big values are always freed in slices."),
    BOOL("lazyfree-lazy-server-del", "no", NOWHERE, IDLE, "Big values are always freed in slices."),
    BOOL("lazyfree-lazy-user-del", "no", NOWHERE, IDLE, "Big values are always freed in slices."),
    BOOL("lazyfree-lazy-user-flush", "no", NOWHERE, IDLE, "Databases are always freed in slices."),
    BOOL("jemalloc-bg-thread", "yes", NOWHERE, IDLE, "The allocator has no thread."),
    BOOL("disable-thp", "yes", NOWHERE, FIXED | IDLE, "Huge pages do no harm: nothing forks."),
    BOOL("set-proc-title", "yes", NOWHERE, FIXED | IDLE, "The title is not changed."),
    TEXT("proc-title-template", "{title} {listen-addr} {server-mode}", NOWHERE, IDLE,
         "The title is not changed."),
    BOOL("always-show-logo", "no", NOWHERE, FIXED | IDLE, "There is no logo."),
    BOOL("syslog-enabled", "no", NOWHERE, ONLY, "The log goes to the standard output or a file."),
    BOOL("crash-memcheck-enabled", "yes", NOWHERE, IDLE, "Memory is not checked in a crash."),
    INTEGER("acllog-max-len", "128", 0, INT64_MAX, NOWHERE, IDLE, "There are no ACLs yet."),
    INTEGER("tracking-table-max-keys", "1000000", 0, INT64_MAX, NOWHERE, IDLE,
            "There is no tracking yet."),
    INTEGER("busy-reply-threshold", "5000", 0, INT64_MAX, NOWHERE, IDLE,
            "There are no scripts yet."),
    CHOICE("sanitize-dump-payload", "no", sanitize_choices, NOWHERE, NULL, IDLE,
           "What RESTORE is given is always checked as a whole."),
    INTEGER("list-max-listpack-size", "-2", INT32_MIN, INT32_MAX, NOWHERE, IDLE,
            "Lists are kept in blocks of about 8 KiB."),
    INTEGER("list-compress-depth", "0", 0, INT32_MAX, NOWHERE, IDLE, "Lists are not compressed."),
};
const unsigned options_count = sizeof(options_table) / sizeof(*options_table);

const struct option_alias option_aliases[] = {
    {"slaveof", "replicaof"},
    {"slave-read-only", "replica-read-only"},
    {"slave-serve-stale-data", "replica-serve-stale-data"},
    {"slave-priority", "replica-priority"},
    {"slave-announce-ip", "replica-announce-ip"},
    {"slave-announce-port", "replica-announce-port"},
    {"slave-lazy-flush", "replica-lazy-flush"},
    {"min-slaves-to-write", "min-replicas-to-write"},
    {"min-slaves-max-lag", "min-replicas-max-lag"},
    {"repl-ping-slave-period", "repl-ping-replica-period"},
    {"lua-time-limit", "busy-reply-threshold"},
    {"list-max-ziplist-size", "list-max-listpack-size"},
    {"hash-max-ziplist-entries", "hash-max-listpack-entries"},
    {"hash-max-ziplist-value", "hash-max-listpack-value"},
    {"zset-max-ziplist-entries", "zset-max-listpack-entries"},
    {"zset-max-ziplist-value", "zset-max-listpack-value"},
    {0},
};
const unsigned option_aliases_count = sizeof(option_aliases) / sizeof(*option_aliases) - 1;
