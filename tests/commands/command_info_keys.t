# COMMAND INFO of the commands for keys and databases: name, arity (negative: at least), flags,
# first and last key and the step between, ACL categories, tips, where the keys are, subcommands.

> COMMAND INFO copy
1)  1) "copy"
    2) (integer) -3
    3) 1) write
       2) denyoom
    4) (integer) 1
    5) (integer) 2
    6) (integer) 1
    7) 1) @keyspace
       2) @write
       3) @slow
    8) (empty array)
    9) 1) 1) "flags"
          2) 1) RO
             2) access
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
       2) 1) "flags"
          2) 1) OW
             2) update
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
> COMMAND INFO del
1)  1) "del"
    2) (integer) -2
    3) 1) write
    4) (integer) 1
    5) (integer) -1
    6) (integer) 1
    7) 1) @keyspace
       2) @write
       3) @slow
    8) 1) "request_policy:multi_shard"
       2) "response_policy:agg_sum"
    9) 1) 1) "flags"
          2) 1) RM
             2) delete
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
> COMMAND INFO exists
1)  1) "exists"
    2) (integer) -2
    3) 1) readonly
       2) fast
    4) (integer) 1
    5) (integer) -1
    6) (integer) 1
    7) 1) @keyspace
       2) @read
       3) @fast
    8) 1) "request_policy:multi_shard"
       2) "response_policy:agg_sum"
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
> COMMAND INFO expire
1)  1) "expire"
    2) (integer) -3
    3) 1) write
       2) fast
    4) (integer) 1
    5) (integer) 1
    6) (integer) 1
    7) 1) @keyspace
       2) @write
       3) @fast
    8) (empty array)
    9) 1) 1) "flags"
          2) 1) RW
             2) update
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
> COMMAND INFO expireat
1)  1) "expireat"
    2) (integer) -3
    3) 1) write
       2) fast
    4) (integer) 1
    5) (integer) 1
    6) (integer) 1
    7) 1) @keyspace
       2) @write
       3) @fast
    8) (empty array)
    9) 1) 1) "flags"
          2) 1) RW
             2) update
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
> COMMAND INFO expiretime
1)  1) "expiretime"
    2) (integer) 2
    3) 1) readonly
       2) fast
    4) (integer) 1
    5) (integer) 1
    6) (integer) 1
    7) 1) @keyspace
       2) @read
       3) @fast
    8) (empty array)
    9) 1) 1) "flags"
          2) 1) RO
             2) access
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
> COMMAND INFO keys
1)  1) "keys"
    2) (integer) 2
    3) 1) readonly
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @keyspace
       2) @read
       3) @slow
       4) @dangerous
    8) 1) "request_policy:all_shards"
       2) "nondeterministic_output_order"
    9) (empty array)
   10) (empty array)
> COMMAND INFO move
1)  1) "move"
    2) (integer) 3
    3) 1) write
       2) fast
    4) (integer) 1
    5) (integer) 1
    6) (integer) 1
    7) 1) @keyspace
       2) @write
       3) @fast
    8) (empty array)
    9) 1) 1) "flags"
          2) 1) RW
             2) access
             3) update
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
> COMMAND INFO object|encoding
1)  1) "object|encoding"
    2) (integer) 3
    3) 1) readonly
    4) (integer) 2
    5) (integer) 2
    6) (integer) 1
    7) 1) @keyspace
       2) @read
       3) @slow
    8) 1) "nondeterministic_output"
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
> COMMAND INFO object|freq
1)  1) "object|freq"
    2) (integer) 3
    3) 1) readonly
    4) (integer) 2
    5) (integer) 2
    6) (integer) 1
    7) 1) @keyspace
       2) @read
       3) @slow
    8) 1) "nondeterministic_output"
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
> COMMAND INFO object|help
1)  1) "object|help"
    2) (integer) 2
    3) 1) loading
       2) stale
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @keyspace
       2) @slow
    8) (empty array)
    9) (empty array)
   10) (empty array)
