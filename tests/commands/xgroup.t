# XGROUP CREATE key group id | $ [MKSTREAM] [ENTRIESREAD entries-read]
#
# Makes a consumer group of a stream: it will read what comes after the ID.

> XADD s 1-0 a 1
"1-0"
> XADD s 2-0 a 2
"2-0"
> XADD s 3-0 a 3
"3-0"
> XGROUP CREATE s g 0
OK
> XGROUP CREATE s g 0
(error) BUSYGROUP Consumer Group name already exists
> XGROUP CREATE s h $
OK
> XGROUP CREATE s i 1
OK
> XGROUP CREATE s j 1-0 ENTRIESREAD 1
OK
> XGROUP CREATE s k 2-0 ENTRIESREAD -1
OK
> XGROUP CREATE s "" 0
OK
> XGROUP CREATE s "\x00" $
OK
> xgroup create s l 99-1 entriesread 5
OK
> XINFO GROUPS s
1)  1) "name"
    2) ""
    3) "consumers"
    4) (integer) 0
    5) "pending"
    6) (integer) 0
    7) "last-delivered-id"
    8) "0-0"
    9) "entries-read"
   10) (nil)
   11) "lag"
   12) (integer) 3
2)  1) "name"
    2) "\x00"
    3) "consumers"
    4) (integer) 0
    5) "pending"
    6) (integer) 0
    7) "last-delivered-id"
    8) "3-0"
    9) "entries-read"
   10) (nil)
   11) "lag"
   12) (integer) 0
3)  1) "name"
    2) "g"
    3) "consumers"
    4) (integer) 0
    5) "pending"
    6) (integer) 0
    7) "last-delivered-id"
    8) "0-0"
    9) "entries-read"
   10) (nil)
   11) "lag"
   12) (integer) 3
4)  1) "name"
    2) "h"
    3) "consumers"
    4) (integer) 0
    5) "pending"
    6) (integer) 0
    7) "last-delivered-id"
    8) "3-0"
    9) "entries-read"
   10) (nil)
   11) "lag"
   12) (integer) 0
5)  1) "name"
    2) "i"
    3) "consumers"
    4) (integer) 0
    5) "pending"
    6) (integer) 0
    7) "last-delivered-id"
    8) "1-0"
    9) "entries-read"
   10) (nil)
   11) "lag"
   12) (integer) 2
6)  1) "name"
    2) "j"
    3) "consumers"
    4) (integer) 0
    5) "pending"
    6) (integer) 0
    7) "last-delivered-id"
    8) "1-0"
    9) "entries-read"
   10) (integer) 1
   11) "lag"
   12) (integer) 2
7)  1) "name"
    2) "k"
    3) "consumers"
    4) (integer) 0
    5) "pending"
    6) (integer) 0
    7) "last-delivered-id"
    8) "2-0"
    9) "entries-read"
   10) (nil)
   11) "lag"
   12) (nil)
8)  1) "name"
    2) "l"
    3) "consumers"
    4) (integer) 0
    5) "pending"
    6) (integer) 0
    7) "last-delivered-id"
    8) "99-1"
    9) "entries-read"
   10) (integer) 5
   11) "lag"
   12) (integer) -2
> XGROUP CREATE nothing g 0
(error) ERR The XGROUP subcommand requires the key to exist. Note that for CREATE you may want to use the MKSTREAM option to create an empty stream automatically.
> XGROUP CREATE nothing g $
(error) ERR The XGROUP subcommand requires the key to exist. Note that for CREATE you may want to use the MKSTREAM option to create an empty stream automatically.
> XGROUP CREATE new g $ MKSTREAM
OK
> XGROUP CREATE new h 0 MKSTREAM ENTRIESREAD 3
OK
> XGROUP CREATE new g 0 MKSTREAM
(error) BUSYGROUP Consumer Group name already exists
> XLEN new
(integer) 0
> TYPE new
stream
> XINFO GROUPS new
1)  1) "name"
    2) "g"
    3) "consumers"
    4) (integer) 0
    5) "pending"
    6) (integer) 0
    7) "last-delivered-id"
    8) "0-0"
    9) "entries-read"
   10) (nil)
   11) "lag"
   12) (integer) 0
