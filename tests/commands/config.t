# CONFIG GET pattern [pattern ...]
#
# Answers the options whose names match, as pairs of name and value.

> CONFIG GET maxmemory
1) "maxmemory"
2) "0"
> CONFIG GET MaxMemory
1) "MaxMemory"
2) "0"
> CONFIG GET maxmemory maxmemory-policy
(any order)
1) "maxmemory"
2) "0"
3) "maxmemory-policy"
4) "noeviction"
> CONFIG GET maxmemory maxmemory maxmemor?
1) "maxmemory"
2) "0"
> CONFIG GET maxmemory-p*y
1) "maxmemory-policy"
2) "noeviction"
> CONFIG GET [Mm]axmemory-p?l*
1) "maxmemory-policy"
2) "noeviction"
> CONFIG GET nothing
(empty array)
> CONFIG GET nothing maxmemory
1) "maxmemory"
2) "0"
> CONFIG GET ""
(empty array)
> CONFIG GET *
...
!resp3
> CONFIG GET maxmemory
1# "maxmemory" => "0"
> CONFIG GET maxmemory nothing databases
(any order)
1# "maxmemory" => "0"
2# "databases" => "16"
> CONFIG GET nothing
(empty hash)
!resp2

# What clients and tools ask for, and what a server without a configuration file answers.
> CONFIG GET databases
1) "databases"
2) "16"
> CONFIG GET timeout
1) "timeout"
2) "0"
> CONFIG GET tcp-keepalive
1) "tcp-keepalive"
2) "300"
> CONFIG GET tcp-backlog
1) "tcp-backlog"
2) "511"
> CONFIG GET maxclients
1) "maxclients"
2) "10000"
> CONFIG GET protected-mode
1) "protected-mode"
2) "yes"
> CONFIG GET unixsocket
1) "unixsocket"
2) ""
> CONFIG GET requirepass
1) "requirepass"
2) ""
> CONFIG GET save
1) "save"
2) ""
> CONFIG GET appendonly
1) "appendonly"
~ 2\) "(no|yes)"
> CONFIG GET appendfsync
1) "appendfsync"
~ 2\) "(everysec|always)"
> CONFIG GET dbfilename
1) "dbfilename"
2) "dump.rdb"
> CONFIG GET notify-keyspace-events
1) "notify-keyspace-events"
2) ""
> CONFIG GET slowlog-log-slower-than
1) "slowlog-log-slower-than"
2) "10000"
> CONFIG GET slowlog-max-len
1) "slowlog-max-len"
2) "128"
> CONFIG GET latency-monitor-threshold
1) "latency-monitor-threshold"
2) "0"
> CONFIG GET latency-tracking
1) "latency-tracking"
2) "yes"
> CONFIG GET replica-read-only
1) "replica-read-only"
2) "yes"
> CONFIG GET slave-read-only
1) "slave-read-only"
2) "yes"
> CONFIG GET repl-backlog-size
1) "repl-backlog-size"
2) "1048576"
> CONFIG GET min-replicas-to-write
1) "min-replicas-to-write"
2) "0"
> CONFIG GET min-replicas-max-lag
1) "min-replicas-max-lag"
2) "10"
> CONFIG GET hz
~ 1\) "hz"
~ 2\) "\d+"
> CONFIG GET proto-max-bulk-len
1) "proto-max-bulk-len"
2) "536870912"
> CONFIG GET client-query-buffer-limit
1) "client-query-buffer-limit"
2) "1073741824"
> CONFIG GET client-output-buffer-limit
1) "client-output-buffer-limit"
2) "normal 0 0 0 slave 268435456 67108864 60 pubsub 33554432 8388608 60"
> CONFIG GET maxmemory-samples
1) "maxmemory-samples"
2) "5"
> CONFIG GET io-threads
~ 1\) "io-threads"
~ 2\) "\d+"
> CONFIG GET cluster-enabled
1) "cluster-enabled"
2) "no"
> CONFIG GET loglevel
1) "loglevel"
2) "notice"
> CONFIG GET lfu-log-factor
1) "lfu-log-factor"
2) "10"
> CONFIG GET lfu-decay-time
1) "lfu-decay-time"
2) "1"
> CONFIG GET *-max-listpack-*
(any order)
 1) "list-max-listpack-size"
 2) "-2"
 3) "zset-max-listpack-entries"
 4) "128"
 5) "hash-max-listpack-value"
 6) "64"
 7) "zset-max-listpack-value"
 8) "64"
 9) "hash-max-listpack-entries"
