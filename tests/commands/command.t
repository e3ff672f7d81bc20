# COMMAND, COMMAND COUNT, COMMAND LIST [FILTERBY MODULE name | ACLCAT category | PATTERN pattern]
#
# Which commands there are.

> COMMAND COUNT
~ \(integer\) \d+
> COMMAND
...
> COMMAND LIST
...
> COMMAND LIST FILTERBY PATTERN getb*
1) "getbit"
> COMMAND LIST FILTERBY PATTERN GET*
(any order)
1) "getdel"
2) "getex"
3) "getset"
4) "get"
5) "getbit"
6) "getrange"
> COMMAND LIST FILTERBY PATTERN get
1) "get"
> COMMAND LIST FILTERBY PATTERN pexpire*
(any order)
1) "pexpireat"
2) "pexpire"
3) "pexpiretime"
> COMMAND LIST FILTERBY PATTERN nothing
(empty array)
> COMMAND LIST FILTERBY ACLCAT bitmap
(any order)
1) "bitcount"
2) "setbit"
3) "bitop"
4) "bitfield"
5) "bitfield_ro"
6) "getbit"
7) "bitpos"
> COMMAND LIST FILTERBY ACLCAT BitMap
(any order)
1) "bitcount"
2) "setbit"
3) "bitop"
4) "bitfield"
5) "bitfield_ro"
6) "getbit"
7) "bitpos"
> COMMAND LIST FILTERBY ACLCAT string
(any order)
 1) "setex"
 2) "decrby"
 3) "psetex"
 4) "getdel"
 5) "getex"
 6) "incrby"
 7) "msetnx"
 8) "getset"
 9) "decr"
10) "get"
11) "strlen"
12) "setrange"
13) "append"
14) "set"
15) "lcs"
16) "mset"
17) "substr"
18) "getrange"
19) "mget"
20) "setnx"
21) "incr"
22) "incrbyfloat"
> COMMAND LIST FILTERBY ACLCAT @string
(empty array)
> COMMAND LIST FILTERBY ACLCAT whatever
(empty array)
> COMMAND LIST FILTERBY MODULE nothing
(empty array)
> COMMAND LIST FILTERBY
(error) ERR syntax error
> COMMAND LIST FILTERBY PATTERN
(error) ERR syntax error
> COMMAND LIST FILTERBY WHATEVER x
(error) ERR syntax error
> COMMAND LIST WHATEVER
(error) ERR syntax error

# COMMAND INFO [name ...]
#
# What a command takes and does; nil for what does not exist. See the pages command_info_*.t.

> COMMAND INFO
...
> COMMAND INFO nothing
1) (nil)
> COMMAND INFO nothing GET nothing
1) (nil)
2)  1) "get"
...
3) (nil)
> COMMAND INFO "" get|x
1) (nil)
2) (nil)

# COMMAND GETKEYS command [argument ...]
#
# Which of the arguments are keys.

> COMMAND GETKEYS GET k
1) "k"
> COMMAND GETKEYS get k
1) "k"
> COMMAND GETKEYS SET k v EX 10
1) "k"
> COMMAND GETKEYS MGET a b c
1) "a"
2) "b"
3) "c"
> COMMAND GETKEYS MSET a 1 b 2 c 3
1) "a"
2) "b"
3) "c"
> COMMAND GETKEYS MSETNX a 1 b 2
1) "a"
2) "b"
> COMMAND GETKEYS DEL a "" "b\x00"
1) "a"
2) ""
3) "b\x00"
> COMMAND GETKEYS BITOP AND dest a b
1) "dest"
2) "a"
3) "b"
> COMMAND GETKEYS RENAME a b
1) "a"
2) "b"
> COMMAND GETKEYS COPY a b REPLACE
1) "a"
2) "b"
> COMMAND GETKEYS LCS a b LEN
1) "a"
2) "b"
> COMMAND GETKEYS OBJECT ENCODING k
1) "k"
> COMMAND GETKEYS MEMORY USAGE k
1) "k"
> COMMAND GETKEYS DEBUG OBJECT k
(error) ERR The command has no key arguments
> COMMAND GETKEYS BITFIELD k GET u8 0
1) "k"
> COMMAND GETKEYS EXISTS a a a
1) "a"
2) "a"
3) "a"
> COMMAND GETKEYS PING
(error) ERR wrong number of arguments for 'command|getkeys' command
> COMMAND GETKEYS FLUSHALL
(error) ERR wrong number of arguments for 'command|getkeys' command
> COMMAND GETKEYS CLIENT ID
(error) ERR The command has no key arguments
> COMMAND GETKEYS ECHO k
(error) ERR The command has no key arguments
> COMMAND GETKEYS GET
(error) ERR wrong number of arguments for 'command|getkeys' command
> COMMAND GETKEYS GET a b
(error) ERR Invalid number of arguments specified for command
> COMMAND GETKEYS MSET a
(error) ERR Invalid number of arguments specified for command
> COMMAND GETKEYS MSET a 1 b
1) "a"
2) "b"
> COMMAND GETKEYS WHATEVER k
(error) ERR Invalid command specified
> COMMAND GETKEYS OBJECT WHATEVER k
(error) ERR Invalid command specified
> COMMAND GETKEYS OBJECT
(error) ERR wrong number of arguments for 'command|getkeys' command
> COMMAND GETKEYS
(error) ERR wrong number of arguments for 'command|getkeys' command

