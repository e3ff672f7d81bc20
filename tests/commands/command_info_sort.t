# COMMAND INFO of the commands for sorting and dumping: name, arity (negative: at least), flags, first and last
# key and the step between, ACL categories, tips, where the keys are, subcommands.

> COMMAND INFO sort
1)  1) "sort"
    2) (integer) -2
    3) 1) write
       2) denyoom
       3) movablekeys
    4) (integer) 1
    5) (integer) 1
    6) (integer) 1
    7) 1) @write
       2) @set
       3) @sortedset
       4) @list
       5) @slow
       6) @dangerous
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
       2) 1) "notes"
~           2\) ".+"
          3) "flags"
          4) 1) RO
             2) access
          5) "begin_search"
          6) 1) "type"
             2) "unknown"
             3) "spec"
             4) (empty array)
          7) "find_keys"
          8) 1) "type"
             2) "unknown"
             3) "spec"
             4) (empty array)
       3) 1) "notes"
~           2\) ".+"
          3) "flags"
          4) 1) OW
             2) update
          5) "begin_search"
          6) 1) "type"
             2) "unknown"
             3) "spec"
             4) (empty array)
          7) "find_keys"
          8) 1) "type"
             2) "unknown"
             3) "spec"
             4) (empty array)
   10) (empty array)
> COMMAND INFO sort_ro
1)  1) "sort_ro"
    2) (integer) -2
    3) 1) readonly
       2) movablekeys
    4) (integer) 1
    5) (integer) 1
    6) (integer) 1
    7) 1) @read
       2) @set
       3) @sortedset
       4) @list
       5) @slow
       6) @dangerous
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
       2) 1) "notes"
~           2\) ".+"
          3) "flags"
          4) 1) RO
             2) access
          5) "begin_search"
          6) 1) "type"
             2) "unknown"
             3) "spec"
             4) (empty array)
          7) "find_keys"
          8) 1) "type"
             2) "unknown"
             3) "spec"
             4) (empty array)
   10) (empty array)
> COMMAND INFO dump
1)  1) "dump"
    2) (integer) 2
    3) 1) readonly
    4) (integer) 1
    5) (integer) 1
    6) (integer) 1
    7) 1) @keyspace
       2) @read
       3) @slow
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
> COMMAND INFO restore
1)  1) "restore"
    2) (integer) -4
    3) 1) write
       2) denyoom
    4) (integer) 1
    5) (integer) 1
    6) (integer) 1
    7) 1) @keyspace
       2) @write
       3) @slow
       4) @dangerous
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
   10) (empty array)
