# WATCH of a stream sees what happens to its entries; groups, what they read, and XSETID are no change of it.

> XADD s 1-0 a 1
"1-0"
> XADD s 2-0 a 2
"2-0"
> WATCH s
OK
> XGROUP CREATE s g 0
OK
> XGROUP CREATECONSUMER s g c
(integer) 1
> XREADGROUP GROUP g c COUNT 1 STREAMS s >
1) 1) "s"
   2) 1) 1) "1-0"
         2) 1) "a"
            2) "1"
> XREADGROUP GROUP g c STREAMS s 0
1) 1) "s"
   2) 1) 1) "1-0"
         2) 1) "a"
            2) "1"
> XCLAIM s g d 0 1-0 JUSTID
1) "1-0"
> XACK s g 1-0
(integer) 1
> XGROUP SETID s g 0
OK
> XGROUP DELCONSUMER s g c
(integer) 0
> XGROUP DESTROY s g
(integer) 1
> XSETID s 9-0
OK
> XDEL s 99-0
(integer) 0
> XTRIM s MAXLEN 5
(integer) 0
> MULTI
OK
> EXEC
(empty array)

> WATCH s
OK
> XADD s 10-0 a 3
"10-0"
> MULTI
OK
> EXEC
(nil)
> WATCH s
OK
> XDEL s 10-0
(integer) 1
> MULTI
OK
> EXEC
(nil)
> WATCH s
OK
> XTRIM s MAXLEN 1
(integer) 1
> MULTI
OK
> EXEC
(nil)
> WATCH new
OK
> XGROUP CREATE new g $ MKSTREAM
OK
> MULTI
OK
> EXEC
(nil)
