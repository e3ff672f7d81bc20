# The events of streams.

> CONFIG SET notify-keyspace-events EA
OK
2> PSUBSCRIBE __keyevent@0__:*
1) "psubscribe"
2) "__keyevent@0__:*"
3) (integer) 1

> XADD x 1-1 a b
"1-1"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:xadd"
4) "x"
> XADD x MAXLEN 1 2-1 a b
"2-1"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:xadd"
4) "x"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:xtrim"
4) "x"
> XADD x MAXLEN 100 3-1 a b
"3-1"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:xadd"
4) "x"
> XADD x NOMKSTREAM 4-1 a b
"4-1"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:xadd"
4) "x"
> XADD nothing NOMKSTREAM 4-1 a b
(nil)
> XTRIM x MAXLEN 2
(integer) 1
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:xtrim"
4) "x"
> XTRIM x MAXLEN 2
(integer) 0
> XDEL x 3-1
(integer) 1
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:xdel"
4) "x"
> XDEL x 3-1
(integer) 0
> XSETID x 9-1
OK
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:xsetid"
4) "x"
> XGROUP CREATE x g 0
OK
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:xgroup-create"
4) "x"
> XGROUP CREATE new g $ MKSTREAM
OK
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:xgroup-create"
4) "new"
> XGROUP SETID x g 0
OK
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:xgroup-setid"
4) "x"
> XGROUP CREATECONSUMER x g c
(integer) 1
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:xgroup-createconsumer"
4) "x"
> XGROUP CREATECONSUMER x g c
(integer) 0
> XREADGROUP GROUP g d STREAMS x >
1) 1) "x"
   2) 1) 1) "4-1"
         2) 1) "a"
            2) "b"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:xgroup-createconsumer"
4) "x"
> XREADGROUP GROUP g d STREAMS x >
(nil)
> XREADGROUP GROUP g d STREAMS x 0
1) 1) "x"
   2) 1) 1) "4-1"
         2) 1) "a"
            2) "b"
> XCLAIM x g e 0 4-1 JUSTID
1) "4-1"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:xgroup-createconsumer"
4) "x"
> XAUTOCLAIM x g f 0 0 JUSTID
1) "0-0"
2) 1) "4-1"
3) (empty array)
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:xgroup-createconsumer"
4) "x"
> XACK x g 4-1
(integer) 1
> XGROUP DELCONSUMER x g c
(integer) 0
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:xgroup-delconsumer"
4) "x"
> XGROUP DELCONSUMER x g c
(integer) 0
> XGROUP DESTROY x g
(integer) 1
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:xgroup-destroy"
4) "x"
> XGROUP DESTROY x g
(integer) 0
> XREAD STREAMS x 0
1) 1) "x"
   2) 1) 1) "4-1"
         2) 1) "a"
            2) "b"
> XDEL x 4-1
(integer) 1
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:xdel"
4) "x"
> DEL x
(integer) 1
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:del"
4) "x"