10) "512"
> CONFIG GET *-max-ziplist-*
(any order)
 1) "hash-max-ziplist-entries"
 2) "512"
 3) "zset-max-ziplist-value"
 4) "64"
 5) "hash-max-ziplist-value"
 6) "64"
 7) "list-max-ziplist-size"
 8) "-2"
 9) "zset-max-ziplist-entries"
10) "128"
> CONFIG GET set-max-intset-entries
1) "set-max-intset-entries"
2) "512"

!real-only the simulated machine has no addresses and no files to speak of
> CONFIG GET port
1) "port"
2) "$PORT"
> CONFIG GET bind
1) "bind"
2) "127.0.0.1"
> CONFIG GET dir
1) "dir"
2) "$DIR"
!end

# CONFIG SET name value [name value ...]
#
# Changes options while the server runs: all of them, or none when one is wrong.

> CONFIG SET timeout 100
OK
> CONFIG GET timeout
1) "timeout"
2) "100"
> config set TIMEOUT 0
OK
> CONFIG SET timeout 10 tcp-keepalive 60
OK
> CONFIG GET timeout tcp-keepalive
(any order)
1) "timeout"
2) "10"
3) "tcp-keepalive"
4) "60"
> CONFIG SET timeout 0 tcp-keepalive 300
OK

# Sizes: plain numbers are bytes; k m g are thousands, kb mb gb 1024s.
> CONFIG SET maxmemory 100mb
OK
> CONFIG GET maxmemory
1) "maxmemory"
2) "104857600"
> CONFIG SET maxmemory 1g
OK
> CONFIG GET maxmemory
1) "maxmemory"
2) "1000000000"
> CONFIG SET maxmemory 1GB
OK
> CONFIG GET maxmemory
1) "maxmemory"
2) "1073741824"
> CONFIG SET maxmemory 500000k
OK
> CONFIG GET maxmemory
1) "maxmemory"
2) "500000000"
> CONFIG SET maxmemory 2000000KB
OK
> CONFIG GET maxmemory
1) "maxmemory"
2) "2048000000"
> CONFIG SET maxmemory 1000000000b
OK
> CONFIG GET maxmemory
1) "maxmemory"
2) "1000000000"
> CONFIG SET maxmemory 0
OK

# Yes and no, names out of a list, text.
> CONFIG SET latency-tracking no
OK
> CONFIG GET latency-tracking
1) "latency-tracking"
2) "no"
> CONFIG SET latency-tracking YES
OK
> CONFIG GET latency-tracking
1) "latency-tracking"
2) "yes"
> CONFIG SET maxmemory-policy allkeys-lru
OK
> CONFIG GET maxmemory-policy
1) "maxmemory-policy"
2) "allkeys-lru"
> CONFIG SET maxmemory-policy VOLATILE-TTL
OK
> CONFIG GET maxmemory-policy
1) "maxmemory-policy"
2) "volatile-ttl"
> CONFIG SET maxmemory-policy noeviction
OK
> CONFIG SET slowlog-log-slower-than -1
OK
> CONFIG GET slowlog-log-slower-than
1) "slowlog-log-slower-than"
2) "-1"
> CONFIG SET slowlog-log-slower-than 10000
OK
> CONFIG SET notify-keyspace-events KEA
OK
> CONFIG GET notify-keyspace-events
1) "notify-keyspace-events"
2) "AKE"
> CONFIG SET notify-keyspace-events Ex$
OK
> CONFIG GET notify-keyspace-events
1) "notify-keyspace-events"
2) "$xE"
> CONFIG SET notify-keyspace-events gK
OK
> CONFIG GET notify-keyspace-events
1) "notify-keyspace-events"
2) "gK"
> CONFIG SET notify-keyspace-events ""
OK
> CONFIG SET client-output-buffer-limit "normal 0 0 0 pubsub 64mb 16mb 90"
OK
> CONFIG GET client-output-buffer-limit
1) "client-output-buffer-limit"
2) "normal 0 0 0 slave 268435456 67108864 60 pubsub 67108864 16777216 90"
> CONFIG SET client-output-buffer-limit "replica 256mb 64mb 60 pubsub 32mb 8mb 60"
OK
> CONFIG GET client-output-buffer-limit
1) "client-output-buffer-limit"
2) "normal 0 0 0 slave 268435456 67108864 60 pubsub 33554432 8388608 60"

