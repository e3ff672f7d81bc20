# COMMAND INFO of the commands for pub/sub: name, arity (negative: at least), flags, first and last
# key and the step between, ACL categories, tips, where the keys are, subcommands.

> COMMAND INFO psubscribe
1)  1) "psubscribe"
    2) (integer) -2
    3) 1) pubsub
       2) noscript
       3) loading
       4) stale
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @pubsub
       2) @slow
    8) (empty array)
    9) (empty array)
   10) (empty array)
> COMMAND INFO publish
1)  1) "publish"
    2) (integer) 3
    3) 1) pubsub
       2) loading
       3) stale
       4) fast
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @pubsub
       2) @fast
    8) (empty array)
    9) (empty array)
   10) (empty array)
> COMMAND INFO pubsub
1)  1) "pubsub"
    2) (integer) -2
    3) (empty array)
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @slow
    8) (empty array)
    9) (empty array)
...
> COMMAND INFO pubsub|channels
1)  1) "pubsub|channels"
    2) (integer) -2
    3) 1) pubsub
       2) loading
       3) stale
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @pubsub
       2) @slow
    8) (empty array)
    9) (empty array)
   10) (empty array)
> COMMAND INFO pubsub|help
1)  1) "pubsub|help"
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
> COMMAND INFO pubsub|numpat
1)  1) "pubsub|numpat"
    2) (integer) 2
    3) 1) pubsub
       2) loading
       3) stale
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @pubsub
       2) @slow
    8) (empty array)
    9) (empty array)
   10) (empty array)
> COMMAND INFO pubsub|numsub
1)  1) "pubsub|numsub"
    2) (integer) -2
    3) 1) pubsub
       2) loading
       3) stale
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @pubsub
       2) @slow
    8) (empty array)
    9) (empty array)
   10) (empty array)
> COMMAND INFO pubsub|shardchannels
1)  1) "pubsub|shardchannels"
    2) (integer) -2
    3) 1) pubsub
       2) loading
       3) stale
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @pubsub
       2) @slow
    8) (empty array)
    9) (empty array)
   10) (empty array)
> COMMAND INFO pubsub|shardnumsub
1)  1) "pubsub|shardnumsub"
    2) (integer) -2
    3) 1) pubsub
       2) loading
       3) stale
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @pubsub
       2) @slow
    8) (empty array)
    9) (empty array)
   10) (empty array)
> COMMAND INFO punsubscribe
1)  1) "punsubscribe"
    2) (integer) -1
    3) 1) pubsub
       2) noscript
       3) loading
       4) stale
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @pubsub
       2) @slow
    8) (empty array)
    9) (empty array)
   10) (empty array)
> COMMAND INFO spublish
1)  1) "spublish"
    2) (integer) 3
    3) 1) pubsub
       2) loading
       3) stale
       4) fast
    4) (integer) 1
    5) (integer) 1
    6) (integer) 1
    7) 1) @pubsub
       2) @fast
    8) (empty array)
    9) 1) 1) "flags"
          2) 1) not_key
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
                2) (integer) 0
                3) "keystep"
                4) (integer) 1
                5) "limit"
                6) (integer) 0
   10) (empty array)
> COMMAND INFO ssubscribe
1)  1) "ssubscribe"
    2) (integer) -2
    3) 1) pubsub
       2) noscript
       3) loading
       4) stale
    4) (integer) 1
    5) (integer) -1
    6) (integer) 1
    7) 1) @pubsub
       2) @slow
    8) (empty array)
    9) 1) 1) "flags"
          2) 1) not_key
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
> COMMAND INFO subscribe
1)  1) "subscribe"
    2) (integer) -2
    3) 1) pubsub
       2) noscript
       3) loading
       4) stale
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @pubsub
       2) @slow
    8) (empty array)
    9) (empty array)
   10) (empty array)
> COMMAND INFO sunsubscribe
1)  1) "sunsubscribe"
    2) (integer) -1
    3) 1) pubsub
       2) noscript
       3) loading
       4) stale
    4) (integer) 1
    5) (integer) -1
    6) (integer) 1
    7) 1) @pubsub
       2) @slow
    8) (empty array)
    9) 1) 1) "flags"
          2) 1) not_key
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
> COMMAND INFO unsubscribe
1)  1) "unsubscribe"
    2) (integer) -1
    3) 1) pubsub
       2) noscript
       3) loading
       4) stale
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @pubsub
       2) @slow
    8) (empty array)
    9) (empty array)
   10) (empty array)
