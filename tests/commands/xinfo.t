# XINFO STREAM key [FULL [COUNT count]]
#
# What there is to know of a stream. radix-tree-keys and -nodes speak of the inside, they may
# differ.

> XADD s 1-0 a 1
"1-0"
> XADD s 2-0 a 2 b 3
"2-0"
> XADD s 3-0 a 3
"3-0"
> XINFO STREAM s
 1) "length"
 2) (integer) 3
 3) "radix-tree-keys"
~  4\) \(integer\) \d+
 5) "radix-tree-nodes"
~  6\) \(integer\) \d+
 7) "last-generated-id"
 8) "3-0"
 9) "max-deleted-entry-id"
10) "0-0"
11) "entries-added"
12) (integer) 3
13) "recorded-first-entry-id"
14) "1-0"
15) "groups"
16) (integer) 0
17) "first-entry"
18) 1) "1-0"
    2) 1) "a"
       2) "1"
19) "last-entry"
20) 1) "3-0"
    2) 1) "a"
       2) "3"
> XDEL s 1-0
(integer) 1
> XGROUP CREATE s g 0
OK
> XREADGROUP GROUP g alice COUNT 1 STREAMS s >
1) 1) "s"
   2) 1) 1) "2-0"
         2) 1) "a"
            2) "2"
            3) "b"
            4) "3"
> XINFO STREAM s
 1) "length"
 2) (integer) 2
 3) "radix-tree-keys"
~  4\) \(integer\) \d+
 5) "radix-tree-nodes"
~  6\) \(integer\) \d+
 7) "last-generated-id"
 8) "3-0"
 9) "max-deleted-entry-id"
10) "1-0"
11) "entries-added"
12) (integer) 3
13) "recorded-first-entry-id"
14) "2-0"
15) "groups"
16) (integer) 1
17) "first-entry"
18) 1) "2-0"
    2) 1) "a"
       2) "2"
       3) "b"
       4) "3"
19) "last-entry"
20) 1) "3-0"
    2) 1) "a"
       2) "3"

# FULL: with the entries, the groups, their pending entries and their consumers; COUNT says of each
# how many (10), 0 is all.
> XINFO STREAM s FULL
 1) "length"
 2) (integer) 2
 3) "radix-tree-keys"
~  4\) \(integer\) \d+
 5) "radix-tree-nodes"
~  6\) \(integer\) \d+
 7) "last-generated-id"
 8) "3-0"
 9) "max-deleted-entry-id"
10) "1-0"
11) "entries-added"
12) (integer) 3
13) "recorded-first-entry-id"
14) "2-0"
15) "entries"
16) 1) 1) "2-0"
       2) 1) "a"
          2) "2"
          3) "b"
          4) "3"
    2) 1) "3-0"
       2) 1) "a"
          2) "3"
17) "groups"
18) 1)  1) "name"
        2) "g"
        3) "last-delivered-id"
        4) "2-0"
        5) "entries-read"
~         6\) .*
        7) "lag"
~         8\) .*
        9) "pel-count"
       10) (integer) 1
       11) "pending"
       12) 1) 1) "2-0"
              2) "alice"
~               3\) \(integer\) \d{13}
              4) (integer) 1
       13) "consumers"
       14) 1) 1) "name"
              2) "alice"
              3) "seen-time"
~               4\) \(integer\) \d{13}
              5) "pel-count"
              6) (integer) 1
              7) "pending"
              8) 1) 1) "2-0"
~                     2\) \(integer\) \d{13}
                    3) (integer) 1
> XINFO STREAM s FULL COUNT 1
...
15) "entries"
16) 1) 1) "2-0"
       2) 1) "a"
          2) "2"
          3) "b"
          4) "3"
17) "groups"
...
> XINFO STREAM s full count 0
...
    2) 1) "3-0"
...
> XINFO STREAM s FULL COUNT -1
...
    2) 1) "3-0"
...
> XGROUP CREATE empty g $ MKSTREAM
OK
> XINFO STREAM empty
 1) "length"
 2) (integer) 0
 3) "radix-tree-keys"
~  4\) \(integer\) \d+
 5) "radix-tree-nodes"
~  6\) \(integer\) \d+
 7) "last-generated-id"
 8) "0-0"
 9) "max-deleted-entry-id"
