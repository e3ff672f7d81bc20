# COMMAND INFO of the commands for the server: name, arity (negative: at least), flags, first and
# last key and the step between, ACL categories, tips, where the keys are, subcommands.

> COMMAND INFO command|count
1)  1) "command|count"
    2) (integer) 2
    3) 1) loading
       2) stale
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @slow
       2) @connection
    8) (empty array)
    9) (empty array)
   10) (empty array)
> COMMAND INFO command|docs
1)  1) "command|docs"
    2) (integer) -2
    3) 1) loading
       2) stale
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @slow
       2) @connection
    8) 1) "nondeterministic_output_order"
    9) (empty array)
   10) (empty array)
> COMMAND INFO command|getkeys
1)  1) "command|getkeys"
    2) (integer) -4
    3) 1) loading
       2) stale
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @slow
       2) @connection
    8) (empty array)
    9) (empty array)
   10) (empty array)
> COMMAND INFO command|getkeysandflags
1)  1) "command|getkeysandflags"
    2) (integer) -4
    3) 1) loading
       2) stale
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @slow
       2) @connection
    8) (empty array)
    9) (empty array)
   10) (empty array)
> COMMAND INFO command|help
1)  1) "command|help"
    2) (integer) 2
    3) 1) loading
       2) stale
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @slow
       2) @connection
    8) (empty array)
    9) (empty array)
   10) (empty array)
> COMMAND INFO command|info
1)  1) "command|info"
    2) (integer) -2
    3) 1) loading
       2) stale
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @slow
       2) @connection
    8) 1) "nondeterministic_output_order"
    9) (empty array)
   10) (empty array)
> COMMAND INFO command|list
1)  1) "command|list"
    2) (integer) -2
    3) 1) loading
       2) stale
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @slow
       2) @connection
    8) 1) "nondeterministic_output_order"
    9) (empty array)
   10) (empty array)
> COMMAND INFO config|get
1)  1) "config|get"
    2) (integer) -3
    3) 1) admin
       2) noscript
       3) loading
       4) stale
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @admin
       2) @slow
       3) @dangerous
    8) (empty array)
    9) (empty array)
   10) (empty array)
> COMMAND INFO config|help
1)  1) "config|help"
    2) (integer) 2
    3) 1) loading
       2) stale
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @slow
    8) (empty array)
    9) (empty array)
   10) (empty array)
> COMMAND INFO config|resetstat
1)  1) "config|resetstat"
    2) (integer) 2
    3) 1) admin
       2) noscript
       3) loading
       4) stale
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @admin
       2) @slow
       3) @dangerous
    8) (empty array)
    9) (empty array)
   10) (empty array)
> COMMAND INFO config|rewrite
1)  1) "config|rewrite"
    2) (integer) 2
    3) 1) admin
       2) noscript
       3) loading
       4) stale
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @admin
       2) @slow
       3) @dangerous
    8) (empty array)
    9) (empty array)
   10) (empty array)
> COMMAND INFO config|set
1)  1) "config|set"
    2) (integer) -4
    3) 1) admin
       2) noscript
       3) loading
       4) stale
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @admin
       2) @slow
       3) @dangerous
    8) 1) "request_policy:all_nodes"
       2) "response_policy:all_succeeded"
    9) (empty array)
   10) (empty array)
> COMMAND INFO debug
1)  1) "debug"
    2) (integer) -2
    3) 1) admin
       2) noscript
       3) loading
       4) stale
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @admin
       2) @slow
       3) @dangerous
    8) (empty array)
    9) (empty array)
   10) (empty array)
> COMMAND INFO info
1)  1) "info"
    2) (integer) -1
    3) 1) loading
       2) stale
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @slow
       2) @dangerous
    8) 1) "nondeterministic_output"
       2) "request_policy:all_shards"
       3) "response_policy:special"
    9) (empty array)
   10) (empty array)
