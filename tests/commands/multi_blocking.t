# Blocking commands within MULTI do not wait: they answer what they would after their time is over.

> MULTI
OK
> BLPOP l 0
QUEUED
> BRPOP l 0
QUEUED
> BLMOVE l m LEFT LEFT 0
QUEUED
> BRPOPLPUSH l m 0
QUEUED
> BLMPOP 0 1 l LEFT
QUEUED
> BZPOPMIN z 0
QUEUED
> BZPOPMAX z 0
QUEUED
> BZMPOP 0 1 z MIN
QUEUED
> XREAD BLOCK 0 STREAMS x $
QUEUED
> EXEC
1) (nil)
2) (nil)
3) (nil)
4) (nil)
5) (nil)
6) (nil)
7) (nil)
8) (nil)
9) (nil)
!send "MULTI\r\nBLPOP l 0\r\nBLMOVE l m LEFT LEFT 0\r\nBRPOPLPUSH l m 0\r\nBLMPOP 0 1 l LEFT\r\nBZPOPMIN z 0\r\nXREAD BLOCK 0 STREAMS x 0\r\nEXEC\r\n"
"+OK"
"+QUEUED"
"+QUEUED"
"+QUEUED"
"+QUEUED"
"+QUEUED"
"+QUEUED"
"*6"
"*-1"
"$-1"
"$-1"
"*-1"
"*-1"
"*-1"
> MULTI
OK
> RPUSH l a b c d
QUEUED
> BLPOP l 0
QUEUED
> BRPOP l 0
QUEUED
> BLMOVE l m LEFT LEFT 0
QUEUED
> BRPOPLPUSH l m 0
QUEUED
> BLPOP l 0
QUEUED
> ZADD z 1 a 2 b 3 c
QUEUED
> BZPOPMIN z 0
QUEUED
> BZPOPMAX z 0
QUEUED
> BZMPOP 0 1 z MIN COUNT 5
QUEUED
> XADD x 1 a b
QUEUED
> XREAD BLOCK 0 STREAMS x 0
QUEUED
> EXEC
 1) (integer) 4
 2) 1) "l"
    2) "a"
 3) 1) "l"
    2) "d"
 4) "b"
 5) "c"
 6) (nil)
 7) (integer) 3
 8) 1) "z"
    2) "a"
    3) "1"
 9) 1) "z"
    2) "c"
    3) "3"
10) 1) "z"
    2) 1) 1) "b"
          2) "2"
11) "1-0"
12) 1) 1) "x"
       2) 1) 1) "1-0"
             2) 1) "a"
                2) "b"
> LRANGE m 0 -1
1) "c"
2) "b"
> XGROUP CREATE x g $
OK
> MULTI
OK
> XREADGROUP GROUP g c BLOCK 0 STREAMS x >
QUEUED
> BLPOP s -1
QUEUED
> BLPOP s x
QUEUED
> EXEC
1) (nil)
2) (error) ERR timeout is negative
3) (error) ERR timeout is not a float or out of range

# Those who wait are served after the whole transaction: what was pushed and popped in it they never
# see.
2> BLPOP q 0
(no reply)
> MULTI
OK
> RPUSH q a
QUEUED
> LPOP q
QUEUED
> EXEC
1) (integer) 1
2) "a"
2!read
(no reply)
> MULTI
OK
> RPUSH q a
QUEUED
> RPUSH q b
QUEUED
> LPUSH q c
QUEUED
> LRANGE q 0 -1
QUEUED
> EXEC
1) (integer) 1
2) (integer) 2
3) (integer) 3
4) 1) "c"
   2) "a"
   3) "b"
2!read
1) "q"
2) "c"
> LRANGE q 0 -1
1) "a"
2) "b"
> DEL q
(integer) 1
2> BLPOP q 0
(no reply)
> MULTI
OK
> RPUSH q a
QUEUED
> DEL q
QUEUED
> SET q string
QUEUED
> EXEC
1) (integer) 1
2) (integer) 1
3) OK
2!read
(no reply)
> DEL q
(integer) 1
> MULTI
OK
> SET q string
QUEUED
> DEL q
QUEUED
> RPUSH q list
QUEUED
> EXEC
1) OK
2) (integer) 1
3) (integer) 1
2!read
1) "q"
2) "list"

# In the order in which the keys came to have something.
2> BLPOP k1 k2 0
(no reply)
3> BLPOP k2 k1 0
(no reply)
> MULTI
OK
> RPUSH k2 two
QUEUED
> RPUSH k1 one
QUEUED
> EXEC
1) (integer) 1
2) (integer) 1
2!read
1) "k2"
2) "two"
3!read
1) "k1"
2) "one"

# A client that waits on two keys takes from the one that was pushed to first, not from its first.
2> BLPOP k1 k2 0
(no reply)
> MULTI
OK
> RPUSH k2 two
QUEUED
> RPUSH k1 one
QUEUED
> EXEC
1) (integer) 1
2) (integer) 1
2!read
1) "k2"
2) "two"
> LRANGE k1 0 -1
1) "one"
> LRANGE k2 0 -1
(empty array)
> DEL k1
(integer) 1
!resp3
> MULTI
OK
> BLPOP l 0
QUEUED
> BZPOPMIN z 0
QUEUED
> XREAD BLOCK 0 STREAMS nothing $
QUEUED
> EXEC
1) (nil)
2) (nil)
3) (nil)