2)  1) "name"
    2) "h"
    3) "consumers"
    4) (integer) 0
    5) "pending"
    6) (integer) 0
    7) "last-delivered-id"
    8) "0-0"
    9) "entries-read"
   10) (integer) 3
   11) "lag"
   12) (integer) 0
> XGROUP CREATE s m x
(error) ERR Invalid stream ID specified as stream command argument
> XGROUP CREATE s m -
(error) ERR Invalid stream ID specified as stream command argument
> XGROUP CREATE s m +
(error) ERR Invalid stream ID specified as stream command argument
> XGROUP CREATE s m ""
(error) ERR Invalid stream ID specified as stream command argument
> XGROUP CREATE s m 0 ENTRIESREAD
(error) ERR unknown subcommand or wrong number of arguments for 'CREATE'. Try XGROUP HELP.
> XGROUP CREATE s m 0 ENTRIESREAD x
(error) ERR value is not an integer or out of range
> XGROUP CREATE s m 0 ENTRIESREAD -2
(error) ERR value for ENTRIESREAD must be positive or -1
> XGROUP CREATE s m 0 WHATEVER
(error) ERR unknown subcommand or wrong number of arguments for 'CREATE'. Try XGROUP HELP.
> XGROUP CREATE nothing m x MKSTREAM
(error) ERR Invalid stream ID specified as stream command argument
> EXISTS nothing
(integer) 0
> SET str v
OK
> XGROUP CREATE str g 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XGROUP CREATE str g 0 MKSTREAM
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XGROUP CREATE str g x
(error) WRONGTYPE Operation against a key holding the wrong kind of value

# XGROUP SETID key group id | $ [ENTRIESREAD entries-read]: it reads on from there.

> XGROUP SETID s g 2
OK
> XGROUP SETID s g $
OK
> XGROUP SETID s g 0-0 ENTRIESREAD 0
OK
> XGROUP SETID s g 1-0 ENTRIESREAD -1
OK
> XREADGROUP GROUP g c STREAMS s >
1) 1) "s"
   2) 1) 1) "2-0"
         2) 1) "a"
            2) "2"
      2) 1) "3-0"
         2) 1) "a"
            2) "3"
> XGROUP SETID s g 2 ENTRIESREAD 2
OK
> XREADGROUP GROUP g c STREAMS s >
1) 1) "s"
   2) 1) 1) "3-0"
         2) 1) "a"
            2) "3"
> XGROUP SETID s nobody 0
(error) NOGROUP No such consumer group 'nobody' for key name 's'
> XGROUP SETID nothing g 0
(error) ERR The XGROUP subcommand requires the key to exist. Note that for CREATE you may want to use the MKSTREAM option to create an empty stream automatically.
> XGROUP SETID s g x
(error) ERR Invalid stream ID specified as stream command argument
> XGROUP SETID s g 0 ENTRIESREAD -2
(error) ERR value for ENTRIESREAD must be positive or -1
> XGROUP SETID s g 0 ENTRIESREAD x
(error) ERR value is not an integer or out of range
> XGROUP SETID s g 0 MKSTREAM
(error) ERR unknown subcommand or wrong number of arguments for 'SETID'. Try XGROUP HELP.
> XGROUP SETID str g 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value

# XGROUP CREATECONSUMER key group consumer: 1, or 0 if there is one of this name.

> XGROUP CREATECONSUMER s g c
(integer) 0
> XGROUP CREATECONSUMER s g d
(integer) 1
> XGROUP CREATECONSUMER s g d
(integer) 0
> XGROUP CREATECONSUMER s g ""
(integer) 1
> XGROUP CREATECONSUMER s nobody c
(error) NOGROUP No such consumer group 'nobody' for key name 's'
> XGROUP CREATECONSUMER nothing g c
(error) ERR The XGROUP subcommand requires the key to exist. Note that for CREATE you may want to use the MKSTREAM option to create an empty stream automatically.
> XGROUP CREATECONSUMER str g c
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XINFO CONSUMERS s g
...
~ 3\) 1\) "name"
...

