#!/usr/bin/python3
"""What monitoring and management tools ask, replayed: redis_exporter, RedisInsight, memtier, and the
fields of INFO and CONFIG that tools and frameworks read."""

import re

from checks import check, equal, group
from raw import OK, PONG, Raw, is_error

INFO_FIELDS = {
    "server": "redis_version redis_mode os arch_bits multiplexing_api process_id run_id tcp_port uptime_in_seconds "
              "uptime_in_days hz executable config_file",
    "clients": "connected_clients maxclients blocked_clients tracking_clients",
    "memory": "used_memory used_memory_human used_memory_rss used_memory_rss_human used_memory_peak "
              "used_memory_peak_human maxmemory maxmemory_human maxmemory_policy used_memory_lua "
              "mem_fragmentation_ratio mem_replication_backlog mem_clients_normal mem_clients_slaves mem_aof_buffer",
    "persistence": "loading rdb_changes_since_last_save rdb_bgsave_in_progress rdb_last_save_time "
                   "rdb_last_bgsave_status aof_enabled aof_rewrite_in_progress aof_last_write_status "
                   "aof_last_bgrewrite_status",
    "stats": "total_connections_received total_commands_processed instantaneous_ops_per_sec "
             "instantaneous_input_kbps instantaneous_output_kbps total_net_input_bytes total_net_output_bytes "
             "total_net_repl_input_bytes total_net_repl_output_bytes rejected_connections expired_keys evicted_keys "
             "keyspace_hits keyspace_misses pubsub_channels pubsub_patterns sync_full sync_partial_ok "
             "sync_partial_err total_error_replies",
    "replication": "role connected_slaves master_replid master_replid2 master_repl_offset second_repl_offset "
                   "repl_backlog_active repl_backlog_size repl_backlog_first_byte_offset repl_backlog_histlen",
    "cpu": "used_cpu_sys used_cpu_user",
    "cluster": "cluster_enabled",
}
SECTIONS = ["Server", "Clients", "Memory", "Persistence", "Stats", "Replication", "CPU", "Modules", "Commandstats",
            "Errorstats", "Latencystats", "Cluster", "Keyspace"]
SETTINGS = ("maxmemory maxmemory-policy timeout tcp-keepalive databases save appendonly appendfsync dir dbfilename port "
            "bind requirepass notify-keyspace-events slowlog-log-slower-than slowlog-max-len replica-read-only "
            "slave-read-only repl-backlog-size min-replicas-to-write min-replicas-max-lag maxclients hz "
            "proto-max-bulk-len list-max-listpack-size hash-max-listpack-entries hash-max-listpack-value "
            "zset-max-listpack-entries zset-max-listpack-value set-max-intset-entries latency-tracking "
            "cluster-enabled io-threads").split()


def info_of(raw, section):
    text = raw.one("INFO " + section)[1].decode()
    return dict(line.split(":", 1) for line in text.split("\r\n") if ":" in line), text


def info(raw):
    raw.pipeline("SET tools:k v", "GET tools:k", "GET tools:none", "INCR tools:k", "NOSUCH", "SET tools:t v EX 1000",
                 "CONFIG GET maxmemory")
    for section, names in INFO_FIELDS.items():
        fields, _ = info_of(raw, section)
        missing = [name for name in names.split() if name not in fields]
        equal("INFO %s has the fields tools read" % section, missing, [])
    _, text = info_of(raw, "ALL")
    sections = re.findall(r"^# (\w+)", text, re.M)
    equal("INFO ALL has every section but modules", [name for name in SECTIONS if name not in sections + ["Modules"]], [])
    _, text = info_of(raw, "everything")
    equal("INFO everything has modules too", [name for name in SECTIONS if name not in re.findall(r"^# (\w+)", text, re.M)], [])
    _, text = info_of(raw, "server clients")
    equal("INFO with two sections", re.findall(r"^# (\w+)", text, re.M), ["Server", "Clients"])
    equal("INFO of an unknown section is empty", raw.one("INFO nosuch"), ("$", b""))


