# COMMAND INFO of the commands for lists: name, arity (negative: at least), flags, first and last
# key and the step between, ACL categories, tips, where the keys are, subcommands.

> COMMAND INFO ltrim
1)  1) "ltrim"
    2) (integer) 4
    3) 1) write
    4) (integer) 1
    5) (integer) 1
    6) (integer) 1
    7) 1) @write
       2) @list
       3) @slow
    8) (empty array)
    9) 1) 1) "flags"
          2) 1) RW
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
                2) (integer) 0
                3) "keystep"
                4) (integer) 1
                5) "limit"
                6) (integer) 0
   10) (empty array)
> COMMAND INFO rpop
1)  1) "rpop"
    2) (integer) -2
    3) 1) write
       2) fast
    4) (integer) 1
    5) (integer) 1
    6) (integer) 1
    7) 1) @write
       2) @list
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
> COMMAND INFO rpoplpush
1)  1) "rpoplpush"
    2) (integer) 3
    3) 1) write
       2) denyoom
    4) (integer) 1
    5) (integer) 2
    6) (integer) 1
    7) 1) @write
       2) @list
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
          2) 1) RW
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
> COMMAND INFO rpush
1)  1) "rpush"
    2) (integer) -3
    3) 1) write
       2) denyoom
       3) fast
    4) (integer) 1
    5) (integer) 1
    6) (integer) 1
    7) 1) @write
       2) @list
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
> COMMAND INFO rpushx
1)  1) "rpushx"
    2) (integer) -3
    3) 1) write
       2) denyoom
       3) fast
    4) (integer) 1
    5) (integer) 1
    6) (integer) 1
    7) 1) @write
       2) @list
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