10) "0-0"
11) "entries-added"
12) (integer) 0
13) "recorded-first-entry-id"
14) "0-0"
15) "groups"
16) (integer) 1
17) "first-entry"
18) (nil)
19) "last-entry"
20) (nil)
> XINFO STREAM s FULL COUNT
(error) ERR unknown subcommand or wrong number of arguments for 'STREAM'. Try XINFO HELP.
> XINFO STREAM s FULL COUNT x
(error) ERR value is not an integer or out of range
> XINFO STREAM s WHATEVER
(error) ERR unknown subcommand or wrong number of arguments for 'STREAM'. Try XINFO HELP.
> XINFO STREAM s COUNT 1
(error) ERR unknown subcommand or wrong number of arguments for 'STREAM'. Try XINFO HELP.
> XINFO STREAM s FULL COUNT 1 more
(error) ERR unknown subcommand or wrong number of arguments for 'STREAM'. Try XINFO HELP.
> XINFO STREAM nothing
(error) ERR no such key
> XINFO STREAM nothing FULL
(error) ERR no such key
> SET str v
OK
> XINFO STREAM str
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XINFO STREAM
(error) ERR wrong number of arguments for 'xinfo|stream' command

# XINFO GROUPS key: lag is how many entries the group has not read yet, nil where that is not known.

> XINFO GROUPS s
1)  1) "name"
    2) "g"
    3) "consumers"
    4) (integer) 1
    5) "pending"
    6) (integer) 1
    7) "last-delivered-id"
    8) "2-0"
    9) "entries-read"
   10) (integer) 2
   11) "lag"
   12) (integer) 1
> XINFO GROUPS nothing
(error) ERR no such key
> XINFO GROUPS str
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XINFO GROUPS
(error) ERR wrong number of arguments for 'xinfo|groups' command
> XINFO GROUPS s g
(error) ERR wrong number of arguments for 'xinfo|groups' command
> XADD q 1-0 a b
"1-0"
> XADD q 2-0 a b
"2-0"
> XADD q 3-0 a b
"3-0"
> XADD q 4-0 a b
"4-0"
> XGROUP CREATE q g 0
OK
> XREADGROUP GROUP g c COUNT 2 STREAMS q >
1) 1) "q"
   2) 1) 1) "1-0"
         2) 1) "a"
            2) "b"
      2) 1) "2-0"
         2) 1) "a"
            2) "b"
> XINFO GROUPS q
1)  1) "name"
    2) "g"
    3) "consumers"
    4) (integer) 1
    5) "pending"
    6) (integer) 2
    7) "last-delivered-id"
    8) "2-0"
    9) "entries-read"
   10) (integer) 2
   11) "lag"
   12) (integer) 2
> XDEL q 3-0
(integer) 1
> XINFO GROUPS q
1)  1) "name"
    2) "g"
    3) "consumers"
    4) (integer) 1
    5) "pending"
    6) (integer) 2
    7) "last-delivered-id"
    8) "2-0"
    9) "entries-read"
   10) (integer) 2
   11) "lag"
   12) (nil)
> XREADGROUP GROUP g c COUNT 2 STREAMS q >
1) 1) "q"
   2) 1) 1) "4-0"
         2) 1) "a"
            2) "b"
> XINFO GROUPS q
1)  1) "name"
    2) "g"
    3) "consumers"
    4) (integer) 1
    5) "pending"
    6) (integer) 3
    7) "last-delivered-id"
    8) "4-0"
    9) "entries-read"
   10) (integer) 3
   11) "lag"
   12) (integer) 1
> XADD q 5-0 a b
"5-0"
> XINFO GROUPS q
1)  1) "name"
    2) "g"
    3) "consumers"
    4) (integer) 1
    5) "pending"
    6) (integer) 3
    7) "last-delivered-id"
    8) "4-0"
    9) "entries-read"
   10) (integer) 3
   11) "lag"
   12) (integer) 2
> XTRIM q MAXLEN 1
(integer) 3
> XINFO GROUPS q
1)  1) "name"
    2) "g"
    3) "consumers"
    4) (integer) 1
    5) "pending"
    6) (integer) 3
    7) "last-delivered-id"
    8) "4-0"
    9) "entries-read"
   10) (integer) 3
   11) "lag"
   12) (integer) 2
> XADD z 1-0 a b
"1-0"
> XINFO GROUPS z
(empty array)

# XINFO CONSUMERS key group: idle is how many ms ago it was last named.

> XINFO CONSUMERS s g
1) 1) "name"
   2) "alice"
   3) "pending"
   4) (integer) 1
   5) "idle"