> COMMAND INFO object|idletime
1)  1) "object|idletime"
    2) (integer) 3
    3) 1) readonly
    4) (integer) 2
    5) (integer) 2
    6) (integer) 1
    7) 1) @keyspace
       2) @read
       3) @slow
    8) 1) "nondeterministic_output"
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
> COMMAND INFO object|refcount
1)  1) "object|refcount"
    2) (integer) 3
    3) 1) readonly
    4) (integer) 2
    5) (integer) 2
    6) (integer) 1
    7) 1) @keyspace
       2) @read
       3) @slow
    8) 1) "nondeterministic_output"
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
> COMMAND INFO persist
1)  1) "persist"
    2) (integer) 2
    3) 1) write
       2) fast
    4) (integer) 1
    5) (integer) 1
    6) (integer) 1
    7) 1) @keyspace
       2) @write
       3) @fast
    8) (empty array)
    9) 1) 1) "flags"
          2) 1) RW
             2) update
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
> COMMAND INFO pexpire
1)  1) "pexpire"
    2) (integer) -3
    3) 1) write
       2) fast
    4) (integer) 1
    5) (integer) 1
    6) (integer) 1
    7) 1) @keyspace
       2) @write
       3) @fast
    8) (empty array)
    9) 1) 1) "flags"
          2) 1) RW
             2) update
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
> COMMAND INFO pexpireat
1)  1) "pexpireat"
    2) (integer) -3
    3) 1) write
       2) fast
    4) (integer) 1
    5) (integer) 1
    6) (integer) 1
    7) 1) @keyspace
       2) @write
       3) @fast
    8) (empty array)
    9) 1) 1) "flags"
          2) 1) RW
             2) update
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
> COMMAND INFO pexpiretime
1)  1) "pexpiretime"
    2) (integer) 2
    3) 1) readonly
       2) fast
    4) (integer) 1
    5) (integer) 1
    6) (integer) 1
    7) 1) @keyspace
       2) @read
       3) @fast
    8) (empty array)
    9) 1) 1) "flags"
          2) 1) RO
             2) access
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
> COMMAND INFO pttl
1)  1) "pttl"
    2) (integer) 2
    3) 1) readonly
       2) fast
    4) (integer) 1
    5) (integer) 1
    6) (integer) 1
    7) 1) @keyspace
       2) @read
       3) @fast
    8) 1) "nondeterministic_output"
    9) 1) 1) "flags"
          2) 1) RO
             2) access
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
> COMMAND INFO randomkey
1)  1) "randomkey"
    2) (integer) 1
    3) 1) readonly
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @keyspace
       2) @read
       3) @slow
    8) 1) "request_policy:all_shards"
       2) "nondeterministic_output"
    9) (empty array)
   10) (empty array)
> COMMAND INFO rename
1)  1) "rename"
    2) (integer) 3
    3) 1) write
    4) (integer) 1
    5) (integer) 2
    6) (integer) 1
    7) 1) @keyspace
       2) @write
       3) @slow
    8) (empty array)
    9) 1) 1) "flags"
          2) 1) RW
             2) access
             3) delete
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
       2) 1) "flags"
          2) 1) OW
             2) update
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
> COMMAND INFO renamenx
1)  1) "renamenx"
    2) (integer) 3
    3) 1) write
       2) fast
    4) (integer) 1
    5) (integer) 2
    6) (integer) 1
    7) 1) @keyspace
       2) @write
       3) @fast
    8) (empty array)
    9) 1) 1) "flags"
          2) 1) RW
             2) access
             3) delete
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
       2) 1) "flags"
          2) 1) OW
             2) insert
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
> COMMAND INFO scan
1)  1) "scan"
    2) (integer) -2
    3) 1) readonly
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @keyspace
       2) @read
       3) @slow
    8) 1) "nondeterministic_output"
       2) "request_policy:special"
    9) (empty array)
   10) (empty array)
> COMMAND INFO touch
1)  1) "touch"
    2) (integer) -2
    3) 1) readonly
       2) fast
    4) (integer) 1
    5) (integer) -1
    6) (integer) 1
    7) 1) @keyspace
       2) @read
       3) @fast
    8) 1) "request_policy:multi_shard"
       2) "response_policy:agg_sum"
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
> COMMAND INFO ttl
1)  1) "ttl"
    2) (integer) 2
    3) 1) readonly
       2) fast
    4) (integer) 1
    5) (integer) 1
    6) (integer) 1
    7) 1) @keyspace
       2) @read
       3) @fast
    8) 1) "nondeterministic_output"
    9) 1) 1) "flags"
          2) 1) RO
             2) access
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
> COMMAND INFO type
1)  1) "type"
    2) (integer) 2
    3) 1) readonly
       2) fast
    4) (integer) 1
    5) (integer) 1
    6) (integer) 1
    7) 1) @keyspace
       2) @read
       3) @fast
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
                2) (integer) 0
                3) "keystep"
                4) (integer) 1
                5) "limit"
                6) (integer) 0
   10) (empty array)
> COMMAND INFO unlink
1)  1) "unlink"
    2) (integer) -2
    3) 1) write
       2) fast
    4) (integer) 1
    5) (integer) -1
    6) (integer) 1
    7) 1) @keyspace
       2) @write
       3) @fast
    8) 1) "request_policy:multi_shard"
       2) "response_policy:agg_sum"
    9) 1) 1) "flags"
          2) 1) RM
             2) delete
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
> COMMAND INFO dbsize
1)  1) "dbsize"
    2) (integer) 1
    3) 1) readonly
       2) fast
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @keyspace
       2) @read
       3) @fast
    8) 1) "request_policy:all_shards"
       2) "response_policy:agg_sum"
    9) (empty array)
   10) (empty array)
> COMMAND INFO flushall
1)  1) "flushall"
    2) (integer) -1
    3) 1) write
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @keyspace
       2) @write
       3) @slow
       4) @dangerous
    8) 1) "request_policy:all_shards"
       2) "response_policy:all_succeeded"
    9) (empty array)
   10) (empty array)
> COMMAND INFO flushdb
1)  1) "flushdb"
    2) (integer) -1
    3) 1) write
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @keyspace
       2) @write
       3) @slow
       4) @dangerous
    8) 1) "request_policy:all_shards"
       2) "response_policy:all_succeeded"
    9) (empty array)
   10) (empty array)
> COMMAND INFO swapdb
1)  1) "swapdb"
    2) (integer) 3
    3) 1) write
       2) fast
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @keyspace
       2) @write
       3) @fast
       4) @dangerous
    8) (empty array)
    9) (empty array)
   10) (empty array)