# COMMAND GETKEYSANDFLAGS command [argument ...]
#
# The same, and what the command does with each.

> COMMAND GETKEYSANDFLAGS GET k
1) 1) "k"
   2) 1) RO
      2) access
> COMMAND GETKEYSANDFLAGS SET k v
1) 1) "k"
   2) 1) OW
      2) update
> COMMAND GETKEYSANDFLAGS SET k v GET
1) 1) "k"
   2) 1) RW
      2) access
      3) update
> COMMAND GETKEYSANDFLAGS DEL a b
1) 1) "a"
   2) 1) RM
      2) delete
2) 1) "b"
   2) 1) RM
      2) delete
> COMMAND GETKEYSANDFLAGS MSET a 1 b 2
1) 1) "a"
   2) 1) OW
      2) update
2) 1) "b"
   2) 1) OW
      2) update
> COMMAND GETKEYSANDFLAGS INCR n
1) 1) "n"
   2) 1) RW
      2) access
      3) update
> COMMAND GETKEYSANDFLAGS APPEND a b
1) 1) "a"
   2) 1) RW
      2) insert
> COMMAND GETKEYSANDFLAGS STRLEN a
1) 1) "a"
   2) 1) RO
> COMMAND GETKEYSANDFLAGS EXPIRE a 1
1) 1) "a"
   2) 1) RW
      2) update
> COMMAND GETKEYSANDFLAGS RENAME a b
1) 1) "a"
   2) 1) RW
      2) access
      3) delete
2) 1) "b"
   2) 1) OW
      2) update
> COMMAND GETKEYSANDFLAGS COPY a b
1) 1) "a"
   2) 1) RO
      2) access
2) 1) "b"
   2) 1) OW
      2) update
> COMMAND GETKEYSANDFLAGS BITOP NOT a b
1) 1) "a"
   2) 1) OW
      2) update
2) 1) "b"
   2) 1) RO
      2) access
> COMMAND GETKEYSANDFLAGS BITFIELD k GET u8 0
1) 1) "k"
   2) 1) RO
      2) access
> COMMAND GETKEYSANDFLAGS BITFIELD k SET u8 0 1
1) 1) "k"
   2) 1) RW
      2) access
      3) update
> COMMAND GETKEYSANDFLAGS BITFIELD_RO k GET u8 0
1) 1) "k"
   2) 1) RO
      2) access
> COMMAND GETKEYSANDFLAGS OBJECT FREQ k
1) 1) "k"
   2) 1) RO
> COMMAND GETKEYSANDFLAGS TOUCH k
1) 1) "k"
   2) 1) RO
> COMMAND GETKEYSANDFLAGS PING
(error) ERR wrong number of arguments for 'command|getkeysandflags' command
> COMMAND GETKEYSANDFLAGS WHATEVER
(error) ERR wrong number of arguments for 'command|getkeysandflags' command
> COMMAND GETKEYSANDFLAGS GET
(error) ERR wrong number of arguments for 'command|getkeysandflags' command
> COMMAND GETKEYSANDFLAGS
(error) ERR wrong number of arguments for 'command|getkeysandflags' command
!resp3
> COMMAND GETKEYSANDFLAGS GET k
1) 1) "k"
   2) 1~ RO
      2~ access
> COMMAND GETKEYS GET k
1) "k"
!resp2

# COMMAND DOCS [name ...]
#
# What a command is for, in words. Names that do not exist are left out.

> COMMAND DOCS get
1) "get"
2)  1) "summary"
~     2\) ".+"
    3) "since"
    4) "1.0.0"
    5) "group"
    6) "string"
    7) "complexity"
    8) "O(1)"
...
> COMMAND DOCS nothing
(empty array)
> COMMAND DOCS nothing SET
1) "set"
2)  1) "summary"
...
> COMMAND DOCS get getdel
1) "get"
2)  1) "summary"
...
3) "getdel"
4)  1) "summary"
...
> COMMAND DOCS config|get
1) "config|get"
2)  1) "summary"
...
!resp3
> COMMAND DOCS get
~ 1# "get" => 1# "summary" => ".+"
~    2# "since" => "1\.0\.0"
~    3# "group" => "string"
~    4# "complexity" => "O\(1\)"
...
!resp2
> COMMAND DOCS
...

> COMMAND HELP
~ \s*\d+\) COMMAND <subcommand> \[<arg> \[value\] \[opt\] \.\.\.\]\. Subcommands are:
~ \s*\d+\) \(no subcommand\)
...
~ \s*\d+\) COUNT
...
~ \s*\d+\) LIST
...
~ \s*\d+\) INFO \[<command\-name> \.\.\.\]
...
~ \s*\d+\) DOCS \[<command\-name> \.\.\.\]
...
~ \s*\d+\) GETKEYS <full\-command>
...
~ \s*\d+\) GETKEYSANDFLAGS <full\-command>
...
~ \s*\d+\) HELP
...
> COMMAND WHATEVER
(error) ERR unknown subcommand 'WHATEVER'. Try COMMAND HELP.
> COMMAND COUNT x
(error) ERR wrong number of arguments for 'command|count' command