def exporter_patterns(raw):
    _, text = info_of(raw, "ALL")
    for name, pattern in (
            ("dbN", r"^db0:keys=\d+,expires=1,avg_ttl=\d+\r$"),
            ("cmdstat_", r"^cmdstat_get:calls=\d+,usec=\d+,usec_per_call=[\d.]+,rejected_calls=\d+,failed_calls=\d+\r$"),
            ("cmdstat_ of a subcommand", r"^cmdstat_config\|get:calls=\d+,"),
            ("latency_percentiles_usec_", r"^latency_percentiles_usec_get:p50=[\d.]+,p99=[\d.]+,p99\.9=[\d.]+\r$"),
            ("errorstat_", r"^errorstat_ERR:count=\d+\r$")):
        check("redis_exporter: the form of %s" % name, re.search(pattern, text, re.M),
              [line for line in text.split("\r\n") if line.startswith(name[:8])][:5])


def redis_exporter(raw):
    replies = raw.pipeline("PING", "CLIENT SETNAME redis_exporter", "CONFIG GET *", "INFO ALL", "CLUSTER INFO",
                           "SLOWLOG LEN", "SLOWLOG GET 1", "LATENCY LATEST", "LATENCY HISTOGRAM", "CLIENT LIST",
                           "INFO MODULES", "MEMORY USAGE tools:k", "COMMAND INFO get", "CONFIG GET maxmemory")
    equal("redis_exporter: PING, CLIENT SETNAME", replies[:2], [PONG, OK])
    check("redis_exporter: CONFIG GET * has pairs", replies[2][0] == "*" and len(replies[2][1]) % 2 == 0
          and len(replies[2][1]) >= 2 * len(SETTINGS), len(replies[2][1]))
    check("redis_exporter: CLUSTER INFO is a plain error", is_error(replies[4], b"ERR"), replies[4])
    equal("redis_exporter: SLOWLOG LEN, SLOWLOG GET", (replies[5][0], replies[6][0]), (":", "*"))
    equal("redis_exporter: LATENCY LATEST, HISTOGRAM", (replies[7][0], replies[8][0]), ("*", "*"))
    line = replies[9][1].decode().split("\n")[0]
    check("redis_exporter: CLIENT LIST lines", re.match(
        r"id=\d+ addr=\S+ laddr=\S+ fd=\d+ name=\S* age=\d+ idle=\d+ flags=\w+ db=\d+ sub=0 psub=0 ssub=0 multi=-1 "
        r"qbuf=\d+ qbuf-free=\d+ argv-mem=\d+ multi-mem=\d+ rbs=\d+ rbp=\d+ obl=\d+ oll=\d+ omem=\d+ tot-mem=\d+ "
        r"events=\w+ cmd=\S+ user=default redir=-1 resp=[23]", line), line)
    check("redis_exporter: MEMORY USAGE", replies[11][0] == ":" and replies[11][1] > 0, replies[11])


def latency_histogram(raw):
    raw.pipeline("CONFIG RESETSTAT", "SET tools:h v", "SET tools:h v")
    reply = raw.one("LATENCY HISTOGRAM set")
    check("LATENCY HISTOGRAM set: calls and histogram_usec",
          reply[1] and reply[1][0] == ("$", b"set") and reply[1][1][1][:3:2] == [("$", b"calls"), ("$", b"histogram_usec")]
          and reply[1][1][1][1] == (":", 2), reply)


def redis_insight(raw):
    replies = raw.pipeline("INFO", "MODULE LIST", "COMMAND", "COMMAND INFO get set", "CONFIG GET databases",
                           "CONFIG GET io-threads", "CLIENT LIST", "DBSIZE", "SCAN 0 COUNT 500", "MEMORY USAGE tools:k SAMPLES 0",
                           "SLOWLOG GET 50", "CONFIG GET slowlog*")
    fields = dict(line.split(":", 1) for line in replies[0][1].decode().split("\r\n") if ":" in line)
    wanted = ("redis_version role used_memory used_cpu_sys used_cpu_user connected_clients instantaneous_ops_per_sec "
              "instantaneous_input_kbps instantaneous_output_kbps uptime_in_seconds db0").split()
    equal("RedisInsight: its fields of plain INFO", [name for name in wanted if name not in fields], [])
    check("RedisInsight: MODULE LIST is empty or refused plainly", replies[1] == ("*", []) or is_error(replies[1], b"ERR"),
          replies[1])
    check("RedisInsight: COMMAND lists entries of ten", replies[2][0] == "*" and
          all(len(entry[1]) == 10 for entry in replies[2][1]), replies[2][1][:1])
    databases, threads = (reply[1][1][1] for reply in replies[4:6])
    check("RedisInsight: CONFIG GET databases, io-threads", databases == b"16" and threads.isdigit(), replies[4:6])
    check("RedisInsight: DBSIZE, SCAN, MEMORY USAGE SAMPLES 0", [reply[0] for reply in replies[7:10]] == [":", "*", ":"],
          replies[7:10])
    equal("RedisInsight: CONFIG GET slowlog*", sorted(item[1] for item in replies[11][1][::2]),
          [b"slowlog-log-slower-than", b"slowlog-max-len"])


