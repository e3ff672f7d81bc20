# The events of strings, bitmaps and HyperLogLogs. What changes nothing tells nothing.

> CONFIG SET notify-keyspace-events EA
OK
2> PSUBSCRIBE __keyevent@0__:*
1) "psubscribe"
2) "__keyevent@0__:*"
3) (integer) 1

> SET k v
OK
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:set"
4) "k"
> SET k v EX 100
OK
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:set"
4) "k"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:expire"
4) "k"
> SET k v NX
(nil)
> SET k 1 KEEPTTL
OK
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:set"
4) "k"
> SETNX k v
(integer) 0
> SETNX k2 v
(integer) 1
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:set"
4) "k2"
> SETEX k 100 v
OK
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:set"
4) "k"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:expire"
4) "k"
> PSETEX k 100000 v
OK
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:set"
4) "k"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:expire"
4) "k"
> MSET a 1 b 2
OK
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:set"
4) "a"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:set"
4) "b"
> MSETNX a 1 c 2
(integer) 0
> MSETNX c 1 d 2
(integer) 1
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:set"
4) "c"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:set"
4) "d"
> GETSET k v
"v"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:set"
4) "k"
> SET k v GET
"v"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:set"
4) "k"
> APPEND k x
(integer) 2
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:append"
4) "k"
> SETRANGE k 0 yz
(integer) 2
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:setrange"
4) "k"
> SETRANGE nothing 0 ""
(integer) 0
> INCR n
(integer) 1
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:incrby"
4) "n"
> DECR n
(integer) 0
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:incrby"
4) "n"
> INCRBY n 5
(integer) 5
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:incrby"
4) "n"
> DECRBY n 5
(integer) 0
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:incrby"
4) "n"
> INCRBYFLOAT n 1.5
"1.5"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:incrbyfloat"
4) "n"
> GETEX k
"yz"
> GETEX k EX 100
"yz"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:expire"
4) "k"
> GETEX k PERSIST
"yz"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:persist"
4) "k"
> GETEX k PXAT 1
"yz"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:del"
4) "k"
> GETDEL a
"1"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:del"
4) "a"
> GETDEL nothing
(nil)
> SETBIT bits 1 1
(integer) 0
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:setbit"
4) "bits"
> SETBIT bits 1 1
(integer) 1
> BITOP AND dest bits nothing
(integer) 1
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:set"
4) "dest"
> BITOP OR dest nothing nothing2
(integer) 0
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:del"
4) "dest"
> BITFIELD bits SET u8 0 255 INCRBY u8 0 1
1) (integer) 64
2) (integer) 0
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:setbit"
4) "bits"
> BITFIELD bits GET u8 0
1) (integer) 0
> PFADD h a
(integer) 1
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:pfadd"
4) "h"
> PFADD h a
(integer) 0
> PFCOUNT h
(integer) 1
> PFMERGE h2 h
OK
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:pfadd"
4) "h2"