> COMMAND INFO latency|doctor
1)  1) "latency|doctor"
    2) (integer) 2
    3) 1) admin
       2) noscript
       3) loading
       4) stale
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @admin
       2) @slow
       3) @dangerous
    8) 1) "nondeterministic_output"
       2) "request_policy:all_nodes"
       3) "response_policy:special"
    9) (empty array)
   10) (empty array)
> COMMAND INFO latency|graph
1)  1) "latency|graph"
    2) (integer) 3
    3) 1) admin
       2) noscript
       3) loading
       4) stale
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @admin
       2) @slow
       3) @dangerous
    8) 1) "nondeterministic_output"
       2) "request_policy:all_nodes"
       3) "response_policy:special"
    9) (empty array)
   10) (empty array)
> COMMAND INFO latency|help
1)  1) "latency|help"
    2) (integer) 2
    3) 1) loading
       2) stale
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @slow
    8) (empty array)
    9) (empty array)
   10) (empty array)
> COMMAND INFO latency|histogram
1)  1) "latency|histogram"
    2) (integer) -2
    3) 1) admin
       2) noscript
       3) loading
       4) stale
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @admin
       2) @slow
       3) @dangerous
    8) 1) "nondeterministic_output"
       2) "request_policy:all_nodes"
       3) "response_policy:special"
    9) (empty array)
   10) (empty array)
> COMMAND INFO latency|history
1)  1) "latency|history"
    2) (integer) 3
    3) 1) admin
       2) noscript
       3) loading
       4) stale
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @admin
       2) @slow
       3) @dangerous
    8) 1) "nondeterministic_output"
       2) "request_policy:all_nodes"
       3) "response_policy:special"
    9) (empty array)
   10) (empty array)
> COMMAND INFO latency|latest
1)  1) "latency|latest"
    2) (integer) 2
    3) 1) admin
       2) noscript
       3) loading
       4) stale
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @admin
       2) @slow
       3) @dangerous
    8) 1) "nondeterministic_output"
       2) "request_policy:all_nodes"
       3) "response_policy:special"
    9) (empty array)
   10) (empty array)
> COMMAND INFO latency|reset
1)  1) "latency|reset"
    2) (integer) -2
    3) 1) admin
       2) noscript
       3) loading
       4) stale
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @admin
       2) @slow
       3) @dangerous
    8) 1) "request_policy:all_nodes"
       2) "response_policy:all_succeeded"
    9) (empty array)
   10) (empty array)
> COMMAND INFO lolwut
1)  1) "lolwut"
    2) (integer) -1
    3) 1) readonly
       2) fast
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @read
       2) @fast
    8) (empty array)
    9) (empty array)
   10) (empty array)
> COMMAND INFO memory|doctor
1)  1) "memory|doctor"
    2) (integer) 2
    3) (empty array)
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @slow
    8) 1) "nondeterministic_output"
       2) "request_policy:all_shards"
       3) "response_policy:special"
    9) (empty array)
   10) (empty array)
> COMMAND INFO memory|help
1)  1) "memory|help"
    2) (integer) 2
    3) 1) loading
       2) stale
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @slow
    8) (empty array)
    9) (empty array)
   10) (empty array)
> COMMAND INFO memory|malloc-stats
1)  1) "memory|malloc-stats"
    2) (integer) 2
    3) (empty array)
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @slow
    8) 1) "nondeterministic_output"
       2) "request_policy:all_shards"
       3) "response_policy:special"
    9) (empty array)
   10) (empty array)
> COMMAND INFO memory|purge
1)  1) "memory|purge"
    2) (integer) 2
    3) (empty array)
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @slow
    8) 1) "request_policy:all_shards"
       2) "response_policy:all_succeeded"
    9) (empty array)
   10) (empty array)
> COMMAND INFO memory|stats
1)  1) "memory|stats"
    2) (integer) 2
    3) (empty array)
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @slow
    8) 1) "nondeterministic_output"
       2) "request_policy:all_shards"
       3) "response_policy:special"
    9) (empty array)
   10) (empty array)
