# COMMAND INFO of the commands for sorted sets: name, arity (negative: at least), flags, first and last
# key and the step between, ACL categories, tips, where the keys are, subcommands.

> COMMAND INFO bzmpop
1)  1) "bzmpop"
    2) (integer) -5
    3) 1) write
       2) blocking
       3) movablekeys
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @write
       2) @sortedset
       3) @slow
       4) @blocking
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
                2) (integer) 2
          5) "find_keys"
          6) 1) "type"
             2) "keynum"
             3) "spec"
             4) 1) "keynumidx"
                2) (integer) 0
                3) "firstkey"
                4) (integer) 1
                5) "keystep"
                6) (integer) 1
   10) (empty array)
> COMMAND INFO bzpopmax
1)  1) "bzpopmax"
    2) (integer) -3
    3) 1) write
       2) noscript
       3) blocking
       4) fast
    4) (integer) 1
    5) (integer) -2
    6) (integer) 1
    7) 1) @write
       2) @sortedset
       3) @fast
       4) @blocking
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
                2) (integer) -2
                3) "keystep"
                4) (integer) 1
                5) "limit"
                6) (integer) 0
   10) (empty array)
> COMMAND INFO bzpopmin
1)  1) "bzpopmin"
    2) (integer) -3
    3) 1) write
       2) noscript
       3) blocking
       4) fast
    4) (integer) 1
    5) (integer) -2
    6) (integer) 1
    7) 1) @write
       2) @sortedset
       3) @fast
       4) @blocking
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
                2) (integer) -2
                3) "keystep"
                4) (integer) 1
                5) "limit"
                6) (integer) 0
   10) (empty array)
> COMMAND INFO zadd
1)  1) "zadd"
    2) (integer) -4
    3) 1) write
       2) denyoom
       3) fast
    4) (integer) 1
    5) (integer) 1
    6) (integer) 1
    7) 1) @write
       2) @sortedset
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
> COMMAND INFO zcard
1)  1) "zcard"
    2) (integer) 2
    3) 1) readonly
       2) fast
    4) (integer) 1
    5) (integer) 1
    6) (integer) 1
    7) 1) @read
       2) @sortedset
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
> COMMAND INFO zcount
1)  1) "zcount"
    2) (integer) 4
    3) 1) readonly
       2) fast
    4) (integer) 1
    5) (integer) 1
    6) (integer) 1
    7) 1) @read
       2) @sortedset
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
> COMMAND INFO zdiff
1)  1) "zdiff"
    2) (integer) -3
    3) 1) readonly
       2) movablekeys
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @read
       2) @sortedset
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
             2) "keynum"
             3) "spec"
             4) 1) "keynumidx"
                2) (integer) 0
                3) "firstkey"
                4) (integer) 1
                5) "keystep"
                6) (integer) 1
   10) (empty array)
> COMMAND INFO zdiffstore
1)  1) "zdiffstore"
    2) (integer) -4
    3) 1) write
       2) denyoom
       3) movablekeys
    4) (integer) 1
    5) (integer) 1
    6) (integer) 1
    7) 1) @write
       2) @sortedset
       3) @slow
    8) (empty array)
    9) 1) 1) "flags"
          2) 1) OW
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
       2) 1) "flags"
          2) 1) RO
             2) access
          3) "begin_search"
          4) 1) "type"
             2) "index"
             3) "spec"
             4) 1) "index"
                2) (integer) 2
          5) "find_keys"
          6) 1) "type"
             2) "keynum"
             3) "spec"
             4) 1) "keynumidx"
                2) (integer) 0
                3) "firstkey"
                4) (integer) 1
                5) "keystep"
                6) (integer) 1
   10) (empty array)
> COMMAND INFO zincrby
1)  1) "zincrby"
    2) (integer) 4
    3) 1) write
       2) denyoom
       3) fast
    4) (integer) 1
    5) (integer) 1
    6) (integer) 1
    7) 1) @write
       2) @sortedset
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
> COMMAND INFO zinter
1)  1) "zinter"
    2) (integer) -3
    3) 1) readonly
       2) movablekeys
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @read
       2) @sortedset
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
             2) "keynum"
             3) "spec"
             4) 1) "keynumidx"
                2) (integer) 0
                3) "firstkey"
                4) (integer) 1
                5) "keystep"
                6) (integer) 1
   10) (empty array)
> COMMAND INFO zintercard
1)  1) "zintercard"
    2) (integer) -3
    3) 1) readonly
       2) movablekeys
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @read
       2) @sortedset
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
             2) "keynum"
             3) "spec"
             4) 1) "keynumidx"
                2) (integer) 0
                3) "firstkey"
                4) (integer) 1
                5) "keystep"
                6) (integer) 1
   10) (empty array)
> COMMAND INFO zinterstore
1)  1) "zinterstore"
    2) (integer) -4
    3) 1) write
       2) denyoom
       3) movablekeys
    4) (integer) 1
    5) (integer) 1
    6) (integer) 1
    7) 1) @write
       2) @sortedset
       3) @slow
    8) (empty array)
    9) 1) 1) "flags"
          2) 1) OW
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
       2) 1) "flags"
          2) 1) RO
             2) access
          3) "begin_search"
          4) 1) "type"
             2) "index"
             3) "spec"
             4) 1) "index"
                2) (integer) 2
          5) "find_keys"
          6) 1) "type"
             2) "keynum"
             3) "spec"
             4) 1) "keynumidx"
                2) (integer) 0
                3) "firstkey"
                4) (integer) 1
                5) "keystep"
                6) (integer) 1
   10) (empty array)
> COMMAND INFO zlexcount
1)  1) "zlexcount"
    2) (integer) 4
    3) 1) readonly
       2) fast
    4) (integer) 1
    5) (integer) 1
    6) (integer) 1
    7) 1) @read
       2) @sortedset
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
> COMMAND INFO zmpop
1)  1) "zmpop"
    2) (integer) -4
    3) 1) write
       2) movablekeys
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @write
       2) @sortedset
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
             2) "keynum"
             3) "spec"
             4) 1) "keynumidx"
                2) (integer) 0
                3) "firstkey"
                4) (integer) 1
                5) "keystep"
                6) (integer) 1
   10) (empty array)
> COMMAND INFO zmscore
1)  1) "zmscore"
    2) (integer) -3
    3) 1) readonly
       2) fast
    4) (integer) 1
    5) (integer) 1
    6) (integer) 1
    7) 1) @read
       2) @sortedset
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
> COMMAND INFO zpopmax
1)  1) "zpopmax"
    2) (integer) -2
    3) 1) write
       2) fast
    4) (integer) 1
    5) (integer) 1
    6) (integer) 1
    7) 1) @write
       2) @sortedset
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
   10) (empty array)
> COMMAND INFO zpopmin
1)  1) "zpopmin"
    2) (integer) -2
    3) 1) write
       2) fast
    4) (integer) 1
    5) (integer) 1
    6) (integer) 1
    7) 1) @write
       2) @sortedset
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
   10) (empty array)