# One mistake, and nothing is changed.
> CONFIG SET timeout 5 maxmemory x
(error) ERR CONFIG SET failed (possibly related to argument 'maxmemory') - argument must be a memory value
> CONFIG SET maxmemory x timeout 5
(error) ERR CONFIG SET failed (possibly related to argument 'maxmemory') - argument must be a memory value
> CONFIG SET timeout 5 nothing x
(error) ERR Unknown option or number of arguments for CONFIG SET - 'nothing'
> CONFIG SET timeout 5 timeout 6
(error) ERR CONFIG SET failed (possibly related to argument 'timeout') - duplicate parameter
> CONFIG SET timeout 5 databases 3
(error) ERR CONFIG SET failed (possibly related to argument 'databases') - can't set immutable config
> CONFIG GET timeout
1) "timeout"
2) "0"

# The errors name the option and say what it takes.
> CONFIG SET nothing 1
(error) ERR Unknown option or number of arguments for CONFIG SET - 'nothing'
> CONFIG SET "" 1
(error) ERR Unknown option or number of arguments for CONFIG SET - ''
> CONFIG SET timeout x
(error) ERR CONFIG SET failed (possibly related to argument 'timeout') - argument couldn't be parsed into an integer
> CONFIG SET timeout -1
(error) ERR CONFIG SET failed (possibly related to argument 'timeout') - argument must be between 0 and 2147483647 inclusive
> CONFIG SET timeout 1.5
(error) ERR CONFIG SET failed (possibly related to argument 'timeout') - argument couldn't be parsed into an integer
> CONFIG SET timeout ""
(error) ERR CONFIG SET failed (possibly related to argument 'timeout') - argument couldn't be parsed into an integer
> CONFIG SET timeout 2147483648
(error) ERR CONFIG SET failed (possibly related to argument 'timeout') - argument must be between 0 and 2147483647 inclusive
> CONFIG SET timeout 99999999999999999999
(error) ERR CONFIG SET failed (possibly related to argument 'timeout') - argument couldn't be parsed into an integer
> CONFIG SET hz x
(error) ERR CONFIG SET failed (possibly related to argument 'hz') - argument couldn't be parsed into an integer
> CONFIG SET maxmemory 1x
(error) ERR CONFIG SET failed (possibly related to argument 'maxmemory') - argument must be a memory value
> CONFIG SET maxmemory -1
(error) ERR CONFIG SET failed (possibly related to argument 'maxmemory') - argument must be a memory value
> CONFIG SET maxmemory 1tb
(error) ERR CONFIG SET failed (possibly related to argument 'maxmemory') - argument must be a memory value
> CONFIG SET latency-tracking maybe
(error) ERR CONFIG SET failed (possibly related to argument 'latency-tracking') - argument must be 'yes' or 'no'
> CONFIG SET latency-tracking 1
(error) ERR CONFIG SET failed (possibly related to argument 'latency-tracking') - argument must be 'yes' or 'no'
> CONFIG SET maxmemory-policy whatever
(error) ERR CONFIG SET failed (possibly related to argument 'maxmemory-policy') - argument(s) must be one of the following: volatile-lru, volatile-lfu, volatile-random, volatile-ttl, allkeys-lru, allkeys-lfu, allkeys-random, noeviction
> CONFIG SET maxmemory-policy ""
(error) ERR CONFIG SET failed (possibly related to argument 'maxmemory-policy') - argument(s) must be one of the following: volatile-lru, volatile-lfu, volatile-random, volatile-ttl, allkeys-lru, allkeys-lfu, allkeys-random, noeviction
> CONFIG SET appendfsync sometimes
(error) ERR CONFIG SET failed (possibly related to argument 'appendfsync') - argument(s) must be one of the following: everysec, always, no
> CONFIG SET loglevel loud
(error) ERR CONFIG SET failed (possibly related to argument 'loglevel') - argument(s) must be one of the following: debug, verbose, notice, warning
> CONFIG SET notify-keyspace-events q
(error) ERR CONFIG SET failed (possibly related to argument 'notify-keyspace-events') - Invalid event class character. Use 'Ag$lshzxeKEtmdn'.
> CONFIG SET slowlog-max-len -1
(error) ERR CONFIG SET failed (possibly related to argument 'slowlog-max-len') - argument must be between 0 and 9223372036854775807 inclusive
> CONFIG SET slowlog-max-len x
(error) ERR CONFIG SET failed (possibly related to argument 'slowlog-max-len') - argument couldn't be parsed into an integer
> CONFIG SET latency-monitor-threshold -1
(error) ERR CONFIG SET failed (possibly related to argument 'latency-monitor-threshold') - argument must be between 0 and 9223372036854775807 inclusive
> CONFIG SET maxclients 0
(error) ERR CONFIG SET failed (possibly related to argument 'maxclients') - argument must be between 1 and 4294967295 inclusive
> CONFIG SET client-output-buffer-limit "normal 0 0"
(error) ERR CONFIG SET failed (possibly related to argument 'client-output-buffer-limit') - Wrong number of arguments in buffer limit configuration.
> CONFIG SET client-output-buffer-limit "whatever 0 0 0"
(error) ERR CONFIG SET failed (possibly related to argument 'client-output-buffer-limit') - Invalid client class specified in buffer limit configuration.
> CONFIG SET client-output-buffer-limit "normal x 0 0"
(error) ERR CONFIG SET failed (possibly related to argument 'client-output-buffer-limit') - Error in hard, soft or soft_seconds setting in buffer limit configuration.
> CONFIG SET databases 3
(error) ERR CONFIG SET failed (possibly related to argument 'databases') - can't set immutable config
> CONFIG SET unixsocket /tmp/x
(error) ERR CONFIG SET failed (possibly related to argument 'unixsocket') - can't set immutable config
> CONFIG SET cluster-enabled yes
(error) ERR CONFIG SET failed (possibly related to argument 'cluster-enabled') - can't set immutable config
> CONFIG SET io-threads 3
(error) ERR CONFIG SET failed (possibly related to argument 'io-threads') - can't set immutable config
> CONFIG SET tcp-backlog 10
(error) ERR CONFIG SET failed (possibly related to argument 'tcp-backlog') - can't set immutable config
> CONFIG SET timeout
(error) ERR wrong number of arguments for 'config|set' command
> CONFIG SET timeout 1 hz
(error) ERR syntax error
> CONFIG SET
(error) ERR wrong number of arguments for 'config|set' command
> CONFIG GET
(error) ERR wrong number of arguments for 'config|get' command
> CONFIG
(error) ERR wrong number of arguments for 'config' command

# CONFIG RESETSTAT: the counters of INFO begin anew.
> GET nothing
(nil)
> CONFIG RESETSTAT
OK
> INFO stats
...
~ keyspace_hits:0
~ keyspace_misses:0
...
> CONFIG RESETSTAT now
(error) ERR wrong number of arguments for 'config|resetstat' command

# CONFIG REWRITE writes the options back to the file that the server was started with.
> CONFIG REWRITE
(error) ERR The server is running without a config file
> CONFIG REWRITE now
(error) ERR wrong number of arguments for 'config|rewrite' command
> CONFIG HELP
~ \s*\d+\) CONFIG <subcommand> \[<arg> \[value\] \[opt\] \.\.\.\]\. Subcommands are:
~ \s*\d+\) GET <pattern>
...
~ \s*\d+\) SET <directive> <value>
...
~ \s*\d+\) RESETSTAT
...
~ \s*\d+\) REWRITE
...
~ \s*\d+\) HELP
...
> CONFIG WHATEVER
(error) ERR unknown subcommand 'WHATEVER'. Try CONFIG HELP.
