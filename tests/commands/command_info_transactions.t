# COMMAND INFO of the commands for transactions: name, arity (negative: at least), flags, first and last
# key and the step between, ACL categories, tips, where the keys are, subcommands.

> COMMAND INFO discard
1)  1) "discard"
    2) (integer) 1
    3) 1) noscript
       2) loading
       3) stale
       4) fast
       5) allow_busy
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @fast
       2) @transaction
    8) (empty array)
    9) (empty array)
   10) (empty array)
> COMMAND INFO exec
1)  1) "exec"
    2) (integer) 1
    3) 1) noscript
       2) loading
       3) stale
       4) skip_slowlog
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @slow
       2) @transaction
    8) (empty array)
    9) (empty array)
   10) (empty array)
> COMMAND INFO multi
1)  1) "multi"
    2) (integer) 1
    3) 1) noscript
       2) loading
       3) stale
       4) fast
       5) allow_busy
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @fast
       2) @transaction
    8) (empty array)
    9) (empty array)
   10) (empty array)
> COMMAND INFO unwatch
1)  1) "unwatch"
    2) (integer) 1
    3) 1) noscript
       2) loading
       3) stale
       4) fast
       5) allow_busy
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @fast
       2) @transaction
    8) (empty array)
    9) (empty array)
   10) (empty array)
> COMMAND INFO watch
1)  1) "watch"
    2) (integer) -2
    3) 1) noscript
       2) loading
       3) stale
       4) fast
       5) allow_busy
    4) (integer) 1
    5) (integer) -1
    6) (integer) 1
    7) 1) @fast
       2) @transaction
    8) (empty array)
    9) 1) 1) "flags"
          2) 1) RO
          3) "begin_search"
          4) 1) "type"
             2) "index"
             3) "spec"
             4) 1) "index"
                2) (integer) 1
          5) "find_keys"
          6) 1) "type"
             2) "range"
             3) "spec"
             4) 1) "lastkey"
                2) (integer) -1
                3) "keystep"
                4) (integer) 1
                5) "limit"
                6) (integer) 0
   10) (empty array)
