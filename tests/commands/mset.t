# MSET key value [key value ...]
#
# Stores all the strings as one step: nobody sees a part.

> MSET a 1 b 2 c 3
OK
> MGET a b c
1) "1"
2) "2"
3) "3"
> MSET a "" "" "empty key" "\x00" "\xff\r\n"
OK
> MGET a "" "\x00"
1) ""
2) "empty key"
3) "\xff\r\n"

# The last of equal keys wins.
> MSET a 1 a 2 a 3
OK
> GET a
"3"

# Times to live are lost, as with SET.
> SET t v EX 100
OK
> MSET t w u x
OK
> TTL t
(integer) -1

> MSET
(error) ERR wrong number of arguments for 'mset' command
> MSET a
(error) ERR wrong number of arguments for 'mset' command
> MSET a 1 b
(error) ERR wrong number of arguments for 'mset' command
> MSET a 1 b 2 c
(error) ERR wrong number of arguments for 'mset' command
> GET a
"3"

# MSETNX key value [key value ...]
#
# The same, but only if none of the keys exists. Answers 1 or 0; with 0 nothing was stored.

> MSETNX x 1 y 2 z 3
(integer) 1
> MGET x y z
1) "1"
2) "2"
3) "3"
> MSETNX v 1 w 2 x 3
(integer) 0
> EXISTS v w
(integer) 0
> GET x
"1"
> MSETNX e 1 e 2
(integer) 1
> GET e
"2"
> MSETNX e 3
(integer) 0
> MSETNX f "" 
(integer) 1

> MSETNX
(error) ERR wrong number of arguments for 'msetnx' command
> MSETNX a
(error) ERR wrong number of arguments for 'msetnx' command
> MSETNX a 1 b
(error) ERR wrong number of arguments for 'msetnx' command
> MSETNX q 1 r
(error) ERR wrong number of arguments for 'msetnx' command
> EXISTS q
(integer) 0