# XGROUP DELCONSUMER key group consumer: answers how many entries were pending for it; nobody has
# them now.

> XPENDING s g
1) (integer) 2
2) "2-0"
3) "3-0"
4) 1) 1) "c"
      2) "2"
> XGROUP DELCONSUMER s g c
(integer) 2
> XGROUP DELCONSUMER s g c
(integer) 0
> XGROUP DELCONSUMER s g ""
(integer) 0
> XPENDING s g
1) (integer) 0
2) (nil)
3) (nil)
4) (nil)
> XGROUP DELCONSUMER s nobody c
(error) NOGROUP No such consumer group 'nobody' for key name 's'
> XGROUP DELCONSUMER nothing g c
(error) ERR The XGROUP subcommand requires the key to exist. Note that for CREATE you may want to use the MKSTREAM option to create an empty stream automatically.
> XGROUP DELCONSUMER str g c
(error) WRONGTYPE Operation against a key holding the wrong kind of value

# XGROUP DESTROY key group: 1, or 0 if there is no such group.

> XGROUP DESTROY s g
(integer) 1
> XGROUP DESTROY s g
(integer) 0
> XGROUP DESTROY nothing g
(error) ERR The XGROUP subcommand requires the key to exist. Note that for CREATE you may want to use the MKSTREAM option to create an empty stream automatically.
> XGROUP DESTROY str g
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XREADGROUP GROUP g c STREAMS s >
(error) NOGROUP No such key 's' or consumer group 'g' in XREADGROUP with GROUP option

> XGROUP
(error) ERR wrong number of arguments for 'xgroup' command
> XGROUP CREATE
(error) ERR wrong number of arguments for 'xgroup|create' command
> XGROUP CREATE s g
(error) ERR wrong number of arguments for 'xgroup|create' command
> XGROUP CREATE s m 0 MKSTREAM ENTRIESREAD 1 more
(error) ERR unknown subcommand or wrong number of arguments for 'CREATE'. Try XGROUP HELP.
> XGROUP SETID
(error) ERR wrong number of arguments for 'xgroup|setid' command
> XGROUP SETID s g
(error) ERR wrong number of arguments for 'xgroup|setid' command
> XGROUP DESTROY s
(error) ERR wrong number of arguments for 'xgroup|destroy' command
> XGROUP DESTROY s g x
(error) ERR wrong number of arguments for 'xgroup|destroy' command
> XGROUP CREATECONSUMER s g
(error) ERR wrong number of arguments for 'xgroup|createconsumer' command
> XGROUP DELCONSUMER s g
(error) ERR wrong number of arguments for 'xgroup|delconsumer' command
> XGROUP DELCONSUMER s g c d
(error) ERR wrong number of arguments for 'xgroup|delconsumer' command
> XGROUP WHATEVER
(error) ERR unknown subcommand 'WHATEVER'. Try XGROUP HELP.
> XGROUP WHATEVER s g
(error) ERR unknown subcommand 'WHATEVER'. Try XGROUP HELP.
> XGROUP HELP me
(error) ERR wrong number of arguments for 'xgroup|help' command
> XGROUP HELP
~ \s*\d+\) XGROUP <subcommand> \[<arg> \[value\] \[opt\] \.\.\.\]\. Subcommands are:
...
~ \s*\d+\) CREATE.*
...
~ \s*\d+\) CREATECONSUMER.*
...
~ \s*\d+\) DELCONSUMER.*
...
~ \s*\d+\) DESTROY.*
...
~ \s*\d+\) SETID.*
...
~ \s*\d+\) HELP.*
...

!anax-only Redis counts on at the least number, where a lag and a log make no sense
> XADD most 1-1 a 1
"1-1"
> XSETID most 1-1 ENTRIESADDED 9223372036854775807
OK
> XADD most 2-1 a 1
"2-1"
> XGROUP CREATE most g 0 ENTRIESREAD 9223372036854775807
OK
> XREADGROUP GROUP g c COUNT 1 STREAMS most >
...
> XINFO GROUPS most
...
   10) (integer) 9223372036854775807
   11) "lag"
   12) (integer) 0
!end