def settings(raw):
    missing = [name for name in SETTINGS if len(raw.one("CONFIG GET " + name)[1]) != 2]
    equal("CONFIG GET knows what tools ask for", missing, [])
    reply = raw.one("CONFIG GET maxmemory maxmemory-pol* nosuch")
    equal("CONFIG GET with several names and a pattern", sorted(item[1] for item in reply[1][::2]),
          [b"maxmemory", b"maxmemory-policy"])
    equal("CONFIG GET of nothing known", raw.one("CONFIG GET nosuch"), ("*", []))
    replies = raw.pipeline("CONFIG SET maxmemory 100mb timeout 0", "CONFIG GET maxmemory", "CONFIG SET maxmemory 0")
    equal("CONFIG SET understands units and several names", (replies[0], replies[1][1][1]), (OK, ("$", b"104857600")))
    check("CONFIG SET of an unknown name", is_error(raw.one("CONFIG SET nosuch 1"),
                                                    b"ERR Unknown option or number of arguments for CONFIG SET - 'nosuch'"))


def frameworks(raw):
    fields, _ = info_of(raw, "server")
    version = tuple(int(part) for part in fields["redis_version"].split("."))
    check("Sidekiq, BullMQ: redis_version is 7.0.0 or later", version >= (7, 0, 0), version)
    equal("Sidekiq, BullMQ: maxmemory_policy is noeviction", info_of(raw, "memory")[0]["maxmemory_policy"], "noeviction")


def benchmark_starts(raw):
    equal("redis-benchmark: CONFIG GET save, appendonly", [len(reply[1]) for reply in
          raw.pipeline("CONFIG GET save", "CONFIG GET appendonly")], [2, 2])
    reply = raw.one("CLUSTER SLOTS")
    check("memtier, redis-benchmark: CLUSTER SLOTS is a plain error", is_error(reply, b"ERR"), reply)
    reply = raw.one("HELLO 3")
    equal("memtier: HELLO", reply[0], "%")


def command_table(raw):
    entry = raw.one("COMMAND INFO set")[1][0][1]
    equal("COMMAND INFO set: name, arity, first, last, step", [field[1] for field in (entry[0], entry[1], *entry[3:6])],
          [b"set", -3, 1, 1, 1])
    replies = raw.pipeline("COMMAND GETKEYS MSET a 1 b 2", "COMMAND COUNT", "COMMAND LIST FILTERBY PATTERN setr*",
                           "COMMAND INFO nosuch", "PING")
    equal("COMMAND GETKEYS", replies[0], ("*", [("$", b"a"), ("$", b"b")]))
    equal("COMMAND LIST FILTERBY PATTERN", replies[2], ("*", [("$", b"setrange")]))
    check("COMMAND INFO of an unknown command is null", replies[3][1][0][0] == "_", replies[3])
    reply = raw.pipeline("COMMAND DOCS get", "PING")
    check("COMMAND DOCS is a map, an array or an error, and no hang", reply[0][0] in "*%-" and reply[1] == PONG, reply)


def main():
    for part in (info, exporter_patterns, redis_exporter, latency_histogram, redis_insight, settings, frameworks,
                 benchmark_starts, command_table):
        with group(part.__name__), Raw() as raw:
            part(raw)
    with Raw() as raw:
        raw.one("FLUSHALL")


main()
