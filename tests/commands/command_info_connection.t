# COMMAND INFO of the commands for connections: name, arity (negative: at least), flags, first and
# last key and the step between, ACL categories, tips, where the keys are, subcommands.

> COMMAND INFO auth
1)  1) "auth"
    2) (integer) -2
    3) 1) noscript
       2) loading
       3) stale
       4) fast
       5) no_auth
       6) allow_busy
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @fast
       2) @connection
    8) (empty array)
    9) (empty array)
   10) (empty array)
> COMMAND INFO echo
1)  1) "echo"
    2) (integer) 2
    3) 1) loading
       2) stale
       3) fast
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @fast
       2) @connection
    8) (empty array)
    9) (empty array)
   10) (empty array)
> COMMAND INFO hello
1)  1) "hello"
    2) (integer) -1
    3) 1) noscript
       2) loading
       3) stale
       4) fast
       5) no_auth
       6) allow_busy
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @fast
       2) @connection
    8) (empty array)
    9) (empty array)
   10) (empty array)
> COMMAND INFO ping
1)  1) "ping"
    2) (integer) -1
    3) 1) fast
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @fast
       2) @connection
    8) 1) "request_policy:all_shards"
       2) "response_policy:all_succeeded"
    9) (empty array)
   10) (empty array)
> COMMAND INFO quit
1)  1) "quit"
    2) (integer) -1
    3) 1) noscript
       2) loading
       3) stale
       4) fast
       5) no_auth
       6) allow_busy
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @fast
       2) @connection
    8) (empty array)
    9) (empty array)
   10) (empty array)
> COMMAND INFO reset
1)  1) "reset"
    2) (integer) 1
    3) 1) noscript
       2) loading
       3) stale
       4) fast
       5) no_auth
       6) allow_busy
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @fast
       2) @connection
    8) (empty array)
    9) (empty array)
   10) (empty array)
> COMMAND INFO select
1)  1) "select"
    2) (integer) 2
    3) 1) loading
       2) stale
       3) fast
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @fast
       2) @connection
    8) (empty array)
    9) (empty array)
   10) (empty array)
> COMMAND INFO client|getname
1)  1) "client|getname"
    2) (integer) 2
    3) 1) noscript
       2) loading
       3) stale
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @slow
       2) @connection
    8) (empty array)
    9) (empty array)
   10) (empty array)
> COMMAND INFO client|getredir
1)  1) "client|getredir"
    2) (integer) 2
    3) 1) noscript
       2) loading
       3) stale
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @slow
       2) @connection
    8) (empty array)
    9) (empty array)
   10) (empty array)
> COMMAND INFO client|help
1)  1) "client|help"
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
> COMMAND INFO client|id
1)  1) "client|id"
    2) (integer) 2
    3) 1) noscript
       2) loading
       3) stale
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @slow
       2) @connection
    8) (empty array)
    9) (empty array)
   10) (empty array)
> COMMAND INFO client|info
1)  1) "client|info"
    2) (integer) 2
    3) 1) noscript
       2) loading
       3) stale
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @slow
       2) @connection
    8) 1) "nondeterministic_output"
    9) (empty array)
   10) (empty array)
> COMMAND INFO client|kill
1)  1) "client|kill"
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
       4) @connection
    8) (empty array)
    9) (empty array)
   10) (empty array)
> COMMAND INFO client|list
1)  1) "client|list"
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
       4) @connection
    8) 1) "nondeterministic_output"
    9) (empty array)
   10) (empty array)
> COMMAND INFO client|no-evict
1)  1) "client|no-evict"
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
       4) @connection
    8) (empty array)
    9) (empty array)
   10) (empty array)
> COMMAND INFO client|pause
1)  1) "client|pause"
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
       4) @connection
    8) (empty array)
    9) (empty array)
   10) (empty array)
> COMMAND INFO client|reply
1)  1) "client|reply"
    2) (integer) 3
    3) 1) noscript
       2) loading
       3) stale
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @slow
       2) @connection
    8) (empty array)
    9) (empty array)
   10) (empty array)
> COMMAND INFO client|setname
1)  1) "client|setname"
    2) (integer) 3
    3) 1) noscript
       2) loading
       3) stale
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @slow
       2) @connection
    8) (empty array)
    9) (empty array)
   10) (empty array)
> COMMAND INFO client|unpause
1)  1) "client|unpause"
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
       4) @connection
    8) (empty array)
    9) (empty array)
   10) (empty array)
