# COMMAND INFO of the commands for HyperLogLogs: name, arity (negative: at least), flags, first and last
# key and the step between, ACL categories, tips, where the keys are, subcommands.

> COMMAND INFO pfadd
1)  1) "pfadd"
    2) (integer) -2
    3) 1) write
       2) denyoom
       3) fast
    4) (integer) 1
    5) (integer) 1
    6) (integer) 1
    7) 1) @write
       2) @hyperloglog
       3) @fast
    8) (empty array)
    9) 1) 1) "flags"
          2) 1) RW
             2) insert
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
> COMMAND INFO pfcount
1)  1) "pfcount"
    2) (integer) -2
    3) 1) readonly
    4) (integer) 1
    5) (integer) -1
    6) (integer) 1
    7) 1) @read
       2) @hyperloglog
       3) @slow
    8) (empty array)
    9) 1) 1) "notes"
~           2\) ".+"
          3) "flags"
          4) 1) RW
             2) access
          5) "begin_search"
          6) 1) "type"
             2) "index"
             3) "spec"
             4) 1) "index"
                2) (integer) 1
          7) "find_keys"
          8) 1) "type"
             2) "range"
             3) "spec"
             4) 1) "lastkey"
                2) (integer) -1
                3) "keystep"
                4) (integer) 1
                5) "limit"
                6) (integer) 0
   10) (empty array)
> COMMAND INFO pfdebug
1)  1) "pfdebug"
    2) (integer) 3
    3) 1) write
       2) denyoom
       3) admin
    4) (integer) 2
    5) (integer) 2
    6) (integer) 1
    7) 1) @write
       2) @hyperloglog
       3) @admin
       4) @slow
       5) @dangerous
    8) (empty array)
    9) 1) 1) "flags"
          2) 1) RW
             2) access
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
> COMMAND INFO pfmerge
1)  1) "pfmerge"
    2) (integer) -2
    3) 1) write
       2) denyoom
    4) (integer) 1
    5) (integer) -1
    6) (integer) 1
    7) 1) @write
       2) @hyperloglog
       3) @slow
    8) (empty array)
    9) 1) 1) "flags"
          2) 1) RW
             2) access
             3) insert
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
             2) "range"
             3) "spec"
             4) 1) "lastkey"
                2) (integer) -1
                3) "keystep"
                4) (integer) 1
                5) "limit"
                6) (integer) 0
   10) (empty array)
> COMMAND INFO pfselftest
1)  1) "pfselftest"
    2) (integer) 1
    3) 1) admin
    4) (integer) 0
    5) (integer) 0
    6) (integer) 0
    7) 1) @hyperloglog
       2) @admin
       3) @slow
       4) @dangerous
    8) (empty array)
    9) (empty array)
   10) (empty array)