~    6\) \(integer\) \d+
> XGROUP CREATECONSUMER s g bob
(integer) 1
> XINFO CONSUMERS s g
1) 1) "name"
   2) "alice"
   3) "pending"
   4) (integer) 1
   5) "idle"
~    6\) \(integer\) \d+
2) 1) "name"
   2) "bob"
   3) "pending"
   4) (integer) 0
   5) "idle"
~    6\) \(integer\) \d+
> XINFO CONSUMERS s nobody
(error) NOGROUP No such consumer group 'nobody' for key name 's'
> XINFO CONSUMERS nothing g
(error) ERR no such key
> XINFO CONSUMERS str g
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XINFO CONSUMERS s
(error) ERR wrong number of arguments for 'xinfo|consumers' command
> XINFO CONSUMERS s g c
(error) ERR wrong number of arguments for 'xinfo|consumers' command
> XINFO
(error) ERR wrong number of arguments for 'xinfo' command
> XINFO WHATEVER s
(error) ERR unknown subcommand 'WHATEVER'. Try XINFO HELP.
> XINFO HELP
~ \s*\d+\) XINFO <subcommand> \[<arg> \[value\] \[opt\] \.\.\.\]\. Subcommands are:
...
~ \s*\d+\) CONSUMERS.*
...
~ \s*\d+\) GROUPS.*
...
~ \s*\d+\) STREAM.*
...
~ \s*\d+\) HELP.*
...
> XINFO HELP me
(error) ERR wrong number of arguments for 'xinfo|help' command

# In RESP3 they are maps.
!resp3
> XINFO STREAM z
 1# "length" => (integer) 1
~  2# "radix-tree-keys" => \(integer\) \d+
~  3# "radix-tree-nodes" => \(integer\) \d+
 4# "last-generated-id" => "1-0"
 5# "max-deleted-entry-id" => "0-0"
 6# "entries-added" => (integer) 1
 7# "recorded-first-entry-id" => "1-0"
 8# "groups" => (integer) 0
 9# "first-entry" => 1) "1-0"
    2) 1) "a"
       2) "b"
10# "last-entry" => 1) "1-0"
    2) 1) "a"
       2) "b"
> XINFO STREAM z FULL
1# "length" => (integer) 1
~ 2# "radix-tree-keys" => \(integer\) \d+
~ 3# "radix-tree-nodes" => \(integer\) \d+
4# "last-generated-id" => "1-0"
5# "max-deleted-entry-id" => "0-0"
6# "entries-added" => (integer) 1
7# "recorded-first-entry-id" => "1-0"
8# "entries" => 1) 1) "1-0"
      2) 1) "a"
         2) "b"
9# "groups" => (empty array)
> XINFO GROUPS q
1) 1# "name" => "g"
   2# "consumers" => (integer) 1
   3# "pending" => (integer) 3
   4# "last-delivered-id" => "4-0"
   5# "entries-read" => (integer) 3
   6# "lag" => (integer) 2
> XINFO CONSUMERS s g
1) 1# "name" => "alice"
   2# "pending" => (integer) 1
~    3# "idle" => \(integer\) \d+
2) 1# "name" => "bob"
   2# "pending" => (integer) 0
~    3# "idle" => \(integer\) \d+
> XINFO STREAM s FULL COUNT 1
1# "length" => (integer) 2
~ 2# "radix-tree-keys" => \(integer\) \d+
~ 3# "radix-tree-nodes" => \(integer\) \d+
4# "last-generated-id" => "3-0"
5# "max-deleted-entry-id" => "1-0"
6# "entries-added" => (integer) 3
7# "recorded-first-entry-id" => "2-0"
8# "entries" => 1) 1) "2-0"
      2) 1) "a"
         2) "2"
         3) "b"
         4) "3"
9# "groups" => 1) 1# "name" => "g"
      2# "last-delivered-id" => "2-0"
      3# "entries-read" => (integer) 2
      4# "lag" => (integer) 1
      5# "pel-count" => (integer) 1
      6# "pending" => 1) 1) "2-0"
            2) "alice"
~             3\) \(integer\) \d+
            4) (integer) 1
      7# "consumers" => 1) 1# "name" => "alice"
~             2# "seen-time" => \(integer\) \d+
            3# "pel-count" => (integer) 1
            4# "pending" => 1) 1) "2-0"
~                   2\) \(integer\) \d+
                  3) (integer) 1
         2) 1# "name" => "bob"
~             2# "seen-time" => \(integer\) \d+
            3# "pel-count" => (integer) 0
            4# "pending" => (empty array)