> COMMAND INFO memory|usage
1)  1) "memory|usage"
    2) (integer) -3
    3) 1) readonly
    4) (integer) 2
    5) (integer) 2
    6) (integer) 1
    7) 1) @read
       2) @slow
    8) (empty array)
    9) 1) 1) "flags"
          2) 1) RO
          3) "begin_search"
          4) 1) "type"
             2) "index"
             3) "spec"
             4) 1) "index"
                2) (integer) 2
          5) "find_keys"
          6) 1) "type"
             2) "range"
             3) "spec"
             4) 1) "lastkey"
                2) (integer) 0
                3) "keystep"
                4) (integer) 1
                5) "limit"
                6) (integer) 0
   10) (empty array)
> COMMAND INFO monitor
1)  1) "monitor"
    2) (integer) 1
    3) 1) admin
       2) noscript
       3) loading
       4) stale
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @admin
       2) @slow
       3) @dangerous
    8) (empty array)
    9) (empty array)
   10) (empty array)
> COMMAND INFO shutdown
1)  1) "shutdown"
    2) (integer) -1
    3) 1) admin
       2) noscript
       3) loading
       4) stale
       5) no_multi
       6) allow_busy
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @admin
       2) @slow
       3) @dangerous
    8) (empty array)
    9) (empty array)
   10) (empty array)
> COMMAND INFO slowlog|get
1)  1) "slowlog|get"
    2) (integer) -2
    3) 1) admin
       2) loading
       3) stale
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @admin
       2) @slow
       3) @dangerous
    8) 1) "request_policy:all_nodes"
       2) "nondeterministic_output"
    9) (empty array)
   10) (empty array)
> COMMAND INFO slowlog|help
1)  1) "slowlog|help"
    2) (integer) 2
    3) 1) loading
       2) stale
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @slow
    8) (empty array)
    9) (empty array)
   10) (empty array)
> COMMAND INFO slowlog|len
1)  1) "slowlog|len"
    2) (integer) 2
    3) 1) admin
       2) loading
       3) stale
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @admin
       2) @slow
       3) @dangerous
    8) 1) "request_policy:all_nodes"
       2) "response_policy:agg_sum"
       3) "nondeterministic_output"
    9) (empty array)
   10) (empty array)
> COMMAND INFO slowlog|reset
1)  1) "slowlog|reset"
    2) (integer) 2
    3) 1) admin
       2) loading
       3) stale
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @admin
       2) @slow
       3) @dangerous
    8) 1) "request_policy:all_nodes"
       2) "response_policy:all_succeeded"
    9) (empty array)
   10) (empty array)
> COMMAND INFO time
1)  1) "time"
    2) (integer) 1
    3) 1) loading
       2) stale
       3) fast
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @fast
    8) 1) "nondeterministic_output"
    9) (empty array)
   10) (empty array)

# Those that have subcommands list them in the last place.
> COMMAND INFO object
1)  1) "object"
    2) (integer) -2
    3) (empty array)
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @slow
    8) (empty array)
    9) (empty array)
...
> COMMAND INFO client
1)  1) "client"
    2) (integer) -2
    3) (empty array)
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @slow
    8) (empty array)
    9) (empty array)
...
> COMMAND INFO config
1)  1) "config"
    2) (integer) -2
    3) (empty array)
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @slow
    8) (empty array)
    9) (empty array)
...
> COMMAND INFO command
1)  1) "command"
    2) (integer) -1
    3) 1) loading
       2) stale
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @slow
       2) @connection
    8) 1) "nondeterministic_output_order"
    9) (empty array)
...
> COMMAND INFO latency
1)  1) "latency"
    2) (integer) -2
    3) (empty array)
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @slow
    8) (empty array)
    9) (empty array)
...
> COMMAND INFO memory
1)  1) "memory"
    2) (integer) -2
    3) (empty array)
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @slow
    8) (empty array)
    9) (empty array)
...
> COMMAND INFO slowlog
1)  1) "slowlog"
    2) (integer) -2
    3) (empty array)
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @slow
    8) (empty array)
    9) (empty array)
...
